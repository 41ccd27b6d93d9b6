"""Structural quality by rule: is the figure laid out so that it can be read?

Each rule gives a score in [0, 1] and the errors behind it, or None where the drawing has nothing that it could apply
to. Sources: Nature research figure guide (text size), WCAG 2.2 success criterion 1.4.3 (contrast), SBGN process
description L1 V2.0 section 4 (layout: overlap, crossings, lines through nodes, labels), PLOS and Elsevier artwork
guides (canvas).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np

from graphicacy.diagram.facts import crossing_pairs, overlapping_pairs, passes_through
from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.draw.errors import severity_of
from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.record import ErrorItem, RuleOutcome
from graphicacy.draw.scoring.checks import Seen, shows
from graphicacy.sight.evidence import Evidence, TextItem

__all__ = ["completeness", "points_of", "structure_rules"]

Outcome = tuple[float | None, str, list[ErrorItem]]

PRINTED_WIDTH_MM, PRINTED_HEIGHT_MM = 183.0, 170.0  # Nature, double column
SMALLEST_POINTS = 5.0  # Nature
EM_OF_INK = 1 / 0.72  # em height of a line whose ink (cap height to base line) is 1; Arial's cap height is 0.716 em
MM_PER_POINT = 25.4 / 72
CONTRAST, LARGE_CONTRAST, LARGE_POINTS = 4.5, 3.0, 18.0  # WCAG AA


def structure_rules(seen: Seen) -> tuple[tuple[RuleOutcome, ...], list[ErrorItem]]:
    """Every rule's outcome, and the errors they name."""
    outcomes, errors = [], []
    for name, rule in _RULES.items():
        score, why, found = rule(seen)
        outcomes.append(RuleOutcome(rule=name, dimension="SQ", score=score, why=why))
        errors += found
    return tuple(outcomes), errors


def completeness(seen: Seen) -> float:
    """How much of a figure there is, in [0, 1]: the geometric mean of connectors drawn, and labels placed, of those
    asked for.

    Rules of layout hold trivially where nothing is laid out, so the rule judge scales its ratings by this share.
    Where the topology is unknown (a raster image), connectors cannot be counted and only text and ink count.
    """
    if not seen.evidence.text and not _has_ink(seen):
        return 0.0
    found = sum(v.found for v in seen.text.labels) / len(seen.text.labels)
    if seen.topology is None:
        return found
    wanted = sum(find_predicate(p).drawn is not Drawn.ENCLOSURE for _, p, _ in seen.task.required_relations)
    drawn = sum(e.source != e.target or bool(e.label) for e in seen.topology.diagram.edges)
    drawn += len(seen.evidence.callouts)
    connected = min(1.0, drawn / wanted) if wanted else 1.0
    return float((found * connected) ** 0.5)


def _error(kind: str, what: str, box: Box | None) -> ErrorItem:
    frame = None if box is None else (round(box.x0, 1), round(box.y0, 1), round(box.x1, 1), round(box.y1, 1))
    return ErrorItem(kind=kind, severity=severity_of(kind), what=what, box=frame)


def _share(bad: int, total: int) -> float:
    return max(0.0, 1.0 - bad / total)


def _has_ink(seen: Seen) -> bool:
    pixels = seen.evidence.pixels
    return any((row != pixels[0, 0]).any() for row in pixels)


def _something_drawn(seen: Seen) -> Outcome:
    if _has_ink(seen):
        return 1.0, "the picture is not empty", []
    return 0.0, "the picture is empty", [_error("nothing-drawn", "the picture is empty", None)]


def _placement(seen: Seen) -> Outcome:
    """Labels stand in or at a shape, on a connector or on a callout (SBGN: a label lies in its node)."""
    if seen.topology is None:
        return None, "the topology of a raster image is unknown", []
    diagram = seen.topology.diagram
    joined = set(chain.from_iterable((e.source, e.target) for e in diagram.edges))
    placed = [
        *(n.label for n in diagram.nodes if n.shape is not Shape.TEXT or n.id in joined),
        *(g.label for g in diagram.groups),
        *(e.label for e in diagram.edges),
        *(c.label for c in seen.evidence.callouts),
    ]
    found = [v for v in seen.text.labels if v.found]
    loose = [v for v in found if not any(shows(v.label, text) for text in placed if text)]
    errors = [
        _error(
            "unplaced-label", f"“{v.label}” belongs to no shape, connector or callout", Box(*v.box) if v.box else None
        )
        for v in loose
    ]
    if not found:
        return None, "no label is drawn", []
    return _share(len(loose), len(found)), f"{len(loose)} of {len(found)} labels are placed nowhere", errors


