"""Agreement between the judges of many results."""

from __future__ import annotations

import math

import pytest

from graphicacy.draw.judging import panel_votes
from graphicacy.draw.record import DrawResult, DrawScore, Judgement
from graphicacy.draw.task import DrawTask
from graphicacy.trust.agreement import judge_agreement, krippendorff_alpha, pearson

TASK = DrawTask(
    id="t",
    required_labels=("A", "B", "C"),
    required_relations=(("A", "activates", "B"), ("B", "activates", "C")),
    required_components=("a nucleus",),
)
Answer = tuple[str, float | None]  # verdicts on r0, r1, c0 as letters y, n or -, and the structure rating


def result(sample: int, answers: dict[str, Answer], rules: float | None = None) -> DrawResult:
    judgements = []
    for judge, (letters, structure) in answers.items():
        r0, r1, c0 = ({"y": True, "n": False, "-": None}[letter] for letter in letters)
        judgements.append(Judgement(judge=judge, prompt="p", relations=(r0, r1), components=(c0,), structure=structure))
    score = DrawScore(
        TF=1,
        SC=None,
        SQ=None,
        CA=None,
        overall=None,
        judgements=tuple(judgements),
        panel=panel_votes(TASK, judgements, rules, None),
    )
    return DrawResult(system="s", medium="svg", task="t", sample=sample, status="ok", score=score)


RESULTS = [
    result(1, {"a": ("yyy", 5), "b": ("yyn", 4)}, 1.0),
    result(2, {"a": ("ynn", 2), "b": ("nnn", 1)}, 0.2),
    result(3, {"a": ("-yn", 3), "b": ("yyn", 4)}, 0.9),
    result(4, {"a": ("nny", 1), "b": ("nny", 2)}, 0.1),
]


def test_pairs_of_judges_are_compared_item_by_item() -> None:
    found = judge_agreement(RESULTS)
    assert found.judges == ("a", "b", "rules")
    models = found.pairs[0]
    assert models.judges == ("a", "b")
    assert models.n_items == 11
    # both yes 4, both no 5, a yes and b no 2: chance (6 × 4 + 5 × 7) / 121
    assert models.kappa == pytest.approx((9 / 11 - 59 / 121) / (1 - 59 / 121))
    assert models.n_drawings == {"SC": 4, "SQ": 4, "CA": 0}
    assert models.pearson["SQ"] == pytest.approx(pearson([5, 2, 3, 1], [4, 1, 4, 2]))
    assert models.pearson["CA"] is None


def test_rule_judge_is_compared_on_its_dimensions_only() -> None:
    pair = judge_agreement(RESULTS).pairs[1]
    assert pair.judges == ("a", "rules")
    assert pair.pearson["SQ"] == pytest.approx(pearson([5, 2, 3, 1], [1.0, 0.2, 0.9, 0.1]))
    assert (pair.pearson["SC"], pair.kappa, pair.n_items) == (None, None, 0)


def test_overall_is_over_models() -> None:
    found = judge_agreement(RESULTS)
    ratings = [[1, 0.25, 0.5, 0], [0.75, 0, 0.75, 0.25]]
    assert found.alpha["SQ"] == pytest.approx(krippendorff_alpha(ratings, "interval"))
    assert found.alpha["CA"] is None
    assert found.pearson["SQ"] == found.pairs[0].pearson["SQ"]
    assert (found.n_items, found.n_items_all) == (11, 11)
    nan = math.nan
    items = [[1, 1, 1, 1, 0, 0, nan, 1, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1]]
    assert found.items_alpha == pytest.approx(krippendorff_alpha(items))
    # two raters: Scott's pi with pooled shares 10/22 and 12/22
    chance = (10 / 22) ** 2 + (12 / 22) ** 2
    assert found.fleiss_kappa == pytest.approx((9 / 11 - chance) / (1 - chance))


def test_three_judges_count_the_items_that_all_decided() -> None:
    found = judge_agreement(
        [
            result(1, {"a": ("yyn", None), "b": ("yyn", None), "c": ("yy-", None)}),
            result(2, {"a": ("nnn", None), "b": ("nnn", None), "c": ("-n-", None)}),
        ]
    )
    assert (found.n_items, found.n_items_all) == (6, 3)
    assert found.fleiss_kappa == 1
    assert found.items_alpha == 1
    assert len(found.pairs) == 3


def test_a_judge_that_joins_late_has_missing_items() -> None:
    found = judge_agreement([RESULTS[0], result(2, {"a": ("nnn", 1), "c": ("nny", 1)})])
    assert found.judges == ("a", "b", "c", "rules")
    assert [pair.n_items for pair in found.pairs[:2]] == [3, 3]
    assert found.n_items_all == 0
    assert found.fleiss_kappa is None


def test_no_judges_one_judge_or_no_results_are_undefined() -> None:
    failed = DrawResult(system="s", medium="svg", task="t", sample=1, status="failed")
    nobody = judge_agreement([failed])
    assert (nobody.judges, nobody.pairs, nobody.items_alpha, nobody.n_items) == ((), (), None, 0)
    alone = judge_agreement([result(1, {"a": ("yyn", 3)})])
    assert (alone.judges, alone.pairs, alone.fleiss_kappa, alone.n_items_all) == (("a",), (), None, 0)
    rules = judge_agreement([result(1, {}, 0.5)])
    assert (rules.judges, rules.pairs, rules.alpha["SQ"]) == (("rules",), (), None)
    assert judge_agreement([]).judges == ()
