"""What is said of ratings: published worked examples, raters made with a known agreement, and what is undefined."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray
from scipy import stats

from graphicacy.trust.ratings import BadRatings, DimensionAgreement, Ratings, agreement, read_ratings
from graphicacy.trust.ratings.read import ANY_SCALE
from graphicacy.trust.ratings.record import DimensionRatings

NAN = math.nan
Floats = NDArray[np.float64]

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section E: four observers, twelve units
KRIPPENDORFF_2011 = """unit,A,B,C,D
1,1,1,,1
2,2,2,3,2
3,3,3,3,3
4,3,3,3,3
5,2,2,2,2
6,1,2,3,4
7,4,4,4,4
8,1,1,2,1
9,2,2,2,2
10,,5,5,5
11,,,1,1
12,,3,,
""".replace("unit", "item")

# Shrout & Fleiss 1979, table 2: six targets, four judges
SHROUT_FLEISS_1979 = "item,j1,j2,j3,j4\n1,9,2,5,8\n2,6,1,3,2\n3,8,4,6,8\n4,7,1,2,6\n5,10,5,6,9\n6,6,2,4,7\n"


def table(ratings: Any, name: str = "SQ", **more: Any) -> Ratings:
    """Ratings of one dimension from raters × items."""
    values = np.asarray(ratings, dtype=float)
    raters, items = (
        tuple(f"{kind}{n + 1}" for n in range(size)) for kind, size in zip("ri", values.shape, strict=True)
    )
    more = {"auto": np.full(len(items), NAN), "tasks": ("",) * len(items), **more}
    return Ratings((DimensionRatings(name, raters, items, values, **more),), "made")


def analysed(ratings: Any, level: Any = "ordinal", n: int = 200, **more: Any) -> DimensionAgreement:
    found = agreement(table(ratings, **more), level, n)
    return found.dimensions["SQ"]


def simulated(items: int, noises: Sequence[float], seed: int = 0) -> tuple[Floats, Floats]:
    """True qualities with variance 1, and raters who see them with normal noise of these deviations."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=items)
    return truth, np.array([truth + noise * rng.normal(size=items) for noise in noises])


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Ratings]:
    def write(text: str) -> Ratings:
        (tmp_path / "r.csv").write_text(text, encoding="utf-8")
        return read_ratings(tmp_path / "r.csv", ANY_SCALE)

    return write


class TestPublished:
    @pytest.mark.parametrize(
        ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
    )
    def test_krippendorff_2011(self, written: Callable[[str], Ratings], level: Any, alpha: float) -> None:
        found = agreement(written(KRIPPENDORFF_2011), level, 200).dimensions["rating"]
        assert found.statistics["krippendorff_alpha"].value == pytest.approx(alpha, abs=6e-4)
        assert (found.n_items, found.n_raters, found.n_ratings, found.n_missing, found.n_complete) == (12, 4, 41, 7, 8)

    def test_shrout_and_fleiss_1979(self, written: Callable[[str], Ratings]) -> None:
        found = agreement(written(SHROUT_FLEISS_1979), "interval", 200).dimensions["rating"].statistics
        assert found["icc_11"].value == pytest.approx(0.17, abs=5e-3)
        assert found["icc_21"].value == pytest.approx(0.29, abs=5e-3)
        assert found["icc_2k"].value == pytest.approx(0.62, abs=5e-3)
        assert (found["icc_11"].low, found["icc_11"].high) == pytest.approx((-0.1333, 0.7226), abs=5e-3)
        assert (found["icc_21"].low, found["icc_21"].high) == pytest.approx((0.0188, 0.7611), abs=5e-3)
        assert found["icc_2k"].method == "F distribution"
        assert found["icc_2k"].bootstrap is not None

    def test_fleiss_1971(self) -> None:
        # the first ten of thirty patients of table 1; by the formula from the counts
        rows = "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006".split()  # noqa: SIM905
        counts = np.array([[int(digit) for digit in row] for row in rows])
        ratings = np.array([np.repeat(np.arange(5), row) for row in counts]).T
        observed, shares = ((counts**2).sum(axis=1) - 6).mean() / 30, counts.sum(axis=0) / 60
        expected = float(shares @ shares)
        found = analysed(ratings, "nominal").statistics["fleiss_kappa"].value
        assert found == pytest.approx((observed - expected) / (1 - expected))


