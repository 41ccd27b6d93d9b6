"""What comes out of the sanitiser is safe, well-formed, and still the drawing."""

from __future__ import annotations

import base64
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.svg.sanitise import MAX_DEPTH, MAX_ELEMENTS, sanitise
from work import calls

SVG = "{http://www.w3.org/2000/svg}"


def svg(body: str, attributes: str = 'width="400" height="300"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'


def cleaned(body: str) -> etree._Element:
    return etree.fromstring(sanitise(svg(body))[0])


def words(root: etree._Element) -> str:
    return " ".join("".join(root.itertext()).split())


def png_uri(size: tuple[int, int] = (2, 2)) -> str:
    buffer = io.BytesIO()
    Image.new("1", size).save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def test_a_plain_drawing_passes_unchanged() -> None:
    source = svg('<rect x="1" y="2" width="3" height="4" fill="url(#g)"/><text x="1" y="9">IL-6 → β</text>')
    assert sanitise(source) == (source, ())


@pytest.mark.parametrize(
    ("body", "gone"),
    [
        ("<script>alert(1)</script>", "alert"),
        ('<rect onclick="alert(1)" width="5" height="5"/>', "alert"),
        ('<rect ONload="alert(1)" width="5" height="5"/>', "alert"),
        ('<a href="javascript:alert(1)"><text y="9">x</text></a>', "alert"),
        ('<image href="file:///etc/passwd" width="9" height="9"/>', "passwd"),
        ('<image href="http://example.org/a.png" width="9" height="9"/>', "example"),
        ('<image href="data:image/svg+xml,&lt;svg/&gt;" width="9" height="9"/>', "svg+xml"),
        ('<use href="other.svg#x"/>', "other"),
        ('<rect fill="url(http://example.org/a#b)" width="5" height="5"/>', "example"),
        ('<rect style="fill:url( \'//example.org\')" width="5" height="5"/>', "example"),
        (r'<rect style="fill:u\72l(http://example.org)" width="5" height="5"/>', "example"),
        ("<style>@import url(http://example.org/a.css); rect{fill:red}</style>", "example"),
        ("<style>@font-face{font-family:x;src:url(http://example.org)}</style>", "example"),
        ("<style>rect{background:url(http://example.org)}</style>", "example"),
        ('<rect width="5" height="5"><animate attributeName="x" values="0;100"/></rect>', "animate"),
        ('<metadata><x xmlns="y">secret</x></metadata><title>secret</title>', "secret"),
        (
            '<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
            "ifr",
        ),
        ('<g xml:base="http://example.org/"><rect width="5" height="5"/></g>', "example"),
    ],
)
def test_what_acts_or_reaches_outside_is_removed(body: str, gone: str) -> None:
    clean, _ = sanitise(svg(body))
    assert gone not in clean
    etree.fromstring(clean)


def test_embedded_pictures_stay_unless_they_are_huge() -> None:
    assert "base64" in sanitise(svg(f'<image href="{png_uri()}" width="9" height="9"/>'))[0]
    bomb, warnings = sanitise(svg(f'<image href="{png_uri((20_000, 20_000))}" width="9" height="9"/>'))
    assert "base64" not in bomb
    assert "an embedded picture was removed" in warnings[0]


def test_the_safe_part_of_a_style_sheet_stays() -> None:
    style = cleaned("<style>/* c */ .a{fill:var(--c)} :root{--c:#0a0} .b{stroke:url(#g)}</style>").find(f"{SVG}style")
    assert style is not None
    assert style.text == ".a{fill:#0a0}\n.b{stroke:url(#g)}"


def test_external_and_nested_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>' + svg(
        "<text>1&b;2&e;3&a;</text>"
    )
    clean, warnings = sanitise(bomb)
    assert words(etree.fromstring(clean)) == "123ha"
    assert any("entities" in warning for warning in warnings)


