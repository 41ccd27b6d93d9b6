"""Examples that fit, as many of each leaf as are wanted, onto a spool."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping

from graphicacy.read.boxes import BoxConvention
from graphicacy.train.example import Example
from graphicacy.train.export.spool import Spool
from graphicacy.train.sources import TrainSplit, check_enough, stream

__all__ = ["Fit", "from_dataset", "from_stream", "length_of"]

_PATCH = 28  # px a side of what is a token of a picture, where a family has none of its own
_LETTERS = 3  # of a token
_IN_VAIN = 3000  # examples of a stream in a row that do not fit

Fit = Callable[[Example], str]
"""Why an example cannot be used, in a few words; "" where it can."""


def length_of(example: Example, boxes: BoxConvention) -> int:
    """About how many tokens an example has: a patch of 28 × 28 px, or 3 letters, are one.

    An estimate, as no tokenizer is at hand: that of Qwen2.5 has 3.8 letters a token in such examples, and 2.9 in the
    densest of them. Patches are those of Qwen2.5-VL; other families have fewer.
    """
    patch = boxes.resize.patch if boxes.resize is not None else _PATCH
    patches = sum(math.ceil(w / patch) * math.ceil(h / patch) for w, h in (p.size for p in example.pictures))
    letters = len(example.row["system"]) + len(example.row["prompt"]) + len(example.target)
    return patches + math.ceil(letters / _LETTERS)


def from_dataset(
    spool: Spool,
    split: TrainSplit,
    counts: Mapping[str, int] | None,
    leaves: Collection[str],
    boxes: BoxConvention,
    fit: Fit,
) -> Counter[str]:
    """Put examples of a train split on a spool: ``counts`` by leaf, or all of some leaves where it is None.

    One that does not fit is refused, and counted by cause; of ``counts``, another one takes its place. Raises
    ``TooFew`` where there are not enough that fit.
    """
    there, refused = split.there_are(), Counter(split.refused)
    wanted = counts if counts is not None else {leaf: there[leaf] for leaf in there if leaf in leaves}
    check_enough(split.dataset.folder, wanted, there, refused)
    seen: set[str] = set()
    missing = Counter(wanted)
    while ids := split.others(missing, seen):
        seen.update(ids)
        missing = Counter()
        for example in split.examples(ids, boxes):
            if why := fit(example):
                refused[why] += 1
                missing[example.row["task"]] += counts is not None
            else:
                spool.add(example)
    if counts is not None:
        check_enough(split.dataset.folder, wanted, Counter(spool.leaves), refused)
    return refused


def from_stream(
    spool: Spool, seed: int, counts: Mapping[str, int], held_out: Collection[str], boxes: BoxConvention, fit: Fit
) -> Counter[str]:
    """Put fresh examples on a spool, ``counts`` by leaf; what is refused is counted by cause.

    Raises ``ValueError`` where thousands in a row do not fit.
    """
    refused: Counter[str] = Counter()
    missing = Counter(counts)
    in_vain = 0
    for example in stream(seed, boxes=boxes, leaves=missing, held_out=held_out, refused=refused):
        leaf = example.row["task"]
        if leaf not in missing:
            continue
        if why := fit(example):
            refused[why] += 1
            in_vain += 1
            if in_vain == _IN_VAIN:
                raise ValueError(f"none of {in_vain:,} fresh examples of {', '.join(sorted(missing))} fits: {why}")
            continue
        in_vain = 0
        spool.add(example)
        missing[leaf] -= 1
        if not missing[leaf]:
            del missing[leaf]
    return refused
