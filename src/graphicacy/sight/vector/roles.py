"""What each free text is: a shape's label beside it, a node, a callout, a connector's or a group's label."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector, OnLine, Thing
from graphicacy.sight.vector.figure import Figure
from graphicacy.sight.vector.geometry import bounds, distance, gap, inside, length
from graphicacy.sight.vector.labels import label_connectors_and_groups
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.pictures import sampled
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
    roles.stands_for.update(figure.names)
    for o in figure.outlines:
        if not o.label and not o.container and id(o) not in roles.stands_for:
            whole = owner(o)
            roles.stands_for[id(o)] = _neighbour(o, figure) if whole is o else whole
    touched = {}
    for c in figure.connectors:
        touched[id(c)] = (c.start, c.end)
        c.start, c.end = _stand_in(c.start, roles), _stand_in(c.end, roles)
    lines = {id(c.stroke) for c in figure.connectors if _is_edge(c, figure) and not _leader(c, figure, set())}
    hubs = _hubs(figure)
    for c in figure.connectors:
        leader = _leader(c, figure, lines)
        if leader and not (id(leader.block) in hubs and _is_named(leader.target)):
            leader.block.role = "callout"
            roles.leaders.append(_to_part(leader, touched[id(c)], roles))
        elif _is_edge(c, figure):
            roles.edges.append(c)
    _name_targets(roles, figure.unit)
    for c in roles.edges:
        for thing in (c.start, c.end):
            if isinstance(thing, Block):
                thing.role = "node"
    named = {id(leader.target) for leader in roles.leaders}
    label_connectors_and_groups(figure, roles.edges, named)
    return roles


def _neighbour(o: Outline, figure: Figure) -> Outline:
    """The one labelled shape that a part without text belongs to: it lies over its border, or touches it and is small.

    Atoms of a molecule with one text overlap about as large a shape; ports and knobs sit on the side of a larger one.
    """
    found = []
    for other in figure.outlines:
        if not other.label or other.container:
            continue
        shared = other.box.intersection(o.box)
        over = shared >= 0.2 * o.box.area and o.area < 0.15 * other.area
        atom = shared >= 0.15 * o.box.area and o.area <= 1.5 * other.area and other.size <= 4 * figure.unit
        port = o.area < 0.08 * other.area and o.size >= 0.4 * figure.unit and _docks(o.box, other.box)
        if over or atom or port:
            found.append(other)
    return found[0] if len(found) == 1 else o


def _docks(small: Box, large: Box) -> bool:
    """Whether a box touches another along the whole of one of its sides."""
    shared = small.pad(2.0).intersection(large.pad(0.5))
    return shared >= 0.9 * 2.0 * min(small.width, small.height)


def _stand_in(thing: Thing, roles: Roles) -> Thing:
    if isinstance(thing, Outline):
        return roles.shape(thing)
    if isinstance(thing, Block) and thing.role == "beside":
        return roles.stands_for.get(id(thing), thing)
    return thing


# -- edges and callouts ----------------------------------------------------------------------------------------


def _hubs(figure: Figure) -> set[int]:
    """Ids of texts that are nodes, not callouts: an arrow joins them, or three or more plain lines to named things."""
    plain: dict[int, set[int]] = defaultdict(set)
    hubs = set()
    for c in figure.connectors:
        for text, other in ((c.start, c.end), (c.end, c.start)):
            if not isinstance(text, Block) or not isinstance(other, Outline):
                continue
            if c.start_head is c.end_head is Head.NONE:
                plain[id(text)] |= {id(other)} if _is_named(other) else set()
            elif Head.POINTED in (c.start_head, c.end_head) and _is_edge(c, figure):
                hubs.add(id(text))
    return hubs | {text for text, others in plain.items() if len(others) >= 3}


def _is_named(thing: Outline | None) -> bool:
    """Whether a shape has a text of its own and holds no others."""
    return thing is not None and bool(thing.label) and not thing.container


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
    if headed and _turns_round(c, figure):
        return False
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


def _turns_round(c: Connector, figure: Figure) -> bool:
    """Whether an arrow that joins nothing runs round a text: the sense of a loop, and no connector."""
    if gap(c.points[0], c.points[-1]) > 0.5 * length(c.points):
        return False
    for block in figure.blocks:
        alone = all(t is None or t is block for t in (c.start, c.end))
        if alone and len(c.points) > 3 and inside(block.box.center, c.points):
            return True
    return False


def _rules(c: Connector, a: Outline, b: Outline) -> bool:
    """Whether a line runs inside the containers at its ends: it divides them and does not join them."""
    points = sampled(c.points)
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
        max(distance(p, o.polygon, closed=True) for p in sampled(c.points) if not inside(p, o.polygon))
        if any(not inside(p, o.polygon) for p in sampled(c.points))
        else 0.0
    )
    headed = c.start_head is not Head.NONE or c.end_head is not Head.NONE
    return far > 6.0 and (headed or (bool(o.label) and far > 0.2 * o.size and len(c.points) > 3))


def _names(leader: Leader, target: Outline, unit: float) -> bool:
    """Whether a callout can name a shape: one that holds others only where its line ends at the border."""
    return not target.container or distance(leader.points[-1], target.polygon, closed=True) <= 0.5 * unit


def _name_targets(roles: Roles, unit: float) -> None:
    """A picture without text is called what its only callout says."""
    names: dict[int, list[Leader]] = defaultdict(list)
    for leader in roles.leaders:
        if leader.target is not None and not leader.target.label and _names(leader, leader.target, unit):
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
