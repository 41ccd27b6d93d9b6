"""What an n8n workflow shows becomes nodes and edges that can be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Direction, LineStyle, Shape
from graphicacy.diagram.n8n import read_n8n
from graphicacy.diagram.scene import Box


def step(name: str, kind: str, x: float, y: float, **more: object) -> dict[str, object]:
    return {"id": f"id-{name}", "name": name, "type": f"n8n-nodes-base.{kind}", "position": [x, y], **more}


def main(*outputs: list[str]) -> dict[str, object]:
    return {"main": [[{"node": name, "type": "main", "index": 0} for name in names] for names in outputs]}


NOTE = {"content": "## Mail\n\nRead **all** ![x](y.png) of it", "width": 460, "height": 260, "color": 4}
SUPPORT = {
    "name": "Support mail",
    "nodes": [
        step("New mail", "emailTrigger", 0, 0),
        step("Is a question?", "if", 220, 0),
        step("Draft answer", "agent", 440, -100),
        step("Chat model", "lmChat", 400, 120),
        step("Search docs", "toolHttp", 560, 120),
        step("Archive", "gmail", 440, 320, disabled=True),
        step("Each part", "splitInBatches", 880, -100, typeVersion=3),
        step("Send", "gmail", 1100, -100, onError="continueErrorOutput"),
        step("Report", "slack", 1320, 60),
        step("Note", "stickyNote", -60, -80, parameters=NOTE),
    ],
    "connections": {
        "New mail": main(["Is a question?"]),
        "Is a question?": main(["Draft answer"], ["Archive"]),
        "Draft answer": main(["Each part"]),
        "Chat model": {"ai_languageModel": [[{"node": "Draft answer", "type": "ai_languageModel", "index": 0}]]},
        "Search docs": {"ai_tool": [[{"node": "Draft answer", "type": "ai_tool", "index": 0}]]},
        "Each part": {"main": [[], [{"node": "Send", "type": "main", "index": 0}]]},
        "Send": main(["Each part"], ["Report"]),
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def support() -> Layout:
    return laid_out(SUPPORT)


def laid_out(workflow: object) -> Layout:
    layout = read_n8n(json.dumps(workflow))
    assert isinstance(layout, Layout)
    return layout


def test_nodes_are_known_by_their_names(support: Layout) -> None:
    shapes = {n.id: n.shape for n in support.diagram.nodes}
    assert list(shapes) == [str(n["name"]) for n in SUPPORT["nodes"] if n["name"] != "Note"]  # type: ignore[index]
    assert shapes["Chat model"] is Shape.STADIUM
    assert shapes["Send"] is Shape.ROUNDED
    archive = next(n for n in support.diagram.nodes if n.id == "Archive")
    assert (archive.border, archive.fill) == (LineStyle.DASHED, "#e6e6e6")
    assert support.diagram.direction is Direction.RIGHT


def test_connections_say_by_which_output_they_leave(support: Layout) -> None:
    labels = {(e.source, e.target): e.label for e in support.diagram.edges}
    assert labels == {
        ("New mail", "Is a question?"): "", ("Is a question?", "Draft answer"): "true",
        ("Is a question?", "Archive"): "false", ("Draft answer", "Each part"): "",
        ("Chat model", "Draft answer"): "Model", ("Search docs", "Draft answer"): "Tool",
        ("Each part", "Send"): "loop", ("Send", "Each part"): "success", ("Send", "Report"): "error",
    }  # fmt: skip
    lines = {e.source: e.line for e in support.diagram.edges}
    assert lines["Chat model"] is LineStyle.DASHED
    assert lines["New mail"] is LineStyle.SOLID


@pytest.mark.parametrize(
    ("more", "labels"),
    [
        ({"parameters": {"rules": {"values": [{"outputKey": "paid"}, {}]}}}, ["paid", "1", "fallback"]),
        ({"parameters": {"rules": {"rules": [{"outputKey": "open"}]}}}, ["open", "fallback", "2"]),
        ({}, ["0", "1", "2"]),
    ],
)
def test_outputs_of_a_switch(more: dict[str, object], labels: list[str]) -> None:
    steps = [step("s", "switch", 0, 0, **more), *(step(f"t{i}", "set", 300, 200 * i) for i in range(3))]
    layout = laid_out({"nodes": steps, "connections": {"s": main(["t0"], ["t1"], ["t2"])}})
    assert [e.label for e in layout.diagram.edges] == labels


def test_routes_run_from_the_right_to_the_left_and_up_into_an_agent(support: Layout) -> None:
    boxes = support.scene.nodes
    for item, route in zip(support.diagram.edges, support.scene.routes, strict=True):
        source, target = boxes[item.source], boxes[item.target]
        if item.line is LineStyle.DASHED:
            assert route[0] == pytest.approx((source.center[0], source.y0))
            assert route[-1][1] == pytest.approx(target.y1)
            assert target.x0 < route[-1][0] < target.x1
        else:
            assert route[0][0] == pytest.approx(source.x1)
            assert route[-1] == pytest.approx((target.x0, target.center[1]))
            assert source.y0 < route[0][1] < source.y1


def test_a_line_back_runs_around_both_nodes(support: Layout) -> None:
    i = next(i for i, e in enumerate(support.diagram.edges) if (e.source, e.target) == ("Send", "Each part"))
    lowest = max(y for _, y in support.scene.routes[i])
    assert lowest > max(support.scene.nodes[name].y1 for name in ("Send", "Each part"))


def test_a_note_lies_behind_with_its_words_and_holds_what_it_held(support: Layout) -> None:
    (note,) = support.ornaments
    assert note.behind
    assert note.label == "Mail Read all of it"
    assert note.fill == "#dcf3df"
    assert all(note.box.contains(support.scene.nodes[name]) for name in ("New mail", "Is a question?"))
    assert note.lettering is not None
    assert note.lettering.box.y1 <= support.scene.nodes["New mail"].y0


def test_words_of_a_note_that_do_not_fit_are_cut() -> None:
    note = step("n", "stickyNote", 0, 300, parameters={"content": "word " * 900, "width": 200, "height": 100})
    layout = laid_out({"nodes": [step("a", "set", 0, 0), note], "connections": {}})
    assert layout.ornaments[0].label.endswith("word …")
    assert len(layout.ornaments[0].label) < 400


positions = st.lists(st.tuples(st.integers(-900, 900), st.integers(-600, 600)), min_size=2, max_size=14)


@given(positions)
@settings(max_examples=60, deadline=None)
def test_boxes_that_were_apart_stay_apart(places: list[tuple[int, int]]) -> None:
    layout = laid_out({"nodes": [step(f"n{i}", "set", x, y) for i, (x, y) in enumerate(places)], "connections": {}})
    boxes = list(layout.scene.nodes.values())
    for i, (ax, ay) in enumerate(places):
        for j, (bx, by) in enumerate(places[:i]):
            if abs(ax - bx) >= 100 or abs(ay - by) >= 100:
                assert boxes[i].intersection(boxes[j]) == 0


def test_distances_grow_only_where_they_must() -> None:
    apart = laid_out({"nodes": [step("a", "set", 0, 0), step("b", "set", 220, 0)], "connections": {}})
    close = laid_out({"nodes": [step("a", "set", 0, 0), step("b", "set", 110, 0)], "connections": {}})
    gaps = [layout.scene.nodes["b"].x0 - layout.scene.nodes["a"].x0 for layout in (apart, close)]
    assert gaps == pytest.approx([220, 184])


def test_bad_references_and_equal_names_are_named() -> None:
    workflow = {
        "nodes": [step("a", "set", 0, 0), step("a", "set", 300, 0), {"id": "b", "type": "x.set", "position": [600, 0]}],
        "connections": {"a": main(["b", "ghost"]), "gone": main(["a"])},
    }
    layout = laid_out(workflow)
    assert [n.id for n in layout.diagram.nodes] == ["a", "a (2)", "b"]
    assert [(e.source, e.target) for e in layout.diagram.edges] == [("a", "b")]
    said = " | ".join(layout.warnings)
    assert "'ghost'" in said
    assert "'gone'" in said
    assert "two nodes are named 'a'" in said


def test_connections_may_name_ids_and_exports_may_be_wrapped() -> None:
    workflow = {"nodes": [step("a", "set", 0, 0), step("b", "set", 300, 0)], "connections": {"id-a": main(["id-b"])}}
    for wrapped in ([workflow, workflow], {"data": workflow}, {"workflow": workflow}, {"data": [workflow]}):
        layout = laid_out(wrapped)
        assert [(e.source, e.target) for e in layout.diagram.edges] == [("a", "b")]


def test_without_positions_the_symbols_are_given() -> None:
    found = read_n8n(json.dumps({"nodes": [{"name": "a"}, step("b", "set", 0, 0)], "connections": {"a": main(["b"])}}))
    assert isinstance(found, Diagram)
    assert [(e.source, e.target) for e in found.edges] == [("a", "b")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"nodes": [}', r"^line 1, column 12: malformed JSON"),
        ('{"nodes": [],\n "connections" {}}', r"^line 2, column 16: malformed JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"dependencies": {}}', "no n8n workflow"),
        ("[]", "no n8n workflow"),
        ("3", "no n8n workflow"),
        ('{"nodes": {}, "connections": {}}', "no n8n workflow"),
        ('{"nodes": [], "connections": {}}', "nothing to draw"),
        ('{"nodes": [7], "connections": {}}', "node 1 of the workflow"),
        ('{"nodes": [{"name": "a", "position": [NaN, 0]}], "connections": {}}', "position of node 'a'"),
        ('{"nodes": [{"name": "a", "position": [1e400, 0]}], "connections": {}}', "position of node 'a'"),
        (
            '{"nodes": [{"name": "a", "position": [' + "9" * 9_000 + ', 0]}], "connections": {}}',
            r"^line 1, column 39: a number",
        ),
        ('{"nodes": [{"name": "' + "a" * 20_000 + '", "position": [0, 0]}], "connections": {}}', "20,000 characters"),
        (json.dumps({"nodes": [{"name": "a"}] * 4_000, "connections": {}}), "4,000 nodes"),
    ],
)
def test_bad_files_are_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        read_n8n(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["a", "b", "main", "x.if"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["name", "id", "type", "position", "parameters", "rules", "values", "main", "ai_tool", "node",
                         "index", "nodes", "connections", "workflow", "disabled", "width", "color", "content", "a"]),
        inner, max_size=6,
    ),
    max_leaves=25,
)  # fmt: skip


@given(st.lists(values, max_size=4), st.dictionaries(st.sampled_from(["a", "b"]), values, max_size=2))
@settings(max_examples=150, deadline=None)
def test_anything_in_json_is_read_or_refused(nodes: list[object], connections: dict[str, object]) -> None:
    try:
        found = read_n8n(json.dumps({"nodes": nodes, "connections": connections}))
    except BadDrawing:
        return
    if isinstance(found, Layout):
        canvas = Box(0, 0, found.scene.width, found.scene.height)
        assert all(canvas.contains(box, 1) for box in found.scene.nodes.values())
