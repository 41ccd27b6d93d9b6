"""Outcome rewards for ms-swift: give this file as ``--external_plugins``, and ``--reward_funcs graphicacy_read``.

``graphicacy_read`` and ``graphicacy_draw`` are in swift's table of rewards once this module is imported where swift is
installed. Columns are those of the export for swift; drawings need ``draw_task``, and ``medium`` where it is not SVG.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from graphicacy.train.rewards.trl import draw_figures, read_answers

__all__ = ["DrawORM", "ReadORM"]


def _base() -> type[Any]:
    """swift's own base class, or one like it where swift is not installed."""
    with suppress(ImportError):
        return import_module("swift.rewards.orm").ORM  # type: ignore[no-any-return]
    return object


class ReadORM(_base()):  # type: ignore[misc]
    """The shaped reward of answers, -0.2 to 1."""

    def __init__(self, args: Any = None, **_: Any) -> None:
        self.args = args

    def __call__(self, completions: list[Any], **columns: Any) -> list[float | None]:
        """One number for each completion; None for a row that is not of this kind."""
        columns.pop("prompts", None)
        return read_answers([], completions, **columns)


class DrawORM(ReadORM):
    """The reward of drawings, 0 to 1."""

    def __call__(self, completions: list[Any], **columns: Any) -> list[float | None]:
        """One number for each completion; None for a row that is not of this kind."""
        columns.pop("prompts", None)
        return draw_figures([], completions, **columns)


with suppress(ImportError):
    import_module("swift.rewards.orm").orms.update(graphicacy_read=ReadORM, graphicacy_draw=DrawORM)
