"""The answers of a study in Label Studio's JSON, and the labelling interface that it needs to show them.

A task is a drawing (one shown again is a task of its own), an annotation one rater's answer. Facts of the format:
labelstud.io/guide/task_format, /guide/export, /tags/rating, /tags/textarea, /tags/rectanglelabels. Rectangles are in
percent of the picture. Label Studio refuses annotations that are ``completed_by`` somebody whom it does not know, and
drops fields that it does not know; so the rater stands among the results, as a text called ``rater``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import quoteattr

from graphicacy.trust.study.export import answered
from graphicacy.trust.study.record import TAG_KINDS, Answer, Item, Study, Tag
from graphicacy.trust.study.scales import SCALES

__all__ = ["label_studio_config", "label_studio_json"]

_PICTURE, _ERROR, _NOTE, _RATER = "picture", "error", "note", "rater"


def label_studio_json(study: Study, answers: Iterable[Answer]) -> str:
    """Label Studio's list of tasks, one for every drawing of the study, each with its annotations.

    The picture of a task is its path in the study's folder: serve that, or put its address in front.
    """
    annotations: dict[tuple[int, str], list[dict[str, Any]]] = {(1, item.id): [] for item in study.items}
    for item, assignment, answer in answered(study, answers):
        annotations.setdefault((assignment.occasion, item.id), []).append(_annotation(item, answer))
    items = {item.id: item for item in study.items}
    tasks = [
        {"id": number, "data": _data(study, items[name], occasion), "annotations": annotations[occasion, name]}
        for number, (occasion, name) in enumerate(sorted(annotations), start=1)
    ]
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def label_studio_config() -> str:
    """The labelling interface (XML) under which a project of Label Studio takes the tasks."""
    rows = ["<View>", f'  <Image name="{_PICTURE}" value="${_PICTURE}" zoom="true"/>']
    rows += ['  <Text name="prompt" value="$prompt"/>', f'  <RectangleLabels name="{_ERROR}" toName="{_PICTURE}">']
    rows += [f"    <Label value={quoteattr(kind)}/>" for kind in TAG_KINDS]
    rows.append("  </RectangleLabels>")
    for scale in SCALES:
        rows.append(f"  <Header value={quoteattr(f'{scale.name}: {scale.question}')}/>")
        rows.append(f'  <Rating name="{scale.dimension}" toName="{_PICTURE}" maxRating="5"/>')
    rows += [f'  <TextArea name="{name}" toName="{_PICTURE}"/>' for name in (_NOTE, _RATER)]
    return "\n".join((*rows, "</View>", ""))


def _data(study: Study, item: Item, occasion: int) -> dict[str, Any]:
    about = item.model_dump(include={"task", "system", "medium", "figure_type", "discipline", "difficulty"})
    auto = {f"auto_{name}": score for name, score in item.auto.items()}
    shown = {_PICTURE: item.picture, "prompt": study.tasks[item.task].prompt}
    return {**shown, "item": item.id, "occasion": occasion, **about, **auto}


def _annotation(item: Item, answer: Answer) -> dict[str, Any]:
    results = [_result(name, "rating", {"rating": n}) for name, n in answer.ratings.items() if n is not None]
    texts = {_NOTE: answer.note, _RATER: answer.rater}
    results += [_result(name, "textarea", {"text": [text]}) for name, text in texts.items() if text]
    results += [_rectangle(item, tag, f"{_ERROR}-{n}") for n, tag in enumerate(answer.tags, start=1)]
    return {
        "created_at": answer.submitted,
        "lead_time": answer.seconds,
        "was_cancelled": False,
        "ground_truth": False,
        "result": results,
    }


def _result(name: str, kind: str, value: dict[str, Any], id_: str = "") -> dict[str, Any]:
    return {"id": id_ or name, "from_name": name, "to_name": _PICTURE, "type": kind, "value": value}


def _rectangle(item: Item, tag: Tag, id_: str) -> dict[str, Any]:
    x0, y0, x1, y1 = tag.box
    value = {
        "x": 100 * x0 / item.width,
        "y": 100 * y0 / item.height,
        "width": 100 * (x1 - x0) / item.width,
        "height": 100 * (y1 - y0) / item.height,
        "rotation": 0,
        "rectanglelabels": [tag.kind],
    }
    result = _result(_ERROR, "rectanglelabels", value, id_)
    result |= {"original_width": item.width, "original_height": item.height, "image_rotation": 0}
    return result | ({"meta": {"text": [tag.note]}} if tag.note else {})
