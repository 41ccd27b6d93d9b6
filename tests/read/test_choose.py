"""Questions that stand for all, and the source of every picture."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.compare import diff
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Edge, Head, Node, Shape
from graphicacy.read.dataset.choose import choose
from graphicacy.read.dataset.sources import sources_of


@dataclass(frozen=True)
class Asked:
    id: str
    task: str
    variant: str
    rendering: str
    diagram: str


def asked(
    tasks: int = 3, variants: int = 2, renderings: tuple[str, ...] = ("a", "b"), diagrams: int = 6
) -> list[Asked]:
    return [
        Asked(f"d{d}:t{t}:v{v}@{r}", f"t{t}", f"v{v}", r, f"d{d}")
        for d in range(diagrams)
        for t in range(tasks)
        for v in range(variants)
        for r in renderings
    ]


def test_few_questions_are_of_all_kinds_and_about_all_diagrams() -> None:
    questions = asked()
    by_id = {q.id: q for q in questions}
    chosen = [by_id[name] for name in choose(questions, 12)]
    assert Counter((q.task, q.variant, q.rendering) for q in chosen) == {
        (q.task, q.variant, q.rendering): 1 for q in questions
    }
    assert Counter(q.diagram for q in chosen) == {f"d{d}": 2 for d in range(6)}


def test_the_first_questions_are_not_all_of_one_engine() -> None:
    by_id = {q.id: q for q in asked(tasks=13)}
    first = [by_id[name] for name in choose(by_id.values(), 13)]
    assert sorted(Counter(q.rendering for q in first).values()) == [6, 7]
    assert sorted(Counter(q.variant for q in first).values()) == [6, 7]


def test_turned_pictures_take_the_turns_of_their_engine() -> None:
    by_id = {q.id: q for q in asked(tasks=1, variants=1, renderings=("a", "a-turned", "b"), diagrams=9)}
    chosen = Counter(by_id[name].rendering.partition("-")[0] for name in choose(by_id.values(), 12))
    assert chosen == {"a": 6, "b": 6}


questions_of_any_kind = st.lists(
    st.builds(
        Asked,
        st.uuids().map(str),
        *(st.sampled_from(["x", "y", "z"]) for _ in range(2)),
        st.sampled_from(["a", "b", "a-turned"]),
        st.sampled_from(["d", "e", "f"]),
    ),
    max_size=40,
)


@given(questions_of_any_kind, st.integers(0, 50), st.integers(0, 3))
def test_a_limit_is_the_start_of_a_higher_one_in_any_order(questions: list[Asked], limit: int, seed: int) -> None:
    whole = choose(questions, 1000, seed)
    assert sorted(whole) == sorted(q.id for q in questions)
    assert choose(questions[::-1], limit, seed) == whole[:limit]
    assert choose(questions, None) == [q.id for q in questions]


def test_another_seed_chooses_others() -> None:
    assert choose(asked(), 12, 0) != choose(asked(), 12, 1)


def test_a_source_says_what_its_picture_shows() -> None:
    painted = Diagram(
        nodes=(
            Node("a", "One", shape=Shape.RECTANGLE, fill="#ff0000", stroke="#000000"),
            Node("b", "Two", shape=Shape.DIAMOND, fill="#00ff00", stroke="#000000"),
        ),
        edges=(Edge("a", "b", "then", head=Head.POINTED, color="#0000ff"),),
    )
    row = {
        "renderings": [
            {"image": f"{engine}.png", "engine": engine, "painted": json.dumps(painted.to_json())}
            for engine in ("merman", "graphviz", "author")
        ]
    }
    found = sources_of(row)
    assert list(found) == ["merman.png", "graphviz.png", "author.png"]
    looks = {"direction", "weight"}
    assert not diff(read_mermaid(found["merman.png"]), painted, ignore=looks)
    assert not diff(read_dot(found["graphviz.png"]), painted, ignore=looks)
    assert found["author.png"] == found["graphviz.png"]
