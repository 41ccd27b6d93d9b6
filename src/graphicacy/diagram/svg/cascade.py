"""The part of CSS that decides how an SVG element looks: selectors, the cascade, colours, lengths."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

__all__ = ["RGB", "Sheet", "color", "declarations", "hex_color", "pixels", "tag_of"]

RGB = tuple[int, int, int]
_LONGEST_COLOR = 100  # characters
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.S)
_COMPOUND = re.compile(r"(?P<tag>\*|[A-Za-z][\w-]*)|#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|(?P<other>[\[:].*)")
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z%]*)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "rem": 16.0}


def tag_of(element: etree._Element) -> str:
    """Local name of an element; empty for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def pixels(text: str | None, default: float = 0.0, whole: float = 0.0, font: float = 16.0) -> float:
    """A length in user units; ``whole`` is what 100 % means and ``font`` what an em is."""
    match = _LENGTH.match(text or "")
    if match is None:
        return default
    value, unit = float(match.group(1)), match.group(2).lower()
    if abs(value) > 1e9:
        return default
    if unit == "%":
        return value * whole / 100
    if unit in ("em", "ex", "ch"):
        return value * font * (1.0 if unit == "em" else 0.5)
    return value * _UNITS.get(unit, 1.0)


def declarations(style: str | None) -> dict[str, str]:
    """``a: b; c: d`` as a dictionary with lower-case names; ``!important`` is kept in the value."""
    found = {}
    for part in (style or "").split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip()
    return found


@lru_cache(maxsize=4096)
def color(text: str) -> tuple[RGB, float] | None:
    """A CSS colour and its opacity in [0, 1]; None for ``none``, ``transparent`` and what is no colour."""
    from PIL import ImageColor

    text = text.strip().lower()
    if text in ("", "none", "transparent"):
        return None
    modern = re.fullmatch(r"(rgba?|hsla?)\((.*)\)", text)
    if modern:
        return _function(modern.group(1)[:3], re.split(r"[\s,/]+", modern.group(2).strip()))
    try:
        value = ImageColor.getrgb(text)
    except ValueError:
        return None
    alpha = value[3] / 255 if len(value) == 4 else 1.0
    return (value[0], value[1], value[2]), alpha


def hex_color(text: str | None) -> str | None:
    """A CSS colour as ``#rrggbb``, its opacity left out; None for none, one that is transparent, and no colour."""
    found = color(text) if text and len(text) <= _LONGEST_COLOR else None
    if found is None or found[1] == 0:
        return None
    return "#{:02x}{:02x}{:02x}".format(*found[0])


def _function(name: str, parts: list[str]) -> tuple[RGB, float] | None:
    import colorsys

    try:
        values = [float(p.rstrip("%").removesuffix("deg")) for p in parts[:4]]
    except ValueError:
        return None
    if len(values) < 3 or not all(map(math.isfinite, values)):
        return None
    alpha = 1.0 if len(values) < 4 else values[3] / (100 if parts[3].endswith("%") else 1)
    if name == "hsl":
        red, green, blue = colorsys.hls_to_rgb(values[0] % 360 / 360, values[2] / 100, values[1] / 100)
        values = [red * 255, green * 255, blue * 255]
    elif parts[0].endswith("%"):
        values = [v * 2.55 for v in values[:3]]
    r, g, b = (max(0, min(255, round(v))) for v in values[:3])
    return (r, g, b), max(0.0, min(1.0, alpha))


class _Compound(NamedTuple):
    tag: str
    id: str
    classes: frozenset[str]

    def fits(self, element: etree._Element) -> bool:
        if self.tag and self.tag != tag_of(element):
            return False
        if self.id and self.id != element.get("id"):
            return False
        return not self.classes or self.classes <= set((element.get("class") or "").split())


class _Rule(NamedTuple):
    weight: tuple[int, int, int, int]
    chain: tuple[tuple[str, _Compound], ...]  # combinator before each compound, outermost first
    style: dict[str, str]

    def fits(self, element: etree._Element) -> bool:
        return _chain_fits(self.chain, element)


def _chain_fits(chain: tuple[tuple[str, _Compound], ...], element: etree._Element) -> bool:
    combinator, last = chain[-1]
    if not last.fits(element):
        return False
    if len(chain) == 1:
        return True
    if combinator == ">":
        parent = element.getparent()
        return parent is not None and _chain_fits(chain[:-1], parent)
    return any(_chain_fits(chain[:-1], a) for a in element.iterancestors())


