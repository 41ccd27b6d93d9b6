"""The parts of a figure → Diagram, Scene and callouts."""

from __future__ import annotations

from collections import Counter

from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.sight.evidence import Callout
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector, OnLine, Thing
from graphicacy.sight.vector.figure import Figure
from graphicacy.sight.vector.geometry import gap, inside, nearest
from graphicacy.sight.vector.marks import hexadecimal
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.roles import Roles

__all__ = ["build"]


def build(
    figure: Figure, roles: Roles, width: float, height: float, scale: float
) -> tuple[Diagram, Scene, tuple[Callout, ...]]:
    """Give the parts ids in drawing order and write them down."""
    return _Builder(figure, roles).build(width, height, scale)


class _Builder:
    def __init__(self, figure: Figure, roles: Roles) -> None:
        self.figure, self.roles = figure, roles
        self.nodes: list[Node] = []
        self.groups: list[Group] = []
        self.boxes: dict[str, Box] = {}
        self.group_boxes: dict[str, Box] = {}
        self.extra: list[Node] = []
        self.edges = list(roles.edges)

    def build(self, width: float, height: float, scale: float) -> tuple[Diagram, Scene, tuple[Callout, ...]]:
        self.name()
        index = {id(c.stroke): n for n, c in enumerate(self.edges)}
        edges, routes = [], []
        for c in self.edges:
            source = self.end(c.start, c.points[0], index)
            target = self.end(c.end, c.points[-1], index)
            label = " ".join(b.text for b in sorted(c.labels, key=lambda b: (b.box.y0, b.box.x0)))
            color, pen = hexadecimal(c.stroke.color), _rounded(c.stroke.pen)
            edges.append(Edge(source, target, label, c.end_head, c.start_head, c.stroke.style, color, pen))
            routes.append(_scaled(_route(c), scale))
        callouts = tuple(
            Callout(b.block.text, self.leader_target(b.target), _scaled(b.points, scale)) for b in self.roles.leaders
        )
        diagram = Diagram(
            (*self.nodes, *self.extra), tuple(edges), tuple(self.groups), _flow(edges, self.boxes | self.group_boxes)
        )
        scene = Scene(
            width * scale,
            height * scale,
            {k: b.scale(scale) for k, b in self.boxes.items()},
            tuple(routes),
            {k: b.scale(scale) for k, b in self.group_boxes.items()},
            {n: _around(c.labels).scale(scale) for n, c in enumerate(self.edges) if c.labels},
        )
        return diagram, scene, callouts

    def leader_target(self, target: Outline | None) -> str | None:
        return (self.roles.shape(target).id or None) if target is not None else None

    def name(self) -> None:
        used = {id(self.roles.shape(t)) for c in self.edges for t in (c.start, c.end) if isinstance(t, Outline)}
        used |= {id(self.roles.shape(b.target)) for b in self.roles.leaders if b.target is not None}
        shown = [
            o for o in self.figure.outlines if self.roles.shape(o) is o and (o.label or o.container or id(o) in used)
        ]
        for o in shown:
            if o.container:
                o.id = f"g{1 + sum(p.id != '' for p in shown)}"
        texts = [b for b in self.figure.blocks if b.role == "node"]
        things: list[Outline | Block] = [*(o for o in shown if not o.container), *texts]
        for n, item in enumerate(sorted(things, key=lambda i: i.order), 1):
            item.id = f"n{n}"
            self.boxes[item.id] = item.box
            self.nodes.append(self.node(item))
        for o in shown:
            if o.container:
                parent = _frame(o.parent)
                looks = (hexadecimal(o.fill), hexadecimal(o.stroke), o.border, _rounded(o.width))
                self.groups.append(Group(o.id, o.label, parent.id if parent else None, *looks))
                self.group_boxes[o.id] = o.box

    def node(self, item: Outline | Block) -> Node:
        if isinstance(item, Block):
            host = _frame(item.host)
            return Node(item.id, item.text, Shape.TEXT, None, None, LineStyle.INVISIBLE, host.id if host else None)
        frame = _frame(item.parent)
        small = max(item.box.width, item.box.height) <= 1.3 * self.figure.unit
        shape = Shape.POINT if small and not item.label else item.shape
        return Node(
            item.id,
            item.label,
            shape,
            hexadecimal(item.fill),
            hexadecimal(item.stroke),
            item.border,
            frame.id if frame else None,
            border_width=_rounded(item.width),
        )

    def end(self, thing: Thing, at: Point, index: dict[int, int]) -> str:
        if isinstance(thing, (Outline, Block)):
            return thing.id
        if isinstance(thing, OnLine) and id(thing.carrier) in index:
            ident = f"anchor{1 + sum(n.shape is Shape.ANCHOR for n in self.extra)}"
            self.extra.append(Node(ident, shape=Shape.ANCHOR, on=index[id(thing.carrier)], border=LineStyle.INVISIBLE))
            at = thing.at
        else:
            ident = f"end{1 + sum(n.shape is Shape.POINT for n in self.extra)}"
            self.extra.append(Node(ident, shape=Shape.POINT, border=LineStyle.INVISIBLE))
        self.boxes[ident] = Box(*at, *at)
        return ident


