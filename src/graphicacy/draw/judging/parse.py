"""A judge's answer: from whatever text it wrote to a ``Judgement``, item by item.

What cannot be read is unscored (None), never "no". Nothing in the answer can raise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphicacy.draw.judging.lenient import find_objects
from graphicacy.draw.judging.values import read_rating, read_reason, read_sentences, read_verdict
from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask

__all__ = ["parse_judgement"]

_SECTIONS = {
    "relations": ("relation", "relations", "requiredrelations", "relationships"),
    "components": ("component", "components", "requiredcomponents"),
    "contradictions": ("contradiction", "contradictions"),
    "structure": ("structure", "structurerating", "structuralquality", "sq"),
    "conventions": ("convention", "conventions", "conventionsrating", "conventionadherence", "ca"),
}
_SECTION_OF = {name: section for section, names in _SECTIONS.items() for name in names}
_KEY_FIELDS = ("key", "id", "item", "relation", "component", "name", "index")
_WRAPPERS = frozenset(
    {"ratings", "scores", "rubric", "items", "verdicts", "answer", "result", "evaluation", "judgement"}
)
_MAX_WRAPPERS = 4
_KEY = re.compile(r"[rc]\d{1,4}")


def parse_judgement(raw: str, task: DrawTask, judge: str, prompt_id: str) -> tuple[Judgement | None, str]:
    """The judgement in a judge's answer, and what is wrong with the answer, as a sentence for its one retry.

    Returns:
        ``(judgement, "")`` for a complete answer; ``(judgement, problem)`` where some items or ratings could not be
        read and stay None; ``(None, problem)`` where nothing could be read. Of several objects in the answer a later
        one overrides what an earlier one says. ``status`` is ``"ok"``.
    """
    answer: dict[str, Any] = {}
    objects = find_objects(raw)
    for found in objects:
        for key, said in _entries(found, task):
            if key not in answer or _is_readable(key, said):
                answer[key] = said
    relations = _verdicts("r", len(task.required_relations), answer)
    components = _verdicts("c", len(task.required_components), answer)
    ratings = {key: read_rating(answer.get(key)) for key in _rated(task)}
    missing = [key for key, value in (relations | components | ratings).items() if value is None]
    if len(missing) == len(relations) + len(components) + len(ratings):
        return None, _nothing(bool(objects))
    judgement = Judgement(
        judge=judge,
        prompt=prompt_id,
        relations=tuple(relations.values()),
        components=tuple(components.values()),
        contradictions=read_sentences(answer.get("contradictions")),
        structure=ratings.get("structure"),
        conventions=ratings.get("conventions"),
        reasons={
            key: reason
            for key in (*relations, *components, *ratings)
            if key in answer and (reason := read_reason(answer[key]))
        },
    )
    return judgement, _incomplete(missing) if missing else ""


def _rated(task: DrawTask) -> tuple[str, ...]:
    """The ratings that this task asks for: without conventions and negatives there is nothing to adhere to."""
    return ("structure", "conventions") if task.discipline_conventions or task.negative_constraints else ("structure",)


def _is_readable(key: str, said: Any) -> bool:
    if key == "contradictions":
        return said is not None
    return (read_rating(said) if key in ("structure", "conventions") else read_verdict(said)) is not None


def _entries(found: dict[str, Any], task: DrawTask, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """(key, what was said) for each item and rating in one object of the answer, however it is nested."""
    if (key := _own_key(found, {})) is not None:
        yield key, found
        return
    known = False
    for name, value in found.items():
        entries = list(_section_entries(name, value, task))
        known = known or bool(entries)
        yield from entries
    if depth == _MAX_WRAPPERS:
        return
    for name, value in found.items():
        if not known or name.casefold() in _WRAPPERS:
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, dict):
                    yield from _entries(inner, task, depth + 1)


def _section_entries(name: str, value: Any, task: DrawTask) -> Iterator[tuple[str, Any]]:
    section = _SECTION_OF.get(re.sub(r"[\W_]+", "", name.casefold()))
    if section in ("relations", "components"):
        if isinstance(value, dict | list):
            yield from _items(section, value, task)
    elif section:
        yield section, value
    elif _KEY.fullmatch(name.strip().casefold()):
        yield name.strip().casefold(), value


def _items(section: str, value: dict[str, Any] | list[Any], task: DrawTask) -> Iterator[tuple[str, Any]]:
    """The items of a section given as an object (by key) or a list (by key where entries have one, else in order)."""
    prefix = section[0]
    names = _names(section, task)
    if isinstance(value, dict):
        keyed = [(_item_key(name, prefix, names), said) for name, said in value.items()]
    else:
        keyed = [(_own_key(said, names) if isinstance(said, dict) else None, said) for said in value]
        if not any(key and key.startswith(prefix) for key, _ in keyed):
            keyed = [(f"{prefix}{i}", said) for i, said in enumerate(value)]
    items = [(key, said) for key, said in keyed if key and key.startswith(prefix)]
    yield from _renumbered(items, prefix, len(set(names.values())))


def _names(section: str, task: DrawTask) -> dict[str, str]:
    """The spec's own wording of each item → its key, for judges that repeat the item and not its key."""
    wordings: Sequence[str] = task.required_components
    if section == "relations":
        wordings = [" ".join(relation) for relation in task.required_relations]
    return {_plain(words): f"{section[0]}{i}" for i, words in enumerate(wordings)}


