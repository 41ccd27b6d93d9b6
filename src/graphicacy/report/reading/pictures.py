"""The pictures of questions, each once."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.raster import png_size
from graphicacy.report.folder import Site
from graphicacy.report.images import Picture

if TYPE_CHECKING:
    from graphicacy.read.dataset.load import Dataset

__all__ = ["Shown", "shown_pictures"]

_SIDE = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a question: its file, and its own size in pixels. Without a picture, why not."""

    picture: Picture | None
    width: int
    height: int
    why: str = ""


def shown_pictures(site: Site, data: Dataset, names: Iterable[str]) -> dict[str, Shown]:
    """The pictures of these names, paths in the dataset, each once."""
    shown = {}
    wanted = dict.fromkeys(names)
    for done, name in enumerate(wanted, start=1):
        shown[name] = _shown(site, data, name)
        site.told("pictures of questions", done, len(wanted))
    return shown


def _shown(site: Site, data: Dataset, name: str) -> Shown:
    path = data.folder / name
    try:
        if not path.resolve().is_relative_to(data.folder.resolve()):
            return Shown(None, 0, 0, "its path leaves the dataset")
        with path.open("rb") as file:
            width, height = png_size(file.read(24))
        return Shown(site.picture(path, _SIDE), width, height)
    except (OSError, ValueError, struct.error, BadDrawing) as error:
        return Shown(None, 0, 0, str(error).replace(str(data.folder), data.folder.name))
