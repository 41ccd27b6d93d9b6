"""Before Graphviz draws a graph: take out what a picture must not do, and put on the looks that the source leaves open.

Runs in the guarded process, on graphs of ``cgraph``.
"""

from __future__ import annotations

import math
import re

from graphicacy.diagram import fonts
from graphicacy.diagram.engines import cgraph
from graphicacy.diagram.engines.cgraph import EDGE, GRAPH, NODE, Attributes
from graphicacy.diagram.style import PALETTES, Palette, Style

__all__ = ["dress", "strip"]

# Files, links, pages, output sizes, plug-ins: nothing that changes what the graph says.
_REFUSED = {
    GRAPH: {"fontpath", "imagepath", "fontnames", "stylesheet", "URL", "href", "target", "layers", "layerselect",
            "layersep", "size", "dpi", "resolution", "viewport", "rotate", "landscape", "orientation", "page",
            "pagedir", "pad", "margin", "_background", "charset", "xdotversion", "bb", "id"},
    NODE: {"id", "image", "shapefile", "URL", "href", "target", "layer"},
    EDGE: {"id", "URL", "href", "edgeURL", "edgehref", "headURL", "headhref", "tailURL", "tailhref", "labelURL",
           "labelhref", "target", "edgetarget", "headtarget", "tailtarget", "labeltarget", "layer"},
}  # fmt: skip
_MOST = {  # of numbers that a source may give; what is larger, or no number, is forgotten
    **dict.fromkeys(("width", "height", "nodesep", "ranksep", "len", "K", "sep", "esep", "mindist"), 200.0),
    **dict.fromkeys(("fontsize", "labelfontsize"), 500.0),
    **dict.fromkeys(("penwidth", "arrowsize", "peripheries", "samplepoints", "sides", "minlen"), 100.0),
    **dict.fromkeys(("skew", "distortion", "labeldistance", "ratio", "pack", "quantum"), 100.0),
    **dict.fromkeys(("pos", "lp", "xlp", "head_lp", "tail_lp", "bb"), 1e5),
    **dict.fromkeys(("weight", "orientation", "labelangle", "scale", "defaultdist", "start"), 1e6),
}
_WORDS = {"ratio", "pack", "ranksep", "start", "sep", "esep", "scale"}  # that may also be words, or several numbers
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|nan|inf(?:inity)?", re.I)
_IMAGE = re.compile(r"<img\b[^>]*>", re.I)
_LABELS = ("label", "xlabel", "headlabel", "taillabel")
_POINTS = 72 / 96  # per CSS pixel
_SPLINES = {"curved": "spline", "straight": "polyline", "orthogonal": "ortho"}
_GAPS = {  # what stands between nodes: attribute → Graphviz's own value, in inches
    GRAPH: {"nodesep": 0.25, "ranksep": 0.5},
    "neato": {"len": 1.0},
    "fdp": {"K": 0.3},
    "sfdp": {"K": 0.3},
    "twopi": {"ranksep": 1.0},
    "circo": {"mindist": 1.0},
}
_SPREADING = ("neato", "fdp", "sfdp", "twopi", "circo")  # layouts that put nodes onto each other unless told otherwise
_PRISM = re.compile(r"prism\d*|false|no|0|", re.I)  # needs a triangulation, which Graphviz may be built without
_APART = {"overlap": "vpsc", "sep": "+16"}  # moves nodes as little as takes them 16 points apart
_MONO = ("mono", "courier", "consol", "menlo", "typewriter", "fixed")
_SERIF = ("serif", "times", "georgia", "garamond", "palatino", "bookman", "schoolbook", "roman")


class _Parts:
    """Items of a graph by kind, with their attributes; the first of kind ``GRAPH`` is the graph itself."""

    def __init__(self, graph: int) -> None:
        self.graph = graph
        graphs = [graph]
        for part in graphs:
            graphs += cgraph.subgraphs(part)
        self.items = {GRAPH: graphs, NODE: cgraph.nodes(graph), EDGE: cgraph.edges(graph)}
        self.attributes = {kind: Attributes(graph, kind) for kind in self.items}

    def is_set(self, kind: int, name: str) -> bool:
        return name in self.attributes[kind].symbols


