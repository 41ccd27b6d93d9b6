from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from graphicacy.report.site import write_site
from graphicacy.report.tables import format_table, leaderboard, table_cells
from report.synthetic_runs import SUITE, ids, result, write_run

ROWS = leaderboard([result("GPT_5 | 50% & more", t, 0.5 + i / 100) for i, t in enumerate(ids(4))], SUITE)


def test_csv_has_full_precision_and_three_columns_for_an_interval() -> None:
    (row,) = csv.DictReader(io.StringIO(format_table(ROWS, "csv")))
    assert row["system"] == "GPT_5 | 50% & more"
    assert float(row["overall"]) == pytest.approx(0.515)
    assert float(row["overall_low"]) < float(row["overall"]) < float(row["overall_high"])
    assert row["cost"] == ""


def test_csv_has_the_same_columns_where_nothing_is_scored() -> None:
    empty = leaderboard([result("a", "t", None)], SUITE)
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
    rows = leaderboard([result("a", "t", 0.5), result("b", "t", None)], SUITE)
    heads, cells = table_cells(rows)
    assert cells[1][heads.index("Overall")] == "–"


@pytest.mark.parametrize("fmt", ["csv", "markdown", "latex"])
def test_no_rows_give_no_text(fmt: str) -> None:
    assert format_table([], fmt) == ""


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(ValueError, match=r"'xml'.*csv, markdown or latex"):
        format_table(ROWS, "xml")


def test_a_parquet_file_has_the_numbers_of_the_csv(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    run = write_run(tmp_path / "run", [result(s, t, v) for s, v in (("a", 0.5), ("b", None)) for t in ids(3)])
    for form in ("csv", "parquet"):
        write_site([run], tmp_path / form, SUITE, form)
    names = {path.stem for path in (tmp_path / "csv").iterdir()}
    assert names == {path.stem for path in (tmp_path / "parquet").iterdir()}
    for name in names:
        table = pq.read_table(tmp_path / "parquet" / f"{name}.parquet").to_pylist()
        with (tmp_path / "csv" / f"{name}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert len(table) == len(rows)
        for got, row in zip(table, rows, strict=True):
            assert list(got) == list(row)
            for key, value in got.items():
                assert (value is None) == (row[key] == ""), key
                assert value is None or isinstance(value, str) or float(row[key]) == pytest.approx(value, rel=1e-5)


def test_plots_stand_alone_as_svg_and_pdf(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [result(s, t, v) for s, v in (("a", 0.5), ("b", 0.7)) for t in ids(3)])
    (svg,) = write_site([run], tmp_path / "svg", SUITE, "svg").paths
    (pdf,) = write_site([run], tmp_path / "pdf", SUITE, "pdf").paths
    assert svg.name == "leaderboard.svg"
    assert "currentColor" not in svg.read_text(encoding="utf-8")
    assert ">a<" in svg.read_text(encoding="utf-8")
    assert pdf.read_bytes().startswith(b"%PDF-")
    with pytest.raises(ValueError, match="nothing here has a plot"):
        write_site([write_run(tmp_path / "none", [])], tmp_path / "out", SUITE, "svg")
