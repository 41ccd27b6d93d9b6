"""``graphicacy trust stress``: how often scores miss what is wrong with a drawing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, arguments

if TYPE_CHECKING:
    from graphicacy.trust.stress.asking import Judges
    from graphicacy.trust.stress.record import StressSummary


def trust_stress(
    out: Annotated[Path, typer.Option("--out", help="Folder of the test; an unfinished test there goes on.")],
    scorers: Annotated[
        list[str] | None,
        typer.Option(
            "--scorer",
            help="tf-strict | tf-published | sc-geometry | sq-rules | ca-rules | rules | offline | a judge model, "
            "provider/name | panel; give it again for more. [default: offline]",
        ),
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            help="Correct drawings: reference | library | pathways | PATH of diagrams. [default: reference, library]",
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, max=10_000, help="How many correct drawings.")] = 12,
    raster: Annotated[
        int,
        typer.Option(
            "--raster", min=0, max=10_000, help="How many of them are scored as pictures too, by OCR and judges."
        ),
    ] = 2,
    defects: Annotated[int, typer.Option("--defects", min=1, max=20, help="The most defects of one kind at once.")] = 2,
    walks: Annotated[int, typer.Option("--walks", min=0, max=100, help="Walks of errors for each drawing.")] = 2,
    repeats: Annotated[int, typer.Option("--repeats", min=0, max=100, help="How often judges are asked again.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of every choice.")] = 0,
    judge_args: Annotated[list[str] | None, typer.Option("-J", "--judge-arg", help="KEY=VALUE for the judges.")] = None,
    max_connections: Annotated[int, typer.Option("--max-connections", min=1, max=1_000, help="Requests at once.")] = 8,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="A dataset of questions: try the grader of answers instead, 50 of each task."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: AsJson = False,
) -> None:
    """Plant known errors in correct drawings, or wrong answers to questions, and see what notices them."""
    if data is not None:
        if scorers or sources:
            raise Usage("--data tries the grader of answers: leave --scorer and --source out")
        _grader(data, out, seed, as_json)
        return
    from graphicacy.show import stages
    from graphicacy.trust.stress.measure import DEFAULT_SOURCES, stress
    from graphicacy.trust.stress.scorers import chosen, judges_in

    chosen(scorers or [])  # what there is not is refused before anything is made
    with stages(quiet) as progress, _judges(judges_in(scorers or []), judge_args, max_connections) as judges:
        summary = stress(
            sources or DEFAULT_SOURCES,
            out,
            scorers=scorers or [],
            judges=judges,
            count=count,
            raster=raster,
            defects=defects,
            walks=walks,
            repeats=repeats,
            seed=seed,
            progress=progress,
        )
    _print(summary, out, as_json)


def _grader(data: Path, out: Path, seed: int, as_json: bool) -> None:
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.trust.grader.stress import stress_grader, write_answers

    summary = stress_grader(open_dataset(data), seed=seed)
    path = write_answers(out, summary)
    if as_json:
        print(summary.model_dump_json(indent=2))
        return
    from graphicacy.show_trust_grader import print_grader

    print_grader(summary)
    print(path)


def _print(summary: StressSummary, out: Path, as_json: bool) -> None:
    for line in summary.skipped:
        print(f"left out: {line}", file=sys.stderr)
    if as_json:
        print(summary.model_dump_json(indent=2))
        return
    from graphicacy.show_trust_stress import print_stress

    print_stress(summary)
    print(f"{out}: cases.jsonl, scores.jsonl, stress.json and the pictures", file=sys.stderr)


@contextmanager
def _judges(names: Sequence[str], judge_args: list[str] | None, most: int) -> Iterator[Judges | None]:
    """What asks the judge models; None where there are none, and then Inspect is not loaded."""
    if not names:
        yield None
        return
    from graphicacy.evals.running import one_line_errors
    from graphicacy.evals.stress_judges import judges_of

    with one_line_errors():
        judges = judges_of(names, arguments(judge_args), most)
    yield judges
