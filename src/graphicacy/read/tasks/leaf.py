"""What a leaf of the taxonomy is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.question import Draft

__all__ = ["Ask", "Capability", "Leaf"]

Capability = Literal["structural", "visual", "semantic", "comprehensive"]

Ask = Callable[[Figure, np.random.Generator], Iterator[Draft]]
"""Drafts of one variant on one figure, best first, lazily; none where no question would have a certain answer."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One task of the taxonomy.

    ``code`` is its short name in the published table (S1 … C3). ``variants`` gives a function per variant, by name.
    Variants in ``visual`` depend on where things are drawn, so that the same arguments may have other answers in
    another rendering of the diagram; all others have one answer for a diagram. Variants in ``costly`` draw further
    pictures.
    """

    name: str
    code: str
    capability: Capability
    variants: Mapping[str, Ask]
    visual: frozenset[str] = frozenset()
    costly: frozenset[str] = frozenset()
