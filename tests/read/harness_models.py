"""Models that know the right answers, asked by the harnesses themselves: HARNESS EXPORT OUT. Prints the scores.

To the first question about edges they say nothing that can be read.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from read.export_sample import gold

SILENT = "edges"


def said(row: Mapping[str, Any]) -> str:
    return "I see.\n\nMany arrows." if row["answer_type"] == SILENT else f"I see.\n\n{gold(row)}"


def lmms_eval(export: str, out: str) -> Mapping[str, Any]:
    from lmms_eval.api.model import lmms
    from lmms_eval.evaluator import simple_evaluate
    from lmms_eval.tasks import TaskManager

    class Model(lmms):  # type: ignore[misc]
        def generate_until(self, requests: Any) -> list[str]:
            return [self.one(*request.args) for request in requests]

        def one(self, text: str, options: Any, visuals: Any, index: int, task: str, split: str) -> str:
            row = self.task_dict[task][split][index]
            assert row["prompt"] in text
            assert [image.mode for image in visuals(row)] == ["RGB"] * len(row["pictures"])
            return said(row)

        def loglikelihood(self, requests: Any) -> Any:
            raise NotImplementedError

        def generate_until_multi_round(self, requests: Any) -> Any:
            raise NotImplementedError

    options = argparse.Namespace(output_path=out, process_with_media=False, reasoning_tags=None)
    manager = TaskManager(include_path=export)
    found = simple_evaluate(model=Model(), tasks=["graphicacy_read"], task_manager=manager, cli_args=options)
    scores: Mapping[str, Any] = found["results"]["graphicacy_read"]
    return scores


def vlmevalkit(export: str, out: str) -> Mapping[str, Any]:
    import pandas as pd
    import torch
    import vlmeval.config

    (table,) = Path(export).glob("*.tsv")
    rows = pd.read_csv(table, sep="\t", dtype=str, keep_default_na=False).to_dict("records")

    class Model:
        is_api = False

        def set_dump_image(self, function: Any) -> None:
            pass

        def use_custom_prompt(self, dataset: str) -> bool:
            return True  # as many models say of questions like these: the dataset's own prompt must win

        def generate(self, message: list[dict[str, str]], dataset: str) -> str:
            *images, text = message
            names = [os.path.basename(part["value"]) for part in images]
            assert all(os.path.isfile(part["value"]) for part in images)
            cell = names[0] if len(names) == 1 else repr(names)
            return said(next(r for r in rows if (r["question"], r["image_path"]) == (text["value"], cell)))

    torch.cuda.empty_cache = lambda: None
    vlmeval.config.supported_VLM["oracle"] = Model
    sys.argv = ["graphicacy_read.py", "--data", table.stem, "--model", "oracle", "--work-dir", out]
    runpy.run_path(str(Path(export) / "graphicacy_read.py"), run_name="__main__")
    (left,) = Path(out).glob("oracle/*_summary.json")
    overall = json.loads(left.read_text(encoding="utf-8"))["overall"]
    names = {"score": "overall", "score_all": "overall_all", "strict": "overall_strict", "n": "graded"}
    return {names.get(name, name): value for name, value in overall.items()}


if __name__ == "__main__":
    harness, export, out = sys.argv[1:]
    scores = {"lmms-eval": lmms_eval, "vlmevalkit": vlmevalkit}[harness](export, out)
    print(json.dumps({name: value for name, value in scores.items() if isinstance(value, float | int)}))
