"""SARIF 2.1.0 of figures at their gates, as GitHub code scanning and other viewers read it.

Every error of a figure is a result, by its kind; so is each minimum that is not reached and each figure that could not
be scored. No date and no absolute path is written: the same scores give the same bytes.
Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.gate import Checked
from graphicacy.report.advice import ADVICE

__all__ = ["sarif_log"]

_LEVELS = {"critical": "error", "major": "warning", "minor": "note"}
_OF_THE_GATE = {
    "below-minimum": ("a score is below its minimum", "Correct what the other alerts on this figure name."),
    "unscorable": ("a figure could not be read or scored", "Make the figure again, or correct its path."),
}
_RULES = (*ERROR_KINDS, *_OF_THE_GATE)


def sarif_log(figures: Sequence[Checked], version: str) -> dict[str, Any]:
    """The log of one run, as JSON values. ``version`` is that of the tool."""
    driver = {"name": "graphicacy", "version": version, "rules": [_rule(name) for name in _RULES]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [result for figure in figures for result in _results(figure)],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    if name in ERROR_KINDS:
        severity, means = ERROR_KINDS[name]
        level, advice = _LEVELS[severity], ADVICE[name]
    else:
        level, (means, advice) = "error", _OF_THE_GATE[name]
    description = {"text": f"{means[0].upper()}{means[1:]}."}
    return {
        "id": name,
        "shortDescription": description,
        "fullDescription": description,
        "help": {"text": advice},
        "defaultConfiguration": {"level": level},
    }


def _results(figure: Checked) -> Iterator[dict[str, Any]]:
    """What is wrong with one figure; of alerts that say the same, each has a fingerprint of its own."""
    seen: Counter[str] = Counter()
    for rule, level, text, line in _alerts(figure):
        digest = hashlib.sha256(f"{rule}\n{text}".encode("utf-8", "replace")).hexdigest()[:16]
        seen[digest] += 1
        where: dict[str, Any] = {"artifactLocation": _location(figure.file)}
        if line is not None:
            where["region"] = {"startLine": line}
        advice = ADVICE[rule] if rule in ADVICE else _OF_THE_GATE[rule][1]
        yield {
            "ruleId": rule,
            "ruleIndex": _RULES.index(rule),
            "level": level,
            "message": {"text": f"{text}. {advice}"},
            "locations": [{"physicalLocation": where}],
            # Not of the line, as the name says: a picture has none, and in an SVG one line often holds everything.
            "partialFingerprints": {"primaryLocationLineHash": f"{digest}:{seen[digest]}"},
        }


def _alerts(figure: Checked) -> Iterator[tuple[str, str, str, int | None]]:
    """Rule, level, what is wrong, and the line."""
    if figure.score is None:
        yield "unscorable", "error", figure.fault, None
        return
    for check in figure.checks:
        if check.rule == "minimum":
            yield from (("below-minimum", "error", failure, None) for failure in check.failures)
    lines = figure.lines or (None,) * len(figure.score.errors)
    for error, line in zip(figure.score.errors, lines, strict=True):
        yield error.kind, _LEVELS[error.severity], error.what, line


def _location(file: str) -> dict[str, str]:
    """A relative path starts at the root of the checkout; an absolute one is a file URI."""
    path = PurePath(file)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(path.as_posix()), "uriBaseId": "%SRCROOT%"}
