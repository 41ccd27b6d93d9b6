from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.draw.runs import BadRun, Sample, collect, read_run
from graphicacy.report.facts import about
from report.synthetic_runs import result, write_run


def test_a_truncated_line_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [result("a", "t1"), result("a", "t2")])
    path = folder / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    run = read_run(folder)
    assert [r.task for r in run.results] == ["t1"]
    (warning,) = run.warnings
    assert "results.jsonl, line 2: left out" in warning


def test_an_unknown_field_is_named(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [])
    (folder / "results.jsonl").write_text(result("a", "t").model_dump_json()[:-1] + ',"colour":1}\n')
    assert "colour" in read_run(folder).warnings[0]


def test_the_later_of_two_lines_for_one_sample_counts(tmp_path: Path) -> None:
    first, second = result("a", "t", status="failed", score=None), result("a", "t", 0.9)
    run = read_run(write_run(tmp_path / "run", [first, second]))
    assert [r.status for r in run.results] == ["ok"]


def test_no_results_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match=r"results\.jsonl: cannot be read"):
        read_run(tmp_path)


@pytest.mark.parametrize("facts", ["{", "[1]", "[" * 100_000])
def test_broken_facts_are_a_warning(tmp_path: Path, facts: str) -> None:
    folder = write_run(tmp_path / "run", [result("a", "t")])
    (folder / "run.json").write_text(facts)
    run = read_run(folder)
    assert run.facts == {}
    assert "run.json: left out" in run.warnings[0]


def test_a_system_is_told_apart_by_medium_and_by_run(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", [result("a", "t"), result("a", "t", medium="dot"), result("b", "t")])
    two = write_run(tmp_path / "two", [result("b", "t"), result("c", "t")])
    names = [s.result.system for s in collect([read_run(one), read_run(two)])]
    assert names == ["a · svg", "a · dot", "b · one", "b · two", "c"]


def test_runs_with_folders_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    runs = [read_run(write_run(tmp_path / x / "run", [result("b", "t")])) for x in "xy"]
    assert len({s.result.system for s in collect(runs)}) == 2


def test_a_sample_continued_in_a_second_run_is_one_system(tmp_path: Path) -> None:
    runs = [read_run(write_run(tmp_path / str(n), [result("b", "t", 0.5, n)])) for n in (1, 2)]
    assert {s.result.system for s in collect(runs)} == {"b"}


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "drawings/../../x", "a\0b"])
def test_a_path_out_of_the_run_is_refused(tmp_path: Path, name: str) -> None:
    assert Sample(result("a", "t"), tmp_path / "run").file(name) is None


def test_the_page_names_a_suite_without_its_path() -> None:
    assert about([{"suite": "/home/someone/suites/mine"}], ["run"]) == [("run", [("suite", "mine")])]
    assert about([{"suite": None}], ["run"]) == [("run", [("suite", "–")])]
