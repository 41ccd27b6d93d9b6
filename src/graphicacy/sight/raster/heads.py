"""The head at the end of a line, by how wide the ink is along its last pixels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import Head
from graphicacy.sight.raster.strokes_ink import Ink, Mask
from graphicacy.sight.raster.trace_gaps import outward
from graphicacy.sight.raster.trace_graph import Line

__all__ = ["Sighting", "head_at"]

_LONG = 34.0  # pixels at a scale of 1 along the line in which a head may lie
_BROAD = 13.0  # pixels on each side that a head may reach; what reaches further is another line
_STEP = 0.5  # of the samples, in pixels
_INKED = 0.45  # share of the line's own darkness from which a sample is ink
_SURE = 3.5  # pixels wider than the line: a head for sure
_OTHER = 15.0  # pixels at a scale of 1 at the other end of a line that are left to the head there
_BEHIND = 9.0  # pixels at a scale of 1 of a head that a shape may hide
_FLAT = 0.25  # times as long as broad: a head no longer is a bar
_BAR_LONG = 1.0  # pixels along the line that a bar takes at least
_RISE = 0.2  # by which a pointed head is wider, of its width, in its last third than in its first
_EVEN = 0.8  # of its greatest breadth: what a bar has all along
_ROUND, _ROUNDER = 1.55, 1.45  # radii of the largest disc in it by which a circle reaches from its middle at most
_WHOLE, _HALF_SEEN = 0.85, 0.6  # certainty of a bar or circle, and of one that a border hides in part: most are arrows
_WAIST = 0.6  # of its greatest breadth that a cross has at most in its middle
_FULL = 0.66  # share of its bounding box that a diamond fills at most
_HEAD = 16.0  # pixels at a scale of 1 that a head is long at most
_OFF_TIP = 7.0  # pixels at a scale of 1 from the end of a line in which its head begins
_ASIDE = 3.0  # pixels that are seen of a head the middle of which a shape hides: less may be a line
_BAR = 3.5  # pixels by which a bar is wider than its line at least
_PLAIN = 1.2  # pixels wider than the line: none


class Sighting(NamedTuple):
    """What head an end has, how sure that is in [0, 1], and the width of the line behind it in pixels."""

    head: Head
    certainty: float
    width: float


def head_at(ink: Ink, line: Line, scale: float) -> Sighting:
    """The head at the first of a line's points.

    Args:
        ink: the ink of the picture.
        line: the points of the line from that end on, about a pixel apart.
        scale: how much larger than usual everything is.
    """
    sheet = _sheet(ink, line, scale)
    if sheet is None:
        return Sighting(Head.NONE, 0.3, 1.0)
    inked, hidden = sheet
    solid = _solid(inked, hidden)
    shown = solid[solid > 0]
    width = float(np.quantile(shown, 0.15)) if len(shown) else 1.0
    crossed = np.convolve(solid >= 2 * _BROAD * scale - 2, np.ones(9))[4 : 4 + len(solid)] > 0
    solid = np.where(crossed, np.minimum(width, solid), solid)
    # A short line's other part may have a head of its own.
    own = min((_BEHIND + _HEAD) * scale, len(solid) * _STEP - min(0.5 * len(line), _OTHER * scale))
    extra = (solid - width)[: max(1, round(own / _STEP))]
    barbs = _barbs(inked & ~hidden, width, scale)[: len(extra)]
    if _open(barbs, scale)[0] is Head.CROSS:
        return Sighting(Head.CROSS, 0.9, width)
    if extra.max() >= max(_PLAIN + 0.6 * scale, 0.55 * width):
        return Sighting(*_filled(extra, inked & ~hidden, width, scale), width)
    if barbs.any():
        head, certainty = _open(barbs, scale)
        if head is not Head.NONE:
            return Sighting(head, certainty, width)
    return Sighting(Head.NONE, float(np.clip(1 - (extra.max() - _PLAIN) / 3, 0.5, 1.0)), width)


def _sheet(ink: Ink, line: Line, scale: float) -> tuple[Mask, Mask] | None:
    """What is about the end of a line, straightened: rows along it from its end, columns across it.

    Two masks: what is ink, and what is hidden by a shape or words, where ink may go on.
    """
    import cv2

    line = _into(ink, line, scale)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    reach = min(_LONG * scale, way[-1])
    if reach < 4:
        return None
    at = np.arange(0, reach, _STEP)
    soft = 3.0 * scale

    def point(s: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack([np.interp(s, way, line[:, 0]), np.interp(s, way, line[:, 1])])

    middle = (point(at - soft) + 2 * point(at) + point(at + soft)) / 4
    middle[at < soft] = point(at)[at < soft]
    tangent = point(np.clip(at + 2 * soft, 0, way[-1])) - point(np.clip(at - soft, 0, way[-1]))
    tangent /= np.maximum(np.hypot(*tangent.T), 1e-6)[:, None]
    half = round(_BROAD * scale / _STEP)
    across = np.arange(-half, half + 1) * _STEP
    x0, y0 = (int(v) for v in np.floor(middle.min(axis=0)) - half)
    x1, y1 = (int(v) for v in np.ceil(middle.max(axis=0)) + half)
    x0, y0 = max(x0, 0), max(y0, 0)
    xs = (middle[:, :1] - tangent[:, 1:] * across - x0).astype(np.float32)
    ys = (middle[:, 1:] + tangent[:, :1] * across - y0).astype(np.float32)
    contrast = ink.contrast[y0:y1, x0:x1].astype(np.float32)
    covered = ink.bodies[y0:y1, x0:x1].astype(np.float32)
    words = ink.words[y0:y1, x0:x1].astype(np.float32)
    dark = cv2.remap(contrast, xs, ys, cv2.INTER_LINEAR)
    hidden = cv2.remap(covered, xs, ys, cv2.INTER_LINEAR) > 0.01
    beyond = at > (_BEHIND + _HEAD) * scale  # words next to a tip may be its head, read as a letter
    hidden[beyond] |= cv2.remap(words, xs[beyond], ys[beyond], cv2.INTER_NEAREST) > 0 if beyond.any() else False
    peak = float(np.quantile(dark[:, half - 2 : half + 3].max(axis=1), 0.7))
    return (dark > _INKED * peak, hidden) if peak > 0 else None


def _solid(inked: Mask, hidden: Mask) -> NDArray[np.float64]:
    """Per row, how wide the ink about the middle is in pixels: twice its lesser half, or the half that is not hidden.

    0 where there is none, and where both sides are hidden.
    """
    middle = inked.shape[1] // 2
    start = inked[:, middle - 1 : middle + 2].any(axis=1) & ~hidden[:, middle]
    aside = np.maximum(_shown(inked, hidden, 1), _shown(inked, hidden, -1)) * _STEP
    start |= hidden[:, middle] & (aside >= _ASIDE)
    right = _run(inked[:, middle + 1 :], hidden[:, middle + 1 :])
    left = _run(inked[:, middle - 1 :: -1], hidden[:, middle - 1 :: -1])
    both, least = left + right, np.minimum(left, right)
    # A line that is drawn aside of its traced middle by half a pixel is no narrower for that.
    width = np.minimum(both, 2 * least + 2) + 1
    return np.where(start & (width < np.inf), width, 0.0) * _STEP


def _shown(inked: Mask, hidden: Mask, side: int) -> NDArray[np.int64]:
    """How many samples of ink are seen in each row next to what is hidden about its middle, on one side."""
    middle = inked.shape[1] // 2
    ink, under = inked[:, middle::side], hidden[:, middle::side]
    beyond = ~under & (np.cumsum(~under & ~ink, axis=1) == 0)
    return np.asarray((beyond & ink).sum(axis=1))


def _run(inked: Mask, hidden: Mask) -> NDArray[np.float64]:
    """How many samples of each row are inked, or hidden, before the first that is blank.

    Infinite where that is not seen: where the last before it is hidden.
    """
    blank = ~inked & ~hidden
    blank[:, :1] = False
    rows = np.arange(len(inked))
    ends = np.where(blank.any(axis=1), blank.argmax(axis=1), inked.shape[1])
    return np.where(hidden[rows, ends - 1], np.inf, ends.astype(float))


def _into(ink: Ink, line: Line, scale: float) -> Line:
    """The line led on into the shape that it ends at: a head that meets a border aslant is half behind it."""
    way = outward(line, 2)
    steps = np.arange(round(_BEHIND * scale), 0, -1.0)[:, None]
    added = line[0] + steps * np.array(way)
    height, width = ink.places.shape
    x, y = (round(float(v)) for v in added[-min(4, len(added))])
    if not (0 <= x < width and 0 <= y < height and ink.places[y, x]):
        return line
    return np.concatenate([added, line])


def _filled(extra: NDArray[np.float64], seen: Mask, width: float, scale: float) -> tuple[Head, float]:
    """Which filled head has this profile of width beyond the line's, from the tip on."""
    top = int(extra.argmax())
    most = extra[top]
    wide = extra > max(0.25 * most, 0.8)
    first = top
    while first > 0 and wide[first - 1]:
        first -= 1
    last = top
    while last + 1 < len(extra) and wide[last + 1]:
        last += 1
    if first * _STEP > (_BEHIND + _OFF_TIP) * scale:
        return Head.NONE, 0.7
    shape = extra[first : last + 1] / most
    sure = float(np.clip((most - _PLAIN) / (_SURE * scale - _PLAIN), 0.3, 1.0))
    long = len(shape) * _STEP
    hidden = first > 0 and extra[first - 1] < 0
    flat = _FLAT * (0.8 if hidden else 1.0)
    if long <= flat * (most + width) and long <= 4.5 * scale and shape[1:-1].min(initial=1.0) > _EVEN:
        return (
            (Head.BLUNT, (_HALF_SEEN if hidden else _WHOLE) * sure)
            if most >= _BAR * scale and long >= _BAR_LONG
            else (Head.NONE, 0.6)
        )
    third = max(1, round(0.35 * len(shape)))
    rise = float(shape[-third:].mean() - shape[:third].mean())
    if rise < 1.5 * _RISE and _oblong(seen, first, last) < (_ROUNDER if hidden else _ROUND):
        return Head.CIRCLE, (_HALF_SEEN if hidden else _WHOLE) * sure
    if not hidden and abs(rise) < _RISE and shape.mean() < _FULL:
        return Head.DIAMOND, 0.7 * sure
    if not hidden and rise < -_RISE:
        return Head.POINTED, 0.4 * sure  # it points back, or two lines part there
    return Head.POINTED, sure * (1.0 if rise > 0 else 0.85)


