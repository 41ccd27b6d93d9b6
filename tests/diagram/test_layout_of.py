"""Layouts for what engines drew: repainted, they say the same at the same places."""

from __future__ import annotations

import math

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.engines.merman import draw_mermaid
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.layout.of import layout_of
from graphicacy.diagram.model import Diagram, Edge, Node, Shape
from graphicacy.diagram.outline import nearest_point
from graphicacy.diagram.paint import paint
from graphicacy.diagram.paint.text import ink_box
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.svg.sanitise import sanitise
from graphicacy.sight.vector import read_svg

DOT = """digraph { a [label="Membrane receptor", shape=trapezium]; b [label="Kinase", shape=hexagon];
  c [label="Nucleus of the cell", shape=parallelogram]; d [shape=diamond]; e [shape=cylinder, style=dashed]
  subgraph cluster_0 { label="Cytosol"; b; c }
  a -> b [label=activates]; a -> c [arrowhead=tee]; b -> d [style=dashed, arrowhead=odot]; c -> d [dir=none]
  d -> e [arrowhead=diamond]; a -> e }"""
MERMAID = """flowchart LR
  A([Start]) -->|go| B{Ready?}
  B -. no .-> A
  B ==> C[(Store)]
  subgraph Box
    C --x D((End))
  end"""


def engine_layouts() -> list[Layout]:
    _, diagram, scene, *_ = draw_dot(DOT)
    _, flow, places, *_ = draw_mermaid(MERMAID)
    assert diagram is not None
    assert scene is not None
    assert flow is not None
    assert places is not None
    return [layout_of(diagram, scene), layout_of(flow, places)]


def told(diagram: Diagram) -> list[tuple[object, ...]]:
    labels = diagram.labels()
    ends = [(*((labels[e.source], labels[e.target])), e) for e in diagram.edges]
    return sorted((*(sorted(p) if e.head is e.tail else p), e.label, e.head.value, e.tail.value) for *p, e in ends)


def test_a_repainted_drawing_says_the_same() -> None:
    for layout in engine_layouts():
        svg, warnings = sanitise(paint(layout))
        assert warnings == ()
        assert told(read_svg(svg).diagram) == told(layout.diagram)


def test_words_fit_their_nodes_and_routes_end_on_outlines() -> None:
    for layout in engine_layouts():
        scene, nodes = layout.scene, {node.id: node for node in layout.diagram.nodes}
        for node in nodes.values():
            words = ink_box(node.label, layout.lettering[node.id])
            assert words is not None
            assert scene.nodes[node.id].pad(0.03 * words.width + 1).contains(words)
        for edge, route in zip(layout.diagram.edges, scene.routes, strict=True):
            for end, key in ((route[0], edge.source), (route[-1], edge.target)):
                if key in nodes:
                    shape, box = nodes[key].shape, scene.nodes[key]
                    assert math.dist(end, nearest_point(shape, box, end)) <= 1.001
        assert scene.labels.keys() == {i for i, edge in enumerate(layout.diagram.edges) if edge.label}


def test_an_end_inside_is_cut_and_one_outside_is_led_on() -> None:
    nodes = (Node("a", shape=Shape.DIAMOND), Node("b", shape=Shape.DIAMOND))
    boxes = {"a": Box(0, 0, 40, 40), "b": Box(100, 0, 140, 40)}
    scene = Scene(140, 40, boxes, (((20.0, 20.0), (90.0, 20.0)),))
    (route,) = layout_of(Diagram(nodes, (Edge("a", "b"),)), scene).scene.routes
    assert route == ((40, 20), (90, 20), (100, 20))


def test_a_scene_that_lacks_a_place_is_refused() -> None:
    with pytest.raises(BadDrawing, match="node 'a' has no place"):
        layout_of(Diagram((Node("a"),)), Scene(10, 10))
