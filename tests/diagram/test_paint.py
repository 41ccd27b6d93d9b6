"""Our SVG writer: what is painted is what the layout says, where it says."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.layout import HeadForm, Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.outline import border_point
from graphicacy.diagram.paint import paint, settled
from graphicacy.diagram.sanitise import sanitise
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.diagram.style import PALETTES, Style
from graphicacy.sight.vector import read_svg

SVG = "{http://www.w3.org/2000/svg}"
OUTLINED = [s for s in Shape if s not in (Shape.TEXT, Shape.ANCHOR)]
HEADS = [h for h in Head if h is not Head.NONE]
USUAL = Box(20, 20, 120, 70)
ZOOM = 3


def pixels(layout: Layout, style: Style | None = None) -> NDArray[np.uint8]:
    """The painted picture, ``ZOOM`` pixels to one of the layout's, as rows of RGB."""
    with Image.open(io.BytesIO(rasterise(paint(layout, style), ZOOM))) as image:
        return np.asarray(image.convert("RGB"))


def ink(layout: Layout, style: Style | None = None) -> NDArray[np.bool_]:
    return np.asarray(pixels(layout, style).min(axis=2) < 128)


def ink_box(dark: NDArray[np.bool_], within: Box) -> Box:
    """The box of the ink in a part of the picture, in pixels of the layout."""
    x0, y0, x1, y1 = (round(v * ZOOM) for v in within)
    ys, xs = np.nonzero(dark[max(0, y0) : y1, max(0, x0) : x1])
    x0, y0 = max(0, x0), max(0, y0)
    return Box((xs.min() + x0) / ZOOM, (ys.min() + y0) / ZOOM, (xs.max() + 1 + x0) / ZOOM, (ys.max() + 1 + y0) / ZOOM)


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return ["\n".join(t.text or "" for t in (e.findall(f"{SVG}tspan") or [e])) for e in root.iter(f"{SVG}text")]


def one(node: Node, box: Box = USUAL, **more: object) -> Layout:
    """One node on a canvas of 140 by 90 pixels."""
    return replace(Layout(Diagram((node,)), Scene(140, 90, {node.id: box})), **more)  # type: ignore[arg-type]


def line(route: tuple[Point, ...], edge: Edge, form: HeadForm = HeadForm.FILLED) -> Layout:
    """One edge between places that nothing is painted at."""
    return lines([route], [edge], [form])


def lines(routes: list[tuple[Point, ...]], edges: list[Edge], forms: list[HeadForm]) -> Layout:
    ends = {
        f"{name}{i}": Box(*p, *p)
        for i, route in enumerate(routes)
        for name, p in zip("ab", route[:: len(route) - 1], strict=True)
    }
    nodes = tuple(Node(name, shape=Shape.ANCHOR) for name in ends)
    edges = [replace(edge, source=f"a{i}", target=f"b{i}") for i, edge in enumerate(edges)]
    side = 100 * math.ceil(math.sqrt(len(routes)) + 1) if len(routes) > 1 else 100
    scene = Scene(side, side, ends, tuple(routes))
    return Layout(Diagram(nodes, tuple(edges)), scene, heads=dict(enumerate(forms)), tails=dict(enumerate(forms)))


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


