"""Ratings of items by raters, as they come from a file, checked and put into tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["STUDY_SCALE", "BadRatings", "Cell", "DimensionRatings", "Ratings", "Scale"]

Floats = NDArray[np.float64]
Scale = tuple[float, float]

STUDY_SCALE: Mapping[str, Scale] = dict.fromkeys(("TF", "SC", "SQ", "CA"), (1.0, 5.0))
"""The scale of the rater study's dimensions: ratings of these are checked against it unless another one is stated."""


class BadRatings(ValueError):
    """Ratings that cannot be used; one line that says what, where and what to do."""


class Cell(NamedTuple):
    """What a file says in one place, as text; empty where it says nothing.

    ``where`` names the place in messages (``"line 7"``), ``rating`` is empty where the rater left the item.
    """

    where: str
    item: str
    rater: str
    dimension: str
    rating: str
    occasion: str = ""
    auto: str = ""
    task: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class DimensionRatings:
    """All ratings of one dimension.

    Attributes:
        name: of the dimension.
        raters, items: sorted names of those with at least one rating; the axes of the tables.
        ratings: raters × items, NaN where the rater left the item; of several occasions the first.
        repeats: for each rater who rated items again, occasions × those items, in order of the occasions.
        auto: the automatic score of each item, NaN where there is none; any scale.
        tasks: the task of each item, empty where none is told.
        scale: the least and the greatest rating allowed; None where that was not checked.
    """

    name: str
    raters: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    repeats: Mapping[str, Floats] = field(default_factory=dict)
    auto: Floats = field(default_factory=lambda: np.empty(0))
    tasks: tuple[str, ...] = ()
    scale: Scale | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """A file of ratings: its dimensions, TF, SC, SQ, CA first and others by name.

    ``form`` says in words how the file was understood, ``warnings`` what may be wrong with it, a line each.
    """

    dimensions: tuple[DimensionRatings, ...]
    form: str
    warnings: tuple[str, ...] = ()
