"""What a language model is asked to write, and how its lines are read: candidates, none of which is trusted.

A candidate question has placeholders, ``[A]`` for a node: ``fill`` puts the mentions in, and ``accept`` then decides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from string import ascii_uppercase

import numpy as np

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing.concepts import resolve
from graphicacy.read.phrasing.match import used_nodes
from graphicacy.read.phrasing.phrase import phrase
from graphicacy.read.phrasing.register import Register, binding, words_of
from graphicacy.read.phrasing.rewrite import differs
from graphicacy.read.phrasing.unmatched import Unmatched
from graphicacy.read.query.form import Filter, Query

__all__ = ["accept_rewrite", "fill", "read_candidates", "rewriting_prompt", "writing_prompt"]

_MOST_ANSWER, _MOST_CANDIDATES, _MOST_LETTERS = 200_000, 500, 600

_WRITING = """\
Write {count} questions in English about a picture of a directed graph. Each must ask exactly the same as this one:

{example}

Rules:
- Word each differently: other verbs, other order, active and passive, questions and requests.
- Keep {kept} exactly as it is, and name nothing else.
- Keep which way the arrows run. Keep words such as "directly" or "directly or later", numbers, and every condition.
- Call the things in the picture "{nodes}" and what connects them "arrows".
- Add nothing that is not asked, and do not answer.

Write one JSON object per line and nothing else: {{"text": "..."}}
"""
_REWRITING = """\
In a diagram titled "{title}" a {node} is labelled:

{label}

Write five other ways to say exactly this in a few words of English, as a noun phrase or with a verb in -ing.
Keep names, symbols, numbers, units and technical terms. Drop no word that narrows the meaning, and add none.
Keep which way things run, and keep yes/no and negations as they are.

Write one JSON object per line and nothing else: {{"text": "..."}}
"""
_SEED = 7


def writing_prompt(query: Query, figure: Figure, count: int, register: Register, meaning: Meaning | None = None) -> str:
    """Asks a language model for ``count`` questions that ask a query, its nodes told by placeholders.

    A look that ``meaning`` is about is told by what it stands for; ``fill`` says beforehand that it does.
    """
    names = {key: f"[{letter}]" for key, letter in _letters(query).items()}
    example = phrase(query, figure, np.random.default_rng(_SEED), register=register, names=names, meaning=meaning)
    kept = "each placeholder in square brackets"
    if meaning is not None and example.startswith(binding(meaning)):
        example = example.removeprefix(binding(meaning)).strip()
        kept += f", and the words “{meaning.text}”,"
    example = re.sub(r"“(\[[A-Z]\])”", r"\1", example)
    nodes = words_of(register, figure.entry.kind).nodes
    return _WRITING.format(count=count, example=example, nodes=nodes, kept=kept)


def fill(
    candidate: str,
    query: Query,
    figure: Figure,
    *,
    names: Mapping[str, str] | None = None,
    meaning: Meaning | None = None,
) -> str:
    """A candidate with the mentions of the query's nodes in place of the letters.

    What the look of ``meaning`` stands for is said first, where the query has this look.
    """
    mentions = {
        f"[{letter}]": f"“{(names or {}).get(key, figure.labels[key])}”" for key, letter in _letters(query).items()
    }
    text = re.sub(r"[“\"'`]?(\[[A-Z]\])[”\"'`]?", lambda m: mentions.get(m[1], m[0]), candidate)
    bound = meaning is not None and Filter(meaning.look, meaning.value) in (query.having, query.avoiding, query.along)
    return f"{binding(meaning)} {text}" if bound and meaning is not None else text


def rewriting_prompt(label: str, figure: Figure) -> str:
    """Asks a language model for other words for a label."""
    node = words_of(Register.PLAIN, figure.entry.kind).node
    return _REWRITING.format(title=figure.entry.title, node=node, label=label)


def accept_rewrite(words: str, node: str, figure: Figure) -> str:
    """Other words for the label of a node that mean this node, and no other, for certain.

    Raises:
        Unmatched: they mean no node for certain, or another, or are the label itself.
    """
    found = resolve(words, figure)
    if found is None:
        raise Unmatched("unknown entity", f"no one node is {words[:80]!r}")
    if found != node:
        raise Unmatched("other entity", f"{words[:80]!r} is another node")
    if not differs(words, figure.labels[node]):
        raise Unmatched("same words", f"{words[:80]!r} is the label")
    return words


_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.):])\s+")
_KEYS = ("text", "question", "words", "rewrite", "paraphrase")


def read_candidates(answer: str) -> list[str]:
    """The candidates in a model's answer, each once, in order: JSON lines or lists, numbered lines, plain lines.

    Thoughts, fences, headings, and what is too long to be one are left out; at most 500 are read.
    """
    text = _THOUGHT.sub(" ", answer[:_MOST_ANSWER])
    found: dict[str, str] = {}
    for line in _lines(text):
        clean = line.strip().strip("\"“”'`* ,").strip()
        if 3 <= len(clean) <= _MOST_LETTERS and not clean.endswith(":"):
            found.setdefault(fold(clean), clean)
        if len(found) >= _MOST_CANDIDATES:
            break
    return list(found.values())


def _lines(text: str) -> Iterator[str]:
    whole = re.sub(r"^\s*```\w*\s*$", "", text, flags=re.MULTILINE).strip()
    if whole.startswith("["):
        listed = _json(whole)
        if isinstance(listed, list):
            yield from (t for item in listed if (t := _text_of(item)) is not None)
            return
    for line in whole.splitlines():
        line = _MARK.sub("", line).strip()
        if line[:1] in ("{", "["):
            if (told := _text_of(_json(line.rstrip(",")))) is not None:
                yield told
        elif line and line[0] != "#" and line not in ("]", "}"):
            yield line


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _text_of(item: object) -> str | None:
    if isinstance(item, str):
        return item
    if isinstance(item, dict):
        return next((item[key] for key in _KEYS if isinstance(item.get(key), str)), None)
    return None


def _letters(query: Query) -> dict[str, str]:
    """A letter for each node of a query, by id."""
    return dict(zip(used_nodes(query), ascii_uppercase, strict=False))
