"""Edits of looks: words too small or too pale to read, and all that leaves the meaning alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from graphicacy.diagram.edit.base import Avoid, Edited, Part, shuffled
from graphicacy.diagram.edit.colours import is_grey, mix, tint, turn
from graphicacy.diagram.edit.labels import label_of, labels_of
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.layout.places import prevailing_direction
from graphicacy.diagram.model import Diagram, Direction, Group, LineStyle, Node, Shape
from graphicacy.diagram.outline import clip_to_outline, text_box
from graphicacy.diagram.paint import settled
from graphicacy.diagram.paint.looks import Looks, looks_of
from graphicacy.diagram.paint.text import fitting_size, ink_box
from graphicacy.diagram.scene import Box, Point
from graphicacy.diagram.style import Style

__all__ = ["fade_text", "mirror", "recolour", "relay", "scale", "set_font", "set_ground", "shrink_text", "thicken"]

_SMALL = 0.3, 0.0035  # of words that cannot be read: of their size before, and of the canvas's longer side
_PALE = 0.1  # share of the words' colour that is left on their ground
_GROUNDS = ("#f6f1e4", "#eaf1f7", "#eef5ea")
_LARGEST = 2_000  # pixels: a larger canvas is scaled down
_OTHER_SIDE: dict[str, Literal["left", "center", "right"]] = {"left": "right", "right": "left", "center": "center"}
LayOut = Callable[[Diagram, Direction], Layout | None]


def shrink_text(layout: Layout, key: Part) -> Edited:
    """The words of one part are too small to read at any usual size of the picture."""
    layout = settled(layout)
    longest = max(layout.scene.width, layout.scene.height)
    size = max(1.0, min(_SMALL[0] * layout.lettering[key].size, _SMALL[1] * longest))
    return _relettered(layout, key, replace(layout.lettering[key], size=round(size, 2)), "small-text", "too small")


def fade_text(layout: Layout, key: Part) -> Edited:
    """The words of one part can hardly be told from their ground."""
    layout = settled(layout)
    ground = _ground(layout, key)
    dark = looks_of(layout, None).ink(None, ground)
    return _relettered(
        layout, key, replace(layout.lettering[key], color=mix(ground, dark, _PALE)), "low-contrast", "too pale"
    )


def mirror(layout: Layout) -> Edited:
    """Left and right change places; words read as before."""
    layout = settled(layout)
    wide = layout.scene.width

    def box(b: Box) -> Box:
        return Box(wide - b.x1, b.y0, wide - b.x0, b.y1)

    def side(t: Lettering) -> Lettering:
        return replace(t, align=_OTHER_SIDE[t.align], rotation=-t.rotation if t.rotation else 0.0)

    after, direction = layout.mapped(box, lambda p: (wide - p[0], p[1])), layout.diagram.direction
    after = replace(
        after,
        diagram=replace(after.diagram, direction=direction and direction.mirrored),
        lettering={key: side(t) for key, t in after.lettering.items()},
        ornaments=tuple(
            replace(o, rotation=-o.rotation if o.rotation else 0.0, lettering=o.lettering and side(o.lettering))
            for o in after.ornaments
        ),
    )
    return _harmless(_on_outlines(after, Shape.PARALLELOGRAM), "mirrored", "left and right have changed places")


def scale(layout: Layout, factor: float) -> Edited:
    """Everything is larger or smaller by one factor, the canvas too."""
    layout = _captioned(settled(layout))

    def point(p: Point) -> Point:
        return p[0] * factor, p[1] * factor

    def larger(t: Lettering) -> Lettering:
        return replace(t, size=t.size * factor)

    after = _lines(layout, factor).mapped(lambda b: b.scale(factor), point)
    after = replace(
        after,
        scene=replace(after.scene, width=after.scene.width * factor, height=after.scene.height * factor),
        lettering={key: larger(t) for key, t in after.lettering.items()},
        ornaments=tuple(replace(o, lettering=o.lettering and larger(o.lettering)) for o in after.ornaments),
    )
    return _harmless(_on_outlines(after, Shape.ROUNDED), "scaled", f"everything is {factor:g} times as large")


def thicken(layout: Layout, factor: float) -> Edited:
    """All lines and borders are wider by one factor."""
    return _harmless(_lines(settled(layout), factor), "thicker", f"all lines are {factor:g} times as wide")


def set_font(layout: Layout, font: str) -> Edited:
    """Words are set in another font (sans, serif or mono), smaller where they would no longer fit."""
    layout, labels = settled(layout), layout.diagram.labels()

    def fit(label: str, t: Lettering) -> Lettering:
        if fitting_size(label, t.box, t.size, t.bold) < t.size:
            return t  # it did not fit before
        return replace(t, size=fitting_size(label, t.box, t.size, t.bold, font))

    def said(key: Part) -> str:
        return layout.diagram.edges[key].label if isinstance(key, int) else labels.get(key, "")

    after = replace(layout, lettering={key: fit(said(key), t) for key, t in layout.lettering.items()})
    return replace(_harmless(after, "font", f"words are set in a {font} font"), style=Style(font=font))


def set_ground(layout: Layout, color: str) -> Edited:
    """The ground has another colour."""
    return _harmless(replace(layout, background=color), "ground", f"the ground has the colour {color}")


def recolour(layout: Layout, degrees: float) -> Edited:
    """All hues turn by one angle, so that equal colours stay equal and others differ; lightness stays.

    A picture in grey gets lines and borders of one hue.
    """
    grey = all(is_grey(color) for color in _colors(layout))
    change = (lambda color: color) if grey else (lambda color: turn(color, degrees))
    line = (lambda color: tint(color, degrees)) if grey else change
    return _harmless(_painted(layout, change, line, grey), "recoloured", "colours have been exchanged throughout")


def relay(layout: Layout, lay_out: LayOut) -> Edited | None:
    """The same diagram laid out anew, across if it ran down before, else down, by what is given; None if it cannot."""
    ran = prevailing_direction((route[0], route[-1]) for route in layout.scene.routes if route)
    after = lay_out(layout.diagram, Direction.DOWN if ran in (Direction.LEFT, Direction.RIGHT) else Direction.RIGHT)
    return None if after is None else _harmless(after, "relaid", "the same diagram is laid out anew")


def _harmless(layout: Layout, edit: str, what: str) -> Edited:
    return Edited(layout, edit, False, what, (Box(0, 0, layout.scene.width, layout.scene.height),))


def _relettered(layout: Layout, key: Part, lettering: Lettering, edit: str, how: str) -> Edited:
    label = label_of(layout, key)
    box = ink_box(label, layout.lettering[key]) or lettering.box
    labels = dict(layout.scene.labels)
    if isinstance(key, int):
        labels[key] = ink_box(label, lettering) or lettering.box
    after = replace(layout, lettering={**layout.lettering, key: lettering}, scene=replace(layout.scene, labels=labels))
    return Edited(after, edit, True, f"the label “{label}” is {how} to read", (box,), frozenset([key]))


def _ground(layout: Layout, key: Part) -> str:
    """The colour behind the words of a part."""
    if isinstance(key, int):
        return layout.background
    diagram, scene = layout.diagram, layout.scene
    place = (ink_box(label_of(layout, key), layout.lettering[key]) or layout.lettering[key].box).center
    fills = [(scene.nodes[n.id], n.fill) for n in diagram.nodes] + [
        (scene.groups[g.id], g.fill) for g in diagram.groups
    ]
    fills += [(o.box, o.fill) for o in layout.ornaments if o.behind]
    below = [(box.area, fill) for box, fill in fills if fill and box.holds(place)]
    return min(below)[1] if below else layout.background


def _on_outlines(layout: Layout, shape: Shape) -> Layout:
    """Routes end on these outlines again, which do not grow with their box (rounded) or are not turned with it."""
    boxes = {n.id: layout.scene.nodes[n.id] for n in layout.diagram.nodes if n.shape is shape}
    routes = list(layout.scene.routes)
    for i, edge in enumerate(layout.diagram.edges):
        if edge.source in boxes:
            routes[i] = clip_to_outline(routes[i], shape, boxes[edge.source])
        if edge.target in boxes:
            routes[i] = clip_to_outline(routes[i], shape, boxes[edge.target], at_end=True)
    return replace(layout, scene=replace(layout.scene, routes=tuple(routes)))


def _captioned(layout: Layout) -> Layout:
    """Every ornament's words with their lettering, as ``settled`` does it for labels."""
    size = looks_of(layout, None).size

    def words(o: Ornament) -> Lettering | None:
        room = text_box(o.shape, o.box)
        return o.lettering or (Lettering(room, fitting_size(o.label, room, size)) if o.label else None)

    return replace(layout, ornaments=tuple(replace(o, lettering=words(o)) for o in layout.ornaments))


