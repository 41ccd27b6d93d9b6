"""The results of a run's folder, derived from its logs: the one place that turns logs into ``DrawResult`` lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.scorer import Score

from graphicacy.draw.record import DrawResult, DrawScore
from graphicacy.draw.run import SUFFIXES, Drawn, save_file
from graphicacy.evals.answers import stored_png
from graphicacy.evals.logs import ended_samples, logs_of, scored_samples, why_failed
from graphicacy.providers import LOCAL

__all__ = ["asked_medium", "collect", "draw_logs", "scored", "suites"]

TASKS = ("draw", "graphicacy/draw")
SHARED = ("tasks", "k", "cache")
"""Task arguments in which two logs of one system may differ and still be samples of the same run."""


def collect(out: Path) -> list[DrawResult]:
    """One result for each system, task and sample in the logs of ``out/logs``, in that order.

    A system's newest log says what counts: older logs are used where they were made with the same suite, prompts,
    options and judges. Of several attempts at a sample the scored one is taken, then the newest. Logs of runs that
    were stopped count as far as they go: what was under way is no result. Drawings and their sources are written to
    ``out/drawings``.
    """
    newest: dict[tuple[str, str], str] = {}
    results: dict[tuple[str, str, str, int], DrawResult] = {}
    for path, log in draw_logs(out):
        system = _system(log)
        if newest.setdefault(system, _setting(log)) != _setting(log):
            continue
        for sample in ended_samples(path):
            key = (*system, str(sample.id), sample.epoch)
            if key not in results or (results[key].status == "failed" and not sample.error):
                results[key] = _result(out, log, sample)
    return sorted(results.values(), key=lambda r: (r.kind != "system", r.system, r.medium, r.task, r.sample))


def draw_logs(out: Path) -> list[tuple[str, EvalLog]]:
    """The places and headers of the drawing logs of a run's folder, newest first."""
    return logs_of(out, TASKS)


def scored(out: Path) -> set[tuple[str, str, str, int]]:
    """Model, medium, task and sample of what has been scored so far, read from the logs without their pictures."""
    return {
        (*_system(log), str(sample.id), sample.epoch) for path, log in draw_logs(out) for sample in scored_samples(path)
    }


def suites(out: Path) -> set[str]:
    """The hashes of the suites that a run's folder holds drawings of: as its logs and its ``run.json`` say."""
    # draw() makes a task's version of the package's version, the hash of the suite and the hash of the prompts.
    parts = [str(log.eval.task_version).rsplit("-", 2) for _, log in draw_logs(out)]
    found = {part[1] for part in parts if len(part) == 3}
    try:
        facts = json.loads((out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return found
    return found | {str(facts["suite_hash"])} if isinstance(facts, dict) and "suite_hash" in facts else found


def asked_medium(model: str, medium: str) -> str:
    """The medium that a model was asked for: none where it draws without being asked."""
    return "" if model.split("/")[0] in LOCAL else medium


def _system(log: EvalLog) -> tuple[str, str]:
    return log.eval.model, asked_medium(log.eval.model, str(log.eval.task_args.get("medium", "image")))


def _setting(log: EvalLog) -> str:
    arguments = {key: value for key, value in log.eval.task_args.items() if key not in SHARED}
    arguments["medium"] = _system(log)[1]
    roles = log.eval.model_roles or {}
    bound = roles.get("judge") or []
    judges = [role.model for role in (bound if isinstance(bound, list) else [bound])]
    return str((log.eval.task_version, sorted(arguments.items(), key=str), judges, log.eval.model_args))


def _result(out: Path, log: EvalLog, sample: EvalSample) -> DrawResult:
    stored = sample.store.get("drawn")
    drawn = Drawn.model_validate(stored) if stored else None
    control = log.eval.model.startswith("control/")
    asked = "svg" if control else str(log.eval.task_args.get("medium", "image"))
    facts: dict[str, Any] = {
        "system": log.eval.model,
        "kind": "control" if control else "system",
        "medium": drawn.medium if drawn else asked,
        "task": str(sample.id),
        "sample": sample.epoch,
        **(_files(out, sample, drawn) if drawn else {}),
    }
    score = _last(sample.scores or {})
    if sample.error or score is None or not score.metadata or "score" not in score.metadata:
        return DrawResult(status="failed", reason=why_failed(sample, score), **facts)
    found = DrawScore.model_validate(score.metadata["score"])
    return DrawResult(status=score.metadata["status"], reason=drawn.reason if drawn else "", score=found, **facts)


def _files(out: Path, sample: EvalSample, drawn: Drawn) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "model": drawn.model,
        "seconds": drawn.seconds,
        "tokens": drawn.tokens,
        "cost": drawn.cost,
        "repairs": drawn.repairs,
    }
    if drawn.status == "ok" and sample.output.choices:
        facts["drawing"] = save_file(out, stored_png(sample.output.message.content), ".png")
    if drawn.source is not None and drawn.notation is not None:
        facts["source"] = save_file(out, drawn.source.encode(), SUFFIXES[drawn.notation])
    return facts


def _last(scores: dict[str, Score]) -> Score | None:
    """The newest score: scoring again without overwriting adds ``figure1``, ``figure2`` …"""
    mine = [score for name, score in scores.items() if name.split("/")[-1].startswith("figure")]
    return mine[-1] if mine else None
