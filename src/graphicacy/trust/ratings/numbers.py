"""Numbers as people and programs write them into tables."""

from __future__ import annotations

import re

__all__ = ["LARGEST", "MISSING", "is_number", "to_number"]

LARGEST = 1e12
"""The greatest magnitude of a rating or score, so that sums of squares stay exact enough."""

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", ".", "-", "–", "—"})
"""Cells, in lower case, that say that there is no rating: empty, and what R, pandas, SPSS and people write."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LONGEST = 60


def is_number(text: str, decimal_comma: bool = False) -> bool:
    """Whether a cell holds a number; ``decimal_comma`` allows 3,5."""
    text = text.replace(",", ".") if decimal_comma else text
    return len(text) <= _LONGEST and _NUMBER.fullmatch(text) is not None


def to_number(text: str, decimal_comma: bool = False) -> float:
    """The number in a cell. Raises ``ValueError``, in a few words, for what is none, or too large."""
    if not is_number(text, decimal_comma):
        raise ValueError("is no number")
    value = float(text.replace(",", "."))
    if not abs(value) <= LARGEST:
        raise ValueError(f"is beyond {LARGEST:.0e}")
    return value