def _lines(layout: Layout, factor: float) -> Layout:
    """Every line and border wider by a factor, also those that nothing was said of."""
    looks: Looks = looks_of(layout, None)

    def width(said: float | None, line: LineStyle) -> float:
        return min(1_000.0, looks.width(said, line) * factor)

    d = layout.diagram
    diagram = replace(
        d,
        nodes=tuple(replace(n, border_width=width(n.border_width, n.border)) for n in d.nodes),
        edges=tuple(replace(e, width=width(e.width, e.line)) for e in d.edges),
        groups=tuple(replace(g, border_width=width(g.border_width, g.border)) for g in d.groups),
    )
    marks = tuple(replace(o, border_width=width(o.border_width, o.border)) for o in layout.ornaments)
    return replace(layout, diagram=diagram, ornaments=marks)


def _colors(layout: Layout) -> Iterator[str]:
    """Every colour that is said."""
    d = layout.diagram
    items: tuple[Node | Group | Ornament, ...] = (*d.nodes, *d.groups, *layout.ornaments)
    found: list[str | None] = [c for item in items for c in (item.fill, item.stroke)]
    found += [e.color for e in d.edges]
    found += [t.color for t in (*layout.lettering.values(), *(o.lettering for o in layout.ornaments)) if t]
    yield from (color for color in found if color)


