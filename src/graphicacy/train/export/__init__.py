"""Training data in the formats that trainers read.

An export is a folder that stands alone. The same input gives the same bytes. It is there as a whole or not at all: what
is being written lies beside it under a hidden name.

A new format is a module with a ``Format``, and a line in ``FORMATS``.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.export.records import resizing
from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.example import Example
from graphicacy.train.export.easyr1 import EASYR1
from graphicacy.train.export.format import Format
from graphicacy.train.export.gather import Fit, from_dataset, from_stream, length_of
from graphicacy.train.export.llamafactory import LLAMAFACTORY
from graphicacy.train.export.qwenvl import QWENVL
from graphicacy.train.export.spool import Spool
from graphicacy.train.export.swift import SWIFT
from graphicacy.train.export.trl import TRL
from graphicacy.train.export.verifiers import VERIFIERS
from graphicacy.train.held_out import tests_of
from graphicacy.train.mix import BadMix, Order, Part, arrange, parse_mix, quotas
from graphicacy.train.sources import TrainSplit

__all__ = ["ABOUT", "FORMATS", "Made", "Wanted", "export"]

ABOUT = "graphicacy.json"
"""The file in an export that says what it is."""
FORMATS: dict[str, Format] = {
    "trl": TRL,
    "llamafactory": LLAMAFACTORY,
    "swift": SWIFT,
    "qwenvl": QWENVL,
    "verifiers": VERIFIERS,
    "easyr1": EASYR1,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be exported.

    ``abilities`` are as ``mix.parse_mix`` reads them. ``count`` is of different examples, without those that a replay
    repeats; None: all that there are. ``max_length`` is in tokens as ``gather.length_of`` estimates them.
    """

    abilities: tuple[str, ...] = ()
    count: int | None = None
    order: Order = "shuffled"
    replay: float = 0.0
    seed: int = 0
    boxes: BoxConvention = NEUTRAL
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """What was exported.

    ``rows`` are all lines, ``leaves`` counts the different examples by leaf, ``parts`` are in their order, ``refused``
    counts by cause what was left out; ``notes`` are lines for the user.
    """

    paths: tuple[Path, ...]
    rows: int
    leaves: Mapping[str, int]
    parts: tuple[Part, ...]
    refused: Mapping[str, int]
    notes: tuple[str, ...]

    def counts(self) -> dict[str, Any]:
        """The counts, for JSON."""
        parts = [{"name": part.name, "rows": len(part.order), "replayed": part.replayed} for part in self.parts]
        return {"rows": self.rows, "leaves": self.leaves, "parts": parts, "refused": self.refused}


def export(to: str, out: Path, wanted: Wanted, data: Dataset | None = None, held_out: Iterable[Dataset] = ()) -> Made:
    """Write training examples in a format.

    Args:
        to: a name in ``FORMATS``.
        out: a folder that is made; it may be there, but empty.
        wanted: what, how much, and in which order.
        data: the dataset whose train split the examples are of; None: they are made, from ``wanted.seed``.
        held_out: datasets on whose test splits the model will be measured: no diagram of a family in one is exported.

    Raises:
        ValueError: for an unknown format or ability, a mix or an order that cannot be had, fewer examples than wanted,
            a folder that is not empty, or a dataset that is damaged; in one line.
    """
    if to not in FORMATS:
        raise ValueError(f"--format {to}: choose one of {', '.join(FORMATS)}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out}: is not an empty folder; choose another one")
    counts, tests = _counts(wanted, data), tests_of(held_out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as place:
        spool = Spool(Path(place) / "spool")
        try:
            refused = _gather(spool, to, counts, wanted, data, tests)
            _check_any(spool, refused)
            parts = arrange(spool.leaves, wanted.order, wanted.seed, wanted.replay)
            folder = Path(place) / "export"
            folder.mkdir()
            names = FORMATS[to].write(spool, [index for part in parts for index in part.order], folder)
        finally:
            spool.close()
        made = _made(out, (*names, ABOUT), spool.leaves, parts, refused, _notes(to, wanted, bool(data and not tests)))
        text = f"{json.dumps(_about(to, wanted, data, made), indent=2, ensure_ascii=False)}\n"
        (folder / ABOUT).write_text(text, encoding="utf-8", newline="\n")
        if out.exists():
            out.rmdir()
        folder.rename(out)
    return made


def _counts(wanted: Wanted, data: Dataset | None) -> dict[str, int] | None:
    """Examples of each leaf; None for all."""
    weights = parse_mix(wanted.abilities)
    if wanted.count is not None:
        return quotas(weights, wanted.count)
    if data is None:
        raise BadMix("without --data examples are made for ever: say how many with --count")
    if len(set(weights.values())) > 1 and any("=" in text for text in wanted.abilities):
        raise BadMix("--abilities with weights needs --count: shares are of a number of examples")
    return None


def _gather(
    spool: Spool, to: str, counts: dict[str, int] | None, wanted: Wanted, data: Dataset | None, tests: frozenset[str]
) -> Counter[str]:
    fit = _fit(FORMATS[to], wanted)
    if data is None:
        return from_stream(spool, wanted.seed, counts or {}, tests, wanted.boxes, fit)
    leaves = parse_mix(wanted.abilities)
    return from_dataset(spool, TrainSplit(data, tests), counts, leaves, wanted.boxes, fit)


def _fit(form: Format, wanted: Wanted) -> Fit:
    def why_not(example: Example) -> str:
        words = "\n".join((example.row["system"], example.row["prompt"], example.target))
        if any(tag in words for tag in form.tags):
            return "its words have a tag of the format"
        if wanted.max_length is not None and length_of(example, wanted.boxes) > wanted.max_length:
            return f"longer than {wanted.max_length:,} tokens"
        return ""

    return why_not


def _check_any(spool: Spool, refused: Mapping[str, int]) -> None:
    if not spool.leaves:
        told = "".join(f"; {count:,} refused: {why}" for why, count in sorted(refused.items()))
        raise ValueError(f"there is no example to export{told}")


def _made(
    out: Path, names: tuple[str, ...], of: Sequence[str], parts: tuple[Part, ...], refused: Mapping[str, int],
    notes: tuple[str, ...],
) -> Made:  # fmt: skip
    counts = Counter(of)
    return Made(
        paths=tuple(out / name for name in names),
        rows=sum(len(part.order) for part in parts),
        leaves={leaf: counts[leaf] for leaf in LEAVES if counts[leaf]},
        parts=parts,
        refused=dict(sorted(refused.items())),
        notes=notes,
    )


def _about(to: str, wanted: Wanted, data: Dataset | None, made: Made) -> dict[str, Any]:
    return {
        "format": to,
        "digest": data.digest if data is not None else None,
        **{name: getattr(wanted, name) for name in ("abilities", "count", "order", "replay", "seed", "max_length")},
        "boxes": wanted.boxes.name,
        **made.counts(),
        "graphicacy": version("graphicacy"),
    }


def _notes(to: str, wanted: Wanted, only_own_tests: bool) -> tuple[str, ...]:
    notes = list(FORMATS[to].notes)
    if wanted.order == "curriculum":
        notes.append("the rows are in the order of the curriculum: switch the trainer's shuffling off")
    if only_own_tests:
        notes.append("only this dataset's test split is held out: name others that you measure on with --held-out")
    return (*notes, *resizing(wanted.boxes))
