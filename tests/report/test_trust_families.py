"""Whom judges favour, as the pages of drawing and of trust show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.report.site import write_site
from report.synthetic_judges import PREFERENCES, judged_run
from report.synthetic_runs import make_tasks
from report.synthetic_trust import make_stress
from report.test_report_page import Page

TASKS = make_tasks(6)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("families")
    run, _ = judged_run(folder / "run", TASKS)
    write_site([run, make_stress(folder / "stress", TASKS[:1])], folder / "out", TASKS)
    return folder / "out"


@pytest.mark.parametrize("name", ["draw.html", "trust.html"])
def test_the_own_family_of_a_judge_is_framed_and_its_preference_told(out: Path, name: str) -> None:
    page = Page((out / name).read_text(encoding="utf-8"))
    assert "Judges by family of what drew" in page.text
    own = [td for td in page.all("td") if td.get("class") == "num own"]
    assert len(own) == 2 * 3, "two judges, in three dimensions"
    assert all(
        f"{judge} {family} SC" in page.text for judge, family in zip(PREFERENCES, ("gpt", "claude"), strict=True)
    )


@pytest.mark.parametrize(
    ("judges", "said"),
    [
        ({"openai/gpt-5": 0.1}, "one judge rated these drawings, and two are needed"),
        ({}, ""),
    ],
)
def test_without_two_judges_it_says_why_or_nothing(tmp_path: Path, judges: dict[str, float], said: str) -> None:
    run, _ = judged_run(tmp_path / "run", TASKS[:2], judges)
    write_site([run], tmp_path / "out", TASKS)
    text = Page((tmp_path / "out" / "draw.html").read_text(encoding="utf-8")).text
    assert "Judges by family" not in text
    assert said in text
    assert said or "favour their own" not in text


def test_constant_scores_are_no_fault(tmp_path: Path) -> None:
    run, results = judged_run(tmp_path / "run", TASKS[:3])
    assert {vote.CA for r in results if r.score for vote in r.score.panel} == {0.75}
    write_site([run], tmp_path / "out", TASKS)
    text = Page((tmp_path / "out" / "draw.html").read_text(encoding="utf-8")).text
    assert "CA 0.000 no interval, since the difference is the same throughout" in text
    assert set(PREFERENCES) < set(text.split())
