"""Arrows typed as characters ("→" between two boxes) → strokes."""

from __future__ import annotations

import math

from graphicacy.diagram.model import Head, LineStyle
from graphicacy.sight.vector.strokes import Stroke
from graphicacy.sight.vector.texts import TextLine

__all__ = ["sign_strokes"]

_ALONG: dict[str, float] = {}  # degrees, clockwise from "to the right"
for _angle, _signs in (
    (0, "→⇒⟶⟹➔➜➝➞➡➤▶►⇨⭢🡒⇾↦⊣"),
    (180, "←⇐⟵⟸⬅◀◄⇦⊢"),
    (90, "↓⇓⬇▼⇩⭣🡓↧⊤"),
    (270, "↑⇑⬆▲⇧⭡🡑↥⊥"),
    (45, "↘⬊⇘"),
    (315, "↗⬈⇗"),
    (135, "↙⬋⇙"),
    (225, "↖⬉⇖"),
):
    _ALONG.update(dict.fromkeys(_signs, float(_angle)))
_BOTH = dict.fromkeys("↔⇔⟷⟺⇌⇋⇄⇆", 0.0) | dict.fromkeys("↕⇕⇅⇵", 90.0)
_BLUNT = frozenset("⊣⊢⊤⊥")
_SHAFT = frozenset("-–—─━═ ︎️")


def sign_strokes(lines: list[TextLine]) -> tuple[list[Stroke], list[TextLine]]:
    """Texts that are nothing but an arrow, as strokes across their box; and the other lines."""
    strokes, rest = [], []
    for line in lines:
        sign = "".join(c for c in line.text if c not in _SHAFT)
        if len(sign) != 1 or (sign not in _ALONG and sign not in _BOTH):
            rest.append(line)
            continue
        angle = math.radians(_ALONG.get(sign, _BOTH.get(sign, 0.0)) - line.item.angle)
        ux, uy = math.cos(angle), math.sin(angle)
        (x, y), w, h = line.box.center, line.box.width / 2, line.box.height / 2
        half = max(abs(ux) * w, abs(uy) * h, 0.35 * line.font)
        a, b = (x - ux * half, y - uy * half), (x + ux * half, y + uy * half)
        stroke = Stroke([a, b], line.ink, 0.08 * line.font, LineStyle.SOLID, line.order, line.order)
        stroke.end.head = Head.BLUNT if sign in _BLUNT else Head.POINTED
        stroke.start.head = Head.POINTED if sign in _BOTH else Head.NONE
        strokes.append(stroke)
    return strokes, rest
