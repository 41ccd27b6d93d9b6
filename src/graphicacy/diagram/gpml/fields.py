"""Attributes of GPML's elements: under one name for all versions, as safe numbers, colours and boxes.

Faults name the line of the element.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from lxml import etree

from graphicacy.diagram.drawing import MAX_LABEL, BadDrawing
from graphicacy.diagram.layout.values import number
from graphicacy.diagram.scene import Box
from graphicacy.diagram.svg.cascade import hex_color
from graphicacy.diagram.xml import local_name, where

__all__ = [
    "Fields",
    "box_of",
    "color_of",
    "fields_of",
    "graphics_of",
    "label_of",
    "needed",
    "optional",
    "rotation_of",
    "size_of",
]

_FAR = 1e6  # pixels: up to here numbers need no further look
_MODERN = {  # names of 2021 (in lower case) → what 2013a calls the same
    "elementid": "graphid",
    "elementref": "graphref",
    "bordercolor": "color",
    "borderwidth": "linethickness",
    "borderstyle": "linestyle",
    "linecolor": "color",
    "linewidth": "linethickness",
    "halign": "align",
}
_TURNS = {"top": 0.0, "right": math.pi / 2, "bottom": math.pi, "left": 3 * math.pi / 2}
_HEX = re.compile(r"#?([0-9a-f]{1,8})$", re.I)

Fields = dict[str, str]


def fields_of(element: etree._Element | None) -> Fields:
    """Attributes by their name in 2013a, in lower case."""
    if element is None:
        return {}
    return {_common_name(key): value for key, value in element.items()}


def graphics_of(element: etree._Element) -> Fields:
    """Attributes of an element's ``Graphics``. Raises ``BadDrawing`` where it has none."""
    found = element.find("{*}Graphics")
    if found is None:
        raise BadDrawing(f"{where(element)}this {local_name(element)} has no <Graphics>: nothing says where it is")
    return fields_of(found)


def label_of(element: etree._Element, own: Fields) -> str:
    """The label among an element's own attributes. Raises ``BadDrawing`` for one that is too long."""
    label = own.get("textlabel", "")
    if len(label) > MAX_LABEL:
        raise BadDrawing(
            f"{where(element)}the label of this {local_name(element)} has {len(label):,} characters: "
            f"the limit is {MAX_LABEL:,}"
        )
    return label


def needed(element: etree._Element, fields: Fields, name: str) -> float:
    """The number that a part cannot do without. Raises ``BadDrawing`` where it is missing or none."""
    value = fields.get(name.lower())
    if not value:
        raise BadDrawing(f"{where(element)}{name} of this {local_name(element)} is missing: nothing says where it is")
    return _number(element, value, name)


def optional(element: etree._Element, fields: Fields, name: str, default: float, least: float = -math.inf) -> float:
    """A number of at least ``least``, or ``default`` where none is given. Raises ``BadDrawing`` for any other text."""
    value = fields.get(name)
    return max(_number(element, value, name), least) if value else default


def box_of(element: etree._Element, fields: Fields) -> Box:
    """The box of a part, in pixels, before it is turned."""
    x, y = (needed(element, fields, name) for name in ("CenterX", "CenterY"))
    return Box.about((x, y), *size_of(element, fields))


def size_of(element: etree._Element, fields: Fields) -> tuple[float, float]:
    """Width and height in pixels; negative ones count as if they were not."""
    width, height = (abs(needed(element, fields, name)) for name in ("Width", "Height"))
    return width, height


def rotation_of(element: etree._Element, fields: Fields) -> float:
    """Radians clockwise; the names of sides that old files have count as quarter turns."""
    named = _TURNS.get(fields.get("rotation", "").lower())
    return optional(element, fields, "rotation", 0.0) if named is None else named


def color_of(value: str | None, default: str | None) -> str | None:
    """A colour as ``#rrggbb``, a translucent one as it looks on white; None where nothing shows."""
    if not value:
        return default
    found = _HEX.match(value)
    if found is None:
        return None if value.lower() == "transparent" else hex_color(value) or "#000000"
    digits = found[1].lower()
    if len(digits) < 7:
        return "#" + digits.rjust(6, "0")
    parts = [int(digits[i : i + 2], 16) for i in (0, 2, 4)]
    alpha = int(digits[6:].ljust(2, "0"), 16) / 255
    return "#" + "".join(f"{round(255 + (part - 255) * alpha):02x}" for part in parts) if alpha else None


def _number(element: etree._Element, value: str, name: str) -> float:
    try:
        found = float(value)
        if abs(found) <= _FAR:
            return found
    except ValueError:
        pass
    return number(value.strip(), f"{where(element)}{name} of this {local_name(element)}")


@lru_cache(maxsize=512)
def _common_name(attribute: str) -> str:
    name = attribute.lower()
    return _MODERN.get(name, name)
