"""Looks of nodes and arrows that every reader of a picture sees alike: fill, border, shape; line, colour, head.

A trait is offered only where it is certain of *each* node, or arrow, whether it has it. So none is offered

- of a colour that some part has in a shade which only some readers would call so, or that two different shades share;
- of any colour where some part has several;
- of a border or line that is too thin, or too much like its fill or ground, for its colour or its dashes to be seen;
- of a broken border, where Mermaid draws one around a stadium, whose ends stay solid;
- of a shape that is drawn like another one that is there: Graphviz paints a stadium as a rounded rectangle, an ellipse
  may be as good as a circle, and any outline may hide behind ``POLYGON``;
- of a thick line, where widths do not fall into two clear classes.

Dashed and dotted are one trait, since engines paint one as others paint the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress

from graphicacy.diagram.colors import FILLS, LINES, color_name, may_be_called
from graphicacy.diagram.contrast import WHITE, contrast
from graphicacy.diagram.model import Edge, Head, LineStyle, Node, Shape
from graphicacy.read.figure import Figure

__all__ = ["EDGE_TRAITS", "NODE_TRAITS", "Key", "Trait", "edge_traits", "node_traits"]

_BROKEN = (LineStyle.DASHED, LineStyle.DOTTED)
_PLAIN_COLOURS = frozenset(["red", "green", "blue"])  # seen even in a line one pixel wide
_LEAST_WIDTH, _COLOUR_WIDTH = 0.9, 1.3  # pixels: of a line whose dashes, and whose colour, can be seen
_SEEN = 1.4  # least contrast of a border with what is on both its sides, of a line with its ground
_THICKER, _ALIKE = 1.7, 1.2  # how many times as wide thick lines are, and how far widths of one class differ
_ROUND, _OVAL = 1.04, 1.25  # longer side by shorter: most of a circle, least of an ellipse
_SHAPES = {  # what is asked: its words, the shapes that count, and those beside which it is not asked
    "rounded": (
        "are rectangles with rounded corners or rounded ends",
        (Shape.ROUNDED, Shape.STADIUM),
        (Shape.ELLIPSE, Shape.POLYGON),
    ),
    "ellipse": ("are ellipses (ovals)", (Shape.ELLIPSE,), (Shape.CIRCLE, Shape.STADIUM, Shape.POINT, Shape.POLYGON)),
    "circle": ("are circles", (Shape.CIRCLE,), (Shape.ELLIPSE, Shape.POINT, Shape.POLYGON)),
    "diamond": ("are diamonds", (Shape.DIAMOND,), (Shape.POLYGON,)),
    "hexagon": ("are hexagons", (Shape.HEXAGON,), (Shape.POLYGON,)),
    "parallelogram": (
        "are parallelograms with slanted sides",
        (Shape.PARALLELOGRAM,),
        (Shape.TRAPEZIUM, Shape.POLYGON),
    ),
    "trapezium": ("are trapeziums", (Shape.TRAPEZIUM,), (Shape.PARALLELOGRAM, Shape.POLYGON)),
    "triangle": ("are triangles", (Shape.TRIANGLE,), (Shape.POLYGON,)),
    "cylinder": ("are cylinders", (Shape.CYLINDER,), (Shape.POLYGON,)),
}
_HEADS = {  # likewise; Graphviz paints a cross as a bar
    "blunt": ("end in a bar across the line", Head.BLUNT, Head.CROSS),
    "circle": ("end in a circle", Head.CIRCLE, None),
    "diamond": ("end in a diamond", Head.DIAMOND, None),
    "cross": ("end in a cross", Head.CROSS, Head.BLUNT),
}
_PAINTS_CROSSES = frozenset(["merman", "chromium", "author"])
_ROUNDS_SOLID = frozenset(["merman", "chromium"])  # their stadiums have solid ends, whatever the border's style
_FILLS = tuple(dict.fromkeys([*FILLS, "pink", "brown"]))
_COLOURS = tuple(dict.fromkeys([*LINES, "pink", "brown"]))
Key = tuple[str, str]

NODE_TRAITS: tuple[Key, ...] = (
    *(("fill", name) for name in _FILLS),
    *(("stroke", name) for name in _COLOURS),
    ("border", "broken"),
    ("border", "thick"),
    *(("shape", name) for name in _SHAPES),
)
EDGE_TRAITS: tuple[Key, ...] = (
    *(("color", name) for name in _COLOURS),
    ("line", "broken"),
    ("line", "thick"),
    *(("head", name) for name in _HEADS),
)


@dataclass(frozen=True, slots=True)
class Trait:
    """A look: ``key`` is in ``NODE_TRAITS`` or ``EDGE_TRAITS``; ``words`` go on after "Which nodes …" or "arrows …".

    ``having`` says of each node, in the order of ``diagram.nodes``, or of each edge likewise, whether it has it.
    """

    key: Key
    words: str
    having: tuple[bool, ...]


def node_traits(figure: Figure) -> dict[Key, Trait]:
    """The looks that are certain of all nodes of a figure, those that none of them has among them."""
    nodes = figure.diagram.nodes
    grounds = [_ground(figure, node) for node in nodes]
    found = [
        *(() if "fill" in figure.mixed else _fills(nodes, grounds)),
        *_borders(figure, nodes, grounds),
        *_shapes(figure, nodes),
    ]
    return {trait.key: trait for trait in found}


def edge_traits(figure: Figure) -> dict[Key, Trait]:
    """The looks that are certain of all edges of a figure, those that none of them has among them."""
    edges, scale = figure.diagram.edges, figure.drawing.scale
    ground = _page(figure)
    widths = [None if e.width is None else e.width * scale for e in edges]
    pens = [_Pen(e.color, width, (ground,)) for e, width in zip(edges, widths, strict=True)]
    found = [
        *(() if "color" in figure.mixed else _coloured("color", "have {} line", pens)),
        *_broken(("line", "broken"), "have a dashed or dotted line", [e.line for e in edges], pens),
        *_thick(("line", "thick"), "have a line that is clearly thicker than those of the others", widths),
        *_heads(figure, edges),
    ]
    return {trait.key: trait for trait in found}


@dataclass(frozen=True, slots=True)
class _Pen:
    """What a line is drawn with: colour, width in pixels of the picture, colours beside it. No colour: unknown."""

    color: str | None
    width: float | None
    beside: tuple[str, ...]

    def shows(self, least: float) -> bool:
        """Whether a line at least so wide can be told from what it lies on."""
        wide = self.width is not None and self.width >= least
        return wide and self.color is not None and all(contrast(self.color, c) >= _SEEN for c in self.beside)

    def lies_on(self, name: str) -> bool:
        """Whether what is beside the line may be called so."""
        return any(may_be_called(color, name) for color in self.beside)


def _fills(nodes: Sequence[Node], grounds: Sequence[str]) -> Iterator[Trait]:
    colors = [node.fill for node in nodes]
    distinct = {color for color in colors if color is not None}
    bare = {ground for color, ground in zip(colors, grounds, strict=True) if color is None}
    for name in _FILLS:
        if not any(may_be_called(ground, name) for ground in bare):
            yield from _named(("fill", name), f"have {_a(name)} fill", colors, distinct)


def _named(key: Key, words: str, colors: Sequence[str | None], distinct: Collection[str]) -> Iterator[Trait]:
    """The trait of having a colour that is called so; None is no colour."""
    shades = [color for color in distinct if may_be_called(color, key[1])]
    if not shades:
        yield Trait(key, words, (False,) * len(colors))
    elif len(shades) == 1 and (known := color_name(shades[0])) is not None and known.clear:
        yield Trait(key, words, tuple(color == shades[0] for color in colors))


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _borders(figure: Figure, nodes: Sequence[Node], grounds: Sequence[str]) -> Iterator[Trait]:
    bare = [n.border is LineStyle.INVISIBLE or n.shape in (Shape.TEXT, Shape.ANCHOR, Shape.POINT) for n in nodes]
    scale = figure.drawing.scale
    widths = [None if n.border_width is None else n.border_width * scale for n in nodes]
    drawn = [not b for b in bare]
    pens = [
        _Pen(node.stroke, width, (ground, node.fill or ground))
        for node, width, ground in zip(nodes, widths, grounds, strict=True)
    ]
    some = list(compress(pens, drawn))
    spread = partial(_spread, drawn=drawn)
    yield from map(spread, _coloured("stroke", "have {} border", some))
    styles = [n.border for n in compress(nodes, drawn)]
    if not (figure.drawing.engine in _ROUNDS_SOLID and any(_is_broken_stadium(n) for n in nodes)):
        yield from map(spread, _broken(("border", "broken"), "have a dashed or dotted border", styles, some))
    words = "have a border that is clearly thicker than those of the others"
    yield from map(spread, _thick(("border", "thick"), words, list(compress(widths, drawn))))


def _is_broken_stadium(node: Node) -> bool:
    return node.shape is Shape.STADIUM and node.border in _BROKEN


def _spread(trait: Trait, drawn: Sequence[bool]) -> Trait:
    """A trait of those that are drawn as a trait of all: what has no border has no dashed one."""
    having = iter(trait.having)
    return Trait(trait.key, trait.words, tuple(is_drawn and next(having) for is_drawn in drawn))


def _coloured(look: str, words: str, pens: Sequence[_Pen]) -> Iterator[Trait]:
    """Traits of the colours of lines, all of which must be known, wide enough for a name, and on other colours."""
    kinds = set(pens)
    if not all(pen.shows(_LEAST_WIDTH) for pen in kinds):
        return
    fine = all(pen.shows(_COLOUR_WIDTH) for pen in kinds)
    colors = [pen.color for pen in pens]
    distinct = {color for color in colors if color is not None}
    for name in _COLOURS:
        lost = any(pen.color and may_be_called(pen.color, name) and pen.lies_on(name) for pen in kinds)
        if (fine or name in _PLAIN_COLOURS) and not lost:
            yield from _named((look, name), words.format(_a(name)), colors, distinct)


def _broken(key: Key, words: str, styles: Sequence[LineStyle], pens: Sequence[_Pen]) -> Iterator[Trait]:
    broken = tuple(style in _BROKEN for style in styles)
    if all(pen.shows(_LEAST_WIDTH) for pen in set(compress(pens, broken))):
        yield Trait(key, words, broken)


def _thick(key: Key, words: str, widths: Sequence[float | None]) -> Iterator[Trait]:
    """The trait of being thick, where widths fall into two classes, or one."""
    known = [width for width in widths if width is not None]
    if len(known) < len(widths) or not known or min(known) <= 0:
        return
    limit = _THICKER * min(known)
    thick = tuple(width >= limit for width in known)
    classes = [list(compress(known, thick)), [w for w in known if w < limit]]
    if all(max(c) <= _ALIKE * min(c) for c in classes if c):
        yield Trait(key, words, thick)


def _shapes(figure: Figure, nodes: Sequence[Node]) -> Iterator[Trait]:
    there = {node.shape for node in nodes}
    crowded = {Shape.RECTANGLE, Shape.ROUNDED} <= there  # small corners: some readers call both rectangles
    uneven = any(_is_uneven(figure, node) for node in nodes)
    for name, (words, shapes, beside) in _SHAPES.items():
        doubtful = (name == "rounded" and crowded) or (name in ("circle", "ellipse") and uneven)
        if not doubtful and there.isdisjoint(beside):
            yield Trait(("shape", name), words, tuple(node.shape in shapes for node in nodes))


def _is_uneven(figure: Figure, node: Node) -> bool:
    """Whether a circle is drawn as an oval, or an ellipse nearly as a circle."""
    box = figure.scene.nodes.get(node.id)
    if box is None or node.shape not in (Shape.CIRCLE, Shape.ELLIPSE):
        return False
    short, long = sorted((box.width, box.height))
    return long > _ROUND * short if node.shape is Shape.CIRCLE else long < _OVAL * short


def _heads(figure: Figure, edges: Sequence[Edge]) -> Iterator[Trait]:
    marks = [(edge.head, edge.tail) for edge in edges]
    there = {head for pair in marks for head in pair}
    for name, (words, head, beside) in _HEADS.items():
        painted = head is not Head.CROSS or figure.drawing.engine in _PAINTS_CROSSES
        unlike = Head.CROSS not in there or figure.drawing.engine in _PAINTS_CROSSES or name not in ("blunt", "cross")
        if painted and unlike and beside not in there:
            yield Trait(("head", name), words, tuple(head in pair for pair in marks))


def _page(figure: Figure) -> str:
    layout = figure.drawing.layout
    return layout.background if layout is not None else WHITE


def _ground(figure: Figure, node: Node) -> str:
    """What a node stands on: the innermost frame around it that is filled, or the page."""
    groups = {group.id: group for group in figure.diagram.groups}
    at, seen = node.group, set[str]()
    while at in groups and at not in seen:
        seen.add(at)
        if (fill := groups[at].fill) is not None:
            return fill
        at = groups[at].parent
    return _page(figure)
