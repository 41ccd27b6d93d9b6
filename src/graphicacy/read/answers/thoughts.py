"""What a model says, apart from what it thinks first, where it marks its thoughts by tags."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Said", "may_quote_tags", "without_thoughts"]

_NAMES = "think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad"
_TAG = re.compile(
    rf"<(?P<close>/?)(?:seed:)?(?:{_NAMES})(?:\s[^<>]{{0,80}})?>"
    r"|◁(?P<close2>/?)think▷"
    r"|\[(?P<close3>/?)THINK\]"
    r"|<\|(?:begin|(?P<close4>end))_of_thought\|>"
    r"|<\|channel\|>(?:analysis|commentary|(?P<close5>final))(?:<\|message\|>)?",
    re.I,
)


_QUOTED = re.compile(r"\"[^\"\n]{0,500}[<◁\[][^\"\n]{0,500}\"")


class Said(NamedTuple):
    """``text`` is outside of all thoughts. ``doubtful`` is what stands beside a tag that has no partner: thought that
    was begun before the text, or is never ended, may have the answer at its end. ``open``: thinking is never ended."""

    text: str
    doubtful: str
    open: bool


def without_thoughts(text: str) -> Said:
    """A model's text without its thoughts: ``<think>`` to ``</think>``, and the tags of other families of models.

    A closing tag alone ends thoughts that were begun before the text.
    """
    kept: list[str] = []
    doubtful = ""
    opened: int | None = None
    position = 0
    for tag in _TAG.finditer(text):
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


def may_quote_tags(text: str) -> bool:
    """Whether a tag of thoughts stands in quotes: it may be part of a label."""
    return any(_TAG.search(quoted.group()) for quoted in _QUOTED.finditer(text))
