"""Exports of Label Studio, JSON and JSON-MIN → ratings.

In the JSON export each task has ``annotations``, one per rater (``completed_by``: a number, or an object with
``email`` and ``id``), whose ``result`` holds ``{"from_name", "type", "value"}``. The dimension is ``from_name``; a
rating is a value of type ``rating`` (``{"rating": 4}``), ``number`` (``{"number": 4}``) or ``choices``
(``{"choices": ["4"]}``). Scores in ``predictions`` are the automatic ones. JSON-MIN has one flat object per
annotation: the data of the task, its dimensions (``[{"rating": 4}]``, ``"4"`` of a choice), and ``annotator``.

The item is ``item`` of the task's data where there is one, else the task's id. A text called ``rater`` names the rater
before ``completed_by`` does. The data may also hold ``occasion``,
``task``, and automatic scores as ``auto_TF`` and so on, or ``auto`` where there is one dimension. Annotations that were
cancelled do not count.

Facts of the format: labelstud.io/guide/task_format, labelstud.io/guide/export, and the tags Rating, Number, Choices.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from graphicacy.read.answer_file import named, printable
from graphicacy.trust.ratings.forms import Form, split_auto
from graphicacy.trust.ratings.numbers import MISSING, is_number
from graphicacy.trust.ratings.record import BadRatings, Cell

__all__ = ["read_export"]

_KINDS = ("rating", "number", "choices")
_NOT_DIMENSIONS = frozenset(
    (
        *("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement", "history"),
        *("item", "task", "occasion", "auto", "system", "rater", "was_cancelled"),
    )
)


def read_export(name: str, text: str) -> Form:
    """Read an export. Raises ``BadRatings`` where the text is none, or holds no rating."""
    tasks = _parsed(name, text)
    if any("annotations" in task or "completions" in task for task in tasks):
        kind, cells = "JSON", [cell for at, task in enumerate(tasks, 1) for cell in _annotated(name, at, task)]
    elif any("annotator" in task for task in tasks):
        kind, cells = "JSON-MIN", _all_flat(name, tasks)
    else:
        raise BadRatings(
            f"{name}: JSON, but no export of Label Studio: no task has annotations or an annotator; export it anew, or "
            "give a CSV"
        )
    dimensions, left = _dimensions(cells)
    if not dimensions:
        raise BadRatings(f"{name}: no rating in the export; use the tags Rating, Number, or Choices of numbers")
    ignored = f"; left out, since they hold no numbers: {named(left)}" if left else ""
    said = f"Label Studio, {kind}; dimensions: {named(dimensions)}{ignored}"
    return Form(said, (cell for cell in cells if cell.dimension in dimensions))


def _parsed(name: str, text: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(text)
    except RecursionError:
        raise BadRatings(f"{name}: nested too deep for an export of Label Studio") from None
    except ValueError as error:
        raise BadRatings(f"{name}: no JSON ({str(error)[:100]}); export it again") from None
    tasks = [found] if isinstance(found, dict) else found
    if not all(isinstance(task, dict) for task in tasks):
        raise BadRatings(f"{name}: no export of Label Studio, which is a list of tasks, each an object")
    return list(tasks)


def _dimensions(cells: list[Cell]) -> tuple[list[str], list[str]]:
    """Names of which at least half of the values are numbers, and the others."""
    filled = Counter(cell.dimension for cell in cells if cell.rating.casefold() not in MISSING)
    numbers = Counter(cell.dimension for cell in cells if is_number(cell.rating))
    good = [name for name, count in filled.items() if 2 * numbers[name] >= count]
    return good, [name for name in filled if name not in good]


def _annotated(name: str, at: int, task: Mapping[str, Any]) -> Iterator[Cell]:
    """The ratings of one task of a JSON export."""
    data = _object(task.get("data"))
    item = _text(data.get("item")) or _text(task.get("id"))
    predicted = {
        dimension: value
        for prediction in _objects(task.get("predictions"))
        for dimension, value in _results(prediction)
    }
    for order, annotation in enumerate(_objects(task.get("annotations", task.get("completions"))), 1):
        if annotation.get("was_cancelled") or annotation.get("skipped"):
            continue
        where = f"task {item or at}, annotation {_text(annotation.get('id')) or order}"
        values = list(_results(annotation))
        autos = predicted | _autos(f"{name}: {where}", data, [dimension for dimension, _ in values])
        rater = _said_rater(annotation) or _rater(annotation.get("completed_by"))
        occasion, about = _about(data)
        for dimension, value in values:
            yield Cell(where, item, rater, dimension, value, occasion, autos.get(dimension, ""), about)


def _results(annotation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Dimension and value of each result that may be a rating."""
    for result in _objects(annotation.get("result")):
        dimension = _text(result.get("from_name"))
        if dimension and result.get("type") in _KINDS:
            yield dimension, _value(_object(result.get("value")))


