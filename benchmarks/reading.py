"""Questions and pictures per second, and where the time of a build goes; processor time, on one core, warm.

Run: python benchmarks/reading.py [DIAGRAMS]   (24 where not given; half of the library, half generated)

The time of guarded processes is counted where the system tells it (Linux). Drawing is timed with all that makes a
figure; costly leaves draw pictures of their own.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from graphicacy.diagram import raster
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.render import lay_out
from graphicacy.diagram.transform import pixels_of
from graphicacy.read.asking import drafts
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.dataset.plan import plan_of
from graphicacy.read.figure import Figure
from graphicacy.read.legibility import unclear_places
from graphicacy.read.renderings import RENDERINGS, draw_figure
from graphicacy.read.taxonomy import LEAVES

PER_VARIANT = 3  # questions
TRIED = 240  # keys, among which the diagrams are spread
T = TypeVar("T")


def processor_time() -> float:
    """Seconds of this process and of those that it has started."""
    here = Path("/proc/self/task", str(os.getpid()), "children")
    children = here.read_text().split() if here.exists() else []
    ticks = 0
    for child in children:
        fields = Path("/proc", child, "stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])  # of the user, and of the system
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


class Times:
    """Seconds and counts by name."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.counts: defaultdict[str, int] = defaultdict(int)

    def of(self, name: str, work: Callable[[], T], count: Callable[[T], int] = lambda _: 1) -> T:
        start = processor_time()
        done = work()
        self.seconds[name] += processor_time() - start
        self.counts[name] += count(done)
        return done

    def table(self, title: str, unit: str) -> None:
        print(f"\n### {title}\n\n| What | {unit} | ms each | share |\n|---|---:|---:|---:|")
        total = sum(self.seconds.values()) or 1.0
        for name in sorted(self.seconds, key=self.seconds.__getitem__, reverse=True):
            seconds, count = self.seconds[name], self.counts[name]
            print(f"| {name} | {count} | {1e3 * seconds / max(1, count):.2f} | {seconds / total:.1%} |")


def entries(count: int, times: Times) -> Iterator[Entry]:
    keys = list(islice(plan_of(None, 0, TRIED, ()).keys(), TRIED))
    for source, key in keys[:: max(1, TRIED // count)]:
        yield times.of("load", lambda source=source, key=key: source.load(key))  # type: ignore[misc]


def figures(count: int, times: Times) -> list[Figure]:
    """Both renderings of each diagram, drawn in one go."""
    found = []
    for entry in entries(count, times):
        for name in ("mermaid", "graphviz"):
            try:
                found.append(times.of(f"whole figure, {name}", lambda e=entry, n=name: draw_figure(e, n)))  # type: ignore[misc]
            except BadEntry as error:
                print(f"left out: {error}", file=sys.stderr)
    return found


def stages(figure: Figure, times: Times) -> None:
    """The parts of drawing a figure, each for itself."""
    engine, entry, drawing = RENDERINGS[figure.rendering], figure.entry, figure.drawing
    text, notation = (entry.mermaid, "mermaid") if engine == "merman" else (entry.dot, "dot")
    times.of(f"lay out, {engine}", lambda: lay_out(text or entry.diagram, notation if text else None, engine=engine))
    times.of("unclear places", lambda: unclear_places(figure.diagram, figure.scene))
    svg = drawing.svg or ""
    times.of("pixels, as PNG", lambda: rasterise(svg, drawing.scale))
    image = pixels_of(drawing)
    times.of("of which: RGB to PNG", lambda: raster.encode(image))


def ask(figure: Figure, leaf: str, variant: str, most: int) -> int:
    return sum(1 for _ in islice(drafts(figure, LEAVES[leaf], variant, 0), most))


def main(count: int = 24) -> None:
    warm, making, asking, drawing = Times(), Times(), Times(), Times()
    for figure in figures(1, warm):
        stages(figure, warm)
    made = figures(count, making)
    for figure in made:
        stages(figure, making)
        fresh = replace(figure)  # nothing is worked out yet
        for leaf in LEAVES.values():
            for variant in leaf.variants:
                costly = variant in leaf.costly
                times, most = (drawing, 1) if costly else (asking, PER_VARIANT)
                times.of(f"{leaf.name} {variant}", lambda f=fresh, v=variant, n=leaf.name, m=most: ask(f, n, v, m), int)  # type: ignore[misc]
    total, seconds = sum(asking.counts.values()), sum(asking.seconds.values())
    print(f"{len(made)} figures; {total / seconds:,.0f} questions per second without drawing")
    making.table("Figures", "figures")
    asking.table("Questions", "questions")
    drawing.table("Questions that draw pictures", "questions")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
