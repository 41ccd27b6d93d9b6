"""Layouts to paint, and what their paintings show."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np
from lxml import etree
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.layout import HeadForm, Layout
from graphicacy.diagram.model import Diagram, Edge, Head, Node, Shape
from graphicacy.diagram.outline import border_point
from graphicacy.diagram.paint import paint
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.diagram.style import Style

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
