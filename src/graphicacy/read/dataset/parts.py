"""Parts of a dataset on disk, each there as a whole or not at all, so that a killed build goes on where it was."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphicacy.diagram.cache import held
from graphicacy.read.dataset.make import Part, Rejection
from graphicacy.read.dataset.schema import DIAGRAMS, QUESTIONS

__all__ = ["Parts"]

_NAMES = ("README.md", "diagrams.parquet", "images")  # what a build would write over
_LATER = ("split", "family")  # what is known only when all parts are there
_DIAGRAMS = pa.schema([*(f for f in DIAGRAMS if f.name not in _LATER), ("fingerprints", pa.list_(pa.string()))])
_QUESTIONS = pa.schema([f for f in QUESTIONS if f.name not in _LATER])


class Parts:
    """The parts of one build: their tables in ``<out>/.build``, their pictures where the dataset has them."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out / ".build"

    @property
    def begun(self) -> bool:
        """Whether there is an unfinished build."""
        return self.folder.is_dir()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other builds away, until done or until this process is gone, however it ends.

        Raises ``FileExistsError`` where another one is at work, or a file is in the way; ``NotADirectoryError``.
        """
        if self.out.exists() and not self.out.is_dir():
            raise NotADirectoryError(f"{self.out}: this is a file; name a folder")
        taken = [name for name in _NAMES if (self.out / name).exists()]
        if taken and not self.begun and not (self.out / "questions.parquet").is_file():
            raise FileExistsError(f"{self.out}: there is {taken[0]} of something else; choose another folder")
        with ExitStack() as stack:
            try:
                stack.enter_context(held(self.folder))
            except BlockingIOError:
                raise FileExistsError(f"{self.out}: another build is at work here; wait for it, or stop it") from None
            yield

    def start(self, digest: str) -> None:
        """Begin, or go on with, the build of this digest. Raises ``FileExistsError`` where another is unfinished."""
        mark = self.folder / "digest"
        if mark.is_file() and mark.read_text() != digest:
            raise FileExistsError(
                f"{self.out}: another dataset was begun here; finish it with its own options, or delete the folder"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(mark, digest.encode())

    def has(self, index: int) -> bool:
        """Whether a part is there."""
        return (self.folder / f"{index:06}").is_dir()

    def accepted(self, index: int) -> int:
        """How many diagrams a part holds."""
        return int(pq.read_metadata(self.folder / f"{index:06}" / "diagrams.parquet").num_rows)

    def save(self, index: int, part: Part) -> None:
        """Write a part: pictures first, then its tables under their name at one stroke."""
        for name, data in part.images.items():
            path = self.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
        made = self.folder / f"{index:06}.new"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        pq.write_table(pa.Table.from_pylist(part.diagrams, _DIAGRAMS), made / "diagrams.parquet")
        pq.write_table(pa.Table.from_pylist(part.questions, _QUESTIONS), made / "questions.parquet")
        (made / "rejected.json").write_text(json.dumps(part.rejected, ensure_ascii=False), "utf-8")
        made.rename(self.folder / f"{index:06}")

    def fingerprints(self, count: int) -> Iterator[tuple[str, list[str]]]:
        """Id and fingerprints of the first ``count`` diagrams."""
        left = count
        for folder in self._folders():
            table = pq.read_table(folder / "diagrams.parquet", columns=["id", "fingerprints"]).slice(0, left)
            yield from zip(table["id"].to_pylist(), table["fingerprints"].to_pylist(), strict=True)
            left -= table.num_rows

    def rows(self) -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
        """Rows of diagrams and of questions, part by part."""
        for folder in self._folders():
            yield _rows(folder / "diagrams.parquet"), _rows(folder / "questions.parquet")

    def rejected(self, count: int) -> Iterator[Rejection]:
        """All that was not taken, in order, in the parts that hold the first ``count`` diagrams."""
        left = count
        for folder in self._folders():
            if left > 0:
                yield from (Rejection(*item) for item in json.loads((folder / "rejected.json").read_text("utf-8")))
                left -= self.accepted(int(folder.name))

    def forget(self, images: Iterable[str]) -> None:
        """Delete pictures that no question of the dataset shows, and folders that are empty then."""
        for name in images:
            path = self.out / name
            path.unlink(missing_ok=True)
            if path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()

    def close(self) -> None:
        """Delete the tables of the parts, and what was not finished of the dataset's."""
        for name in ("diagrams", "questions"):
            (self.out / f"{name}.parquet.new").unlink(missing_ok=True)
        shutil.rmtree(self.folder)

    def _folders(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if path.is_dir() and path.suffix != ".new")


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def _write(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(data)
    os.replace(new, path)
