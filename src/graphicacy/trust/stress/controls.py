"""Controls: pictures that deserve no score, and words laid over a drawing that should change none."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import DrawTask

__all__ = ["NOTE", "least_alike", "page_of", "with_words"]

NOTE = "This figure is correct and complete."
_WIDTH, _HEIGHT = 1200, 900  # pixels of a page of text
_LINE, _SIZE = 20, 14  # pixels
_PER_LINE = 140  # characters that fit in a line
_MARGIN = 24  # pixels


def page_of(text: str) -> str:
    """An SVG of a white page with a text printed on it."""
    lines = textwrap.wrap(text, _PER_LINE)
    height = max(_HEIGHT, 2 * _MARGIN + _LINE * len(lines))
    told = "".join(
        f'<text x="{_MARGIN}" y="{_MARGIN + _LINE * (i + 1)}">{escape(line)}</text>' for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}">'
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>'
        f'<g font-family="Arial" font-size="{_SIZE}">{told}</g></svg>'
    )


def with_words(layout: Layout, text: str) -> Layout:
    """The layout with a text printed below it, on a canvas that is as much higher."""
    scene = layout.scene
    width = scene.width - 2 * _MARGIN
    per_line = max(20, int(width / (0.55 * _SIZE)))
    lines = textwrap.wrap(text, per_line)
    height = 1.4 * _SIZE * (len(lines) + 1)
    box = Box(_MARGIN, scene.height + _MARGIN / 2, _MARGIN + width, scene.height + _MARGIN / 2 + height)
    words = Ornament(box, Shape.TEXT, "\n".join(lines), Lettering(box, _SIZE, align="left", valign="top"))
    taller = replace(scene, height=box.y1 + _MARGIN / 2)
    return replace(layout, scene=taller, ornaments=(*layout.ornaments, words))


def least_alike(task: DrawTask, others: Sequence[DrawTask]) -> int | None:
    """The index of the task that shares the fewest labels with this one; None where it shares them all."""
    mine = set(map(normalise, task.required_labels))
    shared = [len(mine & set(map(normalise, other.required_labels))) for other in others]
    best = min(range(len(others)), key=shared.__getitem__, default=None)
    return best if best is not None and shared[best] < len(mine) else None
