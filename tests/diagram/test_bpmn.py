"""What a BPMN file shows becomes nodes, edges and groups at the places that it gives."""

from __future__ import annotations

import pytest

from graphicacy.diagram.bpmn import read_bpmn
from graphicacy.diagram.layout import HeadForm, Layout
from graphicacy.diagram.model import Diagram, Direction, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box
from layout_parts import edge, node, off_outline

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:i="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:c="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:d="http://www.omg.org/spec/DD/20100524/DI" xmlns:bioc="http://bpmn.io/schema/bpmn/biocolor/1.0"
  xmlns:color="http://www.omg.org/spec/BPMN/non-normative/color/1.0" xmlns:v="http://vendor.example">
"""

ORDER = f"""{_HEAD}
<b:collaboration id="talk">
  <b:participant id="shop" name="Web shop" processRef="selling"/>
  <b:participant id="buyer" name="Customer"/>
  <b:messageFlow id="m1" name="order" sourceRef="buyer" targetRef="begin"/>
  <b:textAnnotation id="note"><b:text>Stock is
     counted nightly</b:text></b:textAnnotation>
  <b:association id="a1" sourceRef="note" targetRef="f2"/>
</b:collaboration>
<b:process id="selling">
  <b:laneSet>
    <b:lane id="desk" name="Desk"><b:flowNodeRef>begin</b:flowNodeRef></b:lane>
    <b:lane id="store" name="Store"/>
  </b:laneSet>
  <b:startEvent id="begin" name="Order received"><b:messageEventDefinition/></b:startEvent>
  <b:userTask id="check" name="Check&#10;stock"/>
  <b:boundaryEvent id="late" attachedToRef="check" cancelActivity="false"><b:timerEventDefinition/></b:boundaryEvent>
  <b:exclusiveGateway id="there" name="In stock?" default="f4"/>
  <b:subProcess id="pack" name="Pack goods">
    <b:serviceTask id="print" name="Print label"/>
    <b:dataOutputAssociation id="d1"><b:sourceRef>x</b:sourceRef><b:targetRef>sheet</b:targetRef></b:dataOutputAssociation>
  </b:subProcess>
  <b:dataObjectReference id="sheet" name="Label"><b:dataState name="printed"/></b:dataObjectReference>
  <b:task id="ask" name="Ask supplier"/>
  <b:endEvent id="done" name="Sent"><b:terminateEventDefinition/></b:endEvent>
  <b:sequenceFlow id="f1" sourceRef="begin" targetRef="check"/>
  <b:sequenceFlow id="f2" sourceRef="check" targetRef="there"/>
  <b:sequenceFlow id="f3" name="yes" sourceRef="there" targetRef="pack">
    <b:conditionExpression>stock &gt; 0</b:conditionExpression></b:sequenceFlow>
  <b:sequenceFlow id="f4" name="no" sourceRef="there" targetRef="ask"/>
  <b:sequenceFlow id="f5" sourceRef="pack" targetRef="done"/>
  <b:sequenceFlow id="f6" sourceRef="late" targetRef="ask"><b:conditionExpression>x</b:conditionExpression>
  </b:sequenceFlow>
  <b:sequenceFlow id="f7" sourceRef="ask" targetRef="done"><b:conditionExpression>x</b:conditionExpression>
  </b:sequenceFlow>