class TestSimulated:
    def test_reliability_of_one_and_of_four(self) -> None:
        # noise as strong as the qualities: ICC(2,1) = 1 / (1 + 1), and of four raters 1 / (1 + 1/4)
        _, ratings = simulated(600, [1, 1, 1, 1])
        found = analysed(np.round(ratings, 1), "interval").statistics
        assert found["icc_21"].value == pytest.approx(0.5, abs=0.05)
        assert found["icc_2k"].value == pytest.approx(0.8, abs=0.04)
        assert found["krippendorff_alpha"].value == pytest.approx(0.5, abs=0.05)
        assert found["pairwise_spearman"].value == pytest.approx(0.48, abs=0.05)
        for one in (found["icc_21"], found["krippendorff_alpha"]):
            assert one.low is not None
            assert one.high is not None
            assert one.low < 0.5 < one.high

    def test_intervals_cover_what_is_true(self) -> None:
        inside = 0
        for seed in range(40):
            _, ratings = simulated(60, [1, 1, 1], seed)
            alpha = analysed(np.round(ratings, 1), "interval").statistics["krippendorff_alpha"]
            inside += alpha.low < 0.5 < alpha.high  # type: ignore[operator]
        assert inside >= 33  # of 40; 95 % would be 38

    def test_automatic_scores_follow_at_a_known_distance(self) -> None:
        truth, ratings = simulated(800, [0.5] * 3)
        auto = truth + np.random.default_rng(9).normal(size=800)
        found = analysed(np.round(ratings, 1), auto=auto)
        expected = 1 / math.sqrt(2 * (1 + 0.25 / 3))
        assert found.statistics["pearson"].value == pytest.approx(expected, abs=0.05)
        assert found.p == pytest.approx(1e-4)

    @pytest.mark.parametrize(
        ("noise", "grade"), [(0.0, "above a rater"), (0.9, "like a rater"), (2.5, "below a rater"), (1e6, "unrelated")]
    )
    def test_the_ceiling_tells_how_good_that_is(self, noise: float, grade: str) -> None:
        truth, ratings = simulated(300, [0.9] * 4)
        auto = truth + noise * np.random.default_rng(5).normal(size=300)
        found = analysed(ratings, auto=auto)
        assert found.grades["spearman"] == grade
        difference = found.statistics["ceiling_difference"]
        assert (difference.low, difference.high) != (None, None)
        if grade == "like a rater":
            assert difference.value == pytest.approx(0, abs=0.05)

    def test_a_rater_who_guesses_is_named(self) -> None:
        _, ratings = simulated(60, [0.4] * 5)
        ratings[3] = np.random.default_rng(2).permutation(ratings[3])
        found = agreement(table(np.round(ratings)), "ordinal", 200)
        named = [row.rater for row in found.dimensions["SQ"].raters if row.outlying]
        assert named == ["r4"]
        guess = found.dimensions["SQ"].raters[3]
        assert guess.alpha_without > found.dimensions["SQ"].statistics["krippendorff_alpha"].value + 0.1  # type: ignore[operator]
        assert any("rater r4 follows the others by" in line for line in found.warnings)

    def test_a_severe_rater_is_named(self) -> None:
        _, ratings = simulated(60, [0.4] * 5)
        ratings[1] -= 2.5
        rows = analysed(np.round(ratings)).raters
        assert [row.rater for row in rows if row.outlying] == ["r2"]
        assert "rates 2.5 lower than the others" in rows[1].outlying
        assert rows[1].bias == pytest.approx(-2.5, abs=0.2)

    def test_good_raters_are_not_named(self) -> None:
        for seed in range(10):
            _, ratings = simulated(40, [0.7] * 5, seed)
            assert not [row for row in analysed(np.round(ratings)).raters if row.outlying]

    def test_of_two_raters_none_is_named(self) -> None:
        _, ratings = simulated(60, [0.1, 5])
        assert not [row for row in analysed(np.round(ratings)).raters if row.outlying]


