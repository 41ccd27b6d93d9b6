"""Pictures made elsewhere: a folder ``<task id>/<n>.png`` (or .svg, .jpg, …) that is scored as one system."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

__all__ = ["BadFolder", "FigureFolder", "read_folder"]

_RASTER = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".bmp": "image/bmp",
}
_TYPES = {**_RASTER, ".svg": "image/svg+xml"}
MAX_BYTES = 64_000_000


class BadFolder(ValueError):
    """A folder or file that cannot be used: one line that names it and says what to do."""


@dataclass(frozen=True, slots=True)
class FigureFolder:
    """The pictures of a folder.

    ``pictures`` maps a task id to its files in the order of their numbers: the first is sample 1. ``ignored``
    lists, in words, what was found and not used.
    """

    path: Path
    pictures: dict[str, tuple[Path, ...]]
    ignored: tuple[str, ...] = ()

    @property
    def samples(self) -> int:
        """The largest number of pictures of one task."""
        return max((len(files) for files in self.pictures.values()), default=0)

    def picture(self, task: str, sample: int) -> tuple[bytes, str]:
        """The bytes and the MIME type of one picture.

        Raises:
            BadFolder: there is no such picture, it cannot be read, or it has more than 64 MB.
        """
        files = self.pictures.get(task, ())
        if not 1 <= sample <= len(files):
            raise BadFolder(
                f"{self.path / task}: no picture for sample {sample}; put {sample}.png or {sample}.svg there"
            )
        path = files[sample - 1]
        try:
            size = path.stat().st_size
            if size > MAX_BYTES:
                raise BadFolder(f"{path}: {size:,} bytes; {MAX_BYTES:,} are allowed")
            return path.read_bytes(), _TYPES[path.suffix.casefold()]
        except OSError as error:
            raise BadFolder(f"{path}: cannot be read ({error.strerror or error})") from None


def read_folder(path: Path | str, tasks: Collection[str] | None = None) -> FigureFolder:
    """The pictures in ``path`` of the tasks with these ids; of every folder in it where none are named.

    Raises:
        BadFolder: no such folder, no picture of any of the tasks in it, or two files for one sample.
    """
    path = Path(path)
    if not path.is_dir():
        raise BadFolder(f"{path}: no such folder; it should hold <task id>/<n>.png or .svg")
    pictures: dict[str, tuple[Path, ...]] = {}
    ignored: list[str] = []
    for entry in sorted(path.iterdir()):
        if entry.name.startswith("."):
            continue
        if not entry.is_dir():
            ignored.append(f"{entry.name}: not a folder named after a task")
        elif tasks is not None and entry.name not in tasks:
            ignored.append(f"{entry.name}: not a task of this run")
        elif numbered := _numbered(entry, ignored):
            pictures[entry.name] = numbered
    if not pictures:
        known = f" (task ids: {', '.join(sorted(tasks)[:3])} …)" if tasks else ""
        raise BadFolder(f"{path}: no picture of any task; it should hold <task id>/<n>.png or .svg{known}")
    return FigureFolder(path, pictures, tuple(ignored))


def _numbered(folder: Path, ignored: list[str]) -> tuple[Path, ...]:
    found: dict[int, Path] = {}
    for file in sorted(folder.iterdir()):
        if file.name.startswith("."):
            continue
        if not (file.stem.isascii() and file.stem.isdigit() and file.suffix.casefold() in _TYPES and file.is_file()):
            ignored.append(f"{folder.name}/{file.name}: not <number>.png or .svg")
        elif (number := int(file.stem)) in found:
            raise BadFolder(f"{folder}: {found[number].name} and {file.name} are both sample {number}; keep one")
        else:
            found[number] = file
    return tuple(found[number] for number in sorted(found))
