"""From one correct drawing: the same with defects, with harmless edits, walks of errors, and controls.

Every draw has a generator of its own, seeded by the drawing and the operator, so that more walks or other drawings
leave the rest as it was.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.edit import EDITS, HARMLESS, MEANING, Edited, edit_drawing, walk
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.render import render
from graphicacy.diagram.style import Style
from graphicacy.draw.systems.controls import draw_control
from graphicacy.trust.stress.controls import EMPTY, NOTE, least_alike, with_words
from graphicacy.trust.stress.record import Case, CaseKind
from graphicacy.trust.stress.sources import Original
from graphicacy.trust.stress.truth import contradicts

__all__ = ["Made", "cases_of"]

_TRIES = 8  # random places that are tried for a defect that contradicts the task
_OVERLAID = 3  # defects in the drawing that words are laid over


@dataclass(frozen=True, slots=True)
class Made:
    """A case with its picture: ``svg`` is the file that a system could have written, ``png`` what it shows."""

    case: Case
    svg: str | None
    png: bytes


def cases_of(
    original: Original,
    others: Sequence[Original],
    *,
    most: int = 3,
    walks: int = 1,
    walk_length: int = 6,
    seed: int = 0,
) -> Iterator[Made]:
    """All cases of a drawing, the original first.

    A defect is one only where it contradicts the task (see ``truth.contradicts``); where no place for it is found, or
    the edit cannot be applied, there is no case.

    Args:
        original: the correct drawing.
        others: further ones, of which one is the drawing of a wrong task.
        most: defects of one operator that are planted together, from one on.
        walks: walks of errors, each of other operators in random order.
        walk_length: their most steps.
        seed: of every choice.
    """
    paint = _Painter(original)
    yield paint.layout("original", "", "", original.layout)
    for name in MEANING:
        for n, step in enumerate(_planted(original, [name] * most, most, seed, name), 1):
            yield paint.layout("defect", f"{name}/{n}", name, step.layout, n, step.what, style=step.style)
    for name in HARMLESS:
        made = edit_drawing(render(original.layout), name, _rng(seed, original.id, name))
        if made is not None:
            yield paint.drawing("harmless", name, name, made[0], what=made[1].what)
    longest: list[Edited] = []
    of = ""
    for number in range(1, walks + 1):
        rng = _rng(seed, original.id, f"walk {number}")
        names = [MEANING[i] for i in rng.permutation(len(MEANING))[: 2 * walk_length].tolist()]
        steps = _planted(original, names, walk_length, seed, f"walk {number}")
        if len(steps) > len(longest):
            longest, of = steps[:_OVERLAID], f"walk/{number}/{len(steps[:_OVERLAID])}"
        for n, step in enumerate(steps, 1):
            yield paint.layout("walk", f"{number}/{n}", step.edit, step.layout, n, step.what, style=step.style)
    yield from _controls(paint, original, others)
    if longest:
        yield from _overlays(paint, original, longest, of)


def _planted(original: Original, names: Sequence[str], most: int, seed: int, told: str) -> list[Edited]:
    """Up to ``most`` defects one after another, each contradicting the task; the longest of a few tries."""
    best: list[Edited] = []
    for attempt in range(_TRIES):
        steps = walk(original.layout, names, _rng(seed, original.id, f"{told} {attempt}"))
        best = max(best, _contradicting(original, steps)[:most], key=len)
        if len(best) == most:
            break
    return best


def _contradicting(original: Original, steps: Sequence[Edited]) -> list[Edited]:
    """The steps up to the first that changes nothing that the task asks for."""
    before = original.layout.diagram
    kept: list[Edited] = []
    for step in steps:
        if not contradicts(original.task, before, step.layout.diagram, step.edit, EDITS[step.edit].kind):
            break
        kept.append(step)
        before = step.layout.diagram
    return kept


def _controls(paint: _Painter, original: Original, others: Sequence[Original]) -> Iterator[Made]:
    task = original.task
    yield paint.drawing("control", "blank", "blank", draw_control("blank", task))
    wrong = least_alike(task, [other.task for other in others])
    if wrong is not None:
        what = f"the drawing of {others[wrong].id}"
        yield paint.layout("control", "wrong-task", "wrong-task", others[wrong].layout, what=what)
    yield paint.drawing("control", "label-dump", "label-dump", draw_control("label-dump", task))
    yield paint.layout("control", "prompt-printed", "prompt-printed", with_words(EMPTY, task.prompt))


def _overlays(paint: _Painter, original: Original, steps: Sequence[Edited], of: str) -> Iterator[Made]:
    """Words below a drawing with defects; ``of`` is that drawing without them."""
    last = steps[-1]
    told = "; ".join(step.what for step in steps)
    for name, words in (("note-correct", NOTE), ("prompt-overlay", original.task.prompt)):
        laid = with_words(last.layout, words)
        yield paint.layout("control", name, name, laid, len(steps), told, f"{original.id}/{of}", last.style)


def _rng(seed: int, drawing: str, told: str) -> np.random.Generator:
    return np.random.default_rng([seed, zlib.crc32(f"{drawing}/{told}".encode())])


class _Painter:
    """Makes the cases of one drawing."""

    def __init__(self, original: Original) -> None:
        self._of = original

    def layout(
        self,
        kind: CaseKind,
        name: str,
        operator: str,
        layout: Layout,
        defects: int = 0,
        what: str = "",
        of: str | None = None,
        style: Style | None = None,
    ) -> Made:
        """A case that our writer paints."""
        return self.drawing(kind, name, operator, render(layout, style=style), defects, what, of)

    def drawing(
        self,
        kind: CaseKind,
        name: str,
        operator: str,
        drawing: Drawing,
        defects: int = 0,
        what: str = "",
        of: str | None = None,
    ) -> Made:
        """A case of a drawing; a JPEG has no SVG."""
        case = Case(
            id="/".join(filter(None, (self._of.id, kind, name))),
            drawing=self._of.id,
            task=self._of.task.id,
            kind=kind,
            operator=operator,
            defects=defects,
            of="" if kind == "original" else of or f"{self._of.id}/original",
            what=what,
            svg=None if drawing.svg is None else _file(drawing.svg.encode(), "svg"),
            png=_file(drawing.png, "png"),
        )
        return Made(case, drawing.svg, drawing.png)


def _file(data: bytes, suffix: str) -> str:
    return f"pictures/{sha256(data).hexdigest()[:20]}.{suffix}"
