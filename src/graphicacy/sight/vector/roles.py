"""What each free text is: a shape's label beside it, a node, a callout, a connector's or a group's label."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector, OnLine, Thing
from graphicacy.sight.vector.figure import Figure
from graphicacy.sight.vector.geometry import bounds, distance, gap, inside, length
from graphicacy.sight.vector.labels import label_connectors_and_groups
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.shapes import owner

__all__ = ["Leader", "Roles", "assign_roles"]


@dataclass(frozen=True, slots=True)
class Leader:
    """A callout's line, from its text to the thing that it names."""

    block: Block
    target: Outline | None
    points: list[Point]


@dataclass(slots=True)
class Roles:
    """Connectors that are edges, callouts, and stand-ins: parts of pictures by the shape that they stand for."""

    edges: list[Connector]
    leaders: list[Leader]
    stands_for: dict[int, Outline] = field(default_factory=dict)

    def shape(self, o: Outline) -> Outline:
        """The shape that a shape stands for."""
        return self.stands_for.get(id(o), o)


def assign_roles(figure: Figure) -> Roles:
    """Decide what every free text and every connector is."""
    roles = Roles([], [])
    _label_beside(figure, roles)
    for o in figure.outlines:
        if not o.label and not o.container and id(o) not in roles.stands_for:
            whole = owner(o)
            roles.stands_for[id(o)] = _neighbour(o, figure) if whole is o else whole
    touched = {}
    for c in figure.connectors:
        touched[id(c)] = (c.start, c.end)
        c.start, c.end = _stand_in(c.start, roles), _stand_in(c.end, roles)
    lines = {id(c.stroke) for c in figure.connectors if _is_edge(c, figure) and not _leader(c, figure, set())}
    for c in figure.connectors:
        leader = _leader(c, figure, lines)
        if leader:
            leader.block.role = "callout"
            roles.leaders.append(_to_part(leader, touched[id(c)], roles))
        elif _is_edge(c, figure):
            roles.edges.append(c)
    _name_targets(roles)
    for c in roles.edges:
        for thing in (c.start, c.end):
            if isinstance(thing, Block):
                thing.role = "node"
    named = {id(leader.target) for leader in roles.leaders}
    label_connectors_and_groups(figure, roles.edges, named)
    return roles


def _neighbour(o: Outline, figure: Figure) -> Outline:
    """The labelled shape over whose border a small part without text lies, if there is one."""
    for other in figure.outlines:
        small = other.label and not other.container and o.area < 0.15 * other.area
        if small and other.box.intersection(o.box) >= 0.2 * o.box.area:
            return other
    return o


def _stand_in(thing: Thing, roles: Roles) -> Thing:
    if isinstance(thing, Outline):
        return roles.shape(thing)
    if isinstance(thing, Block) and thing.role == "beside":
        return roles.stands_for.get(id(thing), thing)
    return thing


# -- labels beside shapes --------------------------------------------------------------------------------------


def _label_beside(figure: Figure, roles: Roles) -> None:
    """Text beside, under or over a small shape without text labels it, where each is the other's nearest."""
    clusters = _clusters(figure)
    offers = []
    pulled = {id(c.start if isinstance(c.start, Block) else c.end) for c in figure.connectors if _plain_leader(c)}
    for n, cluster in enumerate(clusters):
        box = cluster[0].box
        for o in cluster[1:]:
            box = box.union(o.box)
        for block in figure.blocks:
            if id(block) in pulled or block.host is not _home(cluster[0]):
                continue
            cost = _beside(box, block, figure.unit)
            if cost is not None and not _crossed(block, figure.connectors):
                offers.append((cost, n, block.order, block))
    taken: set[int] = set()
    for _, n, _, block in sorted(offers, key=lambda o: o[:3]):
        if n in taken or block.role:
            continue
        taken.add(n)
        block.role = "beside"
        main = max(clusters[n], key=lambda o: o.area)
        main.label = block.text
        roles.stands_for[id(block)] = main
        for o in clusters[n]:
            roles.stands_for[id(o)] = main


