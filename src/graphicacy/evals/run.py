"""A run of drawings into a folder: what ``graphicacy draw run`` does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from inspect_ai.model import Model, get_model

from graphicacy.draw.record import DrawResult
from graphicacy.draw.run import Medium, Mode, suite_hash, write_results
from graphicacy.draw.systems.folder import read_folder
from graphicacy.draw.task import DrawTask, load_suite
from graphicacy.evals.models import make_model
from graphicacy.evals.progress import Listener, listening, reported
from graphicacy.evals.results import asked_medium, collect, scored, suites
from graphicacy.evals.running import (
    RunError,
    RunStopped,
    RunSummary,
    environment,
    evaluate,
    failure_lines,
    locked,
    now,
    one_line_errors,
)
from graphicacy.evals.task import choose_tasks, draw, prompt_ids
from graphicacy.read.results import read_facts

__all__ = ["run_draw", "write_run"]


def run_draw(
    models: Sequence[str],
    out: Path,
    *,
    judges: Sequence[str] = (),
    k: int = 3,
    medium: Medium = "image",
    from_folder: Path | None = None,
    suite: Path | None = None,
    tasks: Sequence[str] | None = None,
    limit: int | None = None,
    repairs: int = 0,
    seed: int | None = None,
    mode: Mode = "strict",
    text_engine: str = "rapidocr",
    max_connections: int = 8,
    time_limit: int | None = None,
    retries: int = 6,
    model_args: Mapping[str, Any] | None = None,
    judge_args: Mapping[str, Any] | None = None,
    progress: bool | Listener = True,
) -> RunSummary[DrawResult]:
    """Draws and scores k samples of every task by every model, into the folder ``out``.

    A second call with the same arguments finishes what the first left open: what was drawn is not drawn again, what
    failed is tried again. ``models`` are Inspect names (``images/…``, ``openai/…``, ``gguf/…``, ``control/…``);
    ``from_folder`` adds the pictures of a folder as the system ``folder/<its name>``, with as many samples as it has.
    ``model_args`` (``base_url``, ``api_key``, and what the provider takes) go to every model but controls and
    folders, ``judge_args`` to every judge. ``time_limit`` is in seconds, for one request; ``retries`` counts the
    requests after the first. ``progress`` is a bar on stderr, or nothing, or a function called for each sample.

    Raises:
        RunError: the run cannot begin.
        RunStopped: the user stopped it (Ctrl-C).
    """
    if not models and from_folder is None:
        raise RunError("nothing to run: name a model with --model, or a folder with --from-folder")
    out = Path(out)
    options: dict[str, Any] = {
        "medium": medium,
        "suite": str(Path(suite).resolve()) if suite else None,
        "repairs": repairs,
        "mode": mode,
        "text_engine": text_engine,
        "seed": seed,
    }
    with one_line_errors():
        whole = load_suite(suite)
        records = choose_tasks(whole, tasks)[:limit]
        plan = [_Part([make_model(name, model_args) for name in models], records, k)] if models else []
        part, notes = _folder_part(from_folder, records, k) if from_folder else (None, ())
        plan += [part] if part else []
        panel = [make_model(name, judge_args) for name in judges]
        evals = [draw(**options, tasks=[record.id for record in part.records], k=part.k) for part in plan]
    started = now()
    wanted = {key for part in plan for key in part.samples(medium)}
    limits: dict[str, Any] = {"max_connections": max_connections, "retries": retries, "time_limit": time_limit}
    roles = {"judge": panel} if panel else None
    with locked(out), environment(INSPECT_CACHE_DIR=str(out / "cache")):
        _check_suite(out, whole)
        done = len(scored(out) & wanted)
        stopped = False
        try:
            with (
                reported(progress, len(wanted), done, "drawing") as listener,
                listening(listener),
                one_line_errors(),
            ):
                for part, task in zip(plan, evals, strict=True):
                    evaluate(task, part.models, out, model_roles=roles, log_buffer=1, **limits)
        except KeyboardInterrupt:
            stopped = True
        finally:
            facts = {"judges": list(judges), "k": k}
            results = write_run(out, records, {**options, **facts, "started": started})
    mine = tuple(r for r in results if (r.system, asked_medium(r.system, r.medium), r.task, r.sample) in wanted)
    if stopped:
        done = sum(result.status != "failed" for result in mine)
        raise RunStopped(
            f"stopped: {done} of {len(wanted)} samples are done; run the same command again to go on"
        ) from None
    return RunSummary(out, len(wanted), mine, failure_lines(r.reason for r in mine if r.status == "failed"), notes)


def _check_suite(out: Path, suite: Sequence[DrawTask]) -> None:
    """Refuses a folder with drawings of other tasks, whose results would be of two suites, or with what was read."""
    if read_facts(out).get("track") == "read":
        raise RunError(f"{out} holds results of another command; give another --out")
    if suites(out) - {suite_hash(suite)}:
        raise RunError(
            f"{out} holds a run of another suite (or of this suite before it was edited); give another --out"
        )


def write_run(out: Path, records: Sequence[DrawTask], facts: Mapping[str, Any]) -> list[DrawResult]:
    """Derives ``results.jsonl``, ``run.json`` and the drawings from the logs of a run's folder."""
    results = collect(out)
    whole = {
        **facts,
        "graphicacy": version("graphicacy"),
        "inspect_ai": version("inspect-ai"),
        "suite_hash": suite_hash(load_suite(facts.get("suite"))),
        "tasks": len(records),
        "prompts": prompt_ids(str(facts["medium"]), records),
        "models": sorted({result.system for result in results}),
        "served": sorted({result.model for result in results if result.model}),
        "finished": now(),
    }
    write_results(out, results, whole)
    return results


@dataclass(frozen=True, slots=True)
class _Part:
    """Models that draw the same tasks the same number of times."""

    models: list[Model]
    records: list[DrawTask]
    k: int

    def samples(self, medium: str) -> Iterator[tuple[str, str, str, int]]:
        """Model, medium asked for, task and number of every sample."""
        for model in map(str, self.models):
            for record in self.records:
                for sample in range(1, self.k + 1):
                    yield model, asked_medium(model, medium), record.id, sample


def _folder_part(path: Path, records: list[DrawTask], k: int) -> tuple[_Part, tuple[str, ...]]:
    """The pictures of a folder as a system: the tasks that it has, and at most as many samples as it has."""
    path = Path(path).resolve()
    figures = read_folder(path, {record.id for record in records})
    had = [record for record in records if record.id in figures.pictures]
    missing = [record.id for record in records if record.id not in figures.pictures]
    notes = [f"{path.name}: left out {what}" for what in figures.ignored]
    if missing:
        notes.append(f"{path.name}: no picture of {len(missing)} tasks: {', '.join(missing)}")
    model = get_model(f"folder/{path.name}", memoize=False, path=str(path))
    return _Part([model], had, min(k, figures.samples)), tuple(notes)
