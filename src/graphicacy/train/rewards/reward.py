"""What a completion earns, how often each reason for earning the least came up, and the text of a completion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

__all__ = ["COUNTS", "BadColumn", "Counts", "Reward", "text_of"]

_MOST_PARTS = 1_000  # of a completion in messages


class BadColumn(ValueError):
    """A column of the data set, not the completion, is wrong: one line that names it."""


@dataclass(frozen=True, slots=True)
class Reward:
    """What one completion earns.

    ``value`` is the reward, in the range that its maker documents. ``score`` is what the answer or the drawing itself
    is worth, in [0, 1], or None where there is nothing to score; ``form``, in [0, 1], how well the completion keeps the
    form that was asked for. ``status`` is a status of answers or drawings, ``reason`` one line, or "".
    """

    value: float
    score: float | None
    form: float
    status: str
    reason: str = ""


class Counts:
    """How often completions came to each status. Safe to use from any number of threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: Counter[str] = Counter()

    def add(self, name: str) -> None:
        """Count one."""
        with self._lock:
            self._counts[name] += 1

    def read(self) -> dict[str, int]:
        """The counts until now, the most frequent first, equal ones by name."""
        with self._lock:
            return dict(sorted(self._counts.items(), key=lambda item: (-item[1], item[0])))

    def reset(self) -> dict[str, int]:
        """The counts until now; from here on they begin at none."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


COUNTS = Counts()
"""Of all rewards given in this process: ``read ok``, ``read unparseable``, ``draw no-code`` …"""


def text_of(completion: Any) -> str:
    """The text of a completion: plain, one message, or messages, of which the last of the assistant counts.

    Never raises; what is none of these has no text.
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return _content(completion.get("content"))
    if isinstance(completion, Sequence) and not isinstance(completion, bytes | bytearray):
        said = [m for m in completion[-_MOST_PARTS:] if isinstance(m, Mapping) and m.get("role") == "assistant"]
        return _content(said[-1].get("content")) if said else ""
    return ""


def _content(content: Any) -> str:
    """The text of a message's content: a text, or parts, of which some have text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence) or isinstance(content, bytes | bytearray):
        return ""
    texts = (part.get("text") for part in content[:_MOST_PARTS] if isinstance(part, Mapping))
    return "".join(text for text in texts if isinstance(text, str))