def _painted(layout: Layout, change: Callable[[str], str], line: Callable[[str], str], every_line: bool) -> Layout:
    """Fills and words through ``change``, lines and borders through ``line``; ``every_line``, also those not said."""
    palette = looks_of(layout, None).palette

    def lined(said: str | None, usual: str) -> str | None:
        said = said or (usual if every_line else None)
        return line(said) if said else None

    def filled(said: str | None) -> str | None:
        return change(said) if said else None

    def words(t: Lettering) -> Lettering:
        return replace(t, color=change(t.color))

    d = layout.diagram
    diagram = replace(
        d,
        nodes=tuple(
            replace(
                n, fill=filled(n.fill), stroke=n.stroke if n.shape is Shape.TEXT else lined(n.stroke, palette.stroke)
            )
            for n in d.nodes
        ),
        edges=tuple(replace(e, color=lined(e.color, palette.line)) for e in d.edges),
        groups=tuple(replace(g, fill=filled(g.fill), stroke=lined(g.stroke, palette.group_stroke)) for g in d.groups),
    )
    marks = tuple(
        replace(
            o,
            fill=filled(o.fill),
            stroke=lined(o.stroke, palette.line) if o.stroke or o.shape is not Shape.TEXT or o.points else o.stroke,
            lettering=o.lettering and words(o.lettering),
        )
        for o in layout.ornaments
    )
    lettering = {key: words(t) for key, t in layout.lettering.items()}
    return replace(layout, diagram=diagram, lettering=lettering, ornaments=marks)


# What follows picks a place, or an amount, at random.


def some_small(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A label is too small to read."""
    keys = shuffled(labels_of(layout, avoid), rng)
    return shrink_text(layout, keys[0]) if keys else None


def some_pale(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A label is too pale to read."""
    keys = shuffled(labels_of(layout, avoid), rng)
    return fade_text(layout, keys[0]) if keys else None


def some_mirror(layout: Layout, _rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """Left and right change places."""
    return mirror(layout)


def some_scale(layout: Layout, rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """Everything is larger, or smaller if the canvas is large."""
    large = max(layout.scene.width, layout.scene.height) > _LARGEST
    return scale(layout, float(rng.choice((0.6, 0.7, 0.8) if large else (1.25, 1.5, 1.75))))


def some_thicker(layout: Layout, rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """Lines are wider."""
    return thicken(layout, float(rng.choice((1.75, 2.0, 2.5))))


def some_font(layout: Layout, rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """Words are in another font."""
    return set_font(layout, str(rng.choice(("serif", "mono"))))


def some_ground(layout: Layout, rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """The ground of a white picture is tinted."""
    return set_ground(layout, str(rng.choice(_GROUNDS))) if layout.background.lower() == "#ffffff" else None


def some_recolour(layout: Layout, rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """Hues turn by an angle at which no two colours become one."""
    before = set(_colors(layout))
    for degrees in shuffled(range(60, 301, 20), rng):
        if len({turn(color, degrees) for color in before}) == len(before):
            return recolour(layout, degrees)
    return None


def some_relaid(layout: Layout, _rng: np.random.Generator, _avoid: Avoid) -> Edited | None:
    """The diagram is laid out anew, if all that the picture says is in the diagram."""
    hidden = any(n.shape is Shape.ANCHOR or n.attached_to is not None for n in layout.diagram.nodes)
    if hidden or any(o.label for o in layout.ornaments):
        return None
    from graphicacy.diagram.edit.engine import by_graphviz

    return relay(layout, by_graphviz)
