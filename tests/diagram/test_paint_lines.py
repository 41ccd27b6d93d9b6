"""Painted lines and heads: where the routes say, and read back by geometry."""

from __future__ import annotations

import math
from itertools import pairwise, product

import numpy as np
import pytest

from graphicacy.diagram.layout import HeadForm, Layout
from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node, Shape
from graphicacy.diagram.outline import border_point
from graphicacy.diagram.paint import paint
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.diagram.svg.sanitise import sanitise
from graphicacy.sight.vector import read_svg
from painting import HEADS, ZOOM, ink, ink_box, line, lines, tangle


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
