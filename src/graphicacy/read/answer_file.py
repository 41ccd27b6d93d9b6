"""A file of answers that a system gave, wherever it was asked: one JSON object on each line.

| Key | Holds |
|---|---|
| ``id`` | that of the question |
| ``answer`` | all that the model said, as text; or a JSON value as the dataset writes its own; null: it said nothing |
| ``stopped``, ``model``, ``seconds``, ``tokens``, ``cost`` | as in ``ReadResult``; each may be left out |
| ``digest`` | that of the dataset that was asked; on any line, or on one of its own |

Files come from anywhere. A line that is no such object is a fault, and the others are read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

__all__ = ["Answer", "Answers", "named", "printable", "read_answers"]

_LONGEST = 16_000_000  # bytes of a line
_MOST_NAMED = 10  # faults of a kind, or ids, that are named; the others are counted
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Answer:
    """``text`` is what the model said, as ``ReadResult.response``; the rest is as there.

    ``is_value``: the answer alone was given, as a JSON value in the form in which the dataset has right answers.
    """

    text: str
    stopped: str | None = None
    model: str = ""
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    is_value: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers by the id of their question, and what was wrong with the file, in lines.

    ``name`` is that of the file, ``digests`` those of the datasets that it says were asked.
    """

    by_id: Mapping[str, Answer]
    faults: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    name: str = "the answers"


def read_answers(path: Path) -> Answers:
    """Read a file of answers. Of several answers to one question the last counts.

    Raises ``OSError`` for a file that cannot be read, and ``ValueError``, in one line, where no line is an answer.
    """
    found: dict[str, Answer] = {}
    digests: dict[str, None] = {}
    bad: list[str] = []
    again: list[str] = []
    with path.open("rb") as file:
        if file.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise ValueError(f"{path}: this is UTF-16; save it as UTF-8")
        for number, line in _lines(file):
            try:
                record = _record(line)
                digests.update(_digest(record))
                if "id" not in record and "digest" in record:
                    continue
                key, answer = _answer(record)
            except _BadLine as fault:
                bad.append(f"line {number}: {fault}")
                continue
            if key in found:
                again.append(key)
            found[key] = answer
    if not found:
        raise ValueError(f'{path}: no line is an answer, {{"id": …, "answer": …}}{f" ({bad[0]})" if bad else ""}')
    faults = [*bad[:_MOST_NAMED]]
    if len(bad) > _MOST_NAMED:
        faults.append(f"{len(bad) - _MOST_NAMED:,} more lines are no answers")
    if again:
        faults.append(f"answered more than once, of which the last counts: {named(list(dict.fromkeys(again)))}")
    return Answers(found, tuple(faults), tuple(digests), str(path))


def named(ids: list[str]) -> str:
    """A list of ids in words, the first ones by name."""
    more = len(ids) - _MOST_NAMED
    return ", ".join(map(_in_a_line, ids[:_MOST_NAMED])) + (f" and {more:,} more" if more > 0 else "")


def printable(text: str) -> str:
    """Text without halves of characters, which no file can hold."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def _in_a_line(text: str) -> str:
    return "".join(character if character.isprintable() else "\ufffd" for character in text[:200])


class _BadLine(ValueError):
    """A line that is no answer; a few words that say why."""


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers; of one that is too long, its beginning."""
    number = 0
    while line := file.readline(_LONGEST + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield number, line
        while len(line) > _LONGEST and not line.endswith(b"\n"):
            line = file.readline(_LONGEST + 1)


def _record(line: bytes) -> dict[str, Any]:
    if len(line) > _LONGEST:
        raise _BadLine(f"longer than {_LONGEST // 1_000_000} MB")
    try:
        found = json.loads(line.decode("utf-8", "replace"))
    except RecursionError:
        raise _BadLine("nested too deep") from None
    except ValueError as error:
        raise _BadLine(f"no JSON object ({str(error)[:80]})") from None
    if not isinstance(found, dict):
        raise _BadLine("no JSON object")
    return found


def _digest(record: dict[str, Any]) -> dict[str, None]:
    digest = record.get("digest")
    return {_in_a_line(digest): None} if isinstance(digest, str) else {}


def _answer(record: dict[str, Any]) -> tuple[str, Answer]:
    key = record.get("id")
    if not isinstance(key, str) or not key:
        raise _BadLine('"id" is no text')
    if "answer" not in record:
        raise _BadLine('there is no "answer"')
    stopped, model = (value if isinstance(value, str) else "" for value in (record.get("stopped"), record.get("model")))
    tokens = _number(record.get("tokens"))
    return printable(key), Answer(
        _text(record["answer"]),
        printable(stopped) or None,
        printable(model),
        _number(record.get("seconds")),
        None if tokens is None else int(tokens),
        _number(record.get("cost")),
        is_value=not isinstance(record["answer"], str | None),
    )


def _text(value: Any) -> str:
    """A value as a model would write it, so that one grader reads all."""
    if isinstance(value, str):
        return printable(value)
    if value is None:
        return ""
    wrapped = value if isinstance(value, dict) and "answer" in value else {"answer": value}
    try:
        return printable(json.dumps(wrapped, ensure_ascii=False))
    except RecursionError:
        raise _BadLine("nested too deep") from None


def _number(value: Any) -> float | None:
    """A count or measure; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e15:
        return None
    return value if math.isfinite(value) else None
