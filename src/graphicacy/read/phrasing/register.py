"""In which words a question is asked, and what nodes, arrows and looks are called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphicacy.read.corpus.entry import Kind, Meaning
from graphicacy.read.phrasing.text import listed
from graphicacy.read.query.form import Filter

__all__ = ["Register", "Words", "a_or_an", "arrows_of_look", "binding", "is_plural", "nodes_of_look", "words_of"]


class Register(StrEnum):
    """The words of a question: those of graphs (node, arrow), or those of what the diagram is about."""

    GRAPH = "graph"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Words:
    """What a register calls a node, and its verbs: plural form, with ``~`` where an adverb stands.

    ``forward`` verbs have the earlier node as their subject (A leads to B), ``backward`` the later one (B follows A);
    the passive of each is told apart, since it has no form with *does*: B is ``forward_passive`` A.
    """

    node: str
    nodes: str
    forward: tuple[str, ...]
    backward: tuple[str, ...] = ()
    forward_passive: tuple[str, ...] = ()
    backward_passive: tuple[str, ...] = ()
    far: tuple[str, ...] = ("directly or later", "directly or indirectly")
    far_back: tuple[str, ...] = ("directly or further back", "directly or indirectly")


_GRAPH = Words(
    "node",
    "nodes",
    ("lead ~ to", "point ~ to"),
    ("come ~ after", "~ follow"),
    (),
    ("~ followed by",),
    ("directly or later", "directly or indirectly", "directly or through other nodes"),
    ("directly or further back", "directly or indirectly", "directly or through other nodes"),
)
_PLAIN = {
    Kind.PROCESS: Words(
        "step",
        "steps",
        ("lead ~ to", "come ~ before", "~ precede", "happen ~ before"),
        ("come ~ after", "~ follow", "happen ~ after"),
        ("~ preceded by",),
        ("~ followed by",),
    ),
    Kind.STATES: Words(
        "state",
        "states",
        ("lead ~ to", "change ~ into", "~ precede"),
        ("come ~ after", "~ follow", "arise ~ from"),
        ("~ preceded by",),
        ("~ followed by",),
        ("directly or later", "directly or indirectly", "directly or through other states"),
        ("directly or further back", "directly or indirectly", "directly or through other states"),
    ),
    Kind.INFLUENCE: Words(
        "factor",
        "factors",
        ("~ affect", "act ~ on", "~ influence"),
        (),
        ("~ affected by", "~ influenced by"),
        (),
        ("directly or through other factors", "directly or indirectly", "directly or through others"),
        ("directly or through other factors", "directly or indirectly", "directly or through others"),
    ),
    Kind.FLOW: Words(
        "stage",
        "stages",
        ("lead ~ to", "pass ~ on to", "pass ~ to"),
        ("come ~ from", "come ~ after", "~ follow"),
        (),
        ("~ followed by",),
        ("directly or later", "directly or indirectly", "directly or through other stages"),
        ("directly or further back", "directly or indirectly", "directly or through other stages"),
    ),
    Kind.STRUCTURE: Words(
        "item",
        "items",
        ("point ~ to", "lead ~ to"),
        (),
        ("~ pointed to by",),
        (),
        ("directly or through other items", "directly or indirectly", "directly or through others"),
        ("directly or through other items", "directly or indirectly", "directly or through others"),
    ),
}


def words_of(register: Register, kind: Kind) -> Words:
    """The words in which a register asks about a diagram of a kind."""
    return _GRAPH if register is Register.GRAPH else _PLAIN[kind]


SHAPES = {
    "rectangle": ("rectangular", "rectangles"),
    "rounded": ("rounded rectangular", "rounded rectangles"),
    "stadium": ("pill-shaped", "pills"),
    "ellipse": ("elliptical", "ellipses"),
    "circle": ("circular", "circles"),
    "diamond": ("diamond-shaped", "diamonds"),
    "hexagon": ("hexagonal", "hexagons"),
    "parallelogram": ("parallelogram-shaped", "parallelograms"),
    "trapezium": ("trapezium-shaped", "trapezia"),
    "triangle": ("triangular", "triangles"),
    "cylinder": ("cylinder-shaped", "cylinders"),
    "polygon": ("polygon-shaped", "polygons"),
    "text": ("unframed", "plain text"),
    "point": ("point-like", "points"),
    "anchor": ("anchor-like", "anchors"),
}
"""Adjective and plural noun of each shape."""
SINGULAR = {shape: {"ellipses": "ellipse", "trapezia": "trapezium"}.get(plural, plural.removesuffix("s"))
            for shape, (_, plural) in SHAPES.items()}  # fmt: skip
"""Singular noun of each shape."""


def nodes_of_look(look: Filter, nodes: str) -> tuple[str, ...]:
    """Ways to say the nodes of a look; ``nodes`` is the noun, singular or plural. Best first."""
    value = look.value
    if look.look == "fill":
        return f"{value} {nodes}", f"{nodes} filled in {value}", f"{nodes} with {a_or_an(value)} fill"
    if look.look == "shape":
        adjective, shape = SHAPES[value]
        return f"{adjective} {nodes}", f"{nodes} drawn as {shape if nodes.endswith('s') else a_or_an(SINGULAR[value])}"
    return f"{nodes} with {a_or_an(value)} border", f"{nodes} with {a_or_an(value)} outline"


def arrows_of_look(look: Filter) -> tuple[str, ...]:
    """Ways to say the arrows of a look, in the plural."""
    if look.look == "head":
        return (f"arrows with {a_or_an(look.value)} head",)
    if look.look == "line":
        return f"{look.value} arrows", f"arrows with {a_or_an(look.value)} line"
    return f"{look.value} arrows", f"arrows drawn in {look.value}"


def binding(meaning: Meaning) -> str:
    """The sentence that says what a look stands for: In this figure, red nodes are steps that need a signature."""
    look = Filter(meaning.look, meaning.value)
    what = nodes_of_look(look, "nodes")[0] if meaning.part == "node" else arrows_of_look(look)[0]
    return f"In this figure, {what} are {meaning.text}."


def is_plural(text: str) -> bool:
    """Whether the text of a meaning is a noun in the plural (steps that …), not an adjective (urgent)."""
    head: list[str] = []
    for word in text.split():
        if head and word in _AFTER_HEAD:
            break
        head.append(word)
    last = head[-1].rstrip(",;") if head else ""
    return (last.endswith("s") and not last.endswith(("ss", "us", "ous", "is"))) or last in (
        "people",
        "data",
        "criteria",
    )


_AFTER_HEAD = listed(
    "that which who whose where when of in with for by from to at on under without not between during within into "
    "after before carried done made used needed taken required found kept held"
)


def a_or_an(word: str) -> str:
    """A word after its article: a node, an item."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
