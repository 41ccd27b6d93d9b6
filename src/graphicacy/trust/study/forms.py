"""Forms of raters, which may hold anything → answers as far as they can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl

from pydantic import TypeAdapter, ValidationError

from graphicacy.draw.task import explain
from graphicacy.trust.study.record import Answer, Tag
from graphicacy.trust.study.scales import DIMENSIONS

__all__ = ["MOST_BODY", "BadForm", "Sent", "read_fields", "sent_of"]

MOST_BODY = 131_072  # bytes of a form
_MOST_FIELDS = 20
_ID = re.compile(r"[A-Za-z0-9_-]{0,64}")  # as pages make them; PostgreSQL takes no NUL
_NONE = "none"  # the value of "I cannot tell"
_TAGS: TypeAdapter[tuple[Tag, ...]] = TypeAdapter(tuple[Tag, ...])


class BadForm(ValueError):
    """A form that cannot be read: one line for the rater."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a form says, or what it is filled with. ``ratings`` may lack scales."""

    based_on: int
    client: str
    ratings: Mapping[str, int | None]
    note: str = ""
    tags: tuple[Tag, ...] = ()
    seconds: float | None = None

    @classmethod
    def of(cls, answer: Answer | None) -> Sent:
        """A form filled with an answer, or empty."""
        if answer is None:
            return cls(0, "", {})
        return cls(answer.revision, "", answer.ratings, answer.note, answer.tags, answer.seconds)

    def anew(self) -> Sent:
        """The same under no id, for a form that is to be sent once more as another one."""
        return replace(self, client="")

    def within(self, width: int, height: int) -> Sent:
        """The same with boxes cut to a picture of this size; those that lie beside it are left out."""
        cut = [
            (tag, (max(0.0, b[0]), max(0.0, b[1]), min(float(width), b[2]), min(float(height), b[3])))
            for tag in self.tags
            if (b := tag.box)
        ]
        kept = tuple(tag.model_copy(update={"box": b}) for tag, b in cut if b[0] < b[2] and b[1] < b[3])
        return replace(self, tags=kept)

    @property
    def tags_json(self) -> str:
        """The tags as the form carries them."""
        return json.dumps([tag.model_dump() for tag in self.tags], ensure_ascii=False)


def read_fields(content_type: str, body: bytes) -> dict[str, str]:
    """The fields of a form that was sent as ``application/x-www-form-urlencoded``; of two of one name the last.

    Raises:
        BadForm: another type, too many fields, or bytes that are no text.
    """
    if content_type.split(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        raise BadForm("This is not a form of this study.")
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise BadForm("This form cannot be read.") from None
    return dict(pairs)


def sent_of(fields: Mapping[str, str], ratings: bool = True) -> Sent:
    """What the fields say; without ``ratings`` only on what it is based.

    Raises:
        BadForm: a field that no page of ours makes, or a scale that was not answered.
    """
    based_on, client = _whole(fields.get("based_on", "")), fields.get("client", "")
    if not _ID.fullmatch(client):
        raise BadForm("This form cannot be read: load the page again.")
    if not ratings:
        return Sent(based_on, client, {})
    given = {name: _rating(fields[f"rating-{name}"]) for name in DIMENSIONS if f"rating-{name}" in fields}
    return Sent(based_on, client, given, _note(fields), _tags(fields.get("tags", "")), _seconds(fields))


def _note(fields: Mapping[str, str]) -> str:
    """Browsers count a line end as one character, and send two."""
    return fields.get("note", "").replace("\r\n", "\n")


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise BadForm("This form cannot be read: load the page again.")
    return int(text)


def _rating(text: str) -> int | None:
    if text not in ("1", "2", "3", "4", "5", _NONE):
        raise BadForm("A rating is a number from 1 to 5.")
    return None if text == _NONE else int(text)


def _tags(text: str) -> tuple[Tag, ...]:
    try:
        found: Any = json.loads(text or "[]")
        return _TAGS.validate_python(found)
    except ValidationError as error:
        raise BadForm(f"A mark on the picture cannot be read: {explain(error)}") from None
    except (ValueError, RecursionError):
        raise BadForm("The marks on the picture cannot be read.") from None


def _seconds(fields: Mapping[str, str]) -> float | None:
    try:
        value = float(fields.get("seconds") or "nan")
    except ValueError:
        return None
    return round(value, 1) if 0 <= value <= 1e7 else None
