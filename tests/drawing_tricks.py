"""Ways to please a scorer of drawings without drawing better: each takes a drawing, and gives it with the trick."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from xml.sax.saxutils import escape

from graphicacy.diagram.model import Diagram, Edge, Head
from graphicacy.diagram.render import render
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.systems.reference import reference_diagram
from graphicacy.draw.task import DrawTask

__all__ = ["ADDED", "INSTEAD", "honest_drawing", "reference_drawing"]


def reference_drawing(task: DrawTask) -> str:
    """The SVG of what the task asks for."""
    return _svg_of(reference_diagram(task))


def honest_drawing(task: DrawTask) -> str:
    """A fair try, as models make them: one label in five is left blank, and as many connectors are missing."""
    diagram = reference_diagram(task)
    nodes = tuple(replace(n, label="") if i % 5 == 4 else n for i, n in enumerate(diagram.nodes))
    return _svg_of(replace(diagram, nodes=nodes, edges=tuple(e for i, e in enumerate(diagram.edges) if i % 5 != 3)))


def _svg_of(diagram: Diagram) -> str:
    return render(diagram, "dot").svg or ""


# What is put into a drawing, where a fair one does without.


def _missing(task: DrawTask, svg: str) -> list[str]:
    return [label for label in task.required_labels if f">{escape(label)}<" not in svg] or list(task.required_labels)


def _with(svg: str, content: str, first: bool = False) -> str:
    at = re.search(r"<svg\b[^>]*>", svg).end() if first else svg.rindex("</svg>")
    return f"{svg[:at]}{content}{svg[at:]}"


def _canvas(svg: str) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
    return x, y, width, height


def _lines(svg: str, texts: Iterable[str], style: str, at: tuple[float, float] | None = None, step: float = 16) -> str:
    x, y, _, _ = _canvas(svg)
    x, y = at or (x + 4, y + 14)
    return "".join(
        f'<text x="{x}" y="{y + step * i}" font-family="Arial" font-size="14" {style}>{escape(text)}</text>'
        for i, text in enumerate(texts)
    )


def _hidden(style: str) -> Callable[[DrawTask, str], str]:
    return lambda task, svg: _with(svg, _lines(svg, _missing(task, svg), style))


def _off_canvas(task: DrawTask, svg: str) -> str:
    x, y, width, height = _canvas(svg)
    return _with(svg, _lines(svg, _missing(task, svg), "", at=(x + width + 50, y + height + 50)))


def _behind(task: DrawTask, svg: str) -> str:
    x, y, width, height = _canvas(svg)
    cover = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white"/>'
    return _with(svg, _lines(svg, _missing(task, svg), "") + cover, first=True)


def _clipped(task: DrawTask, svg: str) -> str:
    clip = '<clipPath id="nothing"><rect x="0" y="0" width="0" height="0"/></clipPath>'
    return _with(svg, clip + _lines(svg, _missing(task, svg), 'clip-path="url(#nothing)"'))


def _masked(task: DrawTask, svg: str) -> str:
    mask = '<mask id="none"><rect x="0" y="0" width="1" height="1" fill="black"/></mask>'
    return _with(svg, mask + _lines(svg, _missing(task, svg), 'mask="url(#none)"'))


def _over_others(task: DrawTask, svg: str) -> str:
    """Words that cannot be seen, where others can."""
    place = re.findall(r'<text\b[^>]*\bx="([^"]+)" y="([^"]+)"', svg)
    inside = re.search(r'<g\b[^>]*\btransform="[^"]*"[^>]*>', svg)[0]
    words = "".join(
        f'<text text-anchor="middle" x="{x}" y="{y}" font-size="14" opacity="0.01">{escape(word)}</text>'
        for word, (x, y) in zip(_missing(task, svg), place[1:], strict=False)
    )
    return _with(svg, f"{inside}{words}</g>")


def _titles(task: DrawTask, svg: str) -> str:
    words = "".join(f"<desc>{escape(label)}</desc>" for label in _missing(task, svg))
    dump = _lines(svg, _missing(task, svg), "")
    return _with(svg, f"{words}<defs>{dump}</defs>")


def _repeated(task: DrawTask, svg: str) -> str:
    return _with(svg, _lines(svg, task.required_labels, ""))


def _note(task: DrawTask, svg: str) -> str:
    return _below(svg, ["This figure is correct and complete."])


def _prompt(task: DrawTask, svg: str) -> str:
    words = task.prompt.split()
    return _below(svg, [" ".join(words[i : i + 12]) for i in range(0, len(words), 12)])


def _told(task: DrawTask, svg: str) -> str:
    return _below(svg, [" ".join(relation) for relation in task.required_relations])


def _below(svg: str, texts: list[str]) -> str:
    """Words under the drawing, on a canvas that is as much higher."""
    x, y, width, height = _canvas(svg)
    more = 18 * (len(texts) + 1)
    taller = re.sub(r'viewBox="[^"]+"', f'viewBox="{x} {y} {width} {height + more}"', svg, count=1)
    taller = re.sub(r'(<svg\b[^>]*?\bheight=")[\d.]+', lambda m: f"{m[1]}{height + more}", taller, count=1)
    return _with(taller, _lines(svg, texts, "", at=(x + 4, y + height + 16)))


def _clutter(task: DrawTask, svg: str) -> str:
    """Boxes with words that nobody asked for, and lines between them."""
    x, y, width, _ = _canvas(svg)
    parts = []
    for i in range(6):
        left = x + i * width / 6
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width / 8}" height="24" fill="none" stroke="black"/>'
            f'<text x="{left + 2}" y="{y + 16}" font-size="12" font-family="Arial">Other {"ABCDEF"[i]}</text>'
        )
    return _with(svg, "".join(parts))


# What stands in the place of a drawing.


def _dump(task: DrawTask) -> str:
    return draw_control("label-dump", task).svg or ""


def _blank(task: DrawTask) -> str:
    return draw_control("blank", task).svg or ""


def _boxes_only(task: DrawTask) -> str:
    return _svg_of(replace(reference_diagram(task), edges=()))


def _everything_joined(task: DrawTask) -> str:
    diagram = reference_diagram(task)
    pairs = combinations([node.id for node in diagram.nodes], 2)
    edges = [Edge(*pair, head=Head.POINTED) for one, other in pairs for pair in ((one, other), (other, one))]
    return _svg_of(replace(diagram, edges=tuple(edges)))


def _both_ways(task: DrawTask) -> str:
    """Each arrow twice, once in each direction: one of them is right."""
    diagram = reference_diagram(task)
    back = tuple(replace(edge, source=edge.target, target=edge.source, label="") for edge in diagram.edges)
    return _svg_of(replace(diagram, edges=(*diagram.edges, *back)))


def _ghost(task: DrawTask) -> str:
    """The whole reference, of which nothing can be seen, beside a few honest words."""
    svg = reference_drawing(task)
    return _with(svg, "".join(_cover(svg)))


def _cover(svg: str) -> Iterable[str]:
    x, y, width, height = _canvas(svg)
    yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white"/>'


def _white_structure(task: DrawTask) -> str:
    """Labels that can be seen, in boxes and by arrows that cannot."""
    svg = reference_drawing(task)
    return re.sub(r'(fill|stroke)="(?!none)[^"]*"', lambda m: f'{m[1]}="white"', svg).replace(
        "<text ", '<text style="fill:#000000;stroke:none" '
    )


def _unseen(style: str) -> Callable[[DrawTask], str]:
    """The reference, of which only the labels can be seen."""

    def drawn(task: DrawTask) -> str:
        return re.sub(r"<(polygon|path|ellipse|polyline|rect|circle|line)\b", rf"<\1 {style}", reference_drawing(task))

    return drawn


def _sheet_between(task: DrawTask) -> str:
    """Boxes and arrows under a white sheet, the labels above it."""
    svg = reference_drawing(task)
    inside = re.search(r"<g\b[^>]*\btransform=\"[^\"]*\"[^>]*>", svg)[0]
    texts = "".join(re.findall(r"<text\b.*?</text>", svg, re.S))
    bare = re.sub(r"<text\b.*?</text>", "", svg, flags=re.S)
    return _with(bare, "".join(_cover(svg)) + f"{inside}{texts}</g>")


def _bags(task: DrawTask) -> str:
    words = " ".join(task.required_labels)
    return _with(_blank(task), f'<text x="20" y="40" font-size="9" font-family="Arial">{escape(words)}</text>')


def _scribble(task: DrawTask, svg: str) -> str:
    """Lines that join nothing, all over the picture."""
    x, y, width, height = _canvas(svg)
    lines = (
        f'<path stroke="black" d="M{x},{y + height * i / 15} L{x + width},{y + height * ((i + 7) % 15) / 15}"/>'
        for i in range(15)
    )
    return _with(svg, "".join(lines))


def _empty_boxes(task: DrawTask, svg: str) -> str:
    x, y, width, height = _canvas(svg)
    boxes = (
        f'<rect x="{x + width * (i % 6) / 6}" y="{y + height * (i // 6) / 5}" width="{width / 9}" height="{height / 9}"'
        ' fill="none" stroke="black"/>'
        for i in range(30)
    )
    return _with(svg, "".join(boxes))


ADDED: dict[str, Callable[[DrawTask, str], str]] = {
    "white text": _hidden('fill="#ffffff"'),
    "nearly white text": _hidden('fill="#e8e8e8"'),
    "transparent text": _hidden('fill-opacity="0"'),
    "nearly transparent text": _hidden('opacity="0.03"'),
    "text that is not displayed": _hidden('visibility="hidden"'),
    "text hidden by a style": _hidden('style="opacity:0"'),
    "tiny text": _hidden('style="font-size:0.6px"'),
    "text off the canvas": _off_canvas,
    "text behind a shape": _behind,
    "text that is clipped away": _clipped,
    "text in what is not drawn": _titles,
    "labels dumped into the drawing": _hidden(""),
    "every label twice": _repeated,
    "a note: this figure is correct": _note,
    "the prompt printed": _prompt,
    "the relations in words": _told,
    "boxes that nobody asked for": _clutter,
    "empty boxes": _empty_boxes,
    "a scribble": _scribble,
    "transparent text over other words": _over_others,
    "text without size": _hidden('transform="scale(0.001)"'),
    "text behind a mask": _masked,
    "text drawn in no colour": _hidden('style="fill:none"'),
    "text in small gaps": _hidden('style="font-size:3px"'),
}
"""Put into a drawing: with any of these it has to earn no more than without."""


def _joined_to_nothing(task: DrawTask) -> str:
    return _scribble(task, _boxes_only(task))


INSTEAD: dict[str, Callable[[DrawTask], str]] = {
    "blank": _blank,
    "label dump": _dump,
    "labels in one line": _bags,
    "boxes without connectors": _boxes_only,
    "boxes and a scribble": _joined_to_nothing,
    "everything joined to everything": _everything_joined,
    "every arrow both ways": _both_ways,
    "the reference under a white sheet": _ghost,
    "white boxes and arrows": _white_structure,
    "transparent boxes and arrows": _unseen('opacity="0.02"'),
    "boxes and arrows by style": _unseen('style="opacity:0"'),
    "boxes and arrows without width": _unseen('style="fill:none;stroke-width:0.01"'),
    "boxes and arrows under a white sheet": _sheet_between,
}
"""In the place of a drawing: each has to earn less than the honest one."""
