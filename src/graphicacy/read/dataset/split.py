"""Families of diagrams that must not be parted, and which of them are for testing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

__all__ = ["families", "held_out"]


def families(fingerprints: Iterable[Iterable[str]]) -> list[str]:
    """The family of each diagram, named by its least fingerprint: those that share one, also by way of others, are one.

    Union by the smaller name with path halving: nearly linear; memory is two short texts for each fingerprint.
    """
    above: dict[str, str] = {}

    def root(name: str) -> str:
        while (up := above.setdefault(name, name)) != name:
            above[name] = above.setdefault(up, up)
            name = above[name]
        return name

    first = []
    for names in fingerprints:
        one, *others = names
        first.append(one)
        for other in others:
            a, b = sorted((root(one), root(other)))
            above[b] = a
    return [root(one) for one in first]


def held_out(of: list[str], count: int, seed: int) -> frozenset[str]:
    """Families for the test split, taken by lot while they fit, so that it holds ``count`` diagrams, or just fewer."""
    sizes = Counter(of)
    chosen, left = set(), count
    for family in sorted(sizes, key=lambda name: hashlib.blake2b(f"{seed} {name}".encode()).digest()):
        if sizes[family] <= left:
            chosen.add(family)
            left -= sizes[family]
    return frozenset(chosen)
