"""All that can be measured on a drawn diagram, each fact with the margin by which it holds.

Facts that just hold or just fail are where two careful readers differ: whoever asks about them drops those whose
margin is small. ``docs/scene.md`` defines each.
"""

from graphicacy.diagram.facts.boxes import (
    Bearing,
    Compass,
    Containment,
    Overlap,
    bearing,
    bearings,
    box_gaps,
    containments,
    overlapping_pairs,
    overlaps,
)
from graphicacy.diagram.facts.crossings import Meeting, crossing_pairs, meetings
from graphicacy.diagram.facts.routes import Flow, Length, Passage, Way, flows, lengths, main_direction, passages
from graphicacy.diagram.scene import passes_through

__all__ = [
    "Bearing",
    "Compass",
    "Containment",
    "Flow",
    "Length",
    "Meeting",
    "Overlap",
    "Passage",
    "Way",
    "bearing",
    "bearings",
    "box_gaps",
    "containments",
    "crossing_pairs",
    "flows",
    "lengths",
    "main_direction",
    "meetings",
    "overlapping_pairs",
    "overlaps",
    "passages",
    "passes_through",
]
