"""Graphicacy: can AI draw, and read, scientific diagrams, and can the scores be trusted?

In Python as from the command line: ``score`` a drawing, ``ask`` about a diagram and ``grade`` the answers, ``parse``
and ``render`` diagrams. Everything is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphicacy.api import ask, grade, judges, parse, prompt, render, score, tasks

__all__ = ["ask", "grade", "judges", "parse", "prompt", "render", "score", "tasks"]

if not TYPE_CHECKING:  # else a type checker would take any name for one that is there

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from graphicacy import api, display

        display.register()
        return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
