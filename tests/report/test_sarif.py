"""SARIF: what the standard requires, one alert per error, told apart and found again, at the line where it is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checked_figures import ERRORS, FIGURES
from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.gate import Checked
from graphicacy.draw.record import DrawScore, ErrorItem
from graphicacy.report.advice import ADVICE
from graphicacy.report.lines import lines_of
from graphicacy.report.sarif import sarif_log


def an_object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


# The parts of SARIF 2.1.0 that are used here: names, types and what is required, by sections 3.13 to 3.30 and 3.49.
TEXT = an_object("text", text={"type": "string", "minLength": 1})
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = an_object(
    "id",
    id={"type": "string"},
    shortDescription=TEXT,
    fullDescription=TEXT,
    help=TEXT,
    defaultConfiguration=an_object("", level=LEVEL),
)
PLACE = an_object(
    "artifactLocation",
    artifactLocation=an_object("uri", uri={"type": "string", "format": "uri-reference"}, uriBaseId={"type": "string"}),
    region=an_object("startLine", startLine={"type": "integer", "minimum": 1}),
)
RESULT = an_object(
    "message ruleId level locations",
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=TEXT,
    locations={"type": "array", "items": an_object("physicalLocation", physicalLocation=PLACE), "minItems": 1},
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
)
DRIVER = an_object("name", name={"type": "string"}, version={"type": "string"}, rules={"type": "array", "items": RULE})
RUN = an_object(
    "tool results",
    tool=an_object("driver", driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": RESULT},
)
LOG = an_object(
    "version runs",
    **{"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}},
    runs={"type": "array", "items": RUN, "minItems": 1, "maxItems": 1},
)


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    found: dict[str, Any] = sarif_log(FIGURES, "1.2.3")["runs"][0]
    return found


def test_it_holds_what_the_standard_requires_and_nothing_it_does_not_know() -> None:
    jsonschema.validate(sarif_log(FIGURES, "1.2.3"), LOG)
    jsonschema.validate(sarif_log([], "1.2.3"), LOG)


def test_every_kind_of_error_is_a_rule_with_advice(run: dict[str, Any]) -> None:
    assert ADVICE.keys() == ERROR_KINDS.keys()
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == [*ERROR_KINDS, "below-minimum", "unscorable"]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_the_level_is_that_of_the_error_not_of_its_kind(run: dict[str, Any]) -> None:
    assert [(r["ruleId"], r["level"]) for r in run["results"]] == [
        ("below-minimum", "error"),
        ("below-minimum", "error"),
        ("misspelt-label", "error"),
        ("text-overlap", "warning"),
        ("small-text", "note"),
        ("small-text", "note"),
        ("unscorable", "error"),
    ]


def test_messages_say_what_is_wrong_and_what_to_do(run: dict[str, Any]) -> None:
    assert run["results"][3]["message"]["text"] == f"“A” and “B” overlap. {ADVICE['text-overlap']}"
    assert run["results"][0]["message"]["text"].startswith("SC could not be scored, so it cannot reach 0.5")


def test_lines_stand_where_they_are_known_and_nowhere_else(run: dict[str, Any]) -> None:
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert [place.get("region", {}).get("startLine") for place in places] == [None, None, 7, None, None, 9, None]


def test_alerts_of_one_kind_are_told_apart_and_found_again_when_others_go(run: dict[str, Any]) -> None:
    def prints(results: list[dict[str, Any]]) -> list[str]:
        return [r["partialFingerprints"]["primaryLocationLineHash"] for r in results]

    assert len(set(prints(run["results"]))) == len(run["results"])
    fewer = Checked("figures/wrong one %.svg", "t-1", DrawScore(TF=1, SC=1, SQ=1, CA=1, overall=1, errors=ERRORS[1:3]))
    assert prints(sarif_log([fewer], "2")["runs"][0]["results"]) == prints(run["results"])[3:5]


def test_paths_are_uris_from_the_root_of_the_checkout(run: dict[str, Any], tmp_path: Path) -> None:
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "figures/wrong%20one%20%25.svg",
        "uriBaseId": "%SRCROOT%",
    }
    elsewhere = sarif_log([Checked(str(tmp_path / "ä.png"), "t", fault="gone")], "1")["runs"][0]["results"][0]
    location = elsewhere["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": (tmp_path / "ä.png").as_uri()}


def test_the_same_scores_give_the_same_bytes() -> None:
    assert json.dumps(sarif_log(FIGURES, "1")) == json.dumps(sarif_log(FIGURES, "1"))


SVG = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- a comment -->
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
  <title>EGFR</title>
  <text>EGFR</text>
  <text>
    <tspan>MEK</tspan></text>
  <text><tspan>cell</tspan>
    <tspan>membrane</tspan></text>
  <text>RAS &amp; RAF</text>
  <text>twice</text>
  <text>twice</text>
</svg>"""


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("“EGFR” is too small", 6),
        ("“EGF” is drawn as “EGFR”", 6),
        ("“MEK” is too small", 7),
        ("“cell membrane” is too small", 9),
        ("“membrane” is too small", 10),
        ("“RAS & RAF” is too small", 11),
        ("“twice” is drawn more than once", None),
        ("“twice” and “EGFR” overlap", 6),
        ("“EG” is not drawn", None),
        ("EGFR activates MEK: no connector joins them", None),
    ],
)
def test_an_error_stands_at_the_line_of_the_text_that_it_quotes(what: str, line: int | None) -> None:
    assert lines_of(SVG, [ErrorItem(kind="small-text", severity="minor", what=what)]) == (line,)


@pytest.mark.parametrize("svg", ["", "no SVG", "<svg", "<svg><text>A</svg>" + "<" * 9])
def test_what_is_no_svg_has_no_lines(svg: str) -> None:
    assert lines_of(svg, [ErrorItem(kind="small-text", severity="minor", what="“B” is small")]) == (None,)


def test_texts_inside_texts_take_no_more_time_than_their_number() -> None:
    many = "<svg xmlns='http://www.w3.org/2000/svg'><text>" + "<tspan>a</tspan>" * 50_000 + "</text></svg>"
    assert lines_of(many, [ErrorItem(kind="small-text", severity="minor", what="“a” is small")]) == (None,)
