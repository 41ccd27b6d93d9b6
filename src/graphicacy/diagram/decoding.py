"""Bytes of a source file → its text."""

from __future__ import annotations

import codecs
import re

__all__ = ["decode"]

_DECLARED = re.compile(r"""\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode(data: bytes) -> str:
    """Text by its byte order mark, else UTF-8, else what its XML declaration says, else Latin-1."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _DECLARED.match(data[:200].decode("latin-1"))
    try:
        return data.decode(declared.group(1) if declared else "latin-1", "replace")
    except LookupError:
        return data.decode("latin-1")
