"""A diagram with a layout → SVG: small, deterministic, with live text, nothing moved from where the layout has it.

Of a ``Style``, palette, font, font size and line width apply to what the layout leaves unsaid. Spacing, direction and
curve do not: they would move what the layout's scene places.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphicacy.diagram.fonts import family
from graphicacy.diagram.layout import HeadForm, Layout, Ornament
from graphicacy.diagram.model import Group, LineStyle, Node, Shape
from graphicacy.diagram.paint.check import check
from graphicacy.diagram.paint.edges import line_elements
from graphicacy.diagram.paint.grounds import Grounds
from graphicacy.diagram.paint.layers import Layers, layers_of
from graphicacy.diagram.paint.lettering import lettered
from graphicacy.diagram.paint.lines import Lines
from graphicacy.diagram.paint.looks import Looks, looks_of
from graphicacy.diagram.paint.ornaments import ornament_elements
from graphicacy.diagram.paint.shapes import shape_element
from graphicacy.diagram.paint.svg import attributes, number
from graphicacy.diagram.paint.text import ink_box, text_element
from graphicacy.diagram.style import Style

__all__ = ["paint", "settled"]

_FALLBACKS = {
    "sans": "Arial, Helvetica, sans-serif",
    "serif": "Georgia, Times, serif",
    "mono": "Menlo, Consolas, monospace",
}


def paint(layout: Layout, style: Style | None = None) -> str:
    """SVG 1.1 of a layout, where node ``i`` of the diagram has the id ``node-i``, and so on for ``group`` and ``edge``.

    Frames and what is ``behind`` lie at the back, the larger lower; then come edges, nodes, ornaments, words of edges.
    Raises ``BadDrawing`` for a layout that cannot be drawn: a part without a place, a number that is none, too many
    parts.
    """
    check(layout)
    looks = looks_of(layout, style)
    return _Painter(lettered(layout, looks), looks).svg()


def settled(layout: Layout, style: Style | None = None) -> Layout:
    """The layout as ``paint`` draws it: every label with its lettering, and ``scene.labels`` with the boxes of words.

    Raises ``BadDrawing`` as ``paint`` does.
    """
    check(layout)
    return lettered(layout, looks_of(layout, style))


class _Painter:
    """One layout, all of whose labels have a lettering, and its looks."""

    def __init__(self, layout: Layout, looks: Looks) -> None:
        self.layout = layout
        self.looks = looks
        self.nodes = {node.id: node for node in layout.diagram.nodes}
        self.grounds = Grounds(layout, looks)

    def svg(self) -> str:
        scene, looks = self.layout.scene, self.looks
        width, height = number(scene.width), number(scene.height)
        root = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="{family(looks.font)}, {_FALLBACKS[looks.font]}" text-anchor="middle">'
        )
        ground = f'<rect width="{width}" height="{height}" fill="{looks.ground}"/>'
        return "\n".join([root, ground, *filter(None, self._elements(layers_of(self.layout))), "</svg>", ""])

    def _elements(self, layers: Layers) -> Iterator[str]:
        for part in layers.back:
            if isinstance(part, Ornament):
                yield from self._ornament(part)
            elif isinstance(part[1], Group):
                yield from self._group(part[0], part[1])
            else:
                yield from self._node(part[0], part[1], self.looks.fill(part[1]))
        for index in range(len(self.layout.diagram.edges)):
            yield from self._edge(index)
        for index, node in layers.nodes:
            yield from self._node(index, node, self.looks.fill(node) or self._cover(node))
        for ornament in layers.front:
            yield from self._ornament(ornament)
        if any(edge.label for edge in self.layout.diagram.edges):
            yield from self._edge_words()

    def _group(self, index: int, group: Group) -> Iterator[str]:
        fill = self.looks.fill(group)
        paint = self._paint(group, fill)
        if paint:
            yield shape_element(Shape.RECTANGLE, self.layout.scene.groups[group.id], f' id="group-{index}"{paint}')
        yield self._words(group.id, group.label, fill)

    def _node(self, index: int, node: Node, fill: str | None) -> Iterator[str]:
        paint = self._dot(node) if node.shape in (Shape.POINT, Shape.ANCHOR) else self._paint(node, fill)
        if paint:
            yield shape_element(node.shape, self.layout.scene.nodes[node.id], f' id="node-{index}"{paint}')
        yield self._words(node.id, node.label, fill or self.grounds.below(self.layout.scene.nodes[node.id]))

    def _cover(self, node: Node) -> str | None:
        """The colour of what a node stands on, where it says no colour at all: so that lines do not run through it."""
        if node.stroke or self.looks.stroke(node) is None:
            return None
        return self.grounds.below(self.layout.scene.nodes[node.id]) or self.looks.ground

    def _paint(self, part: Node | Group, fill: str | None) -> str:
        """Attributes of an outline; none where nothing of it is painted."""
        stroke = self.looks.stroke(part)
        if not (fill or stroke):
            return ""
        return attributes(fill, stroke, self.looks.width(part.border_width, part.border), part.border)

    def _dot(self, node: Node) -> str:
        """Attributes of a junction; none for a place on a line, and for one whose border is invisible."""
        bare = node.shape is Shape.ANCHOR or (node.border is LineStyle.INVISIBLE and not node.fill)
        return "" if bare else attributes(node.fill or self.looks.line_color(node.stroke), None)

    def _edge(self, index: int) -> list[str]:
        edge, looks, layout = self.layout.diagram.edges[index], self.looks, self.layout
        return line_elements(
            layout.scene.routes[index],
            (edge.tail, layout.tails.get(index, HeadForm.FILLED)),
            (edge.head, layout.heads.get(index, HeadForm.FILLED)),
            edge.line,
            looks.width(edge.width, edge.line),
            looks.line_color(edge.color),
            looks.ground,
            f' id="edge-{index}"',
        )

    def _ornament(self, ornament: Ornament) -> list[str]:
        owner = self.nodes.get(ornament.of) if ornament.of is not None else None
        if owner is None:
            return ornament_elements(ornament, self.looks, self.looks.line_color(ornament.stroke))
        color = self.looks.line_color(ornament.stroke or owner.stroke, self.looks.palette.stroke)
        return ornament_elements(ornament, self.looks, color)

    def _words(self, key: str, label: str, ground: str | None) -> str:
        if not label:
            return ""
        lettering = self.layout.lettering[key]
        return text_element(label, lettering, self.looks.ink(lettering.color, ground), self.looks.font)

    def _edge_words(self) -> Iterator[str]:
        """The labels of edges, with a ground where a line runs through the words."""
        looks, lines = self.looks, Lines(self.layout)
        for index, edge in enumerate(self.layout.diagram.edges):
            if not edge.label or edge.line is LineStyle.INVISIBLE:
                continue
            lettering = self.layout.lettering[index]
            box = ink_box(edge.label, lettering, looks.font)
            below = self.grounds.below(box) if box is not None else None
            if box is not None and lines.through(box):
                yield shape_element(Shape.RECTANGLE, box.pad(1), f' fill="{below or looks.ground}"')
            yield text_element(edge.label, lettering, looks.ink(lettering.color, below), looks.font)
