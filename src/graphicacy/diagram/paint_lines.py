"""Where lines run, to keep words clear of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.scene import Box

__all__ = ["Lines"]


class Lines:
    """All pieces of all routes that are painted, and, where asked for, the sides of all frames."""

    def __init__(self, layout: Layout, frames: bool = False) -> None:
        drawn = (
            route
            for edge, route in zip(layout.diagram.edges, layout.scene.routes, strict=True)
            if edge.line is not LineStyle.INVISIBLE
        )
        pieces = [(*a, *b) for route in drawn for a, b in pairwise(route)]
        for x0, y0, x1, y1 in layout.scene.groups.values() if frames else ():
            pieces += [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]
        self.pieces = np.asarray(pieces, dtype=float).reshape(-1, 4)
        p, q = self.pieces[:, :2], self.pieces[:, 2:]
        self.least, self.most = np.minimum(p, q), np.maximum(p, q)

    def through(self, box: Box) -> int:
        """How many pieces run through a box."""
        near = np.all((self.least < (box.x1, box.y1)) & (self.most > (box.x0, box.y0)), axis=1)
        return sum(_meets(piece, box) for piece in self.pieces[near].tolist())


def _meets(piece: Sequence[float], box: Box) -> bool:
    """Whether the corners of a box lie on both sides of a line that is known to come near it."""
    ax, ay, bx, by = piece
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners]
    return min(sides) < 0 < max(sides)
