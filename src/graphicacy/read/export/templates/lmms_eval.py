"""READ of graphicacy in lmms-eval: graded by graphicacy's grader.

    python -m lmms_eval --include_path <this folder> --tasks graphicacy_read --model <model> --output_path <folder>

Three numbers, each the macro mean over tasks, in [0, 1]: ``score`` over answers that could be graded, ``score_all``
over all, where one that could not be counts 0, and ``strict``; NaN where nothing could be graded. With
``--output_path`` it leaves ``graphicacy_summary.json`` (scores with intervals), ``graphicacy_results.jsonl`` (each
answer, graded) and ``graphicacy_answers.jsonl``, which ``graphicacy read grade`` reads.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from graphicacy.read.export.replies import graded, write_replies
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import summarize

HERE = Path(__file__).resolve().parent
Item = dict[str, Any]


def doc_to_visual(doc: Mapping[str, Any]) -> list[Image.Image]:
    """The pictures, in the order shown."""
    pictures = []
    for name in doc["pictures"]:
        with Image.open(HERE / "images" / name) as image:
            pictures.append(image.convert("RGB"))
    return pictures


def doc_to_text(doc: Mapping[str, Any]) -> str:
    """All the text that a model sees."""
    return f"{doc['system']}\n\n{doc['prompt']}"


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Item]:
    """The graded answer, and what it counts for in each of the numbers: for nothing where it could not be graded."""
    result = graded(doc, results[0], system="lmms-eval")
    record = result.model_dump(mode="json")
    brief = {**record, "gold": None, "response": "", "details": {}}  # as much as a mean needs
    return {
        "score": _item(result, result.score, record),
        "score_all": _item(result, result.score or 0.0, brief),
        "strict": _item(result, result.strict, brief),
    }


def score(items: Sequence[Item], args: Any = None) -> float:
    """The macro mean over answers that could be graded; writes what the run leaves."""
    results, summary = _summary(items)
    if getattr(args, "output_path", None):
        folder = Path(args.output_path)
        folder.mkdir(parents=True, exist_ok=True)
        about = json.loads((HERE / "graphicacy.json").read_text(encoding="utf-8"))
        write_replies(results, folder, "graphicacy", digest=about["digest"])
        text = json.dumps(summary, indent=2, ensure_ascii=False)
        (folder / "graphicacy_summary.json").write_text(text, encoding="utf-8")
    return _number(summary["overall"]["score"])


def score_all(items: Sequence[Item]) -> float:
    """The macro mean over all questions, where one without an answer counts 0."""
    return _number(_summary(items)[1]["overall"]["score_all"])


def strict(items: Sequence[Item]) -> float:
    """The macro mean of answers that are wholly right."""
    return _number(_summary(items)[1]["overall"]["strict"])


def _item(result: ReadResult, value: float | None, record: Item) -> Item:
    """lmms-eval takes a mean's standard error from "score" and "diagram"."""
    return {"diagram": result.diagram, "result": record, **({} if value is None else {"score": value})}


def _summary(items: Sequence[Item]) -> tuple[list[ReadResult], dict[str, Any]]:
    results = [ReadResult.model_validate(item["result"]) for item in items]
    return results, summarize(results).to_json()


def _number(value: float | None) -> float:
    return math.nan if value is None else value
