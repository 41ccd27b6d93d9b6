"""Connectors that may end on other connectors: such an end becomes a node of shape ``ANCHOR`` on the other's route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphicacy.diagram.layout import HeadForm, Lettering
from graphicacy.diagram.layout.builder import LayoutBuilder
from graphicacy.diagram.model import Edge, Node, Shape
from graphicacy.diagram.polyline import nearest
from graphicacy.diagram.scene import Box, Point

__all__ = ["EdgeDraft", "add_edges"]

_PASSES = 12  # how many connectors may stand on one another


@dataclass(frozen=True, slots=True)
class EdgeDraft:
    """A connector whose ends are ids of placed parts, positions of other drafts, or None where they are not drawn.

    ``edge`` has all else; its ends are filled in. ``points`` are as in the file; fewer than two mean a straight line.
    ``places`` are the ids and boxes of anchors that the file itself puts on the connector; they may be ends of others.
    """

    source: str | int | None
    target: str | int | None
    edge: Edge
    points: tuple[Point, ...]
    head: HeadForm = HeadForm.FILLED
    tail: HeadForm = HeadForm.FILLED
    lettering: Lettering | None = None
    places: tuple[tuple[str, Box], ...] = ()


def add_edges(builder: LayoutBuilder, drafts: Sequence[EdgeDraft]) -> list[int | None]:
    """Add all drafts that have both ends; gives the index of each in the diagram, None for those left out."""
    carrier = {key: i for i, draft in enumerate(drafts) for key, _ in draft.places}
    kept = _kept(drafts, carrier)
    index = {i: len(builder.edges) + k for k, i in enumerate(kept)}
    for i in kept:
        for key, box in drafts[i].places:
            builder.add_node(Node(key, shape=Shape.ANCHOR, on=index[i]), box)
    for i in kept:
        draft = drafts[i]
        source, target = (_end(builder, drafts, draft, at_end, index) for at_end in (False, True))
        edge = replace(draft.edge, source=source, target=target)
        builder.add_edge(edge, draft.points, draft.head, draft.tail, draft.lettering)
    return [index.get(i) for i in range(len(drafts))]


def _kept(drafts: Sequence[EdgeDraft], carrier: dict[str, int]) -> list[int]:
    kept = set(range(len(drafts)))
    for _ in range(_PASSES):
        good = {i for i in kept if _is_good(drafts, i, kept, carrier)}
        if good == kept:
            return sorted(kept)
        kept = good
    return sorted(i for i in kept if not _carriers(drafts[i], carrier) and None not in _ends(drafts[i]))


def _is_good(drafts: Sequence[EdgeDraft], i: int, kept: set[int], carrier: dict[str, int]) -> bool:
    """Whether both ends are there; only a connector with points of its own may end on another, or carry one."""
    draft = drafts[i]
    carriers = _carriers(draft, carrier)
    if None in _ends(draft) or i in carriers or not carriers <= kept:
        return False
    return not carriers or (len(draft.points) > 1 and all(len(drafts[k].points) > 1 for k in carriers))


def _ends(draft: EdgeDraft) -> tuple[str | int | None, str | int | None]:
    return draft.source, draft.target


def _carriers(draft: EdgeDraft, carrier: dict[str, int]) -> set[int]:
    """The connectors on which one ends."""
    return {
        end if isinstance(end, int) else carrier[end] for end in _ends(draft) if isinstance(end, int) or end in carrier
    }


def _end(
    builder: LayoutBuilder, drafts: Sequence[EdgeDraft], draft: EdgeDraft, at_end: bool, index: dict[int, int]
) -> str:
    end = _ends(draft)[at_end]
    if isinstance(end, int):
        at = draft.points[-at_end]
        return builder.add_anchor(index[end], nearest(drafts[end].points, at))
    assert end is not None
    return end
