"""An entry of a corpus → pictures of it by several engines, each told under the entry's own ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphicacy.diagram.compare.symbols import turned
from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.engines.mermaid_of import source_of
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, Node
from graphicacy.diagram.render import Laid, lay_out, picture, render
from graphicacy.diagram.style import Style
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.figure import Draw, Figure, fold
from graphicacy.read.legibility import illegible, unclear_places

__all__ = ["RENDERINGS", "draw_figure", "figure_of", "renderings_of", "sources_of", "told_as", "wider_styles"]

RENDERINGS = {
    "mermaid": "merman",
    "graphviz": "graphviz",
    "mermaid-turned": "merman",
    "graphviz-turned": "graphviz",
    "author": "author",
}
_TURNED = {Direction.RIGHT: Direction.DOWN, Direction.LEFT: Direction.DOWN}  # all others: to the right


def renderings_of(entry: Entry, with_turned: bool = False) -> tuple[str, ...]:
    """Names in ``RENDERINGS`` of the pictures that can be made of an entry.

    Mermaid's and Graphviz's always, the author's where there are positions. ``with_turned`` adds each engine's in
    another direction: the same graph, laid out otherwise.
    """
    turned_too = ("mermaid-turned", "graphviz-turned") if with_turned else ()
    return ("mermaid", "graphviz", *turned_too, *(("author",) if entry.layout is not None else ()))


def sources_of(entry: Entry) -> tuple[str, str]:
    """The entry as Mermaid and as DOT: the author's texts, else ours."""
    return entry.mermaid or source_of(entry.diagram)[0], entry.dot or write_dot(entry.diagram)


def draw_figure(entry: Entry, rendering: str, style: Style | None = None) -> Figure:
    """Draw an entry by the engine of a rendering so that every arrow can be followed, with wider gaps if need be.

    Raises ``BadEntry`` where the engine refuses it, draws something else than the entry says, or lays it out so that
    it cannot be read, and ``KeyError`` for an unknown rendering.
    """
    engine = RENDERINGS[rendering]
    style = _turned(entry, style) if rendering.endswith("-turned") else style
    try:
        if engine == "author":
            if entry.layout is None:
                raise ValueError("its author gave no positions")
            drawing = render(entry.layout, style=style)
        else:
            drawing, style = _clear(entry, engine, style)
    except (BadDrawing, ValueError) as error:
        if isinstance(error, BadEntry):
            raise
        raise BadEntry(f"{entry.id}: {engine} cannot draw it: {error}", "not drawn") from None
    figure = _figure(entry, rendering, drawing, _drawer(engine, style))
    causes = illegible(figure)
    if causes:
        raise BadEntry(f"{entry.id}: its picture by {engine} has {causes[0]}", causes[0])
    return figure


def figure_of(entry: Entry, drawing: Drawing) -> Figure:
    """The figure of a drawing that is there already, of this entry's diagram. Raises ``BadEntry`` as above."""
    engine = drawing.engine or "graphviz"
    rendering = next((name for name, one in RENDERINGS.items() if one == engine), engine)
    return _figure(entry, rendering, drawing, _drawer(engine if engine in RENDERINGS.values() else "author", None))


def told_as(drawing: Drawing, diagram: Diagram) -> Drawing:
    """The drawing under the ids, in the order and with the edges the way round that ``diagram`` has.

    Nodes and groups are those of the same id, or, where the ids differ, of the same label. Raises ``BadDrawing`` where
    the picture shows another graph.
    """
    drawn, scene = drawing.diagram, drawing.scene
    if drawn is None or scene is None:
        return drawing
    ids = {**_pairs(drawn.nodes, diagram.nodes), **_pairs(drawn.groups, diagram.groups)}
    drawn, scene = drawn.renamed(ids), scene.renamed(ids)
    order = _edge_order(drawn.edges, diagram.edges)
    nodes, groups = {n.id: n for n in drawn.nodes}, {g.id: g for g in drawn.groups}
    told = [_as_wanted(drawn.edges[k], edge) for k, edge in zip(order, diagram.edges, strict=True)]
    return replace(
        drawing,
        diagram=replace(
            drawn,
            nodes=tuple(nodes[n.id] for n in diagram.nodes),
            edges=tuple(edge for edge, _ in told),
            groups=tuple(groups[g.id] for g in diagram.groups),
        ),
        scene=replace(
            scene,
            routes=tuple(
                scene.routes[k][::-1] if around else scene.routes[k] for k, (_, around) in zip(order, told, strict=True)
            ),
            labels={new: scene.labels[old] for new, old in enumerate(order) if old in scene.labels},
        ),
    )


