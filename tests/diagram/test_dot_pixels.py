"""Where the scene of a DOT drawing says that something is, there is ink."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.drawing import Sketch
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.scene import Box
from graphicacy.diagram.style import Style
from graphicacy.diagram.svg.sanitise import sanitise

ZOOM = 1.0
NEAR = 2.5  # CSS pixels between what the scene says and ink: half a stroke, and rounding
SHAPES = """box ellipse circle doublecircle egg triangle invtriangle diamond Mdiamond Msquare Mcircle trapezium
    invtrapezium parallelogram house pentagon hexagon septagon octagon tripleoctagon star cylinder note tab folder
    box3d component point record Mrecord cds rarrow""".split()  # noqa: SIM905
SOURCES = {
    "shapes": "digraph {" + "".join(f"n{i} [shape={s}]; n0 -> n{i};" for i, s in enumerate(SHAPES)) + "}",
    "polygons": """digraph { a [shape=polygon sides=5 orientation=20 peripheries=3]; b [shape=polygon sides=4 skew=.5];
        c [shape=polygon sides=4 distortion=.6]; d [shape=box peripheries=2 penwidth=3]; e [shape=box style=rounded];
        a -> b -> c -> d -> e -> a [dir=both arrowtail=dot arrowhead=tee] }""",
    "records": r"""digraph { rankdir=LR; node [shape=record]; a [label="<p> left|{one|two|<q> three}|right"];
        b [label="x|y"]; a:p -> b; a:q -> b:w }""",
    "html": """digraph { node [shape=plaintext]; a [label=<<table><tr><td>1</td><td>two</td></tr></table>>];
        b [shape=box label=<<b>bold</b><br/>two lines>]; a -> b [label=<an <i>edge</i> label>] }""",
    "heads": "digraph { rankdir=LR;"
    + "".join(f"a{i} -> b{i} [arrowhead={h} dir=both arrowtail={h}];" for i, h in enumerate(
        ["normal", "tee", "dot", "diamond", "box", "crow", "inv", "vee", "curve", "lteeoldiamond", "none"]))
    + "}",
    "groups": """digraph { compound=true; subgraph cluster_a { label="Outer"; a; subgraph cluster_b { label="Inner"
        style="rounded,filled" bgcolor=lightgrey; b; c } } d -> b [lhead=cluster_b];
        a -> d [ltail=cluster_a label=out] }""",
    "labels": 'digraph { a -> b [label="one\\ntwo"]; b -> b [label=self]; b -> a [xlabel=beside]; a -> a }',
    "undirected": "graph { layout=neato; a -- b -- c -- a -- d [style=dashed]; d -- e [style=dotted label=dots] }",
    "cut": "digraph { splines=ortho; nodesep=1; a -> b; a -> c; b -> d; c -> d; d -> a }",
}  # fmt: skip


class Ink:
    """What is painted on a page."""

    def __init__(self, sketch: Sketch) -> None:
        from scipy.ndimage import distance_transform_edt

        png = rasterise(sanitise(sketch.svg)[0], ZOOM)
        pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
        self.there: NDArray[np.bool_] = np.abs(pixels - pixels[0, 0]).max(axis=2) > 24
        self.distance: NDArray[np.float64] = distance_transform_edt(~self.there) / ZOOM

    def in_box(self, box: Box, pad: float = 0.0) -> bool:
        x0, y0, x1, y1 = (round(v * ZOOM) for v in box.pad(pad))
        return bool(self.there[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1].any())

    def off(self, route: tuple[tuple[float, float], ...], near: float) -> float:
        """Share of a route that is further than ``near`` from ink."""
        points = [
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            for a, b in pairwise(route)
            for t in np.linspace(0, 1, max(2, int(np.hypot(b[0] - a[0], b[1] - a[1]))))
        ]
        places = np.rint(np.array(points) * ZOOM).astype(int)
        rows = np.clip(places[:, 1], 0, self.distance.shape[0] - 1)
        columns = np.clip(places[:, 0], 0, self.distance.shape[1] - 1)
        return float((self.distance[rows, columns] > near).mean())


def check(sketch: Sketch) -> tuple[int, int, int]:
    """Assert that all is where the scene says; how many boxes, routes and labels there were."""
    assert sketch.diagram is not None
    assert sketch.scene is not None
    scene, ink = sketch.scene, Ink(sketch)
    assert abs(ink.there.shape[1] / ZOOM - scene.width) <= 1
    assert abs(ink.there.shape[0] / ZOOM - scene.height) <= 1
    nodes = [n for n in sketch.diagram.nodes if n.border is not LineStyle.INVISIBLE and (n.label or n.shape != "text")]
    for node in nodes:
        x0, y0, x1, y1 = scene.nodes[node.id]
        near = 8.0 if node.shape is Shape.TEXT else NEAR  # of text the letters, not the line, are ink
        for side in (Box(x0, y0, x1, y0), Box(x0, y1, x1, y1), Box(x0, y0, x0, y1), Box(x1, y0, x1, y1)):
            assert ink.in_box(side, near), (node.id, side)
    for group in sketch.diagram.groups:
        assert ink.in_box(scene.groups[group.id], NEAR), group.id
    for edge, route in zip(sketch.diagram.edges, scene.routes, strict=True):
        gaps = edge.line in (LineStyle.DASHED, LineStyle.DOTTED)
        assert ink.off(route, 6.0 if gaps else NEAR) < 0.05, (edge.source, edge.target)
    for index, box in scene.labels.items():
        assert ink.in_box(box.pad(-1)), index
    assert {i for i, edge in enumerate(sketch.diagram.edges) if edge.label} == scene.labels.keys()
    return len(nodes), len(scene.routes), len(scene.labels)


@pytest.mark.parametrize("name", SOURCES)
def test_boxes_routes_and_labels_are_where_the_ink_is(name: str) -> None:
    check(draw_dot(SOURCES[name]))


def test_the_shared_files_are_drawn_where_the_scene_says(shared_data: Path) -> None:
    found = np.zeros(3, int)
    for path in sorted((shared_data / "dot").glob("*.gv")):
        found += check(draw_dot(path.read_bytes().decode("utf-8", "replace")))
    assert found[0] > 150
    assert found[1] > 150


@pytest.mark.parametrize("program", ["neato", "fdp", "sfdp", "twopi", "circo", "osage"])
def test_every_program_draws_where_the_scene_says(program: str) -> None:
    source = (
        "digraph { a -> b [label=x]; b -> c; c -> a [dir=both]; c -> d [style=dashed]; d [shape=box label=long_label] }"
    )
    check(draw_dot(source, program=program))


@pytest.mark.parametrize(
    "style",
    [
        Style(palette="dark", font="mono", font_size=20),
        Style(palette="sea", font="serif", curve="straight", line_width=3),
        Style(palette="sand", curve="orthogonal", spacing=2.0),
    ],
)
def test_styles_move_the_scene_with_the_ink(style: Style) -> None:
    check(draw_dot(SOURCES["groups"], style))
    check(draw_dot(SOURCES["html"], style))
