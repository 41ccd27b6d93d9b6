"""Where BPMN, SBGN-ML and n8n layouts say that something is, ink is: borders of boxes, and lines along routes."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.bpmn import read_bpmn
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.n8n import read_n8n
from graphicacy.diagram.outline import outline
from graphicacy.diagram.paint import paint
from graphicacy.diagram.sbgn import read_sbgn
from graphicacy.diagram.scene import Point
from graphicacy.diagram.svg.sanitise import sanitise

BPMN = """<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL"
 xmlns:i="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:c="http://www.omg.org/spec/DD/20100524/DC">
<d:process id="p"><d:task id="a" name="Pick"/><d:parallelGateway id="g"/><d:endEvent id="e"/>
<d:sequenceFlow id="f" sourceRef="a" targetRef="g"/><d:sequenceFlow id="h" sourceRef="g" targetRef="e"/></d:process>
<i:BPMNDiagram><i:BPMNPlane>
<i:BPMNShape bpmnElement="a"><c:Bounds x="10" y="10" width="100" height="80"/></i:BPMNShape>
<i:BPMNShape bpmnElement="g"><c:Bounds x="200" y="25" width="50" height="50"/></i:BPMNShape>
<i:BPMNShape bpmnElement="e"><c:Bounds x="320" y="150" width="36" height="36"/></i:BPMNShape>
<i:BPMNEdge bpmnElement="f"><i:waypoint x="110" y="50"/><i:waypoint x="200" y="50"/></i:BPMNEdge>
<i:BPMNEdge bpmnElement="h"><i:waypoint x="225" y="75"/><i:waypoint x="225" y="168"/><i:waypoint x="320" y="168"/>
</i:BPMNEdge></i:BPMNPlane></i:BPMNDiagram></d:definitions>"""
SBGN = """<sbgn xmlns="http://sbgn.org/libsbgn/0.3"><map language="process description">
<glyph id="a" class="simple chemical"><label text="A"/><bbox x="0" y="0" w="50" h="50"/></glyph>
<glyph id="p" class="process"><bbox x="120" y="15" w="20" h="20"/><port id="p1" x="105" y="25"/>
<port id="p2" x="155" y="25"/></glyph>
<glyph id="b" class="phenotype"><label text="B"/><bbox x="220" y="0" w="90" h="50"/></glyph>
<glyph id="m" class="macromolecule"><label text="M"/><bbox x="90" y="120" w="80" h="40"/></glyph>
<arc id="1" class="consumption" source="a" target="p1"><start x="50" y="25"/><end x="105" y="25"/></arc>
<arc id="2" class="production" source="p2" target="b"><start x="155" y="25"/><end x="220" y="25"/></arc>
<arc id="3" class="catalysis" source="m" target="p"><start x="130" y="120"/><end x="130" y="35"/></arc>
</map></sbgn>"""
PLACES = {"A": [0, 0], "B": [260, 120], "C": [520, 0]}
N8N = json.dumps({
    "nodes": [{"name": name, "type": "x.set", "position": at} for name, at in PLACES.items()],
    "connections": {"A": {"main": [[{"node": "B"}, {"node": "C"}]]}, "B": {"main": [[{"node": "C"}]]},
                    "C": {"main": [[{"node": "A"}]]}},
})  # fmt: skip


def ink(layout: Layout) -> NDArray[np.bool_]:
    """Which pixels, at two per CSS pixel, have dark ink in or beside them."""
    png = rasterise(sanitise(paint(layout))[0], 2.0)
    dark = np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 170
    padded = np.pad(dark, 2)
    height, width = dark.shape
    return np.logical_or.reduce([padded[y : y + height, x : x + width] for y in range(5) for x in range(5)])


def along(points: tuple[Point, ...]) -> Iterator[Point]:
    """Points every two pixels."""
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, int(math.dist((ax, ay), (bx, by)) / 2))
        yield from ((ax + k / steps * (bx - ax), ay + k / steps * (by - ay)) for k in range(steps + 1))


def share(painted: NDArray[np.bool_], points: tuple[Point, ...]) -> float:
    """The share of a line that runs over ink."""
    return float(np.mean([painted[round(2 * y), round(2 * x)] for x, y in along(points)]))


@pytest.mark.parametrize("layout", [read_bpmn(BPMN), read_sbgn(SBGN), read_n8n(N8N)], ids=["bpmn", "sbgn", "n8n"])
def test_outlines_and_routes_run_over_ink(layout: Layout) -> None:
    painted = ink(layout)
    for node in layout.diagram.nodes:
        corners = outline(node.shape, layout.scene.nodes[node.id])
        assert share(painted, (*corners, corners[0])) > 0.98, node
    for edge, route in zip(layout.diagram.edges, layout.scene.routes, strict=True):
        assert edge.line is LineStyle.SOLID
        assert share(painted, route) > 0.93, edge  # an open head is white inside
    assert all(node.shape is not Shape.ANCHOR for node in layout.diagram.nodes)


def test_ink_is_not_everywhere() -> None:
    layout = read_bpmn(BPMN)
    assert isinstance(layout, Layout)
    assert ink(layout).mean() < 0.25
