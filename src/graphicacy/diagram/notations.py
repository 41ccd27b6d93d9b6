"""The notations that are read: what each is called, which files hold it, and the function that reads it.

Adding one means adding its module, with a function from text to ``Diagram`` or ``Layout``, and a line here.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import NamedTuple

from graphicacy.diagram.layout import Layout
from graphicacy.diagram.loading import LOADING
from graphicacy.diagram.model import Diagram

__all__ = ["NOTATIONS", "Notation", "notation_of", "read"]


class Notation(NamedTuple):
    """``reader`` is "module:function"; ``sign`` is found at the start of any file of the notation; ``engine`` draws it
    where nobody asks for another."""

    reader: str
    suffixes: tuple[str, ...]
    engine: str
    sign: re.Pattern[str]


def _notation(reader: str, suffixes: str, engine: str, sign: str) -> Notation:
    return Notation(f"graphicacy.diagram.{reader}", tuple(suffixes.split()), engine, re.compile(sign, re.I | re.M))


NOTATIONS = {
    "mermaid": _notation(
        "mermaid.read:read_mermaid",
        ".mmd .mermaid",
        "merman",
        r"\A(?:\s|%%.*\n)*(?:---[ \t\r]*\n[\s\S]*?\n---[ \t\r]*\n(?:\s|%%.*\n)*)?"
        r"(?:flowchart\b|stateDiagram\b|graph(?:[ \t]+(?:TB|TD|BT|RL|LR|[<>^v])\b|[ \t]*(?:;|\n(?!\s*\{))))",
    ),
    "dot": _notation(
        "dot.read:read_dot",
        ".dot .gv",
        "graphviz",
        r"\A(?:\s|//.*\n|#.*\n|/\*(?:[^*]|\*(?!/))*\*/)*(?:strict\s+)?(?:di)?graph(?:\s+(?:\"[^\"]*\"|[\w.-]+))?\s*\{",
    ),
    "gpml": _notation("gpml:read_gpml", ".gpml", "author", r"<(?:\w+:)?Pathway\b[^<>]*GPML"),
    "bpmn": _notation("bpmn:read_bpmn", ".bpmn", "author", r"<(?:\w+:)?definitions\b[^<>]*BPMN"),
    "sbgn": _notation("sbgn:read_sbgn", ".sbgn .sbgnml", "author", r"<(?:\w+:)?sbgn\b"),
    "n8n": _notation("n8n:read_n8n", ".n8n .json", "author", r"\A\s*\{(?=[\s\S]*\"nodes\")(?=[\s\S]*\"connections\")"),
}


def notation_of(text: str, name: str) -> str | None:
    """The notation of a text: by the suffix of its file's ``name``, else by how it begins; None for any other.

    ``.xml`` files are told apart by what they hold; the only JSON that is read is n8n's.
    """
    suffix = Path(name).suffix.lower()
    for notation, facts in NOTATIONS.items():
        if suffix in facts.suffixes:
            return notation
    head = text[:20_000].lstrip("\ufeff")
    return next((notation for notation, facts in NOTATIONS.items() if facts.sign.search(head)), None)


def read(text: str, notation: str) -> Diagram | Layout:
    """What ``text``, written in ``notation``, says; with its author's layout where the notation carries one.

    Raises ``BadDrawing`` with line and column where it is malformed, and ``ValueError`` for an unknown notation.
    """
    if notation not in NOTATIONS:
        raise ValueError(f"notation {notation!r} is none of {', '.join(NOTATIONS)}")
    module, _, function = NOTATIONS[notation].reader.partition(":")
    with LOADING:
        loaded = importlib.import_module(module)
    found = getattr(loaded, function)(text)
    assert isinstance(found, Diagram | Layout)
    return found
