"""Examples on disk until all are there, and are written in their order: memory does not grow with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from graphicacy.read.export.pictures import Picture
from graphicacy.train.example import Example

__all__ = ["Spool"]


class Spool:
    """Examples in a folder: their pictures in ``images``, each once. ``leaves`` are their leaves, in order."""

    def __init__(self, folder: Path) -> None:
        self.images = folder / "images"
        self.images.mkdir(parents=True)
        self.leaves: list[str] = []
        self._starts: list[int] = []
        self._written: set[str] = set()
        self._file = (folder / "examples.jsonl").open("w+b")

    def add(self, example: Example) -> None:
        """Add an example at the end."""
        for picture in example.pictures:
            if picture.name not in self._written:
                (self.images / picture.name).write_bytes(picture.png)
                self._written.add(picture.name)
        held = [dict(example.row), example.target, [picture.name for picture in example.pictures]]
        self._starts.append(self._file.seek(0, 2))
        self._file.write(f"{json.dumps(held, ensure_ascii=False)}\n".encode())
        self.leaves.append(example.row["task"])

    def examples(self, order: Sequence[int]) -> Iterator[Example]:
        """The examples of these indices, in this order."""
        for index in order:
            self._file.seek(self._starts[index])
            row, target, names = json.loads(self._file.readline())
            yield Example(row, target, [self._picture(name) for name in names])

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _picture(self, name: str) -> Picture:
        path = self.images / name
        with Image.open(path) as image:
            size: tuple[int, int] = image.size
        return Picture(name, path.read_bytes(), size)
