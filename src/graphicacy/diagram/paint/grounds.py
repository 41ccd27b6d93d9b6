"""What lies below words that stand on no fill of their own."""

from __future__ import annotations

import numpy as np

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.paint.looks import Looks
from graphicacy.diagram.scene import Box

__all__ = ["Grounds"]


class Grounds:
    """The frames of a layout that are filled, smallest first."""

    def __init__(self, layout: Layout, looks: Looks) -> None:
        frames = ((layout.scene.groups[group.id], looks.fill(group)) for group in layout.diagram.groups)
        self.filled = sorted(((box, fill) for box, fill in frames if fill), key=lambda frame: frame[0].area)
        self.sides = np.asarray([box for box, _ in self.filled], dtype=float).reshape(-1, 4).T

    def below(self, box: Box) -> str | None:
        """What the innermost filled frame around a box is filled with; None where it lies on the ground."""
        if not self.filled:
            return None
        x0, y0, x1, y1 = self.sides
        around = np.flatnonzero((x0 <= box.x0) & (y0 <= box.y0) & (x1 >= box.x1) & (y1 >= box.y1))
        return self.filled[around[0]][1] if around.size else None
