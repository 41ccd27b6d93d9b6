"""Keys of diagrams → rows and pictures of one part of a dataset: no files are touched."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from graphicacy.diagram.style import PALETTES, Style
from graphicacy.read.asking import drafts, question_of, seeded
from graphicacy.read.corpus.bounds import check_bounds
from graphicacy.read.corpus.entry import BadEntry, Entry, Source
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.dataset.schema import compact
from graphicacy.read.figure import Figure, fold
from graphicacy.read.question import Draft, Question
from graphicacy.read.renderings import RENDERINGS, draw_figure, renderings_of, sources_of
from graphicacy.read.tasks.leaf import Leaf
from graphicacy.read.taxonomy import leaves_named

__all__ = ["Part", "Rejection", "fingerprints", "make_part"]

_NEEDED = ("mermaid", "graphviz")
_LARGE = 24  # nodes: in larger pictures, which models scale down, letters are as small as can be read


class Rejection(NamedTuple):
    """A diagram that was not taken: ``source`` and ``key`` name it, ``cause`` is a short name to count by."""

    source: str
    key: str
    cause: str
    message: str


@dataclass(slots=True)
class Part:
    """What comes of some diagrams: rows of the two tables, pictures by their path, and what was not taken."""

    diagrams: list[dict[str, Any]] = field(default_factory=list)
    questions: list[dict[str, Any]] = field(default_factory=list)
    images: dict[str, bytes] = field(default_factory=dict)
    rejected: list[Rejection] = field(default_factory=list)


def make_part(plan: Plan, keys: tuple[tuple[Source, str], ...]) -> Part:
    """Load, draw and ask about each diagram; one that cannot be used is named with its cause, the rest goes on."""
    part = Part()
    for source, key in keys:
        try:
            _add(part, plan, source.load(key))
        except BadEntry as error:
            part.rejected.append(Rejection(source.name, key, error.cause, str(error)))
    return part


def fingerprints(entry: Entry) -> tuple[str, str, str]:
    """Names of its title, its set of labels and its graph: two diagrams that share one are of one family.

    A diagram without a title has that of its own id, one without labels that of its graph.
    """
    labels = {key: fold(label) for key, label in entry.diagram.labels().items()}
    edges = sorted((labels.get(e.source, ""), labels.get(e.target, "")) for e in entry.diagram.edges)
    words = sorted(set(labels.values()) - {""})
    graph = compact([sorted(labels.values()), edges])
    texts = (f"title {fold(entry.title) or entry.id}", f"labels {compact(words) if words else graph}", f"graph {graph}")
    one, two, three = (hashlib.blake2b(text.encode(), digest_size=8).hexdigest() for text in texts)
    return one, two, three


def _add(part: Part, plan: Plan, entry: Entry) -> None:
    check_bounds(entry, plan.bounds)
    figures = list(_figures(plan, entry))
    rows, images = [], {}
    for figure in figures:
        path = f"images/{entry.id}/{figure.rendering}.png"
        images[path] = figure.drawing.png
        for leaf, draft in _asked(plan, figure):
            shown = _shown(draft, figure, f"{path[:-4]}-{leaf.name}-{draft.variant}", path)
            images |= shown
            question = question_of(draft, figure, leaf, 0, tuple(shown) or (path,))
            rows.append(_question_row(question, leaf, entry))
    part.diagrams.append(_diagram_row(entry, figures))
    part.questions += rows
    part.images |= images


def _shown(draft: Draft, figure: Figure, name: str, path: str) -> dict[str, bytes]:
    """The pictures of a question by their path, in order; the figure's own is there already, under its own."""
    return {
        path if drawing is figure.drawing else f"{name}-{k}.png": drawing.png
        for k, drawing in enumerate(draft.pictures, 1)
    }


def _figures(plan: Plan, entry: Entry) -> Iterator[Figure]:
    """The pictures of an entry. Raises ``BadEntry`` where one that is needed cannot be drawn, or not be followed."""
    turned = int(seeded(plan.seed, entry.id, "turned").integers(plan.turned_every)) == 0
    style = _style(plan, entry)
    for rendering in renderings_of(entry, turned):
        try:
            yield draw_figure(entry, rendering, style)
        except BadEntry:
            if rendering in _NEEDED:
                raise


