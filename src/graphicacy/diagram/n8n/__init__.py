"""n8n workflow JSON → ``Layout``: the author's places, with each name inside its node so that it can be read.

n8n draws a square of 96 pixels with the name below it, at the given top left corner. Here a node is a wider box about
the same middle; where boxes would meet that did not, all distances grow by one factor.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.fonts import LINE_HEIGHT
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.values import one_line
from graphicacy.diagram.markdown import plain_text
from graphicacy.diagram.model import Diagram, Direction, Edge, LineStyle, Node, Shape
from graphicacy.diagram.n8n.flow import Flow, Note, Step, read_flow
from graphicacy.diagram.n8n.routes import Ports
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.scene import Box
from graphicacy.diagram.svg.cascade import hex_color

__all__ = ["read_n8n"]

_DRAWN, _AGENT = (100.0, 100.0), (256.0, 100.0)  # pixels that n8n gives a node, and one that uses others
_SIZE, _WIDE = (160.0, 64.0), (220.0, 64.0)  # pixels that we give them
_GAP = 24.0  # pixels between boxes that were apart
_DISABLED = "#e6e6e6"
_NOTES = {1: "#fff6d5", 2: "#fce4cc", 3: "#fbdcdc", 4: "#dcf3df", 5: "#d9ecfa", 6: "#e9e0f7", 7: "#ececec"}
_NOTE_LETTERS, _LEAST_LETTERS = 14.0, 9.0  # pixels
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def read_n8n(text: str) -> Diagram | Layout:
    """What a workflow shows, or only its symbols where a node has no position.

    Nodes are known by their names, as in the file's connections. Connections of the type ``main`` are solid and carry
    the output's name where a node has several; those to what an agent uses are dashed and say what it is used as.
    Sticky notes are ornaments. Raises ``BadDrawing`` with line and column where the JSON is malformed.
    """
    flow = read_flow(text)
    if not flow.steps:
        raise BadDrawing("the workflow has no nodes: there is nothing to draw")
    edges = _edges(flow)
    used = {link.target for link in flow.links if link.kind.startswith("ai_")}
    parts = {link.source for link in flow.links if link.kind.startswith("ai_")}
    nodes = [_node(step, step.name in parts) for step in flow.steps.values()]
    if any(step.at is None for step in flow.steps.values()):
        return Diagram(tuple(nodes), tuple(edges), direction=Direction.RIGHT)
    drawn, scale = _places(list(flow.steps.values()), used)
    builder = LayoutBuilder(warnings=flow.warnings)
    for node, box in zip(nodes, drawn, strict=True):
        builder.add_node(node, box)
    for note in flow.notes:
        builder.ornaments.append(_sticky(note, scale, drawn))
    ports = Ports(flow)
    for link, edge in zip(flow.links, edges, strict=True):
        points, exact = ports.route(link, builder.boxes[link.source], builder.boxes[link.target])
        builder.add_edge(edge, points, exact=exact)
    return builder.layout(Direction.RIGHT)


def _node(step: Step, is_part: bool) -> Node:
    shape = Shape.STADIUM if is_part else Shape.ROUNDED
    border, fill = (LineStyle.DASHED, _DISABLED) if step.disabled else (LineStyle.SOLID, None)
    return Node(step.name, one_line(step.name), shape, fill, border=border)


def _edges(flow: Flow) -> list[Edge]:
    several = defaultdict[tuple[str, str], set[int]](set)
    for link in flow.links:
        several[link.source, link.kind].add(link.output)
    edges = []
    for link in flow.links:
        names = flow.steps[link.source].outputs
        if link.kind != "main":
            label = _use(link.kind)
        elif link.output < len(names):
            label = names[link.output]
        else:
            label = str(link.output) if names or len(several[link.source, link.kind]) > 1 else ""
        line = LineStyle.DASHED if link.kind.startswith("ai_") else LineStyle.SOLID
        edges.append(Edge(link.source, link.target, one_line(label), line=line))
    return edges


def _use(kind: str) -> str:
    """``ai_outputParser`` → "Output Parser", as n8n writes it; a language model is just "Model"."""
    words = _WORD.sub(" ", kind.removeprefix("ai_"))
    return "Model" if kind == "ai_languageModel" else words[:1].upper() + words[1:]


def _places(steps: Sequence[Step], used: set[str]) -> tuple[list[Box], float]:
    """The box of each node, and the factor by which distances grow."""
    wide = np.array([step.name in used for step in steps])[:, None]
    corners = np.array([step.at for step in steps], dtype=float)
    was, size = np.where(wide, _AGENT, _DRAWN), np.where(wide, _WIDE, _SIZE)
    middle = corners + was / 2
    scale = 1.0
    with np.errstate(divide="ignore"):
        for i in range(len(steps) - 1):
            apart = np.abs(middle[i + 1 :] - middle[i])
            was_apart = (apart >= (was[i + 1 :] + was[i]) / 2).any(axis=1)
            need = ((size[i + 1 :] + size[i]) / 2 + _GAP) / apart
            scale = max(scale, float(need.min(axis=1)[was_apart].max(initial=1.0)))
    edges = np.hstack([middle * scale - size / 2, middle * scale + size / 2])
    return [Box(*row) for row in edges.tolist()], scale


def _sticky(note: Note, scale: float, drawn: Sequence[Box]) -> Ornament:
    """A note at its place, grown over the boxes whose middles it held, with its words above them."""
    (x, y), (width, height) = note.at, note.size
    box = Box(x * scale, y * scale, (x + width) * scale, (y + height) * scale)
    held = [other for other in drawn if box.holds(other.center)]
    for other in held:
        box = box.union(other.pad(8))
    room = Box(
        box.x0 + 10, box.y0 + 8, box.x1 - 10, max(min((other.y0 for other in held), default=box.y1) - 4, box.y0 + 28)
    )
    words, size = _cut_to_fit(plain_text(note.text[:5_000]), room)
    fill = _NOTES.get(note.color) if isinstance(note.color, int) else hex_color(note.color)
    return Ornament(
        box,
        Shape.RECTANGLE,
        words,
        Lettering(room, size, align="left", valign="top"),
        fill=fill or _NOTES[1],
        border=LineStyle.INVISIBLE,
        behind=True,
    )


def _cut_to_fit(words: str, room: Box) -> tuple[str, float]:
    """As many words as fit in a box, and the size at which they do."""
    size = fitting_size(words, room, _NOTE_LETTERS, least=_LEAST_LETTERS)
    parts = words.split()
    letter = 0.55 * size * LINE_HEIGHT * size  # square pixels of a mean one
    most = int(room.width * room.height / letter)
    if size > _LEAST_LETTERS or len(words) <= most:
        return words, size
    kept, length = list[str](), 0
    for part in parts:
        length += len(part) + 1
        if length > most:
            break
        kept.append(part)
    return " ".join([*kept, "…"]), size
