"""``Diagram`` → Mermaid flowchart that reads back to the nearest ``Diagram`` that Mermaid can say.

Old shape brackets where there are some, ``@{ shape: … }`` else; looks only where the diagram has them; characters as
entities only where Mermaid would take them for something else (Mermaid documentation, *Flowcharts syntax*).
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from graphicacy.diagram.mermaid.label import printable, shown
from graphicacy.diagram.mermaid.style import declared, line_style, line_width
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.names import Names
from graphicacy.diagram.nesting import nest

__all__ = ["mermaid_form", "mermaid_names", "write_mermaid"]

_BRACKETS = {
    Shape.RECTANGLE: ("[", "]"),
    Shape.ROUNDED: ("(", ")"),
    Shape.STADIUM: ("([", "])"),
    Shape.CYLINDER: ("[(", ")]"),
    Shape.CIRCLE: ("((", "))"),
    Shape.DIAMOND: ("{", "}"),
    Shape.HEXAGON: ("{{", "}}"),
    Shape.PARALLELOGRAM: ("[/", "/]"),
    Shape.TRAPEZIUM: ("[/", "\\]"),
    Shape.POLYGON: (">", "]"),
}
_NAMES = {Shape.TRIANGLE: "tri", Shape.TEXT: "text", Shape.POINT: "f-circ"}
# Mermaid has neither bars nor diamonds: a cross also says "not", a circle also says nothing of direction.
_HEADS = {Head.BLUNT: Head.CROSS, Head.DIAMOND: Head.CIRCLE}
_NEAREST = {Shape.ELLIPSE: Shape.STADIUM, Shape.ANCHOR: Shape.POINT}
_MARKS = {Head.POINTED: ("<", ">"), Head.CIRCLE: ("o", "o"), Head.CROSS: ("x", "x")}
_LINES = {LineStyle.DOTTED: ("-.-", "-.-"), LineStyle.THICK: ("===", "==")}
_DASHES = {LineStyle.DASHED: "5", LineStyle.DOTTED: "2"}
_THICK = 4.0  # CSS pixels: what Mermaid reads as a thick border
_WIDEST = 1000.0
_COLOR = re.compile(r"#[0-9a-f]{6}")
_LETTER = "A-Za-z0-9À-ÖØ-öø-ſΑ-ΡΣ-ωЁА-яёא-תء-يぁ-ゖァ-ヺ一-龥가-힣"  # of those that Mermaid allows in ids
_SAFE = re.compile(rf"_*[{_LETTER}](?:[_{_LETTER}]|[-./](?=[{_LETTER}]))*")
_UNSAFE = re.compile(rf"[^{_LETTER}]+")
_RESERVED = re.compile(  # words that Mermaid does not take for the beginning of an id
    "(?:graph|flowchart|subgraph|end|style|default|linkStyle|classDef|class|click|href|call|interpolate|direction"
    "|_self|_blank|_parent|_top)(?![A-Za-z0-9_])"
)
_A_LINE = 8  # nodes


def mermaid_form(diagram: Diagram) -> Diagram:
    """The nearest diagram that Mermaid can say: ``read_mermaid(write_mermaid(diagram)) == mermaid_form(diagram)``.

    Ids keep letters, digits, ``_`` and single ``-./`` inside; others become ``_``. Bars become crosses, diamonds
    circles; an edge with a mark at its start only is turned round, and of two different marks that at the start is left
    out. An ellipse, which Mermaid reads but does not draw, becomes a stadium, an anchor a point that splits its edge. A
    border that is not seen has width 0. Weights and attachments are left out, groups come with those around them first.
    A form is its own form.
    """
    return _grouped(_named(_through_anchors(diagram)))


def write_mermaid(diagram: Diagram) -> str:
    """Mermaid source of ``diagram``, as ``mermaid_form`` has it.

    Raises ``ValueError`` for an edge whose end does not exist.
    """
    return "\n".join([*_lines(mermaid_form(diagram)), ""])


def mermaid_names(diagram: Diagram) -> dict[str, str]:
    """What nodes and groups are called in the form, by id; unchanged ones first, so that no other takes their place."""
    parts: list[Node | Group] = [*diagram.nodes, *diagram.groups]
    ids = {part.id: part.id for part in parts if _is_safe(part.id)}
    names = Names(ids, "{}_{}")
    for part in parts:
        if part.id not in ids:
            ids[part.id] = names.new(_safe_name(part.id))
    return ids


def _through_anchors(diagram: Diagram) -> Diagram:
    """Anchors as points, and their edges in pieces between them."""
    anchors = diagram.anchors()
    edges: list[Edge] = []
    for index, edge in enumerate(diagram.edges):
        stops = [edge.source, *anchors.get(index, ()), edge.target]
        for place, (start, stop) in enumerate(pairwise(stops)):
            first, last = place == 0, place == len(stops) - 2
            piece = replace(edge, source=start, target=stop, label=edge.label if first else "")
            edges.append(
                _edge_form(
                    replace(piece, tail=edge.tail if first else Head.NONE, head=edge.head if last else Head.NONE)
                )
            )
    return Diagram(
        tuple(map(_node_form, diagram.nodes)),
        tuple(edges),
        tuple(map(_group_form, diagram.groups)),
        diagram.direction or Direction.DOWN,
    )


def _edge_form(edge: Edge) -> Edge:
    head, tail = _HEADS.get(edge.head, edge.head), _HEADS.get(edge.tail, edge.tail)
    if edge.line is LineStyle.INVISIBLE:
        head = tail = Head.NONE
    source, target = edge.source, edge.target
    if head is Head.NONE and tail is not Head.NONE:
        source, target, head, tail = target, source, tail, head
    tail = tail if tail is head else Head.NONE
    made = Edge(source, target, _one_line(edge.label), head, tail, edge.line, _color(edge.color), _width(edge.width))
    drawn = LineStyle.SOLID if edge.line is LineStyle.DASHED else edge.line
    return replace(made, line=line_style(declared(_edge_looks(made)), drawn))


def _node_form(node: Node) -> Node:
    shape = _NEAREST.get(node.shape, node.shape)
    border, width = _border(node.border, node.border_width)
    label = "" if shape is Shape.POINT else _one_line(node.label)
    return Node(node.id, label, shape, _color(node.fill), _color(node.stroke), border, node.group, border_width=width)


def _group_form(group: Group) -> Group:
    border, width = _border(group.border, group.border_width)
    fill, stroke = _color(group.fill), _color(group.stroke)
    return Group(group.id, _one_line(group.label), group.parent, fill, stroke, border, width)


def _border(line: LineStyle, width: float | None) -> tuple[LineStyle, float | None]:
    """A border as its declarations say it: they have no word for one that is thick or not seen, but for its width."""
    width = _width(width)
    if line is LineStyle.INVISIBLE:
        width = 0.0
    elif line is LineStyle.THICK and width is None:
        width = _THICK
    style = declared(_line_looks(line, width))
    return line_style(style, LineStyle.SOLID), line_width(style)


def _named(diagram: Diagram) -> Diagram:
    """With ids that Mermaid reads."""
    ids = mermaid_names(diagram)
    for edge in diagram.edges:
        for end in (edge.source, edge.target):
            if end not in ids:
                raise ValueError(f"an edge ends at {end!r}, which is no node or group of the diagram")
    parents = nest(diagram).parents
    nodes = tuple(replace(n, group=n.group if n.group in parents else None) for n in diagram.nodes)
    groups = tuple(replace(g, parent=parents[g.id]) for g in diagram.groups)
    return replace(diagram, nodes=nodes, groups=groups).renamed(ids)


def _grouped(diagram: Diagram) -> Diagram:
    """Groups in the order of Mermaid's reader: from the outside in, then as they are written."""
    nesting = nest(diagram)
    groups = [part for part in nesting.written() if isinstance(part, Group)]
    return replace(diagram, groups=tuple(sorted(groups, key=lambda group: nesting.depth(group.id))))


