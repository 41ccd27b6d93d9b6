"""How far the judges of drawings agree with each other, item by item and rating by rating.

The coefficients it uses can be had from here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphicacy.draw.record import DrawResult, Judgement
from graphicacy.trust.coefficients import (
    cohen_kappa,
    fleiss_kappa,
    kendall_tau_b,
    krippendorff_alpha,
    pearson,
    spearman,
)

__all__ = [
    "DIMENSIONS",
    "JudgeAgreement",
    "PairAgreement",
    "cohen_kappa",
    "fleiss_kappa",
    "judge_agreement",
    "kendall_tau_b",
    "krippendorff_alpha",
    "pearson",
    "spearman",
]

Dimension = Literal["SC", "SQ", "CA"]
DIMENSIONS: tuple[Dimension, ...] = ("SC", "SQ", "CA")
RULES = "rules"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two panel members: Pearson's r and the number of drawings both scored, by dimension; Cohen's κ on ``n_items``.

    Items are yes/no verdicts on relations and components that both decided. A pair with the rule judge has none.
    """

    judges: tuple[str, str]
    pearson: Mapping[Dimension, float | None]
    n_drawings: Mapping[Dimension, int]
    kappa: float | None
    n_items: int


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """All panel members. The overall coefficients are over judge models, without the rule judge.

    ``pearson``: the mean r of the pairs of models, by dimension. ``alpha``: Krippendorff's α of the dimension scores
    (interval level), by dimension. ``fleiss_kappa``: over the ``n_items_all`` items that every model decided.
    ``items_alpha``: nominal α over the ``n_items`` items that at least two models decided. None is undefined.
    """

    judges: tuple[str, ...]
    pairs: tuple[PairAgreement, ...]
    pearson: Mapping[Dimension, float | None]
    alpha: Mapping[Dimension, float | None]
    fleiss_kappa: float | None
    items_alpha: float | None
    n_items: int
    n_items_all: int


def judge_agreement(results: Sequence[DrawResult]) -> JudgeAgreement:
    """The agreement of the panel over many results; judges are named in order of first appearance, ``rules`` last.

    Agreement on easy differences is easy: pass systems without controls, since a blank drawing that all judges fail
    raises every coefficient.
    """
    results = [result for result in results if result.score is not None]
    members = dict.fromkeys(vote.judge for r in results if r.score for vote in r.score.panel)
    models = [name for name in members if name != RULES]
    judges = (*models, RULES) if RULES in members else tuple(models)
    scores = {dimension: _scores(results, judges, dimension) for dimension in DIMENSIONS}
    items = _items(results, models)
    pairs = tuple(_pair(judges, models, i, j, scores, items) for i, j in combinations(range(len(judges)), 2))
    decided = (~np.isnan(items)).sum(axis=0)
    everyone = items[:, decided == len(models)]
    return JudgeAgreement(
        judges=judges,
        pairs=pairs,
        pearson={d: _mean([p.pearson[d] for p in pairs if RULES not in p.judges]) for d in DIMENSIONS},
        alpha={d: krippendorff_alpha(scores[d][: len(models)], "interval") for d in DIMENSIONS},
        fleiss_kappa=_fleiss(everyone),
        items_alpha=krippendorff_alpha(items, "nominal"),
        n_items=int((decided >= 2).sum()),
        n_items_all=everyone.shape[1] if len(models) > 1 else 0,
    )


def _scores(results: Sequence[DrawResult], judges: Sequence[str], dimension: Dimension) -> NDArray[np.float64]:
    """Judges × results, NaN where a judge did not score the dimension."""
    table = np.full((len(judges), len(results)), np.nan)
    row = {judge: i for i, judge in enumerate(judges)}
    for column, result in enumerate(results):
        for vote in result.score.panel if result.score else ():
            value = getattr(vote, dimension)
            if value is not None:
                table[row[vote.judge], column] = value
    return table


def _items(results: Sequence[DrawResult], models: Sequence[str]) -> NDArray[np.float64]:
    """Models × items of all results: 1 for yes, 0 for no, NaN where a model did not decide."""
    blocks = [_item_block(result.score.judgements, models) for result in results if result.score]
    return np.concatenate([np.empty((len(models), 0)), *blocks], axis=1)


def _item_block(judgements: Sequence[Judgement], models: Sequence[str]) -> NDArray[np.float64]:
    relations = max((len(judgement.relations) for judgement in judgements), default=0)
    components = max((len(judgement.components) for judgement in judgements), default=0)
    block = np.full((len(models), relations + components), np.nan)
    for judgement in judgements:
        if judgement.judge in models:
            row = block[models.index(judgement.judge)]
            row[: len(judgement.relations)] = _numbers(judgement.relations)
            row[relations : relations + len(judgement.components)] = _numbers(judgement.components)
    return block


def _numbers(verdicts: Sequence[bool | None]) -> list[float]:
    return [np.nan if verdict is None else float(verdict) for verdict in verdicts]


def _pair(
    judges: Sequence[str],
    models: Sequence[str],
    i: int,
    j: int,
    scores: Mapping[Dimension, NDArray[np.float64]],
    items: NDArray[np.float64],
) -> PairAgreement:
    both = {d: int((~np.isnan(scores[d][[i, j]])).all(axis=0).sum()) for d in DIMENSIONS}
    with_items = max(i, j) < len(models)
    return PairAgreement(
        judges=(judges[i], judges[j]),
        pearson={d: pearson(scores[d][i], scores[d][j]) for d in DIMENSIONS},
        n_drawings=both,
        kappa=cohen_kappa(items[i], items[j]) if with_items else None,
        n_items=int((~np.isnan(items[[i, j]])).all(axis=0).sum()) if with_items else 0,
    )


def _fleiss(items: NDArray[np.float64]) -> float | None:
    if len(items) < 2:
        return None
    yes = items.sum(axis=0)
    return fleiss_kappa(np.column_stack([yes, len(items) - yes]))


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None
