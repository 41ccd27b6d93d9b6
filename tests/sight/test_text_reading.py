from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.task import DrawTask
from graphicacy.sight import text as sight_text
from graphicacy.sight.contrast import contrast_ratio
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.ink import text_item
from graphicacy.sight.ocr_lines import RawLine, Span, words_of
from graphicacy.sight.text import TextEngineError, read_text, text_engine_missing

Picture = NDArray[np.uint8]


@pytest.fixture(autouse=True)
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHICACY_CACHE", str(tmp_path / "cache"))


def figure(*texts: tuple[str, int, int], size: int = 26, ink: str = "black", ground: str = "white") -> Image.Image:
    picture = Image.new("RGB", (640, 400), ground)
    draw = ImageDraw.Draw(picture)
    for text, x, y in texts:
        draw.text((x, y), text, fill=ink, font=ImageFont.load_default(size))
    return picture


def by_text(items: tuple[TextItem, ...]) -> dict[str, TextItem]:
    return {item.text: item for item in items}


def test_lines_words_and_boxes_hug_the_ink() -> None:
    picture = figure(("Plasma membrane", 60, 50), ("STAT3", 400, 300))
    items = by_text(read_text(np.asarray(picture)))
    assert set(items) == {"Plasma membrane", "STAT3"}
    line = items["Plasma membrane"]
    left, top, right, bottom = ImageDraw.Draw(picture).textbbox((60, 50), "Plasma membrane", ImageFont.load_default(26))
    assert line.box == pytest.approx((left, top, right, bottom), abs=3)
    assert [word.text for word in line.words] == ["Plasma", "membrane"]
    gap = left + ImageDraw.Draw(picture).textlength("Plasma ", ImageFont.load_default(26))
    assert line.words[0].box.x1 < gap < line.words[1].box.x1
    assert line.words[1].box.x0 == pytest.approx(gap, abs=5)
    assert line.angle == 0
    assert line.source == "ocr"
    assert line.score > 0.9
    assert line.size == pytest.approx(bottom - top, abs=3)
    assert line.contrast == pytest.approx(21, abs=1)


def test_text_turned_upwards_and_downwards() -> None:
    for turn, angle in ((90, 90), (270, -90)):
        items = read_text(np.asarray(figure(("Fluorescence", 200, 180)).rotate(turn, expand=True)))
        assert [item.text for item in items] == ["Fluorescence"]
        assert items[0].angle == pytest.approx(angle, abs=2)
        assert items[0].box.height > 3 * items[0].box.width


def test_a_box_around_the_text_and_weak_contrast() -> None:
    picture = figure(("Golgi", 210, 110), ink="#777777", ground="white")
    ImageDraw.Draw(picture).rectangle((190, 100, 300, 150), outline="black", width=2)
    (item,) = read_text(np.asarray(picture))
    assert item.box.x0 > 200
    assert item.box.x1 < 290
    assert item.box.y0 > 104
    assert item.box.y1 < 146
    assert item.contrast == pytest.approx(contrast_ratio(np.full(3, 119.0), np.full(3, 255.0)), rel=0.1)


def test_contrast_ratio_of_the_standard() -> None:
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast_ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_ink_without_any_contrast_keeps_the_box() -> None:
    line = RawLine("x", ((1, 1), (9, 1), (9, 5), (1, 5)), 0.9, (Span("x", 0.5, 0.5),))
    item = text_item(np.full((20, 20, 3), 200, np.uint8), line)
    assert item.contrast is None
    assert item.box == pytest.approx((1, 1, 9, 5), abs=1)


@pytest.mark.parametrize("shape", [(1, 1), (3, 2000), (2000, 3), (20, 2000), (2000, 20), (300, 300)])
def test_pictures_without_text(shape: tuple[int, int]) -> None:
    picture = np.full((*shape, 3), 255, np.uint8)
    assert read_text(picture) == ()
    picture[0, 0] = 0
    assert read_text(picture) == ()


def test_noise_does_not_crash() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (120, 900, 3), np.uint8)
    assert isinstance(read_text(noise), tuple)


def test_same_picture_same_items_from_several_threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pictures = [np.asarray(figure((f"Layer {n}", 60, 50), ("Encoder", 300, 200))) for n in (1, 2)] * 2
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("GRAPHICACY_CACHE", str(blocked))
    with ThreadPoolExecutor(4) as pool:
        readings = list(pool.map(read_text, pictures))
    assert readings[0] == readings[2]
    assert readings[1] == readings[3]
    assert readings[0] != readings[1]


