"""Questions about a graph, answered by brute force: sets and paths by their definitions, with networkx."""

from __future__ import annotations

from itertools import islice
from typing import Any

import networkx as nx

MOST_PATHS = 20_000


class TooMany(ValueError):
    """More paths than are looked through."""


def paths(graph: nx.DiGraph[str], start: str, end: str) -> list[list[str]]:
    found = list(islice(nx.all_simple_paths(graph, start, end), MOST_PATHS + 1)) if start != end else []
    if len(found) > MOST_PATHS:
        raise TooMany
    return found


def answer_set(template: str, graph: nx.DiGraph[str], nodes: list[str], number: int | None) -> set[str]:
    """The nodes that a template of sets asks for; A, B and C are never among them."""
    a, b = [*nodes, "", ""][:2]
    others = {n: {m for m in graph.successors(n) if m != n} for n in graph}
    back = {n: {m for m in graph.predecessors(n) if m != n} for n in graph}
    away = nx.single_source_shortest_path_length(graph, a) if a in graph else {}
    found = {
        "next": lambda: others[a],
        "by-label": lambda: others[a],
        "previous": lambda: back[a],
        "reached": lambda: set(nx.descendants(graph, a)),
        "reaching": lambda: set(nx.ancestors(graph, a)),
        "within": lambda: {n for n, far in away.items() if 1 <= far <= (number or 0)},
        "exactly": lambda: {n for n, far in away.items() if far == number},
        "both-next": lambda: others[a] & others[b],
        "both-previous": lambda: back[a] & back[b],
        "between": lambda: {n for path in paths(graph, a, b) for n in path},
        "on-every-way": lambda: _on_every(graph, a, b),
        "starts": lambda: {n for n in graph if graph.in_degree(n) == 0},
        "ends": lambda: {n for n in graph if graph.out_degree(n) == 0},
        "branches": lambda: {n for n in graph if len(others[n]) >= (number or 0)},
        "merges": lambda: {n for n in graph if len(back[n]) >= (number or 0)},
        "most-next": lambda: _most(others),
        "most-previous": lambda: _most(back),
        "loop": lambda: {n for m in back[a] for path in paths(graph, a, m) for n in path},
    }[template]()
    return set(found) - set(nodes)


def _on_every(graph: nx.DiGraph[str], a: str, b: str) -> set[str]:
    if not nx.has_path(graph, a, b):
        return set()
    return {n for n in graph if n not in (a, b) and not nx.has_path(graph.subgraph(set(graph) - {n}), a, b)}


def _most(others: dict[str, set[str]]) -> set[str]:
    most = max(map(len, others.values()), default=0)
    best = {n for n, them in others.items() if len(them) == most}
    return best if len(best) == 1 and most else set()


def right_paths(template: str, graph: nx.DiGraph[str], nodes: list[str]) -> list[list[str]]:
    """All paths that a template admits."""
    a, b = nodes[:2]
    if template == "path-avoiding":
        graph = graph.subgraph(set(graph) - {nodes[2]})
    if template == "shortest":
        return [list(p) for p in nx.all_shortest_paths(graph, a, b)] if nx.has_path(graph, a, b) else []
    found = paths(graph, a, b)
    return [p for p in found if nodes[2] in p] if template == "path-via" else found


def missing_nodes(graph: nx.DiGraph[str], told: list[Any], runs: bool) -> list[list[str]]:
    """All choices of nodes for the gaps (None) of a path: one each, or where ``runs`` one or more in a row."""
    found: list[list[str]] = []
    steps = [0]

    def go(at: str, rest: list[Any], used: set[str], chosen: list[str], in_gap: bool) -> None:
        steps[0] += 1
        if steps[0] > 200_000:
            raise TooMany
        if not rest:
            found.append(chosen)
            return
        for node in graph.successors(at):
            closes = len(rest) == 1 and node == told[0] and rest[0] == told[0]
            if node in used and not closes:
                continue
            if rest[0] is None:
                if node in named:
                    continue
                go(node, rest[1:], used | {node}, [*chosen, node], True)
                if runs:
                    go(node, rest, used | {node}, [*chosen, node], True)
            elif node == rest[0]:
                go(node, rest[1:], used | {node}, chosen, False)

    named = {node for node in told if node is not None}
    go(told[0], told[1:], {told[0]}, [], False)
    return [list(t) for t in dict.fromkeys(map(tuple, found))]
