"""Where the parts of a picture are, by the words that it shows."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from graphicacy.diagram.scene import Box, Point
from graphicacy.read.grading.labels import normal, slips

__all__ = ["Places", "Route", "crossing_of", "places_of"]

Route = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Boxes of nodes, and routes of arrows, from tail to head, in pixels of a picture of ``width`` × ``height``.

    Nodes are keyed by labels in normal form (``grading.labels.normal``), arrows by those of their ends; two that read
    the same are both there, in the order of the diagram.
    """

    width: float
    height: float
    nodes: Mapping[str, Sequence[Box]] = field(default_factory=dict)
    edges: Mapping[tuple[str, str], Sequence[Route]] = field(default_factory=dict)

    def node(self, label: str, which: int = 0) -> Box | None:
        """The box of the ``which``-th node of a label; None for one that the picture does not show."""
        boxes = self.nodes.get(normal(label), ())
        return boxes[which] if which < len(boxes) else None

    def nearest(self, label: str) -> Box | None:
        """The box of a node of this label, or of the one that it is a slip of."""
        meant = slips([label], self.nodes) if normal(label) not in self.nodes else {}
        return self.node(meant.get(normal(label), label))

    def edge(self, source: str, target: str, which: int = 0) -> Route | None:
        """The route of the ``which``-th arrow between two labels; None for one that the picture does not show."""
        routes = self.edges.get((normal(source), normal(target)), ())
        return routes[which] if which < len(routes) else None


def places_of(rendering: Mapping[str, Any]) -> Places:
    """The places of one of a diagram's renderings, as the dataset's table has it (``dataset.schema``).

    Raises ``ValueError``, ``KeyError`` or ``TypeError`` where the record is none.
    """
    scene, painted = json.loads(rendering["scene"]), json.loads(rendering["painted"])
    words = {node["id"]: normal(node["label"]) for node in painted["nodes"] if node["label"].strip()}
    nodes: dict[str, list[Box]] = defaultdict(list)
    for key, corners in scene["nodes"].items():
        if key in words:
            nodes[words[key]].append(Box(*map(float, corners)))
    edges: dict[tuple[str, str], list[Route]] = defaultdict(list)
    for drawn, edge in zip(scene["edges"], painted["edges"], strict=True):
        source, target, points = _as_read(edge, tuple((float(x), float(y)) for x, y in drawn["points"]))
        if source in words and target in words and len(points) > 1:
            edges[words[source], words[target]].append(points)
    return Places(float(scene["width"]), float(scene["height"]), dict(nodes), dict(edges))


def _as_read(edge: Mapping[str, Any], points: Route) -> tuple[str, str, Route]:
    """A connector from its tail to its head, whichever way round it was written."""
    if edge["head"] == "none" and edge["tail"] != "none":
        return edge["target"], edge["source"], points[::-1]
    return edge["source"], edge["target"], points


def crossing_of(one: Route, other: Route) -> Point | None:
    """The first point at which two polylines cross; None where they do not."""
    for a, b in pairwise(one):
        for c, d in pairwise(other):
            if (point := _meeting(a, b, c, d)) is not None:
                return point
    return None


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segments a–b and c–d cross, by the two parameters of their lines."""
    (rx, ry), (sx, sy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    across = rx * sy - ry * sx
    if abs(across) < 1e-9:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    t, u = (qx * sy - qy * sx) / across, (qx * ry - qy * rx) / across
    return (a[0] + t * rx, a[1] + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None
