"""What is worked out once for a figure."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from graphicacy.read.figure import Figure

__all__ = ["once_per_figure"]

T = TypeVar("T")


def once_per_figure(make: Callable[[Figure], T]) -> Callable[[Figure], T]:
    """Keeps what a function makes of a figure beside the figure's own cached properties, for as long as it lives."""
    key = f"_{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def kept(figure: Figure) -> T:
        held: dict[str, Any] = figure.__dict__
        if key not in held:
            held[key] = make(figure)
        found: T = held[key]
        return found

    return kept
