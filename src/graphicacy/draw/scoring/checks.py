"""Decides the checkable sentences of a spec (see ``draw.statements``) against what was seen in a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphicacy.diagram.facts import crossing_pairs
from graphicacy.diagram.model import Direction, Head, LineStyle
from graphicacy.diagram.scene import Box
from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.record import LabelVerdict, TextScore
from graphicacy.draw.scoring.links import Link
from graphicacy.draw.scoring.text import normalise, same_label
from graphicacy.draw.scoring.topology import Topology
from graphicacy.draw.statements import FLOWS, SHAPE_WORDS, Statement
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Evidence

__all__ = ["Seen", "decide", "shows"]

Decision = tuple[bool, str] | None


class Seen:
    """All that a check may look at: the task, the evidence, its topology (or None) and the text score."""

    def __init__(self, task: DrawTask, evidence: Evidence, topology: Topology | None, text: TextScore) -> None:
        self.task, self.evidence, self.topology, self.text = task, evidence, topology, text
        self.labels: dict[str, LabelVerdict] = {v.label: v for v in text.labels}

    def box(self, label: str) -> Box | None:
        """Where a label's thing is: its shape, else its text."""
        box = self.topology.box(label) if self.topology else None
        verdict = self.labels.get(label)
        if box is None and verdict is not None and verdict.box is not None:
            return Box(*verdict.box)
        return box

    def arrows(self, subject: str, obj: str) -> list[Link]:
        """Drawn links with a head at the object's end."""
        return [k for k in self.drawn(subject, obj) if k.head is not Head.NONE]

    def drawn(self, subject: str, obj: str) -> list[Link]:
        """Links that are drawn between two labels, told from subject to object."""
        return [k for k in self.topology.between(subject, obj) if k.drawn] if self.topology else []


def decide(statement: Statement, seen: Seen) -> Decision:
    """(holds, why), or None where this drawing's evidence cannot decide."""
    check, needs_topology = _CHECKS[statement.kind]
    if needs_topology and seen.topology is None:
        return None
    return check(statement, seen)


def _present(s: Statement, seen: Seen) -> Decision:
    label = s.labels[0]
    verdict = seen.labels.get(label)
    if verdict is not None:
        return verdict.found, f"“{label}” is {'drawn' if verdict.found else 'not drawn'}"
    found = any(same_label(label, item.text) in ("exact", "ocr") for item in seen.evidence.text)
    return found, f"“{label}” is {'drawn' if found else 'not drawn'}"


