"""Which nodes and groups of two diagrams are the same where only their labels tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable
from dataclasses import dataclass

from graphicacy.diagram.compare_symbols import Pairs, oriented, values
from graphicacy.diagram.model import Diagram, Group, Node

__all__ = ["pair_labels"]

_MOST_SEARCHED = 3000  # parts of a diagram: an exact match of larger ones is not searched for
_MOST_STEPS = 100  # pairs that are set by choice; beyond, those that look alike are paired in order

Colors = list[int]


@dataclass(frozen=True, slots=True)
class _Web:
    """The parts of two diagrams as one graph: nodes and groups of the first, then of the second, then all edges.

    ``kind`` is what a part is called; ``full`` all it says; ``joins`` lists, for each part, those that it refers to or
    that refer to it, each with the role in which it does.
    """

    items: tuple[list[int], list[int]]  # nodes and groups of each
    edges: tuple[list[int], list[int]]
    ids: list[str]
    kind: list[Hashable]
    full: list[Hashable]
    joins: list[list[tuple[str, int]]]


def pair_labels(a: Diagram, b: Diagram, ignore: Collection[str]) -> Pairs:
    """Nodes with nodes and groups with groups of the same label.

    Of several with one label, those go together that make the diagrams the same, where any do (an isomorphism); else
    those whose surroundings agree farthest. What is around a part is told by colour refinement (Weisfeiler and Leman
    1968), first by all that is said, then by labels alone: pairs that are sure are fixed; where none is, one is chosen;
    then the rest is refined again.
    """
    if _unique(a.nodes) and _unique(b.nodes) and _unique(a.groups) and _unique(b.groups):
        return _pairs(a, b, _by_label(a.nodes, b.nodes), _by_label(a.groups, b.groups))
    web = _web(a, b, ignore)
    match = _isomorphism(web)
    if match is None:
        match = {}
        for start in (web.full, web.kind):
            while fresh := _next_pairs(web, _refined(web, start, match), match):
                match.update(fresh)
    limit = len(a.nodes)
    nodes = {web.ids[k]: web.ids[m] for k, m in match.items() if k < limit}
    return _pairs(a, b, nodes, {web.ids[k]: web.ids[m] for k, m in match.items() if k >= limit})


def _isomorphism(web: _Web) -> dict[int, int] | None:
    """A match of all nodes and groups under which nothing differs, or None where there is none or it is too large."""
    colors = _refined(web, web.full, {})[-1]
    sides = [sorted(colors[k] for k in (*web.items[side], *web.edges[side])) for side in (0, 1)]
    if sides[0] != sides[1] or len(sides[0]) > _MOST_SEARCHED:
        return None
    import networkx as nx

    found = nx.vf2pp_isomorphism(*(_digraph(web, side, colors) for side in (0, 1)), node_label="color")
    return None if found is None else {k: found[k] for k in web.items[0]}


def _unique(items: tuple[Node, ...] | tuple[Group, ...]) -> bool:
    return len({item.label for item in items}) == len(items)


def _by_label(
    first: tuple[Node, ...] | tuple[Group, ...], second: tuple[Node, ...] | tuple[Group, ...]
) -> dict[str, str]:
    there = {item.label: item.id for item in second}
    return {item.id: there[item.label] for item in first if item.label in there}


def _pairs(a: Diagram, b: Diagram, nodes: dict[str, str], groups: dict[str, str]) -> Pairs:
    def new(match: dict[str, str], items: tuple[Node, ...] | tuple[Group, ...]) -> dict[str, Hashable]:
        back = {second: first for first, second in match.items()}
        return {item.id: back.get(item.id, ("new", type(item).__name__, item.id)) for item in items}

    return Pairs(nodes, groups, new(nodes, b.nodes), new(groups, b.groups))


def _web(a: Diagram, b: Diagram, ignore: Collection[str]) -> _Web:
    web = _Web(([], []), ([], []), [], [], [], [])
    places: list[tuple[dict[str, int], dict[str, int]]] = []
    for side, diagram in enumerate((a, b)):
        nodes, groups = (
            {item.id: _add(web, item, ignore, side) for item in part} for part in (diagram.nodes, diagram.groups)
        )
        places.append((nodes, groups))
    for side, diagram in enumerate((a, b)):
        _join(web, diagram, ignore, side, *places[side])
    return web


def _add(web: _Web, item: Node | Group, ignore: Collection[str], side: int) -> int:
    web.items[side].append(len(web.ids))
    web.kind.append((type(item).__name__, item.label))
    web.full.append((type(item).__name__, tuple(values(item, ignore).items())))
    web.ids.append(item.id)
    web.joins.append([])
    return len(web.ids) - 1


def _join(
    web: _Web, diagram: Diagram, ignore: Collection[str], side: int, nodes: dict[str, int], groups: dict[str, int]
) -> None:
    lines = []
    for edge in map(oriented, diagram.edges):
        lines.append(len(web.ids))
        web.edges[side].append(len(web.ids))
        web.ids.append("")
        web.kind.append(("Edge",))
        web.full.append(("Edge", edge.head, edge.tail, tuple(values(edge, ignore).items())))
        web.joins.append([])
        both = edge.head is edge.tail
        for role, key in (("end" if both else "source", edge.source), ("end" if both else "target", edge.target)):
            _link(web, lines[-1], role, nodes.get(key, groups.get(key)))
    for node in diagram.nodes:
        here = nodes[node.id]
        if "group" not in ignore and node.group is not None:
            _link(web, here, "group", groups.get(node.group))
        if "attached_to" not in ignore and node.attached_to is not None:
            _link(web, here, "attached_to", nodes.get(node.attached_to))
        if "on" not in ignore and node.on is not None and 0 <= node.on < len(lines):
            _link(web, here, "on", lines[node.on])
    for group in diagram.groups:
        if "parent" not in ignore and group.parent is not None:
            _link(web, groups[group.id], "parent", groups.get(group.parent))


def _link(web: _Web, owner: int, role: str, other: int | None) -> None:
    if other is not None:
        web.joins[owner].append((role, other))
        web.joins[other].append((role + " of", owner))


def _refined(web: _Web, start: list[Hashable], match: dict[int, int]) -> list[Colors]:
    """Colours of all parts after 0, 1, 2 … steps, until no step tells more of them apart."""
    first = list(start)
    for k, m in match.items():
        first[k] = first[m] = ("pair", k)
    rounds = [_numbered(first)]
    count = len(set(rounds[0]))
    while True:
        old = rounds[-1]
        new = _numbered(
            [(old[k], tuple(sorted((role, old[m]) for role, m in joins))) for k, joins in enumerate(web.joins)]
        )
        if len(set(new)) == count:
            return rounds
        rounds.append(new)
        count = len(set(new))


def _numbered(signs: list[Hashable]) -> Colors:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(sign, len(numbers)) for sign in signs]


def _next_pairs(web: _Web, rounds: list[Colors], match: dict[int, int]) -> dict[int, int]:
    """Pairs to add: all that are alone in their colour at the latest step at which any agree, else one of several."""
    taken = set(match.values())
    for colors in reversed(rounds):
        here, there = defaultdict(list), defaultdict(list)
        for k in web.items[0]:
            if k not in match:
                here[colors[k]].append(k)
        for k in web.items[1]:
            if k not in taken:
                there[colors[k]].append(k)
        common = [(here[c], there[c]) for c in here if c in there]
        sure = {one[0]: two[0] for one, two in common if len(one) == len(two) == 1}
        if sure:
            return sure
        if common and len(match) >= _MOST_STEPS:
            return {k: m for one, two in common for k, m in zip(one, two, strict=False)}
        if common:
            one, two = min(common, key=lambda pair: len(pair[0]) + len(pair[1]))
            return {one[0]: two[0]}
    return {}


def _digraph(web: _Web, side: int, colors: Colors) -> object:
    """One diagram as a directed graph whose vertices carry all that tells them apart, references included."""
    import networkx as nx

    graph = nx.DiGraph()
    parts = [*web.items[side], *web.edges[side]]
    graph.add_nodes_from((k, {"color": ("part", colors[k])}) for k in parts)
    for k in parts:
        seen = Counter[tuple[str, int]]()
        for role, m in web.joins[k]:
            if not role.endswith(" of"):
                seen[role, m] += 1
                between = (k, role, m, seen[role, m])
                graph.add_node(between, color=("role", role))
                graph.add_edges_from(((k, between), (between, m)))
    return graph
