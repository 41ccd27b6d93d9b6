"""A folder of somebody's diagrams, in any notation; and one of pathways from WikiPathways."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from itertools import chain
from pathlib import Path

from graphicacy.diagram.decoding import decode
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.files import open_source
from graphicacy.diagram.markdown import fences
from graphicacy.diagram.notations import NOTATIONS
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.file import entry_id, entry_of_file, entry_of_text
from graphicacy.read.corpus.reduce import arrows_of

__all__ = ["FolderSource", "WikiPathwaysSource"]

_MARKDOWN = (".md", ".markdown", ".mdx", ".qmd", ".rmd")
_SUFFIXES = {suffix for notation in NOTATIONS.values() for suffix in notation.suffixes} | {".xml", *_MARKDOWN}
_TITLE = re.compile(r"<(?:\w+:)?Pathway\b[^<>]*?\b(?:Name|title)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_LARGEST = 20_000_000  # bytes of a Markdown file
_HEAD = 100_000  # characters of a GPML file in which its root begins


@dataclass(frozen=True)
class FolderSource:
    """All diagrams in a folder and the folders in it: a file is one, a Markdown file one for each fenced diagram.

    Hidden files and folders are passed over. A key is the path within the folder, of a fenced diagram with ``#`` and
    the line at which it begins.
    """

    folder: Path
    name: str = "folder"

    def keys(self) -> Iterator[str]:
        """Keys in the order of their paths. Raises ``NotADirectoryError`` where there is no folder, and ``ValueError``
        where there is no diagram in it."""
        files = self._files(_SUFFIXES)
        keys = (self._keys_in(path, key) if path.suffix.lower() in _MARKDOWN else (key,) for path, key in files)
        return self._some(chain.from_iterable(keys), ", ".join(sorted(_SUFFIXES)))

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file."""
        file, mark, line = key.rpartition("#")
        if Path(file).suffix.lower() in _MARKDOWN or Path(key).suffix.lower() in _MARKDOWN:
            file = file if mark else key
            entry = entry_of_text(_fence(self.folder / file, key, line), f"{file} {line}", self.name, key)
            return replace(entry, id=entry_id(self.name, file, line))
        entry = entry_of_file(self.folder / key, key.removesuffix(Path(key).suffix), self.name)
        return replace(entry, id=entry_id(self.name, key), reference=_reference(entry, key))

    def _files(self, suffixes: Collection[str]) -> Iterator[tuple[Path, str]]:
        """Files with these suffixes and their paths in the folder, sorted, without what is hidden."""
        if not self.folder.is_dir():
            raise NotADirectoryError(f"{self.folder}: there is no such folder of diagrams")
        for path in sorted(self.folder.rglob("*")):
            inner = path.relative_to(self.folder)
            hidden = any(part.startswith(".") for part in inner.parts)
            if path.suffix.lower() in suffixes and not hidden and path.is_file():
                yield path, inner.as_posix()

    def _some(self, keys: Iterable[str], suffixes: str) -> Iterator[str]:
        none = True
        for key in keys:
            none = False
            yield key
        if none:
            raise ValueError(f"{self.folder}: no diagram is in this folder; files are read that end in {suffixes}")

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

    def keys(self) -> Iterator[str]:
        """The GPML files, in the order of their paths. Raises ``NotADirectoryError`` where there is no folder, and
        ``ValueError`` where there is no such file in it."""
        return self._some((key for _, key in self._files((".gpml",))), ".gpml")

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file."""
        stem = key.removesuffix(Path(key).suffix)
        try:
            text = open_source(self.folder / key, "gpml")
        except BadDrawing as error:
            raise BadEntry(str(error), "unreadable") from None
        entry = entry_of_text(text, stem, self.name, key)
        assert entry.layout is not None  # GPML has positions
        layout = arrows_of(entry.layout)
        return replace(
            entry,
            id=entry_id(self.name, stem),
            title=_title(text.text) or entry.title,
            domain="biology",
            diagram=layout.diagram,
            layout=layout,
            reference=f"WikiPathways {Path(key).stem}",
            licence="CC0-1.0",
        )


def _fenced(path: Path) -> tuple[Text, ...]:
    """The diagrams in a Markdown file. Raises ``BadEntry``, naming it."""
    try:
        facts = path.stat()
        return _parsed(path, facts.st_size, facts.st_mtime_ns)
    except (OSError, BadDrawing) as error:
        raise BadEntry(f"{path.name}: {error}", "unreadable") from None


@lru_cache(maxsize=2)  # a file is asked for each of its diagrams in turn
def _parsed(path: Path, size: int, _changed: int) -> tuple[Text, ...]:
    if size > _LARGEST:
        raise BadDrawing(f"more than {_LARGEST:,} bytes of Markdown")
    return tuple(Text(fence.source, fence.notation, fence.line) for fence in fences(decode(path.read_bytes())))


def _fence(path: Path, key: str, line: str) -> Text:
    """The diagram that begins in a line of a Markdown file. Raises ``BadEntry``."""
    text = next((text for text in _fenced(path) if str(text.line) == line), None)
    if text is None:
        raise BadEntry(f"{key}: there is no fenced diagram in this line", "missing")
    return text


def _reference(entry: Entry, key: str) -> str:
    """What the file says about its source, else where the file is."""
    return key if entry.reference == Path(key).name else entry.reference


def _title(text: str) -> str:
    """What the root of a GPML file calls the pathway; "" where it does not say."""
    found = _TITLE.search(text[:_HEAD])
    return " ".join(unescape(found.group(1) or found.group(2) or "").split()) if found else ""
