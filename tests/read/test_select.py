"""K-center-greedy against a brute force that looks at every pair anew in each round."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from graphicacy.read.corpus.select import covering_radius, k_center_greedy, random_radius
from work import calls

# Whole numbers, so that distances are exact and ties are ties.
points = st.integers(1, 12).flatmap(lambda n: arrays(np.float32, (n, 3), elements=st.integers(-4, 4)))


def brute_force(rows: list[list[float]], k: int) -> tuple[list[int], float]:
    mean = [math.fsum(column) / len(rows) for column in zip(*rows, strict=True)]
    chosen = [min(range(len(rows)), key=lambda i: (round(math.dist(rows[i], mean), 6), i))]
    while len(chosen) < k:
        left = [i for i in range(len(rows)) if i not in chosen]
        chosen.append(max(left, key=lambda i: (min(math.dist(rows[i], rows[c]) for c in chosen), -i)))
    return chosen, max(min(math.dist(row, rows[c]) for c in chosen) for row in rows)


@given(points, st.data())
@settings(max_examples=200, deadline=None)
def test_equals_brute_force(rows: np.ndarray, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(rows)))
    chosen, radius = brute_force(rows.tolist(), k)
    found = k_center_greedy(rows, k)
    assert (
        list(found.indices[1:]) == chosen[1:] or found.indices[0] != chosen[0]
    )  # a mean between two rounds either way
    if found.indices[0] == chosen[0]:
        assert found.radius == pytest.approx(radius, abs=1e-5)
    assert covering_radius(rows, np.array(found.indices)) == pytest.approx(found.radius, abs=1e-6)


@given(points)
@settings(max_examples=50, deadline=None)
def test_is_at_most_twice_the_best(rows: np.ndarray) -> None:
    k = min(2, len(rows))
    best = min(covering_radius(rows, np.array([a, b])) for a in range(len(rows)) for b in range(len(rows)))
    assert k_center_greedy(rows, k).radius <= 2 * best + 1e-5


def test_begins_at_the_middle_and_breaks_ties_by_index() -> None:
    cross = np.array([[1, 0], [-1, 0], [0, 0], [0, 1], [0, -1]], np.float32)
    assert k_center_greedy(cross, 5).indices == (2, 0, 1, 3, 4)


def test_twins_are_chosen_last() -> None:
    rows = np.array([[0, 0], [0, 0], [0, 0], [9, 0]], np.float32)
    assert k_center_greedy(rows, 4).indices == (0, 3, 1, 2)


def test_far_from_the_origin_the_small_differences_count() -> None:
    rows = np.array([[4096 + x, 0] for x in (0, 1, 2, 3, 4)], np.float32)
    assert k_center_greedy(rows, 3).indices == (2, 0, 4)


def test_greedy_covers_better_than_chance() -> None:
    rng = np.random.default_rng(1)
    rows = np.concatenate([rng.normal(c, 0.05, (n, 8)) for c, n in ((0, 280), (1, 10), (2, 5), (3, 5))])
    rows = rows.astype(np.float32)
    assert k_center_greedy(rows, 8).radius < 0.5 * random_radius(rows, 8, seed=0)
    assert random_radius(rows, 8, seed=0) == random_radius(rows, 8, seed=0)


def test_work_does_not_grow_with_the_square_of_the_rows() -> None:
    rows = np.random.default_rng(2).normal(size=(4096, 16)).astype(np.float32)
    small, large = (calls(lambda n=n: k_center_greedy(rows[:n], 32)) for n in (1024, 4096))
    assert large < 5 * small


@pytest.mark.parametrize("k", [0, -1, 4])
def test_refuses_a_number_that_there_is_not(k: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 3"):
        k_center_greedy(np.zeros((3, 2), np.float32), k)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300])
def test_refuses_what_is_no_number(bad: float) -> None:
    rows = np.array([[0.0, 1.0], [bad, 0.0]])
    with pytest.raises(ValueError, match="no number"):
        k_center_greedy(rows, 1)


def test_refuses_no_vectors() -> None:
    with pytest.raises(ValueError, match="shape"):
        k_center_greedy(np.zeros((0, 4), np.float32), 1)
