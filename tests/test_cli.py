"""The commands, as a user calls them: results, exit codes, one clear line on bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SPEC = {
    "id": "egfr",
    "required_labels": ["EGF", "EGFR", "RAS", "Gefitinib"],
    "required_relations": [
        ["EGF", "activates", "EGFR"],
        ["EGFR", "activates", "RAS"],
        ["Gefitinib", "inhibits", "EGFR"],
    ],
}
DOT = """digraph { rankdir=LR
  EGF -> EGFR -> RAS
  Gefitinib -> EGFR [arrowhead=tee]
}"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(SPEC), encoding="utf-8")
    return path


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_score_of_a_right_drawing(call, spec: Path, tmp_path: Path) -> None:
    code, out, _ = call("draw", "score", written(tmp_path / "a.dot", DOT), "--task", "egfr", "--spec", spec, "--json")
    record = json.loads(out)
    assert code == 0
    assert record["TF"] == 1
    assert record["SC"] == 1
    assert {r["verdict"] for r in record["relations"]} == {"yes"}
    assert {"TF", "SC", "SQ", "CA", "overall", "labels", "relations", "components", "errors", "scored_by"} <= set(
        record
    )
    assert set(record["labels"][0]) >= {"label", "found", "verdict", "seen", "cer"}


def test_score_names_what_is_wrong(call, spec: Path, tmp_path: Path) -> None:
    wrong = DOT.replace("EGF -> EGFR", "EGFR -> EGF; EGFR").replace(" [arrowhead=tee]", "")
    _, out, _ = call("draw", "score", written(tmp_path / "a.dot", wrong), "--spec", spec, "--json")
    kinds = [e["kind"] for e in json.loads(out)["errors"]]
    assert "reversed-relation" in kinds
    assert "wrong-head" in kinds
    code, out, _ = call("draw", "score", tmp_path / "a.dot", "--spec", spec)
    assert code == 0
    assert "reversed-relation" in out


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.png", "no picture", "a.png"),
        ("a.svg", "", "a.svg is empty"),
        ("a.dot", "digraph { a -> ", "a.dot"),
        ("a.mmd", "graph TD\n  A --> ", "a.mmd"),
    ],
)
def test_bad_drawings_are_one_line_and_exit_2(call, spec: Path, tmp_path: Path, name: str, content: str, message: str):
    code, out, err = call("draw", "score", written(tmp_path / name, content), "--spec", spec, "--json")
    assert (code, out) == (2, "")
    assert err.startswith("graphicacy: ")
    assert message in err
    assert err.count("\n") == 1


def test_other_bad_input(call, spec: Path, tmp_path: Path) -> None:
    drawing = written(tmp_path / "a.dot", DOT)
    broken = written(tmp_path / "broken.json", json.dumps(SPEC | {"labels": []}))
    for words, message in (
        (("draw", "score", drawing, "--task", "none"), "no task 'none'"),
        (("draw", "score", drawing, "--spec", tmp_path / "none.json"), "no such file"),
        (("draw", "score", drawing, "--spec", broken), "labels: unknown field"),
        (("draw", "score", drawing, "--spec", spec, "--mode", "lax"), "--mode lax"),
        (("draw", "score", drawing, "--spec", spec, "--text-engine", "eyes"), "eyes"),
        (("draw", "score", tmp_path / "none.png", "--spec", spec), "none.png"),
        (("parse", tmp_path / "none.dot"), "none.dot"),
        (("parse", drawing, "--format", "word"), "--format word"),
        (("render", drawing, "-o", tmp_path / "a.jpg"), "a.jpg"),
    ):
        code, _, err = call(*words)
        assert code == 2, words
        assert message in err


def test_a_spec_of_one_task_is_used_whatever_its_id(call, spec: Path, tmp_path: Path) -> None:
    code, out, err = call(
        "draw", "score", written(tmp_path / "a.dot", DOT), "--task", "mech-001", "--spec", spec, "--json"
    )
    assert code == 0
    assert json.loads(out)["TF"] == 1
    assert "holds task 'egfr', not 'mech-001'" in err


def test_tasks_as_json_and_audit(call) -> None:
    code, out, _ = call("draw", "tasks", "--json")
    assert code == 0
    assert len(json.loads(out)) == 32
    code, out, _ = call("draw", "tasks", "--check")
    assert (code, out) == (0, "32 tasks, no fault\n")


def test_audit_of_an_own_suite_exits_2_with_a_line_per_fault(call, spec: Path) -> None:
    code, out, _ = call("draw", "tasks", "--suite", spec, "--check")
    assert code == 2
    assert "egfr: the prompt does not name 'EGF'" in out


