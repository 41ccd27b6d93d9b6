"""What a stress test found, as the page lays it out: heat tables, controls, small charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from markupsafe import Markup

from graphicacy.diagram.edit import EDITS
from graphicacy.report.numbers import show
from graphicacy.trust.stress.record import ControlRow, JudgeRow, Rate, ScorerSummary, WalkRow

__all__ = ["HeatRow", "by_place", "control_table", "falsehood_table", "heat_groups", "walk_chart"]

T = TypeVar("T")
_ORDER = list(EDITS)
_LEFT, _RIGHT, _TOP, _BOTTOM = 26.0, 212.0, 8.0, 92.0  # px: the frame of a chart of 220 × 112


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One edit or control: its name, what it does in words, and what was measured of each scorer."""

    name: str
    what: str
    cells: tuple[Rate | None, ...]


def heat_groups(
    scorers: Sequence[ScorerSummary], rates: Callable[[ScorerSummary], Iterable[Rate]]
) -> list[tuple[str, list[HeatRow]]]:
    """The rates of each edit with one defect, edits by kind in the order of ``diagram.edit``, a cell per scorer."""
    cells = [{rate.operator: rate for rate in rates(scorer) if rate.defects <= 1} for scorer in scorers]
    kinds = {rate.operator: rate.kind for by_name in cells for rate in by_name.values()}
    groups: dict[str, list[HeatRow]] = {}
    for name in sorted(kinds, key=lambda name: (_ORDER.index(name) if name in EDITS else len(_ORDER), name)):
        what = EDITS[name].description if name in EDITS else ""
        row = HeatRow(name, what, tuple(by_name.get(name) for by_name in cells))
        groups.setdefault(kinds[name], []).append(row)
    return list(groups.items())


def control_table(scorers: Sequence[ScorerSummary]) -> tuple[list[ControlRow], list[list[ControlRow | None]]]:
    """The controls that were tried, levels before rises, and for each scorer what it gave to each."""
    rows = [{(row.measures, row.control): row for row in scorer.controls} for scorer in scorers]
    heads = {key: row for by_key in rows for key, row in by_key.items()}
    keys = sorted(heads, key=lambda key: (key[0] != "level", list(heads).index(key)))
    return [heads[key] for key in keys], [[by_key.get(key) for key in keys] for by_key in rows]


def falsehood_table(judges: Sequence[JudgeRow]) -> tuple[list[str], list[list[Rate | None]]]:
    """How the falsehoods were made, and for each judge how many of each it denied."""
    rows = [{rate.operator: rate for rate in judge.falsehoods} for judge in judges]
    heads = list(dict.fromkeys(name for by_name in rows for name in by_name))
    return heads, [[by_name.get(name) for name in heads] for by_name in rows]


def walk_chart(walk: WalkRow) -> Markup:
    """The mean score, 0 to 1, after 0, 1, 2 … defects, as a line; broken where there is no score. "" for no score."""
    curve = walk.curve
    if not any(value is not None for value in curve):
        return Markup("")
    step = (_RIGHT - _LEFT) / max(1, len(curve) - 1)
    points = [None if v is None else (round(_LEFT + i * step, 1), _height(v)) for i, v in enumerate(curve)]
    grid = "".join(
        f'<line class="tick" x1="{_LEFT:g}" x2="{_RIGHT:g}" y1="{_height(y)}" y2="{_height(y)}"/>'
        f'<text x="{_LEFT - 6:g}" y="{_height(y) + 4:g}" text-anchor="end">{y:g}</text>'
        for y in (0, 0.5, 1)
    )
    numbers = "".join(
        f'<text x="{round(_LEFT + i * step, 1)}" y="{_BOTTOM + 15:g}" text-anchor="middle">{i}</text>'
        for i in range(0, len(curve), 1 + len(curve) // 12)
    )
    lines = "".join(f'<polyline points="{" ".join(f"{x},{y}" for x, y in run)}"/>' for run in _runs(points))
    dots = "".join(f'<circle cx="{p[0]}" cy="{p[1]}" r="3"/>' for p in points if p)
    words = "; ".join(f"{i}: {show(value)}" for i, value in enumerate(curve))
    return Markup(
        f'<svg class="walk" viewBox="0 0 220 112" role="img" aria-label="Mean score by number of defects: {words}">'
        f"{grid}{numbers}{lines}{dots}</svg>"
    )


def by_place(shares: Sequence[float | None]) -> str:
    """Shares of yes by fifth of the list, in one line."""
    return " · ".join(show(share, "percent") for share in shares)


def _height(value: float) -> float:
    return round(_BOTTOM - min(max(value, 0.0), 1.0) * (_BOTTOM - _TOP), 1)


def _runs(points: Sequence[T | None]) -> list[list[T]]:
    """The parts of a line between its gaps."""
    runs: list[list[T]] = [[]]
    for point in points:
        if point is None:
            runs.append([])
        else:
            runs[-1].append(point)
    return [run for run in runs if len(run) > 1]
