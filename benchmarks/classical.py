"""How well diagrams are read from pixels without a model: F1 of nodes, edges and groups, shapes, colours, time.

Run: python benchmarks/classical.py [DATASET] [--count N] [--seed N] [--engine NAME]

DATASET is a folder made by ``graphicacy read build``; without one, diagrams are drawn anew. A node counts when its
label is that of one (a multiset, by ``read.grading.labels.normal``), an edge when the labels of its ends, and its
direction, are those of one. Boxes count from an overlap (intersection over union) of .5 on. Times are of a processor,
without the reading of words.
"""

from __future__ import annotations

import argparse
import io
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.model import Diagram, Edge, Head
from graphicacy.diagram.scene import Box
from graphicacy.read.grading.labels import normal
from graphicacy.sight.raster import RasterReading, read_raster
from graphicacy.sight.text import read_text

MOST_PIXELS = 8_000_000  # larger pictures are left out: their words take minutes
SURE = 0.9  # certainty from which 97 of 100 things must be right


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture, with the diagram painted in it and the boxes of its nodes and groups; both as in their JSON."""

    engine: str
    pixels: NDArray[np.uint8]
    painted: Mapping[str, Any]
    boxes: Mapping[str, Box]


class Score:
    """Counts of one engine's pictures."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, sample: Sample, reading: RasterReading) -> None:
        painted, diagram = sample.painted, reading.diagram
        self._pair("node", (normal(n["label"]) for n in painted["nodes"]), (normal(n.label) for n in diagram.nodes))
        self._pair("group", (normal(g["label"]) for g in painted["groups"]), (normal(g.label) for g in diagram.groups))
        self._pair("edge", _painted_edges(painted), _read_edges(diagram))
        self._nodes(sample, reading)

    def f1(self, part: str) -> float:
        """Harmonic mean of precision and recall; 1 where there was nothing to find and nothing was found."""
        total = self.counts[f"{part} gold"] + self.counts[f"{part} read"]
        return 2 * self.counts[f"{part} hit"] / total if total else 1.0

    def share(self, of: str, among: str) -> float:
        return self.counts[of] / max(1, self.counts[among])

    def _pair(self, part: str, gold: Iterable[Any], read: Iterable[Any]) -> None:
        wanted, got = Counter(gold), Counter(read)
        self.counts[f"{part} gold"] += wanted.total()
        self.counts[f"{part} read"] += got.total()
        self.counts[f"{part} hit"] += (wanted & got).total()

    def _nodes(self, sample: Sample, reading: RasterReading) -> None:
        """Boxes, each matched with at most one; shapes and fills of those; and how right sure nodes are."""
        left = {n["id"]: n for n in sample.painted["nodes"]}
        self.counts["box gold"] += len(left)
        self.counts["box read"] += len(reading.diagram.nodes)
        for node in reading.diagram.nodes:
            box = reading.scene.nodes[node.id]
            best = max(left, key=lambda key: _overlap(sample.boxes[key], box), default=None)
            found = best is not None and _overlap(sample.boxes[best], box) >= 0.5
            right = found and normal(left[best]["label"]) == normal(node.label)
            if reading.certainty.nodes[node.id] >= SURE:
                self.counts["sure"] += 1
                self.counts["sure right"] += right
            if best is not None and found:
                gold = left.pop(best)
                self.counts["box hit"] += 1
                self.counts["shape"] += gold["shape"] == node.shape.value
                self.counts["filled"] += gold["fill"] is not None  # else what the engine takes is not known
                self.counts["fill"] += gold["fill"] is not None and _alike(gold["fill"], node.fill)


