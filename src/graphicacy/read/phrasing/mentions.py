"""Mentions in a text: where labels, titles and words in quotes stand, and the text with a letter in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing.once import once_per_figure
from graphicacy.read.phrasing.spans import spans_in
from graphicacy.read.phrasing.text import plain
from graphicacy.read.phrasing.vocabulary import KNOWN

__all__ = ["MEANT", "Masked", "Mention", "mask", "shown_in"]

FIRST = 0xE000  # letters of the private use area stand for mentions
MEANT = "\uf8ff"  # and this one for the words of a meaning
_MOST = 500  # mentions in one text

_PRIVATE = re.compile("[\ue000-\uf8ff]")
_OPEN, _CLOSE = r"(?:[\"'`*]{1,3}|\[)\s*", r"\s*[.,;:]?(?:[\"'`*]{1,3}|\])"
_OTHER_QUOTED = re.compile(r"\"([^\"]{1,300})\"|`([^`]{1,300})`|(?<!\w)'([^']{1,300})'(?!\w)|\[([^\[\]]{1,300})\]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text that may mean a node, an arrow's label or a frame's title, as they stand there."""

    words: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which a letter of the private use area stands for each mention, as an index."""

    text: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The words that a figure shows. ``nodes``: id by folded label of the named nodes."""

    nodes: Mapping[str, str]
    everything: frozenset[str]
    quoted: re.Pattern[str]
    bare: re.Pattern[str]


def mask(text: str, figure: Figure, meaning: Meaning | None) -> Masked:
    """The text with its mentions taken out: shown words in quotes first, then all quotes, then bare shown words.

    Where two would overlap, the longest counts.
    """
    shown = shown_in(figure)
    found: list[Mention] = []

    def letter(words: str, quoted: bool) -> str:
        if len(found) >= _MOST:
            return " "
        found.append(Mention(words, quoted))
        return f" {chr(FIRST + len(found) - 1)} "

    text = plain(_PRIVATE.sub(" ", text))
    text = shown.quoted.sub(lambda m: letter(m[1], True), text)
    if meaning is not None:
        text = re.sub(rf"(?<!\w){re.escape(plain(meaning.text))}(?!\w)", f" {MEANT} ", text, flags=re.IGNORECASE)
    text = _OTHER_QUOTED.sub(lambda m: letter(next(g for g in m.groups() if g is not None), True), text)
    for start, end in reversed(_apart([*(m.span() for m in shown.bare.finditer(text)), *spans_in(text, figure)])):
        text = text[:start] + letter(text[start:end], False) + text[end:]
    return Masked(text, tuple(found))


@once_per_figure
def shown_in(figure: Figure) -> Shown:
    """The index of the words that a figure shows."""
    diagram = figure.diagram
    labels = [n.label for n in diagram.nodes] + [e.label for e in diagram.edges] + [g.label for g in diagram.groups]
    texts = sorted({plain(label) for label in labels if label.strip()}, key=lambda t: (-len(t), t))
    bare = [t for t in texts if not _is_vocabulary(t)]
    return Shown(
        {fold(plain(figure.labels[key])): key for key in figure.named},
        frozenset(map(fold, texts)),
        re.compile(f"{_OPEN}({_any_of(texts)}){_CLOSE}", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{_any_of(bare)})(?!\w)", re.IGNORECASE),
    )


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of some spans that do not overlap, in order; where two do, the longer one."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda s: (s[0] - s[1], s)):
        if all(end <= a or b <= start for a, b in kept):
            kept.append((start, end))
    return sorted(kept)


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, texts)) or r"(?!)"


def _is_vocabulary(text: str) -> bool:
    return all(w in KNOWN or w.isdigit() for w in _WORD.findall(text.casefold()))
