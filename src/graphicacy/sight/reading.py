"""A file → the diagram that it says, or, where it only shows one, what is seen."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.files import Source, open_any, open_source
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.scene import Scene
from graphicacy.sight.evidence import Certainty
from graphicacy.sight.vector import read_svg

__all__ = ["Told", "read_file", "read_vector", "shown_by"]


class Told(NamedTuple):
    """A diagram, warnings about it, and, of a raster picture, how sure its parts are."""

    diagram: Diagram
    warnings: tuple[str, ...]
    certainty: Certainty | None = None


def read_file(path: Path, notation: str | None = None) -> Told:
    """What a file says; of an SVG, what its lines show; of a picture, what its pixels show. Raises ``BadDrawing``."""
    found = open_any(path, notation)
    return _seen(found) if isinstance(found, Drawing) else _said(found, path)


def read_vector(path: Path, notation: str | None = None) -> Told:
    """As ``read_file``, but of a raster picture raises ``BadDrawing``."""
    return _said(open_source(path, notation), path)


def shown_by(drawing: Drawing, path: Path) -> tuple[Diagram, Scene]:
    """The diagram of a vector drawing, and its geometry in pixels. Raises ``BadDrawing`` for a raster picture."""
    if drawing.diagram is not None and drawing.scene is not None:
        return drawing.diagram, drawing.scene
    if drawing.svg is None:
        raise BadDrawing(f"{path}: a raster image has no diagram to read; give SVG, Mermaid or DOT")
    reading = read_svg(drawing.svg, drawing.scale)
    return reading.diagram, reading.scene


def _said(source: Source, path: Path) -> Told:
    try:
        if source.notation == "svg":
            drawing = source.draw()
            return Told(shown_by(drawing, path)[0], drawing.warnings)
        found = source.read()
    except BadDrawing as error:
        raise BadDrawing(f"{path.name}: {error}") from None
    if isinstance(found, Layout):
        return Told(found.diagram, (*source.warnings, *found.warnings))
    return Told(found, source.warnings)


def _seen(drawing: Drawing) -> Told:
    from graphicacy.sight.gather import gather

    evidence = gather(drawing)
    diagram = evidence.diagram or Diagram()
    said = "this is what its pixels show: graphicacy parse --json says how certain each part is"
    note = said if diagram.nodes else "no shape can be seen in this picture"
    return Told(diagram, (*evidence.warnings, note), evidence.certainty)
