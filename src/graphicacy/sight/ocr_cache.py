"""A cache of text readings on disk, by the content of the picture.

Reading is nearly all the cost of scoring a drawing, and the same drawing is scored many times. An entry is one JSON
file, named by the hash of pixels, engine and engine version. The cache never fails: an entry that cannot be read is
a miss, and one that cannot be written is dropped.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphicacy.diagram.scene import Box, Point
from graphicacy.sight.evidence import TextItem, Word

__all__ = ["cache_folder", "cached_reading", "reading_key"]


def cache_folder() -> Path | None:
    """Where the user's caches go, in this order; None where there is no such place.

    ``$GRAPHICACY_CACHE``; on macOS ``~/Library/Caches/graphicacy``; else ``$XDG_CACHE_HOME/graphicacy`` or
    ``~/.cache/graphicacy`` (XDG Base Directory Specification 0.8).
    """
    own = os.environ.get("GRAPHICACY_CACHE")
    if own:
        return Path(own)
    xdg = os.environ.get("XDG_CACHE_HOME")
    if xdg and Path(xdg).is_absolute() and sys.platform != "darwin":
        return Path(xdg) / "graphicacy"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "graphicacy"


def reading_key(pixels: NDArray[np.uint8], engine: str, version: str) -> str:
    """The SHA-256 (hex) of everything that a reading depends on."""
    digest = hashlib.sha256(f"{engine}\n{version}\n{pixels.shape}\n".encode())
    digest.update(np.ascontiguousarray(pixels).data)
    return digest.hexdigest()


def cached_reading(key: str, read: Callable[[], tuple[TextItem, ...]]) -> tuple[TextItem, ...]:
    """The stored reading of this key, else what ``read`` gives, which is then stored."""
    folder = cache_folder()
    if folder is None:
        return read()
    path = folder / "ocr" / key[:2] / f"{key}.json"
    stored = _load(path)
    if stored is not None:
        return stored
    items = read()
    _store(path, items)
    return items


def _load(path: Path) -> tuple[TextItem, ...] | None:
    try:
        data = json.loads(path.read_bytes())
        return tuple(_item(record) for record in data["items"])
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _store(path: Path, items: tuple[TextItem, ...]) -> None:
    """Write beside the entry, then rename: a reader never sees half a file, and the last of two writers wins."""
    data = json.dumps({"items": [_record(item) for item in items]}, ensure_ascii=False, separators=(",", ":"))
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data.encode("utf-8", "surrogatepass"))
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)


def _record(item: TextItem) -> dict[str, Any]:
    return {
        "text": item.text,
        "box": item.box,
        "polygon": item.polygon,
        "words": [[word.text, *word.box] for word in item.words],
        "angle": item.angle,
        "size": item.size,
        "score": item.score,
        "contrast": item.contrast,
    }


def _item(record: dict[str, Any]) -> TextItem:
    contrast = record["contrast"]
    a, b, c, d = (_point(corner) for corner in record["polygon"])
    return TextItem(
        text=_text(record["text"]),
        box=_box(record["box"]),
        polygon=(a, b, c, d),
        words=tuple(Word(_text(word[0]), _box(word[1:])) for word in record["words"]),
        angle=float(record["angle"]),
        size=float(record["size"]),
        score=float(record["score"]),
        contrast=None if contrast is None else float(contrast),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _box(values: list[float]) -> Box:
    x0, y0, x1, y1 = (float(v) for v in values)
    return Box(x0, y0, x1, y1)


def _point(values: list[float]) -> Point:
    x, y = values
    return float(x), float(y)