def test_many_small_entities_are_refused() -> None:
    with pytest.raises(BadDrawing, match="entities grow"):
        sanitise(f'<!DOCTYPE svg [<!ENTITY a "{"h" * 199}">]>' + svg(f"<text>{'&a;' * 20_000}</text>"))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ca&sup2;&nbsp;&alpha;-ketoglutarate", "Ca² α-ketoglutarate"),
        ("A & B &amp; C", "A & B & C"),
        ("p < 0.05", "p < 0.05"),
        ("&#945;&#x3b2;", "αβ"),
        ("AT&T; R&D", "AT R&D"),
    ],
)
def test_text_as_language_models_write_it_is_mended(written: str, read: str) -> None:
    assert words(cleaned(f"<text>{written}</text>")) == read


@pytest.mark.parametrize(
    "source",
    [
        '<svg width="90" height="90"><text>kept</text></svg>',
        "<svg width=90 height='90'><text x=5>kept</text></svg>",
        "<svg xmlns=http://www.w3.org/2000/svg width=90 height=90><rect x=1 width=9 height=9 /><text>kept</text></svg>",
        "<svg xmlns=http://example.org/svg width=90 height=90><rect width=9 height=9/><text>kept</text></svg>",
        '<svg xmlns="https://www.w3.org/2000/svg" width="90" height="90"><text>kept</text></svg>',
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="90" height="90"><s:text>kept</s:text></s:svg>',
        '<svg width="90" height="90"><text x="1" x="2">kept</text></svg>',
        '<svg width="90" height="90"><!-- a -- b --><g><text>kept</svg>',
        '<svg width="90" height="90"><g><text>kept',
        '<svg width="90" height="90"><g inkscape:label="x" sodipodi:y="1"><text>kept</text></g></svg>',
        'Here it is:\n<?xml version="1.0"?>\n<svg width="90" height="90"><text>kept</text></svg> Hope it helps!',
    ],
)
def test_broken_documents_are_mended(source: str) -> None:
    clean, _ = sanitise(source)
    root = etree.fromstring(clean)
    assert root.tag == f"{SVG}svg"
    assert words(root) == "kept"
    assert [e.tag for e in root.iter() if not e.tag.startswith(SVG)] == []


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        ("<G><LinearGradient ID='a' GradientUnits='userSpaceOnUse'/><RECT WIDTH='5'/><Text>kept</Text>", "</G></SVG>"),
        ("<g><lineargradient id='a' gradientunits='userSpaceOnUse'/><rect width='5'/><text>kept</TEXT>", "</G></svg>"),
    ],
)
def test_names_in_another_case_are_spelt_as_svg_does(opened: str, closed: str) -> None:
    clean, warnings = sanitise(
        f"<{closed[-4:-1]} xmlns='http://www.w3.org/2000/svg' viewbox='0 0 9 9'>{opened}{closed}"
    )
    root = etree.fromstring(clean)
    assert [e.tag.removeprefix(SVG) for e in root.iter()] == ["svg", "g", "linearGradient", "rect", "text"]
    assert (root.get("viewBox"), root[0][1].get("width"), words(root)) == ("0 0 9 9", "5", "kept")
    assert dict(root[0][0].attrib) == {"id": "a", "gradientUnits": "userSpaceOnUse"}
    assert warnings


def test_mending_names_the_line() -> None:
    _, warnings = sanitise('<svg width="9" height="9">\n<g>\n<rect width="5" height="5"></g></svg>')
    assert "line 3" in warnings[0]


@pytest.mark.parametrize("html", ["<br>", "<br/>", "</div><div>"])
def test_html_labels_become_text_at_their_place(html: str) -> None:
    root = cleaned(
        '<foreignObject x="100" y="50" width="120" height="60"><div xmlns="http://www.w3.org/1999/xhtml" '
        f'style="text-align:center;display:flex;align-items:center"><div>Cell{html}membrane</div></div></foreignObject>'
    )
    lines = list(root.iter(f"{SVG}tspan"))
    assert [line.text for line in lines] == ["Cell", "membrane"]
    assert [float(line.get("x")) for line in lines] == [160.0, 160.0]
    assert 65 < float(lines[0].get("y")) < float(lines[1].get("y")) < 105


