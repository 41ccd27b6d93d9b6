"""The trust page of a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphicacy.draw.record import DrawResult
from graphicacy.report.facts import about, file_name
from graphicacy.report.folder import Site
from graphicacy.report.scorers import agreement_rows
from graphicacy.report.trust.examples import examples_of
from graphicacy.report.trust.grader import grader_tables
from graphicacy.report.trust.keys import anchor
from graphicacy.report.trust.sources import People, Stress
from graphicacy.report.trust.tables import edit_lines
from graphicacy.report.trust.views import by_place, control_table, falsehood_table, heat_groups, walk_chart
from graphicacy.report.trust.words import headline_of, sizes_of, threshold_lines
from graphicacy.trust.grader.record import GraderSummary
from graphicacy.trust.judges.matrix import family_matrix
from graphicacy.trust.statistics import Interval
from graphicacy.trust.stress.record import Rate, StressSummary

__all__ = ["write_trust"]

_STYLES = ("trust.css",)


def write_trust(
    site: Site,
    stress: Stress | None,
    people: Sequence[People],
    graders: Sequence[GraderSummary],
    nav: Mapping[str, str],
    drawn: Sequence[DrawResult] = (),
    seed: int = 0,
) -> Mapping[str, Any]:
    """Writes ``trust.html`` of a stress test and of ratings by people; what it says, for the overview.

    Args:
        site: where to.
        stress: as ``sources.read_one_stress`` reads it.
        people: as ``sources.read_people`` reads them.
        graders: as ``grader.read_grader`` reads them.
        nav: the main pages of the site by name.
        drawn: results of drawing runs, for the agreement of judges on them, and whom they favour.
        seed: of the intervals of what judges favour.
    """
    warnings = [*(f"left out: {line}" for line in (stress.summary.skipped if stress else ())), *_warnings(people)]
    content = {
        **_measured(site, stress),
        "people": people,
        "graders": graders,
        "grader_tables": grader_tables,
        "agreement": agreement_rows(drawn) if drawn else [],
        "families": family_matrix(drawn, seed),
        "headline": headline_of(stress.summary if stress else None, people, graders),
        "facts": sizes_of(stress.summary if stress else None, people, graders),
        "about": about([_facts(stress.summary)], [stress.name]) if stress else [],
        "date": "",
        "warnings": warnings,
        "nav": nav,
        "here": "Trust",
        "anchor": anchor,
        "walk_chart": walk_chart,
        "by_place": by_place,
        "spread": _spread,
    }
    site.page("trust.html", "trust/page.html", content, _STYLES)
    return content


def _measured(site: Site, stress: Stress | None) -> dict[str, Any]:
    """What the page says of scorers and judges; nothing without a stress test."""
    if stress is None:
        return {"scorers": (), "judges": (), "examples": []}
    summary = stress.summary
    controls, control_cells = control_table(summary.scorers)
    falsehoods, falsehood_cells = falsehood_table(summary.judges)
    return {
        "scorers": summary.scorers,
        "judges": summary.judges,
        "fall": summary.thresholds.get("fall"),
        "thresholds": threshold_lines(summary.thresholds),
        "kills": heat_groups(summary.scorers, lambda row: row.kills),
        "alarms": heat_groups(summary.scorers, lambda row: row.false_alarms),
        "edits": edit_lines(summary),
        "controls": controls,
        "control_cells": control_cells,
        "falsehoods": falsehoods,
        "falsehood_cells": falsehood_cells,
        "examples": examples_of(site, stress),
    }


def _facts(summary: StressSummary) -> dict[str, Any]:
    facts = summary.model_dump(include={"graphicacy", "seed", "drawings", "raster_drawings", "cases"})
    return {**facts, "sources": [file_name(name) for name in summary.sources]}


def _warnings(people: Sequence[People]) -> list[str]:
    return [f"{one.name}: {line}" for one in people for line in one.found.warnings]


def _spread(rate: Rate | None) -> Interval | None:
    """A rate as an interval; None where there is none, or nothing was counted."""
    return None if rate is None or rate.rate is None else Interval(rate.rate, rate.low, rate.high)
