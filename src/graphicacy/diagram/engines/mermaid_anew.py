"""Drawing what an engine does not understand: from a source written anew, or by another engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from graphicacy.diagram.drawing import BadDrawing, Sketch
from graphicacy.diagram.loading import LOADING
from graphicacy.diagram.mermaid.read import parse_mermaid
from graphicacy.diagram.mermaid.scene import Drawn, to_scene
from graphicacy.diagram.model import Diagram, Group, Node
from graphicacy.diagram.style import Style

__all__ = ["drawn_anew"]

_Item = TypeVar("_Item", Node, Group)


def drawn_anew(diagram: Diagram, style: Style | None, why: str, draw: Callable[[str, Style | None], str]) -> Sketch:
    """``diagram`` drawn from a source of our own with plain ids: by ``draw``, which makes an SVG, or else by Graphviz.

    ``why`` says in the warning what was wrong with the source. Raises ``BadDrawing``.
    """
    with LOADING:
        from graphicacy.diagram.mermaid.write import write_mermaid

    ids = {f"p{number}": old for number, old in enumerate(diagram.labels())}
    try:
        source = write_mermaid(diagram.renamed({old: new for new, old in ids.items()}))
        again, keys = parse_mermaid(source)
        seen = to_scene(draw(source, style), again, keys)
        if seen.missing or len(again.edges) != len(diagram.edges):
            raise BadDrawing("parts are missing")
    except BadDrawing:
        return _drawn_by_graphviz(diagram, style, why)
    note = f"merman cannot draw this source ({why}): it was drawn from one written anew"
    return _renamed(seen, diagram, ids).sketch(note)


def _drawn_by_graphviz(diagram: Diagram, style: Style | None, why: str) -> Sketch:
    with LOADING:
        from graphicacy.diagram.dot.write import write_dot
        from graphicacy.diagram.engines.graphviz import draw_dot

    sketch = draw_dot(write_dot(diagram), style)
    return sketch._replace(warnings=(*sketch.warnings, f"merman cannot draw this source ({why}): Graphviz drew it"))


def _renamed(seen: Drawn, diagram: Diagram, ids: dict[str, str]) -> Drawn:
    """What is drawn under new ids, under the old ones: ``diagram`` with the looks of ``seen``."""
    drawn: tuple[Node | Group, ...] = (*seen.diagram.nodes, *seen.diagram.groups)
    looks = {ids[item.id]: item for item in drawn}
    painted = replace(
        diagram,
        nodes=tuple(_alike(node, looks[node.id]) for node in diagram.nodes),
        groups=tuple(_alike(group, looks[group.id]) for group in diagram.groups),
        edges=tuple(
            replace(edge, color=line.color, width=line.width)
            for edge, line in zip(diagram.edges, seen.diagram.edges, strict=True)
        ),
    )
    return seen._replace(diagram=painted, scene=seen.scene.renamed(ids))


def _alike(item: _Item, looks: Node | Group) -> _Item:
    return replace(item, fill=looks.fill, stroke=looks.stroke, border_width=looks.border_width)