def _is_safe(id_: str) -> bool:
    return len(id_) <= 100 and _SAFE.fullmatch(id_) is not None and _RESERVED.match(id_) is None


def _safe_name(id_: str) -> str:
    plain = _UNSAFE.sub("_", id_).strip("_")[:90].rstrip("_")
    return plain if _is_safe(plain) else f"n_{plain}".rstrip("_")


def _one_line(label: str) -> str:
    """The label without what Mermaid cannot show: characters that no drawing holds, and signs of a formula."""
    return " ".join(printable(label).replace("$$", "").split())


def _color(color: str | None) -> str | None:
    return color.lower() if color is not None and _COLOR.fullmatch(color.lower()) else None


def _width(width: float | None) -> float | None:
    if width is None or not math.isfinite(width) or not 0 <= width <= _WIDEST:
        return None
    return round(width, 6) + 0.0  # no minus zero


def _lines(diagram: Diagram) -> Iterable[str]:
    """A form, line by line."""
    direction = diagram.direction or Direction.DOWN
    yield f"flowchart {direction.value}"
    nesting = nest(diagram)
    nodes = [node.id for node in diagram.nodes]
    if [part.id for part in nesting.written() if isinstance(part, Node)] != nodes:
        for start in range(0, len(nodes), _A_LINE):
            yield f"    {' & '.join(nodes[start : start + _A_LINE])}"

    def inside(group: str | None, indent: str) -> Iterable[str]:
        for _, part in nesting.children[group]:
            if isinstance(part, Node):
                yield f"{indent}{_node(part)}"
                continue
            title = "" if part.label == part.id else f'["{_text(part.label, part.id)}"]'
            yield f"{indent}subgraph {part.id}{title}"
            yield from inside(part.id, f"{indent}    ")
            yield f"{indent}end"

    yield from inside(None, "    ")
    for edge in diagram.edges:
        label = f'|"{_text(edge.label)}"|' if edge.label else ""
        yield f"    {edge.source} {_arrow(edge)}{label} {edge.target}"
    yield from _looks(diagram)


