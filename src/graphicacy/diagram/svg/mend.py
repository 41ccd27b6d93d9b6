"""Text of an SVG as people and language models write it → a parsed tree, without entities or a document type."""

from __future__ import annotations

import base64
import binascii
import html.entities
import io
import re
from collections import Counter
from urllib.parse import unquote_to_bytes
from warnings import catch_warnings

from lxml import etree

from graphicacy.diagram.decoding import decode
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.raster import MAX_PIXELS, without_notes
from graphicacy.diagram.svg.names import SVG, spell, spell_tags
from graphicacy.diagram.xml import ILLEGAL

__all__ = ["check_data_image", "parse"]

_XLINK = "http://www.w3.org/1999/xlink"
_MAX_ENTITY = 200  # characters: enough for the namespace names that drawing programs put there
_MAX_DEFINED = 10_000  # characters that a file's own entities may add in all

_ENTITY_DECLARATION = re.compile(r"""<!ENTITY\s+([\w.:-]+)\s+(["'])(.*?)\2\s*>""", re.S)
_ROOT = re.compile(r"<((?:[\w.-]+:)?)svg(?=[\s>/])", re.I)
_TAG = re.compile(r"""<(?:[\w.-]+:)?svg(?:"[^"]*"|'[^']*'|[^"'>])*>""", re.S | re.I)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_START_TAG = re.compile(r"""<[A-Za-z](?:"[^"]*"|'[^']*'|[^"'<>])*>""", re.S)
# A slash ends no value, since the one before ">" closes the tag.
_ATTRIBUTE = re.compile(r"""("[^"]*"|'[^']*')|(\s[\w:.-]+=)([^\s"'<>=]*[^\s"'<>=/])""")
_UNCLOSED = re.compile(r"<(br|hr)\s*>", re.I)
_CDATA = re.compile(r"(<!\[CDATA\[.*?\]\]>)", re.S)
_AMPERSAND = re.compile(r"&(#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][\w.:-]{0,40};)?")
_LONE_LESS = re.compile(r"<(?![A-Za-z_/!?])")
_XML_NAMES = frozenset(("amp;", "lt;", "gt;", "quot;", "apos;"))


def parse(svg: str | bytes, warnings: Counter[str]) -> etree._Element:
    """The root of ``svg``; adds a sentence to ``warnings`` for what had to be mended. Raises ``BadDrawing``."""
    root = _unprefixed(_parsed(svg, warnings))
    spell(root, warnings)
    return root


def _parsed(svg: str | bytes, warnings: Counter[str]) -> etree._Element:
    text = ILLEGAL.sub("", svg if isinstance(svg, str) else decode(svg))
    start = _ROOT.search(text)
    if start is None:
        raise BadDrawing(f"there is no <svg> element in {_excerpt(text)}")
    own = _own_entities(text[: start.start()], warnings)
    # Comments say nothing, and often hold the "--" that XML forbids in them; lines keep their numbers.
    body = _COMMENT.sub(lambda m: "\n" * m.group().count("\n"), text[start.start() :])
    body = _mend(body, own, warnings)
    try:
        return etree.fromstring(_declare_namespaces(body), _parser(recover=False))
    except etree.XMLSyntaxError as error:
        reason = str(error.msg).rsplit(", line", 1)[0]
        line = (error.lineno or 1) + text.count("\n", 0, start.start())
    root = _recover(_declare_namespaces(_START_TAG.sub(_quote, spell_tags(body))))
    if root is not None:
        _drop_twins(root)
    if root is None or not isinstance(root.tag, str):
        raise BadDrawing(f"the SVG is not well-formed and cannot be mended: line {line}: {reason}")
    if "Namespace prefix" not in reason:
        warnings[f"the SVG is not well-formed and was mended: line {line}: {reason}"] += 1
    return root


def _unprefixed(root: etree._Element) -> etree._Element:
    """The same tree with SVG as its default namespace."""
    if root.prefix is None or root.nsmap.get(root.prefix) != SVG:
        return root
    plain = etree.Element(root.tag, dict(root.attrib), nsmap={None: SVG})
    plain.text = root.text
    plain.extend(list(root))
    return plain


