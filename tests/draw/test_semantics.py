"""Relations verified on the topology: each way of drawing one right, and each way of drawing it wrong."""

from __future__ import annotations

import pytest
from figures import a_diagram, a_task, a_text, an_evidence, the_topology

from graphicacy.diagram.model import Diagram, Edge, Head, LineStyle, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.scoring.semantics import extra_relations, relation_errors, verify_relations
from graphicacy.sight.evidence import Callout


def verdict(relation: tuple[str, str, str], diagram: Diagram, *, callouts: tuple[Callout, ...] = (), scene=None):
    task = a_task(relation)
    topology = the_topology(task, an_evidence(diagram, callouts=callouts, scene=scene))
    (result,) = verify_relations(task, topology)
    errors = relation_errors(task, topology)
    assert (result.verdict == "no") == bool(errors)
    return result.verdict, errors[0].kind if errors else None


@pytest.mark.parametrize(
    ("relation", "edge", "expected"),
    [
        (("A", "activates", "B"), Edge("A", "B", head=Head.POINTED), None),
        (("A", "activates", "B"), Edge("B", "A", head=Head.NONE, tail=Head.POINTED), None),
        (("A", "activates", "B"), Edge("B", "A", head=Head.POINTED), "reversed-relation"),
        (("A", "activates", "B"), Edge("A", "B", head=Head.NONE, tail=Head.POINTED), "reversed-relation"),
        (("A", "activates", "B"), Edge("A", "B", head=Head.BLUNT), "wrong-head"),
        (("A", "activates", "B"), Edge("A", "B", head=Head.NONE), "wrong-head"),
        (("A", "activates", "B"), Edge("A", "B", head=Head.POINTED, tail=Head.POINTED), "wrong-head"),
        (("A", "inhibits", "B"), Edge("A", "B", head=Head.BLUNT), None),
        (("A", "inhibits", "B"), Edge("A", "B", head=Head.POINTED), "wrong-head"),
        (("A", "inhibits", "B"), Edge("B", "A", head=Head.BLUNT), "reversed-relation"),
        (("A", "catalyses", "B"), Edge("A", "B", head=Head.CIRCLE), None),
        (("A", "binds", "B"), Edge("B", "A", head=Head.NONE), None),
        (("A", "binds", "B"), Edge("A", "B", head=Head.BLUNT), "wrong-head"),
        (("A", "decreases", "B"), Edge("A", "B", label="−"), None),
        (("A", "decreases", "B"), Edge("A", "B"), "wrong-head"),
        (("A", "decreases", "B"), Edge("A", "B", label="+"), "wrong-head"),
        (("A", "decreases", "B"), Edge("A", "B", head=Head.BLUNT), None),
        (("A", "increases", "B"), Edge("A", "B", label="(+)"), None),
        (("A", "increases", "B"), Edge("A", "B", label="– less"), "wrong-head"),
        (("A", "is in equilibrium with", "B"), Edge("A", "B", tail=Head.POINTED), None),
        (("A", "is in equilibrium with", "B"), Edge("A", "B"), "wrong-head"),
        (("A", "frobnicates", "B"), Edge("A", "B", head=Head.DIAMOND), None),
        (("A", "frobnicates", "B"), Edge("B", "A"), "reversed-relation"),
        (("A", "activates", "B"), Edge("A", "C"), "missing-relation"),
    ],
)
def test_heads_and_directions(relation: tuple[str, str, str], edge: Edge, expected: str | None) -> None:
    labels = ["A", "B"]
    assert verdict(relation, a_diagram(edge, labels=labels)) == ("no" if expected else "yes", expected)


def test_two_opposite_arrows_are_an_equilibrium() -> None:
    assert verdict(("A", "exchanges with", "B"), a_diagram(("A", "B"), ("B", "A")))[0] == "yes"


