"""The checker's views on questions about the graph, in whatever words: by the sources."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import networkx as nx

from read.checker_case import NONE, Case, Unchecked, edges, expect, graph_of, node_has, quotes, same
from read.checker_queries import answer_set, missing_nodes, right_paths
from read.checker_sources import Unreadable, read_dot, read_mermaid


def check_parsing(case: Case) -> None:
    labels, arrows = case.source.summary()
    said, variant = case.answer, case.question["variant"]
    if variant in ("full", "nodes"):
        same(Counter(said["nodes"] if variant == "full" else said), labels)
    if variant in ("full", "edges"):
        same(Counter(edges(said["edges"] if variant == "full" else said)), arrows)
    expect(all(map(case.source.shows, case.source.nodes)), "a node has no words")
    expect(len(case.arrows()) == len(case.source.lines) or variant == "nodes", "a connector is no arrow")


def check_code(case: Case) -> None:
    rubric = case.question["rubric"]
    notation = {"mermaid": "mermaid", "graphviz": "dot"}[case.question["variant"]]
    expect(rubric["notation"] == notation == case.arguments["notation"], "another notation")
    right = case.source.summary()
    try:
        written = (read_mermaid if notation == "mermaid" else read_dot)(case.answer)
    except Unreadable as error:
        raise Unchecked(f"the answer's code: {error}") from None
    for said in (written.summary(), (Counter(rubric["nodes"]), Counter(edges(rubric["edges"])))):
        same(said[0], right[0])
        same(said[1], right[1])


def check_masked(case: Case) -> None:
    told = case.arguments["path"]
    named = [label for label in told if label is not None]
    expect(quotes(case) == named, "the text names other nodes")
    gaps = re.findall(r"\[\?\]|\[…\]", case.question["question"].split("\n")[1])
    runs = case.question["template"] == "path-of-runs"
    expect(gaps == ["[…]" if runs else "[?]"] * told.count(None), "the text has other gaps")
    graph = graph_of(case)
    found = missing_nodes(graph, [label if label is None else case.find(label) for label in told], runs)
    expect([[case.label(n) for n in nodes] for nodes in found] == [case.answer], f"{len(found)} choices fit")
    on_path = {case.find(label) for label in [*named, *case.answer]}
    cyclic = any(len(part) > 1 and part & on_path for part in nx.strongly_connected_components(graph))
    expect(cyclic or not case.question["variant"].endswith("cyclic"), "there is no cycle")
    if not case.question["variant"].endswith("cyclic"):
        expect(not cyclic and not any(graph.has_edge(n, n) for n in on_path), "there is a cycle")


def check_query(case: Case) -> None:
    template, arguments = case.question["template"], case.arguments
    labels, _ = case.source.summary()
    check_words(case)
    named = arguments.get("nodes", [])
    supposed = arguments.get("suppose")
    graph = graph_of(case, arguments.get("along"))
    if template == "false-premise" or any(label not in labels for label in named):
        check_premise(case, graph)
        return
    nodes = list(map(case.find, named))
    if supposed and not suppose(case, graph, supposed):
        expect(case.answer == NONE, "what is stated is false, so there is no answer")
        return
    if "avoiding" in arguments:
        look = arguments["avoiding"]
        graph.remove_nodes_from([n for n in graph if n not in nodes and node_has(case, n, look["look"], look["value"])])
    if case.question["answer_type"] == "path":
        check_paths(case, right_paths(template, graph, nodes))
        return
    if template == "in-group":
        found = {n for n in graph if is_in(case, n, arguments["word"])}
    elif template == "by-label":
        along = [(a, b) for a, b, k in case.arrows() if case.source.lines[k].label == arguments["word"]]
        found = {b for a, b in along if a == nodes[0] and b != a and graph.has_edge(a, b)}
    else:
        found = answer_set(template, graph, nodes, arguments.get("number"))
    if look := arguments.get("having"):
        found = {n for n in found if node_has(case, n, look["look"], look["value"])}
    same(Counter([] if case.answer == NONE else case.answer), Counter(map(case.label, found)))


def check_premise(case: Case, graph: nx.DiGraph[str]) -> None:
    """A question about what is not there has no answer."""
    expect(case.answer == NONE, "what is asked about is not in the figure")
    supposed = case.arguments.get("suppose")
    if supposed and {supposed["source"], supposed["target"]} <= case.source.summary()[0].keys():
        expect(not graph.has_edge(case.find(supposed["source"]), case.find(supposed["target"])), "the premise is true")


def suppose(case: Case, graph: nx.DiGraph[str], supposed: dict[str, str]) -> bool:
    """Change the graph as is supposed; False where something is stated that is not so."""
    one, other = case.find(supposed["source"]), case.find(supposed["target"])
    change = supposed["change"]
    if change == "stated":
        return bool(graph.has_edge(one, other))
    expect(graph.has_edge(one, other) == (change != "added"), f"what is supposed is so: {supposed}")
    if change == "added":
        graph.add_edge(one, other)
        return True
    graph.remove_edge(one, other)
    if change == "reversed":
        graph.add_edge(other, one)
    return True


def check_paths(case: Case, right: list[list[str]]) -> None:
    told = [[case.label(n) for n in path] for path in right]
    if case.answer == NONE:
        expect(not told, f"there is a path: {told[:1]}")
        return
    expect(case.answer in told, f"no path that is asked for; one is {told[:1]}")
    rubric = case.question["rubric"]
    steps = {(a, b) for a, b in rubric["edges"]}
    for path in told:
        expect(set(pairwise(path)) <= steps, f"the rubric refuses {path}")
    expect((rubric["start"], rubric["end"]) == (case.answer[0], case.answer[-1]), "the rubric has other ends")


def is_in(case: Case, key: str, title: str) -> bool:
    frame = case.source.nodes[key].frame
    while frame is not None:
        if case.source.frames[frame].title == title:
            return True
        frame = case.source.frames[frame].parent
    return False


def check_words(case: Case) -> None:
    """The text names the nodes of its arguments; where it is in other words, none of them by its label."""
    text, named = case.question["question"], list(case.arguments.get("nodes", []))
    if supposed := case.arguments.get("suppose"):
        named += [supposed["source"], supposed["target"]]
    if "rewrite" in case.question["task"]:
        for label in case.arguments.get("nodes", []):
            expect(f"“{label}”" not in text, f"the text has the label {label!r}")
    else:
        lost = [label for label in named if f"“{label}”" not in text]
        expect(not lost, f"the text does not name {lost}")
        extra = (
            set(quotes(case))
            - set(named)
            - {case.arguments.get("word")}
            - {f.title for f in case.source.frames.values()}
        )
        expect(not extra & case.source.summary()[0].keys(), f"the text names {sorted(extra)}, too")