</b:process>
<i:BPMNDiagram><i:BPMNPlane bpmnElement="talk">
  <i:BPMNShape id="s1" bpmnElement="shop" isHorizontal="true"><c:Bounds x="100" y="200" width="800" height="400"/></i:BPMNShape>
  <i:BPMNShape id="s2" bpmnElement="desk" isHorizontal="true"><c:Bounds x="130" y="200" width="770" height="200"/></i:BPMNShape>
  <i:BPMNShape id="s3" bpmnElement="store" isHorizontal="true"><c:Bounds x="130" y="400" width="770" height="200"/></i:BPMNShape>
  <i:BPMNShape id="s4" bpmnElement="buyer" isHorizontal="true"><c:Bounds x="100" y="60" width="800" height="60"/></i:BPMNShape>
  <i:BPMNShape id="s5" bpmnElement="begin"><c:Bounds x="162" y="282" width="36" height="36"/>
    <i:BPMNLabel><c:Bounds x="150" y="330" width="20" height="14"/></i:BPMNLabel></i:BPMNShape>
  <i:BPMNShape id="s6" bpmnElement="check" bioc:fill="rgb(255, 224, 178)" color:border-color="#fb8c00">
    <c:Bounds x="240" y="260" width="100" height="80"/></i:BPMNShape>
  <i:BPMNShape id="s7" bpmnElement="late"><c:Bounds x="282" y="322" width="36" height="36"/></i:BPMNShape>
  <i:BPMNShape id="s8" bpmnElement="there" isMarkerVisible="true"><c:Bounds x="395" y="275" width="50" height="50"/></i:BPMNShape>
  <i:BPMNShape id="s9" bpmnElement="pack" isExpanded="true"><c:Bounds x="500" y="220" width="200" height="160"/></i:BPMNShape>
  <i:BPMNShape id="s10" bpmnElement="print"><c:Bounds x="550" y="260" width="100" height="80"/></i:BPMNShape>
  <i:BPMNShape id="s11" bpmnElement="ask"><c:Bounds x="370" y="460" width="100" height="80"/></i:BPMNShape>
  <i:BPMNShape id="s12" bpmnElement="done"><c:Bounds x="802" y="282" width="36" height="36"/></i:BPMNShape>
  <i:BPMNShape id="s13" bpmnElement="sheet"><c:Bounds x="580" y="480" width="36" height="50"/></i:BPMNShape>
  <i:BPMNShape id="s14" bpmnElement="note"><c:Bounds x="400" y="620" width="110" height="40"/></i:BPMNShape>
  <i:BPMNEdge bpmnElement="m1"><d:waypoint x="180" y="120"/><d:waypoint x="180" y="281.5"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f1"><d:waypoint x="198" y="300"/><d:waypoint x="240" y="300"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f2"><d:waypoint x="340" y="300"/><d:waypoint x="395" y="300"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f3" color:border-color="#1e88e5"><d:waypoint x="445" y="300"/><d:waypoint x="500" y="300"/>
    <i:BPMNLabel><c:Bounds x="460" y="280" width="18" height="14"/></i:BPMNLabel></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f4"><d:waypoint x="420" y="325"/><d:waypoint x="420" y="460"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f5"><d:waypoint x="700" y="300"/><d:waypoint x="802" y="300"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f6"><d:waypoint x="300" y="358"/><d:waypoint x="300" y="500"/><d:waypoint x="370" y="500"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="f7"><d:waypoint x="470" y="500"/><d:waypoint x="820" y="500"/><d:waypoint x="820" y="318"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="a1"><d:waypoint x="440" y="620"/><d:waypoint x="366" y="300"/></i:BPMNEdge>
  <i:BPMNEdge bpmnElement="d1"><d:waypoint x="600" y="380"/><d:waypoint x="600" y="480"/></i:BPMNEdge>
