"""Grades: every right answer is worth 1, every planted fault costs, and what peers got wrong."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.read.answers import Status, write_answer
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.grading import Grade, check_gold, grade
from graphicacy.read.grading.labels import normal
from graphicacy.read.question import NONE, AnswerType

NODES, EDGES, GRAPH, CODE, BOX, PATH, SEQUENCE, PAIRS, DIFFERENCES = (
    AnswerType(name)
    for name in ("nodes", "edges", "graph", "code", "box", "path", "sequence", "edge_pairs", "differences")
)
NASTY = ["a, b", 'say "no"', "[x] {y}", "none", "12", "p < 5", "p > 5", "x + 1", "x - 1", "x = 1", "Ca²⁺", "naïve"]
NASTY += [
    "<think>",
    "line\nbreak",
    "&amp;",
    "A -> B",
    "yes and no",
    "it's",
    "```",
    "</think>",
    "日本",
    "C++",
    "C",
    "1.50",
]
LABELS = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["C", "Z", "M"]), min_size=1, max_size=8)
EDGE = st.fixed_dictionaries({"source": LABELS, "target": LABELS})
GOLDS: dict[AnswerType, st.SearchStrategy[Any]] = {
    NODES: st.lists(LABELS, max_size=8) | st.just(NONE),
    EDGES: st.lists(EDGE, max_size=8) | st.just(NONE),
    GRAPH: st.fixed_dictionaries({"nodes": st.lists(LABELS, max_size=8), "edges": st.lists(EDGE, max_size=8)}),
    SEQUENCE: st.lists(LABELS, max_size=8) | st.just(NONE),
    PAIRS: st.lists(st.lists(EDGE, min_size=2, max_size=2), max_size=6),
    DIFFERENCES: st.lists(
        st.fixed_dictionaries({"change": st.just("added"), "node": LABELS})
        | st.fixed_dictionaries({"change": st.just("reversed"), "edge": EDGE}),
        max_size=6,
    ),
    AnswerType.DIRECTION: st.sampled_from(["N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
    AnswerType.POSITION: st.sampled_from(["top left", "top", "center", "right", "bottom right", "bottom"]),
}


def edges(*pairs: Sequence[str]) -> list[dict[str, str]]:
    return [{"source": one, "target": other} for one, other in pairs]


def graded(kind: AnswerType, gold: Any, said: Any, rubric: dict[str, Any] | None = None) -> Grade:
    return grade(kind, gold, rubric or {}, json.dumps({"answer": said}))


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("kind", GOLDS)
def test_the_right_answer_is_worth_one(kind: AnswerType, data: st.DataObject) -> None:
    gold = data.draw(GOLDS[kind])
    found = check_gold(kind, gold, {})
    assert (found.status, found.score, found.strict) == (Status.OK, 1.0, 1.0)


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("kind", [NODES, EDGES, PAIRS, DIFFERENCES])
def test_order_does_not_count_and_sides_can_be_changed(kind: AnswerType, data: st.DataObject) -> None:
    one, other = (data.draw(GOLDS[kind].filter(lambda gold: gold not in (NONE, ["none"]))) for _ in range(2))
    here, there = graded(kind, one, other), graded(kind, other, one)
    assert here.score == pytest.approx(there.score)
    assert here.details["precision"] == pytest.approx(there.details["recall"])
    assert graded(kind, one, other[::-1]).score == here.score
    assert (here.score == 1.0) == (here.strict == 1.0)
    assert here.details["f1_fuzzy"] >= here.details["f1_strict"] - 1e-9


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("kind", [NODES, EDGES, SEQUENCE, PAIRS, DIFFERENCES])
def test_what_is_left_out_or_made_up_costs(kind: AnswerType, data: st.DataObject) -> None:
    gold = data.draw(GOLDS[kind].filter(lambda gold: gold != NONE and len(gold) > 0))
    less = graded(kind, gold, gold[1:])
    more = graded(kind, gold, [*gold, gold[0]])
    assert less.score is not None
    assert more.score is not None
    assert less.score < 1 == less.details["precision"] or not gold[1:]
    assert more.score < 1 == more.details["recall"]
    assert less.strict == more.strict == 0.0


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        ("  Refine\n Solution ", "refine solution"),
        ("Refine<br/>solution", "Refine solution"),
        ('"Refine solution"', "Refine solution"),
        ("R&amp;D", "R&D"),
        ("p &lt; 5", "p < 5"),
        ("Ca²⁺", "Ca2+"),
        ("ﬁnal", "final"),
        ("don’t", "don't"),
        ("A – B", "A - B"),
        ("−5", "-5"),
        ("soft\u00adware", "software"),
    ],
)
def test_labels_that_read_the_same_are_the_same(said: str, gold: str) -> None:
    assert graded(NODES, [gold], [said]).strict == 1.0


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        ("p > 5", "p < 5"),
        ("C", "C++"),
        ("x 1", "x = 1"),
        ("5", "-5"),
        ("Na", "Na+"),
        ("A B", "A -> B"),
        ("a, b", "a b"),
    ],
)
def test_signs_tell_labels_apart(said: str, gold: str) -> None:
    assert graded(NODES, [gold], [said]).details["f1_fuzzy"] == 0.0 or said == "a, b"
    assert graded(NODES, [gold], [said]).score == 0.0


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        ("Refine solutionn", "Refine Solution"),
        ("phosphorilation", "Phosphorylation"),
        ("double strand", "double-strand"),
        ("Is it validated", "Is it validated?"),
        ("permision", "permission"),
    ],
)
def test_slips_are_forgiven_beside_the_score(said: str, gold: str) -> None:
    found = graded(NODES, [gold, "Other"], [said, "Other"])
    assert (found.score, found.details["f1_fuzzy"]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        ("HER3", "HER2"),
        ("PIP3", "PIP2"),
        ("STAT5", "STAT3"),
        ("NADPH", "NADH"),
        ("mTORC2", "mTORC1"),
        ("nitrite", "nitrate"),
        ("efferent", "afferent"),
        ("decrease", "increase"),
        ("hypoglycemia", "hyperglycemia"),
        ("Step 7", "Step 1"),
        ("deactivate", "activate"),
        ("intracellular", "intercellular"),
        ("β-cell", "α-cell"),
        ("n1", "Refine solution"),
    ],
)
def test_another_entity_is_no_slip(said: str, gold: str) -> None:
    assert graded(NODES, [gold], [said]).details["f1_fuzzy"] == 0.0


def test_what_is_as_near_to_two_labels_is_a_slip_of_neither() -> None:
    found = graded(NODES, ["replicating", "replication"], ["replicatinn"])
    assert found.details["f1_fuzzy"] == 0.0


def test_a_label_that_is_right_is_no_slip_of_another() -> None:
    found = graded(NODES, ["replicating", "replication"], ["replication", "replication"])
    assert found.details["f1_fuzzy"] == found.score == 0.5


def test_slips_are_forgiven_at_the_ends_of_arrows() -> None:
    gold = edges(("Refine solution", "Review"), ("Review", "Refine solution"))
    found = graded(EDGES, gold, edges(("Refine soluton", "Review"), ("Review", "Refine soluton")))
    assert (found.score, found.details["f1_fuzzy"]) == (0.0, 1.0)


# --- what peers got wrong


def test_a_comma_in_a_label_splits_nothing() -> None:
    gold = edges(("Mix, then heat", "Cool"), ("Cool", "Filter, wash, dry"))
    assert check_gold(EDGES, gold, {}).strict == 1.0
    assert graded(NODES, ["Mix, then heat"], ["Mix", "then heat"]).score == 0.0
    assert graded(NODES, ["yes and no"], "yes and no").score == 1.0


def test_hidden_ids_are_no_labels() -> None:
    assert graded(NODES, ["Refine solution"], ["n1"]).score == 0.0
    assert graded(NODES, ["Refine solution"], [{"id": "n1", "label": "Refine solution"}]).score == 1.0


def test_labels_that_repeat_are_matched_one_to_one() -> None:
    assert graded(NODES, ["End", "End", "A"], ["End", "A"]).score == pytest.approx(0.8)
    assert graded(NODES, ["End"], ["End", "End"]).details["precision"] == 0.5
    assert graded(EDGES, edges("AB", "AB"), edges("AB")).details["recall"] == 0.5


def test_f1_is_no_precision_of_matches() -> None:
    assert graded(NODES, list("ABCD"), ["A"]).score == pytest.approx(0.4)


def test_the_first_numbers_of_a_text_are_no_box_and_no_answer_is_no_box_of_zeros() -> None:
    found = grade(BOX, [0, 0, 10, 10], {"width": 100, "height": 100}, "Node 3 of 4, from 0 to 100")
    assert (found.status, found.score, found.strict) == (Status.UNPARSEABLE, None, None)
    assert found.details["note"]


@pytest.mark.parametrize("name", FAMILIES)
def test_no_box_is_read_by_another_convention_than_was_declared(name: str) -> None:
    gold, rubric = [1200.0, 700.0, 1300.0, 780.0], {"width": 1600, "height": 1200}
    thousandths = {"neutral", "qwen2-vl", "qwen3-vl", "internvl", "glm-v"}
    for written, family in FAMILIES.items():
        text = write_answer(gold, BOX, rubric, boxes=family)
        found = grade(BOX, gold, rubric, text, boxes=FAMILIES[name])
        same = name == written or {name, written} <= thousandths
        assert same == (found.score == 1.0)


def test_a_failure_is_no_silent_zero() -> None:
    for text, stopped in [("", None), ("I cannot see the image", None), ("so", None), ('{"answer": ["A"', "length")]:
        found = grade(NODES, ["A"], {}, text, stopped=stopped)
        assert (found.score, found.strict) == (None, None)
        assert found.status not in (Status.OK, Status.REPAIRED)


# --- arrows, graphs, pairs, differences


def test_an_arrow_has_a_direction_and_a_pair_has_none() -> None:
    assert graded(EDGES, edges("AB"), edges("BA")).score == 0.0
    assert graded(EDGES, edges("AA"), edges("AA")).score == 1.0
    pair = edges("AB", "CD")
    assert graded(PAIRS, [pair], [pair[::-1]]).strict == 1.0
    assert graded(PAIRS, [pair], [edges("BA", "CD")]).score == 0.0


def test_a_graph_is_graded_by_nodes_and_by_arrows() -> None:
    gold = {"nodes": list("ABC"), "edges": edges("AB", "BC")}
    found = graded(GRAPH, gold, {"nodes": list("ABC"), "edges": edges("AB", "CB")})
    assert (found.details["node_f1"], found.details["edge_f1"], found.score, found.strict) == (1.0, 0.5, 0.75, 0.0)


def test_differences_are_told_by_change_and_place() -> None:
    gold = [{"change": "added", "node": "A"}, {"change": "reversed", "edge": edges("BC")[0]}]
    assert graded(DIFFERENCES, gold, [{"change": "Added", "node": "a", "note": "new"}, gold[1]]).strict == 1.0
    assert graded(DIFFERENCES, gold, [{"change": "removed", "node": "A"}]).score == 0.0
    assert graded(DIFFERENCES, gold, [{"change": "added", "node": "A"}]).score == pytest.approx(2 / 3)
    assert graded(DIFFERENCES, gold, [{"change": "reversed", "edge": edges("CB")[0]}]).score == 0.0
    assert graded(DIFFERENCES, [], "none").score == 1.0


@pytest.mark.parametrize(
    "said",
    [
        {"change": "relabelled", "from": "A", "to": "B"},
        {"change": "renamed", "node": "A", "to": "B"},
        {"change": "relabeled", "old_label": "A", "new_label": "B"},
    ],
)
def test_a_node_that_is_relabelled_has_two_labels(said: dict[str, str]) -> None:
    gold = [{"change": "relabelled", "from": "A", "to": "B"}]
    assert graded(DIFFERENCES, gold, [said]).strict == 1.0
    assert graded(DIFFERENCES, [gold[0] | {"to": "C"}], [said]).score == 0.0
    assert graded(DIFFERENCES, gold, [{"change": "relabelled", "from": "B", "to": "A"}]).score == 0.0


def test_the_ends_of_an_arrow_that_differs_may_stand_beside_the_change() -> None:
    gold = [{"change": "added", "edge": edges("AB")[0]}]
    assert graded(DIFFERENCES, gold, [{"change": "added", "source": "A", "target": "B"}]).strict == 1.0


# --- code

MERMAID = {"notation": "mermaid", "nodes": ["Mix, heat", "Cool"], "edges": edges(("Mix, heat", "Cool"))}
FLOW = 'flowchart TD\n  a["Mix, heat"] --> b["Cool"]'


@pytest.mark.parametrize(
    ("code", "score"),
    [
        (FLOW, 1.0),
        ('flowchart LR\n  y("cool")\n  x{{"Mix, heat"}} -.->|then| y', 1.0),
        ('flowchart TD\n  b["Cool"] --> a["Mix, heat"]', 0.5),
        ('flowchart TD\n  a["Mix, heat"] --- b["Cool"]', 0.5),
        ('flowchart TD\n  a["Mix, heat"] <--> b["Cool"]', 0.5),
        ("flowchart TD\n  a --> b", 0.0),
    ],
)
def test_code_is_graded_as_the_graph_that_it_draws(code: str, score: float) -> None:
    found = grade(CODE, FLOW, MERMAID, write_answer(code, CODE))
    assert (found.status, found.score) == (Status.OK, score)
    assert grade(CODE, FLOW, MERMAID, f"Here:\n```mermaid\n{code}\n```").score == score


@pytest.mark.parametrize("code", ["flowchart TD\n  a[[[", "digraph { a -> b }", "flowchart TD\n" + "x" * 200_001])
def test_code_that_cannot_be_read_is_no_wrong_answer(code: str) -> None:
    found = grade(CODE, FLOW, MERMAID, write_answer(code, CODE))
    assert (found.status, found.score) == (Status.UNPARSEABLE, None)
    assert found.details["note"]


def test_dot_is_read_by_graphviz() -> None:
    rubric = {"notation": "dot", "nodes": ["A", "B"], "edges": edges("AB", "AB")}
    assert grade(CODE, "", rubric, "```dot\ndigraph { x [label=A]; x -> B; x -> B }\n```").strict == 1.0
    assert grade(CODE, "", rubric, "```dot\ngraph { A -- B; A -- B }\n```").details["edge_f1"] == 0.0


# --- sequences and paths


def test_a_sequence_has_an_order() -> None:
    found = graded(SEQUENCE, list("ABCD"), list("ACBD"))
    assert (found.score, found.strict, found.details["lcs"]) == (1.0, 0.0, 0.75)
    assert graded(SEQUENCE, list("AAB"), list("AB")).score == pytest.approx(0.8)


ROADS = {"edges": [["A", "B"], ["B", "C"], ["A", "C"], ["C", "D"], ["D", "A"], ["B", "D"]], "start": "A", "end": "D"}


@pytest.mark.parametrize(
    ("path", "more", "fault"),
    [
        ("ABCD", {}, ""),
        ("ACD", {}, ""),
        ("ABD", {"shortest": True}, ""),
        ("ACD", {"shortest": True}, ""),
        ("ABCD", {"shortest": True}, "not the shortest"),
        ("ABCD", {"via": "B"}, ""),
        ("ACD", {"via": "B"}, "does not pass 'b'"),
        ("ACD", {"avoid": "B"}, ""),
        ("ABD", {"avoid": ["B"]}, "passes 'b'"),
        ("ACD", {"avoid": ["B"], "shortest": True}, ""),
        ("BCD", {}, "starts at another"),
        ("ABC", {}, "ends at another"),
        ("AD", {}, "no arrow leads from 'a' to 'd'"),
        ("ABCABD", {}, "passes a node twice"),
        ("ACBD", {}, "no arrow leads from 'c' to 'b'"),
    ],
)
def test_any_admitted_path_is_right(path: str, more: dict[str, Any], fault: str) -> None:
    found = graded(PATH, list("ABD"), list(path), ROADS | more)
    assert fault in found.details["fault"]
    assert bool(found.details["fault"]) == bool(fault)
    assert (found.score == 1.0) == (not fault) == found.details["admitted"]
    assert found.strict == float(not fault)


def test_a_wrong_path_is_worth_its_arrows_on_the_nearest_admitted_one() -> None:
    assert graded(PATH, list("ABD"), list("ABC"), ROADS).score == pytest.approx(0.8)  # of A B C D
    assert graded(PATH, list("ABD"), ["X"], ROADS).score == 0.0


@settings(max_examples=40)
@given(
    st.integers(0, 2**16 - 1),
    st.permutations(range(5)),
    st.integers(1, 5),
    st.sampled_from(["", "via", "avoid", "shortest"]),
)
def test_paths_are_admitted_as_a_search_of_all_finds(bits: int, order: list[int], length: int, more: str) -> None:
    pairs = [(a, b) for a, b in itertools.permutations(range(5), 2)]
    arrows = [pair for k, pair in enumerate(pairs) if bits >> k & 1]
    roads = nx.DiGraph(arrows)
    roads.add_nodes_from(range(5))
    rubric = {"edges": [[str(a), str(b)] for a, b in arrows], "start": "0", "end": "4"}
    rubric |= {"shortest": True} if more == "shortest" else {more: "2"} if more else {}
    right = [
        p for p in nx.all_simple_paths(roads, 0, 4) if (more != "via" or 2 in p) and (more != "avoid" or 2 not in p)
    ]
    if more == "shortest":
        right = [p for p in right if len(p) == min(map(len, right))]
    said = order[:length]
    if not right:
        return
    found = graded(PATH, list(map(str, right[0])), list(map(str, said)), rubric)
    assert found.details["admitted"] == (said in right)
    steps = set(itertools.pairwise(said))
    best = max(2 * len(steps & set(itertools.pairwise(p))) / (len(steps) + len(p) - 1) for p in right)
    assert found.score == pytest.approx(best if steps else 0.0)


def test_a_thicket_of_paths_is_searched_within_bounds() -> None:
    names = [f"n{k}" for k in range(60)]
    rubric = {"edges": [list(p) for p in itertools.permutations(names, 2)], "start": "n0", "end": "n1", "via": "n2"}
    found = graded(PATH, ["n0", "n2", "n1"], ["n0", "n7", "n1"], rubric)
    assert found.score == 0.0


# --- none


@pytest.mark.parametrize("kind", [NODES, EDGES, SEQUENCE, PATH, PAIRS, DIFFERENCES])
@pytest.mark.parametrize("gold", [NONE, []])
@pytest.mark.parametrize("said", [NONE, [], None])
def test_none_and_an_empty_list_say_the_same(kind: AnswerType, gold: Any, said: Any) -> None:
    found = graded(kind, gold, said)
    assert (found.score, found.strict, found.details["answerless"], found.details["fabricated"]) == (1, 1, True, False)


def test_what_is_made_up_and_what_is_denied_are_flagged() -> None:
    made_up, denied = graded(NODES, NONE, ["A"]), graded(NODES, ["A"], NONE)
    assert (made_up.score, made_up.details["fabricated"], made_up.details["over_refused"]) == (0, True, False)
    assert (denied.score, denied.details["fabricated"], denied.details["over_refused"]) == (0, False, True)
    assert graded(PATH, NONE, ["A", "B"]).details["fabricated"]
    assert graded(PATH, list("ABD"), NONE, ROADS).details["over_refused"]


def test_a_node_called_none_is_an_answer() -> None:
    assert check_gold(NODES, ["None"], {}).score == 1.0
    assert graded(NODES, NONE, ["none"]).score == 1.0
    assert graded(NODES, ["None", "A"], NONE).details["over_refused"]


# --- boxes

VIEW = {"width": 1000, "height": 500}


@pytest.mark.parametrize(
    ("said", "iou", "inside", "outside"),
    [
        ([100, 200, 300, 600], 1.0, True, False),
        ([100, 200, 300, 400], 0.5, True, False),
        ([0, 0, 1000, 1000], 0.08, False, False),
        ([300, 200, 500, 600], 0.0, False, False),
        ([700, 700, 700, 700], 0.0, False, False),
        ([100, 200, 300, 1600], 0.5, True, True),
        ([-1e300, -5, 1e300, 1e308], 0.08, False, True),
    ],
)
def test_boxes_are_clipped_and_compared_once(said: list[float], iou: float, inside: bool, outside: bool) -> None:
    found = graded(BOX, [100.0, 100.0, 300.0, 300.0], said, VIEW)
    assert found.details["iou"] == pytest.approx(iou)
    assert (found.details["centre_in_box"], found.details["outside"]) == (inside, outside)
    assert found.score == float(iou >= 0.5)
    json.dumps(found.details, allow_nan=False)


@pytest.mark.parametrize("said", [[3, 2, 1, 4], [1, 2, 3, 4, 5], [1, 2, 3, float("nan")], "1 2 3 4", None, []])
def test_a_box_that_is_none_is_not_mended(said: Any) -> None:
    found = graded(BOX, [1, 2, 3, 4], said, VIEW)
    assert (found.status, found.score) == (Status.UNPARSEABLE, None)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_right_box_is_right_in_every_convention(name: str) -> None:
    gold, rubric = [10.5, 20.0, 90.2, 61.7], {"width": 1437, "height": 911}
    text = write_answer(gold, BOX, rubric, boxes=FAMILIES[name])
    assert grade(BOX, gold, rubric, text, boxes=FAMILIES[name]).score == 1.0


def test_words_for_directions_and_places_are_the_same() -> None:
    assert graded(AnswerType.DIRECTION, "NE", "upper right").score == 1.0
    assert graded(AnswerType.DIRECTION, "NE", "NW").score == 0.0
    assert graded(AnswerType.POSITION, "top left", "upper-left").score == 1.0
    assert graded(AnswerType.POSITION, "top", "center").score == 0.0


@given(st.text(max_size=300), st.sampled_from([kind for kind in AnswerType if kind is not CODE]))
def test_no_answer_is_too_much(text: str, kind: AnswerType) -> None:
    gold = {GRAPH: {"nodes": ["A"], "edges": []}, BOX: [1, 2, 3, 4], AnswerType.DIRECTION: "N"}.get(kind, [])
    found = grade(kind, gold, VIEW | ROADS, text)
    assert found.score is None or 0 <= found.score <= 1


@given(LABELS)
def test_the_normal_form_is_stable_and_keeps_signs(label: str) -> None:
    assert normal(label) == normal(label.swapcase().casefold() if label.isascii() else label)
    for sign in "<>+=":
        if "&" not in label and label.isascii():
            assert normal(label).count(sign) == label.count(sign)
