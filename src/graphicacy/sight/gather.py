"""From a drawing to the evidence that scorers work from: text, topology, pixels."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import Evidence, TextItem
from graphicacy.sight.live import visible_text
from graphicacy.sight.text import engine_version, read_text
from graphicacy.sight.vector import read_svg

__all__ = ["gather", "merge_text"]


def gather(drawing: Drawing, text_engine: str = "rapidocr") -> Evidence:
    """Reads a drawing: its text by OCR and, for SVG, the live text that can be seen; for vector drawings its topology.

    ``text_engine`` is the name of an OCR engine, or ``live`` to read only the live text of an SVG (no OCR).

    Raises:
        ValueError: the engine is unknown or not installed, or ``live`` is asked of a raster image.
    """
    pixels = _pixels(drawing.png)
    if text_engine == "live" and drawing.svg is None:
        raise ValueError("the text engine 'live' reads SVG only: choose an OCR engine for a raster image")
    ocr = None if text_engine == "live" else read_text(pixels, text_engine)
    if drawing.svg is None:
        return Evidence(
            width=drawing.width,
            height=drawing.height,
            text=ocr or (),
            pixels=pixels,
            ocr=ocr,
            text_engine=engine_version(text_engine),
            warnings=(*drawing.warnings, *_silence(ocr, pixels)),
        )
    return _vector(drawing, pixels, ocr, text_engine)


def _vector(
    drawing: Drawing, pixels: NDArray[np.uint8], ocr: tuple[TextItem, ...] | None, text_engine: str
) -> Evidence:
    assert drawing.svg is not None
    reading = read_svg(drawing.svg, drawing.scale)
    live = visible_text(drawing.svg, reading.texts, pixels, drawing.scale)
    outlined = [item for item in ocr or () if not _covered(item, live)]
    if outlined and sum(len(i.text) for i in outlined) > sum(len(i.text) for i in live):
        # Letters drawn as paths, or a picture inside the SVG: only OCR can tell what the shapes are called.
        reading = read_svg(drawing.svg, drawing.scale, texts=(*live, *outlined))
    elif len(live) != len(reading.texts):
        # What cannot be seen names nothing.
        reading = read_svg(drawing.svg, drawing.scale, texts=live)
    known = drawing.diagram is not None and drawing.scene is not None
    topology = not _is_picture(drawing.svg)
    diagram, scene = (drawing.diagram, drawing.scene) if known else (reading.diagram, reading.scene)
    return Evidence(
        width=drawing.width,
        height=drawing.height,
        text=merge_text(live, ocr or ()),
        pixels=pixels,
        ocr=ocr,
        text_engine="live" if ocr is None else f"live text and {engine_version(text_engine)}",
        diagram=diagram if topology else None,
        scene=scene if topology else None,
        callouts=reading.callouts if topology else (),
        warnings=drawing.warnings,
    )


def _pixels(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def merge_text(live: Sequence[TextItem], ocr: Sequence[TextItem]) -> tuple[TextItem, ...]:
    """Live text, and what OCR reads where no live text stands (letters drawn as paths or pixels)."""
    return (*live, *(item for item in ocr if not _covered(item, live)))


def _covered(item: TextItem, live: Sequence[TextItem]) -> bool:
    """Whether live text stands where OCR reads this line: at least 40 % of it, over all live lines."""
    area = sum(item.box.intersection(_grown(other.box)) for other in live)
    return area >= 0.4 * max(item.box.area, 1e-9)


def _grown(box: Box) -> Box:
    return box.pad(0.2 * min(box.width, box.height))


def _is_picture(svg: str) -> bool:
    """Whether an SVG is a wrapper around a raster image, so that its topology is not in its elements."""
    from lxml import etree

    root = etree.fromstring(svg.encode())
    shapes = root.iterfind(".//{*}path"), root.iterfind(".//{*}line"), root.iterfind(".//{*}rect")
    return root.find(".//{*}image") is not None and sum(1 for found in shapes for _ in found) < 4


def _silence(ocr: Sequence[TextItem] | None, pixels: NDArray[np.uint8]) -> tuple[str, ...]:
    if ocr or not (pixels != pixels[:1, :1]).any():
        return ()
    return ("no text could be read in this picture, though it is not empty: check it by eye before using its score",)
