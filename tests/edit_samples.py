"""Layouts to edit, and what must hold of any layout."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import strategies as st

from graphicacy.diagram.layout import HeadForm, Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node, Shape
from graphicacy.diagram.outline import border_point, contains
from graphicacy.diagram.scene import Box, Scene
from layout_parts import distance

SHAPES = (Shape.RECTANGLE, Shape.PARALLELOGRAM, Shape.ROUNDED, Shape.ELLIPSE, Shape.DIAMOND, Shape.HEXAGON, Shape.TEXT)
LABELS = ("MEK", "ERK1", "Fos", "glucose uptake", "NADH", "Start", "B cell", "AKT1", "p53", "", "Ras")
HEADS = (Head.POINTED, Head.POINTED, Head.BLUNT, Head.NONE, Head.CIRCLE)


def pathway() -> Layout:
    """A small pathway: a catalysed step, a feedback, a group, a state on a protein, a caption, a mark of a node."""
    boxes = {
        "egfr": Box(60, 40, 140, 70), "ras": Box(60, 140, 140, 170), "raf": Box(60, 240, 140, 270),
        "mek": Box(60, 340, 140, 370), "gap": Box(240, 190, 320, 220), "fos": Box(360, 340, 440, 370),
        "myc": Box(360, 400, 440, 430), "p": Box(132, 334, 148, 346), "a": Box(98, 203, 102, 207),
    }  # fmt: skip
    nodes = (
        Node("egfr", "EGFR", fill="#dceef8"), Node("ras", "Ras", Shape.ELLIPSE), Node("raf", "Raf", Shape.ROUNDED),
        Node("mek", "MEK1", fill="#ffdddd"), Node("gap", "NF1", stroke="#aa0000"),
        Node("fos", "Fos", group="n"), Node("myc", "Myc", group="n"),
        Node("p", "P", Shape.CIRCLE, attached_to="mek"), Node("a", "", Shape.ANCHOR, on=1),
    )  # fmt: skip
    edges = (
        Edge("egfr", "ras"), Edge("ras", "raf", "activates"), Edge("raf", "mek"), Edge("gap", "a", head=Head.BLUNT),
        Edge("mek", "fos", color="#0000aa"), Edge("mek", "myc"),
    )  # fmt: skip
    bare = Layout(
        Diagram(nodes, edges, (Group("n", "Nucleus"),)),
        Scene(500, 480, boxes, (), {"n": Box(340, 300, 460, 450)}, {1: Box(104, 180, 150, 194)}),
        {"gap": Lettering(boxes["gap"], 12.0, bold=True)},
        {3: HeadForm.STICK},
        ornaments=(
            Ornament(Box(200, 10, 320, 30), label="Signalling"),
            Ornament(Box(62, 342, 68, 348), Shape.CIRCLE, fill="#00aa00", of="mek"),
        ),
    )
    return straight(bare)


def straight(layout: Layout) -> Layout:
    """The layout with a straight route for every edge."""
    boxes = {**layout.scene.groups, **layout.scene.nodes}
    shapes = {n.id: n.shape for n in layout.diagram.nodes}
    routes = []
    for edge in layout.diagram.edges:
        ends = [(shapes.get(key, Shape.RECTANGLE), boxes[key]) for key in (edge.source, edge.target)]
        (x0, y0), (x1, y1) = ends[0][1].center, ends[1][1].center
        if edge.source == edge.target:
            box = ends[0][1]
            tips = [border_point(*ends[0], (box.x1, y0 + off)) for off in (-8, 8)]
            routes.append((tips[0], (box.x1 + 20, y0), tips[1]))
        else:
            routes.append((border_point(*ends[0], (x1, y1)), border_point(*ends[1], (x0, y0))))
    return replace(layout, scene=replace(layout.scene, routes=tuple(routes)))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Nodes on a grid, in up to two groups, edges of any kind between them, and edges that end on edges."""
    count = draw(st.integers(1, 9))
    columns = draw(st.integers(1, 4))
    boxes = {
        f"v{i}": Box(
            30 + 150 * (i % columns), 40 + 110 * (i // columns), 120 + 150 * (i % columns), 80 + 110 * (i // columns)
        )
        for i in range(count)
    }
    nodes = [Node(key, draw(st.sampled_from(LABELS)), draw(st.sampled_from(SHAPES))) for key in boxes]
    ids = st.sampled_from(list(boxes))
    words = st.sampled_from(("", "", "yes", "binds"))
    edges = [
        Edge(
            a, b, draw(words), draw(st.sampled_from(HEADS)), draw(st.sampled_from((Head.NONE, Head.NONE, Head.POINTED)))
        )
        for a, b in draw(st.lists(st.tuples(ids, ids), max_size=8))
    ]
    width, height = max(b.x1 for b in boxes.values()) + 40, max(b.y1 for b in boxes.values()) + 40
    layout = straight(Layout(Diagram(tuple(nodes), tuple(edges)), Scene(width, height, boxes)))
    carriers = [i for i, e in enumerate(edges) if e.source != e.target]
    if carriers and draw(st.booleans()):
        on = draw(st.sampled_from(carriers))
        (ax, ay), (bx, by) = layout.scene.routes[on]
        x, y = (ax + bx) / 2, (ay + by) / 2
        boxes["on"] = Box(x - 2, y - 2, x + 2, y + 2)
        nodes.append(Node("on", "", Shape.ANCHOR, on=on))
        edges.append(Edge(draw(ids), "on", head=Head.BLUNT))
        layout = straight(Layout(Diagram(tuple(nodes), tuple(edges)), Scene(width, height, boxes)))
    if draw(st.booleans()):
        box = boxes["v0"]
        boxes["state"] = Box(box.x1 - 6, box.y0 - 6, box.x1 + 6, box.y0 + 6)
        nodes.append(Node("state", "P", Shape.CIRCLE, attached_to="v0"))
        layout = straight(Layout(Diagram(tuple(nodes), tuple(edges)), Scene(width, height, boxes)))
    return layout


def check(layout: Layout) -> None:
    """Every key names a part that is there, every part has its place, every route ends on what it joins."""
    diagram, scene = layout.diagram, layout.scene
    ids, groups = [n.id for n in diagram.nodes], [g.id for g in diagram.groups]
    assert len({*ids, *groups}) == len(ids) + len(groups)
    assert set(scene.nodes) == set(ids)
    assert set(scene.groups) == set(groups)
    assert len(scene.routes) == len(diagram.edges)
    indexes = set(range(len(diagram.edges)))
    assert {key for key in layout.lettering if isinstance(key, str)} <= {*ids, *groups}
    assert {key for key in layout.lettering if isinstance(key, int)} <= indexes
    assert set(scene.labels) == {i for i in indexes if diagram.edges[i].label}
    assert {*layout.heads, *layout.tails} <= indexes
    assert {o.of for o in layout.ornaments if o.of} <= set(ids)
    for node in diagram.nodes:
        assert (node.on is not None) == (node.shape is Shape.ANCHOR)
        assert node.on is None or node.on in indexes
        assert node.group is None or node.group in groups
        assert node.attached_to is None or node.attached_to in ids
    shapes = {n.id: n.shape for n in diagram.nodes}
    for edge, route in zip(diagram.edges, scene.routes, strict=True):
        assert len(route) >= 2
        for key, tip in ((edge.source, route[0]), (edge.target, route[-1])):
            box = scene.nodes[key] if key in scene.nodes else scene.groups[key]
            assert touches(shapes.get(key, Shape.RECTANGLE), box, tip), (edge, route, box)
    for node in diagram.nodes:
        if node.on is not None:
            assert distance(scene.nodes[node.id].center, scene.routes[node.on]) < 3


def touches(shape: Shape, box: Box, tip: tuple[float, float]) -> bool:
    """Whether a point lies on an outline, up to a pixel and a half."""
    if shape is Shape.ANCHOR:
        return math.dist(tip, box.center) < 4
    small, large = box.pad(-1.5), box.pad(1.5)
    return contains(shape, large, tip) and not contains(shape, small, tip)
