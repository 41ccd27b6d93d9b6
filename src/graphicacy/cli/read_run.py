"""``graphicacy read run``, ``grade`` and ``export``: what models answer to the questions of a dataset."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, arguments
from graphicacy.cli.completion import complete_leaf, complete_reader
from graphicacy.cli.read_models import Connections, ModelArgs, Quiet, Retries, stoppable

Data = Annotated[Path, typer.Option("--data", help="Folder of a dataset that read build has made.")]
Joined = Annotated[
    list[str] | None,
    typer.Option("--join", help="Tasks that count as one in the overall score: C2+C3; give it again for more."),
]


def read_run(
    data: Data,
    models: Annotated[
        list[str],
        typer.Option("--model", autocompletion=complete_reader, help="provider/name; give it again for more."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder of the run; an unfinished run there goes on.")],
    views: Annotated[
        list[str] | None,
        typer.Option("--view", help="What is shown: image | source | blind; give it again for more; else image."),
    ] = None,
    tasks: Annotated[
        list[str] | None,
        typer.Option(
            "--task", autocompletion=complete_leaf, help="A task's name or code; give it again for more; all otherwise."
        ),
    ] = None,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", help="Only this variant of the tasks; give it again for more.")
    ] = None,
    split: Annotated[str, typer.Option("--split", help="test | train | all.")] = "test",
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Ask only so many, of all tasks and pictures alike.")
    ] = None,
    boxes: Annotated[
        str, typer.Option("--boxes", help="How the models write boxes: neutral, qwen2.5-vl, …; auto: by their name.")
    ] = "auto",
    max_connections: Connections = 8,
    time_limit: Annotated[int | None, typer.Option("--time-limit", min=1, help="Seconds per request.")] = None,
    retries: Retries = 6,
    model_args: ModelArgs = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed asks other questions of a limit.")] = 0,
    joined: Joined = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Ask models the questions of a dataset, grade every answer, keep everything in a folder."""
    from graphicacy.evals import run_read

    joins = _joins(joined)
    with stoppable():
        summary = run_read(
            models,
            data,
            out,
            views=views or ("image",),  # type: ignore[arg-type]
            tasks=tasks,
            variants=variants,
            split=split,
            limit=limit,
            boxes=boxes,
            max_connections=max_connections,
            retries=retries,
            time_limit=time_limit,
            model_args=arguments(model_args),
            seed=seed,
            progress=not quiet,
        )
    from graphicacy.show_read import print_reading

    print_reading(summary.results, joins, as_json)
    for line in (*summary.notes, *summary.failures):
        print(line, file=sys.stderr)
    raise typer.Exit(summary.exit_code)


def read_grade(
    data: Data,
    answers: Annotated[Path, typer.Option("--answers", help='JSONL: {"id", "answer"} on each line; see the docs.')],
    name: Annotated[str | None, typer.Option("--name", help="The system's name; the file's otherwise.")] = None,
    boxes: Annotated[
        str | None,
        typer.Option(
            "--boxes",
            help="How the system writes boxes: neutral, pixels, qwen2.5-vl, claude, …; neutral otherwise, and pixels "
            "in answers that are JSON values.",
        ),
    ] = None,
    split: Annotated[str, typer.Option("--split", help="Grade only these: test | train | all.")] = "all",
    view: Annotated[str, typer.Option("--view", help="What the system was shown: image | source | blind.")] = "image",
    out: Annotated[Path | None, typer.Option("--out", help="Keep the results in this folder, for the report.")] = None,
    joined: Joined = None,
    as_json: AsJson = False,
) -> None:
    """Grade answers that a system gave elsewhere, without asking it."""
    from graphicacy.read.boxes import FAMILIES
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.read.predictions import grade_answers, read_answers
    from graphicacy.show_read import print_reading

    for option, value, known in (
        ("--boxes", boxes or "neutral", tuple(FAMILIES)),
        ("--split", split, ("test", "train", "all")),
        ("--view", view, ("image", "source", "blind")),
    ):
        if value not in known:
            raise Usage(f"{option} {value}: choose one of {', '.join(known)}")
    joins = _joins(joined)
    system, dataset = name or answers.stem, open_dataset(data)
    graded = grade_answers(
        dataset,
        read_answers(answers),
        system=system,
        view=view,  # type: ignore[arg-type]
        boxes=FAMILIES[boxes] if boxes else None,
        split=None if split == "all" else split,
    )
    if not graded.results:
        raise Usage(f"{answers}: no answer is to a question of the split {split} of {data}")
    if out is not None:
        from graphicacy.read.results import check_own, write_results

        check_own(out, system, view)
        write_results(out, graded.results, dataset, {"answers": str(answers.resolve()), "split": split})
    about = {"unasked": graded.unasked, "faults": list(graded.faults)}
    print_reading(graded.results, joins, as_json, one=about)
    for line in graded.faults:
        print(line, file=sys.stderr)
    if graded.unasked:
        whole = len(graded.results) + graded.unasked
        print(f"{graded.unasked:,} of {whole:,} questions have no answer, and count in no score", file=sys.stderr)


def read_export(
    data: Data,
    to: Annotated[str, typer.Option("--to", help="vlmevalkit | lmms-eval | hf.")],
    out: Annotated[Path, typer.Option("--out", help="A folder, new or empty.")],
    split: Annotated[
        str | None, typer.Option("--split", help="test | train | all; otherwise all for hf, test for a harness.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Only so many, of all tasks and pictures alike.")
    ] = None,
    boxes: Annotated[
        str, typer.Option("--boxes", help="How the models to be asked write boxes: neutral, qwen2.5-vl, ….")
    ] = "neutral",
) -> None:
    """Take a dataset to another harness, where answers are graded as here."""
    from graphicacy.read.boxes import FAMILIES
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.read.export import export

    if boxes not in FAMILIES:
        raise Usage(f"--boxes {boxes}: choose one of {', '.join(FAMILIES)}")
    made = export(to, open_dataset(data), out, split=split, boxes=FAMILIES[boxes], limit=limit)
    print(f"{out}: {made.count:,} questions")
    for path in made.paths:
        print(path)
    for line in made.notes:
        print(line, file=sys.stderr)


def _joins(joined: list[str] | None) -> list[list[str]]:
    """Tasks that are joined, as "a+b" names them. Raises ``ValueError`` for what is no task."""
    from graphicacy.read.taxonomy import leaves_named

    joins = [[name.strip() for name in text.split("+")] for text in joined or ()]
    for names in joins:
        leaves_named(names)
    return joins
