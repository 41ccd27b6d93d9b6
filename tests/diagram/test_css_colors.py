"""Colours of CSS, as every notation that has them reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.svg.cascade import color, hex_color


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("gold", "#ffd700"),
        ("#FF9966", "#ff9966"),
        (" #ABC ", "#aabbcc"),
        ("#11223380", "#112233"),
        ("rgb(1, 2, 3)", "#010203"),
        ("rgb(1 2 3 / 50%)", "#010203"),
        ("rgba(1,2,3,.5)", "#010203"),
        ("rgb(300, 0, 0)", "#ff0000"),
        ("rgb(100%, 0%, 0%)", "#ff0000"),
        ("hsl(120deg, 100%, 50%)", "#00ff00"),
        ("hsl(240deg 100% 50%)", "#0000ff"),
    ],
)
def test_a_colour_is_read_however_it_is_written(written: str, expected: str) -> None:
    assert hex_color(written) == expected


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "none",
        "transparent",
        "url(#x)",
        "#0000",
        "rgba(0, 0, 0, 0)",
        "rgb(1 2 3 / 0)",
        "hsl(120)",
        "mauvish",
        "r" * 1000,
    ],
)
def test_what_is_not_seen_or_no_colour_is_none(written: str | None) -> None:
    assert hex_color(written) is None


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("form", ["rgb({},1,2)", "hsl({},1%,2%)", "rgb(1,2,3,{})"])
def test_numbers_that_are_none_make_no_colour(form: str, number: str) -> None:
    assert color(form.format(number)) is None


@given(st.one_of(st.text(max_size=40), st.from_regex(r"(rgb|hsl)a?\([-0-9a-z., %/]{0,30}\)", fullmatch=True)))
def test_any_text_is_a_colour_or_none(text: str) -> None:
    found = hex_color(text)
    assert found is None or len(found) == 7
