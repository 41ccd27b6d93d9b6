"""Pictures as the classical reader would see them if it saw all that is there, and as it does with slips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import islice

import numpy as np
from PIL import Image

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Diagram, Edge
from graphicacy.read.asking import drafts
from graphicacy.read.baseline import Asked, Seen, answer
from graphicacy.read.figure import Figure
from graphicacy.read.grading import Grade, grade
from graphicacy.read.question import Draft
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.sight.evidence import Certainty
from read.figures import figure_of

PROCESS = """flowchart TD
    start([Order received]) --> check[Check order]
    check --> ok{Is the order complete?}
    ok -->|Yes| weigh[Weigh parcel]
    ok -->|No| ask[Contact customer]
    ask --> check
    weigh --> pack[Pack parcel]
    weigh --> label[Print label]
    pack --> load[Load truck]
    label --> load
    load -.-> track[(Record shipment)]
    load --> drive[Deliver parcel]
    drive --> sign[Collect signature]
    sign --> pay[Send invoice]
    track --> pay
    pay --> close([Close order])
    subgraph yard [Loading dock]
        load
        drive
    end
    style weigh fill:#ffa94d
    style pack fill:#ffa94d
    style sign fill:#8ce99a,stroke-dasharray:4 3
    style pay fill:#8ce99a
    linkStyle 12 stroke:#d62828
"""
CYCLES = """digraph { node [shape=box]
    a [label="Plan survey"]; b [label="Collect sample"]; c [label="Measure sample"]
    d [label="Is the result clear?" shape=diamond]; e [label="Repeat measurement"]; f [label="Write report"]
    g [label="Review report"]; h [label="Publish data"]; j [label="Calibrate scale"]
    i [label="Archive sample" style=filled fillcolor="#74b0ff"]
    a -> b -> c -> d; d -> e [label=no]; e -> c; d -> f [label=yes]; f -> g; g -> f [color="#d62828"]; g -> h; c -> i
    j -> c [style=dashed]; a -> j; b -> i; i -> h; j -> e
}"""
SKIP = "digraph { node [shape=box]; Sow -> Water -> Prune -> Pick -> Press -> Bottle -> Sell; Sow -> Sell }"


@lru_cache(maxsize=8)
def figures() -> tuple[Figure, ...]:
    """Diagrams drawn by two engines; of the one drawn by both first."""
    drawn = ((PROCESS, "mermaid"), (PROCESS, "graphviz"), (CYCLES, "graphviz"), (SKIP, "graphviz"))
    return tuple(figure_of(source, rendering) for source, rendering in drawn)


def seen(drawing: Drawing) -> Seen:
    """A drawing, seen right and for certain; its parts in another order and with other ids, as pixels have none."""
    assert drawing.diagram is not None
    assert drawing.scene is not None
    pixels = np.asarray(Image.open(BytesIO(drawing.png)).convert("RGB"))
    ids = {key: f"seen{number}" for number, key in enumerate(sorted(drawing.diagram.labels(), key=hash_of))}
    diagram = replace(drawing.diagram.renamed(ids), direction=None)
    diagram = replace(diagram, nodes=tuple(sorted(diagram.nodes, key=lambda n: n.id)))
    scene = drawing.scene.renamed(ids)
    return Seen(diagram, scene, sure(diagram), (), drawing.width, drawing.height, pixels)


def hash_of(key: str) -> int:
    return sum((k + 3) * ord(c) ** 2 for k, c in enumerate(key)) % 97


def sure(diagram: Diagram) -> Certainty:
    edges = diagram.edges
    return Certainty({n.id: 1.0 for n in diagram.nodes}, tuple((1.0, 1.0) for _ in edges), tuple(1.0 for _ in edges))


def misread(what: Seen, slips: Mapping[str, str]) -> Seen:
    """The same picture with other words read in it."""
    nodes = tuple(replace(n, label=slips.get(n.label, n.label)) for n in what.diagram.nodes)
    return replace(what, diagram=replace(what.diagram, nodes=nodes))


def with_edges(what: Seen, edges: list[Edge], heads: list[float] | None = None) -> Seen:
    """The same picture with other lines found in it; their routes are straight."""
    diagram = replace(what.diagram, edges=tuple(edges))
    routes = tuple((what.scene.nodes[e.source].center, what.scene.nodes[e.target].center) for e in edges)
    certainty = sure(diagram) if heads is None else replace(sure(diagram), heads=tuple(heads))
    return replace(what, diagram=diagram, scene=replace(what.scene, routes=routes), certainty=certainty)


def asked_of(figure: Figure, leaf: Leaf, variant: str, count: int) -> Iterator[Draft]:
    return islice(drafts(figure, leaf, variant, 5), count)


def graded(draft: Draft, leaf: str, figure: Figure) -> tuple[str, Grade]:
    pictures = [seen(drawing) for drawing in draft.pictures or (figure.drawing,)]
    text = answer(Asked(draft.text, leaf, draft.variant, draft.answer_type), pictures)
    return text, grade(draft.answer_type, draft.answer, draft.rubric, text)