def main() -> None:
    """Prints one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", default="rapidocr", help="the text engine")
    given = parser.parse_args()
    source = _of_dataset(given.dataset, given.seed) if given.dataset else _drawn(given.seed)
    scores: dict[str, Score] = {"all": Score()}
    for sample in islice(source, given.count):
        texts = read_text(sample.pixels, given.engine)
        start = time.process_time()
        reading = read_raster(sample.pixels, texts)
        seconds = time.process_time() - start
        for score in (scores.setdefault(sample.engine, Score()), scores["all"]):
            score.add(sample, reading)
            score.counts["pictures"] += 1
            score.counts["ms"] += round(1000 * seconds)
    _print(scores)


def _print(scores: Mapping[str, Score]) -> None:
    print("| Pictures | n | node F1 | edge F1 | group F1 | box F1 | shape | fill | sure | right of these | ms |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, score in scores.items():
        parts = " | ".join(f"{score.f1(part):.3f}" for part in ("node", "edge", "group", "box"))
        shares = [score.share("shape", "box hit"), score.share("fill", "filled"), score.share("sure", "box read")]
        shares.append(score.share("sure right", "sure"))
        print(
            f"| {name} | {score.counts['pictures']} | {parts} | {' | '.join(f'{s:.3f}' for s in shares)} |"
            f" {score.counts['ms'] / max(1, score.counts['pictures']):.0f} |"
        )


def _of_dataset(folder: Path, seed: int) -> Iterator[Sample]:
    from graphicacy.read.dataset.load import open_dataset

    dataset = open_dataset(folder)
    rows = [
        (r["engine"], r["image"], r["painted"], r["scene"])
        for row in dataset.diagrams()
        for r in row["renderings"]
        if r["width"] * r["height"] <= MOST_PIXELS
    ]
    for i in np.random.default_rng(seed).permutation(len(rows)):
        engine, image, painted, scene = rows[int(i)]
        yield _sample(engine, dataset.image(image), json.loads(painted), json.loads(scene))


def _drawn(seed: int) -> Iterator[Sample]:
    """Diagrams of the library and of the generator, drawn by Mermaid and by Graphviz in turn."""
    from graphicacy.read.corpus.entry import BadEntry
    from graphicacy.read.dataset.plan import plan_of
    from graphicacy.read.renderings import draw_figure

    keys = list(islice(plan_of(None, seed, 240, ()).keys(), 240))
    for number, i in enumerate(np.random.default_rng(seed).permutation(len(keys))):
        source, key = keys[int(i)]
        try:
            figure = draw_figure(source.load(key), ("mermaid", "graphviz")[number % 2])
        except BadEntry:
            continue
        drawing = figure.drawing
        if drawing.width * drawing.height <= MOST_PIXELS:
            scene = figure.scene.to_json(figure.diagram)
            yield _sample(drawing.engine or "", drawing.png, figure.diagram.to_json(), scene)


def _sample(engine: str, png: bytes, painted: Mapping[str, Any], scene: Mapping[str, Any]) -> Sample:
    with Image.open(io.BytesIO(png)) as image:
        pixels = np.asarray(image.convert("RGB"), np.uint8)
    return Sample(engine, pixels, painted, {k: Box(*b) for k, b in {**scene["nodes"], **scene["groups"]}.items()})


def _painted_edges(painted: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    labels = {p["id"]: normal(p["label"]) for p in (*painted["nodes"], *painted["groups"])}
    for edge in painted["edges"]:
        heads = Head(edge["head"]), Head(edge["tail"])
        yield _ends(labels[edge["source"]], labels[edge["target"]], *heads)


def _read_edges(diagram: Diagram) -> Iterator[tuple[str, ...]]:
    labels = {key: normal(label) for key, label in diagram.labels().items()}

    def of(edge: Edge) -> tuple[str, ...]:
        return _ends(labels[edge.source], labels[edge.target], edge.head, edge.tail)

    return map(of, diagram.edges)


def _ends(source: str, target: str, head: Head, tail: Head) -> tuple[str, ...]:
    """Labels of the ends, in the direction of the arrow; of a line without one, or with two, in alphabetical order."""
    if (head is Head.NONE) == (tail is Head.NONE):
        return ("-", *sorted((source, target)))
    return (">", target, source) if head is Head.NONE else (">", source, target)


def _overlap(a: Box, b: Box) -> float:
    shared = a.intersection(b)
    return shared / (a.area + b.area - shared) if shared else 0.0


def _alike(gold: str | None, read: str | None, within: int = 4) -> bool:
    if gold is None or read is None:
        return gold == read
    pairs = ((int(gold[i : i + 2], 16), int(read[i : i + 2], 16)) for i in (1, 3, 5))
    return all(abs(a - b) <= within for a, b in pairs)


if __name__ == "__main__":
    main()
