"""The classical reader: right wherever it sees right, honest where it cannot answer, never an exception."""

from __future__ import annotations

import numpy as np
import pytest

from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene
from graphicacy.read.answers import Status, parse_answer
from graphicacy.read.baseline import Asked, Seen, answer
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.taxonomy import LEAVES
from graphicacy.sight.evidence import Certainty
from read.baseline_cases import asked_of, figures, graded

CASES = [(leaf, variant) for leaf in LEAVES.values() for variant in leaf.variants]
IDS = [f"{leaf.code}-{variant}" for leaf, variant in CASES]


@pytest.mark.parametrize(("leaf", "variant"), CASES, ids=IDS)
def test_what_sees_right_answers_right(leaf: Leaf, variant: str) -> None:
    count = 0
    for figure in figures():
        for draft in asked_of(figure, leaf, variant, 3):
            text, grade = graded(draft, leaf.name, figure)
            assert (grade.status, grade.score) == (Status.OK, 1.0), f"{draft.text}\n{text}\n{draft.answer}"
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
