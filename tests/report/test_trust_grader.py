from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.draw.runs import BadRun
from graphicacy.report.runs import kind_of
from graphicacy.report.site import write_site
from graphicacy.report.trust.grader import grader_tables
from graphicacy.trust.grader.record import GraderRow, GraderSlip, GraderSummary
from graphicacy.trust.grader.stress import write_answers
from report.synthetic_runs import SUITE
from report.test_report_page import HOSTILE, Page


def row(task: str, kind: str, operator: str, n: int, lost: int) -> GraderRow:
    share = {"rate": lost / n, "low": 0.1, "high": 0.9}
    given = {"task": task, "kind": kind, "operator": operator, "n": n, "lost": lost, "strict": lost, "drop": 0.4}
    return GraderRow.model_validate({**given, **share})


def found(**more: object) -> GraderSummary:
    rows = (
        row("semantic", "wrong", "dropped", 10, 9),
        row("graph-parsing", "wrong", "dropped", 10, 10),
        row("graph-parsing", "equivalent", "fenced", 20, 1),
        row("graph-parsing", "no answer", "prose", 5, 5),
        row("of-another-version", "wrong", "added", 1, 0),
    )
    given = {"graphicacy": "0.1.0", "dataset": "mini", "digest": "1f", "seed": 0, "questions": 9, "answers": 46}
    return GraderSummary.model_validate({**given, "rows": rows, **more})


def test_tables_have_kinds_and_tasks_in_order_and_gaps_where_nothing_was_planted() -> None:
    wrong, equivalent, none = grader_tables(found().rows)
    assert [table.kind for table in (wrong, equivalent, none)] == ["wrong", "equivalent", "no answer"]
    assert [name for _, name in wrong.tasks][-1] == "of-another-version"
    assert [operator for operator, _ in wrong.rows] == ["dropped", "added"]
    assert [cell.lost if cell else None for cell in wrong.rows[1][1]] == [None, None, 0]
    assert grader_tables(()) == []


def test_a_page_of_the_grader_alone(tmp_path: Path) -> None:
    slip = {"question": "q1", "task": "t", "kind": "wrong", "operator": "added", "response": HOSTILE, "score": 1.0}
    write_answers(tmp_path / "grader", found(slips=(GraderSlip.model_validate(slip),)))
    assert kind_of(tmp_path / "grader") == "stress"
    _, path = write_site([tmp_path / "grader"], tmp_path / "out", SUITE).paths
    page = Page(path.read_text(encoding="utf-8"))
    assert "In mini, 90 % of planted wrong answers lost points, and 5 % of equivalent ones." in page.text
    assert "46 answers were planted to 9 questions" in page.text
    assert " ".join(HOSTILE.split()) in page.text
    assert not page.all("script")
    (table,) = write_site([tmp_path / "grader"], tmp_path / "csv", SUITE, "csv").paths
    assert table.name == "trust-grading.csv"
    assert len(table.read_text(encoding="utf-8").splitlines()) == 6


@pytest.mark.parametrize("content", ["", "[]", '{"rows": 3}', "[" * 100_000])
def test_a_broken_file_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "answers.json").write_text(content)
    with pytest.raises(BadRun, match=r"answers\.json: not a stress test of the grader") as error:
        write_site([tmp_path], tmp_path / "out", SUITE)
    assert "\n" not in str(error.value)
