"""Do judges favour their own? Each beside the others on the same drawings, by the family of what drew them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.draw.record import DrawResult
from graphicacy.trust.agreement import DIMENSIONS, RULES, Dimension
from graphicacy.trust.judges.families import UNKNOWN, family_of
from graphicacy.trust.statistics import cluster_bootstrap, joint_resamples, percentile_range

__all__ = ["FamilyMatrix", "FamilyRow", "Offset", "family_matrix"]

Floats = NDArray[np.float64]

_UNDEFINED = 0.1  # share of resamples that may leave a preference undefined
_SAME = 1e-12
_CONSTANT = "no interval, since the difference is the same throughout"


@dataclass(frozen=True, slots=True)
class Offset:
    """A mean difference of scores in [0, 1] on ``n`` drawings, with its 95 % interval.

    None is undefined, and ``reason`` says why.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """One judge in one dimension.

    ``family`` is the judge's own; ``offsets`` has the judge's score minus the mean of the other judges', for each
    family of ``FamilyMatrix.families``. ``preference`` says how much more the judge gives to its own family than to
    others, beyond what impartial judges do (see ``family_matrix``); its ``n`` counts drawings of its own family.
    """

    judge: str
    family: str
    dimension: Dimension
    offsets: tuple[Offset, ...]
    preference: Offset


@dataclass(frozen=True, slots=True)
class FamilyMatrix:
    """Judges × families of systems, a row for each judge and dimension.

    ``reason`` says why there is no row though a judge rated.
    """

    families: tuple[str, ...]
    rows: tuple[FamilyRow, ...]
    reason: str = ""


def family_matrix(results: Sequence[DrawResult], seed: int = 0) -> FamilyMatrix:
    """Each judge's offset on each family of systems, and its preference for its own.

    Scores are those of the panel: SC as the share of items affirmed, SQ and CA as (rating - 1) / 4. The judge by rules
    is none of them; controls and folders have no family and do not count.

    The preference compares the judge with each judge of another family in turn: their difference on systems of the
    judge's family, minus that on systems of neither's family. So neither the strictness of one nor the preference of
    the other counts. It is averaged over these other judges. Intervals resample tasks.
    """
    systems = [r for r in results if r.kind == "system"]
    judges = sorted({vote.judge for r in systems if r.score for vote in r.score.panel} - {RULES})
    drawn = [(family, r) for r in systems if (family := family_of(r.system)) is not None]
    families = tuple(sorted({family for family, _ in drawn}, key=lambda name: (name == UNKNOWN, name)))
    if len(judges) < 2:
        return FamilyMatrix((), (), "one judge rated these drawings, and two are needed" if judges else "")
    if not families:
        return FamilyMatrix((), (), "no drawing is by a model whose family could be told")
    table = _Table(judges, [family for family, _ in drawn], [r.task for _, r in drawn], seed)
    rows = []
    for dimension in DIMENSIONS:
        scores = _scores(judges, [r for _, r in drawn], dimension)
        if not np.isnan(scores).all():
            rows += [_row(table, scores, place, dimension, families) for place in range(len(judges))]
    return FamilyMatrix(families, tuple(sorted(rows, key=lambda row: row.judge)))


@dataclass(frozen=True, slots=True)
class _Table:
    """The judges, and for each drawing the family of its system, and its task."""

    judges: Sequence[str]
    families: Sequence[str]
    tasks: Sequence[str]
    seed: int

    def of(self, *families: str) -> NDArray[np.bool_]:
        """Whether each drawing is of one of these families."""
        return np.array([family in families for family in self.families], dtype=bool)


def _scores(judges: Sequence[str], results: Iterable[DrawResult], dimension: Dimension) -> Floats:
    """Judges × drawings; NaN where a judge gave no score, or one that no judge gives."""
    votes: list[Mapping[str, float | None]] = [
        {vote.judge: getattr(vote, dimension) for vote in r.score.panel} if r.score else {} for r in results
    ]
    return np.array([[_in_range(by.get(judge)) for by in votes] for judge in judges], dtype=np.float64)


