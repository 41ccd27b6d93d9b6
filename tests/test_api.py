"""``import graphicacy as gc``: what it offers, how fast, and how it fails."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphicacy as gc
from graphicacy import api
from graphicacy.cli import completion
from graphicacy.diagram.files import SOURCES
from graphicacy.diagram.model import Diagram, Edge, Node
from graphicacy.diagram.render import ENGINES
from graphicacy.draw.record import DrawScore, Judgement
from graphicacy.draw.run import MEDIA
from graphicacy.draw.systems.controls import CONTROLS, draw_control
from graphicacy.read.question import Question
from graphicacy.read.taxonomy import LEAVES

FLOW = "flowchart LR\n" + "\n".join(f"n{k}[Do thing {k}] --> n{k + 1}[Do thing {k + 1}]" for k in range(6))
SPEC = {"id": "two", "required_labels": ["Heat", "Steam"], "required_relations": [["Heat", "causes", "Steam"]]}
TWO = "digraph { Heat -> Steam }"


def test_the_package_offers_what_the_api_does_and_nothing_else() -> None:
    assert gc.__all__ == api.__all__
    assert set(gc.__all__) <= set(dir(gc))
    assert all(getattr(gc, name) is getattr(api, name) for name in gc.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        gc.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_types_are_known_for_every_name() -> None:
    tree = ast.parse(Path(gc.__file__).read_text(encoding="utf-8"))
    (told,) = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "graphicacy.api"]
    assert [name.name for name in told.names] == gc.__all__


def test_to_import_it_loads_nothing() -> None:
    code = "import sys; before = set(sys.modules); import graphicacy; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ast.literal_eval(done.stdout)
    assert [name for name in loaded if name.startswith("graphicacy")] == ["graphicacy"]
    assert not {"numpy", "pydantic", "rich", "typer"} & set(loaded)


@pytest.mark.parametrize("kind", ["text", "path", "name", "bytes"])
def test_a_diagram_is_given_as_text_or_as_a_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "flow.mmd"
    path.write_text(FLOW, encoding="utf-8")
    diagram = gc.parse({"text": FLOW, "path": path, "name": str(path), "bytes": FLOW.encode()}[kind])
    assert [node.label for node in diagram.nodes] == [f"Do thing {k}" for k in range(7)]


@pytest.mark.parametrize("text", [TWO, "flowchart LR; Heat --> Steam", "```mermaid\nflowchart LR\nHeat --> Steam\n```"])
def test_a_text_of_one_line_is_a_text(text: str) -> None:
    diagram = gc.parse(text, format="markdown" if text.startswith("`") else None)
    assert diagram.labels() == {"Heat": "Heat", "Steam": "Steam"}


def test_an_svg_is_parsed_by_its_lines_and_rendered() -> None:
    svg = gc.render(TWO).svg
    assert svg is not None
    diagram = gc.parse(svg)
    assert [node.label for node in diagram.nodes] == ["Heat", "Steam"]
    assert len(diagram.edges) == 1
    assert gc.render(svg).engine == "resvg"


def test_a_picture_is_given_as_bytes_and_read_by_its_pixels() -> None:
    drawing = gc.render(TWO)
    assert gc.render(drawing.png).png == drawing.png
    with pytest.warns(UserWarning, match="this is what its pixels show"):
        assert len(gc.parse(drawing.png).nodes) == 2


def test_a_diagram_is_rendered_by_the_engine_that_is_asked_for() -> None:
    diagram = Diagram((Node("a", "Heat"), Node("b", "Steam")), (Edge("a", "b"),))
    assert gc.render(diagram).engine == "graphviz"
    assert gc.render(diagram, engine="merman").engine == "merman"
    assert gc.render(diagram).png == gc.render(diagram).png


@pytest.mark.parametrize("task", [SPEC, "task", "path", "name"])
def test_a_task_is_given_as_record_or_file(task: Any, tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps(SPEC), encoding="utf-8")
    made = {"task": gc.tasks(path)[0], "path": path, "name": str(path)}
    score = gc.score(TWO, made[task] if isinstance(task, str) else task, text_engine="live")
    assert (score.TF, score.SC, score.errors) == (1, 1, ())


def test_a_score_keeps_its_drawing_and_is_otherwise_that_of_the_command() -> None:
    drawing = draw_control("scrambled", gc.tasks()[0])
    score = gc.score(drawing, gc.tasks()[0].id, text_engine="live")
    assert score.drawing is drawing
    assert "drawing" not in score.model_dump()
    assert DrawScore.model_validate_json(score.model_dump_json()).errors == score.errors
    assert str(score).splitlines()[1:] == [f"{e.severity}: {e.kind}: {e.what}" for e in score.errors]


def test_a_judge_is_asked_about_the_drawing() -> None:
    asked = []

    def judge(drawing: object, task: object) -> list[Judgement]:
        asked.append((drawing, task))
        return [Judgement(judge="me", prompt="p", structure=1, conventions=1)]

    plain, judged = (gc.score(TWO, SPEC, text_engine="live", judge=one) for one in (None, judge))
    assert len(asked) == 1
    assert asked[0][0] is judged.drawing
    assert plain.SQ is not None
    assert judged.SQ is not None
    assert judged.SQ < plain.SQ


def test_questions_come_with_their_pictures_and_grade_themselves() -> None:
    questions = gc.ask(FLOW, "S1", seed=3)
    assert questions
    for question in questions:
        assert isinstance(question, Question)
        assert len(question.pictures) == len(question.images)
        assert all(png.startswith(b"\x89PNG") for png in question.pictures)
        assert question.question in gc.prompt(question).text
        assert "pictures" not in question.to_json()
    right = json.dumps(questions[0].answer)
    assert gc.grade(questions[0], right).score == 1
    assert str(gc.grade(questions[0], "")).startswith("not scored (empty)")
    assert gc.ask(FLOW, ["S1"], seed=3) == questions


def test_what_cannot_be_asked_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="^text: visual-attributes: no question"):
        assert gc.ask(FLOW, "visual-attributes") == []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: gc.parse("nowhere.mmd"), "nowhere.mmd cannot be read"),
        (lambda: gc.parse("flowchart LR\nA--"), "text: line 2, column"),
        (lambda: gc.parse("a.mmd", format="word"), "format 'word': choose one of mermaid"),
        (lambda: gc.render(TWO, engine="crayon"), "engine 'crayon' is none of"),
        (lambda: gc.render("hello\nworld"), "the notation of this text is not known"),
        (lambda: gc.score(TWO, "nope"), "no task 'nope'; there are:"),
        (lambda: gc.score(TWO, {"id": "x"}), "task: required_labels: required field is missing"),
        (lambda: gc.score(TWO, "nope.json"), "nope.json: no such file"),
        (lambda: gc.score(TWO, SPEC, mode="lax"), "mode 'lax': choose strict or published"),  # type: ignore[arg-type]
        (lambda: gc.ask(FLOW, "S9"), "task 's9' is none of"),
    ],
)
def test_bad_input_is_a_value_error_of_one_line(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r"\S") as error:
        call()
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def completed(words: str) -> list[str]:
    asks = {"_GRAPHICACY_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    command = [sys.executable, "-c", "from graphicacy.cli import main; main()"]
    done = subprocess.run(command, env={**os.environ, **asks}, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("graphicacy dr", ["draw"]),
        ("graphicacy draw score --task mech-00", ["mech-001", "mech-002", "mech-003", "mech-004"]),
        ("graphicacy draw run --model control/s", ["control/scrambled"]),
        ("graphicacy read ask --task graph-", ["graph-parsing", "graph-to-code"]),
        ("graphicacy render --engine cir", ["circo"]),
        ("graphicacy parse --format mer", ["mermaid"]),
    ],
)
def test_the_shell_completes(words: str, found: list[str]) -> None:
    assert completed(words) == found


def test_the_shell_is_shown_how_to_complete() -> None:
    command = [sys.executable, "-c", "from graphicacy.cli import main; main()", "--show-completion", "bash"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "complete -o default -F _graphicacy_completion graphicacy" in shown


def test_what_is_completed_is_what_there_is() -> None:
    assert completion.complete_leaf("") == list(LEAVES)
    assert completion.complete_engine("") == list(ENGINES)
    assert completion.complete_format("") == list(SOURCES)
    assert completion.complete_medium("") == list(MEDIA)
    assert completion.complete_drawer("") == [f"control/{name}" for name in CONTROLS]
    assert completion.complete_task("") == [task.id for task in gc.tasks()]
