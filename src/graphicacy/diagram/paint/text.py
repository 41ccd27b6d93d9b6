"""Words in a box: broken at spaces, as large as fits, set as live SVG text."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from graphicacy.diagram.fonts import ASCENT, DEFAULT, DESCENT, LINE_HEIGHT, text_width
from graphicacy.diagram.layout import Lettering
from graphicacy.diagram.paint.svg import number, words
from graphicacy.diagram.scene import Box

__all__ = [
    "SMALLEST",
    "fitting_size",
    "in_font",
    "ink_box",
    "lines_of",
    "text_element",
]

SMALLEST = 5.0  # pixels: words are not shrunk further, even where they do not fit
_SLACK = 1.02  # share of its width that a line may take
_MIDDLE = 0.35  # from the middle of a line of capitals down to its baseline, by the size of the font


def lines_of(label: str, size: float, width: float, bold: bool = False, font: str = DEFAULT) -> list[str]:
    """A label broken where it says so, and at spaces into lines no wider than ``width`` pixels.

    A little may stick out: whoever made the box may have measured with another font.
    """
    measured = _measured(label, bold, font)
    return [line for line, _ in _filled(measured, _most(width, size))]


def fitting_size(
    label: str, room: Box, largest: float, bold: bool = False, font: str = DEFAULT, least: float = SMALLEST
) -> float:
    """The largest font size from ``least`` to ``largest`` pixels at which a label fits into a box, or ``least``."""
    measured = _measured(label, bold, font)
    if _fits(measured, room, largest):
        return largest
    low, high = min(least, largest), largest
    while high - low > 0.25:
        middle = (low + high) / 2
        low, high = (middle, high) if _fits(measured, room, middle) else (low, middle)
    return math.floor(low * 100) / 100


def in_font(label: str, lettering: Lettering, font: str) -> Lettering:
    """A lettering for the default font in another one: smaller where words stick out of the box that did not before."""
    size, box, bold = lettering.size, lettering.box, lettering.bold
    if size <= SMALLEST or _fits(_measured(label, bold, font), box, size):
        return lettering
    lines = lines_of(label, size, box.width, bold)
    usual, now = (max((text_width(line, size, bold, name) for line in lines), default=0.0) for name in (DEFAULT, font))
    room = max(usual, 0.96 * box.width)
    return replace(lettering, size=round(size * room / now, 2)) if now > room else lettering


class _Measured(NamedTuple):
    """The words of each paragraph with their widths, and the width of a space, at a font size of one pixel."""

    paragraphs: list[list[tuple[str, float]]]
    space: float


def _measured(label: str, bold: bool, font: str) -> _Measured:
    paragraphs = [[(word, text_width(word, 1, bold, font)) for word in part.split()] for part in label.split("\n")]
    return _Measured(paragraphs, text_width(" ", 1, bold, font))


def _most(width: float, size: float) -> float:
    """How wide a line may be in a box of some pixels, at a font size of one pixel."""
    return (width * _SLACK + 0.5) / size


def _filled(measured: _Measured, most: float) -> list[tuple[str, float]]:
    """Lines of as many words as are no wider than ``most``, each with its width, at a font size of one pixel."""
    lines: list[tuple[str, float]] = []
    for words_of_one in measured.paragraphs:
        open_line = False
        for word, width in words_of_one:
            if open_line and (longer := lines[-1][1] + measured.space + width) <= most:
                lines[-1] = f"{lines[-1][0]} {word}", longer
            else:
                lines.append((word, width))
                open_line = True
    return lines


def _fits(measured: _Measured, room: Box, size: float) -> bool:
    most = _most(room.width, size)
    lines = _filled(measured, most)
    return ((len(lines) - 1) * LINE_HEIGHT + 1) * size <= room.height + 0.5 and all(width <= most for _, width in lines)


def baselines(lines: int, lettering: Lettering) -> list[float]:
    """Where the lines stand, in pixels from the top of the canvas."""
    size, box, step = lettering.size, lettering.box, LINE_HEIGHT * lettering.size
    if lettering.valign == "top":
        first = box.y0 + ASCENT * size
    elif lettering.valign == "bottom":
        first = box.y1 - DESCENT * size - (lines - 1) * step
    else:
        first = box.center[1] + _MIDDLE * size - (lines - 1) * step / 2
    return [first + i * step for i in range(lines)]


def ink_box(label: str, lettering: Lettering, font: str = DEFAULT) -> Box | None:
    """The box of the words as they are set, from ascenders to descenders; None where there are none."""
    lines = lines_of(label, lettering.size, lettering.box.width, lettering.bold, font)
    if not lines:
        return None
    width = max(text_width(line, lettering.size, lettering.bold, font) for line in lines)
    (x0, _, x1, _), base = lettering.box, baselines(len(lines), lettering)
    left = {"left": x0, "right": x1 - width}.get(lettering.align, (x0 + x1 - width) / 2)
    box = Box(left, base[0] - ASCENT * lettering.size, left + width, base[-1] + DESCENT * lettering.size)
    return box.turn(math.radians(lettering.rotation), lettering.box.center)


def text_element(label: str, lettering: Lettering, color: str, font: str = DEFAULT) -> str:
    """A ``<text>`` with one line, or one ``<tspan>`` a line; nothing for a label without words.

    The root of the drawing sets what is not given here: the family, and ``text-anchor="middle"``.
    """
    lines = lines_of(label, lettering.size, lettering.box.width, lettering.bold, font)
    if not lines:
        return ""
    anchor, x = "", lettering.box.center[0]
    if lettering.align != "center":
        left = lettering.align == "left"
        anchor, x = f' text-anchor="{"start" if left else "end"}"', lettering.box.x0 if left else lettering.box.x1
    look = f'{anchor} font-size="{number(lettering.size)}" fill="{color}"'
    look += ' font-weight="bold"' if lettering.bold else ""
    look += ' font-style="italic"' if lettering.italic else ""
    if lettering.rotation:
        cx, cy = lettering.box.center
        look += f' transform="rotate({number(lettering.rotation)} {number(cx)} {number(cy)})"'
    at, base = number(x), baselines(len(lines), lettering)
    if len(lines) == 1:
        return f'<text x="{at}" y="{number(base[0])}"{look}>{words(lines[0])}</text>'
    spans = (f'<tspan x="{at}" y="{number(y)}">{words(line)}</tspan>' for y, line in zip(base, lines, strict=True))
    return f"<text{look}>{''.join(spans)}</text>"
