"""Scale invariance: is a part of a figure found as well on a canvas five times its sides as on one of twice?

A pair asks the same about the same part, drawn alike at the same share of both canvases (position-awareness, normal and
thumbnail).
"""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.read.record import ReadResult
from graphicacy.trust.reading.analyses.halves import contrasts, pairs_by_asks
from graphicacy.trust.reading.analyses.table import Table

__all__ = ["scale_invariance"]

_TASK, _VARIANTS = "position-awareness", ("normal", "thumbnail")
_VERDICTS = {
    -1: "thumbnails are located worse than normal pictures",
    0: "thumbnails and normal pictures cannot be told apart",
    1: "thumbnails are located better than normal pictures",
}


def scale_invariance(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Scores on the normal canvas (first) against those on the large one (second), in all and by type of answer."""
    pairs = pairs_by_asks(results, _side)
    rows = contrasts(pairs, lambda one: ("", one.answer_type.value), _VARIANTS, _VERDICTS, task=_TASK, seed=seed)
    return Table.of(
        "scale-invariance",
        "Is a small drawing located as well as a large one?",
        rows,
        f"no pair of {_TASK} questions, normal and thumbnail, has two graded answers",
    )


def _side(result: ReadResult) -> int | None:
    return _VARIANTS.index(result.variant) if result.task == _TASK and result.variant in _VARIANTS else None