def test_an_invisible_connector_joins_nothing() -> None:
    edge = Edge("A", "B", line=LineStyle.INVISIBLE)
    assert verdict(("A", "activates", "B"), a_diagram(edge))[1] == "missing-relation"


def test_a_sibling_entity_does_not_stand_in() -> None:
    assert verdict(("HER2", "activates", "RAS"), a_diagram(("HER3", "RAS")))[1] == "missing-relation"


def test_process_node_between_substrate_and_product() -> None:
    diagram = a_diagram(("A", "?p", Head.NONE), ("?p", "B"), ("E", "?p", Head.CIRCLE), ("I", "?p", Head.BLUNT))
    assert verdict(("A", "converts to", "B"), diagram)[0] == "yes"
    assert verdict(("E", "catalyses", "B"), diagram)[0] == "yes"
    assert verdict(("I", "inhibits", "B"), diagram)[0] == "yes"
    assert verdict(("B", "converts to", "A"), diagram)[1] == "reversed-relation"


def test_products_of_one_junction_are_not_joined_to_each_other() -> None:
    diagram = a_diagram(("A", "?p", Head.NONE), ("?p", "B"), ("?p", "C"))
    assert verdict(("A", "converts to", "C"), diagram)[0] == "yes"
    assert verdict(("B", "converts to", "C"), diagram)[1] == "missing-relation"


def test_substrates_that_meet_head_to_head_are_not_joined() -> None:
    diagram = a_diagram(("A", "?p"), ("B", "?p"), ("?p", "C"))
    assert verdict(("A", "activates", "B"), diagram)[1] == "missing-relation"
    assert verdict(("B", "produces", "C"), diagram)[0] == "yes"


def test_enzyme_on_the_middle_of_a_reaction_arrow() -> None:
    diagram = Diagram(
        nodes=(Node("A", "A"), Node("B", "B"), Node("E", "E"), Node("x", "", Shape.ANCHOR, on=0)),
        edges=(Edge("A", "B"), Edge("E", "x", head=Head.CIRCLE)),
    )
    assert verdict(("E", "catalyses", "B"), diagram)[0] == "yes"
    assert verdict(("E", "catalyses", "A"), diagram)[0] == "yes"


def test_enzyme_written_on_the_reaction_arrow() -> None:
    diagram = a_diagram(Edge("Glucose", "G6P", label="Hexokinase"))
    assert verdict(("Hexokinase", "catalyses", "G6P"), diagram)[0] == "yes"
    assert verdict(("Hexokinase", "inhibits", "G6P"), diagram)[1] == "missing-relation"


def test_enclosure_by_frames_at_any_depth() -> None:
    diagram = a_diagram(labels=["Outside"], groups={"Cell": ["Nucleus"], "Nucleus": ["DNA"]})
    assert verdict(("Cell", "contains", "DNA"), diagram)[0] == "yes"
    assert verdict(("Cell", "contains", "Outside"), diagram)[1] == "missing-relation"
    assert verdict(("DNA", "contains", "Cell"), diagram)[1] == "missing-relation"


def test_enclosure_by_boxes_where_no_frame_is_known() -> None:
    scene = Scene(100, 100, nodes={"Cell": Box(0, 0, 90, 90), "DNA": Box(10, 10, 30, 30)})
    diagram = a_diagram(labels=["Cell", "DNA"])
    assert verdict(("Cell", "contains", "DNA"), diagram, scene=scene)[0] == "yes"
    assert verdict(("DNA", "contains", "Cell"), diagram, scene=scene)[1] == "reversed-relation"


def test_composition_diamond_says_containment() -> None:
    diagram = a_diagram(Edge("Car", "Engine", head=Head.NONE, tail=Head.DIAMOND))
    assert verdict(("Car", "contains", "Engine"), diagram)[0] == "yes"


