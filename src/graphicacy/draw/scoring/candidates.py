"""What a label may be matched with: lines of text, runs of words in a line, and lines that continue each other.

A label drawn on several lines is several items; two labels drawn close together are often read as one. So every
run of words is a candidate, and so is every chain of up to four neighbouring lines, below each other or side by
side, of like height and angle. Words are numbered, so that a matcher can use each only once.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.sight.evidence import TextItem, Word
from graphicacy.sight.ocr_lines import words_of

__all__ = ["CHAIN", "LINE", "WINDOW", "Candidate", "Page", "read_page"]

LINE, CHAIN, WINDOW = 0, 1, 2  # kinds, the likelier to be meant as one label first

_CHAIN_LINES = 4
_MAX_CHAINS = 60_000
_NEIGHBOURS = 2  # continuations of a line that are followed, below it and to its right
_REACH = 200  # lines near in reading order among which continuations are looked for
_MAX_WORDS = 60_000  # a page of more words is cut, so that hostile input stays cheap


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading that may be one label: its text, normal form, the numbers of its words, and its kind.

    ``live`` says that any of it is known exactly, so that no difference can be the reader's doing; ``score`` is the
    reader's least confidence in it, in [0, 1].
    """

    text: str
    normal: str
    words: tuple[int, ...]
    kind: int
    live: bool
    score: float


@dataclass(frozen=True, slots=True)
class Page:
    """All words of a picture, numbered; ``lines[i]`` holds the range of word numbers of item ``i``."""

    words: tuple[Word, ...]
    lines: tuple[range, ...]
    items: tuple[TextItem, ...]

    def box(self, numbers: Sequence[int]) -> Box:
        """The box around these words."""
        boxes = np.array([self.words[n].box for n in numbers])
        return Box(*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())

    def text(self, numbers: Sequence[int]) -> str:
        """Words of one line as they stand in it, from the first of them to the last."""
        line = self.lines[self._line(numbers[0])]
        item = self.items[self._line(numbers[0])]
        places = _places(item.text, [self.words[n].text for n in line])
        return item.text[places[numbers[0] - line.start][0] : places[numbers[-1] - line.start][1]]

    def line_of(self, number: int) -> range:
        """The words of the line that holds word ``number``."""
        return self.lines[self._line(number)]

    def _line(self, number: int) -> int:
        return bisect_right(self.lines, number, key=lambda line: line.start) - 1

    def candidates(self, longest: int) -> list[Candidate]:
        """Candidates whose normal form has at most ``longest`` characters: lines, then chains, then windows."""
        found = [*self._lines(longest), *self._chains(longest), *self._windows(longest)]
        return [c for c in found if 0 < len(c.normal) <= longest]

    def _lines(self, longest: int) -> Iterator[Candidate]:
        for item, numbers in zip(self.items, self.lines, strict=True):
            if numbers and _letters(item.text) <= longest:
                yield _candidate(item.text, tuple(numbers), LINE, [item])

    def _windows(self, longest: int) -> Iterator[Candidate]:
        for item, numbers in zip(self.items, self.lines, strict=True):
            places = _places(item.text, [self.words[n].text for n in numbers])
            sizes = [_letters(self.words[n].text) for n in numbers]
            for start in range(len(numbers)):
                length = 0
                for end in range(start, len(numbers)):
                    length += sizes[end]
                    if length > longest:
                        break
                    if end - start + 1 < len(numbers):
                        text = item.text[places[start][0] : places[end][1]]
                        yield _candidate(text, tuple(numbers[start : end + 1]), WINDOW, [item])

    def _chains(self, longest: int) -> Iterator[Candidate]:
        sizes = [_letters(item.text) for item in self.items]
        short = [i for i, size in enumerate(sizes) if 0 < size <= longest and self.lines[i]]
        follow = _continuations([self.items[i] for i in short])
        for chain in _paths(follow, [sizes[i] for i in short], longest):
            links = [short[i] for i in chain]
            items = [self.items[i] for i in links]
            numbers = tuple(n for i in links for n in self.lines[i])
            yield _candidate(_joined([item.text for item in items]), numbers, CHAIN, items)


def read_page(items: Sequence[TextItem]) -> Page:
    """Number the words of the items, in their order."""
    words: list[Word] = []
    lines: list[range] = []
    for item in items:
        own = _words(item)[: _MAX_WORDS - len(words)]
        lines.append(range(len(words), len(words) + len(own)))
        words.extend(own)
    return Page(tuple(words), tuple(lines), tuple(items))


def _candidate(text: str, numbers: tuple[int, ...], kind: int, items: list[TextItem]) -> Candidate:
    live = any(item.source == "live" for item in items)
    return Candidate(text, normalise(text), numbers, kind, live, min(item.score for item in items))


