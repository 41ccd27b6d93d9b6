"""A small dataset with train and test diagrams, whose rows a test can tamper with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from graphicacy.diagram.model import Diagram, Edge, Node
from graphicacy.read.dataset.finish import DIGEST
from graphicacy.read.dataset.load import Dataset, open_dataset
from graphicacy.read.dataset.schema import DIAGRAMS, QUESTIONS
from read.export_sample import HEIGHT, WIDTH, sample

SPLITS = {"one": "test", "two": "train", "three": "train", "four": "train"}
_IMAGES = {split: (f"images/{split}.png", f"images/{split}-changed.png") for split in ("test", "train")}
Change = Callable[[dict[str, Any]], None]


def train_sample(
    folder: Path,
    splits: Mapping[str, str] = SPLITS,
    *,
    diagrams: Mapping[str, Mapping[str, Any]] | None = None,
    question: Change = lambda row: None,
) -> Dataset:
    """A diagram for each name, with questions of every type of answer, and pictures of its split.

    ``diagrams`` are changes to rows of diagrams, by name; ``question`` changes a row of a question.
    """
    sample(folder)
    asked = pq.read_table(folder / "questions.parquet").to_pylist()
    drawn = pq.read_table(folder / "diagrams.parquet").to_pylist()
    of_split = {row["split"]: row for row in drawn}
    rows, questions = [], []
    for name, split in splits.items():
        own = of_split[split]
        images = {old: f"images/{name}{old.removeprefix(f'images/{split}')}" for old in _IMAGES[split]}
        for shade, path in enumerate(images.values()):
            _draw(folder / path, 20 * len(rows) + shade)
        shown = [{**rendering, "image": images[rendering["image"]]} for rendering in own["renderings"]]
        rows.append({**own, **_about(name), "renderings": shown, **(diagrams or {}).get(name, {})})
        for row in asked:
            if row["split"] == split:
                mine = {**row, "id": row["id"].replace(row["diagram"], f"d/{name}"), "diagram": f"d/{name}",
                        "images": [images[image] for image in row["images"]]}  # fmt: skip
                question(mine)
                questions.append(mine)
    metadata = {DIGEST: b"0123456789abcdef"}
    for table, made, schema in (("questions", questions, QUESTIONS), ("diagrams", rows, DIAGRAMS)):
        pq.write_table(pa.Table.from_pylist(made, schema.with_metadata(metadata)), folder / f"{table}.parquet")
    return open_dataset(folder)


def graph(*labels: str, joined: bool = True) -> str:
    """A diagram as the table holds it: nodes of these labels, each with an arrow to the next one."""
    nodes = tuple(Node(id=f"n{k}", label=label) for k, label in enumerate(labels))
    edges = tuple(Edge(source=f"n{k}", target=f"n{k + 1}") for k in range(len(labels) - 1)) if joined else ()
    return json.dumps(Diagram(nodes=nodes, edges=edges).to_json())


def _draw(path: Path, grey: int) -> None:
    Image.new("L", (WIDTH, HEIGHT), grey).save(path)


def _about(name: str) -> dict[str, Any]:
    labels = [f"{name} {k}" for k in range(3)]
    return {"id": f"d/{name}", "title": f"All about {name}", "origin": "mine", "kind": "process", "meanings": "[]",
            "diagram": graph(*labels)}  # fmt: skip