def _figure(entry: Entry, rendering: str, drawing: Drawing, draw: Draw) -> Figure:
    try:
        told = told_as(drawing, entry.diagram)
    except BadDrawing as error:
        raise BadEntry(f"{entry.id}: {rendering}: {error}", "not drawn") from None
    if told.diagram is None or told.scene is None:
        raise BadEntry(f"{entry.id}: {rendering} does not say where its parts are", "not drawn")
    return Figure(entry, rendering, told.diagram, told.scene, told, draw)


def _clear(entry: Entry, engine: str, style: Style | None) -> tuple[Drawing, Style]:
    """The picture in the first of some ever wider styles in which its places are clear. Raises ``BadEntry``."""
    text, notation = (entry.mermaid, "mermaid") if engine == "merman" else (entry.dot, "dot")
    causes: tuple[str, ...] = ()
    for tried in wider_styles(style or Style()):
        if text is None:
            laid = lay_out(entry.diagram, engine=engine, style=tried)
        else:
            laid = lay_out(text, notation, engine=engine, style=tried)
        causes = _unclear(laid)
        if not causes:
            return picture(laid), tried
    raise BadEntry(f"{entry.id}: its picture by {engine} has {causes[0]}", causes[0])


def _unclear(laid: Laid) -> tuple[str, ...]:
    diagram, scene = laid.sketch.diagram, laid.sketch.scene
    return unclear_places(diagram, scene) if diagram is not None and scene is not None else ()


def wider_styles(style: Style) -> Iterator[Style]:
    """The style itself, then with wider gaps, then downwards with straight lines, which run least into nodes."""
    spacing = style.spacing or 1.0
    yield style
    yield replace(style, spacing=2.2 * spacing)
    yield replace(style, spacing=3 * spacing, direction=style.direction or Direction.DOWN, curve="straight")


def _drawer(engine: str, style: Style | None) -> Draw:
    """How to draw another diagram like this one; what has no positions is laid out by Graphviz."""
    by = "graphviz" if engine == "author" else engine

    def draw(diagram: Diagram) -> Drawing:
        laid = lay_out(diagram, engine=by, style=style)
        causes = _unclear(laid)
        if causes:  # pixels are dear: none are made of what no question can show
            raise BadDrawing(f"its picture by {by} has {causes[0]}")
        return told_as(picture(laid), diagram)

    return draw


def _turned(entry: Entry, style: Style | None) -> Style:
    style = style or Style()
    return replace(style, direction=_TURNED.get(style.direction or entry.diagram.direction or Direction.DOWN,
                                                Direction.RIGHT))  # fmt: skip


def _pairs(drawn: Sequence[Node | Group], wanted: Sequence[Node | Group]) -> dict[str, str]:
    """Ids as drawn → ids as wanted."""
    one, other = ({item.id: fold(item.label) for item in items} for items in (drawn, wanted))
    if one.keys() == other.keys():
        return {}
    by_label = {label: key for key, label in other.items()}
    if len(by_label) < len(other) or sorted(one.values()) != sorted(other.values()):
        raise BadDrawing("the picture shows another graph: its nodes or frames differ from the source's")
    return {key: by_label[label] for key, label in one.items()}


def _edge_order(drawn: tuple[Edge, ...], wanted: tuple[Edge, ...]) -> list[int]:
    """For each wanted edge the index of the drawn one: the first that is left with its ends, heads and label."""
    left: dict[tuple[object, ...], list[int]] = {}
    for index in reversed(range(len(drawn))):
        left.setdefault(_key(drawn[index]), []).append(index)
    try:
        order = [left[_key(edge)].pop() for edge in wanted]
    except (KeyError, IndexError):
        raise BadDrawing("the picture shows another graph: its connectors differ from the source's") from None
    if len(order) < len(drawn):
        raise BadDrawing("the picture shows another graph: it has more connectors than the source")
    return order


def _key(edge: Edge) -> tuple[object, ...]:
    """What tells connectors apart in every notation: not all have every kind of head."""
    told = _towards_head(edge)
    return told.source, told.target, *_heads(told), fold(told.label)


def _as_wanted(edge: Edge, wanted: Edge) -> tuple[Edge, bool]:
    """The drawn edge the way round that the wanted one is written, and whether it had to be turned."""
    around = (edge.source, *_heads(edge)) != (wanted.source, *_heads(wanted))
    return (turned(edge), True) if around else (edge, False)


def _towards_head(edge: Edge) -> Edge:
    """The edge written towards its only head, or, where its ends are alike, from its lesser id."""
    tail, head = _heads(edge)
    turn = tail if tail != head else edge.source > edge.target
    return turned(edge) if turn else edge


def _heads(edge: Edge) -> tuple[bool, bool]:
    return edge.tail is not Head.NONE, edge.head is not Head.NONE
