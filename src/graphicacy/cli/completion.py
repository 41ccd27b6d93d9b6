"""What shells complete after an option. The names are written out: to load what they name takes too long for a key."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

__all__ = [
    "complete_drawer",
    "complete_engine",
    "complete_format",
    "complete_leaf",
    "complete_medium",
    "complete_mode",
    "complete_reader",
    "complete_task",
    "complete_text_engine",
    "one_of",
]


def one_of(*names: str) -> Callable[[str], list[str]]:
    """Completes to one of these names."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def complete_task(incomplete: str) -> list[str]:
    """Completes to the id of a built-in drawing task: the names of their files."""
    there = (file.name for file in (files("graphicacy") / "draw" / "tasks").iterdir())
    return one_of(*sorted(name.removesuffix(".json") for name in there if name.endswith(".json")))(incomplete)


complete_leaf = one_of(
    "graph-parsing",
    "graph-to-code",
    "masked-subpath",
    "edge-layout",
    "structure-comparison",
    "localization",
    "position-awareness",
    "visual-attributes",
    "semantic",
    "semantic-rewrite",
    "comprehensive",
    "comprehensive-semantic",
    "comprehensive-rewrite",
)
complete_mode = one_of("strict", "published")
complete_medium = one_of("image", "svg", "mermaid", "dot", "tikz")
complete_text_engine = one_of("rapidocr", "tesseract", "live")
complete_format = one_of("mermaid", "dot", "gpml", "bpmn", "sbgn", "n8n", "svg", "tikz", "markdown")
complete_engine = one_of(
    "graphviz", "neato", "fdp", "sfdp", "twopi", "circo", "osage", "merman", "chromium", "author", "resvg", "latex"
)
complete_drawer = one_of("control/reference", "control/scrambled", "control/label-dump", "control/blank")
complete_reader = one_of("reader/classical")
