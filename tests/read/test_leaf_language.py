"""The leaves of language: what is asked is certain, says so, and reads back as the query that was answered."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

import networkx as nx
import numpy as np
import pytest

from graphicacy.diagram.colors import FILLS
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.read.corpus.entry import Entry, Meaning
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import match
from graphicacy.read.question import NONE, AnswerType, Draft
from graphicacy.read.tasks import (
    comprehensive,
    comprehensive_rewrite,
    comprehensive_semantic,
    semantic,
    semantic_rewrite,
)
from graphicacy.read.tasks.leaf import Leaf
from read.test_query import bare, graph

LEAVES = [m.LEAF for m in (semantic, semantic_rewrite, comprehensive, comprehensive_semantic, comprehensive_rewrite)]
VARIANTS = [(leaf, name) for leaf in LEAVES for name in leaf.variants]
_KEYS = ("computing/tcp-connection-states", "medicine/blood-coagulation", "medicine/cardiac-arrest")


@pytest.fixture(scope="module")
def library() -> list[Figure]:
    return [figure_of(LibrarySource().load(key)) for key in _KEYS]


def figure_of(entry: Entry) -> Figure:
    return replace(bare(entry.diagram), entry=entry)


def drafts(leaf: Leaf, variant: str, figure: Figure, seed: int = 0, most: int = 12) -> list[Draft]:
    return list(islice(leaf.variants[variant](figure, np.random.default_rng(seed)), most))


def every(figures: list[Figure], leaf: Leaf, variant: str) -> Iterator[tuple[Figure, Draft]]:
    for figure in figures:
        for draft in drafts(leaf, variant, figure):
            yield figure, draft


def painted(figure: Figure) -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(figure.labels.values())
    found.add_edges_from((figure.labels[a.source], figure.labels[a.target]) for a in figure.arrows)
    return found


def supposed(g: nx.DiGraph, suppose: dict[str, str] | None) -> nx.DiGraph:
    g = g.copy()
    if suppose is None or suppose["change"] == "stated":
        return g
    pair = suppose["source"], suppose["target"]
    assert g.has_edge(*pair) == (suppose["change"] != "added")
    if suppose["change"] != "added":
        g.remove_edge(*pair)
    if suppose["change"] == "added":
        g.add_edge(*pair)
    if suppose["change"] == "reversed":
        g.add_edge(*pair[::-1])
    return g


def solve(draft: Draft, g: nx.DiGraph) -> set[str] | None:
    """The answer by other code, for templates that are short to write down; None for others."""
    nodes, number = draft.arguments.get("nodes", []), draft.arguments.get("number", 0)
    a, b = (*nodes, None, None)[:2]
    if any(node not in g for node in nodes):
        return set()
    found: set[str]
    match draft.template:
        case "next":
            found = set(g.successors(a))
        case "previous":
            found = set(g.predecessors(a))
        case "reached":
            found = nx.descendants(g, a)
        case "reaching":
            found = nx.ancestors(g, a)
        case "within" | "exactly":
            far = nx.single_source_shortest_path_length(g, a)
            found = {key for key, d in far.items() if (d <= number if draft.template == "within" else d == number)}
        case "both-next":
            found = set(g.successors(a)) & set(g.successors(b))
        case "both-previous":
            found = set(g.predecessors(a)) & set(g.predecessors(b))
        case "starts":
            found = {key for key in g if not g.in_degree(key)}
        case "ends":
            found = {key for key in g if not g.out_degree(key)}
        case "branches":
            found = {key for key in g if len(set(g.successors(key)) - {key}) >= number}
        case "merges":
            found = {key for key in g if len(set(g.predecessors(key)) - {key}) >= number}
        case _:
            return None
    return found - set(nodes)


@pytest.mark.parametrize(("leaf", "variant"), VARIANTS, ids=lambda v: v if isinstance(v, str) else v.code)
def test_drafts_are_well_formed_and_say_what_they_rest_on(leaf: Leaf, variant: str, library: list[Figure]) -> None:
    seen = 0
    for figure, draft in every(library, leaf, variant):
        seen += 1
        assert draft.variant == variant
        assert draft.answer_type is (AnswerType.PATH if "path" in variant else AnswerType.NODES)
        if draft.answer != NONE:
            assert 0 < len(set(draft.answer)) == len(draft.answer) <= 12
            assert set(draft.answer) <= set(figure.labels.values())
        assert ("answer “none”" in draft.text) == (leaf.code == "C1")
        assert json.loads(json.dumps([draft.arguments, draft.rubric])) == [draft.arguments, draft.rubric]
        assert draft.text[0].isupper() or draft.text[0] == "“"
        assert "  " not in draft.text
    assert seen >= 3


@pytest.mark.parametrize(("leaf", "variant"), VARIANTS, ids=lambda v: v if isinstance(v, str) else v.code)
def test_answers_agree_with_other_code(leaf: Leaf, variant: str, library: list[Figure]) -> None:
    for figure, draft in every(library, leaf, variant):
        suppose = draft.arguments.get("suppose")
        if not {"having", "along"} & draft.arguments.keys():
            g = supposed(painted(figure), suppose)
            found = solve(draft, g)
            if found is not None:
                assert (set() if draft.answer == NONE else set(draft.answer)) == found, draft
        if draft.answer_type is AnswerType.PATH and draft.answer != NONE:
            _check_path(draft, supposed(painted(figure), suppose))


def _check_path(draft: Draft, g: nx.DiGraph) -> None:
    path, rubric = draft.answer, draft.rubric
    assert [path[0], path[-1]] == [rubric["start"], rubric["end"]]
    assert 3 <= len(path) == len(set(path))
    assert all(g.has_edge(*pair) for pair in pairwise(path))
    assert {tuple(pair) for pair in pairwise(path)} <= {tuple(pair) for pair in rubric["edges"]}
    assert all(g.has_edge(*pair) for pair in rubric["edges"])
    if rubric["shortest"] and not {"avoiding", "along"} & draft.arguments.keys():
        assert len(path) == nx.shortest_path_length(g, path[0], path[-1]) + 1
    if "via" in rubric:
        assert rubric["via"] in path[1:-1]
    if "avoid" in rubric:
        assert rubric["avoid"] not in path


@pytest.mark.parametrize(("leaf", "variant"), VARIANTS, ids=lambda v: v if isinstance(v, str) else v.code)
def test_sets_are_not_given_away_by_the_question(leaf: Leaf, variant: str, library: list[Figure]) -> None:
    for _, draft in every(library, leaf, variant):
        if draft.answer_type is AnswerType.NODES and draft.answer != NONE:
            mentioned = set(re.findall("“([^”]*)”", draft.text))
            assert not mentioned & set(draft.answer), draft


def test_suppositions_matter_and_false_premises_are_false(library: list[Figure]) -> None:
    for part in ("element", "path"):
        made = Counter()
        for figure, draft in every(library, comprehensive.LEAF, f"{part}-counterfactual"):
            g, suppose = painted(figure), draft.arguments["suppose"]
            if draft.template == "false-premise":
                assert suppose["change"] == "stated"
                assert not g.has_edge(suppose["source"], suppose["target"])
                assert draft.answer == NONE
            elif part == "element":
                before = solve(draft, g)
                assert before is None or before != set(draft.answer)
            else:
                _check_no_old_path_is_right(draft, g)
            made[draft.template == "false-premise"] += 1
        assert made[True] == pytest.approx(sum(made.values()) / 3, abs=len(library))


def _check_no_old_path_is_right(draft: Draft, g: nx.DiGraph) -> None:
    start, end = draft.arguments["nodes"]
    connected = nx.has_path(g, start, end)
    if draft.template == "path":
        assert connected == (draft.answer == NONE)
    elif connected and draft.answer != NONE:
        assert nx.shortest_path_length(g, start, end) != len(draft.answer) - 1


def test_true_and_false_premises_are_worded_alike(library: list[Figure]) -> None:
    """Else a premise stated as a fact would say that the answer is none."""
    true = [d for _, d in every(library, comprehensive.LEAF, "element") if "suppose" in d.arguments]
    assert true
    for draft in true:
        assert draft.arguments["suppose"]["change"] == "stated"
        assert draft.answer != NONE


def test_answerless_questions_have_no_answer_and_ask_what_others_ask(library: list[Figure]) -> None:
    for part in ("element", "path"):
        kinds: Counter[bool] = Counter()
        for figure, draft in every(library, comprehensive.LEAF, f"{part}-answerless"):
            assert draft.answer == NONE
            labels = set(figure.labels.values())
            unknown = [node for node in draft.arguments.get("nodes", []) if node not in labels]
            assert len(unknown) <= 1
            assert all(f"“{label}”" in draft.text for label in unknown)
            kinds[bool(unknown)] += 1
            if part == "path" and draft.template in ("path", "shortest") and not unknown:
                assert not nx.has_path(painted(figure), *draft.arguments["nodes"])
        assert kinds[True] > 0
        assert kinds[False] > kinds[True]


def test_an_unknown_label_is_no_nodes(library: list[Figure]) -> None:
    """Labels that a reader may take for a node's share most of their words, or all words of the shorter one."""
    diagram = graph("a b; b c; c d; d e", a=Node("a", "Check the order"), b=Node("b", "Check order form"),
                    c=Node("c", "Send the order"), d=Node("d", "Send order form"), e=Node("e", "Pack"))  # fmt: skip
    found = drafts(comprehensive.LEAF, "element-answerless", bare(diagram), most=200)
    known = {n.label for n in diagram.nodes}
    assert {node for d in found for node in d.arguments.get("nodes", [])} <= known


