"""Text fidelity: which required labels were drawn, how they are spelt, and what else was written.

Two modes. *Published* is the protocol of SciDraw-Bench (arXiv 2606.28406, text fidelity): a label is found when some
line is within a normalised Levenshtein distance of 0.30. That accepts other entities (PIP3 for PIP2). *Strict* finds a
label only where it is spelt right, up to typography and up to what OCR confuses, and uses each word once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from graphicacy.diagram.scene import Box
from graphicacy.draw.record import LabelVerdict, TextScore
from graphicacy.draw.scoring.candidates import Page, read_page
from graphicacy.draw.scoring.gibberish import is_gibberish
from graphicacy.draw.scoring.matching import Match, Matcher, Verdict, same_label
from graphicacy.draw.scoring.normalise import normalise
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import TextItem

__all__ = ["normalise", "same_label", "score_text"]

Mode = Literal["strict", "published"]
Boxed = tuple[str, tuple[float, float, float, float]]

_ALPHA = 0.7  # weight of recall, as published
_TAU = 0.30  # greatest normalised distance of a match, as published


def score_text(task: DrawTask, items: Sequence[TextItem], mode: Mode = "strict") -> TextScore:
    """Score the text of one drawing: TF = 0.7 · recall + 0.3 · (1 − CER).

    CER is the mean character error rate over the labels found, 1 where none is. Precision, duplicates, gibberish and
    extra text belong to strict mode (None and empty in published mode). Precision is the share of the characters read
    that a required label accounts for, drawn once or more often, right or misspelt.

    Args:
        task: whose ``required_labels`` count; labels in ``repeated_labels`` may be drawn more than once.
        items: what was read; ``source == "live"`` marks text that is known exactly, where only typography is forgiven.
        mode: ``strict`` or ``published``.

    Raises:
        ValueError: the mode is unknown.
    """
    if mode == "published":
        return _published(task, items)
    if mode == "strict":
        return _strict(task, items)
    raise ValueError(f"unknown text mode {mode!r}; use 'strict' or 'published'")


def _strict(task: DrawTask, items: Sequence[TextItem]) -> TextScore:
    labels = task.required_labels
    page = read_page(items)
    matcher = Matcher(page, labels)
    matches = matcher.find(labels)
    repeated = set(task.repeated_labels)
    matcher.repeats([label for label in matches if label in repeated])
    matches |= matcher.near_misses([label for label in labels if label not in matches])
    duplicates = matcher.repeats(_complete(labels, matches, repeated))
    gibberish, extra = _rest(task, page, matcher.used)
    verdicts = tuple(_verdict(label, matches.get(label), page) for label in labels)
    tf, recall, cer = _fidelity(verdicts)
    return TextScore(
        mode="strict",
        tf=tf,
        recall=recall,
        cer=cer,
        precision=_precision(page, matcher.used),
        labels=verdicts,
        duplicates=tuple((c.text, _tuple(page.box(c.words))) for _, c in duplicates),
        gibberish=gibberish,
        extra=extra,
    )


def _complete(labels: Sequence[str], matches: dict[str, Match], repeated: set[str]) -> list[str]:
    """Labels of which another drawing is a duplicate: found, and no part of a longer label that was not found."""
    lost = [normalise(label) for label in labels if not _is_found(matches.get(label))]
    return [
        label
        for label in labels
        if _is_found(matches.get(label)) and label not in repeated and not any(normalise(label) in it for it in lost)
    ]


def _is_found(match: Match | None) -> bool:
    return match is not None and match.verdict in ("exact", "ocr")


def _verdict(label: str, match: Match | None, page: Page) -> LabelVerdict:
    if match is None:
        return LabelVerdict(label=label, found=False, verdict="missing")
    return LabelVerdict(
        label=label,
        found=_is_found(match),
        verdict=match.verdict,
        seen=match.candidate.text,
        cer=match.cer,
        box=_tuple(page.box(match.candidate.words)),
    )


def _fidelity(verdicts: Sequence[LabelVerdict]) -> tuple[float, float, float]:
    """TF, recall and CER over the labels found."""
    errors = [verdict.cer or 0.0 for verdict in verdicts if verdict.found]
    recall = len(errors) / len(verdicts)
    cer = sum(errors) / len(errors) if errors else 1.0
    return _ALPHA * recall + (1 - _ALPHA) * (1 - cer), recall, cer


def _precision(page: Page, used: set[int]) -> float | None:
    sizes = [len(word.text) for word in page.words]
    return sum(sizes[n] for n in used) / sum(sizes) if sum(sizes) else None


def _rest(task: DrawTask, page: Page, used: set[int]) -> tuple[tuple[Boxed, ...], tuple[Boxed, ...]]:
    """Gibberish tokens, and runs of other words that no label accounts for."""
    known = " ".join(normalise(text) for text in (*task.required_labels, task.prompt))
    gibberish: list[Boxed] = []
    extra: list[Boxed] = []
    for line in page.lines:
        run: list[int] = []
        for number in (*line, None):
            if number is not None and number not in used:
                word = page.words[number]
                if not is_gibberish(word.text) or normalise(word.text) in known:
                    run.append(number)
                    continue
                gibberish.append((word.text, _tuple(word.box)))
            text = page.text(run) if run else ""
            if any(char.isalnum() for char in text):
                extra.append((text, _tuple(page.box(run))))
            run = []
    return tuple(gibberish), tuple(extra)


def _tuple(box: Box) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1


def _published(task: DrawTask, items: Sequence[TextItem]) -> TextScore:
    verdicts = _nearest_lines(task.required_labels, items)
    tf, recall, cer = _fidelity(verdicts)
    return TextScore(mode="published", tf=tf, recall=recall, cer=cer, precision=None, labels=verdicts)


def _nearest_lines(labels: Sequence[str], items: Sequence[TextItem]) -> tuple[LabelVerdict, ...]:
    """Each label with the line nearest to it, however often that line was taken; within tau it is found.

    A found label is ``exact`` at distance 0, else ``ocr``: this mode cannot tell a misspelling from a misreading.
    """
    wants = [normalise(label, strict=False) for label in labels]
    lines = [normalise(item.text, strict=False) for item in items]
    if not lines:
        return tuple(LabelVerdict(label=label, found=False, verdict="missing") for label in labels)
    distances = cdist(wants, lines, scorer=Levenshtein.normalized_distance, score_cutoff=_TAU, dtype=np.float32)
    verdicts = []
    for label, want, nearest in zip(labels, wants, distances.argmin(axis=1).tolist(), strict=True):
        line, item = lines[nearest], items[nearest]
        edits = Levenshtein.distance(want, line)
        if edits >= _TAU * max(len(want), len(line)):
            verdicts.append(LabelVerdict(label=label, found=False, verdict="missing"))
            continue
        cer = min(1.0, edits / len(want))
        verdict: Verdict = "exact" if edits == 0 else "ocr"
        verdicts.append(LabelVerdict(label=label, found=True, verdict=verdict, seen=item.text, cer=cer, box=item.box))
    return tuple(verdicts)
