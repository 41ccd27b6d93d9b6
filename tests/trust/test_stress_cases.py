"""Cases of stress tests: the originals are right, the defects contradict the task, and a seed gives the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graphicacy.diagram.edit import HARMLESS, MEANING
from graphicacy.diagram.edit.symbols import change_head, drop_edge, flip_edge, relabel, with_edge
from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node
from graphicacy.diagram.render import render
from graphicacy.draw.from_diagram import task_from_diagram
from graphicacy.draw.record import DrawScore
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Evidence
from graphicacy.sight.vector import read_svg
from graphicacy.trust.stress import sources
from graphicacy.trust.stress.cases import Made, cases_of
from graphicacy.trust.stress.controls import EMPTY, least_alike, with_words
from graphicacy.trust.stress.sources import Original, originals
from graphicacy.trust.stress.truth import contradicts

FLOW = "flowchart TD\n a[Raw data] --> b[Clean data] --> c[Model 1] --> d[Report]\n b --> e[Archive]\n"


@pytest.fixture(scope="module")
def pair() -> list[Original]:
    return originals(["reference"], 2, 0)[0]


@pytest.fixture(scope="module")
def made(pair: list[Original]) -> list[Made]:
    return list(cases_of(pair[0], pair[1:], most=2, walks=1, walk_length=5, seed=4))


def test_sources_take_turns_and_only_right_drawings_are_taken() -> None:
    found, _ = originals(["reference", "library"], 4, 1)
    assert [one.id.partition(":")[0] for one in found] == ["reference", "library"] * 2
    assert len({one.id for one in found}) == 4


def test_a_file_and_a_folder_are_sources(tmp_path: Path) -> None:
    (tmp_path / "flow.mmd").write_text(FLOW)
    (tmp_path / "tiny.mmd").write_text("flowchart LR\n a[Only] --> b[Two]\n")
    found, skipped = originals([str(tmp_path)], 5, 0)
    assert [len(one.task.required_labels) for one in found] == [5]
    assert len(skipped) == 1
    assert "too few" in skipped[0]
    assert originals([str(tmp_path / "flow.mmd")], 1, 0)[0][0].id == "file:flow.mmd"


def test_two_drawings_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "flow.mmd").write_text(FLOW)
    with pytest.raises(ValueError, match=r"two sources have a drawing file:flow\.mmd"):
        originals([str(tmp_path / folder / "flow.mmd") for folder in ("one", "two")], 2, 0)


@pytest.mark.parametrize("source", ["nowhere", "library/no"])
def test_an_unknown_source_is_named(source: str) -> None:
    with pytest.raises(ValueError, match=source):
        originals([source], 1, 0)


def test_there_is_a_case_of_every_operator_and_control(made: list[Made]) -> None:
    cases = [one.case for one in made]
    assert cases[0].kind == "original"
    defects = {case.operator for case in cases if case.kind == "defect"}
    assert len(defects) >= 15
    assert defects <= set(MEANING)
    assert {case.operator for case in cases if case.kind == "harmless"} == set(HARMLESS)
    assert {case.operator for case in cases if case.kind == "control"} == {
        "blank", "wrong-task", "label-dump", "prompt-printed", "note-correct", "prompt-overlay",
    }  # fmt: skip
    assert [case.defects for case in cases if case.kind == "walk"] == [1, 2, 3, 4, 5]
    assert len({case.id for case in cases}) == len(cases)
    assert {case.of for case in cases[1:]} <= {case.id for case in cases}


def test_words_lie_over_a_drawing_with_defects(made: list[Made]) -> None:
    by_id = {one.case.id: one.case for one in made}
    for one in made:
        if one.case.operator in ("note-correct", "prompt-overlay"):
            assert by_id[one.case.of].defects == one.case.defects == 3


def test_only_the_jpeg_has_no_svg(made: list[Made]) -> None:
    assert {one.case.operator for one in made if one.svg is None} == {"jpeg"}


def test_a_seed_gives_the_same_bytes_and_more_walks_leave_the_rest(pair: list[Original], made: list[Made]) -> None:
    again = list(cases_of(pair[0], pair[1:], most=2, walks=1, walk_length=5, seed=4))
    assert again == made
    other = {one.case.id: one.case for one in cases_of(pair[0], pair[1:], most=2, walks=2, walk_length=5, seed=4)}
    assert all(other[one.case.id] == one.case for one in made if one.case.kind in ("original", "defect", "harmless"))


def _small() -> tuple[DrawTask, Diagram]:
    nodes = tuple(Node(key, f"{key} label") for key in "abc")
    diagram = Diagram(nodes, (Edge("a", "b"), Edge("b", "c", head=Head.BLUNT)))
    return task_from_diagram(diagram, "small").task, diagram


def test_what_contradicts_a_task_is_told_from_symbols() -> None:
    task, diagram = _small()
    assert not contradicts(task, diagram, diagram, "typo", "label")
    assert contradicts(task, diagram, flip_edge(diagram, 0), "flipped-edge", "relation")
    assert contradicts(task, diagram, drop_edge(diagram, 1), "dropped-edge", "relation")
    assert contradicts(task, diagram, change_head(diagram, 1, Head.POINTED), "changed-head", "relation")
    assert contradicts(task, diagram, relabel(diagram, "a", "x label"), "typo", "label")
    assert contradicts(task, diagram, diagram, "overlap", "layout")


def test_an_arrow_that_runs_both_ways_does_not_say_that_it_runs_one_way() -> None:
    task, diagram = _small()
    both = with_edge(diagram, 0, Edge("a", "b", head=Head.POINTED, tail=Head.POINTED))
    assert contradicts(task, diagram, both, "changed-head", "relation")


def test_what_left_its_frame_contradicts_the_task() -> None:
    inside = Diagram((Node("a", "A label", group="g"), Node("b", "B label", group="g")), groups=(Group("g", "Frame"),))
    outside = replace(inside, nodes=(replace(inside.nodes[0], group=None), inside.nodes[1]))
    task = task_from_diagram(inside, "framed").task
    assert contradicts(task, inside, outside, "moved", "node")
    assert not contradicts(task, outside, outside, "moved", "node")


def test_a_label_that_may_be_repeated_may_be_there_twice() -> None:
    task, diagram = _small()
    twice = replace(diagram, nodes=(*diagram.nodes, Node("d", "a label")))
    assert contradicts(task, diagram, twice, "duplicated-label", "label")
    allowed = task.model_copy(update={"repeated_labels": ("a label",)})
    assert not contradicts(allowed, diagram, twice, "duplicated-label", "label")


def test_a_drawing_that_is_not_right_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = sources.score_drawing

    def doubtful(task: DrawTask, evidence: Evidence) -> DrawScore:
        return right(task, evidence).model_copy(update={"SC_geometry": 0.9})

    monkeypatch.setattr(sources, "score_drawing", doubtful)
    with pytest.raises(ValueError, match=r"its own drawing scores TF 1\.0, SC 0\.9"):
        originals(["reference"], 1, 0)


def test_a_head_that_the_predicate_admits_is_no_defect() -> None:
    nodes = tuple(Node(key, f"{key} label") for key in "ab")
    diagram = Diagram(nodes, (Edge("a", "b", head=Head.NONE),))
    task = task_from_diagram(diagram, "line").task
    assert not contradicts(task, diagram, change_head(diagram, 0, Head.POINTED), "changed-head", "relation")
    assert contradicts(task, diagram, change_head(diagram, 0, Head.BLUNT), "changed-head", "relation")


def test_the_task_of_a_wrong_drawing_shares_the_fewest_labels() -> None:
    tasks = [DrawTask(id=f"t{i}", required_labels=labels) for i, labels in enumerate((("A", "B"), ("A", "C"), ("X",)))]
    assert least_alike(tasks[0], tasks[1:]) == 1
    assert least_alike(tasks[0], []) is None
    assert least_alike(tasks[0], [tasks[0]]) is None


def test_a_long_prompt_fits_on_its_page() -> None:
    text = "A <b>& long</b> prompt. " * 200
    page = with_words(EMPTY, text)
    svg = render(page).svg
    assert svg is not None
    reading = read_svg(svg)
    assert " ".join(item.text for item in reading.texts).split() == text.split()
    assert max(item.box.y1 for item in reading.texts) < page.scene.height
    assert max(item.box.x1 for item in reading.texts) < page.scene.width