def _oblong(seen: Mask, first: int, last: int) -> float:
    """How far a head reaches from the middle of the largest disc in it, in radii of that disc: 1 for a disc."""
    import cv2

    rows = np.pad(seen[max(0, first - 6) : last + 1], 1).astype(np.uint8)
    depth = cv2.distanceTransform(rows, cv2.DIST_L2, 5)
    y, x = np.unravel_index(int(depth.argmax()), depth.shape)
    _, parts = cv2.connectedComponents(rows, connectivity=4)
    ys, xs = np.nonzero(parts == parts[y, x])
    return float(np.quantile(np.hypot(ys - y, xs - x), 0.985) / max(float(depth[y, x]), 1.0))


def _barbs(inked: Mask, width: float, scale: float) -> NDArray[np.float64]:
    """Per row, how far out in pixels there is ink on both sides alike, apart from the line's own; 0 where none."""
    middle = inked.shape[1] // 2
    right, left = inked[:, middle + 1 :], inked[:, middle - 1 :: -1][:, : inked.shape[1] - middle - 1]
    near = np.zeros_like(left)
    for shift in (-2, -1, 0, 1, 2):
        near |= np.roll(left, shift, axis=1)
    both = right[:, : near.shape[1]] & near
    own = round((width / 2 + 0.8) / _STEP)
    both[:, :own] = False
    both[both[:, -4:].any(axis=1)] = False
    outermost = both.shape[1] - np.argmax(both[:, ::-1], axis=1)
    return np.where(both.any(axis=1), outermost, 0) * _STEP


def _open(barbs: NDArray[np.float64], scale: float) -> tuple[Head, float]:
    """Which head of strokes alone these barbs are: they part from the tip on, or cross."""
    rows = np.flatnonzero(barbs > 0)
    if len(rows) * _STEP < 2.0 * scale:
        return Head.NONE, 0.6
    outs = barbs[rows]
    low = int(outs.argmin())
    before, after = outs[:low], outs[low:]
    opens = after[-1] - outs[low] if len(after) else 0.0
    closes = before[0] - outs[low] if len(before) else 0.0
    if opens >= 1.2 * scale and closes >= 1.2 * scale and outs[low] <= _WAIST * outs.max():
        return Head.CROSS, 0.9
    if opens >= 1.5 * scale:
        return Head.POINTED, 0.85
    return Head.NONE, 0.5
