"""What a reader sees of Mermaid's labels, and what its declarations of style say."""

from __future__ import annotations

import time

import pytest

from graphicacy.diagram.mermaid.label import shown
from graphicacy.diagram.mermaid.style import declared, line_style, line_width
from graphicacy.diagram.model import LineStyle


@pytest.mark.parametrize(
    ("label", "text"),
    [
        (None, ""),
        (5, "5"),
        ("  one\n two ", "one two"),
        ("a<br>b<br/>c<BR />d", "a b c d"),
        (r"a\nb", "a b"),
        ("<p>a</p><div class='x'>b</div>", "a b"),
        ("H<sub>2</sub>O <b>bold</b>", "H2O bold"),
        ("5 < 6 > 4 & 3<4", "5 < 6 > 4 & 3<4"),
        ("a <!-- hidden -->b<script>alert(1)</script>", "a b"),
        ("a <script>for ever", "a"),
        ("&lt;b&gt; &amp;amp; &eacute; ﬂ°quot¶ßqﬂ°quot¶ß ﬂ°°945¶ß", '<b> &amp; é "q" α'),
        ("fa:fa-car drive fab:fa-x", "drive"),
        ("$$x^2$$", "x^2"),
        (r"$$\nabla f$$", r"\nabla f"),
        ("**stars** stay", "**stars** stay"),
        ("a\x00b&#1;c", "a bc"),
    ],
)
def test_text_as_it_is_read(label: object, text: str) -> None:
    assert shown(label) == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("**bold** __too__ *slanted* _too_", "bold too slanted too"),
        ("***both*** **a _b_ c**", "both a b c"),
        ("a*b*c snake_case_name 2 * 3 * 4", "abc snake_case_name 2 * 3 * 4"),
        (r"\*kept\* `**code**`", "*kept* `**code**`"),
        ("*open **never", "*open **never"),
        ("1. not a list", "1. not a list"),
    ],
)
def test_emphasis_is_no_text(label: str, text: str) -> None:
    assert shown(label, markdown=True) == text


@pytest.mark.parametrize("part", ["*a ", "**a ", "_a ", "`a ", "<!--", "<a", "&a", "<script", "***a"])
def test_labels_that_try_to_take_for_ever(part: str) -> None:
    started = time.process_time()
    shown(part * (100_000 // len(part)), markdown=True)
    assert time.process_time() - started < 5


def test_later_declarations_win_and_cut_colours_are_mended() -> None:
    assert declared(["fill:red; stroke: blue"], None, ["fill:rgb(1", "2", "3)", "stroke-width:2px !important"]) == {
        "fill": "rgb(1,2,3)",
        "stroke": "blue",
        "stroke-width": "2px",
    }


@pytest.mark.parametrize(
    ("value", "width"),
    [
        ("4px", 4.0),
        ("4", 4.0),
        (".5px", 0.5),
        ("3pt", 4.0),
        ("1em", 16.0),
        ("-1px", None),
        ("nan", None),
        ("1e9", None),
    ],
)
def test_widths(value: str, width: float | None) -> None:
    assert line_width({"stroke-width": value}) == width


@pytest.mark.parametrize(
    ("style", "drawn", "line"),
    [
        ({}, LineStyle.DOTTED, LineStyle.DOTTED),
        ({"stroke-dasharray": "5 5"}, LineStyle.SOLID, LineStyle.DASHED),
        ({"stroke-dasharray": "2px,2px"}, LineStyle.SOLID, LineStyle.DOTTED),
        ({"stroke-dasharray": "0"}, LineStyle.SOLID, LineStyle.SOLID),
        ({"stroke-width": "4px"}, LineStyle.SOLID, LineStyle.THICK),
        ({"stroke-width": "4px"}, LineStyle.DOTTED, LineStyle.DOTTED),
        ({"stroke-dasharray": "5"}, LineStyle.INVISIBLE, LineStyle.INVISIBLE),
    ],
)
def test_line_styles(style: dict[str, str], drawn: LineStyle, line: LineStyle) -> None:
    assert line_style(style, drawn) is line
