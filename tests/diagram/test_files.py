"""Files are told apart by suffix and content, and their faults are placed in the file."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from time import perf_counter

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.files import open_bytes, open_source
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.notations import NOTATIONS, notation_of

GPML = '<?xml version="1.0"?>\n<Pathway xmlns="http://pathvisio.org/GPML/2013a" Name="x"></Pathway>'
BPMN = '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"/>'
SBGN = '<sbgn xmlns="http://sbgn.org/libsbgn/0.3"><map language="process description"/></sbgn>'
N8N = '{"name": "x", "nodes": [], "connections": {}}'


@pytest.mark.parametrize(
    ("text", "name", "notation"),
    [
        ("anything", "a.mmd", "mermaid"),
        ("anything", "a.GV", "dot"),
        ("%% a note\n---\n", "a.mermaid", "mermaid"),
        ("flowchart LR\n a --> b", "a.txt", "mermaid"),
        ("%% first\n\nstateDiagram-v2\n a --> b", "stdin", "mermaid"),
        ("---\ntitle: x\n---\nflowchart TD\n a", "a.txt", "mermaid"),
        ("// c\n/* d */ strict digraph g {}", "a.txt", "dot"),
        ("/* a * b **/ /**/ graph g\n{ a -- b }", "a.txt", "dot"),
        ("graph TD\n a --> b", "a.txt", "mermaid"),
        ("graph { a -- b }", "a.txt", "dot"),
        (GPML, "a.xml", "gpml"),
        (BPMN, "a.xml", "bpmn"),
        (SBGN, "a.xml", "sbgn"),
        (N8N, "a.json", "n8n"),
        ('[{"name": "x"}]', "a.json", "n8n"),
        ('{"nodes": []}', "a.txt", None),
        ("<svg/>", "a.xml", None),
        ("Dear all, a graph is { a set }", "a.txt", None),
    ],
)
def test_notations_are_told_apart(text: str, name: str, notation: str | None) -> None:
    assert notation_of(text, name) == notation


@pytest.mark.parametrize(
    "text", ["/**/" * 40, "---\n" * 3_000, "---" + "\n" * 19_000, "<Pathway " * 2_000, "/*" * 9_000, "{" + " " * 19_000]
)
def test_text_made_to_be_slow_takes_no_time(text: str) -> None:
    began = perf_counter()
    assert notation_of(f"{text}x", "") is None
    assert perf_counter() - began < 0.5


def test_each_suffix_belongs_to_one_notation() -> None:
    suffixes = [suffix for notation in NOTATIONS.values() for suffix in notation.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)


def test_a_fault_in_a_fence_is_placed_in_the_markdown_file() -> None:
    text = "# Title\n\nwords\n\n```dot\ndigraph {\n a -> \n}\n```\n"
    with pytest.raises(BadDrawing, match=r"^notes\.md: line 8\b"):
        open_bytes(text.encode(), "notes.md")


def test_of_several_fences_the_first_is_taken_and_the_others_are_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("```mermaid\nflowchart LR\n a --> b\n```\n\n```dot\ndigraph { c }\n```\n")
    source = open_source(path)
    assert (source.notation, source.line) == ("mermaid", 2)
    assert "7" in source.warnings[0]
    assert [node.id for node in source.read().nodes] == ["a", "b"]  # type: ignore[union-attr]


def test_a_diagram_that_is_no_graph_is_passed_over_where_a_graph_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("```mermaid\nsequenceDiagram\n A->>B: x\n```\n\n```mermaid\n%% c\nstateDiagram-v2\n a --> b\n```\n")
    source = open_source(path)
    assert (source.notation, source.line) == ("mermaid", 7)
    assert source.warnings == ("only the first graph, in line 7, was taken; there are more in lines 2",)
    path.write_text("```mermaid\nsequenceDiagram\n A->>B: x\n```\n")
    with pytest.raises(BadDrawing, match="a Mermaid sequence diagram is no graph"):
        open_source(path).read()


def test_a_text_in_no_known_notation_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Grüße\n")
    with pytest.raises(BadDrawing, match=r"^notes\.txt: the notation of this text is not known; say it with --format"):
        open_source(path)
    path.write_bytes(b"\x00\x01\x02")
    with pytest.raises(BadDrawing, match="raster image"):
        open_source(path)


def test_standard_input_and_pipes_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"flowchart LR\n a --> b\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert open_source(Path("-")).text == text.decode()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(text,))
    writer.start()
    assert open_source(pipe, "mermaid").text == text.decode()
    writer.join()
    for path, said in (
        (tmp_path, "is no file"),
        (Path("/dev/null"), "is no file"),
        (tmp_path / "no", "cannot be read"),
    ):
        with pytest.raises(BadDrawing, match=said):
            open_source(path)


def test_markdown_without_a_diagram_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("```python\nprint(1)\n```\n")
    with pytest.raises(BadDrawing, match=r"notes\.md: there is no fenced diagram"):
        open_source(path)


def test_a_declared_encoding_of_an_xml_notation_is_heeded(tmp_path: Path) -> None:
    path = tmp_path / "a.gpml"
    graphics = '<Graphics CenterX="50" CenterY="50" Width="80" Height="20"/>'
    node = f'<DataNode TextLabel="Protéine" GraphId="a">{graphics}</DataNode>'
    text = GPML.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?').replace("</Pathway>", f"{node}</Pathway>")
    path.write_bytes(text.encode("latin-1"))
    layout = open_source(path).read()
    assert isinstance(layout, Layout)
    assert [node.label for node in layout.diagram.nodes] == ["Protéine"]


def test_a_picture_has_no_source(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n....")
    with pytest.raises(BadDrawing, match="a raster image has no diagram to read"):
        open_source(path)


def test_a_picture_is_not_drawn_by_an_engine() -> None:
    with pytest.raises(BadDrawing, match="no engine draws it anew"):
        open_bytes(b"\x89PNG\r\n\x1a\n....", "a.png", engine="graphviz")
