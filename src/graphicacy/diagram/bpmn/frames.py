"""Which shapes of a BPMN diagram are frames (pools, lanes, expanded sub-processes, groups), and what lies in which.

What a reader sees counts: a part lies in the smallest frame around its middle. Only a sub-process must also be an
ancestor in the file, since a shape may lie over one that it is no part of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphicacy.diagram.bpmn.di import DrawnShape
from graphicacy.diagram.bpmn.model import FRAMES, SUBPROCESSES, Element, Model
from graphicacy.diagram.layout.places import innermost

__all__ = ["Frame", "Part", "frames_of", "holders"]

Part = tuple[str, Element, DrawnShape]  # the id in the diagram, what it is, where it is


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame; ``parent`` is the id of the frame around it. ``upright``: a pool or lane whose flow runs downwards."""

    key: str
    element: Element
    shape: DrawnShape
    parent: str | None = None
    upright: bool = False


def frames_of(model: Model, parts: list[Part]) -> list[Frame]:
    """The frames among the parts, each after the frame that holds it."""
    inner = {element.parent for _, element, _ in parts}
    boxes = [shape.box for _, _, shape in parts]
    pools = [i for i, (_, element, _) in enumerate(parts) if element.kind == "participant"]
    busy = {pools[held[0]] for held in innermost(boxes, [boxes[i] for i in pools]) if held}
    frames = [
        Frame(key, element, shape, upright=_is_upright(element, shape))
        for i, (key, element, shape) in enumerate(parts)
        if _is_frame(element, shape, i in busy, element.id in inner)
    ]
    frames.sort(key=lambda frame: -frame.shape.box.area)
    parents = holders(model, [(frame.key, frame.element, frame.shape) for frame in frames], frames)
    return [replace(frame, parent=parent) for frame, parent in zip(frames, parents, strict=True)]


def holders(model: Model, parts: list[Part], frames: list[Frame]) -> list[str | None]:
    """For each part the id of the innermost frame that holds it."""
    boxes = [frame.shape.box for frame in frames]
    around = innermost(boxes, boxes)
    found = []
    for part, held in zip(parts, innermost([shape.box for _, _, shape in parts], boxes), strict=True):
        possible = _possible(model, part[1], held, frames)
        outer = next((i for i in possible if frames[i].element.kind != "group"), None)
        holder = next(
            (i for i in possible if i == outer or _encloses(model, part, frames[i], around[i], frames, outer)), None
        )
        found.append(None if holder is None else frames[holder].key)
    return found


def _is_frame(element: Element, shape: DrawnShape, busy: bool, has_parts: bool) -> bool:
    if element.kind == "participant":
        return busy
    if element.kind in SUBPROCESSES:
        return shape.expanded is True or (shape.expanded is None and has_parts)
    return element.kind in FRAMES


def _is_upright(element: Element, shape: DrawnShape) -> bool:
    if element.kind not in ("participant", "lane"):
        return False
    return shape.box.height > shape.box.width if shape.horizontal is None else not shape.horizontal


def _possible(model: Model, element: Element, held: list[int], frames: list[Frame]) -> list[int]:
    """Those of the frames around an element's middle that can hold it: of sub-processes only its ancestors."""
    ancestors = model.ancestors(element)
    return [
        i
        for i in held
        if (
            frames[i].element.id in ancestors
            if frames[i].element.kind in SUBPROCESSES
            else element.kind != "participant"
        )
    ]


def _encloses(
    model: Model, part: Part, frame: Frame, around: list[int], frames: list[Frame], outer: int | None
) -> bool:
    """Whether a group holds a part: it may span several pools, and holds what is wholly in it and in the same frame."""
    _, element, shape = part
    if frame.element.kind != "group" or element.kind in FRAMES or not frame.shape.box.contains(shape.box, 1.0):
        return False
    its = (i for i in _possible(model, element, around, frames) if frames[i].element.kind != "group")
    return next(its, None) == outer
