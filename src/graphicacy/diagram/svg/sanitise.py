"""SVG from anyone → SVG that is safe to rasterise, to read and to show.

What comes out is well-formed, namespaced SVG with a size in pixels, made of drawing elements only: no script, no
event handler, no animation, no reference to anything outside the file, no entity, no HTML. Text of HTML labels
(``foreignObject``) is kept as plain ``<text>`` at the same place. What cannot be drawn in bounded time is refused.
The same input gives the same output.
"""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.svg import css as svg_css
from graphicacy.diagram.svg import mend as svg_mend
from graphicacy.diagram.svg.foreign import foreign_to_text
from graphicacy.diagram.svg.names import SVG
from graphicacy.diagram.svg.references import cap_references
from graphicacy.diagram.svg.size import set_size

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_ELEMENTS", "sanitise"]

MAX_BYTES = 32_000_000
MAX_ELEMENTS = 20_000
MAX_DEPTH = 200
MAX_ATTRIBUTES = 1_000  # of one element
MAX_TEXT = 50_000  # characters in one piece: to shape a million needs a gigabyte
MAX_NUMBER = 1e7  # user units: beyond this nothing is on the canvas, and single-precision renderers lose their footing
MAX_TRANSFORM = 4_000  # characters: readers of transforms need time by the square of it
MAX_BLUR = 50.0  # standard deviation in user units
MAX_PATTERNS = 200
MAX_PRIMITIVES = 400  # filter primitives in the whole drawing

_FILTER_PRIMITIVES = """feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDropShadow feFlood feGaussianBlur feImage feMerge feMorphology feOffset feSpecularLighting
    feTile feTurbulence""".split()  # noqa: SIM905
_ELEMENTS = frozenset(
    """svg g defs symbol use switch a rect circle ellipse line polyline polygon path text tspan textPath tref image
    linearGradient radialGradient stop pattern clipPath mask marker filter style view feFuncR feFuncG feFuncB feFuncA
    feMergeNode feDistantLight fePointLight feSpotLight""".split()  # noqa: SIM905
) | frozenset(_FILTER_PRIMITIVES)
_SILENT = frozenset(["title", "desc", "metadata"])  # never drawn, and not text of the figure
_ANIMATIONS = frozenset(["animate", "animateTransform", "animateMotion", "animateColor", "set", "mpath", "discard"])
_SCALARS = frozenset(
    """x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height refX refY markerWidth markerHeight stroke-width
    font-size offset opacity fill-opacity stroke-opacity stop-opacity startOffset textLength letter-spacing
    word-spacing stroke-dashoffset stroke-miterlimit""".split()  # noqa: SIM905
)
_LISTS = frozenset(
    ["viewBox", "points", "d", "transform", "gradientTransform", "patternTransform", "stroke-dasharray", "rotate"]
)
# Attributes that are harmless while their value holds no parenthesis: most of what a drawing consists of.
_WORDS = frozenset(
    """id class fill stroke text-anchor font-family font-weight font-style dominant-baseline stroke-linecap
    stroke-linejoin orient markerUnits preserveAspectRatio""".split()  # noqa: SIM905
)
_NUMBERS = _SCALARS | _LISTS
_SUSPECT = re.compile(r"[nNuUeE]|\d{8}")  # may be no number, or a large one
_UNSEEN_TEXT = frozenset(("style", "script", "title", "desc", "metadata"))
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.I)
_NOT_A_NUMBER = re.compile(r"[-+]?(?:\bnan\b|\binf(?:inity)?\b|\bundefined\b|\bnull\b)", re.I)
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]", re.I)
_XML = "http://www.w3.org/XML/1998/namespace"


def sanitise(svg: str | bytes) -> tuple[str, tuple[str, ...]]:
    """Clean ``svg``; returns the clean SVG and one sentence for each kind of thing that was mended or left out.

    The root of the result has ``width`` and ``height`` in CSS pixels. Raises ``BadDrawing`` for what is no SVG,
    has no size, is larger than the caps above, or would grow beyond them through ``use`` and its like.
    """
    if not svg.strip():
        raise BadDrawing("the SVG is empty")
    if len(svg) > MAX_BYTES:
        raise BadDrawing(f"the SVG has {len(svg):,} bytes: the limit is {MAX_BYTES:,}; simplify the drawing")
    warnings: Counter[str] = Counter()
    root = svg_mend.parse(svg, warnings)
    _check_extent(root)
    _Cleaner(root, warnings).run()
    cap_references(root, warnings)
    set_size(root, warnings)
    etree.cleanup_namespaces(root)
    text = etree.tostring(root, encoding="unicode", with_tail=False)
    return text, tuple(w if n == 1 else f"{w} ({n} times)" for w, n in warnings.items())


