"""What the classical reader is shown, as a model is: a question in words, and pictures; and what it sees in these."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene
from graphicacy.read.question import AnswerType
from graphicacy.sight.evidence import Certainty, TextItem

__all__ = ["Asked", "CannotAnswer", "Seen", "read_picture", "see"]

_KEPT = 8  # pictures whose reading is kept; the largest take 50 MB each
_reading = [threading.Lock() for _ in range(16)]  # pictures wait for each other by chance alone


class CannotAnswer(Exception):
    """Why a question is not answered, in a few words without quotes or brackets: nobody may read an answer in them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: its words, the names of its task and variant, and the type of its answer.

    Nothing but the words, the task and the type is used: the name of a variant may tell that there is no answer.
    """

    question: str
    task: str
    variant: str
    answer_type: AnswerType


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is seen in a picture of ``width`` × ``height`` pixels.

    ``diagram`` and ``scene`` are what was put together from shapes, strokes and words, with how sure that is;
    ``texts`` the lines of text. ``pixels`` is H × W × 3, uint8, RGB.
    """

    diagram: Diagram
    scene: Scene
    certainty: Certainty
    texts: tuple[TextItem, ...]
    width: int
    height: int
    pixels: NDArray[np.uint8]


def see(pixels: NDArray[np.uint8], texts: Sequence[TextItem]) -> Seen:
    """What is seen in a picture whose lines of text are known."""
    from graphicacy.sight.raster import read_raster

    reading = read_raster(pixels, texts)
    height, width = pixels.shape[:2]
    return Seen(reading.diagram, reading.scene, reading.certainty, tuple(texts), width, height, pixels)


def read_picture(png: bytes, text_engine: str = "rapidocr") -> Seen:
    """What is seen in a picture file; the last pictures are kept, so that each is read once for all its questions.

    Raises ``BadDrawing`` where the file is no picture, ``TextEngineError`` where its words cannot be read.
    """
    with _reading[zlib.crc32(png) % len(_reading)]:  # else several questions about one picture would each have it read
        return _read(png, text_engine)


@lru_cache(maxsize=_KEPT)
def _read(png: bytes, text_engine: str) -> Seen:
    from graphicacy.diagram.raster import read_raster as open_picture
    from graphicacy.diagram.transform import pixels_of
    from graphicacy.sight.text import read_text

    pixels = np.asarray(pixels_of(open_picture(png, "picture")))
    return see(pixels, read_text(pixels, text_engine))
