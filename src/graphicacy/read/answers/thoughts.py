"""What a model says, apart from what it thinks first, where it marks its thoughts by tags."""

from __future__ import annotations

import bisect
import contextlib
import json
import re
from typing import NamedTuple

__all__ = ["Said", "without_thoughts"]

_NAMES = "think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad"
_TAG = re.compile(
    rf"<(?P<close>/?)(?:seed:)?(?:{_NAMES})(?:\s[^<>]{{0,80}})?>"
    r"|◁(?P<close2>/?)think▷"
    r"|\[(?P<close3>/?)THINK\]"
    r"|<\|(?:begin|(?P<close4>end))_of_thought\|>"
    r"|<\|channel\|>(?:analysis|commentary|(?P<close5>final))(?:<\|message\|>)?",
    re.I,
)


_OBJECT = re.compile(r"\{\s{0,20}\"answer\"\s{0,20}:")
_MOST_OBJECTS = 64  # of which, the last ones, the tags in labels are known


class Said(NamedTuple):
    """``text`` is outside of all thoughts. ``doubtful`` is what stands beside a tag that has no partner: thought that
    was begun before the text, or is never ended, may have the answer at its end. ``open``: thinking is never ended."""

    text: str
    doubtful: str
    open: bool


def without_thoughts(text: str) -> Said:
    """A model's text without its thoughts: ``<think>`` to ``</think>``, and the tags of other families of models.

    A closing tag alone ends thoughts that were begun before the text. A tag inside a well-formed answer is a label.
    """
    kept: list[str] = []
    doubtful = ""
    opened: int | None = None
    position = 0
    tags = list(_TAG.finditer(text))
    quoted = _quotations(text) if tags else []
    for tag in tags:
        before = bisect.bisect_left(quoted, (tag.start(),))
        if before and tag.start() < quoted[before - 1][1]:
            continue
        kept.append(text[position : tag.start()])
        position = tag.end()
        if not any(tag.groups()):
            opened = len(kept) if opened is None else opened
        elif opened is None:
            doubtful = kept[-1]
            kept.clear()
        else:
            del kept[opened:]
            opened = None
    rest = text[position:]
    if opened is None:
        return Said("\n".join([*kept, rest]), doubtful if not rest.strip() else "", open=False)
    return Said("\n".join(kept[:opened]), "\n".join([*kept[opened:], rest]), open=True)


def _quotations(text: str) -> list[tuple[int, int]]:
    """Where well-formed answers stand, of which a label may look like a tag."""
    found: list[tuple[int, int]] = []
    for match in list(_OBJECT.finditer(text))[-_MOST_OBJECTS:]:
        if not found or match.start() >= found[-1][1]:
            with contextlib.suppress(ValueError, RecursionError):
                found.append((match.start(), json.JSONDecoder(strict=False).raw_decode(text, match.start())[1]))
    return found
