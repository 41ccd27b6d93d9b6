"""What becomes of the keys of a source."""

from __future__ import annotations

from collections.abc import Iterable

from graphicacy.read.corpus.bounds import Bounds, check_bounds
from graphicacy.read.corpus.entry import BadEntry, Source


def outcomes(source: Source, keys: Iterable[str] | None = None, bounds: Bounds | None = None) -> dict[str, str]:
    """By key: the labels of the nodes, or the cause for which it is not taken.

    Every message is one line that names the file.
    """
    found: dict[str, str] = {}
    for key in source.keys() if keys is None else keys:
        error = _error(source, key, bounds)
        if error is None:
            found[key] = " ".join(node.label for node in source.load(key).diagram.nodes)
        else:
            assert "\n" not in str(error)
            assert len(str(error)) < 600
            assert key.partition("#")[0].rpartition("/")[2].rpartition(".")[0] in str(error)
            found[key] = error.cause
    return found


def _error(source: Source, key: str, bounds: Bounds | None) -> BadEntry | None:
    try:
        entry = source.load(key)
        if bounds is not None:
            check_bounds(entry, bounds)
    except BadEntry as error:
        return error
    return None
