"""Links that are only meant, and what a hub with many spokes costs."""

from __future__ import annotations

from figures import a_diagram, a_task, an_evidence, the_topology

from graphicacy.diagram.model import Diagram, Edge, Head, Node, Shape
from graphicacy.draw.scoring.links import links_of
from graphicacy.draw.scoring.semantics import extra_relations, verify_relations
from work import calls


def test_a_moderator_on_a_path_is_not_joined_to_its_ends() -> None:
    diagram = Diagram(
        nodes=(Node("A", "A"), Node("B", "B"), Node("M", "M"), Node("x", "", Shape.ANCHOR, on=0)),
        edges=(Edge("A", "B"), Edge("M", "x", head=Head.POINTED)),
    )
    assert {(k.source, k.target) for k in links_of(diagram) if k.drawn} == {("A", "B"), ("M", "x")}
    task = a_task(("M", "regulates", "B"), ("A", "causes", "B"))
    topology = the_topology(task, an_evidence(diagram))
    assert [v.verdict for v in verify_relations(task, topology)] == ["yes", "yes"]
    assert extra_relations(task, topology) == []


def test_two_modifiers_of_one_reaction_do_not_act_on_each_other() -> None:
    diagram = a_diagram(("E1", "?p", Head.CIRCLE), ("E2", "?p", Head.BLUNT), ("S", "?p", Head.NONE), ("?p", "P"))
    assert not [k for k in links_of(diagram) if {k.source, k.target} == {"E1", "E2"}]


def test_an_opposite_arrow_beside_the_right_one_is_extra() -> None:
    task = a_task(("A", "activates", "B"))
    for second in (("B", "A"), ("A", "B", Head.BLUNT)):
        topology = the_topology(task, an_evidence(a_diagram(("A", "B"), second)))
        assert [v.verdict for v in verify_relations(task, topology)] == ["yes"]
        assert len(extra_relations(task, topology)) == 1


def test_a_wrong_connector_is_one_error_only() -> None:
    task = a_task(("A", "activates", "B"))
    assert extra_relations(task, the_topology(task, an_evidence(a_diagram(("B", "A"))))) == []


def test_a_longer_label_may_name_another_thing() -> None:
    task = a_task(("IL-6", "activates", "STAT3"))
    (verdict,) = verify_relations(task, the_topology(task, an_evidence(a_diagram(("IL-6 receptor", "STAT3")))))
    assert verdict.verdict is None
    for label in ("IL-6 (cytokine)", "Ligand: IL-6"):
        (verdict,) = verify_relations(task, the_topology(task, an_evidence(a_diagram((label, "STAT3")))))
        assert verdict.verdict == "yes"


def test_a_hub_with_a_thousand_spokes_is_quick() -> None:
    spokes = [Edge(f"n{i}", "?hub") if i % 2 else Edge("?hub", f"n{i}") for i in range(1000)]
    diagram = a_diagram(*spokes)
    assert calls(lambda: links_of(diagram)) < 100_000  # pairs of spokes are 500,000
