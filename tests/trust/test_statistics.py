"""Intervals, paired tests and weight sensitivity, against SciPy, brute force and worked examples."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from graphicacy.trust.statistics import (
    PUBLISHED_WEIGHTS,
    Interval,
    cluster_bootstrap,
    expected_best_of_k,
    holm,
    joint_resamples,
    paired_difference,
    percentile_range,
    sign_flip,
    weight_sensitivity,
    wilson_interval,
)

NAN = float("nan")
unit = st.floats(0, 1)


class TestClusterBootstrap:
    def test_estimate_is_the_pooled_mean(self) -> None:
        assert cluster_bootstrap([1, 1, 1, 0], ["a", "a", "a", "b"]).estimate == 0.75

    def test_single_values_agree_with_the_bootstrap_of_scipy(self) -> None:
        values = np.random.default_rng(0).beta(2, 3, 60)
        ours = cluster_bootstrap(values, range(60), n=20_000)
        theirs = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="percentile", rng=1).confidence_interval
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.004)

    def test_copies_of_a_value_within_a_task_add_no_certainty(self) -> None:
        values = np.random.default_rng(0).random(32)
        once = cluster_bootstrap(values, range(32))
        thrice = cluster_bootstrap(np.repeat(values, 3), np.repeat(np.arange(32), 3))
        assert (thrice.low, thrice.high) == pytest.approx((once.low, once.high))

    def test_clusters_of_unequal_size_agree_with_all_possible_resamples(self) -> None:
        size, value = np.array([1, 3, 6]), np.array([0.0, 0.5, 1.0])
        drawn = np.array(list(product(range(3), repeat=3)))
        means = (size * value)[drawn].sum(axis=1) / size[drawn].sum(axis=1)
        found = cluster_bootstrap(np.repeat(value, size), np.repeat(range(3), size), n=50_000, level=0.85)
        assert (found.low, found.high) == pytest.approx(tuple(np.quantile(np.repeat(means, 1000), [0.075, 0.925])))

    def test_interval_covers_the_truth_about_as_often_as_it_says(self) -> None:
        rng = np.random.default_rng(5)
        tasks = np.repeat(np.arange(40), 3)
        hits = 0
        for seed in range(300):
            values = rng.normal(size=40)[tasks] + rng.normal(size=120)
            found = cluster_bootstrap(values, tasks, n=500, level=0.9, seed=seed)
            assert found.low is not None
            assert found.high is not None
            hits += found.low <= 0 <= found.high
        assert 0.84 <= hits / 300 <= 0.95  # ignoring the clusters would give about 0.70

    def test_unscored_values_are_dropped_not_zero(self) -> None:
        assert cluster_bootstrap([0.5, NAN, 0.7], [1, 1, 2]) == cluster_bootstrap([0.5, 0.7], [1, 2])

    def test_one_cluster_has_no_interval_and_none_no_estimate(self) -> None:
        assert cluster_bootstrap([0.2, 0.4], ["a", "a"]) == Interval(pytest.approx(0.3), None, None)
        assert cluster_bootstrap([0.2, NAN], ["a", "b"]) == Interval(0.2, None, None)
        assert cluster_bootstrap([], []) == cluster_bootstrap([NAN], ["a"]) == Interval(None, None, None)

    def test_same_seed_same_interval(self) -> None:
        values = np.random.default_rng(0).random(20)
        assert cluster_bootstrap(values, range(20), seed=3) == cluster_bootstrap(values, range(20), seed=3)
        assert cluster_bootstrap(values, range(20), seed=3) != cluster_bootstrap(values, range(20), seed=4)

    def test_higher_level_is_wider(self) -> None:
        values = np.random.default_rng(0).random(20)
        narrow, wide = (cluster_bootstrap(values, range(20), level=level) for level in (0.8, 0.99))
        assert wide.low < narrow.low < narrow.high < wide.high  # type: ignore[operator]

    @given(st.lists(st.tuples(unit, st.integers(0, 5)), min_size=1, max_size=30))
    def test_interval_holds_the_estimate_of_equal_clusters_and_stays_in_range(
        self, pairs: list[tuple[float, int]]
    ) -> None:
        values, clusters = zip(*pairs, strict=True)
        found = cluster_bootstrap(values, clusters, n=200)
        assert found.estimate == pytest.approx(np.mean(values))
        if found.low is not None and found.high is not None:
            assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9

    @pytest.mark.parametrize("more", [{"n": 0}, {"level": 0.0}, {"level": 95}, {"clusters": ["a"]}])
    def test_bad_arguments_are_named(self, more: dict[str, object]) -> None:
        arguments = {"values": [1.0, 2.0], "clusters": ["a", "b"]} | more
        with pytest.raises(ValueError, match=r"n must|level must|one number per cluster"):
            cluster_bootstrap(**arguments)  # type: ignore[arg-type]


class TestPairedDifference:
    def test_exact_p_agrees_with_the_permutation_test_of_scipy(self) -> None:
        rng = np.random.default_rng(2)
        a, b = rng.random(10), rng.random(10) - 0.2
        theirs = stats.permutation_test((a - b,), np.mean, permutation_type="samples", n_resamples=np.inf)
        assert paired_difference(a, b, range(10)).p == pytest.approx(theirs.pvalue)

    def test_random_signs_come_near_the_exact_p(self) -> None:
        rng = np.random.default_rng(3)
        d = rng.normal(0.25, 1, 14)  # 14 clusters: just beyond the exact test
        signs = np.array(list(product((-1, 1), repeat=14)))
        exact = np.mean(np.abs(signs @ d) >= abs(d.sum()) - 1e-12)
        assert paired_difference(d, np.zeros(14), range(14)).p == pytest.approx(exact, abs=0.02)

    def test_signs_flip_by_cluster(self) -> None:
        d = np.ones(12)
        assert paired_difference(d, d * 0, range(12)).p == pytest.approx(2 / 2**12)
        assert paired_difference(d, d * 0, np.repeat(range(3), 4)).p == pytest.approx(2 / 2**3)

    def test_difference_is_first_minus_second_and_n_counts_clusters(self) -> None:
        found = paired_difference([0.9, 0.8, 0.7], [0.5, 0.5, NAN], ["a", "a", "b"])
        assert (found.difference, found.n) == (pytest.approx(0.35), 1)
        assert (found.low, found.high, found.p) == (None, None, None)

    def test_nothing_in_common_is_none(self) -> None:
        found = paired_difference([NAN, 1], [1, NAN], ["a", "b"])
        assert (found.difference, found.p, found.n) == (None, None, 0)

    def test_equal_systems_are_not_told_apart(self) -> None:
        values = np.random.default_rng(0).random(32)
        found = paired_difference(values, values, range(32))
        assert (found.difference, found.low, found.high, found.p) == (0, 0, 0, 1)

    def test_sums_that_differ_by_rounding_only_are_equal(self) -> None:
        whole = np.array([7, 3, 0, -4])
        signs = np.array(list(product((-1, 1), repeat=4)))
        exact = np.mean(np.abs(signs @ whole) >= abs(whole.sum()))
        assert paired_difference(whole / 10, whole * 0, range(4)).p == exact

    def test_p_is_never_zero(self) -> None:
        assert paired_difference(np.ones(40), np.zeros(40), range(40)).p == 1 / 10_000

    def test_false_alarms_keep_to_the_level(self) -> None:
        rng = np.random.default_rng(7)
        p = np.array([paired_difference(rng.random(12), rng.random(12), range(12), n=10).p for _ in range(400)])
        assert 0.02 <= np.mean(p <= 0.05) <= 0.08

    @given(hnp.arrays(float, st.tuples(st.just(2), st.integers(2, 9)), elements=unit))
    def test_swapping_the_systems_swaps_the_sign_only(self, pair: np.ndarray) -> None:  # type: ignore[type-arg]
        a, b = pair
        there, back = paired_difference(a, b, range(len(a)), n=50), paired_difference(b, a, range(len(a)), n=50)
        assert there.difference == pytest.approx(-back.difference)  # type: ignore[operator]
        assert there.p == pytest.approx(back.p)

    def test_lists_of_different_length_are_an_error(self) -> None:
        with pytest.raises(ValueError, match="same length"):
            paired_difference([1, 2], [1], ["a", "b"])


class TestHolm:
    def test_worked_example(self) -> None:
        # step down: .005 x 4, .01 x 3, .03 x 2, and .04 x 1 raised to the one before it
        assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])

    def test_untested_ones_do_not_count(self) -> None:
        assert holm([0.02, NAN, 0.03]) == pytest.approx([0.04, NAN, 0.04], nan_ok=True)

    def test_nothing_to_adjust(self) -> None:
        assert holm([]).tolist() == []

    @given(st.lists(unit, min_size=1, max_size=7))
    def test_rejects_what_the_closed_test_of_bonferroni_rejects(self, p: list[float]) -> None:
        # Holm is the closure of Bonferroni: adjusted p = the largest Bonferroni p over all families that hold it
        for i, adjusted in enumerate(holm(p)):
            others = [j for j in range(len(p)) if j != i]
            families = [(i, *rest) for r in range(len(p)) for rest in combinations(others, r)]
            assert adjusted == pytest.approx(max(min(1, len(f) * min(p[j] for j in f)) for f in families))


class TestExpectedBestOfK:
    @given(st.lists(unit, min_size=1, max_size=7), st.integers(1, 7))
    def test_is_the_mean_maximum_over_all_subsets(self, samples: list[float], k: int) -> None:
        (best,) = expected_best_of_k([samples], k)
        if k > len(samples):
            assert np.isnan(best)
        else:
            assert best == pytest.approx(np.mean([max(subset) for subset in combinations(samples, k)]))

    def test_one_is_the_mean_and_all_is_the_maximum(self) -> None:
        table = np.random.default_rng(0).random((5, 4))
        assert expected_best_of_k(table, 1) == pytest.approx(table.mean(axis=1))
        assert expected_best_of_k(table, 4) == pytest.approx(table.max(axis=1))

    def test_unscored_samples_are_left_out(self) -> None:
        assert expected_best_of_k([[1, NAN, 3], [NAN, NAN, 2]], 2) == pytest.approx([3, NAN], nan_ok=True)

    def test_is_unbiased(self) -> None:
        samples = np.random.default_rng(0).random((40_000, 5))
        assert expected_best_of_k(samples, 3).mean() == pytest.approx(3 / 4, abs=0.003)  # E max of 3 uniforms

    @pytest.mark.parametrize(("samples", "k"), [([1, 2], 1), ([[1, 2]], 0)])
    def test_bad_arguments_are_named(self, samples: object, k: int) -> None:
        with pytest.raises(ValueError, match="must be"):
            expected_best_of_k(samples, k)  # type: ignore[arg-type]


class TestWeightSensitivity:
    def test_a_system_better_in_everything_always_leads(self) -> None:
        found = weight_sensitivity([[0.9, 0.9, 0.9, 0.9], [0.5, 0.5, 0.5, 0.5], [0.2, 0.1, 0.4, 0.3]])
        assert (found.top_share, found.rank_change_share, found.kendall_tau) == ((1, 0, 0), 0, 1)

    def test_mirror_images_lead_half_of_the_time_each(self) -> None:
        # on the simplex the first weight beats the second in half of all draws
        found = weight_sensitivity([[1, 0, 0, 0], [0, 1, 0, 0]], n=40_000, weights=(0.31, 0.29, 0.2, 0.2))
        assert found.top_share == pytest.approx((0.5, 0.5), abs=0.01)
        assert found.rank_change_share == pytest.approx(0.5, abs=0.01)
        assert found.kendall_tau == pytest.approx(0, abs=0.02)

    def test_share_of_the_simplex_is_its_volume(self) -> None:
        # system 1 leads where w1 > 1/2; P(Dirichlet(1,1,1,1) component > 1/2) = (1 - 1/2)^3
        found = weight_sensitivity([[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5]], n=100_000)
        assert found.top_share[0] == pytest.approx(0.125, abs=0.004)

    def test_agrees_with_a_loop_over_weightings(self) -> None:
        scores = np.random.default_rng(4).random((5, 4)).round(1)
        found = weight_sensitivity(scores, n=300, seed=9)
        drawn = np.random.default_rng(9).dirichlet(np.ones(4), size=300)
        published = (scores @ PUBLISHED_WEIGHTS).round(12)
        totals = (scores @ drawn.T).T.round(12)
        assert found.kendall_tau == pytest.approx(np.mean([stats.kendalltau(t, published).statistic for t in totals]))
        ranks = np.array([stats.rankdata(t) for t in totals])
        assert found.rank_change_share == np.mean((ranks != stats.rankdata(published)).any(axis=1))
        assert found.top_share == pytest.approx(np.bincount(totals.argmax(axis=1), minlength=5) / 300)

    def test_ties_share_the_lead(self) -> None:
        assert weight_sensitivity([[0.5] * 4, [0.5] * 4]).top_share == (0.5, 0.5)

    def test_unscored_dimension_rescales_the_others(self) -> None:
        found = weight_sensitivity([[0.9, NAN, 0.9, 0.9], [0.8, 0.8, 0.8, 0.8]])
        assert found.top_share == (1, 0)

    def test_system_without_scores_is_left_out(self) -> None:
        found = weight_sensitivity([[NAN] * 4, [0.5] * 4])
        assert (found.top_share, found.rank_change_share, found.kendall_tau) == ((None, 1), 0, None)
        assert weight_sensitivity([[NAN] * 4]).top_share == (None,)

    def test_order_of_systems_does_not_matter(self) -> None:
        scores = np.random.default_rng(4).random((3, 4))
        base = weight_sensitivity(scores, n=500)
        for order in permutations(range(3)):
            other = weight_sensitivity(scores[list(order)], n=500)
            assert other.top_share == tuple(base.top_share[i] for i in order)
            assert other.rank_change_share == base.rank_change_share

    @pytest.mark.parametrize(
        "arguments", [{"scores": [[1, 2]]}, {"scores": [1, 2, 3, 4]}, {"scores": [[1] * 4], "n": 0}]
    )
    def test_bad_arguments_are_named(self, arguments: dict[str, object]) -> None:
        with pytest.raises(ValueError, match="must be"):
            weight_sensitivity(**arguments)  # type: ignore[arg-type]


class TestWilson:
    @pytest.mark.parametrize(("successes", "n", "level"), [(0, 10, 0.95), (10, 10, 0.95), (3, 7, 0.9), (81, 263, 0.95)])
    def test_agrees_with_scipy(self, successes: int, n: int, level: float) -> None:
        theirs = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
        found = wilson_interval(successes, n, level)
        assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)

    def test_published_example(self) -> None:
        # Newcombe 1998, table I: 81 of 263 and 0 of 20, method 3
        for (successes, n), (low, high) in {(81, 263): (0.2553, 0.3662), (0, 20): (0.0, 0.1611)}.items():
            found = wilson_interval(successes, n)
            assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)

    def test_nothing_tried_is_none(self) -> None:
        assert wilson_interval(0, 0) == Interval(None, None, None)

    def test_impossible_count_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="between 0 and n = 3"):
            wilson_interval(4, 3)


class TestJointResamples:
    def test_columns_share_the_clusters_of_a_resample(self) -> None:
        sums = np.array([[1.0, 2.0], [0.0, 0.0], [3.0, 6.0]])
        found = joint_resamples(sums, np.ones((3, 2)), n=50)
        assert found.shape == (50, 2)
        assert found[:, 1] == pytest.approx(2 * found[:, 0])
        assert len(np.unique(found)) > 3

    def test_one_column_gives_the_interval_of_the_cluster_bootstrap(self) -> None:
        values = np.random.default_rng(1).random(40)
        found = cluster_bootstrap(values, range(40), seed=4)
        assert (found.low, found.high) == percentile_range(joint_resamples(values[:, None], np.ones((40, 1)), seed=4))

    def test_a_column_without_a_drawn_value_is_not_a_number(self) -> None:
        found = joint_resamples([[1.0], [0.0]], [[1.0], [0.0]], n=200)
        assert 0.1 < np.isnan(found).mean() < 0.4  # both draws are of the second cluster in a quarter
        assert percentile_range(found) == (1.0, 1.0)
        assert percentile_range([NAN]) == (None, None)
        assert np.isnan(joint_resamples(np.empty((0, 2)), np.empty((0, 2)), n=3)).all()


class TestSignFlip:
    def test_few_clusters_are_tried_in_full_and_clusters_without_a_share_do_not_count(self) -> None:
        columns = np.zeros((40, 3))
        columns[:5, 0] = 1.0
        columns[7, 1] = 1.0
        assert sign_flip(columns).tolist() == [2 / 2**5, 1.0, 1.0]

    def test_many_clusters_agree_with_the_paired_test(self) -> None:
        values = np.random.default_rng(2).normal(0.3, 1, size=(60, 2))
        values[:, 1] = 0.0
        assert sign_flip(values, seed=5)[0] == paired_difference(values[:, 0], np.zeros(60), range(60), seed=5).p
