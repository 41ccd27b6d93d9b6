"""A drawing's diagram, ready to be asked: what carries which label, and what joins what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphicacy.diagram.model import Diagram, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.record import TextScore
from graphicacy.draw.scoring.links import Link, Names, links_of
from graphicacy.draw.scoring.loose import LooseEnds
from graphicacy.draw.scoring.text import normalise
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Certainty, Evidence

__all__ = ["Topology", "topology_of"]


@dataclass(frozen=True, slots=True)
class Topology:
    """A drawing's diagram, ready to be asked: links, the names of things, and where things are.

    ``certainty`` is how sure it is where it was read from pixels, None where it is known.
    """

    diagram: Diagram
    scene: Scene | None
    names: Names
    links: tuple[Link, ...]
    loose: LooseEnds
    certainty: Certainty | None = None

    def box(self, label: str) -> Box | None:
        """The box of the first thing that this label names, in pixels."""
        if self.scene is None:
            return None
        boxes = {**self.scene.groups, **self.scene.nodes}
        return next((boxes[i] for i in self.names.find(label) if i in boxes), None)

    def between(self, subject: str, obj: str, perhaps: bool = False) -> list[Link]:
        """Links that join the two labels, each told from subject to object; ``perhaps`` also by longer labels."""
        starts, ends = self.ends(subject, perhaps), self.ends(obj, perhaps)
        found = []
        for link in self.links:
            if link.source in starts and link.target in ends:
                found.append(link)
            elif link.source in ends and link.target in starts:
                found.append(link.reversed())
        return found

    def ends(self, label: str, perhaps: bool = False) -> set[str]:
        """Ids at which a link may end on this label: its things, and the label of a callout."""
        key = normalise(label)
        callouts = {link.source for link in self.links if link.source.startswith("label:")}
        named = self.names.find(label) or (self.names.perhaps(label) if perhaps else ())
        return {*named, *(i for i in callouts if normalise(i[6:]) == key)}

    def may_join(self, subject: str, obj: str) -> bool:
        """Whether a connector that ends on nothing with a name may be the one between the two labels."""
        return self.loose.may_join((subject, self.ends(subject)), (obj, self.ends(obj)))


def topology_of(task: DrawTask, evidence: Evidence, text: TextScore) -> Topology | None:
    """The topology of a drawing, or None where it is unknown. ``text`` is its strict text score."""
    diagram, scene = evidence.diagram, evidence.scene
    if diagram is None:
        return None
    diagram = _spelt(diagram, text)
    names = Names(diagram, task.required_labels, _lines(evidence))
    joined = {end for e in diagram.edges for end in (e.source, e.target)}
    apart = {n.id for n in diagram.nodes if n.shape is Shape.TEXT and n.id not in joined}
    captions = {v.label: Box(*v.box) for v in text.labels if v.found and v.box and set(names.find(v.label)) <= apart}
    boxes = {**scene.groups, **scene.nodes} if scene is not None else {}
    things = {v.label: [boxes[i] for i in names.find(v.label) if i in boxes] for v in text.labels}
    loose = LooseEnds(diagram, scene, captions, things, [item.size for item in evidence.text])
    return Topology(diagram, scene, names, tuple(links_of(diagram, evidence.callouts)), loose, evidence.certainty)


def _spelt(diagram: Diagram, text: TextScore) -> Diagram:
    """With the letters that OCR takes for others put right, where the text score finds a label in them."""
    meant = {normalise(v.seen): v.label for v in text.labels if v.verdict == "ocr" and v.seen}
    if not meant:
        return diagram
    nodes = tuple(replace(n, label=meant.get(normalise(n.label), n.label)) for n in diagram.nodes)
    groups = tuple(replace(g, label=meant.get(normalise(g.label), g.label)) for g in diagram.groups)
    return replace(diagram, nodes=nodes, groups=groups)


def _lines(evidence: Evidence) -> dict[str, list[str]]:
    """The lines of text whose middle lies in each node."""
    boxes = evidence.scene.nodes if evidence.scene is not None else {}
    middles = [(item.text, *item.box.center) for item in evidence.text]
    return {
        i: [text for text, x, y in middles if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1]
        for i, box in boxes.items()
    }
