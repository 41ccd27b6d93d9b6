"""Files and sources become drawings."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.decoding import decode
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.engines import resvg
from graphicacy.diagram.engines.guard import Caps
from graphicacy.diagram.files import open_bytes, open_drawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Head, Node
from graphicacy.diagram.render import _check_size, render
from graphicacy.diagram.scene import Box, Scene


def svg(width: float, height: float, body: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{body}</svg>'


def pixels(drawing: Drawing) -> np.ndarray:
    with Image.open(io.BytesIO(drawing.png)) as image:
        assert image.mode == "RGB"
        return np.asarray(image)


@pytest.mark.parametrize(
    ("size", "scale", "shown"),
    [
        ((800, 600), 1.0, (800, 600)),
        ((600, 10), 1.0, (600, 10)),
        ((300, 150), 4.0, (1200, 600)),
        ((150, 300), 4.0, (600, 1200)),
        ((8192, 4096), 0.5, (4096, 2048)),
    ],
)
def test_the_scale_is_told(size: tuple[int, int], scale: float, shown: tuple[int, int]) -> None:
    drawing = render(svg(*size, '<rect width="50%" height="100%" fill="red"/>'), "svg")
    assert (drawing.scale, (drawing.width, drawing.height)) == (scale, shown)
    picture = pixels(drawing)
    assert tuple(picture[0, 0]) == (255, 0, 0)
    assert tuple(picture[-1, -1]) == (255, 255, 255)
    assert drawing.svg is not None
    assert drawing.notation == "svg"


def test_the_same_source_gives_the_same_bytes() -> None:
    source = svg(700, 200, '<text x="9" y="50">IL-6 → <tspan font-weight="bold">STAT3</tspan></text>')
    assert render(source, "svg") == render(source, "svg")


def test_a_character_that_the_font_lacks_is_drawn_if_the_machine_can() -> None:
    drawing = render(svg(700, 100, '<text x="9" y="50" font-size="30">⊣</text>'), "svg")
    assert pixels(drawing).min() < 100
    assert "not in the default font" in drawing.warnings[0]


@pytest.mark.parametrize(
    ("name", "data", "notation"),
    [
        ("a.svg", svg(700, 10).encode(), "svg"),
        ("a.txt", svg(700, 10).encode(), "svg"),
        ("a.svg", ("\ufeff" + svg(700, 10)).encode(), "svg"),
        ("a.svg", svg(700, 10).encode("utf-16"), "svg"),
        ("a.svgz", gzip.compress(svg(700, 10).encode(), mtime=0), "svg"),
        ("a.mmd", b"flowchart TD\n A --> B", "mermaid"),
        ("a.mermaid", b"flowchart TD\n A --> B", "mermaid"),
        ("a.dot", b"digraph { a -> b }", "dot"),
        ("a.gv", b"graph { a -- b }", "dot"),
    ],
)
def test_files_are_known_by_content_and_suffix(tmp_path: Path, name: str, data: bytes, notation: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    drawing = open_drawing(path)
    assert drawing.notation == notation
    assert drawing == open_bytes(data, name)


def test_a_picture_is_one_whatever_its_suffix() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 30)).save(buffer, "PNG")
    assert open_bytes(buffer.getvalue(), "a.svg").notation is None


def test_latin_1_is_read_as_declared() -> None:
    data = '<?xml version="1.0" encoding="ISO-8859-1"?>' + svg(700, 90, "<text>café</text>")
    drawing = open_bytes(data.encode("latin-1"), "a.svg")
    assert drawing.svg is not None
    assert "café" in drawing.svg


def test_a_diagram_is_drawn() -> None:
    drawing = render(Diagram((Node("a", "ACE2"), Node("b", "S1")), (Edge("b", "a", head=Head.BLUNT),)), "dot")
    assert drawing.diagram is not None
    assert drawing.scene is not None
    assert [n.label for n in drawing.diagram.nodes] == ["ACE2", "S1"]
    assert drawing.diagram.edges[0].head is Head.BLUNT
    assert drawing.scene.width == drawing.width


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("e.svg", b"", "e.svg is empty"),
        ("e.svg", b"prose about a figure", "e.svg: there is no <svg>"),
        ("e.mmd", b"flowchart TD\n A --> B\n C -->", r"e\.mmd: line 3, column \d+: Mermaid syntax error"),
        ("e.dot", b"digraph {\n a -> \n}", r"e\.dot: line 3, column \d+: DOT syntax error"),
        ("e.svgz", gzip.compress(b"<svg>" + b" " * 40_000_000, mtime=0), "e.svgz holds more than"),
        ("e.svgz", gzip.compress(svg(700, 10).encode(), mtime=0)[:30], "e.svgz is damaged"),
        ("e.dot", b"digraph {" + b"a -> b;" * 400_000 + b"}", "e.dot: the dot source has"),
    ],
)
def test_errors_name_the_file(name: str, data: bytes, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        open_bytes(data, name)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadDrawing, match=r"nothing\.png cannot be read: No such file"):
        open_drawing(tmp_path / "nothing.png")


def test_a_folder_is_no_drawing(tmp_path: Path) -> None:
    with pytest.raises(BadDrawing, match="is no file"):
        open_drawing(tmp_path)


@pytest.mark.parametrize("label", ["word " * 4_000, "(a; b) " * 3_000])
@pytest.mark.parametrize(
    ("source", "notation"),
    [
        ('flowchart LR\n a["%s"] --> b', "mermaid"),
        ('flowchart LR\n a --> b\n a -- "%s" --> c', "mermaid"),
        ('digraph { a [label="%s"] -> b }', "dot"),
    ],
)
def test_an_endless_label_is_refused_at_once(source: str, notation: str, label: str) -> None:
    with pytest.raises(BadDrawing, match=f"^the {notation} source has a label of 2[01],000 characters: the limit is"):
        render(source % label, notation)


def test_an_endless_name_is_refused_and_long_lines_are_not() -> None:
    with pytest.raises(BadDrawing, match="a label of"):
        render(f"flowchart LR\n {'x' * 20_000} --> b", "mermaid")
    links = ";".join(["a->b"] * 3_000)
    assert render(f"strict digraph {{{links}}}", "dot").width > 0


def test_real_files_have_no_endless_label(shared_data: Path) -> None:
    files = [*shared_data.glob("mermaid/*.mmd"), *shared_data.glob("dot/*.gv")]
    assert files
    for file in files:
        _check_size(decode(file.read_bytes()), "mermaid")


def test_an_unknown_notation_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="'plantuml' is none of mermaid, dot, gpml"):
        render("x", "plantuml")


def test_a_painted_layout_says_where_its_words_were_set() -> None:
    nodes = (Node("a", "Alpha"), Node("b", "Beta"))
    boxes = {"a": Box(20, 20, 120, 60), "b": Box(320, 20, 420, 60)}
    scene = Scene(440, 80, boxes, (((120.0, 40.0), (320.0, 40.0)),))
    drawing = render(Layout(Diagram(nodes, (Edge("a", "b", "binds"),)), scene))
    assert drawing.engine == "author"
    assert drawing.layout is not None
    assert set(drawing.layout.lettering) == {"a", "b", 0}
    assert drawing.scene is not None
    assert boxes["a"].x1 * drawing.scale < drawing.scene.labels[0].center[0] < boxes["b"].x0 * drawing.scale


BLUR = '<filter id="f" x="-9" y="-9" width="99" height="99"><feGaussianBlur stdDeviation="1e9"/></filter>'


@pytest.mark.parametrize(
    "body",
    [
        BLUR + '<rect width="400" height="300" filter="url(#f)"/>' * 300,
        '<path d="M0 0' + " L 5 5 L 300 200" * 200_000 + '" stroke="#000" stroke-dasharray="1 1"/>',
    ],
)
def test_a_drawing_that_takes_too_long_is_stopped(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resvg, "_CAPS", Caps(wall=1.5, cpu=1, memory=1 << 30))
    with pytest.raises(BadDrawing, match=r"resvg was stopped after .* too complex"):
        render(svg(700, 300, body), "svg")
    monkeypatch.undo()
    assert render(svg(700, 300), "svg").width == 700


def test_a_wide_drawing_is_reduced_and_its_boxes_with_it() -> None:
    drawing = render("digraph { node [shape=box]; " + "".join(f"a -> b{i};" for i in range(400)) + "}", "dot")
    assert drawing.width == 4096
    assert drawing.scale < 0.2
    assert drawing.scene is not None
    assert (drawing.scene.width, drawing.scene.height) == (drawing.width, drawing.height)
    picture = pixels(drawing).min(axis=2)
    for box in list(drawing.scene.nodes.values())[::40]:
        x0, y0, x1, y1 = (round(v) for v in box)
        assert picture[y0 - 1 : y0 + 2, x0:x1].min(axis=0).max() < 250, "the border at the top"
        assert picture[y1 - 1 : y1 + 2, x0:x1].min(axis=0).max() < 250, "and at the bottom"


@pytest.mark.parametrize(
    ("size", "said"),
    [((100_001, 500), "the limit is 100,000"), ((90_000, 9), "too narrow"), ((1, 5_000), "too narrow")],
)
def test_what_no_picture_can_show_is_refused(size: tuple[int, int], said: str) -> None:
    with pytest.raises(BadDrawing, match=said):
        render(svg(*size, '<rect width="100%" height="100%"/>'), "svg")