def _text_overlap(seen: Seen) -> Outcome:
    items = [i for i in seen.evidence.text if abs(i.angle) < 5 or abs(abs(i.angle) - 90) < 5]
    if not items:
        return None, "no text", []
    pairs = overlapping_pairs([i.box for i in items], share=0.15, nested=False)
    errors = [
        _error("text-overlap", f"“{items[a].text}” and “{items[b].text}” overlap", items[a].box.union(items[b].box))
        for a, b in pairs
    ]
    touched = len(set(chain.from_iterable(pairs)))
    return _share(touched, len(items)), f"{touched} of {len(items)} lines of text overlap", errors


def points_of(item: TextItem, evidence: Evidence) -> float:
    """Type size in points when the figure is printed as large as a double column allows."""
    scale = min(PRINTED_WIDTH_MM / evidence.width, PRINTED_HEIGHT_MM / evidence.height)
    return item.size * EM_OF_INK * scale / MM_PER_POINT


def _text_size(seen: Seen) -> Outcome:
    items = [i for i in seen.evidence.text if i.size > 0 and len(i.text.strip()) > 1]
    if not items:
        return None, "no text", []
    # Ink of a line without capitals or ascenders is about 0.7 of its cap height: allow for it.
    small = [i for i in items if points_of(i, seen.evidence) < 0.7 * SMALLEST_POINTS]
    errors = [
        _error("small-text", f"“{i.text}” prints at about {points_of(i, seen.evidence):.1f} pt", i.box) for i in small
    ]
    return _share(len(small), len(items)), f"{len(small)} of {len(items)} lines print below 5 pt", errors


def _contrast(seen: Seen) -> Outcome:
    items = [i for i in seen.evidence.text if i.contrast is not None]
    if not items:
        return None, "no contrast measured", []
    poor = [
        i
        for i in items
        if (i.contrast or 0) < (LARGE_CONTRAST if points_of(i, seen.evidence) >= LARGE_POINTS else CONTRAST) * 0.95
    ]
    errors = [_error("low-contrast", f"“{i.text}” has a contrast of {i.contrast:.1f}:1", i.box) for i in poor]
    return _share(len(poor), len(items)), f"{len(poor)} of {len(items)} lines lack contrast", errors


def _inside_canvas(seen: Seen) -> Outcome:
    canvas = Box(0, 0, seen.evidence.width, seen.evidence.height)
    named: list[tuple[str, Box]] = [(i.text, i.box) for i in seen.evidence.text]
    if seen.topology is not None and seen.topology.scene is not None:
        labels = seen.topology.diagram.labels()
        named += [(labels.get(k, "") or "a shape", b) for k, b in seen.topology.scene.nodes.items()]
    if not named:
        return None, "nothing to place", []
    out = [(text, box) for text, box in named if not canvas.contains(box, slack=1.5)]
    errors = [_error("outside-canvas", f"“{text}” is cut off by the edge of the picture", box) for text, box in out]
    return _share(len(out), len(named)), f"{len(out)} of {len(named)} things are cut off", errors


def _node_overlap(seen: Seen) -> Outcome:
    if seen.topology is None or seen.topology.scene is None:
        return None, "the topology is unknown", []
    skip = {n.id for n in seen.topology.diagram.nodes if n.shape in (Shape.POINT, Shape.ANCHOR, Shape.TEXT)}
    named = [(i, b) for i, b in seen.topology.scene.nodes.items() if i not in skip and not _is_region(b, seen)]
    if len(named) < 2:
        return None, "fewer than two shapes", []
    labels = seen.topology.diagram.labels()
    pairs = overlapping_pairs([b for _, b in named], share=0.05)
    errors = [
        _error(
            "node-overlap",
            f"“{labels.get(named[a][0], '')}” and “{labels.get(named[b][0], '')}” overlap",
            named[a][1].union(named[b][1]),
        )
        for a, b in pairs
    ]
    touched = len(set(chain.from_iterable(pairs)))
    return _share(touched, len(named)), f"{touched} of {len(named)} shapes overlap", errors


def _routes(seen: Seen) -> Sequence[Sequence[tuple[float, float]]]:
    return seen.topology.scene.routes if seen.topology is not None and seen.topology.scene is not None else ()