def test_html_labels_are_wrapped_to_their_width() -> None:
    root = cleaned('<foreignObject width="60" height="90"><p>one two three four five six</p></foreignObject>')
    assert len(list(root.iter(f"{SVG}tspan"))) > 2
    assert " ".join(line.text or "" for line in root.iter(f"{SVG}tspan")) == "one two three four five six"


def test_labels_that_css_places_are_found() -> None:
    root = cleaned(
        '<foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" style="display:flex;'
        "align-items: unsafe center; justify-content: unsafe center; width: 118px; height: 1px; padding-top: 30px;"
        'margin-left: 20px"><div style="font-size: 0px"><div style="font-size: 12px">Kinase</div></div></div>'
        "</foreignObject>"
    )
    (line,) = root.iter(f"{SVG}tspan")
    assert float(line.get("x", "")) == 79
    assert 30 < float(line.get("y", "")) < 37


FEATURES = 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"'
HTML = 'requiredExtensions="http://www.w3.org/1999/xhtml"'
ADOBE = 'requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"'


@pytest.mark.parametrize(
    "alternatives",
    [
        "<foreignObject><p>A</p></foreignObject><text>fallback</text>",
        f'<foreignObject {FEATURES} width="100%" height="100%"><p>A</p></foreignObject><text>A</text>',
        f"<foreignObject {HTML}><p>A</p></foreignObject><text>A</text>",
        f'<foreignObject {ADOBE} x="0" y="0" width="1" height="1"/><g><text>A</text></g>',
        f"<foreignObject {ADOBE}><p>data of a program</p></foreignObject><g><text>A</text></g>",
        '<foreignObject style="overflow:visible" width="9" height="9"><p> </p></foreignObject><text>A</text>',
        f"<g {ADOBE}><text>other</text></g><text>A</text>",
        '<text systemLanguage="de">Ä</text><text systemLanguage="fr, en-GB">A</text><text>other</text>',
    ],
)
def test_a_switch_keeps_the_one_alternative_that_shows(alternatives: str) -> None:
    assert words(cleaned(f"<switch>{alternatives}</switch>")) == "A"


def test_numbers_that_are_none_are_dropped() -> None:
    root = cleaned(
        '<rect x="NaN" y="5" width="10" height="1e300"/><path d="M0 0 L5 5 L NaN 3"/><polyline points="0,0 5,5 9,inf"/>'
        '<g transform="translate(NaN,1)"/>'
    )
    rect, path, line, group = root
    assert dict(rect.attrib) == {"y": "5", "width": "10"}
    assert path.get("d") == "M0 0 L5 5"
    assert line.get("points") == "0 0 5 5"
    assert group.get("transform") is None


def test_a_use_of_itself_is_cut() -> None:
    root = cleaned('<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#a"/><rect width="5" height="5"/></g>')
    assert len(list(root.iter(f"{SVG}use"))) < 2
    assert len(list(root.iter(f"{SVG}rect"))) == 1


def nested(kind: str) -> str:
    if kind == "use":
        levels = (f'<g id="g{i + 1}">{f"<use href={chr(34)}#g{i}{chr(34)}/>" * 10}</g>' for i in range(9))
        return '<rect id="g0" width="1" height="1"/>' + "".join(levels)
    levels = (f'<pattern id="g{i + 1}">{f"<rect fill={chr(34)}url(#g{i}){chr(34)}/>" * 10}</pattern>' for i in range(9))
    return '<pattern id="g0"><rect width="1" height="1"/></pattern>' + "".join(levels) + '<rect fill="url(#g9)"/>'


@pytest.mark.parametrize("kind", ["use", "pattern"])
def test_references_that_grow_without_bound_are_refused(kind: str) -> None:
    def refused() -> None:
        with pytest.raises(BadDrawing, match="references"):
            sanitise(svg(nested(kind)))

    assert calls(refused) < 20_000


def test_a_drawing_with_many_references_passes() -> None:
    body = '<path id="p" d="M0 0L5 5"/>' + '<use href="#p"/>' * 3000
    assert sanitise(svg(body))[1] == ()


