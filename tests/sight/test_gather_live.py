"""From a drawing to evidence: what can be seen counts, and nothing else."""

from __future__ import annotations

import base64
import io

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.files import open_bytes
from graphicacy.diagram.model import Head
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.gather import gather

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" font-family="Arial" font-size="20">'


def svg(content: str) -> str:
    return f'{HEAD}<rect width="800" height="600" fill="#ffffff"/>{content}</svg>'


def texts(content: str) -> list[str]:
    return [item.text for item in gather(render(svg(content), "svg"), "live").text]


@pytest.mark.parametrize(
    ("content", "seen"),
    [
        ('<text x="50" y="100">AKT1</text>', True),
        ('<text x="50" y="100" fill="#ffffff">AKT1</text>', False),  # white on white
        ('<text x="50" y="100" opacity="0">AKT1</text>', False),
        ('<text x="50" y="100" fill="none">AKT1</text>', False),
        ('<text x="-500" y="100">AKT1</text>', False),  # off the canvas
        (
            '<text x="50" y="100">AKT1</text><rect x="40" y="70" width="200" height="60" fill="#0072b2"/>',
            False,
        ),  # under
        ('<rect x="40" y="70" width="200" height="60" fill="#0072b2"/><text x="50" y="100">AKT1</text>', True),
        ('<rect width="300" height="200"/><text x="50" y="100" fill="#ffffff">AKT1</text>', True),
        ('<text x="50" y="100" font-size="0.4">AKT1</text>', False),
        ('<text x="50" y="100" display="none">AKT1</text>', False),
        ('<g transform="rotate(90 300 300)"><text x="300" y="300">AKT1</text></g>', True),
    ],
)
def test_only_text_that_can_be_seen_is_evidence(content: str, seen: bool) -> None:
    assert texts(content) == (["AKT1"] if seen else [])


def test_hidden_text_names_no_shape() -> None:
    box = '<rect x="50" y="50" width="200" height="80" fill="#ffffff" stroke="#000000"/>'
    evidence = gather(render(svg(f'{box}<text x="90" y="95" fill="#ffffff">AKT1</text>'), "svg"), "live")
    assert evidence.diagram is not None
    assert "AKT1" not in evidence.diagram.labels().values()


def test_a_halo_is_read_once() -> None:
    halo = '<text x="50" y="100" stroke="#ffffff" stroke-width="6">AKT1</text><text x="50" y="100">AKT1</text>'
    assert texts(halo) == ["AKT1"]


def test_contrast_and_box_are_those_of_the_ink() -> None:
    (item,) = gather(render(svg('<text x="50" y="100" fill="#777777">HELLO</text>'), "svg"), "live").text
    assert item.contrast == pytest.approx(4.48, abs=0.15)  # #777777 on white, WCAG's known border case
    assert item.box.y1 == pytest.approx(100, abs=1.5)
    assert item.box.height == pytest.approx(0.716 * 20, abs=2)  # Arial's cap height


def test_topology_is_known_for_svg_and_seen_in_pixels() -> None:
    shapes = (
        '<rect x="50" y="50" width="120" height="60" fill="none" stroke="#000000"/><text x="80" y="88">EGF</text>'
        '<rect x="350" y="50" width="120" height="60" fill="none" stroke="#000000"/><text x="375" y="88">EGFR</text>'
        '<line x1="170" y1="80" x2="345" y2="80" stroke="#000000"/><path d="M350 80 l-12 -6 v12 z"/>'
    )
    drawing = render(svg(shapes), "svg")
    vector = gather(drawing, "live")
    assert vector.diagram is not None
    assert len(vector.diagram.edges) == 1
    assert vector.certainty is None
    raster = gather(open_bytes(drawing.png, "a.png"))
    assert raster.diagram is not None
    labels = raster.diagram.labels()
    assert [(labels[e.source], labels[e.target], e.head) for e in raster.diagram.edges] == [
        ("EGF", "EGFR", Head.POINTED)
    ]
    assert raster.certainty is not None
    assert set(raster.certainty.nodes) == set(labels)
    assert {"EGF", "EGFR"} <= {item.text for item in raster.text}
    with pytest.raises(ValueError, match="live"):
        gather(open_bytes(drawing.png, "a.png"), "live")


