"""What a drawing earns: the work itself, which runs in one guarded process, from the SVG to the numbers.

No model and no OCR take part: text is live text that can be seen, the rest is told by geometry and rules.

    value = 0.1 · drawn + 0.9 · quality · tidiness                                     in [0, 1]

``quality`` is the mean of the dimensions that could be scored, with the weights of the benchmark (TF .3, SC .3, SQ .2,
CA .2), where TF counts by the share of its labels that stand in a shape, at a connector or at a callout.
``tidiness`` is asked / (asked + superfluous): asked are the labels and relations of the task; superfluous is what
none of them asks for: lines of other text, labels drawn twice or standing nowhere, gibberish, connectors that no
relation asks for, ends of connectors that touch nothing, and letters of text elements that cannot be read (hidden,
under a shape or other words, outside the canvas, with a contrast below 1.6, or printed below 2 points), by the mean
length of a label. So what is added to a drawing without need costs, and text without a figure earns next to nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import ceil

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.engines.resvg import rasterise_fast
from graphicacy.diagram.raster import png_size
from graphicacy.diagram.svg.sanitise import sanitise
from graphicacy.diagram.svg.size import size_of
from graphicacy.draw.record import DrawScore
from graphicacy.draw.score import score_drawing
from graphicacy.draw.scoring.overall import WEIGHTS
from graphicacy.draw.scoring.structure import EM_OF_INK, points_of
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Evidence, TextItem
from graphicacy.sight.gather import gather

__all__ = ["MOST_ELEMENTS", "reward_svg"]

MOST_ELEMENTS = 2_000
"""Tags of an SVG: a figure has hundreds."""

_DRAWN, _QUALITY = 0.1, 0.9
_LONGEST = 600  # pixels of the longer side: a quarter of a benchmark picture, where letters are still told from ground
_FAINTEST = 1.6  # contrast below which nobody reads a line
_SMALLEST = 2.0  # points in print, below which nobody reads a line
_NARROWEST = 0.25  # em of a line is the least that a letter takes; the height of small ink is not known so well
_OVERWRITTEN = 0.25  # of a line's box, under another line: from here on neither the eye nor the pixels tell it apart
_PICTURE = re.compile(r"<(?:[\w.-]+:)?image\b", re.I)


def reward_svg(svg: str, task: str) -> str:
    """The reward of an SVG for a task, both as text; gives JSON with ``value``, ``score`` and ``why``.

    Raises ``BadDrawing`` for what cannot be drawn, holds a picture, or has more than ``MOST_ELEMENTS``.
    """
    drawing = _drawn(svg)
    evidence = gather(drawing, "live")
    legible = _legible(evidence)
    spec = _task(task)
    unread = _written(drawing.svg or "") - _letters(item.text for item in legible)
    score = score_drawing(spec, replace(evidence, text=legible))
    quality = _quality(score)
    errors = Counter(error.kind for error in score.errors)
    superfluous = {
        "other words": len(score.text["strict"].extra) + len(score.text["strict"].gibberish),
        "repeated labels": len(score.text["strict"].duplicates),
        "labels that cannot be read": ceil(
            max(0, unread) / (_letters(spec.required_labels) / len(spec.required_labels))
        ),
        "labels that stand nowhere": errors["unplaced-label"],
        "extra connectors": errors["extra-relation"],
        "ends of connectors that touch nothing": errors["unanchored-end"],
    }
    asked = len(spec.required_labels) + len(spec.required_relations)
    worth = quality * asked / (asked + sum(superfluous.values()))
    why = [f"{count} {name}" for name, count in superfluous.items() if count]
    shown = (f"{name} {value:.2f}" for name in WEIGHTS if (value := getattr(score, name)) is not None)
    value = round(_DRAWN + _QUALITY * worth, 6)
    return json.dumps({"value": value, "score": round(worth, 6), "why": ", ".join([*shown, *why])})


def _drawn(svg: str) -> Drawing:
    clean, _ = sanitise(svg)
    if _PICTURE.search(clean):
        raise BadDrawing("the SVG holds a picture: draw with shapes, lines and text")
    if clean.count("</") + clean.count("/>") > MOST_ELEMENTS:
        raise BadDrawing(f"the SVG has more than {MOST_ELEMENTS:,} elements: draw less")
    zoom = _LONGEST / max(size_of(clean))
    png = rasterise_fast(clean, zoom)
    width, height = png_size(png)
    return Drawing(png, width, height, svg=clean, scale=zoom)


@lru_cache(maxsize=256)
def _task(text: str) -> DrawTask:
    return DrawTask.model_validate_json(text)


def _legible(evidence: Evidence) -> tuple[TextItem, ...]:
    """Lines that can be read: large and dark enough, not written over by another, whose ink would pass for theirs."""
    lines = [item for item in evidence.text if _is_legible(item, evidence)]
    return tuple(
        one
        for one in lines
        if not any(o.text != one.text and o.box.intersection(one.box) > _OVERWRITTEN * one.box.area for o in lines)
    )


def _is_legible(item: TextItem, evidence: Evidence) -> bool:
    letters = len(item.text.strip())
    if letters < 2:  # the ink of a minus is low
        return not _is_faint(item)
    points = points_of(item, evidence)
    along = max(item.box.width, item.box.height) / letters / (max(item.size, 1.0) * EM_OF_INK)  # in ems
    return not _is_faint(item) and points * min(1.0, along / _NARROWEST) >= _SMALLEST


def _is_faint(item: TextItem) -> bool:
    return item.contrast is not None and item.contrast < _FAINTEST


def _letters(texts: Iterable[str]) -> int:
    return sum(not char.isspace() for text in texts for char in text)


def _written(svg: str) -> int:
    """Letters in the text elements of an SVG; what is written twice on one spot, as a halo is, counts once."""
    texts = etree.fromstring(svg.encode()).iterfind(".//{*}text")
    spots = {("".join(t.itertext()), t.get("x"), t.get("y"), t.get("transform")): None for t in texts}
    return _letters(text for text, *_ in spots)


def _quality(score: DrawScore) -> float:
    """The weighted mean of the dimensions that there are, TF by the share of labels that stand in the figure."""
    placed = next((rule.score for rule in score.rules if rule.rule == "label-placement"), None)
    there = {name: value for name in WEIGHTS if (value := getattr(score, name)) is not None}
    if "TF" in there:
        there["TF"] *= placed or 0.0
    total = sum(WEIGHTS[name] for name in there)
    return sum(WEIGHTS[name] * value for name, value in there.items()) / total if total else 0.0
