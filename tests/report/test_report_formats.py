from __future__ import annotations

import csv
import io

import pytest

from graphicacy.report.formats import FORMATS
from graphicacy.report.tables import format_table, leaderboard, table_cells
from report.synthetic_runs import SUITE as TASKS
from report.synthetic_runs import ids, result

ROWS = leaderboard([result("GPT_5 | 50% & more", t, 0.5 + i / 100) for i, t in enumerate(ids(4))], TASKS)


def test_csv_has_full_precision_and_three_columns_for_an_interval() -> None:
    (row,) = csv.DictReader(io.StringIO(format_table(ROWS, "csv")))
    assert row["system"] == "GPT_5 | 50% & more"
    assert float(row["overall"]) == pytest.approx(0.515)
    assert float(row["overall_low"]) < float(row["overall"]) < float(row["overall_high"])
    assert row["cost"] == ""


def test_csv_has_the_same_columns_where_nothing_is_scored() -> None:
    empty = leaderboard([result("a", "t", None)], TASKS)
    heads = [format_table(rows, "csv").splitlines()[0] for rows in (ROWS, empty)]
    assert heads[0] == heads[1]


def test_markdown_escapes_what_would_break_the_table() -> None:
    head, rule, line = format_table(ROWS, "markdown").splitlines()
    assert r"GPT\_5 \| 50% & more" in line
    assert line.replace(r"\|", "").count("|") == head.count("|") == rule.count("|")


def test_latex_escapes_its_special_characters() -> None:
    text = format_table(ROWS, "latex")
    assert r"GPT\_5 | 50\% \& more" in text
    assert text.startswith("\\begin{tabular}{ll")
    assert text.rstrip().endswith("\\end{tabular}")


def test_columns_without_any_value_are_left_out_of_text_tables() -> None:
    heads, cells = table_cells(ROWS)
    assert "Cost" not in heads
    assert "Overall" in heads
    assert all(len(row) == len(heads) for row in cells)


def test_an_unscored_value_is_a_dash() -> None:
    rows = leaderboard([result("a", "t", 0.5), result("b", "t", None)], TASKS)
    heads, cells = table_cells(rows)
    assert cells[1][heads.index("Overall")] == "–"


@pytest.mark.parametrize("fmt", FORMATS)
def test_no_rows_give_no_text(fmt: str) -> None:
    assert format_table([], fmt) == ""


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(ValueError, match=r"'xml'.*csv, markdown, latex"):
        format_table(ROWS, "xml")