def test_filters_are_bounded() -> None:
    root = cleaned('<filter id="f"><feGaussianBlur stdDeviation="1e6 5"/><feTurbulence numOctaves="9999"/></filter>')
    blur, noise = root[0]
    assert blur.get("stdDeviation") == "50 5"
    assert noise.get("numOctaves") == "8"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("just words", "no <svg> element in 'just words'"),
        (svg("<rect/>" * 100_000), "100,001 elements"),
        (svg("<g>" * (MAX_DEPTH + 5) + "</g>" * (MAX_DEPTH + 5)), "deep"),
        (svg("<g>" * 50_000 + "</g>" * 50_000), "elements|deep"),
        (svg("<pattern/>" * 500), "patterns"),
        (svg("<rect/>", 'width="0" height="0"'), "0 × 0"),
        (svg("<rect/>", 'width="200000" height="200000"'), "200,000 × 200,000"),
        (svg("", ""), "no size"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        sanitise(source)
    assert "\n" not in str(caught.value)


def test_as_many_elements_as_allowed_pass() -> None:
    assert sanitise(svg("<rect/>" * (MAX_ELEMENTS - 1)))[1] == ()


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('viewBox="0 0 800 600"', ("800", "600")),
        ('width="400" viewBox="0 0 800 600"', ("400", "300")),
        ('height="300" viewBox="0 0 800 600"', ("400", "300")),
        ('width="100%" height="100%" viewBox="0 0 800 600"', ("800", "600")),
        ('width="72pt" height="1in"', ("96", "96")),
        ('width="25.4mm" height="2.54cm"', ("96", "96")),
        ('width="100" height="50" viewBox="0 0 NaN 5"', ("100", "50")),
    ],
)
def test_the_size_is_given_in_pixels(attributes: str, size: tuple[str, str]) -> None:
    root = etree.fromstring(sanitise(svg("<rect/>", attributes))[0])
    assert (root.get("width"), root.get("height")) == size


def test_a_missing_size_comes_from_the_content() -> None:
    clean, warnings = sanitise(
        svg('<g transform="translate(100 0)"><rect x="10" y="5" width="200" height="80"/></g>', "")
    )
    root = etree.fromstring(clean)
    assert (root.get("width"), root.get("height")) == ("320", "95")
    assert "size" in warnings[0]


@given(st.text(alphabet="<>&;\"'/= abgrectx#!-[]svguse", max_size=60))
def test_whatever_is_inside_the_result_is_a_clean_svg(body: str) -> None:
    try:
        clean, _ = sanitise(f'<svg width="9" height="9">{body}</svg>')
    except BadDrawing:
        return
    root = etree.fromstring(clean)
    assert root.tag == f"{SVG}svg"
    assert sanitise(clean)[0] == clean


def test_a_text_that_no_figure_can_show_is_refused() -> None:
    with pytest.raises(BadDrawing, match="a text of 1,000,000 characters: the limit is 50,000"):
        sanitise(svg(f"<text>{'a' * 1_000_000}</text>"))
    with pytest.raises(BadDrawing, match="a text of 60,000 characters"):
        sanitise(svg(f"<text><tspan>a</tspan>{'b' * 60_000}</text>"))
    sanitise(svg(f"<style>/* {'c' * 60_000} */</style><text>{'a' * 50_000}</text>"))


def test_an_element_with_very_many_attributes_is_refused_at_once() -> None:
    crowded = svg("<rect " + " ".join(f"a{i}='1'" for i in range(100_000)) + "/>")

    def refused() -> None:
        with pytest.raises(BadDrawing, match="100,000 attributes"):
            sanitise(crowded)

    assert calls(refused) < 1_000_000


def test_an_endless_transform_is_left_out() -> None:
    clean, warnings = sanitise(svg(f'<g transform="{"rotate(" * 50_000}"><rect width="5" height="5"/></g>'))
    assert "transform" not in clean
    assert "transform of <g>" in warnings[0]