@pytest.mark.parametrize("seed", range(3))
def test_rewritten_questions_have_the_arguments_of_plain_ones(seed: int, library: list[Figure]) -> None:
    """And mention no label that they ask about."""
    for figure in library:
        plain = drafts(semantic.LEAF, "element", figure, seed, most=400)
        other = drafts(semantic_rewrite.LEAF, "element", figure, seed, most=20)
        known = {json.dumps([d.template, d.arguments]): d.answer for d in plain}
        for draft in other:
            assert known[json.dumps([draft.template, draft.arguments])] == draft.answer
            assert not any(label in draft.text for label in draft.arguments["nodes"])


def test_meanings_make_the_difference() -> None:
    looks = {key: Node(key, f"Label {key}", fill=FILLS["red"] if key in "bf" else None) for key in "abcdefg"}
    base = graph("a b; b c; a d; d e; e c; c f; f g; d g", **looks)
    entry = replace(bare(base).entry, meanings=(Meaning("node", "fill", "red", "steps that need a signature"),))
    figure = figure_of(entry)
    red = {"Label b", "Label f"}
    elements = drafts(comprehensive_semantic.LEAF, "element", figure)
    paths = drafts(comprehensive_semantic.LEAF, "path", figure)
    assert elements
    assert paths
    for draft in elements:
        assert draft.arguments["having"] == {"look": "fill", "value": "red"}
        assert set(draft.answer) <= red
        assert "red nodes are steps that need a signature" in draft.text
    for draft in paths:
        assert not red & set(draft.answer)
        assert not red & {label for edge in draft.rubric["edges"] for label in edge}
        assert not red & set(draft.arguments["nodes"])


