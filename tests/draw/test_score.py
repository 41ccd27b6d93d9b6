"""The whole score of one drawing: dimensions, panel, errors, and what stays unscored."""

from __future__ import annotations

import pytest
from figures import a_diagram, a_task, a_text, an_evidence

from graphicacy.diagram.model import Diagram, Head
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.record import Judgement
from graphicacy.draw.score import score_drawing
from graphicacy.draw.scoring.overall import WEIGHTS, overall

TASK = a_task(
    ("STAT3", "activates", "Target gene"),
    ("SOCS3", "inhibits", "STAT3"),
    required_components=["“STAT3”", "arrow from “STAT3” to “Target gene”", "a nuclear membrane"],
    discipline_conventions=["Inhibition ends in a blunt head"],
    negative_constraints=["No arrow from “Target gene” to “STAT3”"],
)
RIGHT = a_diagram(("STAT3", "Target gene"), ("SOCS3", "STAT3", Head.BLUNT))
SCENE = Scene(
    1000,
    800,
    {"STAT3": Box(5, 5, 200, 28), "Target gene": Box(5, 35, 200, 58), "SOCS3": Box(5, 65, 200, 88)},
    (((200, 16), (200, 46)), ((5, 76), (5, 20))),
)


def judge(name: str, **fields: object) -> Judgement:
    return Judgement(judge=name, prompt="test", **fields)


def kinds(score) -> set[str]:
    return {e.kind for e in score.errors}


def test_a_right_drawing_scores_one_without_any_judge() -> None:
    score = score_drawing(TASK, an_evidence(RIGHT, scene=SCENE))
    assert (score.TF, score.SC, score.SQ, score.CA, score.overall) == (1, 1, 1, 1, 1)
    assert score.errors == ()
    assert [c.verdict for c in score.components] == ["yes", "yes", None]
    assert score.all_right is None  # the membrane was left for a judge to see
    assert score.scored_by["SC"] == "geometry (4 of 5 items)"


def test_all_right_needs_every_item_decided() -> None:
    vote = judge("a/x", relations=(True, True), components=(True, True, True), structure=5, conventions=5)
    assert score_drawing(TASK, an_evidence(RIGHT, scene=SCENE), [vote]).all_right is True


def test_flipped_arrow_pointed_inhibition_and_one_wrong_letter_are_each_named() -> None:
    wrong = a_diagram(("Target gene", "STAT5"), ("SOCS3", "STAT5"))
    score = score_drawing(TASK, an_evidence(wrong))
    named = {e.kind: e for e in score.errors}
    assert named["misspelt-label"].what == "“STAT3” is drawn as “STAT5”"
    assert named["misspelt-label"].severity == "critical"
    flipped = score_drawing(TASK, an_evidence(a_diagram(("Target gene", "STAT3"), ("SOCS3", "STAT3"))))
    assert {"reversed-relation", "wrong-head", "broken-convention", "violated-constraint"} <= kinds(flipped)
    assert [r.verdict for r in flipped.relations] == ["no", "no"]
    assert flipped.SC == pytest.approx(1 / 4)


def test_raster_without_judges_leaves_semantics_and_overall_unscored() -> None:
    score = score_drawing(TASK, an_evidence(None, texts=[a_text("STAT3"), a_text("SOCS3", y=200)]))
    assert score.SC is None
    assert score.overall is None
    assert [r.verdict for r in score.relations] == [None, None]
    assert score.components[0].verdict == "yes"
    assert score.TF > 0
    assert score.SQ is not None


def test_judges_decide_what_geometry_cannot_and_are_reported_beside_it() -> None:
    votes = [
        judge("a/x", relations=(False, True), components=(True, True, True), structure=3, conventions=5),
        judge("b/y", relations=(False, False), components=(True, True, False), structure=5, conventions=5),
    ]
    score = score_drawing(TASK, an_evidence(RIGHT, scene=SCENE), votes)
    assert [r.by for r in score.relations] == ["geometry", "geometry"]
    assert [r.verdict for r in score.relations] == ["yes", "yes"]
    assert score.components[2].share == 0.5
    assert score.components[2].verdict is None  # the judges are split
    assert score.SC == pytest.approx(4.5 / 5)
    assert score.SC_geometry == 1
    assert score.SC_judges == pytest.approx((0 + 0.5 + 1 + 1 + 0.5) / 5)
    assert score.SQ == pytest.approx((0.5 + 1 + 1) / 3)
    assert [v.judge for v in score.panel] == ["a/x", "b/y", "rules"]


def test_unscored_judge_changes_nothing() -> None:
    silent = judge("a/x", status="unscored", relations=(None, None), components=(None, None, None))
    evidence = an_evidence(None, texts=[a_text("STAT3")])
    with_judge, without = score_drawing(TASK, evidence, [silent]), score_drawing(TASK, evidence)
    assert with_judge.SC is without.SC is None
    assert with_judge.SQ == without.SQ


def test_contradiction_named_by_most_judges_is_an_unsatisfied_item() -> None:
    votes = [judge(n, relations=(True, True), contradictions=("STAT3 leaves the nucleus",)) for n in ("a/x", "b/y")]
    score = score_drawing(TASK, an_evidence(RIGHT), votes)
    assert score.SC == pytest.approx(4 / 5)
    assert "contradiction" in kinds(score)
    lonely = [votes[0], judge("b/y", relations=(True, True)), judge("c/z", relations=(True, True))]
    assert "contradiction" not in kinds(score_drawing(TASK, an_evidence(RIGHT), lonely))


def test_label_dump_is_no_figure() -> None:
    dump = an_evidence(Diagram(), texts=[a_text(t, y=10 + 20 * i) for i, t in enumerate(TASK.required_labels)])
    score = score_drawing(TASK, dump)
    assert score.TF == 1
    assert score.SQ == 0
    assert score.CA == 0
    assert {"unplaced-label", "missing-relation"} <= kinds(score)


def test_blank_picture_scores_zero_where_something_was_asked_for() -> None:
    evidence = an_evidence(Diagram(), texts=[])
    evidence.pixels[:] = 255
    score = score_drawing(TASK, evidence)
    assert (score.TF, score.SC, score.SQ, score.CA) == (0, 0, 0, 0)
    assert "nothing-drawn" in kinds(score)


def test_published_mode_forgives_what_strict_does_not() -> None:
    wrong = an_evidence(a_diagram(("STAT5", "Target gene"), ("SOCS3", "STAT5", Head.BLUNT)))
    strict, published = (score_drawing(TASK, wrong, mode=m) for m in ("strict", "published"))
    assert strict.TF < published.TF
    assert strict.text == published.text


def test_every_error_that_is_raised_is_in_the_taxonomy() -> None:
    wrong = a_diagram(("Target gene", "STAT5"), ("SOCS3", "Target gene"), ("SOCS3", "?end"))
    for evidence in (an_evidence(wrong), an_evidence(Diagram(), texts=[]), an_evidence(RIGHT, scene=SCENE)):
        assert kinds(score_drawing(TASK, evidence)) <= set(ERROR_KINDS)


def test_overall_is_the_published_weighting_and_never_guesses() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    assert overall({"TF": 1, "SC": 0.5, "SQ": 0, "CA": 1}) == pytest.approx(0.3 + 0.15 + 0.2)
    assert overall({"TF": 1, "SC": None, "SQ": 1, "CA": 1}) is None