def check_data_image(uri: str) -> str | None:
    """Why the picture in a data URI cannot be drawn, or None where it can."""
    from PIL import Image

    head, _, payload = uri.partition(",")
    try:
        data = base64.b64decode(payload) if head.lower().endswith(";base64") else unquote_to_bytes(payload)
        with catch_warnings(action="ignore"), Image.open(io.BytesIO(without_notes(data))) as image:
            width, height = image.size
    except Image.DecompressionBombError:
        return "it has too many pixels"
    except (OSError, ValueError, binascii.Error, SyntaxError):
        return "it is not a picture"
    if width * height > MAX_PIXELS:
        return f"it has {width} × {height} pixels"
    return None


def _own_entities(prolog: str, warnings: Counter[str]) -> dict[str, str]:
    """The short plain entities of a document type; all others are left out."""
    own: dict[str, str] = {}
    room = _MAX_DEFINED
    for name, _, value in _ENTITY_DECLARATION.findall(prolog):
        if len(value) <= min(_MAX_ENTITY, room) and not re.search(r"[&%<]", value):
            own.setdefault(name, value)
            room -= len(value)
    declared = prolog.count("<!ENTITY")
    if declared > len(own):
        warnings["entities that refer to files or to other entities were removed"] += 1
    return own


def _mend(body: str, own: dict[str, str], warnings: Counter[str]) -> str:
    """Entities to characters, lone ``&`` and ``<`` escaped, outside CDATA sections."""
    if "&" not in body and not _LONE_LESS.search(body):
        return body
    room = [_MAX_BYTES_OF_ENTITIES]

    def character(match: re.Match[str]) -> str:
        name = match.group(1)
        if name is None:
            warnings["an unescaped & was mended"] += 1
            return "&amp;"
        if name in _XML_NAMES or name[0] == "#":
            return match.group()
        if name[:-1] in own:
            room[0] -= len(own[name[:-1]])
            if room[0] < 0:
                raise BadDrawing("the SVG's entities grow beyond every bound; write their text out")
            return own[name[:-1]].replace('"', "&quot;")
        known = html.entities.html5.get(name)
        if known is not None:
            return known.replace("&", "&amp;").replace("<", "&lt;")
        warnings[f"the unknown entity &{name} was removed"] += 1
        return ""

    parts = _CDATA.split(body)
    for index in range(0, len(parts), 2):
        part, lone = _LONE_LESS.subn("&lt;", parts[index])
        if lone:
            warnings["an unescaped < was mended"] += lone
        parts[index] = _AMPERSAND.sub(character, part)
    return "".join(parts)


_MAX_BYTES_OF_ENTITIES = 1_000_000


def _declare_namespaces(body: str) -> str:
    """Give the root tag the namespaces that it forgot or misspelt."""
    match = _TAG.match(body)
    if match is None:
        return body
    tag = match.group()
    prefix = _ROOT.match(tag)
    missing = ""
    if prefix is not None and not prefix.group(1):
        tag = re.sub(r"""(\sxmlns\s*=\s*)(["'])(?!http://www\.w3\.org/2000/svg\2)[^"']*\2""", "", tag, count=1)
        if not re.search(r"\sxmlns\s*=", tag):
            missing = f' xmlns="{SVG}"'
    if "xlink:" in body and not re.search(r"\sxmlns:xlink\s*=", tag):
        missing += f' xmlns:xlink="{_XLINK}"'
    if missing and prefix is not None:
        tag = tag[: prefix.end()] + missing + tag[prefix.end() :]
    return tag + body[match.end() :]


def _parser(recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        strip_cdata=True,
    )


def _quote(tag: re.Match[str]) -> str:
    """A start tag whose attributes all have quotes, and a line break that is closed."""

    def quoted(match: re.Match[str]) -> str:
        return match.group() if match.group(1) else f'{match.group(2)}"{match.group(3)}"'

    return _UNCLOSED.sub(r"<\1/>", _ATTRIBUTE.sub(quoted, tag.group()))


def _drop_twins(root: etree._Element) -> None:
    """Of an attribute that is given twice, which the lenient parser lets pass, keep the first."""
    for element in root.iter(etree.Element):
        pairs = element.items()
        if len({key for key, _ in pairs}) < len(pairs):
            element.attrib.clear()
            for key, value in reversed(pairs):
                element.set(key, value)


def _recover(body: str) -> etree._Element | None:
    try:
        return etree.fromstring(body, _parser(recover=True))
    except etree.XMLSyntaxError:
        return None


def _excerpt(text: str) -> str:
    line = " ".join(text[:200].split())
    return repr(line[:60] + ("…" if len(line) > 60 else ""))
