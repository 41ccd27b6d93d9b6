"""Figures for tests of reading: a diagram or a source, drawn. Imported as ``read.figures``: drawing has its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from graphicacy.diagram import notations
from graphicacy.diagram.affine import scaling
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.layout.of import layout_of
from graphicacy.diagram.model import Diagram
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.transform import moved
from graphicacy.read.corpus.entry import Entry, Kind, Meaning
from graphicacy.read.figure import Draw, Figure

RENDERINGS = ("mermaid", "graphviz", "author")
_ENGINES = {"mermaid": "merman", "graphviz": "graphviz"}


def figure_of(
    what: str | Diagram | Layout,
    rendering: str = "graphviz",
    *,
    kind: Kind = Kind.PROCESS,
    meanings: Sequence[Meaning] = (),
    title: str = "A test",
    domain: str = "computing",
) -> Figure:
    """A Mermaid or DOT source, a diagram or a layout as one of ``RENDERINGS`` draws it.

    "author" paints a layout where it is; one for anything else comes from Graphviz.
    """
    if isinstance(what, str):
        notation = notations.notation_of(what, "-")
        if notation is None:
            raise ValueError(f"neither Mermaid nor DOT: {what[:40]!r}")
        what = notations.read(what, notation)
    layout = what if isinstance(what, Layout) else None
    diagram = what if isinstance(what, Diagram) else what.diagram
    entry = Entry("test/it", title, domain, "test", kind, diagram, tuple(meanings), layout=layout)
    drawing = _drawn(what, rendering)
    assert drawing.diagram is not None
    assert drawing.scene is not None
    assert [n.id for n in drawing.diagram.nodes] == [n.id for n in diagram.nodes]
    assert [(e.source, e.target) for e in drawing.diagram.edges] == [(e.source, e.target) for e in diagram.edges]
    return Figure(entry, rendering, drawing.diagram, drawing.scene, drawing, partial(_drawn, rendering=rendering))


def _drawn(what: Diagram | Layout, rendering: str) -> Drawing:
    return _of_diagram(what, rendering) if isinstance(what, Diagram) else render(what)


@lru_cache(maxsize=64)
def _of_diagram(diagram: Diagram, rendering: str) -> Drawing:
    if rendering != "author":
        return render(diagram, engine=_ENGINES[rendering])
    laid = render(diagram)
    assert laid.diagram is not None
    assert laid.scene is not None
    scale = 1 / laid.scale
    scene = moved(laid.scene, scaling(scale), laid.width * scale, laid.height * scale)
    return render(layout_of(laid.diagram, scene))


def scene_figure(
    diagram: Diagram, scene: Scene | None = None, draw: Draw = render, layout: Layout | None = None
) -> Figure:
    """A figure without pixels, where its scene is (the unit square for all parts, if none is given): no engine runs."""
    unit = Box(0, 0, 1, 1)
    scene = scene or Scene(
        1,
        1,
        {n.id: unit for n in diagram.nodes},
        tuple(((0.0, 0.0), (1.0, 1.0)) for _ in diagram.edges),
        {g.id: unit for g in diagram.groups},
    )
    drawing = Drawing(b"", int(scene.width), int(scene.height), diagram=diagram, scene=scene, layout=layout)
    entry = Entry("test/it", "A test", "computing", "test", Kind.PROCESS, diagram, layout=layout)
    return Figure(entry, "graphviz", diagram, scene, drawing, draw)
