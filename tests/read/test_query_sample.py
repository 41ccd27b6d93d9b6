"""Queries are drawn only where readers agree, and where the question does not say the answer."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from graphicacy.diagram.colors import FILLS
from graphicacy.diagram.model import Node
from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.query import Query, Template, answer
from graphicacy.read.query.invent import invented
from graphicacy.read.query.sample import answered, in_turn, unanswered, varied
from graphicacy.read.query.suppose import supposed
from graphicacy.read.tasks import comprehensive_semantic, drafting, semantic
from read.test_query import bare, graph


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def test_where_ways_and_paths_differ_nothing_is_asked() -> None:
    figure = bare(graph("s a; a b; b a; a t; t u"))
    assert answer(Query(Template.BETWEEN, ("s", "t")), figure) == ("a",)  # b only on a way that passes a twice
    assert ("s", "t") not in [a.query.nodes for a in answered(Template.BETWEEN, figure, rng())]


def test_a_node_that_only_leads_to_itself_leaves_the_ends_open() -> None:
    assert list(answered(Template.ENDS, bare(graph("a b; b c; c c; b d")), rng())) == []
    assert list(answered(Template.STARTS, bare(graph("a a; a b; d b; b c")), rng())) == []
    assert [a.finding.nodes for a in answered(Template.ENDS, bare(graph("a b; b c; b d")), rng())] == [("c", "d")]


@pytest.mark.parametrize("template", [Template.EXACTLY, Template.REACHED, Template.ON_EVERY_WAY, Template.STARTS])
def test_suppositions_do_not_mention_the_answer(template: Template) -> None:
    figure = bare(graph("a b; b c; c d; a e; e f; f d; d g; g h; b f; x b; y e; h z; g z"))
    draws = rng()
    found = [supposed(base, figure, draws) for base in islice(answered(template, figure, draws), 40) for _ in range(8)]
    asked = [a for a in found if a]
    assert asked
    for a in asked:
        assert a.query.suppose is not None
        assert not {a.query.suppose.source, a.query.suppose.target} & set(a.finding.nodes)
        assert a.finding.nodes != answer(replace(a.query, suppose=None), figure)


def test_no_answer_means_that_the_algorithm_finds_none() -> None:
    figure = bare(graph("a b yes; a c no; b d; c d; d e yes; d f; f a"))
    for template in Template:
        if template not in (Template.MOST_NEXT, Template.MOST_PREVIOUS):
            assert all(answer(a.query, figure) == () for a in islice(unanswered(template, figure, rng()), 20))


def test_invented_labels_are_not_near_to_any() -> None:
    labels = ("Check order", "Send order", "Check invoice", "Pack goods", "Send the goods", "Ready?")
    looks = {key: Node(key, label) for key, label in zip("abcdef", labels, strict=True)}
    found = list(invented(bare(graph("a b; b c; c d; d e; e f", **looks)), rng()))
    assert found
    assert len(set(found)) == len(found)
    assert not set(found) & {*labels, "Send goods"}  # "Send the goods" in other words


def test_a_meaning_that_all_have_is_not_asked() -> None:
    looks = {key: Node(key, f"Label {key}", fill=None if key == "a" else FILLS["red"]) for key in "abcd"}
    base = bare(graph("a b; b c; c d", **looks))
    figure = replace(base, entry=replace(base.entry, meanings=(Meaning("node", "fill", "red", "urgent"),)))
    for draft in comprehensive_semantic.LEAF.variants["element"](figure, rng()):
        assert draft.template == "reaching", draft  # where Label a, which is not red, is left out


def test_a_node_called_none_is_no_answer() -> None:
    figure = bare(graph("a b; b c", c=Node("c", "None")))
    assert all("None" not in d.answer for d in semantic.LEAF.variants["element"](figure, rng()))


def test_words_that_are_not_read_back_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = bare(graph("a b; b c; b d"))
    assert list(semantic.LEAF.variants["element"](figure, rng()))
    monkeypatch.setattr(drafting, "read_back", lambda *_: Query(Template.LOOP, ("a",)))
    assert list(semantic.LEAF.variants["element"](figure, rng())) == []


def test_order_of_streams() -> None:
    one, other = iter("abc"), iter("x")
    assert "".join(in_turn([one, one, other])) == "abxc"
    assert list(varied([1, 2, 10, 11, 12, 3], lambda n: n > 9)) == [10, 11, 1, 12, 2, 3]
