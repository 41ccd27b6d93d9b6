"""The classical reader where perception slips: misread words, unseen arrows, heads that are not sure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.read.answers import Status, parse_answer
from graphicacy.read.baseline import Asked, Seen, answer
from graphicacy.read.baseline.looks import called
from graphicacy.read.question import AnswerType
from graphicacy.sight.evidence import Certainty, TextItem
from read.baseline_cases import sure, with_edges

NONE_RULE = (
    " If nothing in the figure fits, or if the question states as a fact something that the figure does not show, "
    "answer “none”."
)
LABELS = {"a": "Weigh parcel", "b": "Print label", "c": "Load truck", "d": "Send invoice", "e": "Close order"}


def picture(arrows: str, labels: dict[str, str] | None = None, **looks: dict[str, Any]) -> Seen:
    """Nodes below one another, and arrows told as ``"ab bc"``; ``looks`` are of nodes, by id."""
    known = {**LABELS, **(labels or {})}
    nodes = tuple(Node(key, label, **looks.get(key, {})) for key, label in known.items())
    boxes = {n.id: Box(100, 100 * k, 220, 100 * k + 40) for k, n in enumerate(nodes)}
    empty = Diagram(nodes)
    blank = Seen(empty, Scene(400, 600, boxes), sure(empty), (), 400, 600, np.full((600, 400, 3), 255, np.uint8))
    return with_edges(blank, [Edge(pair[0], pair[1]) for pair in arrows.split()])


def line(text: str, at: tuple[float, float] = (0, 0)) -> TextItem:
    box = Box(*at, at[0] + 60, at[1] + 10)
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    return TextItem(text, box, corners, size=box.height)


def said(seen: Seen | Sequence[Seen], question: str, task: str, variant: str, kind: AnswerType) -> Any:
    pictures = [seen] if isinstance(seen, Seen) else seen
    text = answer(Asked(question, task, variant, kind), pictures)
    parsed = parse_answer(text, kind)
    assert parsed.status in (Status.OK, Status.REFUSED), text
    return parsed.value if parsed.is_answer else None


def semantic(seen: Seen, question: str) -> Any:
    return said(seen, question, "semantic", "element", AnswerType.NODES)


def comprehensive(seen: Seen, question: str, kind: AnswerType = AnswerType.NODES) -> Any:
    return said(seen, question + NONE_RULE, "comprehensive", "element", kind)


@pytest.mark.parametrize("misread", ["Weigh parce1", "Weighparcel", "weigh  parcel", "We1gh parcel", "Weigh parcei"])
def test_labels_that_a_question_mentions_are_found_despite_slips(misread: str) -> None:
    seen = picture("ab bc", {"a": misread})
    assert semantic(seen, "Which steps directly follow “Weigh parcel”?") == ["Print label"]
    path = said(seen, "How can one get from “Weigh parcel” to “Load truck” along the arrows (a path passes no step "
                "twice)?", "comprehensive-semantic", "path", AnswerType.PATH)  # fmt: skip
    assert path == ["Weigh parcel", "Print label", "Load truck"], "the question's spelling counts"


def test_a_label_that_is_there_is_not_taken_for_a_like_one() -> None:
    seen = picture("ab cd", {"a": "Phase I", "c": "Phase l"})
    assert semantic(seen, "Which steps directly follow “Phase I”?") == ["Print label"]
    other = picture("ab cd", {"a": "Phase 1", "c": "Phase 2"})
    assert semantic(other, "Which steps directly follow “Phase 2”?") == ["Send invoice"]


@pytest.mark.parametrize(
    ("read", "meant"),
    [("0livine", "Olivine"), ("co1our c0ntrol", "colour control"), ("Step 10", "Step 10"),
     ("CO2 at 10am", "CO2 at 10am"),
     ("H20", "H20"), ("Phase1", "Phase1")],
)  # fmt: skip
def test_digits_in_words_are_letters(read: str, meant: str) -> None:
    assert said(picture("ab", {"a": read}), "?", "graph-parsing", "nodes", AnswerType.NODES)[0] == meant


def test_none_only_where_a_node_is_truly_not_there() -> None:
    seen = picture("ab bc")
    question = "Which nodes can be reached from “Burn parcel” along at most two arrows?"
    assert comprehensive(seen, question) == "none"
    unsure = replace(seen, texts=(line("Burn"), line("parcel")))
    assert comprehensive(unsure, question) is None, "its words stand in the picture: the node was overlooked"
    assert semantic(seen, "Which steps directly follow “Burn parcel”?") is None, "not asked of what is not there"


def test_what_a_question_supposes_counts_as_seen() -> None:
    seen = picture("ab bc ce")
    without = "Suppose the arrow from “Print label” to “Send invoice” were removed. Which nodes directly follow {}?"
    assert comprehensive(seen, without.format("“Weigh parcel”")) == ["Print label"]
    turned = (
        "If the arrow from “Load truck” to “Send invoice” were reversed, which nodes directly follow “Send invoice”?"
    )
    assert comprehensive(seen, turned) == ["Load truck"]
    stated = "Since an arrow leads from “Load truck” to “{}”, which nodes directly follow “Load truck”?"
    assert comprehensive(seen, stated.format("Send invoice")) == ["Send invoice", "Close order"]
    assert comprehensive(seen, stated.format("Print label")) == "none", "it runs the other way"


def masked(seen: Seen, line: str) -> Any:
    text = f"This path follows arrows of the figure, each from its beginning to its head:\n{line}\nEach [?] stands …"
    return said(seen, text, "masked-subpath", "structure-matching", AnswerType.SEQUENCE)


def test_one_arrow_of_a_masked_path_may_be_unseen() -> None:
    line = "“Weigh parcel” → [?] → “Load truck” → [?] → “Close order”"
    assert masked(picture("ab bc cd de"), line) == ["Print label", "Send invoice"]
    assert masked(picture("ab cd de"), line) == ["Print label", "Send invoice"]
    assert masked(picture("bc cd de"), line) == ["Print label", "Send invoice"]
    assert masked(picture("ab bc"), line) == ["Print label"], "of the second gap nothing is known"
    assert masked(picture("ba"), line) is None


def test_one_arrow_of_a_path_that_there_must_be_may_be_unseen() -> None:
    seen = picture("ab cd de")
    path = "Which path leads from “Weigh parcel” to “Close order” with the fewest arrows?"
    told = said(seen, path, "comprehensive-rewrite", "path", AnswerType.PATH)
    assert told == ["Weigh parcel", "Print label", "Load truck", "Send invoice", "Close order"]
    assert comprehensive(seen, path, AnswerType.PATH) == "none", "where that may be the answer, it is likelier"
    every = "Which nodes lie on every path from “Weigh parcel” to “Send invoice”?"
    assert comprehensive(seen, every) == ["Print label", "Load truck"], "the question says that there is a path"


def test_an_arrow_that_the_path_tells_need_not_be_seen() -> None:
    assert masked(picture("cd de"), "“Weigh parcel” → “Load truck” → [?] → “Close order”") == ["Send invoice"]


def test_runs_of_any_length() -> None:
    assert masked(picture("ab bc cd de"), "“Weigh parcel” → […] → “Close order”") == [
        "Print label",
        "Load truck",
        "Send invoice",
    ]


def edges_of(seen: Seen) -> Any:
    found = said(seen, "Which arrows does the figure show?", "graph-parsing", "edges", AnswerType.EDGES)
    return [(e["source"], e["target"]) for e in found or []]


def test_lines_on_which_no_head_is_seen_run_with_the_others() -> None:
    plain = picture("ab bc cd")
    edges = [*plain.diagram.edges[:2], Edge("d", "c", head=Head.NONE)]
    assert ("Load truck", "Send invoice") in edges_of(with_edges(plain, edges))
    assert edges_of(with_edges(plain, edges[2:])) == [], "there is no main direction"
    turned = [*plain.diagram.edges[:2], Edge("d", "c", head=Head.NONE, tail=Head.POINTED)]
    assert ("Load truck", "Send invoice") in edges_of(with_edges(plain, turned))
    both = [*plain.diagram.edges[:2], Edge("d", "c", tail=Head.POINTED)]
    assert ("Send invoice", "Load truck") in edges_of(with_edges(plain, both)), (
        "the head at the target is the surer one"
    )


def test_a_line_found_twice_is_one_arrow_and_loops_have_to_be_sure() -> None:
    plain = picture("ab ab bc cb dd ee")
    found = edges_of(with_edges(plain, list(plain.diagram.edges), [0.6, 0.9, 1, 1, 0.7, 1]))
    assert found == [
        ("Weigh parcel", "Print label"),
        ("Print label", "Load truck"),
        ("Load truck", "Print label"),
        ("Close order", "Close order"),
    ]
    headless = [*plain.diagram.edges[:1], Edge("b", "a", head=Head.NONE)]
    assert len(edges_of(with_edges(plain, headless, [1, 0.2]))) == 1


def test_what_is_hardly_there_is_left_out() -> None:
    seen = picture("ab bc")
    doubtful = Certainty({"e": 0.1}, ((1, 1), (1, 0.1)), (1, 1))
    assert edges_of(replace(seen, certainty=doubtful)) == [("Weigh parcel", "Print label")]
    nodes = said(replace(seen, certainty=doubtful), "?", "graph-parsing", "nodes", AnswerType.NODES)
    assert "Close order" not in nodes
    assert len(nodes) == 4


def test_words_alone_are_a_node_where_an_arrow_ends() -> None:
    bare = {"shape": Shape.TEXT}
    nodes = said(picture("ab", d=bare, b=bare), "?", "graph-parsing", "nodes", AnswerType.NODES)
    assert nodes == ["Weigh parcel", "Print label", "Load truck", "Close order"]


def looking(seen: Seen, question: str, kind: AnswerType = AnswerType.NODES) -> Any:
    variant = "nodes" if kind is AnswerType.NODES else "edges"
    return said(seen, question, "visual-attributes", variant, kind)


def test_colours_are_named_by_what_they_are_most_like() -> None:
    seen = picture(
        "ab",
        a={"fill": "#f1706a"},
        b={"fill": "#e0685f", "border": LineStyle.DOTTED},
        c={"fill": "#8ce99a"},
        d={"stroke": "#d62828", "border_width": 3.0},
    )
    red = "Which nodes have a red fill? List their labels. If there is none, the list is empty."
    assert looking(seen, red) == ["Weigh parcel", "Print label"]
    both = "Which nodes have a red fill and a dashed or dotted border? List their labels."
    assert looking(seen, both) == ["Print label"]
    assert looking(seen, "Which nodes have a red border? List their labels.") == ["Send invoice"]
    assert looking(seen, "Which nodes have a beautiful fill? List their labels.") is None


@pytest.mark.parametrize(
    ("color", "fill", "line"),
    [
        ("#333333", "black", "black"),
        ("#666666", "grey", "black"),
        ("#999999", "grey", "grey"),
        ("#f6f6f6", "white", "white"),
        ("#d13a3a", "red", "red"),
        ("#7d2020", "brown", "brown"),
    ],
)
def test_colours_beside_those_that_have_names(color: str, fill: str, line: str) -> None:
    assert (called(color), called(color, line=True)) == (fill, line)


def test_a_cross_may_look_like_a_bar() -> None:
    seen = picture("ab bc")
    seen = with_edges(seen, [replace(seen.diagram.edges[0], head=Head.BLUNT), seen.diagram.edges[1]])
    asked = "Which arrows end in a {}? List each by the node where it starts and the node at its head."
    assert looking(seen, asked.format("cross"), AnswerType.EDGES) == [
        {"source": "Weigh parcel", "target": "Print label"}
    ]
    assert looking(seen, asked.format("circle"), AnswerType.EDGES) == []


def test_dashed_and_dotted_are_one_and_like_shapes_stand_for_each_other() -> None:
    seen = picture("ab ac bd", b={"shape": Shape.STADIUM}, d={"shape": Shape.POLYGON})
    styles = [LineStyle.DASHED, LineStyle.SOLID, LineStyle.SOLID]
    seen = with_edges(seen, [replace(e, line=s) for e, s in zip(seen.diagram.edges, styles, strict=True)])
    dotted = (
        "In this figure, dotted arrows are returns. Follow only returns. Which steps directly follow “Weigh parcel”?"
    )
    assert said(seen, dotted, "comprehensive-semantic", "element", AnswerType.NODES) == ["Print label"]
    rounded = (
        "In this figure, rounded rectangular nodes are urgent. Which steps that are urgent can be "
        "reached from “Weigh parcel”, directly or later?"
    )
    assert said(seen, rounded, "comprehensive-semantic", "element", AnswerType.NODES) == ["Print label"]


def test_thick_lines_are_those_beyond_the_widest_gap() -> None:
    seen = picture("ab bc cd")
    widths = [1.0, 1.2, 2.4]
    seen = with_edges(seen, [replace(e, width=w) for e, w in zip(seen.diagram.edges, widths, strict=True)])
    asked = "Which arrows have a line that is clearly thicker than those of the others? List each by the node …"
    assert looking(seen, asked, AnswerType.EDGES) == [{"source": "Load truck", "target": "Send invoice"}]
    even = with_edges(seen, [replace(e, width=1.1) for e in seen.diagram.edges])
    assert looking(even, asked, AnswerType.EDGES) == []


def test_a_node_without_an_outline_is_boxed_by_its_words() -> None:
    seen = replace(picture("ab"), texts=(line("Burn parcel", (300, 50)),))
    text = "Where in the picture is the node “Burn parcel”? Give the smallest upright rectangle around its outline."
    x0, y0, x1, y1 = said(seen, text, "localization", "node-box", AnswerType.BOX)
    assert 250 / 400 * 1000 < x0 < 300 / 400 * 1000 < 360 / 400 * 1000 < x1
    assert y0 < 50 / 600 * 1000 < 60 / 600 * 1000 < y1
    assert said(picture("ab"), text, "localization", "node-box", AnswerType.BOX) is None


def test_an_arrow_that_was_not_seen_is_boxed_as_a_straight_line() -> None:
    text = "Where in the picture is the arrow from “Weigh parcel” to “Load truck”? Give the smallest …"
    seen = picture("ab")
    moved = {**seen.scene.nodes, "c": Box(300, 300, 380, 340)}
    seen = replace(seen, scene=replace(seen.scene, nodes=moved))
    x0, y0, x1, y1 = said(seen, text, "localization", "edge-box", AnswerType.BOX)
    assert 400 <= x0 < 550 < 700 < x1 < 850, "from the border below the first to that above the other"
    assert (y0, y1) == pytest.approx((1000 * 40 / 600, 1000 * 300 / 600), abs=1)


def changes(before: Seen, after: Seen) -> list[str]:
    found = said([before, after], "What differs?", "structure-comparison", "relaid", AnswerType.DIFFERENCES)
    return sorted(json.dumps(item, sort_keys=True) for item in found)


def test_a_label_read_in_two_ways_is_no_difference() -> None:
    assert changes(picture("ab bc"), picture("ab bc", {"a": "Weigh parce1", "c": "Loadtruck"})) == []


def test_what_is_not_redrawn_has_not_changed() -> None:
    one, other = picture("ab bc"), picture("ab")
    assert changes(one, other) == [], "an arrow was overlooked: no pixel differs"
    pixels = other.pixels.copy()
    pixels[140:300, 140:180] = 0
    (found,) = changes(one, replace(other, pixels=pixels))
    assert '"removed"' in found
    moved = replace(other, scene=replace(other.scene, nodes={k: b.shift(7 * i, 9 * i * i) for i, (k, b) in
                    enumerate(other.scene.nodes.items())}))  # fmt: skip
    assert len(changes(one, moved)) == 1, "all has moved: nothing can be told from pixels"


HOSTILE = [
    "",
    "“" * 5000,
    "“Weigh parcel” → [?] → [?]",
    "\x00\ud800",
    "Which nodes have a " + "red " * 500 + "fill? List",
    "[" * 10_000,
    "“a” → " * 2000 + "[?] → “b”",
    "In this figure, red nodes are ",
]


@pytest.mark.parametrize("question", HOSTILE, ids=range(len(HOSTILE)))
def test_it_never_raises(question: str) -> None:
    from graphicacy.read.taxonomy import LEAVES

    seen = picture("ab bc ca dd")
    for leaf in LEAVES.values():
        for variant in leaf.variants:
            for kind in AnswerType:
                assert answer(Asked(question, leaf.name, variant, kind), [seen, seen])
    assert answer(Asked(question, "no such task", "", AnswerType.BOX), [])
