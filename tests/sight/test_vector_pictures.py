"""Diagrams as language models, Inkscape, draw.io and matplotlib write them, against what a reader sees in them.

``svg/expected.txt`` has one section per picture. ``A -> B : label`` is an edge (heads: ``>`` pointed, ``|`` blunt,
``o`` circle, ``*`` diamond, ``x`` cross; ``A <-> B`` has one at each end; ``--`` none), ``on(A, B)`` a place on the
edge from A to B, ``?`` an end on nothing, ``•`` a thing without text. ``node:``, ``group:`` (with ``>`` and its
members) and ``callout:`` lines list the rest.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.diagram.model import Head, Shape
from graphicacy.sight.vector import VectorReading, read_svg

FOLDER = Path(__file__).parent / "svg"
_AT_END = {Head.NONE: "-", Head.POINTED: ">", Head.BLUNT: "|", Head.CIRCLE: "o", Head.DIAMOND: "*", Head.CROSS: "x"}
_AT_START = {**_AT_END, Head.POINTED: "<"}


def facts(reading: VectorReading) -> set[str]:
    """What a reading says, one line a fact, free of ids and coordinates."""
    diagram = reading.diagram
    names = {i: label or "•" for i, label in diagram.labels().items()}
    for node in diagram.nodes:
        if node.id.startswith("end"):
            names[node.id] = "?"
    for node in diagram.nodes:
        if node.shape is Shape.ANCHOR and node.on is not None:
            carrier = diagram.edges[node.on]
            names[node.id] = f"on({names[carrier.source]}, {names[carrier.target]})"
    found = set()
    for e in diagram.edges:
        ends = [names[e.source], names[e.target]]
        heads = e.tail, e.head
        if e.tail is e.head and ends[1] < ends[0]:  # as drawn: either order is right
            ends.reverse()
        label = f" : {e.label}" if e.label else ""
        found.add(f"{ends[0]} {_AT_START[heads[0]]}-{_AT_END[heads[1]]} {ends[1]}{label}".replace(" -->", " ->"))
    found |= {f"node: {n.label}" for n in diagram.nodes if n.label}
    for g in diagram.groups:
        members = [
            names[m.id]
            for m in (*diagram.groups, *diagram.nodes)
            if getattr(m, "parent", getattr(m, "group", None)) == g.id
        ]
        found.add(f"group: {names[g.id]} > {', '.join(sorted(members))}".strip())
    found |= {f"callout: {c.label} -> {names.get(c.target or '', '?')}" for c in reading.callouts}
    return found


def _sections() -> dict[str, set[str]]:
    sections: dict[str, set[str]] = {}
    name = ""
    for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[]")
            sections[name] = set()
        elif line.strip():
            sections[name].add(line.strip())
    return sections


EXPECTED = _sections()


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_reads_picture_as_a_reader_would(name: str) -> None:
    reading = read_svg((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert facts(reading) == EXPECTED[name]


def test_every_picture_has_an_expectation() -> None:
    assert {p.stem for p in FOLDER.glob("*.svg")} == set(EXPECTED)
