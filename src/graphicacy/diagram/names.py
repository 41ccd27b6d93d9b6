"""Names that are given once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

__all__ = ["Names"]


class Names:
    """Names given so far. One that is taken gets a number, as ``numbered`` says: ``a``, ``a (2)``, ``a (3)``."""

    def __init__(self, taken: Iterable[str] = (), numbered: str = "{} ({})") -> None:
        self.taken = set(taken)
        self.numbered = numbered
        self.times = Counter[str]()

    def new(self, name: str) -> str:
        """``name``, or the next that is free."""
        found = name
        while found in self.taken:
            self.times[name] += 1
            found = self.numbered.format(name, self.times[name] + 1)
        self.taken.add(found)
        return found