def _style(plan: Plan, entry: Entry) -> Style:
    """Looks drawn by lot. Where colours carry meanings, all else is white and black, so that no other is named.

    The dark palette is left out: what stands out from the ground is told for a white one.
    """
    rng = seeded(plan.seed, entry.id, "style")
    plain = any(n.fill or n.stroke for n in entry.diagram.nodes) or any(e.color for e in entry.diagram.edges)
    palettes = [name for name in PALETTES if name != "dark"]
    return Style(
        palette="mono" if plain else str(rng.choice(palettes)),
        font=str(rng.choice(["sans", "sans", "sans", "serif", "mono"])),
        font_size=float(rng.integers(10, 14 if len(entry.diagram.nodes) <= _LARGE else 11)),
        spacing=float(rng.choice([0.5, 0.6, 0.8])),
    )


def _asked(plan: Plan, figure: Figure) -> Iterator[tuple[Leaf, Draft]]:
    """Each leaf by one of its variants, drawn by lot; of the costly ones all, but about few diagrams."""
    for leaf in leaves_named(plan.tasks):
        rng = seeded(plan.seed, figure.entry.id, leaf.name, "variant")
        variants = [list(leaf.variants)[k] for k in rng.permutation(len(leaf.variants))]
        costly = [name for name in variants if name in leaf.costly]
        first = (next(drafts(figure, leaf, name, plan.seed), None) for name in variants if name not in leaf.costly)
        one = next((draft for draft in first if draft is not None), None)
        if one is not None:
            yield leaf, one
        if costly and rng.integers(plan.costly_every) == 0:
            all_of_them = (next(drafts(figure, leaf, name, plan.seed), None) for name in costly)
            yield from ((leaf, draft) for draft in all_of_them if draft is not None)


def _question_row(question: Question, leaf: Leaf, entry: Entry) -> dict[str, Any]:
    return {
        **question.to_json(),
        "key": question.key,
        "code": leaf.code,
        "capability": leaf.capability,
        "answer": compact(question.answer),
        "arguments": compact(dict(question.arguments)),
        "rubric": compact(dict(question.rubric)),
        "domain": entry.domain,
    }


def _diagram_row(entry: Entry, figures: list[Figure]) -> dict[str, Any]:
    diagram = entry.diagram
    mermaid, dot = sources_of(entry)
    return {
        "id": entry.id,
        "title": entry.title,
        "domain": entry.domain,
        "kind": entry.kind.value,
        "origin": entry.origin,
        "reference": entry.reference,
        "licence": entry.licence,
        "nodes": len(diagram.nodes),
        "edges": len(diagram.edges),
        "groups": len(diagram.groups),
        "cyclic": _is_cyclic(figures[0]),
        "mermaid": mermaid,
        "dot": dot,
        "diagram": compact(diagram.to_json()),
        "meanings": compact([asdict(meaning) for meaning in entry.meanings]),
        "problem": entry.problem,
        "renderings": [_rendering(figure) for figure in figures],
        "fingerprints": fingerprints(entry),
    }


def _rendering(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.rendering,
        "engine": RENDERINGS[figure.rendering],
        "image": f"images/{figure.entry.id}/{figure.rendering}.png",
        "width": figure.drawing.width,
        "height": figure.drawing.height,
        "scene": compact(figure.scene.to_json(figure.diagram)),
        "painted": compact(figure.diagram.to_json()),
    }


def _is_cyclic(figure: Figure) -> bool:
    """Whether some way along arrows comes back to where it began (Kahn's algorithm leaves a rest)."""
    entering = {key: len(previous) for key, previous in figure.previous.items()}
    free = [key for key, count in entering.items() if count == 0]
    for key in free:
        for after in figure.next[key]:
            entering[after] -= 1
            if entering[after] == 0:
                free.append(after)
    return len(free) < len(entering)