def _in_range(score: float | None) -> float:
    return score if score is not None and 0 <= score <= 1 else np.nan


def _row(table: _Table, scores: Floats, place: int, dimension: Dimension, families: Sequence[str]) -> FamilyRow:
    others = np.delete(scores, place, axis=0)
    known = ~np.isnan(others)
    sums, counts = np.where(known, others, 0.0).sum(axis=0), known.sum(axis=0)
    mean = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return FamilyRow(
        judge=table.judges[place],
        family=family_of(table.judges[place]) or UNKNOWN,
        dimension=dimension,
        offsets=tuple(_offset(table, scores[place] - mean, family) for family in families),
        preference=_preference(table, scores, place),
    )


def _offset(table: _Table, apart: Floats, family: str) -> Offset:
    chosen = np.flatnonzero(table.of(family) & ~np.isnan(apart))
    if not len(chosen):
        return Offset(None, reason="no drawing of this family was scored by this judge and another one")
    tasks = [table.tasks[int(place)] for place in chosen]
    found = cluster_bootstrap(apart[chosen], tasks, seed=table.seed)
    if np.ptp(apart[chosen]) < _SAME:
        return Offset(found.estimate, n=len(chosen), reason=_CONSTANT)
    return Offset(found.estimate, found.low, found.high, len(chosen), _one_task(tasks))


def _preference(table: _Table, scores: Floats, place: int) -> Offset:
    family = family_of(table.judges[place]) or UNKNOWN
    own = table.of(family)
    if family == UNKNOWN:
        return Offset(None, reason="the family of this judge is not known")
    if not own.any():
        return Offset(None, reason=f"no system is of its family, {family}")
    if own.all():
        return Offset(None, reason=f"all systems are of its family, {family}")
    columns: list[Floats] = []  # for each other judge: the differences on its own family, and on neither's
    for other, name in enumerate(table.judges):
        kin = family_of(name) or UNKNOWN
        apart = scores[place] - scores[other]
        sides = [np.where(side, apart, np.nan) for side in (own, ~table.of(family, kin))]
        if kin != family and not any(bool(np.isnan(side).all()) for side in sides):
            columns += sides
    if not columns:
        return Offset(
            None,
            reason="no judge of another family scored the same drawings, both of its own family and of neither's: "
            "what two judges favour cannot be told apart on systems of their two families alone",
        )
    return _averaged(table, np.array(columns).T, int((own & ~np.isnan(scores[place])).sum()))


def _averaged(table: _Table, columns: Floats, n: int) -> Offset:
    """The mean over pairs of columns of the first one's mean less the second one's. Columns: drawings × 2 judges."""
    index: dict[str, int] = {}
    codes = [index.setdefault(task, len(index)) for task in table.tasks]
    members = np.zeros((len(index), len(codes)))
    members[codes, range(len(codes))] = 1
    known = ~np.isnan(columns)
    sums, counts = members @ np.where(known, columns, 0.0), members @ known
    means = sums.sum(axis=0) / counts.sum(axis=0)
    value = float((means[::2] - means[1::2]).mean())
    tasks = [task for task, n_scored in zip(index, counts.sum(axis=1).tolist(), strict=True) if n_scored]
    if len(tasks) < 2:
        return Offset(value, n=n, reason=_one_task(tasks))
    drawn = joint_resamples(sums, counts, seed=table.seed)
    found = (drawn[:, ::2] - drawn[:, 1::2]).mean(axis=1)
    if np.isnan(found).mean() >= _UNDEFINED:
        return Offset(value, n=n, reason="no interval, since too many samples of tasks leave it undefined")
    if np.nanmax(found) - np.nanmin(found) < _SAME:
        return Offset(value, n=n, reason=_CONSTANT)
    return Offset(value, *percentile_range(found), n)


def _one_task(tasks: Sequence[str]) -> str:
    return "" if len(set(tasks)) > 1 else "no interval, since all drawings are of one task"
