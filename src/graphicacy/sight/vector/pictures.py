"""Pictures: shapes and strokes without text that are seen as one thing, and the texts beside them that name it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector
from graphicacy.sight.vector.geometry import area, bounds, box_to_line, gap, hull, length, meeting, table, to_box
from graphicacy.sight.vector.outlines import Outline
from graphicacy.sight.vector.strokes import Stroke

__all__ = ["Naming", "clusters_of", "crosses", "level", "name_pictures", "sampled", "sketches_of", "without_details"]

_MANY = 400  # loose shapes: a picture made of many parts, not a diagram


@dataclass(slots=True)
class Naming:
    """Names found beside pictures: the picture by the id of its text, and what replaced the parts of pictures."""

    names: dict[int, Outline]
    outlines: list[Outline]
    changed: bool


# -- what belongs to one picture -------------------------------------------------------------------------------


def clusters_of(outlines: list[Outline], unit: float) -> list[list[Outline]]:
    """Unlabelled shapes of moderate size by the picture that they make: those that overlap, and mirrored twins."""
    loose = [o for o in outlines if _is_loose(o, unit)]
    if len(loose) > _MANY:
        return []
    boxes = table([o.box for o in loose])
    clusters: list[list[Outline]] = []
    home: dict[int, list[Outline]] = {}
    for n, o in enumerate(loose):
        merged = [o]
        for k in meeting(boxes[:n], o.box.pad(max(1.5, 0.6 * unit, 1.0 * o.box.width))):
            other = home[id(loose[k])]
            if other is not merged and o.parent is loose[k].parent and _together(o, loose[k], unit):
                merged = [*merged, *other]
                clusters = [c for c in clusters if c is not other]
                home.update((id(m), merged) for m in merged)
        clusters.append(merged)
        home.update((id(m), merged) for m in merged)
    whole = []
    for c in clusters:
        extent = _extent(c)
        if len(c) == 1 or max(extent.width, extent.height) <= 20 * unit:
            whole.append(sorted(c, key=lambda o: o.order))
        else:
            whole.extend([o] for o in c)
    whole = [c for c in whole if max(_extent(c).width, _extent(c).height) >= 0.9 * unit]
    return sorted(whole, key=lambda c: c[0].order)


def _is_loose(o: Outline, unit: float) -> bool:
    if o.label or o.container or (o.parent is not None and not o.parent.container):
        return False
    most = max(o.box.width, o.box.height)
    return most <= 14 * unit or (o.size <= 3 * unit and most <= 30 * unit)  # a membrane is long


def _together(a: Outline, b: Outline, unit: float) -> bool:
    """Whether two shapes touch, or are of one look and close by: the discs of a stack, the cells of a colony."""
    if a.box.pad(max(1.5, 0.2 * unit)).intersection(b.box) > 0 or _twins(a, b):
        return True
    alike = a.fill == b.fill and a.stroke == b.stroke and max(a.area, b.area) <= 1.5 * min(a.area, b.area)
    return alike and a.box.pad(0.6 * unit).intersection(b.box) > 0


def _twins(a: Outline, b: Outline) -> bool:
    """Whether two shapes of one size and colour face each other across a gap no wider than they are: lens poles."""
    if a.fill != b.fill or abs(a.box.width - b.box.width) > 1 or abs(a.box.height - b.box.height) > 1:
        return False
    (ax, ay), (bx, by) = a.box.center, b.box.center
    return abs(ay - by) <= 1 and abs(ax - bx) <= 1.9 * a.box.width and a.box.width > 1.2 * a.box.height


def _extent(cluster: list[Outline]) -> Box:
    box = cluster[0].box
    for o in cluster[1:]:
        box = box.union(o.box)
    return box


def without_details(strokes: list[Stroke], outlines: list[Outline], unit: float) -> list[Stroke]:
    """Without plain strokes that are details of pictures: inside one, or three or more short ones around it.

    The shape that short ones surround grows by them.
    """
    plain = [s for s in strokes if s.start.head is Head.NONE and s.end.head is Head.NONE]
    if not plain or len(plain) > 4 * _MANY:
        return strokes
    extents = [(s, bounds(s.points)) for s in plain]
    rows = table([b for _, b in extents])
    gone: set[int] = set()
    others = table([o.box.pad(2.0) for o in outlines if o.label])
    for cluster in clusters_of(outlines, unit):
        box = _extent(cluster)
        near = [extents[n] for n in meeting(rows, box.pad(unit))]
        if len(cluster) > 1:
            gone |= {id(s) for s, b in near if box.pad(1.0).contains(b)}
        rays = [(s, b) for s, b in near if s.length <= 1.8 * unit and _is_ray(s, b, box, unit)]
        rays = [(s, b) for s, b in rays if not meeting(others, b.pad(0.5))]
        if len(rays) >= 3:
            gone |= {id(s) for s, _ in rays}
            main = max(cluster, key=lambda o: o.area)
            main.polygon = hull([*main.polygon, *(p for s, _ in rays for p in s.points)])
            main.box, main.area = bounds(main.polygon), area(main.polygon)
    return [s for s in strokes if id(s) not in gone]


def _is_ray(s: Stroke, extent: Box, box: Box, unit: float) -> bool:
    """Whether a short stroke lies at or near a picture, as the rays of a sun or the hatching of a mirror do."""
    return (
        box.pad(2.4 * unit).contains(extent) and min(to_box(s.points[0], box), to_box(s.points[-1], box)) <= 0.9 * unit
    )


def sketches_of(
    strokes: list[Stroke], outlines: list[Outline], blocks: list[Block], unit: float
) -> tuple[dict[int, Outline], list[Stroke]]:
    """Things drawn with strokes alone that have their name right below or above, by the id of that text.

    Three or more plain strokes that lie close together and reach no shape make a sketch. Returns the other strokes too.
    """
    shapes = table([o.box.pad(0.7 * unit) for o in outlines if not o.container])
    plain = []
    for s in strokes:
        box = bounds(s.points)
        bare = s.start.head is Head.NONE and s.end.head is Head.NONE and max(box.width, box.height) <= 8 * unit
        if bare and not meeting(shapes, box.pad(0.5)):
            plain.append((s, box))
    if len(plain) > _MANY:
        return {}, strokes
    groups: list[list[tuple[Stroke, Box]]] = []
    for item in plain:
        near = [g for g in groups if any(item[1].pad(0.4 * unit).intersection(b.pad(0.5)) > 0 for _, b in g)]
        groups = [g for g in groups if g not in near] + [[item, *(i for g in near for i in g)]]
    found: dict[int, Outline] = {}
    gone: set[int] = set()
    for group in groups:
        box = bounds([p for s, _ in group for p in s.points])
        for atom in blocks:
            if len(atom.text) <= 2 and any(b.pad(0.8 * unit).intersection(atom.box) > 0 for _, b in group):
                box = box.union(atom.box)
        if len(group) < 3 or max(box.width, box.height) > 12 * unit or box.height < unit or box.width < unit:
            continue
        free = [b for b in blocks if not b.role and len(b.text) > 2]  # shorter ones are atoms
        offers = [(cost, b.order, b) for b in free if (cost := level(box, b, unit, 2.0)) is not None]
        if offers and not any(b.box.intersection(box) > 0 and len(b.text) > 2 for b in blocks):
            block = min(offers, key=lambda o: o[:2])[2]
            block.role = "beside"
            found[id(block)] = _sketch(box, group[0][0], block)
            gone |= {id(s) for s, _ in group}
    return found, [s for s in strokes if id(s) not in gone]


def _sketch(box: Box, pen: Stroke, block: Block) -> Outline:
    made = Outline(
        _corners(box), box, Shape.POLYGON, None, pen.color, LineStyle.SOLID, pen.order, False, box.area, pen.width
    )
    made.label, made.parent = block.text, block.host
    if block.host is not None:
        block.host.members.append(made)
    return made


# -- names -----------------------------------------------------------------------------------------------------


def name_pictures(outlines: list[Outline], blocks: list[Block], connectors: list[Connector], unit: float) -> Naming:
    """Give each picture the text beside it, where each is the other's nearest; its parts become one shape.

    A picture in several parts that one callout names becomes one shape too.
    """
    clusters = clusters_of(outlines, unit)
    leaders = [c for c in connectors if _plain_leader(c)]
    pulled = {id(c.start if isinstance(c.start, Block) else c.end) for c in leaders}
    joined = _joined(clusters, connectors)
    places, lines = table([b.box for b in blocks]), table([bounds(c.points) for c in connectors])
    offers = []
    for n, cluster in enumerate(clusters):
        box = _extent(cluster)
        for k in meeting(places, box.pad(2.5 * unit)):
            block = blocks[k]
            if id(block) in pulled or block.role or block.host is not cluster[0].parent:
                continue
            if id(cluster[0]) not in joined and _titles(block, connectors, unit):
                continue
            around = [connectors[i] for i in meeting(lines, block.box.pad(3.5 * unit))]
            cost = _beside(box, block, unit, 2.0 if id(cluster[0]) in joined else 1.6)
            if cost is None:
                cost = _at_corner(cluster, block, around, 2.4 * unit if id(cluster[0]) in joined else 1.2 * unit)
            if cost is not None and (not crosses(block, around) or (id(cluster[0]) in joined and _under(box, block))):
                offers.append((cost, n, block.order, block))
    names: dict[int, Outline] = {}
    wholes: dict[int, Outline] = {}
    for _, n, _, block in sorted(offers, key=lambda o: o[:3]):
        if n in wholes or block.role:
            continue
        block.role = "beside"
        wholes[n] = _whole(clusters[n])
        wholes[n].label = block.text
        names[id(block)] = wholes[n]
    for n, cluster in enumerate(clusters):
        parts = {id(o) for o in cluster}
        if (
            n not in wholes
            and len(cluster) > 1
            and sum(id(c.start) in parts or id(c.end) in parts for c in leaders) == 1
        ):
            wholes[n] = _whole(cluster)
    gone = {id(o) for n, whole in wholes.items() for o in clusters[n] if o is not whole}
    if not gone:
        return Naming(names, outlines, bool(names))
    made = [w for n, w in wholes.items() if w not in clusters[n]]
    kept = [o for o in outlines if id(o) not in gone]
    return Naming(names, sorted([*kept, *made], key=lambda o: o.order), True)


def _whole(cluster: list[Outline]) -> Outline:
    """One shape for the parts of a picture: the box around them, with the looks of the largest."""
    if len(cluster) == 1:
        return cluster[0]
    main, box = max(cluster, key=lambda o: o.area), _extent(cluster)
    order = max(o.order for o in cluster)
    looks = (main.fill, main.stroke, main.border, order, main.filled, box.area, main.width)
    made = Outline(_corners(box), box, main.shape, *looks)
    made.parent = main.parent
    made.members = [m for o in cluster for m in o.members]
    for m in made.members:
        m.parent = made
    if made.parent is not None:
        made.parent.members = [m for m in made.parent.members if m not in cluster] + [made]
    return made


def _corners(box: Box) -> list[Point]:
    return [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]


def _plain_leader(c: Connector) -> bool:
    heads = (c.start_head, c.end_head) if isinstance(c.start, Block) else (c.end_head, c.start_head)
    plain = heads[0] is Head.NONE and heads[1] in (Head.NONE, Head.CIRCLE)
    return plain and (isinstance(c.start, Block) != isinstance(c.end, Block)) and length(c.points) > 4


def level(box: Box, block: Block, unit: float, most: float) -> float | None:
    """How far a text is under or over a picture about the same middle; None where it is not there."""
    b = block.box
    aside = abs(box.center[0] - b.center[0])
    if aside > 0.35 * max(box.width, b.width):
        return None
    under, over = b.y0 - box.y1, box.y0 - b.y1
    if -0.3 * unit <= under <= most * unit:
        return max(under, 0.0) + 0.2 * aside
    return max(over, 0.0) + 0.2 * aside + 0.2 * unit if -0.3 * unit <= over <= 1.3 * unit else None


def _under(box: Box, block: Block) -> bool:
    """Whether a text is centred right under a shape: its caption, even where a line runs through it."""
    aside = abs(box.center[0] - block.box.center[0])
    return aside <= 0.1 * max(box.width, block.box.width) and -2.0 <= block.box.y0 - box.y1 <= 0.8 * block.font


def _beside(box: Box, block: Block, unit: float, most: float) -> float | None:
    """How far a text is from where a label of a shape would stand; None where it is no label of it.

    ``most`` is how far, in text heights, it may be under the shape.
    """
    near = level(box, block, unit, most)
    if near is not None:
        return near
    b = block.box
    aside = abs(box.center[1] - b.center[1])
    for side in (b.x0 - box.x1, box.x0 - b.x1):
        if -0.3 * unit <= side <= 1.4 * unit and aside <= 0.4 * max(box.height, b.height):
            return max(side, 0.0) + 0.2 * aside + 0.3 * unit
    return None


def _joined(clusters: list[list[Outline]], connectors: list[Connector]) -> set[int]:
    """Ids of the first shapes of the pictures that connectors join to something else: those must be something."""
    home = {id(o): n for n, cluster in enumerate(clusters) for o in cluster}
    found = set()
    for c in connectors:
        ends = {home.get(id(c.start)), home.get(id(c.end))}
        if len(ends) == 2:
            found |= {id(clusters[n][0]) for n in ends if n is not None}
    return found


def _titles(block: Block, connectors: list[Connector], unit: float) -> bool:
    """Whether a text stands at the top of a frame at which a connector ends: it names the frame."""
    host = block.host
    return (
        host is not None
        and block.box.y0 - host.box.y0 <= 2.4 * unit
        and any(host in (c.start, c.end) for c in connectors)
    )


def _at_corner(cluster: list[Outline], block: Block, connectors: list[Connector], reach: float) -> float | None:
    """How far a text is from a picture that it stands close to, nearer than to any line; else None."""
    far = min(box_to_line(block.box, [*o.polygon, o.polygon[0]]) for o in cluster)
    if far > reach or any(box_to_line(block.box, c.points) < 1.2 * far + 0.3 * block.font for c in connectors):
        return None
    return far + 0.8 * block.font


def crosses(block: Block, connectors: list[Connector]) -> bool:
    """Whether a line runs through a text, and does not just end in it."""
    inner = block.box.pad(-0.15 * block.font)
    for c in connectors:
        hits = [p for p in sampled(c.points) if inner.x0 <= p[0] <= inner.x1 and inner.y0 <= p[1] <= inner.y1]
        if any(min(gap(p, c.points[0]), gap(p, c.points[-1])) > 2.0 * block.font for p in hits):
            return True
    return False


def sampled(points: list[Point]) -> list[Point]:
    """Points along a polyline, 6 pixels apart or less, at most 60 a segment."""
    found = []
    for a, b in pairwise(points):
        n = max(1, min(60, int(gap(a, b) / 6)))
        found += [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1)]
    return found
