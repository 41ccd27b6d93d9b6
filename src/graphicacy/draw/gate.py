"""The gate: which scores let a drawing pass, for a check that must say yes or no. Pure: score and thresholds → checks.

A dimension that nothing could score cannot pass a minimum: unscored is not good enough, and not zero either.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.record import DrawScore, ErrorItem, Severity

__all__ = ["SCORES", "BadGate", "Check", "Checked", "Gate", "check_score", "gate_of", "parse_minimums", "undecided"]

SCORES = ("TF", "SC", "SQ", "CA", "overall")
"""What a minimum can be set for."""
_SEVERITIES: tuple[str, ...] = get_args(Severity)  # worst first

_ABOUT_RELATIONS = {"missing-relation", "reversed-relation", "wrong-head", "wrong-relation", *_SEVERITIES}


class BadGate(ValueError):
    """Thresholds that cannot be used: one line that says which, and what to write."""


@dataclass(frozen=True, slots=True)
class Gate:
    """``minimums``: a score's least value, in [0, 1]. ``fail_on``: error kinds, and severities (or worse)."""

    minimums: Mapping[str, float] = field(default_factory=dict)
    fail_on: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether any drawing can fail."""
        return bool(self.minimums or self.fail_on)


class Check(NamedTuple):
    """One threshold: ``rule`` is ``minimum`` or ``fail-on``, ``name`` what has to hold, and does without a failure."""

    rule: str
    name: str
    failures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A drawing at its gate. ``score`` is None where it could not be scored, for the reason in ``fault``.

    ``lines``: for each of ``score.errors`` the line of the file (from 1) that it is about, or None where not known.
    """

    file: str
    task: str
    score: DrawScore | None = None
    checks: tuple[Check, ...] = ()
    lines: tuple[int | None, ...] = ()
    fault: str = ""

    @property
    def failures(self) -> tuple[str, ...]:
        """Why it does not pass, in words."""
        return tuple(failure for check in self.checks for failure in check.failures)

    @property
    def passed(self) -> bool:
        """Whether it was scored, and holds every threshold."""
        return self.score is not None and not self.failures


def parse_minimums(pairs: Sequence[str]) -> dict[str, float]:
    """``["overall=.8", "TF=.9"]`` as a mapping. Raises ``BadGate``."""
    found: dict[str, float] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadGate(f"minimum {pair!r}: write SCORE=VALUE, such as overall=.8")
        if name in found:
            raise BadGate(f"minimum {name!r} is given twice: keep one")
        try:
            found[name] = float(value)
        except ValueError:
            raise BadGate(f"minimum {pair!r}: {value!r} is no number; write one from 0 to 1") from None
    return found


def gate_of(minimums: Mapping[str, float], fail_on: Sequence[str]) -> Gate:
    """A gate of these thresholds. Raises ``BadGate``: an unknown score or kind, a minimum that is not in [0, 1]."""
    for name, value in minimums.items():
        if name not in SCORES:
            raise BadGate(f"minimum of {name!r}: there is no such score; choose {', '.join(SCORES)}")
        if not (math.isfinite(value) and 0 <= value <= 1):
            raise BadGate(f"minimum {name}={value:g}: scores lie between 0 and 1")
    for kind in fail_on:
        if kind not in ERROR_KINDS and kind not in _SEVERITIES:
            known = ", ".join((*_SEVERITIES, *ERROR_KINDS))
            raise BadGate(f"fail-on {kind!r}: there is no such kind or severity; choose of {known}")
    return Gate({name: minimums[name] for name in SCORES if name in minimums}, tuple(dict.fromkeys(fail_on)))


def check_score(score: DrawScore, gate: Gate) -> tuple[Check, ...]:
    """Every threshold of a gate, with what fails it: minimums in the order of ``SCORES``, then ``fail_on``."""
    minimums = (_minimum(score, name, least) for name, least in gate.minimums.items())
    return (*minimums, *(_without(score, wanted) for wanted in gate.fail_on))


def undecided(score: DrawScore, gate: Gate) -> str | None:
    """A warning where ``fail_on`` asks for errors in relations, and nothing could decide some of them."""
    count = sum(relation.verdict is None for relation in score.relations)
    if not count or _ABOUT_RELATIONS.isdisjoint(gate.fail_on):
        return None
    return (
        f"{count} of {len(score.relations)} relations could not be decided, so fail-on is blind to them: check by eye"
    )


def _minimum(score: DrawScore, name: str, least: float) -> Check:
    value = getattr(score, name)
    failures: tuple[str, ...] = ()
    if value is None:
        failures = (f"{name} could not be scored, so it cannot reach {least:g}: {_unscored(score, name)}",)
    elif value < least:
        failures = (f"{name} {value:g} is below {least:g}",)
    return Check("minimum", f"{name} >= {least:g}", failures)


def _unscored(score: DrawScore, name: str) -> str:
    parts = [part for part in SCORES[:-1] if getattr(score, part) is None] if name == "overall" else [name]
    return f"nothing decides {' and '.join(parts)} here; give SVG, Mermaid or DOT, ask judges, or set no minimum"


def _without(score: DrawScore, wanted: str) -> Check:
    failures = tuple(f"{error.kind}: {error.what}" for error in score.errors if _is(error, wanted))
    if wanted not in _SEVERITIES:
        return Check("fail-on", f"no {wanted}", failures)
    return Check("fail-on", f"no {wanted} error{'' if wanted == _SEVERITIES[0] else ' or worse'}", failures)


def _is(error: ErrorItem, wanted: str) -> bool:
    """Whether an error is of this kind, or of this severity or a worse one."""
    if wanted in _SEVERITIES:
        return _SEVERITIES.index(error.severity) <= _SEVERITIES.index(wanted)
    return error.kind == wanted