def test_callout_names_its_target_and_joins_without_direction() -> None:
    callout = (Callout("Slit", "Screen", ((0, 0), (1, 1))),)
    diagram = a_diagram(labels=["Screen"])
    assert verdict(("Slit", "names", "Screen"), diagram, callouts=callout)[0] == "yes"
    assert verdict(("Slit", "activates", "Screen"), diagram, callouts=callout)[1] == "wrong-head"


def test_unknown_topology_decides_nothing() -> None:
    task = a_task(("A", "activates", "B"))
    topology = the_topology(task, an_evidence(None))
    assert topology is None
    assert [v.verdict for v in verify_relations(task, topology)] == [None]
    assert relation_errors(task, topology) == []


def test_an_empty_diagram_is_known_to_hold_no_relation() -> None:
    assert verdict(("A", "activates", "B"), Diagram())[1] == "missing-relation"


def test_extra_connectors_are_named_once_each() -> None:
    task = a_task(("A", "activates", "B"), labels=["C"])
    topology = the_topology(task, an_evidence(a_diagram(("A", "B"), ("C", "A"), ("C", "Other"))))
    assert ["C" in e.what and "A" in e.what for e in extra_relations(task, topology)] == [True]


def test_error_box_follows_the_connector() -> None:
    diagram = a_diagram(("B", "A"))
    scene = Scene(100, 100, {"A": Box(0, 0, 10, 10), "B": Box(50, 0, 60, 10)}, (((50, 5), (10, 5)),))
    task = a_task(("A", "activates", "B"))
    (error,) = relation_errors(task, the_topology(task, an_evidence(diagram, scene=scene)))
    assert error.box == (10, 5, 50, 5)


def beside(*pairs: tuple[str, str], reach: float = 0.0) -> tuple:
    """Two nameless pictures joined by a connector, and captions below them, ``reach`` pixels away."""
    scene = Scene(
        1000,
        800,
        {"?a": Box(100, 100, 180, 180), "?b": Box(500, 100, 580, 180)},
        (((180, 140), (500, 140)),),
    )
    texts = [a_text(a, x=110, y=190 + reach) for a, _ in pairs] + [a_text(b, x=510, y=190 + reach) for _, b in pairs]
    return a_diagram(("?a", "?b", Head.BLUNT)), scene, texts


@pytest.mark.parametrize(("reach", "expected"), [(0, None), (60, None), (500, "no")])
def test_relations_of_captions_near_connected_pictures_are_left_to_judges(reach: float, expected: str | None) -> None:
    diagram, scene, texts = beside(("Treg", "HDAC"), reach=reach)
    task = a_task(("Treg", "inhibits", "HDAC"))
    (found,) = verify_relations(task, the_topology(task, an_evidence(diagram, texts=texts, scene=scene)))
    assert found.verdict == expected


def test_captions_without_connectors_are_joined_by_none() -> None:
    task = a_task(("Treg", "inhibits", "HDAC"))
    _, _, texts = beside(("Treg", "HDAC"))
    for diagram in (a_diagram(labels=["Treg", "HDAC"]), Diagram()):
        (found,) = verify_relations(task, the_topology(task, an_evidence(diagram, texts=texts)))
        assert found.verdict == "no"


@pytest.mark.parametrize(("gap", "expected"), [(15, None), (120, "no")])
def test_a_connector_that_stops_short_is_doubtful_only_near_its_target(gap: float, expected: str | None) -> None:
    diagram = Diagram(
        (Node("A", "A"), Node("B", "B"), Node("end1", "", Shape.POINT)), (Edge("A", "end1", head=Head.POINTED),)
    )
    scene = Scene(1000, 800, {"A": Box(0, 0, 100, 40), "B": Box(400, 0, 500, 40)}, (((100, 20), (400 - gap, 20)),))
    task = a_task(("A", "activates", "B"))
    evidence = an_evidence(diagram, texts=[a_text("A", x=40, y=14), a_text("B", x=440, y=14)], scene=scene)
    (found,) = verify_relations(task, the_topology(task, evidence))
    assert found.verdict == expected
