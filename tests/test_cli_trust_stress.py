"""``graphicacy trust stress``: what reaches the test, what it prints, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from graphicacy.cli.trust_stress import trust_stress
from graphicacy.trust.stress.record import Rate, ScorerSummary, StressSummary, WalkRow
from graphicacy.trust.stress.scorers import UnknownScorer

app = typer.Typer(rich_markup_mode=None)
app.command()(trust_stress)

RATE = Rate(operator="", kind="", n=40, fell=38, rate=0.95, low=0.84, high=0.99)
SIBLING = Rate(operator="sibling", kind="label", n=12, fell=7, rate=7 / 12, low=0.3, high=0.8)
OVERLAP = Rate(operator="overlap", kind="layout", expected=False, n=12, fell=0, rate=0.0, low=0.0, high=0.24)
FONT = Rate(operator="font", kind="look", expected=False, n=12, fell=1, rate=1 / 12, low=0.0, high=0.3)
SUMMARY = StressSummary(
    graphicacy="1",
    seed=3,
    drawings=12,
    raster_drawings=2,
    cases=1200,
    skipped=("notes.txt: no notation is known",),
    scorers=(
        ScorerSummary(
            scorer="tf-strict",
            dimension="TF",
            medium="vector",
            badge="advisory",
            reasons=("it notices too little",),
            original=1.0,
            kill_rate=RATE,
            false_alarm_rate=RATE.model_copy(update={"fell": 0, "rate": 0.0, "low": 0.0, "high": 0.09}),
            kills=(SIBLING, OVERLAP),
            false_alarms=(FONT,),
            walk=WalkRow(n=24, spearman=-0.912, low=-0.95, high=-0.9),
            seconds=0.2,
        ),
        ScorerSummary(
            scorer="x/[bold]judge",
            dimension="SC",
            medium="raster",
            badge="not measured",
            kill_rate=Rate(operator="", kind="", n=0, fell=0, rate=None, low=None, high=None),
            false_alarm_rate=RATE,
            walk=WalkRow(n=0, spearman=None, low=None, high=None),
            cost=0.004,
        ),
    ),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the command hands to the test, which is not run."""
    given: dict[str, object] = {}

    def stress(sources: Sequence[str], out: Path, **options: object) -> StressSummary:
        given.update(options, sources=list(sources), out=out)
        return SUMMARY

    monkeypatch.setattr("graphicacy.trust.stress.measure.stress", stress)
    return given


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_options_reach_the_test(asked: dict[str, object], tmp_path: Path) -> None:
    words = "--scorer rules --scorer tf-strict --source a.gpml --count 3 --raster 1 --defects 4 --walks 5 --seed 6"
    assert run("--out", tmp_path, *words.split()).exit_code == 0
    asked.pop("progress")
    assert asked == {
        "sources": ["a.gpml"],
        "out": tmp_path,
        "scorers": ["rules", "tf-strict"],
        "judges": None,
        "count": 3,
        "raster": 1,
        "defects": 4,
        "walks": 5,
        "repeats": 2,
        "seed": 6,
    }


def test_without_options_the_reference_and_the_library_are_tried(asked: dict[str, object], tmp_path: Path) -> None:
    assert run("--out", tmp_path).exit_code == 0
    assert (asked["sources"], asked["scorers"]) == (["reference", "library"], [])


def test_json_is_the_summary_and_nothing_else(asked: dict[str, object], tmp_path: Path) -> None:
    done = run("--out", tmp_path, "--json")
    assert StressSummary.model_validate(json.loads(done.stdout)) == SUMMARY
    assert "left out: notes.txt: no notation is known" in done.stderr


def test_a_row_for_each_scorer_and_what_it_misses_in_words(asked: dict[str, object], tmp_path: Path) -> None:
    shown = run("--out", tmp_path).stdout
    assert "1,200 cases of 12 correct drawings, 2 of them as pictures" in shown
    (row,) = [line for line in shown.splitlines() if "│ tf-strict" in line]
    assert [cell.strip() for cell in row.strip("│").split("│")] == [
        "tf-strict", "SVG", "advisory", "1.000", "95 % (84–99)", "0 % (0–9)", "−0.912", "0.2 s", "–",
    ]  # fmt: skip
    (row,) = [line for line in shown.splitlines() if "│ x/[bold]judge SC" in line]
    assert [cell.strip() for cell in row.strip("│").split("│")][3:] == [
        "–", "–", "95 % (84–99)", "–", "–", "$0.004",
    ]  # fmt: skip
    assert "it notices too little" in shown
    assert "misses: sibling 5 of 12\n" in shown  # what it need not notice is not named
    assert "falls on: font 1 of 12" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--scorer", "tf"], "scorer 'tf': there are"), (["--scorer", "panel"], "name its judge models")],
)
def test_scorers_that_cannot_be_are_refused(
    asked: dict[str, object], tmp_path: Path, words: list[str], said: str
) -> None:
    done = run("--out", tmp_path, *words)
    assert isinstance(done.exception, UnknownScorer)
    assert said in str(done.exception)
    assert not asked


def test_with_a_dataset_the_grader_is_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from small_dataset import write_dataset

    data = write_dataset(tmp_path / "data", count=2)
    trust_stress(tmp_path / "out", data=data)
    told = capsys.readouterr().out
    assert "planted answers to" in told
    assert "graded otherwise" not in told
    assert (tmp_path / "out" / "answers.json").is_file()
    with pytest.raises(ValueError, match="--data"):
        trust_stress(tmp_path / "out", data=data, scorers=["rules"])