# -- lines and heads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [0.6, 1.2, 3.0, 5.0])
def test_the_ink_of_a_head_reaches_the_end_of_its_route(width: float) -> None:
    cases = [(head, form, 30 * (5 * i + 2 * j)) for i, head in enumerate(HEADS) for j, form in enumerate(HeadForm)]
    rays = [(math.cos(math.radians(angle)), math.sin(math.radians(angle))) for _, _, angle in cases]
    middles = [(50 + 100 * (i % 5), 50 + 100 * (i // 5)) for i in range(len(cases))]
    layout = lines(
        [
            ((x - 35 * ux, y - 35 * uy), (x + 35 * ux, y + 35 * uy))
            for (x, y), (ux, uy) in zip(middles, rays, strict=True)
        ],
        [Edge("", "", head=head, width=width) for head, _, _ in cases],
        [form for _, form, _ in cases],
    )
    dark = ink(layout)
    size = 5 + 4 * min(width, 2) + 2.2 * max(0, width - 2)
    for (head, _, _), (x, y), (ux, uy) in zip(cases, middles, rays, strict=True):
        ys, xs = np.nonzero(dark[(y - 50) * ZOOM : (y + 50) * ZOOM, (x - 50) * ZOOM : (x + 50) * ZOOM])
        dx, dy = (xs + 0.5) / ZOOM - 50, (ys + 0.5) / ZOOM - 50
        along, across = dx * ux + dy * uy, dy * ux - dx * uy
        gap = {Head.BLUNT: 0.3, Head.CROSS: 0.15}.get(head, 0.0) * size
        assert along.max() == pytest.approx(35 - gap, abs=0.5)
        assert np.ptp(across[along > 35 - 1.5 * size]) > 1.5 * width + 2  # a head is wider than its line


@pytest.mark.parametrize("head", [Head.POINTED, Head.CIRCLE, Head.DIAMOND])
@pytest.mark.parametrize("width", [0.8, 2.0, 5.0])
def test_no_line_shows_through_an_open_head(head: Head, width: float) -> None:
    size = 5 + 4 * min(width, 2) + 2.2 * max(0, width - 2)
    middle = {Head.POINTED: 0.7, Head.CIRCLE: 0.45, Head.DIAMOND: 0.65}[head] * size
    for form, dark in ((HeadForm.OPEN, False), (HeadForm.FILLED, True)):
        seen = ink(line(((10, 50), (90, 50)), Edge("a", "b", head=head, width=width), form))
        assert bool(seen[50 * ZOOM, round((90 - middle) * ZOOM)]) is dark


@pytest.mark.parametrize(("head", "form"), list(product(HEADS, HeadForm)))
def test_heads_stay_visible_on_short_edges(head: Head, form: HeadForm) -> None:
    short = ink(line(((50, 50), (54, 50)), Edge("a", "b", head=head), form))
    plain = ink(line(((50, 50), (54, 50)), Edge("a", "b", head=Head.NONE)))
    assert np.ptp(np.nonzero(short)[0]) > 2 * np.ptp(np.nonzero(plain)[0])


def test_a_route_of_no_length_and_an_invisible_one_paint_nothing() -> None:
    assert not ink(line(((50, 50), (50, 50)), Edge("a", "b"))).any()
    assert not ink(line(((10, 50), (90, 50)), Edge("a", "b", "x", line=LineStyle.INVISIBLE))).any()


def test_a_head_follows_the_last_piece_of_its_route() -> None:
    route = (10.0, 10.0), (90.0, 10.0), (90.0, 30.0)
    seen = ink_box(ink(line(route, Edge("a", "b"))), Box(70, 18, 100, 40))
    assert seen.center[0] == pytest.approx(90, abs=0.3)
    assert seen.width < 10


@pytest.mark.parametrize("seed", range(4))
def test_every_route_runs_over_ink(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layout = tangle(rng)
    dark = ink(layout)
    near = dark.copy()
    for dy, dx in product((-4, 0, 4), repeat=2):  # 1.3 pixels of the layout
        near |= np.roll(dark, (dy, dx), axis=(0, 1))
    for route in layout.scene.routes:
        whole = sum(math.dist(a, b) for a, b in pairwise(route))
        walked = 0.0
        for a, b in pairwise(route):
            for t in np.linspace(0, 1, max(2, int(math.dist(a, b)))):
                x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                under = any(box.pad(-1).contains(Box(x, y, x, y)) for box in layout.scene.nodes.values())
                if not under and walked + t * math.dist(a, b) < whole - 4:  # bars and crosses stand off
                    assert near[round(y * ZOOM), round(x * ZOOM)]
            walked += math.dist(a, b)


def tangle(rng: np.random.Generator) -> Layout:
    """Five nodes of any shape, solid lines with any head between them."""
    boxes, nodes = {}, []
    for i in range(5):
        x, y = 30 + 150 * (i % 3) + rng.uniform(0, 40), 30 + 120 * (i // 3) + rng.uniform(0, 40)
        boxes[f"n{i}"] = Box(x, y, x + rng.uniform(40, 80), y + rng.uniform(25, 50))
        nodes.append(Node(f"n{i}", f"Node {i}", OUTLINED[rng.integers(len(OUTLINED) - 1)]))
    edges, routes = [], []
    for _ in range(5):
        i, j = (int(k) for k in rng.choice(5, 2, replace=False))
        edges.append(Edge(f"n{i}", f"n{j}", head=list(Head)[rng.integers(len(Head))]))
        a, b = boxes[f"n{i}"], boxes[f"n{j}"]
        routes.append((border_point(nodes[i].shape, a, b.center), border_point(nodes[j].shape, b, a.center)))
    return Layout(Diagram(tuple(nodes), tuple(edges)), Scene(520, 330, boxes, tuple(routes)))


# -- words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("font", ["sans", "serif", "mono"])
def test_words_lie_in_their_lettering_or_are_as_small_as_can_be(font: str) -> None:
    rng = np.random.default_rng(len(font))
    nodes, boxes = list[Node](), dict[str, Box]()
    for i in range(16):
        label = "".join(rng.choice(list("abcdefghiABCDE WMil  123-αβ"), int(rng.integers(1, 40)))) + "x"
        nodes.append(Node(str(i), label, OUTLINED[i % (len(OUTLINED) - 1)], border=LineStyle.INVISIBLE))
        x, y = 10 + 180 * (i % 4), 20 + 120 * (i // 4)
        boxes[str(i)] = Box(x, y, x + rng.uniform(40, 140), y + rng.uniform(20, 90))
    style = Style(font=font)
    layout = settled(Layout(Diagram(tuple(nodes)), Scene(740, 500, boxes)), style)
    dark = ink(layout, style)
    for node in nodes:
        lettering, (x0, y0, _, _) = layout.lettering.get(node.id), boxes[node.id]
        if lettering and lettering.size > 5.3:
            seen = ink_box(dark, Box(x0 - 8, y0 - 10, x0 + 165, y0 + 105))
            assert lettering.box.pad(1.5 + 0.012 * lettering.box.width).contains(seen)
    assert sum(lettering.size > 5.3 for lettering in layout.lettering.values()) > 10


def test_a_given_size_is_honoured_and_words_wrap_at_the_box() -> None:
    lettering = {"a": Lettering(Box(20, 20, 90, 70), 18, bold=True, italic=True)}
    svg = paint(one(Node("a", "one two three four"), lettering=lettering))
    assert 'font-size="18"' in svg
    assert 'font-weight="bold" font-style="italic"' in svg
    assert texts(svg) == ["one two\nthree\nfour"]


@pytest.mark.parametrize(("align", "valign"), list(product(["left", "center", "right"], ["top", "middle", "bottom"])))
def test_words_are_aligned_in_their_box(align: str, valign: str) -> None:
    box = Box(10, 10, 130, 80)
    lettering = {"a": Lettering(box, 12, align=align, valign=valign)}  # type: ignore[arg-type]
    node = Node("a", "HxH", border=LineStyle.INVISIBLE)
    seen = ink_box(ink(one(node, box, lettering=lettering)), Box(0, 0, 140, 90))
    x = {"left": seen.x0 - box.x0, "center": seen.center[0] - box.center[0], "right": seen.x1 - box.x1}[align]
    y = {"top": seen.y0 - box.y0, "middle": seen.center[1] - box.center[1], "bottom": seen.y1 - box.y1}[valign]
    assert abs(x) < 2
    assert abs(y) < 4


def test_turned_words_read_upwards() -> None:
    box = Box(20, 30, 120, 50)
    node = Node("a", "upwards", border=LineStyle.INVISIBLE)
    seen = ink_box(ink(one(node, lettering={"a": Lettering(box, 14, rotation=-90)})), Box(0, 0, 140, 90))
    assert seen.height > 3 * seen.width
    assert seen.center == pytest.approx(box.center, abs=3)


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_label_gives_valid_xml_that_says_it(label: str) -> None:
    layout = Layout(
        Diagram((Node(label, label), Node("b")), (Edge(label, "b", label),), (Group("g", label),)),
        Scene(300, 200, {label: Box(10, 60, 90, 90), "b": Box(150, 60, 190, 90)}, (((90, 75), (150, 75)),),
              {"g": Box(5, 5, 295, 195)}),
        ornaments=(Ornament(Box(10, 120, 90, 190), label=label),),
    )  # fmt: skip
    said = [re.sub(r"\s+", " ", text).strip() for text in texts(paint(layout))]
    plain = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", " ".join(label.split()))
    assert said == [" ".join(plain.split())] * (4 if plain.strip() else 0)


def test_a_label_of_ten_thousand_characters_is_set() -> None:
    label = "word " * 2000
    assert " ".join(texts(paint(one(Node("a", label))))[0].split()) == label.strip()
    with pytest.raises(BadDrawing, match="10,001 characters"):
        paint(one(Node("a", "x" * 10_001)))


def test_a_group_is_named_above_its_nodes() -> None:
    diagram = Diagram((Node("a", "A", group="g"),), (), (Group("g", "Title"),))
    roomy = settled(Layout(diagram, Scene(200, 200, {"a": Box(50, 80, 150, 120)}, (), {"g": Box(20, 50, 180, 150)})))
    assert roomy.lettering["g"].size == 14
    assert 50 < roomy.lettering["g"].box.y0 < roomy.lettering["g"].box.y1 <= 80
    tight = settled(Layout(diagram, Scene(200, 200, {"a": Box(50, 52, 150, 120)}, (), {"g": Box(20, 50, 180, 150)})))
    assert tight.lettering["g"].box.y1 <= 50


def test_the_name_of_a_group_stands_beside_a_line_that_enters_it() -> None:
    diagram = Diagram((Node("a", "A", group="g"), Node("b", "B")), (Edge("b", "a"),), (Group("g", "Title"),))
    boxes = {"a": Box(50, 80, 150, 120), "b": Box(80, 5, 120, 30)}
    layout = Layout(diagram, Scene(200, 200, boxes, (((100, 30), (100, 80)),), {"g": Box(20, 50, 180, 150)}))
    assert settled(layout).lettering["g"].align == "left"


def test_words_in_a_filled_group_stand_on_its_fill() -> None:
    layout = line(((10, 50), (90, 50)), Edge("a", "b", "on it"))
    frames = {"g": Box(0, 0, 100, 100)}
    diagram = replace(layout.diagram, groups=(Group("g", fill="#102030"),))
    layout = replace(
        layout, diagram=diagram, scene=replace(layout.scene, groups=frames, labels={0: Box(30, 40, 70, 60)})
    )
    svg = paint(layout)
    assert svg.count('fill="#102030"') == 2
    assert svg.count('fill="#ffffff">on it') == 1


def test_words_of_an_edge_stand_clear_of_lines_and_nodes() -> None:
    nodes = (Node("a", "A"), Node("b", "B"), Node("c", "C"))
    boxes = {"a": Box(20, 80, 60, 120), "b": Box(240, 80, 280, 120), "c": Box(110, 75, 190, 96)}
    scene = Scene(300, 200, boxes, (((60, 100), (240, 100)),))
    layout = settled(Layout(Diagram(nodes, (Edge("a", "b", "binds to"),)), scene))
    words = layout.scene.labels[0]
    assert all(words.intersection(box) == 0 for box in boxes.values())
    assert words.y0 > 100  # C stands above the line
    assert paint(layout).count("<rect") == 4  # the ground of the picture and three nodes: none below the words


def test_words_on_a_line_get_a_ground() -> None:
    layout = line(((10, 50), (90, 50)), Edge("a", "b", "on it"))
    layout = replace(layout, scene=replace(layout.scene, labels={0: Box(30, 40, 70, 60)}))
    assert paint(layout).count("<rect") == 2
    assert not ink(layout)[50 * ZOOM, round(38 * ZOOM)]


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


# -- read back by geometry -------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [LineStyle.SOLID, LineStyle.DASHED, LineStyle.DOTTED])
@pytest.mark.parametrize("shape", [Shape.RECTANGLE, Shape.ELLIPSE, Shape.DIAMOND, Shape.CYLINDER])
def test_heads_of_every_form_are_read_back(style: LineStyle, shape: Shape) -> None:
    nodes, boxes, edges, routes, forms = list[Node](), dict[str, Box](), list[Edge](), list[tuple[Point, ...]](), {}
    for index, (head, form) in enumerate(product(Head, HeadForm)):
        x, y = 20 + 260 * (index % 3), 20 + 100 * (index // 3)
        a, b = Box(x, y, x + 80, y + 44), Box(x + 150, y + 30, x + 230, y + 74)
        nodes += [Node(f"a{index}", f"Alpha {index}", shape), Node(f"b{index}", f"Beta {index}", shape)]
        boxes |= {f"a{index}": a, f"b{index}": b}
        edges.append(Edge(f"a{index}", f"b{index}", head=head, line=style))
        forms[index] = form
        routes.append((border_point(shape, a, b.center), border_point(shape, b, a.center)))
    layout = Layout(Diagram(tuple(nodes), tuple(edges)), Scene(800, 640, boxes, tuple(routes)), heads=forms)
    found = read_svg(sanitise(paint(layout))[0]).diagram
    assert told(found) == told(layout.diagram)


def told(diagram: Diagram) -> set[tuple[str, ...]]:
    labels, found = diagram.labels(), set()
    for edge in diagram.edges:
        ends = [labels[edge.source], labels[edge.target]]
        found.add((*(sorted(ends) if edge.head is Head.NONE else ends), edge.head.value))
    return found
