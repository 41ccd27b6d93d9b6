"""Questions about one file, by the command."""

import json
import sys

import pytest

from graphicacy import cli
from graphicacy.diagram.raster import png_size
from graphicacy.diagram.render import render
from graphicacy.read import legibility
from graphicacy.read.ask import ask_figure, open_figure
from graphicacy.read.taxonomy import LEAVES, leaves_named

FLOW = """flowchart TD
    a[Collect the water sample] --> b{Is the sample clear?}
    b -- yes --> c[Measure the acidity]
    b -- no --> d[Filter the sample]
    d --> c
    c --> e[Record the result]
    e --> f[Close the case]
    classDef urgent fill:#f26d6d
    class d,e urgent
"""


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["graphicacy", "read", "ask", *words])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    return stop.value.code or 0, capsys.readouterr()


@pytest.fixture
def flow(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flow.mmd").write_text(FLOW)
    return tmp_path


def test_questions_are_printed_as_json_and_their_pictures_are_there(flow, monkeypatch, capsys):
    code, said = run(monkeypatch, capsys, "flow.mmd", "--json")
    assert code == 0
    records = json.loads(said.out)
    assert {"id", "task", "variant", "question", "answer_type", "answer", "images"} <= records[0].keys()
    assert len({r["id"] for r in records}) == len(records)
    assert {r["task"] for r in records} >= {
        "graph-parsing",
        "graph-to-code",
        "localization",
        "semantic",
        "comprehensive",
    }
    for record in records:
        for name in record["images"]:
            size = png_size((flow / name).read_bytes())
            if record["answer_type"] == "box":
                assert size == (record["rubric"]["width"], record["rubric"]["height"])


def test_equal_seeds_ask_the_same_and_others_ask_otherwise(flow, monkeypatch, capsys):
    said = [run(monkeypatch, capsys, "flow.mmd", "--json", "--seed", s, "--task", "C1")[1].out for s in "001"]
    assert said[0] == said[1] != said[2]


def test_count_is_the_most_of_each_variant(flow, monkeypatch, capsys):
    records = json.loads(
        run(monkeypatch, capsys, "flow.mmd", "--json", "--count", "3", "--task", "localization")[1].out
    )
    variants = [r["variant"] for r in records]
    assert 1 < variants.count("node-box") <= 3
    assert len({json.dumps([r["variant"], r["arguments"]]) for r in records}) == len(records)


def test_without_json_they_are_printed_for_people(flow, monkeypatch, capsys):
    code, said = run(monkeypatch, capsys, "flow.mmd", "--task", "S1", "--out", "here")
    assert code == 0
    assert "Which nodes does the figure show?" in said.out
    assert "here/flow.png" in said.out
    assert (flow / "here/flow.png").is_file()


def test_what_is_not_asked_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "line.dot").write_text("graph { a -- b }")
    code, said = run(monkeypatch, capsys, "line.dot", "--json")
    assert code == 0
    assert "masked-subpath: no question about it would have a certain answer" in said.err


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("broken.mmd", "flowchart TD\n a --> [", "broken.mmd: line 2"),
        ("empty.dot", "", "empty.dot is empty"),
        ("picture.png", None, "a raster image has no diagram to read"),
    ],
)
def test_a_file_without_a_diagram_is_one_line(tmp_path, monkeypatch, capsys, name, content, told):
    monkeypatch.chdir(tmp_path)
    data = render("digraph { a -> b }", "dot").png if content is None else content.encode()
    (tmp_path / name).write_bytes(data)
    code, said = run(monkeypatch, capsys, name)
    assert code == 2
    assert told in said.err
    assert said.err.count("\n") == 1


def test_an_unknown_task_is_one_line(flow, monkeypatch, capsys):
    code, said = run(monkeypatch, capsys, "flow.mmd", "--task", "S9")
    assert code == 2
    assert "task 's9' is none of graph-parsing (S1)" in said.err


def test_an_svg_is_asked_about_by_what_its_lines_show(tmp_path):
    (tmp_path / "figure.svg").write_text(render(FLOW, "mermaid").svg or "")
    figure = open_figure(tmp_path / "figure.svg")
    (question,) = ask_figure(figure, ["graph-parsing"]).questions[2:3]
    pairs = {(edge["source"], edge["target"]) for edge in question.answer}
    assert ("Filter the sample", "Measure the acidity") in pairs
    assert len(pairs) == 6


def test_tasks_are_named_by_name_code_letter_and_capability():
    assert [leaf.code for leaf in leaves_named(["semantic"])] == ["M1"]
    assert [leaf.code for leaf in leaves_named(["m"])] == ["M1", "M2"]
    assert [leaf.code for leaf in leaves_named(["C", "s1"])] == ["S1", "C1", "C2", "C3"]
    assert [leaf.code for leaf in leaves_named(["visual"])] == ["V1", "V2", "V3", "V4", "V5"]
    assert [leaf.code for leaf in leaves_named(["comprehensive"])] == ["C1"]
    assert len(leaves_named()) == len(LEAVES) == 13


RING = "digraph { layout=neato; overlap=false; a->b->c->d->a; a->c; b->d; e->a; f->b; g->c; h->d; e->f->g->h->e }"


def test_what_cannot_be_followed_is_drawn_with_wider_gaps(tmp_path):
    file = tmp_path / "ring.dot"
    file.write_text(RING)
    assert legibility.illegible(open_figure(file, "neato")) == ("arrow through node",)
    assert legibility.illegible(open_figure(file)) == ()


def test_of_lines_that_cannot_be_followed_only_the_nodes_are_asked_about(tmp_path):
    file = tmp_path / "ring.dot"
    file.write_text(RING)
    asked = ask_figure(open_figure(file, "neato"))
    assert "the picture has arrow through node: only its nodes are asked about" in asked.notes
    assert {q.variant for q in asked.questions} == {"nodes", "node-box", "direction"}


def test_nothing_is_asked_about_what_cannot_be_read(flow, monkeypatch):
    monkeypatch.setattr("graphicacy.read.ask.illegible", lambda figure: ("arrow through node", "small letters"))
    asked = ask_figure(open_figure(flow / "flow.mmd"))
    assert asked.questions == []
    assert "the picture has small letters: nothing is asked about it" in asked.notes


def test_edges_of_dot_are_those_that_are_drawn(tmp_path):
    file = tmp_path / "hall.dot"
    file.write_text(
        "digraph { compound=true; subgraph cluster_b { label=Hall; eat -> pay } serve -> eat [lhead=cluster_b];"
        "cook -> serve; pay -> cook [style=invis] }"
    )
    figure = open_figure(file)
    assert {(a.source, a.target) for a in figure.arrows} == {("eat", "pay"), ("cook", "serve")}
    assert {"serve", "eat", "pay"} <= figure.unsettled
