"""A question about a graph in logical form: what is asked, of which nodes, under which conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

__all__ = ["Filter", "Query", "Supposition", "Template"]


class Template(StrEnum):
    """What is asked. A, B, C are the nodes of the query, all different, in order.

    *Follows*, *leads to* and *reached* are along arrows. A *path* passes no node twice. Parallel arrows count as one.
    A, B and C are never in the answer of a set (ask for *other* nodes), so that a way that comes back to A, or an arrow
    from A to itself, adds nothing. A *loop* through A is a way along arrows from A back to A that passes no other node
    twice. An answer may be empty.
    """

    NEXT = "next"  # nodes to which an arrow leads from A
    PREVIOUS = "previous"  # nodes from which an arrow leads to A
    BY_LABEL = "by-label"  # nodes to which an arrow with the label ``word`` leads from A
    REACHED = "reached"  # nodes that can be reached from A along one arrow or more
    REACHING = "reaching"  # nodes from which A can be reached
    WITHIN = "within"  # nodes that can be reached from A along at most ``number`` arrows
    EXACTLY = "exactly"  # nodes whose shortest way from A has ``number`` arrows
    BOTH_NEXT = "both-next"  # nodes to which an arrow leads from A, and one from B
    BOTH_PREVIOUS = "both-previous"  # nodes from which an arrow leads to A, and one to B
    BETWEEN = "between"  # nodes on at least one path from A to B
    ON_EVERY_WAY = "on-every-way"  # nodes on every path from A to B, of which there is one at least
    STARTS = "starts"  # nodes to which no arrow leads
    ENDS = "ends"  # nodes from which no arrow leads
    BRANCHES = "branches"  # nodes with arrows to at least ``number`` other nodes
    MERGES = "merges"  # nodes with arrows from at least ``number`` other nodes
    MOST_NEXT = "most-next"  # the one node with arrows to more other nodes than any other has
    MOST_PREVIOUS = "most-previous"  # the one node with arrows from more other nodes than any other has
    IN_GROUP = "in-group"  # nodes inside the frame titled ``word``, also in frames within it
    LOOP = "loop"  # other nodes on at least one loop through A
    PATH = "path"  # a path from A to B
    SHORTEST = "shortest"  # a path with the fewest arrows from A to B
    PATH_VIA = "path-via"  # a path from A to B that passes C
    PATH_AVOIDING = "path-avoiding"  # a path from A to B that does not pass C

    @property
    def asks_path(self) -> bool:
        """Whether the answer is a path (How …?); else it is a set of nodes (Which …? What …?)."""
        return self in _PATHS

    @property
    def arity(self) -> int:
        """How many nodes a query of this template has."""
        return _ARITY.get(self, 1)


_PATHS = frozenset({Template.PATH, Template.SHORTEST, Template.PATH_VIA, Template.PATH_AVOIDING})
_ARITY = {
    **dict.fromkeys((Template.STARTS, Template.ENDS, Template.BRANCHES, Template.MERGES, Template.IN_GROUP), 0),
    **dict.fromkeys((Template.MOST_NEXT, Template.MOST_PREVIOUS), 0),
    **dict.fromkeys((Template.BOTH_NEXT, Template.BOTH_PREVIOUS, Template.BETWEEN, Template.ON_EVERY_WAY), 2),
    **dict.fromkeys((Template.PATH, Template.SHORTEST), 2),
    **dict.fromkeys((Template.PATH_VIA, Template.PATH_AVOIDING), 3),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """A look, as in ``Meaning``: of nodes (fill, shape, border) or of arrows (color, line, head)."""

    look: Literal["fill", "shape", "border", "color", "line", "head"]
    value: str


@dataclass(frozen=True, slots=True)
class Supposition:
    """What a question takes for granted of one arrow.

    It is false in the figure for the first three: the arrow is supposed to be not there (*removed*), to be there as
    well (*added*), to run from ``target`` to ``source`` instead (*reversed*). *stated* says as a plain fact that the
    figure has the arrow; where it has not, the answer is empty.
    """

    change: Literal["removed", "added", "reversed", "stated"]
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question in logical form. ``nodes`` are ids of nodes, as many as the template has letters.

    ``having``: only nodes of the answer with this look count. ``avoiding``, for ``PATH`` and ``SHORTEST``: the path
    passes no node of this look between its two ends. ``along``: only arrows with this look count, as if there were no
    others.
    """

    template: Template
    nodes: tuple[str, ...] = ()
    number: int | None = None
    word: str | None = None
    having: Filter | None = None
    suppose: Supposition | None = None
    avoiding: Filter | None = None
    along: Filter | None = None

    def arguments(self, labels: Mapping[str, str]) -> dict[str, Any]:
        """The query as a record in which nodes are told by their labels; what is not set is left out."""
        found: dict[str, Any] = {}
        if self.nodes:
            found["nodes"] = [labels[key] for key in self.nodes]
        if self.number is not None:
            found["number"] = self.number
        if self.word is not None:
            found["word"] = self.word
        looks = {"having": self.having, "avoiding": self.avoiding, "along": self.along}
        found |= {name: {"look": f.look, "value": f.value} for name, f in looks.items() if f is not None}
        if self.suppose is not None:
            s = self.suppose
            found["suppose"] = {"change": s.change, "source": labels[s.source], "target": labels[s.target]}
        return found
