"""Which live text of an SVG can be seen, where its ink is, and with what contrast.

The drawing is rendered twice, with and without its text: what differs is the ink of the letters. White text on white,
text under a shape, outside the canvas or fully transparent leaves no difference, and so cannot pass for a label.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from lxml import etree
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.engines.resvg import rasterise_fast
from graphicacy.diagram.scene import Box
from graphicacy.sight.contrast import contrast_ratio
from graphicacy.sight.evidence import TextItem

__all__ = ["visible_text"]

_DIFFERENCE = 6  # of 255, in the channel that differs most: below it, no eye sees a letter
_INK_SHARE = 0.04  # of the line's box: letters cover 12-35 % of it; less is a rest of letters under a shape
_STRONG = 0.3  # of the strongest ink: white letters on white are not seen for crossing a dark line


def visible_text(svg: str, items: Sequence[TextItem], pixels: NDArray[np.uint8], scale: float) -> tuple[TextItem, ...]:
    """The live lines that can be seen, with boxes shrunk to their ink and their contrast measured.

    ``pixels`` is the rendered SVG (H × W × 3, uint8), ``scale`` its pixels per unit; both as in ``Drawing``.
    """
    if not items:
        return ()
    bare = _render(_without_text(svg), scale)
    if bare.shape != pixels.shape:
        return tuple(items)
    red, green, blue = np.moveaxis(np.abs(pixels.astype(np.int16) - bare.astype(np.int16)), 2, 0)
    difference = np.maximum(np.maximum(red, green), blue)
    seen = (_inked(item, difference, pixels, bare) for item in items)
    return tuple(item for item in seen if item is not None)


def _without_text(svg: str) -> str:
    root = etree.fromstring(svg.encode())
    for text in root.findall(".//{*}text"):
        parent = text.getparent()
        if parent is not None:
            parent.remove(text)
    return str(etree.tostring(root, encoding="unicode"))


def _render(svg: str, scale: float) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(rasterise_fast(svg, scale))) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def _inked(
    item: TextItem, difference: NDArray[np.int16], pixels: NDArray[np.uint8], bare: NDArray[np.uint8]
) -> TextItem | None:
    height, width = difference.shape
    reach = item.box.pad(0.08 * min(item.box.width, item.box.height))  # further out stands the next line
    x0, y0 = max(0, int(reach.x0)), max(0, int(reach.y0))
    x1, y1 = min(width, int(np.ceil(reach.x1))), min(height, int(np.ceil(reach.y1)))
    if x1 <= x0 or y1 <= y0:
        return None
    window = difference[y0:y1, x0:x1]
    ink = window >= _DIFFERENCE
    if (ink & (window >= _STRONG * window.max())).sum() < _INK_SHARE * max(item.box.area, 1.0):
        return None
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    core = window >= 0.7 * window.max()
    box = Box(float(x0 + columns[0]), float(y0 + rows[0]), float(x0 + columns[-1] + 1), float(y0 + rows[-1] + 1))
    upright = abs(item.angle) < 5
    return replace(
        item,
        box=box,
        size=box.height if upright else item.size,
        contrast=_contrast(pixels[y0:y1, x0:x1][core], bare[y0:y1, x0:x1][core]),
    )


def _contrast(ink: NDArray[np.uint8], ground: NDArray[np.uint8]) -> float:
    """The contrast between the median colours of the letters' cores and of what lies under them."""
    return round(contrast_ratio(np.median(ink, axis=0).tolist(), np.median(ground, axis=0).tolist()), 2)
