"""The panel: votes of judges and rules, and item-wise means. Unscored never counts as "no"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.judging import component_shares, panel_mean, panel_sc, panel_votes, relation_shares
from graphicacy.draw.record import Judgement, PanelVote
from graphicacy.draw.task import DrawTask

TASK = DrawTask(
    id="t",
    required_labels=("A", "B", "C"),
    required_relations=(("A", "activates", "B"), ("B", "activates", "C")),
    required_components=("a nucleus", "a bilayer"),
)


def judgement(
    name: str, relations: tuple[bool | None, ...], components: tuple[bool | None, ...], **more: object
) -> Judgement:
    return Judgement.model_validate(
        {"judge": name, "prompt": "p", "relations": relations, "components": components, **more}
    )


A = judgement("a", (True, False), (True, True), structure=5, conventions=1)
B = judgement("b", (True, None), (None, False), structure=2)
SILENT = judgement("c", (None, None), (None, None), status="unscored")


def test_a_vote_is_the_share_of_decided_items_and_the_mapped_ratings() -> None:
    assert panel_votes(TASK, [A, B, SILENT], None, None) == (
        PanelVote(judge="a", SC=0.75, SQ=1.0, CA=0.0),
        PanelVote(judge="b", SC=0.5, SQ=0.25, CA=None),
        PanelVote(judge="c"),
    )


def test_rules_join_last_for_structure_and_conventions_only() -> None:
    assert panel_votes(TASK, [A], 0.5, None)[-1] == PanelVote(judge="rules", SQ=0.5)
    assert panel_votes(TASK, [], 0.0, 0.0) == (PanelVote(judge="rules", SQ=0.0, CA=0.0),)
    assert panel_votes(TASK, [], None, None) == ()


def test_contradictions_are_one_unsatisfied_item() -> None:
    (vote,) = panel_votes(TASK, [A.model_copy(update={"contradictions": ("x", "y")})], None, None)
    assert vote.SC == 3 / 5


def test_contradictions_alone_decide_nothing() -> None:
    assert panel_sc(TASK, [SILENT.model_copy(update={"contradictions": ("x",)})]) is None


def test_shares_are_over_deciding_judges() -> None:
    assert relation_shares(TASK, [A, B, SILENT]) == (1.0, 0.0)
    assert component_shares(TASK, [A, B, SILENT]) == (1.0, 0.5)
    assert relation_shares(TASK, [SILENT]) == (None, None)
    assert relation_shares(TASK, []) == (None, None)


def test_panel_mean_skips_members_without_a_score() -> None:
    votes = panel_votes(TASK, [A, B, SILENT], 0.5, None)
    assert panel_mean(votes, "SQ") == pytest.approx((1 + 0.25 + 0.5) / 3)
    assert panel_mean(votes, "CA") == 0.0
    assert panel_mean([], "SC") is None


def test_panel_sc_averages_items_first() -> None:
    assert panel_sc(TASK, [A, B, SILENT]) == pytest.approx((1 + 0 + 1 + 0.5) / 4)
    assert panel_sc(TASK, [SILENT]) is None


def test_a_contradiction_that_all_judges_see_counts_once() -> None:
    seen = A.model_copy(update={"contradictions": ("x",)})
    assert panel_sc(TASK, [seen, seen, seen]) == pytest.approx(3 / 5)
    assert panel_sc(TASK, [seen, A]) == pytest.approx(3 / 4.5)


def test_judgement_shorter_than_the_spec_leaves_the_rest_unscored() -> None:
    assert relation_shares(TASK, [judgement("a", (True,), ())]) == (1.0, None)


verdicts = st.tuples(*[st.sampled_from([True, False, None])] * 2)


@given(st.lists(st.tuples(verdicts, verdicts, st.none() | st.floats(1, 5)), max_size=4))
def test_all_scores_lie_in_the_unit_interval_and_judges_may_come_in_any_order(answers: list[tuple]) -> None:  # type: ignore[type-arg]
    panel = [judgement(str(i), r, c, structure=s) for i, (r, c, s) in enumerate(answers)]
    votes = panel_votes(TASK, panel, None, None)
    for value in [*(v.SC for v in votes), *(v.SQ for v in votes), panel_sc(TASK, panel), panel_mean(votes, "SQ")]:
        assert value is None or 0 <= value <= 1
    assert panel_sc(TASK, panel) == pytest.approx(panel_sc(TASK, panel[::-1]))
