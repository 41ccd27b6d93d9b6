"""Which nodes and groups of two diagrams are the same where only their labels tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass

from graphicacy.diagram.compare.symbols import Pairs, oriented, values
from graphicacy.diagram.model import Diagram, Group, Node

__all__ = ["pair_labels"]

_MOST_TRIES = 500  # times that colours are refined in search of an exact match
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
    whole = _isomorphism(web, {}, iter(range(_MOST_TRIES)))
    match = {} if whole is None else {k: whole[k] for k in web.items[0]}
    if whole is None:
        for start in (web.full, web.kind):
            while fresh := _next_pairs(web, _refined(web, start, match), match):
                match.update(fresh)
    limit = len(a.nodes)
    nodes = {web.ids[k]: web.ids[m] for k, m in match.items() if k < limit}
    return _pairs(a, b, nodes, {web.ids[k]: web.ids[m] for k, m in match.items() if k >= limit})


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


def _isomorphism(web: _Web, match: dict[int, int], tries: Iterator[int]) -> dict[int, int] | None:
    """A match of all parts, ``match`` among them, under which nothing differs; None where there is none.

    After each choice colours are refined again. Parts that are alone in their colour are matched; so is whatever hangs
    together, once these are taken out, in pieces in which no colour comes twice: pieces with the same colours are
    interchangeable. In what is left, one part is matched with each of its colour in turn, as long as ``tries`` last.
    """
    if next(tries, None) is None:
        return None
    colors = _refined(web, web.full, match)[-1]
    cells = _cells(web, colors)
    if any(len(here) != len(there) for here, there in cells.values()):
        return None
    found = {here[0]: there[0] for here, there in cells.values() if len(here) == 1}
    loose = {k for here, there in cells.values() if len(here) > 1 for k in (*here, *there)}
    pieces = [_pieces(web, colors, [k for k in parts if k in loose]) for parts in _sides(web)]
    if {colored: len(same) for colored, same in pieces[0].items()} != {c: len(same) for c, same in pieces[1].items()}:
        return None
    left: list[int] = []
    for colored, here in pieces[0].items():
        if len(set(colored)) == len(colored):
            for one, two in zip(here, pieces[1][colored], strict=True):
                found.update(zip(one, two, strict=True))
        else:
            left += [k for piece in here for k in piece]
    if not left:
        return found
    choice = min(left, key=lambda k: len(cells[colors[k]][0]))
    for other in cells[colors[choice]][1]:
        whole = _isomorphism(web, {**match, choice: other}, tries)
        if whole is not None:
            return whole
    return None


def _sides(web: _Web) -> tuple[list[int], list[int]]:
    """All parts of each diagram."""
    return [*web.items[0], *web.edges[0]], [*web.items[1], *web.edges[1]]


def _cells(web: _Web, colors: Colors) -> dict[int, tuple[list[int], list[int]]]:
    """By colour, the parts of each diagram that have it."""
    cells: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, parts in enumerate(_sides(web)):
        for k in parts:
            cells[colors[k]][side].append(k)
    return cells


def _pieces(web: _Web, colors: Colors, parts: list[int]) -> dict[tuple[int, ...], list[list[int]]]:
    """What hangs together among ``parts``, each piece sorted by colour, under its colours."""
    found: dict[tuple[int, ...], list[list[int]]] = defaultdict(list)
    waiting = dict.fromkeys(parts)
    while waiting:
        piece = [waiting.popitem()[0]]
        for k in piece:  # grows as it is walked
            for _, other in web.joins[k]:
                if other in waiting:
                    del waiting[other]
                    piece.append(other)
        piece.sort(key=lambda k: colors[k])
        found[tuple(colors[k] for k in piece)].append(piece)
    return found
