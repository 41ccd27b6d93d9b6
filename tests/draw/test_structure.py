"""Layout rules: each names what it is for, and is silent where there is nothing to rule on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from figures import a_diagram, a_task, a_text, an_evidence, the_topology

from graphicacy.diagram.model import Diagram, Edge, Node, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.scoring.checks import Seen
from graphicacy.draw.scoring.colour import main_colours, unsafe_pairs
from graphicacy.draw.scoring.conventions import convention_rules
from graphicacy.draw.scoring.structure import completeness, structure_rules
from graphicacy.draw.scoring.text import score_text

TASK = a_task(("Alpha", "precedes", "Beta"), labels=["Gamma"])


def look(evidence):
    seen = Seen(TASK, evidence, the_topology(TASK, evidence), score_text(TASK, evidence.text, "strict"))
    outcomes, errors = structure_rules(seen)
    return {o.rule: o.score for o in outcomes}, errors, seen


def boxes(**named: Box) -> Scene:
    return Scene(1000, 800, named)


def test_overlapping_text_is_named_and_side_by_side_is_not() -> None:
    scores, errors, _ = look(an_evidence(Diagram(), texts=[a_text("Alpha"), a_text("Beta", x=20), a_text("C C", y=90)]))
    assert scores["text-overlap"] == pytest.approx(1 / 3)
    assert [e.kind for e in errors if e.kind == "text-overlap"] == ["text-overlap"]
    scores, _, _ = look(an_evidence(Diagram(), texts=[a_text("Alpha"), a_text("Beta", x=300)]))
    assert scores["text-overlap"] == 1


def test_small_and_pale_text() -> None:
    tiny, pale = a_text("Alpha", size=3), a_text("Beta", y=100, contrast=1.6)
    scores, errors, _ = look(an_evidence(Diagram(), texts=[tiny, pale]))
    assert scores["text-size"] == 0.5
    assert scores["text-contrast"] == 0.5
    assert {e.kind for e in errors} >= {"small-text", "low-contrast"}


def test_a_shape_cut_off_by_the_edge() -> None:
    diagram = a_diagram(("Alpha", "Beta"))
    scene = replace(boxes(Alpha=Box(-40, 5, 60, 50), Beta=Box(200, 5, 300, 50)), routes=(((60, 20), (200, 20)),))
    _, errors, _ = look(an_evidence(diagram, scene=scene))
    assert ["Alpha" in e.what for e in errors if e.kind == "outside-canvas"] == [True]


def test_overlapping_shapes_but_not_nested_ones() -> None:
    diagram = a_diagram(labels=["Alpha", "Beta", "Gamma"])
    scene = boxes(Alpha=Box(0, 0, 100, 60), Beta=Box(80, 30, 200, 90), Gamma=Box(10, 10, 40, 30))
    scores, errors, _ = look(an_evidence(diagram, scene=scene))
    assert scores["node-overlap"] == pytest.approx(1 / 3)
    assert [e.what for e in errors if e.kind == "node-overlap"] == ["“Alpha” and “Beta” overlap"]


def test_connector_through_a_shape_and_loose_end() -> None:
    diagram = Diagram(
        nodes=(Node("Alpha", "Alpha"), Node("Beta", "Beta"), Node("Gamma", "Gamma"), Node("end1", "", Shape.POINT)),
        edges=(Edge("Alpha", "Beta"), Edge("Gamma", "end1")),
    )
    scene = Scene(
        1000,
        800,
        {
            "Alpha": Box(0, 100, 100, 150),
            "Gamma": Box(200, 100, 300, 150),
            "Beta": Box(400, 100, 500, 150),
            "end1": Box(250, 400, 250, 400),
        },
        (((100, 125), (400, 125)), ((250, 150), (250, 400))),
    )
    scores, errors, _ = look(an_evidence(diagram, scene=scene))
    assert scores["edge-through-node"] == 0.5
    assert scores["anchored-ends"] == 0.75
    assert {e.kind for e in errors} >= {"edge-through-node", "unanchored-end"}


def test_loose_labels_are_unplaced_and_connected_ones_are_not() -> None:
    diagram = a_diagram(
        ("Alpha", "Beta"), labels=["Gamma"], shapes=dict.fromkeys(["Alpha", "Beta", "Gamma"], Shape.TEXT)
    )
    scores, errors, _ = look(an_evidence(diagram))
    assert scores["label-placement"] == pytest.approx(2 / 3)
    assert ["Gamma" in e.what for e in errors if e.kind == "unplaced-label"] == [True]


def test_rules_without_anything_to_rule_on_are_undecided() -> None:
    scores, _, _ = look(an_evidence(None, texts=[]))
    assert scores["edge-crossings"] is scores["node-overlap"] is scores["text-size"] is None


def test_completeness_is_zero_for_a_dump_and_one_for_a_figure() -> None:
    full = an_evidence(a_diagram(("Alpha", "Beta"), labels=["Gamma"]))
    dump = an_evidence(Diagram(), texts=[a_text("Alpha"), a_text("Beta", y=50), a_text("Gamma", y=90)])
    assert completeness(look(full)[2]) == 1
    assert completeness(look(dump)[2]) == 0


def test_red_and_green_are_unsafe_blue_and_orange_are_not() -> None:
    # Red #d73027 and green #1a9850 are the classic pair; blue and orange are from Okabe & Ito's safe palette.
    assert unsafe_pairs(["#8b6914", "#4f7f00"]) or unsafe_pairs(["#a05000", "#4f7f00"])
    assert unsafe_pairs(["#0072b2", "#e69f00", "#000000", "#ffffff"]) == []


def test_okabe_ito_palette_passes() -> None:
    palette = ["#e69f00", "#56b4e9", "#0072b2", "#d55e00"]
    assert unsafe_pairs(palette) == []


def test_main_colours_finds_large_areas_only() -> None:
    evidence = an_evidence(None)
    evidence.pixels[:400] = (255, 0, 0)
    evidence.pixels[700:702, :5] = (0, 0, 255)
    assert "#ff0000" in main_colours(evidence.pixels)
    assert "#0000ff" not in main_colours(evidence.pixels)


def test_undecidable_conventions_stay_undecided() -> None:
    task = a_task(("Alpha", "precedes", "Beta"), discipline_conventions=["Membranes are bilayers"])
    evidence = an_evidence(a_diagram(("Alpha", "Beta")))
    seen = Seen(task, evidence, the_topology(task, evidence), score_text(task, evidence.text, "strict"))
    outcomes, _ = convention_rules(seen)
    assert {o.rule: o.score for o in outcomes}["Membranes are bilayers"] is None


def test_texts_on_one_spot_overlap_however_they_are_nested() -> None:
    scores, errors, _ = look(an_evidence(Diagram(), texts=[a_text("Alphabet"), a_text("Beta")]))
    assert scores["text-overlap"] == 0
    assert [e.kind for e in errors if e.kind == "text-overlap"] == ["text-overlap"]
