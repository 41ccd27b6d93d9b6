"""Connectors that may end on other connectors: such an end becomes a node of shape ``ANCHOR`` on the other's route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphicacy.diagram.layout import HeadForm, Lettering
from graphicacy.diagram.layout_builder import LayoutBuilder, nearest
from graphicacy.diagram.model import Edge
from graphicacy.diagram.scene import Point

__all__ = ["EdgeDraft", "add_edges"]

_PASSES = 12  # how many connectors may stand on one another


@dataclass(frozen=True, slots=True)
class EdgeDraft:
    """A connector whose ends are ids of placed parts, positions of other drafts, or None where they are not drawn.

    ``edge`` has all else; its ends are filled in. ``points`` are as in the file; fewer than two mean a straight line.
    """

    source: str | int | None
    target: str | int | None
    edge: Edge
    points: tuple[Point, ...]
    head: HeadForm = HeadForm.FILLED
    tail: HeadForm = HeadForm.FILLED
    lettering: Lettering | None = None


def add_edges(builder: LayoutBuilder, drafts: Sequence[EdgeDraft]) -> list[int | None]:
    """Add all drafts that have both ends; gives the index of each in the diagram, None for those left out."""
    kept = _kept(drafts)
    index = {i: len(builder.edges) + k for k, i in enumerate(kept)}
    for i in kept:
        draft = drafts[i]
        source, target = (_end(builder, drafts, draft, end, index) for end in (draft.source, draft.target))
        edge = replace(draft.edge, source=source, target=target)
        builder.add_edge(edge, draft.points, draft.head, draft.tail, draft.lettering)
    return [index.get(i) for i in range(len(drafts))]


def _kept(drafts: Sequence[EdgeDraft]) -> list[int]:
    kept = set(range(len(drafts)))
    for _ in range(_PASSES):
        good = {i for i in kept if _is_good(drafts, i, kept)}
        if good == kept:
            return sorted(kept)
        kept = good
    return sorted(i for i in kept if isinstance(drafts[i].source, str) and isinstance(drafts[i].target, str))


def _is_good(drafts: Sequence[EdgeDraft], i: int, kept: set[int]) -> bool:
    """Whether both ends are there; only a connector with points of its own may end on another, or carry one."""
    draft = drafts[i]
    ends = (draft.source, draft.target)
    if any(end is None for end in ends):
        return False
    carriers = [end for end in ends if isinstance(end, int)]
    return not carriers or (
        len(draft.points) > 1 and all(end in kept and end != i and len(drafts[end].points) > 1 for end in carriers)
    )


def _end(
    builder: LayoutBuilder, drafts: Sequence[EdgeDraft], draft: EdgeDraft, end: str | int | None, index: dict[int, int]
) -> str:
    if isinstance(end, int):
        at = draft.points[0] if end is draft.source else draft.points[-1]
        return builder.add_anchor(index[end], nearest(drafts[end].points, at))
    assert end is not None
    return end
