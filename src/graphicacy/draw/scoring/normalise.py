"""Normal forms of labels, and which differences are spelling and which are only typography or the reader's doing.

Three steps, each coarser than the one before:

- ``normalise``: two texts of one normal form are typeset differently (H₂O, H2O, ``H_2O``; dashes, spaces, case).
- ``spellings``: Greek letters by name or by their usual Latin letter (NF-κB, NF-kB, NF-kappaB).
- ``look``: characters that an OCR engine takes for each other (0/O, 1/l/I, 5/S, 8/B, γ/y …).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["look", "normalise", "spellings"]

_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)
_GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _NAMES.split(), strict=True))
_HAS_GREEK = re.compile("[α-ω]")
_GREEK_NAMES = str.maketrans(_GREEK)
# The Latin letters that stand for Greek ones in names of genes, proteins and units.
_GREEK_LATIN = str.maketrans("αβγδεζκλμ", "abgdezklu")

# Signs with one look and several code points; Greek and Cyrillic letters that look Latin.
_DASHES = "‐‑‒–—―−⁻₋﹘﹣－⁃˗"
_SAME = str.maketrans(
    "ß∆△∑∏ɑɣɛϕ×✕⨯∙⋅•‧’‘‛′ʹ＇“”„″⁄∕∼～" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "АВЕКМНОРСТХаеорсух" + _DASHES,
    "βΔΔΣΠαγεφxxx····''''''\"\"\"\"//~~" + "ABEZHIKMNOPTYX" + "ABEKMHOPCTXaeopcyx" + "-" * len(_DASHES),
    "_{}^$\\\u00ad\u200b\u200c\u200d\u2060\ufeff",
)
# Between two digits a hyphen is a range, not part of a word.
# A word broken after a hyphen at the end of a line goes on after a space (but "Cl- channel" is an ion's).
_BETWEEN = re.compile(r"(?<=[^\W\d])-(?=\w)|(?<=\w)-(?=[^\W\d])|(?<=\w)\s+-\s+(?=\w)|(?<=[^\W\d]{3})-\s+(?=[^\W\d])")
_INNER = re.compile(r"(?<=[^\d])-(?=.)|(?<=.)-(?=[^\d])")
_SPACE = re.compile(r"\s+")
_BRACKETS = {"(": ")", "[": "]", "<": ">", "{": "}"}

_LOOKS = str.maketrans("0qi1!|58β" + "κγνα" + "ρωχηοιτυ" + "‡†", "oollllsbb" + "kyva" + "pwxnoltu" + "++")
_STROKES = "/\\|~`"  # what a line that ends at a label is read as


@lru_cache(maxsize=65536)
def normalise(text: str, strict: bool = True) -> str:
    """The form in which labels are compared.

    Both modes apply Unicode NFKC (₂ → 2, Ⅰ → I, µ → μ) and case folding. Strict mode also maps look-alike signs
    (∆ → Δ, ß → β, × → x, all dashes → -), drops spaces, hyphens inside words, the signs ``_ { } ^ $ \\``, brackets
    around the whole, and punctuation at its end. Signs at the end of a word stay: Cl⁻ is not Cl.
    """
    text = unicodedata.normalize("NFKC", text)
    if not strict:
        return text.casefold()
    text = text.translate(_SAME).casefold().strip()
    text = text.lstrip("·").rstrip(".,;:").strip() or text
    return _SPACE.sub("", _BETWEEN.sub("", _unbracketed(text)))


def spellings(normal: str) -> tuple[str, ...]:
    """Other spellings of a normal form: Greek letters by name, and by Latin letter unless the letter stands alone."""
    if not _HAS_GREEK.search(normal):
        return ()
    named = normal.translate(_GREEK_NAMES)
    latin = normal.translate(_GREEK_LATIN)
    return (named, latin) if len(normal) > 1 and latin != normal else (named,)


def look(normal: str) -> str:
    """A normal form with the characters that OCR confuses made one.

    Accents, hyphens that are not at an end, and strokes at an end do not count: lines drawn close to a label, or
    through it, are read as such.
    """
    plain = _INNER.sub("", normal.strip(_STROKES) or normal)
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    return plain.translate(_LOOKS)


def _unbracketed(text: str) -> str:
    """The text without one pair of brackets that encloses all of it."""
    if len(text) < 3 or _BRACKETS.get(text[0]) != text[-1]:
        return text
    depth = 0
    for i, char in enumerate(text):
        depth += (char == text[0]) - (char == text[-1])
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1].strip() if depth == 0 else text
