"""Labels against readings, one to one: the right spelling first, then what OCR confuses, then near misses.

Each word read is used once. Without that, a drawn PIP2 also answers for a required PIP3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from graphicacy.draw.scoring.candidates import LINE, WINDOW, Candidate, Page
from graphicacy.draw.scoring.normalise import look, normalise, spellings
from graphicacy.draw.scoring.tolerance import Tolerance

__all__ = ["Match", "Matcher", "Verdict", "same_label"]

Verdict = Literal["exact", "ocr", "misspelt", "missing"]

_NEAR = 0.30  # greatest normalised distance of a near miss (the published bound of a match)
_SURE = 0.97  # where OCR was this sure of a line, a letter that differs was drawn so
_ROOM = 1.5  # readings longer than this many lengths of the longest label are no near miss of any


@dataclass(frozen=True, slots=True)
class Match:
    """A label's reading: how it agrees, and the character error rate between the normal forms, in [0, 1]."""

    verdict: Verdict
    candidate: Candidate
    cer: float


def same_label(label: str, text: str, live: bool = False) -> Verdict:
    """How ``text`` renders ``label``, in strict mode.

    ``exact``: the same up to typography (sub- and superscripts, dashes, case, Greek letters by name). ``ocr``: the same
    up to characters that OCR confuses; never where ``live`` says that the text is known exactly. ``misspelt``: a near
    miss, which may well be the name of something else. ``missing``: another text.
    """
    want, have = normalise(label), normalise(text)
    if _forms(want) & _forms(have):
        return "exact"
    if _looks(want) & _looks(have):
        return "misspelt" if live else "ocr"
    distance = min(Levenshtein.distance(form, have) for form in _forms(want))
    return "misspelt" if _is_near(distance, len(want), len(have)) else "missing"


