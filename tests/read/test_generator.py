from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.colors import FILLS, LINES
from graphicacy.diagram.compare import same
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.mermaid.write import write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Head, LineStyle, Node, Shape
from graphicacy.read.corpus.entry import DOMAINS, BadEntry, Entry, Kind, Meaning
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs, generate
from graphicacy.read.corpus.generator.knobs import Look
from graphicacy.read.corpus.generator.vocabulary import LONGEST, common_words, vocabulary
from graphicacy.read.figure import fold

LOOKS = st.lists(st.sampled_from(["fill", "shape", "border", "color", "line", "head"]), max_size=4, unique=True)
KNOBS = st.builds(
    Knobs,
    nodes=st.integers(1, 60),
    form=st.sampled_from([None, *Form]),
    branching=st.floats(0, 0.9),
    width=st.integers(2, 8),
    cycles=st.integers(0, 5),
    duplicate_targets=st.floats(0, 0.8),
    nesting=st.integers(0, 3),
    edge_labels=st.floats(0, 1),
    meanings=LOOKS.map(tuple),
)
SEEDS = st.integers(0, 2**32)


def make(knobs: Knobs, seed: int = 0, domain: str = "medicine") -> Entry:
    return generate(domain, knobs, np.random.default_rng(seed))


def graph(diagram: Diagram) -> nx.MultiDiGraph:
    made = nx.MultiDiGraph()
    made.add_nodes_from(n.id for n in diagram.nodes)
    made.add_edges_from((e.source, e.target) for e in diagram.edges)
    return made


def repeated_share(diagram: Diagram) -> float:
    edges = diagram.edges
    return (len(edges) - len({e.target for e in edges})) / len(edges)


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_domain_has_hundreds_of_natural_steps(domain: str) -> None:
    words = vocabulary(domain)
    steps = words.steps
    assert len(steps) >= 600
    assert max(map(len, steps)) <= LONGEST
    for theme in words.themes:
        assert len(theme.phases) == 4
        assert len(theme.starts) >= 2
        assert len(theme.ends) >= 4
        for question, outcomes in theme.choices:
            assert question.endswith("?")
            assert len(question) <= LONGEST
            assert len(set(outcomes)) == 4
    questions = [q for t in words.themes for p in t.phases for thing in p.objects for q in p.questions(thing)]
    assert len(set(questions)) >= 200
    others = [p.label for pairs in words.names.values() for p in pairs]
    ends = [label for t in words.themes for label in (*t.starts, *t.ends)]
    titles = [p.title for t in words.themes for p in t.phases]
    frames = {*titles, *words.lists["actors"], *words.lists["places"]}
    on_arrows = {outcome for t in words.themes for _, outcomes in t.choices for outcome in outcomes}
    assert not set(map(fold, frames)) & {*on_arrows, *words.lists["edges"], *words.lists["events"]}
    said = [*steps, *questions, *others, *ends, *titles, *words.lists["actors"], *words.lists["places"]]
    assert [label for label in said if re.search(r"\d|[^\w '?-]", label)] == []


def test_thousands_of_steps_and_few_shared_between_domains() -> None:
    steps = [label for domain in DOMAINS for label in vocabulary(domain).steps]
    assert len(set(steps)) >= 6_000
    assert len(set(steps)) >= 0.98 * len(steps)


def test_each_kind_has_words_enough_for_the_largest_usual_diagram() -> None:
    for domain in DOMAINS:
        words = vocabulary(domain)
        assert {Kind.PROCESS, Kind.STATES, Kind.INFLUENCE, Kind.FLOW} <= set(words.kinds)
        assert all(words.size(kind) >= 50 for kind in words.kinds)
        assert len(words.lists["marks"]) >= 6
        assert len(words.lists["links"]) >= 5
    assert all(len(said["marks"]) >= 6 and len(said["links"]) >= 5 for said in common_words().values())


def test_a_question_agrees_in_number() -> None:
    phases = [phase for domain in DOMAINS for theme in vocabulary(domain).themes for phase in theme.phases]
    asked = [q for phase in phases for thing in phase.objects for q in phase.questions(thing)]
    assert "Are the eye drops sealed?" in asked
    assert "Is the airway status improving?" in asked
    assert "Is the gas analysis conclusive?" in asked
    assert "Is the affected service affected?" not in asked


