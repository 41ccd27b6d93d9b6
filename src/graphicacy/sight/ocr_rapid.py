"""The default text engine: RapidOCR with the PP-OCRv6 models that its wheel carries, run offline on figures.

Three things differ from RapidOCR's own pipeline, each because figures are not pages:

- The 180° classifier sees vertical crops only. It flips short horizontal labels ("pH 7.4" → "4LHd").
- The text map of a large picture is computed in bands, so that memory does not grow with the picture.
- Nothing is shrunk: small print in a large figure stays as large as it was drawn.
"""

from __future__ import annotations

import math
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import rapidocr
from numpy.typing import NDArray
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_rec import TextRecInput

from graphicacy.diagram.scene import Point
from graphicacy.sight.ocr_lines import RawLine, Span, TextEngineError, words_of

__all__ = ["RapidReader"]

Picture = NDArray[np.uint8]

_SHORT_SIDE = 736  # the detector was trained on pictures of at least this short side
_ENLARGED_PIXELS = 2_500_000  # to which a small picture may be enlarged
_MAX_ASPECT = 8.0  # thinner pictures are padded, else the enlargement to the short side would explode
_STRIDE = 32  # the detector's side lengths are multiples of this
_BAND_PIXELS = 1_500_000  # pixels of the text map computed at once: 4096 × 4096 peaks below 0.9 GB
_BAND_MARGIN = 96  # rows of context above and below a band
_GROUND = 6  # of 255: what differs less from the border's colour is no ink
_VERTICAL = 1.5  # a crop taller than this many widths is turned by RapidOCR
_REC_HEIGHT = 48
_REC_COLUMNS = 6 * 640  # columns of one recognition batch: bounds the size of its output
_REC_BATCH = 6
_MAX_LINE_ASPECT = 100.0  # longer lines are squeezed
_MIN_SCORE = 0.5  # lines read with less confidence are noise


class RapidReader:
    """Reads lines with RapidOCR. One picture at a time: calls from several threads wait for each other.

    Args:
        threads: intra-op threads of ONNX Runtime.

    Raises:
        TextEngineError: the models cannot be loaded.
    """

    def __init__(self, threads: int) -> None:
        self._lock = threading.Lock()
        self._engine = _engine(threads)

    def read(self, pixels: Picture) -> list[RawLine]:
        """The lines of an RGB picture (H × W × 3, uint8), top to bottom."""
        picture, left, top = _pad(np.ascontiguousarray(pixels[:, :, ::-1]))
        with self._lock:
            lines = self._engine.lines(picture)
        return [_shifted(line, left, top, pixels.shape[1], pixels.shape[0]) for line in lines]


