from __future__ import annotations

import pytest

from graphicacy.draw.record import DrawResult, DrawScore, Judgement, PanelVote, RelationVerdict
from graphicacy.report.scorers import agreement_rows, ranking_stability, semantics_by_scorer
from report.synthetic_runs import ids, result


def judged(task: str, geometry: str | None, *votes: bool | None, system: str = "a") -> DrawResult:
    relation = RelationVerdict(relation=("A", "activates", "B"), verdict=geometry, by="geometry" if geometry else None)
    judgements = tuple(Judgement(judge=f"j{i}", prompt="p", relations=(vote,)) for i, vote in enumerate(votes))
    panel = tuple(PanelVote(judge=f"j{i}", SC=None if v is None else float(v)) for i, v in enumerate(votes))
    known = [float(v) for v in votes if v is not None]
    score = DrawScore(
        TF=1,
        SC=1,
        SQ=1,
        CA=1,
        overall=1,
        relations=(relation,),
        SC_geometry=None if geometry is None else float(geometry == "yes"),
        SC_judges=sum(known) / len(known) if known else None,
        judgements=judgements,
        panel=panel,
    )
    return result(system, task, score=score)


def test_geometry_and_judges_are_compared_on_the_same_drawings() -> None:
    rows = [judged("t1", "yes", True, True), judged("t2", "no", True, True), judged("t3", "yes")]
    (row,) = semantics_by_scorer(rows)
    assert (row.geometry, row.judges, row.both, row.gap) == (0.5, 1.0, 2, -0.5)
    assert (row.relations, row.agree) == (2, 0.5)


def test_a_split_vote_is_no_verdict() -> None:
    (row,) = semantics_by_scorer([judged("t1", "yes", True, False)])
    assert (row.relations, row.agree) == (0, None)


def test_without_judges_or_geometry_there_is_no_row() -> None:
    assert semantics_by_scorer([result("a", "t")]) == []


def test_a_ranking_that_every_weight_keeps_is_stable() -> None:
    rows = [result(s, t, v) for s, v in (("a", 0.9), ("b", 0.4)) for t in ids(3)]
    stability = ranking_stability(rows, n=500)
    assert stability.same == 1.0
    assert stability.first[0] == ("a", 1.0)
    assert stability.kind == "system"


def test_opposite_strengths_make_the_ranking_depend_on_weights() -> None:
    def mixed(system: str, tf: float, sc: float) -> DrawResult:
        return result(system, "t", score=DrawScore(TF=tf, SC=sc, SQ=0.5, CA=0.5, overall=(tf + sc) * 0.3 + 0.2))

    stability = ranking_stability([mixed("a", 0.9, 0.2), mixed("b", 0.1, 0.8)], n=2000)
    assert 0.3 < stability.same < 0.7


def test_one_system_has_no_ranking() -> None:
    assert ranking_stability([result("a", "t")]) is None
    assert ranking_stability([result("a", "t"), result("blank", "t", kind="control")]) is None


def test_judges_that_agree_have_full_agreement_and_controls_do_not_count() -> None:
    rows = [judged(f"t{i}", None, i % 2 == 0, i % 2 == 0) for i in range(8)]
    rows += [judged("t9", None, True, False).model_copy(update={"kind": "control", "system": "blank"})]
    pair, everyone = agreement_rows(rows)
    assert (pair.judges, pair.SC, pair.items, pair.drawings) == ("j0 and j1", pytest.approx(1), pytest.approx(1), 8)
    assert pytest.approx(1) == everyone.SC
    assert pair.SQ is None


def test_one_judge_gives_no_agreement() -> None:
    assert agreement_rows([judged("t", "yes", True)]) == []
