"""What a stress test and ratings say, in a sentence or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from graphicacy.report.numbers import Style, show
from graphicacy.report.trust.sources import People
from graphicacy.trust.grader.record import GraderRow, GraderSummary
from graphicacy.trust.stress.record import Badge, ScorerSummary, StressSummary

__all__ = ["headline_of", "sizes_of", "threshold_lines"]

_MOST_NAMED = 8


def headline_of(summary: StressSummary | None, people: Sequence[People], graders: Sequence[GraderSummary] = ()) -> str:
    """Which scorers are validated, and on how much; without a stress test, what else there is. "" for nothing."""
    if summary is None:
        return " ".join([*map(_of_people, people), *map(_of_grader, graders)])
    counts = Counter(row.badge for row in summary.scorers)
    validated = [_named(row) for row in summary.scorers if row.badge == "validated"]
    told = ", ".join(validated[:_MOST_NAMED]) + (" and others" if len(validated) > _MOST_NAMED else "")
    parts = [f"{counts['validated']} of {len(summary.scorers)} scorers are validated{f': {told}' if told else ''}"]
    parts += [f"{counts[badge]} {word}" for badge, word in _REST if counts[badge]]
    size = f"{_count(summary.drawings, 'drawing')} and {_count(summary.cases, 'case')}"
    return f"{'; '.join(parts)}. Measured on {size}."


_REST: tuple[tuple[Badge, str], ...] = (("advisory", "are advisory"), ("not measured", "could not be measured"))


_THRESHOLDS: dict[str, tuple[str, Style]] = {
    "least_cases": ("at least {} defects that it should notice and {} harmless edits scored", "count"),
    "least_of_a_kind": ("at least {} error walks scored, and {} times one control", "count"),
    "most_unscored": ("at most {} of cases unscored", "percent"),
    "kill_rate": ("a kill rate of {} or more, by the lower end of its interval", "percent"),
    "kill_rate_of_an_edit": ("each edit that it should notice noticed in {} or more", "percent"),
    "false_alarm_rate": ("false alarms of {} or less, by the upper end", "percent"),
    "walk": ("ρ along error walks of {} or less", "score"),
    "level": ("no more than {} for a control that deserves nothing", "score"),
    "rise": ("no more than {} added by a control that should add nothing", "score"),
}


def sizes_of(
    summary: StressSummary | None, people: Sequence[People], graders: Sequence[GraderSummary] = ()
) -> list[tuple[str, str]]:
    """(number, what it counts) of all that the page rests on."""
    counts = []
    if summary:
        counts += [
            (summary.drawings, "correct drawing", "correct drawings"),
            (summary.raster_drawings, "of them also as a picture", "of them also as pictures"),
            (summary.cases, "case", "cases"),
            (len(summary.scorers), "scorer", "scorers"),
            (len(summary.judges), "judge", "judges"),
        ]
    ratings = sum(one.n_ratings for person in people for one in person.found.dimensions.values())
    counts.append((ratings, "rating by people", "ratings by people"))
    counts.append((sum(one.answers for one in graders), "planted answer", "planted answers"))
    return [(show(n, "count"), one if n == 1 else many) for n, one, many in counts]


def threshold_lines(thresholds: Mapping[str, float]) -> list[str]:
    """The thresholds for "validated" in words; one of another version by its name. The least fall is no threshold."""
    return [_threshold(name, value) for name, value in thresholds.items() if name != "fall"]


def _threshold(name: str, value: float) -> str:
    if name not in _THRESHOLDS:
        return f"{name.replace('_', ' ')} {value:g}"
    words, style = _THRESHOLDS[name]
    return words.replace("{}", show(value, style))


def _named(row: ScorerSummary) -> str:
    return f"{row.scorer} ({row.dimension}, {row.medium})"


def _of_people(one: People) -> str:
    sizes = [
        f"{name} by {_count(found.n_raters, 'rater')} on {_count(found.n_items, 'item')}"
        for name, found in one.found.dimensions.items()
    ]
    return f"Ratings in {one.name}: {', '.join(sizes)}." if sizes else f"{one.name} holds no ratings."


def _of_grader(one: GraderSummary) -> str:
    wrong, same = ([row for row in one.rows if row.kind == kind] for kind in ("wrong", "equivalent"))
    lost = f"{_share(wrong)} of planted wrong answers lost points, and {_share(same)} of equivalent ones"
    return f"In {one.dataset}, {lost}."


def _share(rows: Sequence[GraderRow]) -> str:
    total = sum(row.n for row in rows)
    return show(sum(row.lost for row in rows) / total, "percent") if total else "none"


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"
