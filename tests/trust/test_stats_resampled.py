"""Intraclass correlations, the F distribution, and coefficients in many resamples at once, against SciPy, pingouin,
krippendorff and published examples."""

from __future__ import annotations

import krippendorff
import numpy as np
import pandas as pd
import pingouin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from graphicacy.trust.coefficients import icc, kendall_tau_b, krippendorff_alpha, pearson, spearman
from graphicacy.trust.fisher import f_quantile, f_tail
from graphicacy.trust.intraclass import IccKind
from graphicacy.trust.resampled import times_drawn
from graphicacy.trust.statistics import alpha_resamples, correlation_resamples, icc_resamples

# Shrout & Fleiss (1979), table 2: four judges rate six targets.
TARGETS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
PUBLISHED: dict[IccKind, float] = {"1": 0.17, "2": 0.29, "3": 0.71, "1k": 0.44, "2k": 0.62, "3k": 0.91}
KINDS: tuple[IccKind, ...] = ("1", "2", "3", "1k", "2k", "3k")


def _ratings(items: int = 30, raters: int = 4, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.clip(np.round(rng.normal(3, 1, items) + rng.normal(0, 0.8, (raters, items))), 1, 5)


@pytest.mark.parametrize("kind", KINDS)
def test_icc_of_the_published_example(kind: IccKind) -> None:
    found = icc(np.array(TARGETS, float).T, kind)
    assert found.value == pytest.approx(PUBLISHED[kind], abs=0.005)


def test_icc_and_intervals_equal_those_of_pingouin() -> None:
    table = _ratings()
    rows = [(item, rater, table[rater, item]) for rater in range(4) for item in range(30)]
    named = pd.DataFrame(rows, columns=["item", "rater", "rating"])
    expected = pingouin.intraclass_corr(named, "item", "rater", "rating")
    for kind, row in zip(KINDS, expected.itertuples(), strict=True):
        found = icc(table, kind)
        assert found.value == pytest.approx(row.ICC, abs=1e-9)
        assert (found.f, found.df1, found.df2) == pytest.approx((row.F, row.df1, row.df2))
        assert found.p == pytest.approx(row.pval, rel=1e-6)
        assert (found.low, found.high) == pytest.approx(tuple(row.CI95), abs=0.0051)  # pingouin rounds to hundredths


@pytest.mark.parametrize("df1", [1, 2.5, 9, 60, 900])
@pytest.mark.parametrize("df2", [1, 3.3, 40, 1200])
def test_the_f_distribution_is_that_of_scipy(df1: float, df2: float) -> None:
    for p in (0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.999):
        f = stats.f.ppf(p, df1, df2)
        assert f_quantile(p, df1, df2) == pytest.approx(f, rel=1e-9)
        assert f_tail(f, df1, df2) == pytest.approx(stats.f.sf(f, df1, df2), rel=1e-9)


def test_icc_is_none_where_it_is_not_defined() -> None:
    assert icc(np.full((3, 5), 2.0), "2k").value is None
    assert icc([[1.0, 2.0, 3.0]], "2k").value is None
    assert icc([[1.0], [2.0]], "1").value is None
    assert icc([[1.0, np.nan], [2.0, 3.0]], "1").n == 1


def test_without_degrees_of_freedom_there_is_no_interval() -> None:
    found = icc([[2.0, 1.0], [2.0, 3.0]], "2")
    assert (found.value, found.low, found.high) == (pytest.approx(-1.0), None, None)


@given(st.lists(st.lists(st.integers(1, 3), min_size=2, max_size=4), min_size=2, max_size=4), st.sampled_from(KINDS))
@settings(max_examples=300, deadline=None)
def test_no_small_table_breaks_it(rows: list[list[int]], kind: IccKind) -> None:
    table = np.array([row[:2] for row in rows], float)
    found = icc(table, kind)
    if found.low is not None and found.high is not None and found.value is not None:
        assert np.isfinite([found.low, found.high]).all()
        assert found.low - 1e-9 <= found.value <= found.high + 1e-9


def test_raters_who_agree_wholly_have_an_icc_of_one_without_an_interval() -> None:
    found = icc([[1.0, 2.0, 4.0]] * 3, "2")
    assert (found.value, found.low, found.f) == (pytest.approx(1.0), None, None)


@given(st.integers(0, 10_000), st.floats(-50, 50))
@settings(max_examples=20, deadline=None)
def test_icc3_forgives_a_shift_of_one_rater_and_icc2_one_of_all(seed: int, by: float) -> None:
    table = _ratings(12, 3, seed)
    shifted = table + np.array([[by], [0.0], [0.0]])
    assert icc(shifted, "3").value == pytest.approx(icc(table, "3").value, abs=1e-7)
    assert icc(table + by, "2").value == pytest.approx(icc(table, "2").value, abs=1e-7)


def _drawn(values: np.ndarray, seed: int, items: int, row: int, n: int = 50) -> np.ndarray:
    times = times_drawn(np.random.default_rng(seed), items, n)[row].astype(int)
    return np.repeat(values, times, axis=-1)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("decimals", [0, 2])
def test_alpha_of_resamples_is_that_of_the_drawn_items(level: str, decimals: int) -> None:
    table = np.round(
        _ratings(40) + (0 if decimals == 0 else np.random.default_rng(1).normal(0, 0.1, (4, 40))), decimals
    )
    table = np.abs(table)
    table[np.random.default_rng(2).random(table.shape) < 0.2] = np.nan
    found = alpha_resamples(table, level, 50, seed=7)
    for row in (0, 13, 49):
        drawn = _drawn(table, 7, 40, row)
        assert found[row] == pytest.approx(krippendorff_alpha(drawn, level), abs=1e-9)
        expected = krippendorff.alpha(drawn, level_of_measurement=level)
        assert found[row] == pytest.approx(expected, abs=1e-9)


def test_items_with_one_rating_do_not_count_in_alpha() -> None:
    table = _ratings(40)
    table[np.random.default_rng(2).random(table.shape) < 0.6] = np.nan
    assert ((~np.isnan(table)).sum(axis=0) == 1).sum() > 8
    found = alpha_resamples(table, "ordinal", 50, seed=7)
    assert found[3] == pytest.approx(krippendorff_alpha(_drawn(table, 7, 40, 3), "ordinal"), abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_icc_of_resamples_is_that_of_the_drawn_items(kind: IccKind) -> None:
    table = _ratings(25)
    found = icc_resamples(table, kind, 50, seed=3)
    for row in (0, 20, 49):
        assert found[row] == pytest.approx(icc(_drawn(table, 3, 25, row), kind).value, abs=1e-9)


@pytest.mark.parametrize(("name", "plain"), [("pearson", pearson), ("spearman", spearman), ("kendall", kendall_tau_b)])
def test_correlations_of_resamples_are_those_of_the_drawn_pairs(name: str, plain: object) -> None:
    x, y = _ratings(30)[:2]
    x[4] = np.nan
    found = correlation_resamples(x, y, name, 50, seed=5)
    for row in (0, 17, 49):
        assert found[row] == pytest.approx(plain(_drawn(x, 5, 30, row), _drawn(y, 5, 30, row)), abs=1e-9)


def test_whole_clusters_are_drawn() -> None:
    table = _ratings(20)
    clusters = [i // 5 for i in range(20)]
    times = times_drawn(np.random.default_rng(1), 4, 30)
    found = alpha_resamples(table, "ordinal", 30, seed=1, clusters=clusters)
    drawn = np.repeat(table, times[8][clusters].astype(int), axis=1)
    assert found[8] == pytest.approx(krippendorff_alpha(drawn, "ordinal"), abs=1e-9)


def test_what_is_not_defined_is_nan() -> None:
    assert np.isnan(alpha_resamples(np.full((2, 5), 3.0), "ordinal", 4)).all()
    assert np.isnan(icc_resamples(np.full((1, 5), 3.0), "2k", 4)).all()
    assert np.isnan(correlation_resamples([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], "spearman", 4)).all()
    assert np.isnan(correlation_resamples([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], "pearson", 4)).all()
    assert np.isnan(correlation_resamples([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], "kendall", 4)).all()


def test_one_seed_gives_the_same_resamples() -> None:
    table = _ratings(15)
    assert (alpha_resamples(table, "ordinal", 20, 4) == alpha_resamples(table, "ordinal", 20, 4)).all()
    assert (alpha_resamples(table, "ordinal", 20, 4) != alpha_resamples(table, "ordinal", 20, 5)).any()


def test_intervals_cover_what_they_should() -> None:
    """Nine of ten 90 % intervals of ICC(2, k) hold the true value, within the error of 200 trials."""
    rng, true, hits = np.random.default_rng(8), 0.0, 0
    true = 4 / (1 + 1) * 1 / (1 + 3 * 0.5)  # four raters, variance 1 of items and 1 of error: .8
    for _ in range(200):
        found = icc(rng.normal(0, 1, 40) + rng.normal(0, 1, (4, 40)), "2k", level=0.9)
        hits += found.low is not None and found.high is not None and found.low <= true <= found.high
    assert 168 <= hits <= 192
