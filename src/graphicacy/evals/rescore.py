"""Judging and scoring the drawings of a run's folder again, without drawing again."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import score
from inspect_ai.log import read_eval_log, write_eval_log

from graphicacy.draw.record import DrawResult
from graphicacy.draw.run import Mode
from graphicacy.draw.task import load_suite
from graphicacy.evals.models import make_model
from graphicacy.evals.results import draw_logs
from graphicacy.evals.run import write_run
from graphicacy.evals.running import RunError, locked, one_line_errors
from graphicacy.evals.scorer import figure

__all__ = ["rescore"]


def rescore(
    out: Path,
    *,
    judges: Sequence[str] = (),
    mode: Mode = "strict",
    text_engine: str = "rapidocr",
    judge_args: Mapping[str, Any] | None = None,
) -> list[DrawResult]:
    """Scores every drawing in the logs of ``out`` again by these judges, and writes the results anew.

    Nothing is drawn. The logs are replaced; samples that failed before they were drawn stay failed.

    Raises:
        RunError: there is nothing to score, or a judge cannot be asked.
    """
    out = Path(out)
    facts = _facts(out)
    with locked(out), one_line_errors():
        panel = [make_model(name, judge_args) for name in judges]
        for path, _ in draw_logs(out):
            log = read_eval_log(path, resolve_attachments=True)
            # The models of the run need not be reachable any more: none of them is asked.
            roles, log.eval.model_roles = log.eval.model_roles, None
            with contextlib.redirect_stdout(io.StringIO()):
                log = score(
                    log,
                    figure(mode, text_engine, cache=False),
                    action="overwrite",
                    model="none",
                    model_roles={"judge": panel} if panel else None,
                    display="none",
                )
            log.eval.model_roles = roles
            write_eval_log(log, path)
        options = {**facts, "judges": list(judges), "mode": mode, "text_engine": text_engine}
        return write_run(out, load_suite(facts.get("suite")), options)


def _facts(out: Path) -> dict[str, Any]:
    try:
        facts = json.loads((out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise RunError(f"{out}: no run.json; name the folder of a draw run") from None
    return dict(facts)
