"""What differs between two pictures: found again from the two drawn diagrams, by label, in another way."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node
from graphicacy.read.changes import can_change, plan, told, what_differs
from graphicacy.read.figure import Figure
from graphicacy.read.legibility import is_legible
from graphicacy.read.question import AnswerType, Draft
from graphicacy.read.tasks.structure_comparison import LEAF
from read.figures import figure_of

FIRST = ("Check", "Send", "Weigh", "Sign", "Store", "Label", "Heat")
SECOND = ("invoice", "sample", "parcel", "contract")


@lru_cache(maxsize=2)
def figure(rendering: str) -> Figure:
    labels = [f"{FIRST[k % 7]} {SECOND[k * 3 % 4]}" for k in range(14)]
    nodes = tuple(Node(f"n{k}", label, group="g" if k in (5, 6) else None) for k, label in enumerate(labels))
    ends = [(k // 2, k) for k in range(1, 14)] + [(9, 2), (3, 11)]
    return figure_of(Diagram(nodes, tuple(Edge(f"n{a}", f"n{b}") for a, b in ends), (Group("g", "Team"),)), rendering)


@lru_cache(maxsize=64)
def ask(rendering: str, variant: str, seed: int) -> Draft | None:
    return next(LEAF.variants[variant](figure(rendering), np.random.default_rng(seed)), None)


CASES = [
    (rendering, variant, seed)
    for rendering in ("mermaid", "graphviz")
    for variant in ("in-place", "relaid")
    for seed in range(4)
]


def drafts() -> list[tuple[Figure, Draft]]:
    found = [(figure(rendering), ask(rendering, variant, seed)) for rendering, variant, seed in CASES]
    return [(f, d) for f, d in found if d is not None]


def graph_in(drawing: Drawing) -> tuple[set[str], set[tuple[str, str]]]:
    assert drawing.diagram is not None
    labels = drawing.diagram.labels()
    assert all(e.head is not Head.NONE and e.tail is Head.NONE for e in drawing.diagram.edges)
    nodes = [n.label for n in drawing.diagram.nodes]
    assert len(nodes) == len(set(nodes))
    return set(nodes), {(labels[e.source], labels[e.target]) for e in drawing.diagram.edges}


def found_again(first: Drawing, second: Drawing) -> list[str]:
    """The differences as a reader would find them: by words, nodes with new words by their arrows."""
    (old, before), (new, after) = graph_in(first), graph_in(second)
    gone, come = old - new, new - old

    def around(node: str, arrows: set[tuple[str, str]]) -> set[tuple[str, str]]:
        return {("", b) if a == node else (a, "") for a, b in arrows if node in (a, b)}

    pairs = [(a, b) for a in sorted(gone) for b in sorted(come) if around(a, before) == around(b, after) != set()]
    renamed = dict(pairs)
    assert len(renamed) == len(pairs) == len(set(renamed.values()))
    found: list[Any] = [{"change": "relabelled", "from": a, "to": b} for a, b in pairs]
    found += [{"change": "removed", "node": a} for a in gone - set(renamed)]
    found += [{"change": "added", "node": b} for b in come - set(renamed.values())]
    both = old & new
    lost, won = ({e for e in arrows if both.issuperset(e)} for arrows in (before - after, after - before))
    turned = {(a, b) for a, b in lost if (b, a) in won}
    told_as = [("reversed", turned), ("removed", lost - turned), ("added", won - {(b, a) for a, b in turned})]
    found += [{"change": change, "edge": {"source": a, "target": b}} for change, arrows in told_as for a, b in arrows]
    return sorted(map(repr, found))


def test_the_answer_is_what_differs_and_nothing_else() -> None:
    asked = drafts()
    assert len(asked) >= 12
    for _, draft in asked:
        first, second = draft.pictures
        assert sorted(map(repr, draft.answer)) == found_again(first, second)
        assert draft.answer_type is AnswerType.DIFFERENCES
        assert len(draft.answer) <= 4


def test_all_kinds_of_changes_come_up() -> None:
    kinds = {(item["change"], *sorted(set(item) - {"change"})) for _, draft in drafts() for item in draft.answer}
    some = figure("graphviz")
    for seed in range(60):
        changes = plan(some, 2, np.random.default_rng(seed))
        if changes is not None:
            kinds |= {(item["change"], *sorted(set(item) - {"change"})) for item in told(changes, some)}
    assert kinds == {
        ("added", "node"), ("removed", "node"), ("relabelled", "from", "to"),
        ("added", "edge"), ("removed", "edge"), ("reversed", "edge"),
    }  # fmt: skip


def test_both_pictures_can_be_read() -> None:
    assert all(is_legible(picture) for _, draft in drafts() for picture in draft.pictures)


def test_in_place_nothing_else_moves() -> None:
    for _, draft in drafts():
        if draft.variant != "in-place":
            continue
        places = []
        for picture in draft.pictures:
            assert picture.diagram is not None
            assert picture.scene is not None
            by = 1 / picture.scale
            places.append({n.label: picture.scene.nodes[n.id].scale(by) for n in picture.diagram.nodes})
        for label in set(places[0]) & set(places[1]):
            assert places[0][label] == pytest.approx(places[1][label], abs=0.5)


def test_drawn_anew_the_first_picture_is_the_figure_and_the_second_has_moved() -> None:
    moved = 0
    asked = [(f, d) for f, d in drafts() if d.variant == "relaid"]
    for some, draft in asked:
        assert draft.pictures[0] == some.drawing
        scenes = [picture.scene for picture in draft.pictures]
        moved += scenes[0] != scenes[1]
    assert moved == len(asked) >= 5


def test_changes_lie_within_two_arrows_of_one_node() -> None:
    some = figure("graphviz")
    joined = {frozenset((a.source, a.target)) for a in some.arrows}
    ids = {label: key for key, label in some.labels.items()}

    def within(center: str) -> set[str]:
        one = {key for pair in joined if center in pair for key in pair} | {center}
        return {key for pair in joined if pair & one for key in pair}

    for seed in range(40):
        changes = plan(some, 3, np.random.default_rng(seed))
        if changes is None:
            continue
        touched = {beside for beside, _ in changes.added_nodes}
        for item in told(changes, some):
            named = [item.get("node"), item.get("from"), *item.get("edge", {}).values()]
            touched |= {ids[label] for label in named if label in ids}
        assert any(touched <= within(center) for center in some.labels)


def test_new_words_are_clearly_other_words() -> None:
    some = figure("graphviz")
    shown = set(some.labels.values())
    for seed in range(60):
        changes = plan(some, 2, np.random.default_rng(seed))
        assert changes is not None
        for label in [*changes.relabelled.values(), *(label for _, label in changes.added_nodes)]:
            assert label not in shown
            assert all(sum(a != b for a, b in zip(label.ljust(30), old.ljust(30), strict=True)) >= 2 for old in shown)


def test_now_and_then_nothing_differs() -> None:
    some = figure("graphviz")
    seed = next(s for s in range(100) if np.random.default_rng(s).random() < 0.08)
    for variant in LEAF.variants:
        draft = next(LEAF.variants[variant](some, np.random.default_rng(seed)))
        assert draft.answer == []
        assert found_again(*draft.pictures) == []


def test_what_cannot_be_told_is_not_asked() -> None:
    named = tuple(Node(key, f"Word {key}") for key in "abcde")
    ring = [Edge(a, b) for a, b in zip("abcde", "bcdea", strict=True)]
    assert can_change(figure_of(Diagram(named, tuple(ring))))
    bad = [
        Diagram(named, (*ring, Edge("a", "b"))),
        Diagram(named, (*ring[:4], Edge("e", "a", head=Head.NONE))),
        Diagram((*named[:4], Node("e", "Word a")), tuple(ring)),
        Diagram((*named[:4], Node("e")), tuple(ring)),
        Diagram(named[:1]),
        Diagram(named),
    ]
    many = Diagram(tuple(Node(f"n{k}", f"Node {k}") for k in range(500)), (Edge("n0", "n1"),))
    for some in [*map(figure_of, bad), replace(figure("graphviz"), diagram=many)]:
        start = perf_counter()
        assert not can_change(some)
        assert not [d for variant in LEAF.variants.values() for d in variant(some, np.random.default_rng(0))]
        assert perf_counter() - start < 0.2


def test_an_engine_that_refuses_asks_nothing() -> None:
    def refuse(diagram: Diagram) -> Drawing:
        raise BadDrawing("no")

    some = figure("graphviz")
    broken = Figure(some.entry, some.rendering, some.diagram, some.scene, some.drawing, refuse)
    assert not list(LEAF.variants["relaid"](broken, np.random.default_rng(0)))


def test_the_same_seed_asks_the_same() -> None:
    some = figure("graphviz")
    one, two = (next(LEAF.variants["in-place"](some, np.random.default_rng(5))) for _ in range(2))
    assert one == two


def test_all_renderings_are_asked_the_same() -> None:
    asked = [(ask("mermaid", "in-place", s), ask("graphviz", "in-place", s)) for s in range(4)]
    same = [a.arguments == b.arguments for a, b in asked if a is not None and b is not None]
    assert sum(same) >= 3


def test_what_differs_tells_everything() -> None:
    a = Diagram((Node("a", "A"), Node("b", "B")), (Edge("a", "b"),))
    b = Diagram((Node("x", "A"), Node("y", "B"), Node("z", "C")), (Edge("y", "x"), Edge("z", "x")))
    assert what_differs(a, b) == [("arrow added", "C", "A"), ("arrow reversed", "A", "B"), ("node added", "C")]
    labelled = Diagram(a.nodes, (Edge("a", "b", label="yes"),))
    assert what_differs(a, labelled) == [("other", "A", "B")]
    assert what_differs(a, Diagram(a.nodes, a.edges, (Group("g", "G"),))) == [("other",)]
