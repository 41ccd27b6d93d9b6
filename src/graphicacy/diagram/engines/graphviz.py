"""DOT → what Graphviz understands of it, and how it draws it; Graphviz runs in the guarded process."""

from __future__ import annotations

import json
import re
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.dot.graph import to_diagram
from graphicacy.diagram.dot.scene import to_scene
from graphicacy.diagram.dot.syntax import fault, fault_behind
from graphicacy.diagram.drawing import BadDrawing, Sketch, place
from graphicacy.diagram.engines import cgraph
from graphicacy.diagram.engines.graphviz_dress import dress, strip
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.style import Style

__all__ = ["PROGRAMS", "draw_dot", "parse_dot"]

PROGRAMS = ("dot", "neato", "fdp", "sfdp", "twopi", "circo", "osage", "patchwork", "nop", "nop1", "nop2")
MAX_PARTS = 4_000  # nodes and edges that are laid out
MAX_READ = 60_000  # nodes and edges that are read
MAX_VALUES = 5_000_000  # attributes of all nodes and edges together
MAX_DEPTH = 60  # of subgraphs
_TOO_DEEP = f"the graph nests subgraphs more than {MAX_DEPTH} deep; flatten them"
_LARGEST = 100_000  # CSS pixels on a side
_CAPS = Caps(wall=20, cpu=15, memory=1 << 30)
_COLORS = ("color", "fillcolor", "bgcolor", "pencolor")
_TRUE = ("true", "yes", "1")
_SYNTAX_ERROR = re.compile(r"syntax error in line (\d+)(?: near '(.*)'$)?")

_SIZE = re.compile(r'(<svg )width="[^"]*" height="[^"]*"\s+viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"')
_FACE = re.compile(rf'font-family="({"|".join(fonts.FAMILIES.values())})( Bold)?( Italic)?"')


def parse_dot(source: str) -> dict[str, Any]:
    """Clusters, nodes and edges of the first graph of ``source`` with their attributes, as Graphviz reads it.

    ``{"name", "directed", "nodes": [{"name", "at"}], "edges": [{"tail", "head", "at"}], "clusters": [{"name", "nodes",
    "clusters"}], "layout"}``; the graph and each of its parts also has ``"attributes"`` (those that are not empty),
    ``"html"`` (names of those that are HTML-like) and ``"paint"`` (colours as ``#rrggbb``, "" for a transparent one).
    Edges are in the order of the source; ``at`` is what Graphviz calls a part in an SVG.
    Raises ``BadDrawing`` with line and column where the source does not parse.
    """
    (facts,) = guarded("Graphviz", f"{__name__}:read", source, caps=_CAPS)
    return dict(json.loads(facts))


def draw_dot(source: str, style: Style | None = None, program: str | None = None) -> Sketch:
    """Draw the first graph of ``source``.

    ``style`` gives looks that the source does not; ``program`` (a name in ``PROGRAMS``) lays it out instead of the
    source's own. The diagram is the painted one (``dot.graph``). Raises ``BadDrawing`` where the source is wrong or
    too large, and ``ValueError`` for a program that is unknown.
    """
    if program is not None and program not in PROGRAMS:
        raise ValueError(f"program {program!r} is none of {', '.join(PROGRAMS)}")
    told, drawn, said = guarded("Graphviz", f"{__name__}:draw", source, style, program, caps=_CAPS)
    facts, svg = json.loads(told), _named_fonts(_exact_size(str(drawn)))
    traced = to_diagram(facts, painted=True)
    scene = to_scene(svg, facts, traced)
    if not max(scene.width, scene.height) <= _LARGEST:
        raise BadDrawing(f"the drawing has {scene.width:,.0f} × {scene.height:,.0f} pixels: the limit is {_LARGEST:,}")
    return Sketch(svg, traced.diagram, scene, tuple(json.loads(said)))


def _exact_size(svg: str) -> str:
    """The SVG without the rounding of its width and height to whole points, which would stretch it."""
    exact = r'\1width="\2pt" height="\3pt" viewBox="0.00 0.00 \2 \3"'
    return _SIZE.sub(exact, svg, count=1)


def _named_fonts(svg: str) -> str:
    """Weight and slant as attributes, not as words of a family's name."""

    def attributes(match: re.Match[str]) -> str:
        family, bold, italic = match.groups()
        looks = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
        return f'font-family="{family}"{looks}'

    return _FACE.sub(attributes, svg)


# What follows runs in the guarded process.


def read(source: str) -> str:
    """Facts of a graph as JSON."""
    graph = _parse(source)
    try:
        return json.dumps(_facts(graph, MAX_READ))
    finally:
        cgraph.close(graph)


