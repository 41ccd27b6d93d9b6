"""``graphicacy.toml``: a repository's figures, the spec of each, and the gate that it has to pass.

```toml
spec = "figures/specs.json"
min = { overall = 0.8 }
fail-on = ["critical"]

[[figure]]
file = "figures/pathway.svg"
task = "pathway"
```

Every key but ``file`` may stand at the top, where it holds for the figures that do not say otherwise. Paths start from
the folder of the file.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from graphicacy.draw.gate import BadGate, Gate, gate_of
from graphicacy.draw.task import BadTask, DrawTask, explain, find_task, load_suite

__all__ = ["MOST_FIGURES", "BadConfig", "Figure", "read_config"]

MOST_FIGURES = 10_000
_MAX_BYTES = 4_000_000

Mode = Literal["strict", "published"]
Model = TypeVar("Model", bound=BaseModel)


class BadConfig(ValueError):
    """A configuration that cannot be used: one line that names the file, the figure and the fault."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, what it has to show, how it is read, and the gate that it has to pass."""

    file: Path
    task: DrawTask
    gate: Gate
    mode: Mode = "strict"
    text_engine: str = "rapidocr"


class _Shared(BaseModel):
    """What may stand at the top, or with a figure. None: not said here."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, alias_generator=lambda name: name.replace("_", "-")
    )

    task: str | None = None
    spec: str | None = None
    min: dict[str, float] | None = None
    fail_on: list[str] | None = None
    mode: Mode | None = None
    text_engine: Literal["rapidocr", "tesseract", "live"] | None = None


class _Entry(_Shared):
    file: str


def read_config(path: Path) -> tuple[Figure, ...]:
    """The figures that a configuration names, in its order.

    Raises:
        BadConfig: it cannot be read, is no TOML, has an unknown key or no figure, or a figure that nothing could fail.
        BadTask: a spec cannot be used.
    """
    data = _toml(path)
    entries = data.pop("figure", None)
    if not isinstance(entries, list) or not entries:
        raise BadConfig(f"{path}: it names no figure; write [[figure]], with file and task or spec")
    if len(entries) > MOST_FIGURES:
        raise BadConfig(f"{path}: {len(entries):,} figures; {MOST_FIGURES:,} are allowed in one file")
    shared = _valid(_Shared, data, str(path)).model_dump(exclude_none=True)
    suites: dict[str | None, list[DrawTask]] = {}
    return tuple(_figure(entry, shared, path, number, suites) for number, entry in enumerate(entries, 1))


def _figure(
    data: Any, shared: dict[str, Any], path: Path, number: int, suites: dict[str | None, list[DrawTask]]
) -> Figure:
    where = f"{path}: figure {number}"
    entry = _valid(_Entry, data, where)
    said = {**shared, **entry.model_dump(exclude_none=True)}
    where = f"{where} ({entry.file})"
    try:
        gate = gate_of(said.get("min", {}), said.get("fail_on", []))
        if not gate:
            raise BadGate("it could never fail; give min or fail-on, here or at the top")
        task = _task(said, path.parent, suites)
    except (BadGate, BadTask) as error:
        raise BadConfig(f"{where}: {error}") from None
    return Figure(path.parent / entry.file, task, gate, said.get("mode", "strict"), said.get("text_engine", "rapidocr"))


def _task(said: dict[str, Any], folder: Path, suites: dict[str | None, list[DrawTask]]) -> DrawTask:
    """The task of one figure; each suite is read once."""
    spec = said.get("spec")
    if spec not in suites:
        suites[spec] = load_suite(None if spec is None else folder / spec)
    if spec is None and "task" not in said:
        raise BadTask("say what it has to show: task (one of the built-in), or spec (a file of your own)")
    return find_task(suites[spec], said.get("task"))


def _valid(model: type[Model], data: Any, where: str) -> Model:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadConfig(f"{where}: {explain(error)}") from None


def _toml(path: Path) -> dict[str, Any]:
    if not path.is_file():  # a pipe or a device may never end
        raise BadConfig(
            f"{path}: there is no such file; write one that names the figures: [[figure]], file, task or spec, min"
        )
    if path.stat().st_size > _MAX_BYTES:
        raise BadConfig(f"{path}: more than {_MAX_BYTES:,} bytes")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadConfig(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{path}: not a text file in UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadConfig(f"{path}: not valid TOML ({error})") from None
