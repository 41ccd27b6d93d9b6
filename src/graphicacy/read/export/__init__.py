"""A dataset taken to other harnesses, where answers are graded as they are here.

An export is a folder that stands alone: questions with their whole prompts, pictures as a family of models sees them,
right answers and rubrics, and, for a harness, the small program by which it grades with ``graphicacy``. The same
dataset and version give the same bytes.

A new target is a module with an ``Exporter``, and a line in ``EXPORTS``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.export.hf import export_hf
from graphicacy.read.export.lmms_eval import export_lmms_eval
from graphicacy.read.export.records import Chosen, Exported, Exporter
from graphicacy.read.export.vlmevalkit import export_vlmevalkit

__all__ = ["EXPORTS", "SPLITS", "Exported", "export"]

EXPORTS: dict[str, Exporter] = {
    "vlmevalkit": export_vlmevalkit,
    "lmms-eval": export_lmms_eval,
    "hf": export_hf,
}
SPLITS = ("test", "train", "all")


def export(
    to: str,
    dataset: Dataset,
    out: Path,
    *,
    split: str | None = None,
    boxes: BoxConvention = NEUTRAL,
    limit: int | None = None,
) -> Exported:
    """Write a dataset for another harness.

    Args:
        to: a name in ``EXPORTS``.
        dataset: the questions.
        out: a folder that is made; it may be there, but empty.
        split: one of ``SPLITS``; where it is None, ``all`` for ``hf``, and ``test`` for a harness.
        boxes: the convention of the models that will be asked: in it boxes are asked for, and graded, and pictures
            have the size that such models see unchanged.
        limit: at most so many questions, which stand for all (see ``dataset.choose``).

    Raises:
        ValueError: for an unknown name or split, a folder that is not empty, a split without questions, or a dataset
            whose pictures are missing, damaged or too large; in one line.
    """
    if to not in EXPORTS:
        raise ValueError(f"--to {to}: choose one of {', '.join(EXPORTS)}")
    if split not in (None, *SPLITS):
        raise ValueError(f"--split {split}: choose one of {', '.join(SPLITS)}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out}: is not an empty folder; choose another one")
    wanted = split or ("all" if to == "hf" else "test")
    chosen = Chosen(dataset, None if wanted == "all" else wanted, boxes, limit)
    out.mkdir(parents=True, exist_ok=True)
    try:
        return EXPORTS[to](chosen, out)
    except BaseException:
        _empty(out)  # half an export looks like a whole one
        raise


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
