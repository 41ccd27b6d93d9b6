"""Correlation and agreement coefficients, against SciPy, the krippendorff package and published worked examples."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from graphicacy.trust.agreement import (
    cohen_kappa,
    fleiss_kappa,
    kendall_tau_b,
    krippendorff_alpha,
    pearson,
    spearman,
)

NAN = float("nan")

# Fleiss 1971, table 1: 30 patients, 6 psychiatrists each, 5 diagnoses; published kappa .430
FLEISS_1971 = [
    [0, 0, 0, 6, 0], [0, 3, 0, 0, 3], [0, 1, 4, 0, 1], [0, 0, 0, 0, 6], [0, 3, 0, 3, 0], [2, 0, 4, 0, 0],
    [0, 0, 4, 0, 2], [2, 0, 3, 1, 0], [2, 0, 0, 4, 0], [0, 0, 0, 0, 6], [1, 0, 0, 5, 0], [1, 1, 0, 4, 0],
    [0, 3, 3, 0, 0], [1, 0, 0, 5, 0], [0, 2, 0, 3, 1], [0, 0, 5, 0, 1], [3, 0, 0, 1, 2], [5, 1, 0, 0, 0],
    [0, 2, 0, 4, 0], [1, 0, 2, 0, 3], [0, 0, 0, 0, 6], [0, 1, 0, 5, 0], [0, 2, 0, 1, 3], [2, 0, 0, 4, 0],
    [1, 0, 0, 4, 1], [0, 5, 0, 1, 0], [4, 0, 0, 0, 2], [0, 2, 0, 4, 0], [1, 0, 5, 0, 0], [0, 0, 0, 0, 6],
]  # fmt: skip

# Krippendorff 2011, section E: four observers, twelve units, missing values
KRIPPENDORFF_2011 = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]

lists = hnp.arrays(float, st.tuples(st.just(2), st.integers(2, 30)), elements=st.integers(-4, 4).map(float))
ratings = hnp.arrays(
    float, st.tuples(st.integers(2, 4), st.integers(2, 8)), elements=st.sampled_from([1.0, 2.0, 3.0, 5.0, NAN])
)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(pearson, stats.pearsonr), (spearman, stats.spearmanr), (kendall_tau_b, stats.kendalltau)],
)
class TestCorrelations:
    @given(pair=lists)
    def test_agrees_with_scipy_ties_included(self, ours, theirs, pair) -> None:  # type: ignore[no-untyped-def]
        x, y = pair
        if np.ptp(x) == 0 or np.ptp(y) == 0:
            assert ours(x, y) is None
        else:
            assert ours(x, y) == pytest.approx(theirs(x, y).statistic, abs=1e-9)

    def test_pairs_with_a_missing_side_are_dropped(self, ours, theirs) -> None:  # type: ignore[no-untyped-def]
        x, y = [1, 2, NAN, 4, 5], [2, 1, 3, NAN, 9]
        assert ours(x, y) == pytest.approx(ours([1, 2, 5], [2, 1, 9]))

    def test_undefined_is_none(self, ours, theirs) -> None:  # type: ignore[no-untyped-def]
        assert ours([], []) is ours([1], [2]) is ours([1, 1, 1], [1, 2, 3]) is ours([1, NAN], [NAN, 1]) is None

    def test_lists_of_different_length_are_an_error(self, ours, theirs) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(ValueError, match="same length"):
            ours([1, 2], [1, 2, 3])


def test_pearson_of_tiny_and_huge_values_stays_exact() -> None:
    x = np.array([1.0, 2.0, 4.0])
    assert pearson(x * 1e-200, x * 1e200) == pytest.approx(1)


def test_kendall_over_more_rows_than_one_block() -> None:
    x, y = np.random.default_rng(0).integers(0, 50, (2, 2500))
    assert kendall_tau_b(x, y) == pytest.approx(stats.kendalltau(x, y).statistic)


class TestCohen:
    def test_worked_example(self) -> None:
        # 140 of 200 agree (.70); by chance (.60 x .50 + .30 x .30 + .10 x .20) = .41; (.70 - .41) / .59
        table = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
        a, b = (np.repeat(axis.ravel(), table.ravel()) for axis in np.indices(table.shape))
        assert cohen_kappa(a, b) == pytest.approx(0.29 / 0.59)

    def test_perfect_chance_and_opposite(self) -> None:
        assert cohen_kappa([0, 1, 0, 1], [0, 1, 0, 1]) == 1
        assert cohen_kappa([0, 0, 1, 1], [0, 1, 0, 1]) == 0
        assert cohen_kappa([0, 1], [1, 0]) == -1

    def test_missing_items_are_dropped(self) -> None:
        assert cohen_kappa([0, 1, NAN, 1], [0, 1, 0, NAN]) == 1

    def test_one_category_throughout_is_undefined(self) -> None:
        assert cohen_kappa([1, 1], [1, 1]) is None
        assert cohen_kappa([], []) is None


class TestFleiss:
    def test_published_example(self) -> None:
        assert fleiss_kappa(FLEISS_1971) == pytest.approx(0.430, abs=5e-4)

    def test_undefined_is_none(self) -> None:
        assert fleiss_kappa([[3, 0], [3, 0]]) is None
        assert fleiss_kappa(np.empty((0, 2))) is None

    @pytest.mark.parametrize("counts", [[[2, 1], [2, 0]], [[1, 0], [0, 1]]])
    def test_unequal_or_single_raters_are_an_error(self, counts: list[list[int]]) -> None:
        with pytest.raises(ValueError, match="same number of raters"):
            fleiss_kappa(counts)

    @given(hnp.arrays(int, st.tuples(st.just(2), st.integers(2, 20)), elements=st.integers(0, 2)))
    def test_two_raters_give_scotts_pi(self, pair) -> None:  # type: ignore[no-untyped-def]
        a, b = pair
        pooled = np.bincount(pair.ravel(), minlength=3) / pair.size
        chance = pooled @ pooled
        found = fleiss_kappa(np.eye(3)[a] + np.eye(3)[b])
        assert found == (None if chance == 1 else pytest.approx((np.mean(a == b) - chance) / (1 - chance)))


class TestKrippendorff:
    @pytest.mark.parametrize(
        ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
    )
    def test_published_example(self, level, alpha) -> None:  # type: ignore[no-untyped-def]
        assert krippendorff_alpha(KRIPPENDORFF_2011, level) == pytest.approx(alpha, abs=5e-4)

    @pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
    @given(data=ratings)
    def test_agrees_with_the_krippendorff_package(self, level, data) -> None:  # type: ignore[no-untyped-def]
        ours = krippendorff_alpha(data, level)
        counted = data[:, (~np.isnan(data)).sum(axis=0) >= 2]
        if len(np.unique(counted[~np.isnan(counted)])) < 2:
            assert ours is None
        else:
            assert ours == pytest.approx(krippendorff.alpha(counted, level_of_measurement=level), abs=1e-9)

    @given(data=ratings, seed=st.integers(0, 5))
    def test_order_of_raters_and_items_does_not_matter(self, data, seed) -> None:  # type: ignore[no-untyped-def]
        rng = np.random.default_rng(seed)
        shuffled = rng.permutation(rng.permutation(data, axis=0), axis=1)
        found, again = krippendorff_alpha(data, "ordinal"), krippendorff_alpha(shuffled, "ordinal")
        assert again == (None if found is None else pytest.approx(found))

    def test_levels_below_ratio_ignore_shift_and_ordinal_any_stretch(self) -> None:
        data = np.array(KRIPPENDORFF_2011)
        assert krippendorff_alpha(data - 10, "interval") == pytest.approx(krippendorff_alpha(data, "interval"))
        assert krippendorff_alpha(np.exp(data), "ordinal") == pytest.approx(krippendorff_alpha(data, "ordinal"))

    def test_perfect_agreement_is_one_and_no_variation_undefined(self) -> None:
        assert krippendorff_alpha([[1, 2, 3], [1, 2, 3]]) == 1
        assert krippendorff_alpha([[2, 2], [2, 2]]) is None
        assert krippendorff_alpha([[1, NAN], [NAN, 2]]) is None
        assert krippendorff_alpha(np.empty((0, 4))) is None

    def test_bad_tables_are_named(self) -> None:
        with pytest.raises(ValueError, match="must not be negative"):
            krippendorff_alpha([[-1, 2], [1, 2]], "ratio")
        with pytest.raises(ValueError, match="raters × items"):
            krippendorff_alpha([1, 2, 3])
