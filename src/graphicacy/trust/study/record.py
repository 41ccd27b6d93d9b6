"""The records of a rater study: ``study.json`` (a ``Study``), and what raters answer.

``study.json`` names the system that drew each item, and so is for the people who run the study, never for raters.
Secrets are not in it.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.task import DrawTask
from graphicacy.trust.study.scales import DIMENSIONS

__all__ = [
    "MOST_PIXELS",
    "MOST_PLACES",
    "MOST_TAGS",
    "TAG_KINDS",
    "Answer",
    "Assignment",
    "Item",
    "Progress",
    "Rater",
    "Study",
    "Tag",
]

MOST_PLACES = 100_000  # of one rater
MOST_TAGS = 100  # on one picture
MOST_PIXELS = 20_000  # a side of a picture
MOST_SECONDS = 1e7
TAG_KINDS: tuple[str, ...] = (*(kind for kind in ERROR_KINDS if kind != "nothing-drawn"), "other")


def _clean(text: str) -> str:
    """Text without control characters; line ends are ``\\n``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


ItemId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{10}$")]
RaterId = Annotated[str, StringConstraints(pattern=r"^r[1-9][0-9]{0,3}$")]
Place = Annotated[int, Field(ge=1, le=MOST_PLACES, strict=True)]
Rating = Annotated[int, Field(ge=1, le=5, strict=True)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), AfterValidator(_clean)]
Note = Annotated[str, StringConstraints(max_length=4000), AfterValidator(_clean)]
ShortNote = Annotated[str, StringConstraints(max_length=500), AfterValidator(_clean)]
Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Pixel = Annotated[float, Field(ge=0, le=MOST_PIXELS, allow_inf_nan=False)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Item(_Record):
    """One drawing to be rated. ``id`` and ``picture`` tell nothing of the system; the other fields do.

    ``picture`` is a path in the study's folder, ``width`` and ``height`` its size in pixels. ``auto`` are the
    automatic scores in [0, 1] by dimension, None where unscored.
    """

    id: ItemId
    task: str
    picture: str
    width: int = Field(ge=1, le=MOST_PIXELS)
    height: int = Field(ge=1, le=MOST_PIXELS)
    system: str
    medium: str
    sample: int = Field(ge=1)
    figure_type: str
    discipline: str
    difficulty: str
    auto: dict[str, Score | None] = Field(default_factory=dict)


class Rater(_Record):
    """One rater: ``id`` is ``r1``, ``r2`` …"""

    id: RaterId
    name: Name


class Assignment(_Record):
    """What a rater sees at one ``place`` (1, 2 …) of the queue; ``occasion`` is 2 where the item is shown again."""

    rater: RaterId
    place: Place
    item: ItemId
    occasion: Literal[1, 2] = 1


class Study(_Record):
    """``study.json``: the whole of a study but its secrets and its answers.

    ``id`` ties the folder to its database. ``created`` is ISO 8601 in UTC. ``scales`` is the id of the words that
    raters see. ``tasks`` holds the task of every item by its id.
    """

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    title: Name
    seed: int
    created: str
    graphicacy: str
    scales: str
    raters: tuple[Rater, ...] = Field(min_length=1)
    items: tuple[Item, ...] = Field(min_length=1)
    assignments: tuple[Assignment, ...] = Field(min_length=1)
    tasks: dict[str, DrawTask]

    @model_validator(mode="after")
    def _refer_to_each_other(self) -> Study:
        raters = _unique("rater", [rater.id for rater in self.raters])
        items = _unique("item", [item.id for item in self.items])
        _unique("place", [(one.rater, one.place) for one in self.assignments])
        for one in self.assignments:
            if one.rater not in raters or one.item not in items:
                raise ValueError(f"place {one.place} of {one.rater} shows {one.item}: no such rater or item")
        for item in self.items:
            if item.task not in self.tasks:
                raise ValueError(f"item {item.id}: its task {item.task!r} is not in tasks")
        return self

    def queue(self, rater: str) -> tuple[Assignment, ...]:
        """What a rater is to see, in order."""
        return tuple(sorted((one for one in self.assignments if one.rater == rater), key=lambda one: one.place))


def _unique(what: str, keys: list[Any]) -> set[Any]:
    seen: set[Any] = set()
    for key in keys:
        if key in seen:
            raise ValueError(f"{what} {key!r} occurs twice")
        seen.add(key)
    return seen


class Tag(_Record):
    """An error that a rater marked: its kind, a box in pixels of the picture (y down), and a note."""

    kind: str
    box: tuple[Pixel, Pixel, Pixel, Pixel]
    note: ShortNote = ""

    @field_validator("kind")
    @classmethod
    def _known(cls, kind: str) -> str:
        if kind not in TAG_KINDS:
            raise ValueError(f"unknown kind of error; choose one of {', '.join(TAG_KINDS)}")
        return kind

    @field_validator("box")
    @classmethod
    def _upright(cls, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        if box[0] >= box[2] or box[1] >= box[3]:
            raise ValueError("a box is left, top, right, bottom, with left < right and top < bottom")
        return box


class Answer(_Record):
    """What a rater says of the drawing at one place of the queue.

    ``ratings`` has every dimension: 1 to 5, or None for "cannot tell". It is empty in an answer that was taken back
    (``withdrawn``), which counts for nothing. ``revision`` counts the saves and undos of this place from 1;
    ``submitted`` is when this one was made, ISO 8601 in UTC. ``seconds`` is the time spent on the drawing.
    """

    rater: RaterId
    place: Place
    ratings: dict[str, Rating | None]
    note: Note = ""
    tags: tuple[Tag, ...] = Field(default=(), max_length=MOST_TAGS)
    seconds: float | None = Field(default=None, ge=0, le=MOST_SECONDS, allow_inf_nan=False)
    revision: int = Field(ge=1)
    submitted: str

    @field_validator("ratings")
    @classmethod
    def _every_dimension(cls, ratings: dict[str, int | None]) -> dict[str, int | None]:
        if ratings and sorted(ratings) != sorted(DIMENSIONS):
            raise ValueError(f"give each of {', '.join(DIMENSIONS)} a number from 1 to 5, or null for cannot tell")
        return {name: ratings[name] for name in DIMENSIONS} if ratings else {}

    @property
    def withdrawn(self) -> bool:
        """Whether the rater took the answer back."""
        return not self.ratings


class Progress(_Record):
    """How far a rater is. ``next`` is the first place without an answer, None at the end."""

    done: int
    total: int
    next: int | None
