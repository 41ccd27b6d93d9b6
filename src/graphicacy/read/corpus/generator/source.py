"""Generated diagrams as a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from graphicacy.read.corpus.entry import DOMAINS, BadEntry, Entry
from graphicacy.read.corpus.generator.build import generate, slug
from graphicacy.read.corpus.generator.knobs import Knobs

__all__ = ["GeneratedSource"]

_KEY = re.compile(r"([a-z-]+)/(\d{6,9})")


@dataclass(frozen=True)
class GeneratedSource:
    """``count`` diagrams, the domains in turn, made when they are loaded: from the seed and the key alone.

    ``knobs`` None draws each diagram's own (``Knobs.sample``). Raises ``ValueError`` for what no diagram can have.
    """

    seed: int = 0
    count: int = 1000
    domains: tuple[str, ...] = DOMAINS
    knobs: Knobs | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed={self.seed}: it must be from 0 to 2**63 - 1")
        if not 0 <= self.count <= 10**9:
            raise ValueError(f"count={self.count}: it must be from 0 to 1,000,000,000")
        if not self.domains or len(set(self.domains)) < len(self.domains) or not set(self.domains) <= set(DOMAINS):
            raise ValueError(f"domains={self.domains}: name some of {', '.join(DOMAINS)}, each once")
        if self.knobs is not None:
            for domain in self.domains:
                generate(domain, self.knobs, np.random.default_rng(0))

    @property
    def name(self) -> str:
        """What ``Entry.origin`` says."""
        return "generated"

    def keys(self) -> Iterator[str]:
        """``medicine/000000``, ``biology/000000``, …, ``medicine/000001``, …"""
        slugs = [slug(domain) for domain in self.domains]
        return (f"{slugs[k % len(slugs)]}/{k // len(slugs):06d}" for k in range(self.count))

    def load(self, key: str) -> Entry:
        """The diagram of a key, the same in every process. Raises ``BadEntry`` for a key that is none."""
        found = _KEY.fullmatch(key)
        slugs = {slug(domain): domain for domain in self.domains}
        if found is None or found[1] not in slugs:
            raise BadEntry(f"{key[:60]!r} is no key of generated diagrams: take one of keys()", "unknown key")
        rng = np.random.default_rng(np.random.SeedSequence([self.seed, *key.encode()]))
        knobs = self.knobs or Knobs.sample(rng)
        entry = generate(slugs[found[1]], knobs, rng)
        return replace(
            entry,
            id=f"generated/{found[1]}-{found[2]}-s{self.seed}",
            reference=f"generated, seed {self.seed}",
        )
