"""Graphviz's C libraries *cgraph* and *gvc* by ctypes: what the Python package does not wrap, and faster.

Objects are addresses. A graph must be closed with ``close``; nothing else is owned. One thread at a time. The names
of the functions are Graphviz's own without the prefix (Graphviz documentation, *cgraph* and *gvc*).
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_size_t, c_ubyte, c_uint32, c_void_p
from functools import cache
from typing import Any

__all__ = [
    "EDGE",
    "GRAPH",
    "NODE",
    "Attributes",
    "attach",
    "close",
    "color",
    "edges",
    "ends",
    "is_directed",
    "layout",
    "messages",
    "name_of",
    "nodes",
    "rank",
    "read",
    "render",
    "size",
    "subgraphs",
]

GRAPH, NODE, EDGE = 0, 1, 2  # kinds of objects: AGRAPH, AGNODE, AGEDGE in cgraph.h
_UNKNOWN_COLOR = 1  # COLOR_UNKNOWN in color.h
_Listener = CFUNCTYPE(c_int, c_char_p)
_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "agread": (c_void_p, [c_void_p, c_void_p]),
    "agclose": (c_int, [c_void_p]),
    "agnameof": (c_char_p, [c_void_p]),
    "agisdirected": (c_int, [c_void_p]),
    "agnnodes": (c_int, [c_void_p]),
    "agnedges": (c_int, [c_void_p]),
    "agtail": (c_void_p, [c_void_p]),
    "aghead": (c_void_p, [c_void_p]),
    "agfstnode": (c_void_p, [c_void_p]),
    "agnxtnode": (c_void_p, [c_void_p, c_void_p]),
    "agfstout": (c_void_p, [c_void_p, c_void_p]),
    "agnxtout": (c_void_p, [c_void_p, c_void_p]),
    "agfstsubg": (c_void_p, [c_void_p]),
    "agnxtsubg": (c_void_p, [c_void_p]),
    "agattr": (c_void_p, [c_void_p, c_int, c_char_p, c_char_p]),
    "agnxtattr": (c_void_p, [c_void_p, c_int, c_void_p]),
    "agxget": (c_void_p, [c_void_p, c_void_p]),
    "agxset_text": (c_int, [c_void_p, c_void_p, c_char_p]),
    "agxset_html": (c_int, [c_void_p, c_void_p, c_char_p]),
    "aghtmlstr": (c_int, [c_void_p]),
    "agseterrf": (c_void_p, [_Listener]),
    "gvContextWithBuiltins": (c_void_p, []),
    "gvLayout": (c_int, [c_void_p, c_void_p, c_char_p]),
    "gvRenderData": (c_int, [c_void_p, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t)]),
    "gvFreeRenderData": (None, [c_void_p]),
    "attach_attrs": (None, [c_void_p]),
    "colorxlate": (c_int, [c_char_p, c_void_p, c_int]),
    "setColorScheme": (c_void_p, [c_char_p]),
}
_said: list[bytes] = []


def _hear(text: bytes) -> int:
    if len(_said) < 1_000:
        _said.append(text)
    return 0


_listen = _Listener(_hear)


@cache
def _library() -> Any:
    """The libraries, ready: default labels are known only once there is a context, and lost in the first graph read."""
    from pygraphviz import _graphviz

    library: Any = ctypes.CDLL(_graphviz.__file__)
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.agseterrf(_listen)
    library.context = library.gvContextWithBuiltins()
    library.agclose(_read_all(library, b"digraph { a -> b [label=x] }")[0])
    return library


@cache
def _libc() -> Any:
    libc = ctypes.CDLL(None)
    libc.fmemopen.restype, libc.fmemopen.argtypes = c_void_p, [c_char_p, c_size_t, c_char_p]
    libc.fclose.restype, libc.fclose.argtypes = c_int, [c_void_p]
    return libc


def _read_all(library: Any, source: bytes) -> list[int]:
    file = _libc().fmemopen(source, len(source), b"r")
    graphs = []
    try:
        while graph := library.agread(file, None):
            graphs.append(graph)
    finally:
        _libc().fclose(file)
    return graphs


def read(source: bytes) -> int | None:
    """The first graph of a source; None where it, or one after it, does not parse: see ``messages``."""
    _said.clear()
    if not source:
        return None
    graphs = _read_all(_library(), source)
    for graph in graphs[1:]:
        close(graph)
    if not graphs:
        return None
    first = graphs[0]
    if any(b"syntax error" in text for text in _said):
        close(first)
        return None
    return first


def close(graph: int | None) -> None:
    """Free a graph."""
    _library().agclose(graph)


def messages() -> list[str]:
    """Errors and warnings since the last graph was read, one line each."""
    text = b"".join(_said).decode("utf-8", "replace")
    return [line.strip() for line in text.splitlines() if line.strip()]


def name_of(item: int) -> str:
    """Name of a graph, subgraph or node."""
    return _text(_library().agnameof(item))


def is_directed(graph: int) -> bool:
    """Whether edges have a direction."""
    return bool(_library().agisdirected(graph))


def size(graph: int) -> int:
    """How many nodes and edges there are."""
    return int(_library().agnnodes(graph) + _library().agnedges(graph))


def nodes(graph: int) -> list[int]:
    """Nodes in the order in which they were made."""
    library, found = _library(), []
    node = library.agfstnode(graph)
    while node:
        found.append(node)
        node = library.agnxtnode(graph, node)
    return found


def edges(graph: int) -> list[int]:
    """Edges by the node that they start at: the order of Graphviz's own outputs."""
    library, found = _library(), []
    for node in nodes(graph):
        edge = library.agfstout(graph, node)
        while edge:
            found.append(edge)
            edge = library.agnxtout(graph, edge)
    return found


