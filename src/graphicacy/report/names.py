"""Names of systems and tasks → names of files."""

from __future__ import annotations

import hashlib
import re

__all__ = ["slug"]

_PLAIN = re.compile(r"(?!.*[0-9a-f]{12}$)[a-z0-9][a-z0-9-]{0,59}")  # what ends like a digest could be another's


def slug(name: str) -> str:
    """A file name for a name: itself where it is plain, else its plain letters and twelve hex digits of its digest.

    Two names never share one, also where files are told apart without regard to case.
    """
    if _PLAIN.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:50].strip("-")
    return f"{words}-{digest}" if words else digest
