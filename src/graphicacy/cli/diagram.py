"""``graphicacy parse | render | fetch``."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphicacy.cli.base import AsJson, Usage, check_format, print_json
from graphicacy.cli.completion import complete_engine, complete_format

if TYPE_CHECKING:
    from graphicacy.diagram.style import Style
    from graphicacy.sight.evidence import Certainty


def parse(
    file: Annotated[
        Path, typer.Argument(help="A Mermaid, DOT, GPML, BPMN, SBGN, n8n, Markdown or SVG file, a picture.")
    ],
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            autocompletion=complete_format,
            help="mermaid | dot | gpml | bpmn | sbgn | n8n | markdown | svg; else by suffix.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a diagram: its nodes, edges with their heads, and groups; of a picture, as far as its pixels show them."""
    from graphicacy.sight.reading import read_file

    check_format(format_)
    diagram, warnings, sure = read_file(file, format_)
    for warning in warnings:
        print(f"{file.name}: {warning}", file=sys.stderr)
    if as_json:
        print_json(diagram.to_json() if sure is None else _with_certainty(dict(diagram.to_json()), sure))
    else:
        print(diagram)


def render(
    file: Annotated[Path, typer.Argument(help="A diagram in any notation, a TikZ or an SVG file.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The picture to write: .png or .svg.")],
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            autocompletion=complete_engine,
            help="graphviz | neato | fdp | sfdp | twopi | circo | osage | merman | chromium | author | resvg | latex; "
            "the notation's own otherwise.",
        ),
    ] = None,
    scene: Annotated[Path | None, typer.Option("--scene", help="Write the geometry in pixels here, as JSON.")] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", autocompletion=complete_format, help="What the file holds; by suffix otherwise."),
    ] = None,
    palette: Annotated[
        str | None, typer.Option("--palette", help="classic | mono | grey | sea | leaf | sand | dark.")
    ] = None,
    font: Annotated[str | None, typer.Option("--font", help="sans | serif | mono.")] = None,
    font_size: Annotated[float | None, typer.Option("--font-size", help="In CSS pixels.")] = None,
    line_width: Annotated[float | None, typer.Option("--line-width", help="In CSS pixels.")] = None,
    spacing: Annotated[float | None, typer.Option("--spacing", help="Multiplies the gaps between nodes.")] = None,
    direction: Annotated[str | None, typer.Option("--direction", help="TB | BT | LR | RL.")] = None,
    curve: Annotated[str | None, typer.Option("--curve", help="curved | straight | orthogonal.")] = None,
    degradation: Annotated[
        str | None,
        typer.Option("--degrade", help="scan | jpeg | blur | skew | low-resolution | grey | black-white, of the PNG."),
    ] = None,
    strength: Annotated[float, typer.Option("--strength", help="Of the degradation, from 0 to 1.")] = 0.5,
    seed: Annotated[int, typer.Option("--seed", help="Of what is random in it.")] = 0,
) -> None:
    """Draw a diagram; say where its parts are."""
    from graphicacy.diagram.files import open_drawing

    if out.suffix.lower() not in (".png", ".svg"):
        raise Usage(f"{out}: write to a .png or .svg file")
    check_format(format_)
    knobs = {
        "palette": palette, "font": font, "font_size": font_size, "line_width": line_width, "spacing": spacing,
        "direction": direction, "curve": curve,
    }  # fmt: skip
    drawing = open_drawing(file, format_, engine=engine, style=_style(knobs))
    if scene is not None:
        from graphicacy.sight.reading import shown_by

        diagram, shown = shown_by(drawing, file)
        drawing = replace(drawing, diagram=diagram, scene=shown)
    if degradation is not None:
        import numpy as np

        from graphicacy.diagram.degrade import degrade

        drawing = degrade(drawing, degradation, strength, np.random.default_rng(seed))
    if out.suffix.lower() == ".svg" and drawing.svg is None:
        raise Usage(f"{out}: there is no SVG of this input; write to a .png file")
    for warning in drawing.warnings:
        print(f"{file.name}: {warning}", file=sys.stderr)
    out.write_bytes(drawing.svg.encode() if out.suffix.lower() == ".svg" and drawing.svg else drawing.png)
    if scene is not None and drawing.scene is not None:
        scene.write_text(json.dumps(drawing.scene.to_json(diagram), ensure_ascii=False), encoding="utf-8")


def fetch(what: Annotated[str, typer.Argument(help="mermaid: the package that --engine chromium draws with.")]) -> None:
    """Get what the package does not bring: from its publisher, by your own tools, checked against a digest."""
    from graphicacy.diagram.fetch import fetch_mermaid

    if what != "mermaid":
        raise Usage(f"{what}: there is nothing of this name to fetch; choose mermaid")
    print(fetch_mermaid())


def _with_certainty(record: dict[str, Any], sure: Certainty) -> dict[str, Any]:
    """The record of a diagram that pixels show, and how sure each of its parts is."""
    for item in (*record["nodes"], *record["groups"]):
        item["certainty"] = round(sure.nodes[item["id"]], 3)
    for item, (start, end), heads in zip(record["edges"], sure.ends, sure.heads, strict=True):
        item["certainty"] = {"source": round(start, 3), "target": round(end, 3), "heads": round(heads, 3)}
    return record


def _style(knobs: dict[str, Any]) -> Style | None:
    """The style of the knobs that are turned; None where none is."""
    from graphicacy.diagram.model import Direction
    from graphicacy.diagram.style import Style

    given = {name: value for name, value in knobs.items() if value is not None}
    if "direction" in given:
        try:
            given["direction"] = Direction(given["direction"].upper().replace("TD", "TB"))
        except ValueError:
            raise Usage(f"--direction {given['direction']}: choose TB, BT, LR or RL") from None
    return Style(**given) if given else None
