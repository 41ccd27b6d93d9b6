"""The classical reader: right wherever it sees right, honest where it cannot answer, never an exception."""

from __future__ import annotations

import numpy as np
import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene
from graphicacy.read.answers import Status, parse_answer
from graphicacy.read.baseline import Asked, Seen, answer, read_picture
from graphicacy.read.grading import grade
from graphicacy.read.question import AnswerType
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.tasks.whole_graph import arrow_pairs, node_labels
from graphicacy.read.taxonomy import LEAVES
from graphicacy.sight.evidence import Certainty
from graphicacy.sight.text import text_engine_missing
from read.baseline_cases import asked_of, figures, graded

CASES = [(leaf, variant) for leaf in LEAVES.values() for variant in leaf.variants]
IDS = [f"{leaf.code}-{variant}" for leaf, variant in CASES]


@pytest.mark.parametrize(("leaf", "variant"), CASES, ids=IDS)
def test_what_sees_right_answers_right(leaf: Leaf, variant: str) -> None:
    count = 0
    for figure in figures():
        for draft in asked_of(figure, leaf, variant, 3):
            text, mark = graded(draft, leaf.name, figure)
            assert (mark.status, mark.score) == (Status.OK, 1.0), f"{draft.text}\n{text}\n{draft.answer}"
            count += 1
    assert count, "no figure here admits such a question"


def nothing_seen() -> Seen:
    pixels = np.full((30, 40, 3), 255, np.uint8)
    return Seen(Diagram(), Scene(40, 30), Certainty({}, (), ()), (), 40, 30, pixels)


@pytest.mark.parametrize(("leaf", "variant"), CASES, ids=IDS)
def test_of_an_empty_picture_it_refuses(leaf: Leaf, variant: str) -> None:
    for draft in (d for f in figures() for d in asked_of(f, leaf, variant, 2)):
        pictures = [nothing_seen()] * max(1, len(draft.pictures))
        text = answer(Asked(draft.text, leaf.name, variant, draft.answer_type), pictures)
        assert parse_answer(text, draft.answer_type).status is Status.REFUSED, text
        assert "failed with" not in text


def test_a_picture_is_read_once_from_its_pixels_alone() -> None:
    missing = text_engine_missing("rapidocr")
    if missing:
        pytest.skip(missing)
    figure = figures()[-1]
    seen = read_picture(figure.drawing.png)
    assert read_picture(bytes(bytearray(figure.drawing.png))) is seen, "equal bytes are one picture"
    assert (seen.width, seen.height) == (figure.drawing.width, figure.drawing.height)
    text = answer(Asked("Which nodes … arrows …?", "graph-parsing", "full", AnswerType.GRAPH), [seen])
    gold = {"nodes": node_labels(figure), "edges": arrow_pairs(figure)}
    assert grade(AnswerType.GRAPH, gold, {}, text).score == 1.0


def test_what_is_no_picture_is_said_in_one_line() -> None:
    with pytest.raises(BadDrawing, match="not a picture"):
        read_picture(b"no picture")