class Sheet:
    """The rules of all ``<style>`` elements. At-rules and pseudo-classes do not apply to a still picture."""

    def __init__(self, texts: list[str]) -> None:
        self._by_key: dict[str, list[_Rule]] = defaultdict(list)
        order = 0
        for text in texts:
            for selector, style in _rules(_COMMENT.sub(" ", text)):
                for one in selector.split(","):
                    rule = _rule(one.strip(), style, order)
                    order += 1
                    if rule:
                        self._by_key[_key(rule.chain[-1][1])].append(rule)

    def style(self, element: etree._Element) -> dict[str, str]:
        """Presentation attributes, then rules by weight, then the inline style; ``!important`` last."""
        own = {k: v for k, v in element.attrib.items() if isinstance(k, str) and k in _PRESENTATION}
        inline = declarations(element.get("style"))
        if self._by_key:
            rules = sorted((r for r in self._candidates(element) if r.fits(element)), key=lambda r: r.weight)
            loud = {}
            for rule in rules:
                own.update(rule.style)
                loud.update({k: v for k, v in rule.style.items() if v.endswith("!important")})
            own.update(inline)
            own.update({k: v for k, v in loud.items() if not inline.get(k, "").endswith("!important")})
        else:
            own.update(inline)
        return {k: v.removesuffix("!important").strip() if "!" in v else v for k, v in own.items()}

    def _candidates(self, element: etree._Element) -> list[_Rule]:
        keys = ["*", tag_of(element), *("." + c for c in set((element.get("class") or "").split()))]
        if element.get("id"):
            keys.append("#" + element.get("id", ""))
        return [rule for key in keys for rule in self._by_key.get(key, ())]


_PRESENTATION = frozenset(
    """fill stroke opacity display visibility color filter fill-opacity stroke-opacity stroke-width stroke-dasharray
    stroke-linecap marker marker-start marker-mid marker-end font-size font-family font-weight font font-style
    text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing writing-mode stop-color
    stop-opacity transform text-decoration""".split()  # noqa: SIM905
)


def _rules(text: str) -> list[tuple[str, dict[str, str]]]:
    """Selector and declarations of each plain rule; blocks of at-rules are skipped whole."""
    found = []
    depth, start, selector, skipped = 0, 0, "", -1
    for match in re.finditer(r"[{};]", text):
        mark = match.group()
        if mark == "{":
            if depth == 0:
                selector = text[start : match.start()].strip()
                skipped = 0 if selector.startswith("@") else -1
            depth += 1
            start = match.end()
        elif mark == "}":
            depth = max(0, depth - 1)
            if depth == 0:
                if skipped < 0:
                    found.append((selector, declarations(text[start : match.start()])))
                skipped = -1
            start = match.end() if depth == 0 or skipped == 0 else start
        elif depth == 0:
            start = match.end()  # ``@import …;``
    return found


def _rule(selector: str, style: dict[str, str], order: int) -> _Rule | None:
    chain: list[tuple[str, _Compound]] = []
    combinator = " "
    ids = classes = tags = 0
    for token in re.sub(r"\s*>\s*", " > ", selector).split():
        if token == ">":
            combinator = ">"
            continue
        compound = _compound(token)
        if compound is None:
            return None
        chain.append((combinator, compound))
        combinator = " "
        ids += bool(compound.id)
        classes += len(compound.classes)
        tags += bool(compound.tag)
    return _Rule((ids, classes, tags, order), tuple(chain), style) if chain else None


def _compound(token: str) -> _Compound | None:
    tag, ident, classes = "", "", []
    if token == ":root":
        return _Compound("svg", "", frozenset())
    for match in _COMPOUND.finditer(token):
        if match["other"]:
            return None
        tag = match["tag"] or tag
        ident = match["id"] or ident
        if match["cls"]:
            classes.append(match["cls"])
    return _Compound("" if tag == "*" else tag, ident, frozenset(classes))


def _key(compound: _Compound) -> str:
    if compound.id:
        return "#" + compound.id
    if compound.classes:
        return "." + min(compound.classes)
    return compound.tag or "*"
