"""What notebooks show: safe whatever is in it, and registered with IPython without loading anything."""

from __future__ import annotations

import base64
import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from PIL import Image

import graphicacy as gc
from graphicacy import display
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Diagram, Edge, Node
from graphicacy.draw.record import DrawScore, ErrorItem, LabelVerdict, ScoredDrawing
from graphicacy.read.answers import Status
from graphicacy.read.ask import AskedQuestion
from graphicacy.read.grading import Grade
from graphicacy.read.question import AnswerType

EVIL = "<script>alert(1)</script>\"' onload=x &amp;\u202e<img src=x onerror=y>"


def png(width: int = 40, height: int = 20) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(file, "PNG")
    return file.getvalue()


def score_of(**values: Any) -> DrawScore:
    scores: dict[str, Any] = {"TF": 0.5, "SC": None, "SQ": 1.0, "CA": 1.0, "overall": None}
    return DrawScore(**{**scores, **values})


def question() -> AskedQuestion:
    return AskedQuestion(
        id="q", key="q", task="graph-parsing", variant=EVIL, question=EVIL, answer_type=AnswerType.NODES,
        answer=[EVIL], images=(EVIL,), diagram="d", rendering="r", difficulty="easy", template="t", arguments={},
        rubric={}, pictures=(png(),),
    )  # fmt: skip


def evil_score() -> ScoredDrawing:
    label = LabelVerdict(label=EVIL, found=False, verdict="misspelt", seen=EVIL, box=(1, 1, 9, 9))
    gone = LabelVerdict(label=EVIL, found=False, verdict="missing")
    error = ErrorItem(kind="misspelt-label", severity="major", what=EVIL, box=(12, 2, 19, 9))
    score = score_of(labels=(label, gone), errors=(error,), scored_by={"TF": EVIL}, width=40, height=20)
    return ScoredDrawing(**dict(score), drawing=Drawing(png(), 40, 20))


SHOWN = [
    Drawing(png(), 40, 20, engine=EVIL),
    Diagram((Node("a", EVIL), Node("b", EVIL)), (Edge("a", "b", EVIL),)),
    Diagram((Node("a", EVIL),), (Edge("a", "nowhere"),)),
    evil_score(),
    score_of(scored_by={"TF": EVIL}),
    question(),
    Grade(Status.UNPARSEABLE, None, None, {"note": EVIL}),
]


@pytest.mark.parametrize("value", SHOWN, ids=lambda value: type(value).__name__)
def test_what_is_shown_is_well_formed_and_holds_no_markup_of_others(value: object) -> None:
    shown = display.html(value)
    page = ET.fromstring(_closed(shown))
    tags = {element.tag for element in page.iter()}
    assert not tags & {"script", "iframe", "object", "link"}
    for element in page.iter():
        assert not [name for name in element.attrib if name.startswith("on")]
        assert element.attrib.get("src", "data:image/png;base64,").startswith("data:image/png;base64,")
    assert "\u202e" not in shown


def _closed(shown: str) -> str:
    return re.sub(r"(<img [^>]*)>", r"\1/>", re.sub(r"<style>.*?</style>", "", shown, flags=re.S))


def test_a_score_shows_where_things_are_and_what_is_missing() -> None:
    shown = display.html(evil_score())
    page = ET.fromstring(_closed(shown))
    looks = [group.attrib["class"] for group in page.iter("g")]
    assert sorted(looks) == ["error", "misspelt"]
    assert [text.text for text in page.iter("text")] == ["1"]
    assert "Not drawn:" in shown
    assert 'viewBox="0 0 40 20"' in shown


def test_what_is_not_scored_is_said_to_be_so() -> None:
    cells = [cell.text for cell in ET.fromstring(_closed(display.html(score_of()))).iter("td")]
    assert cells[0] == cells[4] == "not scored"
    assert "0.00" not in cells


def test_a_score_without_a_drawing_has_no_picture() -> None:
    assert "<img" not in display.html(score_of())


def test_a_question_shows_picture_and_answer() -> None:
    page = ET.fromstring(_closed(display.html(gc.ask("flowchart LR; A[Heat] --> B[Steam] --> C[Work]", "S1")[0])))
    assert len(list(page.iter("img"))) == 1
    assert any("Steam" in (code.text or "") for code in page.iter("code"))


def test_large_pictures_and_long_texts_are_cut() -> None:
    shown = display.html(Drawing(png(4000, 1000), 4000, 1000))
    (data,) = re.findall(r"base64,([^\"]+)", shown)
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == (1000, 250)
    errors = tuple(ErrorItem(kind="gibberish", severity="major", what="x" * 9999) for _ in range(500))
    shown = display.html(score_of(errors=errors))
    assert "… and 460 more" in shown
    assert len(shown) < 100_000


def test_nothing_else_is_shown() -> None:
    with pytest.raises(TypeError, match="no way to show int"):
        display.html(1)


class _Formatter(dict[tuple[str, str], Any]):
    def for_type_by_name(self, module: str, name: str, function: Any) -> None:
        self[module, name] = function


def test_ipython_is_told_how_to_show_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    formatters = {"text/html": _Formatter(), "text/plain": _Formatter()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    ipython = ModuleType("IPython")
    ipython.get_ipython = lambda: shell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    assert gc.parse("flowchart LR; A --> B")
    for kind in (Diagram, Drawing, DrawScore, *AskedQuestion.__bases__, Grade):
        assert formatters["text/html"][kind.__module__, kind.__qualname__] is display.html
    written: list[str] = []
    show = formatters["text/plain"]["graphicacy.diagram.model", "Diagram"]
    show(Diagram((Node("a", "Heat"),)), SimpleNamespace(text=written.append), False)
    assert written == ["rectangle      Heat"]


def test_to_register_loads_no_record() -> None:
    code = (
        "import sys; from types import SimpleNamespace as N; f = N(for_type_by_name=lambda *a: None);"
        "sys.modules['IPython'] = N(get_ipython=lambda: N(display_formatter=N(formatters={'text/html': f,"
        "'text/plain': f}))); import graphicacy; graphicacy.score;"
        "print([m for m in ('numpy', 'pydantic', 'PIL', 'graphicacy.diagram') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