def _check_extent(root: etree._Element) -> None:
    """Refuse too many elements, too many attributes of one, too long a text, and too deep a nesting."""
    count = most = words = 0
    for element in root.iter(etree.Element):
        count += 1
        most = max(most, len(element.attrib))
        if etree.QName(element).localname not in _UNSEEN_TEXT:
            words = max(words, len(element.text or ""), len(element.tail or ""))
    if count > MAX_ELEMENTS:
        raise BadDrawing(f"the SVG has {count:,} elements: the limit is {MAX_ELEMENTS:,}; simplify the drawing")
    if most > MAX_ATTRIBUTES:
        raise BadDrawing(f"the SVG has an element with {most:,} attributes: the limit is {MAX_ATTRIBUTES:,}")
    if words > MAX_TEXT:
        raise BadDrawing(f"the SVG has a text of {words:,} characters: the limit is {MAX_TEXT:,}; shorten it")
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise BadDrawing(f"the SVG nests elements more than {MAX_DEPTH} deep; flatten its groups")


class _Cleaner:
    """One pass over a parsed tree: elements in, attributes through, everything else out."""

    def __init__(self, root: etree._Element, warnings: Counter[str]) -> None:
        self.root = root
        self.warnings = warnings
        self.patterns = 0
        self.primitives = 0
        self.variables: dict[str, str] = {}

    def run(self) -> None:
        for style in self.root.iter(f"{{{SVG}}}style"):
            self.variables.update(svg_css.variables(style.text or ""))
        root = etree.QName(self.root)
        if root != f"{{{SVG}}}svg":
            raise BadDrawing(
                f"the root element is <{root.localname}> of {root.namespace or 'no namespace'}, not of SVG"
            )
        for foreign in list(self.root.iter(f"{{{SVG}}}foreignObject")):
            self._foreign(foreign)
        waiting = [self.root]
        while waiting:
            element = waiting.pop()
            if self._element(element):
                waiting += reversed(element)
        for switch in list(self.root.iter(f"{{{SVG}}}switch")):
            _resolve_switch(switch)

    def _foreign(self, element: etree._Element) -> None:
        """Words in the place of HTML; nothing in the place of what holds none, or is for one program only."""
        parent = element.getparent()
        text = foreign_to_text(element)
        wanted = element.get("requiredExtensions", "").lower()
        if len(text) == 0 or (wanted.strip() and "html" not in wanted):
            _remove(element)
        elif parent is not None:
            text.tail = element.tail
            parent.replace(element, text)

    def _element(self, element: etree._Element) -> bool:
        """Clean one element; False where it is taken out, with all that is in it."""
        name = etree.QName(element)
        tag = name.localname
        if name.namespace != SVG or tag not in _ELEMENTS:
            self._note_dropped(name.namespace, tag)
            _remove(element)
            return False
        self._attributes(element, tag)
        if tag in ("image", "use") and not element.get("href"):
            _remove(element)
            return False
        if tag == "a":
            element.tag = f"{{{SVG}}}tspan" if _inside_text(element) else f"{{{SVG}}}g"
        elif tag == "style":
            self._style(element)
        elif tag == "pattern":
            self.patterns += 1
            if self.patterns > MAX_PATTERNS:
                raise BadDrawing(f"the SVG has more than {MAX_PATTERNS} patterns; simplify the drawing")
        elif tag in _FILTER_PRIMITIVES:
            self._primitive(element, tag)
        return True

    def _note_dropped(self, namespace: str | None, tag: str) -> None:
        if namespace != SVG or tag in _SILENT:
            return
        if tag == "script":
            self.warnings["a script was removed"] += 1
        elif tag in _ANIMATIONS:
            self.warnings["an animation was removed: the drawing is shown as it starts"] += 1
        else:
            self.warnings[f"<{tag}> is no drawing element and was removed"] += 1

    def _style(self, element: etree._Element) -> None:
        css, dropped = svg_css.clean_sheet("".join(element.itertext()), self.variables)
        for what in dropped:
            self.warnings[what] += 1
        for child in list(element):
            element.remove(child)
        element.text = css
        if not css.strip():
            _remove(element)

    def _primitive(self, element: etree._Element, tag: str) -> None:
        self.primitives += 1
        if self.primitives > MAX_PRIMITIVES:
            raise BadDrawing(f"the SVG has more than {MAX_PRIMITIVES} filter effects; simplify the drawing")
        self._clamp(element, "stdDeviation", MAX_BLUR)
        self._clamp(element, "radius", MAX_BLUR)
        self._clamp(element, "numOctaves", 8)
        if tag == "feConvolveMatrix":
            self._clamp(element, "order", 9)

    def _clamp(self, element: etree._Element, attribute: str, most: float) -> None:
        value = element.get(attribute)
        if value is None:
            return
        numbers = [float(n) for n in _NUMBER.findall(value)]
        if any(n > most for n in numbers):
            element.set(attribute, " ".join(f"{min(n, most):g}" for n in numbers))
            self.warnings[f"{attribute} of a filter was lowered to {most:g}"] += 1
        elif not numbers:
            del element.attrib[attribute]

    def _attributes(self, element: etree._Element, tag: str) -> None:
        for key, value in element.items():
            if "(" not in value and (key in _WORDS or (key in _NUMBERS and not _SUSPECT.search(value))):
                continue
            namespace, _, local = key[1:].partition("}") if key[0] == "{" else ("", "", key.rpartition(":")[2])
            kept = self._attribute(tag, namespace, local, key, value)
            if kept != value or (local == "href" and key != "href"):
                del element.attrib[key]
                if kept is not None:
                    element.set("href" if local == "href" else key, kept)

    def _attribute(self, tag: str, namespace: str, local: str, key: str, value: str) -> str | None:
        """The value to keep, or None to drop the attribute."""
        lower = local.lower()
        if lower.startswith("on"):
            self.warnings["an event handler was removed"] += 1
            return None
        if lower == "href":
            return self._href(tag, value)
        if namespace == _XML:
            return value if local in ("space", "lang", "id") else None
        if namespace or ":" in key:
            return None
        if local == "style":
            return svg_css.clean_declarations(value, self.variables)
        if "var(" in value:
            value = svg_css.substitute(value, self.variables)
        if not svg_css.is_local(value):
            self.warnings["a reference to something outside the drawing was removed"] += 1
            return None
        if local in _NUMBERS:
            return self._number(tag, local, value)
        return value

    def _number(self, tag: str, local: str, value: str) -> str | None:
        if len(value) > MAX_TRANSFORM and local.lower().endswith("transform"):
            self.warnings[f"{local} of <{tag}> has more than {MAX_TRANSFORM:,} characters and was removed"] += 1
            return None
        bad = _NOT_A_NUMBER.search(value)
        at = bad.start() if bad else None
        for match in _NUMBER.finditer(value, 0, at if at is not None else len(value)):
            if abs(float(match.group())) > MAX_NUMBER:
                at = match.start()
                break
        if at is None:
            return value
        self.warnings[f"{local} of <{tag}> holds no usable number: {value[at : at + 12]!r}"] += 1
        # A path or a list of points is drawn up to the error (SVG 2, section 9.5.4); anything else falls back.
        return _whole_part(value[:at], local) if local in ("d", "points") else None

    def _href(self, tag: str, value: str) -> str | None:
        value = value.strip()
        if tag == "a":
            return None
        if value.startswith("#"):
            return value
        if tag in ("image", "feImage") and _DATA_IMAGE.match(value):
            problem = svg_mend.check_data_image(value)
            if problem is None:
                return value
            self.warnings[f"an embedded picture was removed: {problem}"] += 1
            return None
        self.warnings["a reference to something outside the drawing was removed"] += 1
        return None