def _plain(words: str) -> str:
    return " ".join(re.findall(r"\w+", words.casefold()))


def _item_key(name: str, prefix: str, names: dict[str, str]) -> str | None:
    """The key in a name such as "r0", "R 0", "0", "r0: RAF activates MEK", or the item's own wording."""
    name = name.strip().casefold()
    if match := re.fullmatch(r"([rc]?)[\s_#-]*(\d{1,4})", name):
        return f"{match[1] or prefix}{int(match[2])}"
    if _plain(name) in names:
        return names[_plain(name)]
    match = re.match(r"([rc]\d{1,4})\s*[:(]", name)
    return match[1] if match else None


def _own_key(entry: dict[str, Any], names: dict[str, str]) -> str | None:
    """The key that an entry names itself by, in a field such as ``key`` or ``id``."""
    for field in _KEY_FIELDS:
        value = entry.get(field)
        words = " ".join(map(str, value)) if isinstance(value, list) else str(value or "")
        key = words.strip().casefold()
        if _KEY.fullmatch(key):
            return key
        if _plain(words) in names:
            return names[_plain(words)]
    return None


def _renumbered(items: list[tuple[str, Any]], prefix: str, count: int) -> list[tuple[str, Any]]:
    """Items counted from 1 where the keys are exactly 1..n: moved to 0..n-1."""
    if {key for key, _ in items} == {f"{prefix}{i}" for i in range(1, count + 1)}:
        return [(f"{prefix}{int(key[1:]) - 1}", said) for key, said in items]
    return items


def _verdicts(prefix: str, count: int, answer: dict[str, Any]) -> dict[str, bool | None]:
    return {(key := f"{prefix}{i}"): read_verdict(answer.get(key)) for i in range(count)}


def _nothing(has_object: bool) -> str:
    if has_object:
        return (
            "Your answer has no verdict or rating that can be read: give one JSON object with the keys relations, "
            "components, contradictions, structure and conventions, with "
            '"yes" or "no" for each item, and a rating from 1 to 5.'
        )
    return "Your answer holds no JSON object: give one JSON object, exactly in the form asked for, and nothing else."


def _incomplete(missing: list[str]) -> str:
    items = [key for key in missing if key[0] in "rc" and key[1:].isdigit()]
    ratings = [key for key in missing if key not in items]
    parts = []
    if items:
        parts.append(f'no "yes" or "no" for {", ".join(items)}')
    if ratings:
        parts.append(f"no rating from 1 to 5 for {' and '.join(ratings)}")
    return f"Your answer has {' and '.join(parts)}: give the whole JSON object again, with every item."
