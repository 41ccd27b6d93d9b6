"""Families of diagrams that are for testing: none of them may be trained on.

Two diagrams are of one family where they share a title, a set of labels or a graph, as ``dataset.make.fingerprints``
names them, also by way of others. The split that a dataset claims is not trusted: families are worked out anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.corpus.generator import GeneratedSource
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.dataset.make import fingerprints
from graphicacy.read.dataset.split import families
from graphicacy.read.dataset.symbols import diagram_of

__all__ = ["HeldOut", "public_tests", "tests_of", "trainable"]

_PUBLIC_SEED = 0
_PUBLIC_COUNT = 3000  # generated diagrams: the largest preset takes at most 2,796, and some are thrown out


class HeldOut:
    """Fingerprints of diagrams that are for testing. It learns: what is refused counts as one of them from then on."""

    def __init__(self, prints: Iterable[str] = ()) -> None:
        self._prints = set(prints)

    def refuses(self, prints: Iterable[str]) -> bool:
        """Whether a diagram with these fingerprints is of a family that is for testing."""
        own = tuple(prints)
        if self._prints.isdisjoint(own):
            return False
        self._prints.update(own)
        return True


def public_tests() -> frozenset[str]:
    """Fingerprints of all that the public test sets may hold: the library, and the generated diagrams of seed 0.

    The library is in every dataset that names no other source, and each split of it is another one, so all of it is
    held out. Of generated diagrams, those of the presets with the seed that a build has where none is given; which of
    them were drawn and are in the test split would take a build to know, so all are. About ten seconds, once.
    """
    return _public()


def tests_of(datasets: Iterable[Dataset]) -> frozenset[str]:
    """Fingerprints of the test diagrams of datasets, and of all that are of one family with one, in any split.

    Raises ``ValueError``, in one line, for a row that is no diagram.
    """
    found: set[str] = set()
    for dataset in datasets:
        rows = list(_prints(dataset))
        of = families(prints for _, _, prints in rows)
        tests = {family for family, (_, split, _) in zip(of, rows, strict=True) if split != "train"}
        found.update(p for family, (_, _, prints) in zip(of, rows, strict=True) if family in tests for p in prints)
    return frozenset(found)


def trainable(dataset: Dataset, held_out: Iterable[str] = ()) -> tuple[frozenset[str], dict[str, str]]:
    """Ids of the diagrams of a dataset that may be trained on, and why not of others that it says are for training.

    Families span both splits of the dataset and what is held out elsewhere, by its fingerprints: where one diagram of a
    family is for testing, none of it is for training. Raises ``ValueError`` as ``tests_of`` does.
    """
    rows = list(_prints(dataset))
    elsewhere = tuple(held_out)
    of = families([*(prints for _, _, prints in rows), *((p,) for p in elsewhere)])
    mine, theirs = of[: len(rows)], frozenset(of[len(rows) :])
    tests = {family for family, (_, split, _) in zip(mine, rows, strict=True) if split != "train"}
    doubled = {name for name, split, _ in rows if split != "train"}
    refused: dict[str, str] = {}
    allowed = []
    for family, (name, split, _) in zip(mine, rows, strict=True):
        if split != "train":
            continue
        if family in tests or name in doubled:
            refused[name] = "of a family in the test split"
        elif family in theirs:
            refused[name] = "of a family held out elsewhere"
        else:
            allowed.append(name)
    return frozenset(allowed) - refused.keys(), refused


@cache
def _public() -> frozenset[str]:
    sources = (LibrarySource(), GeneratedSource(_PUBLIC_SEED, _PUBLIC_COUNT))
    keys = [(source, key) for source in sources for key in iter(source.keys())]
    return frozenset(p for source, key in keys for p in fingerprints(source.load(key)))


def _prints(dataset: Dataset) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Id, split and fingerprints of each diagram, from what its row says that it is."""
    for row in dataset.diagrams():
        yield row["id"], row["split"], _prints_of(row, dataset)


def _prints_of(row: Mapping[str, Any], dataset: Dataset) -> tuple[str, ...]:
    try:
        diagram = diagram_of(json.loads(row["diagram"]))
        return fingerprints(Entry(row["id"], row["title"], row["domain"], row["origin"], Kind.PROCESS, diagram))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        name = str(row.get("id"))[:100]
        raise ValueError(f"{dataset.folder}: the row of diagram {name!r} holds no diagram; build it again") from None
