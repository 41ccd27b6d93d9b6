"""The single values of a judge's answer: verdicts, ratings, reasons and lists of sentences."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

__all__ = ["read_rating", "read_reason", "read_sentences", "read_verdict"]

_VERDICT_FIELDS = (
    "verdict",
    "answer",
    "satisfied",
    "result",
    "judgement",
    "judgment",
    "decision",
    "value",
    "met",
    "ok",
)
_DRAWN_FIELDS = ("drawn", "present", "found", "visible", "exists")
_DIRECTION_FIELDS = ("direction", "correctdirection", "rightdirection", "directioncorrect", "directionright", "head")
_RATING_FIELDS = ("rating", "score", "value", "grade", "stars")
_REASON_FIELDS = ("reason", "why", "explanation", "rationale", "justification", "evidence", "comment", "seen")
_YES = frozenset(
    {"yes", "y", "true", "1", "1.0", "correct", "right", "ok", "satisfied", "met", "present", "drawn", "shown"}
    | {"visible", "pass", "passed", "✓", "✔", "✅"}
)
_NO = frozenset(
    {"no", "n", "false", "0", "0.0", "incorrect", "wrong", "reversed", "unsatisfied", "missing", "absent", "fail"}
    | {"failed", "✗", "✘", "❌", "×"}
)
_HEDGE = re.compile(r"\b(but|however|although|though|except|yet|reversed|wrong|incorrect|partly|partially)\b", re.I)
_SPELT = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0}
_RATING = re.compile(
    r"(?:(?:rating|score|rated|grade)\s*(?:is|of|[:=])?\s*)?"
    r"(?P<value>[-+]?\d+(?:[.,]\d+)?|one|two|three|four|five)\b"
    r"(?!\s*(?:[-–—~]|to|or)\s*\d)(?!\s*%)(?!\d)"
    r"(?:\s*\(?(?:/|out of|of)\s*(?P<top>\d+(?:\.\d+)?))?",
    re.I,
)
_MAX_REASON = 500
_MAX_SENTENCES = 20
_NOTHING = frozenset({"", "none", "no", "nil", "n/a", "na", "null", "no contradictions", "none found", "false", "-"})


def read_verdict(said: Any) -> bool | None:
    """True for yes, False for no, None for what says neither (hedges, both at once, other words, NaN).

    Takes booleans, 1 and 0, words such as "Yes." or "no: reversed", and objects with a verdict or with ``drawn``
    and ``direction``, where anything that is "no" makes the item "no".
    """
    if isinstance(said, bool):
        return said
    if isinstance(said, int | float):
        return bool(said) if said in (0, 1) else None
    if isinstance(said, str):
        return _word_verdict(said)
    if isinstance(said, list):
        return read_verdict(said[0]) if said and not isinstance(said[0], list) else None
    if isinstance(said, dict):
        return _object_verdict({re.sub(r"[\W_]+", "", str(key)).casefold(): value for key, value in said.items()})
    return None


def _object_verdict(said: dict[str, Any]) -> bool | None:
    plain = {key: value for key, value in said.items() if not isinstance(value, dict | list)}
    main, drawn, direction = (
        [read_verdict(plain[field]) for field in fields if field in plain]
        for fields in (_VERDICT_FIELDS, _DRAWN_FIELDS, _DIRECTION_FIELDS)
    )
    if False in (*main, *drawn, *direction):
        return False
    if main:
        return main[0]
    names_direction = [str(plain[field]) for field in _DIRECTION_FIELDS if field in plain]
    if any(verdict is None and not _is_blank(word) for verdict, word in zip(direction, names_direction, strict=True)):
        return None
    return drawn[0] if drawn else None


def _word_verdict(text: str) -> bool | None:
    text = unicodedata.normalize("NFKC", text).strip(" \t\r\n*_`\"'“”‘’.!()[]")
    match = re.match(r"(not\s+)?([\w.]+|[✓✔✅✗✘❌×])", text)
    if not match:
        return None
    word, rest = match[2].casefold().rstrip("."), text[match.end() :]
    if word not in _YES and word not in _NO:
        return None
    if rest and (not re.match(r"\s*[.,:;!()*_–—-]", rest) or re.match(r"\W*(yes|no|true|false)\b", rest, re.I)):
        return None
    verdict = word in _YES
    if match[1]:
        return None if not verdict else False
    return None if verdict and _HEDGE.search(rest) else verdict


def _is_blank(word: str) -> bool:
    return word.strip().casefold() in {"", "none", "n/a", "na", "null", "not applicable", "undirected", "-"}


def read_rating(said: Any) -> float | None:
    """A rating in [1, 5]; None for anything outside it, on another scale, a range, or no number.

    Takes numbers, "4/5", "4 out of 5", "4 - good", "Rating: 4", "four", and objects with a rating.
    """
    if isinstance(said, bool):
        return None
    if isinstance(said, int | float):
        return float(said) if 1 <= said <= 5 else None
    if isinstance(said, str):
        return _word_rating(said)
    if isinstance(said, list):
        return read_rating(said[0]) if said and not isinstance(said[0], list) else None
    if isinstance(said, dict):
        plain = {str(key).casefold(): value for key, value in said.items() if not isinstance(value, dict | list)}
        return next((read_rating(plain[field]) for field in _RATING_FIELDS if field in plain), None)
    return None


def _word_rating(text: str) -> float | None:
    match = _RATING.match(unicodedata.normalize("NFKC", text).strip(" \t\r\n*_`\"'“”‘’<>()[]"))
    if not match or (match["top"] and float(match["top"]) != 5):
        return None
    word = match["value"].casefold()
    value = _SPELT.get(word) or float(word.replace(",", "."))
    return value if math.isfinite(value) and 1 <= value <= 5 else None


def read_reason(said: Any) -> str:
    """The reason given with a verdict or rating, on one line of at most 500 characters; "" where there is none."""
    if isinstance(said, dict):
        fields = {str(key).casefold(): value for key, value in said.items()}
        said = next((fields[field] for field in _REASON_FIELDS if isinstance(fields.get(field), str)), "")
    elif isinstance(said, list):
        said = next((part for part in said[1:] if isinstance(part, str)), "")
    elif isinstance(said, str):
        said = re.sub(r"^\W*(yes|no|true|false|\d(?:\.\d)?(?:\s*/\s*5)?)\b[\s.,:;!)–—-]*", "", said, flags=re.I)
    return _one_line(said) if isinstance(said, str) else ""


def read_sentences(said: Any) -> tuple[str, ...]:
    """A list of sentences from a list, an object or one string; at most 20, without repeats and "none"."""
    if isinstance(said, dict):
        said = [said] if any(field in said for field in (*_REASON_FIELDS, "description", "what")) else said.values()
    elif isinstance(said, str):
        said = [said]
    elif not isinstance(said, list):
        return ()
    sentences = dict.fromkeys(sentence for sentence in _sentences(said) if not _says_nothing(sentence))
    return tuple(sentences)[:_MAX_SENTENCES]


def _sentences(said: Iterable[Any]) -> Iterable[str]:
    for entry in said:
        if isinstance(entry, dict):
            yield _one_line("; ".join(value for value in entry.values() if isinstance(value, str)))
        elif isinstance(entry, str):
            yield _one_line(entry)


def _says_nothing(sentence: str) -> bool:
    return sentence.casefold().strip(" .!<>") in _NOTHING or sentence == "<one sentence each>"


def _one_line(text: str) -> str:
    text = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char for char in text)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_REASON else text[: _MAX_REASON - 1] + "…"
