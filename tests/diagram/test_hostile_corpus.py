"""Malformed and hostile files of every notation: refused in one line that says where, or read without harm.

What is not small is made here, not stored. After each file the engines still serve a good one.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphicacy import cli
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import graphviz, guard
from graphicacy.diagram.engines.guard import Caps
from graphicacy.diagram.files import open_drawing, open_source

CORPUS = Path(__file__).parents[1] / "data" / "hostile"
GOOD = {"good.mmd": "flowchart LR\n  a --> b", "good.dot": "digraph { a -> b }"}

REFUSED = {  # what the one line on stderr says after "graphicacy: <file>: "
    "arrow-of-graphs.dot": "line 2, column 5: DOT syntax error: '->' cannot stand here",
    "arrow-to-nothing.mmd": "line 4, column 1: Mermaid syntax error: the source ends too early",
    "bad-front-matter.mmd": "line 3, column 1: Mermaid syntax error: unexpected end of the stream",
    "bad-state.mmd": "line 5, column 1: Mermaid syntax error: the source ends too early",
    "comma.json": "line 3, column 1: malformed JSON",
    "cut-off.sbgn": "line 4, column 1: malformed XML",
    "entity-bomb.gpml": "line 1, column 1: a document type is declared",
    "entity-file.gpml": "line 1, column 1: a document type is declared",
    "fault-in-fence.md": "line 5, column 5: Mermaid syntax error",
    "huge-canvas.gpml": "the drawing has 5,000,030 × 60 pixels",
    "huge-number.bpmn": "line 4: x of <Bounds> is '1e300'",
    "list.json": "this is JSON, but no n8n workflow",
    "mismatched-tag.gpml": "line 4, column 10: malformed XML: Opening and ending tag mismatch",
    "nan.gpml": "line 2: CenterX of this DataNode is 'NaN'",
    "nan.json": "the position of node 'a' is 'nan'",
    "nan.svg": "the SVG is 15 × -4 pixels: there is nothing to see",
    "negative-size.bpmn": "line 4: a shape has -100 × 80 pixels",
    "no-box.sbgn": "line 2: a glyph has no <bbox>",
    "no-diagram.md": "there is no fenced diagram",
    "no-header.mmd": "line 1, column 1: no Mermaid diagram starts with 'a --> b'",
    "no-number.sbgn": "line 2: w of <bbox> is 'wide'",
    "not-dot.dot": "line 1, column 1: DOT syntax error: 'This' cannot stand here",
    "nothing.gpml": "there is nothing to draw",
    "open-fence.md": "line 5, column 6: DOT syntax error: the graph breaks off",
    "open-quote.bpmn": "line 2, column 38: malformed XML",
    "other-xml.gpml": "line 1: this is no GPML: its root is <svg>",
    "outside-dtd.bpmn": "line 1, column 1: a document type is declared",
    "reserved-word.mmd": 'line 2, column 9: Mermaid syntax error: "end" is not expected here',
    "too-large-number.json": "the position of node 'a' is 'inf'",
    "unclosed-bracket.mmd": 'line 2, column 17: Mermaid syntax error: "[" is not expected here',
    "unclosed-quote.mmd": "line 2, column 6: Mermaid syntax error: the source ends too early",
    "unclosed-string.dot": "line 2, column 12: DOT syntax error: a quoted string that begins here is never closed",
    "unclosed-subgraph.mmd": "line 4, column 1: Mermaid syntax error: the source ends too early",
    "unclosed.dot": "line 3, column 8: DOT syntax error: the graph breaks off; a } is missing",
    "use-bomb.svg": "the SVG grows beyond 50,000 elements",
    "wrong-types.json": "this is JSON, but no n8n workflow",
}
HARMLESS = {  # read and drawn, but without what could do harm: ids of the nodes, where they tell something
    "broken-html.dot": {"a"},
    "entity-bomb.svg": None,
    "files.dot": {"a", "b"},
    "huge-canvas.svg": None,
    "no-interchange.bpmn": {"t"},
    "no-node.json": {"a"},
    "no-position.json": {"a"},
    "no-target.sbgn": {"g"},
    "numbers.dot": {"a", "b"},
    "open-tag.svg": None,
    "own-anchor.gpml": None,
    "own-compartment.sbgn": {"g"},
    "own-host.bpmn": {"t", "b"},
    "own-parent.mmd": {"x", "y"},
    "own-rank.dot": {"a"},
    "own-use.svg": None,
    "prototype.mmd": {"__proto__", "constructor", "toString"},
    "same-id.sbgn": {"g", "g (2)"},
    "same-name.json": {"a", "a (2)"},
    "script.mmd": {"a", "b"},
    "script.svg": None,
}


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    monkeypatch.setattr(sys, "argv", ["graphicacy", *map(str, argv)])
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr()
    return int(end.value.code or 0), said.out, said.err


@pytest.fixture
def good(tmp_path: Path) -> list[Path]:
    files = [tmp_path / name for name in GOOD]
    for file in files:
        file.write_text(GOOD[file.name])
    return files


def serves(files: list[Path]) -> bool:
    """Whether the engines still draw."""
    return all(set(open_drawing(file).scene.nodes) == {"a", "b"} for file in files)  # type: ignore[union-attr]


def test_every_file_of_the_corpus_is_expected_to_be_something() -> None:
    assert {file.name for file in CORPUS.iterdir()} == REFUSED.keys() | HARMLESS.keys()


@pytest.mark.parametrize("name", REFUSED)
def test_faults_are_told_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, out = CORPUS / name, tmp_path / "out.png"
    for argv in (("parse", file, "--json"), ("render", file, "-o", out)):
        code, printed, said = run(monkeypatch, capsys, *argv)
        assert code == 2
        assert printed == ""
        assert said.startswith(f"graphicacy: {name}: {REFUSED[name]}")
        assert said.count("\n") == 1
        assert len(said) < 500
    assert not out.exists()
    with pytest.raises(BadDrawing, match=name):
        open_drawing(file)
    if not name.endswith(".svg"):
        with pytest.raises(BadDrawing):
            open_source(file).read()


@pytest.mark.parametrize("name", HARMLESS)
def test_what_can_be_read_is_read_without_harm(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, out = CORPUS / name, tmp_path / "out.svg"
    code, printed, said = run(monkeypatch, capsys, "parse", file, "--json")
    assert code == 0
    assert "Traceback" not in said
    ids = {node["id"] for node in json.loads(printed)["nodes"]}
    assert HARMLESS[name] is None or ids == HARMLESS[name]
    code, _, said = run(monkeypatch, capsys, "render", file, "-o", out, "--scene", tmp_path / "scene.json")
    assert code == 0
    assert "Traceback" not in said
    svg = out.read_text()
    for harm in ("<script", "javascript:", "onload", "onerror", "/etc/", "127.0.0.1", "<!ENTITY", "<iframe"):
        assert harm not in svg
    scene = json.loads((tmp_path / "scene.json").read_text())
    assert 0 < scene["width"] <= 4096
    assert 0 < scene["height"] <= 4096


def test_what_was_mended_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, said = run(monkeypatch, capsys, "parse", CORPUS / "open-tag.svg")
    assert said.startswith("open-tag.svg: the SVG is not well-formed and was mended: line 3")


def _nested(opening: str, inner: str, closing: str, times: int) -> str:
    return opening * times + inner + closing * times


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">'
GPML = '<Pathway xmlns="http://pathvisio.org/GPML/2013a">'
BPMN = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">'
SBGN = '<sbgn xmlns="http://sbgn.org/libsbgn/0.2"><map>'
ATTRIBUTES = " ".join(f"a{i}='1'" for i in range(5_000))
LARGE = {
    "many.mmd": ("flowchart TD\n" + "a --> b\n" * 100_000, "limit"),
    "long.mmd": (f"flowchart TD\n a[{'x' * 190_000}]", "a label"),
    "deep.mmd": ("stateDiagram-v2\n" + _nested("state s {\n", "a --> b\n", "}\n", 300), "nest"),
    "many.dot": ("digraph {" + "".join(f"a{i};" for i in range(100_000)) + "}", "limit"),
    "deep.dot": ("digraph {" + _nested("subgraph {", "a", "}", 20_000) + "}", "deep"),
    "long.dot": (f'digraph {{ a [label="{"x" * 300_000}"] }}', "label"),
    "many.gpml": (GPML + "<DataNode/>" * 250_000 + "</Pathway>", "250,001 elements: the limit is 200,000"),
    "deep.gpml": (GPML + _nested("<Comment>", "", "</Comment>", 100_000) + "</Pathway>", "line 1"),
    "deep.bpmn": (BPMN + _nested("<subProcess>", "", "</subProcess>", 100_000) + "</definitions>", "line 1"),
    "deep.sbgn": (SBGN + _nested('<glyph class="complex">', "", "</glyph>", 100_000) + "</map></sbgn>", "line 1"),
    "wide.sbgn": (f"{SBGN}<glyph {ATTRIBUTES}/></map></sbgn>", "attributes"),
    "deep.json": (f'{{"nodes": {_nested("[", "", "]", 200_000)}, "connections": {{}}}}', "nested too deep"),
    "deep.md": (">" * 200_000 + " words\n", "no fenced diagram"),
    "stars.md": ("*a_" * 100_000 + "\n", "no fenced diagram"),
    "deep.svg": (SVG + _nested("<g>", "<rect/>", "</g>", 5_000) + "</svg>", "200 deep"),
    "many.svg": (SVG + "<rect/>" * 100_000 + "</svg>", "100,001 elements: the limit is 20,000"),
    "wide.svg": (f"{SVG}<rect {ATTRIBUTES}/></svg>", "attributes"),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_much_is_refused_soon(name: str, tmp_path: Path) -> None:
    text, said = LARGE[name]
    file = tmp_path / name
    file.write_text(text)
    start = time.process_time()
    with pytest.raises(BadDrawing, match=said) as error:
        open_drawing(file)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bomb.svgz", gzip.compress(b"<svg>" + b" " * 40_000_000, mtime=0), "holds more than 32,000,000 bytes"),
        ("cut.svgz", gzip.compress(b"<svg/>", mtime=0)[:-6], "damaged or cut off"),
        ("bytes.gpml", bytes(range(256)) * 40, "line 1, column 1: malformed XML"),
        ("sixteen.mmd", "flowchart TD\n  a[x --> b".encode("utf-16"), "line 2, column 5: Mermaid syntax error"),
        ("cut.png", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "cut.png"),
        ("nothing.dot", b"\x00\n\t ", "nothing.dot is empty"),
    ],
)
def test_bytes_that_are_no_text(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadDrawing, match=said) as error:
        open_drawing(tmp_path / name)
    assert "\n" not in str(error.value)


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A graph of 60 nodes that Graphviz lays out for minutes."""
    file = tmp_path / "endless.dot"
    file.write_text("digraph {" + "".join(f"n{i} -> n{j};" for i in range(60) for j in range(60)) + "}")
    return file


