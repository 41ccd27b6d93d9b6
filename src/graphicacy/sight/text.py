"""The text in a picture: lines with their words, boxes, size and contrast, read by a named OCR engine.

Readings are cached on disk by the content of the picture, work offline, and are the same on every call.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphicacy.sight.evidence import TextItem
from graphicacy.sight.ocr_cache import cached_reading, reading_key
from graphicacy.sight.ocr_lines import RawLine, TextEngineError

__all__ = ["ENGINES", "TextEngineError", "engine_version", "read_text", "text_engine_missing"]

_REVISION = 3  # raised when this package's own part of a reading (boxes, words, contrast) changes
_LEAST_SIDE = 5  # pixels; no text is legible below it


class _Reader(Protocol):
    def read(self, pixels: NDArray[np.uint8]) -> list[RawLine]: ...


def _rapidocr(threads: int) -> _Reader:
    from graphicacy.sight.ocr_rapid import RapidReader

    reader: _Reader = RapidReader(threads)
    return reader


def _tesseract(threads: int) -> _Reader:
    from graphicacy.sight.ocr_tesseract import TesseractReader

    return TesseractReader()


ENGINES: dict[str, tuple[str, Callable[[int], _Reader]]] = {
    "rapidocr": ("rapidocr", _rapidocr),
    "tesseract": ("tesserocr", _tesseract),
}
"""Engines by name: the Python package each needs, and how it is made, given a number of threads."""

_readers: dict[tuple[str, int], _Reader] = {}
_lock = threading.Lock()


def read_text(pixels: NDArray[np.uint8], engine: str = "rapidocr", threads: int | None = None) -> tuple[TextItem, ...]:
    """The lines of text in a picture, top to bottom.

    Safe to call from several threads; each engine reads one picture at a time, so that memory stays bounded.

    Args:
        pixels: H × W × 3, uint8, RGB.
        engine: a name in ``ENGINES``.
        threads: threads an engine may use; default ``$GRAPHICACY_OCR_THREADS``, else 2 (or 1 on a single core).

    Raises:
        TextEngineError: the engine is unknown, not installed, or failed.
        ValueError: ``pixels`` is no RGB picture, or the number of threads is not positive.
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise ValueError(f"pixels: expected H × W × 3 of uint8, got {pixels.shape} of {pixels.dtype}")
    missing = text_engine_missing(engine)
    if missing:
        raise TextEngineError(missing)
    count = _threads(threads)
    if min(pixels.shape[:2]) < _LEAST_SIDE or (pixels == pixels[0, 0]).all():
        return ()
    key = reading_key(pixels, engine, engine_version(engine))
    return cached_reading(key, lambda: _read(pixels, engine, count))


def text_engine_missing(engine: str) -> str | None:
    """Why an engine cannot be used, in one line that says what to do; None where it can."""
    if engine not in ENGINES:
        return f"no text engine {engine!r}; there are: {', '.join(ENGINES)}"
    package = ENGINES[engine][0]
    if importlib.util.find_spec(package) is None:
        return f"text engine {engine!r} needs the package {package}: pip install {package}"
    return None


def _read(pixels: NDArray[np.uint8], engine: str, threads: int) -> tuple[TextItem, ...]:
    from graphicacy.sight.ink import text_item

    return tuple(text_item(pixels, line) for line in _reader(engine, threads).read(pixels))


def _reader(engine: str, threads: int) -> _Reader:
    with _lock:
        if (engine, threads) not in _readers:
            _readers[engine, threads] = ENGINES[engine][1](threads)
        return _readers[engine, threads]


def _threads(threads: int | None) -> int:
    if threads is None:
        given = os.environ.get("GRAPHICACY_OCR_THREADS", "")
        if not given:
            return min(2, os.cpu_count() or 1)
        if not given.isdigit():
            raise ValueError(f"GRAPHICACY_OCR_THREADS={given!r} is not a number of threads")
        threads = int(given)
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    return threads


def engine_version(engine: str) -> str:
    """The engine with the version of its package and of the way it is used here."""
    package = ENGINES[engine][0]
    try:
        return f"{package}-{version(package)}-{_REVISION}"
    except PackageNotFoundError:
        return f"{package}-{_REVISION}"
