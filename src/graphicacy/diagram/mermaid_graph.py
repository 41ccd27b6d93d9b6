"""What Mermaid's database tells of a flowchart or state diagram → ``Diagram``."""

from __future__ import annotations

import html
import re
from typing import Any, NamedTuple

from graphicacy.diagram.mermaid_style import declared_color, line_style, styles_of
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape

__all__ = ["Keys", "is_graph", "to_diagram"]

# Names of shapes, old and new (Mermaid documentation, *flowchart: complete list of new shapes*).
_NAMES = {
    Shape.ROUNDED: "round roundedRect rounded event",
    Shape.STADIUM: "stadium pill terminal",
    Shape.CYLINDER: "cylinder cyl db database disk h-cyl das horizontal-cylinder lin-cyl disk-storage lined-cylinder",
    Shape.CIRCLE: "circle circ doublecircle dbl-circ double-circle cross-circ crossed-circle summary",
    Shape.POINT: """sm-circ small-circle start stateStart stateEnd framed-circle fr-circ stop f-circ filled-circle
        junction""",
    Shape.ELLIPSE: "ellipse",
    Shape.DIAMOND: "diamond question diam decision choice",
    Shape.HEXAGON: "hexagon hex prepare",
    Shape.PARALLELOGRAM: "lean_right lean_left lean-r lean-l lean-right lean-left in-out out-in",
    Shape.TRAPEZIUM: """trapezoid inv_trapezoid trap-b trap-t priority manual inv-trapezoid trapezoid-bottom
        trapezoid-top""",
    Shape.TRIANGLE: "tri triangle extract flip-tri flipped-triangle manual-file",
    Shape.TEXT: "text",
    Shape.POLYGON: """odd rect_left_inv_arrow notch-pent notched-pentagon loop-limit hourglass collate bolt com-link
        lightning-bolt delay half-rounded-rectangle curv-trap curved-trapezoid display flag paper-tape doc document
        docs documents st-doc stacked-document lin-doc lined-document tag-doc tagged-document sl-rect sloped-rectangle
        manual-input bow-rect bow-tie-rectangle stored-data brace brace-l brace-r braces comment cloud bang""",
}
_SHAPES = {name: shape for shape, names in _NAMES.items() for name in names.split()}
_BARS = ("fork", "join")
_HEADS = {"point": Head.POINTED, "circle": Head.CIRCLE, "cross": Head.CROSS, "open": Head.NONE, "barb": Head.POINTED}
_STROKES = {"thick": LineStyle.THICK, "dotted": LineStyle.DOTTED, "invisible": LineStyle.INVISIBLE}
_DIRECTIONS = {"TD": Direction.DOWN, **{direction.value: direction for direction in Direction}}
_ICON = re.compile(r"\bfa[bklrsd]?:fa-[\w-]+")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_BREAK = re.compile(r"<br\s*/?>|\\n|\n", re.I)


class Keys(NamedTuple):
    """The engine's names: one for each edge of a diagram, and the ids given to groups whose own names are random."""

    edges: tuple[str, ...]
    groups: dict[str, str]


def is_graph(facts: dict[str, Any]) -> bool:
    """Whether a parsed Mermaid diagram is made of nodes and edges: a flowchart or a state diagram."""
    kind = str(facts.get("keyword") or facts.get("type") or "")
    return "nodes" in facts and "edges" in facts and kind.startswith(("flowchart", "graph", "stateDiagram"))


def to_diagram(facts: dict[str, Any]) -> tuple[Diagram, Keys]:
    """The diagram of a parse, and the names that the engine has for its parts."""
    return _flowchart(facts) if "subgraphs" in facts else _state_diagram(facts)


def _flowchart(facts: dict[str, Any]) -> tuple[Diagram, Keys]:
    subgraphs = {item["id"]: item for item in facts["subgraphs"]}
    parent = {
        child: item["id"] for item in reversed(facts["subgraphs"]) for child in item["nodes"] if child != item["id"]
    }
    classes = facts.get("classDefs") or {}
    nodes = []
    for item in facts["nodes"]:
        if item["id"] in subgraphs:
            continue
        style = styles_of(classes, ["default", *(item.get("classes") or [])], item.get("styles") or [])
        shape = _shape(item.get("layoutShape") or item.get("shape"))
        nodes.append(
            Node(
                item["id"],
                "" if item.get("layoutShape") in _BARS or shape is Shape.POINT else _label(item, item["id"]),
                shape,
                declared_color(style, "fill"),
                declared_color(style, "stroke"),
                line_style(style, LineStyle.SOLID),
                parent.get(item["id"]),
            )
        )
    edges = []
    default = (facts.get("edgeDefaults") or {}).get("style") or []
    for item in facts["edges"]:
        style = styles_of(classes, item.get("classes") or [], [*default, *(item.get("style") or [])])
        tail, head = _ends(item.get("type") or "arrow_point")
        line = line_style(style, _STROKES.get(item.get("stroke") or "", LineStyle.SOLID))
        edges.append(
            Edge(item["from"], item["to"], _label(item, ""), head, tail, line, declared_color(style, "stroke"))
        )
    groups = [
        Group(id_, _label({"label": subgraphs[id_]["title"], **subgraphs[id_]}, ""), parent.get(id_))
        for id_ in _outside_in(list(subgraphs), parent)
    ]
    direction = _DIRECTIONS.get(facts.get("direction") or "TB")
    keys = Keys(tuple(item["id"] for item in facts["edges"]), {})
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), direction), keys


