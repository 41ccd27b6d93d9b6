"""How a line is drawn: its colour, its width, and whether it is dashed or dotted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.model import LineStyle
from graphicacy.sight.raster.strokes_ink import Ink, Mask
from graphicacy.sight.raster.trace_graph import Line

__all__ = ["Look", "look_of"]

_HEADS = 14  # pixels at a scale of 1 next to its ends where a line may have a head
_PURE = 0.85  # quantile of contrast from which a pixel shows the line's colour, not that of its soft edge
_BLANK = 0.12  # share of a line without ink from which it is no solid line
_GAPS = 3  # gaps that a dashed line has at least
_DOT = 4.0  # pixels at a scale of 1: a piece no longer is a dot
_CORE = 1.2  # pixels at a scale of 1 on each side of its traced middle in which a line has its full ink
_HALF = 0.5  # of a line's darkness: less is a gap
_ACROSS = 5.0  # pixels at a scale of 1 on each side in which a line's ink is summed


class Look(NamedTuple):
    """Colour as "#rrggbb", width in pixels, and style: solid, dashed or dotted."""

    color: str
    width: float
    line: LineStyle


def look_of(ink: Ink, line: Line, scale: float) -> Look:
    """How the line along these points is drawn."""
    margin = min(round(_HEADS * scale), len(line) // 3)
    body = line[margin : len(line) - margin]
    body = body if len(body) else line
    height, width = ink.mask.shape
    xs = np.clip(np.rint(body[:, 0]).astype(int), 1, width - 2)
    ys = np.clip(np.rint(body[:, 1]).astype(int), 1, height - 2)
    seen = ~(ink.words[ys, xs] | (ink.bands[ys, xs] > 0) | (ink.places[ys, xs] > 0))
    if not seen.any():
        return Look("#000000", 1.0, LineStyle.SOLID)
    xs, ys = xs[seen], ys[seen]
    around = [(ys + dy, xs + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    contrast = np.stack([ink.contrast[at] for at in around])
    best = contrast.argmax(axis=0)
    strongest = contrast.max(axis=0)
    pure = strongest >= np.quantile(strongest, _PURE)
    colors = np.stack([ink.pixels[at] for at in around])[best[pure], np.flatnonzero(pure)]
    red, green, blue = (int(v) for v in np.median(colors, axis=0))
    broad, inked = _across(ink, body[seen], strongest, scale)
    return Look(f"#{red:02x}{green:02x}{blue:02x}", broad, _style(inked, scale))


def _across(ink: Ink, body: Line, strongest: NDArray[np.uint8], scale: float) -> tuple[float, Mask]:
    """The width of a line, and at which of its points it is inked.

    The width is the ink across the line, summed in units of its own darkness: soft edges count for what they are.
    """
    import cv2

    if len(body) < 4:
        return 1.0, np.ones(len(body), bool)
    way = np.gradient(body, axis=0)
    kernel = np.ones(min(9, len(body))) / min(9, len(body))
    way = np.column_stack([np.convolve(way[:, i], kernel, "same") for i in (0, 1)])
    way /= np.maximum(np.hypot(*way.T), 1e-6)[:, None]
    across = np.arange(-_ACROSS * scale, _ACROSS * scale + 0.25, 0.25)
    xs = (body[:, :1] - way[:, 1:] * across).astype(np.float32)
    ys = (body[:, 1:] + way[:, :1] * across).astype(np.float32)
    x0, y0 = max(int(xs.min()) - 1, 0), max(int(ys.min()) - 1, 0)
    window = ink.contrast[y0 : int(ys.max()) + 2, x0 : int(xs.max()) + 2].astype(np.float32)
    dark = cv2.remap(window, xs - x0, ys - y0, cv2.INTER_LINEAR)
    full = max(float(np.quantile(strongest, 0.9)), 1.0)
    inked = dark[:, abs(across) <= _CORE * scale].max(axis=1) > _HALF * full
    rows = dark.sum(axis=1)[inked] * 0.25 / full
    return (float(np.round(np.quantile(rows, 0.3), 2)) if len(rows) else 1.0), np.asarray(inked)


def _style(inked: Mask, scale: float) -> LineStyle:
    edges = np.flatnonzero(np.diff(inked.astype(np.int8)))
    runs = np.diff(edges)
    starts_blank = not inked[0]
    pieces, gaps = (runs[0::2], runs[1::2]) if starts_blank else (runs[1::2], runs[0::2])
    if len(gaps) < _GAPS or 1 - inked.mean() < _BLANK:
        return LineStyle.SOLID
    return LineStyle.DOTTED if np.median(pieces) <= _DOT * scale else LineStyle.DASHED
