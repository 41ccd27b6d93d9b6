"""Small rater studies and the runs that they are made from, with tiny pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from graphicacy.draw.record import DrawResult
from graphicacy.draw.task import DrawTask
from graphicacy.trust.study.record import Assignment, Item, Rater, Study
from graphicacy.trust.study.scales import DIMENSIONS
from report.synthetic_runs import SUITE, result, save, write_run

SYSTEMS = ("alpha-vendor", "beta-vendor", "gamma-vendor")
RATINGS: dict[str, int | None] = {"TF": 1, "SC": 2, "SQ": None, "CA": 5}


def small_study(raters: int = 2, places: int = 4, repeats: int = 0) -> Study:
    """Every rater sees the same ``places`` items in the same order, the first ``repeats`` of them again at the end."""
    task = DrawTask(id="t1", prompt="Draw it.", required_labels=("a",))
    items = tuple(
        Item(
            id=f"{n:010x}",
            task="t1",
            picture=f"pictures/{n:010x}.png",
            width=200,
            height=100,
            system=SYSTEMS[n % 3],
            medium="svg",
            sample=1,
            figure_type="process workflow",
            discipline="physics",
            difficulty="easy",
            auto={**dict.fromkeys(DIMENSIONS, 0.25 * (n % 5)), "CA": None},
        )
        for n in range(places)
    )
    order = [(item.id, 1) for item in items] + [(item.id, 2) for item in items[:repeats]]
    people = tuple(Rater(id=f"r{n}", name=f"Rater {n}") for n in range(1, raters + 1))
    return Study(
        id="0123456789abcdef",
        title="A study",
        seed=0,
        created="2026-12-01T00:00:00+00:00",
        graphicacy="0.1.0",
        scales="scales-v1:0",
        raters=people,
        items=items,
        assignments=tuple(
            Assignment(rater=rater.id, place=place, item=item, occasion=occasion)  # type: ignore[arg-type]
            for rater in people
            for place, (item, occasion) in enumerate(order, start=1)
        ),
        tasks={"t1": task},
    )


def drawn_run(folder: Path, systems: Sequence[str] = SYSTEMS, tasks: Sequence[DrawTask] = SUITE[:8]) -> Path:
    """A run of tiny drawings that carry their system's name in the file, with a failed and an empty sample."""
    results: list[DrawResult] = []
    for s, system in enumerate(systems):
        for t, task in enumerate(tasks):
            picture = save(folder, _png(system, (20 * s, 5 * t, 90)), "png")
            results.append(result(system, task.id, 0.1 * (t % 9), drawing=picture))
    results.append(result(systems[0], tasks[0].id, None, 2, status="failed", score=None, drawing=picture))
    results.append(result(systems[0], tasks[0].id, 0.0, 3, status="no-drawing"))
    return write_run(folder, results)


def _png(system: str, colour: tuple[int, int, int]) -> bytes:
    notes, data = PngInfo(), io.BytesIO()
    notes.add_text("Software", system)
    Image.new("RGB", (64, 48), colour).save(data, "PNG", pnginfo=notes)
    return data.getvalue()