class TestPairsAndRaters:
    def test_weighted_kappa_against_its_table(self) -> None:
        rng = np.random.default_rng(3)
        a = rng.integers(1, 6, 50)
        b = np.clip(a + rng.integers(-1, 2, 50), 1, 5)
        observed = np.zeros((5, 5))
        np.add.at(observed, (a - 1, b - 1), 1 / 50)
        weights = (np.arange(5)[:, None] - np.arange(5)) ** 2
        expected = observed.sum(axis=1)[:, None] * observed.sum(axis=0)
        kappa = 1 - (weights * observed).sum() / (weights * expected).sum()
        (pair,) = analysed([a, b]).pairs
        assert pair.kappa == pytest.approx(kappa)
        assert pair.spearman == pytest.approx(stats.spearmanr(a, b).statistic)
        assert pair.n_items == 50

    def test_raters_against_the_mean_of_the_others(self) -> None:
        ratings = [[1, 2, 3, 4], [1, 3, 2, NAN], [2, 2, 4, 5]]
        rows = analysed(ratings).raters
        assert rows[0].with_others == pytest.approx(stats.spearmanr([1, 2, 3, 4], [1.5, 2.5, 3, 5]).statistic)
        assert rows[1].bias == pytest.approx(np.mean([1 - 1.5, 3 - 2, 2 - 3.5]))
        assert (rows[1].n, rows[1].mean) == (3, 2)
        assert rows[2].sd == pytest.approx(1.5)

    def test_repeats_of_a_rater(self) -> None:
        repeats = {"r1": np.array([[1, 2, 3, 4], [1, 2, 4, 4]], float), "r2": np.array([[5, 1], [5, NAN], [5, 1]])}
        found = analysed([[1, 2, 3, 4], [5, 1, 2, 3]], repeats=repeats)
        one, two = (row.repeatability for row in found.raters)
        assert one is not None
        assert two is not None
        assert found.repeatability is not None
        assert (one.n, one.exact) == (4, 0.75)
        assert (two.n, two.exact, two.krippendorff_alpha) == (3, 1, 1)
        assert found.repeatability.n == 7
        assert found.repeatability.exact == pytest.approx(6 / 7)
        assert one.icc_11 == pytest.approx(0.9, abs=0.05)

    def test_without_repeats_there_is_none(self) -> None:
        assert analysed([[1, 2], [2, 1]]).repeatability is None


class TestSums:
    def test_p_is_that_of_a_permutation_test_and_corrected_over_dimensions(self) -> None:
        rng = np.random.default_rng(4)
        ratings, auto = rng.integers(1, 6, (3, 12)).astype(float), rng.normal(size=12)
        expected = stats.permutation_test(
            (auto,), lambda x: stats.spearmanr(x, ratings.mean(axis=0)).statistic, permutation_type="pairings",
            n_resamples=4000, rng=1,
        ).pvalue  # fmt: skip
        one = table(ratings, "TF", auto=auto).dimensions[0]
        both = agreement(Ratings((one, table(ratings, "SQ", auto=auto).dimensions[0]), ""), n=50).dimensions
        assert both["TF"].p == pytest.approx(expected, abs=0.03)
        assert both["TF"].p_holm == pytest.approx(min(1, 2 * both["TF"].p))  # type: ignore[operator]

    def test_items_of_a_task_are_drawn_together(self) -> None:
        truth, ratings = simulated(20, [0.8] * 3, 1)
        auto = truth + np.random.default_rng(3).normal(size=20)
        tripled = {"ratings": np.repeat(ratings, 3, axis=1), "auto": np.repeat(auto, 3)}
        loose = analysed(**tripled).statistics
        tied = analysed(**tripled, tasks=tuple(f"t{n // 3}" for n in range(60))).statistics
        for name in ("krippendorff_alpha", "spearman", "ceiling"):
            (a, b), (c, d) = ((one[name].low, one[name].high) for one in (tied, loose))
            assert b - a > 1.3 * (d - c)  # type: ignore[operator]
            assert tied[name].value == loose[name].value
        assert tied["spearman"].method == "percentile bootstrap over tasks"

    def test_same_seed_same_bytes_whatever_the_order_of_rows(self, written: Callable[[str], Ratings]) -> None:
        head, *rows = KRIPPENDORFF_2011.splitlines()
        one, other = (written("\n".join([head, *lines])) for lines in (rows, rows[::-1]))
        texts = [json.dumps(agreement(read, n=100).to_json()) for read in (one, other, one)]
        assert texts[0] == texts[1] == texts[2]
        assert texts[0] != json.dumps(agreement(one, n=100, seed=1).to_json())


