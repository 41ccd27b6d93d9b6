"""Diagrams per second, side by side with what users run today; ratios within one run, on one core, warm.

Run: python benchmarks/diagrams.py [FOLDER]   (one with .mmd, .dot, .gv and .gpml files; else diagrams are made)

The Mermaid CLI (``mmdc``) and Graphviz's ``dot`` are run once per file, as users run them, where they are installed;
MMDC_OPTIONS holds further options of mmdc, such as the path of a puppeteer configuration. *Bare* is the engine
called in this process without guard and without geometry of ours.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from graphicacy.diagram import notations
from graphicacy.diagram.decoding import decode
from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import graphviz, mermaid_db, merman
from graphicacy.diagram.engines.mermaid_config import configuration
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.mermaid.write import write_mermaid
from graphicacy.diagram.model import Diagram, Direction, Edge, Node, Shape
from graphicacy.diagram.paint import paint
from graphicacy.diagram.render import render

PER_FILE = {"mmdc": 6, "dot": 40}  # files for the programs that start anew each time
ROUNDS = 3


def made(count: int = 60, seed: int = 0) -> list[Diagram]:
    """Flowcharts of 8 to 30 nodes."""
    rng = np.random.default_rng(seed)
    diagrams = []
    for _ in range(count):
        size = int(rng.integers(8, 31))
        nodes = [Node(f"n{i}", f"Step {i} of work", (Shape.RECTANGLE, Shape.DIAMOND)[i % 5 == 4]) for i in range(size)]
        pairs = [(int(rng.integers(0, i)), i) for i in range(1, size)]
        pairs += [(int(a), int(b)) for a, b in rng.integers(0, size, (size // 4, 2))]
        diagrams.append(Diagram(tuple(nodes), tuple(Edge(f"n{a}", f"n{b}") for a, b in pairs), (), Direction.DOWN))
    return diagrams


def sources(folder: Path | None, suffixes: tuple[str, ...], write: Callable[[Diagram], str] | None) -> list[str]:
    if folder is None:
        return [write(diagram) for diagram in made()] if write else []
    return [decode(path.read_bytes()) for path in sorted(folder.rglob("*")) if path.suffix in suffixes][:300]


def accepted(texts: Iterable[str], draw: Callable[[str], Any]) -> list[str]:
    kept = []
    for text in texts:
        try:
            draw(text)
        except BadDrawing:
            continue
        kept.append(text)
    return kept


def rate(work: Callable[[Any], Any], items: list[Any]) -> float:
    """Items per second: the best of the rounds, after one to warm up."""
    best = 0.0
    for turn in range(ROUNDS + 1):
        start = time.perf_counter()
        for item in items:
            work(item)
        best = max(best, len(items) / (time.perf_counter() - start) if turn else 0.0)
    return best


def per_file(command: list[str], suffix: str, items: list[str]) -> float | None:
    """Files per second of a program that is started once for each; None where it is not installed."""
    if shutil.which(command[0]) is None or not items:
        return None
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, text in enumerate(items[:: max(1, len(items) // PER_FILE[command[0]])][: PER_FILE[command[0]]]):
            paths.append(Path(folder, f"{index}{suffix}"))
            paths[-1].write_text(text, encoding="utf-8")
        start = time.perf_counter()
        for path in paths:
            words = [word.replace("IN", str(path)).replace("OUT", str(path.with_suffix(".svg"))) for word in command]
            subprocess.run(words, check=False, capture_output=True)
        return len(paths) / (time.perf_counter() - start)


def bare_parser(text: str) -> None:
    mermaid_db._engine().parse(text)


def bare_merman(text: str) -> None:
    options = json.dumps({"version": 2, "site_config": configuration(None), "svg": {"pipeline": "resvg-safe"}})
    merman.draw(text, options)


def bare_graphviz(text: str) -> None:
    import pygraphviz

    graph = pygraphviz.AGraph(string=text)
    graph.layout(prog="dot")
    graph.draw(format="svg")
    graph.draw(format="json")


def table(title: str, rows: list[tuple[str, float | None]], ratios: list[tuple[str, int, int, str]]) -> None:
    print(f"\n### {title}\n\n| What | per second |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {'not installed' if value is None else f'{value:.3g}'} |")
    for name, over, under, aim in ratios:
        top, bottom = rows[over][1], rows[under][1]
        print(f"\n{name}: " + ("–" if not top or not bottom else f"{top / bottom:.3g} ({aim})"))


def mermaid(folder: Path | None) -> None:
    items = accepted(sources(folder, (".mmd", ".mermaid"), write_mermaid), merman.draw_mermaid)
    if not items:
        return
    options = os.environ.get("MMDC_OPTIONS", "").split()
    rows = [
        ("read", rate(lambda text: notations.read(text, "mermaid"), items)),
        ("bare: Mermaid's parser in pythonmonkey", rate(bare_parser, items)),
        ("draw with geometry", rate(merman.draw_mermaid, items)),
        ("bare: merman's render_svg", rate(bare_merman, items)),
        ("render with geometry, to PNG", rate(lambda text: render(text, "mermaid"), items)),
        ("mmdc, once per file", per_file(["mmdc", *options, "-q", "-i", "IN", "-o", "OUT"], ".mmd", items)),
    ]
    ratios = [
        ("time of read against bare", 1, 0, "aim at most 1.3"),
        ("draw with geometry against mmdc", 2, 5, "aim at least 50"),
        ("render to PNG against mmdc", 4, 5, "aim at least 50"),
        ("time of draw against bare parser and merman", 6, 2, "aim at most 1.3"),
    ]
    rows.append(("bare parser, then bare merman", 1 / (1 / rows[1][1] + 1 / rows[3][1])))
    table(f"Mermaid, {len(items)} files", rows, ratios)


def dot(folder: Path | None) -> None:
    items = accepted(sources(folder, (".dot", ".gv"), write_dot), graphviz.draw_dot)
    if not items:
        return
    rows = [
        ("read", rate(lambda text: notations.read(text, "dot"), items)),
        ("draw with geometry", rate(graphviz.draw_dot, items)),
        ("bare: pygraphviz, layout, SVG and JSON", rate(bare_graphviz, items)),
        ("render with geometry, to PNG", rate(lambda text: render(text, "dot"), items)),
        ("dot -Tsvg, once per file", per_file(["dot", "-Tsvg", "IN", "-o", "OUT"], ".gv", items)),
    ]
    ratios = [
        ("draw with geometry against dot", 1, 4, "aim at least 5"),
        ("time of draw against bare", 2, 1, "aim at most 1.3"),
    ]
    table(f"DOT, {len(items)} files", rows, ratios)


def gpml(folder: Path | None) -> None:
    items = sources(folder, (".gpml",), None)
    if not items:
        return
    layouts = [found for text in items if isinstance(found := notations.read(text, "gpml"), Layout)]
    rows: list[tuple[str, float | None]] = [
        ("read", rate(lambda text: notations.read(text, "gpml"), items)),
        ("paint", rate(paint, layouts)),
        ("render with geometry, to PNG", rate(render, layouts[:40])),
    ]
    table(f"GPML, {len(items)} files", rows, [])


def main(folder: Path | None = None) -> None:
    mermaid(folder)
    dot(folder)
    gpml(folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
