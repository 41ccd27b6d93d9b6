"""The pictures of questions, each once."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.raster import png_size
from graphicacy.report.folder import Site
from graphicacy.report.images import Picture

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["Shown", "shown_pictures"]

_SIDES = ((120, 1200), (250, 900), (500, 640))  # up to so many pictures, so large
_SMALL_SIDE = 440


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the page: its id there, its file, and its own size in pixels. Without a picture, why not."""

    id: str
    picture: Picture | None
    width: int
    height: int
    why: str = ""


def shown_pictures(
    site: Site, data: Dataset, names: Iterable[str], step: Callable[[], None] = lambda: None
) -> dict[str, Shown]:
    """The pictures of these names, paths in the dataset, each once. ``step`` is called after each."""
    wanted = list(dict.fromkeys(names))
    side = next((side for most, side in _SIDES if len(wanted) <= most), _SMALL_SIDE)
    shown = {}
    for number, name in enumerate(wanted, start=1):
        shown[name] = _shown(site, data, name, f"p{number}", side)
        step()
    return shown


def _shown(site: Site, data: Dataset, name: str, key: str, side: int) -> Shown:
    path = data.folder / name
    try:
        if not path.resolve().is_relative_to(data.folder.resolve()):
            return Shown(key, None, 0, 0, "its path leaves the dataset")
        with path.open("rb") as file:
            width, height = png_size(file.read(24))
        return Shown(key, site.picture(path, side), width, height)
    except (OSError, ValueError, struct.error, BadDrawing) as error:
        return Shown(key, None, 0, 0, str(error).replace(str(data.folder), data.folder.name))
