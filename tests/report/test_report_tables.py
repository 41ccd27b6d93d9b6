from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.record import DrawResult, DrawScore, ErrorItem
from graphicacy.report.tables import (
    best_of_k,
    breakdown,
    error_taxonomy,
    leaderboard,
    measure,
    paired_differences,
    task_means,
)
from report.synthetic_runs import SUITE as TASKS
from report.synthetic_runs import ids, result


def test_no_drawing_is_zero_and_failed_is_unscored() -> None:
    assert measure(result("a", "t", status="no-drawing", score=None), "overall") == 0.0
    assert measure(result("a", "t", status="failed", score=None), "overall") is None
    assert measure(result("a", "t", None), "overall") is None
    assert measure(result("a", "t", math.nan), "overall") is None


def test_a_task_counts_once_however_many_samples_it_has() -> None:
    rows = [result("a", "t1", 1.0, n) for n in (1, 2, 3)] + [result("a", "t2", 0.0)]
    assert leaderboard(rows, TASKS)[0].overall.estimate == pytest.approx(0.5)


def test_leaderboard_counts_every_sample_exactly_once() -> None:
    t1, t2, t3, t4 = ids(4)
    rows = [
        result("a", t1, cost=0.5, seconds=2.0),
        result("a", t2, None, cost=0.25, seconds=4.0),
        result("a", t3, status="no-drawing", score=None),
        result("a", t4, status="failed", score=None),
    ]
    (row,) = leaderboard(rows, TASKS)
    assert (row.scored, row.unscored, row.no_drawing, row.failed) == (1, 1, 1, 1)
    assert (row.tasks, row.missing) == (4, 28)
    assert row.cost == 0.75
    assert row.seconds == 3.0
    assert row.overall.estimate == pytest.approx(0.25)


def test_unknown_cost_is_none_not_zero() -> None:
    (row,) = leaderboard([result("a", "t")], TASKS)
    assert row.cost is None
    assert row.seconds is None
    assert row.all_right is None


def test_systems_come_before_controls_and_the_unscored_last() -> None:
    rows = [result("weak", t, 0.2) for t in ids(3)] + [result("strong", t, 0.8) for t in ids(3)]
    rows += [result("reference", t, 1.0, kind="control") for t in ids(3)]
    rows += [result("none", t, None) for t in ids(3)]
    assert [row.system for row in leaderboard(rows, TASKS)] == ["strong", "weak", "none", "reference"]


def test_tables_do_not_depend_on_the_order_of_results() -> None:
    dice = random.Random(3)
    rows = [result(s, t, dice.random(), n) for s in "ab" for t in ids(6) for n in (1, 2)]
    mixed = random.Random(5).sample(rows, len(rows))
    assert leaderboard(rows, TASKS) == leaderboard(mixed, TASKS)
    assert paired_differences(rows) == paired_differences(mixed)


def test_breakdown_puts_each_task_into_its_group() -> None:
    rows = [result("a", task.id, 1.0 if task.difficulty == "hard" else 0.25) for task in TASKS]
    found = {row.group: (row.overall.estimate, row.tasks) for row in breakdown(rows, TASKS, "difficulty")}
    assert found == {"easy": (0.25, 8), "medium": (0.25, 16), "hard": (1.0, 8)}
    assert [row.group for row in breakdown(rows, TASKS, "difficulty")] == ["easy", "medium", "hard"]


def test_a_task_outside_the_suite_has_a_group_of_its_own() -> None:
    groups = [row.group for row in breakdown([result("a", "elsewhere"), result("a", "task-001")], TASKS, "discipline")]
    assert groups == ["biomedicine", "not in the suite"]


def test_best_of_k_takes_whole_candidates() -> None:
    rows = [result("a", "t", v, n) for n, v in enumerate((0.2, 0.4, 0.9), start=1)]
    curve = {row.k: row.expected for row in best_of_k(rows)}
    assert curve == pytest.approx({1: 0.5, 2: (0.4 + 0.9 + 0.9) / 3, 3: 0.9})
    assert leaderboard(rows, TASKS)[0].best == pytest.approx(0.9)


def test_a_failed_sample_does_not_drop_its_task_from_best_of_k() -> None:
    rows = [result("a", "t1", 0.8, 1), result("a", "t1", 0.8, 2)]
    rows += [
        result("a", "t2", status="no-drawing", score=None),
        result("a", "t2", None, 2, status="failed", score=None),
    ]
    assert [(row.k, row.expected, row.tasks) for row in best_of_k(rows)] == [(1, 0.4, 2), (2, 0.4, 1)]


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=5), min_size=1, max_size=6))
def test_best_of_k_never_falls_with_k(samples: list[list[float]]) -> None:
    rows = [result("a", f"t{i}", v, n) for i, values in enumerate(samples) for n, v in enumerate(values, start=1)]
    curve = [row.expected for row in best_of_k(rows)]
    assert all(b >= a - 1e-9 for a, b in pairwise(curve))
    means = task_means(rows, "overall").values()
    assert curve[0] == pytest.approx(sum(means) / len(means))


def test_paired_differences_use_common_tasks_and_better_first() -> None:
    rows = [result("a", t, 0.5) for t in ids(10)] + [result("b", t, 0.7) for t in ids(8)]
    (row,) = paired_differences(rows)
    assert (row.first, row.second, row.tasks) == ("b", "a", 8)
    assert row.difference.estimate == pytest.approx(0.2)
    assert row.p < 0.05


def test_holm_grows_with_the_number_of_pairs() -> None:
    rows = [result(s, t, v) for s, v in (("a", 0.9), ("b", 0.6), ("c", 0.3)) for t in ids(9)]
    found = paired_differences(rows)
    assert len(found) == 3
    assert all(row.p_holm >= row.p for row in found)
    assert max(row.p_holm / row.p for row in found) == pytest.approx(3)


def test_controls_are_compared_only_where_nothing_else_ran() -> None:
    controls = [result(c, t, 0.5, kind="control") for c in ("blank", "reference") for t in ids(3)]
    assert len(paired_differences(controls)) == 1
    assert paired_differences([*controls, *(result("a", t) for t in ids(3))]) == []


def test_errors_are_counted_by_kind_severity_and_drawing() -> None:
    def with_errors(system: str, task: str, *severities: str) -> DrawResult:
        errors = tuple(ErrorItem(kind="reversed-relation", severity=s, what="x") for s in severities)
        score = DrawScore(TF=1, SC=0, SQ=1, CA=1, overall=0.7, errors=errors)
        return result(system, task, score=score)

    rows = [with_errors("a", "t1", "critical", "minor"), with_errors("a", "t2"), with_errors("b", "t1", "major")]
    a, b = error_taxonomy(rows)
    assert (a.system, a.count, a.critical, a.major, a.minor, a.drawings, a.share) == ("a", 2, 1, 0, 1, 1, 0.5)
    assert (b.system, b.count, b.major) == ("b", 1, 1)


def test_no_results_give_empty_tables() -> None:
    assert leaderboard([], TASKS) == []
    assert breakdown([], TASKS, "discipline") == []
    assert error_taxonomy([]) == best_of_k([]) == paired_differences([]) == []
