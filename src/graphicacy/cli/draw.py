"""``graphicacy draw …``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Suite, Usage, arguments, check_format, print_json
from graphicacy.cli.completion import (
    complete_drawer,
    complete_format,
    complete_medium,
    complete_mode,
    complete_task,
    complete_text_engine,
)
from graphicacy.cli.draw_gate import JUnit, Sarif, check_outputs, draw_check, finish, score_figure

draw = typer.Typer(help="Draw: tasks, runs and scores of drawings.", no_args_is_help=True, rich_markup_mode=None)
draw.command("check")(draw_check)


@draw.command("tasks")
def draw_tasks(
    suite: Suite = None,
    check: Annotated[bool, typer.Option("--check", help="Audit the suite: every fault is one line.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of a task.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the drawing tasks, or audit them."""
    from graphicacy.draw.task import DrawTask, load_suite

    if schema:
        print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **DrawTask.model_json_schema()})
        return
    tasks = load_suite(suite)
    if check:
        from graphicacy.draw.audit import audit_suite

        faults = audit_suite(tasks, builtin=suite is None)
        if as_json:
            print_json({"tasks": len(tasks), "faults": faults})
        else:
            print("\n".join(faults) if faults else f"{len(tasks)} tasks, no fault")
        raise typer.Exit(2 if faults else 0)
    if as_json:
        print_json([task.model_dump(mode="json") for task in tasks])
        return
    for task in tasks:
        sizes = f"{len(task.required_labels)} labels, {len(task.required_relations)} relations"
        print(f"{task.id:14} {task.difficulty:7} {task.discipline:22} {task.figure_type:32} {sizes}")


