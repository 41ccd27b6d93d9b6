"""The four scales of 1 to 5 on which raters judge a drawing, each level in words.

The dimensions are those of the automatic scores (SciDraw-Bench, arXiv 2606.28406), so that the two can be compared.
The words are our own; a change of them is a new ``scales_id``, which every study keeps.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

__all__ = ["CANNOT_TELL", "DIMENSIONS", "SCALES", "Scale", "scales_id"]

_VERSION = "scales-v1"

CANNOT_TELL = "I cannot tell"


@dataclass(frozen=True, slots=True)
class Scale:
    """One scale: ``question`` is what the rater answers, ``anchors`` say what the levels 1, 2, 3, 4, 5 mean.

    ``look_at`` says in one sentence where to look and what to leave to the other scales.
    """

    dimension: str
    name: str
    question: str
    look_at: str
    anchors: tuple[str, str, str, str, str]


SCALES: tuple[Scale, ...] = (
    Scale(
        "TF",
        "Text",
        "Are the required labels there, spelt right and readable?",
        "Go through the list of required labels one by one. Where a label stands does not matter here.",
        (
            "Hardly any required label can be read: the text is missing, or is not words.",
            "About half of the labels are missing or wrongly spelt, or made-up words stand among them.",
            "Most labels are right, but several are missing or wrongly spelt, or one wrong letter makes another name "
            "of one (HER2 for HER3).",
            "All labels are there; one has a slip that misleads nobody, or one is hard to read.",
            "Every label is there, letter for letter, readable, and nothing else is written that is not words.",
        ),
    ),
    Scale(
        "SC",
        "Meaning",
        "Does the drawing say what the task asks for?",
        "Follow every required relation from one end to the other: what it joins, which way, and with which head. "
        "Then look for each required part.",
        (
            "It says something else, or nothing: hardly any required relation or part is drawn.",
            "About half of the relations or parts are missing, run the wrong way, or join the wrong things.",
            "The main idea is right, but several relations or parts are missing or wrong.",
            "One relation or part is missing or wrong, and the main idea stays right.",
            "Every required relation and part is drawn, the right way round, and nothing drawn says otherwise.",
        ),
    ),
    Scale(
        "SQ",
        "Layout",
        "Can the drawing be read with ease?",
        "Look at the order of reading, the course of lines, what stands together, and what overlaps. Do not mark down "
        "wrong content here.",
        (
            "No order can be made out: blank, a bare list of words, a tangle, or not a diagram.",
            "Hard to follow: lines tangle, text lies under other things, or much is too small to read.",
            "It can be read with effort: one part is crowded, or the order is unclear in one place.",
            "Clear, with one small flaw that slows no reader, such as a needless crossing or uneven spaces.",
            "Clear at first sight: the order is plain, what belongs together stands together, nothing overlaps.",
        ),
    ),
    Scale(
        "CA",
        "Conventions",
        "Does the drawing keep the conventions of its field, and leave out what is forbidden?",
        "Use the task's lists of conventions and of forbidden things. If both are empty, say that you cannot tell.",
        (
            "Hardly any convention is kept, or the drawing shows nothing that they could apply to.",
            "Several conventions are broken or several forbidden things drawn; an expert would object.",
            "One convention that carries meaning is broken, or one forbidden thing is drawn.",
            "All that carries meaning is kept and nothing forbidden is drawn; one small lapse of form.",
            "Every convention is kept, and nothing forbidden is drawn.",
        ),
    ),
)

DIMENSIONS: tuple[str, ...] = tuple(scale.dimension for scale in SCALES)


def scales_id() -> str:
    """``"scales-v1:"`` and the first 12 hex digits of the SHA-256 of every word of the scales."""
    text = json.dumps([*map(asdict, SCALES), CANNOT_TELL], ensure_ascii=False, separators=(",", ":"))
    return f"{_VERSION}:{hashlib.sha256(text.encode()).hexdigest()[:12]}"
