"""When two labels are the same, and when one is a slip of another."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

__all__ = ["normal", "slips"]

_BREAK = re.compile(r"<br\s{0,9}/?>|\\n", re.I)
_QUOTES = {ord(c): '"' for c in "“”„‟«»"} | {ord(c): "'" for c in "‘’‚‛´"}
_DASHES = {ord(c): "-" for c in "‐‑‒–—−"}
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_TYPED = _QUOTES | _DASHES | _UNSEEN
_PAIRS = ('"', "'", "`")
_MOST_ALIKE = 200  # labels of one outline that are compared; more are compared with none
_WORDS = re.compile(r"[^\s.,;:!?()]+")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


@lru_cache(maxsize=65_536)
def normal(label: str) -> str:
    """The form in which two labels that read the same are equal.

    HTML entities and ``<br>`` are read, Unicode is NFKC, dashes and quotes are those of a keyboard, white space is one
    space, quotes around the whole are dropped, and case does not count. No sign is deleted: ``<``, ``>``, ``+``, ``-``
    and ``=`` tell labels apart.
    """
    return _tidy(label).casefold()


def slips(said: Iterable[str], gold: Iterable[str]) -> Mapping[str, str]:
    """For labels that are not in ``gold``, the one of it that each is a slip of; those that are of none stay out.

    A slip keeps the number of words; spaces, hyphens between letters and the punctuation of sentences do not count. A
    word may differ by one letter from eight letters on, by two from twelve, but not in its first four, and not at all
    where it has a digit, a sign, a letter beyond a to z, or several capitals: HER2 is no HER3, NADH no
    NADPH, "afferent" no "efferent". What is as near to another label of ``gold`` is a slip of none.
    """
    known = {normal(label): label for label in gold}
    wrong = {normal(label): label for label in said if normal(label) not in known}
    if not wrong:
        return {}
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, label in known.items():
        alike[_outline(label)].append(key)
    found: dict[str, str] = {}
    for key, label in wrong.items():
        if nearest := _nearest(key, alike.get(_outline(label), [])):
            found[key] = nearest
    return found


def _nearest(said: str, gold: list[str]) -> str | None:
    if len(gold) > _MOST_ALIKE:
        return None
    edits = sorted((distance, key) for key in gold if (distance := _edits(_words(said), _words(key))) is not None)
    if not edits or (len(edits) > 1 and edits[0][0] == edits[1][0]):
        return None
    return edits[0][1]


def _edits(said: list[str], gold: list[str]) -> int | None:
    """Letters that differ; None where they are too many for a slip."""
    total = 0
    for one, other in zip(said, gold, strict=True):
        allowed = _allowed(len(other))
        edits = Levenshtein.distance(one, other, score_cutoff=allowed)
        if edits > allowed:
            return None
        total += edits
    return total


@lru_cache(maxsize=65_536)
def _outline(label: str) -> tuple[str, ...]:
    """What a slip keeps: words that may not differ as they are, the first four letters of the others."""
    return tuple((w if _is_code(w) or not _allowed(len(w) + 1) else w[:4]).casefold() for w in _words(_tidy(label)))


def _tidy(label: str) -> str:
    if "&" in label:
        label = html.unescape(label)
    if not label.isascii():
        label = unicodedata.normalize("NFKC", label).translate(_TYPED)
    if "<" in label or "\\" in label:
        label = _BREAK.sub(" ", label)
    label = " ".join(label.split())
    while len(label) > 2 and label[0] == label[-1] and label[0] in _PAIRS and label[1:-1].strip():
        label = label[1:-1].strip()
    return label


def _words(label: str) -> list[str]:
    return _WORDS.findall(_HYPHEN.sub(" ", label))


def _allowed(length: int) -> int:
    return 0 if length < 8 else 1 if length < 12 else 2


def _is_code(word: str) -> bool:
    return not word.isascii() or not word.isalpha() or sum(char.isupper() for char in word) > 1
