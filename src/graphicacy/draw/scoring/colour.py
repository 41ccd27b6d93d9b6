"""Can a colour-blind reader tell the colours of a figure apart?

Dichromacy is simulated with the matrices of Machado, Oliveira & Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE TVCG 2009), severity 1.0, on linear RGB; distances are CIE 1976 ΔE in Lab
(D65).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["main_colours", "unsafe_pairs"]

Floats = NDArray[np.float64]

_PROTAN = np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]])
_DEUTAN = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])

DISTINCT = 25.0  # ΔE between colours that readers take for different
CONFUSED = 10.0  # ΔE under simulation below which they look alike
COLOURFUL = 25.0  # Lab chroma from which a colour counts as one, not as grey


def _linear(rgb: Floats) -> Floats:
    c = rgb / 255.0
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def _lab(linear: Floats) -> Floats:
    xyz = np.clip(linear, 0, 1) @ _XYZ.T / _WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def unsafe_pairs(colours: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of ``#rrggbb`` colours that differ for most readers, but not for a protanope or a deuteranope."""
    unique = sorted(set(colours))
    if len(unique) < 2:
        return []
    rgb = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in unique], dtype=float)
    linear = _linear(rgb)
    lab = _lab(linear)
    colourful = np.hypot(lab[:, 1], lab[:, 2]) >= COLOURFUL
    normal = np.linalg.norm(lab[:, None] - lab[None], axis=2)
    alike = np.zeros_like(normal, dtype=bool)
    for matrix in (_PROTAN, _DEUTAN):
        seen = _lab(linear @ matrix.T)
        alike |= np.linalg.norm(seen[:, None] - seen[None], axis=2) < CONFUSED
    bad = alike & (normal >= DISTINCT) & colourful[:, None] & colourful[None]
    return [(unique[i], unique[j]) for i, j in np.argwhere(np.triu(bad, 1))]


def main_colours(pixels: NDArray[np.uint8], least_share: float = 0.004) -> list[str]:
    """Colours that fill at least ``least_share`` of a picture (H × W × 3, uint8), to 4 bits a channel."""
    step = max(1, int(np.sqrt(pixels.shape[0] * pixels.shape[1] / 250_000)))
    coarse = pixels[::step, ::step].reshape(-1, 3).astype(np.uint32) >> 4
    codes, counts = np.unique((coarse[:, 0] << 8) | (coarse[:, 1] << 4) | coarse[:, 2], return_counts=True)
    kept = codes[counts >= least_share * counts.sum()]
    return [f"#{(c >> 8) * 17:02x}{((c >> 4) & 15) * 17:02x}{(c & 15) * 17:02x}" for c in kept.tolist()]
