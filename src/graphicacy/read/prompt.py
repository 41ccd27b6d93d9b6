"""How a model is asked a question: fixed texts, the same for all models, filled with what belongs to the question.

| Text of ``prompts`` | When |
|---|---|
| ``system`` | always |
| ``view-…`` | by what is shown: the pictures, the source text, or neither |
| ``answer-…`` | by the type of the answer; for code by its notation, too |
| ``none`` | where "none" may be the answer |
| ``boxes-…`` | for a box, by the convention in which the model writes boxes |
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from graphicacy.read.answers import schema_of
from graphicacy.read.answers.forms import may_be_none
from graphicacy.read.boxes import NEUTRAL, BoxConvention
from graphicacy.read.question import AnswerType, Question
from graphicacy.read.record import View

__all__ = ["VERSION", "Prompt", "can_ask", "prompt_ids", "prompt_of"]

VERSION = "read-v1"
_OF_PLACES = frozenset({"edge-layout", "localization", "position-awareness"})  # tasks that sources do not answer
_NOTATIONS = {"mermaid": "Mermaid", "dot": "DOT (Graphviz)"}
_TICKS = re.compile("`+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is sent, beside the pictures: the system message and the user's text.

    ``id`` is ``"read-v1:"`` and the first 12 hex digits of the SHA-256 of the fixed texts in it, so that an answer can
    be traced to the exact words.
    """

    system: str
    text: str
    id: str


def prompt_of(
    question: Question,
    view: View = "image",
    *,
    boxes: BoxConvention = NEUTRAL,
    sizes: Sequence[tuple[int, int]] = (),
    sources: Sequence[str] = (),
) -> Prompt:
    """The prompt for a question.

    Args:
        question: it is asked in its own words, between the fixed texts.
        view: what the model is shown.
        boxes: the convention in which it writes boxes.
        sizes: widths and heights, in px, of the pictures as they are shown; where none are given, those that ``boxes``
            has for a picture of the size in the question's rubric.
        sources: in the source view, the sources of the pictures, as ``dataset.sources`` writes them.

    Raises:
        ValueError: the question cannot be asked in this view (see ``can_ask``), or there is no source.
    """
    if why := can_ask(question, view):
        raise ValueError(f"{question.id}: not asked in the {view} view: {why}")
    if view == "source" and not sources:
        raise ValueError(f"{question.id}: its source is needed to ask it in the source view")
    names = _names(question.answer_type, view, boxes, question.rubric.get("notation", "mermaid"))
    values = {
        "notation": _NOTATIONS[_notation_of(question.rendering)],
        "source": "\n\n".join(map(_fenced, sources)),
        "schema": _schema(question.answer_type),
        "scale": f"{boxes.scale:g}" if boxes.scale is not None else "",
        "size": _sized(question, boxes, sizes),
    }
    system, shown, *form = (Template(_text(name)).substitute(values) for name in names)
    return Prompt(
        system, "\n\n".join([shown, f"Question: {question.question}", *form]), _id(names, question.answer_type)
    )


def can_ask(question: Question, view: View) -> str:
    """Why a question makes no sense in a view, in a few words; "" where it does.

    Sources tell what is drawn and how it looks, but not where, and there is none of a second picture. To write the
    source that is shown would be to copy it.
    """
    if view != "source":
        return ""
    if question.task in _OF_PLACES:
        return "a source does not tell where things are drawn"
    if len(question.images) > 1:
        return "there is a source of the first picture alone"
    if question.answer_type is AnswerType.CODE and question.rubric["notation"] == _notation_of(question.rendering):
        return "the answer is the source itself"
    return ""


def prompt_ids(view: View = "image", boxes: BoxConvention = NEUTRAL) -> dict[str, str]:
    """The id of the prompt for each type of answer; for code, that of each notation."""
    kinds = [(kind, "") for kind in AnswerType if kind is not AnswerType.CODE]
    codes = [(AnswerType.CODE, notation) for notation in _NOTATIONS]
    return {
        "-".join(filter(None, [kind.value, notation])): _id(_names(kind, view, boxes, notation), kind)
        for kind, notation in (*kinds, *codes)
    }


def _names(kind: AnswerType, view: View, boxes: BoxConvention, notation: str) -> tuple[str, ...]:
    """The texts of a prompt, in order."""
    answer = f"answer-code-{notation}" if kind is AnswerType.CODE else f"answer-{kind.value}"
    names = ["system", f"view-{view}", answer]
    if may_be_none(kind):
        names.append("none")
    if kind is AnswerType.BOX:
        names.append(_boxes(boxes))
    return tuple(names)


def _boxes(boxes: BoxConvention) -> str:
    if boxes.name == "glm-v":
        return "boxes-glm-v"
    return f"boxes-{boxes.order}-{'pixels' if boxes.scale is None else 'scaled'}"


def _notation_of(rendering: str) -> str:
    """The notation of a picture's source: Mermaid for what Mermaid drew, DOT for Graphviz and for authors' pictures."""
    return "mermaid" if rendering.startswith("mermaid") else "dot"


def _sized(question: Question, boxes: BoxConvention, sizes: Sequence[tuple[int, int]]) -> str:
    """A sentence on the size of the pictures, for questions that ask for a box."""
    if question.answer_type is not AnswerType.BOX:
        return ""
    shown = sizes or [boxes.native_size(question.rubric["width"], question.rubric["height"])]
    return "".join(f" The picture is {width} pixels wide and {height} pixels high." for width, height in shown)


def _fenced(source: str) -> str:
    """A source in a fence that it cannot close."""
    longest = max(map(len, _TICKS.findall(source)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{source.strip()}\n{fence}"


@cache
def _text(name: str) -> str:
    return (files("graphicacy.read") / "prompts" / f"{VERSION}.{name}.md").read_text(encoding="utf-8").strip()


@cache
def _schema(kind: AnswerType) -> str:
    return json.dumps(schema_of(kind))


@cache
def _id(names: tuple[str, ...], kind: AnswerType) -> str:
    digest = hashlib.sha256("\0".join([*map(_text, names), _schema(kind)]).encode())
    return f"{VERSION}:{digest.hexdigest()[:12]}"
