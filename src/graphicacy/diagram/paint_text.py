"""Words in a box: broken at spaces, as large as fits, set as live SVG text."""

from __future__ import annotations

from collections.abc import Iterator

from graphicacy.diagram.fonts import text_width
from graphicacy.diagram.layout import Lettering
from graphicacy.diagram.paint_svg import number, words
from graphicacy.diagram.scene import Box

__all__ = ["SMALLEST", "fitting_size", "ink_box", "lines_of", "text_element"]

SMALLEST = 5.0  # pixels: words are not shrunk further, even where they do not fit
_SLACK = 1.02  # share of its width that a line may take
LEADING = 1.2  # from baseline to baseline, by the size of the font
# Of the font, by its size: above the baseline, below it, and from the middle of a line of capitals down to it.
ASCENT, DESCENT, MIDDLE = 0.905, 0.212, 0.35


def lines_of(label: str, size: float, width: float, bold: bool = False, font: str = "sans") -> list[str]:
    """A label broken where it says so, and at spaces into lines no wider than ``width`` pixels.

    A little may stick out: whoever made the box may have measured with another font.
    """
    most = (width * _SLACK + 0.5) / size
    return [line for part in label.split("\n") for line in _filled(part.split(), most, bold, font)]


def _filled(parts: list[str], most: float, bold: bool, font: str) -> Iterator[str]:
    """Lines of words up to a width, which is counted at a font size of one pixel."""
    space = text_width(" ", 1, bold, font)
    line, long = "", 0.0
    for word in parts:
        width = text_width(word, 1, bold, font)
        if line and long + space + width <= most:
            line, long = f"{line} {word}", long + space + width
        else:
            if line:
                yield line
            line, long = word, width
    if line:
        yield line


def fitting_size(label: str, room: Box, largest: float, bold: bool = False, font: str = "sans") -> float:
    """The largest font size from ``SMALLEST`` to ``largest`` pixels at which a label fits into a box."""
    if _fits(label, room, largest, bold, font):
        return largest
    low, high = SMALLEST, largest
    while high - low > 0.25:
        middle = (low + high) / 2
        low, high = (middle, high) if _fits(label, room, middle, bold, font) else (low, middle)
    return round(low, 2)


def _fits(label: str, room: Box, size: float, bold: bool, font: str) -> bool:
    lines = lines_of(label, size, room.width, bold, font)
    if ((len(lines) - 1) * LEADING + 1) * size > room.height + 0.5:
        return False
    return all(text_width(line, size, bold, font) <= room.width * _SLACK + 0.5 for line in lines)


def baselines(lines: int, lettering: Lettering) -> list[float]:
    """Where the lines stand, in pixels from the top of the canvas."""
    size, box, step = lettering.size, lettering.box, LEADING * lettering.size
    if lettering.valign == "top":
        first = box.y0 + ASCENT * size
    elif lettering.valign == "bottom":
        first = box.y1 - DESCENT * size - (lines - 1) * step
    else:
        first = box.center[1] + MIDDLE * size - (lines - 1) * step / 2
    return [first + i * step for i in range(lines)]


def ink_box(label: str, lettering: Lettering, font: str = "sans") -> Box | None:
    """The box of the words as they are set, from ascenders to descenders; None where there are none."""
    lines = lines_of(label, lettering.size, lettering.box.width, lettering.bold, font)
    if not lines:
        return None
    width = max(text_width(line, lettering.size, lettering.bold, font) for line in lines)
    (x0, _, x1, _), base = lettering.box, baselines(len(lines), lettering)
    left = {"left": x0, "right": x1 - width}.get(lettering.align, (x0 + x1 - width) / 2)
    return Box(left, base[0] - ASCENT * lettering.size, left + width, base[-1] + DESCENT * lettering.size)


def text_element(label: str, lettering: Lettering, color: str, font: str = "sans") -> str:
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
    at, base = number(x), baselines(len(lines), lettering)
    if len(lines) == 1:
        return f'<text x="{at}" y="{number(base[0])}"{look}>{words(lines[0])}</text>'
    spans = (f'<tspan x="{at}" y="{number(y)}">{words(line)}</tspan>' for y, line in zip(base, lines, strict=True))
    return f"<text{look}>{''.join(spans)}</text>"