class TestUndefined:
    def check(self, found: DimensionAgreement, *names: str) -> dict[str, str]:
        """Each is null with a reason, and JSON holds neither NaN nor infinity."""
        shown = json.loads(json.dumps(found.to_json(), allow_nan=False))
        for name in names:
            assert shown[name] is None
            assert shown["reasons"][name]
            assert shown["intervals"][name] is None
        for name, value in shown.items():
            if name in shown["intervals"] and value is None:
                assert name in shown["reasons"]
        return dict(shown["reasons"])

    among = ("krippendorff_alpha", "icc_2k", "icc_21", "icc_11", "fleiss_kappa", "pairwise_spearman", "pairwise_kappa")

    def test_one_rater(self) -> None:
        found = analysed([[1, 2, 3, 4]], auto=np.array([1.0, 3, 2, 4]))
        reasons = self.check(found, *self.among, "ceiling")
        assert reasons["krippendorff_alpha"] == "there is one rater, and agreement needs two"
        assert found.statistics["spearman"].value == pytest.approx(0.8)
        assert found.grades.keys() == {"spearman"}
        assert "undefined: there is one rater" in found.verdict[0]

    def test_constant_ratings(self) -> None:
        reasons = self.check(analysed([[3, 3, 3], [3, 3, 3]], auto=np.arange(3.0)), *self.among, "spearman", "ceiling")
        assert reasons["krippendorff_alpha"].startswith("all ratings are 3, so that")
        assert reasons["spearman"] == "the mean rating is 3 for all items with an automatic score"

    def test_one_constant_rater_leaves_the_others(self) -> None:
        found = analysed([[3, 3, 3, 3], [1, 2, 4, 5], [1, 3, 4, 5]])
        assert found.raters[0].with_others is None
        assert found.raters[0].reason == "all ratings of this rater are 3"
        assert found.raters[0].outlying.startswith("gave 3 throughout; without this rater α = 0.9")
        assert found.statistics["krippendorff_alpha"].value is not None

    def test_no_item_is_shared(self) -> None:
        reasons = self.check(analysed([[1, NAN, 2, NAN], [NAN, 2, NAN, 3]]), *self.among)
        assert reasons["krippendorff_alpha"] == "no item was rated by two raters"
        assert reasons["icc_2k"] == "no item was rated by all 2 raters, and ICC needs two"

    def test_one_item(self) -> None:
        found = analysed([[1], [2]], auto=np.array([0.5]))
        reasons = self.check(found, "icc_2k", "spearman", "ceiling")
        assert reasons["spearman"] == "one item has an automatic score, and two are needed"

    def test_no_automatic_scores(self) -> None:
        reasons = self.check(analysed([[1, 2, 3], [1, 3, 2]]), "spearman", "kendall", "pearson", "ceiling_difference")
        assert reasons["spearman"] == "there are no automatic scores"

    def test_constant_automatic_scores(self) -> None:
        reasons = self.check(analysed([[1, 2, 3], [1, 3, 2]], auto=np.ones(3)), "spearman", "kendall", "pearson")
        assert reasons["kendall"] == "all automatic scores are 1"

    def test_unequal_numbers_of_ratings(self) -> None:
        reasons = self.check(analysed([[1, 2, 3], [1, 3, 2], [1, NAN, 4]]), "fleiss_kappa")
        assert reasons["fleiss_kappa"] == "items have 2 to 3 ratings, and Fleiss' κ needs equally many"

    def test_nominal_ratings_have_no_order(self) -> None:
        found = analysed([[1, 2, 3, 1], [1, 3, 2, 1]], "nominal", auto=np.arange(4.0))
        reasons = self.check(found, "icc_2k", "pairwise_spearman", "spearman", "ceiling")
        assert reasons["spearman"] == "nominal ratings have no order, and no mean"
        assert found.statistics["fleiss_kappa"].value is not None
        assert found.raters[0].mean is None

    def test_negative_ratio_ratings(self) -> None:
        assert (
            "no negative numbers"
            in self.check(analysed([[-1, 2, 3], [1, 3, 2]], "ratio"), "krippendorff_alpha")["krippendorff_alpha"]
        )

    def test_too_many_different_ratings(self) -> None:
        ratings = np.random.default_rng(0).normal(size=(2, 800))
        assert "round them" in self.check(analysed(ratings, "interval"), "krippendorff_alpha")["krippendorff_alpha"]

    def test_all_items_of_one_task_leave_no_interval(self) -> None:
        found = analysed([[1, 2, 3, 5], [1, 3, 2, 4]], tasks=("t",) * 4)
        alpha = found.statistics["krippendorff_alpha"]
        assert alpha.value is not None
        assert (alpha.low, alpha.method) == (None, "")
        assert alpha.reason == "no interval, since all items are of one task"
        assert "judged by the estimate, which has no interval" in found.verdict[0]

    @pytest.mark.parametrize("scale", [1e-9, 1e11])
    def test_tiny_and_huge_numbers(self, scale: float) -> None:
        ratings = np.array([[1, 2, 3, 5], [1, 3, 2, 4], [2, 2, 3, 4]]) * scale
        for level in ("ordinal", "interval", "ratio", "nominal"):
            self.check(analysed(ratings, level, auto=np.arange(4) * scale))