def test_a_layout_that_hangs_is_stopped(endless: Path, good: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphviz, "_CAPS", Caps(wall=1, cpu=15))
    start = time.monotonic()
    with pytest.raises(BadDrawing, match=r"endless\.dot: Graphviz was stopped after 1 s"):
        open_drawing(endless)
    assert time.monotonic() - start < 5
    assert serves(good)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="signals are the same, but this finds no worker")
def test_a_worker_killed_over_a_job_is_replaced(endless: Path, good: list[Path]) -> None:
    guard.close()
    assert serves(good[1:])
    (pid,) = [worker.process.pid for worker in guard._pool.idle if worker.memory == graphviz._CAPS.memory]
    killer = threading.Timer(0.5, os.kill, (pid, signal.SIGKILL))
    killer.start()
    with pytest.raises(BadDrawing, match=r"endless\.dot: Graphviz gave up \(SIGKILL\)") as error:
        open_drawing(endless)
    killer.join()
    assert "\n" not in str(error.value)
    assert serves(good)


def test_eight_threads_at_once_get_what_one_gets(good: list[Path]) -> None:
    faults = [CORPUS / name for name in ("unclosed.dot", "unclosed-quote.mmd", "nan.gpml", "use-bomb.svg")]
    files = [*good, *faults, CORPUS / "own-use.svg", CORPUS / "no-target.sbgn"] * 3

    def outcome(file: Path) -> bytes | str:
        try:
            return open_drawing(file).png
        except BadDrawing as error:
            return str(error)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(outcome, files))
    once = {file: outcome(file) for file in set(files)}
    assert found == [once[file] for file in files]
    assert all((file in faults) == isinstance(once[file], str) for file in files)
