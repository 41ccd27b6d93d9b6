"""Text as questions and labels are compared in."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["listed", "plain"]

_SIGNS = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"') | dict.fromkeys("‘’‚‛′", "'") | dict.fromkeys("–—−", "-"))
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """The text in NFKC, with straight quotes and dashes, and one space between words."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).translate(_SIGNS)).strip()


def listed(text: str) -> frozenset[str]:
    """The words of a list told with spaces."""
    return frozenset(text.split())
