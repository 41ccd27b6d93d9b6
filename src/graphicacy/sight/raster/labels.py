"""Which words stand in which shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphicacy.diagram.scene import Box
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.raster.lettering import mended

__all__ = ["Piece", "joined", "pieces_of", "row_order", "title_of"]

_EDGE = 2.2  # heights of print between a frame's edge and its title
_MOSTLY = 0.6  # of a text's box that lies in a shape it belongs to


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text, or those words of it that stand in one shape; ``index`` is the line's among the texts."""

    index: int
    text: str
    box: Box
    item: TextItem


def pieces_of(texts: Sequence[TextItem], boxes: Sequence[Box]) -> list[tuple[Piece, int | None]]:
    """Each text with the number of the smallest box that holds it; a line that spans boxes is split between words."""
    order = sorted(range(len(boxes)), key=lambda i: (boxes[i].area, i))
    found: list[tuple[Piece, int | None]] = []
    for index, item in enumerate(texts):
        whole = _holder(item.box, boxes, order)
        parts = _split(index, item, boxes, order)
        if len(parts) > 1 and (whole is None or any(home != whole for _, home in parts)):
            found += parts
        else:
            found.append((Piece(index, item.text, item.box, item), whole))
    return found


def row_order(boxes: Sequence[Box]) -> list[int]:
    """Indices of boxes top to bottom, and left to right where they stand in one row."""
    rows: list[list[int]] = []
    for i in sorted(range(len(boxes)), key=lambda i: (boxes[i].center[1], boxes[i])):
        first = boxes[rows[-1][0]] if rows else boxes[i]
        if rows and boxes[i].center[1] - first.center[1] < 0.5 * min(boxes[i].height, first.height):
            rows[-1].append(i)
        else:
            rows.append([i])
    return [i for row in rows for i in sorted(row, key=lambda i: boxes[i])]


def joined(pieces: Sequence[Piece]) -> str:
    """The words in reading order, joined by one space, with letters that look alike told apart."""
    ordered = (pieces[i].text for i in row_order([p.box for p in pieces]))
    return mended(" ".join(" ".join(ordered).split()))


def title_of(pieces: Sequence[Piece], frame: Box, unit: float) -> list[Piece]:
    """The words that name a frame: those along its top edge, else along its bottom edge, else its only ones."""
    top = [p for p in pieces if p.box.y0 - frame.y0 <= _EDGE * unit]
    foot = [p for p in pieces if frame.y1 - p.box.y1 <= _EDGE * unit]
    if top:
        return _row(top, min(top, key=lambda p: (p.box.y0, p.box.x0)))
    if foot:
        return _row(foot, max(foot, key=lambda p: (p.box.y1, -p.box.x0)))
    return list(pieces) if len(pieces) == 1 else []


def _row(pieces: Sequence[Piece], first: Piece) -> list[Piece]:
    """What stands on one line with a piece, no further from it than words are."""
    row = [p for p in pieces if abs(p.box.center[1] - first.box.center[1]) <= 0.5 * first.box.height]
    row.sort(key=lambda p: p.box.x0)
    at = row.index(first)
    low = high = at
    while low > 0 and row[low].box.x0 - row[low - 1].box.x1 <= 1.2 * first.box.height:
        low -= 1
    while high + 1 < len(row) and row[high + 1].box.x0 - row[high].box.x1 <= 1.2 * first.box.height:
        high += 1
    return row[low : high + 1]


def _holder(box: Box, boxes: Sequence[Box], order: Sequence[int]) -> int | None:
    for i in order:
        if boxes[i].holds(box.center) and boxes[i].intersection(box) >= _MOSTLY * box.area:
            return i
    return None


def _split(index: int, item: TextItem, boxes: Sequence[Box], order: Sequence[int]) -> list[tuple[Piece, int | None]]:
    """Runs of words that stand in one shape each."""
    runs: list[tuple[list[str], Box, int | None]] = []
    for word in item.words:
        home = _holder(word.box, boxes, order)
        if runs and runs[-1][2] == home:
            words, box, _ = runs[-1]
            runs[-1] = ([*words, word.text], box.union(word.box), home)
        else:
            runs.append(([word.text], word.box, home))
    return [
        (Piece(index, " ".join(words), box, replace(item, text=" ".join(words), box=box)), home)
        for words, box, home in runs
    ]