def strip(graph: int) -> None:
    """Take out what reaches for files, links or pages, numbers beyond all reason, and what changes from run to run."""
    parts = _Parts(graph)
    for kind, attributes in parts.attributes.items():
        for name in attributes.symbols.keys() & _REFUSED[kind]:
            for item in parts.items[kind]:
                attributes.set(item, name, "")
            attributes.declare(name, "")
        for name in attributes.symbols.keys() & _MOST.keys():
            for item in parts.items[kind]:
                if not _is_reasonable(name, attributes.get(item, name)):
                    attributes.set(item, name, "")
        for name in attributes.symbols.keys() & set(_LABELS):
            for item in parts.items[kind]:
                if attributes.is_html(item, name) and _IMAGE.search(text := attributes.get(item, name)):
                    attributes.set_html(item, name, _IMAGE.sub("", text))
    parts.attributes[GRAPH].set(graph, "charset", "UTF-8")


def _is_reasonable(name: str, value: str) -> bool:
    numbers = [abs(float(number)) for number in _NUMBER.findall(value)]
    if name == "start" and "rand" in value and not numbers:
        return False
    if not numbers:
        return not value or name in _WORDS
    return all(math.isfinite(number) and number <= _MOST[name] for number in numbers)


def dress(graph: int, style: Style | None, program: str, asked: bool = False) -> None:
    """Put on our fonts, and, of ``style``, what the source does not say for itself.

    ``asked`` says that ``program`` is not the source's own: nodes that it would leave on each other are moved apart.
    """
    parts = _Parts(graph)
    if program in _SPREADING:
        _part(parts, program, asked)
    style = style or Style()
    if style.palette is not None:
        _paint(parts, PALETTES[style.palette])
    _set_fonts(parts, style)
    if style.line_width is not None:
        _widen(parts, f"{style.line_width * _POINTS:g}")
    if style.spacing is not None:
        _space(parts, style.spacing, program)
    if style.direction is not None:
        parts.attributes[GRAPH].set(graph, "rankdir", style.direction.value)
    if style.curve is not None and not parts.attributes[GRAPH].get(graph, "splines"):
        parts.attributes[GRAPH].set(graph, "splines", _SPLINES[style.curve])
        if style.curve == "orthogonal":
            _free_labels(parts)


def _part(parts: _Parts, program: str, asked: bool) -> None:
    """Have nodes moved apart where the source wants it, or the layout by default, or where the layout was asked for."""
    attributes = parts.attributes[GRAPH]
    wanted = attributes.get(parts.graph, "overlap").strip()
    if _PRISM.fullmatch(wanted) and (wanted or asked or program == "sfdp"):
        for name, value in _APART.items():
            if name == "overlap" or not attributes.get(parts.graph, name):
                attributes.set(parts.graph, name, value)


def _default(parts: _Parts, kind: int, name: str, value: str) -> None:
    """Set an attribute of all items of a kind that have none."""
    attributes = parts.attributes[kind]
    if name not in attributes.symbols:
        attributes.declare(name, value)
        return
    for item in parts.items[kind]:
        if not attributes.get(item, name):
            attributes.set(item, name, value)


def _widen(parts: _Parts, points: str) -> None:
    """A width for all lines that have none; they stay what they are: wide by a style is not thick by the source."""
    for kind, attributes in parts.attributes.items():
        for item in parts.items[kind]:
            if not attributes.get(item, "penwidth"):
                attributes.set(item, "penwidth", points)
                styles = attributes.get(item, "style")
                if not any(line in styles for line in ("bold", "dashed", "dotted", "solid", "invis")):
                    attributes.set(item, "style", f"{styles},solid" if styles else "solid")


def _set_fonts(parts: _Parts, style: Style) -> None:
    """A family of ours for each that the source asks for, in its weight and slant."""
    for kind, attributes in parts.attributes.items():
        wanted = (
            [attributes.get(item, "fontname") for item in parts.items[kind]] if parts.is_set(kind, "fontname") else []
        )
        attributes.declare("fontname", fonts.family(style.font))
        for item, name in zip(parts.items[kind], wanted, strict=False):
            attributes.set(item, "fontname", _font(name, style.font))
        if style.font_size is not None:
            _default(parts, kind, "fontsize", f"{style.font_size * _POINTS:g}")


