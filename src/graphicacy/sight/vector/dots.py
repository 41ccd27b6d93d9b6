"""Networks of dots: small nodes without text inside, each with its name beside it."""

from __future__ import annotations

from graphicacy.sight.vector.attach import Block
from graphicacy.sight.vector.connectors import Connector
from graphicacy.sight.vector.geometry import gap, meeting, table, to_box
from graphicacy.sight.vector.outlines import Outline

__all__ = ["name_dots"]

_LEAST = 3  # dots that make a network
_NAMED = 0.75  # of them, with a text of their own


def name_dots(
    outlines: list[Outline], blocks: list[Block], connectors: list[Connector], unit: float
) -> dict[int, Outline]:
    """Give dots at the ends of lines the texts beside them, where nearly all have one; the dots by the ids of those.

    In any other figure a dot is a junction, and a text beside it belongs to a line.
    """
    ends = [t for c in connectors for t in (c.start, c.end)]
    ended = {id(t) for t in ends}
    dots = [o for o in outlines if id(o) in ended and _is_dot(o, unit)]
    if len(dots) < _LEAST or sum(isinstance(t, Outline) and _is_dot(t, unit) for t in ends) < 0.5 * len(ends):
        return {}
    places = table([b.box for b in blocks])
    offers = []
    for n, o in enumerate(dots):
        for k in meeting(places, o.box.pad(1.4 * unit)):
            if not blocks[k].role and len(blocks[k].lines) <= 2:
                offers.append((_apart(o, blocks[k]), n, k))
    names: dict[int, int] = {}
    taken: set[int] = set()
    for _, n, k in sorted(offers):
        if n not in names and k not in taken:
            names[n] = k
            taken.add(k)
    if len(names) < _NAMED * len(dots):
        return {}
    found = {}
    for n, k in names.items():
        dots[n].label, blocks[k].role = blocks[k].text, "beside"
        found[id(blocks[k])] = dots[n]
    return found


def _is_dot(o: Outline, unit: float) -> bool:
    return not o.label and not o.container and max(o.box.width, o.box.height) <= 1.6 * unit


def _apart(o: Outline, block: Block) -> float:
    """How far a text is from a dot; of two as near, the one level with it or centred over it comes first."""
    (x, y), (bx, by) = o.box.center, block.box.center
    return to_box((x, y), block.box) + 0.3 * min(abs(x - bx), abs(y - by)) + 1e-3 * gap((x, y), (bx, by))
