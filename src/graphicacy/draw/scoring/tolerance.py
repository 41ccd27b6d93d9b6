"""How far an unsure reading may differ from a label: a letter or two in plain words, nothing in names and codes.

STAT3 and STAT5 differ by one letter and are two proteins; "membrane" with one letter misread is still a membrane. So
edits are allowed by the kind of token and the length of the word, and only between letters of like shape: small print
turns "connection" into "cannection", but not into "conzection".
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from rapidfuzz.distance import Editop, Levenshtein

from graphicacy.draw.scoring.normalise import look, normalise

__all__ = ["Tolerance", "allowed_edits", "is_code"]

# Letters that small or blurred print turns into each other, and those that vanish in it or appear beside others.
_SHAPES = ("aceos", "nmhruvw", "ltfjr", "gpy", "bdhk")
_THIN = "ltfjr"

_TOKEN = re.compile(r"[^\s\-‐‑‒–—−/]+")


def is_code(token: str) -> bool:
    """Whether every character of a token counts: names of genes and substances, formulae, numbers, units.

    That is a token with a digit, a sub- or superscript, a Greek letter, a sign, an ideograph or two or more capitals,
    or of three or fewer characters.
    """
    if len(token) <= 3 or sum(char.isupper() for char in token) > 1:
        return True
    core = token.strip(".,;:()[]'\"")
    return any(not char.isalpha() or not _is_plain_letter(char) for char in core)


def allowed_edits(length: int) -> int:
    """Edits allowed in a plain word: 0 up to 4 letters, 1 up to 7, 2 up to 11, then a fifth of the letters."""
    return next((edits for most, edits in ((4, 0), (7, 1), (11, 2)) if length <= most), length // 5)


class Tolerance:
    """Which readings an unsure reader may have made of one label."""

    def __init__(self, label: str) -> None:
        tokens = _TOKEN.findall(label)
        parts = [(look(normalise(token)), is_code(token)) for token in tokens]
        self._look = look(normalise(label))
        if "".join(part for part, _ in parts) != self._look:  # tokens and label are not normalised alike
            parts = [(self._look, True)]
        self._owner = [i for i, (part, _) in enumerate(parts) for _ in part]
        self._left = [0 if code else allowed_edits(len(part)) for part, code in parts]

    def allows(self, normal: str) -> bool:
        """Whether a reading of this normal form may be the label."""
        have = look(normal)
        if abs(len(have) - len(self._look)) > sum(self._left):
            return False
        if Levenshtein.distance(self._look, have, score_cutoff=sum(self._left)) > sum(self._left):
            return False
        edits = Levenshtein.editops(self._look, have)
        if not all(_is_likely(edit, self._look, have) for edit in edits):
            return False
        owners = sorted(owner for edit in edits for owner in self._owners(edit))
        return all(len(list(group)) <= self._left[owner] for owner, group in groupby(owners))

    def _owners(self, edit: Editop) -> set[int]:
        """The tokens that an edit changes: an insertion between two changes both."""
        places = (edit.src_pos - 1, edit.src_pos) if edit.tag == "insert" else (edit.src_pos,)
        return {self._owner[p] for p in places if 0 <= p < len(self._owner)}


def _is_likely(edit: Editop, want: str, have: str) -> bool:
    """Whether OCR makes this edit: a letter for one of its shape, a thin or doubled letter lost or added."""
    if edit.tag == "replace":
        a, b = want[edit.src_pos], have[edit.dest_pos]
        return any(a in shape and b in shape for shape in _SHAPES)
    text, place = (have, edit.dest_pos) if edit.tag == "insert" else (want, edit.src_pos)
    return text[place] in _THIN or text[place] in text[max(0, place - 1) : place] + text[place + 1 : place + 2]


def _is_plain_letter(char: str) -> bool:
    """Letters of alphabets, without Greek, ideographs and sub- or superscripts."""
    if "\u0370" <= char <= "\u03ff" or char > "\u2e7f":
        return False
    return unicodedata.category(char) in ("Lu", "Ll") and unicodedata.normalize("NFKC", char) == char