def _crossings(seen: Seen) -> Outcome:
    routes = _routes(seen)
    if len(routes) < 2:
        return None, "fewer than two connectors", []
    pairs = crossing_pairs(routes)
    errors = [
        _error("edge-crossing", f"{_edge_name(seen, a)} crosses {_edge_name(seen, b)}", _around(routes[a], routes[b]))
        for a, b in pairs
    ]
    return _share(len(pairs), len(routes)), f"{len(pairs)} crossings among {len(routes)} connectors", errors


def _edge_name(seen: Seen, index: int) -> str:
    assert seen.topology is not None
    edge, labels = seen.topology.diagram.edges[index], seen.topology.diagram.labels()
    return f"“{labels.get(edge.source, '')}” to “{labels.get(edge.target, '')}”"


def _around(*routes: Sequence[tuple[float, float]]) -> Box:
    xs = [x for route in routes for x, _ in route]
    ys = [y for route in routes for _, y in route]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _edge_through_node(seen: Seen) -> Outcome:
    routes = _routes(seen)
    if not routes or seen.topology is None or seen.topology.scene is None:
        return None, "no connectors", []
    diagram, scene = seen.topology.diagram, seen.topology.scene
    drawn = [(n, scene.nodes[n.id]) for n in diagram.nodes if n.label and n.id in scene.nodes]
    solid = [(node, box) for node, box in drawn if not _is_region(box, seen)]
    boxes = np.array([box for _, box in solid], dtype=float).reshape(-1, 4)
    errors, bad = [], 0
    for index, (edge, route) in enumerate(zip(diagram.edges, routes, strict=False)):
        x0, y0, x1, y1 = _around(route) if route else (0.0, 0.0, 0.0, 0.0)
        near = (boxes[:, 0] < x1) & (boxes[:, 2] > x0) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0)
        hit = [
            (node, box)
            for node, box in (solid[i] for i in np.flatnonzero(near))
            if node.id not in (edge.source, edge.target)
            and _runs_through(route, box)
            and not _holds_an_end(box, edge.source, edge.target, scene.nodes)
        ]
        bad += bool(hit)
        errors += [
            _error("edge-through-node", f"{_edge_name(seen, index)} runs through “{node.label}”", box)
            for node, box in hit
        ]
    return _share(bad, len(routes)), f"{bad} of {len(routes)} connectors run through a shape", errors


def _is_region(box: Box, seen: Seen) -> bool:
    """Whether a shape is a place (a membrane, a lane) on which other shapes stand: it spans most of the picture."""
    return box.width > 0.6 * seen.evidence.width or box.height > 0.6 * seen.evidence.height


def _runs_through(route: Sequence[tuple[float, float]], box: Box) -> bool:
    """Whether a route runs through the core of a box: a touch of its corner is none."""
    side = min(box.width, box.height)
    return passes_through(route, box.pad(-0.15 * side)) > 0.3 * side


def _holds_an_end(box: Box, source: str, target: str, boxes: dict[str, Box]) -> bool:
    return any(end in boxes and box.contains(boxes[end], slack=1) for end in (source, target))


def _anchored(seen: Seen) -> Outcome:
    """Every arrow end is anchored: it touches a shape, a label or another connector (figure rule 16)."""
    if seen.topology is None or not seen.topology.diagram.edges:
        return None, "no connectors", []
    diagram = seen.topology.diagram
    points = {n.id for n in diagram.nodes if n.shape is Shape.POINT and not n.label}
    ends = [end for e in diagram.edges for end in (e.source, e.target)]
    loose = [end for end in ends if end in points and ends.count(end) == 1]
    boxes = seen.topology.scene.nodes if seen.topology.scene else {}
    errors = [_error("unanchored-end", "an end of a connector touches nothing", boxes.get(end)) for end in loose]
    return _share(len(loose), len(ends)), f"{len(loose)} of {len(ends)} ends touch nothing", errors


_RULES: dict[str, Callable[[Seen], Outcome]] = {
    "something-drawn": _something_drawn,
    "label-placement": _placement,
    "text-overlap": _text_overlap,
    "text-size": _text_size,
    "text-contrast": _contrast,
    "inside-canvas": _inside_canvas,
    "node-overlap": _node_overlap,
    "edge-crossings": _crossings,
    "edge-through-node": _edge_through_node,
    "anchored-ends": _anchored,
}
