"""``draw score`` and ``draw check`` as CI calls them: exit codes, reports, one line per fault; hook and action."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from lxml import etree

ROOT = Path(__file__).resolve().parents[1]
SPEC = {
    "id": "egfr",
    "required_labels": ["EGF", "EGFR", "RAS"],
    "required_relations": [["EGF", "activates", "EGFR"], ["EGFR", "activates", "RAS"]],
}
RIGHT = "digraph { rankdir=LR\n EGF -> EGFR -> RAS\n}"
REVERSED = "digraph { rankdir=LR\n EGF -> EGFR\n RAS -> EGFR\n}"
LIVE = ("--text-engine", "live")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a right and a wrong figure, as the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("spec.json").write_text(json.dumps(SPEC), encoding="utf-8")
    Path("right.dot").write_text(RIGHT, encoding="utf-8")
    Path("wrong.dot").write_text(REVERSED, encoding="utf-8")
    return tmp_path


def configure(*figures: str, fail_on: str = "reversed-relation") -> None:
    lines = ['spec = "spec.json"', f'fail-on = ["{fail_on}"]', 'text-engine = "live"']
    Path("graphicacy.toml").write_text("\n".join([*lines, *(f'[[figure]]\nfile = "{f}"' for f in figures)]))


@pytest.mark.parametrize(
    ("file", "options", "code", "said"),
    [
        ("right.dot", ("--min", "overall=.8", "--fail-on", "critical"), 0, ""),
        ("wrong.dot", (), 0, ""),
        ("wrong.dot", ("--fail-on", "reversed-relation"), 3, "below the gate: reversed-relation: EGFR activates RAS"),
        ("wrong.dot", ("--min", "SC=.9"), 3, "below the gate: SC 0.5 is below 0.9"),
        ("wrong.dot", ("--fail-on", "gibberish", "--min", "SC=.5"), 0, ""),
    ],
)
def test_the_exit_code_says_whether_a_drawing_passes(
    call, folder: Path, file: str, options: tuple[str, ...], code: int, said: str
) -> None:
    found, out, err = call("draw", "score", file, "--spec", "spec.json", *LIVE, *options, "--json")
    assert found == code
    assert json.loads(out)["TF"] == 1
    assert said in err if said else err == ""


def test_several_drawings_are_told_apart_and_one_that_cannot_be_read_stops_none(call, folder: Path) -> None:
    words = ("draw", "score", "gone.svg", "right.dot", "wrong.dot", "--spec", "spec.json", *LIVE, "--min", "SC=1")
    code, out, err = call(*words, "--junit", "j.xml", "--sarif", "s.sarif")
    assert code == 2
    assert err == "graphicacy: gone.svg cannot be read: No such file or directory\n"
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "pass  right.dot",
        "FAIL  wrong.dot",
        "      below the gate",
    ]
    assert {k: v for k, v in etree.parse("j.xml").getroot().items() if k != "name"} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
    }
    rules = [result["ruleId"] for result in json.loads(Path("s.sarif").read_text())["runs"][0]["results"]]
    assert rules[:2] == ["unscorable", "below-minimum"]
    assert "reversed-relation" in rules

    code, out, _ = call(*words, "--json")
    record = json.loads(out)
    assert code == 2
    assert [(f["file"], f["passed"]) for f in record["figures"]] == [
        ("gone.svg", False),
        ("right.dot", True),
        ("wrong.dot", False),
    ]
    assert record["passed"] is False
    assert record["figures"][0]["score"] is None


def test_check_reads_what_the_repository_says(call, folder: Path) -> None:
    configure("right.dot")
    assert call("draw", "check")[0] == 0
    configure("right.dot", "wrong.dot")
    code, out, _ = call("draw", "check")
    assert code == 3
    assert "FAIL  wrong.dot: overall" in out
    assert "      below the gate: reversed-relation: EGFR activates RAS" in out
    code, out, _ = call("draw", "check", "graphicacy.toml", "--json")
    assert [(c["check"], c["passed"]) for c in json.loads(out)["figures"][1]["checks"]] == [
        ("no reversed-relation", False)
    ]
    configure("right.dot", "gone.dot")
    assert call("draw", "check")[0] == 2


def test_paths_start_from_the_configuration_and_reports_from_the_working_folder(
    call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure("wrong.dot")
    (folder / "sub").mkdir()
    for where, config, uri in (
        (folder, "graphicacy.toml", "wrong.dot"),
        (folder / "sub", "../graphicacy.toml", (folder / "wrong.dot").as_uri()),
    ):
        monkeypatch.chdir(where)
        assert call("draw", "check", config, "--sarif", folder / "s.sarif")[0] == 3
        (result, *_) = json.loads((folder / "s.sarif").read_text())["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_an_error_stands_at_its_line_of_an_svg(call, folder: Path) -> None:
    Path("a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90">\n'
        '<rect x="20" y="20" width="90" height="40" fill="none" stroke="black"/>\n'
        '<text x="40" y="45" font-size="16">EGGR</text>\n</svg>'
    )
    code, *_ = call("draw", "score", "a.svg", "--spec", "spec.json", *LIVE, "--fail-on", "critical", "--sarif", "s")
    alerts = {r["ruleId"]: r for r in json.loads(Path("s").read_text())["runs"][0]["results"]}
    assert code == 3
    assert alerts["misspelt-label"]["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}
    assert "region" not in alerts["missing-label"]["locations"][0]["physicalLocation"]


def test_reports_are_the_same_bytes_each_time(call, folder: Path) -> None:
    configure("right.dot", "wrong.dot")
    for n in "12":
        call("draw", "check", "--junit", f"{n}.xml", "--sarif", f"{n}.sarif")
    assert Path("1.xml").read_bytes() == Path("2.xml").read_bytes()
    assert Path("1.sarif").read_bytes() == Path("2.sarif").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--fail-on", "reversed"), "fail-on 'reversed'"),
        (("--min", "overall=80"), "minimum overall=80: scores lie between 0 and 1"),
        (("--min", "overall"), "write SCORE=VALUE"),
        (("--junit", "none/j.xml"), "--junit none/j.xml: cannot be written"),
        (("--sarif", "."), "--sarif .: cannot be written"),
        (("--sarif", "out", "--junit", "out"), "both name out"),
        (("--text-engine", "live", "--min", "TF=1"), "picture.png: the text engine 'live' reads SVG"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(call, folder: Path, options: tuple[str, ...], said: str) -> None:
    from PIL import Image

    Image.new("RGB", (40, 30), "white").save("picture.png")
    code, out, err = call("draw", "score", "picture.png", "--spec", "spec.json", *options)
    assert code == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_a_missing_configuration_says_what_to_write(call, folder: Path) -> None:
    code, _, err = call("draw", "check")
    assert code == 2
    assert "graphicacy.toml: there is no such file; write one" in err


def test_the_hook_runs_the_check_for_whatever_a_figure_is_made_of() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["id"], hook["language"], hook["entry"]) == ("graphicacy-score", "python", "graphicacy draw check")
    assert hook["pass_filenames"] is False
    for name in ("graphicacy.toml", "papers/graphicacy.toml", "a/b.svg", "a.png", "a.jpeg", "flow.mmd", "spec.json"):
        assert re.search(hook["files"], name), name
    for name in ("README.md", "mygraphicacy.toml", "pyproject.toml", "a.py"):
        assert not re.search(hook["files"], name), name


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({}, ["draw", "check", "graphicacy.toml"]),
        (
            {"CONFIG": "my papers/g.toml", "JUNIT": "j.xml", "SARIF": "$(touch hacked) s"},
            ["draw", "check", "my papers/g.toml", "--junit", "j.xml", "--sarif", "$(touch hacked) s"],
        ),
    ],
)
def test_the_action_passes_its_inputs_on_and_runs_nothing_in_them(
    folder: Path, inputs: dict[str, str], words: list[str]
) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert all("${{" not in step.get("run", "") for step in action["runs"]["steps"])
    step = action["runs"]["steps"][-1]
    given = {name: action["inputs"][name.lower()]["default"] for name in step["env"]} | inputs
    stub = folder / "graphicacy" / "bin" / "graphicacy"
    stub.parent.mkdir(parents=True)
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n')
    stub.chmod(0o755)
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        env={"PATH": os.environ["PATH"], "RUNNER_TEMP": str(folder), **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()) == (3, words)
    assert not (folder / "hacked").exists()


def test_the_examples_of_the_page_are_valid(call, folder: Path) -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    workflow, gitlab, hooks = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", page, re.S))
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    (used,) = [s for s in workflow["jobs"]["figures"]["steps"] if "graphicacy" in s["uses"]]
    assert used["with"].keys() <= action["inputs"].keys()
    assert gitlab["figures"]["artifacts"]["reports"]["junit"] in gitlab["figures"]["script"][1]
    assert hooks["repos"][0]["hooks"] == [{"id": "graphicacy-score"}]

    (example,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    for name in ("pathway", "workflow"):
        figure = next(f for f in tomllib.loads(example)["figure"] if f["task"] == name)
        Path(figure["file"]).parent.mkdir(exist_ok=True)
    Path("figures/specs.json").write_text(json.dumps([SPEC | {"id": "pathway"}, SPEC | {"id": "workflow"}]))
    call("render", "right.dot", "-o", "figures/pathway.svg")
    Path("figures/workflow.mmd").write_text("flowchart LR\n EGF --> EGFR --> RAS\n")
    Path("graphicacy.toml").write_text(example.replace("spec =", 'text-engine = "live"\nspec ='), encoding="utf-8")
    code, out, err = call("draw", "check")
    assert (code, err) == (0, "")
    assert out.count("pass  figures/") == 2
