"""The ``graphicacy`` command: each command is a few lines over the packages; imports happen inside, so that help is
fast."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from graphicacy.diagram.drawing import Drawing
    from graphicacy.diagram.model import Diagram
    from graphicacy.diagram.scene import Scene
    from graphicacy.diagram.style import Style

app = typer.Typer(
    name="graphicacy",
    help="Can AI draw, and read, scientific diagrams, and can the scores be trusted?",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
draw = typer.Typer(help="Draw: tasks, runs and scores of drawings.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(draw, name="draw")

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Suite = Annotated[Path | None, typer.Option("--suite", help="Your own suite: a JSON file or a folder of them.")]


_BAD_PATHS = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError, PermissionError)


class Usage(ValueError):
    """Bad input, told in one line."""


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _check_format(notation: str | None) -> None:
    from graphicacy.diagram.files import SOURCES

    if notation is not None and notation not in SOURCES:
        raise Usage(f"--format {notation}: choose one of {', '.join(SOURCES)}")


def _vector(drawing: Drawing, file: Path) -> tuple[Diagram, Scene]:
    """The diagram of a vector drawing, and its geometry in pixels."""
    from graphicacy.sight.vector import read_svg

    if drawing.diagram is not None and drawing.scene is not None:
        return drawing.diagram, drawing.scene
    if drawing.svg is None:
        raise Usage(f"{file}: a raster image has no diagram to read; give SVG, Mermaid or DOT")
    reading = read_svg(drawing.svg, drawing.scale)
    return reading.diagram, reading.scene


@app.command()
def parse(
    file: Annotated[Path, typer.Argument(help="A Mermaid, DOT, GPML, BPMN, SBGN, n8n, Markdown or SVG file.")],
    format_: Annotated[
        str | None,
        typer.Option("--format", help="mermaid | dot | gpml | bpmn | sbgn | n8n | markdown | svg; else by suffix."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read a diagram: its nodes, edges with their heads, and groups."""
    from graphicacy.diagram.drawing import BadDrawing
    from graphicacy.diagram.files import open_source
    from graphicacy.diagram.layout import Layout

    _check_format(format_)
    source = open_source(file, format_)
    found: Diagram | Layout
    try:
        if source.notation == "svg":
            drawing = source.draw()
            found, warnings = _vector(drawing, file)[0], drawing.warnings
        else:
            found = source.read()
            warnings = (*source.warnings, *(found.warnings if isinstance(found, Layout) else ()))
    except BadDrawing as error:
        raise BadDrawing(f"{file.name}: {error}") from None
    for warning in warnings:
        print(f"{file.name}: {warning}", file=sys.stderr)
    diagram = found.diagram if isinstance(found, Layout) else found
    if as_json:
        _print_json(diagram.to_json())
        return
    from graphicacy.show import print_diagram

    print_diagram(diagram)


@app.command()
def render(
    file: Annotated[Path, typer.Argument(help="A diagram in any notation, a TikZ or an SVG file.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The picture to write: .png or .svg.")],
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            help="graphviz | neato | fdp | sfdp | twopi | circo | osage | merman | chromium | author | resvg | latex; "
            "the notation's own otherwise.",
        ),
    ] = None,
    scene: Annotated[Path | None, typer.Option("--scene", help="Write the geometry in pixels here, as JSON.")] = None,
    format_: Annotated[str | None, typer.Option("--format", help="What the file holds; by suffix otherwise.")] = None,
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
    _check_format(format_)
    knobs = {
        "palette": palette, "font": font, "font_size": font_size, "line_width": line_width, "spacing": spacing,
        "direction": direction, "curve": curve,
    }  # fmt: skip
    drawing = open_drawing(file, format_, engine=engine, style=_style(knobs))
    if scene is not None:
        diagram, shown = _vector(drawing, file)
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


@app.command()
def fetch(what: Annotated[str, typer.Argument(help="mermaid: the package that --engine chromium draws with.")]) -> None:
    """Get what the package does not bring: from its publisher, by your own tools, checked against a digest."""
    from graphicacy.diagram.fetch import fetch_mermaid

    if what != "mermaid":
        raise Usage(f"{what}: there is nothing of this name to fetch; choose mermaid")
    print(fetch_mermaid())


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
        _print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **DrawTask.model_json_schema()})
        return
    tasks = load_suite(suite)
    if check:
        from graphicacy.draw.audit import audit_suite

        faults = audit_suite(tasks, builtin=suite is None)
        if as_json:
            _print_json({"tasks": len(tasks), "faults": faults})
        else:
            print("\n".join(faults) if faults else f"{len(tasks)} tasks, no fault")
        raise typer.Exit(2 if faults else 0)
    if as_json:
        _print_json([task.model_dump(mode="json") for task in tasks])
        return
    for task in tasks:
        sizes = f"{len(task.required_labels)} labels, {len(task.required_relations)} relations"
        print(f"{task.id:14} {task.difficulty:7} {task.discipline:22} {task.figure_type:32} {sizes}")


