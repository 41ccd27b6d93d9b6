"""Files of ratings: their forms, and everything that may be wrong with them."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphicacy.trust.ratings import collect, read, table
from graphicacy.trust.ratings.read import ANY_SCALE, read_ratings
from graphicacy.trust.ratings.record import BadRatings, Ratings

NAN = math.nan
LONG = "item,rater,dimension,rating\na,r1,SQ,4\na,r2,SQ,5\nb,r1,SQ,1\nb,r2,SQ,2\n"


@pytest.fixture
def reads(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Reads text or bytes as a file called ratings.csv, which messages then start with."""

    def read_(content: str | bytes, **options: object) -> Ratings:
        path = tmp_path / "ratings.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_ratings(path, **options)  # type: ignore[arg-type]

    return read_


def fault(reads, content: str | bytes, **options: object) -> str:  # type: ignore[no-untyped-def]
    """The message, from the file's name on; it must be one line."""
    with pytest.raises(BadRatings) as error:
        reads(content, **options)
    text = str(error.value)
    assert "\n" not in text
    return text[text.index("ratings.csv") :]


class TestForms:
    def test_long(self, reads) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads(LONG).dimensions
        assert (found.name, found.raters, found.items) == ("SQ", ("r1", "r2"), ("a", "b"))
        np.testing.assert_array_equal(found.ratings, [[4, 1], [5, 2]])
        assert np.isnan(found.auto).all()

    def test_header_in_any_case_and_order_with_columns_that_are_ignored(self, reads) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads("note,Rating, RATER ,ITEM\nx,4,r1,a\ny,5,r2,a\n").dimensions
        assert found.name == "rating"
        np.testing.assert_array_equal(found.ratings, [[4], [5]])

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    def test_separators(self, reads, separator: str) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads(LONG.replace(",", separator)).dimensions
        np.testing.assert_array_equal(found.ratings, [[4, 1], [5, 2]])

    def test_decimal_commas_where_commas_do_not_separate(self, reads) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads("item;rater;rating;auto\na;r1;3,5;0,25\n").dimensions
        assert (found.ratings[0, 0], found.auto[0]) == (3.5, 0.25)

    def test_byte_order_mark_windows_lines_and_utf_16(self, reads) -> None:  # type: ignore[no-untyped-def]
        windows = LONG.replace("\n", "\r\n")
        for content in (b"\xef\xbb\xbf" + windows.encode(), windows.encode("utf-16")):
            assert reads(content).dimensions[0].raters == ("r1", "r2")

    def test_quoted_cells_hold_separators_quotes_and_lines(self, reads) -> None:  # type: ignore[no-untyped-def]
        text = 'item,rater,rating,note\n"a, ""x""",r1,4,"two\nlines"\nb,r1,none at all,\n'
        assert fault(reads, text).startswith(
            'ratings.csv:4: item b, rater r1, rating: rating "none at all" is no number'
        )
        (found,) = reads(text.replace("none at all", "3")).dimensions
        assert found.items == ('a, "x"', "b")

    def test_wide_by_rater(self, reads) -> None:  # type: ignore[no-untyped-def]
        read_ = reads("item,r10,r2,remark,auto\na,1,2,good,.5\nb,,4,bad,.6\n")
        (found,) = read_.dimensions
        assert found.raters == ("r2", "r10")
        np.testing.assert_array_equal(found.ratings, [[2, 4], [1, NAN]])
        np.testing.assert_array_equal(found.auto, [0.5, 0.6])
        assert "one column per rater: r10, r2; left out, since they hold no numbers: remark" in read_.form

    def test_wide_by_rater_with_dimensions(self, reads) -> None:  # type: ignore[no-untyped-def]
        found = reads("item,dimension,r1,r2\na,SQ,1,2\na,TF,3,4\n").dimensions
        assert [one.name for one in found] == ["TF", "SQ"]
        np.testing.assert_array_equal(found[0].ratings, [[3], [4]])

    def test_wide_by_dimension(self, reads) -> None:  # type: ignore[no-untyped-def]
        found = reads("item,rater,SQ,TF,auto_tf,why\na,r1,1,2,.3,x\na,r2,3,,.3,y\n").dimensions
        assert [one.name for one in found] == ["TF", "SQ"]
        assert found[0].raters == ("r1",)
        np.testing.assert_array_equal(found[1].ratings, [[1], [3]])
        assert found[0].auto[0] == 0.3
        assert np.isnan(found[1].auto[0])

    def test_a_slip_in_a_wide_column_is_a_fault_and_no_reason_to_leave_it_out(self, reads) -> None:  # type: ignore[no-untyped-def]
        assert 'rating "4x" is no number' in fault(reads, "item,r1,r2\na,1,2\nb,2,4x\nc,3,3\n")

    def test_order_of_rows_is_of_no_account(self, reads) -> None:  # type: ignore[no-untyped-def]
        head, *rows = LONG.splitlines()
        random.Random(1).shuffle(rows)
        mixed, straight = reads("\n".join([head, *rows])).dimensions[0], reads(LONG).dimensions[0]
        assert (mixed.items, mixed.raters) == (straight.items, straight.raters)
        np.testing.assert_array_equal(mixed.ratings, straight.ratings)

    def test_occasions_are_repeats_and_the_first_one_counts(self, reads) -> None:  # type: ignore[no-untyped-def]
        text = "item,rater,rating,occasion\na,r1,4,2\na,r1,3,1\nb,r1,5,\na,r2,1,\nc,r1,2,2\n"
        (found,) = reads(text).dimensions
        np.testing.assert_array_equal(found.ratings, [[3, 5, 2], [1, NAN, NAN]])
        assert list(found.repeats) == ["r1"]
        np.testing.assert_array_equal(found.repeats["r1"], [[3], [4]])

    def test_tasks_of_items(self, reads) -> None:  # type: ignore[no-untyped-def]
        assert reads("item,rater,rating,task\na,r,1,t1\nb,r,2,\n").dimensions[0].tasks == ("t1", "")

    @pytest.mark.parametrize("empty", ["", "NA", "n/a", "NaN", "null", ".", "-"])
    def test_cells_that_say_missing(self, reads, empty: str) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads(LONG.replace("b,r2,SQ,2", f"b,r2,SQ,{empty}")).dimensions
        np.testing.assert_array_equal(found.ratings, [[4, 1], [5, NAN]])


