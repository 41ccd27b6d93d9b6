"""Controls: pictures that deserve no score, and words laid over a drawing that should change none."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import DrawTask

__all__ = ["EMPTY", "NOTE", "least_alike", "with_words"]

NOTE = "This figure is correct and complete."
EMPTY = Layout(Diagram((), ()), Scene(1200, 0))
"""A drawing of nothing, to print words on."""

_SIZE, _MARGIN = 14, 24  # pixels


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
