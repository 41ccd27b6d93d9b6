"""Bare words of a text that mention a node in other words than its label."""

from __future__ import annotations

import re

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing.concepts import can_mention, resolve
from graphicacy.read.phrasing.text import listed
from graphicacy.read.phrasing.vocabulary import KNOWN

__all__ = ["spans_in"]

_MOST_WORDS = 14
_MOST_TRIED = 400
_WORD = re.compile(r"[^\W_\ue000-\uf8ff]+(?:'[^\W_]+)?")
_ARTICLES = ("the", "a", "an")
_LOOSE = listed("of by for from to into in on at with is are was were be been being do does did can and or if")
"""Words that neither begin nor end a mention."""


def spans_in(text: str, figure: Figure) -> list[tuple[int, int]]:
    """Where runs of words stand that mean one node each: start and end, in order, none inside another.

    A run has a word that no question has of itself. Of several the longest counts.
    """
    words = list(_WORD.finditer(text))
    low = [m[0].casefold() for m in words]
    if all(w in KNOWN or w.isdigit() for w in low):
        return []
    found: list[tuple[int, int]] = []
    at = tried = 0
    while at < len(words) and tried < _MOST_TRIED:
        end = at
        if low[at] not in _LOOSE:
            while (
                end < min(len(words), at + _MOST_WORDS)
                and can_mention(low[end], figure)
                and _joined(text, words, at, end)
            ):
                end += 1
        while end > at and not _means_one(low[at:end], figure):
            end -= 1
            tried += 1
        if end > at:
            found.append((words[at].start(), words[end - 1].end()))
        at = max(end, at + 1)
    return found


def _joined(text: str, words: list[re.Match[str]], first: int, at: int) -> bool:
    return at == first or text[words[at - 1].end() : words[at].start()] in (" ", "-")


def _means_one(run: list[str], figure: Figure) -> bool:
    if run[-1] in _LOOSE or run[-1] in _ARTICLES or all(w in KNOWN for w in run):
        return False
    return resolve(" ".join(run), figure) is not None
