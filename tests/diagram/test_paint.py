"""Our SVG writer: what is painted is what the layout says, where it says."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.paint import paint, settled
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.style import PALETTES, Style
from graphicacy.diagram.svg.sanitise import sanitise
from painting import OUTLINED, USUAL, ZOOM, ink, ink_box, line, one, pixels, tangle

# -- outlines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("border", [LineStyle.SOLID, LineStyle.DASHED, LineStyle.DOTTED, LineStyle.THICK])
def test_the_ink_of_each_border_is_where_its_box_says(border: LineStyle) -> None:
    boxes = {shape: Box(20.5 + 130 * i, 20, 120.5 + 130 * i, 77) for i, shape in enumerate(OUTLINED)}
    nodes = tuple(Node(s.value, shape=s, border=border, stroke="#000000") for s in OUTLINED)
    layout = Layout(Diagram(nodes), Scene(130 * len(nodes) + 20, 100, {s.value: b for s, b in boxes.items()}))
    dark = ink(layout)
    slack = 2.0 if border is not LineStyle.SOLID else 0.7  # dashes may leave out a corner
    for shape, box in boxes.items():
        half = 0.0 if shape is Shape.POINT else 1.8 if border is LineStyle.THICK else 0.6
        seen = ink_box(dark, box.pad(5))
        miters = 3.0 if shape in (Shape.DIAMOND, Shape.HEXAGON, Shape.TRIANGLE, Shape.PARALLELOGRAM) else 0.0
        assert seen == pytest.approx(box.pad(half), abs=slack + miters * half), shape


def test_border_styles_paint_different_amounts_of_ink() -> None:
    amount = {b: ink(one(Node("a", border=b))).sum() for b in LineStyle}
    assert amount[LineStyle.INVISIBLE] == 0
    assert 0 < amount[LineStyle.DOTTED] < amount[LineStyle.DASHED] < amount[LineStyle.SOLID] < amount[LineStyle.THICK]


def test_said_widths_and_colours_are_painted() -> None:
    svg = paint(one(Node("a", "x", fill="#ddeeff", stroke="#aa0000", border_width=2.5)))
    assert 'fill="#ddeeff" stroke="#aa0000" stroke-width="2.5"' in svg


def test_a_place_on_a_line_and_a_bare_junction_paint_nothing() -> None:
    for node in (Node("a", shape=Shape.ANCHOR), Node("a", shape=Shape.POINT, border=LineStyle.INVISIBLE)):
        assert not ink(one(node)).any()
    assert ink(one(Node("a", shape=Shape.POINT), Box(50, 50, 58, 58))).any()


# -- style -----------------------------------------------------------------------------------------------------


def test_a_palette_paints_only_what_is_not_said() -> None:
    sea = PALETTES["sea"]
    svg = paint(one(Node("a", "x")), Style(palette="sea"))
    assert f'fill="{sea.fill}" stroke="{sea.stroke}"' in svg
    assert f'fill="{sea.text}"' in svg
    said = one(
        Node("a", "x", fill="#ffeedd", stroke="#112233"), lettering={"a": Lettering(Box(0, 0, 9, 9), 9, "#00aa00")}
    )
    svg = paint(said, Style(palette="sea"))
    assert 'fill="#ffeedd" stroke="#112233"' in svg
    assert 'fill="#00aa00"' in svg
    assert sea.text not in svg


def test_a_border_without_a_fill_stays_empty_under_a_palette() -> None:
    assert 'fill="none" stroke="#112233"' in paint(one(Node("a", stroke="#112233")), Style(palette="sea"))


def test_a_palette_of_its_own_ground_keeps_lines_in_sight() -> None:
    layout = replace(one(Node("a", "x", stroke="#000000")), background="#ffffff")
    svg = paint(layout, Style(palette="dark"))
    assert f'<rect width="140" height="90" fill="{PALETTES["dark"].ground}"/>' in svg
    assert "#000000" not in svg
    assert 'stroke="#000000"' in paint(replace(layout, background="#eeeeee"), Style(palette="dark"))


def test_words_on_a_dark_fill_are_white_unless_said() -> None:
    dark = Node("a", "x", fill="#102030")
    assert 'fill="#ffffff">x' in paint(one(dark))
    said = {"a": Lettering(Box(20, 20, 120, 70), 14, "#000000")}
    assert 'fill="#000000">x' in paint(one(dark, lettering=said))


def test_font_size_and_line_width_are_the_styles_where_not_said() -> None:
    svg = paint(one(Node("a", "x")), Style(font="serif", font_size=11, line_width=2))
    assert 'font-family="PT Serif, ' in svg
    assert 'font-size="11"' in svg
    assert 'stroke-width="2"' in svg


def test_a_wider_font_stays_in_the_box_of_its_words() -> None:
    lettering = {"a": Lettering(Box(20, 20, 120, 70), 14)}
    svg = paint(one(Node("a", "Mitochondrion"), lettering=lettering), Style(font="mono"))
    found = re.search(r'font-size="([\d.]+)"', svg)
    assert found is not None
    assert 9 < float(found[1]) < 13


# -- order, ornaments ------------------------------------------------------------------------------------------


def test_what_holds_others_lies_behind_edges_and_larger_ones_lower() -> None:
    nodes = (Node("in", "in"), Node("out", "out"), Node("cell", "", fill="#eeeeee"))
    boxes = {"in": Box(20, 20, 60, 40), "out": Box(140, 20, 180, 40), "cell": Box(10, 10, 190, 90)}
    layout = Layout(
        Diagram(nodes, (Edge("in", "out"),), (Group("g"),)),
        Scene(200, 100, boxes, (((60, 30), (140, 30)),), {"g": Box(130, 12, 188, 50)}),
        ornaments=(
            Ornament(Box(0, 0, 200, 100), Shape.RECTANGLE, fill="#ffffee", behind=True),
            Ornament(Box(5, 5, 6, 6), Shape.RECTANGLE, fill="#123456"),
        ),
    )
    svg = paint(layout)
    order = [svg.index(part) for part in ("#ffffee", "node-2", "group-0", "edge-0", "node-0", "node-1", "#123456")]
    assert order == sorted(order)


@pytest.mark.parametrize("shape", [Shape.ANCHOR, Shape.POINT])
def test_a_place_on_a_line_below_a_node_does_not_send_the_node_behind_the_line(shape: Shape) -> None:
    nodes = (
        Node("a", fill="#ffffff", stroke="#000000"),
        Node("p", shape=shape, on=0 if shape is Shape.ANCHOR else None),
    )
    boxes = {"a": Box(30, 30, 70, 70), "p": Box(50, 50, 50, 50)}
    svg = paint(Layout(Diagram(nodes, (Edge("p", "p"),)), Scene(100, 100, boxes, (((5.0, 50.0), (95.0, 50.0)),))))
    assert svg.index("edge-0") < svg.index("node-0")


def test_lines_do_not_run_through_nodes_that_say_no_colour() -> None:
    route = ((5.0, 50.0), (95.0, 50.0))
    for stroke, group_fill in ((None, None), (None, "#ddeeff"), ("#000000", None)):
        nodes = (Node("p", shape=Shape.ANCHOR), Node("a", stroke=stroke))
        boxes = {"p": Box(5, 50, 5, 50), "a": Box(30, 30, 70, 70)}
        diagram = Diagram(nodes, (Edge("p", "p"),), (Group("g", fill=group_fill, border=LineStyle.INVISIBLE),))
        seen = pixels(Layout(diagram, Scene(100, 100, boxes, (route,), {"g": Box(0, 0, 100, 100)})))[
            50 * ZOOM, 50 * ZOOM
        ]
        assert "#" + bytes(seen.tolist()).hex() == (stroke or group_fill or "#ffffff")


def test_a_mark_has_the_colour_of_its_node() -> None:
    mark = Ornament(Box(30, 30, 40, 40), Shape.CIRCLE, of="a")
    assert paint(one(Node("a", stroke="#aa0000"), ornaments=(mark,))).count('stroke="#aa0000"') == 2


def test_ornaments_are_turned_filled_and_headed() -> None:
    bar = Ornament(Box(20, 40, 120, 50), Shape.RECTANGLE, fill="#000000", rotation=90)
    seen = ink_box(ink(one(Node("a", border=LineStyle.INVISIBLE), ornaments=(bar,))), Box(0, 0, 140, 90))
    assert seen.height > 5 * seen.width
    points = ((20.0, 20.0), (100.0, 20.0), (100.0, 60.0))
    for closed in (True, False):
        mark = Ornament(Box(20, 20, 100, 60), points=points, closed=closed, fill="#000000", head=Head.POINTED)
        dark = ink(one(Node("a", border=LineStyle.INVISIBLE), ornaments=(mark,)))
        assert bool(dark[30 * ZOOM, 80 * ZOOM]) is closed


# -- bounds ----------------------------------------------------------------------------------------------------

NAN, FAR = math.nan, 1e300


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (one(Node("a"), Box(NAN, 0, 1, 1)), "node 'a' has the box"),
        (one(Node("a"), Box(9, 0, 1, 1)), "least first"),
        (one(Node("a"), Box(0, 0, FAR, 1)), "node 'a'"),
        (one(Node("a", fill='red"/><script>')), "colour"),
        (one(Node("a", border_width=-1)), "line -1 pixels wide"),
        (one(Node("a"), background="white"), "background"),
        (one(Node("a"), lettering={"a": Lettering(Box(0, 0, 1, 1), NAN)}), "lettering of 'a'"),
        (one(Node("a"), lettering={"a": Lettering(Box(0, 0, 1, 1), rotation=math.inf)}), "turned by inf"),
        (one(Node("a"), ornaments=(Ornament(Box(0, 0, 1, 1), points=((0, NAN),)),)), "ornament 0"),
        (Layout(Diagram((Node("a"),)), Scene(10, 10)), "node 'a' has no place"),
        (Layout(Diagram(groups=(Group("g"),)), Scene(10, 10)), "group 'g' has no place"),
        (Layout(Diagram(), Scene(0, 10)), "canvas"),
        (Layout(Diagram(), Scene(NAN, 10)), "canvas"),
        (Layout(Diagram(), Scene(10, 1e6)), "canvas"),
        (Layout(Diagram(edges=(Edge("a", "b"),)), Scene(10, 10)), "0 routes for 1 edges"),
        (Layout(Diagram((Node("a"),), (Edge("a", "a"),)), Scene(9, 9, {"a": USUAL}, (((0, NAN),),))), "edge 0 runs"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_in_one_line(layout: Layout, message: str) -> None:
    for work in (paint, settled):
        with pytest.raises(BadDrawing, match=message) as refused:
            work(layout)
        assert "\n" not in str(refused.value)


def test_too_many_parts_are_refused() -> None:
    with pytest.raises(BadDrawing, match="100,000 parts"):
        paint(Layout(Diagram((Node("a"),) * 100_000), Scene(10, 10, {"a": Box(0, 0, 1, 1)})))
    nodes = tuple(Node(str(i), "x" * 9_000) for i in range(100))
    with pytest.raises(BadDrawing, match="900,000 characters"):
        paint(Layout(Diagram(nodes), Scene(10, 10, {node.id: Box(0, 0, 1, 1) for node in nodes})))
    with pytest.raises(BadDrawing, match="points"):
        paint(line(((0, 0), (1, 1)) * 150_000, Edge("a", "b")))


def test_boxes_without_a_size_are_painted() -> None:
    for shape in Shape:
        layout = one(Node("a", "label", shape), Box(50, 50, 50, 50))
        assert sanitise(paint(layout))[1] == ()


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_painting_is_deterministic_and_passes_the_sanitiser(seed: int) -> None:
    layout = tangle(np.random.default_rng(seed))
    svg = paint(layout)
    assert svg == paint(layout) == paint(settled(layout))
    assert sanitise(svg)[1] == ()
    style = Style(palette="dark", font="mono", font_size=16)
    assert paint(settled(layout, style), style) == paint(layout, style)
