"""Which tokens look like no word of any language: invented lettering, as image models draw it.

Judged by letters alone, without a word list, so that rare terms, names, acronyms, formulae and other scripts pass. A
token is gibberish only if it has five or more letters of the basic Latin alphabet and nothing else but accents,
hyphens and apostrophes, is not an acronym, and

- has no vowel (a, e, i, o, u, y), or
- has seven or more consonants, or six or more vowels, in a row, or
- has two or more pairs of letters that no English, Latin or Greek term contains (such as "qk", "vx", "jz"), or
- has the same letter three times in a row.

Replacement characters (U+FFFD), private-use and control characters are gibberish by themselves. Ordinary
misspellings ("Mitochondira") are not gibberish: they look like words, and are reported as misspelt or as extra text.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

__all__ = ["is_gibberish"]

_LEAST = 5
_ACRONYM = 8  # capitals up to this many are taken for an acronym
_RUNS = re.compile(r"[bcdfghjklmnpqrstvwxz]{7}|[aeiou]{6}|([a-z])\1\1")
_VOWEL = re.compile("[aeiouy]")

# For each letter, those that practically never follow it.
_NEVER = {
    "b": "fgkqxz",
    "c": "fgjvwx",
    "d": "qxz",
    "f": "bcdghjkmnpqvwxz",
    "g": "jqvx",
    "h": "jvxz",
    "j": "bcdfghjklmnpqrstvwxyz",
    "k": "qvxz",
    "m": "jqvxz",
    "p": "jqvxz",
    "q": "bcdefghjklmnopqrstvwxyz",
    "s": "jvxz",
    "t": "jqx",
    "v": "bcdfghjkmnpqtwxz",
    "w": "jqvxz",
    "x": "bgjknrvxz",
    "z": "bcdfgjknpqrtvwx",
}


def is_gibberish(token: str) -> bool:
    """Whether a token, without the punctuation around it, looks like no word."""
    if any(char == "\ufffd" or unicodedata.category(char) in ("Cc", "Co", "Cn") for char in token):
        return True
    plain = unicodedata.normalize("NFD", token.strip("\"'()[]{}.,;:!?*"))
    plain = "".join(char for char in plain if not unicodedata.combining(char) and char not in "-‐'’")
    if len(plain) < _LEAST or not (plain.isascii() and plain.isalpha()) or _is_acronym(plain):
        return False
    word = plain.lower()
    never = sum(b in _NEVER.get(a, "") for a, b in pairwise(word))
    return not _VOWEL.search(word) or bool(_RUNS.search(word)) or never >= 2


def _is_acronym(plain: str) -> bool:
    """Capitals alone, or mostly (mRNAs, GFPnls)."""
    capitals = sum(char.isupper() for char in plain)
    return len(plain) <= _ACRONYM and capitals * 2 >= len(plain)