@draw.command("score")
def draw_score(
    file: Annotated[Path, typer.Argument(help="A drawing: PNG, JPEG, SVG, or Mermaid or DOT source.")],
    task_id: Annotated[str | None, typer.Option("--task", help="The id of the task that was drawn.")] = None,
    spec: Annotated[Path | None, typer.Option("--spec", help="Your own spec or suite instead of the built-in.")] = None,
    mode: Annotated[str, typer.Option("--mode", help="Text matching: strict | published.")] = "strict",
    text_engine: Annotated[
        str, typer.Option("--text-engine", help="rapidocr | tesseract | live (SVG only).")
    ] = "rapidocr",
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    judge_args: Annotated[list[str] | None, typer.Option("-J", "--judge-arg", help="KEY=VALUE for the judges.")] = None,
    as_json: AsJson = False,
) -> None:
    """Score one drawing against a task's spec."""
    from graphicacy.diagram.files import open_drawing
    from graphicacy.draw.score import score_drawing
    from graphicacy.draw.task import find_task, load_suite
    from graphicacy.sight.gather import gather

    if mode not in ("strict", "published"):
        raise Usage(f"--mode {mode}: choose strict or published")
    tasks = load_suite(spec)
    if spec is not None and len(tasks) == 1 and task_id not in (None, tasks[0].id):
        print(f"warning: {spec} holds task {tasks[0].id!r}, not {task_id!r}; it is used", file=sys.stderr)
        task_id = None
    task = find_task(tasks, task_id)
    drawing = open_drawing(file)
    evidence = gather(drawing, text_engine)
    judgements: tuple[Any, ...] = ()
    if judges:
        from graphicacy.evals.judges import judge_drawing
        from graphicacy.evals.run import make_model, one_line_errors

        with one_line_errors():
            models = [make_model(name, _arguments(judge_args)) for name in judges]
            judgements = judge_drawing(drawing.png, task, models)
    score = score_drawing(task, evidence, judgements, mode)  # type: ignore[arg-type]
    for warning in score.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if as_json:
        print(score.model_dump_json(indent=2))
        return
    from graphicacy.show import print_score

    print_score(score, task)


@draw.command("run")
def draw_run(
    out: Annotated[Path, typer.Option("--out", help="Folder of the run; an unfinished run there goes on.")],
    models: Annotated[list[str] | None, typer.Option("--model", help="provider/name; give it again for more.")] = None,
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Drawings per task.")] = 3,
    medium: Annotated[str, typer.Option("--medium", help="image | svg | mermaid | dot | tikz.")] = "image",
    from_folder: Annotated[
        Path | None, typer.Option("--from-folder", help="Images made elsewhere: <task id>/<n>.png or .svg.")
    ] = None,
    suite: Suite = None,
    tasks: Annotated[list[str] | None, typer.Option("--task", help="Only this task; give it again for more.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the first tasks.")] = None,
    repairs: Annotated[int, typer.Option("--repairs", min=0, help="Rounds in which the model sees the error.")] = 0,
    mode: Annotated[str, typer.Option("--mode", help="Text matching: strict | published.")] = "strict",
    text_engine: Annotated[str, typer.Option("--text-engine", help="rapidocr | tesseract | live.")] = "rapidocr",
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
            model_args=_arguments(model_args),
            judge_args=_arguments(judge_args),
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


def _arguments(pairs: list[str] | None) -> dict[str, Any]:
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


@draw.command("rescore")
def draw_rescore(
    out: Annotated[Path, typer.Argument(help="Folder of a run.")],
    judges: Annotated[list[str] | None, typer.Option("--judge", help="A judge model; give it again for more.")] = None,
    mode: Annotated[str, typer.Option("--mode", help="Text matching: strict | published.")] = "strict",
    text_engine: Annotated[str, typer.Option("--text-engine", help="rapidocr | tesseract | live.")] = "rapidocr",
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
        judge_args=_arguments(judge_args),
    )
    print_run(results, load_suite(suite), as_json)


@app.command()
def report(
    logs: Annotated[list[Path], typer.Argument(help="Folders of runs.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the report.")] = Path("report"),
    format_: Annotated[str, typer.Option("--format", help="html | latex | csv | markdown.")] = "html",
    suite: Suite = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the bootstrap intervals.")] = 0,
) -> None:
    """Write the report of one or more runs: a page, or tables for a paper."""
    from graphicacy.draw.task import load_suite
    from graphicacy.report.page import write_report
    from graphicacy.report.papers import FORMATS, write_tables
    from graphicacy.report.runs import read_run

    tasks = load_suite(suite)
    runs = [read_run(folder) for folder in logs]
    warnings = [warning for run in runs for warning in run.warnings]
    if warnings and not any(run.results for run in runs):
        raise Usage(f"{warnings[0]}; no result can be read: name the folder of a draw run")
    for warning in warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if format_ == "html":
        print(write_report(logs, out, tasks, seed))
        return
    if format_ not in FORMATS:
        raise Usage(f"--format {format_}: choose html, {', '.join(FORMATS)}")
    for path in write_tables(logs, out, tasks, format_, seed):
        print(path)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """What is installed, what each missing part would add, and how to get it."""
    from graphicacy.doctor import checks

    found = checks()
    if as_json:
        _print_json([c._asdict() for c in found])
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
