"""A question about a graph in logical form: what is asked, of which nodes, under which conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

__all__ = ["Filter", "Query", "Supposition", "Template"]


class Template(StrEnum):
    """What is asked. A, B, C are the nodes of the query, in order; *follows* and *leads to* are along arrows.

    A node is never in its own answer, but of ``LOOP``; in the others a way that comes back to it does not count.
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
    BETWEEN = "between"  # nodes, but A and B, on some path (no node twice) from A to B
    ON_EVERY_WAY = "on-every-way"  # nodes, but A and B, on every path from A to B
    STARTS = "starts"  # nodes to which no arrow leads
    ENDS = "ends"  # nodes from which no arrow leads
    BRANCHES = "branches"  # nodes with arrows to at least ``number`` other nodes
    MERGES = "merges"  # nodes with arrows from at least ``number`` other nodes
    MOST_NEXT = "most-next"  # the node with arrows to the largest number of other nodes
    MOST_PREVIOUS = "most-previous"  # the node with arrows from the largest number of other nodes
    IN_GROUP = "in-group"  # nodes inside the frame titled ``word``, also in frames within it
    LOOP = "loop"  # nodes, with A, on a cycle through A
    PATH = "path"  # a path from A to B
    SHORTEST = "shortest"  # a path with the fewest arrows from A to B
    PATH_VIA = "path-via"  # a path from A to B that passes C
    PATH_AVOIDING = "path-avoiding"  # a path from A to B that does not pass C

    @property
    def asks_path(self) -> bool:
        """Whether the answer is a path (How …?); else it is a set of nodes (Which …? What …?)."""
        return self in (Template.PATH, Template.SHORTEST, Template.PATH_VIA, Template.PATH_AVOIDING)


@dataclass(frozen=True, slots=True)
class Filter:
    """Only nodes of the answer with this look count. ``look`` and ``value`` are as in ``Meaning``."""

    look: Literal["fill", "shape", "border"]
    value: str


@dataclass(frozen=True, slots=True)
class Supposition:
    """A premise that is false in the figure: an arrow is not there, is there as well, or runs the other way."""

    change: Literal["removed", "added", "reversed"]
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question in logical form. ``nodes`` are ids of nodes, as many as the template has letters."""

    template: Template
    nodes: tuple[str, ...] = ()
    number: int | None = None
    word: str | None = None
    having: Filter | None = None
    suppose: Supposition | None = None

    def arguments(self, labels: Mapping[str, str]) -> dict[str, Any]:
        """The query as a record in which nodes are told by their labels; what is not set is left out."""
        found: dict[str, Any] = {}
        if self.nodes:
            found["nodes"] = [labels[key] for key in self.nodes]
        if self.number is not None:
            found["number"] = self.number
        if self.word is not None:
            found["word"] = self.word
        if self.having is not None:
            found["having"] = {"look": self.having.look, "value": self.having.value}
        if self.suppose is not None:
            s = self.suppose
            found["suppose"] = {"change": s.change, "source": labels[s.source], "target": labels[s.target]}
        return found