def _shape(s: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    ids = set(seen.topology.names.find(s.labels[0]))
    shapes = [n.shape for n in seen.topology.diagram.nodes if n.id in ids]
    if not shapes:
        return False, f"no shape is labelled “{s.labels[0]}”"
    wanted = SHAPE_WORDS[s.argument]
    return any(shape in wanted for shape in shapes), f"“{s.labels[0]}” is drawn as {shapes[0].value}"


def _frame(s: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    groups = {g.id for g in seen.topology.diagram.groups}
    holds = any(i in groups for i in seen.topology.names.find(s.labels[0]))
    return holds, f"{'a' if holds else 'no'} frame is labelled “{s.labels[0]}”"


def _arrow(s: Statement, seen: Seen) -> Decision:
    holds = bool(seen.arrows(*s.labels))
    return holds, f"{'an' if holds else 'no'} arrow runs from “{s.labels[0]}” to “{s.labels[1]}”"


def _connected(s: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    holds = bool(seen.drawn(*s.labels))
    return holds, f"{'a' if holds else 'no'} line joins “{s.labels[0]}” and “{s.labels[1]}”"


def _inside(s: Statement, seen: Seen) -> Decision:
    inner, outer = (seen.box(label) for label in s.labels)
    if inner is None or outer is None:
        return None if seen.topology is None else (False, "one of them is not drawn")
    if seen.topology is None:  # text boxes say nothing of the frames around them
        return None
    holds = outer.area > inner.area and outer.intersection(inner) >= 0.9 * inner.area
    return holds, f"“{s.labels[0]}” lies {'inside' if holds else 'outside'} “{s.labels[1]}”"


def _side(s: Statement, seen: Seen) -> Decision:
    a, b = (seen.box(label) for label in s.labels)
    if a is None or b is None:
        return None
    (ax, ay), (bx, by) = a.center, b.center
    holds = {"above": ay < by, "below": ay > by, "left of": ax < bx, "right of": ax > bx}[s.argument]
    return holds, f"“{s.labels[0]}” is {'' if holds else 'not '}{s.argument} “{s.labels[1]}”"


def _exits_labelled(s: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    ids = set(seen.topology.names.find(s.labels[0]))
    exits = [e for e in seen.topology.diagram.edges if e.source in ids and e.head is not Head.NONE]
    if not exits:
        return False, f"no arrow leaves “{s.labels[0]}”"
    bare = sum(not e.label.strip() for e in exits)
    return bare == 0, f"{bare} of {len(exits)} arrows out of “{s.labels[0]}” carry no label"


def _edge_label(s: Statement, seen: Seen) -> Decision:
    links = seen.arrows(*s.labels)
    if not links:
        return False, f"no arrow runs from “{s.labels[0]}” to “{s.labels[1]}”"
    holds = any(shows(s.argument, k.label) for k in links)
    return holds, f"the arrow is labelled “{links[0].label}”" if links[0].label else "the arrow carries no label"


def _edge_dashed(s: Statement, seen: Seen) -> Decision:
    links = seen.arrows(*s.labels)
    holds = any(k.line in (LineStyle.DASHED, LineStyle.DOTTED) for k in links)
    return holds, f"the arrow is {links[0].line.value}" if links else "there is no such arrow"


def _flow(s: Statement, seen: Seen) -> Decision:
    """Holds where at least 70 % of the arrows that advance or go back along the axis advance."""
    assert seen.topology is not None
    scene = seen.topology.scene
    if scene is None:
        return None
    axis, boxes = (1 if FLOWS[s.argument] is Direction.DOWN else 0), {**scene.groups, **scene.nodes}
    ahead = back = 0
    for edge in seen.topology.diagram.edges:
        if edge.head is Head.NONE or edge.source not in boxes or edge.target not in boxes:
            continue
        a, b = boxes[edge.source], boxes[edge.target]
        step = b.center[axis] - a.center[axis]
        if abs(step) > 0.25 * (a[axis + 2] - a[axis] + b[axis + 2] - b[axis]):
            ahead, back = ahead + (step > 0), back + (step < 0)
    if ahead + back == 0:
        return False, "no arrow shows a flow"
    share = ahead / (ahead + back)
    return share >= 0.7, f"{share:.0%} of the arrows run {s.argument}"


def _heads_of(names: Sequence[str], wanted: Head, word: str) -> Callable[[Statement, Seen], Decision]:
    def check(_: Statement, seen: Seen) -> Decision:
        relations = [r for r in seen.task.required_relations if find_predicate(r[1]).name in names]
        links = [k for s, _p, o in relations for k in _heads_at(seen, s, o)]
        if not links:
            return (False, f"no {word} is drawn") if relations else None
        wrong = [k for k in links if k.head is not wanted]
        return not wrong, f"{len(wrong)} of {len(links)} {word} connectors end otherwise than {wanted.value}"

    return check


def _heads_at(seen: Seen, subject: str, obj: str) -> list[Link]:
    """Links with a head at the object's end, also those onto the middle of a reaction arrow."""
    assert seen.topology is not None
    return [k for k in seen.topology.between(subject, obj) if k.head is not Head.NONE]


def _one_head(_: Statement, seen: Seen) -> Decision:
    """Compares relations that ask for one head: signed arrows say by their sign what they mean, regulation is open."""
    meanings: dict[Head, set[str]] = {}
    heads: dict[str, set[Head]] = {}
    for subject, name, obj in seen.task.required_relations:
        predicate = find_predicate(name)
        if predicate.sign or predicate.drawn is not Drawn.ARROW or len(predicate.accepts) > 2:
            continue
        meaning = predicate.head.value  # predicates that share a head share a class of meaning
        for link in _heads_at(seen, subject, obj):
            meanings.setdefault(link.head, set()).add(meaning)
            heads.setdefault(meaning, set()).add(link.head)
    if not meanings:
        return None
    mixed = [h.value for h, m in meanings.items() if len(m) > 1] + [m for m, h in heads.items() if len(h) > 1]
    return not mixed, f"mixed use of heads: {', '.join(sorted(set(mixed)))}" if mixed else "each head has one meaning"


def _no_arrow(s: Statement, seen: Seen) -> Decision:
    holds = not seen.arrows(*s.labels)
    return holds, f"{'no' if holds else 'an'} arrow runs from “{s.labels[0]}” to “{s.labels[1]}”"


def _no_connection(s: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    holds = not seen.drawn(*s.labels)
    return holds, f"{'nothing' if holds else 'a connector'} joins “{s.labels[0]}” and “{s.labels[1]}”"


def _no_arrow_at(end: str) -> Callable[[Statement, Seen], Decision]:
    def check(s: Statement, seen: Seen) -> Decision:
        assert seen.topology is not None
        ids = set(seen.topology.names.find(s.labels[0]))
        if not ids:
            return None
        links = [k for link in seen.topology.links if link.drawn for k in (link, link.reversed())]
        count = sum((k.source if end == "out of" else k.target) in ids and k.head is not Head.NONE for k in links)
        return count == 0, f"{count} arrows run {end} “{s.labels[0]}”"

    return check


def _no_duplicates(_: Statement, seen: Seen) -> Decision:
    twice = [text for text, _box in seen.text.duplicates]
    return not twice, f"drawn more than once: {', '.join(twice)}" if twice else "each label is drawn once"


def _no_extra_text(_: Statement, seen: Seen) -> Decision:
    # A single character is a sign of a causal link, or an arrow's head that OCR read as a letter.
    found = (text for text, _box in (*seen.text.extra, *seen.text.gibberish))
    extra = [text for text in found if len(text.strip("() ")) > 1]
    return not extra, f"other text: {', '.join(extra[:5])}" if extra else "no other text"


def _absent(s: Statement, seen: Seen) -> Decision:
    wanted = s.labels[0]
    shown = any(shows(wanted, item.text) for item in seen.evidence.text)
    return not shown, f"“{wanted}” is {'drawn' if shown else 'not drawn'}"


def shows(label: str, text: str) -> bool:
    """Whether a text is, or holds as whole words, this label."""
    words, n, key = text.split(), len(label.split()), normalise(label)
    return normalise(text) == key or any(normalise(" ".join(words[i : i + n])) == key for i in range(len(words)))


def _no_crossings(_: Statement, seen: Seen) -> Decision:
    assert seen.topology is not None
    if seen.topology.scene is None:
        return None
    count = len(crossing_pairs(seen.topology.scene.routes))
    return count == 0, f"{count} pairs of connectors cross"


_ACTIVATION = ("activates", "recruits")
_CHECKS: dict[str, tuple[Callable[[Statement, Seen], Decision], bool]] = {
    "present": (_present, False),
    "shape": (_shape, True),
    "shape-of": (_shape, True),
    "frame": (_frame, True),
    "arrow": (_arrow, True),
    "line": (_connected, True),
    "inside": (_inside, True),
    "side": (_side, False),
    "exits-labelled": (_exits_labelled, True),
    "edge-label": (_edge_label, True),
    "edge-dashed": (_edge_dashed, True),
    "flow": (_flow, True),
    "inhibition-blunt": (_heads_of(("inhibits",), Head.BLUNT, "inhibition"), True),
    "activation-pointed": (_heads_of(_ACTIVATION, Head.POINTED, "activation"), True),
    "catalysis-circle": (_heads_of(("catalyses",), Head.CIRCLE, "catalysis"), True),
    "one-head-one-meaning": (_one_head, True),
    "no-arrow": (_no_arrow, True),
    "no-connection": (_no_connection, True),
    "no-arrow-out": (_no_arrow_at("out of"), True),
    "no-arrow-in": (_no_arrow_at("into"), True),
    "no-duplicates": (_no_duplicates, False),
    "no-extra-text": (_no_extra_text, False),
    "absent": (_absent, False),
    "no-crossings": (_no_crossings, True),
}
