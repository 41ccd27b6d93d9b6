"""Refusals: that a model will not, or cannot, answer."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["is_refusal", "refuses_instead"]

_REACH = 400  # characters at the start of an answer in which a refusal stands
_CANNOT = (
    r"(?:can(?:no|['’]?)t|can not|could not|couldn['’]t|won['’]t|will not|"
    r"am (?:not able|unable)|['’]m (?:not able|unable))"
)
_DO = (
    r"(?:help|assist|answer|provide|fulfil|comply|see|view|access|analy[sz]e|process|interpret|determine|identify|"
    r"do that|do this|complete|open|read|continue)"
)
_OF_MODELS = (
    rf"\bI\s*{_CANNOT}\s+(?:to\s+)?(?:\w+\s+){{0,2}}?{_DO}"
    r"|\b(?:I['’]?m|I am) (?:very |so |really )?sorry\b"
    r"|\bas an? (?:AI|language|text-based)\b|\bI (?:must|have to) (?:decline|refuse)\b|\bI decline\b"
    r"|\bno image (?:was|is|has been) (?:provided|attached|given|visible)\b"
)
_REFUSAL = re.compile(
    rf"{_OF_MODELS}|^\W*(?:I apologi[sz]e|sorry|unfortunately)\b"
    r"|抱歉|对不起|無法|无法|不能回答|申し訳|죄송"
    r"|lo siento|no puedo|désolé|je ne peux pas|es tut mir leid|ich kann (?:nicht|leider)",
    re.I,
)
_INSTEAD = re.compile(_OF_MODELS, re.I)
_PICTURE = re.compile(r"\b(?:image|picture|figure|diagram)s?\b", re.I)


def is_refusal(text: str) -> bool:
    """Whether a text that holds no answer begins by refusing one."""
    return bool(_REFUSAL.search(text[:_REACH]))


def refuses_instead(value: Any) -> bool:
    """Whether a value is, in place of an answer, a text in which a model refuses.

    In a list, where labels stand, it is one if it is alone and speaks of the picture.
    """
    listed = isinstance(value, list) and len(value) == 1
    words = value[0] if listed else value
    if not isinstance(words, str) or not _INSTEAD.search(words[:_REACH]):
        return False
    return not listed or bool(_PICTURE.search(words[:_REACH]))
