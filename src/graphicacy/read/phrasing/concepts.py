"""Concepts."""

from __future__ import annotations

from graphicacy.read.figure import Figure

__all__ = ["resolve"]


def resolve(words: str, figure: Figure) -> str | None:
    return None
