"""HTML inside an SVG (``foreignObject``) → plain ``<text>`` with the same words at the same place."""

from __future__ import annotations

import re

from lxml import etree

from graphicacy.diagram.fonts import LINE_HEIGHT, wrap
from graphicacy.diagram.svg.cascade import declarations
from graphicacy.diagram.svg.names import SVG

__all__ = ["foreign_to_text"]

_BLOCKS = frozenset(
    "p div br li ul ol table tr td th h1 h2 h3 h4 h5 h6 section article header blockquote pre hr".split()  # noqa: SIM905
)
_HIDDEN = frozenset(["script", "style", "template", "iframe", "object", "embed", "noscript"])
_BOLD = frozenset(["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"])
_LENGTH = re.compile(r"([\d.]+)\s*(px|pt|em|rem)?")
_ASCENT = 0.36  # from the middle of a line to its baseline, in font sizes, for Arial-like fonts


def foreign_to_text(element: etree._Element) -> etree._Element:
    """A ``<text>`` (one ``tspan`` a line) for the words of a ``foreignObject``, wrapped to its width."""
    style = _Style(element)
    x, y, width, height = _frame(element)
    lines = [part for line in style.lines for part in (wrap(line, style.size, width) if width > 1 else [line])]
    step = style.size * LINE_HEIGHT
    used = step * len(lines)
    hugged = 0 < height < used + step
    top = y + (height - used) / 2 if style.middle or hugged else y
    anchor, at = {"center": ("middle", x + width / 2), "right": ("end", x + width)}.get(style.align, ("start", x))
    text = etree.Element(f"{{{SVG}}}text")
    for key in ("id", "class", "transform", "style", "opacity"):
        if element.get(key):
            text.set(key, element.get(key))
    text.set("text-anchor", anchor)
    text.set("font-size", f"{style.size:g}")
    text.set("fill", style.color or "#000000")
    text.set("stroke", "none")
    if style.bold:
        text.set("font-weight", "bold")
    for index, line in enumerate(lines):
        span = etree.SubElement(text, f"{{{SVG}}}tspan")
        span.set("x", f"{at:.6g}")
        span.set("y", f"{top + step * (index + 0.5) + _ASCENT * style.size:.6g}")
        span.text = line
    return text


def _frame(element: etree._Element) -> tuple[float, float, float, float]:
    """Left, top, width and height of the place for the words.

    Some programs (draw.io) make the object as large as the drawing, and place the words in it by CSS.
    """
    x, y, width, height = (_number(element.get(key)) for key in ("x", "y", "width", "height"))
    if not (element.get("width") or "").endswith("%") or len(element) == 0:
        return x, y, width, height
    css = _declarations(element[0])
    left, top = _number(css.get("margin-left")), _number(css.get("padding-top"))
    return x + left, y + top, _number(css.get("width")), _number(css.get("height"))


def _declarations(node: etree._Element) -> dict[str, str]:
    """The ``style`` attribute of an HTML element, in lower case."""
    css = declarations(node.get("style"))
    return {name: value.lower().removesuffix("!important").strip() for name, value in css.items()}


def _number(value: str | None) -> float:
    match = re.match(r"\s*(-?[\d.]+(?:e-?\d+)?)", value or "")
    try:
        return float(match.group(1)) if match else 0.0
    except ValueError:
        return 0.0


class _Style:
    """Words by line, and the little of CSS that places a label: size, colour, weight and alignment."""

    def __init__(self, element: etree._Element) -> None:
        self.size = _inherited_size(element)
        self.color: str | None = None
        self.bold = False
        self.align = "left"
        self.middle = False
        self.lines: list[str] = []
        self._line: list[str] = []
        for child in element:
            self._visit(child)
        self._break()

    def _visit(self, node: etree._Element) -> None:
        if not isinstance(node.tag, str):
            self._line.append(node.tail or "")
            return
        tag = etree.QName(node).localname.lower()
        if tag in _HIDDEN:
            self._line.append(node.tail or "")
            return
        self._read(node, tag)
        if tag in _BLOCKS:
            self._break()
        self._line.append(node.text or "")
        for child in node:
            self._visit(child)
        if tag in _BLOCKS:
            self._break()
        self._line.append(node.tail or "")

    def _break(self) -> None:
        line = " ".join("".join(self._line).split())
        if line:
            self.lines.append(line)
        self._line = []

    def _read(self, node: etree._Element, tag: str) -> None:
        css = _declarations(node)
        if tag == "center" or "center" in css.get("text-align", "") + css.get("justify-content", ""):
            self.align = "center"
        elif css.get("text-align") in ("left", "right"):
            self.align = css["text-align"]
        if "center" in css.get("align-items", "") or css.get("vertical-align") == "middle":
            self.middle = True
        if tag in _BOLD or css.get("font-weight") in ("bold", "600", "700", "800", "900"):
            self.bold = True
        if re.fullmatch(r"#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d.,% ]+\)", css.get("color", "")):
            self.color = css["color"]
        size = _LENGTH.fullmatch(css.get("font-size", ""))
        if size:
            unit = {"pt": 4 / 3, "em": self.size, "rem": 16.0}.get(size.group(2) or "px", 1.0)
            value = float(size.group(1)) * unit
            if 1 <= value <= 1000:
                self.size = value


def _inherited_size(element: etree._Element) -> float:
    """Font size that the surrounding SVG gives, in user units."""
    for owner in (element, *element.iterancestors()):
        declared = re.search(r"font-size\s*:\s*([\d.]+)", owner.get("style", ""))
        value = declared.group(1) if declared else owner.get("font-size")
        size = _number(value)
        if 1 <= size <= 1000:
            return size
    return 16.0
