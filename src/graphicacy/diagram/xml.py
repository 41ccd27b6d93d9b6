"""XML from anyone → a tree that is safe to walk: no entity, no document type, no network, nothing huge.

Notations that are written in XML (GPML, BPMN, SBGN-ML) are read through here, so that one place bounds what a hostile
file can do. Comments and processing instructions are left out of the tree: every child of an element is an element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing, place

__all__ = ["ILLEGAL", "MAX_BYTES", "MAX_DEPTH", "MAX_ELEMENTS", "child", "children", "local_name", "parse_xml", "where"]

MAX_BYTES = 32_000_000
MAX_ELEMENTS = 200_000
MAX_DEPTH = 100
MAX_ATTRIBUTES = 200  # of one element

# What a document may not hold (XML 1.0, section 2.2): control characters, surrogates, two code points of no character.
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARATION = re.compile(r"\A\s*<\?xml\b[^>]*\?>")
_DOCTYPE = re.compile(r"\A(?>\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*+(?=<!DOCTYPE)", re.I)
_WHERE = re.compile(r",? \(?(?:<string>, )?line \d+(?:, column \d+)?\)?$")


def parse_xml(text: str) -> etree._Element:
    """The root element of an XML document.

    What the declaration says of the encoding is ignored: ``text`` is decoded already. Raises ``BadDrawing``, with line
    and column, where the document is malformed, declares a document type (the only home of entities), or is larger
    than the caps of this module.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BadDrawing("the file is empty: nothing to read")
    data = _without_declaration(text).encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        raise BadDrawing(f"the file has {len(data):,} bytes: the limit is {MAX_BYTES:,}; leave out what is not drawn")
    _refuse_doctype(text)
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        line, column = error.position
        said = _WHERE.sub("", " ".join((error.msg or "it is no XML").split()))
        raise BadDrawing(f"{place(max(line, 1), max(column, 1))}malformed XML: {said}; export the file again") from None
    _check_extent(root)
    return root


def local_name(element: etree._Element) -> str:
    """The element's name without its namespace."""
    tag: str = element.tag
    return tag.rpartition("}")[2]


def children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """The children whose name, without its namespace, is ``name``."""
    return (inner for inner in element if local_name(inner) == name)


def child(element: etree._Element, name: str) -> etree._Element | None:
    """The first of ``children``."""
    return next(children(element, name), None)


def where(element: etree._Element) -> str:
    """The place of an element for a message: ``line 3: ``."""
    return place(element.sourceline or 1)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
    )


def _without_declaration(text: str) -> str:
    """Blanks for the declaration, so that its encoding is not believed, nor white space before it a fault."""
    found = _DECLARATION.match(text)
    return text if found is None else re.sub(r"\S", " ", found[0]) + text[found.end() :]


def _refuse_doctype(text: str) -> None:
    found = _DOCTYPE.match(text)
    if found is not None:
        line, column = found[0].count("\n") + 1, found.end() - (found[0].rfind("\n") + 1) + 1
        raise BadDrawing(f"{place(line, column)}a document type is declared, which is not read; take <!DOCTYPE out")


def _check_extent(root: etree._Element) -> None:
    """Refuse too many elements, too many attributes of one, and too deep a nesting."""
    count = depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        count += 1
        if depth > MAX_DEPTH:
            raise BadDrawing(f"{where(element)}elements are nested more than {MAX_DEPTH} deep; flatten the file")
        if len(element.attrib) > MAX_ATTRIBUTES:
            raise BadDrawing(f"{where(element)}an element has more than {MAX_ATTRIBUTES} attributes; leave some out")
    if count > MAX_ELEMENTS:
        raise BadDrawing(f"the file has {count:,} elements: the limit is {MAX_ELEMENTS:,}; leave out what is not drawn")
