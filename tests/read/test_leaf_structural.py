"""S1 to S3: what is asked is what the graph says, by other code; and nothing is asked where readers could differ."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from any_diagrams import LABELS, diagrams
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.layout import Layout, Ornament
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box
from graphicacy.read.figure import Figure, fold
from graphicacy.read.query.graph import Graph
from graphicacy.read.question import AnswerType, Draft
from graphicacy.read.tasks import graph_parsing, graph_to_code, masked_subpath
from graphicacy.read.tasks.leaf import Leaf
from read.figures import RENDERINGS, figure_of, scene_figure

LEAVES = (graph_parsing.LEAF, graph_to_code.LEAF, masked_subpath.LEAF)
LETTERS = "ABCDEFGHI"
FLOW = """flowchart TD
  a([Start]) --> b{Is it ok?}
  b -->|yes| c((Go))
  b -->|no| e[Repair it] --> f[Test again] --> b
  subgraph g [Frame]
    c --> d([End])
    c --> h[Write report] --> i[Send report] --> d
  end
  f --> k[Scrap] & l{{Order part}} --> m[/Receive/]
"""


def asked(figure: Figure, leaf: Leaf, variant: str, seed: int = 0, most: int = 12) -> list[Draft]:
    return list(islice(leaf.variants[variant](figure, np.random.default_rng(seed)), most))


def graph(*arrows: str, **labels: str) -> Diagram:
    """Nodes of one letter, which is their label too, and arrows "AB"."""
    keys = sorted({*"".join(arrows), *labels})
    return Diagram(
        tuple(Node(key, labels.get(key, key), stroke="#000000") for key in keys),
        tuple(Edge(a[0], a[1]) for a in arrows),
    )


def pairs(edges: list[dict[str, str]]) -> Counter[tuple[str, str]]:
    return Counter((edge["source"], edge["target"]) for edge in edges)


# Graph parsing


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_all_that_is_drawn_is_listed(rendering: str) -> None:
    figure = figure_of(FLOW, rendering)
    (full,), (nodes,), (edges,) = (asked(figure, graph_parsing.LEAF, name) for name in ("full", "nodes", "edges"))
    labels = re.findall(r"[\[({/]+([A-Z][\w ?]*)[\])}/]", FLOW.replace("[Frame]", ""))
    assert Counter(nodes.answer) == Counter(labels)
    assert pairs(edges.answer)["Test again", "Scrap"] == pairs(edges.answer)["Order part", "Receive"] == 1
    assert len(edges.answer) == 13
    assert full.answer == {"nodes": nodes.answer, "edges": edges.answer}
    assert [d.answer_type for d in (full, nodes, edges)] == [AnswerType.GRAPH, AnswerType.NODES, AnswerType.EDGES]


def test_parallel_arrows_loops_and_shared_labels_are_listed_one_by_one() -> None:
    figure = scene_figure(graph("AB", "AB", "AA", "CB", C="B"))
    (full,) = asked(figure, graph_parsing.LEAF, "full")
    assert full.answer["nodes"] == ["A", "B", "B"]
    assert pairs(full.answer["edges"]) == {("A", "B"): 2, ("A", "A"): 1, ("B", "B"): 1}
    assert "list it once for each" in full.text
    assert "as often as it is drawn" in full.text


def test_an_arrow_runs_towards_its_only_head() -> None:
    diagram = graph("AB")
    back = replace(diagram, edges=(Edge("A", "B", head=Head.NONE, tail=Head.CIRCLE),))
    (draft,) = asked(scene_figure(back), graph_parsing.LEAF, "edges")
    assert draft.answer == [{"source": "B", "target": "A"}]
    assert "a circle" in draft.text
    assert "a circle" not in asked(scene_figure(diagram), graph_parsing.LEAF, "edges")[0].text


SURE = graph("AB", "BC")
NO_GRAPHS = {
    "a node without words": graph("AB", "BC", B=""),
    "a line without a head": replace(SURE, edges=(*SURE.edges, Edge("A", "C", head=Head.NONE))),
    "a line with two heads": replace(SURE, edges=(*SURE.edges, Edge("A", "C", tail=Head.POINTED))),
    "a line that is not drawn": replace(SURE, edges=(*SURE.edges, Edge("A", "C", line=LineStyle.INVISIBLE))),
    "a line in white": replace(SURE, edges=(*SURE.edges, Edge("A", "C", color="#fdfdfd"))),
    "an end at a frame": Diagram(
        (*SURE.nodes, Node("D", "D", group="g")), (*SURE.edges, Edge("A", "g")), (Group("g", "G"),)
    ),
}
UNSURE = {
    "words that stand alone": replace(SURE, nodes=(*SURE.nodes, Node("t", "see page 3", Shape.TEXT))),
    "words without a border": replace(SURE, nodes=(*SURE.nodes, Node("t", "page 3", border=LineStyle.INVISIBLE))),
    "a frame without a node": replace(SURE, groups=(Group("g", "Empty"),)),
    "a frame with but a frame in it": replace(SURE, groups=(Group("g", "Outer"), Group("h", "Inner", parent="g"))),
    "a part on a border": replace(SURE, nodes=(*SURE.nodes, Node("p", "P", stroke="#000000", attached_to="A"))),
    "a junction with words": replace(SURE, nodes=(*SURE.nodes, Node("j", "J", Shape.POINT))),
}


@pytest.mark.parametrize("diagram", [*NO_GRAPHS.values(), *UNSURE.values()], ids=[*NO_GRAPHS, *UNSURE])
def test_arrows_are_listed_only_where_all_lines_are_arrows_between_nodes(diagram: Diagram) -> None:
    assert asked(scene_figure(SURE), graph_parsing.LEAF, "full")
    figure = scene_figure(diagram)
    for leaf, variant in ((LEAVES[0], "full"), (LEAVES[0], "edges"), (LEAVES[1], "mermaid"), (LEAVES[1], "graphviz")):
        assert not asked(figure, leaf, variant)


@pytest.mark.parametrize("diagram", UNSURE.values(), ids=UNSURE)
def test_nodes_are_listed_only_where_nothing_else_looks_like_one(diagram: Diagram) -> None:
    assert not asked(scene_figure(diagram), graph_parsing.LEAF, "nodes")


def test_captions_and_loose_arrows_of_a_layout_are_in_the_way() -> None:
    scene = scene_figure(SURE).scene
    caption = Ornament(Box(0, 0, 1, 1), label="Cytosol")
    loose = Ornament(Box(0, 0, 1, 1), points=((0, 0), (1, 1)), head=Head.POINTED)
    for ornament, variants in ((caption, ("nodes", "full", "edges")), (loose, ("full", "edges"))):
        layout = Layout(SURE, scene, ornaments=(ornament,))
        figure = scene_figure(SURE, layout=layout)
        assert not any(asked(figure, graph_parsing.LEAF, variant) for variant in variants)
    assert not asked(figure, masked_subpath.LEAF, "structure-matching")
    assert asked(scene_figure(SURE, layout=Layout(SURE, scene)), graph_parsing.LEAF, "full")


# Graph to code

READERS = {"mermaid": read_mermaid, "graphviz": read_dot}


@pytest.mark.parametrize("variant", READERS)
@pytest.mark.parametrize("rendering", RENDERINGS)
def test_the_source_says_what_the_rubric_says(variant: str, rendering: str) -> None:
    (draft,) = asked(figure_of(FLOW, rendering), graph_to_code.LEAF, variant)
    read = READERS[variant](draft.answer)
    labels = read.labels()
    assert Counter(labels.values()) == Counter(draft.rubric["nodes"])
    assert Counter((labels[e.source], labels[e.target]) for e in read.edges) == pairs(draft.rubric["edges"])
    assert draft.rubric["notation"] == {"mermaid": "mermaid", "graphviz": "dot"}[variant]


@settings(max_examples=60, deadline=None)
@given(st.lists(LABELS.filter(str.strip), min_size=2, max_size=5), st.sampled_from(sorted(READERS)))
def test_whatever_the_labels_the_source_is_read_back(labels: list[str], variant: str) -> None:
    keys = LETTERS[: len(labels)]
    diagram = graph(*("".join(pair) for pair in pairwise(keys)), **dict(zip(keys, labels, strict=True)))
    figure = scene_figure(diagram)
    drafts = asked(figure, graph_to_code.LEAF, variant)
    can_be_read = len(figure.nodes) == len(labels) and all(label.isprintable() for label in labels)
    assert drafts or not can_be_read
    for draft in drafts:
        read = READERS[variant](draft.answer)
        assert Counter(fold(n.label) for n in read.nodes) == Counter(map(fold, draft.rubric["nodes"]))
        assert len(read.edges) == len(labels) - 1


def test_the_answer_says_what_the_picture_shows_and_no_more() -> None:
    figure = scene_figure(SURE)
    own = replace(figure, entry=replace(figure.entry, mermaid="%% by me\nflowchart LR\n A[A] --> B --> C"))
    (draft,) = asked(own, graph_to_code.LEAF, "mermaid")
    assert draft.answer.split() == ["flowchart", "TB", "A", "B", "C", "A", "-->", "B", "B", "-->", "C"]


# Masked subpath

ARROWS = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)).map("".join), min_size=2, max_size=22)


def all_paths(arrows: list[str], start: str, end: str) -> set[str]:
    """All paths as words, by networkx; where start and end are one, all cycles through it."""
    g = nx.DiGraph([tuple(arrow) for arrow in arrows])
    g.add_nodes_from(LETTERS)
    if start != end:
        return {"".join(path) for path in nx.all_simple_paths(g, start, end)}
    return {start + "".join(p) for to in g[start] for p in nx.all_simple_paths(g, to, start)} | {
        start + start for loop in g[start] if loop == start
    }


@settings(max_examples=150, deadline=None)
@given(ARROWS, st.integers(0, 99))
def test_exactly_one_path_fits_and_it_is_the_answer(arrows: list[str], seed: int) -> None:
    figure = scene_figure(graph(*arrows))
    cyclic = {key for c in nx.simple_cycles(nx.DiGraph([tuple(a) for a in arrows])) if len(c) > 1 for key in c}
    loops = {a[0] for a in arrows if a[0] == a[1]}
    for variant in masked_subpath.LEAF.variants:
        drafts = asked(figure, masked_subpath.LEAF, variant, seed)
        assert len({str(d.arguments) for d in drafts}) == len(drafts)
        for draft in drafts:
            shown = draft.arguments["path"]
            mask = ".+" if variant.startswith("full") else "."
            wanted = re.compile("".join(mask if key is None else key for key in shown))
            fitting = [p for p in all_paths(arrows, shown[0], shown[-1]) if wanted.fullmatch(p)]
            assert len(fitting) == 1
            told = [key for key in shown if key is not None]
            assert [key for key in fitting[0] if key not in told] == draft.answer
            hidden, passed = set(draft.answer), set(fitting[0])
            assert hidden & cyclic if variant.endswith("-cyclic") else not passed & (cyclic | loops)


@settings(max_examples=300, deadline=None)
@given(ARROWS, st.lists(st.sampled_from(LETTERS), min_size=2, max_size=4), st.data())
def test_fits_are_counted_up_to_two(arrows: list[str], told: list[str], data: st.DataObject) -> None:
    told = [*dict.fromkeys(told), told[0]] if told[0] == told[-1] else list(dict.fromkeys(told))
    gaps = data.draw(st.lists(st.sampled_from([0, 1, 2, 3, None]), min_size=len(told) - 1, max_size=len(told) - 1))
    mask = masked_subpath.Mask(tuple(told), tuple(gaps))
    masks = [".+" if gap is None else "." * gap for gap in gaps]
    wanted = re.compile("".join(key + mask for key, mask in zip(told, [*masks, ""], strict=True)))
    expected = sum(bool(wanted.fullmatch(path)) for path in all_paths(arrows, told[0], told[-1]))
    assert masked_subpath.fits(mask, Graph(LETTERS, [(a[0], a[1]) for a in arrows])) == min(2, expected)


@pytest.mark.parametrize(
    ("arrows", "told", "gaps", "count"),
    [
        ("AB BD AC CD AE ED", "AD", (1,), 2),  # three, told as more than one
        ("AB BD AC CD", "AD", (1,), 2),
        ("AB BD AC", "AD", (1,), 1),
        ("AC CB BC", "ABC", (None, 0), 0),  # C would be passed twice
        ("AC CB BD", "ABC", (1, None), 0),
        ("AB BA", "AA", (1,), 1),
        ("AB BA AA", "AA", (None,), 1),
        ("AB BC AC", "AC", (None,), 1),  # an arrow leaves nothing out
    ],
)
def test_a_path_passes_no_node_twice(arrows: str, told: str, gaps: tuple[int | None, ...], count: int) -> None:
    graph = Graph(LETTERS, [(a[0], a[1]) for a in arrows.split()])
    assert masked_subpath.fits(masked_subpath.Mask(tuple(told), gaps), graph) == count


def test_the_mask_of_a_run_does_not_tell_its_length() -> None:
    figure = scene_figure(graph("AB", "BC", "CD", "DE", "AX", "CX"))
    drafts = [d for seed in range(9) for d in asked(figure, masked_subpath.LEAF, "full-merge", seed)]
    assert drafts
    for draft in drafts:
        shown = draft.arguments["path"]
        assert not any(a is b is None for a, b in pairwise(shown))
        assert len(draft.answer) > shown.count(None)
        assert draft.text.count("[…]") == shown.count(None) + 1  # and once where it is explained
    exact = asked(figure, masked_subpath.LEAF, "structure-matching")
    assert all(len(d.answer) == d.arguments["path"].count(None) == d.text.count("[?]") - 1 for d in exact)


def test_a_tie_between_ways_is_not_asked_about() -> None:
    figure = scene_figure(graph("AB", "BD", "AC", "CD"))
    assert not any(asked(figure, masked_subpath.LEAF, variant) for variant in masked_subpath.LEAF.variants)


def test_a_ring_gives_paths_that_return_and_none_without_a_cycle() -> None:
    figure = scene_figure(graph("AB", "BC", "CD", "DA"))
    for variant in ("structure-matching", "full-merge"):
        assert not asked(figure, masked_subpath.LEAF, variant)
        drafts = asked(figure, masked_subpath.LEAF, f"{variant}-cyclic", most=40)
        returning = [d for d in drafts if d.arguments["path"][0] == d.arguments["path"][-1]]
        assert returning
        assert len(returning) < len(drafts)
        assert all(("returns to the node" in d.text) == (d in returning) for d in drafts)


def test_paths_are_asked_about_only_where_all_ways_on_are_certain() -> None:
    sure = graph("AB", "BC", "CD", "AE")
    assert asked(scene_figure(sure), masked_subpath.LEAF, "structure-matching")
    line = Edge("E", "B", head=Head.NONE)  # from A, one might come to B over E as well
    figure = scene_figure(replace(sure, edges=(*sure.edges, line)))
    starts = {d.arguments["path"][0] for d in asked(figure, masked_subpath.LEAF, "structure-matching")}
    assert not starts
    figure = scene_figure(replace(sure, edges=(*sure.edges, replace(line, target="A"))))
    starts = {d.arguments["path"][0] for d in asked(figure, masked_subpath.LEAF, "structure-matching")}
    assert starts == {"B"}


def test_nodes_that_share_their_words_are_neither_told_nor_missing() -> None:
    figure = scene_figure(graph("AB", "BC", "CD", "DE", "EF", "FG", "CX", X="E"))
    for variant in ("structure-matching", "full-merge"):
        for draft in asked(figure, masked_subpath.LEAF, variant, most=40):
            assert "E" not in [*draft.arguments["path"], *draft.answer]


# All three


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.name)
def test_all_renderings_are_asked_the_same_and_a_seed_gives_the_same_again(leaf: Leaf) -> None:
    figures = [figure_of(FLOW, rendering) for rendering in RENDERINGS]
    for variant in leaf.variants:
        first, *others = [asked(figure, leaf, variant, seed=3) for figure in (*figures, figures[0])]
        assert first
        assert all(other == first for other in others)
        assert all(d.variant == variant for d in first)


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.name)
def test_odd_figures_are_taken(leaf: Leaf) -> None:
    for diagram in (Diagram(), graph(), graph(A="A"), graph(A=""), graph("AA"), graph("AB", A="x", B="x")):
        for variant in leaf.variants:
            for draft in asked(scene_figure(diagram), leaf, variant):
                assert leaf is not masked_subpath.LEAF
                assert draft.answer


@settings(max_examples=80, deadline=None)
@given(diagrams(), st.integers(0, 9))
def test_any_diagram_is_taken(diagram: Diagram, seed: int) -> None:
    figure = scene_figure(diagram)
    for variant in (*(masked_subpath.LEAF.variants), *graph_parsing.LEAF.variants):
        leaf = masked_subpath.LEAF if variant in masked_subpath.LEAF.variants else graph_parsing.LEAF
        asked(figure, leaf, variant, seed)


def test_500_nodes_take_no_time() -> None:
    rng = np.random.default_rng(0)
    ends = rng.integers(500, size=(1500, 2)).tolist()
    nodes = tuple(Node(f"n{k}", f"Step {k}", stroke="#000000") for k in range(500))
    figure = scene_figure(Diagram(nodes, tuple(Edge(f"n{a}", f"n{b}") for a, b in ends)))
    asked(figure, masked_subpath.LEAF, "full-merge")  # what is loaded once
    began = time.process_time()
    found = [len(asked(figure, leaf, variant)) for leaf in LEAVES for variant in leaf.variants]
    assert time.process_time() - began < 3
    assert found[:5] == [1] * 5
    assert all(found[k] for k in (6, 8))  # nearly all nodes are on cycles
    layered = tuple(Edge(f"n{a}", f"n{b}") for a in range(500) for b in range(a + 1, min(a + 6, 500)))
    figure = scene_figure(Diagram(nodes, layered))  # with more paths than can be counted
    began = time.process_time()
    for variant in masked_subpath.LEAF.variants:
        asked(figure, masked_subpath.LEAF, variant)
    assert time.process_time() - began < 3
