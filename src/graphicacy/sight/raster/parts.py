"""What is found in the pixels of a picture before it is put together: shapes, and the strokes that join them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.diagram.scene import Box, Point

__all__ = ["Outline", "Pixels", "Stroke"]

Pixels = NDArray[np.uint8]  # H × W × 3, RGB


@dataclass(frozen=True, slots=True)
class Outline:
    """One shape: a node, or the frame of a group (``is_frame``), or words that stand alone (``Shape.TEXT``).

    ``box`` is the outer edge of its border and ``contour`` the points along it (x, y), clockwise, in pixels. ``fill``
    and ``border`` are "#rrggbb"; "" where it has none. ``label`` joins its lines of text by spaces; ``texts`` are the
    indices of these lines among the texts that were read. ``certainty`` in [0, 1]: that it is a shape, with this label.
    """

    box: Box
    shape: Shape
    contour: tuple[Point, ...]
    label: str
    texts: tuple[int, ...] = ()
    fill: str = ""
    border: str = ""
    border_line: LineStyle = LineStyle.SOLID
    border_width: float = 1.0
    is_frame: bool = False
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """One connector: ``source`` and ``target`` are indices of outlines, None where an end touches nothing.

    ``points`` run from source to target, in pixels; ``head`` is the mark at the target and ``tail`` that at the
    source; of a line with one head that is at the target. ``ends`` and ``heads`` as in ``evidence.Certainty``.
    """

    source: int | None
    target: int | None
    points: tuple[Point, ...]
    head: Head
    tail: Head = Head.NONE
    color: str = "#000000"
    line: LineStyle = LineStyle.SOLID
    width: float = 1.0
    label: str = ""
    texts: tuple[int, ...] = ()
    ends: tuple[float, float] = (1.0, 1.0)
    heads: float = 1.0
