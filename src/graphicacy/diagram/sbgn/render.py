"""Colours and widths that an SBGN-ML file carries in the render extension (SBML Level 3 *Rendering*)."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from graphicacy.diagram.layout.values import number
from graphicacy.diagram.svg.cascade import hex_color
from graphicacy.diagram.xml import child, children, local_name, where

__all__ = ["Paint", "Paints", "read_paints"]


@dataclass(frozen=True, slots=True)
class Paint:
    """What a style says; None where it does not."""

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None


@dataclass
class Paints:
    """Styles by the id of glyph or arc, and the ground."""

    by_id: dict[str, Paint] = field(default_factory=dict)
    background: str | None = None

    def of(self, key: str) -> Paint:
        """The style of a glyph or arc."""
        return self.by_id.get(key, Paint())


def read_paints(chosen: etree._Element) -> Paints:
    """The styles of a map."""
    paints = Paints()
    for extension in children(chosen, "extension"):
        for info in children(extension, "renderInformation"):
            defined = _definitions(info)
            ground = info.get("backgroundColor") or info.get("background-color")
            paints.background = hex_color(defined.get(ground or "", ground))
            for style in (node for node in info.iter() if local_name(node) == "style"):
                _add(paints, style, defined)
    return paints


def _definitions(info: etree._Element) -> dict[str, str | None]:
    """Colours by id; of a gradient, its last stop: the one that is away from the white that most begin with."""
    defined: dict[str, str | None] = {}
    for node in info.iter():
        name = local_name(node)
        if name == "colorDefinition":
            defined[node.get("id") or ""] = node.get("value")
        elif name in ("linearGradient", "radialGradient"):
            stops = [stop.get("stop-color") for stop in children(node, "stop")]
            if stops:
                defined[node.get("id") or ""] = stops[-1]
    return defined


def _add(paints: Paints, style: etree._Element, defined: dict[str, str | None]) -> None:
    group = child(style, "g")
    if group is None:
        return
    fill, stroke = (hex_color(defined.get(group.get(name) or "", group.get(name))) for name in ("fill", "stroke"))
    said = group.get("strokeWidth") or group.get("stroke-width")
    width = number(said, f"{where(group)}strokeWidth of <g>") if said else None
    paint = Paint(fill, stroke, min(max(width, 0.5), 12.0) if width is not None else None)
    for key in (style.get("idList") or "").split():
        paints.by_id[key] = paint
