"""Pairs of systems, and many in a row."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graded_answers import graded
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import compare, leaderboard
from graphicacy.trust.reading.pairs import difference
from graphicacy.trust.statistics import paired_difference

SCORES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 5)), min_size=1, max_size=20)


def run(system: str, scores: list[float | None], *, task: str = "semantic") -> list[ReadResult]:
    """One question about each of so many diagrams; None is a refusal."""
    return [
        graded(
            f"{task}{k:03}",
            score,
            task=task,
            diagram=f"d{k:03}",
            system=system,
            status="refused" if score is None else "ok",
        )
        for k, score in enumerate(scores)
    ]


class TestDifference:
    @settings(max_examples=30, deadline=None)
    @given(SCORES)
    def test_is_that_of_paired_values_by_cluster(self, values: list[tuple[float, float, int]]) -> None:
        one, other, clusters = zip(*values, strict=True)
        found = difference(one, other, [f"d{cluster}" for cluster in clusters])
        expected = paired_difference(one, other, clusters)
        assert found.difference == pytest.approx(expected.difference)
        assert (found.n, found.diagrams) == (len(values), expected.n)
        if expected.p is None or found.p is None:
            assert found.p == expected.p
            assert found.interval is None
        else:
            assert found.p == pytest.approx(expected.p)

    def test_drops_pairs_with_a_missing_half(self) -> None:
        found = difference([1.0, float("nan"), 0.5], [0.5, 1.0, float("nan")], ["a", "b", "c"])
        assert (found.first, found.second, found.n, found.p, found.interval) == (1.0, 0.5, 1, None, None)

    def test_of_nothing_is_nothing(self) -> None:
        found = difference([float("nan")], [1.0], ["a"])
        assert found.to_json() == {
            **dict.fromkeys(("first", "second", "difference", "interval", "p")),
            "n": 0,
            "diagrams": 0,
        }


class TestCompare:
    def test_takes_scores_where_both_answered_and_all_where_both_were_asked(self) -> None:
        a = [*run("a", [1.0, 0.5, None, 1.0]), graded("only-a", 1.0, system="a")]
        b = [*run("b", [0.5, 0.0, 1.0, None]), graded("only-b", 1.0, system="b")]
        found = compare(a, b)
        assert (found.a, found.b) == (("a", "image"), ("b", "image"))
        assert (found.score.overall.first, found.score.overall.second, found.score.overall.n) == (0.75, 0.25, 2)
        assert found.score_all.overall.difference == pytest.approx((0.5 + 0.5 - 1 + 1) / 4)
        assert found.score_all.overall.n == 4

    def test_a_failure_is_in_neither(self) -> None:
        b = run("b", [0.5, 0.5])
        b[1] = b[1].model_copy(update={"status": "failed", "score": None})
        found = compare(run("a", [1.0, 1.0]), b)
        assert (found.score.overall.n, found.score_all.overall.n) == (1, 1)

    def test_p_is_of_all_signs_of_few_diagrams(self) -> None:
        found = compare(run("a", [1.0] * 5), run("b", [0.5] * 5))
        assert found.score.overall.p == 2 / 2**5

    def test_overall_is_the_mean_of_tasks_with_an_interval_over_both(self) -> None:
        a = run("a", [1.0] * 30) + run("a", [0.0] * 10, task="graph-parsing")
        b = run("b", [0.0] * 30) + run("b", [1.0] * 10, task="graph-parsing")
        found = compare(a, b).score
        assert found.overall.difference == pytest.approx(0.0)
        assert found.overall.interval == (0.0, 0.0)
        assert {name: task.difference for name, task in found.tasks.items()} == {"graph-parsing": -1, "semantic": 1}
        one = compare(a, b, joined=[("S1", "M1")]).score.overall
        assert one.difference == pytest.approx(0.0)

    def test_p_of_joined_tasks_flips_the_mean_that_is_told(self) -> None:
        a = [
            *run("a", [0.2]),
            *run("a", [0.2], task="semantic-rewrite"),
            *run("a", [None, 0.0, 0.0], task="graph-parsing"),
        ]
        b = [
            *run("b", [0.0]),
            *run("b", [0.0], task="semantic-rewrite"),
            *run("b", [None, 0.64, 0.08], task="graph-parsing"),
        ]
        found = compare(a, b, joined=[("M1", "M2")]).score.overall
        assert found.difference == pytest.approx(0.1 - 0.16 - 0.02)  # what the three diagrams give
        assert found.p == 0.75

    def test_tasks_are_adjusted_after_holm(self) -> None:
        a = run("a", [1.0] * 6) + run("a", [1.0] * 5, task="graph-parsing")
        b = run("b", [0.0] * 6) + run("b", [0.0] * 5, task="graph-parsing")
        found = compare(a, b).score
        assert found.adjusted == {"semantic": pytest.approx(4 / 2**6), "graph-parsing": pytest.approx(2 / 2**5)}
        record = json.loads(json.dumps(compare(a, b).to_json(), allow_nan=False))
        assert record["score"]["tasks"]["semantic"]["p_holm"] == 0.0625

    def test_one_diagram_has_no_interval_and_no_p(self) -> None:
        found = compare([graded(0, 1.0, system="a")], [graded(0, 0.0, system="b")]).score
        assert (found.overall.difference, found.overall.interval, found.overall.p) == (1.0, None, None)
        assert found.adjusted == {"semantic": None}

    def test_nothing_in_common_is_no_difference(self) -> None:
        found = compare([graded(0, 1.0, system="a")], [graded(1, 1.0, system="b")])
        assert (found.score.overall.difference, found.score.tasks) == (None, {})

    def test_the_other_way_round_is_the_negative(self) -> None:
        rng = np.random.default_rng(0)
        a, b = (run(name, rng.random(40).tolist()) for name in "ab")
        one, other = compare(a, b).score.overall, compare(b, a).score.overall
        assert one.difference == pytest.approx(-(other.difference or 0))
        assert one.interval == pytest.approx(tuple(-bound for bound in reversed(other.interval or ())))
        assert one.p == other.p

    @pytest.mark.parametrize("change", [{"gold": ["B"]}, {"asks": "other"}])
    def test_other_questions_under_one_id_are_told(self, change: dict[str, object]) -> None:
        with pytest.raises(ValueError, match="question q0@mermaid is not the same in both runs"):
            compare([graded(0, 1.0, system="a")], [graded(0, 1.0, system="b", **change)])


class TestLeaderboard:
    results = (
        *run("good", [0.9] * 12),
        *run("near", [1.0, 0.8] * 6),
        *run("poor", [0.2] * 12),
        *run("shy", [1.0] * 3 + [None] * 9),
    )

    def test_ranks_by_what_was_asked_so_that_silence_does_not_pay(self) -> None:
        board = leaderboard(self.results)
        assert [(row.place, row.summary.system) for row in board] == [(1, "good"), (2, "near"), (3, "shy"), (4, "poor")]
        assert board[2].summary.overall.score == 1.0

    def test_groups_hold_what_cannot_be_told_from_their_best(self) -> None:
        board = leaderboard(self.results)
        assert [row.group for row in board] == [1, 1, 2, 2]
        assert board[0].behind is None
        assert board[1].behind is not None
        assert board[1].behind.difference == pytest.approx(0.0)

    def test_views_are_ranked_apart_and_pictures_come_first(self) -> None:
        blind = [result.model_copy(update={"view": "blind"}) for result in run("good", [0.1] * 12)]
        board = leaderboard([*blind, *self.results])
        assert [(row.summary.view, row.place) for row in board[-2:]] == [("image", 4), ("blind", 1)]

    def test_totals_are_of_what_answers_say(self) -> None:
        results = [
            graded(0, 1.0, cost=0.25, tokens=3, seconds=1.5),
            graded(1, 1.0, cost=0.5, tokens=4),
            graded(2, status="failed", cost=0.25),
        ]
        (row,) = leaderboard(results)
        assert (row.cost, row.tokens, row.seconds) == (1.0, 7, 1.5)
        (row,) = leaderboard([graded(0, 1.0)])
        assert (row.cost, row.tokens, row.seconds) == (None, None, None)

    def test_a_system_that_never_could_be_asked_is_last_without_a_score(self) -> None:
        down = [graded(k, status="failed", system="down") for k in range(2)]
        board = leaderboard([*down, graded(0, 0.0), graded(1, 0.0)])
        assert [row.summary.system for row in board] == ["s", "down"]
        json.dumps([row.to_json() for row in board], allow_nan=False)

    def test_the_order_of_results_does_not_matter(self) -> None:
        shuffled = list(self.results)
        random.Random(1).shuffle(shuffled)
        assert [row.to_json() for row in leaderboard(shuffled)] == [row.to_json() for row in leaderboard(self.results)]

    def test_nothing_is_an_empty_board(self) -> None:
        assert leaderboard([]) == ()
