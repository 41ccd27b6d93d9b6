"""How judge models are asked from here, where no model is known: through a function that the caller gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask

__all__ = ["Answered", "Asking", "Judges"]


@dataclass(frozen=True, slots=True)
class Asking:
    """One picture to be judged by every judge. ``again`` counts earlier askings of the same, which are not reused."""

    key: str
    task: DrawTask
    png: bytes
    again: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """One judge's answer to an ``Asking``: no judgement where it could not be asked, and then ``why``.

    ``seconds`` and ``cost`` (US dollars) are of this answer; None where not known.
    """

    key: str
    judge: str
    judgement: Judgement | None
    why: str = ""
    seconds: float | None = None
    cost: float | None = None


Judges = Callable[[Sequence[Asking]], Iterator[Answered]]
"""Asks every judge about every picture, and yields answers as they come, in any order."""