</i:BPMNPlane></i:BPMNDiagram>
</b:definitions>"""  # noqa: E501


def laid_out(text: str) -> Layout:
    layout = read_bpmn(text)
    assert isinstance(layout, Layout)
    return layout


@pytest.fixture(scope="module")
def order() -> Layout:
    return laid_out(ORDER)


def test_pools_lanes_and_expanded_subprocesses_are_groups_in_one_another(order: Layout) -> None:
    parents = {g.id: (g.label, g.parent) for g in order.diagram.groups}
    assert parents == {
        "shop": ("Web shop", None), "desk": ("Desk", "shop"), "store": ("Store", "shop"), "pack": ("Pack goods", "desk")
    }  # fmt: skip


def test_a_pool_in_which_nothing_is_drawn_is_a_node(order: Layout) -> None:
    assert node(order, "buyer") == Node("buyer", "Customer", Shape.RECTANGLE)


def test_nodes_lie_in_the_innermost_frame_that_a_reader_sees(order: Layout) -> None:
    groups = {n.id: n.group for n in order.diagram.nodes if n.shape is not Shape.ANCHOR}
    assert groups == {
        "buyer": None, "begin": "desk", "check": "desk", "late": "desk", "there": "desk", "print": "pack",
        "ask": "store", "done": "desk", "sheet": "store", "note": None,
    }  # fmt: skip


def test_shapes_labels_colours_and_borders(order: Layout) -> None:
    shapes = {n.id: n.shape for n in order.diagram.nodes}
    assert shapes["begin"] is shapes["done"] is shapes["late"] is Shape.CIRCLE
    assert shapes["check"] is Shape.ROUNDED
    assert shapes["there"] is Shape.DIAMOND
    assert shapes["sheet"] is Shape.RECTANGLE
    assert shapes["note"] is Shape.TEXT
    check, late, done = (node(order, key) for key in ("check", "late", "done"))
    assert (check.label, check.fill, check.stroke) == ("Check stock", "#ffe0b2", "#fb8c00")
    assert (late.border, late.attached_to) == (LineStyle.DASHED, "check")
    assert done.border_width == 4
    assert node(order, "sheet").label == "Label [printed]"
    assert node(order, "note").label == "Stock is counted nightly"


def test_heads_and_lines_of_each_kind_of_flow(order: Layout) -> None:
    i, flow = edge(order, "begin", "check")
    assert (flow.head, flow.tail, flow.line) == (Head.POINTED, Head.NONE, LineStyle.SOLID)
    assert i not in order.heads
    i, message = edge(order, "buyer", "begin")
    assert (message.label, message.head, message.tail) == ("order", Head.POINTED, Head.CIRCLE)
    assert (message.line, order.heads[i], order.tails[i]) == (LineStyle.DASHED, HeadForm.OPEN, HeadForm.OPEN)
    i, data = edge(order, "pack", "sheet")
    assert (data.head, data.line, order.heads[i]) == (Head.POINTED, LineStyle.DOTTED, HeadForm.STICK)
    assert edge(order, "there", "pack")[1].color == "#1e88e5"


def test_only_a_conditional_flow_out_of_an_activity_begins_with_a_diamond(order: Layout) -> None:
    i, flow = edge(order, "ask", "done")
    assert (flow.tail, order.tails[i]) == (Head.DIAMOND, HeadForm.OPEN)
    assert edge(order, "there", "pack")[1].tail is Head.NONE
    assert edge(order, "late", "ask")[1].tail is Head.NONE


def test_an_association_ends_on_the_flow_that_it_explains(order: Layout) -> None:
    anchor = next(n for n in order.diagram.nodes if n.shape is Shape.ANCHOR)
    i, association = edge(order, "note", anchor.id)
    assert (association.head, association.line) == (Head.NONE, LineStyle.DOTTED)
    assert anchor.on == edge(order, "check", "there")[0]
    (x, y), box = order.scene.routes[i][-1], order.scene.nodes[anchor.id]
    assert (x, y) == pytest.approx(box.center)
    assert y == pytest.approx(order.scene.routes[anchor.on][0][1])


def test_every_route_begins_and_ends_on_an_outline(order: Layout) -> None:
    for item, route in zip(order.diagram.edges, order.scene.routes, strict=True):
        if node(order, "note").id != item.source:
            assert off_outline(order, item.source, route[0]) < 0.01
            assert off_outline(order, item.target, route[-1]) < 0.01


def test_a_line_that_stops_short_is_led_straight_on(order: Layout) -> None:
    i, _ = edge(order, "buyer", "begin")
    route = order.scene.routes[i]
    assert len(route) == 2
    assert route[0][0] == pytest.approx(route[1][0], abs=0.2)


def test_the_picture_begins_at_a_margin_and_holds_everything(order: Layout) -> None:
    scene = order.scene
    boxes = [*scene.nodes.values(), *scene.groups.values()]
    assert min(b.x0 for b in boxes) == pytest.approx(20)
    assert min(b.y0 for b in boxes) == pytest.approx(20)
    assert scene.nodes["ask"] == pytest.approx(Box(290, 420, 390, 500))
    assert all(Box(0, 0, scene.width, scene.height).contains(b) for b in boxes)
    assert order.diagram.direction is Direction.RIGHT


def test_names_of_pools_read_upwards_at_the_left_and_events_have_theirs_below(order: Layout) -> None:
    lettering, box = order.lettering["shop"], order.scene.groups["shop"]
    assert lettering.rotation == -90
    assert lettering.box.center == pytest.approx((box.x0 + 15, box.center[1]))
    assert order.lettering["done"].box.y0 < order.scene.nodes["done"].y0, "a flow comes from below: its name is above"
    label = order.lettering["begin"].box
    assert label.center[0] == pytest.approx(160 - 80)
    assert label.width > 20, "wide enough for its longest word"


def test_marks_belong_to_their_nodes(order: Layout) -> None:
    of = [item.of for item in order.ornaments]
    assert of.count("there") == 3, "two strokes of the cross, and the slash of the default flow"
    assert of.count("late") == 3, "a ring and a clock"
    assert of.count("print") == 2
    assert all(item.border is LineStyle.DASHED for item in order.ornaments if item.of == "late" and not item.points)
    assert order.warnings == ()


def test_where_a_name_has_a_place_the_scene_says_so(order: Layout) -> None:
    i, _ = edge(order, "there", "pack")
    assert order.scene.labels[i] == order.lettering[i].box
    assert edge(order, "there", "ask")[0] not in order.scene.labels


def diagram(process: str, plane: str = "", more: str = "") -> str:
    drawn = f"<i:BPMNDiagram><i:BPMNPlane>{plane}</i:BPMNPlane></i:BPMNDiagram>" if plane else ""
    return f"{_HEAD}{process}{drawn}{more}</b:definitions>"


def shape(element: str, x: float, y: float, w: float = 100, h: float = 80, more: str = "") -> str:
    return (
        f'<i:BPMNShape id="{element}_di" bpmnElement="{element}" {more}>'
        f'<c:Bounds x="{x}" y="{y}" width="{w}" height="{h}"/></i:BPMNShape>'
    )


def test_without_interchange_the_symbols_are_given() -> None:
    text = ORDER[: ORDER.index("<i:BPMNDiagram>")] + "</b:definitions>"
    found = read_bpmn(text)
    assert isinstance(found, Diagram)
    assert {g.id: g.parent for g in found.groups} == {"shop": None, "desk": "shop", "pack": "shop"}
    assert next(n for n in found.nodes if n.id == "print").group == "pack"
    assert next(n for n in found.nodes if n.id == "late").attached_to == "check"
    assert {(e.source, e.target) for e in found.edges} >= {("buyer", "begin"), ("there", "pack"), ("pack", "sheet")}
    assert len(found.edges) == 9


def test_frames_that_hold_one_another_hold_nothing() -> None:
    process = (
        '<b:process id="p"><b:laneSet><b:lane id="l"><b:flowNodeRef>s</b:flowNodeRef></b:lane></b:laneSet>'
        '<b:subProcess id="s"><b:laneSet><b:lane id="k"><b:flowNodeRef>s</b:flowNodeRef>'
        "<b:flowNodeRef>t</b:flowNodeRef>"
        '</b:lane></b:laneSet><b:task id="t"/></b:subProcess></b:process>'
    )
    found = read_bpmn(diagram(process))
    assert isinstance(found, Diagram)
    parents = {g.id: g.parent for g in found.groups}
    for key in parents:
        seen = set[str]()
        outer: str | None = key
        while outer is not None:
            assert outer not in seen
            seen.add(outer)
            outer = parents[outer]


def test_collapsed_subprocesses_are_nodes_with_a_plus_and_expanded_ones_need_children_to_say_so() -> None:
    process = (
        '<b:process id="p"><b:subProcess id="c" name="C"><b:task id="inner"/></b:subProcess>'
        '<b:subProcess id="e"><b:task id="t"/></b:subProcess></b:process>'
    )
    plane = shape("c", 0, 0, more='isExpanded="false"') + shape("e", 200, 0, 300, 200) + shape("t", 250, 50)
    layout = laid_out(diagram(process, plane))
    assert [g.id for g in layout.diagram.groups] == ["e"]
    assert node(layout, "t").group == "e"
    assert len([item for item in layout.ornaments if item.of == "c"]) == 3
    assert layout.warnings == ("left out, since the diagram has no shape for them: 1 task",)


def test_a_shape_over_a_subprocess_that_it_is_no_part_of_is_not_in_it() -> None:
    process = '<b:process id="p"><b:subProcess id="s"/><b:task id="t"/></b:process>'
    plane = shape("s", 0, 0, 400, 300, 'isExpanded="true"') + shape("t", 100, 100)
    assert node(laid_out(diagram(process, plane)), "t").group is None


def test_groups_hold_what_lies_wholly_in_them_and_in_the_same_frame() -> None:
    process = (
        '<b:category><b:categoryValue id="v" value="Billing"/></b:category>'
        '<b:collaboration><b:participant id="p1" processRef="p"/>'
        '<b:participant id="p2" processRef="q"/></b:collaboration>'
        '<b:process id="p"><b:task id="a"/><b:task id="b"/><b:group id="g" categoryValueRef="v"/></b:process>'
        '<b:process id="q"><b:task id="c"/><b:group id="h"/></b:process>'
    )
    plane = (
        shape("p1", 0, 0, 600, 200) + shape("p2", 0, 250, 600, 200) + shape("a", 60, 50) + shape("b", 400, 50)
        + shape("c", 60, 300) + shape("g", 40, 30, 150, 130) + shape("h", 390, 20, 120, 400)
    )  # fmt: skip
    layout = laid_out(diagram(process, plane))
    assert {n.id: n.group for n in layout.diagram.nodes} == {"a": "g", "b": "p1", "c": "p2"}
    frame = next(g for g in layout.diagram.groups if g.id == "g")
    assert frame == Group("g", "Billing", "p1", border=LineStyle.DASHED)


def test_upright_pools_have_their_heads_at_the_top() -> None:
    process = (
        '<b:collaboration><b:participant id="p1" name="P" processRef="p"/></b:collaboration>'
        '<b:process id="p"><b:task id="a"/><b:task id="b"/>'
        '<b:sequenceFlow id="f" sourceRef="a" targetRef="b"/></b:process>'
    )
    plane = (
        shape("p1", 0, 0, 250, 600, 'isHorizontal="false"') + shape("a", 70, 60) + shape("b", 70, 300)
        + '<i:BPMNEdge bpmnElement="f"><d:waypoint x="120" y="140"/><d:waypoint x="120" y="300"/></i:BPMNEdge>'
    )  # fmt: skip
    layout = laid_out(diagram(process, plane))
    assert layout.lettering["p1"].rotation == 0
    assert layout.lettering["p1"].box.y1 == layout.scene.groups["p1"].y0 + 30
    assert layout.diagram.direction is Direction.DOWN


def test_the_first_diagram_with_shapes_counts() -> None:
    process = '<b:process id="p"><b:task id="a"/><b:task id="b"/></b:process>'
    empty = "<i:BPMNDiagram><i:BPMNPlane/></i:BPMNDiagram>"
    second = f'<i:BPMNDiagram name="Detail"><i:BPMNPlane>{shape("b", 0, 0)}</i:BPMNPlane></i:BPMNDiagram>'
    layout = laid_out(diagram(process + empty, shape("a", 0, 0), second))
    assert list(layout.scene.nodes) == ["a"]
    assert "2 more are left out" in layout.warnings[0]


def test_names_may_carry_prefixes_and_vendors_may_use_the_same_words() -> None:
    process = (
        '<b:process id="p"><b:extensionElements><b:task id="a" name="wrong"/></b:extensionElements>'
        '<v:task id="a" name="wrong too"/><b:task id="a" name="right"/></b:process>'
    )
    layout = laid_out(diagram(process, shape("tns:a", 0, 0)))
    assert [(n.id, n.label) for n in layout.diagram.nodes] == [("a", "right")]


def test_two_shapes_of_one_element_are_two_nodes_and_flows_end_on_the_nearer() -> None:
    process = (
        '<b:process id="p"><b:dataStoreReference id="d" name="D"/><b:task id="t"/>'
        '<b:association id="x" sourceRef="t" targetRef="d" associationDirection="Both"/></b:process>'
    )
    plane = (
        shape("t", 0, 0) + shape("d", 500, 0, 50, 50) + shape("d", 200, 0, 50, 50)
        + '<i:BPMNEdge bpmnElement="x"><d:waypoint x="100" y="25"/><d:waypoint x="200" y="25"/></i:BPMNEdge>'
    )  # fmt: skip
    layout = laid_out(diagram(process, plane))
    (flow,) = layout.diagram.edges
    assert layout.scene.nodes[flow.target].x0 == 220
    assert len(layout.diagram.nodes) == 3
    assert (flow.head, flow.tail) == (Head.POINTED, Head.POINTED)


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("parallelGateway", 2),
        ("inclusiveGateway", 1),
        ("complexGateway", 4),
        ("eventBasedGateway", 3),
        ("exclusiveGateway", 0),
    ],
)
def test_each_gateway_has_its_mark(kind: str, count: int) -> None:
    layout = laid_out(diagram(f'<b:process id="p"><b:{kind} id="g"/></b:process>', shape("g", 0, 0, 50, 50)))
    assert layout.diagram.nodes[0].shape is Shape.DIAMOND
    assert len(layout.ornaments) == count
    box = layout.scene.nodes["g"]
    assert all(box.contains(Box(*p, *p)) for item in layout.ornaments for p in item.points)


def test_colours_may_stand_at_the_element() -> None:
    process = (
        '<b:process id="p"><b:task id="a" color:background-color="#C5E1F5" color:border-color="navy"/></b:process>'
    )
    (task,) = laid_out(diagram(process, shape("a", 0, 0))).diagram.nodes
    assert (task.fill, task.stroke) == ("#c5e1f5", "#000080")


def test_participants_of_a_choreography_task_are_captions_of_it() -> None:
    process = (
        '<b:choreography id="c"><b:participant id="x" name="Buyer"/><b:participant id="y" name="Seller"/>'
        '<b:choreographyTask id="t" name="Order"/></b:choreography>'
    )
    plane = shape("t", 0, 0) + (
        '<i:BPMNShape id="1" bpmnElement="x" choreographyActivityShape="t_di">'
        '<c:Bounds x="0" y="0" width="100" height="20"/>'
        '</i:BPMNShape><i:BPMNShape id="2" bpmnElement="y" participantBandKind="bottom_non_initiating" '
        'choreographyActivityShape="t_di"><c:Bounds x="0" y="60" width="100" height="20"/></i:BPMNShape>'
    )
    layout = laid_out(diagram(process, plane))
    assert [n.label for n in layout.diagram.nodes] == ["Order"]
    assert [(item.label, item.fill is not None) for item in layout.ornaments] == [("Buyer", False), ("Seller", True)]


def test_what_throws_is_filled_and_what_catches_is_not() -> None:
    process = (
        '<b:process id="p"><b:intermediateThrowEvent id="t"><b:signalEventDefinition/></b:intermediateThrowEvent>'
        '<b:intermediateCatchEvent id="c"><b:signalEventDefinition/></b:intermediateCatchEvent></b:process>'
    )
    layout = laid_out(diagram(process, shape("t", 0, 0, 36, 36) + shape("c", 100, 0, 36, 36)))
    fills = {item.of: item.fill for item in layout.ornaments if item.points}
    assert fills["c"] is None
    assert fills["t"] is not None


@pytest.mark.parametrize(
    ("x", "y", "away"),
    [(70, 62, (88, 200)), (70, -18, (88, -90)), (82, 22, (250, 40)), (-18, 22, (-90, 40)), (82, -18, (100, -90))],
    ids=["bottom", "top", "right", "left", "corner"],
)
def test_names_of_events_on_a_border_keep_clear_of_what_they_sit_on(x: int, y: int, away: tuple[int, int]) -> None:
    """The task is 100 by 80 pixels at 0, 0; the event, 36 wide, sits on its border, and a flow leaves it."""
    leaves = y + (36 if away[1] > 100 else 0 if away[1] < 0 else 18)
    layout = read_bpmn(f"""{_HEAD}<b:process id="p"><b:task id="t" name="Weigh"/><b:task id="u"/>
      <b:boundaryEvent id="e" name="too late" attachedToRef="t"/>
      <b:sequenceFlow id="f" sourceRef="e" targetRef="u"/></b:process>
      <i:BPMNDiagram><i:BPMNPlane bpmnElement="p">
      <i:BPMNShape bpmnElement="t"><c:Bounds x="0" y="0" width="100" height="80"/></i:BPMNShape>
      <i:BPMNShape bpmnElement="e"><c:Bounds x="{x}" y="{y}" width="36" height="36"/></i:BPMNShape>
      <i:BPMNShape bpmnElement="u"><c:Bounds x="300" y="300" width="100" height="80"/></i:BPMNShape>
      <i:BPMNEdge bpmnElement="f"><d:waypoint x="{x + 18}" y="{leaves}"/>
      <d:waypoint x="{away[0]}" y="{away[1]}"/><d:waypoint x="300" y="340"/></i:BPMNEdge>
      </i:BPMNPlane></i:BPMNDiagram></b:definitions>""")
    assert isinstance(layout, Layout)
    words = layout.lettering["e"].box
    assert words.intersection(layout.scene.nodes["t"]) == 0
    assert words.intersection(layout.scene.nodes["e"]) == 0
    gap = max(words.x0 - layout.scene.nodes["e"].x1, words.y0 - layout.scene.nodes["e"].y1, 0)
    assert gap < 6
