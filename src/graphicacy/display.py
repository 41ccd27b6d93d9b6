"""How notebooks show what the package gives back: small HTML, safe whatever labels say, legible on dark and on light.

The records know nothing of it: IPython is told which function shows which class, by the class's name, so that nothing
is loaded before there is something to show.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphicacy.diagram.drawing import Drawing
    from graphicacy.diagram.model import Diagram
    from graphicacy.draw.record import DrawScore, ErrorItem
    from graphicacy.read.grading import Grade
    from graphicacy.read.question import Question

__all__ = ["html", "register"]

_LONGEST_SIDE = 1000  # pixels of a picture in a notebook
_MOST = 40  # errors, or details, that are listed
_MOST_LETTERS = 2_000  # of one text

_STYLE = """<style>
.graphicacy{font:14px/1.45 system-ui,sans-serif;max-width:60rem;color:inherit;overflow-wrap:anywhere}
.graphicacy figure{position:relative;display:inline-block;margin:0 0 .5em;max-width:min(100%,38rem)}
.graphicacy img{display:block;max-width:100%;max-height:30rem;height:auto;background:#fff;border:1px solid #8886}
.graphicacy figure svg{position:absolute;inset:0;width:100%;height:100%}
.graphicacy rect{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}
.graphicacy .found rect{stroke:#0072b2}
.graphicacy .misspelt rect{stroke:#b34700;stroke-dasharray:6 3}
.graphicacy .extra rect{stroke:#8a4f7d;stroke-dasharray:2 3}
.graphicacy .error rect{stroke:#b34700;stroke-width:3}
.graphicacy text{fill:#b34700;stroke:#fff;stroke-width:3px;paint-order:stroke;font-weight:700}
.graphicacy table{font-size:1em;border-collapse:collapse;margin:.3em 0;color:inherit}
.graphicacy th,.graphicacy td{text-align:left!important;padding:.15em .8em .15em 0;border:0;
border-bottom:1px solid #8884;background:none;color:inherit;font-weight:400;vertical-align:top}
.graphicacy b,.graphicacy th{font-weight:600}
.graphicacy p,.graphicacy ol{margin:.3em 0}
.graphicacy code{white-space:pre-wrap;background:none;color:inherit}
.graphicacy small{opacity:.75}
</style>"""


def html(value: Any) -> str:
    """The HTML of a diagram, a drawing, a score, a question or a grade. Raises ``TypeError`` for anything else."""
    for kind in type(value).__mro__:
        if shown := _SHOWN.get((kind.__module__, kind.__qualname__)):
            return f'<div class="graphicacy">{_STYLE}{shown(value)}</div>'
    raise TypeError(f"no way to show {type(value).__name__}")


def register() -> None:
    """Tell a running IPython how to show what the package gives back; without one, do nothing. May be repeated."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None:
        return
    formatters = shell.display_formatter.formatters
    for module, name in _SHOWN:
        formatters["text/html"].for_type_by_name(module, name, html)
        formatters["text/plain"].for_type_by_name(module, name, _print)


def _print(value: Any, printer: Any, cycle: bool) -> None:
    """As IPython's pretty printer wants it: the text that ``print`` shows."""
    printer.text(str(value))


def _drawing(drawing: Drawing) -> str:
    facts = f"{drawing.width} × {drawing.height} px" + (f", drawn by {drawing.engine}" if drawing.engine else "")
    return f"<figure>{_image(drawing.png, 'the drawing')}</figure><p><small>{_text(facts)}</small></p>"


def _diagram(diagram: Diagram) -> str:
    from graphicacy.diagram.render import render

    parts = ((diagram.nodes, "nodes"), (diagram.edges, "edges"), (diagram.groups, "groups"))
    counts = ", ".join(f"{len(items)} {what if len(items) != 1 else what[:-1]}" for items, what in parts if items)
    try:
        picture = f"<figure>{_image(render(diagram).png, 'the diagram')}</figure>" if diagram.nodes else ""
    except ValueError:  # what cannot be drawn is told in words
        picture = f"<p><code>{_text(str(diagram))}</code></p>"
    return f"{picture}<p><small>{counts or 'an empty diagram'}</small></p>"


def _score(score: DrawScore) -> str:
    from graphicacy.report.overlay import missing_labels

    rows = ((n, getattr(score, n), score.scored_by.get(n, "")) for n in ("overall", "TF", "SC", "SQ", "CA"))
    missing = missing_labels(score)
    return "".join(
        (
            _overlay(score),
            _table(("score", "", "scored by"), ((n, _number(v), by) for n, v, by in rows)),
            f"<p>Not drawn: {_text(', '.join(missing))}</p>" if missing else "",
            _errors(score.errors),
        )
    )


def _overlay(score: DrawScore) -> str:
    """The drawing, where the score has it, with what was found in it and what is wrong."""
    from graphicacy.draw.record import ScoredDrawing
    from graphicacy.report.overlay import marks

    if not isinstance(score, ScoredDrawing):
        return ""
    size = max(score.width, score.height) / 40
    shown = "".join(
        f'<g class="{mark.look}"><title>{_text(mark.title)}</title>'
        f'<rect x="{mark.x}" y="{mark.y}" width="{mark.width}" height="{mark.height}"/>'
        + (
            f'<text x="{mark.x}" y="{max(mark.y, size):.1f}" font-size="{size:.1f}">{mark.number}</text>'
            if mark.number
            else ""
        )
        + "</g>"
        for mark in marks(score)
    )
    frame = f'<svg viewBox="0 0 {score.width} {score.height}" aria-hidden="true">{shown}</svg>' if shown else ""
    return f"<figure>{_image(score.drawing.png, 'the drawing')}{frame}</figure>"


def _errors(errors: tuple[ErrorItem, ...]) -> str:
    if not errors:
        return "<p>No error found.</p>"
    items = "".join(f"<li><b>{e.severity}</b> {_text(e.kind)}: {_text(e.what)}</li>" for e in errors[:_MOST])
    more = f"<p>… and {len(errors) - _MOST:,} more</p>" if len(errors) > _MOST else ""
    return f"<ol>{items}</ol>{more}"


def _question(question: Question) -> str:
    pictures = getattr(question, "pictures", ())
    gold = question.answer if isinstance(question.answer, str) else json.dumps(question.answer, ensure_ascii=False)
    named = zip(pictures, question.images, strict=False)
    shown = "".join(f"<figure>{_image(png, name)}</figure> " for png, name in named)
    return (
        f"{shown}<p><b>{_text(question.task)}</b> <small>{_text(question.variant)}, {question.difficulty}</small></p>"
        f"<p>{_text(question.question)}</p><p><b>Answer</b> <code>{_text(gold)}</code></p>"
    )


def _grade(grade: Grade) -> str:
    rows = [("score", _number(grade.score)), ("strict", _number(grade.strict)), ("status", grade.status.value)]
    rows += [(key, _number(v) if isinstance(v, float) else str(v)) for key, v in grade.details.items() if v != ""]
    return _table((), rows[:_MOST])


_SHOWN: dict[tuple[str, str], Callable[[Any], str]] = {
    ("graphicacy.diagram.drawing", "Drawing"): _drawing,
    ("graphicacy.diagram.model", "Diagram"): _diagram,
    ("graphicacy.draw.record", "DrawScore"): _score,
    ("graphicacy.read.question", "Question"): _question,
    ("graphicacy.read.grading.grade", "Grade"): _grade,
}


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    names = "".join(f"<th>{_text(name)}</th>" for name in head)
    lines = (
        f"<tr><th>{_text(first)}</th>{''.join(f'<td>{_text(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in rows
    )
    return f"<table>{f'<tr>{names}</tr>' if names else ''}{''.join(lines)}</table>"


def _image(png: bytes, words: str) -> str:
    """A picture inside the page, which asks no server for anything and holds no markup of the drawing's."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        if max(picture.size) > _LONGEST_SIDE:
            picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE), Image.Resampling.LANCZOS)
            small = io.BytesIO()
            picture.save(small, "PNG", optimize=True)
            png = small.getvalue()
    return f'<img src="data:image/png;base64,{base64.b64encode(png).decode()}" alt="{_text(words)}">'


def _number(value: float | None) -> str:
    return "not scored" if value is None else f"{value:.2f}"


def _text(value: str) -> str:
    """Any text as HTML: escaped, cut where it is long, and without what changes the direction of the text around it."""
    shown = value if len(value) <= _MOST_LETTERS else f"{value[:_MOST_LETTERS]} …"
    return escape("".join(c if c.isprintable() or c in "\n\t" else " " for c in shown))
