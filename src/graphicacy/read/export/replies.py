"""What a model said in another harness, to a question of an export → a result of ours."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from graphicacy.read.boxes import FAMILIES
from graphicacy.read.export.records import NUMBERS
from graphicacy.read.facts import Facts
from graphicacy.read.predictions import result_of
from graphicacy.read.question import AnswerType, Question
from graphicacy.read.record import ReadResult

__all__ = ["graded", "write_replies"]


def graded(row: Mapping[str, Any], response: str, *, system: str, failed: str = "") -> ReadResult:
    """Grade a reply by the row of its question, as an export has it, whatever a harness made of the numbers in it.

    ``failed`` says why the model could not be asked: then nothing is graded. The box convention is that of the export.
    """
    return result_of(
        _question(row),
        Facts(str(row["domain"]), *(int(row[name]) for name in NUMBERS)),
        response,
        system=system,
        view=row["view"],
        boxes=FAMILIES[row["boxes"]],
        prompt=row["prompt_id"],
        failed=failed,
    )


def write_replies(results: Iterable[ReadResult], folder: Path, name: str, *, digest: str) -> None:
    """Write ``NAME_answers.jsonl``, which ``graphicacy read grade`` reads, and ``NAME_results.jsonl``, for reports.

    The first has no line for a question that the model could not be asked. ``digest`` is that of the dataset.
    """
    with (
        (folder / f"{name}_answers.jsonl").open("w", encoding="utf-8") as answers,
        (folder / f"{name}_results.jsonl").open("w", encoding="utf-8") as records,
    ):
        answers.write(f"{json.dumps({'digest': digest})}\n")
        for result in results:
            records.write(f"{result.model_dump_json()}\n")
            if result.status != "failed":
                line = {"id": result.id, "answer": result.response}
                answers.write(f"{json.dumps(line, ensure_ascii=False)}\n")


def _question(row: Mapping[str, Any]) -> Question:
    return Question(
        **{name: row[name] for name in ("id", "key", "task", "variant", "question", "diagram", "rendering")},
        **{name: row[name] for name in ("difficulty", "template")},
        **{name: json.loads(row[name]) for name in ("answer", "arguments", "rubric")},
        answer_type=AnswerType(row["answer_type"]),
        images=(),
    )
