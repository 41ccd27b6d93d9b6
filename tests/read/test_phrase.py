"""Questions written by the grammar: read back as what they ask, and fit to be read by people."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Diagram, Edge, Group, Node
from graphicacy.diagram.scene import Scene
from graphicacy.read.corpus.entry import Entry, Kind, Meaning
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import (
    Register,
    Unmatched,
    accept,
    fill,
    match,
    phrase,
    read_candidates,
    rewrites,
    rewriting_prompt,
    writing_prompt,
)
from graphicacy.read.phrasing.frames import FRAMES
from graphicacy.read.query.form import Filter, Query, Supposition, Template

LABELS = ["Receive order", "Is the stock sufficient?", "Pack the goods", "Refine Solution", "Customer complaint"]
ODD = [
    ["after", "to", "none", "Which", "A"],
    ["Order", "Urgent order", "Urgent order desk", "order (late)", "3"],
    ["a → b", "x [1]", "it’s", "50 %", "leads to"],
    ["Suppose that", "if", "node", "the arrow from", "Warehouse door"],
    ["NADH", "NADH+", "NAD", "α-Ketoglutarate", "H₂O"],
    ["{a}", "\\b(", "directly", "or later", "path from A to F"],
]
NODE_LOOKS = [Filter("fill", "red"), Filter("shape", "diamond"), Filter("border", "dashed"), Filter("shape", "rounded")]
ARROW_LOOKS = [Filter("line", "dashed"), Filter("color", "red"), Filter("head", "blunt")]
SIGNED = Meaning("node", "fill", "red", "steps that need a signature")
URGENT = Meaning("node", "border", "dashed", "urgent")
OPTIONAL = Meaning("edge", "line", "dashed", "optional moves")


def figure(labels: list[str], kind: Kind = Kind.PROCESS) -> Figure:
    """A figure of five nodes of which no picture is needed: ids A to E."""
    nodes = tuple(Node(key, label) for key, label in zip("ABCDE", labels, strict=True))
    edges = (Edge("A", "B"), Edge("B", "C", "in stock"), Edge("B", "D", "no"), Edge("D", "B"), Edge("C", "E"))
    diagram = Diagram(nodes, edges, (Group("g", "Warehouse"),))
    entry = Entry("test/it", "A test", "computing", "test", kind, diagram)
    return Figure(entry, "none", diagram, Scene(1, 1), Drawing(b"", 1, 1), lambda _: Drawing(b"", 1, 1))


FIGURES = {(k, kind): figure(labels, kind) for k, labels in enumerate([LABELS, *ODD]) for kind in Kind}


@st.composite
def queries(draw: st.DrawFn) -> Query:
    template = draw(st.sampled_from(list(Template)))
    ids = draw(st.permutations("ABCDE"))
    counted = template in (Template.WITHIN, Template.EXACTLY, Template.BRANCHES, Template.MERGES)
    word = {Template.BY_LABEL: "in stock", Template.IN_GROUP: "Warehouse"}.get(template)
    one_of = st.one_of(st.none(), st.sampled_from(NODE_LOOKS))
    change = draw(st.sampled_from([None, "removed", "added", "reversed", "stated"]))
    asks_one = template in (Template.MOST_NEXT, Template.MOST_PREVIOUS)
    return Query(
        template,
        tuple(ids[: template.arity]),
        draw(st.integers(1, 15)) if counted else None,
        word,
        None if template.asks_path or asks_one else draw(one_of),
        Supposition(change, *draw(st.permutations("ABCDE"))[:2]) if change else None,  # type: ignore[arg-type]
        draw(one_of) if template in (Template.PATH, Template.SHORTEST) else None,
        draw(st.one_of(st.none(), st.sampled_from(ARROW_LOOKS))),
    )


@settings(max_examples=600, deadline=None)
@given(queries(), st.sampled_from(list(FIGURES)), st.sampled_from(list(Register)), st.integers(0, 2**32))
def test_what_is_written_is_read_back(query: Query, key: tuple[int, Kind], register: Register, seed: int) -> None:
    it = FIGURES[key]
    text = phrase(query, it, np.random.default_rng(seed), register=register)
    assert match(text, it).query == query, text


@settings(max_examples=200, deadline=None)
@given(queries(), st.sampled_from(list(Kind)), st.sampled_from(list(Register)), st.integers(0, 2**32))
def test_rewritten_mentions_are_read_back(query: Query, kind: Kind, register: Register, seed: int) -> None:
    it, rng = FIGURES[0, kind], np.random.default_rng(seed)
    names = {n.id: str(rng.choice(rewrites(n.label))) for n in it.nodes}
    text = phrase(query, it, rng, register=register, names=names)
    found = match(text, it)
    assert found.query == query, text
    assert all(found.names[key].casefold() == names[key].casefold() for key in found.names)
    assert not any(label in text for label in LABELS)


@settings(max_examples=200, deadline=None)
@given(queries(), st.sampled_from([SIGNED, URGENT, OPTIONAL]), st.integers(0, 2**32))
def test_meanings_are_said_and_read_back(query: Query, meaning: Meaning, seed: int) -> None:
    it = FIGURES[0, Kind.PROCESS]
    text = phrase(query, it, np.random.default_rng(seed), register=Register.PLAIN, meaning=meaning)
    assert match(text, it, meaning=meaning).query == query, text
    bound = Filter(meaning.look, meaning.value) in (query.having, query.avoiding, query.along)
    assert (meaning.text in text) == bound


@settings(max_examples=300, deadline=None)
@given(queries(), st.sampled_from(list(Register)), st.integers(0, 2**32))
def test_a_changed_question_is_never_taken_for_the_old_one(query: Query, register: Register, seed: int) -> None:
    it = FIGURES[0, Kind.PROCESS]
    text = phrase(query, it, np.random.default_rng(seed), register=register)
    for changed in _changes(text):
        with pytest.raises(Unmatched):
            accept(changed, query, it)


PAIRS = [
    ("incoming", "outgoing"), ("after", "before"), ("precede", "follow"), ("precedes", "follows"), ("every", "some"),
    ("red", "green"), ("dashed", "dotted"), ("reversed", "removed"), ("inside", "outside"), ("shortest", "longest"),
    ("fewest", "most"), ("largest", "smallest"), ("at most", "at least"), ("exactly", "at most"), ("two", "seven"),
    ("which nodes", "which nodes never"), ("which steps", "which steps do not"), ("does", "does not"),
    ("can", "cannot"),
]  # fmt: skip
LABEL = re.compile("“([^”]*)”")


def _changes(text: str) -> list[str]:
    """The text with other meanings: mentions swapped or changed, a word turned into its opposite."""
    found = []
    mentions = [m for m in LABEL.findall(text) if m in LABELS]
    if len(set(mentions)) > 1:
        a, b = list(dict.fromkeys(mentions))[:2]
        if not re.search(f"both “{a}” and “{b}”", text):
            found.append(LABEL.sub(lambda m: f"“{ {a: b, b: a}.get(m[1], m[1]) }”", text))
    for one, other in PAIRS:
        for x, y in ((one, other), (other, one)):
            changed = re.sub(rf"\b{x}\b", y, text, count=1, flags=re.IGNORECASE)
            asks_nothing = x in ("every", "some", "two", "most") and not _counts(text, x)
            if changed != text and not asks_nothing:
                found.append(changed)
    if mentions:
        found += [text.replace(mentions[0], f"Urgent {mentions[0]}"), text.replace(mentions[0], "Another thing")]
    return found


def _counts(text: str, word: str) -> bool:
    """Whether changing a word changes the question: list every node is list all."""
    return {"every": "every path" in text or "every way" in text, "some": False, "most": False, "two": True}[word]


def test_many_wordings() -> None:
    it, rng = FIGURES[0, Kind.PROCESS], np.random.default_rng(0)
    for template in (Template.NEXT, Template.REACHED, Template.PATH_VIA):
        query = Query(template, ("A", "B", "C")[: template.arity])
        for register in Register:
            texts = {phrase(query, it, rng, register=register) for _ in range(400)}
            assert len(texts) > 60
    assert all(len(frames) >= 7 for frames in FRAMES.values())
    assert set(FRAMES) == set(Template)


def test_the_same_seed_gives_the_same_words() -> None:
    it, query = FIGURES[0, Kind.FLOW], Query(Template.NEXT, ("A",))
    texts = [phrase(query, it, np.random.default_rng(5), register=Register.PLAIN) for _ in range(2)]
    assert texts[0] == texts[1]


@settings(max_examples=300, deadline=None)
@given(queries(), st.sampled_from(list(Kind)), st.sampled_from(list(Register)), st.integers(0, 2**32))
def test_reads_as_english(query: Query, kind: Kind, register: Register, seed: int) -> None:
    text = phrase(query, FIGURES[0, kind], np.random.default_rng(seed), register=register)
    assert text[0].isupper() or text[0] == "“"
    assert text[-1] in "?."
    assert not re.search(r"\ba [aeiou]|\ban [^aeiou]|  |\s[,.?]|[{}\[\]~|]|\b(\w+) \1\b", text), text
    if query.template in (Template.NEXT, Template.PREVIOUS):
        assert re.search(r"directly|immediately|direct|arrow", text)


def test_a_models_candidates_go_through_the_same_reader() -> None:
    it, query = FIGURES[0, Kind.PROCESS], Query(Template.PATH_VIA, ("A", "E", "B"))
    prompt = writing_prompt(query, it, 5, Register.PLAIN)
    assert all(f"[{letter}]" in prompt for letter in "ABC")
    assert not any(label in prompt for label in LABELS)
    answer = """<think>Let me see: [A] ...</think>Here are the questions:
