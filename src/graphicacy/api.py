"""The Python API: what ``import graphicacy as gc`` offers. Each function is what the command of its name does.

Whatever takes a file takes its path, or what is in it: bytes, or a string that has a line break, is markup, or begins
as a notation does; any other string is a path, and so is every ``Path``. Bad input raises a ``ValueError`` that is one
line; what is worth knowing besides is a Python warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from graphicacy.diagram.drawing import Drawing
    from graphicacy.diagram.model import Diagram
    from graphicacy.diagram.style import Style
    from graphicacy.draw.record import Judgement, ScoredDrawing
    from graphicacy.draw.task import DrawTask
    from graphicacy.read.ask import AskedQuestion
    from graphicacy.read.grading import Grade
    from graphicacy.read.prompt import Prompt
    from graphicacy.read.question import Question
    from graphicacy.read.record import View

    Judge = Callable[[Drawing, DrawTask], Sequence[Judgement]]

__all__ = ["ask", "grade", "judges", "parse", "prompt", "render", "score", "tasks"]


def score(
    figure: str | Path | bytes | Drawing,
    task: str | Path | DrawTask | Mapping[str, Any],
    *,
    mode: Literal["strict", "published"] = "strict",
    text_engine: str = "rapidocr",
    judge: Judge | None = None,
) -> ScoredDrawing:
    """Score a figure against what its task says that it must show.

    Args:
        figure: a picture, an SVG, or a diagram in any notation.
        task: the id of a built-in task, a task, its record, or the JSON file of one.
        mode: how text is matched, ``strict`` or ``published``.
        text_engine: what reads text: ``rapidocr``, ``tesseract``, or ``live`` for the text of an SVG alone.
        judge: what asks models about the drawing (see ``judges``); nobody otherwise.

    Raises:
        ValueError: no such figure, task, mode or engine.
    """
    from graphicacy.diagram.drawing import Drawing
    from graphicacy.draw.record import ScoredDrawing
    from graphicacy.draw.score import score_drawing
    from graphicacy.sight.gather import gather

    if mode not in ("strict", "published"):
        raise ValueError(f"mode {mode!r}: choose strict or published")
    wanted = _task(task)
    drawing = figure if isinstance(figure, Drawing) else render(figure)
    judgements = judge(drawing, wanted) if judge is not None else ()
    scored = score_drawing(wanted, gather(drawing, text_engine), judgements, mode)
    return ScoredDrawing(**dict(scored), drawing=drawing)


def judges(*models: str, **arguments: Any) -> Judge:
    """A panel of judge models for ``score``: names such as ``openai/gpt-5``, and arguments for all of them."""
    from graphicacy.evals.judges import judge_drawing
    from graphicacy.evals.models import make_model
    from graphicacy.evals.running import one_line_errors

    with one_line_errors():
        panel = [make_model(name, arguments) for name in models]

    def judge(drawing: Drawing, task: DrawTask) -> Sequence[Judgement]:
        with one_line_errors():
            return judge_drawing(drawing.png, task, panel)

    return judge


def tasks(suite: str | Path | None = None) -> list[DrawTask]:
    """The 32 built-in drawing tasks, or those of your own suite: a JSON file or a folder of them."""
    from graphicacy.draw.task import load_suite

    return load_suite(suite)


def ask(
    figure: str | Path | bytes,
    tasks: str | Iterable[str] = (),
    *,
    seed: int = 0,
    count: int = 1,
    engine: str | None = None,
    format: str | None = None,
) -> list[AskedQuestion]:
    """Questions about a diagram, with their pictures, and the right answers, which an algorithm computed.

    Args:
        figure: a diagram in any notation, or an SVG of one.
        tasks: names or codes (S1 … C3; S for all of S); all otherwise. What has no certain answer is not asked.
        seed: another one asks other questions.
        count: how many of each variant, at most.
        engine: what draws the diagram; the notation's own otherwise.
        format: the notation, where neither the file's name nor its text tells.

    Raises:
        ValueError: no such file, task, engine or format; or nothing can be read in it.
    """
    from graphicacy.read.ask import ask_file

    _check(format)
    wanted = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    with _file(figure) as path:
        asked = ask_file(path, wanted, seed=seed, count=count, engine=engine, notation=format)
    _warn(path, asked.notes)
    return asked.with_pictures()


def prompt(question: Question, view: View = "image") -> Prompt:
    """What the benchmark sends a model for a question: the system message and the text, beside the pictures."""
    from graphicacy.read.prompt import prompt_of

    return prompt_of(question, view)


def grade(question: Question, answer: str) -> Grade:
    """How right an answer is: all that a model said, in whatever words it wrapped it."""
    from graphicacy.read.grading import grade

    return grade(question.answer_type, question.answer, question.rubric, answer)


def parse(figure: str | Path | bytes, format: str | None = None) -> Diagram:
    """The diagram that a file or a text says; of an SVG or a picture, what it shows.

    Raises:
        ValueError: no such file or format, or it cannot be read; with line and column where it is a text.
    """
    from graphicacy.sight.reading import read_file

    _check(format)
    with _file(figure) as path:
        diagram, notes, _ = read_file(path, format)
    _warn(path, notes)
    return diagram


def render(
    figure: str | Path | bytes | Diagram,
    *,
    engine: str | None = None,
    style: Style | None = None,
    format: str | None = None,
) -> Drawing:
    """Draw a diagram, a text or a file; or open a picture. The drawing says where its parts are, if its engine knows.

    Raises:
        ValueError: no such file, engine or format, or it cannot be drawn.
    """
    from graphicacy.diagram.files import open_drawing
    from graphicacy.diagram.model import Diagram
    from graphicacy.diagram.render import render

    if isinstance(figure, Diagram):
        return render(figure, engine=engine, style=style)
    _check(format)
    with _file(figure) as path:
        return open_drawing(path, format, engine=engine, style=style)


def _task(task: str | Path | DrawTask | Mapping[str, Any]) -> DrawTask:
    from pydantic import ValidationError

    from graphicacy.draw.task import BadTask, DrawTask, explain, find_task, load_suite

    if isinstance(task, DrawTask):
        return task
    if isinstance(task, Mapping):
        try:
            return DrawTask.model_validate(dict(task))
        except ValidationError as error:
            raise BadTask(f"task: {explain(error)}") from None
    if isinstance(task, Path) or task.endswith(".json"):
        return find_task(load_suite(task), None)
    return find_task(load_suite(), task)


@contextmanager
def _file(given: str | Path | bytes) -> Iterator[Path]:
    """The file that is named; or one that holds what is given, for as long as it is needed."""
    if isinstance(given, Path) or (isinstance(given, str) and not _is_text(given)):
        yield Path(given)
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, "text" if isinstance(given, str) else "bytes")
        path.write_bytes(given.encode() if isinstance(given, str) else given)
        yield path


def _is_text(given: str) -> bool:
    from graphicacy.diagram.notations import notation_of

    return "\n" in given or given.lstrip().startswith("<") or notation_of(given, "") is not None


def _check(notation: str | None) -> None:
    from graphicacy.diagram.files import SOURCES

    if notation is not None and notation not in SOURCES:
        raise ValueError(f"format {notation!r}: choose one of {', '.join(SOURCES)}")


def _warn(path: Path, notes: Sequence[str]) -> None:
    if notes:
        warnings.warn(f"{path.name}: {'; '.join(notes)}", stacklevel=3)
