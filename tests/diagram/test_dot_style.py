"""Styles fill in what a DOT source leaves open; what it says for itself stays."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.facts import overlaps
from graphicacy.diagram.facts.boxes import box_gaps
from graphicacy.diagram.model import Diagram, Direction, LineStyle, Node
from graphicacy.diagram.scene import Scene
from graphicacy.diagram.style import PALETTES, Style

SOURCE = """digraph { subgraph cluster_g { label=G; a } a -> b; b [style=filled fillcolor=gold penwidth=3];
    c [color=red fontsize=30 fontname="Courier-Bold"]; b -> c [color=blue label=x]; t [shape=plaintext]; c -> t }"""


def drawn(source: str, style: Style | None = None, program: str | None = None) -> tuple[Diagram, Scene, str]:
    sketch = draw_dot(source, style, program)
    assert sketch.diagram is not None
    assert sketch.scene is not None
    return sketch.diagram, sketch.scene, sketch.svg


def node(diagram: Diagram, id_: str) -> Node:
    return next(node for node in diagram.nodes if node.id == id_)


def test_a_picture_says_the_colours_that_graphviz_paints() -> None:
    diagram, _, _ = drawn(SOURCE)
    assert (node(diagram, "a").fill, node(diagram, "a").stroke) == (None, "#000000")
    assert (node(diagram, "b").fill, node(diagram, "b").border_width) == ("#ffd700", 4.0)
    assert [(e.color, e.width) for e in diagram.edges][:2] == [("#000000", 1.333333), ("#0000ff", 1.333333)]


def test_a_palette_paints_what_has_no_colour_of_its_own() -> None:
    palette = PALETTES["sea"]
    diagram, _, svg = drawn(SOURCE, Style(palette="sea"))
    assert (node(diagram, "a").fill, node(diagram, "a").stroke) == (palette.fill, palette.stroke)
    assert (node(diagram, "b").fill, node(diagram, "b").stroke) == ("#ffd700", palette.stroke)
    assert (node(diagram, "c").fill, node(diagram, "c").stroke) == (palette.fill, "#ff0000")
    assert (node(diagram, "t").fill, node(diagram, "t").stroke) == (None, None)
    assert [e.color for e in diagram.edges] == [palette.line, "#0000ff", palette.line]
    assert (diagram.groups[0].fill, diagram.groups[0].stroke) == (palette.group_fill, palette.group_stroke)
    assert f'fill="{palette.text}"' in svg


def test_words_on_a_fill_of_the_source_stay_black() -> None:
    _, _, svg = drawn("digraph { a [style=filled fillcolor=white]; b }", Style(palette="dark"))
    assert re.search(r'<text[^>]*fill="#000000">a</text>', svg)
    assert re.search(rf'<text[^>]*fill="{PALETTES["dark"].text}">b</text>', svg)


@pytest.mark.parametrize(("font", "family"), [("sans", "Arimo"), ("serif", "PT Serif"), ("mono", "Roboto Mono")])
def test_a_font_sets_all_words_but_those_with_their_own(font: str, family: str) -> None:
    _, _, svg = drawn(SOURCE, Style(font=font, font_size=24))
    assert re.search(rf'<text[^>]*font-family="{family}" font-size="18.00"[^>]*>a<', svg)
    assert re.search(r'<text[^>]*font-family="Roboto Mono" font-weight="bold" font-size="30.00"[^>]*>c<', svg)


def test_lines_are_as_wide_as_the_style_says() -> None:
    diagram, _, _ = drawn(SOURCE, Style(line_width=3))
    assert [(e.width, e.line) for e in diagram.edges] == [(3.0, LineStyle.SOLID)] * 3
    assert (node(diagram, "a").border_width, node(diagram, "a").border) == (3.0, LineStyle.SOLID)
    assert (node(diagram, "b").border_width, node(diagram, "b").border) == (4.0, LineStyle.THICK)


@pytest.mark.parametrize("program", ["dot", "neato", "fdp", "sfdp", "twopi", "circo"])
def test_spacing_multiplies_the_gaps(program: str) -> None:
    source = "graph { a -- b; a -- c; a -- d; a -- e }"
    near, far = (drawn(source, Style(spacing=spacing), program)[1] for spacing in (1.0, 3.0))
    assert far.width + far.height > 1.3 * (near.width + near.height)


def test_a_direction_replaces_that_of_the_source() -> None:
    diagram, scene, _ = drawn("digraph { rankdir=LR; a -> b }", Style(direction=Direction.UP))
    assert diagram.direction is Direction.UP
    assert scene.nodes["b"].y1 < scene.nodes["a"].y0


def test_curves_run_as_the_style_says() -> None:
    source = "digraph { nodesep=1; a -> {b c d} -> e; a -> e }"
    _, straight, _ = drawn(source, Style(curve="orthogonal"))
    for route in straight.routes:
        for (x0, y0), (x1, y1) in pairwise(route):
            assert min(abs(x0 - x1), abs(y0 - y1)) < 0.5
    own = drawn(source.replace("nodesep", "splines=line; nodesep"), Style(curve="orthogonal"))[1]
    assert any(abs(a[0] - b[0]) > 5 and abs(a[1] - b[1]) > 5 for route in own.routes for a, b in pairwise(route))


def test_another_program_lays_the_graph_out_anew() -> None:
    source = "digraph { a -> b -> c -> a }"
    assert drawn(source)[0].direction is Direction.DOWN
    diagram, scene, _ = drawn(source, program="circo")
    assert diagram.direction is None
    assert scene != drawn(source)[1]
    with pytest.raises(ValueError, match="'lp'"):
        draw_dot(source, program="lp")


CLOSE = 'digraph { node [shape=box]; a -> "Something with a long name"; "Something with a long name" -> b -> c -> a }'


@pytest.mark.parametrize("program", ["neato", "fdp", "sfdp", "twopi", "circo"])
def test_a_layout_that_is_asked_for_leaves_no_node_on_another(program: str) -> None:
    _, scene, _ = drawn(CLOSE, program=program)
    gaps = box_gaps(list(scene.nodes.values()))
    assert gaps[~np.eye(len(gaps), dtype=bool)].min() > 8


def test_overlaps_that_a_source_wants_stay_and_those_it_does_not_go() -> None:
    def touching(graph: str) -> int:
        return len(overlaps(list(drawn(CLOSE.replace("{", "{" + graph, 1))[1].nodes.values())))

    assert touching("layout=sfdp; overlap=true;") > 0
    for wanted in ("layout=sfdp;", "layout=sfdp; overlap=prism;", "layout=neato; overlap=false;"):
        assert touching(wanted) == 0
