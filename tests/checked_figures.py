"""Figures at their gates, made by hand: one that passes, one that fails, one that could not be read."""

from __future__ import annotations

from graphicacy.draw.gate import Checked, check_score, gate_of
from graphicacy.draw.record import DrawScore, ErrorItem

GATE = gate_of({"overall": 0.8, "SC": 0.5}, ["critical"])
ERRORS = (
    ErrorItem(kind="misspelt-label", severity="critical", what="“HER2” is drawn as “HER3 \x1b<&”"),
    ErrorItem(kind="text-overlap", severity="major", what="“A” and “B” overlap"),
    ErrorItem(kind="small-text", severity="minor", what="“A” prints at about 3.0 pt"),
    ErrorItem(kind="small-text", severity="minor", what="“A” prints at about 3.0 pt"),
)
WRONG = DrawScore(TF=0.5, SC=None, SQ=0.5, CA=1.0, overall=None, errors=ERRORS)
RIGHT = DrawScore(TF=1.0, SC=1.0, SQ=1.0, CA=1.0, overall=1.0)
FIGURES = (
    Checked("figures/right.svg", "t-1", RIGHT, check_score(RIGHT, GATE)),
    Checked("figures/wrong one %.svg", "t-1", WRONG, check_score(WRONG, GATE), (7, None, None, 9)),
    Checked("gone.png", "t-2", fault="gone.png cannot be read: No such file"),
)
