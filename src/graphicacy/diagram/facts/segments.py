"""Polylines as flat arrays: their segments, probes along them, and how far the probes of some are from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from graphicacy.diagram.facts.sweep import FARTHEST, Floats, Ints, expand
from graphicacy.diagram.scene import Point

__all__ = ["Probes", "Segments", "Table", "probes_of", "segments_of", "tables"]

_MOST_PIECES = 4096  # of a segment: enough for the largest picture
_CHUNK = 100_000  # distances of a point to a segment held at a time: what fits the cache


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of all routes, in order. ``first`` and ``count`` say which are a route's; ``at`` is how far along
    its route, in pixels, a segment begins."""

    p: Floats  # (n, 2)
    q: Floats
    route: Ints
    first: Ints  # one per route
    count: Ints
    at: Floats
    length: Floats


@dataclass(frozen=True, slots=True)
class Probes:
    """Points along all routes: each corner and points between them. ``weight`` is the length that each stands for."""

    point: Floats  # (n, 2)
    at: Floats
    weight: Floats
    first: Ints  # one per route
    count: Ints


class Table(NamedTuple):
    """Distances of one route's probes from other routes: ``distance[k]`` holds those for pair ``rows[k]``, one per
    probe of ``probes[span]``."""

    rows: Ints
    span: slice
    distance: Floats


def segments_of(routes: Sequence[Sequence[Point]]) -> Segments:
    """Segments between distinct neighbouring points.

    Raises ``ValueError``, naming the route, for a coordinate that is no number or beyond ``FARTHEST``.
    """
    counts = np.array([len(route) for route in routes], dtype=np.int64)
    points = np.array([point for route in routes for point in route], dtype=float).reshape(-1, 2)
    owner = np.repeat(np.arange(len(routes)), counts)
    bad = ~(np.abs(points) <= FARTHEST).all(axis=1)
    if bad.any():
        raise ValueError(f"route {owner[bad][0]} has a coordinate that is not a number within ±{FARTHEST:.0e}")
    p, q, route = points[:-1], points[1:], owner[:-1]
    real = (owner[1:] == route) & (p != q).any(axis=1)
    p, q, route = p[real], q[real], route[real]
    length = np.hypot(*(q - p).T)
    count = np.bincount(route, minlength=len(routes))
    first = np.cumsum(count) - count
    before = np.concatenate(([0.0], np.cumsum(length)))
    at = before[:-1] - before[first[route]] if len(route) else np.zeros(0)
    return Segments(p, q, route, first, count, at, length)


def probes_of(segments: Segments, spacing: float) -> Probes:
    """Each segment's start and its end, and points between them ``spacing`` apart, or less."""
    pieces = np.clip(np.ceil(segments.length / spacing), 1, _MOST_PIECES).astype(np.int64)
    owner, k = expand(pieces + 1)
    share = k / pieces[owner]
    point = segments.p[owner] + share[:, None] * (segments.q - segments.p)[owner]
    step = segments.length / pieces
    inner = (k > 0) & (k < pieces[owner])
    count = np.bincount(segments.route[owner], minlength=len(segments.count))
    return Probes(
        point,
        segments.at[owner] + share * segments.length[owner],
        step[owner] * np.where(inner, 1.0, 0.5),
        np.cumsum(count) - count,
        count,
    )


def tables(segments: Segments, probes: Probes, first: Ints, second: Ints) -> Iterator[Table]:
    """How far the probes of route ``first[k]`` are from route ``second[k]``, for all k; each route has a segment.

    Pairs with the same first route go together, as dense arrays: gathering each probe and segment anew for every pair
    takes ten times as long.
    """
    order = np.argsort(first, kind="stable")
    starts = np.flatnonzero(np.diff(first[order], prepend=-1))
    for rows in np.split(order, starts[1:]) if len(order) else ():
        route = first[rows[0]]
        span = slice(int(probes.first[route]), int(probes.first[route] + probes.count[route]))
        work = np.cumsum(segments.count[second[rows]]) * probes.count[route]
        start = 0
        while start < len(rows):
            before = work[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(work, before + _CHUNK, "right")))
            some = rows[start:stop]
            yield Table(some, span, _distances(segments, probes.point[span], second[some]))
            start = stop


def _distances(segments: Segments, points: Floats, routes: Ints) -> Floats:
    """Distance of each point from each route, shape (routes, points)."""
    counts = segments.count[routes]
    item, k = expand(counts)
    which = segments.first[routes[item]] + k
    (px, py), (dx, dy) = segments.p[which].T[:, :, None], (segments.q - segments.p)[which].T[:, :, None]
    wx, wy = points[:, 0] - px, points[:, 1] - py
    t = np.clip((wx * dx + wy * dy) / (dx * dx + dy * dy), 0.0, 1.0)
    squares = (wx - t * dx) ** 2 + (wy - t * dy) ** 2
    return np.sqrt(np.minimum.reduceat(squares, np.cumsum(counts) - counts, axis=0))