```json
{"text": "How do you get from [A] to [B] via [C], passing no step twice?"}
{"text": "How do you get from [A] to [B] via [C], passing no step twice?"}
{"text": "How do you get from [B] to [A] via [C], passing no step twice?"}
{"text": "Which steps lie between [A] and [B]?"}
{"broken": 3
```"""
    read = read_candidates(answer)
    assert len(read) == 3
    good = fill(read[0], query, it)
    assert accept(good, query, it).query == query
    for bad in read[1:]:
        with pytest.raises(Unmatched):
            accept(fill(bad, query, it), query, it)


def test_a_candidate_gets_its_meaning() -> None:
    it, query = FIGURES[0, Kind.PROCESS], Query(Template.NEXT, ("A",), having=Filter("fill", "red"))
    text = fill("Which steps that need a signature come directly after [A]?", query, it, meaning=SIGNED)
    assert accept(text, query, it, meaning=SIGNED).query == query


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("1. What comes directly after [A]?\n2) Which steps follow [A] directly?\n- List them.", 3),
        ('["One question?", "Another question?", 7, null]', 2),
        ('[{"question": "One question?"}, {"text": "Another question?"}]', 2),
        ("<think>never closed ...", 0),
        ("", 0),
        ("Same?\nsame?\nSAME?", 1),
        ("x" * 100_000, 0),
        ("{" * 50_000, 0),
        ("[" * 50_000, 0),
        ("\n".join(f"Question number {k}?" for k in range(5000)), 500),
    ],
)
def test_reads_what_a_model_writes(answer: str, count: int) -> None:
    assert len(read_candidates(answer)) == count


def test_asks_for_other_words() -> None:
    assert "Refine Solution" in rewriting_prompt("Refine Solution", FIGURES[0, Kind.STATES])
