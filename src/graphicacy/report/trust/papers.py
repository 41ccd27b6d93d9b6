"""The tables of the trust page as files for papers and spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphicacy.report.formats import Format, TableRow
from graphicacy.report.papers import write_files
from graphicacy.report.trust.sources import People, Stress
from graphicacy.report.trust.tables import (
    control_lines,
    edit_lines,
    grader_lines,
    judge_lines,
    people_lines,
    scorer_lines,
)
from graphicacy.trust.grader.record import GraderSummary

__all__ = ["write_trust_tables"]


def write_trust_tables(
    stress: Stress | None, people: Sequence[People], graders: Sequence[GraderSummary], out: Path, fmt: Format
) -> list[Path]:
    """Writes scorers, edits, controls, judges, ratings, and how answers are graded; the paths written."""
    tables: dict[str, Sequence[TableRow]] = {
        "trust-agreement": people_lines(people),
        "trust-grading": [line for one in graders for line in grader_lines(one)],
    }
    if stress:
        tables |= {
            "trust-scorers": scorer_lines(stress.summary),
            "trust-edits": edit_lines(stress.summary),
            "trust-controls": control_lines(stress.summary),
            "trust-judges": judge_lines(stress.summary),
        }
    return write_files(tables, out, fmt)
