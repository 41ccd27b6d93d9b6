"""What a dataset is made of: presets, and the plan of a build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice, repeat

from graphicacy.read.corpus.bounds import Bounds
from graphicacy.read.corpus.entry import Source
from graphicacy.read.corpus.named import sources_named
from graphicacy.read.taxonomy import leaves_named

__all__ = ["PART", "PRESETS", "Plan", "Preset", "plan_of"]

PART = 8  # diagrams that are tried for one part
_SOURCES = ("library", "generated")
_SPARE = 4  # times as many generated diagrams as are wanted: some are thrown out


@dataclass(frozen=True, slots=True)
class Preset:
    """Sizes of a dataset: diagrams in all, and those of them in the test split."""

    diagrams: int
    test: int


PRESETS = {
    "digraphhal": Preset(2796, 1000),  # the sizes of DiGraphHal-Bench (CVPR 2026)
    "mini": Preset(60, 40),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides what is in a dataset: the same plan gives the same bytes.

    ``count`` diagrams, ``test`` of them for the test split, are taken from the sources by turns; where these have
    fewer, the split has the same shares.
    ``tasks`` are names of leaves. One diagram in ``turned_every`` is also drawn in another direction; one in
    ``costly_every`` is asked the questions that need further pictures.
    """

    seed: int
    count: int
    test: int
    tasks: tuple[str, ...]
    sources: tuple[Source, ...]
    bounds: Bounds = field(default_factory=Bounds)
    turned_every: int = 12
    costly_every: int = 10

    def keys(self) -> Iterator[tuple[Source, str]]:
        """Every diagram that may be taken, in order."""
        streams = [zip(repeat(source), iter(source.keys())) for source in self.sources]
        while streams:
            for stream in tuple(streams):
                try:
                    yield next(stream)
                except StopIteration:
                    streams.remove(stream)

    def parts(self) -> Iterator[tuple[tuple[Source, str], ...]]:
        """The same, ``PART`` at a time."""
        keys = self.keys()
        while part := tuple(islice(keys, PART)):
            yield part

    def digest(self) -> str:
        """A name of the plan: two builds with one digest make the same dataset."""
        return hashlib.blake2b(f"{version('graphicacy')} {self!r}".encode(), digest_size=8).hexdigest()


def plan_of(
    preset: str | None, seed: int, count: int | None, tasks: tuple[str, ...], sources: Iterable[str] = ()
) -> Plan:
    """The plan of a preset (``digraphhal`` where None), its split scaled to ``count`` diagrams where that is given.

    ``sources`` are names, as in ``corpus.named``: the library and generated diagrams where there are none. Where all
    of the ``tasks`` need further pictures, every diagram is asked about them. Raises ``ValueError`` for an unknown
    preset, source or task, for a source with no diagram in it, and for a count below one.
    """
    if preset is not None and preset not in PRESETS:
        raise ValueError(f"preset {preset!r} is none of {', '.join(PRESETS)}")
    sizes = PRESETS[preset or "digraphhal"]
    count = sizes.diagrams if count is None else count
    if count < 1:
        raise ValueError(f"count {count} is not above 0")
    test = round(sizes.test * count / sizes.diagrams)
    found = sources_named(tuple(sources) or _SOURCES, seed, _SPARE * count)
    for source in found:  # told before a build has begun in a folder
        if next(iter(source.keys()), None) is None:
            raise ValueError(f"--source {source.name}: there is no diagram in it")
    if all(leaf.costly >= leaf.variants.keys() for leaf in leaves_named(tasks)):
        return Plan(seed, count, test, tasks, found, costly_every=1)
    return Plan(seed, count, test, tasks, found)
