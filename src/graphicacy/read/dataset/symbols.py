"""A row of the table of diagrams → figures again, as far as questions in words need them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Scene
from graphicacy.read.corpus.entry import Entry, Kind, Meaning
from graphicacy.read.figure import Figure

__all__ = ["diagram_of", "figures_of"]


def figures_of(row: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures of a diagram, by rendering: what is painted, and what it means; no geometry, and no pixels."""
    entry = Entry(
        id=row["id"],
        title=row["title"],
        domain=row["domain"],
        origin=row["origin"],
        kind=Kind(row["kind"]),
        diagram=diagram_of(json.loads(row["diagram"])),
        meanings=tuple(Meaning(**meaning) for meaning in json.loads(row["meanings"])),
    )
    return {rendering["name"]: _figure(entry, rendering) for rendering in row["renderings"]}


def diagram_of(record: Mapping[str, Any]) -> Diagram:
    """The diagram whose ``Diagram.to_json`` this is. Raises ``ValueError`` and ``TypeError`` where it is none."""
    return Diagram(
        nodes=tuple(
            Node(**{**n, "shape": Shape(n["shape"]), "border": LineStyle(n["border"])}) for n in record["nodes"]
        ),
        edges=tuple(
            Edge(**{**e, "head": Head(e["head"]), "tail": Head(e["tail"]), "line": LineStyle(e["line"])})
            for e in record["edges"]
        ),
        groups=tuple(Group(**{**g, "border": LineStyle(g["border"])}) for g in record["groups"]),
        direction=Direction(record["direction"]) if record["direction"] else None,
    )


def _figure(entry: Entry, rendering: Mapping[str, Any]) -> Figure:
    width, height = rendering["width"], rendering["height"]
    painted = diagram_of(json.loads(rendering["painted"]))
    drawing = Drawing(b"", width, height, diagram=painted, engine=rendering["engine"])
    return Figure(entry, rendering["name"], painted, Scene(width, height, {}, (), {}), drawing, _not_drawn)


def _not_drawn(diagram: Diagram) -> NoReturn:
    raise BadDrawing("only what a figure shows is known of it, not how it was drawn")
