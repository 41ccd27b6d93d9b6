"""Sources by the names that a command is given."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from graphicacy.read.corpus.entry import Source
from graphicacy.read.corpus.generator import GeneratedSource
from graphicacy.read.corpus.library import LibrarySource

__all__ = ["sources_named"]


def sources_named(names: Iterable[str], seed: int, count: int) -> tuple[Source, ...]:
    """The sources of these names; generated diagrams are as many as ``count``, drawn by lot from ``seed``.

    Raises ``ValueError`` for a name that is none, and for a folder that is not there.
    """
    return tuple(_source(name, seed, count) for name in names)


def _source(name: str, seed: int, count: int) -> Source:
    if name == "library":
        return LibrarySource()
    if name == "generated":
        return GeneratedSource(seed, count)
    raise ValueError(f"--source {name}: choose library, generated, or a folder {Path(name)}")
