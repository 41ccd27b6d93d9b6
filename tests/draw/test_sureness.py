"""A topology that was read from pixels decides what it is sure of, and leaves the rest open."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figures import a_diagram, a_task, an_evidence, the_topology

from graphicacy.diagram.model import Diagram, Edge, Head
from graphicacy.draw.score import score_drawing
from graphicacy.draw.scoring.semantics import relation_errors, verify_relations
from graphicacy.sight.evidence import Certainty

SURE, DOUBT = 0.96, 0.6
ACTIVATES = ("A", "activates", "B")
APART = a_diagram(Edge("A", "C"), Edge("B", "C"))


def certainty(diagram: Diagram, *, nodes: float = SURE, ends: float = SURE, heads: float = SURE) -> Certainty:
    ids = [node.id for node in diagram.nodes] + [group.id for group in diagram.groups]
    return Certainty(dict.fromkeys(ids, nodes), ((ends, SURE),) * len(diagram.edges), (heads,) * len(diagram.edges))


def verdict(relation: tuple[str, str, str], diagram: Diagram, sure: Certainty | None) -> str | None:
    task = a_task(relation)
    topology = the_topology(task, replace(an_evidence(diagram), certainty=sure))
    (found,) = verify_relations(task, topology)
    assert (found.verdict == "no") == bool(relation_errors(task, topology))
    return found.verdict


@pytest.mark.parametrize("doubted", [{}, {"nodes": DOUBT}, {"ends": DOUBT}, {"heads": DOUBT}])
@pytest.mark.parametrize(("edge", "expected"), [(Edge("A", "B"), "yes"), (Edge("B", "A"), "no")])
def test_a_connector_decides_where_all_of_it_is_sure(doubted: dict[str, float], edge: Edge, expected: str) -> None:
    diagram = a_diagram(edge)
    assert verdict(ACTIVATES, diagram, certainty(diagram, **doubted)) == (None if doubted else expected)


def test_that_nothing_joins_two_things_is_never_decided() -> None:
    assert verdict(ACTIVATES, APART, None) == "no"
    assert verdict(ACTIVATES, APART, certainty(APART)) is None
    outside = a_diagram(Edge("A", "C"), groups={"B": ["C"]})
    assert verdict(("B", "contains", "A"), outside, None) == "no"
    assert verdict(("B", "contains", "A"), outside, certainty(outside)) is None


def test_a_label_that_is_not_seen_decides_nothing() -> None:
    diagram = a_diagram(Edge("A", "C"))
    assert verdict(ACTIVATES, diagram, certainty(diagram)) is None


def test_a_letter_that_ocr_takes_for_another_names_the_same_thing() -> None:
    task = a_task(("SOCS1", "inhibits", "JAK1"))
    diagram = a_diagram(Edge("SOCSl", "JAK1", head=Head.BLUNT))
    evidence = replace(an_evidence(diagram), certainty=certainty(diagram))
    read = tuple(replace(item, source="ocr", score=0.9) for item in evidence.text)
    topology = the_topology(task, replace(evidence, text=read))
    (found,) = verify_relations(task, topology)
    assert found.verdict == "yes"


def test_where_two_connectors_join_them_both_have_to_be_sure() -> None:
    diagram = a_diagram(Edge("A", "B", head=Head.BLUNT), Edge("A", "B"))
    sure = certainty(diagram)
    assert verdict(ACTIVATES, diagram, sure) == "yes"
    assert verdict(ACTIVATES, diagram, replace(sure, heads=(SURE, DOUBT))) is None


def test_a_sign_that_is_not_seen_decides_nothing() -> None:
    for label, expected in (("", None), ("−", "yes"), ("+", "no")):
        diagram = a_diagram(Edge("A", "B", label=label))
        assert verdict(("A", "decreases", "B"), diagram, certainty(diagram)) == expected


def test_frames_decide_where_both_things_are_sure() -> None:
    diagram = a_diagram(Edge("A", "C"), groups={"B": ["A"]})
    assert verdict(("B", "contains", "A"), diagram, certainty(diagram)) == "yes"
    assert verdict(("B", "contains", "A"), diagram, certainty(diagram, nodes=DOUBT)) is None


def test_pixels_decide_relations_and_nothing_else() -> None:
    task = a_task(ACTIVATES, ("B", "inhibits", "C"))
    diagram = a_diagram(Edge("A", "B"), Edge("C", "B", head=Head.BLUNT), Edge("A", "C"))
    evidence = an_evidence(diagram)
    known = score_drawing(task, evidence)
    seen = score_drawing(task, replace(evidence, certainty=certainty(diagram)))
    assert [r.verdict for r in seen.relations] == [r.verdict for r in known.relations] == ["yes", "no"]
    assert seen.SC == seen.SC_geometry == known.SC == 0.5
    assert {e.kind for e in known.errors} - {e.kind for e in seen.errors} == {"extra-relation"}
    assert next(r for r in seen.rules if r.rule == "edge-crossings").score is None


def test_the_relations_that_pixels_show_surely_do_not_stand_for_all() -> None:
    relations = [(a, "activates", b) for a, b in ("AB", "BC", "CD", "DE", "EA")]
    diagram = a_diagram(*[Edge(s, o) for s, _, o in relations])
    task, evidence = a_task(*relations), an_evidence(diagram)
    for doubts, expected in ((1, 1.0), (2, None)):
        ends = tuple(((DOUBT if k < doubts else SURE), SURE) for k in range(5))
        score = score_drawing(task, replace(evidence, certainty=replace(certainty(diagram), ends=ends)))
        assert [r.verdict for r in score.relations].count("yes") == 5 - doubts
        assert score.SC == score.SC_geometry == expected
