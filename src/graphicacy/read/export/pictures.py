"""The pictures of questions, as models of a family see them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.read.boxes import BoxConvention
from graphicacy.read.dataset.load import Dataset
from graphicacy.read.question import Question
from graphicacy.read.shown import shown

__all__ = ["Picture", "Pictures"]

_MOST_BYTES = 20_000_000  # of a picture: servers of models take no larger ones
_MOST_PICTURES = 8  # of a question
_KEPT = 16  # pictures that are held, as questions about one stand side by side


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as models see it, of ``size`` (width, height) px; ``name`` is a file name that its content gives."""

    name: str
    png: bytes
    size: tuple[int, int]


class Pictures:
    """Reads, and resizes, the pictures of a dataset, of which it holds the last ones."""

    def __init__(self, dataset: Dataset, boxes: BoxConvention) -> None:
        self._dataset, self._boxes = dataset, boxes
        self._held: OrderedDict[str, Picture] = OrderedDict()

    def of(self, question: Question) -> Sequence[Picture]:
        """The pictures of a question, in the order shown.

        Raises ``ValueError``, in one line, where one is missing, damaged, too large or not in the dataset's folder.
        """
        if not 0 < len(question.images) <= _MOST_PICTURES:
            raise ValueError(f"question {question.id}: has {len(question.images)} pictures, not 1 to {_MOST_PICTURES}")
        return tuple(self._picture(name) for name in question.images)

    def _picture(self, name: str) -> Picture:
        if name not in self._held:
            self._held[name] = self._read(name)
            if len(self._held) > _KEPT:
                self._held.popitem(last=False)
        return self._held[name]

    def _read(self, name: str) -> Picture:
        place = f"{self._dataset.folder}: its picture {name!r}"
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise ValueError(f"{place} is not in that folder")
        try:
            png, size = shown(self._dataset.image(name), self._boxes)
        except OSError as error:
            raise ValueError(f"{place} cannot be read ({error.strerror})") from None
        except BadDrawing as error:
            raise ValueError(f"{place} cannot be shown: {error}") from None
        if len(png) > _MOST_BYTES:
            raise ValueError(f"{place} has {len(png):,} bytes; the limit is {_MOST_BYTES:,}")
        return Picture(f"{hashlib.sha256(png).hexdigest()[:16]}.png", png, size)
