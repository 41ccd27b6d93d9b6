"""DOT → what Graphviz understands of it, and how it lays it out; Graphviz runs in the guarded process.

Two things of Graphviz leak between graphs of one process: default labels (a node's name) are known only once there is a
context, and lost in the first graph ever read, so that both come before; and colours are known to the renderer only, so
that they are asked of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from graphicacy.diagram.dot_graph import to_diagram, to_scene
from graphicacy.diagram.drawing import BadDrawing, Sketch
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.style import Style

__all__ = ["draw_dot", "parse_dot"]

MAX_PARTS = 4_000  # nodes and edges that are laid out
MAX_READ = 60_000  # nodes and edges that are read
MAX_DEPTH = 60  # of subgraphs
_CAPS = Caps(wall=20, cpu=15, memory=1 << 30)

_LAYOUTS = ("dot", "neato", "fdp", "sfdp", "twopi", "circo", "osage", "patchwork")
# Files, links, pages, output sizes: nothing that changes what the graph says.
_GRAPH_REFUSED = b"""fontpath imagepath stylesheet URL href target layers layerselect layersep size dpi
    resolution viewport rotate landscape orientation page pagedir pad margin _background charset""".split()
_NODE_REFUSED = b"image shapefile URL href target layer".split()
_EDGE_REFUSED = b"URL href edgeURL edgehref headURL headhref tailURL tailhref labelURL labelhref target layer".split()
_COLOURS = ("color", "fillcolor", "fontcolor", "bgcolor", "pencolor")


def parse_dot(source: str) -> dict[str, Any]:
    """Graphs, nodes and edges of ``source`` with their effective attributes, as Graphviz sees them.

    ``{"name", "directed", "attributes", "nodes": [{"name", "html", "attributes"}], "edges": [{"tail", "head", "html",
    "attributes"}], "clusters": [{"name", "html", "attributes", "nodes", "clusters"}], "layout", "colors": {as written:
    "#rrggbb"}}``.
    Raises ``BadDrawing`` with Graphviz's words and line.
    """
    (facts,) = guarded("Graphviz", f"{__name__}:read", source, caps=_CAPS)
    return dict(json.loads(facts))


def draw_dot(source: str, style: Style | None = None, program: str | None = None) -> Sketch:
    """SVG of ``source``, what it says and where it is drawn, in CSS pixels of the SVG. Raises ``BadDrawing``."""
    facts, layout, svg = guarded("Graphviz", f"{__name__}:draw", source, caps=_CAPS)
    placed = json.loads(layout)
    diagram, kept = to_diagram(json.loads(facts), placed)
    return Sketch(str(svg), diagram, to_scene(placed, diagram, kept))


# What follows runs in the guarded process.


def read(source: str) -> str:
    """Facts of a graph as JSON."""
    graph = _parse(source)
    try:
        return json.dumps(_facts(graph, MAX_READ))
    finally:
        _gv().agclose(graph)


def draw(source: str) -> tuple[str, str, str]:
    """Facts, layout (Graphviz's own JSON) and SVG of a graph."""
    gv = _gv()
    graph = _parse(source)
    layout = _layout(graph)
    facts = json.dumps(_facts(graph, MAX_PARTS))
    _strip(graph)
    gv.agsafeset(graph, b"layout", layout.encode(), b"")
    with _errors() as said:
        if gv.gvLayout(_context(), graph, layout.encode()) != 0:
            raise BadDrawing(f"Graphviz cannot lay this graph out: {said() or 'it gives no reason'}")
        drawn = _rendered(graph, b"json"), _rendered(graph, b"svg")
    gv.gvFreeLayout(_context(), graph)
    gv.agclose(graph)
    return facts, *drawn


@cache
def _gv() -> Any:
    from pygraphviz import graphviz

    _context()
    graphviz.agclose(_read_graph(graphviz, b"digraph { a -> b [label=x] }"))
    return graphviz


@cache
def _context() -> Any:
    from pygraphviz import graphviz

    return graphviz.gvContextWithBuiltins()


@cache
def _library() -> ctypes.CDLL:
    """Graphviz's C library, for what the Python package does not wrap."""
    from pygraphviz import _graphviz

    library = ctypes.CDLL(_graphviz.__file__)
    library.agget.argtypes, library.agget.restype = [ctypes.c_void_p, ctypes.c_char_p], ctypes.c_void_p
    library.aghtmlstr.argtypes, library.aghtmlstr.restype = [ctypes.c_void_p], ctypes.c_int
    return library


def _read_graph(gv: Any, source: bytes) -> Any:
    """``agread`` from a pipe that a forked process fills: no file is needed."""
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.close(reading)
        with contextlib.suppress(OSError):
            view = memoryview(source)
            while view:
                view = view[os.write(writing, view) :]
        os._exit(0)
    os.close(writing)
    try:
        with os.fdopen(reading, "r") as pipe:
            return gv.agread(pipe, None)
    finally:
        os.waitpid(writer, 0)


@contextlib.contextmanager
def _errors() -> Iterator[Any]:
    """What C code writes to standard error meanwhile, as one line, by calling what is given."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    before = os.dup(2)
    os.dup2(writing, 2)

    def said() -> str:
        try:
            return " ".join(os.read(reading, 4000).decode("utf-8", "replace").split())[:300]
        except BlockingIOError:
            return ""

    try:
        yield said
    finally:
        os.dup2(before, 2)
        for descriptor in (before, reading, writing):
            os.close(descriptor)


def _parse(source: str) -> Any:
    gv = _gv()
    with _errors() as said:
        try:
            return _read_graph(gv, source.replace("\x00", " ").lstrip("\ufeff").encode("utf-8", "replace"))
        except ValueError:
            error = said()
    found = re.search(r"Error: [^:]*? in line (\d+)(.*)", error)
    if found:
        raise BadDrawing(f"DOT syntax error in line {found.group(1)}{found.group(2) or ': the graph breaks off'}")
    raise BadDrawing(f"this is no DOT graph: {error or 'there is no graph { … } or digraph { … } in it'}")


def _layout(graph: Any) -> str:
    wanted = _text(_gv().agget(graph, b"layout")).strip().lower()
    return wanted if wanted in _LAYOUTS else "dot"


def _rendered(graph: Any, form: bytes) -> str:
    answer = _gv().gvRenderData(_context(), graph, form)
    data = answer[1] if isinstance(answer, list | tuple) else b""
    if not data:
        raise BadDrawing("Graphviz draws nothing for this graph")
    return bytes(data).decode("utf-8", "replace") if not isinstance(data, str) else data


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else (value or "")


def _facts(graph: Any, most: int) -> dict[str, Any]:
    gv = _gv()
    parts = gv.agnnodes(graph) + gv.agnedges(graph)
    if parts > most:
        raise BadDrawing(f"the graph has {parts:,} nodes and edges: the limit is {most:,}; draw less")
    names = {kind: _attribute_names(graph, kind) for kind in (gv.AGRAPH, gv.AGNODE, gv.AGEDGE)}
    nodes = [
        {"name": _text(gv._graphviz.agnameof(n)), **_attributes(n, names[gv.AGNODE])}
        for n in _walk(gv.agfstnode, gv.agnxtnode, graph)
    ]
    facts = {
        "name": _text(gv._graphviz.agnameof(graph)),
        "directed": bool(gv.agisdirected(graph)),
        **_attributes(graph, names[gv.AGRAPH]),
        "nodes": nodes,
        "edges": _edges(graph, names[gv.AGEDGE]),
        "clusters": _clusters(graph, names[gv.AGRAPH]),
        "layout": _layout(graph),
    }
    facts["colors"] = _resolve(_colours(facts))
    return facts


def _walk(first: Any, following: Any, graph: Any) -> Iterator[Any]:
    """A cgraph list; the wrapper raises instead of giving NULL at the end of some."""
    item = first(graph)
    while item is not None:
        yield item
        item = following(graph, item)


def _attribute_names(graph: Any, kind: int) -> list[bytes]:
    gv = _gv()
    names: list[bytes] = []
    symbol = None
    with contextlib.suppress(StopIteration):
        while True:
            symbol = gv.agnxtattr(graph, kind, symbol)
            name = gv.agattrname(symbol)
            names.append(name.encode() if isinstance(name, str) else name)
    return names


def _attributes(item: Any, names: list[bytes]) -> dict[str, Any]:
    """Effective attributes, and which of the labels are HTML."""
    gv = _gv()
    values = {name.decode(): _text(gv.agget(item, name)) for name in names}
    html = [name for name in ("label", "xlabel", "headlabel", "taillabel") if values.get(name) and _is_html(item, name)]
    return {"html": html, "attributes": {name: value for name, value in values.items() if value}
            | ({"label": ""} if values.get("label") == "" else {})}  # fmt: skip


def _is_html(item: Any, name: str) -> bool:
    library = _library()
    value = library.agget(int(item), name.encode())
    return bool(value and library.aghtmlstr(value))


def _edges(graph: Any, names: list[bytes]) -> list[dict[str, Any]]:
    """Edges in the order of the source, each marked with its place, so that its layout can be found again."""
    gv = _gv()
    found = []
    for node in _walk(gv.agfstnode, gv.agnxtnode, graph):
        edge = gv.agfstout(graph, node)
        while edge is not None:
            found.append(edge)
            edge = gv.agnxtout(graph, edge)
    ranks = [_rank(edge) for edge in found]
    if len(set(ranks)) == len(ranks):
        found = [edge for _, edge in sorted(zip(ranks, found, strict=True), key=lambda pair: pair[0])]
    edges = []
    for index, edge in enumerate(found):
        ends = {
            "tail": _text(gv._graphviz.agnameof(gv.agtail(edge))),
            "head": _text(gv._graphviz.agnameof(gv.aghead(edge))),
        }
        edges.append({**ends, **_attributes(edge, names)})
        gv.agsafeset(edge, b"_place", str(index).encode(), b"")
    return edges


def _rank(edge: Any) -> int:
    """Rank of an edge's creation: cgraph.h, ``Agtag_t.seq``, the 28 bits above four flags at the start of an object."""
    return ctypes.c_uint32.from_address(int(edge)).value >> 4


def _clusters(graph: Any, names: list[bytes], depth: int = 0) -> list[dict[str, Any]]:
    """The tree of clusters; subgraphs that are none are looked through."""
    gv = _gv()
    if depth > MAX_DEPTH:
        raise BadDrawing(f"the graph nests subgraphs more than {MAX_DEPTH} deep; flatten them")
    found: list[dict[str, Any]] = []
    for part in _subgraphs(graph):
        inner = _clusters(part, names, depth + 1)
        name = _text(gv._graphviz.agnameof(part))
        if not name.lower().startswith("cluster") and _text(gv.agget(part, b"cluster")).lower() not in (
            "true",
            "yes",
            "1",
        ):
            found += inner
            continue
        nodes = [_text(gv._graphviz.agnameof(n)) for n in _walk(gv.agfstnode, gv.agnxtnode, part)]
        found.append({"name": name, **_attributes(part, names), "nodes": nodes, "clusters": inner})
    return found


def _subgraphs(graph: Any) -> Iterator[Any]:
    gv = _gv()
    part = gv.agfstsubg(graph)
    while part is not None:
        yield part
        part = gv.agnxtsubg(part)


def _strip(graph: Any) -> None:
    """Take out what reaches for files, links or pages, and put the package's font everywhere."""
    gv = _gv()
    graphs = [graph]
    for part in graphs:
        graphs += list(_subgraphs(part))
    nodes = list(_walk(gv.agfstnode, gv.agnxtnode, graph))
    edges = []
    for node in nodes:
        edge = gv.agfstout(graph, node)
        while edge is not None:
            edges.append(edge)
            edge = gv.agnxtout(graph, edge)
    kinds = ((gv.AGRAPH, graphs, _GRAPH_REFUSED), (gv.AGNODE, nodes, _NODE_REFUSED), (gv.AGEDGE, edges, _EDGE_REFUSED))
    for kind, items, refused in kinds:
        known = set(_attribute_names(graph, kind))
        for name in known & set(refused):
            for item in items:
                gv.agset(item, name, b"")
            gv.agattr(graph, kind, name, b"")
        fonts = [_font(_text(gv.agget(item, b"fontname"))) for item in items] if b"fontname" in known else []
        gv.agattr(graph, kind, b"fontname", b"Arimo")
        for item, font in zip(items, fonts, strict=False):
            gv.agset(item, b"fontname", font)
    gv.agsafeset(graph, b"charset", b"UTF-8", b"")


def _font(wanted: str) -> bytes:
    """The package's font in the weight and slant of the font that the source asks for."""
    lower = wanted.lower()
    bold = "bold" in lower or "black" in lower or "heavy" in lower
    slanted = "italic" in lower or "oblique" in lower
    # Graphviz writes weight and slant into the SVG only for PostScript names.
    style = {(True, False): b"-Bold", (False, True): b"-Oblique", (True, True): b"-BoldOblique"}.get((bold, slanted))
    return b"Helvetica" + style if style else b"Arimo"


def _colours(facts: dict[str, Any]) -> set[str]:
    """Every colour that is written anywhere, with its scheme in front."""
    found = set()
    for item in (facts, *facts["nodes"], *facts["edges"], *_all_clusters(facts["clusters"])):
        attributes = item["attributes"]
        scheme = attributes.get("colorscheme", "")
        for name in _COLOURS:
            for colour in re.split(r"[:;]", attributes.get(name, "")):
                colour = colour.strip()
                if colour and not re.fullmatch(r"[\d.]+", colour):
                    found.add(colour)
                elif colour and scheme:
                    found.add(f"/{scheme}/{colour}")
    return found


def _all_clusters(clusters: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for cluster in clusters:
        yield cluster
        yield from _all_clusters(cluster["clusters"])


_resolved: dict[str, str] = {"black": "#000000", "transparent": ""}


def _resolve(colours: set[str]) -> dict[str, str]:
    """Colours as ``#rrggbb`` ("" for a transparent one), by letting Graphviz draw a node in each."""
    gv = _gv()
    unknown = sorted(colours - _resolved.keys())[:500]
    if unknown:
        quoted = [colour.replace("\\", "").replace('"', "") for colour in unknown]
        nodes = "".join(f'{i} [color="{colour}", label="", shape=box]\n' for i, colour in enumerate(quoted))
        graph = _read_graph(gv, f"graph {{ layout=osage\n{nodes} }}".encode())
        with _errors():
            gv.gvLayout(_context(), graph, b"osage")
            drawn = json.loads(_rendered(graph, b"json"))
        gv.gvFreeLayout(_context(), graph)
        gv.agclose(graph)
        for item in drawn.get("objects", ()):
            colour = next((op["color"] for op in item.get("_draw_", ()) if op["op"] == "c"), "#000000")
            _resolved[unknown[int(item["name"])]] = "" if colour[7:] == "00" else colour[:7]
    return {colour: _resolved[colour] for colour in colours if colour in _resolved}
