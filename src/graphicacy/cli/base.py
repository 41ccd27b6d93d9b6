"""What the commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from graphicacy.diagram.drawing import Drawing
    from graphicacy.diagram.files import Source
    from graphicacy.diagram.model import Diagram
    from graphicacy.diagram.scene import Scene

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Suite = Annotated[Path | None, typer.Option("--suite", help="Your own suite: a JSON file or a folder of them.")]


class Usage(ValueError):
    """Bad input, told in one line."""


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def check_format(notation: str | None) -> None:
    """Refuse a ``--format`` that there is not."""
    from graphicacy.diagram.files import SOURCES

    if notation is not None and notation not in SOURCES:
        raise Usage(f"--format {notation}: choose one of {', '.join(SOURCES)}")


def vector(drawing: Drawing, file: Path) -> tuple[Diagram, Scene]:
    """The diagram of a vector drawing, and its geometry in pixels."""
    from graphicacy.sight.vector import read_svg

    if drawing.diagram is not None and drawing.scene is not None:
        return drawing.diagram, drawing.scene
    if drawing.svg is None:
        raise Usage(f"{file}: a raster image has no diagram to read; give SVG, Mermaid or DOT")
    reading = read_svg(drawing.svg, drawing.scale)
    return reading.diagram, reading.scene


def read_diagram(file: Path, notation: str | None) -> tuple[Diagram, tuple[str, ...]]:
    """What a file says, and warnings about it; of an SVG, what its lines show."""
    from graphicacy.diagram.files import open_source

    check_format(notation)
    return diagram_in(open_source(file, notation), file)


def diagram_in(source: Source, file: Path) -> tuple[Diagram, tuple[str, ...]]:
    """As ``read_diagram``, of a file that is open."""
    from graphicacy.diagram.drawing import BadDrawing
    from graphicacy.diagram.layout import Layout

    try:
        if source.notation == "svg":
            drawing = source.draw()
            return vector(drawing, file)[0], drawing.warnings
        found = source.read()
    except BadDrawing as error:
        raise BadDrawing(f"{file.name}: {error}") from None
    if isinstance(found, Layout):
        return found.diagram, (*source.warnings, *found.warnings)
    return found, source.warnings


def arguments(pairs: list[str] | None) -> dict[str, Any]:
    """KEY=VALUE options; a value that is a JSON number or boolean is taken for one."""
    found: dict[str, Any] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise Usage(f"{pair}: write KEY=VALUE")
        try:
            found[key] = json.loads(value)
        except json.JSONDecodeError:
            found[key] = value
    return found