class TestScale:
    def test_the_study_has_one_to_five(self, reads) -> None:  # type: ignore[no-untyped-def]
        said = fault(reads, LONG.replace("r2,SQ,5", "r2,SQ,55"))
        assert said.startswith("ratings.csv:3: item a, rater r2, SQ: rating 55 is outside the scale of 1 to 5; correct")
        assert "0" in fault(reads, LONG.replace("r2,SQ,5", "r2,SQ,0"))

    def test_a_stated_scale_counts_for_all(self, reads) -> None:  # type: ignore[no-untyped-def]
        other = LONG.replace("SQ", "beauty")
        assert reads(other).dimensions[0].scale is None
        assert reads(other, scale=(0, 10)).dimensions[0].scale == (0, 10)
        assert "rating 5 is outside the scale of 1 to 4" in fault(reads, other, scale=(1, 4))
        assert reads(LONG.replace("SQ,5", "SQ,55"), scale=ANY_SCALE).dimensions[0].ratings.max() == 55

    def test_without_a_scale_what_is_far_out_is_named(self, reads) -> None:  # type: ignore[no-untyped-def]
        rows = [f"i{n},r,beauty,{1 + n % 5}" for n in range(12)]
        text = "\n".join(["item,rater,dimension,rating", *rows, "x,r,beauty,55"])
        (line,) = reads(text).warnings
        assert "item x, rater r: rating 55 is far from the others" in line
        assert not reads(text.replace("55", "7")).warnings


