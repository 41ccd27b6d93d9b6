"""How far scores depend on who scores: weights, geometry beside judges, judge beside judge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.report.formats import column
from graphicacy.report.tables import DIMENSIONS, by_system, task_means
from graphicacy.trust.agreement import judge_agreement
from graphicacy.trust.statistics import weight_sensitivity

__all__ = [
    "AgreementRow",
    "SemanticsRow",
    "Stability",
    "agreement_rows",
    "ranking_stability",
    "semantics_by_scorer",
]


@dataclass(frozen=True, slots=True)
class Stability:
    """The ranking of systems under all weights of the four dimensions that sum to 1, drawn uniformly.

    ``same`` is the share of weightings with the published ranking; ``first`` the share of them in which each system
    ranks first, highest first; ``tau`` the mean Kendall τ-b with the published ranking.
    """

    systems: int
    same: float
    tau: float | None
    first: tuple[tuple[str, float], ...]
    kind: Literal["system", "control"]


@dataclass(frozen=True, slots=True)
class SemanticsRow:
    """Semantic correctness by geometry and by judges, over the drawings that both scored.

    ``agree`` is the share of relations with the same verdict from geometry and from the majority of judges.
    """

    system: str = field(metadata=column("System"))
    kind: Literal["system", "control"] = field(metadata=column("Kind"))
    geometry: float | None = field(metadata=column("SC by geometry", "score"))
    judges: float | None = field(metadata=column("SC by judges", "score"))
    both: int = field(metadata=column("Drawings with both"))
    gap: float | None = field(metadata=column("Geometry − judges", "signed"))
    relations: int = field(metadata=column("Relations with both"))
    agree: float | None = field(metadata=column("Same verdict", "percent"))


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Agreement of panel members: Pearson's r of dimension scores and Cohen's κ of yes/no items, or α of both."""

    judges: str = field(metadata=column("Judges"))
    coefficient: str = field(metadata=column("Coefficient"))
    SC: float | None = field(metadata=column("SC", "score"))
    SQ: float | None = field(metadata=column("SQ", "score"))
    CA: float | None = field(metadata=column("CA", "score"))
    items: float | None = field(metadata=column("Items", "score"))
    drawings: int = field(metadata=column("Drawings"))
    n_items: int = field(metadata=column("Items compared"))


def ranking_stability(results: Sequence[DrawResult], n: int = 10_000, seed: int = 0) -> Stability | None:
    """How the ranking depends on the weights; None with fewer than two systems (controls, where nothing else ran)."""
    groups = by_system(results)
    kinds = {group[0].kind for group in groups.values()}
    compared: Literal["system", "control"] = "system" if "system" in kinds else "control"
    means = {
        system: [_mean_of(task_means(group, name).values()) for name in DIMENSIONS]
        for system, group in groups.items()
        if group[0].kind == compared
    }
    means = {system: values for system, values in means.items() if not all(map(math.isnan, values))}
    if len(means) < 2:
        return None
    found = weight_sensitivity(list(means.values()), n=n, seed=seed)
    first = [(system, share) for system, share in zip(means, found.top_share, strict=True) if share is not None]
    first.sort(key=lambda pair: (-pair[1], pair[0]))
    return Stability(len(means), 1 - found.rank_change_share, found.kendall_tau, tuple(first), compared)


def _mean_of(values: Iterable[float]) -> float:
    known = list(values)
    return float(np.mean(known)) if known else math.nan


def semantics_by_scorer(results: Sequence[DrawResult]) -> list[SemanticsRow]:
    """SC by geometry beside SC by judges for each system that has either."""
    rows = [_semantics(system, group) for system, group in by_system(results).items()]
    return [row for row in rows if row.geometry is not None or row.judges is not None]


def _semantics(system: str, results: Sequence[DrawResult]) -> SemanticsRow:
    scores = [r.score for r in results if r.score is not None and r.status == "ok"]
    geometry = [s.SC_geometry for s in scores if s.SC_geometry is not None]
    judges = [s.SC_judges for s in scores if s.SC_judges is not None]
    both = [(s.SC_geometry, s.SC_judges) for s in scores if s.SC_geometry is not None and s.SC_judges is not None]
    if both:  # compare like with like
        geometry, judges = [a for a, _ in both], [b for _, b in both]
    same = [verdict for score in scores for verdict in _same_verdicts(score)]
    return SemanticsRow(
        system=system,
        kind=results[0].kind,
        geometry=float(np.mean(geometry)) if geometry else None,
        judges=float(np.mean(judges)) if judges else None,
        both=len(both),
        gap=float(np.mean([a - b for a, b in both])) if both else None,
        relations=len(same),
        agree=float(np.mean(same)) if same else None,
    )


def _same_verdicts(score: DrawScore) -> list[bool]:
    """Per relation that geometry decided and judges did by majority: whether they say the same."""
    same = []
    for i, relation in enumerate(score.relations):
        votes = [j.relations[i] for j in score.judgements if i < len(j.relations) and j.relations[i] is not None]
        yes = sum(bool(vote) for vote in votes)
        if relation.by == "geometry" and relation.verdict and 2 * yes != len(votes):
            same.append((relation.verdict == "yes") == (2 * yes > len(votes)))
    return same


def agreement_rows(results: Sequence[DrawResult]) -> list[AgreementRow]:
    """Agreement of each pair of panel members and of all judge models, on systems (controls only where alone).

    Empty with fewer than two members.
    """
    systems = [r for r in results if r.kind == "system"]
    found = judge_agreement(systems or results)
    rows = [
        AgreementRow(
            judges=" and ".join(pair.judges),
            coefficient="r, κ",
            **{name: pair.pearson[name] for name in ("SC", "SQ", "CA")},
            items=pair.kappa,
            drawings=max(pair.n_drawings.values()),
            n_items=pair.n_items,
        )
        for pair in found.pairs
    ]
    models = [name for name in found.judges if name != "rules"]
    if len(models) > 1:
        alpha = {name: found.alpha[name] for name in ("SC", "SQ", "CA")}
        drawings = max(row.drawings for row in rows)
        rows.append(
            AgreementRow("all models", "α", **alpha, items=found.items_alpha, drawings=drawings, n_items=found.n_items)
        )
    return rows
