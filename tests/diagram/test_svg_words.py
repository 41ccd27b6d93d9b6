"""Words that a picture paints against the labels that it should show."""

from __future__ import annotations

from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.engines.merman import draw_mermaid
from graphicacy.diagram.svg.words import in_cells, told, words_of

_SVG = (
    '<svg><text class="flowchartTitleText">Plan</text>'
    "<text><tspan>Go &amp;</tspan><tspan>run</tspan></text><text> </text></svg>"
)


def test_words_are_those_of_text_elements_titles_apart() -> None:
    assert words_of(_SVG) == ["Plan", "Go &run"]
    assert words_of(_SVG, titles=False) == ["Go &run"]


def test_texts_in_a_row_make_the_longest_label_they_can() -> None:
    assert told(["Go", "home", "Go"], ["Go home", "Go", ""]) == ((), ())
    assert told(["Go", "home"], ["Go home", "Go"]) == ((), ("Go",))


def test_what_is_painted_more_often_than_said_stands_beside_and_the_other_way_round_is_missing() -> None:
    assert told(["A", "x", "A"], ["A", "B", "B"]) == (("x", "A"), ("B", "B"))


def test_names_of_icons_are_not_painted() -> None:
    svg = draw_mermaid("flowchart TD\n  A[fa:fa-car Car] --> B[fa:fa-bell] --> C[Ring fa:fa-check]").svg
    assert words_of(svg) == ["Car", "Ring"]


def test_what_merman_spells_otherwise_is_drawn_anew() -> None:
    sketch = draw_mermaid("stateDiagram-v2\n  A --> B: one\\ntwo\n  state c &lt;&lt;fork&gt;&gt;\n  B --> c")
    assert sorted("".join(words.split()) for words in words_of(sketch.svg)) == ["A", "B", "c", "onetwo"]
    assert "drawn otherwise" in " ".join(sketch.warnings)


def test_cells_are_told_from_lines_of_a_label() -> None:
    svg = draw_dot(
        'digraph { a [shape=record, label="x|y z"]; b [shape=cylinder, label="two\\nlines"]; c [shape=record, label=s]'
        'd [shape=tab, label="ta\\nb"]; e [shape=plain, label=<<table><tr><td>o</td><td>t</td></tr></table>>]'
        'f [shape=Mrecord, label="{p|{q|r}}"] }'
    ).svg
    assert in_cells(svg) == {"xyz", "ot", "pqr"}


def test_a_title_and_a_description_are_cells() -> None:
    source = 'stateDiagram-v2\n  state "Idle mode" as S1\n  S1: Waits for\n  S1 --> S2\n  S2: Busy\n  S2 --> S3'
    assert in_cells(draw_mermaid(source).svg) == {"IdlemodeWaitsfor"}
