"""Where the parts of a pathway are, and what its lines refer to: names made unique, states and groups placed.

Nothing is drawn here. A reference that leads nowhere is left out and counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from graphicacy.diagram.gpml.outlines import Drawn, outline_of
from graphicacy.diagram.gpml.source import Frame, Item, Source
from graphicacy.diagram.names import Names
from graphicacy.diagram.scene import Box

__all__ = ["AnchorRef", "Pathway", "PlacedFrame", "PlacedItem", "place_parts"]

# Pixels between a group's frame and its members (PathVisio's).
_MARGIN, _COMPLEX_MARGIN = 8.0, 12.0


class AnchorRef(NamedTuple):
    """An anchor: the index of its line in the source, and its own on the line."""

    line: int
    anchor: int


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item under its unique name; ``group`` and ``host`` are unique names, too."""

    id: str
    item: Item
    drawn: Drawn
    group: str | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedFrame:
    """A group under its unique name."""

    id: str
    frame: Frame
    box: Box
    parent: str | None = None


@dataclass
class Pathway:
    """A source whose parts have places. ``refs`` leads from the ids of the file to parts and anchors."""

    source: Source
    items: list[PlacedItem] = field(default_factory=list)
    frames: list[PlacedFrame] = field(default_factory=list)
    refs: dict[str, str | AnchorRef] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    names: Names = field(default_factory=Names)

    def find(self, ref: str | None) -> str | AnchorRef | None:
        """What a line's end refers to: the name of an item or group, an anchor, or nothing."""
        return self.refs.get(ref) if ref else None


def place_parts(source: Source) -> Pathway:
    """Every part of a source with its name and box."""
    pathway = Pathway(source)
    item_names = [_claim(pathway, item.id, item.kind) for item in source.items]
    frame_names = [_claim(pathway, frame.id, "Group") for frame in source.frames]
    for index, line in enumerate(source.lines):
        for number, anchor in enumerate(line.anchors):
            if anchor.id:
                if anchor.id in pathway.refs:
                    pathway.faults["parts with an id that another has, too"] += 1
                pathway.refs.setdefault(anchor.id, AnchorRef(index, number))
    keys = {frame.key: name for frame, name in zip(reversed(source.frames), reversed(frame_names), strict=True)}
    for key, name in keys.items():
        if key:
            pathway.refs.setdefault(key, name)
    _place_items(pathway, item_names, {key: name for key, name in keys.items() if key})
    _place_frames(pathway, frame_names, {key: name for key, name in keys.items() if key})
    _forget_unplaced(pathway)
    return pathway


def _claim(pathway: Pathway, wanted: str | None, kind: str) -> str:
    name = pathway.names.new(wanted or kind)
    if wanted and name != wanted:
        pathway.faults["parts with an id that another has, too"] += 1
    elif wanted:
        pathway.refs[wanted] = name
    return name


def _place_items(pathway: Pathway, names: list[str], groups: dict[str, str]) -> None:
    by_name = {}
    for name, item in zip(names, pathway.source.items, strict=True):
        if item.kind != "State":
            drawn = outline_of(item.shape, item.box, item.rotation)
            by_name[name] = PlacedItem(name, item, drawn, groups.get(item.group or ""))
    for name, item in zip(names, pathway.source.items, strict=True):
        if item.kind == "State":
            found = names[item.host_index] if item.host_index is not None else pathway.find(item.host)
            host = by_name.get(found) if isinstance(found, str) else None
            if host is None or host.item.kind == "State":
                pathway.faults["states of nothing, left out"] += 1
                continue
            drawn = outline_of(item.shape, _on(host.item.box, item), item.rotation)
            above = replace(item, depth=max(item.depth, host.item.depth + 0.5))
            by_name[name] = PlacedItem(name, above, drawn, host.group, host.id)
    pathway.items = [by_name[name] for name in names if name in by_name]


def _on(host: Box, state: Item) -> Box:
    (x, y), (across, down) = host.center, state.offset
    return state.box.shift(x + across * host.width / 2, y + down * host.height / 2)


def _place_frames(pathway: Pathway, names: list[str], keys: dict[str, str]) -> None:
    """Boxes of groups from the inside out: around their members, as PathVisio draws them."""
    source = pathway.source
    index = {name: i for i, name in enumerate(names)}
    parents = [index.get(keys.get(frame.parent or "", "")) for frame in source.frames]
    order = _from_inside_out(parents, pathway.faults)
    bounds: dict[str, Box] = {}
    for placed in pathway.items:
        if placed.group and placed.host is None:
            _grow(bounds, placed.group, placed.drawn.box)
    for line in source.lines:
        if line.group in keys:
            _grow(bounds, keys[line.group or ""], Box.around([line.points[0].at, line.points[-1].at]))
    boxes: dict[int, Box] = {}
    for i in order:
        frame, around = source.frames[i], bounds.get(names[i])
        margin = _COMPLEX_MARGIN if frame.style == "complex" else _MARGIN
        box = frame.box or (around.pad(margin) if around else None)
        if box is None:
            continue
        boxes[i] = box
        parent = parents[i]
        if parent is not None:
            _grow(bounds, names[parent], box)
    _place_empty(pathway, names, boxes)
    for i, (name, frame) in enumerate(zip(names, source.frames, strict=True)):
        if i in boxes:
            parent = parents[i]
            inside = names[parent] if parent is not None and parent in boxes else None
            pathway.frames.append(PlacedFrame(name, frame, boxes[i], inside))


def _from_inside_out(parents: list[int | None], faults: Counter[str]) -> list[int]:
    """Indices of frames, members before the frame around them; a frame in a circle loses its parent."""
    depth: dict[int, int] = {}
    for start in range(len(parents)):
        chain: list[int] = []
        on_chain = set[int]()
        at: int | None = start
        while at is not None and at not in depth and at not in on_chain:
            chain.append(at)
            on_chain.add(at)
            at = parents[at]
        if at is not None and at in on_chain:
            faults["groups that lie in themselves"] += 1
            parents[chain[-1]] = at = None
        level = depth[at] if at is not None else -1
        for item in reversed(chain):
            level += 1
            depth[item] = level
    return sorted(depth, key=lambda i: -depth[i])


def _grow(bounds: dict[str, Box], name: str, box: Box) -> None:
    bounds[name] = bounds[name].union(box) if name in bounds else box


def _place_empty(pathway: Pathway, names: list[str], boxes: dict[int, Box]) -> None:
    """A group without members is where lines end on it; one on which none ends shows nowhere."""
    missing = {name: i for i, name in enumerate(names) if i not in boxes}
    for line in pathway.source.lines if missing else ():
        for end in (line.points[0], line.points[-1]):
            found = pathway.find(end.ref)
            if isinstance(found, str) and found in missing:
                at = Box(*end.at, *end.at)
                i = missing[found]
                boxes[i] = boxes[i].union(at) if i in boxes else at


def _forget_unplaced(pathway: Pathway) -> None:
    placed = {item.id for item in pathway.items} | {frame.id for frame in pathway.frames}
    pathway.refs = {ref: to for ref, to in pathway.refs.items() if isinstance(to, AnchorRef) or to in placed}
