"""Small diagrams, evidence and tasks, made in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.scoring.topology import Topology, topology_of
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Callout, Evidence, TextItem


def a_task(*relations: tuple[str, str, str], labels: Sequence[str] = (), **fields: object) -> DrawTask:
    names = list(dict.fromkeys([*labels, *(end for s, _, o in relations for end in (s, o))]))
    return DrawTask.model_validate({"id": "t-1", "required_labels": names, "required_relations": relations, **fields})


def a_diagram(
    *edges: tuple[str, str] | tuple[str, str, Head] | Edge,
    labels: Sequence[str] = (),
    groups: dict[str, Sequence[str]] | None = None,
    shapes: dict[str, Shape] | None = None,
) -> Diagram:
    """Nodes are named by their labels; a group's name maps to its members."""
    made = [e if isinstance(e, Edge) else Edge(e[0], e[1], head=e[2] if len(e) == 3 else Head.POINTED) for e in edges]
    groups = groups or {}
    parent = {member: group for group, members in groups.items() for member in members}
    names = dict.fromkeys([*labels, *(end for e in made for end in (e.source, e.target)), *parent])
    nodes = [
        Node(n, "" if n.startswith("?") else n, (shapes or {}).get(n, Shape.RECTANGLE), group=parent.get(n))
        for n in names
        if n not in groups
    ]
    return Diagram(tuple(nodes), tuple(made), tuple(Group(g, g, parent.get(g)) for g in groups))


def a_text(text: str, x: float = 10, y: float = 10, size: float = 12, contrast: float | None = 15.0) -> TextItem:
    box = Box(x, y, x + 0.6 * size * len(text), y + size)
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    return TextItem(text, box, corners, size=size, source="live", contrast=contrast)


def an_evidence(
    diagram: Diagram | None = None,
    texts: Sequence[TextItem] | None = None,
    callouts: Sequence[Callout] = (),
    scene: Scene | None = None,
) -> Evidence:
    """Evidence of a 1000 × 800 picture; by default every label of the diagram is read, one below the other."""
    if texts is None:
        shown = [t for t in diagram.labels().values() if t] if diagram else []
        shown += [e.label for e in diagram.edges if e.label] if diagram else []
        shown += [c.label for c in callouts]
        texts = [a_text(t, y=10 + 30 * i) for i, t in enumerate(shown)]
    pixels = np.full((800, 1000, 3), 255, dtype=np.uint8)
    pixels[100:110, 100:200] = 0
    return Evidence(
        1000, 800, tuple(texts), pixels, text_engine="test", diagram=diagram, scene=scene, callouts=tuple(callouts)
    )


def the_topology(task: DrawTask, evidence: Evidence) -> Topology | None:
    return topology_of(task, evidence, score_text(task, evidence.text, "strict"))
