"""Names of items, raters and dimensions: their codes, their order, and those that look like one name in two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from graphicacy.read.answer_file import named

__all__ = ["Codes", "Names", "natural"]

Codes = NDArray[np.int64]


class Names:
    """Names and their codes 0, 1, … in order of first appearance."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._names: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def code(self, name: str) -> int:
        """The code of a name, a new one if it has none yet."""
        code = self._codes.setdefault(name, len(self._names))
        if code == len(self._names):
            self._names.append(name)
        return code

    def shown(self, code: int) -> str:
        """The name with a code, fit for a message."""
        return named([self._names[code]])

    def sorted(self, codes: Codes) -> tuple[list[str], Codes]:
        """The names of some codes in natural order, and for each code that there is, its place in that order."""
        there = sorted((self._names[code] for code in np.unique(codes)), key=natural)
        places = np.full(len(self._names), -1, dtype=np.int64)
        places[[self._codes[name] for name in there]] = np.arange(len(there))
        return there, places

    def alike(self) -> list[list[str]]:
        """Groups of names that differ only in letter case or blanks."""
        ordered = sorted(self._names, key=lambda name: (_folded(name), name))
        return [group for _, names in groupby(ordered, _folded) if len(group := list(names)) > 1]


def natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """The key that sorts r2 before r10."""
    parts = re.split(r"([0-9]{1,18})", name)
    return tuple((0, int(part)) if place % 2 else (1, part) for place, part in enumerate(parts) if part)


def _folded(name: str) -> str:
    return "".join(name.casefold().split())
