"""Evidence: what can be seen in a drawing, and how sure it is. All that scorers may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Box, Point, Scene

__all__ = ["Callout", "Certainty", "Evidence", "TextItem", "Word"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text line: its text and box in pixels of the picture."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class TextItem:
    """One line of text in a picture.

    ``box`` is the axis-parallel rectangle around the *ink*, in pixels; ``polygon`` the four corners of the
    text line, clockwise from the start of the line; ``angle`` in degrees, counter-clockwise, in (-180, 180];
    ``size`` the height of the ink across the line in pixels; ``score`` in [0, 1] is the reader's confidence
    (1 for live text); ``source`` is ``"ocr"`` or ``"live"`` (text of an SVG, known exactly).
    ``contrast`` is the WCAG 2 ratio of ink to ground in [1, 21], or None where it was not measured.
    """

    text: str
    box: Box
    polygon: tuple[Point, Point, Point, Point]
    words: tuple[Word, ...] = ()
    angle: float = 0.0
    size: float = 0.0
    score: float = 1.0
    source: str = "ocr"
    contrast: float | None = None


@dataclass(frozen=True, slots=True)
class Callout:
    """A plain leader line from a label to the thing it names.

    ``label`` is the text, ``target`` the id of the node or group pointed at (None where the line ends on
    something that is no node), ``points`` the line from label to target.
    """

    label: str
    target: str | None
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a diagram is that was read from pixels, each in [0, 1].

    ``nodes``: by id of a node or group, that it is there, and carries its label. By edge, in order: ``ends``, that it
    starts at its source, and that it ends at its target; ``heads``, that its head and tail are these.
    """

    nodes: Mapping[str, float]
    ends: tuple[tuple[float, float], ...]
    heads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was read from one drawing of ``width`` × ``height`` pixels.

    ``text`` is the best reading (live text of an SVG where it is visible, OCR elsewhere); ``ocr`` the OCR
    lines alone (None where no OCR ran). ``diagram`` and ``scene`` are None where the topology is unknown;
    an *empty* diagram means that the drawing is known to have no shapes. ``certainty`` is how sure they are where
    they were read from pixels, None where they are known. ``pixels`` is H × W × 3, uint8, RGB. ``warnings`` are
    sentences for the user.
    """

    width: int
    height: int
    text: tuple[TextItem, ...]
    pixels: NDArray[np.uint8]
    ocr: tuple[TextItem, ...] | None = None
    text_engine: str = ""
    diagram: Diagram | None = None
    scene: Scene | None = None
    certainty: Certainty | None = None
    callouts: tuple[Callout, ...] = ()
    warnings: tuple[str, ...] = ()