@given(KNOBS, SEEDS, st.sampled_from(DOMAINS))
@settings(max_examples=150, deadline=None)
def test_a_diagram_is_a_connected_graph_of_arrows_with_distinct_labels(knobs: Knobs, seed: int, domain: str) -> None:
    entry = make(knobs, seed, domain)
    diagram = entry.diagram
    made = graph(diagram)
    assert len(diagram.nodes) == knobs.nodes
    assert nx.is_weakly_connected(made)
    assert all(e.head is not Head.NONE and e.tail is Head.NONE for e in diagram.edges)
    assert len({(e.source, e.target) for e in diagram.edges}) == len(diagram.edges)
    assert not any(e.source == e.target for e in diagram.edges)
    shown = Counter(fold(label) for label in diagram.labels().values())
    assert max(shown.values()) == 1
    assert not set(shown) & {fold(e.label) for e in diagram.edges}
    assert all(n.label and len(n.label) <= LONGEST for n in diagram.nodes)
    assert nx.is_directed_acyclic_graph(nx.DiGraph(made)) or knobs.cycles
    assert entry.kind in vocabulary(domain).kinds
    assert entry.title[0].isupper()


@given(KNOBS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_decisions_are_diamonds_whose_ways_have_distinct_labels(knobs: Knobs, seed: int) -> None:
    diagram = make(replace(knobs, kind=Kind.PROCESS, meanings=()), seed).diagram
    out = {n.id: [e for e in diagram.edges if e.source == n.id] for n in diagram.nodes}
    for node in diagram.nodes:
        labels = [e.label for e in out[node.id]]
        assert (node.shape is Shape.DIAMOND) == node.label.endswith("?")
        if node.shape is Shape.DIAMOND:
            assert len(labels) >= 2
            assert all(labels)
        assert len({label for label in labels if label}) == sum(map(bool, labels))
        if node.shape is Shape.STADIUM:
            assert not out[node.id] or not any(e.target == node.id for e in diagram.edges)


def has_look(part: Node | Edge, meaning: Meaning) -> bool:
    value: object = getattr(part, meaning.look)
    if meaning.look == "fill":
        return value == FILLS[meaning.value]
    return value == (LINES[meaning.value] if meaning.look == "color" else meaning.value)


@given(KNOBS, SEEDS, st.sampled_from(DOMAINS))
@settings(max_examples=80, deadline=None)
def test_a_look_that_means_something_is_on_some_parts_and_not_on_others(knobs: Knobs, seed: int, domain: str) -> None:
    entry = make(replace(knobs, meanings=("fill", "fill", *knobs.meanings[:2])) if knobs.nodes > 20 else knobs, seed)
    nodes, edges = entry.diagram.nodes, entry.diagram.edges
    for meaning in entry.meanings:
        parts: tuple[Node | Edge, ...] = nodes if meaning.part == "node" else edges
        carriers = sum(has_look(part, meaning) for part in parts)
        assert 2 <= carriers <= len(parts) - 2
        assert meaning.text == meaning.text.lower()
    texts = [m.text for m in entry.meanings]
    assert len(set(texts)) == len(texts)
    meant = {(m.look, FILLS.get(m.value) if m.look == "fill" else LINES.get(m.value, m.value)) for m in entry.meanings}
    free = {Shape.RECTANGLE, Shape.ROUNDED, Shape.STADIUM, Shape.DIAMOND}
    used = {("fill", n.fill) for n in nodes if n.fill} | {("shape", str(n.shape)) for n in nodes if n.shape not in free}
    used |= {("border", str(n.border)) for n in nodes if n.border is not LineStyle.SOLID}
    used |= {("color", e.color) for e in edges if e.color}
    used |= {("line", str(e.line)) for e in edges if e.line is not LineStyle.SOLID}
    used |= {("head", str(e.head)) for e in edges if e.head is not Head.POINTED}
    assert used == meant
    assert not {Shape.ROUNDED, Shape.STADIUM} <= {n.shape for n in nodes}


def test_all_looks_asked_for_are_there_in_a_diagram_of_usual_size() -> None:
    looks: tuple[Look, ...] = (
        "fill",
        "fill",
        "fill",
        "shape",
        "shape",
        "border",
        "color",
        "color",
        "color",
        "line",
        "head",
    )
    entry = make(Knobs(nodes=30, meanings=looks))
    assert Counter(m.look for m in entry.meanings) == Counter(looks)


def loops_of(entry: Entry, without: Entry) -> list[Edge]:
    """Arrows that the other has not; the rest are the same."""
    rest = Counter((e.source, e.target) for e in without.diagram.edges)
    more = [e for e in entry.diagram.edges if not rest[e.source, e.target]]
    assert len(entry.diagram.edges) - len(more) == rest.total()
    return more


@given(KNOBS.filter(lambda k: k.form is not None and k.nodes > 7), SEEDS)
@settings(max_examples=60, deadline=None)
def test_each_cycle_asked_for_is_one_more_arrow_that_closes_a_loop(knobs: Knobs, seed: int) -> None:
    knobs = replace(knobs, kind=Kind.INFLUENCE, duplicate_targets=min(0.3, knobs.duplicate_targets))
    without = make(replace(knobs, cycles=0), seed)
    forward = nx.DiGraph(graph(without.diagram))
    assert nx.is_directed_acyclic_graph(forward)
    room = sum(len(nx.ancestors(forward, node)) for node in forward)
    loops = loops_of(make(knobs, seed), without)
    assert len(loops) == min(knobs.cycles, room)
    assert all(nx.has_path(forward, e.target, e.source) for e in loops)


@given(SEEDS, st.integers(12, 60), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_workflows_have_the_loops_asked_for_and_none_at_start_or_end(seed: int, nodes: int, cycles: int) -> None:
    knobs = Knobs(nodes=nodes, kind=Kind.PROCESS, form=Form.WORKFLOW)
    without = make(knobs, seed)
    looped = make(replace(knobs, cycles=cycles), seed)
    loops = loops_of(looped, without)
    assert len(loops) == cycles
    shapes = {n.id: n.shape for n in looped.diagram.nodes}
    assert all(Shape.STADIUM not in (shapes[e.source], shapes[e.target]) for e in loops)
    starts = [n for n in graph(looped.diagram) if not graph(looped.diagram).in_degree(n)]
    assert [shapes[n] for n in starts] == [Shape.STADIUM]


@given(SEEDS, st.integers(10, 40), st.floats(0, 0.6), st.sampled_from([Form.LAYERS, Form.TREE, Form.HUB, Form.RING]))
@settings(max_examples=40, deadline=None)
def test_the_share_of_duplicate_targets_is_reached(seed: int, nodes: int, share: float, form: Form) -> None:
    knobs = Knobs(nodes=nodes, kind=Kind.FLOW, form=form, branching=0.2)
    plain, merged = make(knobs, seed), make(replace(knobs, duplicate_targets=share), seed)
    before, after = repeated_share(plain.diagram), repeated_share(merged.diagram)
    assert after >= min(share, 0.3)
    assert after < max(before + 1e-9, share + 2 / nodes)
    assert {(e.source, e.target) for e in plain.diagram.edges} <= {(e.source, e.target) for e in merged.diagram.edges}


@given(SEEDS, st.integers(2, 60), st.integers(2, 9), st.sampled_from([Form.LAYERS, Form.TREE]), st.floats(0, 0.5))
@settings(max_examples=40, deadline=None)
def test_depth_is_kept(seed: int, nodes: int, depth: int, form: Form, share: float) -> None:
    knobs = Knobs(nodes=nodes, form=form, depth=depth, duplicate_targets=share)
    longest = nx.dag_longest_path_length(nx.DiGraph(graph(make(knobs, seed).diagram))) + 1
    assert longest <= depth
    if form is Form.LAYERS:
        assert longest == min(depth, nodes)


@given(SEEDS, st.integers(2, 8), st.integers(2, 60))
@settings(max_examples=30, deadline=None)
def test_no_split_is_wider_than_asked(seed: int, width: int, nodes: int) -> None:
    for form in (Form.WORKFLOW, Form.TREE):
        diagram = make(Knobs(nodes=nodes, form=form, width=width, branching=0.8), seed).diagram
        assert max(Counter(e.source for e in diagram.edges).values()) <= width


def test_more_branching_makes_more_splits() -> None:
    def splits(branching: float) -> int:
        made = [make(Knobs(form=Form.WORKFLOW, branching=branching), seed).diagram for seed in range(30)]
        return sum(sum(n > 1 for n in Counter(e.source for e in d.edges).values()) for d in made)

    assert splits(0) == 0 < splits(0.3) < splits(0.8)


@given(SEEDS, st.integers(0, 3), st.sampled_from(list(Kind)), st.sampled_from(DOMAINS[1:]))
@settings(max_examples=40, deadline=None)
def test_frames_are_as_deep_as_asked(seed: int, nesting: int, kind: Kind, domain: str) -> None:
    diagram = make(Knobs(nodes=24, kind=kind, nesting=nesting), seed, domain).diagram
    parents = {g.id: g.parent for g in diagram.groups}

    def depth(group: str | None) -> int:
        return 0 if group is None else 1 + depth(parents[group])

    assert max((depth(g.id) for g in diagram.groups), default=0) == nesting
    for group in diagram.groups:
        inside = [n for n in diagram.nodes if group.id in ancestry(n.group, parents)]
        assert len(inside) >= 2


def ancestry(group: str | None, parents: dict[str, str | None]) -> list[str]:
    return [] if group is None else [group, *ancestry(parents[group], parents)]


def test_edge_labels_are_on_the_share_asked_for() -> None:
    for share in (0.0, 0.5, 1.0):
        diagram = make(Knobs(nodes=40, kind=Kind.STATES, form=Form.TREE, edge_labels=share)).diagram
        assert sum(bool(e.label) for e in diagram.edges) == round(39 * share)


def test_labels_arrows_and_loops_are_repeated_where_asked() -> None:
    plain = make(Knobs(nodes=20))
    twice = make(Knobs(nodes=20, duplicate_labels=3, parallel=2, self_loops=4))
    assert len({n.label for n in twice.diagram.nodes}) == 17
    assert sum(e.source == e.target for e in twice.diagram.edges) == 4
    assert len(twice.diagram.edges) == len(plain.diagram.edges) + 6
    assert len({(e.source, e.target) for e in twice.diagram.edges}) == len(plain.diagram.edges) + 4


def test_the_order_of_the_source_does_not_tell_the_way() -> None:
    entries = [make(Knobs(form=Form.WORKFLOW), seed) for seed in range(40)]
    later = [int(e.source[1:]) < int(e.target[1:]) for entry in entries for e in entry.diagram.edges]
    assert 0.4 < sum(later) / len(later) < 0.6
    assert all([n.id for n in e.diagram.nodes] == [f"n{k}" for k in range(1, 21)] for e in entries)


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 500])
def test_smallest_and_largest(form: Form, nodes: int) -> None:
    diagram = make(Knobs(nodes=nodes, form=form, cycles=3, nesting=3, meanings=("fill", "line"))).diagram
    assert len({n.label for n in diagram.nodes}) == nodes
    assert len(diagram.edges) >= nodes - 1


