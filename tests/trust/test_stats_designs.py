"""BCa intervals against SciPy, the stability of rankings, and the power of a design by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from graphicacy.trust.power import minimum_detectable_difference, tasks_needed
from graphicacy.trust.ranking import rank_stability
from graphicacy.trust.statistics import bca_range, cluster_bootstrap


@pytest.mark.parametrize("statistic", [np.mean, np.std])
def test_bca_is_that_of_scipy(statistic: object) -> None:
    values = np.random.default_rng(0).exponential(1, 40)
    theirs = stats.bootstrap((values,), statistic, n_resamples=4000, method="BCa", rng=np.random.default_rng(1))
    jackknife = [statistic(np.delete(values, i)) for i in range(40)]
    low, high = bca_range(statistic(values), theirs.bootstrap_distribution, jackknife)
    assert (low, high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)


def test_bca_is_none_where_it_is_not_defined() -> None:
    assert bca_range(5.0, [1.0, 2.0, 3.0], [1.0, 2.0]) == (None, None)
    assert bca_range(2.0, [1.0, 2.0, 3.0], [2.0, 2.0]) == (None, None)
    assert bca_range(2.0, [], []) == (None, None)


def test_bca_with_clusters_is_that_of_scipy_over_their_sums() -> None:
    rng = np.random.default_rng(3)
    sizes = rng.integers(1, 5, 24)
    clusters = np.repeat(np.arange(24), sizes)
    values = rng.exponential(1, len(clusters))
    sums = np.bincount(clusters, values)
    ours = cluster_bootstrap(values, clusters.tolist(), n=20_000, method="bca")
    theirs = stats.bootstrap(
        (sums, sizes), lambda s, c, axis: s.sum(axis) / c.sum(axis), paired=True, n_resamples=20_000, method="BCa",
        rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    assert ours.estimate == pytest.approx(values.mean())
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs), rel=0.02)
    plain = cluster_bootstrap(values, clusters.tolist(), n=20_000)
    assert ours.high is not None
    assert plain.high is not None
    assert ours.high > plain.high * 1.005, "the upper end of a skewed mean lies further out"
    assert cluster_bootstrap([1.0, 2.0], ["a", "a"], method="bca").low is None


def test_systems_far_apart_keep_their_ranks_and_equal_ones_share_them() -> None:
    noise = np.random.default_rng(0).normal(0, 0.1, (4, 32))
    found = rank_stability(noise + np.array([[0.9], [0.5], [0.5], [0.1]]))
    assert found.shares[0, 0] == found.shares[3, 3] == 1.0
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(4))
    assert (found.low[0], found.high[0]) == (1, 1)
    assert (found.low[1], found.high[1]) == (2, 3)
    assert found.same is not None
    assert 0.4 < found.same < 1
    assert found.tau is not None
    assert 0.6 < found.tau < 1


def test_one_system_has_no_ranking() -> None:
    assert rank_stability([[0.1, 0.2]]).same is None
    with pytest.raises(ValueError, match="systems × tasks"):
        rank_stability([0.1, 0.2])


@pytest.mark.parametrize(("tasks", "k"), [(12, 3), (32, 1), (100, 3)])
def test_the_power_of_a_design_is_what_was_asked_for(tasks: int, k: int) -> None:
    rng = np.random.default_rng(5)
    true = minimum_detectable_difference(tasks, k, 0.15, 0.2)
    per_task = rng.normal(true, 0.15, (4000, tasks))
    noise = rng.normal(0, 0.2, (2, 4000, tasks, k)).mean(axis=3)
    p = stats.ttest_1samp(per_task + noise[0] - noise[1], 0, axis=1).pvalue
    assert (p < 0.05).mean() == pytest.approx(0.8, abs=0.03)


def test_the_tasks_needed_are_the_fewest() -> None:
    n = tasks_needed(0.05, 3, 0.15, 0.2)
    assert minimum_detectable_difference(n, 3, 0.15, 0.2) <= 0.05
    assert minimum_detectable_difference(n - 1, 3, 0.15, 0.2) > 0.05


def test_more_tasks_and_samples_tell_smaller_differences() -> None:
    assert minimum_detectable_difference(64, 3, 0.1, 0.2) < minimum_detectable_difference(32, 3, 0.1, 0.2)
    assert minimum_detectable_difference(32, 6, 0.1, 0.2) < minimum_detectable_difference(32, 3, 0.1, 0.2)


@pytest.mark.parametrize("wrong", [{"tasks": 1}, {"k": 0}, {"sd_tasks": -1.0}, {"alpha": 1.0}, {"power": 0.4}])
def test_a_design_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        minimum_detectable_difference(**{"tasks": 32, "k": 3, "sd_tasks": 0.1, "sd_samples": 0.1, **wrong})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="difference"):
        tasks_needed(0, 3, 0.1, 0.1)


def test_equal_systems_share_their_ranks_whatever_their_order() -> None:
    scores = np.random.default_rng(1).random(20)
    found = rank_stability([scores, scores, scores - 1])
    assert found.shares.tolist() == [[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]]
    assert (found.low, found.high, found.same) == ((1, 1, 3), (2, 2, 3), 1.0)
