"""Which words stand at which line: one label for a line, so that all labels together are as near as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.trace_graph import Line

__all__ = ["Block", "blocks_of", "labels_of"]

_LEADING = 1.1  # of the height of print: the most room between two lines of one label
_ALIGNED = 1.5  # of the height of print by which they may be out of line with each other
_REACH = 2.5  # of the height of print from which words still belong to a line
_TO_MIDDLE = 0.1  # weight of the distance from the middle of the words, beside that from their edge
_MOST = 400  # labels, and lines


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of text that are one label; ``texts`` are their indices, top to bottom."""

    texts: tuple[int, ...]
    text: str
    box: Box
    size: float


def blocks_of(texts: Sequence[TextItem], free: Sequence[int]) -> list[Block]:
    """Labels of one or several lines, of the texts with these indices."""
    rows: list[list[int]] = []
    for index in sorted(free, key=lambda i: (texts[i].box.y0, texts[i].box.x0)):
        above = next((row for row in rows if _continues(texts[row[-1]], texts[index])), None)
        if above is None:
            rows.append([index])
        else:
            above.append(index)
    return [_block(texts, row) for row in rows]


def labels_of(blocks: Sequence[Block], lines: Sequence[Line]) -> dict[int, Block]:
    """By the index of a line, its label. The sum of distances is the least, with as many labels placed as can be."""
    import networkx as nx

    graph = nx.Graph()
    for b, block in enumerate(blocks[:_MOST]):
        reach = _REACH * block.size
        for i, line in enumerate(lines[:_MOST]):
            near = _distance(block.box, line)
            if near <= reach:
                far = near + _TO_MIDDLE * _distance(Box(*block.box.center, *block.box.center), line)
                graph.add_edge(("label", b), ("line", i), weight=-round(100 * far))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    found = {}
    for pair in pairs:
        (_, b), (_, i) = sorted(pair)
        found[i] = blocks[b]
    return dict(sorted(found.items()))


def _continues(above: TextItem, below: TextItem) -> bool:
    size = min(above.box.height, below.box.height)
    gap = below.box.y0 - above.box.y1
    (ax, _), (bx, _) = above.box.center, below.box.center
    aligned = min(abs(ax - bx), abs(above.box.x0 - below.box.x0)) <= _ALIGNED * size
    overlap = min(above.box.x1, below.box.x1) - max(above.box.x0, below.box.x0)
    return aligned and overlap > 0 and -0.5 * size <= gap <= _LEADING * size


def _block(texts: Sequence[TextItem], row: list[int]) -> Block:
    box = texts[row[0]].box
    for index in row[1:]:
        box = box.union(texts[index].box)
    text = " ".join(" ".join(texts[i].text for i in row).split())
    return Block(tuple(row), text, box, float(np.median([min(texts[i].box.height, texts[i].box.width) for i in row])))


def _distance(box: Box, line: Line) -> float:
    x, y = line.T
    dx = np.maximum(np.maximum(box.x0 - x, x - box.x1), 0)
    dy = np.maximum(np.maximum(box.y0 - y, y - box.y1), 0)
    return float(np.hypot(dx, dy).min(initial=np.inf))
