"""A small dataset with questions of every type of answer, and labels that no table likes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from graphicacy.read.answers import write_answer
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.dataset.finish import DIGEST
from graphicacy.read.dataset.load import Dataset, open_dataset
from graphicacy.read.dataset.schema import DIAGRAMS, QUESTIONS
from graphicacy.read.question import AnswerType

NASTY = [
    'a\t"b"',
    "two\nlines",
    "NA",
    "None",
    "=1+1",
    "it's, 'x'; \\n",
    "é →\u2028—",
    "c\rd",
    "bell\x07",
    "{{ x }} !function",
]
WIDTH, HEIGHT = 1700, 900  # above what some families see
_EDGES = [{"source": a, "target": b} for a, b in pairwise(NASTY)]
_PATH = {"edges": [[e["source"], e["target"]] for e in _EDGES], "start": NASTY[0], "end": NASTY[2]}
_CODE = 'flowchart LR\n  a["NA"] --> b["None"]'
ASKED: list[tuple[str, str, Any, dict[str, Any]]] = [  # task, type of the answer, the answer, rubric
    ("visual-attributes", "nodes", NASTY, {}),
    ("visual-attributes", "nodes", [], {}),
    ("graph-parsing", "edges", _EDGES, {}),
    ("graph-parsing", "graph", {"nodes": NASTY, "edges": _EDGES}, {}),
    ("graph-to-code", "code", _CODE, {"notation": "mermaid", "nodes": ["NA", "None"], "edges": [_EDGES[2]]}),
    ("masked-subpath", "sequence", NASTY[:3], {}),
    ("comprehensive", "path", NASTY[:3], _PATH),
    ("comprehensive", "path", "none", {"edges": [], "start": "NA", "end": "é"}),
    ("edge-layout", "edge_pairs", [_EDGES[:2]], {}),
    ("structure-comparison", "differences", [{"change": "relabelled", "from": "NA", "to": "None"}], {}),
    ("localization", "box", [137.7, 509.4, 398.4, 575.5], {"width": WIDTH, "height": HEIGHT}),
    ("localization", "direction", "NE", {}),
    ("position-awareness", "position", "top left", {}),
]


def sample(folder: Path, *, test: str = "d/1", train: str = "d/2", licence: str = "Apache-2.0") -> Dataset:
    """Two diagrams, one in each split, with every question of ``ASKED`` about each; those with differences show two
    pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    questions, diagrams = [], []
    for split, name in (("test", test), ("train", train)):
        image = f"images/{split}.png"
        _draw(folder / image, 40 if split == "test" else 200)
        _draw(folder / f"images/{split}-changed.png", 90 if split == "test" else 150)
        diagrams.append(_diagram(name, split, image, licence))
        questions += [_question(index, name, split, image) for index in range(len(ASKED))]
    metadata = {DIGEST: b"0123456789abcdef"}
    for table, rows, schema in (("questions", questions, QUESTIONS), ("diagrams", diagrams, DIAGRAMS)):
        pq.write_table(pa.Table.from_pylist(rows, schema.with_metadata(metadata)), folder / f"{table}.parquet")
    return open_dataset(folder)


def gold(row: Mapping[str, Any]) -> str:
    """The right answer to the question of a row, as a model should write it."""
    rubric, boxes = json.loads(row["rubric"]), FAMILIES[row["boxes"]]
    return write_answer(json.loads(row["answer"]), AnswerType(row["answer_type"]), rubric, boxes=boxes)


def _draw(path: Path, grey: int) -> None:
    path.parent.mkdir(exist_ok=True)
    held = io.BytesIO()
    Image.new("RGB", (WIDTH, HEIGHT), (grey, grey, 255)).save(held, "PNG")
    path.write_bytes(held.getvalue())


def _question(index: int, diagram: str, split: str, image: str) -> dict[str, Any]:
    task, answer_type, answer, rubric = ASKED[index]
    images = [image, image.replace(".png", "-changed.png")] if answer_type == "differences" else [image]
    return {
        "id": f'{diagram}:"{index}"\t@mermaid',
        "key": f"{diagram}:{index}",
        "split": split,
        "task": task,
        "variant": f"v{index}",
        "question": f"{index}: which of {', '.join(NASTY)} is meant?",
        "answer_type": answer_type,
        "answer": json.dumps(answer),
        "images": images,
        "diagram": diagram,
        "rendering": "mermaid",
        "difficulty": "easy",
        "template": "nodes",
        "arguments": json.dumps({"of": NASTY[index % len(NASTY)]}),
        "rubric": json.dumps(rubric),
    }


def _diagram(name: str, split: str, image: str, licence: str) -> dict[str, Any]:
    route = {"source": "a", "target": "b", "points": [[0, 0], [9, 9]]}
    scene = json.dumps({"width": WIDTH, "height": HEIGHT, "nodes": {}, "edges": [route], "groups": {}})
    rendering = {"name": "mermaid", "engine": "merman", "image": image, "scene": scene, "painted": "{}"}
    counts = {"nodes": len(NASTY), "edges": len(_EDGES), "groups": 0, "cyclic": False}
    shown = {**rendering, "width": WIDTH, "height": HEIGHT}
    return {"id": name, "split": split, "domain": "biology", "licence": licence, **counts, "renderings": [shown]}
