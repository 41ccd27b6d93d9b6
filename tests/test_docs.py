"""What the documentation shows is what the code holds."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphicacy import cli
from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.predicates import PREDICATES
from graphicacy.draw.statements import parse_statement
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.task import DrawTask, find_task, load_suite
from graphicacy.read.corpus.generator import GeneratedSource, Knobs
from graphicacy.read.dataset.build import build
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.question import AnswerType
from graphicacy.read.taxonomy import LEAVES

ROOT = Path(__file__).resolve().parents[1]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_error_kind_is_documented_with_its_severity() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (critical|major|minor) \|", page("docs/scoring.md"), re.M))
    assert rows == {kind: severity for kind, (severity, _) in ERROR_KINDS.items()}


def test_every_predicate_is_documented() -> None:
    text = page("docs/tasks.md")
    assert [p.name for p in PREDICATES if p.name not in text] == []


def test_every_form_of_sentence_in_the_docs_is_decidable() -> None:
    table = page("docs/tasks.md").split("| Components |")[1].split("¹ rectangle")[0]
    forms = [form for form in re.findall(r"`([^`]+)`", table) if " " in form or "“" in form]
    forms.remove("left to right")
    forms.remove("is dashed")
    assert len(forms) > 15
    assert [form for form in forms if parse_statement(form) is None] == []


def test_links_between_pages_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


PAGES = [
    "README.md",
    *(
        f"docs/{name}.md"
        for name in (
            *("tasks", "running", "scoring", "diagrams", "questions", "datasets", "sources", "synthesis"),
            *("reading", "reading-scores", "exports", "classical-reader", "stress", "agreement", "judges"),
            *("index", "study", "statistics", "ci", "python", "training", "training-data", "rewards"),
        )
    ),
]


@pytest.mark.parametrize("name", PAGES)
def test_options_that_the_docs_show_exist(name: str) -> None:
    shown = set()
    for line in re.findall(r"graphicacy (?:draw |read |trust |train )?(?:study )?[a-z]+ [^`\n#]*", page(name)):
        command = re.match(r"graphicacy (?:draw |read |trust |train )?(?:study )?[a-z]+", line)
        assert command is not None
        shown |= {(command[0], option) for option in re.findall(r"(?<!\S)--?[a-z][a-z-]*", line)}
    for command in sorted({c for c, _ in shown}):
        words = [sys.executable, "-m", "graphicacy", *command.split()[1:], "--help"]
        done = subprocess.run(words, capture_output=True, text=True, env={"COLUMNS": "200"}, check=False)
        assert done.returncode == 0, done.stderr
        for option in sorted(o for c, o in shown if c == command):
            assert option in done.stdout, f"{name}: {command} {option}"


def test_the_python_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    task = find_task(load_suite(), "path-004")
    (tmp_path / "figure.svg").write_text(draw_control("reference", task).svg or "", encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page("README.md"), re.S)
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("1.0 []")


def test_the_spec_of_the_readme_is_valid() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", page("README.md"), re.S)
    assert DrawTask.model_validate_json(example).id == "egfr"


def test_the_published_schema_is_that_of_the_code(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["graphicacy", "draw", "tasks", "--schema"])
    with contextlib.suppress(SystemExit):
        cli.main()
    assert capsys.readouterr().out == page("docs/draw-task.schema.json")


def test_every_task_and_variant_is_documented() -> None:
    text = page("docs/questions.md")
    for leaf in LEAVES.values():
        (row,) = re.findall(rf"^\| {leaf.code} \| {leaf.name} \|([^|]*)\|", text, re.M)
        words = row.replace(",", " ").replace(":", " ").replace(";", " ").split()
        known = {part for variant in leaf.variants for part in variant.removesuffix("-cyclic").split("-", 1)}
        assert known & set(words) or set(leaf.variants) & set(words)
    kinds = re.findall(r"^\| ([a-z_, ]+) \| `", text, re.M)
    assert {kind for row in kinds for kind in row.split(", ")} >= {kind.value for kind in AnswerType} - {"code"}


@pytest.mark.parametrize("name", ["docs/questions.md", "docs/datasets.md"])
def test_the_python_examples_about_questions_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", page(name), re.S)
    (tmp_path / "flow.mmd").write_text(
        "flowchart LR\n" + "\n".join(f"n{k}[Do thing {k}] --> n{k + 1}[Do thing {k + 1}]" for k in range(6))
    )
    plan = Plan(0, 2, 1, ("graph-parsing",), (GeneratedSource(0, 9, knobs=Knobs(nodes=6)),))
    build(plan, tmp_path / "data", engine="here")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, name, "exec"), {})
    assert "[" in capsys.readouterr().out


def test_every_page_has_its_place_in_the_site() -> None:
    import yaml

    def pages(part: object) -> list[str]:
        if isinstance(part, dict):
            return [name for value in part.values() for name in pages(value)]
        return [name for value in part for name in pages(value)] if isinstance(part, list) else [str(part)]

    listed = pages(yaml.safe_load(page("mkdocs.yml"))["nav"])
    there = sorted(str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md"))
    assert sorted(listed) == there