def test_no_arrows() -> None:
    diagram = make(Knobs(nodes=5, arrows=False, cycles=2, duplicate_targets=0.5, meanings=("line",))).diagram
    assert len(diagram.nodes) == 5
    assert diagram.edges == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nodes", 0), ("nodes", 501), ("nodes", 2.5), ("nodes", True), ("branching", float("nan")), ("branching", 0.95),
        ("width", 1), ("depth", 0), ("depth", 4), ("cycles", -1), ("duplicate_targets", 0.9), ("nesting", 4),
        ("edge_labels", 1.1), ("duplicate_labels", -1), ("meanings", ("fill",) * 4), ("meanings", ("colour",)),
        ("parallel", -1), ("self_loops", 501),
    ],
)  # fmt: skip
def test_a_value_that_a_knob_cannot_have_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"^{name}="):
        Knobs(**{name: value})  # type: ignore[arg-type]


def test_what_a_domain_has_no_words_for_is_refused_by_knob() -> None:
    with pytest.raises(ValueError, match=r"^kind=structure: medicine has"):
        make(Knobs(kind=Kind.STRUCTURE))
    with pytest.raises(ValueError, match=r"^nodes=500: medicine has words for 100"):
        GeneratedSource(knobs=Knobs(nodes=500, kind=Kind.STATES))
    with pytest.raises(ValueError, match=r"^domain 'magic'"):
        make(Knobs(), domain="magic")


