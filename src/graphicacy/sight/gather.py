"""From a drawing to the evidence that scorers work from: text, topology, pixels."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.svg.size import size_of
from graphicacy.sight.evidence import Callout, Evidence, TextItem
from graphicacy.sight.live import visible_text
from graphicacy.sight.raster import read_raster
from graphicacy.sight.text import engine_version, read_text
from graphicacy.sight.vector import read_svg

__all__ = ["gather"]

_PICTURE = 0.25  # of the canvas: an SVG with such an image and no connector wraps a raster picture

_OUTLINED = 0.2  # of the live letters: with fewer that OCR alone reads, these are marks or ornament, and name no shape
_MOST_ELEMENTS = 4_000  # a diagram has hundreds; joining the ends of lines takes time as the square of their number
_CROWDED = (f"the drawing has more than {_MOST_ELEMENTS:,} elements: it is read by its pixels, not by its lines",)


def gather(drawing: Drawing, text_engine: str = "rapidocr") -> Evidence:
    """Reads a drawing: its text by OCR and, for SVG, the live text that can be seen; and its topology.

    That of a raster picture is read from its pixels, and comes with certainties.

    ``text_engine`` is the name of an OCR engine, or ``live`` to read only the live text of an SVG (no OCR).

    Raises:
        ValueError: the engine is unknown or not installed, or ``live`` is asked of a raster image or a crowded SVG.
    """
    pixels = _pixels(drawing.png)
    crowded = drawing.svg is not None and drawing.svg.count("</") + drawing.svg.count("/>") > _MOST_ELEMENTS
    if text_engine == "live" and (drawing.svg is None or crowded):
        raise ValueError(
            "the text engine 'live' reads SVG of moderate size only: choose an OCR engine for this drawing"
        )
    ocr = None if text_engine == "live" else read_text(pixels, text_engine)
    if drawing.svg is None or crowded:
        evidence = Evidence(
            width=drawing.width,
            height=drawing.height,
            text=ocr or (),
            pixels=pixels,
            ocr=ocr,
            text_engine=engine_version(text_engine),
            diagram=drawing.diagram,
            scene=drawing.scene,
            warnings=(*drawing.warnings, *_silence(ocr, pixels), *(_CROWDED if crowded else ())),
        )
        return evidence if drawing.diagram is not None else _seen(evidence)
    return _vector(drawing, pixels, ocr, text_engine)


def _seen(evidence: Evidence) -> Evidence:
    """With the topology that the pixels show, unless they show no shape and no connector."""
    reading = read_raster(evidence.pixels, evidence.text)
    if not reading.diagram.nodes:
        return evidence
    return replace(evidence, diagram=reading.diagram, scene=reading.scene, certainty=reading.certainty)


def _vector(
    drawing: Drawing, pixels: NDArray[np.uint8], ocr: tuple[TextItem, ...] | None, text_engine: str
) -> Evidence:
    assert drawing.svg is not None
    reading = read_svg(drawing.svg, drawing.scale)
    live = _once(visible_text(drawing.svg, reading.texts, pixels, drawing.scale))
    outlined = [item for item in ocr or () if not _covered(item, live) and not (live and _is_mark(item))]
    lettered = outlined if _letters(outlined) > _OUTLINED * _letters(live) else []
    if len(live) != len(reading.texts) or lettered:
        # What cannot be seen names nothing; letters drawn as paths are known by OCR alone.
        reading = read_svg(drawing.svg, drawing.scale, texts=(*live, *lettered))
    diagram: Diagram | None
    scene: Scene | None
    callouts: tuple[Callout, ...]
    if drawing.diagram is not None and drawing.scene is not None:
        diagram, scene, callouts = drawing.diagram, drawing.scene, ()
    elif not reading.diagram.edges and _picture_share(drawing.svg) > _PICTURE:
        diagram, scene, callouts = None, None, ()
    else:
        diagram, scene, callouts = reading.diagram, reading.scene, reading.callouts
    evidence = Evidence(
        width=drawing.width,
        height=drawing.height,
        text=(*live, *outlined),
        pixels=pixels,
        ocr=ocr,
        text_engine="live text" if ocr is None else f"live text and {engine_version(text_engine)}",
        diagram=diagram,
        scene=scene,
        callouts=callouts,
        warnings=drawing.warnings,
    )
    return evidence if diagram is not None else _seen(evidence)


def _pixels(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def _once(items: Sequence[TextItem]) -> tuple[TextItem, ...]:
    """Each line once: a halo is the same text drawn twice on one spot."""
    kept: list[TextItem] = []
    for item in items:
        twin = (o for o in kept if o.text == item.text and o.box.intersection(item.box) > 0.7 * item.box.area)
        if next(twin, None) is None:
            kept.append(item)
    return tuple(kept)


def _letters(items: Sequence[TextItem]) -> int:
    return sum(char.isalnum() for item in items for char in item.text)


def _is_mark(item: TextItem) -> bool:
    """Whether a line of OCR may be a mark: an arrow's head reads as V or X, and where text is live, letters are."""
    return sum(char.isalnum() for char in item.text) < 2


def _covered(item: TextItem, live: Sequence[TextItem]) -> bool:
    """Whether live text stands where OCR reads this line: at least 40 % of it, over all live lines."""
    area = sum(item.box.intersection(_grown(other.box)) for other in live)
    return area >= 0.4 * max(item.box.area, 1e-9)


def _grown(box: Box) -> Box:
    return box.pad(0.2 * min(box.width, box.height))


def _picture_share(svg: str) -> float:
    """The share of the canvas that the largest embedded raster asks for; 1 where its size is not plain numbers."""
    from lxml import etree

    root = etree.fromstring(svg.encode())
    width, height = size_of(svg)
    shares = [0.0]
    for image in root.iterfind(".//{*}image"):
        try:
            shares.append(float(image.get("width", "")) * float(image.get("height", "")) / (width * height))
        except ValueError:
            shares.append(1.0)
    return max(shares)


def _silence(ocr: Sequence[TextItem] | None, pixels: NDArray[np.uint8]) -> tuple[str, ...]:
    if ocr or not (pixels != pixels[:1, :1]).any():
        return ()
    return ("no text could be read in this picture, though it is not empty: check it by eye before using its score",)
