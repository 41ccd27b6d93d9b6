"""Drawing tasks made of diagrams."""

import json
import sys
from itertools import pairwise

import pytest

from graphicacy import cli
from graphicacy.diagram import notations
from graphicacy.diagram.files import open_drawing, open_source
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.draw.audit import audit_suite
from graphicacy.draw.from_diagram import task_from_diagram
from graphicacy.draw.score import score_drawing
from graphicacy.draw.task import BadTask
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.sight.gather import gather

FLOW = """flowchart LR
    subgraph lab[Laboratory]
        a([Sample received]) --> b{Is it sealed?}
    end
    b -- yes --> c[(Archive)]
    b -. no .-> d[Return it]
"""


def made(text=FLOW, notation="mermaid"):
    return task_from_diagram(notations.read(text, notation), "flow")


def test_labels_of_nodes_frames_and_arrows_are_required():
    task = made().task
    assert task.required_labels == (
        "Sample received",
        "Is it sealed?",
        "Archive",
        "Return it",
        "Laboratory",
        "yes",
        "no",
    )


def test_relations_come_from_heads_and_frames():
    a, b, c, d, e = (Node(k, k * 3) for k in "abcde")
    edges = (
        Edge("a", "b"),
        Edge("a", "c", head=Head.BLUNT),
        Edge("d", "a", head=Head.CIRCLE),
        Edge("e", "a", head=Head.NONE, tail=Head.POINTED),
        Edge("b", "c", head=Head.NONE),
        Edge("c", "d", tail=Head.POINTED),
        Edge("e", "f", head=Head.DIAMOND),
    )
    diagram = Diagram((a, b, c, d, e, Node("f", "fff", group="g")), edges, (Group("g", "Frame"),))
    assert task_from_diagram(diagram, "x").task.required_relations == (
        ("aaa", "leads to", "bbb"),
        ("aaa", "inhibits", "ccc"),
        ("ddd", "catalyses", "aaa"),
        ("aaa", "leads to", "eee"),
        ("bbb", "connects to", "ccc"),
        ("ccc", "is in equilibrium with", "ddd"),
        ("eee", "regulates", "fff"),
        ("Frame", "contains", "fff"),
    )


def test_shapes_words_at_arrows_and_the_flow_are_asked_for_and_named_in_the_prompt():
    task = made().task
    assert "diamond labelled “Is it sealed?”" in task.required_components
    assert "The flow runs from left to right" in task.discipline_conventions
    assert "The arrow from “Is it sealed?” to “Return it” is labelled “no”" in task.discipline_conventions
    assert "The arrow from “Is it sealed?” to “Return it” is dashed" in task.discipline_conventions
    assert all(label in task.prompt for label in task.required_labels)


def test_what_no_label_tells_apart_is_left_out_and_said():
    diagram = Diagram(
        (Node("a", "End"), Node("b", "end"), Node("c", "Start"), Node("d", "")),
        (Edge("c", "a"), Edge("c", "b", "w"), Edge("c", "c"), Edge("c", "d"), Edge("a", "b", line=LineStyle.INVISIBLE)),
    )
    found = task_from_diagram(diagram, "x")
    assert found.task.required_labels == ("End", "Start")
    assert found.task.repeated_labels == ("End",)
    assert found.task.required_relations == ()
    assert found.left_out == [
        "the connector from “Start” to “End” is left out: an end has no label of its own",
        "the connector from “Start” to “end” is left out: an end has no label of its own",
        "the connector from “Start” to “Start” is left out: it is a loop",
        "the connector from “Start” to “d” is left out: an end has no label of its own",
    ]


def test_a_diagram_that_no_task_can_hold_is_refused_in_one_line():
    with pytest.raises(BadTask, match=r"x: required_labels\.0: .* at most 200 characters; take a part") as caught:
        task_from_diagram(Diagram((Node("a", "long " * 60), Node("b", "B")), (Edge("a", "b"),)), "x")
    assert "\n" not in str(caught.value)
    chain = tuple(Node(f"n{k}", f"N{k}") for k in range(202))
    with pytest.raises(BadTask, match=r"x: required_labels: .* at most 200 items"):
        task_from_diagram(Diagram(chain, ()), "x")


def test_conventions_that_are_too_many_are_left_out_and_said():
    chain = tuple(Node(f"n{k}", f"N{k}") for k in range(70))
    edges = tuple(Edge(a.id, b.id, "go", line=LineStyle.DASHED) for a, b in pairwise(chain))
    found = task_from_diagram(Diagram(chain, edges), "x")
    assert len(found.task.discipline_conventions) == 100
    assert found.left_out == ["38 words or dashes of arrows are left out: a task has at most 100 conventions"]


def test_anchors_are_no_labels():
    diagram = Diagram((Node("a", "A"), Node("b", "B"), Node("m", shape=Shape.ANCHOR, on=0)), (Edge("a", "b"),))
    assert task_from_diagram(diagram, "x").task.required_labels == ("A", "B")


def test_a_diagram_without_words_is_refused():
    with pytest.raises(BadTask, match="x: the diagram has no words"):
        task_from_diagram(Diagram((Node("a"),)), "x")


def test_a_diagram_that_no_prompt_can_hold_is_refused():
    nodes = tuple(Node(f"n{k}", f"A fairly long label of node {k:04}") for k in range(200))
    edges = tuple(Edge(f"n{k}", f"n{j}") for k in range(0, 200, 3) for j in range(1, 200, 40))
    with pytest.raises(BadTask, match="take a part of the diagram"):
        task_from_diagram(Diagram(nodes, edges), "x")


KEYS = LibrarySource().keys()[::16]


@pytest.mark.parametrize("key", KEYS)
def test_a_library_diagram_makes_a_sound_task_which_its_own_picture_fulfils(key, tmp_path):
    entry = LibrarySource().load(key)
    path = tmp_path / "figure.mmd"
    path.write_text(entry.mermaid or "", "utf-8")
    task = task_from_diagram(entry.diagram, "x").task
    assert audit_suite([task], builtin=False) == []
    score = score_drawing(task, gather(open_drawing(path), "live"), (), "strict")
    assert score.SC == 1.0
    assert score.TF is not None
    assert score.TF > 0.95


def test_the_command_prints_or_writes_the_task(tmp_path, monkeypatch, capsys):
    (tmp_path / "flow 1.mmd").write_text(FLOW)
    monkeypatch.chdir(tmp_path)
    for words in (["flow 1.mmd"], ["flow 1.mmd", "-o", "task.json", "--discipline", "chemistry", "--id", "chem-1"]):
        monkeypatch.setattr(sys, "argv", ["graphicacy", "draw", "task", *words])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        assert not stop.value.code
    printed = json.loads(capsys.readouterr().out)
    assert printed["id"] == "flow-1"
    assert printed["required_labels"][0] == "Sample received"
    written = json.loads((tmp_path / "task.json").read_text("utf-8"))
    assert (written["id"], written["discipline"]) == ("chem-1", "chemistry")
    assert written["prompt"] == printed["prompt"]


def test_a_pathway_makes_a_task(shared_data):
    path = sorted((shared_data / "wikipathways").glob("*.gpml"))[3]
    layout = open_source(path).read()
    task = task_from_diagram(layout.diagram, path.stem, figure_type="signalling or reaction pathway").task
    assert task.required_relations
    assert all(set(relation[::2]) <= set(task.required_labels) for relation in task.required_relations)