def test_meanings_of_arrows() -> None:
    base = graph("a b; b c; a d; d e; c f; e f; f a")
    edges = tuple(replace(e, line=LineStyle.DOTTED if e.source in "ad" else LineStyle.SOLID) for e in base.edges)
    meant = Meaning("edge", "line", "dotted", "handed over by hand")
    figure = figure_of(replace(bare(replace(base, edges=edges)).entry, meanings=(meant,)))
    found = drafts(comprehensive_semantic.LEAF, "element", figure)
    assert found
    dotted = nx.DiGraph((e.source.upper(), e.target.upper()) for e in edges if e.line is LineStyle.DOTTED)
    for draft in found:
        assert draft.arguments["along"] == {"look": "line", "value": "dotted"}
        assert set(draft.answer) == solve(draft, dotted)


def test_a_diagram_without_meanings_gets_one_for_the_occasion() -> None:
    looks = {key: Node(key, f"Label {key}", shape=Shape.DIAMOND if key in "bd" else Shape.RECTANGLE) for key in "abcde"}
    found = drafts(comprehensive_semantic.LEAF, "element", bare(graph("a b; b c; c d; d e", **looks)))
    assert found
    assert all("diamond" in d.text for d in found)
    assert not drafts(comprehensive_semantic.LEAF, "element", bare(graph("a b; b c; c d")))


