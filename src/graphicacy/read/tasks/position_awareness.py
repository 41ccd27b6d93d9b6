"""V4, spatial position awareness: a part of the figure, drawn alone and small on an empty canvas; where is it?

| Variant | Sides of the canvas |
|---|---|
| ``normal`` | about twice those of the drawing |
| ``thumbnail`` | five times those of the drawing |

| Template | Asks for | Arguments |
|---|---|---|
| ``part`` | the smallest upright rectangle around all that is drawn | ``nodes`` |
| ``node`` | that around the outline of one node | ``nodes``, ``node`` |
| ``cell`` | in which of nine equal cells of the picture the middle of that around all lies | ``nodes`` |

``nodes`` are the labels of the part: 3 to 7 nodes of the figure that arrows join, with all connectors between them,
without frames, drawn by the figure's engine in its own colours. A drawing that was enlarged goes back to its natural
size, one pixel for a CSS pixel; one that would make a canvas of more than 4,096 px a side is reduced, and not asked
about where its letters would be lower than 9 px. What is placed is the rectangle around its ink.

Its middle lies at the same share of both sides of the canvas in both variants: in a cell that is drawn uniformly from
the nine, 4 % of the side away from other cells at least. So, from one state of the random generator, both variants ask
the same with the same answer, boxes but for their scale. Boxes are as in ``localization``. ``node`` needs a node whose
outline can be seen and whose words stand nowhere else in the part.

Difficulty is by the number of nodes and connectors of the part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Edge, LineStyle, Node
from graphicacy.diagram.scene import Box
from graphicacy.diagram.transform import crop, pixels_of, place, scale
from graphicacy.read.answers.places import POSITIONS
from graphicacy.read.figure import Draw, Figure, fold
from graphicacy.read.question import AnswerType, Draft, difficulty_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.localization import box_answer, has_outline

__all__ = ["LEAF"]

_SIZES = (3, 7)  # nodes of a part
_PARTS = 4  # tried on a figure
_NORMAL, _THUMBNAIL = (2.05, 2.2), 5.0  # sides of the canvas, in sides of the drawing
_LARGEST = 4096  # px of a canvas
_LETTERS, _SMALLEST = 14.0, 9.0  # px: height of the letters of an engine, and the least that can be read
_LEAST_CLEAR, _CLEAR = 0.04, 0.05  # of the side, from the middle to the next cell: asked about, and aimed at
_MARGIN = 0.02  # of the side, at least, around a drawing
_INK = 24  # levels of a channel by which a pixel differs from the ground
_TEMPLATES = ("part", "node", "cell")
_ALL = "the smallest upright rectangle around all that is drawn: nodes, lines and words"
_PART = f"The picture shows a drawing on an empty ground. Where is the drawing? Give {_ALL}."
_NODE = (
    "The picture shows a drawing on an empty ground. Where in the picture is the node “{label}”? "
    "Give the smallest upright rectangle around its outline."
)
_CELL = (
    "The picture shows a drawing on an empty ground. Three equal columns and three equal rows divide the whole picture "
    f"into nine cells. In which of them does the middle of the drawing lie, that is, of {_ALL}?"
)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where on a canvas the middle of a drawing goes, in shares of its sides, and in which cell.

    ``sides`` are the normal canvas's, in those of the drawing; ``lot``, in [0, 1), chooses a node.
    """

    x: float
    y: float
    cell: str
    sides: float
    lot: float


@dataclass(frozen=True, slots=True)
class _Part:
    """Nodes drawn alone, cut to the ink, and the colour of the ground."""

    nodes: tuple[Node, ...]
    connectors: tuple[Edge, ...]
    drawing: Drawing
    ground: str


def _ask(figure: Figure, rng: np.random.Generator, *, variant: str) -> Iterator[Draft]:
    seen: set[tuple[str, ...]] = set()
    for _ in range(_PARTS):
        keys, spot = _grown(figure, rng), _spot(rng)
        order = [_TEMPLATES[k] for k in rng.permutation(len(_TEMPLATES))]
        part = _drawn(figure.draw, _subgraph(figure.diagram, keys)) if keys and keys not in seen else None
        seen.add(keys)
        if part is None:
            continue
        picture, box = _placed(part, spot, _THUMBNAIL if variant == "thumbnail" else spot.sides)
        for template in order:
            draft = _draft(part, picture, box, spot, template)
            if draft is not None:
                yield replace(draft, variant=variant)


def _grown(figure: Figure, rng: np.random.Generator) -> tuple[str, ...]:
    """Ids of nodes that arrows join, in order; none where a random growth from a random node comes to too few."""
    free = [n.id for n in figure.nodes if not n.attached_to]
    if len(free) < _SIZES[0]:
        return ()
    size = int(rng.integers(_SIZES[0], _SIZES[1] + 1))
    allowed = set(free)
    found = [free[rng.integers(len(free))]]
    while len(found) < size:
        around = [k for key in found for k in (*figure.next[key], *figure.previous[key])]
        border = list(dict.fromkeys(k for k in around if k in allowed and k not in found))
        if not border:
            break
        found.append(border[rng.integers(len(border))])
    return tuple(key for key in free if key in found) if len(found) >= _SIZES[0] else ()