class TestBadInput:
    @pytest.mark.parametrize("text", ["inf", "-Infinity", "1e400", "1e13", "four", "1_000", "٤", "0x10", "4 5"])
    def test_what_is_no_number(self, reads, text: str) -> None:  # type: ignore[no-untyped-def]
        said = fault(reads, LONG.replace("SQ,5", f"SQ,{text}"))
        assert said.startswith("ratings.csv:3: item a, rater r2, SQ: rating ")
        assert "correct it, or empty the cell" in said

    def test_other_faults_are_told_by_their_lines(self, reads) -> None:  # type: ignore[no-untyped-def]
        said = fault(reads, LONG.replace("SQ,5", "SQ,x").replace("SQ,2", "SQ,y"))
        assert said.endswith("(also faulty: line 5)")

    def test_rows_given_twice_count_once(self, reads) -> None:  # type: ignore[no-untyped-def]
        found = reads(LONG + "a,r1,SQ,4\n")
        assert "duplicated rows: 1, counted once each; the first are line 2 and line 6" in found.warnings[0]
        np.testing.assert_array_equal(found.dimensions[0].ratings, [[4, 1], [5, 2]])

    def test_two_ratings_for_one_are_a_fault_with_both_lines(self, reads) -> None:  # type: ignore[no-untyped-def]
        said = fault(reads, LONG + "a,r1,SQ,3\n")
        assert said.startswith("ratings.csv:6: item a, rater r1, SQ: rating 3, but 4 in line 2; delete one")

    def test_one_item_has_one_automatic_score_and_task(self, reads) -> None:  # type: ignore[no-untyped-def]
        said = fault(reads, "item,rater,rating,auto\na,r1,1,.5\na,r2,1,.6\n")
        assert said.startswith("ratings.csv:3: item a, rating: auto 0.6, but 0.5 in line 2")
        assert "task t2, but t1 in line 2" in fault(reads, "item,rater,rating,task\na,r1,1,t1\na,r2,1,t2\n")
        assert 'auto "x" is no number' in fault(reads, "item,rater,rating,auto\na,r1,1,x\n")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "the file is empty"),
            ("\n\n", "the file is empty"),
            ("a,b\n1,2\n", "no column is called item, only a, b"),
            ("item,rating\na,1\n", "a column rating, but no column rater"),
            ("item,rater,dimension\na,r,SQ\n", "no column rating"),
            ("item,rater,dimension,TF\na,r,SQ,1\n", "but no column rating; add it"),
            ("item,r1,r2\na,x,y\n", "no column of numbers per rater"),
            ("item,rater,rating\n", "holds no rating"),
            ("item,rater,rating\na,r,\n", "holds no rating"),
            ("item,rater,rating\n,r,1\n", ":2: names no item"),
            ("item,rater,rating\na,,1\n", ":2: names no rater"),
            ("item,rater,rating,dimension\na,r,1,\n", ":2: names no dimension"),
            ("item,rater,Rater,rating\na,r,s,1\n", "two columns are called Rater"),
            ("item,rater,rating\na,r,1,2\n", ":2: 4 cells, but the header has 3; quote cells that hold commas"),
            ('item,rater,rating\na,"r,1\n', ":2: no CSV"),
            ('item,rater,rating\na,"r"s,1\n', ":2: no CSV"),
            ("item,rater,TF,SQ,auto\na,r,1,2,.5\n", "a column auto beside 2 dimensions"),
            ("item,rater,rating,occasion\na,r,1,0\n", 'occasion "0" is no number from 1'),
            ("item,rater,rating,occasion\na,r,1,first\n", 'occasion "first" is no number from 1'),
            ("item,rater,rating\n" + "x" * 600 + ",r,1\n", "a name of 600 characters"),
            ("item,rater,rating\na\0,r,1\n", ":2: holds NUL bytes"),
            ("item,rater,rating\n" + "x" * 200_000 + ",r,1\n", ":2: no CSV (field larger"),
        ],
    )
    def test_named(self, reads, text: str, said: str) -> None:  # type: ignore[no-untyped-def]
        assert said in fault(reads, text)

    def test_other_encodings_are_named_with_the_line(self, reads) -> None:  # type: ignore[no-untyped-def]
        assert fault(reads, "item,rater,rating\na,J\xf6rg,1\n".encode("latin-1")).startswith(
            "ratings.csv:2: this is not UTF-8"
        )

    def test_messages_hold_no_control_characters(self, reads) -> None:  # type: ignore[no-untyped-def]
        assert fault(reads, "item,rater,rating\n\x1b[31ma,r,x\n").isprintable()

    def test_names_that_differ_in_case_only_are_told(self, reads) -> None:  # type: ignore[no-untyped-def]
        (line,) = reads(LONG.replace("b,r2", "b,R2")).warnings
        assert "raters R2, r2 differ only in letter case" in line

    def test_items_without_an_automatic_score_are_counted(self, reads) -> None:  # type: ignore[no-untyped-def]
        (line,) = reads("item,rater,rating,auto\na,r,1,.5\nb,r,2,\n").warnings
        assert "rating: 1 of 2 items have no automatic score" in line

    def test_limits(self, reads, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
        for module, name, value, said in (
            (read, "MAX_BYTES", 20, "more than 20 bytes"),
            (collect, "MAX_RATINGS", 3, "more than 3 ratings"),
            (collect, "MAX_RATERS", 1, "more than 1 raters"),
            (table, "MAX_CELLS", 8, ":4: more than 8 cells"),
            (table, "MAX_COLUMNS", 3, "4 columns; 3 are allowed"),
        ):
            with monkeypatch.context() as patch:
                patch.setattr(module, name, value)
                assert said in fault(reads, LONG)

    def test_a_sparse_table_beyond_the_limit_is_refused_before_it_is_made(self, reads) -> None:  # type: ignore[no-untyped-def]
        rows = [f"i{n},r{n},1" for n in range(5_000)]
        assert "5,000 raters × 5,000 items are more than" in fault(reads, "\n".join(["item,rater,rating", *rows]))

    def test_a_missing_file_is_an_os_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read_ratings(tmp_path / "none.csv")

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.text(st.sampled_from('item,rating;\t"\n\r0123456789.eE+-arux\x00[]{}: é\ud7ff'), max_size=80))
    def test_any_text_is_read_or_refused_in_one_line(self, tmp_path: Path, text: str) -> None:
        for head in ("", "item,rater,rating\n", "item,r1,r2\n"):
            path = tmp_path / "any"
            path.write_text(head + text, encoding="utf-8", newline="")
            message = ""
            try:
                assert all(np.isfinite(one.ratings).any() for one in read_ratings(path).dimensions)
            except BadRatings as error:
                message = str(error)
            assert "\n" not in message


