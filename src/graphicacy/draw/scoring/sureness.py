"""When a relation that was read from pixels is sure enough for a verdict.

A diagram that is known, from a source or the lines of an SVG, decides every relation. One that a reader of pixels saw
decides where the reader is sure: "yes" where it is of the connector, both its ends and its heads; "no" where it is of
both things, and of all connectors that could be the one that was asked for. What is left is for the judges.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.diagram.model import Shape
from graphicacy.draw.predicates import Drawn, find_predicate
from graphicacy.draw.scoring.links import Link
from graphicacy.draw.scoring.topology import Topology
from graphicacy.sight.evidence import Certainty

__all__ = ["is_sure"]

_SURE = 0.9


def is_sure(relation: tuple[str, str, str], missing: bool, topology: Topology) -> bool:
    """Whether the verdict on a relation stands; ``missing``: it says that nothing joins the two things."""
    certainty = topology.certainty
    if certainty is None:
        return True
    subject, name, obj = relation
    named = [topology.names.find(label) for label in (subject, obj)]
    if any(len(ids) != 1 or certainty.nodes.get(ids[0], 0.0) < _SURE for ids in named):
        return False
    if find_predicate(name).drawn is Drawn.ENCLOSURE:
        return True
    if missing:
        return _all_seen([ids[0] for ids in named], topology, certainty)
    links = topology.between(subject, obj)
    if find_predicate(name).sign and not all(link.label for link in links):
        return False  # readers of pixels overlook a lone plus or minus
    return bool(links) and all(_link_is_sure(link, certainty) for link in links)


def _link_is_sure(link: Link, certainty: Certainty) -> bool:
    return bool(link.edges) and all(
        min(*certainty.ends[k], certainty.heads[k]) >= _SURE for k in link.edges if k < len(certainty.ends)
    )


def _all_seen(ids: Sequence[str], topology: Topology, certainty: Certainty) -> bool:
    """Whether no connector can have been overlooked: there are some, and all are sure of both their ends."""
    shapes = {node.id: node.shape for node in topology.diagram.nodes}
    outlined = all(shapes.get(i) not in (None, Shape.TEXT) for i in ids)
    loose = any(shape is Shape.POINT for shape in shapes.values())
    return outlined and not loose and bool(certainty.ends) and all(min(ends) >= _SURE for ends in certainty.ends)
