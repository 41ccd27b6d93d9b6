"""Badges beside the numbers of the drawing report: how far a stress test shows that a scorer can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphicacy.draw.record import DrawResult
from graphicacy.report.tables import MEASURES
from graphicacy.report.trust.keys import anchor, scorers_by, scorers_of
from graphicacy.trust.stress.record import Badge, ScorerKey, ScorerSummary, StressSummary

__all__ = ["BadgeBook", "Given"]

_WEAKEST: tuple[Badge, ...] = ("not measured", "advisory", "validated")
_MOST_NAMED = 4  # scorers in a title


@dataclass(frozen=True, slots=True)
class Given:
    """The badge of a number, why it has it, and the address of the scorer's row on the trust page ("" for none)."""

    badge: Badge
    why: str
    href: str = ""

    @property
    def look(self) -> str:
        """The class of its looks."""
        return self.badge.replace(" ", "-")


class BadgeBook:
    """The badges of a stress test. Without one, everything is "not measured".

    Args:
        summary: of the stress test, if there is one.
        page: the name of the trust page beside the report; "" for none.
    """

    def __init__(self, summary: StressSummary | None = None, page: str = "") -> None:
        self._page = page
        self._rows = {_plain(row): row for row in summary.scorers} if summary else {}
        self.measured = summary is not None

    def of(self, keys: Iterable[ScorerKey]) -> Given | None:
        """The badge of a number that these scorers made together: the weakest of theirs; None for no scorer."""
        scorers = list(keys)
        if not scorers:
            return None
        weakest = min(scorers, key=lambda key: _WEAKEST.index(self._badge(key)))
        row = self._rows.get(_plain(weakest))
        return Given(self._badge(weakest), self._why(scorers, weakest), self._href(row))

    def numbers(self, result: DrawResult) -> dict[str, Given | None]:
        """The badge of each number of one drawing, by its name."""
        return {name: self.of(keys) for name, keys in scorers_of(result).items()}

    def deciders(self, result: DrawResult) -> dict[str, Given | None]:
        """The badge of the verdicts on items, by who decided them: geometry or judges."""
        return {by: self.of(scorers_by(result, by)) for by in ("geometry", "judges")}

    def columns(self, results: Sequence[DrawResult]) -> dict[str, Given | None]:
        """The badge of each column of the leaderboard: the weakest of all drawings in it."""
        found = [scorers_of(result) for result in results]
        keys = {name: {_plain(key): key for one in found for key in one[name]} for name in MEASURES}
        return {name: self.of(by_name[plain] for plain in sorted(by_name)) for name, by_name in keys.items()}

    def _badge(self, key: ScorerKey) -> Badge:
        row = self._rows.get(_plain(key))
        return row.badge if row else "not measured"

    def _href(self, row: ScorerSummary | None) -> str:
        return f"{self._page}#{anchor(row)}" if row and self._page else ""

    def _why(self, scorers: Sequence[ScorerKey], weakest: ScorerKey) -> str:
        if not self.measured:
            return "no stress test is part of this report"
        row = self._rows.get(_plain(weakest))
        reason = row.reasons[0] if row and row.reasons else "" if row else "the stress test has no such scorer"
        first = f"{_named(weakest)}: {self._badge(weakest)}{', ' if reason else ''}{reason}"
        others = [f"{_named(key)}: {self._badge(key)}" for key in scorers if key is not weakest]
        more = [f"and {len(others) - _MOST_NAMED} more"] if len(others) > _MOST_NAMED else []
        return "; ".join([first, *others[:_MOST_NAMED], *more])


def _plain(key: ScorerKey) -> tuple[str, str, str]:
    return key.scorer, key.dimension, key.medium


def _named(key: ScorerKey) -> str:
    return f"{key.scorer} ({key.dimension}, {key.medium})"