def test_an_svg_that_wraps_a_picture_is_read_by_its_pixels() -> None:
    inner = render(svg('<text x="300" y="300" font-size="40">Kinase</text>'), "svg").png
    data = base64.b64encode(inner).decode()
    evidence = gather(render(svg(f'<image width="800" height="600" href="data:image/png;base64,{data}"/>'), "svg"))
    assert evidence.diagram is None
    assert [item.text for item in evidence.text] == ["Kinase"]


def test_an_unreadable_picture_is_a_loud_warning_and_a_blank_one_is_not() -> None:
    noise = np.zeros((400, 400, 3), dtype=np.uint8)
    noise[100:300, 100:300] = (200, 30, 30)
    for pixels, warned in ((noise, True), (np.full_like(noise, 255), False)):
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "PNG")
        evidence = gather(open_bytes(buffer.getvalue(), "a.png"))
        assert bool(evidence.warnings) is warned


def test_mermaid_and_dot_bring_their_own_topology() -> None:
    for source, notation in (("graph LR\n  A[EGF] --> B[EGFR]", "mermaid"), ("digraph { EGF -> EGFR }", "dot")):
        evidence = gather(render(source, notation), "live")
        assert evidence.diagram is not None
        labels = evidence.diagram.labels()
        assert [(labels[e.source], labels[e.target]) for e in evidence.diagram.edges] == [("EGF", "EGFR")]
        assert {item.text for item in evidence.text} == {"EGF", "EGFR"}


def test_a_drawing_of_very_many_elements_is_read_by_its_text_alone() -> None:
    dots = "".join(f'<circle cx="{50 + i % 100 * 7}" cy="{150 + i // 100 * 9}" r="2"/>' for i in range(4500))
    evidence = gather(render(svg(f'<text x="50" y="60" font-size="30">Kinase</text>{dots}'), "svg"))
    assert evidence.diagram is None
    assert "Kinase" in {item.text for item in evidence.text}
    assert any("4,000 elements" in warning for warning in evidence.warnings)


def test_an_arrow_head_that_ocr_reads_as_a_letter_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.sight import gather as module

    corners = ((296.0, 90.0), (310.0, 90.0), (310.0, 105.0), (296.0, 105.0))
    mark = TextItem("V", Box(296, 90, 310, 105), corners, size=15, score=0.9)
    word = TextItem(
        "Outlined", Box(500, 300, 620, 330), ((500.0, 300.0), (620.0, 300.0), (620.0, 330.0), (500.0, 330.0))
    )
    monkeypatch.setattr(module, "read_text", lambda pixels, engine: (mark, word))
    live = gather(render(svg('<text x="50" y="60">Kinase</text>'), "svg"))
    assert [item.text for item in live.text] == ["Kinase", "Outlined"]
    outlines_only = gather(render(svg('<path d="M296 90 h14 v15 z"/>'), "svg"))
    assert [item.text for item in outlines_only.text] == ["V", "Outlined"]


def ocr_line(text: str, box: Box) -> TextItem:
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    return TextItem(text, box, corners, size=box.height, score=0.95)


TWO_BOXES = (
    '<rect x="50" y="50" width="140" height="60" fill="none" stroke="#000000"/>'
    '<rect x="450" y="50" width="140" height="60" fill="none" stroke="#000000"/>'
    '<line x1="190" y1="80" x2="440" y2="80" stroke="#000000"/><path d="M450 80 l-12 -6 v12 z"/>'
)


def joined(content: str) -> list[tuple[str, str, str]]:
    evidence = gather(render(svg(content), "svg"))
    assert evidence.diagram is not None
    labels = evidence.diagram.labels()
    return [(labels[e.source], e.label, labels[e.target]) for e in evidence.diagram.edges]


def test_letters_drawn_as_paths_name_shapes_by_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.sight import gather as module

    lines = (ocr_line("STAT3", Box(80, 70, 160, 90)), ocr_line("Cyclin D1", Box(465, 70, 575, 90)))
    monkeypatch.setattr(module, "read_text", lambda pixels, engine: lines)
    assert joined(TWO_BOXES) == [("STAT3", "", "Cyclin D1")]


def test_a_few_letters_that_ocr_alone_reads_label_no_connector(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.sight import gather as module

    named = f'{TWO_BOXES}<text x="75" y="87">Epidermal</text><text x="470" y="87">Receptor</text>'
    mark = ocr_line("个个", Box(300, 58, 330, 74))
    monkeypatch.setattr(module, "read_text", lambda pixels, engine: (mark,))
    assert joined(named) == [("Epidermal", "", "Receptor")]
