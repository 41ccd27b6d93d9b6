"""The built-in library: real diagrams, written for this package from textbook facts, one Mermaid file each.

A file is ``library/<domain with hyphens>/<name>.mmd`` in this package, and begins with a header (see ``header``). It is
plain Mermaid, which any tool for Mermaid draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram
from graphicacy.read.corpus.entry import DOMAINS, BadEntry, Entry
from graphicacy.read.corpus.header import read_header

__all__ = ["LibrarySource"]

_SUFFIX = ".mmd"
_FOLDERS = {domain.replace(" ", "-"): domain for domain in DOMAINS}


@dataclass(frozen=True)
class LibrarySource:
    """The diagrams that come with the package. A key is ``<folder of the domain>/<name of the file>``."""

    @property
    def name(self) -> str:
        """What ``Entry.origin`` says."""
        return "library"

    def keys(self) -> tuple[str, ...]:
        """One key per diagram: the first of each domain, then the second of each, by their names."""
        ranked = sorted((rank, f.name, stem) for f in _folders() for rank, stem in enumerate(sorted(_stems(f))))
        return tuple(f"{folder}/{stem}" for _, folder, stem in ranked)

    def load(self, key: str) -> Entry:
        """The entry of a key, with the file's text as its Mermaid source.

        Raises ``BadEntry`` for a key that is none of ``keys()``, and where the file or its header is not sound.
        """
        folder, _, stem = key.partition("/")
        if folder not in _FOLDERS or stem not in _stems(_root() / folder):
            raise BadEntry(f"library: there is no diagram {key[:100]!r}", "missing")
        return _entry((_root() / folder / f"{stem}{_SUFFIX}").read_text("utf-8"), key)


def _root() -> Traversable:
    return files("graphicacy.read.corpus") / "library"


def _folders() -> list[Traversable]:
    return [folder for name in _FOLDERS if (folder := _root() / name).is_dir()]


def _stems(folder: Traversable) -> list[str]:
    if not folder.is_dir():
        return []
    return [file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)]


def _entry(text: str, key: str) -> Entry:
    folder, _, stem = key.partition("/")
    try:
        header = read_header(text)
    except BadEntry as error:
        raise BadEntry(f"library/{key}{_SUFFIX}: {error}", error.cause) from None
    if not header.title or header.kind is None or not header.source:
        raise BadEntry(f"library/{key}{_SUFFIX}: the header lacks a title, a kind or a source", "header")
    return Entry(
        id=f"library/{stem}",
        title=header.title,
        domain=_FOLDERS[folder],
        origin="library",
        kind=header.kind,
        diagram=_diagram(text, key),
        meanings=header.meanings,
        reference=header.source,
        licence="Apache-2.0",
        mermaid=text,
    )


def _diagram(text: str, key: str) -> Diagram:
    try:
        return read_mermaid(text)
    except BadDrawing as error:
        raise BadEntry(f"library/{key}{_SUFFIX}: {error}", "unreadable") from None
