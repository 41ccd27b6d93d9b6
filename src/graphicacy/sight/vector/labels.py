"""Free texts and small shapes with text → labels of connectors and of groups."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector
from graphicacy.sight.vector.figure import Figure
from graphicacy.sight.vector.geometry import bounds, box_to_line, distance, meeting, table
from graphicacy.sight.vector.outlines import Outline

__all__ = ["label_connectors_and_groups"]


def label_connectors_and_groups(figure: Figure, edges: list[Connector], named: set[int]) -> None:
    """Give every text left free to the connector or container that it labels, if any.

    ``named`` are the ids of shapes that callouts point at. Surest first: texts that all stand right of their lines,
    texts on a line, titles of containers, texts beside a line, texts alone in a container, texts at some distance.
    """
    _badges(figure, edges, named)
    titles = _sure_titles(figure)
    _label_rightward(figure, edges, titles)
    _label_edges(figure, edges, True, titles)
    _label_groups(figure)
    _label_edges(figure, edges, False, set())
    _label_leftover_groups(figure)
    _label_groups_aside(figure)
    _label_far_edges(figure, edges)


def _badges(figure: Figure, edges: list[Connector], named: set[int]) -> None:
    """A tight little shape with text that lies on one connector's middle, and at which none ends, is its label."""
    ended = {id(t) for c in edges for t in (c.start, c.end)} | named
    for o in list(figure.outlines):
        if not o.label or o.container or id(o) in ended or not o.lines:
            continue
        text = o.lines[0].box
        for line in o.lines[1:]:
            text = text.union(line.box)
        font = max(line.font for line in o.lines)
        if o.box.height > text.height + 1.6 * font or o.box.width > text.width + 3.0 * font:
            continue
        if min(o.box.width, o.box.height) > 3.5 * font:
            continue
        near = [(distance(o.box.center, c.points), n) for n, c in enumerate(edges)]
        best = min(near, default=None)
        patch = o.border is LineStyle.INVISIBLE and best is not None and box_to_line(o.box, edges[best[1]].points) == 0
        if best is not None and (patch or best[0] <= 0.35 * o.box.height):
            figure.outlines.remove(o)
            block = Block(o.lines, text, o.parent, "edge")
            edges[best[1]].labels.append(block)


def _sure_titles(figure: Figure) -> set[int]:
    """Texts that are the only one along the top edge of the container around them, even where a line touches them."""
    tops: dict[int, list[Block]] = defaultdict(list)
    for b in figure.blocks:
        if b.host is not None and b.host.container and not b.role and _edge_rank(b.host, b, 2.4 * figure.unit) < 1:
            tops[id(b.host)].append(b)
    return {id(blocks[0]) for blocks in tops.values() if len(blocks) == 1}


def _label_edges(figure: Figure, edges: list[Connector], touching: bool, titles: set[int]) -> None:
    """Free texts near a connector label it: first those on the line, later those within 1.3 text heights."""
    extents = table([bounds(c.points) for c in edges])
    for block in figure.blocks:
        if block.role or id(block) in titles:
            continue
        limit = (0.35 if touching else 1.3) * min(block.font, 1.5 * figure.unit)
        around = block.box.pad(limit + 1)
        offers = [(box_to_line(block.box, edges[n].points), n) for n in meeting(extents, around)]
        best = min(offers, default=None)
        if best is not None and best[0] <= limit:
            block.role = "edge"
            edges[best[1]].labels.append(block)


def _label_rightward(figure: Figure, edges: list[Connector], titles: set[int]) -> None:
    """Where each of two or more free texts has a line of its own to the left, that line is the one it labels.

    So layout engines place labels, at a distance at which the nearest line is often another.
    """
    texts = [b for b in figure.blocks if not b.role and id(b) not in titles]
    extents = table([bounds(c.points) for c in edges])
    chosen: dict[int, Block] = {}
    for block in texts:
        around = block.box.pad(6 * block.font)
        near = [n for n in meeting(extents, around) if not edges[n].labels]
        offers = [(far, n) for n in near if (far := _to_left(block.box, edges[n].points)) is not None]
        far, line = min(offers, default=(float("inf"), -1))
        if line < 0 or line in chosen or far > 6 * block.font:
            return
        own, closest = (min(box_to_line(block.box, edges[n].points) for n in k) for k in ([line], near))
        if own > 2.2 * closest + 0.5 * block.font or closest < 0.2 * block.font:
            return
        chosen[line] = block
    if len(chosen) < 2:
        return
    for line, block in chosen.items():
        block.role = "edge"
        edges[line].labels.append(block)


