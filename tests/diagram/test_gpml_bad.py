"""Malformed and hostile pathways are refused in one line with their place, or read within bounds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import MAX_LABEL, BadDrawing
from graphicacy.diagram.gpml import read_gpml
from graphicacy.diagram.gpml import source as gpml_source
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.paint import paint
from work import calls

HEAD = '<Pathway xmlns="http://pathvisio.org/GPML/2013a">\n'
NODE = '<DataNode TextLabel="A" GraphId="a"><Graphics CenterX="9" CenterY="9" Width="80" Height="20"/></DataNode>\n'
LINE = '<Interaction><Graphics><Point X="1" Y="2"/><Point X="3" Y="4"/></Graphics></Interaction>\n'


def document(*parts: str) -> str:
    return HEAD + "".join(parts) + "</Pathway>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("not xml", "line 1, column 1: malformed XML"),
        (document(NODE)[:-3], "malformed XML"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "line 1: this is no GPML: its root is <svg>"),
        ("<Pathway/>", "line 1: this is no GPML: its root is <Pathway> of no namespace"),
        (HEAD.replace("2013a", "2008a") + "</Pathway>", "line 1: GPML 2008a is not read, only 2010a, 2013a, 2021"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]>" + document(NODE), "line 1, column 1: a document type is declared"),
        (document(), "there is nothing to draw"),
        (document(NODE, '<Label TextLabel="x"/>'), "line 3: this Label has no <Graphics>"),
        (document(NODE.replace('CenterX="9"', "")), "line 2: CenterX of this DataNode is missing"),
        (document(NODE.replace('Width="80"', 'Width=""')), "line 2: Width of this DataNode is missing"),
        (document(NODE.replace('"80"', '"NaN"')), "line 2: Width of this DataNode is 'NaN'"),
        (document(NODE.replace('"80"', '"-inf"')), "line 2: Width of this DataNode is '-inf'"),
        (document(NODE.replace('"80"', '"1e300"')), "line 2: Width of this DataNode is '1e300'"),
        (document(NODE.replace('"80"', '"eighty"')), "line 2: Width of this DataNode is 'eighty'"),
        (document(NODE.replace('"80"', '"900000"')), "the longest side may have"),
        (document(NODE, LINE.replace('X="1"', 'X="1e9"')), "line 3: X of this Point is '1e9'"),
        (document(NODE, LINE.replace('Y="4"', "")), "line 3: Y of this Point is missing"),
        (document(NODE, LINE.replace('<Point X="3" Y="4"/>', "")), "line 3: this Interaction has 1 points"),
        (document(NODE, "<Interaction/>"), "line 3: this Interaction has no <Graphics>"),
        (document(NODE, LINE.replace("</G", '<Anchor GraphId="x"/></G')), "line 3: Position of this Anchor is missing"),
        (
            document(NODE.replace('"A"', f'"{"x" * 20_000}"')),
            "line 2: the label of this DataNode has 20,000 characters",
        ),
        (document(NODE.replace("Height=", 'ZOrder="first" Height=')), "line 2: zorder of this DataNode is 'first'"),
    ],
)
def test_faults_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(BadDrawing) as error:
        read_gpml(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_negative_sizes_count_as_sizes() -> None:
    layout = read_gpml(document(NODE.replace('"80"', '"-80"').replace('"20"', '"0"')))
    assert (layout.scene.nodes["a"].width, layout.scene.nodes["a"].height) == (80, 0)
    paint(layout)


def test_too_many_parts_are_refused() -> None:
    with pytest.raises(BadDrawing, match="more than 20,000 parts; split it"):
        read_gpml(document(NODE * 25_000))
    points = '<Point X="1" Y="2"/>' * 100_000
    with pytest.raises(BadDrawing, match="more than 20,000 parts; split it"):
        read_gpml(document(NODE, LINE.replace('<Point X="1" Y="2"/>', points)))


def test_what_is_allowed_is_read_with_bounded_work() -> None:
    """The worst that fits: lines that stand on one another in a long chain, and groups in groups."""
    count = 1_500
    chain = "".join(
        f'<Interaction><Graphics ConnectorType="Curved"><Point X="{i}" Y="2" GraphRef="{f"p{i - 1}" if i else "a"}"/>'
        f'<Point X="3" Y="{i}" GraphRef="a"/><Anchor Position="0.5" GraphId="p{i}"/></Graphics></Interaction>'
        for i in reversed(range(count))
    )
    nest = "".join(f'<Group GroupId="g{i}" GroupRef="g{i + 1}" Style="Complex"/>' for i in range(count))
    text = document(NODE.replace("TextLabel", 'GroupRef="g0" TextLabel'), chain, nest)
    layout = read_gpml(text)
    assert len(layout.diagram.edges) == len(layout.diagram.groups) == count
    assert calls(lambda: read_gpml(text)) < 1_500 * count


def test_many_anchors_on_a_line_of_many_points_take_bounded_work() -> None:
    count = 1_500
    points = "".join(f'<Point X="{i % 7}" Y="{i}"/>' for i in range(count))
    anchors = "".join(f'<Anchor Position="0.{i}" GraphId="p{i}"/>' for i in range(count))
    carrier = f'<Interaction><Graphics ConnectorType="Segmented">{points}{anchors}</Graphics></Interaction>'
    assert calls(lambda: read_gpml(document(NODE, carrier))) < 200 * count


ATTRIBUTES = """GraphId GraphRef GroupRef GroupId TextLabel Style CenterX CenterY Width Height RelX RelY X Y Position
    ArrowHead ConnectorType ShapeType Rotation Color FillColor LineStyle LineThickness FontSize FontWeight Align Valign
    ZOrder""".split()  # noqa: SIM905
SMALL = f"""{HEAD}
<DataNode TextLabel="A" GraphId="a" GroupRef="g"><Graphics CenterX="90" CenterY="60" Width="80" Height="20"/></DataNode>
<DataNode TextLabel="B" GraphId="b"><Graphics CenterX="300" CenterY="60" Width="80" Height="20" ShapeType="Oval"/>
</DataNode>
<State TextLabel="P" GraphId="s" GraphRef="a"><Graphics RelX="1" RelY="1" Width="9" Height="9"/></State>
<Interaction GraphId="i"><Graphics ConnectorType="Elbow"><Point X="130" Y="60" GraphRef="a" RelX="1" RelY="0"/>
<Point X="260" Y="60" GraphRef="b" RelX="-1" RelY="0" ArrowHead="Arrow"/><Anchor Position="0.5" GraphId="x"/></Graphics>
</Interaction>
<Interaction><Graphics ConnectorType="Curved"><Point X="90" Y="90" GraphRef="g"/>
<Point X="200" Y="60" GraphRef="x" ArrowHead="mim-catalysis"/></Graphics></Interaction>
<GraphicalLine GraphId="l"><Graphics><Point X="0" Y="0" GraphRef="c"/><Point X="50" Y="50"/></Graphics></GraphicalLine>
<Label TextLabel="one&#xA;two" GraphId="c"><Graphics CenterX="9" CenterY="90" Width="50" Height="20"/></Label>
<Shape GraphId="d"><Graphics CenterX="9" CenterY="90" Width="50" Height="20" ShapeType="Triangle" Rotation="1"/></Shape>
<Group GroupId="g" GraphId="gg" Style="Complex"/>
</Pathway>"""
WORDS = """a b g gg s x i c d 0 1 -1 0.5 -40 1e4 1e300 nan inf Top Elbow Curved Segmented mim-gap TBar Oval Arc
    Mitochondria None Complex Group ff0000 Transparent ff000000 #zz Bold Broken Double Left""".split()  # noqa: SIM905
