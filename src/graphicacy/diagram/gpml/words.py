"""How the words of a pathway are set: on one line in the diagram, and painted with the author's line breaks."""

from __future__ import annotations

import math
from itertools import pairwise

from graphicacy.diagram.fonts import text_width
from graphicacy.diagram.gpml.source import Looks
from graphicacy.diagram.layout import Lettering
from graphicacy.diagram.scene import Box

__all__ = ["broken", "set_words"]

_PAD = 5.0  # pixels between words that are not centred and the side of their box (PathVisio's)
_SLACK = 2.0  # pixels of room beside the longest line


def broken(label: str) -> str:
    """A label with the author's line breaks, for what is painted and is no part of the diagram."""
    return "\n".join(" ".join(line) for line in _lines(label))


def set_words(label: str, box: Box, looks: Looks) -> Lettering:
    """The lettering of ``label``, which holds the author's line breaks, in the ``box`` of its part.

    PathVisio breaks lines where the label says so and nowhere else, and lets long ones stick out of the box. The box
    of the lettering is as wide as makes words that are filled in line by line break at the same places.
    """
    lines = _lines(label)
    pad = 0.0 if looks.align == "center" else _PAD
    width = _wide(lines, box.width - 2 * pad, looks)
    x0 = {"left": box.x0 + pad, "right": box.x1 - pad - width}.get(looks.align, box.center[0] - width / 2)
    pad = 0.0 if looks.valign == "middle" else min(_PAD, box.height / 2)
    place = Box(x0, box.y0 + pad, x0 + width, box.y1 - pad)
    return Lettering(place, looks.size, looks.text, looks.bold, looks.italic, looks.align, looks.valign)


def _lines(label: str) -> list[list[str]]:
    return [words for words in (line.split() for line in label.splitlines()) if words]


def _wide(lines: list[list[str]], room: float, looks: Looks) -> float:
    """A width in pixels, ``room`` if possible, at which greedy filling gives ``lines``, else that of the longest."""

    def measure(words: list[str]) -> float:
        return text_width(" ".join(words), looks.size, looks.bold)

    least = max((measure(line) for line in lines), default=0.0)
    most = min((measure([*line, after[0]]) for line, after in pairwise(lines)), default=math.inf)
    # Whoever fills the lines lets words stick out a little: see ``paint.text``.
    return max(min(max(room, least + _SLACK), (most - 1.0) / 1.02), (least - 0.4) / 1.02, 1.0)