def _to_left(box: Box, points: list[Point]) -> float | None:
    """How far left of a box a line passes at the height of its middle; None where it does not."""
    y = box.center[1]
    at = [ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in pairwise(points) if (ay > y) != (by > y)]
    return min((box.x0 - x for x in at if x <= box.x0), default=None)


def _label_far_edges(figure: Figure, edges: list[Connector]) -> None:
    """A text left over labels an edge without a label within 3.5 text heights, if no other is nearly as near.

    Titles and captions are none: they stand above or below everything drawn.
    """
    if not edges:
        return
    drawn = bounds([p for c in edges for p in c.points] + [p for o in figure.outlines for p in o.polygon])
    for block in figure.blocks:
        apart = block.box.y1 < drawn.y0 or block.box.y0 > drawn.y1
        if block.role or block.font > 1.25 * figure.unit or apart:
            continue
        offers = sorted((box_to_line(block.box, c.points), n) for n, c in enumerate(edges))[:2]
        if not offers or offers[0][0] > 3.5 * figure.unit or edges[offers[0][1]].labels:
            continue
        if len(offers) == 1 or offers[1][0] > 1.8 * offers[0][0]:
            block.role = "edge"
            edges[offers[0][1]].labels.append(block)


def _label_groups(figure: Figure) -> None:
    """A container is called what stands inside along its top edge, else along its other edges, else just above it."""
    for o in sorted(figure.outlines, key=lambda k: k.area):
        if not o.container or o.label:
            continue
        own = [b for b in figure.blocks if b.host is o and not b.role]
        reach = 2.4 * figure.unit
        ranked = [(_edge_rank(o, b, reach), b) for b in own]
        if not any(rank < 9 for rank, _ in ranked):
            outside = [b for b in figure.blocks if not b.role and b.host is o.parent and not _titles(b, reach)]
            ranked = [(_outside_rank(o, b, figure.unit), b) for b in outside]
        rank, best = min(ranked, key=lambda r: (r[0], r[1].order), default=(9.0, None))
        if best is not None and rank < 9:
            best.role = "group"
            o.label = best.text


def _titles(b: Block, reach: float) -> bool:
    """Whether a text stands where the title of the container around it would, and that has none yet."""
    return b.host is not None and not b.host.label and _edge_rank(b.host, b, reach) < 1


def _edge_rank(o: Outline, b: Block, reach: float) -> float:
    near = distance(b.box.center, o.polygon, closed=True) - b.box.height / 2
    upright = abs(abs(b.lines[0].item.angle) - 90) < 10
    if upright and min(b.box.x0 - o.box.x0, o.box.x1 - b.box.x1) <= reach:
        return 0.9  # turned along a side
    if b.box.y0 - o.box.y0 <= reach:
        return 0.0 + (b.box.y0 - o.box.y0) / (10 * reach)
    if near <= reach and b.box.center[1] < o.box.center[1]:
        return 1.0
    if o.box.y1 - b.box.y1 <= reach:
        return 2.0
    return 3.0 if near <= reach or min(b.box.x0 - o.box.x0, o.box.x1 - b.box.x1) <= reach else 9.0


def _outside_rank(o: Outline, b: Block, unit: float) -> float:
    over = min(b.box.x1, o.box.x1) - max(b.box.x0, o.box.x0)
    above, below = o.box.y0 - b.box.y1, b.box.y0 - o.box.y1
    if over < 0.8 * b.box.width:
        return 9.0
    if -0.8 * unit <= above <= 1.2 * unit:
        return 1.0 + above / (20 * unit)
    return 2.0 if -0.5 * unit <= below <= 1.2 * unit else 9.0


def _label_groups_aside(figure: Figure) -> None:
    """A container without a title is called what stands left or right of it at its middle height, near and alone."""
    for o in sorted(figure.outlines, key=lambda k: k.area):
        if not o.container or o.label:
            continue
        offers = []
        for b in figure.blocks:
            aside = max(o.box.x0 - b.box.x1, b.box.x0 - o.box.x1)
            level = abs(b.box.center[1] - o.box.center[1]) <= 0.15 * o.box.height
            if not b.role and level and 0 <= aside <= 3.5 * figure.unit:
                offers.append((aside, b.order, b))
        if offers:
            best = min(offers, key=lambda k: k[:2])[2]
            best.role, o.label = "group", best.text


def _label_leftover_groups(figure: Figure) -> None:
    """A container whose only free text stands elsewhere in it is called by that."""
    for o in figure.outlines:
        own = [b for b in figure.blocks if b.host is o and not b.role]
        if o.container and not o.label and len(own) == 1:
            own[0].role = "group"
            o.label = own[0].text
