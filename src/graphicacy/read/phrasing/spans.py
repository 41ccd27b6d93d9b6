"""Bare words of a text that mention a node in other words than its label."""

from __future__ import annotations

from graphicacy.read.figure import Figure
from graphicacy.read.phrasing.mentions import Mention

__all__ = ["with_spans"]


def with_spans(words: list[str], figure: Figure, mentions: list[Mention]) -> list[str]:
    """The words with a letter for each run of them that means one node; their mentions are added."""
    return words
