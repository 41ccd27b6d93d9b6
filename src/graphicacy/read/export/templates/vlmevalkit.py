"""READ of graphicacy in VLMEvalKit: graded by graphicacy's grader, not by a judge.

Run it like VLMEvalKit's ``run.py``, with the same options, in a checkout of VLMEvalKit or where it is installed:

    LMUData=<this folder> python <this folder>/graphicacy_read.py --data GraphicacyRead_test --model <model>

Or copy it to ``vlmeval/dataset/`` and add ``GraphicacyRead`` to ``IMAGE_DATASET`` in its ``__init__.py``; then set
``PRED_FORMAT=json``, as cells of Excel hold no more than 32,767 characters.

Beside VLMEvalKit's file of predictions it leaves ``…_summary.json`` (scores with intervals), ``…_results.jsonl`` (each
answer, graded) and ``…_answers.jsonl``, which ``graphicacy read grade`` reads.
"""

# mypy: disable-error-code="import-not-found,import-untyped,misc"

import json
import os
import runpy
from pathlib import Path
from typing import Any

import pandas as pd
from vlmeval.dataset.image_base import ImageBaseDataset
from vlmeval.smp import LMUDataRoot, load

from graphicacy.read.export.replies import graded, write_replies
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import summarize

FAILED = "Failed to obtain answer"  # how VLMEvalKit's message begins where a model could not be asked


class GraphicacyRead(ImageBaseDataset):
    """The tables ``GraphicacyRead*.tsv`` in ``$LMUData``."""

    TYPE = "VQA"
    force_use_dataset_prompt = True  # some models' own prompts ask for a single word

    @classmethod
    def supported_datasets(cls) -> list[str]:
        """Names of the tables that are there."""
        return sorted(path.stem for path in Path(LMUDataRoot()).glob("GraphicacyRead*.tsv"))

    def load_data(self, dataset: str) -> Any:
        """The table, all of it as text: "NA" and "None" are labels here."""
        return _table(Path(LMUDataRoot()) / f"{dataset}.tsv")

    def evaluate(self, eval_file: str, **judge_kwargs: Any) -> dict[str, float | int | None]:
        """Macro means over tasks, and the score of each task, in [0, 1]; null where nothing could be graded.

        ``overall`` is over answers that could be graded, ``overall_all`` over all questions that were asked, where one
        without an answer counts 0.
        """
        path = Path(eval_file)
        rows = {_key(row): row for row in self.data.to_dict("records")}
        said = _predictions(path)
        if strange := said.keys() - rows.keys():
            raise ValueError(f"{path}: {len(strange)} answers are to questions that this table does not ask")
        system = path.stem.removesuffix(f"_{self.dataset_name}")
        results = [_graded(rows[key], text, system) for key, text in said.items()]
        summary = summarize(results).to_json()
        write_replies(results, path.parent, path.stem, digest=self.data["digest"].iloc[0])
        text = json.dumps(summary, indent=2, ensure_ascii=False)
        (path.parent / f"{path.stem}_summary.json").write_text(text, encoding="utf-8")
        overall = summary["overall"]
        return {
            "overall": overall["score"],
            "overall_all": overall["score_all"],
            "overall_strict": overall["strict"],
            "graded": overall["n"],
            "asked": overall["asked"],
            **{task: found["score"] for task, found in summary["tasks"].items()},
        }


def _graded(row: dict[str, str], said: str, system: str) -> ReadResult:
    return graded(row, said, system=system, failed=said if said.startswith(FAILED) else "")


def _key(row: dict[str, str]) -> tuple[str, str, str]:
    """What tells a question from all others: another dataset may ask something else under its id."""
    return row["digest"], row["boxes"], row["id"]


def _predictions(path: Path) -> dict[tuple[str, str, str], str]:
    """What was said to each question."""
    if not path.exists():
        path = path.with_suffix(".pkl")  # what VLMEvalKit writes where a format cannot hold an answer
    return {_key(row): _text(row["prediction"]) for row in _table(path).to_dict("records")}


def _table(path: Path) -> Any:
    if path.suffix == ".tsv":
        return pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    if path.suffix == ".xlsx":
        return pd.read_excel(path, dtype=str, keep_default_na=False)
    return pd.DataFrame(load(str(path)))


def _text(said: Any) -> str:
    """Text as it is; "" for what a table has where there is nothing."""
    return said if isinstance(said, str) else "" if said is None or said != said else str(said)


def _register() -> None:
    import vlmeval.dataset as known

    known.GraphicacyRead = GraphicacyRead
    known.DATASET_CLASSES.append(GraphicacyRead)
    known.SUPPORTED_DATASETS.extend(GraphicacyRead.supported_datasets())


if __name__ == "__main__":
    os.environ.setdefault("LMUData", str(Path(__file__).resolve().parent))
    os.environ.setdefault("PRED_FORMAT", "json")  # cells of Excel hold no more than 32,767 characters
    _register()
    if Path("run.py").is_file():
        runpy.run_path("run.py", run_name="__main__")
    else:
        runpy.run_module("vlmeval.run", run_name="__main__")