@draw.command("task")
def draw_task(
    file: Annotated[Path, typer.Argument(help="A diagram in any notation, or an SVG of one.")],
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write the task here; else it is printed.")] = None,
    task_id: Annotated[str | None, typer.Option("--id", help="The id of the task; the file's name otherwise.")] = None,
    discipline: Annotated[str, typer.Option("--discipline", help="What tables group by.")] = "other",
    figure_type: Annotated[str, typer.Option("--figure-type", help="What tables group by.")] = "process workflow",
    format_: Annotated[
        str | None,
        typer.Option("--format", autocompletion=complete_format, help="What the file holds; by suffix otherwise."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a drawing task of a diagram: a prompt, and a spec of what a correct drawing shows."""
    from graphicacy.draw.from_diagram import task_from_diagram
    from graphicacy.sight.reading import read_vector

    check_format(format_)
    diagram, warnings, _ = read_vector(file, format_)
    made = task_from_diagram(diagram, task_id or file.stem, discipline=discipline, figure_type=figure_type)
    for line in (*warnings, *made.left_out):
        print(f"{file.name}: {line}", file=sys.stderr)
    record = made.task.model_dump(mode="json")
    if out is not None:
        out.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if out is None or as_json:
        print_json(record)


@draw.command("score")
def draw_score(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Drawings: PNG, JPEG, SVG, or Mermaid or DOT source.")
    ],
    task_id: Annotated[
        str | None, typer.Option("--task", autocompletion=complete_task, help="The id of the task that was drawn.")
    ] = None,
    spec: Annotated[Path | None, typer.Option("--spec", help="Your own spec or suite instead of the built-in.")] = None,
    mode: Annotated[
        str, typer.Option("--mode", autocompletion=complete_mode, help="Text matching: strict | published.")
    ] = "strict",
    text_engine: Annotated[
        str,
        typer.Option(
            "--text-engine", autocompletion=complete_text_engine, help="rapidocr | tesseract | live (SVG only)."
        ),
    ] = "rapidocr",
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    judge_args: Annotated[list[str] | None, typer.Option("-J", "--judge-arg", help="KEY=VALUE for the judges.")] = None,
    minimums: Annotated[
        list[str] | None, typer.Option("--min", help="SCORE=VALUE, such as overall=.8: below it, exit 3.")
    ] = None,
    fail_on: Annotated[
        list[str] | None, typer.Option("--fail-on", help="An error kind, or a severity or worse: with one, exit 3.")
    ] = None,
    junit: JUnit = None,
    sarif: Sarif = None,
    as_json: AsJson = False,
) -> None:
    """Score drawings against a task's spec; with --min or --fail-on, exit 3 where one is below that gate."""
    from graphicacy.api import judges as panel
    from graphicacy.draw.gate import gate_of, parse_minimums
    from graphicacy.draw.gate_config import Figure
    from graphicacy.draw.task import find_task, load_suite
    from graphicacy.show import print_score
    from graphicacy.show_draw_gate import checked_json, print_checked, print_failures

    if mode not in ("strict", "published"):
        raise Usage(f"--mode {mode}: choose strict or published")
    gate = gate_of(parse_minimums(minimums or []), fail_on or [])
    check_outputs(junit, sarif)
    tasks = load_suite(spec)
    if spec is not None and len(tasks) == 1 and task_id not in (None, tasks[0].id):
        print(f"warning: {spec} holds task {tasks[0].id!r}, not {task_id!r}; it is used", file=sys.stderr)
        task_id = None
    task = find_task(tasks, task_id)
    judge = panel(*judges, **arguments(judge_args)) if judges else None
    checked = []
    for file in files:
        checked.append(score_figure(Figure(file, task, gate, mode, text_engine), judge))  # type: ignore[arg-type]
        if len(files) > 1 and not as_json:
            print_checked(checked[-1])
    if len(files) > 1 and as_json:
        print_json(checked_json(checked))
    elif len(files) == 1 and checked[0].score is not None:
        if as_json:
            print(checked[0].score.model_dump_json(indent=2))
        else:
            print_score(checked[0].score, task)
        print_failures(checked[0], sys.stderr)
    raise typer.Exit(finish(checked, junit, sarif))


@draw.command("run")
def draw_run(
    out: Annotated[Path, typer.Option("--out", help="Folder of the run; an unfinished run there goes on.")],
    models: Annotated[
        list[str] | None,
        typer.Option("--model", autocompletion=complete_drawer, help="provider/name; give it again for more."),
    ] = None,
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Drawings per task.")] = 3,
    medium: Annotated[
        str, typer.Option("--medium", autocompletion=complete_medium, help="image | svg | mermaid | dot | tikz.")
    ] = "image",
    from_folder: Annotated[
        Path | None, typer.Option("--from-folder", help="Images made elsewhere: <task id>/<n>.png or .svg.")
    ] = None,
    suite: Suite = None,
    tasks: Annotated[
        list[str] | None,
        typer.Option("--task", autocompletion=complete_task, help="Only this task; give it again for more."),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the first tasks.")] = None,
    repairs: Annotated[int, typer.Option("--repairs", min=0, help="Rounds in which the model sees the error.")] = 0,
    mode: Annotated[
        str, typer.Option("--mode", autocompletion=complete_mode, help="Text matching: strict | published.")
    ] = "strict",
    text_engine: Annotated[
        str, typer.Option("--text-engine", autocompletion=complete_text_engine, help="rapidocr | tesseract | live.")
    ] = "rapidocr",
    seed: Annotated[int | None, typer.Option("--seed", help="Passed to models that take one.")] = None,
    max_connections: Annotated[int, typer.Option("--max-connections", min=1)] = 8,
    time_limit: Annotated[int | None, typer.Option("--time-limit", min=1, help="Seconds per request.")] = None,
    model_args: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", help="KEY=VALUE for the models, such as base_url=URL.")
    ] = None,
    judge_args: Annotated[list[str] | None, typer.Option("-J", "--judge-arg", help="KEY=VALUE for the judges.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: AsJson = False,
) -> None:
    """Have models draw the tasks, score every drawing, keep everything in a folder."""
    from graphicacy.draw.run import MEDIA

    for name, value, known in (("--medium", medium, MEDIA), ("--mode", mode, ("strict", "published"))):
        if value not in known:
            raise Usage(f"{name} {value}: choose one of {', '.join(known)}")
    from graphicacy.evals import RunStopped, run_draw

    try:
        summary = run_draw(
            models or [],
            out,
            judges=judges or [],
            k=k,
            medium=medium,  # type: ignore[arg-type]
            from_folder=from_folder,
            suite=suite,
            tasks=tasks,
            limit=limit,
            repairs=repairs,
            seed=seed,
            mode=mode,  # type: ignore[arg-type]
            text_engine=text_engine,
            max_connections=max_connections,
            time_limit=time_limit,
            model_args=arguments(model_args),
            judge_args=arguments(judge_args),
            progress=not quiet,
        )
    except RunStopped as stopped:
        print(stopped, file=sys.stderr)
        raise typer.Exit(130) from None
    from graphicacy.draw.task import load_suite
    from graphicacy.show import print_run

    print_run(summary.results, load_suite(suite), as_json)
    for line in (*summary.notes, *summary.failures):
        print(line, file=sys.stderr)
    raise typer.Exit(summary.exit_code)


@draw.command("rescore")
def draw_rescore(
    out: Annotated[Path, typer.Argument(help="Folder of a run.")],
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    mode: Annotated[
        str, typer.Option("--mode", autocompletion=complete_mode, help="Text matching: strict | published.")
    ] = "strict",
    text_engine: Annotated[
        str, typer.Option("--text-engine", autocompletion=complete_text_engine, help="rapidocr | tesseract | live.")
    ] = "rapidocr",
    judge_args: Annotated[list[str] | None, typer.Option("-J", "--judge-arg", help="KEY=VALUE for the judges.")] = None,
    suite: Suite = None,
    as_json: AsJson = False,
) -> None:
    """Score the drawings of a run again, by other judges or in another mode, without drawing again."""
    if mode not in ("strict", "published"):
        raise Usage(f"--mode {mode}: choose strict or published")
    from graphicacy.draw.task import load_suite
    from graphicacy.evals import rescore
    from graphicacy.show import print_run

    results = rescore(
        out,
        judges=judges or [],
        mode=mode,  # type: ignore[arg-type]
        text_engine=text_engine,
        judge_args=arguments(judge_args),
    )
    print_run(results, load_suite(suite), as_json)
