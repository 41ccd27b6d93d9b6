"""Connectors that end on other connectors."""

from __future__ import annotations

from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.edges import EdgeDraft, add_edges
from graphicacy.diagram.model import Edge, Node
from graphicacy.diagram.scene import Box


def test_each_end_on_one_connector_has_a_place_of_its_own() -> None:
    builder = LayoutBuilder()
    for key, x in (("a", 0), ("b", 200)):
        builder.add_node(Node(key), Box(x, 0, x + 20, 20))
    straight = EdgeDraft("a", "b", Edge("", ""), ((20, 10), (200, 10)))
    bow = EdgeDraft(0, 0, Edge("", ""), ((60, 10), (60, 80), (150, 80), (150, 10)))
    assert add_edges(builder, [straight, bow]) == [0, 1]
    ends = [builder.boxes[key].center for key in (builder.edges[1].source, builder.edges[1].target)]
    assert ends == [(60, 10), (150, 10)]
    assert [builder.routes[1][0], builder.routes[1][-1]] == ends
