"""The plan of a rater study: laws that hold for every size, and what it refuses."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphicacy.trust.study.balance import balance, detectable_difference, detectable_rho, rho_interval
from graphicacy.trust.study.design import BadDesign, Candidate, Plan, plan
from graphicacy.trust.study.order import GAP, ordered
from small_study import small_study

TYPES, LEVELS = [f"type {n}" for n in range(8)], ["easy", "medium", "medium", "hard"]


def drawings(systems: int = 4, samples: int = 1) -> list[Candidate]:
    """The suite's 8 figure types by 1 easy, 2 medium and 1 hard task, drawn by each system."""
    return [
        Candidate(f"system {s}", f"{kind}/{n}", kind, level)
        for s in range(systems)
        for kind in TYPES
        for n, level in enumerate(LEVELS)
        for _ in range(samples)
    ]


def queues(made: Plan) -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for seat in made.seats:
        queue = found.setdefault(seat.rater, [])
        assert seat.place == len(queue)
        queue.append((seat.item, seat.occasion))
    return found


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, int]:
    raters = draw(st.integers(1, 9))
    per_item = draw(st.integers(1, raters))
    items = draw(st.integers(-(-raters // per_item), 96))
    return {"items": items, "raters": raters, "per_item": per_item, "seed": draw(st.integers(0, 999))}


@given(sizes())
@settings(max_examples=40, deadline=None)
def test_every_item_has_its_raters_and_every_rater_the_same_share_of_each_system(size: dict[str, int]) -> None:
    pool = drawings(3)
    made = plan(pool, repeats=0, **size)
    assert len(set(made.items)) == size["items"]
    by_item = Counter(seat.item for seat in made.seats)
    assert set(by_item.values()) == {size["per_item"]}
    assert len({(seat.item, seat.rater) for seat in made.seats}) == len(made.seats)
    load = [len(queue) for queue in queues(made).values()]
    assert len(load) == size["raters"]
    assert max(load) - min(load) <= 1
    systems = [pool[i].system for i in made.items]
    for system in set(systems):
        seen = [sum(systems[i] == system for i, _ in queue) for queue in queues(made).values()]
        assert max(seen) - min(seen) <= 1


@given(st.integers(3, 96), st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_systems_and_strata_have_their_shares(items: int, seed: int) -> None:
    pool = drawings(3)
    made = plan(pool, items=items, raters=1, per_item=1, repeats=0, seed=seed)
    chosen = [pool[i] for i in made.items]
    systems = Counter(c.system for c in chosen)
    assert max(systems.values()) - min(systems.values()) <= 1
    for system, count in systems.items():
        mine = [c for c in chosen if c.system == system]
        kinds = Counter(c.figure_type for c in mine)
        assert max(kinds[kind] for kind in TYPES) - min(kinds[kind] for kind in TYPES) <= 1
        medium = sum(c.difficulty == "medium" for c in mine)
        assert abs(medium - count / 2) <= 1.5


def test_a_system_that_drew_little_gives_what_it_has() -> None:
    pool = [*drawings(2), Candidate("rare", "t", "type 0", "easy"), Candidate("rare", "u", "type 1", "easy")]
    made = plan(pool, items=20, raters=3, repeats=0)
    assert sorted(Counter(pool[i].system for i in made.items).values()) == [2, 9, 9]


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=30),
    st.floats(0, 1),
    st.integers(0, 999),
)
@example([0] * 8, 1.0, 36)  # chance leaves no place for the last repeat
@settings(max_examples=150, deadline=None)
def test_repeats_come_late_and_tasks_stand_apart(tasks: list[int], share: float, seed: int) -> None:
    names, again = [str(task) for task in tasks], round(share * len(tasks))
    queue = ordered(names, ["s"] * len(names), again, np.random.default_rng(seed))
    if queue is None:
        assert len(names) <= GAP
        assert again
        return
    assert sorted(i for i, occasion in queue if occasion == 1) == list(range(len(names)))
    second = [i for i, occasion in queue if occasion == 2]
    assert len(second) == len(set(second)) == again
    for item in second:
        assert queue.index((item, 2)) - queue.index((item, 1)) > GAP
    if not again and 2 * max(Counter(names).values()) <= len(names) + 1:
        assert all(names[a] != names[b] for (a, _), (b, _) in pairwise(queue))


def test_repeats_keep_away_from_their_task_where_there_is_room() -> None:
    made = plan(drawings(4), items=60, raters=4, repeats=0.25, seed=1)
    pool = drawings(4)
    for queue in queues(made).values():
        tasks = [pool[made.items[i]].task for i, _ in queue]
        assert all(a != b for a, b in pairwise(tasks))
        systems = Counter(pool[made.items[i]].system for i, occasion in queue if occasion == 2)
        assert max(systems.values()) - min(systems.values()) <= 1


def test_pairs_of_raters_meet_equally_often() -> None:
    made = plan(drawings(4), items=60, raters=6, per_item=2, repeats=0)
    met = Counter(
        frozenset((a.rater, b.rater)) for a in made.seats for b in made.seats if a.item == b.item and a.rater < b.rater
    )
    assert len(met) == 15
    assert max(met.values()) - min(met.values()) <= 3


def test_orders_differ_between_raters_and_the_seed_decides_everything() -> None:
    made = plan(drawings(), items=30, raters=3, seed=5)
    assert made == plan(drawings(), items=30, raters=3, seed=5)
    assert made != plan(drawings(), items=30, raters=3, seed=6)
    orders = [tuple(item for item, _ in queue) for queue in queues(made).values()]
    assert len(set(orders)) == 3


def test_the_order_of_items_says_nothing_of_systems() -> None:
    pool = drawings()
    systems = [pool[i].system for i in plan(pool, items=40, raters=3, seed=2).items]
    assert sum(a == b for a, b in pairwise(systems)) < 20


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ({"items": 129}, "129 items, but there are 128 drawings"),
        ({"items": 0}, "0 items"),
        ({"raters": 2}, "3 raters per item, but there are 2 raters"),
        ({"raters": 0}, "0 raters"),
        ({"per_item": 0}, "0 raters per item"),
        ({"repeats": 1.5}, "repeats are a share from 0 to 1"),
        ({"repeats": float("nan")}, "repeats are a share from 0 to 1"),
        ({"items": 2, "raters": 9}, "leave some of 9 raters without any"),
        ({"items": 4, "repeats": 1.0}, "too few to show 2 of them again"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_the_impossible_is_refused(numbers: dict[str, float], says: str) -> None:
    with pytest.raises(BadDesign, match=says):
        plan(drawings(), **{"items": 30, "raters": 5, **numbers})  # type: ignore[arg-type]


def test_a_balance_counts_what_raters_see() -> None:
    found = balance(small_study(raters=2, places=6, repeats=2))
    assert (found.items, found.raters, found.ratings, found.repeats) == (6, 2, 16, 4)
    assert (found.load, found.shared, found.strata, found.tasks) == ((8, 8), (6, 6), 1, 1)
    assert found.neighbours == 14
    assert [(one.items, one.least, one.most) for one in found.systems] == [(2, 2, 2)] * 3
    assert found.notes == ("2 raters per drawing; the published protocol asks for 3",)
    assert len(balance(small_study(raters=1, places=2)).notes) == 3


def test_what_a_size_can_show_by_published_formulas() -> None:
    # Bonett & Wright (2000), equation 5 with n = 50: z ± 1.96 √((1 + ρ²/2) / 47).
    half = 1.959964 * np.sqrt(1.245 / 47)
    assert rho_interval(0.7, 50) == pytest.approx((np.tanh(0.8673005 - half), np.tanh(0.8673005 + half)))
    # Cohen (1988), table 2.3.1: d = 0.50 at power .80, two-sided .05: 64 a group (63 by the normal distribution).
    assert detectable_difference(63) == pytest.approx(0.50, abs=0.002)
    # For r = 0.30 at power .80, 85 pairs (Cohen 1988, table 3.4.1); Spearman's ρ needs 1.06 times as many.
    assert detectable_rho(90) == pytest.approx(0.30, abs=0.003)
    assert rho_interval(0.7, 3) is None
    assert detectable_rho(3) is None
    assert detectable_difference(1) is None
