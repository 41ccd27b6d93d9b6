"""FlowLearn (arXiv 2407.05183, CC-BY-NC-SA-4.0): flowcharts made at random, in Mermaid, and pictures from papers.

``SimFlowchart/char`` and ``SimFlowchart/word`` have ``train.json``, ``test.json`` and perhaps ``all.json``: lists of
``{"file", "mermaid", "caption", "ocr", "meta"}``. The files in their folders ``VQA`` ask about the same charts.
``SciFlowchart`` has captions and words of pictures, but no graphs: nothing can be asked about them with certainty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.records import record_files
from graphicacy.read.corpus.rows import RowSource

__all__ = ["FlowLearnSource"]

_PICTURES = "SciFlowchart"


@dataclass(frozen=True)
class FlowLearnSource(RowSource):
    """The simulated flowcharts of FlowLearn in a folder, or in one of its files.

    Each file of ``SciFlowchart`` is a key too, so that it is named as one without graphs.
    """

    name: str = "flowlearn"
    licence: str = "CC-BY-NC-SA-4.0"

    def keys(self) -> Iterator[str]:
        """Keys in the order of the files and their rows. Raises ``ValueError`` where there is no chart at all."""
        yield from (path.relative_to(self._base()).as_posix() for path in record_files(self.folder) if _is_sci(path))
        yield from super().keys()

    def load(self, key: str) -> Entry:
        """The entry of a key. Raises ``BadEntry``, naming the file and the row."""
        if _is_sci(self._base() / key):
            raise BadEntry(f"{key}: {_PICTURES} has pictures without their graphs: use SimFlowchart", "no graph")
        return super().load(key)

    def files(self) -> Iterator[Path]:
        """The files of charts: no other file tells the same charts again."""
        found = [path for path in record_files(self.folder) if not _is_sci(path)]
        own = [path for path in found if "VQA" not in path.relative_to(self._base()).parts] or found
        parts = {path.parent for path in own if path.stem in ("train", "test")}
        return (path for path in own if path.stem != "all" or path.parent not in parts)

    def entry(self, key: str, row: str, record: Mapping[str, Any]) -> Entry:
        """The entry of a row."""
        entry = super().entry(key, row, record)
        return replace(entry, reference=f"FlowLearn (arXiv 2407.05183), {key}")


def _is_sci(path: Path) -> bool:
    return _PICTURES in path.parts