def one_form(values: np.ndarray, form: str) -> str:  # type: ignore[type-arg]
    """Dimensions × raters × items as a CSV of one of the three forms."""
    dimensions, raters, items = values.shape

    def cell(d: int, r: int, i: int) -> str:
        return "" if np.isnan(values[d, r, i]) else f"{values[d, r, i]:g}"

    if form == "long":
        rows = [
            f"i{i},r{r},d{d},{cell(d, r, i)},{d + i}"
            for d in range(dimensions)
            for r in range(raters)
            for i in range(items)
        ]
        return "\n".join(["item,rater,dimension,rating,auto", *rows])
    if form == "by rater":
        rows = [
            ",".join([f"i{i}", f"d{d}", f"{d + i}", *(cell(d, r, i) for r in range(raters))])
            for i in range(items)
            for d in range(dimensions)
        ]
        return "\n".join([",".join(["item", "dimension", "auto", *(f"r{r}" for r in range(raters))]), *rows])
    rows = [
        ",".join(
            [f"i{i}", f"r{r}", *(cell(d, r, i) for d in range(dimensions)), *(f"{d + i}" for d in range(dimensions))]
        )
        for r in reversed(range(raters))
        for i in range(items)
    ]
    names = [*(f"d{d}" for d in range(dimensions)), *(f"auto_d{d}" for d in range(dimensions))]
    return "\n".join([",".join(["item", "rater", *names]), *rows])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), missing=st.sampled_from([0.0, 0.3]))
def test_the_three_forms_say_the_same(tmp_path: Path, seed: int, missing: float) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 6, (2, 3, 6)).astype(float)
    values[rng.random(values.shape) < missing] = NAN
    values[:, 0, 0], values[:, 1, 0], values[:, 2, 0] = 1, 2, 3  # every rater and dimension has a rating
    found = []
    for form in ("long", "by rater", "by dimension"):
        path = tmp_path / "form.csv"
        path.write_text(one_form(values, form), encoding="utf-8")
        found.append(read_ratings(path))
    for other in found[1:]:
        for a, b in zip(found[0].dimensions, other.dimensions, strict=True):
            assert (a.name, a.raters, a.items) == (b.name, b.raters, b.items)
            np.testing.assert_array_equal(a.ratings, b.ratings)
            np.testing.assert_array_equal(a.auto, b.auto)
