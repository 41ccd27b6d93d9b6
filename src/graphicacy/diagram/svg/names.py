"""Names of SVG in the wrong case → as SVG spells them.

XML tells ``clippath`` from ``clipPath``; HTML does not, and people, language models and programs that pass SVG through
HTML write either. Both lists are of names in which SVG has capitals (SVG 1.1, appendices M and N): all others are
small.
"""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

__all__ = ["SVG", "spell", "spell_tags"]

SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = {
    name.lower(): name
    for name in """altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath""".split()  # noqa: SIM905
}
_ATTRIBUTES = {
    name.lower(): name
    for name in """attributeName baseFrequency clipPathUnits diffuseConstant edgeMode filterUnits gradientTransform
    gradientUnits kernelMatrix kernelUnitLength lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth
    maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX
    pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY requiredExtensions requiredFeatures
    specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
    tableValues targetX targetY textLength viewBox xChannelSelector yChannelSelector zoomAndPan""".split()  # noqa: SIM905
}
_KNOWN_ATTRIBUTES = frozenset(_ATTRIBUTES.values())
_TAG_NAME = re.compile(r"(</?)([A-Za-z]+)(?=[\s/>])")


def spell(root: etree._Element, warnings: Counter[str]) -> None:
    """Rename SVG elements and their attributes in place; adds a sentence to ``warnings`` for the elements."""
    for element in root.iter(f"{{{SVG}}}*"):
        name = element.tag[len(SVG) + 2 :]
        spelt = _element(name)
        if spelt != name:
            element.tag = f"{{{SVG}}}{spelt}"
            warnings[f"<{name}> was read as <{spelt}>"] += 1
        if any(_attribute(key) != key for key in element.attrib):
            _rename_attributes(element)


def spell_tags(text: str) -> str:
    """The same for the tags of a text that is not well-formed, so that ``</rect>`` can close ``<Rect>``."""
    return _TAG_NAME.sub(lambda match: match.group(1) + _element(match.group(2)), text)


def _element(name: str) -> str:
    lower = name.lower()
    return _ELEMENTS.get(lower, lower)


def _attribute(name: str) -> str:
    if name in _KNOWN_ATTRIBUTES or name[0] == "{" or ":" in name:
        return name
    lower = name.lower()
    return _ATTRIBUTES.get(lower, lower)


def _rename_attributes(element: etree._Element) -> None:
    """The right names in the order of the wrong ones; one that was spelt right counts before its twin."""
    pairs = element.items()
    right = {key: value for key, value in pairs if _attribute(key) == key}
    element.attrib.clear()
    for key, value in pairs:
        element.set(_attribute(key), right.get(_attribute(key), value))