def test_sampled_knobs_are_the_mix_they_say() -> None:
    drawn = [Knobs.sample(np.random.default_rng(seed)) for seed in range(600)]
    assert (min(k.nodes for k in drawn), max(k.nodes for k in drawn)) == (8, 60)
    assert 18 < np.median([k.nodes for k in drawn]) < 26
    assert 0.28 < np.mean([k.cycles > 0 for k in drawn]) < 0.44
    assert 0.28 < np.mean([k.nesting > 0 for k in drawn]) < 0.42
    assert 0.54 < np.mean([len(k.meanings) > 0 for k in drawn]) < 0.66
    assert {len(k.meanings) for k in drawn} == {0, 1, 2, 3}


def test_long_ways_run_down_and_broad_ones_mostly_across() -> None:
    def directions(**knobs: object) -> Counter[Direction | None]:
        return Counter(make(Knobs(**knobs), seed).diagram.direction for seed in range(40))  # type: ignore[arg-type]

    assert set(directions(nodes=50, form=Form.RING, branching=0.1)) == {Direction.DOWN, Direction.UP}
    broad = directions(nodes=40, form=Form.BIPARTITE)
    assert broad[Direction.RIGHT] + broad[Direction.LEFT] > 25
    assert set(directions(nodes=12, form=Form.WORKFLOW)) == set(Direction)
    assert make(Knobs(nodes=50, form=Form.RING, direction=Direction.LEFT)).diagram.direction is Direction.LEFT


