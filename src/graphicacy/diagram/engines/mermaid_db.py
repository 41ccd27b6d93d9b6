"""Mermaid's own parser: the database that it makes of a source, or its error with the place of it.

The parser is the JavaScript bundle of the wheel ``mermaid-parser-py``, run by ``pythonmonkey`` (SpiderMonkey) in the
guarded process. The wheel's own function parses twice and writes out the whole database; ``mermaid_db.js`` asks once
for what a diagram is made of. ``docs/decisions/mermaid-parser.md`` gives the measurements.
"""

from __future__ import annotations

import importlib.util
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.guard import Caps, guarded

__all__ = ["MAX_CHARACTERS", "MAX_EDGES", "read_database"]

# Mermaid draws 50,000 characters and 500 edges by default (maxTextSize and maxEdges, both settings of a site).
MAX_CHARACTERS, MAX_EDGES = 200_000, 4_000
# SpiderMonkey reserves 2 GB of address space for code that it will never write; the parser itself takes 0.2 GB.
_CAPS = Caps(wall=30, cpu=10, memory=3 << 30, jobs=3_000)
_NO_MEMORY = ('{"error":"out of memory"', '{"error":"allocation size overflow"')

# What releases after the bundle's (11.11) read, up to 11.17: shapes, and rules of the lexers.
_NEWER_SHAPES = ("bucket", "browser", "console", "data-store", "datastore", "directory", "folder", "person")
_NEWER_RULES = {
    r"^(?:.*direction\s+TB[^\n]*)": r"^(?:.*direction\s+(?:TB|TD)[^\n]*)",  # a subgraph that runs down
    r"^(?:\s*:[^:\n;]+)": r"^(?:\s*:(?:[^:\n;]|:[^:\n;])+)",  # a colon inside the label of a transition
    r"^(?:[^\}]%%[^\n]*)": r"^(?!)",  # a comment ate the character before it
    r"^(?:%[^\n]*)": r"^(?:%%(?!\{)[^\n]*)",  # a line that begins with % is none
    r"^(?:[\s\S]*?end note\b)": r"^(?:[\s\S]*?\n\s*end note\b)",  # the words "end note" inside a note
}

_SYNCHRONOUS = tuple(
    (re.compile(asynchronous), plain)
    for asynchronous, plain in (
        (
            r"async \(\) => \{\s*const \{ diagram: (\w+) \} = await Promise\.resolve\(\)"
            r"\.then\(function \(\) \{ return (\w+); \}\);",
            r"() => { const { diagram: \1 } = \2;",
        ),
        (r"static async fromText\(", "static fromText("),
        (r"= await (loader\w*)\(\)", r"= \1()"),
        (r"await (parser\.parse\(text\);\s*return new _Diagram\()", r"\1"),
    )
)


def read_database(source: str) -> dict[str, Any]:
    """Mermaid's database: ``type``, and for flowcharts and state diagrams ``direction``, ``nodes`` and ``edges``.

    The last three are as ``db.getData()`` gives them, without what only drawing needs. A source that Mermaid refuses
    gives ``error``, its message, with ``line`` (from 1) and ``column`` (from 0) in the text that the parser saw, the
    ``token`` and its ``text`` found there, and what was ``expected``; each None where Mermaid does not tell.

    Raises ``BadDrawing`` for a source that is too large or too complex.
    """
    if len(source) > MAX_CHARACTERS:
        raise BadDrawing(f"the Mermaid source has {len(source):,} characters: the limit is {MAX_CHARACTERS:,}")
    (answer,) = guarded("Mermaid", f"{__name__}:parse", source, caps=_CAPS)
    return dict(json.loads(answer))


# What follows runs in the guarded process.


def parse(source: str) -> str:
    """The database, or the error, as JSON."""
    answer = str(_engine().parse(source))
    if answer.startswith(_NO_MEMORY):
        raise MemoryError  # and so the end of this process: the next source finds an engine with room
    return answer


@cache
def _engine() -> Any:
    import pythonmonkey

    wheel = importlib.util.find_spec("mermaid_parser")
    if wheel is None or not wheel.submodule_search_locations:
        raise ImportError("mermaid-parser-py is not installed")
    bundle = Path(wheel.submodule_search_locations[0]) / "js" / "parser.bundle.js"
    script = files("graphicacy.diagram.engines").joinpath("mermaid_db.js").read_text(encoding="utf-8")
    for name, value in (
        ("MAX_EDGES", str(MAX_EDGES)),
        ("NEWER_SHAPES", json.dumps(_NEWER_SHAPES)),
        ("NEWER_RULES", json.dumps(_NEWER_RULES)),
        ("BUNDLE", _synchronous(bundle.read_text(encoding="utf-8"))),
    ):
        script = script.replace(name, value)
    driver = pythonmonkey.eval(script)
    driver.prepare()
    return driver


def _synchronous(bundle: str) -> str:
    """The bundle with those of its functions made synchronous that lead to a graph's parser, which is.

    Promises need Python's event loop, which this version of pythonmonkey does not find under Python 3.13.
    """
    for asynchronous, plain in _SYNCHRONOUS:
        bundle, count = asynchronous.subn(plain, bundle)
        if not count:
            raise ImportError(f"mermaid-parser-py is another version: it has no {asynchronous.pattern}")
    return bundle
