"""What to do about each kind of error: the sentence that a report adds to what is wrong."""

from __future__ import annotations

__all__ = ["ADVICE"]

ADVICE: dict[str, str] = {
    "missing-label": "Write the label where it can be read, as the spec spells it.",
    "misspelt-label": "Correct the label, letter by letter, as the spec spells it.",
    "duplicate-label": "Keep one, or list the label under repeated_labels in the spec.",
    "gibberish": "Remove the text, or write what it should say.",
    "missing-relation": "Draw a connector from the first to the second, and let both its ends touch their shapes.",
    "reversed-relation": "Put the head at the other end of the connector.",
    "wrong-head": "Give the connector the head that the relation asks for: pointed for most, blunt for inhibition.",
    "wrong-relation": "Look at the connector: draw it as the relation says, or correct the spec.",
    "extra-relation": "Remove the connector, or add the relation to the spec.",
    "missing-component": "Draw the component, or correct the spec.",
    "contradiction": "Look at the figure and remove what contradicts the spec.",
    "nothing-drawn": "Make the figure again: the picture is empty.",
    "unplaced-label": "Move the label into or next to its shape, onto its connector, or give it a leader line.",
    "text-overlap": "Move one of the texts until they stand apart.",
    "node-overlap": "Move the shapes until they stand apart, or let one contain the other.",
    "edge-through-node": "Lead the connector around the shape.",
    "edge-crossing": "Move a shape or lead a connector around, so that they do not cross.",
    "unanchored-end": "Lead the end of the connector to the shape that it should touch.",
    "small-text": "Enlarge the text, so that it has 5 pt when printed 183 mm wide.",
    "low-contrast": "Make the text darker or its ground lighter, until the contrast is 4.5:1 (3:1 for large text).",
    "outside-canvas": "Enlarge the canvas, or move what is cut off inwards.",
    "mixed-heads": "Use one head style for one meaning.",
    "unsafe-colours": "Choose colours that differ in lightness too.",
    "broken-convention": "Draw it as the convention says, or take the convention out of the spec.",
    "violated-constraint": "Remove what the spec forbids.",
}
"""By the kinds of ``draw.errors.ERROR_KINDS``."""
