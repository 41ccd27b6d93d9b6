"""The words that an SVG paints, told from those that it should."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Told", "in_cells", "squeezed", "told", "words_of"]

_TEXT = re.compile(r"<text\b(?P<looks>[^>]*)>(?P<words>.*?)</text>", re.S)
_TAG = re.compile(r"<[^>]*>")
_TITLE = "TitleText"  # in the class of a Mermaid diagram's title
_NODE = re.compile(r'<g id="node\d+" class="node">(.*?)</g>', re.S)  # of Graphviz
_RULED = re.compile(r"</text>\s*<(?:polygon|polyline|path)\b.*?<text\b", re.S)
_DIVIDED = re.compile(
    r'<line class="divider"[^>]*>(?:(?!<g class="node\b).)*?(?:<text\b.*?</text>.*?){2}', re.S
)  # of Mermaid
_MOST_LINES = 30  # of one label: each may be a text of its own


class Told(NamedTuple):
    """``beside`` are painted words that are no label, ``missing`` labels that are not painted, each in its order."""

    beside: tuple[str, ...]
    missing: tuple[str, ...]


def words_of(svg: str, titles: bool = True) -> list[str]:
    """What the text elements of an SVG say, in order; without the title that Mermaid writes above, if so wanted."""
    found = (html.unescape(_TAG.sub("", m["words"])) for m in _TEXT.finditer(svg) if titles or _TITLE not in m["looks"])
    return [words for words in found if words.strip()]


def in_cells(svg: str) -> frozenset[str]:
    """Words, without spaces, of nodes with lines between their words.

    So Graphviz draws records and tables, and Mermaid states with a title and a description.
    """
    ruled = [*(node for node in _NODE.findall(svg) if _RULED.search(node)), *_DIVIDED.findall(svg)]
    return frozenset(squeezed("".join(words_of(node))) for node in ruled)


def told(painted: Sequence[str], labels: Iterable[str]) -> Told:
    """Match labels with painted texts, of which one or some in a row make a label; spaces do not count."""
    wanted = [label for label in labels if label.strip()]
    left = Counter(map(squeezed, wanted))
    longest = max(map(len, left), default=0)
    pieces = [squeezed(words) for words in painted]
    beside, at = [], 0
    while at < len(pieces):
        count = _lines_of_a_label(pieces, at, left, longest)
        if count:
            left["".join(pieces[at : at + count])] -= 1
        else:
            beside.append(painted[at])
        at += count or 1
    return Told(tuple(beside), tuple(_those_left(wanted, left)))


def _lines_of_a_label(pieces: Sequence[str], at: int, left: Counter[str], longest: int) -> int:
    """How many texts from here on make the longest label that is still looked for; 0 for none."""
    found, words = 0, ""
    for count, piece in enumerate(pieces[at : at + _MOST_LINES], 1):
        words += piece
        if len(words) > longest:
            break
        if left[words] > 0:
            found = count
    return found


def _those_left(labels: Sequence[str], left: Counter[str]) -> list[str]:
    found = []
    for label in labels:
        if left[squeezed(label)] > 0:
            left[squeezed(label)] -= 1
            found.append(label)
    return found


def squeezed(words: str) -> str:
    """Words without spaces."""
    return "".join(words.split())
