"""Ranks over resamples of tasks, and what a run can tell, on runs whose spread is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphicacy.draw.record import DrawResult
from graphicacy.report.site import write_site
from graphicacy.report.stability import AIM, power_of_drawing, power_of_intervals, ranks_by_tasks
from graphicacy.report.tables import leaderboard
from graphicacy.trust.power import minimum_detectable_difference
from graphicacy.trust.statistics import Interval
from report.synthetic_runs import SUITE, make_run, make_tasks, result
from report.test_report_page import Page


def run(
    means: Sequence[float], tasks: int = 32, k: int = 3, sd_tasks: float = 0.1, sd_samples: float = 0.08, seed: int = 0
) -> list[DrawResult]:
    """Systems a, b, … whose differences vary over tasks by ``sd_tasks``, and samples by ``sd_samples``."""
    rng = np.random.default_rng(seed)
    found = []
    for name, mean in zip("abcdef", means, strict=False):
        of_tasks = rng.normal(mean, sd_tasks / np.sqrt(2), tasks)
        scores = of_tasks[:, None] + rng.normal(0, sd_samples, (tasks, k))
        found += [result(name, f"t{t:03d}", float(scores[t, n]), n + 1) for t in range(tasks) for n in range(k)]
    return found


def test_systems_far_apart_keep_their_ranks_and_close_ones_do_not() -> None:
    found = ranks_by_tasks(run([0.5, 0.8, 0.51]))
    assert found is not None
    assert (found.kind, found.tasks) == ("system", 32)
    first, second, third = found.rows
    assert (first.system, first.rank, first.low, first.high, first.first) == ("b", 1, 1, 1, 1.0)
    assert (second.low, second.high, third.low, third.high) == (2, 3, 2, 3)
    assert {second.system, third.system} == {"a", "c"}
    assert 0.3 < found.same < 1


def test_the_order_is_that_of_the_leaderboard() -> None:
    results = run([0.5, 0.52, 0.51, 0.49], tasks=8)
    found = ranks_by_tasks(results)
    assert found is not None
    assert [row.system for row in found.rows] == [row.system for row in leaderboard(results, SUITE)]
    assert sum(row.first for row in found.rows) == pytest.approx(1)


def test_controls_are_ranked_only_where_nothing_else_was_run() -> None:
    systems = run([0.4, 0.6], tasks=6)
    controls = [r.model_copy(update={"kind": "control", "system": f"control/{r.system}"}) for r in systems]
    both, alone = ranks_by_tasks([*systems, *controls]), ranks_by_tasks(controls)
    assert both is not None
    assert alone is not None
    assert {row.system for row in both.rows} == {"a", "b"}
    assert (alone.kind, len(alone.rows)) == ("control", 2)


def test_one_system_or_one_task_has_no_ranking_and_no_power() -> None:
    for results in ([], run([0.5]), run([0.5, 0.6], tasks=1)):
        assert ranks_by_tasks(results) is None
        assert power_of_drawing(results) is None


def test_the_power_is_that_of_the_spread_that_was_planted() -> None:
    found = power_of_drawing(run([0.5, 0.6, 0.4, 0.5], tasks=200))
    assert found is not None
    assert (found.n, found.k) == (200, 3)
    assert found.difference == pytest.approx(minimum_detectable_difference(200, 3, 0.1, 0.08), rel=0.1)
    assert found.least == pytest.approx(minimum_detectable_difference(200, 3, 0.1, 0.0), rel=0.15)
    assert found.needed == pytest.approx(200 * (found.difference / AIM) ** 2, rel=0.03)


def test_of_one_sample_the_spread_is_not_told_apart_and_the_difference_is_the_same() -> None:
    found = power_of_drawing(run([0.5, 0.6, 0.4], tasks=200, k=1))
    assert found is not None
    assert found.least is None
    assert found.difference == pytest.approx(minimum_detectable_difference(200, 1, 0.1, 0.08), rel=0.1)


def test_where_samples_explain_all_no_least_difference_is_told() -> None:
    found = power_of_drawing(run([0.5, 0.6], tasks=40, sd_tasks=0.0, sd_samples=0.1, seed=2))
    assert found is not None
    assert found.difference == pytest.approx(minimum_detectable_difference(40, 3, 0.0, 0.1), rel=0.2)
    assert found.least is None or found.least < found.difference / 2


def test_scores_that_never_vary_have_no_power_to_speak_of() -> None:
    assert power_of_drawing(run([0.5, 0.6], sd_tasks=0, sd_samples=0)) is None


@pytest.mark.parametrize("wild", [1e300, -1.0, float("inf")])
def test_a_score_that_no_scorer_gives_does_not_count(wild: float) -> None:
    good = [r for r in run([0.5, 0.6], tasks=9) if r.task != "t008"]
    bad = [result("a", "t008", wild), result("b", "t008", 0.5)]
    assert power_of_drawing([*good, *bad]) == power_of_drawing(good)
    assert power_of_intervals([(Interval(0.0, -abs(wild) - 2, 1.0), 9)]) is None


def test_power_from_intervals_is_that_of_the_standard_error() -> None:
    error = 0.1 / np.sqrt(50)
    interval = Interval(0.0, -1.96 * error, 1.96 * error)
    found = power_of_intervals([(interval, 50), (None, 3), (Interval(0.1, None, None), 1)])
    assert found is not None
    assert (found.n, found.least) == (50, None)
    assert found.difference == pytest.approx(minimum_detectable_difference(50, 1, 0.1, 0.0), rel=1e-3)
    assert power_of_intervals([(None, 3)]) is None
    assert power_of_intervals([(Interval(0.1, 0.1, 0.1), 9)]) is None


def test_the_page_says_both(tmp_path: Path) -> None:
    tasks = make_tasks(4)
    folder = make_run(tmp_path / "run", tasks, k=2, controls=False)
    write_site([folder], tmp_path / "out", tasks)
    text = Page((tmp_path / "out" / "draw.html").read_text(encoding="utf-8")).text
    assert "Ranks over resampled tasks" in text
    assert "ranks first in" in text
    assert "told apart in 4 of 5 runs like this one" in text