def _spot(rng: np.random.Generator) -> _Spot:
    sides = float(rng.uniform(*_NORMAL))
    row, column = (int(k) for k in rng.integers(3, size=2))
    x, y = (_share(third, sides, float(rng.random())) for third in (column, row))
    return _Spot(x, y, POSITIONS[3 * row + column], sides, float(rng.random()))


def _share(third: int, sides: float, at: float) -> float:
    """A place in a third of a side, with room for half a drawing and a margin before the end of the normal canvas."""
    least = 0.5 / sides + _MARGIN
    low, high = ((least, 1 / 3 - _CLEAR), (1 / 3 + _CLEAR, 2 / 3 - _CLEAR), (2 / 3 + _CLEAR, 1 - least))[third]
    return low + at * (high - low)


@lru_cache(maxsize=8)
def _drawn(draw: Draw, wanted: Diagram) -> _Part | None:
    """The part alone, at its natural size or less; None where it cannot be drawn, or its letters would be too small.

    It is kept for a while, so that both variants have it drawn once.
    """
    try:
        drawing = draw(wanted)
    except (BadDrawing, ValueError):
        return None
    drawn = () if drawing.scene is None or drawing.diagram is None else drawing.diagram.nodes
    if {n.id for n in drawn} != {n.id for n in wanted.nodes}:
        return None
    longest = max(drawing.width, drawing.height)
    pixels_per_css = min(1.0, drawing.scale, _LARGEST / _THUMBNAIL / longest * drawing.scale)
    if pixels_per_css * _LETTERS < _SMALLEST:
        return None
    scaled = scale(drawing, pixels_per_css / drawing.scale)
    ground, ink = _ground_and_ink(scaled)
    return None if ink is None else _Part(drawn, wanted.edges, crop(scaled, ink), ground)


def _subgraph(diagram: Diagram, keys: Sequence[str]) -> Diagram:
    nodes = tuple(replace(n, group=None) for n in diagram.nodes if n.id in keys)
    edges = tuple(
        e for e in diagram.edges if e.source in keys and e.target in keys and e.line is not LineStyle.INVISIBLE
    )
    return Diagram(nodes, edges, (), diagram.direction)


def _ground_and_ink(drawing: Drawing) -> tuple[str, Box | None]:
    """The colour in the top left corner, and the smallest box around all pixels that differ from it, if there are."""
    pixels = np.asarray(pixels_of(drawing)).astype(np.int16)
    ground = pixels[0, 0]
    marked = np.abs(pixels - ground).max(axis=2) > _INK
    rows, columns = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    color = "#{:02x}{:02x}{:02x}".format(*ground.tolist())
    if not len(rows):
        return color, None
    return color, Box(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))


def _placed(part: _Part, spot: _Spot, sides: float) -> tuple[Drawing, Box]:
    """The part on its canvas, and the box around it."""
    w, h = part.drawing.width, part.drawing.height
    width, height = min(_LARGEST, round(w * sides)), min(_LARGEST, round(h * sides))
    left, top = round(spot.x * width - w / 2), round(spot.y * height - h / 2)
    picture = place(part.drawing, width, height, left, top, background=part.ground)
    return picture, Box(float(left), float(top), float(left + w), float(top + h))


def _draft(part: _Part, picture: Drawing, box: Box, spot: _Spot, template: str) -> Draft | None:
    """A question on a placed part; None where no node can be asked for, or the middle came too near another cell."""
    arguments: dict[str, Any] = {"nodes": [n.label for n in part.nodes]}
    size = picture.width, picture.height
    text, kind = _PART, AnswerType.BOX
    answer: list[float] | str = box_answer(box, *size)
    if template == "cell":
        if not _is_in(spot.cell, box.center[0] / size[0], box.center[1] / size[1]):
            return None
        text, kind, answer = _CELL, AnswerType.POSITION, spot.cell
    elif template == "node":
        node = _pick(part, spot.lot)
        if node is None or picture.scene is None:
            return None
        arguments["node"] = node.label
        text, answer = _NODE.format(label=node.label), box_answer(picture.scene.nodes[node.id], *size)
    return Draft(
        variant="",
        text=text,
        answer_type=kind,
        answer=answer,
        template=template,
        arguments=arguments,
        difficulty=difficulty_of(len(part.nodes) + len(part.connectors)),
        rubric={"width": size[0], "height": size[1]} if kind is AnswerType.BOX else {},
        pictures=(picture,),
    )


def _is_in(cell: str, x: float, y: float) -> bool:
    """Whether a place, in shares of the sides, lies in a cell, clear of the others."""
    clear = all(abs(at - border) >= _LEAST_CLEAR for at in (x, y) for border in (1 / 3, 2 / 3))
    return clear and POSITIONS[3 * int(3 * y) + int(3 * x)] == cell


def _pick(part: _Part, lot: float) -> Node | None:
    """A node whose outline can be seen and whose words stand nowhere else in the part."""
    words = Counter(fold(label) for label in [*(n.label for n in part.nodes), *(e.label for e in part.connectors)])
    able = [n for n in part.nodes if words[fold(n.label)] == 1 and has_outline(n, part.ground)]
    return able[int(lot * len(able))] if able else None


LEAF = Leaf(
    "position-awareness",
    "V4",
    "visual",
    {name: partial(_ask, variant=name) for name in ("normal", "thumbnail")},
    visual=frozenset({"normal", "thumbnail"}),
    costly=frozenset({"normal", "thumbnail"}),
)
