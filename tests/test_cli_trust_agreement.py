"""``graphicacy trust agreement``: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from graphicacy.cli.trust_agreement import trust_agreement

app = typer.Typer(rich_markup_mode=None)
app.command()(trust_agreement)


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    """Three raters of 20 drawings who agree on TF, and of whom one guesses at SQ; automatic scores for TF."""
    rng = np.random.default_rng(0)
    lines = ["item,rater,dimension,rating,auto"]
    for name in ("TF", "SQ"):
        truth = rng.integers(1, 6, 20)
        for rater in ("ann", "bob", "cyd"):
            given = rng.permutation(truth) if (name, rater) == ("SQ", "cyd") else truth
            noisy = np.clip(given + rng.integers(-1, 2, 20) * (rng.random(20) < 0.3), 1, 5)
            scores = [f"{t / 5:.2f}" if name == "TF" else "" for t in truth]
            lines += [f"i{n},{rater},{name},{noisy[n]},{scores[n]}" for n in range(20)]
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_json_is_an_object_by_dimension_and_nothing_else(ratings: Path) -> None:
    done = run(ratings, "--json", "--resamples", 200)
    assert done.exit_code == 0
    shown = json.loads(done.stdout)
    assert list(shown) == ["TF", "SQ"]
    assert shown["TF"]["krippendorff_alpha"] > 0.75 > 0.667 > shown["SQ"]["krippendorff_alpha"]
    assert shown["TF"]["scale"] == [1, 5]
    assert shown["SQ"]["spearman"] is None
    assert shown["SQ"]["reasons"]["spearman"] == "there are no automatic scores"
    assert f"warning: {ratings}: SQ: rater cyd follows the others by" in done.stderr
    assert f"{ratings}: long: one rating a row" in done.stderr


def test_options_reach_the_analysis(ratings: Path) -> None:
    texts = [run(ratings, "--json", "--resamples", 100, *more).stdout for more in ((), (), ("--seed", 1))]
    assert texts[0] == texts[1] != texts[2]
    shown = json.loads(run(ratings, "--json", "--resamples", 50, "--level", "nominal").stdout)
    assert shown["TF"]["level"] == "nominal"
    assert shown["TF"]["icc_2k"] is None


def test_tables_and_verdicts(ratings: Path) -> None:
    done = run(ratings, "--resamples", 200)
    assert done.exit_code == 0
    for words in (
        "Raters among themselves, 95 % intervals, α at the ordinal level",
        "Automatic scores against the mean rating",
        "Krippendorff 2004: from .80 reliable, from .667 tentative, below that no conclusions",
        "Koo & Li 2016: below .5 poor, to .75 moderate, to .9 good, above excellent",
        "The raters do not agree well enough: draw no conclusions from single ratings",
        "Automatic scores are not compared: there are no automatic scores.",
    ):
        assert words in done.stdout
    assert max(map(len, done.stdout.split("\nTF\n")[0].splitlines())) <= 120


def test_names_of_a_file_are_no_markup_and_no_control_characters(ratings: Path) -> None:
    text = ratings.read_text(encoding="utf-8")
    ratings.write_text(text.replace("ann", "[red]ann[/]").replace("bob", "\x1b[31mbob"), encoding="utf-8")
    done = run(ratings, "--resamples", 50)
    assert done.exit_code == 0
    assert "[red]ann[/]" in done.stdout
    assert "\x1b[31mbob" not in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--level", "rank"), "--level rank: choose one of nominal, ordinal"),
        (("--scale", "five"), "--scale five: write the least and the greatest rating"),
        (("--scale", "5-1"), "--scale 5-1: write the least and the greatest rating"),
        (("--scale", "1.2.3-4"), "--scale 1.2.3-4: write the least"),
        (("--scale", "2-5"), "outside the scale of 2 to 5; correct it, or state another scale (--scale)"),
    ],
)
def test_bad_input_is_a_value_error(ratings: Path, options: tuple[str, ...], said: str) -> None:
    done = run(ratings, *options)
    assert isinstance(done.exception, ValueError)
    assert said in str(done.exception)


def test_scales_can_be_stated(ratings: Path) -> None:
    for scale, shown in (("1-5", [1, 5]), ("0:10", [0, 10]), ("-2-5.5", [-2, 5.5]), ("any", None)):
        found = json.loads(run(ratings, "--json", "--resamples", 20, f"--scale={scale}").stdout)
        assert found["SQ"]["scale"] == shown


def test_what_is_no_study_is_named(ratings: Path, tmp_path: Path) -> None:
    (tmp_path / "study.json").write_text("{}", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "none"):
        done = run(ratings, "--study", folder)
        assert isinstance(done.exception, ValueError)
        assert "study.json: " in str(done.exception)
