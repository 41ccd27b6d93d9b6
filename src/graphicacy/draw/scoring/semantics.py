"""Semantic correctness by geometry: is each required relation drawn, the right way round, with the right head?

Works on the topology of a drawing (``Evidence.diagram``), without any model. Where the topology is unknown nothing is
decided and every verdict is None; where it was read from pixels, what is not sure is not decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.diagram.model import Head
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.predicates import Drawn, Predicate, find_predicate
from graphicacy.draw.record import ErrorItem, RelationVerdict
from graphicacy.draw.scoring.links import Link
from graphicacy.draw.scoring.sureness import is_sure
from graphicacy.draw.scoring.text import normalise
from graphicacy.draw.scoring.topology import Topology
from graphicacy.draw.task import DrawTask

__all__ = ["extra_relations", "relation_errors", "verify_relations"]

Relation = tuple[str, str, str]
_RIGHT, _UNSURE = "right", "unsure"


def verify_relations(task: DrawTask, topology: Topology | None) -> tuple[RelationVerdict, ...]:
    """One verdict per required relation, in the task's order; all None where ``topology`` is None."""
    if topology is None:
        return tuple(RelationVerdict(relation=r) for r in task.required_relations)
    return tuple(_verdict(r, *_decide(r, topology)) for r in task.required_relations)


def relation_errors(task: DrawTask, topology: Topology | None) -> list[ErrorItem]:
    """The errors behind every "no": missing-relation, reversed-relation or wrong-head."""
    if topology is None:
        return []
    errors = []
    for relation in task.required_relations:
        kind, why = _decide(relation, topology)
        if kind not in (_RIGHT, _UNSURE):
            what = f"{' '.join(relation)}: {why}"
            errors.append(ErrorItem(kind=kind, severity="critical", what=what, box=_around(relation, topology)))
    return errors


def extra_relations(task: DrawTask, topology: Topology | None) -> list[ErrorItem]:
    """Connectors between two required labels that no required relation accounts for.

    Where a pair has a relation that is drawn wrong, the connector between them is that error and no extra one.
    """
    if topology is None:
        return []
    wanted: dict[frozenset[str], list[Relation]] = {}
    for relation in task.required_relations:
        wanted.setdefault(frozenset((relation[0], relation[2])), []).append(relation)
    owner = {i: label for label in task.required_labels for i in topology.names.find(label)}
    errors = []
    for link in topology.links:
        a, b = owner.get(link.source), owner.get(link.target)
        if a is None or b is None or a == b or len(link.edges) != 1 or not link.drawn:
            continue
        if all(_is_other(link, a, relation, topology) for relation in wanted.get(frozenset((a, b)), [])):
            what = f"a connector joins “{a}” and “{b}” ({link.tail} to {link.head}), which no relation asks for"
            errors.append(
                ErrorItem(kind="extra-relation", severity="minor", what=what, box=_around((a, "", b), topology))
            )
    return errors


def _is_other(link: Link, source: str, relation: Relation, topology: Topology) -> bool:
    """Whether a relation is drawn right, and by another connector than this one."""
    predicate = find_predicate(relation[1])
    if predicate.drawn is Drawn.MUTUAL or _judge(relation, topology)[0] != _RIGHT:
        return False
    told = link if source == relation[0] else link.reversed()
    return _judge_links(predicate, [told])[0] != _RIGHT


def _verdict(relation: Relation, kind: str, why: str) -> RelationVerdict:
    if kind == _UNSURE:
        return RelationVerdict(relation=relation, why=why)
    right = kind == _RIGHT
    return RelationVerdict(
        relation=relation, verdict="yes" if right else "no", why=why, by="geometry", share=float(right)
    )


def _decide(relation: Relation, topology: Topology) -> tuple[str, str]:
    """As ``_judge``, unless what pixels show is not sure enough."""
    kind, why = _judge(relation, topology)
    if kind != _UNSURE and not is_sure(relation, kind == "missing-relation", topology):
        return _UNSURE, f"the pixels do not show it surely: {why}"
    return kind, why


def _judge(relation: Relation, topology: Topology) -> tuple[str, str]:
    """The kind of error, ``_RIGHT`` or ``_UNSURE``, and the reason in words."""
    subject, name, obj = relation
    predicate = find_predicate(name)
    if predicate.drawn is Drawn.ENCLOSURE:
        return _judge_enclosure(subject, obj, topology)
    if predicate.name == "catalyses" and _on_its_arrow(subject, obj, topology):
        return _RIGHT, f"“{subject}” is written on the reaction arrow of “{obj}”"
    links = topology.between(subject, obj)
    if links:
        return _judge_links(predicate, links)
    unsure = topology.between(subject, obj, perhaps=True)
    if unsure and _judge_links(predicate, unsure)[0] == _RIGHT:
        return _UNSURE, "a connector joins longer labels that hold these words: they may name other things"
    if topology.may_join(subject, obj):
        return _UNSURE, "a connector near them ends on nothing with a name: it may be the one that was asked for"
    return "missing-relation", _why_missing(subject, obj, topology)


def _judge_links(predicate: Predicate, links: Sequence[Link]) -> tuple[str, str]:
    if predicate.drawn in (Drawn.LINE, Drawn.CALLOUT):
        return _judge_line(predicate, links)
    if predicate.drawn is Drawn.MUTUAL:
        return _judge_mutual(links)
    return _judge_arrow(predicate, links)


