"""How a shape is painted: its fill, and its border's colour, width and dashes, read along lines across the border.

A thin border blends into its neighbours, so that no pixel may have its colour. What can be measured is how much of it
there is: the sum of its difference from the ground, across the line. Width and colour follow together, once some pixel
is known to be covered fully; shapes that are painted alike are settled together, so that one such pixel is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import LineStyle
from graphicacy.sight.raster.ground import Canvas, Regions

__all__ = ["Border", "Look", "borders_of", "hex_color", "in_full", "look_of"]

Color = NDArray[np.float64]  # RGB

_MOST_SAMPLES = 400  # places along an outline
_BETWEEN = 0.71  # pixels from the middle of one slanted row of pixels to that of the next
_REACH = 12.0  # pixels outwards: the thickest border and its soft edge
_STEP = 0.5
_SEEN = 20.0  # distance of colours from which a border is seen
_ALIKE = 0.12  # share by which the amounts of ink of two borders painted alike may differ
_NEARLY = 1.15  # pixels: narrower borders are one pixel wide, and cover none fully where they are drawn
_FINE = 0.6  # of its size: at most that small, a picture shows thick lines as thin ones
_EVEN = 0.2  # share by which the amount of ink of one border may vary along it
_THICK = 2.5  # pixels: borders from here on are called thick, in print of usual height
_USUAL_PRINT = 10.0  # pixels
_BROKEN, _NEARLY_WHOLE = 0.86, 0.95  # share of an outline with ink, below which it is dashed: so or with gaps all along
_SPARSE = 40.0  # pixels from gap to gap, at most, where there are gaps all along


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen of one shape.

    ``amount``: the border's difference from what lies on both sides of it, summed across it (RGB × pixels), None where
    no border is seen; ``peak`` that difference where it is strongest; ``base`` the colour that it differs from;
    ``inked`` which places along the outline carry it, ``length`` of the outline in pixels; ``outside`` per place the
    number of the region beyond the border (0: none in reach).
    """

    fill: Color
    base: Color
    amount: Color | None
    peak: Color
    inked: NDArray[np.bool_]
    length: float
    outside: NDArray[np.int64]

    def beyond(self) -> dict[int, float]:
        """Share of the outline that each region lies beyond, of the places where a region is known."""
        known = self.outside[self.outside > 0]
        values, counts = np.unique(known, return_counts=True)
        return {int(v): float(c) / max(1, len(known)) for v, c in zip(values, counts, strict=True)}


@dataclass(frozen=True, slots=True)
class Border:
    """The paint of a border; ``width`` in pixels."""

    color: Color
    width: float
    line: LineStyle


def look_of(canvas: Canvas, regions: Regions, own: frozenset[int], rim: NDArray[np.float64], fill: Color) -> Look:
    """What is seen along the rim of a shape (n × 2, clockwise) whose inside are these regions, of this colour."""
    start = -float(regions.closed)
    soft, sharp, labels = _across(canvas, regions, rim, start)
    steps = labels.shape[1]
    reach = _reach(regions, own, labels)
    outside = np.where(reach < steps, labels[np.arange(len(labels)), np.minimum(reach, steps - 1)], 0)
    known = outside > 0
    length = float(len(rim))
    if known.sum() < 8:
        return Look(fill, fill, None, fill, known, length, outside)
    ends = np.minimum(reach + round(2 * regions.closed / _STEP), steps - 1)
    beyond = np.median(sharp[known, ends[known]], axis=0)
    within = np.arange(steps)[None] <= reach[:, None]
    strength = np.minimum(np.linalg.norm(sharp - fill, axis=2), np.linalg.norm(sharp - beyond, axis=2))
    strength *= np.tile(within, 2)
    strongest = strength.max(axis=1)
    floor = max(_SEEN, 0.4 * float(np.quantile(strongest[known], 0.9)))
    inked = known & (strongest >= floor)
    if inked.sum() < 0.15 * known.sum() or inked.sum() < 4:
        return Look(fill, (fill + beyond) / 2, None, fill, inked, length, outside)
    amounts = _amounts(soft, np.maximum(strength[:, :steps], strength[:, steps:]), within, fill, beyond)
    amount = np.median(amounts[inked], axis=0)
    # Where a line meets the border there is more of it.
    alone = inked & (np.linalg.norm(amounts - amount, axis=1) <= _EVEN * np.linalg.norm(amount))
    if not alone.any():
        alone = inked
    base = (fill + beyond) / 2
    best = sharp[alone, strength[alone].argmax(axis=1)]
    strong = strongest[alone] >= np.quantile(strongest[alone], 0.93)
    peak = np.median(best[strong], axis=0) - base
    return Look(fill, base, amount, peak, inked | ~known, length, outside)


def borders_of(looks: Sequence[Look], unit: float) -> list[Border | None]:
    """The border of each shape, None where it has none; those that are painted alike have one width and colour.

    ``unit``: the usual height of print in pixels, by which a border is thick or not.
    """
    found: list[Border | None] = [None] * len(looks)
    groups: list[list[int]] = []
    for i, look in enumerate(looks):
        if look.amount is None:
            continue
        home = next((g for g in groups if _alike(looks[g[0]], look)), None)
        if home is None:
            groups.append([i])
        else:
            home.append(i)
    for group in groups:
        color, width = _settled([looks[i] for i in group])
        for i in group:
            found[i] = Border(color, width, _line(looks[i], width, _THICK * max(1.0, unit / _USUAL_PRINT)))
    return found