def _all_flat(name: str, records: list[dict[str, Any]]) -> list[Cell]:
    """The ratings of a JSON-MIN export. Bare numbers are data of the task, unless nothing else can be a rating."""
    for bare in (False, True):
        cells = [cell for at, record in enumerate(records, 1) for cell in _flat(name, at, record, bare)]
        if _dimensions(cells)[0]:
            return cells
    return []


def _flat(name: str, at: int, record: Mapping[str, Any], bare: bool) -> Iterator[Cell]:
    if record.get("was_cancelled"):
        return
    item = _text(record.get("item")) or _text(record.get("id"))
    where = f"task {item or at}, annotation {_text(record.get('annotation_id')) or at}"
    _, others = split_auto(dict.fromkeys(record, 0))
    values = [
        (_text(key), _value(record[key]))
        for key in others
        if key.casefold() not in _NOT_DIMENSIONS and (bare or not isinstance(record[key], int | float))
    ]
    autos = _autos(f"{name}: {where}", record, [dimension for dimension, value in values if is_number(value)])
    rater = _text(record.get("rater")) or _rater(record.get("annotator"))
    occasion, about = _about(record)
    for dimension, value in values:
        yield Cell(where, item, rater, dimension, value, occasion, autos.get(dimension, ""), about)


def _autos(where: str, data: Mapping[str, Any], dimensions: list[str]) -> dict[str, str]:
    """The automatic scores in the data of a task, by dimension."""
    places, _ = split_auto({**dict.fromkeys(dimensions, -1), **{key: at for at, key in enumerate(data)}})
    values = list(data.values())
    found = {dimension: _text(values[at]) for dimension, at in places.items() if at >= 0}
    one = _text(data.get("auto"))
    if one and len(dimensions) > 1:
        raise BadRatings(f"{where}: auto beside {len(dimensions)} dimensions; call it auto_{named(dimensions[:1])}")
    return found | ({dimensions[0]: one} if one and dimensions else {})


def _about(data: Mapping[str, Any]) -> tuple[str, str]:
    """The occasion of an item, and its task."""
    return _text(data.get("occasion")), _text(data.get("task"))


def _said_rater(annotation: Mapping[str, Any]) -> str:
    """The rater that a text called rater names, as in exports of studies; Label Studio then tells who imported it."""
    named_so = [_object(r.get("value")) for r in _objects(annotation.get("result")) if r.get("from_name") == "rater"]
    texts = [text for value in named_so if isinstance(text := value.get("text"), list | str)]
    return _text(texts[0] if isinstance(texts[0], str) else texts[0][0]) if texts and texts[0] else ""


def _rater(value: Any) -> str:
    """Who made an annotation: a number or name, or an object with an e-mail address or id."""
    person = _object(value)
    return _text(person.get("email")) or _text(person.get("id")) if person else _text(value)


def _value(value: Any) -> str:
    """The rating in a value of any form; several choices, which are no rating, as one text."""
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return next((_value(value[kind]) for kind in _KINDS if kind in value), "")
    return _text(value)


def _text(value: Any) -> str:
    """Text or a number as text; empty for anything else."""
    if isinstance(value, str):
        return printable(value).strip()
    return repr(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
