"""How well a study's plan is balanced, and what it is large enough to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atanh, sqrt, tanh
from statistics import NormalDist

from graphicacy.trust.study.record import Study

__all__ = ["Balance", "SystemBalance", "balance", "detectable_difference", "detectable_rho", "rho_interval"]

_LEVEL, _POWER = 0.95, 0.80
_LEAST_RATERS = 3  # of each item (SciDraw-Bench, arXiv 2606.28406)


@dataclass(frozen=True, slots=True)
class SystemBalance:
    """One system: how many of its drawings are rated, and how many of them the raters see, least and most."""

    system: str
    items: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Balance:
    """A plan in numbers. Pairs are (least, most).

    ``load`` counts a rater's drawings, repeats included; ``shared`` the drawings that two raters have in common;
    ``strata`` the combinations of figure type and difficulty; ``neighbours`` how often a drawing follows another of the
    same task. ``rho`` is the 95 % interval to expect around a correlation of 0.7 between raters and automatic scores,
    ``least_rho`` the least correlation, ``least_difference`` the least difference between two systems' means (in
    standard deviations of the drawings' mean ratings) that a study of this size finds 8 times of 10. They are None
    where it is too small for any. ``notes`` say in words what the plan cannot show.
    """

    items: int
    raters: int
    ratings: int
    repeats: int
    load: tuple[int, int]
    shared: tuple[int, int] | None
    strata: int
    tasks: int
    neighbours: int
    systems: tuple[SystemBalance, ...]
    rho: tuple[float, float] | None
    least_rho: float | None
    least_difference: float | None
    notes: tuple[str, ...]


def balance(study: Study) -> Balance:
    """What a study's plan gives."""
    items = {item.id: item for item in study.items}
    queues = [study.queue(rater.id) for rater in study.raters]
    first = [[items[one.item] for one in queue if one.occasion == 1] for queue in queues]
    per_item = Counter(item.id for seen in first for item in seen)
    systems = []
    for name, count in sorted(Counter(item.system for item in study.items).items()):
        seen = [sum(item.system == name for item in mine) for mine in first]
        systems.append(SystemBalance(name, count, min(seen), max(seen)))
    sets = [{item.id for item in mine} for mine in first]
    shared = [len(a & b) for a, b in combinations(sets, 2)]
    repeats = sum(one.occasion == 2 for one in study.assignments)
    return Balance(
        items=len(items),
        raters=len(queues),
        ratings=len(study.assignments),
        repeats=repeats,
        load=_range(map(len, queues)),
        shared=_range(shared) if shared else None,
        strata=len({(item.figure_type, item.difficulty) for item in study.items}),
        tasks=len({item.task for item in study.items}),
        neighbours=sum(items[a.item].task == items[b.item].task for queue in queues for a, b in pairwise(queue)),
        systems=tuple(systems),
        rho=rho_interval(0.7, len(items)),
        least_rho=detectable_rho(len(items)),
        least_difference=detectable_difference(min(one.items for one in systems)) if len(systems) > 1 else None,
        notes=tuple(_notes(min(per_item.values()), repeats, len(items))),
    )


def _range(values: Iterable[int]) -> tuple[int, int]:
    found = list(values)
    return min(found), max(found)


def _notes(per_item: int, repeats: int, items: int) -> list[str]:
    notes = []
    if per_item == 1:
        notes.append("one rater per drawing: agreement between raters cannot be measured")
    elif per_item < _LEAST_RATERS:
        notes.append(f"{per_item} raters per drawing; the published protocol asks for {_LEAST_RATERS}")
    if not repeats:
        notes.append("no drawing is shown twice: nothing is learnt of a rater's agreement with themselves")
    if rho_interval(0.7, items) is None:
        notes.append("fewer than 4 drawings: no correlation can be told")
    return notes


def rho_interval(rho: float, n: int, level: float = _LEVEL) -> tuple[float, float] | None:
    """The interval to expect around Spearman's ρ over n items: Fisher's z with the variance (1 + ρ²/2) / (n - 3).

    After Bonett & Wright (2000), Psychometrika 65:23-28. None for fewer than 4 items.
    """
    if n < 4:
        return None
    half = NormalDist().inv_cdf((1 + level) / 2) * sqrt((1 + rho * rho / 2) / (n - 3))
    return tanh(atanh(rho) - half), tanh(atanh(rho) + half)


def detectable_rho(n: int) -> float | None:
    """The least |ρ| that a two-sided test at 0.05 finds with a power of 0.8 over n items; None for fewer than 4.

    Fisher's z with the variance 1.06 / (n - 3) of Spearman's ρ: Fieller, Hartley & Pearson (1957), Biometrika 44:470.
    """
    return tanh(_both_errors() * sqrt(1.06 / (n - 3))) if n >= 4 else None


def detectable_difference(n: int) -> float | None:
    """The least difference of two means, n items each, in standard deviations, at the same errors (Cohen 1988, ch. 2).

    None for fewer than 2 items.
    """
    return _both_errors() * sqrt(2 / n) if n >= 2 else None


def _both_errors() -> float:
    return NormalDist().inv_cdf((1 + _LEVEL) / 2) + NormalDist().inv_cdf(_POWER)
