"""Ink → lines one pixel wide: thinning after Zhang and Suen (1984), on the inked pixels alone."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

__all__ = ["thin"]

_ROUNDS = 60  # a line is never wider than twice as many pixels


def thin(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The skeleton of a mask, H × W: lines of which each pixel touches the next at a side or a corner."""
    padded = np.pad(mask, 1).astype(np.uint8)
    flat, width = padded.reshape(-1), padded.shape[1]
    # Clockwise from the pixel above: N NE E SE S SW W NW.
    around = np.array([-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1])
    inked = np.flatnonzero(flat)
    first, second, *corners = _tables()
    for _ in range(_ROUNDS):
        before = len(inked)
        for table in (first, second):
            inked = _peeled(flat, inked, around, table)
        if len(inked) == before:
            break
    for table in corners:
        inked = _peeled(flat, inked, around, table)
    return np.asarray(padded[1:-1, 1:-1] > 0)


def _peeled(
    flat: NDArray[np.uint8], inked: NDArray[np.intp], around: NDArray[np.intp], table: NDArray[np.bool_]
) -> NDArray[np.intp]:
    code = np.zeros(len(inked), np.uint8)
    for bit, step in enumerate(around):
        code |= flat[inked + step] << np.uint8(bit)
    gone = table[code]
    flat[inked[gone]] = 0
    return inked[~gone]


@functools.cache
def _tables() -> tuple[NDArray[np.bool_], ...]:
    """By the eight neighbours of a pixel, whether it goes: in the two half-rounds, then at the corners of stairs."""
    bits = (np.arange(256)[:, None] >> np.arange(8)) & 1
    n, ne, e, se, s, sw, w, nw = bits.T
    count = bits.sum(axis=1)
    turns = ((bits == 0) & (np.roll(bits, -1, axis=1) == 1)).sum(axis=1)
    edge = (count >= 2) & (count <= 6) & (turns == 1)
    first = edge & (n * e * s == 0) & (e * s * w == 0)
    second = edge & (n * e * w == 0) & (n * s * w == 0)
    stairs = [
        (a & b & (1 - c) & (1 - d) & (1 - far)) == 1
        for a, b, c, d, far in ((n, e, s, w, sw), (e, s, w, n, nw), (s, w, n, e, ne), (w, n, e, s, se))
    ]
    return (first, second, *stairs)
