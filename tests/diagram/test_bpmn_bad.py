"""Malformed and hostile BPMN ends in one line that says where, soon."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.bpmn import read_bpmn
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.paint import paint
from graphicacy.diagram.scene import Box

HEAD = (
    '<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" '
    'xmlns:i="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:c="http://www.omg.org/spec/DD/20100524/DC" '
    'xmlns:d="http://www.omg.org/spec/DD/20100524/DI">\n'
)


def file(process: str, plane: str) -> str:
    return (
        f'{HEAD}<b:process id="p">{process}</b:process>\n'
        f"<i:BPMNDiagram><i:BPMNPlane>{plane}</i:BPMNPlane></i:BPMNDiagram></b:definitions>"
    )


def shape(element: str, x: object = 0, y: object = 0, w: object = 100, h: object = 80) -> str:
    bounds = f'<c:Bounds x="{x}" y="{y}" width="{w}" height="{h}"/>'
    return f'<i:BPMNShape bpmnElement="{element}">{bounds}</i:BPMNShape>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("<b:definitions", r"^line 1, column \d+: malformed XML"),
        (HEAD + "<b:process></b:definitions>", r"^line 2, column \d+: malformed XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + HEAD + "</b:definitions>", "document type"),
        ('<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', r"^line 1: this is no BPMN 2.0: .*wsdl"),
        ("<svg/>", r"^line 1: this is no BPMN 2.0: its root is <svg>"),
        (HEAD + "</b:definitions>", "no process"),
        (file('<b:task id="a"/>', shape("a", x="NaN")), r"^line 3: x of <Bounds> is 'NaN'"),
        (file('<b:task id="a"/>', shape("a", y="1e300")), r"^line 3: y of <Bounds>"),
        (file('<b:task id="a"/>', shape("a", w="-3")), "not negative"),
        (file('<b:task id="a"/>', '<i:BPMNShape bpmnElement="a"><c:Bounds/></i:BPMNShape>'), "x of <Bounds> is 'None'"),
        (file('<b:task id="a"/>', shape("ghost")), "nothing to draw"),
        (file('<b:task id="a"/><b:task id="b"/>', shape("a") + shape("b", x=200_000)), "longest side"),
        (file(f'<b:task id="a" name="{"n" * 20_000}"/>', shape("a")), "20,000 characters: the limit is 10,000"),
        (file("<b:subProcess>" * 300 + "</b:subProcess>" * 300, ""), "[Dd]e(ep|pth)"),
        (file('<b:task id="a"/>', shape("a") * 21_000), "21,000 nodes, groups and edges"),
        (
            file("".join(f'<b:group id="g{i}"/>' for i in range(2_100)), "".join(shape(f"g{i}") for i in range(2_100))),
            "2,100 frames",
        ),
    ],
)
def test_refused_in_one_line(text: str, said: str) -> None:
    started = time.process_time()
    with pytest.raises(BadDrawing, match=said) as caught:
        read_bpmn(text)
    assert "\n" not in str(caught.value)
    assert time.process_time() - started < 5


def test_what_is_wrong_but_can_be_drawn_is_said() -> None:
    text = file(
        '<b:task id="a"/><b:task id="a"/><b:task id="b"/><b:sequenceFlow id="f" sourceRef="a" targetRef="gone"/>'
        '<b:sequenceFlow id="g" sourceRef="a" targetRef="b"/><b:boundaryEvent id="e" attachedToRef="e"/>',
        shape("a") + shape("e", 300) + shape("ghost", 600)
        + '<i:BPMNEdge bpmnElement="f"><d:waypoint x="0" y="0"/><d:waypoint x="9" y="9"/></i:BPMNEdge>'
        '<i:BPMNShape bpmnElement="b"/><i:BPMNEdge bpmnElement="nothing"/>',
    )  # fmt: skip
    layout = read_bpmn(text)
    assert isinstance(layout, Layout)
    assert [n.id for n in layout.diagram.nodes] == ["a", "e"]
    assert layout.diagram.nodes[1].attached_to is None
    said = " | ".join(layout.warnings)
    for part in (
        "1 task, 1 sequenceFlow",
        "ghost, nothing",
        "an end is not drawn: f",
        "1 shapes without bounds",
        "first counts: a",
    ):
        assert part in said


def test_associations_that_end_on_one_another_are_left_out() -> None:
    flows = "".join(f'<b:association id="a{i}" sourceRef="t" targetRef="a{(i + 1) % 3}"/>' for i in range(3))
    ways = "".join(
        f'<i:BPMNEdge bpmnElement="a{i}"><d:waypoint x="0" y="0"/><d:waypoint x="99" y="{i}"/></i:BPMNEdge>'
        for i in range(3)
    )
    layout = read_bpmn(file(f'<b:task id="t"/>{flows}', shape("t") + ways))
    assert isinstance(layout, Layout)
    paint(layout)


def test_the_same_shape_a_thousand_times_takes_no_thousand_squares() -> None:
    started = time.process_time()
    layout = read_bpmn(file('<b:task id="a"/>', shape("a") * 3_000))
    assert isinstance(layout, Layout)
    assert len(layout.diagram.nodes) == 3_000
    assert time.process_time() - started < 5


def test_shapes_without_size_are_drawn_as_points_of_one_pixel() -> None:
    layout = read_bpmn(file('<b:task id="a"/><b:startEvent id="b"/>', shape("a", w=0, h=0) + shape("b", w=0, h=0)))
    assert isinstance(layout, Layout)
    assert layout.scene.nodes["a"] == Box(20, 20, 21, 21) or layout.scene.nodes["a"].width == 1
    assert paint(layout)


_KINDS = st.sampled_from(
    ["task", "subProcess", "startEvent", "boundaryEvent", "exclusiveGateway", "group", "participant", "lane",
     "textAnnotation", "dataObjectReference", "sequenceFlow", "association", "messageFlow", "dataInputAssociation",
     "process", "callActivity"]
)  # fmt: skip
_IDS = st.sampled_from(["a", "b", "c", "d", "x:a", ""])
_NUMBERS = st.sampled_from(["0", "5", "30", "100", "240.5", "-20", "1e3", "inf", "x"])
_FLAGS = st.sampled_from(
    ["", 'isExpanded="true"', 'isExpanded="false"', 'isHorizontal="true"', 'isMarkerVisible="true"']
)


@st.composite
def _files(draw: st.DrawFn) -> str:
    elements = []
    for _ in range(draw(st.integers(1, 7))):
        kind, key, inner = draw(_KINDS), draw(_IDS), draw(_KINDS)
        refs = f'sourceRef="{draw(_IDS)}" targetRef="{draw(_IDS)}" attachedToRef="{draw(_IDS)}" default="{draw(_IDS)}"'
        elements.append(
            f'<b:{kind} id="{key}" {refs} processRef="{draw(_IDS)}"><b:{inner} id="{draw(_IDS)}"/></b:{kind}>'
        )
    parts = []
    for _ in range(draw(st.integers(0, 7))):
        numbers = [draw(_NUMBERS) for _ in range(4)]
        bounds = '<c:Bounds x="{}" y="{}" width="{}" height="{}"/>'.format(*numbers)
        parts.append(
            f'<i:BPMNShape bpmnElement="{draw(_IDS)}" {draw(_FLAGS)}>{bounds}'
            f"<i:BPMNLabel>{bounds}</i:BPMNLabel></i:BPMNShape>"
        )
        way = '<d:waypoint x="{}" y="{}"/><d:waypoint x="{}" y="{}"/>'.format(*numbers)
        parts.append(f'<i:BPMNEdge bpmnElement="{draw(_IDS)}">{way}</i:BPMNEdge>')
    return file("".join(elements), "".join(parts))


@given(_files())
@settings(max_examples=150, deadline=None)
def test_any_file_is_read_or_refused(text: str) -> None:
    try:
        found = read_bpmn(text)
    except BadDrawing:
        return
    if not isinstance(found, Layout):
        return
    scene, diagram = found.scene, found.diagram
    parts = scene.nodes | scene.groups
    assert set(scene.nodes) == {n.id for n in diagram.nodes}
    assert all({e.source, e.target} <= set(parts) for e in diagram.edges)
    assert len(scene.routes) == len(diagram.edges)
    assert all(Box(0, 0, scene.width, scene.height).contains(box, 1) for box in parts.values())
    parents = {g.id: g.parent for g in diagram.groups}
    for key in parents:
        outer, steps = parents[key], 0
        while outer is not None:
            outer, steps = parents[outer], steps + 1
            assert steps <= len(parents)
    assert re.match(r"<svg", paint(found))
