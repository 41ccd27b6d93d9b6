"""Why words are not read."""

from __future__ import annotations

__all__ = ["Unmatched"]


class Unmatched(ValueError):
    """Words that do not ask one thing for certain. ``cause`` is a short name to count by."""

    def __init__(self, cause: str, message: str = "") -> None:
        super().__init__(f"{cause}: {message}" if message else cause)
        self.cause = cause