def _places(text: str, words: list[str]) -> list[tuple[int, int]]:
    """Where each of the words stands in the text that they make up."""
    places: list[tuple[int, int]] = []
    end = 0
    for word in words:
        start = text.find(word, end)
        end = start + len(word)
        places.append((start, end))
    return places


def _words(item: TextItem) -> tuple[Word, ...]:
    """The item's words; where it gives none, or not all of its text, shares of its box by number of characters."""
    if item.words and "".join(word.text for word in item.words) == "".join(item.text.split()):
        return item.words
    length = max(len(item.text), 1)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = item.polygon
    words = []
    for start, end in words_of(item.text):
        corners = [
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
            for share in (start / length, end / length)
            for (x0, y0), (x1, y1) in (((ax, ay), (bx, by)), ((dx, dy), (cx, cy)))
        ]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        words.append(Word(item.text[start:end], Box(min(xs), min(ys), max(xs), max(ys))))
    return tuple(words)


def _letters(text: str) -> int:
    """A lower bound of the length of the normal form."""
    return sum(char.isalnum() for char in text)


def _joined(texts: list[str]) -> str:
    """Lines as one text; a word broken at a hyphen is made whole (but "Cl-" is an ion, not half a word)."""
    joined = texts[0]
    for text in texts[1:]:
        stem = joined.split()[-1][:-1] if joined.endswith(("-", "‐", "‑", "–")) else ""
        broken = len(stem) > 2 and stem.isalpha()
        unspaced = joined[-1:] > "\u2e7f" and text[:1] > "\u2e7f"  # ideographs
        joined += text if broken or unspaced else f" {text}"
    return joined


def _continuations(items: list[TextItem]) -> list[list[int]]:
    """For each line, the lines that may continue it: the next below it, and the next to its right."""
    if len(items) < 2:
        return [[] for _ in items]
    corners = np.array([item.polygon for item in items], np.float64)
    center = corners.mean(axis=1)
    length = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    height = np.maximum(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1), 1e-3)
    angle = np.array([item.angle for item in items])
    order = np.argsort(center[:, 1], kind="stable")
    place = np.empty(len(items), np.int64)
    place[order] = np.arange(len(items))
    return [_continue(i, order[_near(place[i], len(items))], center, length, height, angle) for i in range(len(items))]


def _near(place: int, count: int) -> slice:
    return slice(max(0, place - _REACH), min(count, place + _REACH + 1))


def _continue(
    i: int,
    others: NDArray[np.int64],
    center: NDArray[np.float64],
    length: NDArray[np.float64],
    height: NDArray[np.float64],
    angle: NDArray[np.float64],
) -> list[int]:
    """Continuations of line ``i`` among ``others``, nearest first, in the frame of the line's own direction."""
    turn = np.abs((angle[others] - angle[i] + 180) % 360 - 180)
    ratio = height[others] / height[i]
    theta = math.radians(angle[i])
    offset = center[others] - center[i]
    along = offset @ np.array([math.cos(theta), -math.sin(theta)])
    down = offset @ np.array([math.sin(theta), math.cos(theta)])
    size = np.maximum(height[others], height[i])
    half = (length[others] + length[i]) / 2
    like = (turn < 10) & (ratio > 0.45) & (ratio < 2.2) & (others != i)
    below = like & (down > 0.4 * size) & (down < 2.6 * size) & (np.abs(along) < 0.8 * half)
    gap = along - half
    right = like & (np.abs(down) < 0.6 * size) & (gap > -0.5 * size) & (gap < 1.5 * size) & (along > 0)
    nearest: list[int] = []
    for which, distance in ((below, np.hypot(along, down)), (right, np.abs(gap))):
        picked = np.flatnonzero(which)
        nearest += others[picked[np.argsort(distance[picked], kind="stable")]][:_NEIGHBOURS].tolist()
    return nearest


def _paths(follow: list[list[int]], sizes: list[int], longest: int) -> Iterator[tuple[int, ...]]:
    """Chains of 2 to ``_CHAIN_LINES`` lines, each continuing the one before, of at most ``longest`` characters.

    Short chains come first, so that it is the longest that a page with too many of them loses.
    """
    level: list[tuple[tuple[int, ...], int]] = [((i,), size) for i, size in enumerate(sizes)]
    left = _MAX_CHAINS
    for _ in range(_CHAIN_LINES - 1):
        level = [
            ((*chain, other), size + sizes[other])
            for chain, size in level
            for other in follow[chain[-1]]
            if other not in chain and size + sizes[other] <= longest
        ][:left]
        left -= len(level)
        yield from (chain for chain, _ in level)