def _font(wanted: str, otherwise: str | None) -> str:
    lower = wanted.lower()
    font = otherwise
    if any(word in lower for word in _MONO):
        font = "mono"
    elif "sans" not in lower and any(word in lower for word in _SERIF):
        font = "serif"
    elif lower:
        font = "sans"
    bold = any(word in lower for word in ("bold", "black", "heavy"))
    slanted = "italic" in lower or "oblique" in lower
    return fonts.family(font) + (" Bold" if bold else "") + (" Italic" if slanted else "")


def _space(parts: _Parts, factor: float, program: str) -> None:
    """Gaps between nodes, as they are, times ``factor``."""
    kind = EDGE if program == "neato" else GRAPH
    for name, usual in _GAPS.get(program, _GAPS[GRAPH]).items():
        attributes = parts.attributes[kind]
        for item in parts.items[kind] if kind == EDGE else parts.items[kind][:1]:
            number = _NUMBER.match(attributes.get(item, name))
            attributes.set(item, name, f"{(float(number.group()) if number else usual) * factor:g}")


def _free_labels(parts: _Parts) -> None:
    """Orthogonal edges have no place for labels: set them beside."""
    attributes = parts.attributes[EDGE]
    if "label" not in attributes.symbols:
        return
    for edge in parts.items[EDGE]:
        label = attributes.get(edge, "label")
        if label and not attributes.get(edge, "xlabel"):
            if attributes.is_html(edge, "label"):
                attributes.set(edge, "xlabel", "")
                attributes.set_html(edge, "xlabel", label)
            else:
                attributes.set(edge, "xlabel", label)
            attributes.set(edge, "label", "")


def _paint(parts: _Parts, palette: Palette) -> None:
    """Colours of a palette on all that has none of its own."""
    own_ground = bool(parts.attributes[GRAPH].get(parts.graph, "bgcolor"))
    graphs, nodes, edges = (parts.attributes[kind] for kind in (GRAPH, NODE, EDGE))
    for part in parts.items[GRAPH][1:]:
        styles = graphs.get(part, "style")
        if not any(graphs.get(part, name) for name in ("fillcolor", "bgcolor")) and "filled" not in styles:
            graphs.set(part, "bgcolor", palette.group_fill)
            _set_unset(graphs, part, "fontcolor", palette.text)
        if not graphs.get(part, "color"):
            _set_unset(graphs, part, "pencolor", palette.group_stroke)
    if not own_ground:
        graphs.set(parts.graph, "bgcolor", palette.ground)
        _set_unset(graphs, parts.graph, "fontcolor", palette.text)
    for node in parts.items[NODE]:
        _paint_node(nodes, node, palette)
    for edge in parts.items[EDGE]:
        _set_unset(edges, edge, "color", palette.line)
        _set_unset(edges, edge, "fontcolor", palette.text if not own_ground else "#000000")


def _paint_node(nodes: Attributes, node: int, palette: Palette) -> None:
    shape, styles = nodes.get(node, "shape"), nodes.get(node, "style")
    is_filled = "filled" in styles or "radial" in styles or "striped" in styles or "wedged" in styles
    if shape in ("plaintext", "plain", "none", "underline") or is_filled:
        _set_unset(nodes, node, "fontcolor", "#000000" if is_filled else palette.text)
        if is_filled and not nodes.get(node, "fillcolor") and not nodes.get(node, "color"):
            nodes.set(node, "fillcolor", palette.fill)
            nodes.set(node, "fontcolor", palette.text)
    else:
        nodes.set(node, "style", f"{styles},filled" if styles else "filled")
        nodes.set(node, "fillcolor", palette.line if shape == "point" else palette.fill)
        _set_unset(nodes, node, "fontcolor", palette.text)
    _set_unset(nodes, node, "color", palette.stroke)


def _set_unset(attributes: Attributes, item: int, name: str, value: str) -> None:
    if not attributes.get(item, name):
        attributes.set(item, name, value)
