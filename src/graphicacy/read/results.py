"""The folder of a run that read: ``results.jsonl``, one graded answer a line, and ``run.json``, the facts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphicacy.read.record import ReadResult

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["check_own", "read_facts", "write_results"]


def write_results(out: Path, results: Sequence[ReadResult], dataset: Dataset, facts: Mapping[str, Any]) -> None:
    """Write both files, each replaced in one step.

    ``run.json`` holds ``facts``, and what the dataset and the results tell: systems, views, the ids of the prompts by
    view, the box convention of each system, and the names under which the servers answered.
    """
    prompts: dict[str, set[str]] = {}
    for result in results:
        prompts.setdefault(result.view, set()).update({result.prompt} - {""})
    whole = {
        **facts,
        "track": "read",
        "systems": sorted({result.system for result in results}),
        "views": sorted(prompts),
        "prompts": {view: sorted(ids) for view, ids in sorted(prompts.items())},
        "boxes": {result.system: result.boxes for result in sorted(results, key=lambda result: result.system)},
        "served": sorted({result.model for result in results if result.model}),
        "dataset": str(dataset.folder.resolve()),
        "digest": dataset.digest,
        "graphicacy": version("graphicacy"),
    }
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "results.jsonl", "".join(f"{result.model_dump_json()}\n" for result in results))
    _write(out / "run.json", f"{json.dumps(whole, indent=2, ensure_ascii=False, sort_keys=True)}\n")


def read_facts(out: Path) -> dict[str, Any]:
    """What ``run.json`` says; nothing where it cannot be read."""
    try:
        facts = json.loads((out / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


def check_own(out: Path, system: str, view: str) -> None:
    """Raises ``FileExistsError`` where a folder holds other results than graded answers of this system in this view."""
    facts = read_facts(out)
    is_own = "answers" in facts and (facts.get("systems"), facts.get("views")) == ([system], [view])
    if not is_own and any((out / name).exists() for name in ("results.jsonl", "run.json", "logs")):
        raise FileExistsError(f"{out}: there are other results here; choose another folder")


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
