"""Topological questions in the words of FlowVQA: understood, answered by algorithms, and dropped where ambiguous."""

from __future__ import annotations

import time

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Edge, Group, Head, LineStyle, Node, Shape
from graphicacy.read.corpus.topological import Topic, answer_topological, read_topological


def chart(*edges: tuple[str, str], extra: tuple[Node, ...] = (), **labels: str) -> Diagram:
    ids = list(dict.fromkeys(end for edge in edges for end in edge))
    nodes = tuple(Node(key, labels.get(key, key)) for key in ids)
    return Diagram(nodes + extra, tuple(Edge(*edge) for edge in edges))


LOOP = chart(
    ("a", "b"), ("b", "c"), ("c", "d"), ("c", "e"), ("d", "b"), ("e", "f"),
    a="Start", b="left <= right?", c="Set mid = (left + right) / 2", d="Update left to mid + 1", e="It's found?",
    f="End",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many nodes exist in the given flowchart?", 6),
        ("How many edges exist in the given flowchart?", 6),
        ("What is the total number of edges in the flowchart?", 6),
        ("A flowchart has boxes. How many nodes are there in this flowchart?", 6),
        ('Is the node ""Update left to mid + 1"" direct predecessor of the node ""left <= right?""?', True),
        ('Is the node ""left <= right?"" direct predecessor of the node ""Update left to mid + 1""?', False),
        ('Is the node ""left <= right?"" a direct successor of the node ""Start""?', True),
        ('Is node "Start" a direct successor of node "left <= right?"?', False),
        ("Is the node “Start” a direct predecessor of the node “left <= right?”?", True),
        ("Is the node 'Start' direct predecessor of the node 'It's found?'?", False),
        ('What is the shortest path in terms of edges between node ""Start"" and node ""End""?', 4),
        ("What is the length of the shortest path from Start to End?", 4),
        ('How many edges are on the shortest path between ""Start"" and ""Its found""?', 3),
        ("What is the maximum indegree for the flowchart?", 2),
        ("What is the maximum outdegree of the flowchart?", 2),
        ("The indegree of a node is its number of incoming edges. What is the maximum indegree for the flowchart?", 2),
        ("What is the maximum number of outgoing edges of any node?", 2),
        ('What is the indegree of the node ""left <= right?""?', 2),
        ('How many outgoing edges does the node "End" have?', 0),
        ('Is there a direct edge from "Start" to "left <= right?"?', True),
    ],
)
def test_the_words_of_the_data_set_are_answered(question: str, answer: int | bool) -> None:
    found = answer_topological(question, LOOP)
    assert found == answer
    assert type(found) is type(answer)


@pytest.mark.parametrize(
    ("question", "topic", "cause"),
    [
        ("What happens after Start?", None, "not understood"),
        ("How many nodes have two incoming edges?", None, "not understood"),
        ("How many nodes and edges are in the flowchart?", None, "not understood"),
        ("How many decision nodes are there?", None, "not understood"),
        ("What is the minimum indegree in the flowchart?", None, "not understood"),
        ("What are the maximum indegree and the maximum outdegree?", None, "not understood"),
        ('Is "Start" a predecessor of "End"?', None, "not understood"),
        ('Is the node ""Strat"" direct predecessor of the node ""End""?', Topic.PREDECESSOR, "no node has this label"),
        ('Is the node ""Start"" direct predecessor of the node ""Fin?""?', Topic.PREDECESSOR, "no node has this label"),
        ('What is the shortest path between ""End"" and ""Start""?', Topic.PATH, "no path"),
        ("", None, "not understood"),
        ('"' * 5_000, None, "not understood"),
        ("is " * 2_000, None, "not understood"),
    ],
)
def test_what_is_not_certain_is_not_answered(question: str, topic: Topic | None, cause: str) -> None:
    found = read_topological(question, LOOP)
    assert (found.topic, found.answers, found.cause) == (topic, (), cause)
    assert answer_topological(question, LOOP) is None


def test_labels_that_differ_in_marks_only_are_told_apart_where_they_are_written_so() -> None:
    both = chart(("s", "x"), ("x", "y"), x="Done?", y="Done")
    assert answer_topological('Is node "s" direct predecessor of node "Done?"?', both) is True
    assert answer_topological('Is node "s" direct predecessor of node "Done"?', both) is False
    assert answer_topological('Is node "s" direct predecessor of node "done!"?', both) is None


def test_labels_that_differ_in_case_only_are_told_apart_where_they_are_written_so() -> None:
    both = chart(("s", "x"), ("x", "y"), x="Set N", y="Set n")
    assert answer_topological('Is node "s" direct predecessor of node "Set N"?', both) is True
    assert answer_topological('Is node "s" direct predecessor of node "Set n"?', both) is False
    assert answer_topological('Is node "s" direct predecessor of node "SET N"?', both) is None


def test_signs_that_compare_are_never_taken_away() -> None:
    both = chart(("s", "x"), ("s", "t"), x="a < b", t="a = b")
    assert answer_topological('Is node "s" direct predecessor of node "a > b"?', both) is None


def test_labels_with_words_of_questions_in_them() -> None:
    words = chart(("x", "y"), ("y", "z"), x="Go from A to B and back", y="Is it the shortest path and node 1?", z="End")
    path = 'What is the shortest path in terms of edges between node ""Go from A to B and back"" and node ""{}""?'
    assert answer_topological(path.format("Is it the shortest path and node 1?"), words) == 1
    assert answer_topological(path.format("End"), words) == 2
    asked = 'Is the node ""Is it the shortest path and node 1?"" direct predecessor of the node ""End""?'
    assert answer_topological(asked, words) is True


