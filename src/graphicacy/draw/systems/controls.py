"""Control systems, which need no model: they show that the scores tell right from wrong.

``reference`` draws the spec itself; ``scrambled`` is the reference with known defects; ``label-dump`` prints only the
labels, in a corner; ``blank`` is an empty picture.
"""

from __future__ import annotations

import zlib
from xml.sax.saxutils import escape

import numpy as np

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.edit.symbols import change_head, drop_edge, flip_edge, relabel
from graphicacy.diagram.edit.words import misspell
from graphicacy.diagram.model import Diagram, Head
from graphicacy.diagram.render import render
from graphicacy.draw.systems.reference import reference_diagram
from graphicacy.draw.task import DrawTask

__all__ = ["CONTROLS", "draw_control", "scramble"]

CONTROLS = ("reference", "scrambled", "label-dump", "blank")

_OTHER_HEAD = {Head.POINTED: Head.BLUNT, Head.BLUNT: Head.POINTED, Head.CIRCLE: Head.BLUNT, Head.DIAMOND: Head.BLUNT}


def draw_control(name: str, task: DrawTask, seed: int = 0) -> Drawing:
    """The drawing of one control for one task, as SVG; the same seed gives the same bytes.

    Graphviz lays the reference out, but what is scored is the picture alone: its topology is read from its lines.

    Raises:
        ValueError: there is no control of this name.
    """
    if name == "reference":
        return _picture(reference_diagram(task))
    if name == "scrambled":
        rng = np.random.default_rng([seed, zlib.crc32(task.id.encode())])
        return _picture(scramble(reference_diagram(task), rng))
    if name == "label-dump":
        return render(_label_dump(task), "svg")
    if name == "blank":
        return render(_svg(""), "svg")
    raise ValueError(f"no control {name!r}: choose one of {', '.join(CONTROLS)}")


def _picture(diagram: Diagram) -> Drawing:
    return render(render(diagram, "dot").svg or "", "svg")


def scramble(diagram: Diagram, rng: np.random.Generator) -> Diagram:
    """Known defects: of the connectors a quarter flipped, a quarter dropped and a quarter given another head, and two
    labels misspelt."""
    order = rng.permutation(len(diagram.edges))
    share = max(1, len(order) // 4)
    flipped, changed, dropped = (order[i * share : (i + 1) * share].tolist() for i in range(3))
    for index in flipped:
        diagram = flip_edge(diagram, index)
    for index in changed:
        diagram = change_head(diagram, index, _OTHER_HEAD.get(diagram.edges[index].head, Head.BLUNT))
    for index in sorted(dropped, reverse=True):
        diagram = drop_edge(diagram, index)
    named = [n for n in diagram.nodes if n.label]
    for i in rng.choice(len(named), size=min(2, len(named)), replace=False).tolist():
        diagram = relabel(diagram, named[i].id, misspell(named[i].label, rng))
    return diagram


def _label_dump(task: DrawTask) -> str:
    lines = (f'<text x="20" y="{30 + 20 * i}">{escape(label)}</text>' for i, label in enumerate(task.required_labels))
    return _svg(f'<g font-family="Arial" font-size="14">{"".join(lines)}</g>')


def _svg(content: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">'
        f'<rect width="1200" height="900" fill="#ffffff"/>{content}</svg>'
    )
