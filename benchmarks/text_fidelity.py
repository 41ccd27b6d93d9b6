"""Recall of correct labels and acceptance of wrong ones, strict beside published, and the time of OCR and scoring.

    python benchmarks/text_fidelity.py [FOLDER] [--engine rapidocr]

FOLDER holds ``truth.json`` and ``images/``; default ``$GRAPHICACY_DATA/figure-text``, else
``../shared/data/figure-text``.

"Wrong" labels are required while another entity is drawn in their place; "garbled" ones are drawn misspelt; "absent"
ones are drawn nowhere: near names (entity), one letter changed (onechar), other words (far). *Joint*: all labels of a
picture are required together. *Alone*: each wrong label is the only one required, so that no other label can claim the
text that was drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.text import read_text

MODES = ("strict", "published")
Counts = dict[str, Counter[bool]]


def main() -> None:
    default = Path(os.environ.get("GRAPHICACY_DATA", Path(__file__).parents[2] / "shared" / "data")) / "figure-text"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    parser.add_argument("--engine", default="rapidocr")
    options = parser.parse_args()
    if not (options.folder / "truth.json").is_file():
        raise SystemExit(f"{options.folder}: no truth.json; name a folder of figures with known text")
    figures = json.loads((options.folder / "truth.json").read_text("utf-8"))

    readings, ocr = read_all(options.folder, figures, options.engine)
    joint: dict[str, Counts] = {mode: defaultdict(Counter) for mode in MODES}
    alone: dict[str, Counts] = {mode: defaultdict(Counter) for mode in MODES}
    verdicts: Counter[str] = Counter()
    scoring = 0.0
    for figure, items in zip(figures, readings, strict=True):
        start = time.perf_counter()
        score_text(DrawTask(id="t", required_labels=labels_of(figure)), items)
        scoring += time.perf_counter() - start
        for mode in MODES:
            for kind, found, verdict in judge(figure, items, mode):
                joint[mode][kind][found] += 1
                if mode == "strict" and kind == "ok":
                    verdicts[verdict] += 1
            for kind, label in wrong_labels(figure):
                found = score_text(DrawTask(id="t", required_labels=(label,)), items, mode).labels[0].found
                alone[mode][kind][found] += 1
    show(joint, alone, verdicts)
    count = len(figures)
    print(f"\nper picture: OCR {ocr / count:.2f} s, strict scoring {scoring / count:.4f} s ({scoring / ocr:.1%} of it)")


def read_all(folder: Path, figures: list[dict[str, Any]], engine: str) -> tuple[list[tuple[TextItem, ...]], float]:
    """The text of each figure, read without the user's cache, and the seconds it took after the engine's start."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["GRAPHICACY_CACHE"] = cache
        read_text(np.eye(64, dtype=np.uint8)[:, :, None].repeat(3, axis=2) * 255, engine)
        readings, seconds = [], 0.0
        for figure in figures:
            with Image.open(folder / "images" / figure["file"]) as image:
                pixels = np.asarray(image.convert("RGB"))
            start = time.perf_counter()
            readings.append(read_text(pixels, engine))
            seconds += time.perf_counter() - start
    return readings, seconds


def labels_of(figure: dict[str, Any]) -> tuple[str, ...]:
    """The labels that a task for this figure would require."""
    return tuple(dict.fromkeys(label["text"] for label in figure["labels"]))


def wrong_labels(figure: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind and text of labels that are not drawn, or drawn as something else."""
    right = {label["text"] for label in figure["labels"] if label["kind"] == "ok"}
    for label in figure["labels"]:
        if label["kind"] != "ok" and label["text"] not in right:
            yield label["kind"], label["text"]
    for negative in figure["negatives"]:
        if negative["text"] not in right:
            yield f"absent {negative['type']}", negative["text"]


def judge(figure: dict[str, Any], items: tuple[TextItem, ...], mode: Any) -> Iterator[tuple[str, bool, str]]:
    """Kind, found and verdict of each label, drawn and absent, when all are required together."""
    wrong = {text: kind for kind, text in wrong_labels(figure)}
    required = tuple(dict.fromkeys((*labels_of(figure), *wrong)))[:200]
    scored = {v.label: v for v in score_text(DrawTask(id="t", required_labels=required), items, mode).labels}
    for label in figure["labels"]:
        if label["kind"] == "ok":
            yield "ok", scored[label["text"]].found, scored[label["text"]].verdict
    for text, kind in wrong.items():
        if text in scored:
            yield kind, scored[text].found, scored[text].verdict


def show(joint: dict[str, Counts], alone: dict[str, Counts], verdicts: Counter[str]) -> None:
    print(f"{'labels':16}{'n':>6}" + "".join(f"{mode + ' ' + how:>18}" for how in ("joint", "alone") for mode in MODES))
    for kind, counts in joint["strict"].items():
        row = [share(table[mode].get(kind)) for table in (joint, alone) for mode in MODES]
        print(f"{kind:16}{counts.total():>6}" + "".join(f"{cell:>18}" for cell in row))
    print("\nstrict verdicts of correct labels: " + ", ".join(f"{k} {n}" for k, n in verdicts.most_common()))


def share(counts: Counter[bool] | None) -> str:
    return f"{counts[True] / counts.total():.4f}" if counts else "-"


if __name__ == "__main__":
    main()
