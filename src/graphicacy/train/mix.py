"""What training examples are about, how many of each ability, and in which order they come: pure arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from graphicacy.read.taxonomy import LEAVES, leaves_named

__all__ = ["ABILITIES", "ORDERS", "BadMix", "Order", "Part", "arrange", "leaves_of", "parse_mix", "quotas"]

ABILITIES = ("structural", "visual", "semantic", "comprehensive")
"""The four capabilities, in the published order of the curriculum."""
Order = Literal["shuffled", "curriculum"]
ORDERS: tuple[Order, ...] = ("shuffled", "curriculum")
_MOST = 1e6  # of a weight


class BadMix(ValueError):
    """Abilities, weights, counts or a replay share of which no mix can be made: one line."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an export in a row: ``order`` are indices of examples, ``replayed`` of which are of earlier parts."""

    name: str
    order: tuple[int, ...]
    replayed: int = 0


def parse_mix(texts: Iterable[str] = ()) -> dict[str, float]:
    """The weight of each leaf, in the order of the taxonomy; all leaves weigh the same where nothing is named.

    Args:
        texts: ``NAME`` or ``NAME=WEIGHT``, also several with commas between: ``structural=0.5,C1=2``. A name is that of
            a capability (or its letter), or a leaf's name or code. The weight, 1 where it is left out, is of all that
            the name stands for, in equal parts; what is named twice has the sum. "semantic" and "comprehensive" are
            the capabilities; the leaves of that name are M1 and C1.

    Raises:
        BadMix: for an unknown name, a weight that is no number from 0 to 1,000,000, or where nothing has a weight.
    """
    items = [item.strip() for text in texts for item in text.split(",") if item.strip()]
    weights = dict.fromkeys(LEAVES, 0.0)
    for item in items or LEAVES:
        name, equals, number = (part.strip() for part in item.partition("="))
        leaves = leaves_of(name) if items else (item,)
        share = (_weight(item, number) if equals else 1.0) / len(leaves)
        for leaf in leaves:
            weights[leaf] += share
    found = {leaf: weight for leaf, weight in weights.items() if weight > 0}
    if not found:
        raise BadMix("--abilities: every weight is 0; give one above 0")
    return found


def leaves_of(name: str) -> tuple[str, ...]:
    """Names of the leaves that an ability stands for. Raises ``BadMix`` for an unknown one."""
    if name.casefold() in ABILITIES:
        return tuple(leaf.name for leaf in LEAVES.values() if leaf.capability == name.casefold())
    try:
        return tuple(leaf.name for leaf in leaves_named([name]))
    except ValueError:
        known = ", ".join((*ABILITIES, *(f"{leaf.name} ({leaf.code})" for leaf in LEAVES.values())))
        raise BadMix(f"--abilities: {name[:60]!r} is none of {known}") from None


def quotas(weights: Mapping[str, float], count: int) -> dict[str, int]:
    """How many examples of each leaf make ``count`` in all, by the method of largest remainders; ties to the first."""
    if count < 1:
        raise BadMix(f"--count {count}: it must be above 0")
    total = math.fsum(weights.values())
    exact = {leaf: count * weight / total for leaf, weight in weights.items()}
    found = {leaf: math.floor(share) for leaf, share in exact.items()}
    by_rest = sorted(exact, key=lambda leaf: found[leaf] - exact[leaf])  # stable: ties stay in order
    for leaf in by_rest[: count - sum(found.values())]:
        found[leaf] += 1
    return {leaf: quota for leaf, quota in found.items() if quota}


def arrange(leaves: Sequence[str], order: Order, seed: int, replay: float = 0.0) -> tuple[Part, ...]:
    """The order of examples, of which ``leaves`` are the leaves.

    ``shuffled`` is one part. ``curriculum`` is a part for each capability, in the order of ``ABILITIES``, shuffled in
    itself; of each part but the first, the share ``replay`` is drawn from the parts before, none of them twice.

    Raises:
        BadMix: for a replay share that is not from 0 to below 1, that has no order to act on, or that wants more
            examples of earlier parts than there are.
    """
    if not 0 <= replay < 1:  # NaN as well
        raise BadMix(f"--replay {replay}: it must be from 0 to below 1")
    rng = np.random.default_rng(seed)
    if order == "shuffled":
        if replay:
            raise BadMix("--replay needs --order curriculum: a shuffled mix has nothing that comes earlier")
        return (Part("all", tuple(int(k) for k in rng.permutation(len(leaves)))),)
    parts: list[Part] = []
    before: list[int] = []
    for name in ABILITIES:
        own = [k for k, leaf in enumerate(leaves) if LEAVES[leaf].capability == name]
        if own:
            wanted = round(replay / (1 - replay) * len(own)) if before else 0
            if wanted > len(before):
                raise BadMix(
                    f"--replay {replay}: {name} wants {wanted:,} examples of earlier abilities; there are "
                    f"{len(before):,}"
                )
            again = [before[int(k)] for k in rng.permutation(len(before))[:wanted]]
            mixed = [*own, *again]
            parts.append(Part(name, tuple(mixed[int(k)] for k in rng.permutation(len(mixed))), wanted))
            before += own
    return tuple(parts)


def _weight(item: str, number: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not 0 <= weight <= _MOST:
        raise BadMix(f"--abilities {item[:60]!r}: a weight is a number from 0 to {_MOST:,.0f}")
    return weight
