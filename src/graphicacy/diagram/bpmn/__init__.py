"""BPMN 2.0 → ``Layout``, as its diagram interchange places it; or ``Diagram`` where it carries none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphicacy.diagram.bpmn.di import DrawnDiagram, read_diagrams
from graphicacy.diagram.bpmn.edges import add_flows
from graphicacy.diagram.bpmn.model import ACTIVITIES, CONNECTORS, EVENTS, FRAMES, GATEWAYS, Model, read_model
from graphicacy.diagram.bpmn.parts import Placed, add_shapes
from graphicacy.diagram.bpmn.plain import plain_diagram
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.layout.places import prevailing_direction
from graphicacy.diagram.layout.values import listed
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.xml import parse_xml

__all__ = ["read_bpmn"]

_DRAWN = ACTIVITIES | EVENTS | GATEWAYS | FRAMES | CONNECTORS | {"textAnnotation", "dataObjectReference"}


def read_bpmn(text: str) -> Diagram | Layout:
    """What a BPMN 2.0 file shows: its first diagram that has shapes, or, without diagram interchange, its symbols.

    Pools, lanes and expanded sub-processes are groups; a pool in which nothing is drawn is a node. Raises
    ``BadDrawing`` with the line where the file is malformed or no BPMN 2.0.
    """
    root = parse_xml(text)
    model = read_model(root)
    diagrams = read_diagrams(root)
    drawn = next((diagram for diagram in diagrams if diagram.shapes), None)
    if drawn is None:
        return plain_diagram(model)
    builder = LayoutBuilder()
    placed = add_shapes(builder, model, drawn)
    sequence = add_flows(builder, model, drawn, placed)
    _warn(builder, model, drawn, diagrams, placed)
    boxes = builder.boxes
    ends = [(boxes[e.source].center, boxes[e.target].center) for e in (builder.edges[i] for i in sequence)]
    return builder.layout(prevailing_direction(ends))


def _warn(
    builder: LayoutBuilder, model: Model, drawn: DrawnDiagram, diagrams: list[DrawnDiagram], placed: Placed
) -> None:
    say = builder.warnings.append
    if len(diagrams) > 1:
        others = len(diagrams) - 1
        name = f" ({drawn.name})" if drawn.name else ""
        say(f"the first diagram{name} is read; {others} more {'is' if others == 1 else 'are'} left out")
    shown = {edge.element.rpartition(":")[2] for edge in drawn.edges} | set(placed.keys)
    missing = [e.kind for e in model.elements.values() if e.kind in _DRAWN and e.id not in shown]
    if missing:
        say(f"left out, since the diagram has no shape for them: {_counted(missing)}")
    if placed.unknown:
        say(f"left out, since they are shapes of nothing in the file: {listed(placed.unknown)}")
    if placed.loose:
        say(f"left out, since an end is not drawn: {listed(placed.loose)}")
    if drawn.boundless:
        say(f"{drawn.boundless} shapes without bounds are left out")
    if model.twice:
        say(f"ids that are used more than once, of which the first counts: {listed(model.twice)}")


def _counted(kinds: Iterable[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in Counter(kinds).items())