def _node(node: Node) -> str:
    if node.shape in _NAMES:
        label = "" if node.shape is Shape.POINT else f', label: "{_text(node.label, node.id, markdown=True)}"'
        return f"{node.id}@{{ shape: {_NAMES[node.shape]}{label} }}"
    if node.shape is Shape.RECTANGLE and node.label == node.id:
        return node.id
    opening, closing = _BRACKETS[node.shape]
    return f'{node.id}{opening}"{_text(node.label, node.id)}"{closing}'


def _arrow(edge: Edge) -> str:
    if edge.line is LineStyle.INVISIBLE:
        return "~~~"
    bare, stem = _LINES.get(edge.line, ("---", "--"))
    if edge.head is Head.NONE:
        return bare
    start, end = _MARKS[edge.head]
    return f"{start if edge.tail is edge.head else ''}{stem}{end}"


def _looks(diagram: Diagram) -> Iterable[str]:
    """What shapes and arrows do not say."""
    parts: list[Node | Group] = [*diagram.nodes, *diagram.groups]
    for part in parts:
        paint = [f"{name}:{color}" for name, color in (("fill", part.fill), ("stroke", part.stroke)) if color]
        if looks := [*paint, *_line_looks(part.border, part.border_width)]:
            yield f"    style {part.id} {','.join(looks)}"
    links: dict[tuple[str, ...], list[str]] = {}
    for index, edge in enumerate(diagram.edges):
        links.setdefault(tuple(_edge_looks(edge)), []).append(str(index))
    for declarations, places in links.items():
        if declarations:
            yield f"    linkStyle {','.join(places)} {','.join(declarations)}"


def _edge_looks(edge: Edge) -> list[str]:
    looks = [f"stroke:{edge.color}"] if edge.color else []
    drawn = edge.line if edge.line is LineStyle.DASHED else LineStyle.SOLID  # the arrow says the rest
    return [*looks, *_line_looks(drawn, edge.width)]


def _line_looks(line: LineStyle, width: float | None) -> list[str]:
    looks = [] if width is None else [f"stroke-width:{f'{width:.6f}'.rstrip('0').rstrip('.')}px"]
    return [*looks, f"stroke-dasharray:{_DASHES[line]}"] if line in _DASHES else looks


def _text(label: str, beside: str = "", markdown: bool = False) -> str:
    """A label between quotes; ``beside`` is what else stands on its line; ``markdown`` says that emphasis is read."""
    if not label:
        return " "
    strange = {'"': "#quot;", "<": "#lt;", "`": "#96;", "\\": "#92;"}
    if re.search(r"#\w+;", label):
        strange["#"] = "#35;"
    if html.unescape(label) != label:
        strange["&"] = "#amp;"
    if ":fa-" in label or any(word in f"{beside} {label}" for word in ("style", "classDef")):
        strange[":"] = "#58;"
    if markdown and shown(label, markdown=True) != shown(label):
        strange |= {"*": "#42;", "_": "#95;"}
    for mark, code in (("%%", "#37;"), ("ﬂ°", "#64258;"), ("¶ß", "#182;")):
        if mark in label:
            strange[mark[0]] = code
    return "".join(strange.get(character, character) for character in label)
