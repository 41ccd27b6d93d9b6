"""XML that anyone may send is read safely, and refused with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram import xml
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.xml import local_name, parse_xml, where


def test_names_are_local_and_places_are_lines() -> None:
    root = parse_xml('<a xmlns="urn:x">\n <b/>\n <c:d xmlns:c="urn:y"/></a>')
    assert [local_name(e) for e in root.iter()] == ["a", "b", "d"]
    assert [where(e) for e in root] == ["line 2: ", "line 3: "]


def test_comments_and_instructions_are_no_children() -> None:
    root = parse_xml("<?do this?><a>one<!-- not -->two<?do that?><b/></a>")
    assert root.text == "onetwo"
    assert [local_name(e) for e in root] == ["b"]


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "UTF-16", "no-such"])
def test_the_declared_encoding_of_decoded_text_is_ignored(encoding: str) -> None:
    assert parse_xml(f'\ufeff\n <?xml version="1.0" encoding="{encoding}"?>\n<a>β→é</a>').text == "β→é"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("\ufeff \n", "empty"),
        ("<a>\n  <b>\n</a>", "line 3, column 5: malformed XML: Opening and ending tag mismatch: b line 2 and a;"),
        ('<?xml version="1.0"?>\n<a x="1" x="2"/>', "line 2, column 15: malformed XML: Attribute x redefined;"),
        ("flowchart TD", "line 1, column 1: malformed XML"),
        ("<a>&nosuch;</a>", "malformed XML: Entity 'nosuch' not defined;"),
        ("<a>\x00</a>", "malformed XML"),
        ("<a>\ud800</a><", "malformed XML"),
        ("<a " + " ".join(f'a{i}=""' for i in range(500)) + "/>", "line 1: an element has more than 200 attributes"),
        ("<a>" * 150 + "</a>" * 150, "nested more than 100 deep"),
        ("<a>" * 99_999 + "</a>" * 99_999, "malformed XML: "),
    ],
)
def test_faults_are_refused_in_one_line_with_their_place(text: str, said: str) -> None:
    with pytest.raises(BadDrawing) as error:
        parse_xml(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


BOMB = '<!DOCTYPE a [<!ENTITY x0 "ha">' + "".join(
    f'<!ENTITY x{i + 1} "{f"&x{i};" * 10}">' for i in range(12)
)  # a thousand thousand million times "ha"


@pytest.mark.parametrize(
    "text",
    [
        f"<?xml version='1.0'?>\n<!-- a -->{BOMB}]><a>&x12;</a>",
        f"<?xml version='1.0'?>\n<!-- a -->{BOMB}]><a b='&x12;'/>",
        '\n          <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
        '\n          <!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
    ],
)
def test_document_types_are_refused(text: str) -> None:
    with pytest.raises(BadDrawing, match=r"^line 2, column 11: a document type is declared"):
        parse_xml(text)


def test_a_prolog_without_end_takes_no_time() -> None:
    with pytest.raises(BadDrawing):
        parse_xml("<?a?><!--b-->" * 50_000 + "<!DOCTYP")


def test_sizes_are_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 10)
    monkeypatch.setattr(xml, "MAX_BYTES", 100)
    parse_xml("<a>" + "<b/>" * 9 + "</a>")
    with pytest.raises(BadDrawing, match="11 elements: the limit is 10"):
        parse_xml("<a>" + "<b/>" * 10 + "</a>")
    with pytest.raises(BadDrawing, match="207 bytes: the limit is 100"):
        parse_xml("<a>" + "β" * 100 + "</a>")


@given(st.text(alphabet='<>/&;!?-[]"= abCDATA\n\x00\ud800é', max_size=60))
def test_anything_else_is_refused_as_a_bad_drawing(text: str) -> None:
    said = ""
    try:
        parse_xml(text)
    except BadDrawing as error:
        said = str(error)
    assert "\n" not in said