def test_a_source_gives_each_diagram_by_key_alone() -> None:
    source = GeneratedSource(seed=5, count=40)
    keys = list(source.keys())
    assert len(set(keys)) == 40
    assert keys[:2] == ["medicine/000000", "biology/000000"]
    assert keys[13] == "earth-and-environment/000001"
    there = {key: source.load(key) for key in keys}
    back = {key: pickle.loads(pickle.dumps(source)).load(key) for key in reversed(keys)}
    assert there == back
    assert len({entry.id for entry in there.values()} | {GeneratedSource(seed=6).load(k).id for k in keys}) == 80
    entry = there["earth-and-environment/000001"]
    assert entry.id == "generated/earth-and-environment-000001-s5"
    assert (entry.domain, entry.origin) == ("earth and environment", source.name)
    assert (entry.reference, entry.licence) == ("generated, seed 5", "Apache-2.0")
    assert all(re.fullmatch(r"[A-Za-z0-9._/-]+", entry.id) for entry in there.values())


def test_another_process_makes_the_same_bytes() -> None:
    code = (
        "from graphicacy.read.corpus.generator import GeneratedSource as S; import hashlib; s = S(seed=9, count=30);"
        "print(hashlib.sha256(repr([s.load(k) for k in s.keys()]).encode()).hexdigest())"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1]


@pytest.mark.parametrize("key", ["medicine", "medicine/1", "magic/000001", "medicine/000001/", "", "x" * 10_000])
def test_an_unknown_key_is_a_bad_entry(key: str) -> None:
    with pytest.raises(BadEntry, match=r"is no key of generated diagrams: take one of keys\(\)$"):
        GeneratedSource().load(key)


def test_bad_sources_are_refused() -> None:
    for bad in ({"seed": -1}, {"count": -1}, {"domains": ()}, {"domains": ("magic",)}, {"domains": ("law",) * 2}):
        with pytest.raises(ValueError, match=f"^{next(iter(bad))}="):
            GeneratedSource(**bad)
    assert list(GeneratedSource(count=0).keys()) == []
    assert list(islice(GeneratedSource(count=10**9).keys(), 1)) == ["medicine/000000"]


def test_titles_and_graphs_are_rarely_alike() -> None:
    source = GeneratedSource(seed=3, count=400)
    entries = list(map(source.load, source.keys()))
    assert len({e.title for e in entries}) >= 390
    assert len({frozenset(n.label for n in e.diagram.nodes) for e in entries}) == 400
    assert {e.kind for e in entries} == set(Kind)


def test_both_notations_say_the_same_graph() -> None:
    source = GeneratedSource(seed=1, count=100)
    for entry in map(source.load, source.keys()):
        diagram = entry.diagram
        for read in (read_mermaid(write_mermaid(diagram)), read_dot(write_dot(diagram))):
            assert same(read, diagram), entry.id
            assert [(e.head, e.line, e.color) for e in read.edges] == [(e.head, e.line, e.color) for e in diagram.edges]
            assert [(n.shape, n.fill, n.border) for n in read.nodes] == [
                (n.shape, n.fill, n.border) for n in diagram.nodes
            ]
