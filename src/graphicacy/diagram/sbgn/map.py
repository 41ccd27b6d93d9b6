"""The tree of an SBGN-ML file (versions 0.1 to 0.3) as glyphs and arcs, in the words of the format."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout.builder import check_count
from graphicacy.diagram.layout.values import number, one_line
from graphicacy.diagram.names import Names
from graphicacy.diagram.polyline import bezier
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.xml import child, children, local_name, where

__all__ = ["Arc", "Glyph", "Map", "read_map"]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph; ``kind`` is its class without " multimer".

    ``around`` is the id of the glyph, ``arc`` the position of the arc, that holds it in the file. ``clone`` is the
    label of its clone marker, None where it has none.
    """

    id: str
    kind: str
    box: Box
    label: str = ""
    label_box: Box | None = None
    multimer: bool = False
    clone: str | None = None
    around: str | None = None
    arc: int | None = None
    compartment: str = ""
    entity: str = ""
    ports: tuple[Point, ...] = ()
    callout: tuple[str, Point] | None = None


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc with its points, curves as short straight pieces; ``source`` and ``target`` are ids as in the file."""

    id: str
    kind: str
    source: str
    target: str
    points: tuple[Point, ...]


@dataclass
class Map:
    """A map. ``owner`` gives, for the id of a port, that of its glyph or the position of its arc."""

    glyphs: dict[str, Glyph] = field(default_factory=dict)
    arcs: list[Arc] = field(default_factory=list)
    owner: dict[str, str | int] = field(default_factory=dict)
    twice: Counter[str] = field(default_factory=Counter)
    maps: int = 1
    names: Names = field(default_factory=Names)


def read_map(root: etree._Element) -> tuple[etree._Element, Map]:
    """The first map that has glyphs. Raises ``BadDrawing`` where the root is no SBGN-ML, or holds no map."""
    if local_name(root) != "sbgn" or "sbgn.org" not in (etree.QName(root).namespace or ""):
        raise BadDrawing(
            f"{where(root)}this is no SBGN-ML: its root is <{local_name(root)}> of namespace "
            f"{(etree.QName(root).namespace or '')[:80]!r}; export it as SBGN-ML"
        )
    maps = list(children(root, "map"))
    chosen = next((node for node in maps if any(local_name(n) in ("glyph", "arcgroup") for n in node)), None)
    if chosen is None:
        raise BadDrawing("the SBGN-ML file has no map with glyphs: there is nothing to draw")
    found = Map(maps=len(maps))
    stack: list[tuple[etree._Element, str | int | None]] = [(node, None) for node in reversed(chosen)]
    while stack:
        node, holder = stack.pop()
        name = local_name(node)
        if name == "glyph":
            holder = _add_glyph(found, node, holder)
        elif name == "arc":
            holder = _add_arc(found, node)
        elif name != "arcgroup":
            continue
        check_count(len(found.glyphs) + len(found.arcs))
        stack.extend((inner, holder) for inner in reversed(node))
    return chosen, found


def _add_glyph(found: Map, node: etree._Element, holder: str | int | None) -> str | int:
    """Add a glyph; gives what holds the glyphs in it: itself, or the arc that it is on."""
    given = node.get("id") or f"glyph {len(found.glyphs) + 1}"
    key = found.names.new(given)
    if key != given:
        found.twice[given] += 1
    kind = " ".join((node.get("class") or "unspecified entity").lower().split())
    text, label_box = _label(node)
    clone = child(node, "clone")
    entity = child(node, "entity")
    found.glyphs[key] = Glyph(
        key,
        kind.removesuffix(" multimer"),
        _box(node),
        _state(node) or text,
        label_box,
        kind.endswith(" multimer"),
        None if clone is None else _label(clone)[0],
        holder if isinstance(holder, str) else None,
        holder if isinstance(holder, int) else None,
        node.get("compartmentRef") or "",
        "" if entity is None else (entity.get("name") or "").lower(),
        tuple(_point(port) for port in children(node, "port")),
        _callout(node),
    )
    for port in children(node, "port"):
        found.owner.setdefault(port.get("id") or "", key)
    return holder if isinstance(holder, int) else key


def _add_arc(found: Map, node: etree._Element) -> int:
    position = len(found.arcs)
    key = node.get("id") or f"arc {position + 1}"
    kind = " ".join((node.get("class") or "").lower().split())
    found.arcs.append(Arc(key, kind, node.get("source") or "", node.get("target") or "", _points(node)))
    found.owner.setdefault(key, position)
    for port in children(node, "port"):
        found.owner.setdefault(port.get("id") or "", position)
    return position


def _points(node: etree._Element) -> tuple[Point, ...]:
    """Start, next and end of an arc; control points of a ``next`` or ``end`` bend the piece that leads to it."""
    points: list[Point] = []
    for part in node:
        if local_name(part) not in ("start", "next", "end"):
            continue
        to, bends = _point(part), [_point(bend) for bend in children(part, "point")]
        if bends and points:
            points += bezier(points[-1], bends[0], bends[-1], to)
        else:
            points.append(to)
    return tuple(points)


def _box(node: etree._Element) -> Box:
    bounds = child(node, "bbox")
    if bounds is None:
        raise BadDrawing(f"{where(node)}a glyph has no <bbox>: give its place and size")
    return _bounds(bounds)


def _bounds(bounds: etree._Element) -> Box:
    x, y, w, h = (number(bounds.get(name), f"{where(bounds)}{name} of <bbox>") for name in "xywh")
    if w < 0 or h < 0:
        raise BadDrawing(f"{where(bounds)}a <bbox> has {w:g} × {h:g} pixels: give sizes that are not negative")
    grow_x, grow_y = max(1.0 - w, 0.0) / 2, max(1.0 - h, 0.0) / 2
    return Box(x - grow_x, y - grow_y, x + w + grow_x, y + h + grow_y)


def _point(node: etree._Element) -> Point:
    x, y = (number(node.get(name), f"{where(node)}{name} of <{local_name(node)}>") for name in "xy")
    return x, y


def _label(node: etree._Element) -> tuple[str, Box | None]:
    label = child(node, "label")
    if label is None:
        return "", None
    bounds = child(label, "bbox")
    return one_line(label.get("text") or ""), None if bounds is None else _bounds(bounds)


def _state(node: etree._Element) -> str:
    """What a state variable shows: ``value@variable``, or either alone."""
    state = child(node, "state")
    if state is None:
        return ""
    value, variable = (one_line(state.get(name) or "") for name in ("value", "variable"))
    return f"{value}@{variable}" if value and variable else value or variable


def _callout(node: etree._Element) -> tuple[str, Point] | None:
    callout = child(node, "callout")
    point = None if callout is None else child(callout, "point")
    if callout is None or point is None:
        return None
    return callout.get("target") or "", _point(point)
