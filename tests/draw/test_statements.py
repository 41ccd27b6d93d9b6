"""The grammar of decidable sentences, and what decides each."""

from __future__ import annotations

import pytest
from figures import a_diagram, a_task, a_text, an_evidence, the_topology

from graphicacy.diagram.model import Edge, Head, LineStyle, Shape
from graphicacy.diagram.scene import Box, Scene
from graphicacy.draw.scoring.checks import _CHECKS, Seen, decide
from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.statements import _PATTERNS, Statement, parse_statement


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("“DNA”", Statement("present", ("DNA",))),
        ('"DNA"', Statement("present", ("DNA",))),
        ("a diamond labelled “Eligible?”", Statement("shape", ("Eligible?",), "diamond")),
        ("Rounded box labelled “A”.", Statement("shape", ("A",), "rounded box")),
        ("frame labelled “Cell”", Statement("frame", ("Cell",))),
        ("arrow from “A” to “B”", Statement("arrow", ("A", "B"))),
        ("line between “A” and “B and C”", Statement("line", ("A", "B and C"))),
        ("“X” is drawn as a cylinder", Statement("shape-of", ("X",), "cylinder")),
        ("“5' end” is left of “3' end”", Statement("side", ("5' end", "3' end"), "left of")),
        ("The arrow from “X” to “Y” is labelled “Yes”", Statement("edge-label", ("X", "Y"), "Yes")),
        ("The flow runs from left to right", Statement("flow", (), "left to right")),
        ("No arrow out of “X”", Statement("no-arrow-out", ("X",))),
        ("“GABA” does not appear", Statement("absent", ("GABA",))),
        ("a lipid bilayer with two leaflets", None),
        ("No decorative icons", None),
        ("“A” and “B” share a colour", None),
    ],
)
def test_grammar(sentence: str, expected: Statement | None) -> None:
    assert parse_statement(sentence) == expected


def test_every_kind_of_sentence_has_a_check() -> None:
    assert {kind for kind, _ in _PATTERNS} == set(_CHECKS)


SCENE = Scene(
    1000,
    800,
    {"A": Box(100, 100, 200, 150), "B": Box(400, 100, 500, 150), "C": Box(100, 500, 200, 550)},
    (((200, 125), (400, 125)), ((150, 150), (150, 500)), ((450, 150), (200, 525))),
    {"G": Box(50, 50, 600, 300)},
)
DIAGRAM = a_diagram(
    Edge("A", "B", label="Yes", line=LineStyle.DASHED),
    Edge("A", "C", head=Head.BLUNT),
    Edge("B", "C", head=Head.POINTED),
    groups={"G": ["A", "B"]},
    shapes={"A": Shape.DIAMOND},
)
TASK = a_task(("A", "activates", "B"), ("A", "inhibits", "C"), ("B", "precedes", "C"), labels=["G", "Yes"])


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("“A”", True),
        ("diamond labelled “A”", True),
        ("circle labelled “A”", False),
        ("cylinder labelled “Nothing”", False),
        ("frame labelled “G”", True),
        ("frame labelled “A”", False),
        ("arrow from “A” to “B”", True),
        ("arrow from “B” to “A”", False),
        ("line between “B” and “A”", True),
        ("“A” lies inside “G”", True),
        ("“C” lies inside “G”", False),
        ("“A” is left of “B”", True),
        ("“A” is below “C”", False),
        ("Every arrow out of “A” is labelled", False),
        ("The arrow from “A” to “B” is labelled “Yes”", True),
        ("The arrow from “A” to “C” is labelled “Yes”", False),
        ("The arrow from “A” to “B” is dashed", True),
        ("The arrow from “B” to “C” is dashed", False),
        ("The flow runs from top to bottom", True),
        ("The flow runs from left to right", False),
        ("Inhibition ends in a blunt head", True),
        ("Activation ends in a pointed head", True),
        ("One head style has one meaning", True),
        ("No arrow from “B” to “A”", True),
        ("No arrow from “A” to “B”", False),
        ("No connection between “B” and “C”", False),
        ("No arrow out of “C”", True),
        ("No arrow out of “A”", False),
        ("No arrow into “A”", True),
        ("No arrow into “C”", False),
        ("No label appears twice", True),
        ("No text besides the required labels", True),
        ("“Zinc” does not appear", True),
        ("“Yes” does not appear", False),
        ("No arrows cross", True),
    ],
)
def test_decisions(sentence: str, holds: bool) -> None:
    evidence = an_evidence(DIAGRAM, scene=SCENE)
    seen = Seen(TASK, evidence, the_topology(TASK, evidence), score_text(TASK, evidence.text, "strict"))
    statement = parse_statement(sentence)
    assert statement is not None
    decision = decide(statement, seen)
    assert decision is not None
    assert decision[0] is holds, decision[1]


def test_a_raster_image_leaves_topology_undecided_but_not_text() -> None:
    evidence = an_evidence(None, texts=[a_text("A"), a_text("B", x=400)])
    seen = Seen(TASK, evidence, None, score_text(TASK, evidence.text, "strict"))
    assert decide(Statement("arrow", ("A", "B")), seen) is None
    assert decide(Statement("present", ("A",)), seen) == (True, "“A” is drawn")
    assert decide(Statement("side", ("A", "B"), "left of"), seen)[0] is True


def test_pointed_inhibition_breaks_one_meaning_and_the_blunt_rule() -> None:
    diagram = a_diagram(("A", "B"), ("A", "C"), ("B", "C"), labels=["G", "Yes"])
    evidence = an_evidence(diagram)
    seen = Seen(TASK, evidence, the_topology(TASK, evidence), score_text(TASK, evidence.text, "strict"))
    assert decide(Statement("one-head-one-meaning"), seen)[0] is False
    assert decide(Statement("inhibition-blunt"), seen)[0] is False
