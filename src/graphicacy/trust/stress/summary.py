"""What a stress test found of each scorer, from its cases and the numbers they were given. Pure.

A score *falls* where it is lower by ``FALL`` or more than that of what the case is compared with. Intervals are 95 %;
those over several edits, of walks and of controls resample drawings, since the cases of one drawing are alike.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.edit import EDITS
from graphicacy.trust.coefficients import spearman
from graphicacy.trust.statistics import cluster_bootstrap, joint_resamples, percentile_range, wilson_interval
from graphicacy.trust.stress.record import (
    Case,
    ControlRow,
    Rate,
    Scored,
    ScorerKey,
    ScorerSummary,
    WalkRow,
)
from graphicacy.trust.stress.scorers import expects, rank
from graphicacy.trust.stress.verdict import FALL, verdict

__all__ = ["summarize"]

Floats = NDArray[np.float64]

_TIE = 1e-9
_RESAMPLES = 2000
_STEP = re.compile(r"\D*\d+\Z")  # of a walk: what ends the ids of its cases
_LEAST_STEPS = 3  # scores along a walk, for a correlation


def summarize(cases: Sequence[Case], scored: Iterable[Scored], seed: int = 0) -> tuple[ScorerSummary, ...]:
    """Every scorer of which there are numbers, by medium and then in the order of the scorers.

    A walk along which the score never moves counts as a correlation of 0: such a scorer sees nothing.
    """
    tables: dict[tuple[str, str, str], dict[str, Scored]] = defaultdict(dict)
    for row in scored:
        tables[row.scorer, row.dimension, row.medium][row.case] = row
    return tuple(_summary(cases, tables[key], seed) for key in sorted(tables, key=rank))


@dataclass(frozen=True, slots=True)
class _Pair:
    """The scores of a case and of what it is compared with; None where one of them could not be scored."""

    case: Case
    before: float | None
    after: float | None

    @property
    def drop(self) -> float | None:
        return None if self.before is None or self.after is None else self.before - self.after


def _summary(cases: Sequence[Case], table: Mapping[str, Scored], seed: int) -> ScorerSummary:
    key = ScorerKey.model_validate({k: getattr(next(iter(table.values())), k) for k in ScorerKey.model_fields})
    tried = [case for case in cases if case.id in table]
    defects = [_pair(case, table) for case in tried if case.kind == "defect"]
    harmless = [_pair(case, table) for case in tried if case.kind == "harmless"]
    due = [p for p in defects if p.case.defects == 1 and expects(key.dimension, p.case.operator)]
    kill_rate, false_alarm_rate = _mean_rate(due, seed), _mean_rate(harmless, seed)
    kills, false_alarms = _rates(defects, key.dimension), _rates(harmless, key.dimension)
    walk = _walk([case for case in tried if case.kind == "walk"], table, seed)
    controls = _controls([case for case in tried if case.kind == "control"], cases, table, seed)
    badge, reasons = verdict(key.dimension, kill_rate, kills, false_alarm_rate, walk, controls)
    return ScorerSummary(
        **key.model_dump(),
        badge=badge,
        reasons=reasons,
        original=_mean(table[case.id].value for case in tried if case.kind == "original"),
        kill_rate=kill_rate,
        false_alarm_rate=false_alarm_rate,
        kills=kills,
        false_alarms=false_alarms,
        walk=walk,
        controls=controls,
        seconds=_mean(row.seconds for row in table.values()),
        cost=_mean(row.cost for row in table.values()),
    )


def _pair(case: Case, table: Mapping[str, Scored]) -> _Pair:
    before = table.get(case.of)
    return _Pair(case, before.value if before else None, table[case.id].value)


def _rates(pairs: Iterable[_Pair], dimension: str) -> tuple[Rate, ...]:
    """A rate for each edit and number of defects, in the order of the edits."""
    groups: dict[tuple[str, int], list[_Pair]] = defaultdict(list)
    for pair in pairs:
        groups[pair.case.operator, pair.case.defects].append(pair)
    places = {name: place for place, name in enumerate(EDITS)}
    rates = []
    for operator, defects in sorted(groups, key=lambda key: (places.get(key[0], len(places)), *key)):
        found = groups[operator, defects]
        drops = _drops(found)
        fell = sum(drop >= FALL - _TIE for drop in drops)
        share = wilson_interval(fell, len(drops))
        edit = EDITS.get(operator)
        rates.append(
            Rate(
                operator=operator,
                kind=edit.kind if edit else "look",
                defects=defects,
                expected=defects > 0 and expects(dimension, operator),
                n=len(drops),
                fell=fell,
                rate=share.estimate,
                low=share.low,
                high=share.high,
                drop=_mean(drops),
                unscored=len(found) - len(drops),
            )
        )
    return tuple(rates)


def _mean_rate(pairs: Sequence[_Pair], seed: int) -> Rate:
    """The mean over edits of the share that fell: each edit weighs the same, however many cases it has.

    Its interval is the wider of two: a bootstrap over drawings, which knows that the cases of a drawing are alike, and
    Wilson's for as many cases, which knows that six of six is no certainty.
    """
    drops = _drops(pairs)
    mean = low = high = None
    if drops:
        sums, counts = _by_drawing(pairs)
        mean = float((sums.sum(axis=0) / counts.sum(axis=0)).mean())
        resampled = np.nanmean(joint_resamples(sums, counts, _RESAMPLES, seed), axis=1)
        wilson = wilson_interval(round(mean * len(drops)), len(drops))
        ends = [wilson.low, wilson.high, *percentile_range(resampled)]
        low, high = (pick(end for end in ends if end is not None) for pick in (min, max))
    return Rate(
        operator="",
        kind="",
        n=len(drops),
        fell=sum(drop >= FALL - _TIE for drop in drops),
        rate=mean,
        low=low,
        high=high,
        drop=_mean(drops),
        unscored=len(pairs) - len(drops),
    )


def _by_drawing(pairs: Iterable[_Pair]) -> tuple[Floats, Floats]:
    """How many fell, and how many there are, by drawing and edit."""
    scored = [pair for pair in pairs if pair.drop is not None]
    drawings = {name: i for i, name in enumerate(dict.fromkeys(pair.case.drawing for pair in scored))}
    edits = {name: i for i, name in enumerate(dict.fromkeys(pair.case.operator for pair in scored))}
    sums, counts = np.zeros((len(drawings), len(edits))), np.zeros((len(drawings), len(edits)))
    for pair in scored:
        place = drawings[pair.case.drawing], edits[pair.case.operator]
        sums[place] += (pair.drop or 0.0) >= FALL - _TIE
        counts[place] += 1
    return sums, counts


def _walk(cases: Sequence[Case], table: Mapping[str, Scored], seed: int) -> WalkRow:
    walks: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        walks[_STEP.sub("", case.id)].append(case)
    rhos, drawings = [], []
    curve: dict[int, list[float]] = defaultdict(list)
    for steps in walks.values():
        points = list(_points(steps, table))
        for defects, value in points:
            curve[defects].append(value)
        if len(points) >= _LEAST_STEPS:
            rhos.append(spearman(*zip(*points, strict=True)) or 0.0)
            drawings.append(steps[0].drawing)
    found = cluster_bootstrap(rhos, drawings, _RESAMPLES, seed=seed)
    longest = max(curve, default=-1)
    return WalkRow(
        n=len(rhos),
        spearman=found.estimate,
        low=found.low,
        high=found.high,
        curve=tuple(_mean(curve.get(step, ())) for step in range(longest + 1)),
    )


def _points(steps: Sequence[Case], table: Mapping[str, Scored]) -> Iterator[tuple[int, float]]:
    """The number of defects and the score, from the correct drawing on."""
    start = table.get(steps[0].of)
    if start is not None and start.value is not None:
        yield 0, start.value
    for case in sorted(steps, key=lambda case: case.defects):
        value = table[case.id].value
        if value is not None:
            yield case.defects, value


def _controls(
    cases: Sequence[Case], everything: Sequence[Case], table: Mapping[str, Scored], seed: int
) -> tuple[ControlRow, ...]:
    """Controls over a drawing with defects are measured by what they add, the others by their score."""
    kinds = {case.id: case.kind for case in everything}
    groups: dict[tuple[str, bool], list[_Pair]] = defaultdict(list)
    for case in cases:
        groups[case.operator, kinds.get(case.of) in ("defect", "walk")].append(_pair(case, table))
    rows = []
    for (name, over), pairs in groups.items():
        values = [(-p.drop if p.drop is not None else None) if over else p.after for p in pairs]
        known = [(value, pair.case.drawing) for value, pair in zip(values, pairs, strict=True) if value is not None]
        mean = cluster_bootstrap([v for v, _ in known], [d for _, d in known], _RESAMPLES, seed=seed)
        rows.append(
            ControlRow(
                control=name,
                measures="rise" if over else "level",
                n=len(known),
                mean=mean.estimate,
                low=mean.low,
                high=mean.high,
                unscored=len(pairs) - len(known),
            )
        )
    return tuple(rows)


def _drops(pairs: Iterable[_Pair]) -> list[float]:
    return [drop for pair in pairs if (drop := pair.drop) is not None]


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None