def _why_missing(subject: str, obj: str, topology: Topology) -> str:
    absent = [label for label in (subject, obj) if not topology.ends(label)]
    if absent:
        return " and ".join(f"“{label}” names no shape or connector end" for label in absent)
    return "no connector joins them"


def _judge_arrow(predicate: Predicate, links: Sequence[Link]) -> tuple[str, str]:
    faults: list[tuple[int, str, str]] = []
    for link in links:
        sign = _sign(link.label)
        if link.head is Head.NONE and link.tail is Head.NONE:
            faults.append((2, "wrong-head", "the connector has no head, so no direction shows"))
        elif link.head is Head.NONE:
            faults.append((1, "reversed-relation", "the head is at the subject's end: the arrow runs the wrong way"))
        elif link.tail is not Head.NONE:
            faults.append((3, "wrong-head", f"heads at both ends ({link.tail} and {link.head}), one was asked for"))
        elif link.head not in predicate.accepts:
            asked = " or ".join(sorted(predicate.accepts))
            faults.append((0, "wrong-head", f"the head is {link.head}, {asked} was asked for"))
        elif not _sign_fits(predicate, link.head, sign):
            drawn = f"signed {sign}" if sign else "not signed"
            faults.append((0, "wrong-head", f"the arrow is {drawn}, {predicate.sign} was asked for"))
        else:
            return _RIGHT, f"a connector with a {link.head} head runs from subject to object"
    _, kind, why = min(faults)
    return kind, why


def _sign(label: str) -> str:
    """The sign of a causal link's label: "+", "-" or "" (minus, dashes and words in parentheses read alike)."""
    text = label.strip().strip("()[] ")
    if text[:1] in {"+", "＋", "⊕"}:
        return "+"
    return "-" if text[:1] in {"-", "−", "–", "—", "⊖"} else ""


def _sign_fits(predicate: Predicate, head: Head, sign: str) -> bool:
    if predicate.sign == "+":
        return sign != "-"
    if predicate.sign == "-":
        return sign == "-" or (head is Head.BLUNT and sign != "+")
    return True


def _judge_line(predicate: Predicate, links: Sequence[Link]) -> tuple[str, str]:
    for link in links:
        if link.head in predicate.accepts and link.tail in predicate.accepts:
            return _RIGHT, "a connector joins them"
    return "wrong-head", f"they are joined by a connector with a {links[0].head} head"


def _judge_mutual(links: Sequence[Link]) -> tuple[str, str]:
    ahead = any(link.head is Head.POINTED for link in links)
    back = any(link.tail is Head.POINTED for link in links)
    if ahead and back:
        return _RIGHT, "arrows run both ways"
    return "wrong-head", "one way only is drawn, both ways were asked for" if ahead or back else "no head is drawn"


def _judge_enclosure(subject: str, obj: str, topology: Topology) -> tuple[str, str]:
    outer, inner = set(topology.names.find(subject)), set(topology.names.find(obj))
    if not outer or not inner:
        return "missing-relation", _why_missing(subject, obj, topology)
    parents = {g.id: g.parent for g in topology.diagram.groups} | {n.id: n.group for n in topology.diagram.nodes}
    for identifier in inner:
        seen: set[str] = set()
        parent = parents.get(identifier)
        while parent is not None and parent not in seen:
            if parent in outer:
                return _RIGHT, f"“{obj}” lies inside “{subject}”"
            seen.add(parent)
            parent = parents.get(parent)
    if _inside(outer, inner, topology.scene):
        return _RIGHT, f"“{obj}” lies inside “{subject}”"
    if any(link.tail is Head.DIAMOND for link in topology.between(subject, obj)):
        return _RIGHT, "a composition diamond at the whole's end"
    if _inside(inner, outer, topology.scene):
        return "reversed-relation", f"“{subject}” lies inside “{obj}”: the enclosure is inside out"
    return "missing-relation", f"“{obj}” does not lie inside “{subject}”"


def _inside(outer: set[str], inner: set[str], scene: Scene | None) -> bool:
    if scene is None:
        return False
    boxes = {**scene.groups, **scene.nodes}
    return any(
        boxes[o].area > boxes[i].area and boxes[o].intersection(boxes[i]) >= 0.9 * max(boxes[i].area, 1e-9)
        for o in outer
        for i in inner
        if o in boxes and i in boxes
    )


def _on_its_arrow(enzyme: str, substance: str, topology: Topology) -> bool:
    """Biochemists write the enzyme beside the reaction arrow: that says the same as a circle-headed connector."""
    ends, key = set(topology.names.find(substance)), normalise(enzyme)
    return any(
        normalise(link.label) == key and (link.source in ends or link.target in ends)
        for link in topology.links
        if link.label
    )


def _around(relation: Relation, topology: Topology) -> tuple[float, float, float, float] | None:
    """The box of the connector where there is one, else around the ends that are drawn."""
    links = topology.between(relation[0], relation[2])
    scene = topology.scene
    if links and links[0].edges and scene is not None:
        points = [p for i in links[0].edges if i < len(scene.routes) for p in scene.routes[i]]
        if points:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            return _rounded(Box(min(xs), min(ys), max(xs), max(ys)))
    boxes = [b for b in (topology.box(relation[0]), topology.box(relation[2])) if b is not None]
    if not boxes:
        return None
    return _rounded(boxes[0] if len(boxes) == 1 else boxes[0].union(boxes[1]))


def _rounded(box: Box) -> tuple[float, float, float, float]:
    return (round(box.x0, 1), round(box.y0, 1), round(box.x1, 1), round(box.y1, 1))
