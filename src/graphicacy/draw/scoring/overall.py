"""The overall score: a weighted mean of the four dimensions (SciDraw-Bench, arXiv 2606.28406)."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["DIMENSIONS", "WEIGHTS", "mean", "overall"]

DIMENSIONS = ("TF", "SC", "SQ", "CA")
WEIGHTS = {"TF": 0.30, "SC": 0.30, "SQ": 0.20, "CA": 0.20}


def overall(scores: dict[str, float | None], weights: dict[str, float] = WEIGHTS) -> float | None:
    """Weighted mean in [0, 1]; None where a dimension is unscored, since a mean of the rest is no score of the same
    thing."""
    total = 0.0
    for name, weight in weights.items():
        value = scores.get(name)
        if value is None:
            return None
        total += weight * value
    return total / sum(weights.values())


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the values that are there; None where there are none."""
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None
