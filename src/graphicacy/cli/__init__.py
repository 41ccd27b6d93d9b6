"""The ``graphicacy`` command: each command is a few lines over the packages; imports happen inside, so that help is
fast."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Suite, print_json
from graphicacy.cli.diagram import fetch, parse, render
from graphicacy.cli.draw import draw
from graphicacy.cli.read import read
from graphicacy.cli.train import train
from graphicacy.cli.trust import trust

app = typer.Typer(
    name="graphicacy",
    help="Can AI draw, and read, scientific diagrams, and can the scores be trusted?",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (parse, render, fetch):
    app.command()(command)
app.add_typer(draw, name="draw")
app.add_typer(read, name="read")
app.add_typer(trust, name="trust")
app.add_typer(train, name="train")

_BAD_PATHS = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError, PermissionError)


@app.command()
def report(
    logs: Annotated[
        list[Path], typer.Argument(help="Folders of runs and of a stress test, rater studies, files of ratings.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the report.")] = Path("report"),
    format_: Annotated[
        str,
        typer.Option("--format", help="html | latex | csv | markdown | parquet for tables | svg | pdf for plots."),
    ] = "html",
    suite: Suite = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the bootstrap intervals.")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, and no names of files.")] = False,
) -> None:
    """Write the report of runs, and of how good their scores are: a site, or tables and plots for a paper."""
    from graphicacy.draw.task import load_suite
    from graphicacy.report.site import write_site
    from graphicacy.show import stages

    with stages(quiet) as told:
        written = write_site(logs, out, load_suite(suite), format_, seed, told)
    for warning in written.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    for path in () if quiet else written.paths:
        print(path)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """What is installed, what each missing part would add, and how to get it."""
    from graphicacy.doctor import checks

    found = checks()
    if as_json:
        print_json([c._asdict() for c in found])
        return
    for c in found:
        mark = "ok     " if c.found else "missing"
        print(f"{mark} {c.part:12} {c.version or c.adds}{'' if c.found else ': ' + c.get}")


def main() -> None:
    """Entry point: bad input is one line and exit 2, a failure of our own one line and exit 1."""
    try:
        sys.exit(app(prog_name="graphicacy", standalone_mode=False))
    except typer.Abort:
        sys.exit(130)
    except typer.TyperException as error:
        _misused(error)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
    except (ValueError, *_BAD_PATHS) as error:
        _fail(error, 2)
    except Exception as error:
        _fail(error, 1)


def _misused(error: typer.TyperException) -> None:
    """A call that cannot be understood, in one line; the help where nothing was asked."""
    text = str(getattr(error, "format_message", error.__str__)())
    context = getattr(error, "ctx", None)
    if not text.startswith("Usage:"):
        command = context.command_path if context is not None else "graphicacy"
        text = f"graphicacy: {' '.join(text.split()).rstrip('.')}; see {command} --help"
    print(text, file=sys.stderr)
    sys.exit(2)


def _fail(error: Exception, code: int) -> None:
    if os.environ.get("GRAPHICACY_DEBUG"):
        raise error
    said = f"{error.filename}: {error.strerror}" if isinstance(error, _BAD_PATHS) and error.filename else str(error)
    text = " ".join(said.split()) or type(error).__name__
    hint = "" if code == 2 else f" ({type(error).__name__}; set GRAPHICACY_DEBUG=1 for the trace)"
    print(f"graphicacy: {text}{hint}", file=sys.stderr)
    sys.exit(code)
