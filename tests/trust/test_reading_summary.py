"""What a system scored: by hand, and laws."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graded_answers import graded
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import summarize
from graphicacy.trust.statistics import cluster_bootstrap

SHAPE = {
    *("score", "strict", "score_all", "n", "asked", "diagrams", "interval", "interval_all"),
    *("statuses", "rates", "measures"),
}
TASKS = ("graph-parsing", "semantic", "semantic-rewrite", "comprehensive")


@st.composite
def runs(draw: st.DrawFn) -> list[ReadResult]:
    entry = st.tuples(
        st.sampled_from(TASKS),
        st.sampled_from(("ok", "repaired", "unparseable", "refused", "failed")),
        st.sampled_from((0.0, 0.25, 1.0)),
        st.integers(0, 3),
        st.sampled_from(("mermaid", "graphviz", "author", "mermaid-turned")),
    )
    return [
        graded(
            k,
            score if status in ("ok", "repaired") else None,
            task=task,
            status=status,
            diagram=f"d{diagram}",
            rendering=rendering,
        )
        for k, (task, status, score, diagram, rendering) in enumerate(draw(st.lists(entry, min_size=1, max_size=14)))
    ]


class TestByHand:
    """Two tasks: semantic with 1, 0.5, refused and failed; parsing with 0."""

    results = (
        graded(0, 1.0, diagram="d0"),
        graded(1, 0.5, diagram="d1", status="repaired"),
        graded(2, diagram="d1", status="refused"),
        graded(3, diagram="d2", status="failed"),
        graded(4, 0.0, task="graph-parsing", diagram="d2"),
    )
    found = summarize(results)

    def test_score_is_over_graded_answers_and_score_all_over_asked_ones(self) -> None:
        scored = self.found.tasks["semantic"].scored
        assert (scored.score, scored.strict, scored.score_all) == (0.75, 0.5, 0.5)
        assert (scored.n, scored.asked, scored.diagrams) == (2, 3, 3)

    def test_statuses_count_all_and_rates_are_of_those_asked(self) -> None:
        scored = self.found.tasks["semantic"].scored
        assert scored.statuses == {
            "ok": 1,
            "repaired": 1,
            "unparseable": 0,
            "refused": 1,
            "truncated": 0,
            "empty": 0,
            "failed": 1,
        }
        assert scored.rates == {"unparseable": 0, "refused": 1 / 3, "truncated": 0, "empty": 0}

    def test_overall_is_the_mean_of_tasks_not_of_answers(self) -> None:
        overall = self.found.overall
        assert (overall.score, overall.strict, overall.score_all) == (0.375, 0.25, 0.25)
        assert (overall.n, overall.asked, overall.parts, overall.parts_scored) == (3, 4, 2, 2)

    def test_tasks_stand_in_the_order_of_the_taxonomy_with_code_and_capability(self) -> None:
        told = [(name, task.code, task.capability) for name, task in self.found.tasks.items()]
        assert told == [("graph-parsing", "S1", "structural"), ("semantic", "M1", "semantic")]
        assert list(self.found.capabilities) == ["structural", "semantic"]

    def test_json_has_one_shape_for_tasks_capabilities_and_overall(self) -> None:
        record = json.loads(json.dumps(self.found.to_json(), allow_nan=False))
        task = record["tasks"]["semantic"]
        assert SHAPE | {"code", "capability", "variants", "over_refusal"} >= task.keys() >= SHAPE
        assert record["overall"].keys() >= SHAPE | {"parts", "parts_scored"}
        assert task["variants"]["element"]["score"] == 0.75
        assert task["rates"]["refused"] == 0.333333


class TestUnscored:
    def test_nothing_answered_has_no_score_and_is_never_zero(self) -> None:
        found = summarize([graded(0, status="truncated"), graded(1, status="empty", diagram="d1")])
        assert found.overall.score is None
        assert found.overall.strict is None
        assert found.overall.interval is None
        assert found.overall.score_all == 0.0
        assert (found.overall.parts, found.overall.parts_scored) == (1, 0)

    def test_a_task_without_an_answer_is_left_out_of_the_mean_score_alone(self) -> None:
        found = summarize([graded(0, 0.8), graded(1, task="graph-parsing", status="refused")])
        assert (found.overall.score, found.overall.score_all) == (0.8, 0.4)
        assert (found.overall.parts, found.overall.parts_scored) == (2, 1)

    def test_only_failures_define_nothing(self) -> None:
        found = summarize([graded(0, status="failed"), graded(1, status="failed", diagram="d1")])
        assert (found.overall.score, found.overall.score_all, found.overall.asked) == (None, None, 0)
        assert found.to_json()["overall"]["rates"]["refused"] is None
        assert found.overall.statuses["failed"] == 2

    def test_one_diagram_has_no_interval(self) -> None:
        found = summarize([graded(0, 1.0), graded(1, 0.0)])
        assert (found.overall.score, found.overall.interval, found.overall.interval_all) == (0.5, None, None)

    def test_failures_about_other_diagrams_make_no_interval(self) -> None:
        assert summarize([graded(0, 1.0), graded(1, status="failed", diagram="d1")]).overall.interval is None

    def test_a_score_beside_a_status_without_an_answer_does_not_count(self) -> None:
        found = summarize([graded(0, 1.0, status="refused"), graded(1, 0.5)])
        assert (found.overall.score, found.overall.score_all) == (0.5, 0.25)


class TestIntervals:
    def test_of_one_task_is_that_of_the_cluster_bootstrap(self) -> None:
        rng = np.random.default_rng(3)
        values, diagrams = rng.random(60).round(3), [f"d{k:02}" for k in np.sort(rng.integers(0, 20, 60))]
        found = summarize(
            [graded(f"{k:02}", v, diagram=d) for k, (v, d) in enumerate(zip(values, diagrams, strict=True))]
        )
        expected = cluster_bootstrap(values, diagrams, seed=0)
        assert found.overall.interval == pytest.approx((expected.low, expected.high))

    def test_of_a_mean_of_tasks_keeps_that_their_answers_share_diagrams(self) -> None:
        alike, against = [], []
        for k in range(40):
            score = k % 2
            alike += [
                graded(f"a{k}", score, diagram=f"d{k}"),
                graded(f"b{k}", score, task="graph-parsing", diagram=f"d{k}"),
            ]
            against += [alike[-2], graded(f"b{k}", 1 - score, task="graph-parsing", diagram=f"d{k}")]
        low, high = summarize(against).overall.interval or (None, None)
        assert (low, high) == (0.5, 0.5)
        low, high = summarize(alike).overall.interval or (0, 0)
        assert high - low == pytest.approx(2 * 1.96 * 0.5 / 40**0.5, rel=0.1)

    def test_contains_the_score_of_many_diagrams(self) -> None:
        rng = np.random.default_rng(0)
        found = summarize([graded(k, float(rng.random()), diagram=f"d{k}", task=TASKS[k % 4]) for k in range(400)])
        low, high = found.overall.interval or (1, 0)
        assert low < (found.overall.score or 0) < high
        assert 0.02 < high - low < 0.12

    def test_another_seed_gives_other_resamples(self) -> None:
        results = [graded(k, (k % 7) / 7, diagram=f"d{k}") for k in range(50)]
        assert summarize(results, seed=1).overall.interval != summarize(results, seed=2).overall.interval


class TestUnits:
    results = (
        graded(0, 1.0, task="semantic"),
        graded(1, 0.0, task="semantic-rewrite"),
        graded(2, 0.2, task="graph-parsing"),
    )

    def test_joined_tasks_weigh_as_one(self) -> None:
        found = summarize(self.results, joined=[("M1", "semantic-rewrite")])
        assert found.overall.score == pytest.approx((0.5 + 0.2) / 2)
        assert found.units == (("graph-parsing",), ("semantic", "semantic-rewrite"))
        assert (found.overall.parts, found.capabilities["semantic"].parts) == (2, 2)

    def test_what_was_not_asked_is_no_part_of_a_unit(self) -> None:
        found = summarize(self.results[:1], joined=[("M1", "M2"), ("C1", "C2")])
        assert found.units == (("semantic",),)
        assert found.overall.score == 1.0

    @pytest.mark.parametrize(
        ("joined", "words"),
        [([("M1", "M2"), ("M2", "C1")], "'semantic-rewrite' is joined twice"), ([("M9",)], "'m9' is none of")],
    )
    def test_bad_units_are_told(self, joined: list[tuple[str, ...]], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            summarize(self.results, joined=joined)


class TestRenderings:
    results = (
        graded(0, 1.0, rendering="mermaid"),
        graded(1, 0.5, rendering="mermaid-turned"),
        graded(0, 0.25, rendering="graphviz"),
        graded(2, 0.0, rendering="author"),
        graded(3, 0.0, rendering="mermaid", task="graph-parsing"),
    )
    found = summarize(results)

    def test_are_told_apart_by_engine(self) -> None:
        scores = {engine: rendered.tasks["semantic"].score for engine, rendered in self.found.renderings.items()}
        assert scores == {"mermaid": 0.75, "graphviz": 0.25, "author": 0.0}
        assert self.found.renderings["mermaid"].overall.score == 0.375

    def test_their_mean_is_of_mermaid_and_graphviz_with_equal_weights_where_both_were_asked(self) -> None:
        mean = self.found.mean_of_renderings
        assert mean is not None
        assert (mean.overall.score, list(mean.tasks)) == (0.5, ["semantic"])
        assert mean.overall.parts == 1

    def test_there_is_no_mean_of_one(self) -> None:
        assert summarize(self.results[:2]).mean_of_renderings is None


class TestMeasures:
    def test_boxes_have_accuracy_centre_and_overlap_apart_from_directions(self) -> None:
        box: dict[str, Any] = {"task": "localization", "answer_type": "box", "gold": [0, 0, 9, 9]}
        found = summarize(
            [
                graded(0, 1.0, details={"iou": 0.7, "centre_in_box": True, "outside": False}, **box),
                graded(1, 0.0, details={"iou": 0.1, "centre_in_box": True, "outside": True}, **box),
                graded(2, 0.0, task="localization", variant="direction", answer_type="direction", gold="N"),
            ]
        ).tasks["localization"]
        assert found.scored.measures == {
            "iou": pytest.approx(0.4),
            "centre_in_box": 1.0,
            "outside": 0.5,
            "acc_at_iou_50": 0.5,
        }
        assert found.variants["direction"].measures == {}

    def test_fabrication_and_over_refusal_are_of_the_answers_that_can_be(self) -> None:
        none: dict[str, Any] = {"gold": "none", "task": "comprehensive", "variant": "element-answerless"}
        found = summarize(
            [
                graded(0, 0.0, details={"answerless": True, "fabricated": True, "over_refused": False}, **none),
                graded(1, 1.0, details={"answerless": True, "fabricated": False, "over_refused": False}, **none),
                graded(2, status="refused", **none),
                graded(3, 0.0, details={"answerless": False, "fabricated": False, "over_refused": True}),
                graded(4, 1.0, task="graph-parsing", details={"node_f1": 1.0, "edge_f1": 1.0}),
            ]
        )
        assert (found.overall.fabrication.count, found.overall.fabrication.n) == (1, 2)
        assert (found.overall.over_refusal.count, found.overall.over_refusal.n) == (1, 1)
        record = found.to_json()
        assert record["fabrication"]["share"] == 0.5
        assert record["fabrication"]["interval"] == pytest.approx([0.094531, 0.905469])
        assert "fabrication" not in record["tasks"]["graph-parsing"]

    def test_details_that_are_no_shares_are_left_out(self) -> None:
        bad = ("half", None, -1, 10**400, float("nan"), [1])
        found = summarize([graded(k, 1.0, details={"lcs": value}) for k, value in enumerate(bad)])
        assert found.overall.score == 1.0
        assert found.tasks["semantic"].scored.measures == {}


class TestErrors:
    @pytest.mark.parametrize(
        ("results", "words"),
        [
            ([], "these are of nothing"),
            ([graded(0, 1.0), graded(1, 1.0, system="t")], r"these are of s \(image\), t \(image\)"),
            ([graded(0, 1.0), graded(1, 1.0, view="blind")], r"s \(blind\), s \(image\)"),
            ([graded(0, 1.0), graded(0, 1.0, system="t")], r"these are of s \(image\), t \(image\)"),
            ([graded(0, 1.0), graded(0, 0.0)], r"s has two results for 1 question\(s\), such as q0@mermaid"),
            ([graded(0, 1.0, task="crosswords", variant="x")], "'crosswords' is none of the taxonomy"),
        ],
    )
    def test_are_one_line(self, results: list[ReadResult], words: str) -> None:
        with pytest.raises(ValueError, match=words) as caught:
            summarize(results)
        assert "\n" not in str(caught.value)


class TestLaws:
    @settings(max_examples=25, deadline=None)
    @given(runs(), st.randoms(use_true_random=False))
    def test_the_order_of_results_does_not_matter(self, results: list[ReadResult], shuffler: random.Random) -> None:
        shuffled = list(results)
        shuffler.shuffle(shuffled)
        assert json.dumps(summarize(shuffled).to_json()) == json.dumps(summarize(results).to_json())

    @settings(max_examples=25, deadline=None)
    @given(runs())
    def test_every_score_lies_between_the_extremes_and_counts_add_up(self, results: list[ReadResult]) -> None:
        found = summarize(results)
        scores = [r.score for r in results if r.score is not None]
        everything = [t.scored for t in found.tasks.values()] + [*found.capabilities.values(), found.overall]
        for scored in everything:
            assert (scored.score is None) == (scored.n == 0)
            assert scored.score is None or min(scores) - 1e-12 <= scored.score <= max(scores) + 1e-12
            assert scored.n <= scored.asked
            if scored.interval is not None:
                assert 0 <= scored.interval[0] <= scored.interval[1] <= 1 + 1e-12
        assert sum(task.scored.asked for task in found.tasks.values()) == found.overall.asked
        assert sum(found.overall.statuses.values()) == len(results)

    @settings(max_examples=25, deadline=None)
    @given(runs())
    def test_a_refusal_more_leaves_the_score_and_never_raises_that_of_all(self, results: list[ReadResult]) -> None:
        before, after = summarize(results), summarize([*results, graded("x", task=results[0].task, status="refused")])
        task = results[0].task
        assert after.overall.score == before.overall.score
        assert after.tasks[task].scored.score == before.tasks[task].scored.score
        one, other = before.tasks[task].scored.score_all, after.tasks[task].scored.score_all
        assert other is not None
        assert one is None or other < one or one == 0

    @settings(max_examples=25, deadline=None)
    @given(runs())
    def test_a_failure_more_changes_no_score(self, results: list[ReadResult]) -> None:
        before = summarize(results).overall
        after = summarize([*results, graded("x", task=results[0].task, status="failed")]).overall
        assert (after.score, after.score_all, after.n, after.asked) == (
            *(before.score, before.score_all, before.n, before.asked),
        )
