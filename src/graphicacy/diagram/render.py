"""Source text, a diagram or a layout → a drawing, by a named engine.

| engine | draws | how |
|---|---|---|
| graphviz | DOT, any diagram | Graphviz's ``dot``, or the layout that the source names |
| neato, fdp, sfdp, twopi, circo, osage | DOT, any diagram | Graphviz's other layouts |
| merman | Mermaid, any diagram | an implementation of Mermaid that needs no browser |
| chromium | Mermaid, any diagram; SVG | Mermaid itself, and a browser's pixels |
| author | GPML, BPMN, SBGN-ML, n8n; any layout | our own writer, at the author's positions |
| resvg | SVG | |
| latex | TikZ | |
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from graphicacy.diagram import fonts, notations, raster
from graphicacy.diagram.affine import scaling
from graphicacy.diagram.drawing import MAX_LABEL, BadDrawing, Drawing, Sketch
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.loading import LOADING
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.style import Style
from graphicacy.diagram.transform import moved

__all__ = ["ENGINES", "PAINTED", "Laid", "lay_out", "picture", "render"]

PAINTED = {"svg": ("resvg", "chromium"), "tikz": ("latex",)}  # a picture's own code, and what draws it
_PROGRAMS = ("neato", "fdp", "sfdp", "twopi", "circo", "osage")
_LAYING_OUT = ("graphviz", *_PROGRAMS, "merman", "chromium")
ENGINES = (*_LAYING_OUT, "author", "resvg", "latex")

SMALLEST, ENLARGED, LARGEST = 600, 1200, 4096  # longest sides in pixels: below the first, draw at the second
_OTHER_FONTS = "some characters are not in the default font: another machine may draw them differently, or as boxes"
_MAX_SOURCE = 2_000_000  # characters of Mermaid, DOT or TikZ
_LABEL = re.compile(r"""\"([^"]*)\"|([^;"\[\]{}()|<>]+)""")  # in quotes, or between the signs of either notation


def render(
    what: str | Diagram | Layout, notation: str | None = None, *, engine: str | None = None, style: Style | None = None
) -> Drawing:
    """Draw a source text written in ``notation``, a diagram (by Graphviz), or a layout (by our own writer).

    ``engine`` is one of ``ENGINES``; where it is not the notation's own, the source is read, written anew in the
    engine's notation, and laid out by it. ``style`` says how to draw what the source leaves open. A small drawing is
    enlarged until its longest side is 1,200 pixels, a large one reduced to 4,096.

    Raises ``BadDrawing`` with the engine's own words where the source is wrong, and ``ValueError`` for a notation or
    an engine that there is not, or that do not go together.
    """
    if engine is not None and engine not in ENGINES:
        raise ValueError(f"engine {engine!r} is none of {', '.join(ENGINES)}")
    if not isinstance(what, str):
        return _draw(what, engine, style)
    if notation not in (*notations.NOTATIONS, *PAINTED):
        raise ValueError(f"notation {notation!r} is none of {', '.join((*notations.NOTATIONS, *PAINTED))}")
    if not what.strip():
        raise BadDrawing(f"the {notation} source is empty")
    if notation in PAINTED:
        return _draw_code(what, notation, engine, style)
    if notation in ("mermaid", "dot"):
        if _written_for(engine or notations.NOTATIONS[notation].engine) == notation:
            return picture(lay_out(what, notation, engine=engine, style=style))
        _check_size(what, notation)
    return replace(_draw(notations.read(what, notation), engine, style), source=what, notation=notation)


class Laid(NamedTuple):
    """A diagram that an engine has laid out, and what it was laid out from: all but its pixels."""

    sketch: Sketch
    source: str
    notation: str
    engine: str


def lay_out(
    what: str | Diagram, notation: str | None = None, *, engine: str | None = None, style: Style | None = None
) -> Laid:
    """The first half of ``render``, which is much the faster, for a diagram, or a source in the engine's own notation.

    Raises as ``render`` does.
    """
    if isinstance(what, Diagram):
        return _laid(what, engine or "graphviz", style)
    if notation is None or notation != _written_for(engine or notations.NOTATIONS[notation].engine):
        raise ValueError(f"engine {engine} does not read {notation}: read the source first")
    _check_size(what, notation)
    engine = engine or notations.NOTATIONS[notation].engine
    return Laid(_sketch(what, engine, style), what, notation, engine)


def picture(laid: Laid) -> Drawing:
    """The second half of ``render``: pixels."""
    return _picture(*laid)


def _draw(what: Diagram | Layout, engine: str | None, style: Style | None) -> Drawing:
    """A diagram laid out anew, or a layout as it is, where no engine is asked for or it is ``author``."""
    if isinstance(what, Layout) and engine in (None, "author"):
        with LOADING:
            from graphicacy.diagram.paint import paint, settled

        layout = settled(what, style)
        sketch = Sketch(paint(layout, style), layout.diagram, layout.scene, layout.warnings)
        return replace(_picture(sketch, None, None, "author"), layout=layout)
    if engine not in (None, *_LAYING_OUT):
        reason = "it has no positions" if engine == "author" else "it draws its own code alone"
        raise ValueError(f"engine {engine} cannot draw this diagram: {reason}; choose one of {', '.join(_LAYING_OUT)}")
    return picture(_laid(what.diagram if isinstance(what, Layout) else what, engine or "graphviz", style))


def _laid(diagram: Diagram, engine: str, style: Style | None) -> Laid:
    notation = _written_for(engine)
    if notation == "dot":
        with LOADING:
            from graphicacy.diagram.dot.write import write_dot

        source = write_dot(diagram)
        return Laid(_sketch(source, engine, style), source, notation, engine)
    with LOADING:
        from graphicacy.diagram.engines.mermaid_of import source_of, told_as

    source, warnings = source_of(diagram)
    sketch = told_as(_sketch(source, engine, style), diagram)
    return Laid(sketch._replace(warnings=(*warnings, *sketch.warnings)), source, notation, engine)


def _written_for(engine: str) -> str:
    """The notation that an engine reads."""
    return "mermaid" if engine in ("merman", "chromium") else "dot"


def _sketch(source: str, engine: str, style: Style | None) -> Sketch:
    if engine == "merman":
        with LOADING:
            from graphicacy.diagram.engines.merman import draw_mermaid

        return draw_mermaid(source, style)
    if engine == "chromium":
        with LOADING:
            from graphicacy.diagram.engines import chromium

        return chromium.draw_mermaid(source, style)
    with LOADING:
        from graphicacy.diagram.engines.graphviz import draw_dot

    return draw_dot(source, style, engine if engine in _PROGRAMS else None)


def _draw_code(source: str, notation: str, engine: str | None, style: Style | None) -> Drawing:
    engine = engine or PAINTED[notation][0]
    if engine not in PAINTED[notation]:
        raise ValueError(f"engine {engine} does not draw {notation}: choose {' or '.join(PAINTED[notation])}")
    if style is not None:
        raise ValueError(f"a style is for diagrams: {notation} is drawn as it is")
    if notation == "svg":
        return _picture(Sketch(source), source, notation, engine)
    if len(source) > _MAX_SOURCE:
        raise BadDrawing(f"the {notation} source has {len(source):,} characters: the limit is {_MAX_SOURCE:,}")
    with LOADING:
        from graphicacy.diagram.engines.tikz import draw_tikz

    page = raster.read_raster(draw_tikz(source), "the page")
    return replace(page, source=source, notation=notation, engine=engine)


def _check_size(source: str, notation: str) -> None:
    """Refuse a source, or a label, that is too long: to wrap a label takes time by the square of it."""
    if len(source) > _MAX_SOURCE:
        raise BadDrawing(f"the {notation} source has {len(source):,} characters: the limit is {_MAX_SOURCE:,}")
    long = [line for line in source.splitlines() if len(line) > MAX_LABEL]
    most = max((len(quoted or bare) for line in long for quoted, bare in _LABEL.findall(line)), default=0)
    if most > MAX_LABEL:
        raise BadDrawing(f"the {notation} source has a label of {most:,} characters: the limit is {MAX_LABEL:,}")


def _picture(sketch: Sketch, source: str | None, notation: str | None, engine: str) -> Drawing:
    """Pixels of a sketch, with its geometry in them."""
    with LOADING:
        from graphicacy.diagram.svg.sanitise import sanitise
        from graphicacy.diagram.svg.size import size_of

    clean, warnings = sanitise(sketch.svg)
    if fonts.lacks(clean):
        warnings += (_OTHER_FONTS,)
    zoom = _zoom(max(size_of(clean)))
    if engine == "chromium":
        with LOADING:
            from graphicacy.diagram.engines.chromium import rasterise
    else:
        with LOADING:
            from graphicacy.diagram.engines.resvg import rasterise
    png = rasterise(clean, zoom)
    width, height = raster.png_size(png)
    return Drawing(
        png=png,
        width=width,
        height=height,
        svg=clean,
        scale=zoom,
        source=source,
        notation=notation,
        diagram=sketch.diagram,
        scene=sketch.scene and moved(sketch.scene, scaling(zoom), width, height),
        engine=engine,
        warnings=(*sketch.warnings, *warnings),
    )


def _zoom(longest: float) -> float:
    """Pixels per CSS pixel for a drawing with this longest side."""
    if longest < SMALLEST:
        return ENLARGED / longest
    return min(1.0, LARGEST / longest)
