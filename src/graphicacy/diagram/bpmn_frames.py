"""Which shapes of a BPMN diagram are frames (pools, lanes, expanded sub-processes, groups), and what lies in which.

What a reader sees counts: a part lies in the smallest frame around its middle. Only a sub-process must also be an
ancestor in the file, since a shape may lie over one that it is no part of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphicacy.diagram.bpmn_di import DrawnShape
from graphicacy.diagram.bpmn_model import FRAMES, SUBPROCESSES, Element, Model
from graphicacy.diagram.layout_builder import innermost

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
    return [
        next((frames[i].key for i in held if _holds(model, frames, i, held, part)), None)
        for part, held in zip(
            parts, innermost([shape.box for _, _, shape in parts], [f.shape.box for f in frames]), strict=True
        )
    ]


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


def _holds(model: Model, frames: list[Frame], i: int, held: list[int], part: Part) -> bool:
    """Whether frame ``i`` of those around a part's middle, given from the inside out, can hold it."""
    _, element, shape = part
    frame = frames[i]
    if frame.element.kind in SUBPROCESSES:
        return frame.element.id in model.ancestors(element)
    if frame.element.kind != "group":
        return element.kind != "participant"

    # A group may span several pools: it holds what lies in it wholly, and in the same frame as it does itself.
    def beyond(of: Element, around: list[int]) -> int | None:
        return next((k for k in around if frames[k].element.kind != "group" and _may_hold(model, frames[k], of)), None)

    if element.kind in FRAMES or not frame.shape.box.contains(shape.box, 1.0):
        return False
    (around,) = innermost([frame.shape.box], [f.shape.box for f in frames])
    return beyond(element, held) == beyond(element, around)


def _may_hold(model: Model, frame: Frame, element: Element) -> bool:
    return frame.element.kind not in SUBPROCESSES or frame.element.id in model.ancestors(element)
