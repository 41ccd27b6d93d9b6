"""Points in square cells: look-up of near neighbours."""

from __future__ import annotations

from collections import defaultdict

from graphicacy.diagram.scene import Point
from graphicacy.sight.vector.geometry import gap

__all__ = ["Grid"]


class Grid:
    """Points by square cells, for near neighbours."""

    def __init__(self, cell: float) -> None:
        self.cell = max(cell, 1e-6)
        self.cells: dict[tuple[int, int], list[tuple[Point, int]]] = defaultdict(list)

    def add(self, p: Point, item: int) -> None:
        """Put an item at a point."""
        self.cells[int(p[0] // self.cell), int(p[1] // self.cell)].append((p, item))

    def near(self, p: Point, reach: float) -> list[tuple[Point, int]]:
        """The items within ``reach`` pixels of a point (at most one cell's side), each with its own point."""
        x, y = int(p[0] // self.cell), int(p[1] // self.cell)
        cells = ((i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1))
        return [(q, item) for cell in cells for q, item in self.cells.get(cell, ()) if gap(p, q) <= reach]
