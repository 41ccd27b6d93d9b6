"""Which scorers there are, what they take out of a score, and what they should notice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from graphicacy.diagram.edit import HARMLESS, MEANING
from graphicacy.draw.record import DrawScore, PanelVote, TextScore
from graphicacy.trust.stress.scorers import OFFLINE, UNDUE, UnknownScorer, chosen, expects, judges_in, rank, undue


def text(mode: Literal["strict", "published"], tf: float) -> TextScore:
    return TextScore(mode=mode, tf=tf, recall=tf, cer=0.0, precision=None, labels=())


SCORE = DrawScore(
    TF=0.1,
    SC=0.2,
    SQ=0.3,
    CA=0.4,
    overall=0.5,
    SC_geometry=0.6,
    text={"strict": text("strict", 0.1), "published": text("published", 0.9)},
    panel=(PanelVote(judge="a/b", SC=0.7, SQ=None, CA=0.0), PanelVote(judge="rules", SQ=0.8, CA=0.85)),
)


def test_every_scorer_takes_its_own_number() -> None:
    values = {s.key: s.value(SCORE) for s in chosen(["offline", "a/b", "panel"])}
    assert values == {
        **{("tf-strict", "TF", medium): 0.1 for medium in ("vector", "raster")},
        **{("tf-published", "TF", medium): 0.9 for medium in ("vector", "raster")},
        **{("sc-geometry", "SC", medium): 0.6 for medium in ("vector", "raster")},
        **{("sq-rules", "SQ", medium): 0.8 for medium in ("vector", "raster")},
        **{("ca-rules", "CA", medium): 0.85 for medium in ("vector", "raster")},
        ("a/b", "SC", "raster"): 0.7,
        ("a/b", "SQ", "raster"): None,
        ("a/b", "CA", "raster"): 0.0,
        ("panel", "SC", "raster"): 0.2,
        ("panel", "SQ", "raster"): 0.3,
        ("panel", "CA", "raster"): 0.4,
        ("panel", "overall", "raster"): 0.5,
    }


def test_no_name_means_all_that_need_no_model() -> None:
    assert {s.scorer for s in chosen([])} == set(OFFLINE)
    assert {s.scorer for s in chosen(["rules", "sq-rules"])} == {"sq-rules", "ca-rules"}


def test_a_judge_that_is_not_there_is_no_vote() -> None:
    assert {s.value(SCORE) for s in chosen(["c/d"])} == {None}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ["tf"],
            "scorer 'tf': there are tf-strict, tf-published, sc-geometry, sq-rules, ca-rules, offline, rules, panel",
        ),
        (["panel"], "scorer 'panel': name its judge models too"),
        ([""], "scorer ''"),
    ],
)
def test_what_there_is_not_is_refused(names: list[str], said: str) -> None:
    with pytest.raises(UnknownScorer, match="^" + said):
        chosen(names)


def test_judges_are_those_with_a_provider() -> None:
    assert judges_in(["panel", "a/b", "c/d/e", "a/b"]) == ("a/b", "c/d/e")


def test_every_defect_is_due_to_a_dimension_and_all_to_the_overall_score() -> None:
    for operator in MEANING:
        assert any(expects(dimension, operator) for dimension in ("TF", "SC", "SQ", "CA")), operator
        assert expects("overall", operator)
    assert not any(expects(dimension, name) for dimension in ("TF", "SC", "SQ", "CA", "overall") for name in HARMLESS)


def test_the_page_lists_what_each_dimension_should_notice() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "validated.md"
    rows = re.findall(r"^\| (TF|SC|SQ|CA) \| ([a-z, -]+) \|", page.read_text(encoding="utf-8"), re.M)
    due = {name: {operator for operator in MEANING if expects(name, operator)} for name in ("TF", "SC", "SQ", "CA")}
    assert {name: set(edits.split(", ")) for name, edits in rows} == due


def test_a_list_of_labels_is_full_of_text_but_says_nothing() -> None:
    assert not undue("TF", "label-dump")
    assert undue("SC", "label-dump")
    assert not undue("SQ", "wrong-task")
    assert all("overall" in dimensions for dimensions in UNDUE.values())
    assert not undue("TF", "no such control")


def test_keys_sort_by_medium_then_scorers_judges_panel() -> None:
    keys = [s.key for s in chosen(["panel", "b/z", "a/b", "offline"])]
    ordered = sorted(keys, key=rank)
    assert [k[0] for k in ordered] == [*OFFLINE, *OFFLINE, *["a/b"] * 3, *["b/z"] * 3, *["panel"] * 4]
    assert [k[1] for k in ordered[-4:]] == ["SC", "SQ", "CA", "overall"]