def _plain_leader(c: Connector) -> bool:
    plain = c.start_head is Head.NONE and c.end_head is Head.NONE
    return plain and (isinstance(c.start, Block) != isinstance(c.end, Block)) and length(c.points) > 4


def _home(o: Outline) -> Outline | None:
    return o.parent


def _clusters(figure: Figure) -> list[list[Outline]]:
    """Unlabelled shapes of moderate size that overlap each other, as pictures of one thing."""
    loose = [
        o
        for o in figure.outlines
        if not o.label
        and not o.container
        and (o.parent is None or o.parent.container)
        and 0.9 * figure.unit <= max(o.box.width, o.box.height) <= 14 * figure.unit
    ]
    if len(loose) > 400:  # a picture made of many parts, not a diagram
        return []
    clusters: list[list[Outline]] = []
    for o in loose:
        touching = [
            c for c in clusters if any(o.parent is m.parent and o.box.pad(1.5).intersection(m.box) > 0 for m in c)
        ]
        merged = [o, *(m for c in touching for m in c)]
        clusters = [c for c in clusters if c not in touching] + [merged]
    whole = []
    for c in clusters:
        extent = bounds([p for o in c for p in o.polygon])
        if max(extent.width, extent.height) <= 16 * figure.unit:
            whole.append(sorted(c, key=lambda o: o.order))
        else:
            whole.extend([o] for o in c)
    return sorted(whole, key=lambda c: c[0].order)


def _beside(box: Box, block: Block, unit: float) -> float | None:
    """How far a text is from where a label of a shape would stand; None where it is no label of it."""
    b = block.box
    (cx, cy), (bx, by) = box.center, b.center
    under, over = b.y0 - box.y1, box.y0 - b.y1
    right, left = b.x0 - box.x1, box.x0 - b.x1
    if -0.3 * unit <= under <= 1.6 * unit and abs(cx - bx) <= 0.35 * max(box.width, b.width):
        return max(under, 0.0) + 0.2 * abs(cx - bx)
    if -0.3 * unit <= over <= 1.3 * unit and abs(cx - bx) <= 0.35 * max(box.width, b.width):
        return max(over, 0.0) + 0.2 * abs(cx - bx) + 0.2 * unit
    for side in (right, left):
        if -0.3 * unit <= side <= 1.4 * unit and abs(cy - by) <= 0.4 * max(box.height, b.height):
            return max(side, 0.0) + 0.2 * abs(cy - by) + 0.3 * unit
    return None


def _crossed(block: Block, connectors: list[Connector]) -> bool:
    inner = block.box.pad(-0.15 * block.font)
    return any(
        inner.x0 <= x <= inner.x1 and inner.y0 <= y <= inner.y1 for c in connectors for x, y in _sampled(c.points)
    )


def _sampled(points: list[Point]) -> list[Point]:
    found = []
    for a, b in pairwise(points):
        n = max(1, min(60, int(gap(a, b) / 6)))
        found += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1)]
    return found


# -- edges and callouts ----------------------------------------------------------------------------------------