def test_entities_and_breaks_of_a_notation() -> None:
    drawn = read_mermaid('flowchart TD\n A["Print #quot;it\'s#quot;"] --> B["one<br>two &amp; three"]\n')
    assert answer_topological(
        'Is node ""Print #quot;it\'s#quot;"" direct predecessor of node ""one two & three""?', drawn
    )
    assert answer_topological('Is node ""Print "its""" direct predecessor of node ""one<br/>two &amp; three""?', drawn)


def test_a_repeated_label_is_answered_only_where_every_node_gives_the_same() -> None:
    ends = chart(("a", "b"), ("a", "c"), ("b", "d"), ("c", "e"), d="End", e="End")
    assert answer_topological('What is the shortest path between node "a" and node "End"?', ends) == 2
    one = read_topological('Is node "b" direct predecessor of node "End"?', ends)
    assert (one.answers, one.cause) == ((False, True), "several nodes have this label")
    assert answer_topological('Is node "a" direct predecessor of node "End"?', ends) is False
    assert answer_topological("How many nodes exist in the given flowchart?", ends) == 5


def test_a_label_that_very_many_nodes_have_means_none_of_them() -> None:
    nodes = tuple(Node(f"n{k}", "Same") for k in range(2_000))
    many = Diagram(nodes, tuple(Edge(f"n{k}", f"n{k + 1}") for k in range(1_999)))
    found = read_topological('Is node "Same" direct predecessor of node "Same"?', many)
    assert (found.topic, found.answers, found.cause) == (Topic.PREDECESSOR, (), "several nodes have this label")


@pytest.mark.parametrize(
    "text", ['is there an edge from " to ', "shortest path from a to b and ", "is a direct successor of "]
)
def test_long_questions_are_read_in_no_time(text: str) -> None:
    started = time.process_time()
    read_topological(text * 1_000, LOOP)
    assert time.process_time() - started < 2


def test_parallel_arrows_are_counted_only_where_it_makes_no_difference() -> None:
    twice = chart(("a", "b"), ("a", "b"), ("b", "c"), ("d", "c"), ("e", "c"))
    edges = read_topological("How many edges exist in the given flowchart?", twice)
    assert (edges.answers, edges.cause) == ((4, 5), "parallel arrows")
    assert answer_topological("What is the maximum indegree for the flowchart?", twice) == 3
    assert answer_topological("What is the maximum outdegree for the flowchart?", twice) is None
    assert answer_topological('What is the shortest path between "a" and "c"?', twice) == 2


@pytest.mark.parametrize(
    "odd",
    [
        Diagram((Node("a"), Node("b")), (Edge("a", "b", head=Head.NONE),)),
        Diagram((Node("a"), Node("b")), (Edge("a", "b", tail=Head.POINTED),)),
        Diagram((Node("a"), Node("b")), (Edge("a", "b"),), (Group("g", "Frame"),)),
        Diagram((Node("a"), Node("b", shape=Shape.POINT)), (Edge("a", "b"),)),
    ],
)
def test_other_drawings_than_plain_flowcharts_are_not_counted(odd: Diagram) -> None:
    assert answer_topological("How many nodes exist in the given flowchart?", odd) is None
    assert answer_topological("How many edges exist in the given flowchart?", odd) is None


def test_lines_that_are_not_drawn_do_not_count_and_tails_turn_an_arrow() -> None:
    drawn = Diagram(
        (Node("a", "A"), Node("b", "B")),
        (Edge("a", "b", line=LineStyle.INVISIBLE), Edge("a", "b", head=Head.NONE, tail=Head.POINTED)),
    )
    assert answer_topological("How many edges exist in the given flowchart?", drawn) == 1
    assert answer_topological('Is node "B" direct predecessor of node "A"?', drawn) is True


PAIRS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=20, unique=True)


@given(PAIRS, st.integers(0, 7), st.integers(0, 7))
def test_answers_are_those_of_another_library(pairs: list[tuple[int, int]], one: int, other: int) -> None:
    nodes = tuple(Node(f"n{k}", f"Step {chr(65 + k)}") for k in range(8))
    drawn = Diagram(nodes, tuple(Edge(f"n{a}", f"n{b}") for a, b in pairs))
    graph = nx.DiGraph(pairs)
    graph.add_nodes_from(range(8))
    a, b = f'node ""Step {chr(65 + one)}""', f'node ""Step {chr(65 + other)}""'
    path = nx.shortest_path_length(graph, one, other) if nx.has_path(graph, one, other) else None
    assert answer_topological("How many nodes exist in the given flowchart?", drawn) == 8
    assert answer_topological("How many edges exist in the given flowchart?", drawn) == graph.number_of_edges()
    assert answer_topological(f"Is the {a} direct predecessor of the {b}?", drawn) == graph.has_edge(one, other)
    assert answer_topological(f"Is the {a} direct successor of the {b}?", drawn) == graph.has_edge(other, one)
    assert answer_topological(f"What is the shortest path in terms of edges between {a} and {b}?", drawn) == path
    highest = max(d for _, d in graph.in_degree()), max(d for _, d in graph.out_degree())
    assert answer_topological("What is the maximum indegree for the flowchart?", drawn) == highest[0]
    assert answer_topological("What is the maximum outdegree for the flowchart?", drawn) == highest[1]