def _frame(o: Outline | None) -> Outline | None:
    while o is not None and not (o.container and o.id):
        o = o.parent
    return o


def _rounded(width: float | None) -> float | None:
    return None if width is None else round(width, 3)


def _around(labels: list[Block]) -> Box:
    box = labels[0].box
    for block in labels[1:]:
        box = box.union(block.box)
    return box


def _scaled(points: list[Point], scale: float) -> tuple[Point, ...]:
    return tuple((x * scale, y * scale) for x, y in points)


def _route(c: Connector) -> list[Point]:
    """The connector's points, cut at the border of a shape in which it starts or ends, or led on to it."""
    points = list(c.points)
    for thing, flip in ((c.end, False), (c.start, True)):
        points = points[::-1] if flip else points
        if isinstance(thing, OnLine):
            points = [*points, thing.at] if gap(points[-1], thing.at) > 0.5 else points
        elif thing is not None:
            points = _to_border(points, _border(thing))
        points = points[::-1] if flip else points
    return points


def _border(thing: Outline | Block) -> list[Point]:
    if isinstance(thing, Outline):
        return thing.polygon
    x0, y0, x1, y1 = thing.box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _to_border(points: list[Point], border: list[Point]) -> list[Point]:
    far, at, _ = nearest(points[-1], border, closed=True)
    if not inside(points[-1], border):
        return [*points, at] if far > 0.5 else points
    if far <= 0.5 or all(inside(p, border) for p in points):
        return points
    while len(points) > 2 and inside(points[-2], border):
        points = points[:-1]
    a, b = points[-2], points[-1]
    if inside(a, border):
        return points
    for _ in range(30):  # bisection for the crossing
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        a, b = (a, middle) if inside(middle, border) else (middle, b)
    return [*points[:-1], b]


def _flow(edges: list[Edge], boxes: dict[str, Box]) -> Direction | None:
    """The direction of two thirds or more of the arrows, by the middles of their ends."""
    votes: Counter[Direction] = Counter()
    for e in edges:
        if e.head is Head.NONE or e.source == e.target or e.source not in boxes or e.target not in boxes:
            continue
        (ax, ay), (bx, by) = boxes[e.source].center, boxes[e.target].center
        if gap((ax, ay), (bx, by)) < 1:
            continue
        if abs(by - ay) >= abs(bx - ax):
            votes[Direction.DOWN if by > ay else Direction.UP] += 1
        else:
            votes[Direction.RIGHT if bx > ax else Direction.LEFT] += 1
    if not votes:
        return None
    best, n = votes.most_common(1)[0]
    return best if n * 3 >= 2 * votes.total() else None
