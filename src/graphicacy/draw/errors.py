"""The error taxonomy: every kind of error that a drawing's error list can hold, how severe it is, and what it means.

Severity: *critical* changes what the figure says; *major* hinders reading it or breaks a rule of its field; *minor*
is a blemish.
"""

from __future__ import annotations

from graphicacy.draw.record import Severity

__all__ = ["ERROR_KINDS", "severity_of"]

ERROR_KINDS: dict[str, tuple[Severity, str]] = {
    "missing-label": ("major", "a required label is not drawn"),
    "misspelt-label": (
        "major",
        "a required label is drawn with a wrong letter; critical in a gene name, formula or unit",
    ),
    "duplicate-label": ("minor", "a label is drawn more often than the spec allows"),
    "gibberish": ("major", "text that is no word"),
    "missing-relation": ("critical", "a required connection or enclosure is not drawn"),
    "reversed-relation": ("critical", "a required arrow runs the wrong way"),
    "wrong-head": ("critical", "a connector's head says something else than the relation"),
    "wrong-relation": ("critical", "judges say that a required relation is not drawn, or not the right way round"),
    "extra-relation": ("minor", "a connector joins two required labels that no relation joins"),
    "missing-component": ("major", "a required component is not there"),
    "contradiction": ("critical", "a judge saw something that contradicts the spec"),
    "nothing-drawn": ("critical", "the picture is empty"),
    "unplaced-label": ("major", "a label belongs to no shape, connector or callout"),
    "text-overlap": ("major", "text runs into other text"),
    "node-overlap": ("major", "shapes overlap that should be apart"),
    "edge-through-node": ("major", "a connector runs through a shape that it does not join"),
    "edge-crossing": ("minor", "two connectors cross"),
    "unanchored-end": ("major", "an end of a connector touches nothing"),
    "small-text": ("minor", "text below 5 pt at printed size"),
    "low-contrast": ("major", "text with too little contrast to its ground"),
    "outside-canvas": ("major", "something is cut off by the edge of the picture"),
    "mixed-heads": ("major", "one head style is used with several meanings"),
    "unsafe-colours": ("minor", "colours that a colour-blind reader cannot tell apart"),
    "broken-convention": ("major", "a convention of the discipline is not followed"),
    "violated-constraint": ("major", "something is drawn that the spec forbids"),
}


def severity_of(kind: str) -> Severity:
    """The usual severity of an error kind."""
    return ERROR_KINDS[kind][0]