def test_schema_is_json_schema(call) -> None:
    _, out, _ = call("draw", "tasks", "--schema")
    assert json.loads(out)["additionalProperties"] is False


def test_parse_tells_a_person_of_groups_and_of_what_has_no_label(call, tmp_path: Path) -> None:
    file = tmp_path / "a.mmd"
    file.write_text(
        'flowchart LR\n subgraph O [Outer]\n subgraph I [Inner]\n a["x<br/>#quot;y#quot;"]\n end\n end\n'
        " s@{ shape: sm-circ } -->|go| a\n I --x a\n"
    )
    assert call("parse", file)[1].splitlines() == [
        "group          Outer",
        "group          Inner  in Outer",
        'rectangle      x "y"  in Inner',
        "point          #s",
        '#s  (none -> pointed)  x "y"  [go]',
        'Inner  (none -> cross)  x "y"',
    ]
    file = tmp_path / "a.sbgn"
    glyph = '<glyph id="{0}" class="macromolecule"><label text="{0}"/><bbox x="{1}" y="{2}" w="40" h="20"/></glyph>'
    arc = '<arc id="{0}" class="{1}" source="{2}" target="{3}"><start x="{4}" y="{5}"/><end x="{6}" y="{7}"/></arc>'
    parts = [glyph.format(*part) for part in (("A", 0, 0), ("B", 200, 0), ("C", 100, 90))]
    parts += [
        arc.format("p", "production", "A", "B", 40, 10, 200, 10),
        arc.format("q", "catalysis", "C", "p", 120, 90, 120, 10),
    ]
    file.write_text(
        f'<sbgn xmlns="http://sbgn.org/libsbgn/0.3"><map language="process description">{"".join(parts)}</map></sbgn>'
    )
    assert "C  (none -> circle)  (A to B)" in call("parse", file)[1].splitlines()
    (anchor,) = (n for n in json.loads(call("parse", file, "--json")[1])["nodes"] if n["shape"] == "anchor")
    assert anchor["on"] == 0


def test_parse_says_of_a_picture_how_certain_each_part_is(call, tmp_path: Path) -> None:
    call("render", written(tmp_path / "a.dot", "digraph { Filter -> Measure }"), "-o", tmp_path / "a.png")
    code, out, err = call("parse", tmp_path / "a.png", "--json")
    read = json.loads(out)
    assert code == 0
    assert "what its pixels show" in err
    assert [node["label"] for node in read["nodes"]] == ["Filter", "Measure"]
    assert [(e["source"], e["target"], e["head"]) for e in read["edges"]] == [
        (read["nodes"][0]["id"], read["nodes"][1]["id"], "pointed")
    ]
    assert all(0 < node["certainty"] <= 1 for node in read["nodes"])
    assert set(read["edges"][0]["certainty"]) == {"source", "target", "heads"}
    call("render", written(tmp_path / "b.dot", "digraph { }"), "-o", tmp_path / "b.png")
    _, out, err = call("parse", tmp_path / "b.png", "--json")
    assert json.loads(out)["nodes"] == []
    assert "no shape" in err


def test_parse_and_render(call, tmp_path: Path) -> None:
    drawing = written(tmp_path / "a.dot", DOT)
    _, out, _ = call("parse", drawing, "--json")
    diagram = json.loads(out)
    assert {e["head"] for e in diagram["edges"]} == {"pointed", "blunt"}
    assert set(diagram) == {"nodes", "edges", "groups", "direction"}
    code, _, _ = call("render", drawing, "-o", tmp_path / "a.png", "--scene", tmp_path / "s.json")
    scene = json.loads((tmp_path / "s.json").read_text())
    assert code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert len(scene["nodes"]) == 4
    assert len(scene["edges"]) == 3
    call("render", drawing, "-o", tmp_path / "a.svg")
    _, out, _ = call("parse", tmp_path / "a.svg", "--json")
    read = json.loads(out)
    labels = {n["id"]: n["label"] for n in read["nodes"]}
    assert {(labels[e["source"]], labels[e["target"]], e["head"]) for e in read["edges"]} == {
        ("EGF", "EGFR", "pointed"),
        ("EGFR", "RAS", "pointed"),
        ("Gefitinib", "EGFR", "blunt"),
    }


