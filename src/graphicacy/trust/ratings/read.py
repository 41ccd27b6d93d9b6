"""Read a file of ratings: CSV in three forms, or an export of Label Studio, told apart by content."""

from __future__ import annotations

import math
from pathlib import Path

from graphicacy.trust.ratings.collect import Collector
from graphicacy.trust.ratings.forms import read_table
from graphicacy.trust.ratings.label_studio import read_export
from graphicacy.trust.ratings.record import BadRatings, Ratings, Scale
from graphicacy.trust.ratings.table import open_table
from graphicacy.trust.ratings.tabulate import tabulate
from graphicacy.trust.study.record import Study

__all__ = ["ANY_SCALE", "MAX_BYTES", "read_ratings"]

MAX_BYTES = 100_000_000
ANY_SCALE: Scale = (-math.inf, math.inf)
"""A scale that allows every number."""


def read_ratings(path: Path, scale: Scale | None = None, study: Study | None = None) -> Ratings:
    """Read and check a file of ratings.

    Args:
        path: a long or wide CSV (see ``forms``), or Label Studio's JSON or JSON-MIN (see ``label_studio``).
        scale: the least and the greatest rating allowed. None: 1 to 5 in the dimensions TF, SC, SQ and CA, and any
            number in others. ``ANY_SCALE``: any number at all.
        study: a rater study; only its items and raters may occur, and it tells tasks and automatic scores that the
            file does not.

    Raises:
        OSError: the file cannot be read.
        BadRatings: what is wrong with it, in one line: file, line, id, and what to do.
    """
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadRatings(f"{path}: more than {MAX_BYTES:,} bytes; split the file")
    text = _decoded(str(path), content)
    if text.lstrip()[:1] in ("[", "{"):
        form = read_export(str(path), text)
        collected = Collector(str(path), scale, False, study)
    else:
        table = open_table(str(path), text)
        form = read_table(table)
        collected = Collector(str(path), scale, table.separator != ",", study)
    for cell in form.cells:
        collected.add(cell)
    return tabulate(collected, form.said)


def _decoded(name: str, content: bytes) -> str:
    """Text in UTF-8 or UTF-16, as the mark at its beginning says."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRatings(f"{name}:{line}: this is not UTF-8; save the file as CSV in UTF-8") from None
