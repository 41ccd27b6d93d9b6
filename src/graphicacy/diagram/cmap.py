"""Which characters a TrueType or OpenType font can draw: its ``cmap`` table (OpenType specification, *cmap*)."""

from __future__ import annotations

import struct

__all__ = ["code_points"]


def code_points(font: bytes) -> frozenset[int]:
    """Code points with a glyph, from the Unicode subtables of formats 4 and 12. Raises ``ValueError`` without one."""
    table = _table(font, b"cmap")
    (count,) = struct.unpack_from(">H", font, table + 2)
    found: set[int] = set()
    for index in range(count):
        _, _, offset = struct.unpack_from(">HHL", font, table + 4 + 8 * index)
        (kind,) = struct.unpack_from(">H", font, table + offset)
        if kind == 4:
            found |= _segments(font, table + offset)
        elif kind == 12:
            found |= _groups(font, table + offset)
    if not found:
        raise ValueError("the font has no Unicode character map")
    return frozenset(found)


def _table(font: bytes, tag: bytes) -> int:
    (count,) = struct.unpack_from(">H", font, 4)
    for index in range(count):
        name, _, offset, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * index)
        if name == tag:
            return int(offset)
    raise ValueError(f"the font has no {tag.decode()} table")


def _segments(font: bytes, at: int) -> set[int]:
    """Format 4: segments of 16-bit code points."""
    (twice,) = struct.unpack_from(">H", font, at + 6)
    n = twice // 2
    ends = struct.unpack_from(f">{n}H", font, at + 14)
    starts = struct.unpack_from(f">{n}H", font, at + 16 + twice)
    deltas = struct.unpack_from(f">{n}H", font, at + 16 + 2 * twice)
    offsets_at = at + 16 + 3 * twice
    offsets = struct.unpack_from(f">{n}H", font, offsets_at)
    found = set()
    for i in range(n):
        for code in range(starts[i], min(ends[i], 0xFFFE) + 1):
            glyph = code
            if offsets[i]:
                (glyph,) = struct.unpack_from(">H", font, offsets_at + 2 * i + offsets[i] + 2 * (code - starts[i]))
                if glyph == 0:
                    continue
            if (glyph + deltas[i]) & 0xFFFF:
                found.add(code)
    return found


def _groups(font: bytes, at: int) -> set[int]:
    """Format 12: groups of 32-bit code points."""
    (count,) = struct.unpack_from(">L", font, at + 12)
    found: set[int] = set()
    for index in range(count):
        first, last, glyph = struct.unpack_from(">LLL", font, at + 16 + 12 * index)
        found.update(range(first if glyph else first + 1, last + 1))
    return found
