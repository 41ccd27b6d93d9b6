"""The source text of each picture of a dataset."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.engines.mermaid_of import source_of
from graphicacy.read.dataset.symbols import diagram_of

__all__ = ["sources_of"]


def sources_of(row: Mapping[str, Any]) -> dict[str, str]:
    """The sources of a diagram's pictures, by the path of each: Mermaid of Mermaid's, DOT of all others.

    They say what the picture shows, with the looks that its style gave it, and nothing that it does not show: no
    comments, and no meanings. Pictures of parts of a diagram, or of changed ones, have no source.
    """
    return {rendering["image"]: _source(rendering) for rendering in row["renderings"]}


def _source(rendering: Mapping[str, Any]) -> str:
    painted = diagram_of(json.loads(rendering["painted"]))
    return source_of(painted)[0] if rendering["engine"] == "merman" else write_dot(painted)