def _settled(looks: Sequence[Look]) -> tuple[Color, float]:
    """The colour and width of borders painted alike, by the one that covers some pixel best."""
    amounts = [look.amount for look in looks if look.amount is not None]
    usual = float(np.median([np.linalg.norm(a) for a in amounts]))
    best = max(looks, key=lambda look: float(np.linalg.norm(look.peak)))
    width = usual / max(1.0, float(np.linalg.norm(best.peak)))
    if 1 < width < _NEARLY and best.amount is not None:
        # The peak falls short of the colour by what the pixel does not cover, the sum errs to the other side.
        return np.clip(best.base + (best.peak + best.amount) / 2, 0, 255), 1.0
    return np.clip(best.base + best.peak, 0, 255), min(max(1.0, width), _REACH)


def in_full(canvas: Canvas, rim: NDArray[np.float64], look: Look, border: Border) -> Border:
    """The border with its colour taken from the picture as given, where that is larger and blends it less."""
    if canvas.scale > _FINE:
        return border
    places, normals = _normals(rim)
    steps = np.arange(0, border.width + 1, canvas.scale)
    at = (places[:, None] + 0.5 + normals[:, None] * steps[None, :, None]) / canvas.scale
    height, width = canvas.original.shape[:2]
    columns = np.clip(at[..., 0].astype(int), 0, width - 1)
    rows = np.clip(at[..., 1].astype(int), 0, height - 1)
    colors = canvas.original[rows, columns].astype(np.float64)
    along = (colors - look.base) @ (border.color - look.base)
    strongest = along.max(axis=1)
    best = colors[np.arange(len(colors)), along.argmax(axis=1)][strongest >= np.quantile(strongest, 0.5)]
    return replace(border, color=np.median(best, axis=0))


def hex_color(color: Color) -> str:
    """``#rrggbb``."""
    red, green, blue = (int(v) for v in np.clip(np.rint(color), 0, 255))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _across(
    canvas: Canvas, regions: Regions, rim: NDArray[np.float64], start: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Colours along lines outwards from the rim: between pixels (n × steps × 3), of the pixels passed, and of those
    passed half a pixel further along the rim (n × 2 steps × 3); and region numbers (n × steps).

    A slanted line one pixel wide can lie between the pixels that a line across it passes.
    """
    import cv2

    places, normals = _normals(rim)
    steps = np.arange(start, _REACH - start, _STEP)
    at = (places[:, None] + normals[:, None] * steps[None, :, None]).astype(np.float32)
    aside = np.stack([-normals[:, 1], normals[:, 0]], axis=1)[:, None]
    height, width = regions.labels.shape
    soft = cv2.remap(canvas.pixels, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    beside = np.concatenate([at, at + _BETWEEN * aside], axis=1)
    columns = np.clip(np.rint(beside[..., 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(beside[..., 1]).astype(int), 0, height - 1)
    sharp = canvas.pixels[rows, columns].astype(np.float64)
    ahead = slice(0, len(steps))
    return soft.astype(np.float64), sharp, regions.labels[rows[:, ahead], columns[:, ahead]].astype(np.int64)


def _normals(rim: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places along a clockwise rim, away from its corners, and the unit vectors that point out of it there."""
    reach = max(2, min(5, len(rim) // 16))
    ahead, behind = np.roll(rim, -reach, axis=0) - rim, rim - np.roll(rim, reach, axis=0)
    straight = (ahead * behind).sum(axis=1) > 0.8 * np.linalg.norm(ahead, axis=1) * np.linalg.norm(behind, axis=1)
    tangent = ahead + behind
    length = np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-6)
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=1) / length
    chosen = np.flatnonzero(straight) if straight.sum() >= 16 else np.arange(len(rim))
    chosen = chosen[:: max(1, len(chosen) // _MOST_SAMPLES)]
    return rim[chosen], normal[chosen]


def _reach(regions: Regions, own: frozenset[int], labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first step at which a region that is neither a line nor the shape itself begins; past the last, if none."""
    other = (labels > 0) & ~regions.thin[labels] & ~np.isin(labels, list(own))
    return np.asarray(np.where(other.any(axis=1), other.argmax(axis=1), labels.shape[1]), np.int64)


def _amounts(
    soft: NDArray[np.float64], strength: NDArray[np.float64], within: NDArray[np.bool_], fill: Color, beyond: Color
) -> NDArray[np.float64]:
    """Per place, the border's difference from the fill before its middle, and from what is beyond after it, summed."""
    steps = np.arange(soft.shape[1])
    middle = (strength * steps).sum(axis=1) / np.maximum(strength.sum(axis=1), 1e-9)
    share = np.clip(steps[None] - middle[:, None] + 0.5, 0, 1)[..., None]  # of what is beyond
    ground = fill * (1 - share) + beyond * share
    return np.asarray(((soft - ground) * within[..., None]).sum(axis=1) * _STEP)


def _alike(a: Look, b: Look) -> bool:
    if a.amount is None or b.amount is None:
        return False
    far = float(np.linalg.norm(a.amount - b.amount))
    return far <= _ALIKE * float(np.linalg.norm(a.amount)) + 4 and float(np.abs(a.base - b.base).max()) <= 6


def _line(look: Look, width: float, thick: float) -> LineStyle:
    """Solid or thick; dashed or dotted by how long the inked pieces of the outline are."""
    turned = np.roll(look.inked, -int(np.argmin(look.inked)))  # begins in a gap, where there is one
    edges = np.flatnonzero(np.diff(np.concatenate([turned, [False]]).astype(np.int8), prepend=0))
    pieces = (edges[1::2] - edges[::2]) * look.length / len(turned)
    gaps = len(pieces) >= look.length / _SPARSE
    if turned.mean() > (_NEARLY_WHOLE if gaps else _BROKEN):
        return LineStyle.THICK if width >= thick else LineStyle.SOLID
    return LineStyle.DOTTED if np.median(pieces) <= 1.6 * width + 1.6 else LineStyle.DASHED