def _leader(c: Connector, figure: Figure, lines: set[int]) -> Leader | None:
    """A plain line (or one that ends in a small dot) from a free text to a shape or into a picture is a callout.

    A line between two texts, and a line with any other head, is an edge; so is a circle that touches a shape from
    outside (catalysis). ``lines`` are the ids of strokes that are edges: a line onto one of those is an edge too.
    """
    for text, other, head, flip in ((c.start, c.end, c.end_head, False), (c.end, c.start, c.start_head, True)):
        near_head = c.end_head if flip else c.start_head
        if not isinstance(text, Block) or isinstance(other, Block) or near_head is not Head.NONE:
            continue
        if isinstance(other, OnLine) and id(other.carrier) in lines:
            continue
        points = c.points[::-1] if flip else list(c.points)
        if length(points) < 0.8 * figure.unit:
            continue  # the tick of an axis
        target = other if isinstance(other, Outline) else figure.places.innermost(points[-1])
        if target is not None and not target.label and max(target.box.width, target.box.height) < 0.9 * figure.unit:
            target = target.parent  # the dot at the end of the leader
        if head is Head.CIRCLE:
            glyph = c.glyphs[0 if flip else 1]
            size = max(bounds(glyph).width, bounds(glyph).height) if glyph else 0.0
            within = target is not None and all(inside(p, target.polygon) for p in glyph)
            if size > 0.9 * figure.unit or not (within or target is None or not target.label):
                continue
        elif head is not Head.NONE:
            continue
        return Leader(text, target, points)
    return None


def _to_part(leader: Leader, touched: tuple[Thing, Thing], roles: Roles) -> Leader:
    """A callout names the very part that its line touches, not the labelled shape that the part is in."""
    for part in touched:
        if isinstance(part, Outline) and not part.label and not part.container and roles.shape(part) is leader.target:
            return Leader(leader.block, part, leader.points)
    return leader


def _is_edge(c: Connector, figure: Figure) -> bool:
    """Whether a connector joins things, rather than decorates one or none."""
    headed = c.start_head is not Head.NONE or c.end_head is not Head.NONE
    if c.start is not None and c.start is c.end:
        return isinstance(c.start, Outline) and _loops(c, c.start)
    if headed:
        return not (c.start is None and c.end is None and length(c.points) < 1.5 * figure.unit)
    if c.start is None or c.end is None:
        return False
    if isinstance(c.start, Outline) and isinstance(c.end, Outline):
        if _within(c.start, c.end) or _within(c.end, c.start):
            return False
        if c.start.container and c.end.container and _rules(c, c.start, c.end):
            return False
        dots = all(max(o.box.width, o.box.height) <= 1.3 * figure.unit for o in (c.start, c.end))
        return bool(dots or c.start.label or c.start.container or c.end.label or c.end.container)
    return not (isinstance(c.start, OnLine) and isinstance(c.end, OnLine))


def _rules(c: Connector, a: Outline, b: Outline) -> bool:
    """Whether a line runs inside the containers at its ends: it divides them and does not join them."""
    points = _sampled(c.points)
    within = sum(inside(p, a.polygon) or inside(p, b.polygon) for p in points)
    return within > 0.6 * len(points)


def _within(a: Outline, b: Outline) -> bool:
    at: Outline | None = a
    while at is not None:
        if at is b:
            return True
        at = at.parent
    return False


def _loops(c: Connector, o: Outline) -> bool:
    """Whether a line from a shape to itself runs outside of it (inside, it is a decoration)."""
    far = (
        max(distance(p, o.polygon, closed=True) for p in _sampled(c.points) if not inside(p, o.polygon))
        if any(not inside(p, o.polygon) for p in _sampled(c.points))
        else 0.0
    )
    headed = c.start_head is not Head.NONE or c.end_head is not Head.NONE
    return far > 6.0 and (headed or (bool(o.label) and far > 0.2 * o.size and len(c.points) > 3))


def _name_targets(roles: Roles) -> None:
    """A picture without text is called what its only callout says."""
    names: dict[int, list[Leader]] = defaultdict(list)
    for leader in roles.leaders:
        if leader.target is not None and not leader.target.label and not leader.target.container:
            names[id(leader.target)].append(leader)
    for leaders in names.values():
        target = leaders[0].target
        if len(leaders) != 1 or target is None:
            continue
        target.label = leaders[0].block.text
        roles.stands_for.pop(id(target), None)
        outer = target.parent
        while outer is not None and not outer.container:  # it holds something with a name now
            outer.container = True
            outer = outer.parent
