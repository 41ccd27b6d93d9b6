"""Words on a plan: labels of nodes and arrows, and the title, in the order in which work goes on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from graphicacy.read.corpus.entry import Kind
from graphicacy.read.corpus.generator.plan import Plan
from graphicacy.read.corpus.generator.vocabulary import Pair, Phase, Theme, Vocabulary, common_words

__all__ = ["Section", "Wording", "word"]

_OF_A_THEME = 80  # steps: longer processes have several themes
_OF_A_SUBJECT = 8  # states


@dataclass
class Section:
    """Nodes that belong together, in the order of their ranks, and the title that a frame around them has."""

    title: str
    nodes: list[int]


@dataclass
class Wording:
    """What a plan says.

    ``outcomes`` are labels of the ways out of choices. ``starts`` and ``ends`` are the first and last nodes of a
    workflow. ``conditions`` are labels that fit the ways out of a step, by step.
    """

    title: str
    sections: list[Section]
    labels: dict[int, str] = field(default_factory=dict)
    outcomes: dict[tuple[int, int], str] = field(default_factory=dict)
    starts: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)
    conditions: dict[int, tuple[str, ...]] = field(default_factory=dict)


def word(plan: Plan, kind: Kind, words: Vocabulary, is_flow: bool, rng: random.Random) -> Wording:
    """Label all nodes and the ways out of choices, which stop being choices where no question fits them."""
    ranks = plan.ranks()
    order = sorted(range(len(ranks)), key=lambda node: (ranks[node], rng.random()))
    place = rng.choice(words.lists["places"])
    if kind is Kind.PROCESS:
        return _Process(plan, words, is_flow, rng).wording(order, place)
    if kind is Kind.STATES:
        return _states(words.names[kind], _depth_first(plan, order), ranks, place, rng)
    names = rng.sample(words.names[kind], len(order))
    if kind is Kind.FLOW:
        lasts = list(dict.fromkeys(pair.last for pair in words.names[kind]))
        names.sort(key=lambda pair: lasts.index(pair.last))
    said = common_words()[kind]
    title = rng.choice(said["titles"]).format(first=names[0].words, last=names[-1].words)
    frames = rng.sample(said["frames"], min(len(said["frames"]), 1 + len(order) // 5))
    parts = _chunks(_depth_first(plan, order), len(frames))
    sections = [Section(name, nodes) for name, nodes in zip(frames, parts, strict=True)]
    labels = {node: pair.label for node, pair in zip(order, names, strict=True)}
    return Wording(f"{title}, {place}", sections, labels)


class _Process:
    """The words of one process; no label is given twice."""

    def __init__(self, plan: Plan, words: Vocabulary, is_flow: bool, rng: random.Random) -> None:
        self.plan, self.words, self.rng = plan, words, rng
        themes = rng.sample(words.themes, min(len(words.themes), 1 + (len(plan.out) - 1) // _OF_A_THEME))
        self.themes: list[Theme] = themes
        self.is_flow = is_flow and len(plan.out) > 2
        self.used: set[str] = set()
        self.things: dict[int, str] = {}
        self.phase_of: dict[int, Phase] = {}
        self.choices = [choice for theme in themes for choice in theme.choices]
        rng.shuffle(self.choices)

    def wording(self, order: list[int], place: str) -> Wording:
        phases = [phase for theme in self.themes for phase in theme.phases]
        said = Wording("", [])
        if self.is_flow:
            self._ends(said, order)
        for phase, nodes in zip(phases, _chunks(order, len(phases)), strict=True):
            said.sections.append(Section(phase.title, nodes))
            self.phase_of |= dict.fromkeys(nodes, phase)
        self._ask(said, order)
        for phase, section in zip(phases, list(said.sections), strict=True):
            self._steps(said, phase, [node for node in section.nodes if node not in said.labels])
        self._questions(said, order)
        things = [self.things[node] for node in order if node in self.things]
        subject = f": {things[0]} to {things[-1]}" if len(things) > 1 and things[0] != things[-1] else ""
        said.title = f"{' and '.join(theme.title for theme in self.themes[:2])}, {place}{subject}"
        return said

    def _ends(self, said: Wording, order: list[int]) -> None:
        """Words of the start, and of as many ends as there are words for."""
        starts = [node for node in order if not self.plan.into[node]]
        ends = [node for node in reversed(order) if not self.plan.out[node] and node not in starts]
        last = self.themes[-1].ends
        # The first words are those of the good end, which is the one reached last.
        for node, label in chain(
            zip(starts, self.rng.sample(self.themes[0].starts, 1), strict=False),
            zip(ends, (last[0], *self.rng.sample(last[1:], len(last) - 1)), strict=False),
        ):
            said.labels[node] = label
            self.used.add(label)
        said.starts = {node for node in starts if node in said.labels}
        said.ends = {node for node in ends if node in said.labels}

    def _ask(self, said: Wording, order: list[int]) -> None:
        """Questions with several outcomes, as far as they go."""
        for node in order:
            ways = self._ways(node) if node in self.plan.choices else []
            if len(ways) < 3:
                continue
            fitting = next((choice for choice in self.choices if len(choice[1]) >= len(ways)), None)
            if fitting is None:
                self.plan.choices.discard(node)
                continue
            self.choices.remove(fitting)
            said.labels[node] = fitting[0]
            self.used.add(fitting[0])
            said.outcomes |= {(node, way): outcome for way, outcome in zip(ways, fitting[1], strict=False)}

    def _steps(self, said: Wording, phase: Phase, nodes: list[int]) -> None:
        """Steps of a phase, in the order of its verbs; each object comes once before one comes again."""
        plain = [node for node in nodes if node not in self.plan.choices]
        fresh = (pair for pair in self._spread(phase) if pair.label not in self.used)
        pairs = [pair for pair, _ in zip(fresh, plain, strict=False)]
        pairs.sort(key=lambda pair: phase.verbs.index(pair.first))
        for node, pair in zip(plain, pairs, strict=False):
            self._say(said, node, pair)
        for node in plain[len(pairs) :]:
            self._say_any(said, node)

    def _say_any(self, said: Wording, node: int) -> None:
        """Label a node with the first step that is left, if need be one of another theme."""
        others = [theme for theme in self.words.themes if theme not in self.themes]
        phases = [phase for theme in (*self.themes, *others) for phase in theme.phases]
        self.phase_of[node], pair = next((p, pair) for p in phases for pair in p.steps if pair.label not in self.used)
        self._say(said, node, pair)

    def _say(self, said: Wording, node: int, pair: Pair) -> None:
        said.labels[node] = pair.label
        word = "if" if len(self.plan.out[node]) > 1 else "once"
        said.conditions[node] = tuple(f"{word} {check}" for check in self.phase_of[node].checks)
        self.things[node] = pair.last
        self.used.add(pair.label)

    def _spread(self, phase: Phase) -> Iterator[Pair]:
        """All steps of a phase, lap by lap over its objects, each lap with other verbs."""
        things = self.rng.sample(phase.objects, len(phase.objects))
        turn = self.rng.randrange(len(phase.verbs))
        known = set(phase.steps)
        for lap in range(len(phase.verbs)):
            for k, thing in enumerate(things):
                pair = Pair(phase.verbs[(turn + k + lap * 2 + lap // 3) % len(phase.verbs)], thing)
                if pair in known:
                    yield pair

    def _questions(self, said: Wording, order: list[int]) -> None:
        """Questions with two outcomes, about what was done just before where there is something to ask of it."""
        for node in order:
            if node in said.labels:
                continue
            question = next((q for q in self._about(node) if q not in self.used), None)
            if question is None:
                self.plan.choices.discard(node)
                self._say_any(said, node)
                continue
            said.labels[node] = question
            self.used.add(question)
            said.outcomes |= zip(((node, way) for way in self._ways(node)), ("yes", "no"), strict=True)

    def _about(self, node: int) -> Iterator[str]:
        """Questions that a choice may ask, the best first."""
        waiting, seen = list(self.plan.into[node]), set(self.plan.into[node])
        for source in waiting:
            if source in self.things:
                questions = self.phase_of[source].questions(self.things[source])
                yield from self.rng.sample(questions, len(questions))
            new = [n for n in self.plan.into[source] if n not in seen]
            seen.update(new)
            waiting += new
        for phase in dict.fromkeys((self.phase_of[node], *self.phase_of.values())):
            for thing in phase.objects:
                yield from phase.questions(thing)

    def _ways(self, node: int) -> list[int]:
        """Where a choice leads, the way on first: the last of two is that of "no"."""
        ways = sorted(self.plan.out[node], key=lambda way: (not self.plan.out[way], self.rng.random()))
        return ways + self.plan.back_from(node)


def _states(names: tuple[Pair, ...], order: list[int], ranks: list[int], place: str, rng: random.Random) -> Wording:
    """States of one subject after the other, each in the order of its life."""
    lives: dict[str, list[Pair]] = {}
    for pair in names:
        lives.setdefault(pair.first, []).append(pair)
    subjects = rng.sample(list(lives), min(len(lives), 1 + (len(order) - 1) // _OF_A_SUBJECT))
    said = Wording("", [])
    for subject, chunk in zip(subjects, _chunks(order, len(subjects)), strict=True):
        nodes = sorted(chunk, key=ranks.__getitem__)
        said.sections.append(Section(f"States of {subject}", nodes))
        life = lives[subject]
        kept = sorted(rng.sample(range(len(life)), len(nodes)))
        said.labels |= {node: life[k].label for node, k in zip(nodes, kept, strict=True)}
    title = rng.choice(common_words()[Kind.STATES]["titles"])
    said.title = f"{title.format(first=' and '.join(subjects[:2]))}, {place}"
    return said


def _depth_first(plan: Plan, order: list[int]) -> list[int]:
    """The nodes along one way after the other, so that neighbours in the list are mostly neighbours in the plan."""
    seen: dict[int, None] = {}
    for start in order:
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen[node] = None
                waiting += plan.out[node]
    return list(seen)


def _chunks(order: list[int], count: int) -> list[list[int]]:
    """The order cut into that many parts of about one size."""
    size = len(order)
    return [order[size * k // count : size * (k + 1) // count] for k in range(count)]
