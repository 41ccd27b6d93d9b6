"""The judge's prompt: fixed template files, filled with one task's spec as delimited data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from graphicacy.diagram.model import Head
from graphicacy.draw.predicates import Drawn, Predicate, find_predicate
from graphicacy.draw.task import DrawTask

__all__ = ["JudgePrompt", "judge_prompt"]

VERSION = "judge-v1"
_PARTS = ("system", "user", "relations")


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """What a judge model is sent beside the picture: the system message, the user's text, and the prompt's id.

    ``id`` is ``"judge-v1:"`` and the first 12 hex digits of the SHA-256 of the template files, so that a verdict
    can be traced to the exact words it answers.
    """

    system: str
    text: str
    id: str


def judge_prompt(task: DrawTask) -> JudgePrompt:
    """The prompt for one task (protocol of SciDraw-Bench, arXiv 2606.28406: SC, SQ and CA in one answer).

    Relations have the keys ``r0``, ``r1``, … and components ``c0``, ``c1``, … in the order of the spec. The spec is
    one JSON value between tags, and no text in it can close the tag.
    """
    relation_keys = [f"r{i}" for i in range(len(task.required_relations))]
    component_keys = [f"c{i}" for i in range(len(task.required_components))]
    specification: dict[str, object] = {
        "figure_type": task.figure_type,
        "discipline": task.discipline,
        "prompt": task.prompt,
        "labels": task.required_labels,
        "relations": {
            key: {"relation": relation, "question": _question(relation)}
            for key, relation in zip(relation_keys, task.required_relations, strict=True)
        },
        "components": dict(zip(component_keys, task.required_components, strict=True)),
        "conventions": task.discipline_conventions,
        "must_not": task.negative_constraints,
    }
    text = Template(_templates()["user"]).substitute(
        specification=_block(specification),
        relation_keys=_span(relation_keys),
        component_keys=_span(component_keys),
        relation_form=_form(relation_keys),
        component_form=_form(component_keys),
    )
    return JudgePrompt(system=_templates()["system"].strip(), text=text.strip(), id=_prompt_id())


@cache
def _templates() -> dict[str, str]:
    folder = files(__package__) / "prompts"
    return {part: (folder / f"{VERSION}.{part}.md").read_text(encoding="utf-8") for part in _PARTS}


@cache
def _prompt_id() -> str:
    digest = hashlib.sha256("\0".join(_templates()[part] for part in _PARTS).encode())
    return f"{VERSION}:{digest.hexdigest()[:12]}"


@cache
def _phrases() -> dict[str, str]:
    lines = _templates()["relations"].splitlines()
    return {name: phrase.strip() for name, _, phrase in (line.partition(":") for line in lines if line.strip())}


def _question(relation: tuple[str, str, str]) -> str:
    subject, name, obj = relation
    predicate = find_predicate(name)
    phrase = Template(_phrases()[predicate.drawn.value])
    return phrase.substitute(subject=subject, object=obj, head=_head(predicate))


def _head(predicate: Predicate) -> str:
    if predicate.drawn is not Drawn.ARROW:
        return ""
    phrases = _phrases()
    every = frozenset(Head) - {Head.NONE}
    names = ["any"] if predicate.accepts == every else [h.value for h in Head if h in predicate.accepts]
    sign = Template(phrases["sign"]).substitute(sign=predicate.sign) if predicate.sign else ""
    return " or ".join(phrases[name] for name in names) + sign


def _data(value: object) -> str:
    """JSON in which ``</`` is written ``<\\/``: no label can end the block it stands in."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")


def _block(fields: dict[str, object]) -> str:
    lines = []
    for name, value in fields.items():
        if isinstance(value, dict) and value:
            items = ",\n".join(f"  {_data(key)}: {_data(item)}" for key, item in value.items())
            lines.append(f" {_data(name)}: {{\n{items}\n }}")
        else:
            lines.append(f" {_data(name)}: {_data(value)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _span(keys: list[str]) -> str:
    if len(keys) < 2:
        return "".join(keys) or "none"
    return f"{keys[0]} to {keys[-1]}"


def _form(keys: list[str]) -> str:
    return ", ".join(f'"{key}": {{"reason": "<what you see>", "verdict": "<yes|no>"}}' for key in keys)
