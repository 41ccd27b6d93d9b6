"""Correct drawings to plant defects in: each with the task that it fulfils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.edit import layout_in
from graphicacy.diagram.files import open_source
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.render import render
from graphicacy.draw.from_diagram import task_from_diagram
from graphicacy.draw.score import score_drawing
from graphicacy.draw.systems.reference import reference_diagram
from graphicacy.draw.task import BadTask, DrawTask, load_suite
from graphicacy.read.corpus.entry import BadEntry, Source
from graphicacy.read.corpus.fetch import wikipathways_folder
from graphicacy.read.corpus.folder import FolderSource, WikiPathwaysSource
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.sight.gather import gather
from graphicacy.sight.vector import read_svg

__all__ = ["SOURCES", "Original", "originals"]

SOURCES = ("reference", "library", "pathways")
_LEAST_LABELS, _LEAST_RELATIONS = 3, 2
_MOST_NODES = 40  # a drawing of more has words too small for a page, which is a defect of its own
_MOST_SKIPPED = 10  # drawings that are left out for each that is wanted, before the search ends


@dataclass(frozen=True, slots=True)
class Original:
    """A correct drawing, as our writer paints its layout, and the task that it fulfils."""

    id: str
    task: DrawTask
    layout: Layout


Load = Callable[[], tuple[DrawTask, Layout]]


def originals(sources: Sequence[str], count: int, seed: int) -> tuple[list[Original], list[str]]:
    """Up to ``count`` drawings, in turn from each source, in an order by the seed; and what was left out, and why.

    A drawing is taken where its task has three labels and two relations at least, it has 40 nodes at most, and its
    SVG, read by geometry as that of any system is, scores 1 in text and in semantics: a scorer could not be blamed for
    what is wrong before any defect is planted.

    Args:
        sources: ``reference`` (the built-in tasks, as the reference system draws them), ``library`` (the diagrams that
            come with the package), ``pathways`` (WikiPathways, fetched before), or files and folders of diagrams.
        count: drawings in all.
        seed: of the order in which a source's drawings are taken.

    Raises:
        ValueError: a source is unknown, two drawings have one name, or no drawing can be used.
    """
    offered = [_loads(source) for source in dict.fromkeys(sources)]
    _check_names([name for loads in offered for name, _ in loads])
    queues = [iter(_shuffled(loads, seed)) for loads in offered]
    found: list[Original] = []
    skipped: list[str] = []
    while queues and len(found) < count and len(skipped) < _MOST_SKIPPED * count:
        queue = queues.pop(0)
        name, load = next(queue, ("", None))
        if load is None:
            continue  # this source has no more
        one, why = _checked(name, load)
        if one is None:
            skipped.append(f"{name}: left out: {why}")
            queues.insert(0, queue)  # its turn lasts until it gives one
        else:
            found.append(one)
            queues.append(queue)
    if not found:
        raise ValueError(f"no drawing can be used: {skipped[0] if skipped else 'the sources are empty'}")
    return found, skipped


def _check_names(names: Sequence[str]) -> None:
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise ValueError(f"two sources have a drawing {twice[0]}; rename the file or folder of one")


def _shuffled(loads: Sequence[tuple[str, Load]], seed: int) -> list[tuple[str, Load]]:
    """In an order by the seed; the first of a group (a domain, a kind of figure) before the second of any."""
    rng = np.random.default_rng(seed)
    mixed = [loads[i] for i in rng.permutation(len(loads)).tolist()]
    seen: dict[str, int] = {}
    ranks = []
    for name, _ in mixed:
        group = name.rpartition("/")[0] or name.rpartition("-")[0]
        seen[group] = seen.get(group, -1) + 1
        ranks.append(seen[group])
    return [mixed[i] for i in sorted(range(len(mixed)), key=lambda i: ranks[i])]


def _loads(source: str) -> list[tuple[str, Load]]:
    if source == "reference":
        return [(f"reference:{task.id}", partial(_reference, task)) for task in load_suite()]
    if source == "library":
        return _of_corpus("library", LibrarySource())
    if source == "pathways":
        try:
            return _of_corpus("pathways", WikiPathwaysSource(wikipathways_folder()))
        except FileNotFoundError:
            raise ValueError(
                "--source pathways: WikiPathways is not here; run graphicacy read fetch wikipathways"
            ) from None
    path = Path(source)
    if path.is_dir():
        return _of_corpus(path.name, FolderSource(path))
    if path.is_file():
        return [(f"file:{path.name}", partial(_file, path))]
    raise ValueError(f"--source {source}: choose {', '.join(SOURCES)}, or name a file or a folder of diagrams")


def _of_corpus(name: str, corpus: Source) -> list[tuple[str, Load]]:
    keys = list(corpus.keys())
    return [(f"{name}:{key}", partial(_entry, corpus, key)) for key in keys]


def _reference(task: DrawTask) -> tuple[DrawTask, Layout]:
    return task, _laid(reference_diagram(task))


def _entry(corpus: Source, key: str) -> tuple[DrawTask, Layout]:
    entry = corpus.load(key)
    task = task_from_diagram(entry.diagram, key, discipline=entry.domain).task
    return task, entry.layout if entry.layout is not None else _laid(entry.diagram)


def _file(path: Path) -> tuple[DrawTask, Layout]:
    source = open_source(path)
    if source.notation == "svg":
        drawing = source.draw()
        reading = read_svg(drawing.svg or "", drawing.scale)
        diagram, drawing = reading.diagram, replace(drawing, diagram=reading.diagram, scene=reading.scene)
        layout = layout_in(drawing)
        if layout is None:
            raise BadDrawing(f"{path.name}: no places are known of its parts")
        return task_from_diagram(diagram, path.stem).task, layout
    found = source.read()
    if isinstance(found, Layout):
        return task_from_diagram(found.diagram, path.stem).task, found
    return task_from_diagram(found, path.stem).task, _laid(found)


def _laid(diagram: Diagram) -> Layout:
    """The diagram where Graphviz puts it."""
    layout = layout_in(render(diagram))
    if layout is None:
        raise BadDrawing("no places are known of its parts")
    return layout


def _checked(name: str, load: Load) -> tuple[Original | None, str]:
    """The drawing, or why it cannot be used."""
    try:
        task, layout = load()
        if why := _unfit(task, layout.diagram):
            return None, why
        layout = layout_in(render(layout)) or layout
        svg = render(layout).svg
        score = score_drawing(task, gather(render(svg or "", "svg"), "live"))
    except (BadDrawing, BadEntry, BadTask) as error:
        return None, " ".join(str(error).split())
    if score.TF != 1 or score.SC_geometry != 1:
        worst = score.errors[0].what if score.errors else "not all of it can be decided"
        return None, f"its own drawing scores TF {score.TF}, SC {score.SC_geometry}: {worst}"
    return Original(name, task, layout), ""


def _unfit(task: DrawTask, diagram: Diagram) -> str:
    labels, relations = len(task.required_labels), len(task.required_relations)
    if labels < _LEAST_LABELS or relations < _LEAST_RELATIONS:
        return f"{labels} labels and {relations} relations are too few"
    return f"{len(diagram.nodes)} nodes are too many" if len(diagram.nodes) > _MOST_NODES else ""
