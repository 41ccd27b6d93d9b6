"""Each analysis on answers whose numbers are known."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graded_answers import graded
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading.analyses import ANALYSES
from graphicacy.trust.reading.analyses.table import sentence, told
from graphicacy.trust.reading.pairs import Difference


def rows(name: str, results: list[ReadResult]) -> list[dict[str, Any]]:
    """The rows of an analysis, as JSON without NaN."""
    return list(json.loads(json.dumps(ANALYSES[name](results).to_json(), allow_nan=False))["rows"])


def each(count: int, make: Callable[[int], ReadResult | None]) -> list[ReadResult]:
    return [result for k in range(count) if (result := make(k)) is not None]


def graph(number: int, nodes: float, edges: float, **fields: Any) -> ReadResult:
    details = {"node_f1": nodes, "edge_f1": edges}
    score = (nodes + edges) / 2
    fields = {"task": "graph-parsing", "answer_type": "graph", "diagram": f"d{number}", "details": details} | fields
    return graded(number, score, **fields)


def none_or_not(number: int, kind: str, *, gold: Any, said: bool, **fields: Any) -> ReadResult:
    """An answer that says something, or nothing."""
    right = bool(gold != "none")
    details = {"answerless": not right, "fabricated": said and not right, "over_refused": right and not said}
    fields = {"variant": kind, "gold": gold, "task": "comprehensive", "diagram": f"d{number}"} | fields
    return graded(number, float(said == right), details=details, **fields)


class TestTables:
    @pytest.mark.parametrize("name", ANALYSES)
    def test_nothing_to_analyse_is_an_empty_table_with_a_reason(self, name: str) -> None:
        for results in ([], [graded(0, status="failed", nodes=5)], [graded(0, status="refused", nodes=5)]):
            table = ANALYSES[name](results)
            assert table.rows == ()
            assert table.reason
            assert "\n" not in table.reason
            assert table.name == name

    def test_rows_do_not_depend_on_the_order_of_results(self) -> None:
        results = everything()
        shuffled = list(results)
        random.Random(3).shuffle(shuffled)
        for name, analysis in ANALYSES.items():
            found = analysis(results)
            assert found.rows, name
            assert json.dumps(analysis(shuffled).to_json()) == json.dumps(found.to_json()), name

    def test_every_row_says_what_it_says_in_one_line(self) -> None:
        for name, analysis in ANALYSES.items():
            for row in analysis(everything()).rows:
                assert row.reading, name
                assert "\n" not in row.reading
                assert "nan" not in row.reading

    def test_hostile_details_are_no_crash(self) -> None:
        bad: list[Any] = [None, "x", [1], {"a": 1}, -5, 10**400, float("nan"), [0, 0, float("inf"), 1]]
        names = ("said", "box", "iou", "node_f1", "edge_f1", "fabricated", "over_refused")
        kinds = (("box", [0, 0, 9, 9]), ("direction", "N"), ("graph", {}), ("nodes", "none"))
        results = [
            graded(f"{k}-{kind}", 1.0, answer_type=kind, gold=gold, details=dict.fromkeys(names, value), nodes=10**12)
            for k, value in enumerate(bad)
            for kind, gold in kinds
        ]
        for name in ANALYSES:
            rows(name, results)


class TestSentence:
    verdicts = ("alike", "higher", "lower")  # at 0, 1 and -1

    def said(self, first: float, second: float, interval: tuple[float, float] | None, p: float | None) -> str:
        found = Difference(first, second, first - second, interval, p, 9, 9)
        return sentence(found, {0: "alike", 1: "higher", -1: "lower"})

    def test_tells_the_second_side_first_and_the_difference_without_a_sign(self) -> None:
        assert self.said(0.91, 0.62, (0.21, 0.36), 0.01) == (
            "lower: 0.62 against 0.91 (difference 0.29, 95 % 0.21 to 0.36)"
        )
        assert self.said(0.62, 0.91, (-0.36, -0.21), 0.01) == (
            "higher: 0.91 against 0.62 (difference 0.29, 95 % 0.21 to 0.36)"
        )

    def test_gives_no_verdict_on_what_is_not_sure(self) -> None:
        assert (
            self.said(0.5, 0.4, (-0.1, 0.3), 0.3) == "alike: 0.40 against 0.50 (difference −0.10, 95 % −0.30 to 0.10)"
        )
        assert self.said(0.5, 0.4, (0.05, 0.3), 0.25).startswith("alike")
        assert self.said(0.5, 0.4, (0.05, 0.3), None).startswith("lower")
        assert self.said(0.5, 0.4, None, None).endswith("one diagram alone gives no interval)")

    def test_of_nothing_is_refused(self) -> None:
        with pytest.raises(ValueError, match="needs a difference"):
            sentence(Difference(None, None, None, None, None, 0, 0), {})

    def test_zero_has_no_sign(self) -> None:
        assert (told(-0.001), told(0.126), told(-0.29)) == ("0.00", "0.13", "−0.29")


class TestEdgeBlindness:
    def test_nodes_against_edges_of_the_same_answers(self) -> None:
        results = each(8, lambda k: graph(k, 0.9, 0.6 + 0.02 * k))
        results += each(
            8, lambda k: graph(k + 8, 1.0, 1.0, task="graph-to-code", answer_type="code", variant="mermaid")
        )
        parsing, code = rows("edge-blindness", results)
        assert (parsing["task"], parsing["first"], parsing["second"]) == ("graph-parsing", 0.9, 0.67)
        assert (parsing["difference"], parsing["n"], parsing["asked"]) == (0.23, 8, 8)
        assert parsing["reading"].startswith("arrows are read worse than boxes: 0.67 against 0.90 (difference 0.23,")
        assert code["reading"].startswith("arrows and boxes cannot be told apart")

    def test_unanswered_ones_are_asked_but_not_counted(self) -> None:
        results = [graph(0, 1.0, 0.5), graph(1, 1.0, 0.5, status="refused"), graph(2, 1.0, 0.5, status="failed")]
        (row,) = rows("edge-blindness", results)
        assert (row["n"], row["asked"], row["interval"]) == (1, 2, None)

    def test_answers_that_saw_nothing_are_left_out(self) -> None:
        assert rows("edge-blindness", [graph(0, 1.0, 0.5, view="blind")]) == []


class TestPairs:
    def sized(self, number: int, variant: str, score: float | None, **fields: Any) -> ReadResult:
        kind = {"answer_type": "box", "gold": [0, 0, 9, 9], "asks": f"a{number}", "diagram": f"d{number}"}
        return graded(f"{number}{variant}", score, task="position-awareness", variant=variant, **kind | fields)

    def test_scale_pairs_by_what_is_asked(self) -> None:
        results = each(10, lambda k: self.sized(k, "normal", 1.0))
        results += each(10, lambda k: self.sized(k, "thumbnail", float(k < 2)))
        results += [self.sized(20, "normal", 1.0), self.sized(21, "thumbnail", 0.0)]
        both, boxes = rows("scale-invariance", results)
        assert (both["first"], both["second"], both["n"], both["asked"]) == (1.0, 0.2, 10, 10)
        assert (both["part"], boxes["part"]) == ("", "box")
        assert both["reading"].startswith("thumbnails are located worse than normal pictures: 0.20 against 1.00")

    def test_a_half_without_an_answer_is_asked_but_no_pair(self) -> None:
        results = [self.sized(0, "normal", 1.0), self.sized(0, "thumbnail", None), self.sized(1, "normal", 1.0)]
        assert rows("scale-invariance", results) == []
        results += [self.sized(1, "thumbnail", 0.0)]
        assert [(row["n"], row["asked"]) for row in rows("scale-invariance", results)] == [(1, 2), (1, 2)]

    def test_meaning_pairs_a_question_with_its_rewrite(self) -> None:
        def of(k: int, task: str, score: float) -> ReadResult:
            return graded(f"{task}{k}", score, task=task, asks=f"a{k}", diagram=f"d{k}")

        results = each(8, lambda k: of(k, "semantic", 0.9)) + each(8, lambda k: of(k, "semantic-rewrite", 0.5))
        results += [graded("other", 0.0, task="comprehensive-rewrite", asks="a0")]
        (row,) = rows("words-and-meaning", results)
        assert (row["first"], row["second"], row["n"]) == (0.9, 0.5, 8)
        assert row["p"] == pytest.approx(2 / 2**8, abs=1e-6)
        assert "answered worse than in the figure's words: 0.50 against 0.90" in row["reading"]

    def test_systems_are_rows_of_their_own(self) -> None:
        results = [
            self.sized(0, variant, score, system=system)
            for system, score in (("b", 1.0), ("a", 0.0))
            for variant in ("normal", "thumbnail")
        ]
        assert [(row["system"], row["first"]) for row in rows("scale-invariance", results)][::2] == [("a", 0), ("b", 1)]


class TestLanguage:
    def test_tasks_are_compared_by_what_they_ask_for_without_pairs(self) -> None:
        results = each(12, lambda k: graded(f"1-{k}", 0.9, task="comprehensive", variant="path", diagram=f"d{k}"))
        results += each(
            6, lambda k: graded(f"3-{k}", 0.4, task="comprehensive-rewrite", variant="path", diagram=f"d{k}")
        )
        results += [graded("x", 0.0, task="comprehensive", variant="path-answerless", diagram="d0")]
        (row,) = rows("templates-and-language", results)
        assert (row["first"], row["second"], row["n"], row["diagrams"], row["p"]) == (0.9, 0.4, 18, 12, None)
        assert (row["first_name"], row["second_name"], row["part"]) == (
            "comprehensive",
            "comprehensive-rewrite",
            "path",
        )
        assert row["interval"] == [0.5, 0.5]
        assert "in other words than the figure's are answered worse than" in row["reading"]

    def test_interval_is_that_of_two_means_over_shared_diagrams(self) -> None:
        def of(task: str, flip: int) -> list[ReadResult]:
            return each(40, lambda k: graded(f"{task}{k}", (k + flip) % 2, task=task, diagram=f"d{k}"))

        (same,) = rows("templates-and-language", of("comprehensive", 0) + of("comprehensive-semantic", 0))
        (against,) = rows("templates-and-language", of("comprehensive", 0) + of("comprehensive-semantic", 1))
        assert same["interval"] == [0, 0]
        assert against["interval"][1] == pytest.approx(2 * 1.96 * 0.5 / 40**0.5, rel=0.15)


class TestLayout:
    def test_grades_of_one_question_about_several_pictures(self) -> None:
        results = [
            graded(0, 1.0, rendering="mermaid"),
            graded(0, 1.0, rendering="graphviz"),
            graded(1, 1.0, rendering="mermaid", diagram="d1"),
            graded(1, 0.5, rendering="graphviz", diagram="d1"),
            graded(1, 0.5, rendering="mermaid-turned", diagram="d1"),
            graded(2, 1.0, rendering="mermaid", diagram="d2"),
            graded(3, 1.0, rendering="mermaid", diagram="d2"),
            graded(3, status="refused", rendering="graphviz", diagram="d2"),
        ]
        overall, task = rows("layout-invariance", results)
        assert (overall["task"], task["task"]) == ("", "semantic")
        assert overall["equal"]["value"] == pytest.approx((1 + 1 / 3) / 2, abs=1e-6)
        assert overall["distance"]["value"] == pytest.approx((0 + 1 / 3) / 2, abs=1e-6)
        assert (overall["engines"]["first"], overall["engines"]["second"]) == (0.875, 0.75)
        assert overall["engines"]["n"] == 2

    def test_questions_on_the_layout_itself_are_left_out(self) -> None:
        results = [graded(0, 1.0, task="edge-layout", rendering=engine) for engine in ("mermaid", "graphviz")]
        assert rows("layout-invariance", results) == []

    def test_an_author_s_picture_counts_for_equality_alone(self) -> None:
        results = [graded(0, 1.0, rendering="mermaid"), graded(0, 0.0, rendering="author")]
        overall, _ = rows("layout-invariance", results)
        assert (overall["equal"]["value"], overall["engines"]["n"]) == (0.0, 0)


class TestSizes:
    def test_bins_are_fifths_and_scores_fall(self) -> None:
        results = each(50, lambda k: graded(f"{k:02}", 1 - k / 50, diagram=f"d{k:02}", nodes=k + 1, edges=3))
        found = rows("size-curves", results)
        bins = [row for row in found if row["size"] == "nodes"]
        assert [(row["least"], row["most"], row["score"]["n"]) for row in bins] == [
            *((1, 10, 10), (11, 20, 10), (21, 30, 10)),
            *((31, 40, 10), (41, 50, 10)),
        ]
        assert [row["score"]["value"] for row in bins] == pytest.approx([0.91, 0.71, 0.51, 0.31, 0.11])
        (edges,) = [row for row in found if row["size"] == "edges"]
        assert (edges["least"], edges["most"], edges["middle"]) == (3, 3, 3)
        assert not [row for row in found if row["size"] == "crossings"]

    def test_trend_tells_correlation_and_slope(self) -> None:
        results = each(50, lambda k: graded(f"{k:02}", 1 - k / 50, diagram=f"d{k:02}", nodes=k + 1, edges=3))
        (row,) = rows("size-trends", results)
        assert (row["spearman"], row["slope"], row["n"]) == (-1.0, -0.2, 50)
        assert row["reading"] == "the score falls by 0.20 for 10 nodes more (95 % 0.20 to 0.20)"

    def test_a_mix_of_questions_makes_no_curve(self) -> None:
        def of(k: int) -> ReadResult:
            task, score = ("semantic", 1.0) if k < 20 else ("comprehensive", 0.0)
            return graded(f"{k:02}", score, task=task, diagram=f"d{k:02}", nodes=k + 1)

        (row,) = rows("size-trends", each(40, of))
        assert row["slope"] == 0
        assert {round(b["adjusted"]["value"], 6) for b in rows("size-curves", each(40, of))} == {0.5}

    def test_interval_of_a_noisy_slope_holds_the_truth(self) -> None:
        rng = np.random.default_rng(0)
        noise = rng.uniform(-0.2, 0.2, 200)
        results = each(
            200, lambda k: graded(f"{k:03}", 0.8 - 0.1 * (k % 40) / 10 + noise[k], diagram=f"{k:03}", nodes=k % 40)
        )
        (row,) = rows("size-trends", results)
        assert row["slope_interval"][0] < -0.1 < row["slope_interval"][1]
        assert row["spearman_interval"][0] < row["spearman"] < row["spearman_interval"][1] < 0


class TestPositions:
    def test_shares_said_and_right_and_accuracy_by_value(self) -> None:
        def of(k: int) -> ReadResult:
            gold, said = ("N", "N") if k < 4 else ("S", "N")
            fields = {"task": "localization", "variant": "direction", "answer_type": "direction"}
            return graded(k, float(gold == said), gold=gold, details={"said": said}, diagram=f"d{k}", **fields)

        north, south = rows("position-bias", each(10, of))
        assert (north["value"], north["said"], north["gold"], north["difference"]) == ("N", 1.0, 0.4, 0.6)
        assert (south["value"], south["said"], south["gold"]) == ("S", 0.0, 0.6)
        assert (north["accuracy"]["value"], south["accuracy"]["value"], south["accuracy"]["n"]) == (1.0, 0.0, 6)
        assert north["reading"].startswith("“N” is said more often than it is right: 1.00 against 0.40")

    def test_offsets_are_in_sides_of_the_right_box_and_of_boxes_that_overlap(self) -> None:
        def of(k: int) -> ReadResult:
            details = {"box": [20 + k % 2, 0, 120 + k % 2, 10], "iou": 0.6}
            if k == 9:
                details = {"box": [900, 0, 999, 10], "iou": 0.0}
            fields = {"task": "localization", "answer_type": "box", "gold": [0, 0, 100, 10]}
            return graded(k, 1.0, details=details, diagram=f"d{k}", **fields)

        x, y = rows("box-offsets", each(10, of))
        assert (x["axis"], x["n"], x["boxes"]) == ("x", 9, 10)
        assert x["value"] == pytest.approx(0.2 + 4 / 900, abs=1e-6)
        assert y["value"] == 0
        assert x["reading"].startswith(
            "localization, node-box: boxes lie right of the right ones, by 0.20 of their width"
        )
        assert "not surely shifted" in y["reading"]


class TestHallucination:
    def test_fabrication_and_over_refusal_by_kind(self) -> None:
        results = [
            none_or_not(0, "element-answerless", gold="none", said=True),
            none_or_not(1, "path-answerless", gold="none", said=False),
            none_or_not(2, "element-counterfactual", gold="none", said=True),
            none_or_not(3, "element-counterfactual", gold=["A"], said=False),
            none_or_not(4, "element", gold=["A"], said=True),
            graded(5, status="refused", task="comprehensive", variant="element-answerless", gold="none"),
        ]
        found = {(r["kind"], r["measure"]): r for r in rows("hallucination", results) if not r["task"]}
        assert {key: (r["count"], r["n"], r["asked"]) for key, r in found.items()} == {
            ("plain", "over-refusal"): (0, 1, 1),
            ("counterfactual", "fabrication"): (1, 1, 1),
            ("counterfactual", "over-refusal"): (1, 1, 1),
            ("answerless", "fabrication"): (1, 2, 3),
        }
        assert found["answerless", "fabrication"]["reading"] == (
            "answerless questions: something is said though nothing is right in 1 of 2 answers "
            "(as a share, 95 % 0.09 to 0.91)"
        )


class TestBaselines:
    def test_blind_is_the_floor_and_source_the_ceiling(self) -> None:
        scores = {"blind": 0.1, "image": 0.6, "source": 0.9}
        results = [graded(k, score, view=view, diagram=f"d{k}") for view, score in scores.items() for k in range(8)]
        found = [row for row in rows("baselines", results) if not row["task"]]
        told = [(r["first_name"], r["second_name"], r["measure"], r["first"], r["second"]) for r in found]
        assert told == [
            ("blind", "image", "score", 0.1, 0.6),
            ("blind", "image", "score_all", 0.1, 0.6),
            ("image", "source", "score", 0.6, 0.9),
            ("image", "source", "score_all", 0.6, 0.9),
        ]
        assert found[0]["reading"].startswith("overall: shown the picture, it scores higher than shown nothing: 0.60")

    def test_refusing_without_a_picture_is_no_pair_but_counts_in_all(self) -> None:
        results = [graded(k, 0.6, diagram=f"d{k}") for k in range(8)]
        results += [graded(k, status="refused", view="blind", diagram=f"d{k}") for k in range(8)]
        assert {(r["measure"], r["first"], r["n"]) for r in rows("baselines", results)} == {("score_all", 0.0, 8)}

    def test_views_of_other_systems_are_no_baseline(self) -> None:
        assert rows("baselines", [graded(0, 1.0), graded(0, 0.0, system="t", view="blind")]) == []


def everything() -> list[ReadResult]:
    """A little of all that there is to analyse, of one system in two views, and of another."""
    results: list[ReadResult] = []
    for k in range(12):
        about: dict[str, Any] = {"diagram": f"d{k}", "nodes": 5 + k, "edges": 6 + k, "crossings": k % 3}
        about["asks"] = f"a{k}"
        score = (k * 5 % 12) / 12
        box = {"answer_type": "box", "gold": [0, 0, 10, 10], "details": {"box": [1, 0, 11, 10 + k % 2], "iou": 0.8}}
        results += [
            graph(k, 0.9, score, key=f"g{k}"),
            graded(k, score, task="semantic", **about),
            graded(k, score, task="semantic", rendering="graphviz", **about | {"asks": f"b{k}"}),
            graded(f"r{k}", score / 2, task="semantic-rewrite", **about),
            graded(f"c{k}", score, task="comprehensive", **about),
            graded(f"s{k}", score, task="comprehensive-semantic", **about),
            graded(f"p{k}", 1.0, task="position-awareness", variant="normal", **box, **about),
            graded(f"t{k}", 0.0, task="position-awareness", variant="thumbnail", **box, **about),
            graded(
                f"l{k}", 1.0, task="localization", variant="direction", answer_type="direction",
                gold="N", details={"said": "N"}, **about,
            ),
            none_or_not(k, "element-answerless", gold="none", said=bool(k % 2), key=f"h{k}"),
        ]  # fmt: skip
    others = [result.model_copy(update={"view": "blind"}) for result in results[:60]]
    return results + others + [result.model_copy(update={"system": "t"}) for result in results]
