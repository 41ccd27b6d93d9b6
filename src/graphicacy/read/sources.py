"""The source texts of a dataset's pictures: what they show, but for where it is."""

from __future__ import annotations

import json
from collections.abc import Container
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["Notation", "notation_of", "sources_of"]

Notation = Literal["mermaid", "dot"]


def notation_of(rendering: str) -> Notation:
    """The notation of a rendering's source: Mermaid for what Mermaid drew, DOT for Graphviz and authors' pictures."""
    return "mermaid" if rendering.startswith("mermaid") else "dot"


def sources_of(
    dataset: Dataset, split: str | None = None, *, diagrams: Container[str] | None = None
) -> dict[tuple[str, str], str]:
    """Source texts, in the notation of ``notation_of``, by the ids of diagram and rendering; all, or those of some.

    They are written from what each picture shows, with all looks, and without titles and comments, which authors' own
    texts may have. About 5 ms each.
    """
    from graphicacy.diagram.dot.write import write_dot
    from graphicacy.diagram.mermaid.write import write_mermaid
    from graphicacy.read.dataset.symbols import diagram_of

    write = {"mermaid": write_mermaid, "dot": write_dot}
    found: dict[tuple[str, str], str] = {}
    for row in dataset.diagrams(split):
        if diagrams is None or row["id"] in diagrams:
            for rendering in row["renderings"]:
                painted = diagram_of(json.loads(rendering["painted"]))
                found[row["id"], rendering["name"]] = write[notation_of(rendering["name"])](painted)
    return found
