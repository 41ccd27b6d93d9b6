"""Mermaid's database of a flowchart or state diagram → ``Diagram``."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.label import shown
from graphicacy.diagram.mermaid.style import declared, line_style, line_width
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.svg.cascade import hex_color

__all__ = ["Keys", "is_graph", "to_diagram"]

# Names of shapes, old and new (Mermaid documentation, *flowchart: complete list of new shapes*). Others are rectangles.
_NAMES = {
    Shape.ROUNDED: "round roundedRect rounded event state iconRounded",
    Shape.STADIUM: "stadium pill terminal",
    Shape.CYLINDER: "cylinder cyl db database disk h-cyl das horizontal-cylinder lin-cyl disk-storage lined-cylinder",
    Shape.CIRCLE: """circle circ doublecircle dbl-circ double-circle cross-circ crossed-circle summary iconCircle
        mindmapCircle""",
    Shape.POINT: """sm-circ small-circle start stateStart stateEnd framed-circle fr-circ stop f-circ filled-circle
        junction anchor""",
    Shape.ELLIPSE: "ellipse",
    Shape.DIAMOND: "diamond question diam decision choice",
    Shape.HEXAGON: "hexagon hex prepare",
    Shape.PARALLELOGRAM: "lean_right lean_left lean-r lean-l lean-right lean-left in-out out-in",
    Shape.TRAPEZIUM: """trapezoid inv_trapezoid trap-b trap-t priority manual inv-trapezoid trapezoid-bottom
        trapezoid-top""",
    Shape.TRIANGLE: "tri triangle extract flip-tri flipped-triangle manual-file",
    Shape.TEXT: "text icon",
    Shape.POLYGON: """odd rect_left_inv_arrow notch-pent notched-pentagon loop-limit hourglass collate bolt com-link
        lightning-bolt delay half-rounded-rectangle curv-trap curved-trapezoid display flag paper-tape doc document
        docs documents st-doc stacked-document lin-doc lined-document tag-doc tagged-document sl-rect sloped-rectangle
        manual-input bow-rect bow-tie-rectangle stored-data brace brace-l brace-r braces comment cloud bang
        notch-rect card notched-rectangle person folder directory bucket""",
}
_SHAPES = {name: shape for shape, names in _NAMES.items() for name in names.split()}
# Drawn without their label, besides points.
_SILENT = frozenset(
    """fork join forkJoin choice hourglass collate bolt com-link lightning-bolt cross-circ crossed-circle
    summary""".split()  # noqa: SIM905
)
_HEADS = {
    "arrow_point": Head.POINTED,
    "arrow_barb": Head.POINTED,
    "arrow_circle": Head.CIRCLE,
    "arrow_cross": Head.CROSS,
}
_STROKES = {"thick": LineStyle.THICK, "dotted": LineStyle.DOTTED, "invisible": LineStyle.INVISIBLE}
_DIRECTIONS = {"TD": Direction.DOWN, **{direction.value: direction for direction in Direction}}
_NOTES = ("note", "noteGroup")  # of a state; the second is an unseen frame around a state and its note
_MAX_DEPTH = 100  # groups within groups


class Keys(NamedTuple):
    """The engine's names: one for each edge of a diagram; and the ids given to parts whose own ids are random.

    Those are the regions of concurrent states, and the starts and ends in them.
    """

    edges: tuple[str, ...]
    groups: dict[str, str]


def is_graph(facts: dict[str, Any]) -> bool:
    """Whether a database is one of nodes and edges: of a flowchart or a state diagram."""
    return "nodes" in facts and "edges" in facts


def to_diagram(facts: dict[str, Any]) -> tuple[Diagram, Keys]:
    """The diagram of a database (``mermaid_db.read_database``), and the names that the engine has for its parts.

    Nodes and edges are in the order of the source, groups with those around them first. Raises ``BadDrawing`` where
    groups are nested too deep.
    """
    # A group or state that is declared twice is in the data twice; the last one is drawn.
    items = {item["id"]: {"shape": "rect", **item} for item in facts["nodes"]}
    states = str(facts["type"]).startswith("state")
    names = _region_names(list(items.values()))
    frames = {id_: item for id_, item in items.items() if item.get("isGroup") and item["shape"] not in _NOTES}
    inside = _homes(items, frames)
    home = {id_: names.get(frame, frame) for id_, frame in inside.items()}
    single = [item for id_, item in items.items() if id_ not in frames and item["shape"] != "noteGroup"]
    order = list(frames) if states else list(frames)[::-1]  # a flowchart's data has its subgraphs the other way round
    diagram = Diagram(
        tuple(_node(item, names.get(item["id"], item["id"]), home.get(item["id"]), states) for item in single),
        tuple(_edge(item, names, states) for item in facts["edges"]),
        tuple(_group(frames[i], names.get(i, i), home.get(i), states) for i in _outside_in(order, inside)),
        _DIRECTIONS.get(str(facts.get("direction") or "TB")),
    )
    return diagram, Keys(tuple(str(item["id"]) for item in facts["edges"]), names)


def _node(item: dict[str, Any], id_: str, home: str | None, states: bool) -> Node:
    name = str(item.get("shape"))
    shape = _SHAPES.get(name, Shape.ROUNDED if states and name in ("rect", "rectWithTitle") else Shape.RECTANGLE)
    style = declared(item.get("cssCompiledStyles"), item.get("cssStyles"))
    return Node(
        id_,
        "" if name in _SILENT or shape is Shape.POINT else _label(item, states),
        shape,
        hex_color(style.get("fill")),
        hex_color(style.get("stroke")),
        line_style(style, LineStyle.SOLID),
        home,
        border_width=line_width(style),
    )


def _group(item: dict[str, Any], id_: str, around: str | None, states: bool) -> Group:
    style = declared(item.get("cssCompiledStyles"), item.get("cssStyles"))
    return Group(
        id_,
        _label(item, states),
        around,
        hex_color(style.get("fill")),
        hex_color(style.get("stroke")),
        line_style(style, LineStyle.DASHED if item["shape"] == "divider" else LineStyle.SOLID),
        line_width(style),
    )


def _edge(item: dict[str, Any], names: dict[str, str], states: bool) -> Edge:
    note = "note-edge" in str(item.get("classes"))
    style = {} if states else declared(item.get("cssCompiledStyles"), item.get("style"))
    stroke = LineStyle.DASHED if note else _STROKES.get(str(item.get("thickness")), LineStyle.SOLID)
    return Edge(
        names.get(item["start"], item["start"]),
        names.get(item["end"], item["end"]),
        _label(item, states),
        _HEADS.get(str(item.get("arrowTypeEnd")), Head.NONE),
        _HEADS.get(str(item.get("arrowTypeStart")), Head.NONE),
        line_style(style, stroke),
        hex_color(style.get("stroke")),
        line_width(style),
    )


def _label(item: dict[str, Any], states: bool) -> str:
    """The label as it is read; that of a state may have several lines."""
    label = item.get("label")
    lines = label if isinstance(label, list) else [label]
    description = item.get("description")
    if isinstance(description, list):
        lines = [*lines, *description]
    text = "\n".join(str(line) for line in lines if line is not None)
    return shown(text, states or item.get("labelType") == "markdown")


def _region_names(items: list[dict[str, Any]]) -> dict[str, str]:
    """Names that do not change from run to run: of regions of concurrent states, and of the starts and ends in them."""
    names: dict[str, str] = {}
    count: dict[str, int] = {}
    taken = {item["id"] for item in items}
    for item in items:
        if item["shape"] == "divider":
            around = item.get("parentId") or "root"
            around = names.get(around, around)
            count[around] = count.get(around, 0) + 1
            name = f"{around}-region-{count[around]}"
            while name in taken:
                name += "_"
            names[item["id"]] = name
    for item in items:
        region, _, mark = item["id"].rpartition("_")
        if region in names and mark in ("start", "end"):
            names[item["id"]] = f"{names[region]}_{mark}"
    return names


def _homes(items: dict[str, Any], frames: dict[str, Any]) -> dict[str, str]:
    """The group that holds each node or group; a group that would hold itself is in none."""
    home: dict[str, str] = {}
    for id_, item in items.items():
        around = item.get("parentId")
        if around not in frames:
            continue
        above, steps = around, 0
        while above is not None and above != id_:
            above, steps = home.get(above), steps + 1
            if steps > _MAX_DEPTH:
                raise BadDrawing(f"groups are nested more than {_MAX_DEPTH} deep: draw less at once")
        if above is None:
            home[id_] = around
    return home


def _outside_in(ids: list[str], inside: dict[str, str]) -> list[str]:
    """Groups with those around them first."""

    def depth(id_: str) -> int:
        steps = 0
        while (around := inside.get(id_)) is not None:
            id_, steps = around, steps + 1
        return steps

    return sorted(ids, key=depth)