def test_what_counts_as_an_arrow_is_said_where_it_is_not_plain() -> None:
    base = graph("a b; b c; c d; d e")
    blunt = replace(base, edges=(replace(base.edges[0], head=Head.BLUNT), *base.edges[1:]))
    assert all("bar" in d.text for d in drafts(semantic.LEAF, "element", bare(blunt)))
    assert not any("bar" in d.text for d in drafts(semantic.LEAF, "element", bare(base)))


@pytest.mark.parametrize(("leaf", "variant"), VARIANTS, ids=lambda v: v if isinstance(v, str) else v.code)
def test_the_same_seed_asks_the_same(leaf: Leaf, variant: str, library: list[Figure]) -> None:
    figure = library[2]
    again = figure_of(figure.entry)
    assert drafts(leaf, variant, figure, 7) == drafts(leaf, variant, again, 7)
    assert [d.text for d in drafts(leaf, variant, figure, 7)] != [d.text for d in drafts(leaf, variant, figure, 8)]


def _odd() -> dict[str, Diagram]:
    nodes = tuple(Node(f"n{k}", f"Label {k}") for k in range(500))
    return {
        "empty": Diagram(),
        "one node": Diagram((Node("a", "Alone"),)),
        "no labels": Diagram((Node("a"), Node("b")), (Edge("a", "b"),)),
        "no edges": Diagram((Node("a", "First thing"), Node("b", "Second thing"))),
        "twins": Diagram(tuple(Node(k, "Same words") for k in "abc"), (Edge("a", "b"), Edge("b", "c"))),
        "lines": Diagram((Node("a", "First thing"), Node("b", "Second thing")), (Edge("a", "b", head=Head.NONE),)),
        "to a frame": Diagram(
            (Node("a", "First thing"), Node("b", "Second thing", group="g")), (Edge("a", "g"),), (Group("g", "Frame"),)
        ),
        "loops": Diagram((Node("a", "First thing"), Node("b", "None")), (Edge("a", "a"), Edge("a", "b"))),
        "large": Diagram(nodes, tuple(Edge(f"n{k}", f"n{(k * 7 + j) % 500}") for k in range(500) for j in (1, 2))),
        "quotes": graph("a b; b c", a=Node("a", "Say “yes”"), b=Node("b", '"; ['), c=Node("c", "{0} %s \\1")),
    }


@pytest.mark.parametrize("name", _odd())
def test_odd_figures_are_asked_with_care_or_not_at_all(name: str) -> None:
    figure = bare(_odd()[name])
    for leaf, variant in VARIANTS:
        for draft in drafts(leaf, variant, figure, most=6):
            assert draft.answer == NONE or set(draft.answer) <= {figure.labels[key] for key in figure.named}
            assert name not in ("empty", "no labels", "twins")
            assert name != "loops" or "First thing" not in draft.arguments.get("nodes", [])
            g = painted(figure)
            found = solve(draft, g) if not {"having", "along", "suppose"} & draft.arguments.keys() else None
            assert found is None or (set() if draft.answer == NONE else set(draft.answer)) == found


def test_texts_read_back(library: list[Figure]) -> None:
    """The words before the rules ask the query whose answer is given."""
    for figure, draft in every(library, semantic.LEAF, "element"):
        query = match(draft.text.split(" Leave out")[0].split(" Count lines")[0], figure).query
        assert query.template.value == draft.template
        assert query.arguments(figure.labels) == draft.arguments