def _whole_part(text: str, local: str) -> str:
    """What can be drawn of a list of numbers that breaks off: for a path, up to the last whole command."""
    if local == "points":
        numbers = _NUMBER.findall(text)
        return " ".join(numbers[: len(numbers) // 2 * 2])
    return re.sub(r"[A-Za-z\s,]*$", lambda m: "Z" if m.group().strip()[:1].lower() == "z" else "", text)


def _inside_text(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and etree.QName(parent).localname in ("text", "tspan", "textPath")


def _resolve_switch(switch: etree._Element) -> None:
    """Put the alternative that would be shown in the place of a ``switch``: the first one that can be.

    An alternative in another language cannot, nor one that asks for extensions (those of HTML are text by now).
    """
    parent = switch.getparent()
    if parent is None:
        return
    for child in switch:
        languages = [language.strip() for language in child.get("systemLanguage", "en").split(",")]
        english = any(language.startswith("en") for language in languages)
        if english and not child.get("requiredExtensions", "").strip() and (len(child) or child.text or child.attrib):
            child.tail = switch.tail
            group = etree.Element(f"{{{SVG}}}g", dict(switch.attrib))
            group.append(child)
            parent.replace(switch, group)
            return
    _remove(switch)


def _remove(element: etree._Element) -> None:
    """Take out an element but keep the text after it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)
