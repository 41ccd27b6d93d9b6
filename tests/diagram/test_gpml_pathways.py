"""Real pathways: counted and measured against a walk over the XML that shares nothing with the reader."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from graphicacy.diagram.gpml import read_gpml
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Shape
from graphicacy.diagram.scene import Box, Point
from layout_parts import distance, off_outline

HEADS = {
    "none": "Line Undirected mim-gap mim-branching-left mim-branching-right",
    "pointed": "Arrow mim-conversion mim-modification mim-stimulation mim-necessary-stimulation mim-binding "
    "mim-cleavage mim-covalent-bond mim-transcription-translation mim-translocation Directed Conversion Stimulation "
    "Binding Translocation TranscriptionTranslation",
    "circle": "mim-catalysis Catalysis LigandRound",
    "blunt": "TBar mim-inhibition Inhibition LigandSquare Receptor ReceptorRound ReceptorSquare",
}
HEAD_OF = {name: head for head, names in HEADS.items() for name in names.split()} | {None: "none"}
LINKABLE = {"DataNode", "State", "Label", "Shape", "Group", "Anchor"}


@dataclass
class Pathway:
    name: str
    root: ElementTree.Element
    layout: Layout

    @property
    def boxes(self) -> dict[str, Box]:
        return {**self.layout.scene.nodes, **self.layout.scene.groups}


@pytest.fixture(scope="module")
def pathways(shared_data: Path) -> list[Pathway]:
    found = []
    for path in sorted((shared_data / "wikipathways").glob("*.gpml")):
        text = path.read_text(encoding="utf-8")
        found.append(Pathway(path.stem, ElementTree.fromstring(text), read_gpml(text)))
    return found


def tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def value(element: ElementTree.Element, *names: str) -> str | None:
    return next((element.get(name) for name in names if element.get(name)), None)


def ends(line: ElementTree.Element) -> tuple[ElementTree.Element, ElementTree.Element]:
    points = [e for e in line.iter() if tag(e) == "Point"]
    return points[0], points[-1]


def joining(root: ElementTree.Element, kind: str) -> list[tuple[str, str, str, str]]:
    """Source, target, tail and head of each line whose two ends refer to something."""
    ids = {value(e, "GraphId", "elementId") for e in root.iter() if tag(e) in LINKABLE}
    found = []
    for line in root.iter():
        if tag(line) == kind:
            first, last = ends(line)
            a, b = (value(p, "GraphRef", "elementRef") for p in (first, last))
            if a in ids and b in ids and a and b:
                tail, head = (HEAD_OF[value(p, "ArrowHead", "arrowHead")] for p in (first, last))
                found.append((a, b, tail, head))
    return found


def test_all_pathways_are_read(pathways: list[Pathway]) -> None:
    assert len(pathways) >= 400
    assert all(p.layout.diagram.nodes for p in pathways)


def test_each_interaction_between_two_parts_is_one_edge_with_its_heads(pathways: list[Pathway]) -> None:
    by_head: dict[str, Counter[bool]] = {}
    for p in pathways:
        edges = Counter((e.source, e.target, e.tail.value, e.head.value) for e in p.layout.diagram.edges)
        wanted = Counter(joining(p.root, "Interaction"))
        assert edges == wanted + Counter(joining(p.root, "GraphicalLine")), p.name
        for edge, count in wanted.items():
            by_head.setdefault(edge[3], Counter())[edges[edge] >= count] += count
    total = Counter[bool]()
    for head, counts in by_head.items():
        assert counts[True] >= 0.99 * counts.total(), head
        total += counts
    assert total[True] == total.total() >= 9_000
    assert set(by_head) == {"none", "pointed", "circle", "blunt"}


def test_all_data_nodes_and_states_are_nodes(pathways: list[Pathway]) -> None:
    for p in pathways:
        parts = [e for e in p.root.iter() if tag(e) in ("DataNode", "State")]
        nodes = {n.id: n for n in p.layout.diagram.nodes}
        for e in parts:
            key = value(e, "GraphId", "elementId")
            if key:
                assert nodes[key].label == " ".join((value(e, "TextLabel", "textLabel") or "").split())
        assert len(nodes) >= len(parts)


def test_boxes_are_the_authors(pathways: list[Pathway]) -> None:
    """Every node has its size and place in pixels, all of a picture moved by the same way."""
    for p in pathways:
        shifts: list[Point] = []
        for e in p.root.iter():
            if tag(e) not in ("DataNode", "Label", "Shape"):
                continue
            box = p.layout.scene.nodes.get(value(e, "GraphId", "elementId") or "")
            graphics = next(g for g in e if tag(g) == "Graphics")
            if box is None or float(value(graphics, "Rotation", "rotation") or 0):
                continue
            x, y, w, h = (float(value(graphics, n, n[0].lower() + n[1:]) or "nan") for n in SIZES)
            assert box.width == pytest.approx(w, abs=1e-6)
            assert box.height == pytest.approx(h, abs=1e-6)
            shifts.append((box.center[0] - x, box.center[1] - y))
        assert all(math.dist(shift, shifts[0]) < 1e-6 for shift in shifts), p.name


SIZES = ("CenterX", "CenterY", "Width", "Height")


def test_routes_end_on_what_they_join(pathways: list[Pathway]) -> None:
    for p in pathways:
        for edge, route in zip(p.layout.diagram.edges, p.layout.scene.routes, strict=True):
            for key, point in ((edge.source, route[0]), (edge.target, route[-1])):
                assert off_outline(p.layout, key, point) <= 0.01, (p.name, key)


def test_anchors_lie_on_their_edges(pathways: list[Pathway]) -> None:
    count = 0
    for p in pathways:
        for node in p.layout.diagram.nodes:
            if node.shape is Shape.ANCHOR:
                assert node.on is not None
                route = p.layout.scene.routes[node.on]
                there = p.layout.scene.nodes[node.id].center
                assert distance(there, route) < 0.01
                count += 1
    assert count > 1_000


def test_anchors_are_where_authors_let_lines_end_on_them(pathways: list[Pathway]) -> None:
    """The truth that PathVisio left in the files: it draws elbows and curves as we do, or these would not agree."""
    off = []
    for p in pathways:
        shift = None
        anchors = {n.id for n in p.layout.diagram.nodes if n.shape is Shape.ANCHOR}
        for e in p.root.iter():
            if shift is None and tag(e) == "DataNode" and value(e, "GraphId", "elementId") in p.layout.scene.nodes:
                graphics = next(g for g in e if tag(g) == "Graphics")
                x, y = (float(value(graphics, n, n[0].lower() + n[1:]) or "nan") for n in SIZES[:2])
                cx, cy = p.layout.scene.nodes[value(e, "GraphId", "elementId") or ""].center
                shift = (cx - x, cy - y)
        assert shift is not None
        for e in p.root.iter():
            if tag(e) == "Interaction":
                for point in ends(e):
                    key = value(point, "GraphRef", "elementRef") or ""
                    if key in anchors:
                        x, y = (float(value(point, n, n.lower()) or "nan") for n in ("X", "Y"))
                        off.append(math.dist((x + shift[0], y + shift[1]), p.layout.scene.nodes[key].center))
    assert len(off) > 2_000
    assert sum(d <= 1.5 for d in off) >= 0.995 * len(off)


def test_groups_hold_their_members(pathways: list[Pathway]) -> None:
    for p in pathways:
        for node in p.layout.diagram.nodes:
            if node.group is not None and node.attached_to is None:
                assert p.layout.scene.groups[node.group].contains(p.layout.scene.nodes[node.id], slack=1), p.name
        for group in p.layout.diagram.groups:
            if group.parent is not None:
                outer = p.layout.scene.groups[group.parent]
                assert outer.contains(p.layout.scene.groups[group.id], slack=1), p.name


def test_each_label_is_kept(pathways: list[Pathway]) -> None:
    """What a pathway says is a label of a node, or painted beside the graph."""
    for p in pathways:
        said = Counter(n.label for n in p.layout.diagram.nodes if n.label)
        said += Counter(" ".join(o.label.split()) for o in p.layout.ornaments if o.label)
        wanted = Counter(
            " ".join((value(e, "TextLabel", "textLabel") or "").split())
            for e in p.root.iter()
            if tag(e) in ("DataNode", "State", "Label", "Shape")
        )
        del wanted[""]
        assert said == wanted, p.name


def test_loose_lines_are_told(pathways: list[Pathway]) -> None:
    for p in pathways:
        for kind, what in (("Interaction", "interactions"), ("GraphicalLine", "graphical lines")):
            loose = sum(tag(e) == kind for e in p.root.iter()) - len(joining(p.root, kind))
            told = [w for w in p.layout.warnings if w.startswith(what)]
            assert told == ([f"{what} that do not join two parts, drawn as loose lines: {loose}"] if loose else [])
