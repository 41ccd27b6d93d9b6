"""Sources by the names that a command is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from graphicacy.read.corpus.bigdocs import BigDocsSource
from graphicacy.read.corpus.entry import Entry, Source
from graphicacy.read.corpus.fetch import wikipathways_folder
from graphicacy.read.corpus.flowlearn import FlowLearnSource
from graphicacy.read.corpus.flowvqa import FlowVqaSource
from graphicacy.read.corpus.folder import FolderSource, WikiPathwaysSource
from graphicacy.read.corpus.generator import GeneratedSource
from graphicacy.read.corpus.hf import hugging_face
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.corpus.rows import RowSource
from graphicacy.read.corpus.synthesis import SynthesisSource

__all__ = ["FOLDERS", "sources_named"]

FOLDERS: dict[str, Callable[[Path], Source]] = {
    "folder": FolderSource,
    "wikipathways": WikiPathwaysSource,
    "flowvqa": FlowVqaSource,
    "bigdocs": BigDocsSource,
    "flowlearn": FlowLearnSource,
    "rows": RowSource,
    "hf": hugging_face,
    "synthesis": SynthesisSource,
}


def sources_named(names: Iterable[str], seed: int, count: int) -> tuple[Source, ...]:
    """The sources of these names; generated diagrams are as many as ``count``, drawn by lot from ``seed``.

    Two folders of one kind get names of their own: ``folder``, ``folder-2``. Raises ``ValueError`` for a name that is
    none, for one that is given twice, and for a folder that is not there.
    """
    found: list[Source] = []
    for name in names:
        source = _source(name, seed, count)
        if source in found:
            raise ValueError(f"--source {name} is given twice: name each source once")
        found.append(source)
    told: Counter[str] = Counter()
    for k, source in enumerate(found):
        told[source.name] += 1
        if told[source.name] > 1:
            found[k] = _Another(source, f"{source.name}-{told[source.name]}")
    return tuple(found)


@dataclass(frozen=True)
class _Another:
    """A further source of the same kind, under a name of its own, so that no two diagrams share an id."""

    source: Source
    name: str

    def keys(self) -> Iterable[str]:
        return self.source.keys()

    def load(self, key: str) -> Entry:
        entry = self.source.load(key)
        return replace(entry, id=f"{self.name}/{entry.id.removeprefix(f'{entry.origin}/')}", origin=self.name)


def _source(name: str, seed: int, count: int) -> Source:
    if name == "library":
        return LibrarySource()
    if name == "generated":
        return GeneratedSource(seed, count)
    if name == "wikipathways":
        return WikiPathwaysSource(wikipathways_folder())
    kind, _, place = name.partition(":")
    if kind in FOLDERS and place:
        if kind != "hf" and not Path(place).exists():
            raise ValueError(f"--source {name}: there is no folder {place}")
        return FOLDERS[kind](Path(place))
    if name and Path(name).is_dir():
        return FolderSource(Path(name))
    raise ValueError(f"--source {name}: neither a folder nor one of library, generated, wikipathways, "
                     f"{', '.join(f'{kind}:FOLDER' for kind in FOLDERS)}")  # fmt: skip
