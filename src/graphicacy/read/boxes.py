"""How models of each family write boxes, and at which size they see a picture.

One convention is declared for a model before it answers, told in the prompt, and used once to read what it answers;
never is the one chosen that fits best. Sources: the model cards and image processors of the families.

| Family | Box | Shown at most |
|---|---|---|
| Qwen2-VL, Qwen3-VL | x0 y0 x1 y1, 0–1000 | |
| Qwen2.5-VL | x0 y0 x1 y1, pixels of the resized picture | sides multiples of 28 px, 4 to 1,280 patches of 28 × 28 px |
| InternVL, GLM-V | x0 y0 x1 y1, 0–1000 | |
| Gemini | y0 x0 y1 x1, 0–1000 | |
| Claude | x0 y0 x1 y1, pixels of the resized picture | 1,568 px a side, 1,568 patches of 28 × 28 px |
| others | x0 y0 x1 y1, 0–1000 | |

The limits are the smallest among the models of a family and the software that runs them, so that a picture of
``native_size`` is resized by none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["FAMILIES", "NEUTRAL", "PIXELS", "BoxConvention", "Corners", "Resize", "family_of"]

Corners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Resize:
    """Limits of the pictures that a model sees unchanged: patches of ``patch`` px squared, and px a side.

    ``snap``: sides are multiples of a patch; else pictures are padded to them.
    """

    most_patches: int
    least_patches: int = 0
    most_side: int | None = None
    snap: bool = False
    patch: int = 28

    def size(self, width: int, height: int) -> tuple[int, int]:
        """The largest size of like shape within the limits, not above the picture's own unless that is too small."""
        scale = 1.0 if self.most_side is None else min(1.0, self.most_side / max(width, height))
        area = self.patch * self.patch
        scale = min(scale, math.sqrt(self.most_patches * area / (width * height)))
        if width * height * scale * scale < self.least_patches * area:
            scale = math.sqrt(self.least_patches * area / (width * height))
        while True:
            size = self._fitted(width * scale), self._fitted(height * scale)
            columns, rows = (math.ceil(side / self.patch) for side in size)
            if self.least_patches <= columns * rows <= self.most_patches:
                return size
            scale *= 0.995 if columns * rows > self.most_patches else 1.005

    def _fitted(self, side: float) -> int:
        if not self.snap:
            return max(1, math.floor(side + 1e-9))
        return max(1, math.floor(side / self.patch + 0.5)) * self.patch


@dataclass(frozen=True, slots=True)
class BoxConvention:
    """How a family of models writes a box.

    ``scale`` is what the whole width, and the whole height, count as; None: pixels of the picture as the model sees it.
    ``resize`` are the limits of that picture, None where the family has none that a box depends on.
    """

    name: str
    order: Literal["xyxy", "yxyx"] = "xyxy"
    scale: float | None = 1000.0
    resize: Resize | None = None

    def native_size(self, width: int, height: int) -> tuple[int, int]:
        """Width and height, in px, to which a picture is to be resized before it is shown."""
        return self.resize.size(width, height) if self.resize is not None else (width, height)

    def to_pixels(self, values: Sequence[float], width: float, height: float) -> Corners:
        """(x0, y0, x1, y1) in pixels of a picture of this size, from what a model wrote; not clipped."""
        across, down = self._units(width, height)
        x0, y0, x1, y1 = self._ordered(values)
        return x0 * across, y0 * down, x1 * across, y1 * down

    def from_pixels(self, box: Sequence[float], width: float, height: float) -> Corners:
        """A box (x0, y0, x1, y1) in pixels of a picture of this size, as a model would write it; not rounded."""
        across, down = self._units(width, height)
        x0, y0, x1, y1 = box
        return self._ordered((x0 / across, y0 / down, x1 / across, y1 / down))

    def extent(self, width: float, height: float) -> tuple[float, float]:
        """The greatest x and y of a picture of this size."""
        across, down = self._units(width, height)
        return width / across, height / down

    def _units(self, width: float, height: float) -> tuple[float, float]:
        """Pixels of the picture that one unit is, across and down."""
        if self.scale is not None:
            return width / self.scale, height / self.scale
        native = self.native_size(math.ceil(width), math.ceil(height))
        return width / native[0], height / native[1]

    def _ordered(self, values: Sequence[float]) -> Corners:
        a, b, c, d = values
        return (a, b, c, d) if self.order == "xyxy" else (b, a, d, c)


NEUTRAL = BoxConvention("neutral")
PIXELS = BoxConvention("pixels", scale=None)
FAMILIES = {
    convention.name: convention
    for convention in (
        NEUTRAL,
        PIXELS,
        BoxConvention("qwen2-vl"),
        BoxConvention("qwen2.5-vl", scale=None, resize=Resize(1280, least_patches=4, snap=True)),
        BoxConvention("qwen3-vl"),
        BoxConvention("internvl"),
        BoxConvention("glm-v"),
        BoxConvention("gemini", order="yxyx"),
        BoxConvention("claude", scale=None, resize=Resize(1568, most_side=1568)),
    )
}
_NAMES = (
    ("qwen2.5-vl", r"qwen[-_ ]?2[._p-]?5[-_ ]?vl"),
    ("qwen3-vl", r"qwen[-_ ]?3[-_ ]?vl"),
    ("qwen2-vl", r"qwen[-_ ]?2[-_ ]?vl"),
    ("internvl", r"intern[-_ ]?vl"),
    ("glm-v", r"glm[-_ ]?(?:v\b|\d(?:[._]\d)?v)"),
    ("gemini", r"gemini"),
    ("claude", r"claude"),
)


def family_of(model: str) -> BoxConvention:
    """The convention of a model by its name, "openrouter/qwen/qwen2.5-vl-72b-instruct"; the neutral one for others."""
    for name, pattern in _NAMES:
        if re.search(pattern, model, re.I):
            return FAMILIES[name]
    return NEUTRAL
