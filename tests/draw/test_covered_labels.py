"""A shape that lies over another's label does not take it over."""

from __future__ import annotations

from graphicacy.diagram.render import render
from graphicacy.draw.score import score_drawing
from graphicacy.draw.task import DrawTask
from graphicacy.sight.gather import gather

TASK = DrawTask(
    id="two",
    required_labels=("Screening", "Included"),
    required_relations=(("Screening", "leads to", "Included"),),
)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200">
<rect width="400" height="200" fill="#fff"/>
<g font-family="Arial" font-size="14" text-anchor="middle" stroke-width="1">
<rect x="40" y="40" width="100" height="48" fill="#eef" stroke="#000"/><text x="90" y="69">Screening</text>
<rect x="{x}" y="{y}" width="90" height="48" fill="#eef" stroke="#000"/><text x="{tx}" y="{ty}">Included</text>
</g></svg>"""


def overlaps(x: int, y: int) -> list[str]:
    svg = SVG.format(x=x, y=y, tx=x + 45, ty=y + 30)
    score = score_drawing(TASK, gather(render(svg, "svg"), "live"))
    return [error.what for error in score.errors if error.kind == "node-overlap"]


def test_two_nodes_on_one_another_are_seen_though_one_covers_the_words_of_the_other() -> None:
    assert overlaps(70, 60) == ["“Screening” and “Included” overlap"]


def test_nodes_apart_are_not() -> None:
    assert overlaps(220, 62) == []
