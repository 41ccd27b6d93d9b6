"""The notebooks of the examples run, from the first cell to the last, and are kept without what they printed."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from graphicacy.display import html

FOLDER = Path(__file__).resolve().parents[1] / "examples"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def cells(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
    return found


def run(name: str) -> tuple[dict[str, Any], list[Any]]:
    """The names that a notebook defines, and the values of the cells that end with an expression."""
    names: dict[str, Any] = {}
    values = []
    for cell in cells(name):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{name} {cell['id']}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            values.append(eval(compile(ast.Expression(last.value), name, "eval"), names))
    return names, values


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS == ["ask-a-model.ipynb", "score-a-figure.ipynb"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_they_are_short_and_kept_without_outputs(name: str) -> None:
    found = cells(name)
    assert len(found) < 15
    assert len({cell["id"] for cell in found}) == len(found)
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in found if cell["cell_type"] == "code")


@pytest.mark.filterwarnings("error::UserWarning")
def test_score_a_figure_finds_what_it_says_that_it_finds() -> None:
    names, values = run("score-a-figure.ipynb")
    wrong, listed, mended, _ = values
    assert [kind for _, kind, _ in listed] == [error.kind for error in wrong.errors]
    assert {"reversed-relation", "misspelt-label"} <= {kind for _, kind, _ in listed}
    assert mended.overall > 0.95
    assert mended is names["score"]
    assert "data:image/png" in html(wrong)


@pytest.mark.filterwarnings("error::UserWarning")
def test_ask_a_model_grades_the_model_and_the_reader() -> None:
    _, values = run("ask-a-model.ipynb")
    diagram, variants, question, by_model, by_reader = values
    assert len(diagram.edges) == 6
    assert variants[0] == question.variant
    assert by_model.details["precision"] == 1
    assert 0.8 < by_model.score < 1
    assert by_reader.score is not None
    assert by_reader.score > 0.8
