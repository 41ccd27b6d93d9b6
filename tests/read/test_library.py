"""Every diagram of the built-in library is sound: whole, connected, told apart by its labels, its meanings exact."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from functools import cache

import networkx as nx
import pytest

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.compare import LOOKS, diff
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node
from graphicacy.read.corpus.entry import DOMAINS, BadEntry, Entry, Meaning
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.figure import fold

SOURCE = LibrarySource()
KEYS = SOURCE.keys()
SMALLEST, LARGEST, LONGEST = 8, 60, 60
SCIENCES = ("medicine", "biology", "chemistry", "earth and environment", "education")


@cache
def entry(key: str) -> Entry:
    return SOURCE.load(key)


every = pytest.mark.parametrize("key", KEYS)


@every
def test_header(key: str) -> None:
    found = entry(key)
    folder, _, stem = key.partition("/")
    assert found.id == f"library/{stem}"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", stem)
    assert found.domain in DOMAINS
    assert found.domain.replace(" ", "-") == folder
    assert found.origin == SOURCE.name
    assert len(found.reference) > 10
    assert found.title == found.title.strip()


@every
def test_size(key: str) -> None:
    diagram = entry(key).diagram
    assert SMALLEST <= len(diagram.nodes) <= LARGEST
    assert all(0 < len(text) <= LONGEST for text in diagram.labels().values())
    assert all(len(e.label) <= LONGEST for e in diagram.edges)


@every
def test_labels_are_told_apart(key: str) -> None:
    diagram = entry(key).diagram
    shown = Counter(map(fold, diagram.labels().values())) + Counter({fold(e.label) for e in diagram.edges if e.label})
    assert [label for label, count in shown.items() if count > 1] == []


@every
def test_edges_are_arrows_between_two_nodes_each(key: str) -> None:
    diagram = entry(key).diagram
    nodes = {n.id for n in diagram.nodes}
    ends = [(e.source, e.target) for e in diagram.edges]
    assert {end for pair in ends for end in pair} == nodes
    assert [pair for pair, count in Counter(ends).items() if count > 1 or pair[0] == pair[1]] == []
    assert all(e.head is not Head.NONE and e.tail is Head.NONE for e in diagram.edges)
    assert LineStyle.INVISIBLE not in {e.line for e in diagram.edges}


@every
def test_connected(key: str) -> None:
    diagram = entry(key).diagram
    assert nx.is_connected(nx.Graph([(e.source, e.target) for e in diagram.edges]))


@every
def test_groups_hold_nodes(key: str) -> None:
    diagram = entry(key).diagram
    parents = {g.parent for g in diagram.groups}
    assert {g.id for g in diagram.groups} - parents <= {n.group for n in diagram.nodes}


@every
def test_meanings_can_be_seen_and_asked(key: str) -> None:
    found = entry(key)
    looks = [(m.part, m.look, m.value) for m in found.meanings]
    assert len(set(looks)) == len(looks)
    for meaning in found.meanings:
        with_look = [has_look(part, meaning) for part in parts(found.diagram, meaning)]
        assert sum(with_look) >= 2, meaning
        assert len(with_look) - sum(with_look) >= 2, meaning
        assert meaning.text[0].islower() or not meaning.text[:2].islower(), meaning
        assert not meaning.text.endswith("."), meaning


@every
def test_looks_that_stand_out_are_explained(key: str) -> None:
    found = entry(key)
    told = {(m.part, m.look, m.value) for m in found.meanings}
    assert looks_of(found.diagram) <= told


@every
def test_dot_says_the_same(key: str) -> None:
    diagram = entry(key).diagram
    assert not diff(diagram, read_dot(write_dot(diagram)), "label", ignore=LOOKS)


def test_titles_and_names_are_unique() -> None:
    assert max(Counter(fold(entry(key).title) for key in KEYS).values()) == 1
    assert max(Counter(key.partition("/")[2] for key in KEYS).values()) == 1


def test_sciences_are_well_stocked() -> None:
    found = Counter(entry(key).domain for key in KEYS)
    assert sum(found[domain] for domain in SCIENCES) >= 62
    assert min(found[domain] for domain in SCIENCES) >= 10


def test_two_thirds_have_meanings() -> None:
    assert 3 * sum(bool(entry(key).meanings) for key in KEYS) >= 2 * len(KEYS)


def test_keys_take_the_domains_in_turn_and_the_source_is_pickled() -> None:
    domains = [key.partition("/")[0] for key in KEYS]
    assert len(set(domains[:10])) == 10
    assert len(set(KEYS)) == len(KEYS) >= 120
    assert pickle.loads(pickle.dumps(SOURCE)).keys() == KEYS


def test_the_text_of_the_file_is_kept() -> None:
    text = entry("biology/citric-acid-cycle").mermaid
    assert text is not None
    assert text.startswith("%% title: Citric acid cycle\n%% kind: flow\n")


@pytest.mark.parametrize("key", ["", "biology", "biology/none", "cooking/soup", "../corpus/library", "biology/../x"])
def test_unknown_key(key: str) -> None:
    with pytest.raises(BadEntry, match="there is no diagram"):
        SOURCE.load(key)


def parts(diagram: Diagram, meaning: Meaning) -> tuple[Node | Edge, ...]:
    return diagram.nodes if meaning.part == "node" else diagram.edges


def has_look(part: Node | Edge, meaning: Meaning) -> bool:
    value = {"fill": FILLS, "color": LINES}.get(meaning.look, {}).get(meaning.value, meaning.value)
    return bool(getattr(part, meaning.look) == value)


def looks_of(diagram: Diagram) -> set[tuple[str, str, str]]:
    """The looks by which parts stand out from others; shapes may follow the conventions of flowcharts instead."""
    fills = {colour: name for name, colour in FILLS.items()}
    lines = {colour: name for name, colour in LINES.items()}
    found = {("node", "fill", fills.get(n.fill, n.fill)) for n in diagram.nodes if n.fill}
    found |= {("node", "border", n.border.value) for n in diagram.nodes if n.border is not LineStyle.SOLID}
    found |= {("edge", "color", lines.get(e.color, e.color)) for e in diagram.edges if e.color}
    found |= {("edge", "line", e.line.value) for e in diagram.edges if e.line is not LineStyle.SOLID}
    found |= {("edge", "head", e.head.value) for e in diagram.edges if e.head is not Head.POINTED}
    return found