few = st.sampled_from([1.0, 2.0, 3.0, NAN, NAN])


@settings(max_examples=60, deadline=None)
@given(
    ratings=hnp.arrays(float, st.tuples(st.integers(1, 4), st.integers(1, 6)), elements=few),
    auto=hnp.arrays(float, 6, elements=few),
    level=st.sampled_from(["nominal", "ordinal", "interval", "ratio"]),
    tasks=st.sampled_from([0, 1, 3]),
)
def test_whatever_is_missing_what_is_null_has_a_reason(ratings: Floats, auto: Floats, level: Any, tasks: int) -> None:
    ratings = ratings[~np.isnan(ratings).all(axis=1)]
    ratings = ratings[:, ~np.isnan(ratings).all(axis=0)] if len(ratings) else ratings
    if not ratings.size:
        return
    items = ratings.shape[1]
    names = tuple(f"t{n % tasks}" if tasks else "" for n in range(items))
    found = analysed(ratings, level, n=20, auto=auto[:items], tasks=names)
    shown = json.loads(json.dumps(found.to_json(), allow_nan=False))
    for name, interval in shown["intervals"].items():
        assert shown[name] is not None or shown["reasons"][name]
        assert interval is None or interval[0] <= interval[1]
    assert len(found.verdict) == 3


def test_warnings_say_what_is_missing_and_undefined(written: Callable[[str], Ratings]) -> None:
    found = agreement(written("item,r1,r2\na,1,\nb,2,3\n"), n=50)
    assert found.warnings == (
        "rating: 1 of 4 cells are missing; α takes items with two ratings, ICC those that all 2 raters rated: 1",
        "rating: undefined: icc_2k, icc_21, icc_11: one item was rated by all 2 raters, and ICC needs two",
        "rating: undefined: pairwise_spearman: no two raters share items to which each gave different ratings",
        "rating: undefined: ceiling: no rater gave different ratings to items that others rated too",
    )


def test_json_is_keyed_by_dimension_with_the_keys_of_the_contract() -> None:
    truth, ratings = simulated(30, [0.5] * 3)
    shown = agreement(table(np.round(ratings), auto=truth), n=100).to_json()
    assert list(shown) == ["SQ"]
    for key in ("krippendorff_alpha", "icc_2k", "spearman", "kendall"):
        low, high = shown["SQ"]["intervals"][key]
        assert low < shown["SQ"][key] < high
    assert (shown["SQ"]["n_items"], shown["SQ"]["n_raters"], shown["SQ"]["level"]) == (30, 3, "ordinal")
    assert shown["SQ"]["interval_methods"]["icc_2k"] == "F distribution"
    assert len(shown["SQ"]["raters"]) == len(shown["SQ"]["pairs"]) == 3


def test_resamples_must_be_positive() -> None:
    with pytest.raises(ValueError, match="n must be at least 1"):
        agreement(table([[1, 2], [2, 1]]), n=0)
    assert issubclass(BadRatings, ValueError)