VALUES = st.sampled_from([*WORDS, "", "x y\u2028z", "ﷺ" * 9]) | st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='<&"'), max_size=9
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10_000), VALUES, st.booleans()), min_size=1, max_size=4))
def test_any_edit_of_attributes_gives_a_layout_or_is_refused(edits: list[tuple[int, str, bool]]) -> None:
    text = SMALL
    for where, value, rename in edits:
        places = [i for i, c in enumerate(text) if c == '"' and text[i - 1] == "="]
        at = places[where % len(places)]
        end = text.index('"', at + 1)
        if rename:  # another attribute in its place
            start = text.rindex(" ", 0, at) + 1 if " " in text[:at] else at
            text = text[:start] + ATTRIBUTES[where % len(ATTRIBUTES)] + '="' + value + text[end:]
        else:
            text = text[: at + 1] + value + text[end:]
    try:
        layout = read_gpml(text)
    except BadDrawing as error:
        said = str(error)
    else:
        said = ""
        check(layout)
    assert "\n" not in said


def check(layout: Layout) -> None:
    """The promises of a layout: known ends, a box for each part, a route for each edge, finite, on the canvas."""
    diagram, scene = layout.diagram, layout.scene
    names = [n.id for n in diagram.nodes] + [g.id for g in diagram.groups]
    assert len(set(names)) == len(names)
    assert set(scene.nodes) == {n.id for n in diagram.nodes}
    assert set(scene.groups) == {g.id for g in diagram.groups}
    assert len(scene.routes) == len(diagram.edges)
    assert {e.source for e in diagram.edges} | {e.target for e in diagram.edges} <= set(names)
    assert {n.group for n in diagram.nodes} | {g.parent for g in diagram.groups} <= {*scene.groups, None}
    for box in (*scene.nodes.values(), *scene.groups.values()):
        assert all(map(math.isfinite, box))
        assert box.x0 <= box.x1
        assert box.y0 <= box.y1
        assert -1e-6 <= box.x0 <= box.x1 <= scene.width + 1e-6
    assert all(len(route) >= 2 for route in scene.routes)
    assert all(math.isfinite(v) for route in scene.routes for point in route for v in point)
    assert all(0 <= n.on < len(diagram.edges) for n in diagram.nodes if n.on is not None)
    if max(scene.width, scene.height) < 16_000:
        paint(layout)


def test_the_small_pathway_of_the_fuzz_is_whole() -> None:
    layout = read_gpml(SMALL)
    check(layout)
    assert [(e.source, e.target) for e in layout.diagram.edges] == [("a", "b"), ("gg", "x")]


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_text_is_refused(data: bytes) -> None:
    with pytest.raises(BadDrawing):
        read_gpml(data.decode("latin-1"))


def test_caps_are_those_that_the_tests_name() -> None:
    assert (gpml_source.MAX_PARTS, MAX_LABEL) == (20_000, 10_000)