def draw(source: str, style: Style | None, program: str | None) -> tuple[str, str, str]:
    """Facts after the layout, SVG and warnings of a graph."""
    graph = _parse(source)
    _check_size(graph, MAX_PARTS)
    strip(graph)
    wanted = _program(graph, program)
    dress(graph, style, wanted, asked=program is not None)
    cgraph.Attributes(graph, cgraph.GRAPH).set(graph, "layout", wanted)
    try:
        if not cgraph.layout(graph, wanted):
            said = " ".join(cgraph.messages())[:300]
            raise BadDrawing(f"Graphviz cannot lay this graph out: {said or 'it gives no reason'}")
        svg = cgraph.render(graph, "svg")
        cgraph.attach(graph)
        facts = json.dumps(_facts(graph, MAX_PARTS) | {"layout": wanted})
    finally:  # the layout stays until the process ends: to free one with an empty line in a label can crash (14.1)
        cgraph.close(graph)
    if not svg:
        raise BadDrawing("Graphviz draws nothing for this graph")
    warnings = [f"Graphviz: {line.removeprefix('Warning: ')}"[:200] for line in cgraph.messages()]
    return facts, svg, json.dumps(warnings[:5])


def _parse(source: str) -> int:
    text = source.replace("\x00", " ").lstrip("\ufeff")
    graph = cgraph.read(text.encode("utf-8", "replace"))
    if graph is not None:
        behind = fault_behind(text)
        if behind is None:
            return graph
        cgraph.close(graph)
        raise BadDrawing(f"{place(*behind[:2])}DOT syntax error: {behind[2]}")
    said = " ".join(cgraph.messages())
    if "memory exhausted" in said:
        raise BadDrawing(_TOO_DEEP)
    found = _SYNTAX_ERROR.search(said)
    if found is None:
        raise BadDrawing("this is no DOT graph: there is no graph { … } or digraph { … } in it")
    line, column, what = fault(text, int(found.group(1)), found.group(2))
    raise BadDrawing(f"{place(line, column)}DOT syntax error: {what}")


def _program(graph: int, program: str | None) -> str:
    if program is not None:
        return program
    wanted = cgraph.Attributes(graph, cgraph.GRAPH).get(graph, "layout").strip().lower()
    return wanted if wanted in PROGRAMS else "dot"


def _check_size(graph: int, most: int) -> None:
    parts = cgraph.size(graph)
    if parts > most:
        raise BadDrawing(f"the graph has {parts:,} nodes and edges: the limit is {most:,}; draw less")


def _facts(graph: int, most: int) -> dict[str, Any]:
    _check_size(graph, most)
    of_graph, of_nodes, of_edges = (cgraph.Attributes(graph, kind) for kind in (cgraph.GRAPH, cgraph.NODE, cgraph.EDGE))
    kinds = max(len(attributes.symbols) for attributes in (of_graph, of_nodes, of_edges))
    if kinds * cgraph.size(graph) > MAX_VALUES:
        raise BadDrawing(f"the graph gives {cgraph.size(graph):,} parts {kinds:,} attributes each; use fewer")
    nodes = cgraph.nodes(graph)
    names = {node: cgraph.name_of(node) for node in nodes}
    return {
        "name": cgraph.name_of(graph),
        "directed": cgraph.is_directed(graph),
        **_item(of_graph, graph),
        "nodes": [{"name": names[node], "at": f"node{cgraph.rank(node)}", **_item(of_nodes, node)} for node in nodes],
        "edges": _edges(graph, of_edges, names),
        "clusters": _clusters(graph, of_graph),
        "layout": _program(graph, None),
    }


def _edges(graph: int, attributes: cgraph.Attributes, names: dict[int, str]) -> list[dict[str, Any]]:
    items = []
    for rank, edge in sorted((cgraph.rank(edge), edge) for edge in cgraph.edges(graph)):
        tail, head = cgraph.ends(edge)
        items.append({"tail": names[tail], "head": names[head], "at": f"edge{rank}", **_item(attributes, edge)})
    return items


def _clusters(graph: int, attributes: cgraph.Attributes, depth: int = 0) -> list[dict[str, Any]]:
    """The tree of clusters; subgraphs that are none are looked through."""
    if depth > MAX_DEPTH:
        raise BadDrawing(_TOO_DEEP)
    found: list[dict[str, Any]] = []
    for part in cgraph.subgraphs(graph):
        inner = _clusters(part, attributes, depth + 1)
        name = cgraph.name_of(part)
        if not name.lower().startswith("cluster") and attributes.get(part, "cluster").lower() not in _TRUE:
            found += inner
            continue
        nodes = [cgraph.name_of(node) for node in cgraph.nodes(part)]
        found.append({"name": name, **_item(attributes, part), "nodes": nodes, "clusters": inner})
    return found


def _item(attributes: cgraph.Attributes, item: int) -> dict[str, Any]:
    values, html = attributes.all_of(item)
    paint = {name: _paint(values[name], values.get("colorscheme", "")) for name in _COLORS if name in values}
    return {"attributes": values, "html": html, "paint": paint}


_painted: dict[tuple[str, str], str] = {}


def _paint(written: str, scheme: str) -> str:
    """The first colour of a list as ``#rrggbb``, "" for a transparent one, black (as painted) for an unknown one."""
    known = _painted.get((written, scheme))
    if known is None:
        first = re.split(r"[:;]", written)[0].strip()
        red, green, blue, opacity = cgraph.color(first, scheme) or (0, 0, 0, 255)
        known = f"#{red:02x}{green:02x}{blue:02x}" if opacity else ""
        if len(_painted) < 10_000:
            _painted[written, scheme] = known
    return known
