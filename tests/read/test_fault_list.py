"""Faults of other graders, and bad input: each a case of ours, graded as runs and files of answers are.

The faults: labels split at commas; matching by ids that no picture shows; an F1 that is no F1; the first "yes" or "no"
of a text; labels split at "and"; the first four numbers of a text; a failure taken for a box of zeros; the best of
several box conventions; arrows side by side taken for one; a failure taken for a wrong answer.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.read.answers import Status, write_answer
from graphicacy.read.boxes import FAMILIES, NEUTRAL, BoxConvention
from graphicacy.read.predictions import result_of
from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.read.record import ReadResult

UNGRADED = (Status.UNPARSEABLE, Status.REFUSED, Status.TRUNCATED, Status.EMPTY)
SIZE = {"width": 1600, "height": 800}
EMPTY = ("", " \n\t", "<think>A, or B?</think>", '{"answer": ""}')


def said(
    kind: str,
    gold: Any,
    response: Any,
    rubric: dict[str, Any] | None = None,
    *,
    boxes: BoxConvention = NEUTRAL,
    stopped: str | None = None,
) -> ReadResult:
    """The result of a response: a text, or the value of an answer."""
    question = Question(
        *("q", "q", "task", "variant", "?", AnswerType(kind), gold, ("a.png",), "d", "graphviz", "easy", "t", {}),
        rubric or {},
    )
    text = response if isinstance(response, str) else json.dumps({"answer": response})
    return result_of(question, None, text, system="a model", boxes=boxes, stopped=stopped)


def arrows(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"source": source, "target": target} for source, target in pairs]


# --- faults of other graders

COMMAS = arrows(("Mill, then sieve", "Weigh"), ("Weigh", "Store cold, dry, dark"), ("a -> b", "c, d, e"))


def test_labels_with_commas_are_whole_in_answers_and_in_code() -> None:
    assert said("edges", COMMAS, COMMAS).strict == 1.0
    assert said("edges", COMMAS, ["Mill, then sieve, Weigh"]).status is Status.UNPARSEABLE
    split = [label for arrow in COMMAS for end in arrow.values() for label in end.split(", ")]
    whole = sorted({end for arrow in COMMAS for end in arrow.values()})
    assert said("nodes", whole, whole).strict == 1.0
    assert said("nodes", ["Mill, then sieve"], split).score == 0.0
    code = 'digraph { a [label="Mill, then sieve"]; b [label="Weigh"]; a -> b }'
    rubric = {"notation": "dot", "nodes": ["Mill, then sieve", "Weigh"], "edges": COMMAS[:1]}
    assert said("code", code, code, rubric).strict == 1.0


def test_ids_that_the_picture_does_not_show_are_no_labels() -> None:
    gold = arrows(("Weigh", "Sieve"), ("Sieve", "Mill"))
    assert said("edges", gold, arrows(("n0", "n1"), ("n1", "n2"))).score == 0.0
    labelled = [{"source": {"id": "n0", "label": "Weigh"}, "target": {"id": "n1", "label": "Sieve"}}, gold[1]]
    assert said("edges", gold, labelled).score == 1.0
    rubric = {"notation": "mermaid", "nodes": ["Weigh", "Sieve"], "edges": gold[:1]}
    assert said("code", "", "```mermaid\nflowchart TD\n  x9[Weigh] --> q[Sieve]\n```", rubric).score == 1.0
    assert said("code", "", "```mermaid\nflowchart TD\n  n0 --> n1\n```", rubric).score == 0.0


def test_ids_that_the_picture_shows_are_labels() -> None:
    gold = arrows(("n0", "n1"))
    assert said("edges", gold, gold).score == 1.0
    assert said("nodes", ["n0", "n1"], [{"id": "n0"}, {"id": "n1"}]).score == 1.0


@pytest.mark.parametrize(
    ("answer", "score"),
    [(["End", "End", "Go"], 1.0), (["End", "Go"], 0.8), (["End", "Go", "Go"], 2 / 3), (["End"] * 9, 1 / 3)],
)
def test_a_label_that_repeats_counts_as_often_as_it_is_drawn(answer: list[str], score: float) -> None:
    assert said("nodes", ["End", "Go", "End"], answer).score == pytest.approx(score)


def test_arrows_side_by_side_count_as_often_as_they_are_drawn() -> None:
    gold = arrows(("A", "B"), ("A", "B"), ("B", "B"))
    assert said("edges", gold, gold[::-1]).strict == 1.0
    assert said("edges", gold, gold[1:]).score == pytest.approx(0.8)
    assert said("edges", gold, arrows(("B", "A"), ("B", "A"), ("B", "B"))).score == pytest.approx(1 / 3)
    rubric = {"notation": "dot", "nodes": ["A", "B"], "edges": gold}
    assert said("code", "", "```dot\ndigraph { A -> B; A -> B; B -> B }\n```", rubric).strict == 1.0
    assert said("code", "", "```dot\nstrict digraph { A -> B; A -> B; B -> B }\n```", rubric).strict == 0.0


def test_f1_counts_what_is_missing_and_what_is_too_much() -> None:
    gold = list("ABCDEFGH")
    assert said("nodes", gold, ["A"]).score == pytest.approx(2 / 9)  # all that is said is right: no 1
    assert said("nodes", ["A"], gold).score == pytest.approx(2 / 9)
    assert said("nodes", gold, list("ABCDWXYZ")).score == pytest.approx(0.5)  # and not 2/3, as F1 of matches and ones


@pytest.mark.parametrize(
    "text",
    [
        'Yes, there is one: {"answer": ["A"]}. Or no? No: {"answer": ["B"]}',
        'No. Yes. {"answer": ["B"]} yes',
        '{"answer": ["Yes"]} is wrong, so {"answer": ["B"]}, no more.',
    ],
)
def test_the_first_yes_or_no_decides_nothing_and_the_last_object_all(text: str) -> None:
    assert said("nodes", ["B"], text).score == 1.0


def test_yes_and_no_in_prose_are_no_answer() -> None:
    for text in ("Yes.", "No, it does not.", "yes yes yes"):
        assert said("nodes", NONE, text).status is Status.UNPARSEABLE


def test_and_splits_no_label() -> None:
    gold = ["Wash and dry", "Sand and gravel, sieved"]
    assert said("nodes", gold, gold).strict == 1.0
    assert said("nodes", gold, ["Wash", "dry", "Sand", "gravel, sieved"]).score == 0.0
    assert said("nodes", gold, "Wash and dry and Sand and gravel, sieved").status is Status.UNPARSEABLE
    assert said("sequence", ["A", "B"], '{"answer": "A and B"}').score == 0.0


GOLD = [960.0, 80.0, 1440.0, 240.0]  # in thousandths 600 100 900 300
BOXES = ("600 100 900 300", "Steps 600 to 100 of 900, 300 px", "x0=600, y0=100, x1=900, y1=300", "(600; 100; 900; 300)")


@pytest.mark.parametrize("text", BOXES)
def test_the_first_four_numbers_are_no_box(text: str) -> None:
    found = said("box", GOLD, text, SIZE)
    assert (found.status, found.score, found.details.get("box")) == (Status.UNPARSEABLE, None, None)


def test_numbers_before_the_answer_are_not_read_for_it() -> None:
    text = 'It is 4 of 9, 1 to 2 px. [0, 0, 10, 10] is another. {"answer": [600, 100, 900, 300]} not 1, 2, 3, 4'
    assert said("box", GOLD, text, SIZE).details["iou"] == 1.0


@pytest.mark.parametrize("text", ["", "I cannot see it", "It is at the top", '{"answer": [600, 100', '{"answer": []}'])
def test_a_failure_is_no_box_of_zeros(text: str) -> None:
    at_the_corner = [0.0, 0.0, 2.0, 2.0]
    found = said("box", at_the_corner, text, SIZE)
    assert found.status in UNGRADED
    assert (found.score, found.strict) == (None, None)
    assert found.details.keys() == {"note"}


@pytest.mark.parametrize(
    ("written", "declared"),
    [("gemini", "neutral"), ("neutral", "gemini"), ("pixels", "neutral"), ("neutral", "claude")],
)
def test_the_best_of_several_conventions_is_never_taken(written: str, declared: str) -> None:
    text = write_answer(GOLD, AnswerType.BOX, SIZE, boxes=FAMILIES[written])
    assert said("box", GOLD, text, SIZE, boxes=FAMILIES[written]).details["iou"] > 0.95
    found = said("box", GOLD, text, SIZE, boxes=FAMILIES[declared])
    assert (found.score, found.details["iou"], found.boxes) == (0.0, 0.0, declared)


# --- bad input


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('<think>{"answer": ["X"]}</think>{"answer": ["A"]}', Status.OK),
        ('{"answer": ["X"]} no, wait</think>{"answer": ["A"]}', Status.OK),
        ('<think>Could be X. So {"answer": ["A"]}', Status.REPAIRED),
        ('```json\n{"answer": ["A"]}', Status.OK),
        ('```\n```json\n{"answer": ["X"]}\n```\n```json\n{"answer": ["A"]}', Status.OK),
        ('{"answer": ["X"]}{"answer": ["A"]}', Status.OK),
        ('{"answer": ["A"]}\n{"confidence": 0.9, "box": [1, 2]}', Status.OK),
        ('Die Antwort lautet: {"answer": ["A"]} – fertig.', Status.OK),
        ('答案是：{"答案": ["A"]}。', Status.REPAIRED),
        ('Réponse : {«answer»: [«A»]}', Status.REPAIRED),
        ("\ufeff{'answer': ['A',],}", Status.REPAIRED),
    ],
)  # fmt: skip
def test_an_answer_is_found_whatever_stands_around_it(text: str, status: Status) -> None:
    found = said("nodes", ["A"], text)
    assert (found.status, found.score) == (status, 1.0)


def test_labels_in_another_language_are_other_labels() -> None:
    assert said("nodes", ["Weigh", "Mill"], ["Wiegen", "Mill"]).score == 0.5
    assert said("nodes", ["称量", "Größe"], ["称量", "GRÖSSE"]).score == 1.0


@pytest.mark.parametrize("text", EMPTY)
def test_silence_is_empty(text: str) -> None:
    assert (said("nodes", NONE, text).status, said("nodes", NONE, text).score) == (Status.EMPTY, None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"answer": [600, NaN, 900, 300]}', "finite"),
        ('{"answer": [600, 100, Infinity, 300]}', "finite"),
        ('{"answer": [900, 100, 600, 300]}', "reversed"),
        ('{"answer": [600, 300, 900, 100]}', "reversed"),
        ('{"answer": {"x": 600, "y": 100, "w": 300, "h": 200}}', "four numbers"),
    ],
)
def test_a_box_that_is_none_is_not_graded_and_the_reason_is_told(text: str, why: str) -> None:
    found = said("box", GOLD, text, SIZE)
    assert (found.status, found.score) == (Status.UNPARSEABLE, None)
    assert why in found.details["note"]


def test_pixels_where_thousandths_were_asked_for_are_wrong_and_flagged() -> None:
    gold = [1200.0, 600.0, 1500.0, 760.0]
    found = said("box", gold, [1200, 600, 1500, 760], SIZE)
    assert (found.status, found.score, found.details["outside"]) == (Status.OK, 0.0, True)
    assert 0 <= found.details["box"][0] <= found.details["box"][2] <= 1600


def test_thousands_of_items_are_graded_and_too_many_are_told() -> None:
    many = [f"Node {n}" for n in range(9_000)]
    assert said("nodes", many, many[::-1]).strict == 1.0
    assert said("nodes", ["Node 1"], many).score == pytest.approx(2 / 9_001)
    assert said("nodes", ["Node 1"], many * 2).status is Status.UNPARSEABLE


def test_a_guess_at_everything_is_fabricated_where_nothing_is_right() -> None:
    found = said("path", NONE, ["A", "B"], {})
    assert (found.score, found.details["fabricated"]) == (0.0, True)
    assert said("nodes", ["A"], "none").details["over_refused"]


# --- a law

CODE = {"notation": "dot", "nodes": ["A", "B"], "edges": arrows(("A", "B"))}
ROADS = {"edges": [["A", "B"], ["B", "C"]], "start": "A", "end": "C"}
GOLDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "nodes": (["A", "B"], {}),
    "edges": (arrows(("A", "B")), {}),
    "graph": ({"nodes": ["A", "B"], "edges": arrows(("A", "B"))}, {}),
    "code": ("digraph { A -> B }", CODE),
    "sequence": (["A", "B"], {}),
    "path": (["A", "B", "C"], ROADS),
    "edge_pairs": ([arrows(("A", "B"), ("B", "C"))], {}),
    "differences": ([{"change": "added", "node": "A"}, {"change": "reversed", "edge": arrows(("A", "B"))[0]}], {}),
    "box": (GOLD, SIZE),
    "direction": ("NE", {}),
    "position": ("top left", {}),
}
KEYS = st.sampled_from(
    ["answer", "source", "target", "from", "to", "change", "node", "edge", "nodes", "edges", "label"]
)
WORDS = ["A", "B", "none", "added", "", "NE", "top left", "digraph { A -> B }", "\ud800", "\x00", "</think>", "box_2d"]
ATOMS = st.sampled_from([*WORDS, None, True, 0, -1, 1.5, 1e308, float("nan"), float("-inf"), 10**30])
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
SCRAPS = [
    '{"answer":',
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ",",
    ":",
    "\\",
    "<think>",
    "</think>",
    "```",
    "\n",
    "NaN",
    "“",
    "A",
]
TEXTS = (
    st.text(max_size=200)
    | st.lists(st.sampled_from(SCRAPS), max_size=30).map("".join)
    | VALUES.map(lambda value: json.dumps({"answer": value}))
    | VALUES.map(lambda value: f"<think>{value}</think>{json.dumps(value, ensure_ascii=False)}")
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from([None, "stop", "length", "content_filter", "\ud800"]), st.sampled_from(sorted(FAMILIES)))
@pytest.mark.parametrize("kind", AnswerType)
def test_no_answer_is_too_much(kind: AnswerType, text: str, stopped: str | None, family: str) -> None:
    gold, rubric = GOLDS[kind]
    found = said(kind, gold, text, rubric, boxes=FAMILIES[family], stopped=stopped)
    graded = found.status in (Status.OK, Status.REPAIRED)
    assert graded == (found.score is not None) == (found.strict is not None)
    json.dumps(found.details, allow_nan=False).encode()
    assert ReadResult.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize("kind", AnswerType)
def test_the_golds_of_the_law_are_right(kind: AnswerType) -> None:
    gold, rubric = GOLDS[kind]
    assert said(kind, gold, write_answer(gold, kind, rubric), rubric).strict == 1.0
