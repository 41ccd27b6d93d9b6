"""Weighted κ, Krippendorff's α on a published example, and the permutation test of a correlation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from graphicacy.trust.coefficients import cohen_kappa, icc, krippendorff_alpha, pearson, spearman, weighted_kappa
from graphicacy.trust.permutation import correlation_p

NAN = float("nan")
metrics = pytest.importorskip("sklearn.metrics")  # comes with pingouin

# Agresti 1990, Categorical Data Analysis, table 10.4 (Hout, Duncan & Sobel 1987): answers of husbands × wives.
# Kappa(SexualFun) of the R package vcd: unweighted .1293, with equal spacing .2374
COUPLES = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]

# Hayes & Krippendorff 2007, "Answering the Call for a Standard Reliability Measure for Coding Data", Communication
# Methods and Measures 1(1), table 1: five observers, forty articles; "-" was not judged. α at the ordinal level .7598
HAYES_2007 = """
112-2 1101- 2333- -00-0 000-0 000-0 102-1 1-20- 222-2 2111- -100- 0000- 1222- 33223 111-1 111-1 212-2 1233- 1101- 000-0
0011- 00-00 2333- 0000- 12-22 0111- 00010 1212- 1122- 112-2 110-0 2121- 22-22 3222- 222-2 223-2 222-2 22-12 2222- 111-1
"""

ratings = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=30)


def spread(table: list[list[int]]) -> tuple[list[int], list[int]]:
    """The two ratings of each item that a table counts."""
    cells = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return [i for i, _ in cells], [j for _, j in cells]


class TestWeightedKappa:
    def test_published_example(self) -> None:
        a, b = spread(COUPLES)
        assert cohen_kappa(a, b) == pytest.approx(0.1293, abs=5e-5)
        assert weighted_kappa(a, b, "linear") == pytest.approx(0.2374, abs=5e-5)

    @given(ratings)
    def test_agrees_with_scikit_learn(self, pairs: list[tuple[int, int]]) -> None:
        a, b = zip(*pairs, strict=True)
        if len({*a, *b}) < 2:
            assert weighted_kappa(a, b, "linear") is None
            assert weighted_kappa(a, b) is None
            return
        for weights in ("linear", "quadratic"):
            theirs = metrics.cohen_kappa_score(a, b, weights=weights, labels=[1, 2, 3, 4, 5])
            assert weighted_kappa(a, b, weights) == pytest.approx(theirs, abs=1e-12)

    @given(ratings, st.floats(-1e6, 1e6), st.floats(0.1, 100))
    def test_shift_and_unit_do_not_matter(self, pairs: list[tuple[int, int]], shift: float, unit: float) -> None:
        a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
        for weights in ("linear", "quadratic"):
            plain = weighted_kappa(a, b, weights)
            if plain is not None:
                moved = weighted_kappa(a * unit + shift, b * unit + shift, weights)
                assert moved == pytest.approx(plain, abs=1e-6)

    def test_of_two_categories_it_is_cohens(self) -> None:
        a, b = [0, 0, 1, 1, 1, 0, 1], [0, 1, 1, 1, 0, 0, 1]
        assert weighted_kappa(a, b, "linear") == pytest.approx(cohen_kappa(a, b))
        assert weighted_kappa(a, b) == pytest.approx(cohen_kappa(a, b))

    def test_by_squares_it_is_close_to_an_intraclass_correlation(self) -> None:
        rng = np.random.default_rng(1)
        a = rng.normal(size=4000)
        b = a + rng.normal(size=4000)
        assert weighted_kappa(a, b) == pytest.approx(icc(np.array([a, b]), "2").value, abs=1e-3)

    def test_missing_none_and_unequal(self) -> None:
        assert weighted_kappa([1, 2, NAN, 3], [1, 2, 3, NAN], "linear") == 1
        assert weighted_kappa([NAN], [1]) is None
        assert weighted_kappa([], []) is None
        assert weighted_kappa([2, 2], [2, 2], "linear") is None
        with pytest.raises(ValueError, match="same length"):
            weighted_kappa([1, 2], [1])

    def test_many_different_values_take_no_table(self) -> None:
        rng = np.random.default_rng(2)
        a, b = rng.random(100_000), rng.random(100_000)
        assert weighted_kappa(a, b, "linear") == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(("level", "alpha"), [("ordinal", 0.7598), ("nominal", 0.4765)])
def test_alpha_of_the_example_of_hayes_and_krippendorff(level: str, alpha: float) -> None:
    data = np.array([[NAN if mark == "-" else float(mark) for mark in unit] for unit in HAYES_2007.split()]).T
    assert data.shape == (5, 40)
    assert np.count_nonzero(~np.isnan(data)) == 159
    assert krippendorff_alpha(data, level) == pytest.approx(alpha, abs=5e-5)  # type: ignore[arg-type]


class TestPermutation:
    @pytest.mark.parametrize(("coefficient", "of"), [("spearman", spearman), ("pearson", pearson)])
    def test_is_that_of_all_orders(self, coefficient, of) -> None:  # type: ignore[no-untyped-def]
        x, y = [1.0, 2.0, 2.0, 4.0, 9.0, 5.0], [2.0, 1.0, 4.0, 3.0, 6.0, 6.0]
        found = abs(of(x, y))
        exact = np.mean([abs(of(x, order)) >= found - 1e-9 for order in permutations(y)])
        assert correlation_p(x, y, coefficient) == pytest.approx(exact, abs=0.015)

    def test_agrees_with_scipy_where_there_are_many(self) -> None:
        rng = np.random.default_rng(5)
        x = rng.normal(size=80)
        y = 0.2 * x + rng.normal(size=80)
        assert correlation_p(x, y) == pytest.approx(stats.spearmanr(x, y).pvalue, abs=0.012)
        assert correlation_p(x, y, "pearson") == pytest.approx(stats.pearsonr(x, y).pvalue, abs=0.012)

    def test_is_level_without_a_correlation(self) -> None:
        rng = np.random.default_rng(6)
        p = [correlation_p(rng.normal(size=12), rng.integers(1, 6, 12), n=199, seed=i) for i in range(400)]
        assert np.mean([one is not None and one <= 0.05 for one in p]) == pytest.approx(0.05, abs=0.03)

    def test_is_never_zero_and_repeats_with_its_seed(self) -> None:
        x = np.arange(30.0)
        assert correlation_p(x, x**3, n=99) == 0.01
        y = x[::-1] + 20 * np.random.default_rng(3).random(30)
        assert correlation_p(x, y, "pearson", seed=4) == correlation_p(x, y, "pearson", seed=4)

    def test_of_tiny_and_shifted_values_is_the_same(self) -> None:
        rng = np.random.default_rng(8)
        x, y = rng.normal(size=20), rng.normal(size=20)
        assert correlation_p(x * 1e-9, y + 100, "pearson", n=499) == correlation_p(x, y, "pearson", n=499)

    def test_undefined_is_none_and_missing_pairs_are_dropped(self) -> None:
        assert correlation_p([1, 1, 1], [1, 2, 3]) is None
        assert correlation_p([1, NAN], [1, 2]) is None
        assert correlation_p([], []) is None
        x, y = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]
        assert correlation_p([*x, NAN, 6], [*y, 1, NAN]) == correlation_p(x, y)
        with pytest.raises(ValueError, match="n must be at least 1"):
            correlation_p(x, y, n=0)
