"""Whether a careful reader can follow every arrow of a figure, and read every word.

Layout engines draw pictures that do not say what their source says: a line vanishes behind a node and comes out on the
other side, two lines become one and part again, frames and words lie on one another. No question on such a picture has
a certain answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from graphicacy.diagram import facts
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.facts.segments import probes_of, segments_of
from graphicacy.diagram.facts.sweep import Floats
from graphicacy.diagram.model import Diagram, LineStyle, Shape
from graphicacy.diagram.outline import contains
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.read.figure import Figure

__all__ = ["LEAST_LETTERS", "illegible", "is_legible", "unclear_places"]

LEAST_LETTERS = 9.0  # pixels: the least size of a font
_DEEP = 3.0  # pixels that boxes of nodes may reach into one another: borders that touch
_WORDS_DEEP = 2.0  # the same for boxes of words
_HIDDEN = 5.0  # pixels of a line that a node may hide
_STEP = 1.0  # pixels between the points of a line that are looked at
_LONGEST_ONE = 20.0  # pixels over which two lines may look like one, and a reader still sees where each goes on
_CELL = 4.0  # pixels: lines that are in the same cells look like one, or nearly
_LEAST_CELLS = 3  # that two lines have in common, before it is measured how long they look like one
_MOST_PASSAGES = 3000  # edges times nodes that are looked at in one go
_MOST_EDGES = 1000  # more cannot be followed, and would take long to check
_FONT_SIZE = re.compile(r'<text\b[^<>]*? font-size="(\d+(?:\.\d+)?)"')
_POINT = 4 / 3  # pixels


def illegible(figure: Figure) -> tuple[str, ...]:
    """Why a figure cannot be read, one short name per cause; none where it can.

    ``small letters``, ``too many arrows``, and the causes of ``unclear_places``.
    """
    return _causes(figure.drawing, figure.diagram, figure.scene)


def is_legible(drawing: Drawing) -> bool:
    """Whether a drawing can be read; one of which it is not known what it shows cannot."""
    if drawing.diagram is None or drawing.scene is None:
        return False
    return not _causes(drawing, drawing.diagram, drawing.scene)


def _causes(drawing: Drawing, diagram: Diagram, scene: Scene) -> tuple[str, ...]:
    found = ("small letters",) if _least_letters(drawing) < LEAST_LETTERS else ()
    if len(diagram.edges) > _MOST_EDGES:
        return (*found, "too many arrows")
    return (*found, *unclear_places(diagram, scene))


def unclear_places(diagram: Diagram, scene: Scene) -> tuple[str, ...]:
    """What makes the arrows of a scene, in pixels of the picture, hard to follow.

    ``overlapping nodes``; ``words on words``: of edges, on those of another edge or on a node; ``arrow through node``:
    one that it does not join hides more than 5 pixels of it; ``arrows that run together``: over more than 20 pixels,
    where exchanging the two would give other arrows (those from one node, or to one node, may well run together). The
    last takes longest, and is only looked for where the others are not found.
    """
    found = []
    if _overlapping(diagram, scene):
        found.append("overlapping nodes")
    if _words_on_words(scene):
        found.append("words on words")
    if any(_hides(part, place, p) for part, place in _few_edges(diagram, scene) for p in facts.passages(part, place)):
        found.append("arrow through node")
    if not found and any(_run_together(diagram, scene)):
        found.append("arrows that run together")
    return tuple(found)


def _overlapping(diagram: Diagram, scene: Scene) -> bool:
    """Whether nodes reach into one another that are neither attached to the other nor drawn in it."""
    nodes = [n for n in diagram.nodes if n.shape is not Shape.ANCHOR and n.id in scene.nodes]
    host = {n.id: n.attached_to for n in nodes}
    for o in facts.overlaps([scene.nodes[n.id] for n in nodes]):
        a, b = nodes[o.first].id, nodes[o.second].id
        if o.depth > _DEEP and not o.nested and host[a] != b and host[b] != a:
            return True
    return False


def _words_on_words(scene: Scene) -> bool:
    words = list(scene.labels.values())
    if any(o.depth > _WORDS_DEEP for o in facts.overlaps(words)):
        return True
    nodes = np.array(list(scene.nodes.values()), dtype=float).reshape(-1, 4)
    return any(_depths(box, nodes).max(initial=0.0) > _DEEP for box in words)


def _depths(box: Box, others: Floats) -> Floats:
    """How many pixels a box would have to move to come free of each of the others; negative for those apart."""
    reach = np.stack([box.x1 - others[:, 0], others[:, 2] - box.x0, box.y1 - others[:, 1], others[:, 3] - box.y0])
    return np.asarray(reach.min(axis=0))


def _few_edges(diagram: Diagram, scene: Scene) -> Iterator[tuple[Diagram, Scene]]:
    """The diagram with some of its edges after the others: one line that is hidden is enough, and many take long."""
    size = max(1, _MOST_PASSAGES // max(1, len(diagram.nodes)))
    for start in range(0, len(diagram.edges), size):
        some = slice(start, start + size)
        yield replace(diagram, edges=diagram.edges[some]), replace(scene, routes=scene.routes[some])


def _hides(diagram: Diagram, scene: Scene, passage: facts.Passage) -> bool:
    """Whether a node lies on so much of a line that it seems to end there. Corners of round nodes hide nothing."""
    if passage.length <= _HIDDEN or diagram.edges[passage.edge].line is LineStyle.INVISIBLE:
        return False
    shape = next(n.shape for n in diagram.nodes if n.id == passage.node)
    box = scene.nodes[passage.node]
    points = probes_of(segments_of([scene.routes[passage.edge]]), _STEP).point
    near = ((points >= box[:2]) & (points <= box[2:])).all(axis=1)
    return _STEP * sum(contains(shape, box, (x, y)) for x, y in points[near].tolist()) > _HIDDEN


def _run_together(diagram: Diagram, scene: Scene) -> Iterator[bool]:
    """For each two connectors that come close, whether a reader may go on along the wrong one."""
    edges, routes = diagram.edges, scene.routes
    seen = [k for k, e in enumerate(edges) if e.line is not LineStyle.INVISIBLE and len(routes[k]) > 1]
    for i, j in _close_pairs([routes[k] for k in seen]):
        a, b = edges[seen[i]], edges[seen[j]]
        if a.source == b.source or a.target == b.target:
            continue
        yield any(m.together > _LONGEST_ONE for m in facts.meetings((routes[seen[i]], routes[seen[j]])))


def _close_pairs(routes: Sequence[Sequence[Point]]) -> list[tuple[int, int]]:
    """Pairs ``i < j`` of routes that go through the same cells of a grid.

    Of four grids, each half a cell beside the others, one at least has any two points that are half a cell apart in the
    same cell.
    """
    segments = segments_of(routes)
    probes = probes_of(segments, _CELL / 2)
    owner = np.repeat(np.arange(len(routes)), probes.count)
    found: set[tuple[int, int]] = set()
    for shift in ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)):
        column, row = np.floor(probes.point / _CELL + shift).astype(np.int64).T
        visits = np.unique((row * (1 << 31) + column) * len(routes) + owner)
        cell, route = np.divmod(visits, len(routes))
        pairs = [np.zeros(0, np.int64)]
        for ahead in (1, 2):
            both = cell[ahead:] == cell[:-ahead]
            pairs.append(route[:-ahead][both] * len(routes) + route[ahead:][both])
        keys, cells = np.unique(np.concatenate(pairs), return_counts=True)
        found.update(divmod(key, len(routes)) for key in keys[cells >= _LEAST_CELLS].tolist())
    return sorted(found)


def _least_letters(drawing: Drawing) -> float:
    """Size in pixels of the smallest font of nodes' and edges' words, as far as the drawing tells."""
    if drawing.layout is not None:
        sizes = [t.size for t in drawing.layout.lettering.values()]
    elif drawing.svg is not None:
        points = _POINT if drawing.notation == "dot" else 1.0
        sizes = [points * float(size) for size in _FONT_SIZE.findall(drawing.svg)]
    else:
        sizes = []
    return min(sizes, default=16.0) * drawing.scale
