"""How far a drawing grows when its references are followed: caps against recursion and expansion."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing

__all__ = ["MAX_DRAWN", "MAX_REFERENCE_DEPTH", "cap_references"]

MAX_DRAWN = 50_000  # elements after every reference is followed
MAX_REFERENCE_DEPTH = 24  # a reference to something that refers to something ...

_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
_CHEAP = frozenset(["linearGradient", "radialGradient", "stop"])


def cap_references(root: etree._Element, warnings: Counter[str]) -> None:
    """Remove references that lead back to themselves; raise ``BadDrawing`` where the drawing grows beyond the cap."""
    links = [(element, references) for element in root.iter() if (references := _references(element))]
    if not links:
        return
    targets = {element.get("id"): element for element in reversed(list(root.iter())) if element.get("id")}
    _Weigher(targets, warnings).check(root)


def _references(element: etree._Element) -> list[tuple[str, str]]:
    """(attribute, id) for every reference that an element makes."""
    found = []
    for key, value in element.attrib.items():
        if key == "href" and value.startswith("#"):
            found.append((key, value[1:]))
        elif "url(" in value:
            found += [(key, name) for name in _URL.findall(value)]
    return found


class _Weigher:
    """Counts the elements drawn for an element, all references followed, each id once."""

    def __init__(self, targets: dict[str, etree._Element], warnings: Counter[str]) -> None:
        self.targets = targets
        self.warnings = warnings
        self.known: dict[str, int] = {}

    def check(self, root: etree._Element) -> None:
        self._weigh(root, ())

    def _weigh(self, element: etree._Element, trail: tuple[str, ...]) -> int:
        total = 0
        for part in list(element.iter()):
            total += 1
            for key, name in _references(part):
                total += self._follow(part, key, name, trail)
            if total > MAX_DRAWN:
                raise BadDrawing(
                    f"the SVG grows beyond {MAX_DRAWN:,} elements when its references (<use> and the like) are "
                    "followed; draw less"
                )
        return total

    def _follow(self, part: etree._Element, key: str, name: str, trail: tuple[str, ...]) -> int:
        target = self.targets.get(name)
        if target is None or etree.QName(target).localname in _CHEAP:
            return 0
        if name in self.known:
            return self.known[name]
        ancestors = {a.get("id") for a in part.iterancestors()} if key == "href" else set()
        if name in trail or name in ancestors or len(trail) >= MAX_REFERENCE_DEPTH:
            self.warnings["a reference that leads back to itself, or too deep, was removed"] += 1
            part.attrib.pop(key, None)
            if etree.QName(part).localname == "use" and part.getparent() is not None:
                part.getparent().remove(part)
            return 0
        weight = self._weigh(target, (*trail, name))
        self.known[name] = weight
        return weight
