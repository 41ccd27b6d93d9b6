"""Figures at their gates: ``graphicacy draw check``, and what ``graphicacy draw score`` shares with it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, print_json

if TYPE_CHECKING:
    from graphicacy.api import Judge
    from graphicacy.draw.gate import Checked
    from graphicacy.draw.gate_config import Figure
    from graphicacy.draw.record import DrawScore

JUnit = Annotated[Path | None, typer.Option("--junit", help="Write JUnit XML here, for CI servers.")]
Sarif = Annotated[Path | None, typer.Option("--sarif", help="Write SARIF 2.1.0 here, for GitHub code scanning.")]

BELOW = 3  # exit code: every figure was scored, and one is below its gate


def draw_check(
    config: Annotated[Path, typer.Argument(help="Which figures, what each shows, and its gate.")] = Path(
        "graphicacy.toml"
    ),
    junit: JUnit = None,
    sarif: Sarif = None,
    as_json: AsJson = False,
) -> None:
    """Score the figures of a repository; exit 3 where one is below its gate, 2 where one cannot be scored."""
    from graphicacy.draw.gate_config import read_config
    from graphicacy.show_draw_gate import checked_json, print_checked

    figures = read_config(config)
    check_outputs(junit, sarif)
    checked = []
    for figure in figures:
        checked.append(score_figure(figure))
        if not as_json:
            print_checked(checked[-1])
    if as_json:
        print_json(checked_json(checked))
    raise typer.Exit(finish(checked, junit, sarif))


def check_outputs(junit: Path | None, sarif: Path | None) -> None:
    """Refuse, before any work is done, files that could not be written at its end."""
    for option, path in (("--junit", junit), ("--sarif", sarif)):
        if path is not None and (path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK)):
            raise Usage(f"{option} {path}: cannot be written; name a file in a folder that exists")
    if junit is not None and junit == sarif:
        raise Usage(f"--junit and --sarif both name {junit}: give each its own file")


def score_figure(figure: Figure, judge: Judge | None = None) -> Checked:
    """A figure with its score and its checks, or with the fault in it, which is told on stderr."""
    from graphicacy import api
    from graphicacy.draw.gate import Checked, check_score, undecided

    file = _shown(figure.file)
    try:
        score = api.score(figure.file, figure.task, mode=figure.mode, text_engine=figure.text_engine, judge=judge)
    except ValueError as error:
        said = " ".join(str(error).split())
        fault = said if figure.file.name in said else f"{file}: {said}"
        print(f"graphicacy: {fault}", file=sys.stderr)
        return Checked(file, figure.task.id, fault=fault)
    blind = undecided(score, figure.gate)
    for warning in (*score.warnings, *([f"{file}: {blind}"] if blind else [])):
        print(f"warning: {warning}", file=sys.stderr)
    checks = check_score(score, figure.gate)
    return Checked(file, figure.task.id, score, checks, _lines(figure.file, score))


def finish(checked: Sequence[Checked], junit: Path | None, sarif: Path | None) -> int:
    """Write the reports that are asked for; the exit code."""
    if junit is not None:
        from graphicacy.report.junit import junit_xml

        junit.write_text(junit_xml(checked), encoding="utf-8")
    if sarif is not None:
        from importlib.metadata import version

        from graphicacy.report.sarif import sarif_log

        log = json.dumps(sarif_log(checked, version("graphicacy")), ensure_ascii=True, indent=2)
        sarif.write_text(f"{log}\n", encoding="utf-8")
    if any(figure.score is None for figure in checked):
        return 2
    return 0 if all(figure.passed for figure in checked) else BELOW


def _shown(path: Path) -> str:
    """The path as reports name it: from the working folder, which in CI is the checkout, if it lies in there."""
    absolute = Path(os.path.abspath(path))
    return absolute.relative_to(Path.cwd()).as_posix() if absolute.is_relative_to(Path.cwd()) else absolute.as_posix()


def _lines(file: Path, score: DrawScore) -> tuple[int | None, ...]:
    """The lines of an SVG that its errors are about."""
    from graphicacy.diagram.decoding import decode
    from graphicacy.report.lines import lines_of

    if file.suffix.lower() != ".svg" or not file.is_file():
        return ()
    return lines_of(decode(file.read_bytes()), score.errors)
