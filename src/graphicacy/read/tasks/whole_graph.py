"""When everybody who reads a picture finds the same graph in it, and that graph in answers.

What counts is stated in the questions (``NODES``, ``ARROWS``, ``heads``):

- A node is a shape with words, or words without a shape at which an arrow begins or ends. Titles of frames and words at
  arrows are no nodes. Nodes that share a label are listed one by one.
- An arrow is a line with a head at one end. It runs towards its head, whatever that looks like, and is listed as often
  as it is drawn.

Not asked about: pictures in which something else could be taken for a node (words that stand alone, a frame without a
node in it, parts on the border of other nodes, junctions with words, captions of the author's, other words that are no
part's) or, for arrows, in which a connector is none, ends elsewhere than at nodes, or can hardly be seen.
"""

from __future__ import annotations

from graphicacy.diagram.contrast import WHITE, contrast
from graphicacy.diagram.model import Diagram, Head, LineStyle, Node, Shape
from graphicacy.read.figure import Figure

__all__ = [
    "ARROWS",
    "NODES",
    "arrow_pairs",
    "has_clear_arrows",
    "has_clear_lines",
    "has_clear_nodes",
    "heads",
    "node_labels",
]

NODES = (
    "A node is a shape with words in it or by it, or words without a shape at which an arrow begins or ends; "
    "titles of frames and words at arrows are no nodes. "
    "Give labels as they are shown; if several nodes have the same label, list it once for each of them."
)
ARROWS = (
    "List each arrow as often as it is drawn, from the node at which it begins to the node that its head points at; "
    "an arrow may lead from a node to itself."
)
_HEADS = " Any head counts: a point, a bar, a circle, a diamond or a cross."
_SEEN = 1.3  # least contrast of a line with the ground: grey #e0e0e0 on white


def heads(figure: Figure) -> str:
    """The sentence that figures with other heads than points need, with a space before it, or nothing."""
    plain = {Head.NONE, Head.POINTED}
    return "" if {e.head for e in figure.diagram.edges} | {e.tail for e in figure.diagram.edges} <= plain else _HEADS


def has_clear_nodes(figure: Figure) -> bool:
    """Whether the nodes with words are certain."""
    diagram, layout = figure.diagram, figure.drawing.layout
    joined = {end for a in figure.arrows for end in (a.source, a.target)}
    return (
        all(n.id in joined or not _is_bare(n) for n in figure.nodes)
        and not any(n.attached_to or (n.label.strip() and n.id not in figure.labels) for n in diagram.nodes)
        and _with_nodes(diagram).issuperset(g.id for g in diagram.groups)
        and not figure.told.beside
        and not (layout is not None and any(o.label.strip() for o in layout.ornaments))
    )


def has_clear_arrows(figure: Figure) -> bool:
    """Whether all connectors are arrows between nodes that are certain, and can be seen."""
    return figure.whole and has_clear_nodes(figure) and has_clear_lines(figure)


def has_clear_lines(figure: Figure) -> bool:
    """Whether connectors stand out from the ground, and no other lines look like them."""
    layout = figure.drawing.layout
    ground, ornaments = (WHITE, ()) if layout is None else (layout.background, layout.ornaments)
    colors = {e.color for e in figure.diagram.edges if e.color is not None}
    return all(contrast(color, ground) >= _SEEN for color in colors) and not any(
        o.head is not Head.NONE or o.tail is not Head.NONE for o in ornaments
    )


def node_labels(figure: Figure) -> list[str]:
    """Labels of all nodes, in order."""
    return list(figure.labels.values())


def arrow_pairs(figure: Figure) -> list[dict[str, str]]:
    """All arrows, in order, by labels."""
    labels = figure.labels
    return [{"source": labels[a.source], "target": labels[a.target]} for a in figure.arrows]


def _is_bare(node: Node) -> bool:
    """Whether a node is painted as words alone."""
    no_border = node.border is LineStyle.INVISIBLE or node.border_width == 0 or node.stroke is None
    return node.shape is Shape.TEXT or (no_border and node.fill is None)


def _with_nodes(diagram: Diagram) -> set[str]:
    """Ids of the frames with a node in them."""
    parents = {g.id: g.parent for g in diagram.groups}
    found: set[str] = set()
    for node in diagram.nodes:
        at = node.group
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
    return found
