"""Plan, words and looks → a diagram of a corpus."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Node, Shape
from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.corpus.generator.forms import grow
from graphicacy.read.corpus.generator.frames import framed
from graphicacy.read.corpus.generator.knobs import Form, Knobs
from graphicacy.read.corpus.generator.looks import BASE, dress
from graphicacy.read.corpus.generator.plan import Plan, add_loops, add_merges
from graphicacy.read.corpus.generator.vocabulary import Vocabulary, common_words, vocabulary
from graphicacy.read.corpus.generator.wording import Wording, word

__all__ = ["generate", "slug"]

_MOST_OUTCOMES = 4
_ABREAST = (Form.LAYERS, Form.BIPARTITE, Form.HUB)
_LONG = {Direction.DOWN: 8, Direction.UP: 1}
_EVEN = {Direction.DOWN: 5, Direction.UP: 1, Direction.RIGHT: 4, Direction.LEFT: 1}
_BROAD = {Direction.DOWN: 3, Direction.UP: 1, Direction.RIGHT: 12, Direction.LEFT: 4}
_LONGEST_ACROSS = 14  # nodes on a way
_CONDITIONS = 0.5  # of the labels of ways out of steps are conditions
_KINDS = {Kind.PROCESS: 10, Kind.STATES: 3, Kind.INFLUENCE: 3, Kind.FLOW: 2, Kind.STRUCTURE: 2}  # how often
_FORMS = {
    Kind.PROCESS: {Form.WORKFLOW: 14, Form.LAYERS: 3, Form.TREE: 2, Form.HUB: 1},
    Kind.STATES: {Form.RING: 4, Form.WORKFLOW: 4, Form.LAYERS: 1, Form.TREE: 1},
    Kind.INFLUENCE: {Form.RING: 4, Form.TREE: 2, Form.LAYERS: 3, Form.BIPARTITE: 1, Form.HUB: 1},
    Kind.FLOW: {Form.WORKFLOW: 4, Form.RING: 2, Form.LAYERS: 3, Form.TREE: 2, Form.HUB: 1},
    Kind.STRUCTURE: {Form.TREE: 5, Form.LAYERS: 3, Form.HUB: 1},
}


def generate(domain: str, knobs: Knobs, rng: np.random.Generator) -> Entry:
    """A diagram of one of ``DOMAINS``, with the id ``generated/<domain>``, which its source makes unique.

    Each stage has randomness of its own: with the same ``rng``, another number of loops changes nothing of the arrows
    that run forward. Raises ``ValueError``, naming the knob, where the domain has no words for ``kind``, or too few
    for ``nodes``.
    """
    words = vocabulary(domain)
    # Python's generator makes single draws ten times faster than NumPy's.
    seeds = rng.integers(2**63, size=8).tolist()
    choose, grow_, merge, loop, say, link, order, look = (random.Random(seed) for seed in seeds)
    kind = _kind(domain, words, knobs, choose)
    form = knobs.form or _form(kind, knobs, choose)
    is_flow = kind is Kind.PROCESS and form is Form.WORKFLOW and knobs.arrows
    plan = grow(form, knobs, grow_)
    declared = _wander(plan, order)
    if knobs.arrows:
        add_merges(plan, knobs.duplicate_targets, merge, _MOST_OUTCOMES if is_flow else knobs.nodes, is_flow)
        add_loops(plan, knobs.cycles, loop, kind is Kind.PROCESS, is_flow)
    else:
        plan = Plan.of(knobs.nodes)
    _settle_choices(plan, kind, form)
    wording = word(plan, kind, words, is_flow, say)
    _repeat_labels(wording, plan, knobs.duplicate_labels, say)
    groups, homes = framed(wording.sections, knobs.nesting, words, say)
    diagram = _diagram(plan, declared, wording, groups, homes, kind, knobs, words, link, order)
    diagram, meanings = dress(diagram, knobs.meanings, kind, words, look)
    return Entry(
        id=f"generated/{slug(domain)}",
        title=wording.title[0].upper() + wording.title[1:],
        domain=domain,
        origin="generated",
        kind=kind,
        diagram=diagram,
        meanings=meanings,
        reference="generated",
        licence="Apache-2.0",
    )


def slug(domain: str) -> str:
    """A domain as ids have it."""
    return domain.replace(" ", "-")


def _kind(domain: str, words: Vocabulary, knobs: Knobs, rng: random.Random) -> Kind:
    """The kind asked for, or one for which the domain has enough words."""
    if knobs.kind is None:
        kinds = [kind for kind in words.kinds if words.size(kind) >= knobs.nodes]
        return rng.choices(kinds, [_KINDS[kind] for kind in kinds])[0]
    if knobs.kind not in words.kinds:
        raise ValueError(f"kind={knobs.kind.value}: {domain} has {', '.join(words.kinds)} alone")
    if (most := words.size(knobs.kind)) < knobs.nodes:
        raise ValueError(f"nodes={knobs.nodes}: {domain} has words for {most} nodes of kind {knobs.kind.value}")
    return knobs.kind


def _form(kind: Kind, knobs: Knobs, rng: random.Random) -> Form:
    """A form that suits the kind: a ring only where it is closed, and in frames none that runs in many ways abreast."""
    weights = {form: often for form, often in _FORMS[kind].items() if form is not Form.RING or knobs.cycles}
    if knobs.nesting:
        weights = {form: often for form, often in weights.items() if form not in _ABREAST}
    return rng.choices(list(weights), list(weights.values()))[0]


def _direction(plan: Plan, rng: random.Random) -> Direction:
    """Down or up where ways are long, whose words would be too small across; mostly across where many run abreast."""
    size, depth = len(plan.out), 1 + max(plan.ranks())
    weights = _LONG if depth > _LONGEST_ACROSS else _BROAD if size > 3 * depth else _EVEN
    return rng.choices(list(weights), list(weights.values()))[0]


def _settle_choices(plan: Plan, kind: Kind, form: Form) -> None:
    """Say which nodes are choices: in a process that is a tree, all that branch."""
    ways = Counter({node: len(targets) for node, targets in enumerate(plan.out)})
    ways.update(source for source, _ in plan.back)
    if kind is Kind.PROCESS and form is Form.TREE:
        plan.choices |= set(ways)
    plan.choices &= {node for node, count in ways.items() if count > 1} if kind is Kind.PROCESS else set()


def _repeat_labels(wording: Wording, plan: Plan, count: int, rng: random.Random) -> None:
    """Give some plain nodes the label of another plain node."""
    plain = [n for n in wording.labels if n not in plan.choices and n not in wording.starts | wording.ends]
    repeating = rng.sample(plain, min(count, max(0, len(plain) - 1)))
    others = [node for node in plain if node not in repeating]
    for node in repeating:
        wording.labels[node] = wording.labels[rng.choice(others)]


def _diagram(
    plan: Plan,
    declared: list[int],
    wording: Wording,
    groups: list[Group],
    homes: dict[int, str],
    kind: Kind,
    knobs: Knobs,
    words: Vocabulary,
    link: random.Random,
    order: random.Random,
) -> Diagram:
    """The plan with its nodes as ``declared``, which tells nothing of how work goes on, and neither do ids or edges."""
    size = len(plan.out)
    place = {node: index for index, node in enumerate(declared)}
    ids = {node: f"n{place}" for place, node in enumerate(declared, 1)}
    nodes = [
        Node(ids[node], wording.labels[node], _shape(node, plan, wording, kind), group=homes.get(node))
        for node in declared
    ]
    arrows = [(source, target) for source, targets in enumerate(plan.out) for target in targets] + plan.back
    arrows.sort(key=lambda arrow: sorted((place[arrow[0]], place[arrow[1]])))
    said = _said(arrows, wording, kind, knobs.edge_labels, words, link)
    edges = [Edge(ids[source], ids[target], label) for (source, target), label in zip(arrows, said, strict=True)]
    if knobs.arrows:
        edges += [replace(edge, label="") for edge in order.sample(edges, min(knobs.parallel, len(edges)))]
        edges += [Edge(node.id, node.id) for node in order.sample(nodes, min(knobs.self_loops, size))]
    return Diagram(tuple(nodes), tuple(edges), tuple(groups), knobs.direction or _direction(plan, order))


def _wander(plan: Plan, rng: random.Random) -> list[int]:
    """The nodes from a random one on, along arrows in either direction: it tells no way.

    Layout engines start from this order. Where neighbours stand together in it, fewer arrows cross, or run
    behind nodes, than in one that is all random.
    """
    beside = [[*plan.out[node], *plan.into[node]] for node in range(len(plan.out))]
    seen: dict[int, None] = {}
    for start in rng.sample(range(len(beside)), len(beside)):
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen[node] = None
                waiting += rng.sample(beside[node], len(beside[node]))
    return list(seen)


def _shape(node: int, plan: Plan, wording: Wording, kind: Kind) -> Shape:
    if node in plan.choices:
        return Shape.DIAMOND
    return Shape.STADIUM if node in wording.starts or node in wording.ends else BASE[kind]


def _said(
    arrows: list[tuple[int, int]],
    wording: Wording,
    kind: Kind,
    share: float,
    words: Vocabulary,
    rng: random.Random,
) -> list[str]:
    """Labels of arrows: outcomes of choices; on a share of the others, what fits their source or the kind.

    No two that leave one node are alike.
    """
    pool = {Kind.PROCESS: words.lists["edges"], Kind.STATES: words.lists["events"]}.get(kind)
    pool = pool or common_words()[kind]["edges"]
    said = [wording.outcomes.get(arrow, "") for arrow in arrows]
    free = [k for k, label in enumerate(said) if not label]
    taken: set[tuple[int, str]] = set()
    for k in rng.sample(free, round(len(free) * share)):
        source = arrows[k][0]
        fitting = wording.conditions.get(source, ()) if rng.random() < _CONDITIONS else ()
        fresh = [label for label in fitting or pool if (source, label) not in taken]
        if fresh:
            said[k] = rng.choice(fresh)
            taken.add((source, said[k]))
    return said