def test_render_takes_an_engine_and_the_knobs_of_a_style(call, tmp_path: Path) -> None:
    source, plain, styled = written(tmp_path / "a.dot", DOT), tmp_path / "plain.svg", tmp_path / "styled.svg"
    assert call("render", source, "-o", plain)[0] == 0
    knobs = ["--palette", "sea", "--font", "serif", "--line-width", 3, "--engine", "neato", "--spacing", 2]
    assert call("render", source, "-o", styled, *knobs)[0] == 0
    assert "PT Serif" in styled.read_text()
    assert "#1f6f9c" in styled.read_text()
    assert "PT Serif" not in plain.read_text()
    code, _, err = call("render", source, "-o", styled, "--direction", "sideways")
    assert (code, "choose TB, BT, LR or RL" in err, err.count("\n")) == (2, True, 1)


def test_render_makes_a_picture_worse_and_moves_its_geometry_along(call, tmp_path: Path) -> None:
    source, out, scene = written(tmp_path / "a.dot", DOT), tmp_path / "a.png", tmp_path / "a.json"
    widths = []
    for strength in (0, 0.5, 1):
        worse = ["--degrade", "low-resolution", "--strength", strength]
        assert call("render", source, "-o", out, "--scene", scene, *worse)[0] == 0
        record = json.loads(scene.read_text())
        assert record["width"] == int.from_bytes(out.read_bytes()[16:20], "big")
        widths.append((record["width"], record["nodes"]["RAS"][2]))
    assert widths[0] > widths[1] > widths[2]
    assert widths[2][1] == pytest.approx(widths[0][1] * widths[2][0] / widths[0][0], abs=1)
    code, _, err = call("render", source, "-o", tmp_path / "a.svg", "--degrade", "blur")
    assert (code, "there is no SVG" in err) == (2, True)


def test_fetch_says_where_the_package_is(call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphicacy.diagram.fetch.fetch_mermaid", lambda: Path("kept/mermaid.js"))
    assert call("fetch", "mermaid") == (0, "kept/mermaid.js\n", "")
    code, _, err = call("fetch", "plantuml")
    assert (code, "choose mermaid" in err) == (2, True)


def test_doctor_names_every_part(call) -> None:
    _, out, _ = call("doctor", "--json")
    parts = {c["part"]: c for c in json.loads(out)}
    assert parts["pygraphviz"]["found"]
    assert all(c["found"] or c["get"] for c in parts.values())


def test_help_loads_nothing_heavy() -> None:
    heavy = "numpy, cv2, pydantic, inspect_ai, rapidocr, altair, lxml, PIL"
    code = (
        "import sys; sys.argv=['graphicacy','--help']\n"
        "from graphicacy.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"loaded = [m for m in '{heavy}'.split(', ') if m in sys.modules]\n"
        "sys.exit(', '.join(loaded) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["draw", "score"], "Missing argument"),
        (["draw", "score", "a.png", "--frob"], "--frob"),
        (["frob"], "frob"),
        (["draw", "run", "--out", "x", "-k", "none"], "-k"),
    ],
)
def test_a_call_that_cannot_be_understood_is_one_line(call, words: list[str], said: str) -> None:
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert said in err
    assert "--help" in err


def test_no_command_shows_the_help(call) -> None:
    code, _, err = call()
    assert code == 2
    assert "Commands:" in err


def test_paths_that_cannot_be_used_are_named(call, tmp_path: Path) -> None:
    drawing = written(tmp_path / "a.dot", DOT)
    file = written(tmp_path / "b", DOT)
    for words in (
        ("render", drawing, "-o", tmp_path / "none" / "a.png"),
        ("render", drawing, "-o", file / "a.png"),
        ("parse", tmp_path, "--format", "dot"),
        ("parse", tmp_path / "missing", "--format", "dot"),
        ("parse", "/dev/zero", "--format", "dot"),
    ):
        code, out, err = call(*words)
        assert (code, out) == (2, ""), words
        assert len(err.splitlines()) == 1
        assert "Errno" not in err
        assert any(Path(str(word)).name in err for word in words[1:])
    assert call("parse", file, "--format", "dot", "--json")[0] == 0


def test_a_report_says_which_results_cannot_be_read(call, tmp_path: Path) -> None:
    results = written(tmp_path / "results.jsonl", 'junk\n{"a": 1}\n')
    code, out, err = call("report", tmp_path, "--out", tmp_path / "report")
    assert (code, out) == (2, "")
    assert "results.jsonl, line 1" in err
    good = '{"system": "a", "kind": "system", "medium": "svg", "task": "t", "sample": 1, "status": "failed"}\n'
    results.write_text(good + "junk\n", encoding="utf-8")
    code, out, err = call("report", tmp_path, "--out", tmp_path / "report", "--format", "csv")
    assert code == 0
    assert err.startswith("warning: ")
    assert "line 2" in err