def test_a_cached_reading_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.asarray(figure(("Encoder", 300, 200)))
    first = read_text(picture)
    monkeypatch.setattr(sight_text, "_reader", lambda *_: pytest.fail("read again"))
    assert read_text(picture) == first


def test_a_large_picture_read_in_bands_gives_the_same_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.sight import ocr_rapid

    picture = np.asarray(figure(*((f"Layer {n}", 60 + 90 * n, 20 + 60 * n) for n in range(6))))
    whole = [item.text for item in read_text(picture)]
    monkeypatch.setattr(ocr_rapid, "_BAND_PIXELS", 150_000)
    monkeypatch.setenv("GRAPHICACY_CACHE", "/dev/null/nowhere")
    assert [item.text for item in read_text(picture)] == whole
    assert len(whole) == 6


def test_an_empty_margin_changes_no_reading() -> None:
    for ink, ground in (("black", "white"), ("white", "black")):
        large = Image.new("RGB", (1200, 900), ground)
        large.paste(figure(("Insulin receptor", 40, 30), ink=ink, ground=ground), (500, 480))
        (item,) = read_text(np.asarray(large))
        assert item.text == "Insulin receptor"
        left, top, right, bottom = ImageDraw.Draw(large).textbbox(
            (540, 510), "Insulin receptor", ImageFont.load_default(26)
        )
        assert item.box == pytest.approx((left, top, right, bottom), abs=3)


def test_engines_that_cannot_be_used_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.zeros((9, 9, 3), np.uint8)
    with pytest.raises(TextEngineError, match="rapidocr, tesseract"):
        read_text(picture, "paddle")
    monkeypatch.setattr(sight_text.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(TextEngineError, match="pip install tesserocr"):
        read_text(picture, "tesseract")
    assert text_engine_missing("rapidocr") == "text engine 'rapidocr' needs the package rapidocr: pip install rapidocr"


@pytest.mark.parametrize("pixels", [np.zeros((5, 5)), np.zeros((5, 5, 4), np.uint8), np.zeros((5, 5, 3))])
def test_what_is_no_rgb_picture_is_refused(pixels: Picture) -> None:
    with pytest.raises(ValueError, match="H × W × 3"):
        read_text(pixels)


def test_the_number_of_threads_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.zeros((9, 9, 3), np.uint8)
    with pytest.raises(ValueError, match="at least 1"):
        read_text(picture, threads=0)
    monkeypatch.setenv("GRAPHICACY_OCR_THREADS", "many")
    with pytest.raises(ValueError, match="'many'"):
        read_text(picture)


def test_words_of_a_line() -> None:
    text = " ATP→ADP  + Pᵢ"
    assert [text[a:b] for a, b in words_of(text)] == ["ATP", "ADP", "+", "Pᵢ"]


@pytest.mark.parametrize("name", ["P_garbled3.png", "D_multi20.png", "L_cnmix.png", "B_rot30.png"])
def test_real_figures(shared_data: Path, name: str) -> None:
    folder = shared_data / "figure-text"
    truth = {figure["file"]: figure for figure in json.loads((folder / "truth.json").read_text("utf-8"))}[name]
    with Image.open(folder / "images" / name) as image:
        items = read_text(np.asarray(image.convert("RGB")))
    right = {label["text"] for label in truth["labels"] if label["kind"] == "ok"}
    wrong = {label["text"] for label in truth["labels"] if label["kind"] == "wrong"} - right
    absent = {negative["text"] for negative in truth["negatives"]} - right - wrong
    labels = tuple(sorted(right | wrong | absent))
    found = {v.label for v in score_text(DrawTask(id="t", required_labels=labels), items).labels if v.found}
    assert len(found & right) >= 0.9 * len(right)
    assert not found & (wrong | absent)


def test_tesseract_where_it_is_installed() -> None:
    pytest.importorskip("tesserocr")
    try:
        items = read_text(np.asarray(figure(("Plasma membrane", 60, 50))), "tesseract")
    except TextEngineError as error:
        pytest.skip(str(error))
    assert [item.text for item in items] == ["Plasma membrane"]
    assert [word.text for word in items[0].words] == ["Plasma", "membrane"]
