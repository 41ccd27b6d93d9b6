"""Questions about one file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.files import open_drawing, open_source
from graphicacy.read.asking import drafts, question_of
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.file import entry_of_drawing, entry_of_text
from graphicacy.read.figure import Figure
from graphicacy.read.legibility import illegible
from graphicacy.read.question import Question
from graphicacy.read.renderings import draw_figure, figure_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.taxonomy import leaves_named

__all__ = ["Asked", "AskedQuestion", "ask_figure", "ask_file", "open_figure"]

_UNCLEAR_LINES = frozenset(["arrow through node", "arrows that run together", "too many arrows"])  # and clear nodes
_OF_NODES = {"S1": ("nodes",), "V3": ("node-box", "direction"), "V5": ("nodes",)}


@dataclass(frozen=True, slots=True)
class AskedQuestion(Question):
    """A question with the pictures that it shows: PNG files, in the order of ``images``."""

    pictures: tuple[bytes, ...] = field(repr=False)


@dataclass(slots=True)
class Asked:
    """Questions, the pictures that they show as PNG by name, and notes on what could not be asked, a line each."""

    questions: list[Question] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def with_pictures(self) -> list[AskedQuestion]:
        """Each question with the pictures that belong to it."""
        names = [f.name for f in fields(Question)]
        return [
            AskedQuestion(**{n: getattr(q, n) for n in names}, pictures=tuple(self.pictures[i] for i in q.images))
            for q in self.questions
        ]


def ask_file(
    path: Path,
    tasks: Iterable[str] = (),
    *,
    seed: int = 0,
    count: int = 1,
    engine: str | None = None,
    notation: str | None = None,
) -> Asked:
    """Up to ``count`` questions of each variant of each task about the diagram in a file, on one picture of it.

    ``tasks`` are names, codes or capabilities, all where there are none. Variants for which no question would have
    a certain answer are left out. Raises ``ValueError``, in one line, for a bad file or an unknown task.
    """
    leaves = [leaf.name for leaf in leaves_named(tasks)]
    return ask_figure(open_figure(path, engine, notation), leaves, seed=seed, count=count)


def ask_figure(figure: Figure, tasks: Iterable[str] = (), *, seed: int = 0, count: int = 1) -> Asked:
    """The same about a figure that is there; of one whose arrows cannot be followed, about its nodes alone."""
    causes = illegible(figure)
    about = "only its nodes are asked about" if _UNCLEAR_LINES.issuperset(causes) else "nothing is asked about it"
    asked = Asked(notes=[f"the picture has {cause}: {about}" for cause in causes])
    base = figure.entry.id.rpartition("/")[2]
    for leaf in leaves_named(tasks):
        before = len(asked.questions)
        for variant in _certain(leaf, causes):
            for number, draft in enumerate(islice(drafts(figure, leaf, variant, seed), count)):
                names = [f"{base}-{leaf.name}-{variant}-{number}-{k}.png" for k in range(len(draft.pictures))]
                asked.pictures |= {n: d.png for n, d in zip(names, draft.pictures, strict=True)}
                asked.questions.append(question_of(draft, figure, leaf, number, tuple(names) or (f"{base}.png",)))
        if len(asked.questions) == before:
            asked.notes.append(f"{leaf.name}: no question about it would have a certain answer")
    asked.pictures = {f"{base}.png": figure.drawing.png, **asked.pictures} if asked.questions else {}
    return asked


def open_figure(path: Path, engine: str | None = None, notation: str | None = None) -> Figure:
    """The diagram in a file as drawn by its notation's own engine, or another.

    Where it cannot be read, gaps are widened, if that helps. Raises ``ValueError``, in one line.
    """
    if path.suffix.lower() in (".svg", ".svgz") or notation == "svg":
        return _figure_of_svg(path, engine)
    source = open_source(path, notation)
    entry = entry_of_text(source, path.stem, "file", path.name)
    try:
        return _clearer(_figure_of_source(entry, source.draw(engine)))
    except BadDrawing as error:
        raise BadEntry(f"{path.name}: {error}", "not drawn") from None


def _certain(leaf: Leaf, causes: Collection[str]) -> tuple[str, ...]:
    """The variants that may be asked about a picture that is illegible for these causes."""
    if not causes:
        return tuple(leaf.variants)
    return _OF_NODES.get(leaf.code, ()) if _UNCLEAR_LINES.issuperset(causes) else ()


def _clearer(figure: Figure) -> Figure:
    """The figure, or, if it cannot be read, what its engine draws with wider gaps, if that can."""
    if figure.rendering in ("mermaid", "graphviz") and illegible(figure):
        with suppress(BadEntry):
            return draw_figure(figure.entry, figure.rendering)
    return figure


def _figure_of_source(entry: Entry, drawing: Drawing) -> Figure:
    """The figure of what the engine shows: DOT has invisible edges, and some that are drawn to a frame."""
    try:
        return figure_of(entry, drawing)
    except BadEntry:
        if drawing.notation != "dot" or drawing.diagram is None:
            raise
        return figure_of(replace(entry, diagram=drawing.diagram), drawing)


def _figure_of_svg(path: Path, engine: str | None) -> Figure:
    """An SVG's diagram is what its lines show."""
    from graphicacy.sight.vector import read_svg

    drawing = open_drawing(path, "svg", engine=engine)
    assert drawing.svg is not None
    seen = read_svg(drawing.svg, drawing.scale)
    drawing = replace(drawing, diagram=seen.diagram, scene=seen.scene)
    return figure_of(entry_of_drawing(drawing, path.stem, path.name), drawing)
