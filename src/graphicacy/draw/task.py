"""A drawing task: a prompt, and a spec of what any correct drawing must contain."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

__all__ = ["DISCIPLINES", "FIGURE_TYPES", "BadTask", "DrawTask", "explain", "find_task", "load_suite", "read_tasks"]

FIGURE_TYPES = (
    "mechanism diagram",
    "experimental-design schematic",
    "conceptual framework",
    "graphical abstract",
    "signalling or reaction pathway",
    "process workflow",
    "system architecture",
    "apparatus or device schematic",
)
DISCIPLINES = (
    "biomedicine",
    "cell biology",
    "immunology",
    "chemistry",
    "physics",
    "computer science",
    "environmental science",
    "materials science",
    "neuroscience",
    "social science",
)

LONGEST_PROMPT = 16_000  # characters
MAX_BYTES = 32_000_000  # of one file of tasks

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class BadTask(ValueError):
    """A task file that cannot be used: one line that names the file, the field and the fault."""


class DrawTask(BaseModel):
    """One task of a suite. The prompt is given word for word to every system.

    Labels feed text fidelity; relations and components semantic correctness; conventions and negative
    constraints convention adherence. ``repeated_labels`` may be drawn more than once. ``sources`` name the
    textbook or standard that the spec follows.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, title="Graphicacy drawing task")

    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
    figure_type: Text = "other"
    discipline: Text = "other"
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    prompt: Annotated[Text, StringConstraints(max_length=LONGEST_PROMPT)] = "(no prompt)"
    required_labels: tuple[Label, ...] = Field(min_length=1, max_length=200)
    required_relations: tuple[tuple[Label, Label, Label], ...] = Field(default=(), max_length=400)
    required_components: tuple[Text, ...] = Field(default=(), max_length=100)
    discipline_conventions: tuple[Text, ...] = Field(default=(), max_length=100)
    negative_constraints: tuple[Text, ...] = Field(default=(), max_length=100)
    repeated_labels: tuple[Label, ...] = ()
    sources: tuple[Text, ...] = ()

    @model_validator(mode="after")
    def _ends_are_labels(self) -> DrawTask:
        known = set(self.required_labels)
        for subject, predicate, obj in self.required_relations:
            for end in (subject, obj):
                if end not in known:
                    raise ValueError(
                        f"relation [{subject}, {predicate}, {obj}]: {end!r} is not in required_labels; "
                        "add it there or correct the relation"
                    )
        if len(known) != len(self.required_labels):
            raise ValueError("required_labels lists a label twice; use repeated_labels for one drawn twice")
        for label in self.repeated_labels:
            if label not in known:
                raise ValueError(f"repeated_labels: {label!r} is not in required_labels")
        return self


_HINTS = {
    "extra_forbidden": "unknown field; remove or correct it",
    "missing": "required field is missing",
    "model_type": "a task is a JSON object with id and required_labels",
    "tuple_type": "should be a list",
    "string_type": "should be a text in quotes",
    "string_too_short": "should not be empty",
    "string_pattern_mismatch": "at most 64 letters, digits, '.', '_' or '-', with a letter or digit first",
}


def explain(error: ValidationError) -> str:
    """The first fault of a task's record, in one line: the field, and what is wrong with it."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    what = first["msg"].removeprefix("Value error, ")
    return f"{where + ': ' if where else ''}{_HINTS.get(first['type'], what)}"


def _task(data: Any, where: str) -> DrawTask:
    try:
        return DrawTask.model_validate(data)
    except ValidationError as error:
        raise BadTask(f"{where}: {explain(error)}") from None


def _records(path: Path) -> Iterator[tuple[str, Any]]:
    data = _json(path)
    if isinstance(data, list):
        yield from ((f"{path}[{i}]", item) for i, item in enumerate(data))
    else:
        yield str(path), data


def _json(path: Path) -> Any:
    if not path.is_file():  # a pipe or a device may never end
        raise BadTask(f"{path}: not a file")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadTask(f"{path}: {path.stat().st_size:,} bytes; {MAX_BYTES:,} are allowed in one file of tasks")
        return json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_object)
    except OSError as error:
        raise BadTask(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise BadTask(f"{path}: not a text file in UTF-8; a task is a JSON record") from None
    except BadTask:
        raise
    except (ValueError, RecursionError) as error:
        raise BadTask(f"{path}: not valid JSON ({error})") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, whose keys differ: of two equal ones, JSON readers drop the first without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the field {next(key for key in keys if keys.count(key) > 1)!r} is given twice")
    return found


def read_tasks(path: Path | str) -> list[DrawTask]:
    """The tasks of a JSON file (one record, or a list of them) or of a folder of such files, sorted by name.

    Raises:
        BadTask: a file cannot be read, is not JSON, breaks the schema, or repeats an id.
    """
    path = Path(path)
    if not path.exists():
        raise BadTask(f"{path}: no such file or folder")
    paths = sorted(path.glob("*.json")) if path.is_dir() else [path]
    tasks = [_task(data, where) for one in paths for where, data in _records(one)]
    if not tasks:
        raise BadTask(f"{path}: no task (*.json) in it")
    seen: set[str] = set()
    for task in tasks:
        if task.id in seen:
            raise BadTask(f"{path}: task id {task.id!r} occurs twice; ids must be unique")
        seen.add(task.id)
    return tasks


def load_suite(suite: Path | str | None = None) -> list[DrawTask]:
    """The built-in 32 tasks, or a user's own suite (a JSON file or a folder of them)."""
    if suite is not None:
        return read_tasks(suite)
    return read_tasks(Path(str(files("graphicacy.draw") / "tasks")))


def find_task(tasks: list[DrawTask], task_id: str | None) -> DrawTask:
    """The task of this id; without an id, the only one.

    Raises:
        BadTask: there is no such task, or several and no id.
    """
    if task_id is None and len(tasks) == 1:
        return tasks[0]
    for task in tasks:
        if task.id == task_id:
            return task
    shown = ", ".join(task.id for task in tasks[:40])
    raise BadTask(f"no task {task_id!r}; there are: {shown}" if task_id else f"name one with --task: {shown}")