def _state_diagram(facts: dict[str, Any]) -> tuple[Diagram, Keys]:
    items = facts["nodes"]
    notes = {item["id"] for item in items if item["shape"] == "noteGroup"}
    names = _region_names(items)
    frames = [item for item in items if item.get("isGroup") and item["id"] not in notes]
    parent = {item["id"]: item["parentId"] for item in items if item.get("parentId") and item["parentId"] not in notes}
    nodes = []
    for item in items:
        if item.get("isGroup"):
            continue
        shape = _shape(item["shape"])
        if item["shape"] == "rect":
            shape = Shape.ROUNDED
        style = styles_of({}, [], [*(item.get("cssCompiledStyles") or []), *(item.get("cssStyles") or [])])
        silent = item["shape"] in (*_BARS, "choice") or shape is Shape.POINT
        home = parent.get(item["id"])
        nodes.append(
            Node(
                item["id"],
                "" if silent else _label(item, item["id"]),
                shape,
                declared_color(style, "fill"),
                declared_color(style, "stroke"),
                line_style(style, LineStyle.SOLID),
                names.get(home, home) if home else None,
            )
        )
    edges = []
    for item in facts["edges"]:
        note = "note-edge" in (item.get("classes") or "")
        source, target = (names.get(item[end], item[end]) for end in ("start", "end"))
        head = Head.NONE if note or not item.get("arrowTypeEnd") else Head.POINTED
        edges.append(Edge(source, target, _label(item, ""), head, line=LineStyle.DASHED if note else LineStyle.SOLID))
    groups = []
    by_id = {item["id"]: item for item in frames}
    for id_ in _outside_in(list(by_id), parent):
        label = "" if by_id[id_]["shape"] == "divider" else _label(by_id[id_], id_)
        around = parent.get(id_)
        groups.append(Group(names.get(id_, id_), label, names.get(around, around) if around else None))
    direction = _DIRECTIONS.get(facts.get("direction") or "TB")
    keys = Keys(tuple(item["id"] for item in facts["edges"]), names)
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), direction), keys


def _region_names(items: list[dict[str, Any]]) -> dict[str, str]:
    """Names that do not change from run to run for the regions of concurrent states, whose ids are drawn at random."""
    names: dict[str, str] = {}
    count: dict[str, int] = {}
    for item in items:
        if item["shape"] == "divider":
            around = item.get("parentId") or "root"
            count[around] = count.get(around, 0) + 1
            names[item["id"]] = f"{around}-region-{count[around]}"
    return names


def _outside_in(ids: list[str], parent: dict[str, str]) -> list[str]:
    """Groups with those around them first."""

    def depth(id_: str) -> int:
        steps, seen = 0, {id_}
        while (id_ := parent.get(id_, "")) and id_ not in seen:
            seen.add(id_)
            steps += 1
        return steps

    return sorted(ids, key=depth)


def _shape(name: str | None) -> Shape:
    return _SHAPES.get(name or "", Shape.RECTANGLE)


def _ends(kind: str) -> tuple[Head, Head]:
    """(tail, head) of an edge type such as ``arrow_point`` or ``double_arrow_cross``."""
    head = _HEADS.get(kind.rpartition("arrow_")[2], Head.POINTED)
    return (head if kind.startswith("double_") else Head.NONE), head


def _label(item: dict[str, Any], default: str) -> str:
    """A label as it is read: one line, without markup."""
    label = item.get("label")
    text = default if label is None else str(label)
    description = item.get("description")
    if isinstance(description, list):
        text = " ".join([text, *map(str, description)])
    text = text.replace("ﬂ°°", "&#").replace("ﬂ°", "&").replace("¶ß", ";")
    text = _TAG.sub("", _ICON.sub("", _BREAK.sub(" ", text)))
    if item.get("labelType") == "markdown":
        text = re.sub(r"(\*\*|__)(.+?)\1|(?<!\w)([*_])(.+?)\3(?!\w)|`", lambda m: m.group(2) or m.group(4) or "", text)
    return " ".join(html.unescape(text).split())
