"""What a judge's answers say of its reliability. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from graphicacy.draw.record import Judgement
from graphicacy.trust.coefficients import icc
from graphicacy.trust.judges.items import Falsified, Shuffled
from graphicacy.trust.statistics import Interval, cluster_bootstrap, joint_resamples, percentile_range, wilson_interval
from graphicacy.trust.stress.record import JudgeRow, OrderRow, Rate, RepeatRow

__all__ = ["Asked", "reliability"]

Verdicts = tuple[bool | None, ...]  # of the relations, then of the components
_FIFTHS = 5
_RATINGS = {"SQ": "structure", "CA": "conventions"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One judge's answers about one drawing; None where there was no readable one."""

    again: tuple[Judgement | None, ...]
    shuffled: tuple[tuple[Judgement | None, Shuffled], ...]
    falsified: tuple[tuple[Judgement | None, Falsified], ...]


def reliability(judge: str, asked: Sequence[Asked], seed: int = 0) -> JudgeRow:
    """A judge's row (see ``JudgeRow``) from its answers about several drawings."""
    truths = [pair for one in asked for said, wrong in one.falsified for pair in _truths(said, wrong)]
    decided = [(how, verdict) for how, verdict in truths if verdict is not None]
    yes = [verdict for _, verdict in decided]
    answers = [said for one in asked for said in (*one.again, *(s for s, _ in (*one.shuffled, *one.falsified)))]
    kinds = list(dict.fromkeys(how for how, _ in truths if how))
    return JudgeRow(
        judge=judge,
        repeat=_repeat(asked, seed),
        order=_order(asked, seed),
        sensitivity=_rate("true items", [verdict for how, verdict in truths if not how], True),
        specificity=_rate("false items", [verdict for how, verdict in truths if how], False),
        falsehoods=tuple(_rate(kind, [verdict for how, verdict in truths if how == kind], False) for kind in kinds),
        yes_bias=sum(yes) / len(yes) - sum(not how for how, _ in decided) / len(decided) if decided else None,
        unscored=sum(said is None or said.status == "unscored" for said in answers),
    )


def _verdicts(said: Judgement | None) -> Verdicts | None:
    return None if said is None or said.status == "unscored" else (*said.relations, *said.components)


def _in_order(said: Judgement | None, mixed: Shuffled) -> Verdicts | None:
    """The verdicts of an answer to shuffled items, in the order of the task."""
    if said is None or said.status == "unscored":
        return None
    return (*_put_back(said.relations, mixed.relations), *_put_back(said.components, mixed.components))


def _put_back(verdicts: Verdicts, places: Sequence[int]) -> Verdicts:
    found: list[bool | None] = [None] * len(places)
    for place, verdict in zip(places, verdicts, strict=False):
        found[place] = verdict
    return tuple(found)


def _truths(said: Judgement | None, wrong: Falsified) -> Iterator[tuple[str, bool | None]]:
    """How each item was made false ("" where it is true), and the verdict on it."""
    if said is None or said.status == "unscored":
        return
    yield from zip(wrong.relations, said.relations, strict=False)
    yield from zip(wrong.components, said.components, strict=False)


def _agreements(one: Verdicts | None, other: Verdicts | None) -> list[float]:
    """For each item that both decide, whether they say the same."""
    if one is None or other is None:
        return []
    pairs = zip(one, other, strict=False)
    return [float(a == b) for a, b in pairs if a is not None and b is not None]


def _plain(one: Asked) -> list[float]:
    answers = [_verdicts(said) for said in one.again]
    return [same for a, b in combinations(answers, 2) for same in _agreements(a, b)]


def _across(one: Asked) -> list[float]:
    """Each answer in the order of the task beside each to shuffled items."""
    straight = [_verdicts(said) for said in one.again]
    mixed = [_in_order(said, places) for said, places in one.shuffled]
    return [same for a, b in product(straight, mixed) for same in _agreements(a, b)]


def _share(of: Sequence[list[float]], seed: int) -> Interval:
    """The share of equal verdicts, with an interval of a bootstrap over drawings."""
    values = [value for one in of for value in one]
    return cluster_bootstrap(values, [index for index, one in enumerate(of) for _ in one], seed=seed)


def _items(asked: Sequence[Asked]) -> int:
    return sum(len(next((v for v in map(_verdicts, one.again) if v is not None), ())) for one in asked)


def _repeat(asked: Sequence[Asked], seed: int) -> RepeatRow | None:
    if not any(len(one.again) > 1 for one in asked):
        return None
    plain = [_plain(one) for one in asked]
    share = _share(plain, seed)
    return RepeatRow(
        n_drawings=sum(map(bool, plain)),
        n_items=_items(asked),
        same=share.estimate,
        low=share.low,
        high=share.high,
        icc={dimension: _rating_icc(asked, name) for dimension, name in _RATINGS.items()},
    )


def _rating_icc(asked: Sequence[Asked], name: str) -> float | None:
    table = np.array([[_rating(said, name) for said in one.again] for one in asked], dtype=np.float64)
    return icc(table.T, "1").value


def _rating(said: Judgement | None, name: str) -> float:
    value = None if said is None else getattr(said, name)
    return np.nan if value is None else float(value)


def _order(asked: Sequence[Asked], seed: int) -> OrderRow | None:
    if not any(one.shuffled for one in asked):
        return None
    plain, across = [_plain(one) for one in asked], [_across(one) for one in asked]
    sums = np.array([[sum(a), sum(b)] for a, b in zip(plain, across, strict=True)], dtype=np.float64)
    counts = np.array([[len(a), len(b)] for a, b in zip(plain, across, strict=True)], dtype=np.float64)
    effect = low = high = None
    if counts.sum(axis=0).all():
        means = sums.sum(axis=0) / counts.sum(axis=0)
        effect = float(means[0] - means[1])
        if len(asked) > 1:
            drawn = joint_resamples(sums, counts, seed=seed)
            low, high = percentile_range(drawn[:, 0] - drawn[:, 1])
    share = _share(across, seed)
    return OrderRow(
        n_drawings=sum(map(bool, across)),
        n_items=_items(asked),
        same=share.estimate,
        low=share.low,
        high=share.high,
        effect=effect,
        effect_low=low,
        effect_high=high,
        by_place=_by_place(asked),
    )


def _by_place(asked: Sequence[Asked]) -> tuple[float | None, ...]:
    """The share of yes by fifth of the list of items, as they were shown shuffled."""
    said: list[list[bool]] = [[] for _ in range(_FIFTHS)]
    for one in asked:
        for judgement, _ in one.shuffled:
            verdicts = _verdicts(judgement) or ()
            for place, verdict in enumerate(verdicts):
                if verdict is not None:
                    said[place * _FIFTHS // len(verdicts)].append(verdict)
    return tuple(sum(fifth) / len(fifth) if fifth else None for fifth in said)


def _rate(name: str, verdicts: Sequence[bool | None], right: bool) -> Rate:
    """How often the decided verdicts are right."""
    decided = [verdict for verdict in verdicts if verdict is not None]
    hits = sum(verdict is right for verdict in decided)
    share = wilson_interval(hits, len(decided))
    return Rate(
        operator=name,
        kind="item",
        n=len(decided),
        fell=hits,
        rate=share.estimate,
        low=share.low,
        high=share.high,
        unscored=len(verdicts) - len(decided),
    )