class Matcher:
    """The readings of a page, and which of its words are used up."""

    def __init__(self, page: Page, labels: Sequence[str]) -> None:
        """Prepare the readings that can be one of ``labels``."""
        self.page = page
        self.used: set[int] = set()
        longest = max((len(form) for label in labels for form in _forms(normalise(label))), default=0)
        self._candidates = page.candidates(int(_ROOM * longest) + 2)
        self._exact: dict[str, list[Candidate]] = defaultdict(list)
        self._alike: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in self._candidates:
            for form in _forms(candidate.normal):
                self._exact[form].append(candidate)
            for form in _looks(candidate.normal):
                self._alike[form].append(candidate)
        self._unsure = [c for c in self._candidates if not c.live and c.score < _SURE]

    def find(self, labels: Sequence[str]) -> dict[str, Match]:
        """Readings of labels, exact or as OCR confuses them.

        Long labels choose before short ones, so that "membrane" does not take half of "plasma membrane".
        """
        matches: dict[str, Match] = {}
        for readings in (self._spelt, self._confused, self._unclear):
            for label in _longest_first(labels):
                candidate = None if label in matches else next(iter(readings(label)), None)
                if candidate:
                    matches[label] = self._use(label, "exact" if readings == self._spelt else "ocr", candidate)
        return matches

    def near_misses(self, labels: Sequence[str]) -> dict[str, Match]:
        """Near misses of labels among the words left, the nearest pair first."""
        readings = [c for c in self._candidates if self.used.isdisjoint(c.words)]
        pairs = sorted(self._near_pairs(labels, readings))
        matches: dict[str, Match] = {}
        for *_, which, reading in pairs:
            label, candidate = labels[which], readings[reading]
            if label not in matches and self.used.isdisjoint(candidate.words):
                matches[label] = self._use(label, "misspelt", candidate)
        return matches

    def repeats(self, labels: Sequence[str]) -> list[tuple[str, Candidate]]:
        """Readings of labels once more, among the words left.

        A word or two inside a longer line is a mention, not a label; it counts only where the whole line is made
        of labels that were read as one. OCR takes circles and strokes for single letters, so those never count.
        """
        found = [
            (label, candidate)
            for readings, least in ((self._spelt, 2), (self._confused, 3))
            for label in _longest_first(labels)
            for candidate in readings(label)
            if candidate.live or len(candidate.normal) >= least
        ]
        whole: list[tuple[str, Candidate]] = []
        part: list[tuple[str, Candidate]] = []
        for label, candidate in found:
            if self.used.isdisjoint(candidate.words):
                (part if candidate.kind == WINDOW else whole).append((label, candidate))
                self.used.update(candidate.words)
        for label, candidate in part:
            line = self.page.line_of(candidate.words[0])
            if self.used.issuperset(line):
                whole.append((label, candidate))
            else:
                self.used.difference_update(candidate.words)
        return whole

    def _spelt(self, label: str) -> list[Candidate]:
        return self._free(c for form in _forms(normalise(label)) for c in self._exact.get(form, ()))

    def _confused(self, label: str) -> list[Candidate]:
        want = normalise(label)
        readings = (c for form in _looks(want) for c in self._alike.get(form, ()) if not c.live)
        # A single letter inside a line looks like too many others: "t" in "Timestep t" is no τ.
        return self._free(c for c in readings if len(want) > 1 or c.kind == LINE)

    def _unclear(self, label: str) -> list[Candidate]:
        tolerant = Tolerance(label)
        return self._free(c for c in self._unsure if tolerant.allows(c.normal))

    def _free(self, readings: Iterable[Candidate]) -> list[Candidate]:
        """Those whose words are unused: lines first, then chains, then windows."""
        free = {c for c in readings if self.used.isdisjoint(c.words)}
        return sorted(free, key=lambda c: (c.kind, c.words))

    def _use(self, label: str, verdict: Verdict, candidate: Candidate) -> Match:
        self.used.update(candidate.words)
        want = normalise(label)
        distance = min(Levenshtein.distance(form, candidate.normal) for form in _forms(want))
        return Match(verdict, candidate, 0.0 if verdict == "exact" else min(1.0, distance / len(want)))

    def _near_pairs(self, labels: Sequence[str], readings: list[Candidate]) -> list[tuple[float, int, int, int, int]]:
        """Pairs as (normalised distance, kind, minus the label's length, label, reading)."""
        pairs: list[tuple[float, int, int, int, int]] = []
        normals = [c.normal for c in readings]
        for which, label in enumerate(labels if readings else ()):
            want = normalise(label)
            bound = max(1, int(_NEAR * _ROOM * len(want)))
            distances = cdist(
                sorted(_forms(want)), normals, scorer=Levenshtein.distance, score_cutoff=bound, dtype=np.int32
            ).min(axis=0)
            looks = _looks(want)
            for reading in np.flatnonzero(distances <= bound).tolist():
                candidate, distance = readings[reading], int(distances[reading])
                size = max(len(want), len(candidate.normal))
                alike = bool(looks & _looks(candidate.normal))
                if alike or _is_near(distance, len(want), len(candidate.normal), candidate.kind == WINDOW):
                    pairs.append((distance / size, candidate.kind, -len(want), which, reading))
        return pairs


def _longest_first(labels: Sequence[str]) -> list[str]:
    return sorted(labels, key=lambda label: -len(normalise(label)))


@lru_cache(maxsize=65536)
def _forms(normal: str) -> frozenset[str]:
    return frozenset((normal, *spellings(normal)))


@lru_cache(maxsize=65536)
def _looks(normal: str) -> frozenset[str]:
    return frozenset(look(form) for form in _forms(normal))


def _is_near(distance: int, want: int, have: int, window: bool = False) -> bool:
    """Whether so many edits between texts of these lengths are a near miss.

    One wrong letter of three (p53, p63) is one as well, unless it is a word inside a line ("and" is no ANP).
    """
    size = max(want, have)
    return distance <= _NEAR * size or (distance == 1 and min(want, have) >= 3 and not window)