class _FigureOCR(RapidOCR):
    """RapidOCR with the three differences of this module."""

    def lines(self, picture: Picture) -> list[RawLine]:
        corners = self._detect(picture)
        crops = self.crop_text_regions(picture, corners)
        turned = [_is_vertical(quad) for quad in corners]
        crops, flipped = self._upright(crops, turned)
        polygons = [_reading_order(q, t, f) for q, t, f in zip(corners, turned, flipped, strict=True)]
        return [
            line
            for p, (text, score, info) in zip(polygons, self._recognise(crops), strict=True)
            if (line := _line(p, text, score, info))
        ]

    def _detect(self, picture: Picture) -> NDArray[np.float32]:
        """Corners (n × 4 × 2) of the text lines: top left, top right, bottom right, bottom left."""
        detector: Any = self._load_det_model()  # type: ignore[no-untyped-call]
        text_map = _text_map(detector.session, picture)
        boxes, _ = detector.postprocess_op(text_map[None, None], picture.shape[:2])
        if len(boxes) == 0:
            return np.zeros((0, 4, 2), np.float32)
        return np.asarray(detector.sorted_boxes(boxes), np.float32)

    def _upright(self, crops: list[Picture], turned: list[bool]) -> tuple[list[Picture], list[bool]]:
        which = [i for i, t in enumerate(turned) if t]
        flipped = [False] * len(crops)
        if which:
            classifier: Any = self._load_cls_model()  # type: ignore[no-untyped-call]
            result = classifier([crops[i] for i in which])
            for i, crop, (label, score) in zip(which, result.img_list, result.cls_res, strict=True):
                crops[i] = crop
                flipped[i] = "180" in label and score > classifier.cls_thresh
        return crops, flipped

    def _recognise(self, crops: list[Picture]) -> list[tuple[str, float, Any]]:
        """Text, score and column positions of each crop, in batches of like aspect and bounded width."""
        recogniser: Any = self._load_rec_model()  # type: ignore[no-untyped-call]
        crops = [_squeezed(crop) for crop in crops]
        order = sorted(range(len(crops)), key=lambda i: crops[i].shape[1] / crops[i].shape[0])
        read: dict[int, tuple[str, float, Any]] = {}
        while order:
            batch = order[: _batch_size([crops[i] for i in order[:_REC_BATCH]])]
            order = order[len(batch) :]
            result = recogniser(TextRecInput(img=[crops[i] for i in batch], return_word_box=True))
            for i, text, score, info in zip(batch, result.txts, result.scores, result.word_results, strict=True):
                read[i] = (text, float(score), info)
        return [read[i] for i in range(len(crops))]


