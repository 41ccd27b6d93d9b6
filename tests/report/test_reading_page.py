"""The page of runs that read: whole, safe, the same for the same inputs, and honest about what is missing."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from graphicacy.draw.runs import BadRun
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.report.folder import Site
from graphicacy.report.reading.page import write_reading
from graphicacy.report.reading.runs import collect_answers, read_reading_run
from graphicacy.report.runs import track_of
from graphicacy.report.site import write_site
from report.synthetic_reading import (
    SKILLS,
    answers_of,
    question,
    said,
    write_reading_run,
)
from report.synthetic_runs import make_run, make_tasks, result, write_run
from report.test_report_page import HOSTILE, Page

TASKS = make_tasks(2)


def write(runs: list[Path], out: Path) -> tuple[str, list[str]]:
    said = write_reading(Site(out), [read_reading_run(run) for run in runs], {})
    return (out / "reading.html").read_text(encoding="utf-8"), list(said["warnings"])


@pytest.fixture(scope="module")
def html(reading_page: Path) -> str:
    return reading_page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def rows(folder: Path) -> dict[str, Any]:
    """The rows of the gallery."""
    text = (folder / "data" / "questions.js").read_text(encoding="utf-8")
    return json.loads(text[text.index(" = ") + 3 :].rstrip(";\n"))  # type: ignore[no-any-return]


def questions(folder: Path) -> list[Page]:
    return [Page(path.read_text(encoding="utf-8")) for path in sorted((folder / "questions").glob("*.html"))]


def few(reading_data: Dataset, count: int = 6, **more: Any) -> list[ReadResult]:
    questions = list(reading_data.questions())[:count]
    return [r.model_copy(update=more) for r in answers_of(reading_data, "one", 0.7, questions=questions)]


def test_the_same_inputs_give_the_same_bytes_whatever_the_order_of_lines(reading_data: Dataset, tmp_path: Path) -> None:
    results = [*few(reading_data, 12), *few(reading_data, 12, system="two")]
    pages = []
    for folder in (tmp_path / "once" / "run", tmp_path / "again" / "run"):
        pages.append(write([write_reading_run(folder, results, reading_data)], folder.parent)[0])
        random.Random(1).shuffle(results)
    assert pages[0] == pages[1]


def test_every_question_has_a_page_with_every_answer(reading_runs: list[Path], reading_page: Path) -> None:
    results = [r for run in reading_runs for r in read_reading_run(run).results]
    asked = {r.id for r in results}
    found = rows(reading_page.parent)
    assert found["systems"] == sorted(found["systems"], key=[*SKILLS, "lumen-xl · blind"].index)
    assert len(found["questions"]) == len(asked) == len(questions(reading_page.parent))
    for page in questions(reading_page.parent):
        told = [json.loads(str(a["data-by"])) for a in page.all("details") if a.get("class") == "given"]
        names = [name for group in told for name in group]
        assert len(set(names)) == len(names)
    assert sum(mark != "-" for row in found["questions"] for mark in row[9]) == len(results)


def test_every_system_has_a_page_and_is_compared(reading_page: Path, reading_runs: list[Path]) -> None:
    out = reading_page.parent
    pages = {path.name: Page(path.read_text(encoding="utf-8")) for path in (out / "readers").iterdir()}
    assert len(pages) == 4
    best = pages["anthracite-2.html"]
    assert "Place 1 on the reading leaderboard" in best.text
    assert all(leaf.code in best.text for leaf in LEAVES.values())
    text = (out / "data" / "compare.js").read_text(encoding="utf-8")
    data = json.loads(text[text.index(" = ") + 3 :].rstrip(";\n"))["read"]
    assert [system["kind"] for system in data["systems"]] == ["image", "image", "image", "blind"]
    assert set(data["pairs"]) == {"0,1", "0,2", "1,2"}, "within a view"
    difference, low, high, p, questions = data["pairs"]["0,2"]
    assert 0 < low < difference < high
    assert p == pytest.approx(2 / 2**4), "of four diagrams, no fewer"
    assert questions > 100
    assert len(data["items"]) == 13


def test_equal_answers_stand_together(reading_data: Dataset, tmp_path: Path) -> None:
    asked = next(q for q in reading_data.questions() if q.answer_type is AnswerType.NODES)
    results = [said(asked, ["A"], "one"), said(asked, ["A"], "two"), said(asked, ["B"], "three")]
    write([write_reading_run(tmp_path / "run", results, reading_data)], tmp_path / "out")
    (page,) = questions(tmp_path / "out")
    told = [json.loads(str(a["data-by"])) for a in page.all("details") if a.get("class") == "given"]
    assert sorted(told) == [["one", "two"], ["three"]]


def test_every_task_has_its_column_with_code_and_number(page: Page) -> None:
    heads = [head for leaf in LEAVES.values() if (head := f"{leaf.code}{leaf.name.split('-')[0][:4]}") in page.text]
    assert len(heads) == 13


def test_scores_stand_side_by_side_with_the_statuses(reading_runs: list[Path], page: Page) -> None:
    from graphicacy.trust.reading import summarize

    results = read_reading_run(reading_runs[0]).results
    overall = summarize(results).overall
    assert f"{overall.score_all:.3f}" in page.text
    assert f"{overall.score:.3f}" in page.text
    for words in ("Unparseable", "Refused", "Cut off", "Empty", "Failed", "Fabrication", "Over-refusal", "Tokens"):
        assert words in page.text


def test_each_picture_is_a_file_once(reading_page: Path, reading_data: Dataset) -> None:
    used = {row[1][0] for row in rows(reading_page.parent)["questions"]}
    files = {f"pictures/{path.name}" for path in (reading_page.parent / "pictures").iterdir()}
    assert used <= files
    assert len(files) == len({name for q in reading_data.questions() for name in q.images})


def test_nothing_is_asked_of_any_host(html: str) -> None:
    outside = re.sub(r"http://www\.w3\.org/\S+", "", html)
    assert not re.findall(r"(?:src|href)=[\"']?(?:https?:)?//", outside)
    assert " style=" not in html
    assert len(html) < 700_000


def test_whatever_a_model_says_is_text(reading_data: Dataset, tmp_path: Path) -> None:
    told = {field: f"{field} {HOSTILE}" for field in ("response", "system", "model", "stopped", "prompt", "domain")}
    failed = {"status": "failed", "score": None, "strict": None, "reason": f"reason {HOSTILE}"}
    results = few(reading_data, 4, **told)
    results[0] = results[0].model_copy(update=failed)
    write([write_reading_run(tmp_path / "run", results, reading_data, note=HOSTILE)], tmp_path / "out")
    pages = [Page((tmp_path / "out" / "reading.html").read_text(encoding="utf-8")), *questions(tmp_path / "out")]
    text = " ".join(page.text for page in pages)
    for field in (*told, "reason"):
        assert f"{field} </script><script>alert(1)" in text
    assert "{{ 7*7 }}" in text
    for page in pages:
        assert all(attrs.get("src") for attrs in page.all("script"))
        assert not page.all("img")
        assert not [tag for tag, attrs in page.tags if any(name.startswith("on") for name in attrs)]


def test_a_hostile_label_is_text_too(reading_data: Dataset, tmp_path: Path) -> None:
    asked = next(q for q in reading_data.questions() if q.answer_type is AnswerType.NODES)
    results = [said(asked, [HOSTILE, "\ud800", "x" * 10_000], "one")]
    write([write_reading_run(tmp_path / "run", results, reading_data)], tmp_path / "out")
    (path,) = (tmp_path / "out" / "questions").iterdir()
    html = path.read_text(encoding="utf-8")
    assert all(attrs.get("src") for attrs in Page(html).all("script"))
    assert "alert(2)" in Page(html).text
    assert "\u202e" not in "".join(re.findall(r'class="lines">.*?</ul>', html, re.S))


def test_a_broken_line_is_a_warning_and_the_rest_is_kept(reading_data: Dataset, tmp_path: Path) -> None:
    run = write_reading_run(tmp_path / "run", few(reading_data), reading_data)
    with (run / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "half\n' * 30)
    _, warnings = write([run], tmp_path / "out")
    assert len(questions(tmp_path / "out")) == 6
    assert warnings[0].endswith("EOF while parsing a string at line 1 column 12)")
    assert "10 more lines left out" in warnings[-1]
    assert len(warnings) == 21


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"dataset": None}, "do not name their dataset"),
        ({"dataset": "/nowhere/mini"}, "there is no dataset “mini” where the run read it"),
        ({"digest": "0000"}, "is now another one than was read"),
    ],
)
def test_without_the_dataset_all_but_the_questions_is_shown(
    reading_data: Dataset, tmp_path: Path, facts: dict[str, Any], why: str
) -> None:
    run = write_reading_run(tmp_path / "run", few(reading_data, 4), reading_data, **facts)
    html, warnings = write([run], tmp_path / "out")
    page = Page(html)
    (warning,) = warnings
    assert warning.startswith("questions and pictures are not shown: ")
    assert why in warning
    assert why in page.text
    assert not (tmp_path / "out" / "questions").exists()
    assert "1 system" in page.text
    assert "/nowhere" not in html


def test_a_dataset_whose_questions_were_reworded_is_the_one_that_was_read(
    reading_data: Dataset, tmp_path: Path
) -> None:
    run = write_reading_run(tmp_path / "run", few(reading_data), reading_data, digest=f"{reading_data.digest}+words")
    assert write([run], tmp_path / "out")[1] == []


def test_a_picture_that_is_gone_leaves_its_card(reading_data: Dataset, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "mini"
    shutil.copytree(reading_data.folder, folder)
    results = few(reading_data, 3)
    gone = [folder / image for q in list(reading_data.questions())[:3] for image in q.images]
    gone[0].unlink()
    for path in gone[1:]:
        if path.exists():
            path.write_bytes(b"\x89PNG\r\n")
    run = write_reading_run(tmp_path / "run", results, reading_data, dataset=str(folder))
    write([run], tmp_path / "out")
    pages = questions(tmp_path / "out")
    assert len(pages) == 3
    assert all("Picture not available" in page.text and str(tmp_path) not in page.text for page in pages)
    assert all(row[1] is None for row in rows(tmp_path / "out")["questions"])


def test_results_of_unknown_tasks_and_questions_are_said_to_be_left_out(reading_data: Dataset, tmp_path: Path) -> None:
    known = few(reading_data)
    strange = known[0].model_copy(update={"id": "x", "task": "juggling"})
    other = known[1].model_copy(update={"id": "not-in-the-dataset"})
    _, warnings = write([write_reading_run(tmp_path / "run", [*known, strange, other], reading_data)], tmp_path)
    assert len(questions(tmp_path)) == 6
    assert any("does not know the task: juggling" in warning for warning in warnings)
    assert "1 question is not in the dataset" in warnings


def test_what_failed_or_was_refused_is_never_a_zero(reading_data: Dataset, tmp_path: Path) -> None:
    failed = few(reading_data, 4, status="failed", score=None, strict=None, details={}, response="", reason="HTTP 500")
    page = Page(write([write_reading_run(tmp_path / "run", failed, reading_data)], tmp_path / "out")[0])
    assert "Nothing has been scored yet." in page.text
    assert all(row[8] == [None] for row in rows(tmp_path / "out")["questions"])
    assert "0.000" not in page.text


def test_an_empty_run_is_a_page(tmp_path: Path) -> None:
    html, warnings = write([write_reading_run(tmp_path / "run", [])], tmp_path / "out")
    assert "No results yet" in html
    assert warnings == ["there are no results yet: the tables are empty"]


def test_runs_of_other_questions_are_said_not_to_compare(reading_data: Dataset, tmp_path: Path) -> None:
    results = few(reading_data)
    one = write_reading_run(tmp_path / "one", results, reading_data)
    less = [r.model_copy(update={"system": "two"}) for r in results[:3]]
    two = write_reading_run(tmp_path / "two", less, reading_data, digest="other")
    _, warnings = write([one, two], tmp_path / "out")
    assert any("2 different datasets" in warning for warning in warnings)
    assert any("not all systems were asked the same" in warning for warning in warnings)


def test_a_system_in_two_runs_is_told_apart_only_where_it_was_asked_the_same(tmp_path: Path) -> None:
    asked = [question(AnswerType.NODES, ["A"], id=f"q{i}") for i in range(3)]
    one = write_reading_run(tmp_path / "one", [said(asked[0], ["A"], "s"), said(asked[1], ["A"], "t")])
    two = write_reading_run(tmp_path / "two", [said(asked[0], ["B"], "s"), said(asked[2], ["A"], "t")])
    collected = collect_answers([read_reading_run(one), read_reading_run(two)])
    assert [r.system for r in collected] == ["s · one", "t", "s · two", "t"]
    blind = write_reading_run(tmp_path / "blind", [said(asked[0], ["A"], "s", view="blind")])
    assert {r.system for r in collect_answers([read_reading_run(one), read_reading_run(blind)])} == {"s", "t"}


def test_the_track_of_a_run_is_known_without_its_facts(tmp_path: Path) -> None:
    read = write_reading_run(tmp_path / "read", [said(question(AnswerType.NODES, ["A"]), ["A"])])
    drew = write_run(tmp_path / "drew", [result("a", "t")])
    assert (track_of(read), track_of(drew)) == ("read", "draw")
    (read / "run.json").unlink()
    (drew / "run.json").write_text("{")
    (read / "results.jsonl").write_text("[[\n" + (read / "results.jsonl").read_text())
    assert (track_of(read), track_of(drew)) == ("read", "draw")


def test_both_tracks_have_a_page_that_links_to_the_other(reading_data: Dataset, tmp_path: Path) -> None:
    drew = make_run(tmp_path / "drew", TASKS, controls=False)
    read = write_reading_run(tmp_path / "read", few(reading_data), reading_data)
    written = write_site([read, drew], tmp_path / "both", TASKS)
    assert [path.name for path in written.paths] == ["index.html", "draw.html", "reading.html", "compare.html"]
    index, drawing, reading, _ = (Page(path.read_text(encoding="utf-8")) for path in written.paths)
    assert "reading.html" in [a.get("href") for a in drawing.all("a")]
    assert "draw.html" in [a.get("href") for a in reading.all("a")]
    assert "Drawing scientific figures" in drawing.text
    assert "Reading directed graphs" in reading.text
    assert all(word in index.text for word in ("anthracite-2 (svg)", "one", "All asked"))


def test_one_track_alone_has_an_overview_and_links_to_no_other(reading_data: Dataset, tmp_path: Path) -> None:
    read = write_reading_run(tmp_path / "read", few(reading_data), reading_data)
    drew = write_run(tmp_path / "drew", [result("a", TASKS[0].id)])
    for run, names in ((read, ["index", "reading", "compare"]), (drew, ["index", "draw", "compare"])):
        paths = write_site([run], tmp_path / f"{run.name}-site", TASKS).paths
        assert [path.stem for path in paths] == names
        for path in paths:
            page = Page(path.read_text(encoding="utf-8"))
            assert [a["href"] for a in page.all("a") if a.get("class") == "track"] == [f"{name}.html" for name in names]


@pytest.mark.parametrize(("form", "suffix"), [("csv", ".csv"), ("markdown", ".md"), ("latex", ".tex")])
def test_tables_of_both_tracks(reading_runs: list[Path], tmp_path: Path, form: str, suffix: str) -> None:
    drew = write_run(tmp_path / "drew", [result("a", TASKS[0].id)])
    paths = write_site([*reading_runs, drew], tmp_path / "out", TASKS, form).paths
    names = {path.name for path in paths}
    assert {f"reading-{name}{suffix}" for name in ("leaderboard", "differences", "tasks", "renderings")} <= names
    assert {f"leaderboard{suffix}", f"reading-edge-blindness{suffix}", f"reading-baselines{suffix}"} <= names
    text = (tmp_path / "out" / f"reading-leaderboard{suffix}").read_text(encoding="utf-8")
    assert all(name in text for name in SKILLS)


def test_a_file_of_tasks_has_every_system_and_variant_with_full_numbers(
    reading_runs: list[Path], tmp_path: Path
) -> None:
    import csv

    write_site(reading_runs, tmp_path / "out", TASKS, "csv")
    with (tmp_path / "out" / "reading-tasks.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["code"] for row in rows} == {leaf.code for leaf in LEAVES.values()}
    assert all(0 <= float(row["all_asked"]) <= 1 for row in rows)
    assert all(float(row["all_asked"]) <= float(row["answered"]) + 1e-9 for row in rows if row["answered"])


def test_what_a_reader_must_know_is_told_once(reading_data: Dataset, tmp_path: Path) -> None:
    run = write_reading_run(tmp_path / "run", few(reading_data, 2), reading_data, digest="0000")
    with (run / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    assert len(write_site([run], tmp_path / "out", TASKS).warnings) == 2
    assert len(write_site([run], tmp_path / "out", TASKS, "csv").warnings) == 1


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match=r"results\.jsonl: cannot be read"):
        write_site([tmp_path], tmp_path / "out", TASKS)
    run = write_reading_run(tmp_path / "run", [])
    (run / "results.jsonl").write_text("{}\n")
    with pytest.raises(BadRun, match="no result can be read"):
        write_site([run], tmp_path / "out", TASKS)
    with pytest.raises(ValueError, match="choose html, csv"):
        write_site([run], tmp_path / "out", TASKS, "docx")


def test_run_facts_are_shown_without_the_path_of_the_dataset(html: str, reading_data: Dataset) -> None:
    assert reading_data.digest in html
    assert '<b class="foreign">read-v1</b>' in html
    assert "read-v1:187de2dd72b2" in html
    assert str(reading_data.folder) not in html
    assert json.dumps(str(reading_data.folder))[1:-1] not in html
