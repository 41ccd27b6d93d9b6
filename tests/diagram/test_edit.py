"""Edits change one thing."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram import edit
from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node

DIAGRAM = Diagram(
    (Node("a", "A"), Node("b", "B")), (Edge("a", "b", head=Head.BLUNT), Edge("b", "a")), (Group("g", "G"),)
)


def test_flip_is_its_own_inverse_and_keeps_the_head() -> None:
    flipped = edit.flip_edge(DIAGRAM, 0)
    assert (flipped.edges[0].source, flipped.edges[0].target, flipped.edges[0].head) == ("b", "a", Head.BLUNT)
    assert flipped.edges[1] == DIAGRAM.edges[1]
    assert edit.flip_edge(flipped, 0) == DIAGRAM


def test_drop_head_and_label() -> None:
    assert edit.drop_edge(DIAGRAM, 0).edges == DIAGRAM.edges[1:]
    assert edit.change_head(DIAGRAM, 1, Head.CIRCLE).edges[1].head is Head.CIRCLE
    assert edit.relabel(DIAGRAM, "g", "H").groups[0].label == "H"
    assert edit.relabel(DIAGRAM, "a", "Z").labels() == {"g": "G", "a": "Z", "b": "B"}


@given(st.text(min_size=1, max_size=12), st.integers(0, 1000))
def test_misspelt_is_never_the_same(label: str, seed: int) -> None:
    wrong = edit.misspell(label, np.random.default_rng(seed))
    assert wrong.casefold() != label.casefold()
    assert abs(len(wrong) - len(label)) <= 1
    assert wrong == edit.misspell(label, np.random.default_rng(seed))
