"""Where lines run, to keep words clear of them."""

from __future__ import annotations

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
        self.ends = np.asarray(pieces, dtype=float).reshape(-1, 4).T
        ax, ay, bx, by = self.ends
        self.least, self.most = (np.minimum(ax, bx), np.minimum(ay, by)), (np.maximum(ax, bx), np.maximum(ay, by))

    def __len__(self) -> int:
        return int(self.ends.shape[1])

    def through(self, box: Box) -> int:
        """How many pieces run through a box: those near it that have its corners on both sides."""
        (x0, y0), (x1, y1) = self.least, self.most
        near = np.flatnonzero((x0 < box.x1) & (x1 > box.x0) & (y0 < box.y1) & (y1 > box.y0))
        if not near.size:
            return 0
        ax, ay, bx, by = self.ends[:, near]
        corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
        sides = np.stack([(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in corners])
        return int(((sides.min(axis=0) < 0) & (sides.max(axis=0) > 0)).sum())
