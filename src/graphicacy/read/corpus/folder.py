"""A folder of somebody's diagrams, in any notation; and one of pathways from WikiPathways."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

from graphicacy.diagram.decoding import decode
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.markdown import fences
from graphicacy.diagram.notations import NOTATIONS
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.file import entry_of_file, entry_of_text
from graphicacy.read.corpus.reduce import arrows_of

__all__ = ["FolderSource", "WikiPathwaysSource"]

_MARKDOWN = (".md", ".markdown", ".mdx", ".qmd", ".rmd")
_SUFFIXES = {suffix for notation in NOTATIONS.values() for suffix in notation.suffixes} | {".xml", *_MARKDOWN}
_TITLE = re.compile(r"<(?:\w+:)?Pathway\b[^>]*?\b(?:Name|title)=(?:\"([^\"]*)\"|'([^']*)')")
_LARGEST = 20_000_000  # bytes of a Markdown file
_HEAD = 100_000  # bytes of a GPML file in which its root is


@dataclass(frozen=True)
class FolderSource:
    """All diagrams in a folder and the folders in it: a file is one, a Markdown file one for each fenced diagram.

    A key is the path within the folder, of a fenced diagram with ``#`` and the line at which it begins.
    """

    folder: Path
    name: str = "folder"

    def keys(self) -> Iterator[str]:
        """Keys in the order of their paths. Raises ``NotADirectoryError`` where there is no folder."""
        if not self.folder.is_dir():
            raise NotADirectoryError(f"{self.folder}: there is no such folder of diagrams")
        for path in sorted(self.folder.rglob("*")):
            if path.suffix.lower() in _SUFFIXES and path.is_file():
                key = path.relative_to(self.folder).as_posix()
                yield from self._keys_in(path, key) if path.suffix.lower() in _MARKDOWN else (key,)

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file."""
        file, _, line = key.partition("#")
        path = self.folder / file
        if not line:
            return entry_of_file(path, file.rpartition(".")[0] or file, self.name)
        text = next((text for text in _fenced(path) if str(text.line) == line), None)
        if text is None:
            raise BadEntry(f"{key}: there is no fenced diagram in this line", "missing")
        return entry_of_text(text, f"{file}-{line}", self.name, key)

    def _keys_in(self, path: Path, key: str) -> Iterator[str]:
        try:
            yield from (f"{key}#{text.line}" for text in _fenced(path))
        except BadEntry:
            yield key  # to be named, with its cause, when it is loaded


@dataclass(frozen=True)
class WikiPathwaysSource(FolderSource):
    """Pathways in GPML, as WikiPathways publishes them (CC0): their arrows between named things, at their authors'
    places, with their titles. A key is the path of the file."""

    name: str = "wikipathways"

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file."""
        entry = super().load(key)
        if entry.layout is None:
            raise BadEntry(f"{key}: this is no pathway in GPML", "no pathway")
        layout = arrows_of(entry.layout)
        return replace(
            entry,
            title=_title(self.folder / key) or entry.title,
            domain="biology",
            diagram=layout.diagram,
            layout=layout,
            reference=f"WikiPathways {Path(key).stem}",
            licence="CC0-1.0",
        )


def _fenced(path: Path) -> list[Text]:
    """The diagrams in a Markdown file. Raises ``BadEntry``, naming it."""
    try:
        if path.stat().st_size > _LARGEST:
            raise BadEntry(f"{path.name}: more than {_LARGEST:,} bytes of Markdown", "unreadable")
        found = fences(decode(path.read_bytes()))
    except (OSError, BadDrawing) as error:
        raise BadEntry(f"{path.name}: {error}", "unreadable") from None
    return [Text(fence.source, fence.notation, fence.line) for fence in found]


def _title(path: Path) -> str:
    """What the root of a GPML file calls the pathway; "" where it does not say."""
    found = _TITLE.search(decode(path.read_bytes()[:_HEAD]))
    return " ".join(unescape(found.group(1) or found.group(2) or "").split()) if found else ""
