"""Analyses of graded answers by name: each gives a table from the results of any number of systems and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graphicacy.read.record import ReadResult
from graphicacy.trust.reading.analyses.baselines import baselines
from graphicacy.trust.reading.analyses.edge_blindness import edge_blindness
from graphicacy.trust.reading.analyses.hallucination import HallucinationRow, hallucination
from graphicacy.trust.reading.analyses.language import templates_and_language
from graphicacy.trust.reading.analyses.layout import LayoutRow, layout_invariance
from graphicacy.trust.reading.analyses.meaning import words_and_meaning
from graphicacy.trust.reading.analyses.positions import OffsetRow, ValueRow, box_offsets, position_bias
from graphicacy.trust.reading.analyses.scale import scale_invariance
from graphicacy.trust.reading.analyses.sizes import SizeBin, SizeTrend, size_curves, size_trends
from graphicacy.trust.reading.analyses.table import Contrast, Row, Table

__all__ = [
    "ANALYSES",
    "Analysis",
    "Contrast",
    "HallucinationRow",
    "LayoutRow",
    "OffsetRow",
    "Row",
    "SizeBin",
    "SizeTrend",
    "Table",
    "ValueRow",
]


class Analysis(Protocol):
    """Results of any number of systems and views → a table; deterministic for a seed, whatever their order."""

    def __call__(self, results: Sequence[ReadResult], *, seed: int = 0) -> Table:
        """Raises ``ValueError``, in one line, where a question is answered twice by one system in one view."""


ANALYSES: dict[str, Analysis] = {
    "edge-blindness": edge_blindness,
    "scale-invariance": scale_invariance,
    "words-and-meaning": words_and_meaning,
    "templates-and-language": templates_and_language,
    "layout-invariance": layout_invariance,
    "size-curves": size_curves,
    "size-trends": size_trends,
    "position-bias": position_bias,
    "box-offsets": box_offsets,
    "hallucination": hallucination,
    "baselines": baselines,
}