def rank(item: int) -> int:
    """Rank of an object's creation among its kind: ``Agtag_t.seq``, 28 bits above the four flags it begins with."""
    return c_uint32.from_address(item).value >> 4


def ends(edge: int) -> tuple[int, int]:
    """The nodes that an edge leads from and to."""
    library = _library()
    return library.agtail(edge), library.aghead(edge)


def subgraphs(graph: int) -> list[int]:
    """Subgraphs that lie directly in a graph, in the order in which they were made."""
    library, found = _library(), []
    part = library.agfstsubg(graph)
    while part:
        found.append(part)
        part = library.agnxtsubg(part)
    return sorted(found, key=rank)


def _symbols(graph: int, kind: int) -> dict[str, int]:
    """Declared attributes of a kind of objects, each with its symbol."""
    library, found = _library(), {}
    symbol = library.agnxtattr(graph, kind, None)
    while symbol:
        # Agsym_t begins with the links of its dictionary, two addresses, then its name (cgraph.h).
        name = c_char_p.from_address(symbol + 2 * ctypes.sizeof(c_void_p)).value
        found[_text(name)] = symbol
        symbol = library.agnxtattr(graph, kind, symbol)
    return found


class Attributes:
    """Effective attributes of one kind of objects. Equal texts are one string in C, so each is decoded once."""

    def __init__(self, graph: int, kind: int) -> None:
        self._graph, self._kind = graph, kind
        self.symbols = _symbols(graph, kind)
        self._known: dict[int, tuple[str, bool]] = {}

    def all_of(self, item: int) -> tuple[dict[str, str], list[str]]:
        """What is not empty, and the names of those that are HTML-like."""
        get, known = _library().agxget, self._known
        values, html = {}, []
        for name, symbol in self.symbols.items():
            address = get(item, symbol)
            text, is_html = known.get(address) or self._decode(address)
            if text or name == "label":
                values[name] = text
            if is_html:
                html.append(name)
        return values, html

    def get(self, item: int, name: str) -> str:
        """One of them, "" where nobody set it."""
        symbol = self.symbols.get(name)
        return _text(ctypes.cast(_library().agxget(item, symbol), c_char_p).value) if symbol else ""

    def set(self, item: int, name: str, value: str) -> None:
        """Set one; it is declared, with no default, where no object has it yet."""
        symbol = self.symbols.get(name) or self.declare(name, "")
        _library().agxset_text(item, symbol, value.encode("utf-8", "replace"))

    def set_html(self, item: int, name: str, value: str) -> None:
        """Set an HTML-like one."""
        _library().agxset_html(item, self.symbols[name], value.encode("utf-8", "replace"))

    def is_html(self, item: int, name: str) -> bool:
        """Whether one is HTML-like."""
        symbol = self.symbols.get(name)
        return bool(symbol and _library().aghtmlstr(_library().agxget(item, symbol)))

    def declare(self, name: str, default: str) -> int:
        """Give one a default, for all objects that were made without it. Gives its symbol."""
        symbol = _library().agattr(self._graph, self._kind, name.encode(), default.encode())
        self.symbols[name] = symbol
        return int(symbol)

    def _decode(self, address: int) -> tuple[str, bool]:
        text = _text(ctypes.cast(address, c_char_p).value), bool(_library().aghtmlstr(address))
        self._known[address] = text
        return text


def layout(graph: int, program: str) -> bool:
    """Lay a graph out; False where Graphviz cannot: see ``messages``."""
    return bool(_library().gvLayout(_library().context, graph, program.encode()) == 0)


def render(graph: int, form: str) -> str:
    """A graph that is laid out, in a format of Graphviz; "" where it draws nothing."""
    library, data, length = _library(), c_void_p(), c_size_t()
    library.gvRenderData(library.context, graph, form.encode(), byref(data), byref(length))
    if not data.value:
        return ""
    try:
        return ctypes.string_at(data.value, length.value).decode("utf-8", "replace")
    finally:
        library.gvFreeRenderData(data)


def attach(graph: int) -> None:
    """Set the attributes that tell of a layout: ``pos``, ``bb``, ``width`` and ``height`` (inches), in points, y up."""
    _library().attach_attrs(graph)


def color(written: str, scheme: str = "") -> tuple[int, int, int, int] | None:
    """Red, green, blue and opacity, each 0 to 255, of a colour of a scheme; None where Graphviz knows none."""
    answer = (c_ubyte * 64)()  # gvcolor_t: a union of at most four doubles, and its kind
    library = _library()
    library.setColorScheme(scheme.encode("utf-8", "replace"))
    if library.colorxlate(written.encode("utf-8", "replace"), answer, 1) == _UNKNOWN_COLOR:
        return None
    return answer[0], answer[1], answer[2], answer[3]


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")
