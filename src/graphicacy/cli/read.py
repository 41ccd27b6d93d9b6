"""``graphicacy read …``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, check_format, print_json
from graphicacy.cli.completion import complete_engine, complete_format, complete_leaf
from graphicacy.cli.read_check import read_check
from graphicacy.cli.read_models import read_reword, read_synthesize
from graphicacy.cli.read_run import read_export, read_grade, read_run

read = typer.Typer(help="Read: questions, datasets, models, grades.", no_args_is_help=True, rich_markup_mode=None)

Tasks = Annotated[
    list[str] | None,
    typer.Option(
        "--task",
        autocompletion=complete_leaf,
        help="A task's name or code (S1 … C3; S: all of S); give it again for more; all otherwise.",
    ),
]


@read.command("ask")
def read_ask(
    file: Annotated[Path, typer.Argument(help="A diagram in any notation, or an SVG of one.")],
    tasks: Tasks = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed asks other questions.")] = 0,
    count: Annotated[int, typer.Option("--count", min=1, help="Questions of each variant, at most.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the pictures; <name of the file>-questions otherwise.")
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", autocompletion=complete_engine, help="As of render; the notation's own otherwise."),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", autocompletion=complete_format, help="What the file holds; by suffix otherwise."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask questions about your own diagram, with the answers that an algorithm computes."""
    from graphicacy.read.ask import ask_file

    check_format(format_)
    folder = out or Path(f"{'stdin' if str(file) == '-' else file.stem}-questions")
    asked = ask_file(file, tasks or (), seed=seed, count=count, engine=engine, notation=format_)
    for line in asked.notes:
        print(f"{file.name}: {line}", file=sys.stderr)
    for name, png in asked.pictures.items():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(png)
    records = [{**q.to_json(), "images": [str(folder / name) for name in q.images]} for q in asked.questions]
    if as_json:
        print_json(records)
        return
    from graphicacy.show import print_questions

    print_questions(records)


@read.command("build")
def read_build(
    out: Annotated[Path, typer.Option("--out", help="Folder of the dataset; an unfinished build there goes on.")],
    preset: Annotated[str | None, typer.Option("--preset", help="digraphhal | mini.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 0,
    count: Annotated[
        int | None, typer.Option("--count", min=1, help="Diagrams; the preset's number otherwise.")
    ] = None,
    tasks: Tasks = None,
    sources: Annotated[
        list[str] | None,
        typer.Option("--source", help="library | generated | wikipathways | a folder | flowvqa:FOLDER | …."),
    ] = None,
    engine: Annotated[str, typer.Option("--engine", help="pool | ray | here.")] = "pool",
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes; one per processor else.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: AsJson = False,
) -> None:
    """Build a dataset: questions.parquet, diagrams.parquet, images/ and a card."""
    from graphicacy.read.dataset.build import DiskFull, build
    from graphicacy.read.dataset.engines import ENGINES, WorkerDied
    from graphicacy.read.dataset.plan import plan_of
    from graphicacy.read.taxonomy import leaves_named
    from graphicacy.show import print_built, progress_of

    if engine not in ENGINES:
        raise Usage(f"--engine {engine}: choose one of {', '.join(ENGINES)}")
    names = tuple(leaf.name for leaf in leaves_named(tasks or ()))
    plan = plan_of(preset, seed, count, names, sources or ())
    try:
        with progress_of("diagrams", quiet) as progress:
            built = build(plan, out, engine=engine, workers=workers, progress=progress)
    except (DiskFull, WorkerDied) as stopped:
        print(f"graphicacy: {stopped}", file=sys.stderr)
        raise typer.Exit(1) from None
    print_built(out, built, as_json)


@read.command("fetch")
def read_fetch(
    what: Annotated[str, typer.Argument(help="wikipathways: a release of its pathways, which are CC0.")],
    out: Annotated[Path | None, typer.Option("--out", help="Folder for them; the cache otherwise.")] = None,
) -> None:
    """Get real diagrams that others publish."""
    from graphicacy.read.corpus.fetch import fetch_wikipathways

    if what != "wikipathways":
        raise Usage(f"{what}: there is nothing of this name to fetch; choose wikipathways")
    print(fetch_wikipathways(out))


read.command("check")(read_check)
read.command("synthesize")(read_synthesize)
read.command("reword")(read_reword)
read.command("run")(read_run)
read.command("grade")(read_grade)
read.command("export")(read_export)