def _engine(threads: int) -> _FigureOCR:
    models = Path(rapidocr.__file__).parent / "models"
    # Named files, so that RapidOCR never looks for them on the network.
    files = {
        "Det.model_path": models / "PP-OCRv6_det_small.onnx",
        "Cls.model_path": models / "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
        "Rec.model_path": models / "PP-OCRv6_rec_small.onnx",
    }
    for path in files.values():
        if not path.is_file():
            raise TextEngineError(
                f"text engine rapidocr: no model {path}; reinstall it: pip install 'rapidocr==3.10.*'"
            )
    params = {name: str(path) for name, path in files.items()}
    return _FigureOCR(
        params={
            **params,
            "Global.log_level": "critical",
            "Global.return_word_box": True,
            "Rec.rec_batch_num": _REC_BATCH,
            "Det.max_candidates": 20_000,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def _pad(picture: Picture) -> tuple[Picture, int, int]:
    """The picture made less thin than ``_MAX_ASPECT`` by a margin of its border colour, and the margin's offset."""
    height, width = picture.shape[:2]
    rows = max(0, math.ceil(width / _MAX_ASPECT) - height)
    columns = max(0, math.ceil(height / _MAX_ASPECT) - width)
    if not rows and not columns:
        return picture, 0, 0
    color = tuple(int(v) for v in _border_color(picture))
    top, left = rows // 2, columns // 2
    padded = cv2.copyMakeBorder(picture, top, rows - top, left, columns - left, cv2.BORDER_CONSTANT, value=color)
    return np.asarray(padded, np.uint8), left, top


def _text_map(session: Any, picture: Picture) -> NDArray[np.float32]:
    """The probability of text per pixel of the picture scaled for the detector, computed band by band."""
    height, width = picture.shape[:2]
    scale = max(1.0, min(_SHORT_SIDE / min(height, width), math.sqrt(_ENLARGED_PIXELS / (height * width))))
    rows = max(_STRIDE, round(height * scale / _STRIDE) * _STRIDE)
    columns = max(_STRIDE, round(width * scale / _STRIDE) * _STRIDE)
    scaled = np.asarray(cv2.resize(picture, (columns, rows)), np.uint8)
    text_map = np.zeros((rows, columns), np.float32)
    top, bottom, left, right = _inked(scaled)
    band = max(2 * _STRIDE, _BAND_PIXELS // (right - left) // _STRIDE * _STRIDE)
    for start in range(top, bottom, band):
        end = min(bottom, start + band)
        first, last = max(0, start - _BAND_MARGIN), min(rows, end + _BAND_MARGIN)
        values = scaled[first:last, left:right].astype(np.float32)
        values *= np.float32(2 / 255)
        values -= 1
        out = session(np.ascontiguousarray(values.transpose(2, 0, 1)[None]))
        text_map[start:end, left:right] = out[0, 0, start - first : end - first]
    return text_map


def _inked(scaled: Picture) -> tuple[int, int, int, int]:
    """Top, bottom, left and right of what differs from the border's colour, with a margin, in whole strides.

    An empty margin holds no text; a picture that fills its canvas is taken whole.
    """
    ground = _border_color(scaled)
    ink = np.asarray((np.abs(scaled.astype(np.int16) - ground.astype(np.int16)) > _GROUND).any(axis=2))
    found: list[int] = []
    for axis in (1, 0):
        used = np.asarray(ink.any(axis=axis))
        at = np.flatnonzero(used) if used.any() else np.array([0, len(used) - 1])
        low = max(0, (int(at[0]) - _BAND_MARGIN) // _STRIDE * _STRIDE)
        high = min(len(used), -(-(int(at[-1]) + 1 + _BAND_MARGIN) // _STRIDE) * _STRIDE)
        found += [low, high]
    top, bottom, left, right = found
    return top, bottom, left, right


def _border_color(picture: Picture) -> NDArray[np.float64]:
    border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    return np.asarray(np.median(border, axis=0), np.float64)


def _is_vertical(quad: NDArray[np.float32]) -> bool:
    """Whether RapidOCR turns the crop of this quadrilateral by 90° (the same rounding as it uses)."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    width, height = int(max(sides[0], sides[2])), int(max(sides[1], sides[3]))
    return height / width >= _VERTICAL


def _reading_order(quad: NDArray[np.float32], turned: bool, flipped: bool) -> tuple[Point, Point, Point, Point]:
    """Corners clockwise from the start of the line: turned crops read downwards, or upwards when flipped too."""
    start = (3 if flipped else 1) if turned else 0
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(quad, -start, axis=0))
    return a, b, c, d


def _squeezed(crop: Picture) -> Picture:
    height, width = crop.shape[:2]
    if width <= _MAX_LINE_ASPECT * height:
        return crop
    return np.asarray(cv2.resize(crop, (int(_MAX_LINE_ASPECT * height), height)), np.uint8)


def _batch_size(crops: list[Picture]) -> int:
    """How many of the crops (by rising aspect) fit one batch, whose width is that of its longest."""
    size = 1
    for n, crop in enumerate(crops, start=1):
        if n * _REC_HEIGHT * crop.shape[1] / crop.shape[0] <= _REC_COLUMNS:
            size = n
    return size


def _line(polygon: tuple[Point, Point, Point, Point], text: str, score: float, info: Any) -> RawLine | None:
    if not text.strip() or score < _MIN_SCORE:
        return None
    columns = [column for word in info.word_cols for column in word]
    visible = [i for i, char in enumerate(text) if not char.isspace()]
    length = max(float(info.line_txt_len), 1.0)
    if len(columns) != len(visible):
        raise TextEngineError(f"text engine rapidocr: no position for every character of {text!r}")
    at = {i: (column + 0.5) / length for i, column in zip(visible, columns, strict=True)}
    spans = tuple(Span(text[a:b], min(at[a], 1.0), min(at[b - 1], 1.0)) for a, b in words_of(text))
    return RawLine(text.strip(), polygon, score, spans)


def _shifted(line: RawLine, left: int, top: int, width: int, height: int) -> RawLine:
    if not left and not top:
        return line
    a, b, c, d = ((min(max(x - left, 0.0), width), min(max(y - top, 0.0), height)) for x, y in line.polygon)
    return RawLine(line.text, (a, b, c, d), line.score, line.words)
