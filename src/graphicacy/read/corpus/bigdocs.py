"""BigDocs-Bench (arXiv 2412.04626, CC-BY-4.0): pictures of flowcharts with their graphs, in Graphviz or in JSON.

A folder has the Parquet files of ``FlowChart2GraphViz`` or ``FlowChart2JSON``, which ``ServiceNow/BigDocs-Bench`` calls
``Image2Flow_(GraphViz)`` and ``Image2Flow_(JSON)``. Their columns are ``identifier``, ``images``, ``queries``,
``annotations``, ``task`` and ``source``; the first of the annotations is the graph. Its JSON is
``{"nodes": [{"id", "label", "shape"}], "edges": [{"source", "target", "label"}]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.model import Diagram, Edge, Node, Shape
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.rows import RowSource, texts_in, unfenced

__all__ = ["BigDocsSource", "graph_of_json"]

_COLUMN = "annotations"
_MOST = 2_000  # nodes, and edges, of a graph
_LONGEST = 1_000  # characters of an id or a label
_LARGEST = 2_000_000  # characters of an annotation
_SHAPES = {
    **{shape.value: shape for shape in Shape if shape not in (Shape.ANCHOR, Shape.POINT, Shape.TEXT)},
    "rect": Shape.RECTANGLE, "box": Shape.RECTANGLE, "square": Shape.RECTANGLE, "process": Shape.RECTANGLE,
    "oval": Shape.ELLIPSE, "rhombus": Shape.DIAMOND, "decision": Shape.DIAMOND, "database": Shape.CYLINDER,
    "rounded rectangle": Shape.ROUNDED, "trapezoid": Shape.TRAPEZIUM, "octagon": Shape.POLYGON,
}  # fmt: skip


@dataclass(frozen=True)
class BigDocsSource(RowSource):
    """The flowcharts of BigDocs-Bench in a folder of its Parquet files."""

    name: str = "bigdocs"
    column: str = _COLUMN
    licence: str = "CC-BY-4.0"

    def text(self, record: Mapping[str, Any]) -> Text | None:
        """The annotation in DOT, or that in JSON written in DOT. Raises ``BadEntry`` where the latter is no graph."""
        dot = super().text(record)
        if dot is not None:
            return dot
        found = (unfenced(value).strip() for value in texts_in(record.get(self.column)))
        graph = next((value for value in found if value.startswith("{") and '"nodes"' in value[:_LARGEST]), None)
        return None if graph is None else Text(write_dot(graph_of_json(graph)), "dot")

    def entry(self, key: str, row: str, record: Mapping[str, Any]) -> Entry:
        """The entry of a row."""
        try:
            entry = super().entry(key, row, record)
        except BadEntry as error:
            said = str(error)
            raise BadEntry(said if said.startswith(key) else f"{key}: {said}", error.cause) from None
        name = record.get("identifier")
        known = isinstance(name, str) and 0 < len(name) <= 100
        return replace(
            entry,
            title=str(name) if known and entry.title == key else entry.title,
            reference=f"BigDocs-Bench (arXiv 2412.04626), {name if known else key}",
        )


def graph_of_json(text: str) -> Diagram:
    """The graph that a JSON text lists. Raises ``BadEntry`` where it is none, or names a node that there is not."""
    if len(text) > _LARGEST:
        raise BadEntry(f"a graph of more than {_LARGEST:,} characters", "long")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadEntry(f"the annotation is no JSON: {' '.join(str(error).split())[:200]}", "unreadable") from None
    if not isinstance(found, dict):
        raise BadEntry("the annotation is no object of nodes and edges", "no graph")
    nodes = dict(map(_node, _items(found, "nodes")))
    return Diagram(tuple(nodes.values()), tuple(_edge(item, nodes) for item in _items(found, "edges")))


def _items(found: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    items = found.get(name)
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise BadEntry(f"the annotation has no list of {name}", "no graph")
    if len(items) > _MOST:
        raise BadEntry(f"the annotation has {len(items):,} {name}: the limit is {_MOST:,}", f"many {name}")
    return iter(items)


def _node(item: Mapping[str, Any]) -> tuple[str, Node]:
    key = _words(item.get("id"))
    if not key:
        raise BadEntry("a node of the annotation has no id", "no graph")
    shape = _SHAPES.get(_words(item.get("shape")).lower(), Shape.RECTANGLE)
    return key, Node(key, _words(item.get("label")) or key, shape)


def _edge(item: Mapping[str, Any], nodes: Mapping[str, Node]) -> Edge:
    ends = [_end(_words(item.get(name)), nodes) for name in ("source", "target")]
    return Edge(ends[0], ends[1], _words(item.get("label")))


def _end(key: str, nodes: Mapping[str, Node]) -> str:
    """The id of a node; some are written as in DOT, with the ``;`` that ends a statement."""
    for name in (key, key.rstrip("; ")):
        if name in nodes:
            return name
    raise BadEntry(f"an edge of the annotation ends at {key[:50]!r}, which is no node", "no graph")


def _words(value: Any) -> str:
    """A text or a number as one line, also where a line ends as in DOT; "" for any other value."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = " ".join(str(value).replace("\\n", " ").split())
    if len(text) > _LONGEST:
        raise BadEntry(f"a name or label of more than {_LONGEST:,} characters", "long label")
    return text
