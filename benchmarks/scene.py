"""What finding crossings costs, and the same by shapely where it is installed. Run: python benchmarks/scene.py

Three steps are timed: pairs of segments whose boxes meet and which pass through each other (ours: a sweep in NumPy;
shapely: its STRtree, and its ``crosses``), pairs of routes that cross, and all meetings with their margins.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from graphicacy.diagram.facts.crossings import crossing_pairs, meetings
from graphicacy.diagram.facts.sweep import meeting_pairs

CASES = ((100, 10, 40), (100, 10, 100), (1000, 10, 20), (1000, 10, 60))  # routes, segments of each, their length
CANVAS = 3000  # pixels


def main() -> None:
    heads = ("routes", "segments", "passes", "sweep", "STRtree", "crosses", "pairs", "crossing_pairs", "meetings")
    print("".join(f"{head:>15}" for head in heads))
    for case in CASES:
        print("".join(f"{cell:>15}" for cell in _row(*case, _shapely())))


def _row(routes: int, segments: int, length: float, shapely: Any) -> list[str]:
    rng = np.random.default_rng(0)
    lines = [_walk(rng, segments, length) for _ in range(routes)]
    p, q = np.concatenate([line[:-1] for line in lines]), np.concatenate([line[1:] for line in lines])
    points = [[tuple(point) for point in line] for line in lines]
    found, swept = _timed(lambda: _sweep(p, q))
    times = [swept]
    if shapely is not None:
        same, tree = _timed(lambda: _tree(shapely, p, q))
        assert same == found
        times += [tree, _timed(lambda: _crosses(shapely, p, q))[1]]
    pairs, crossing = _timed(lambda: crossing_pairs(points))
    met, meeting = _timed(lambda: meetings(points))
    assert [m[:2] for m in met if m.crosses] == pairs
    cells = [f"{1000 * t:.1f} ms" for t in times] + ["not installed"] * (3 - len(times))
    counts = f"{routes:,}", f"{len(p):,}", f"{found:,}"
    return [*counts, *cells, f"{len(pairs):,}", f"{1000 * crossing:.0f} ms", f"{1000 * meeting:.0f} ms"]


def _walk(rng: np.random.Generator, segments: int, length: float) -> np.ndarray:
    """A route with a drift, as connectors have one."""
    steps = rng.normal(0, length, (segments, 2)) + rng.normal(0, length, 2)
    return rng.uniform(0, CANVAS, 2) + np.concatenate([np.zeros((1, 2)), np.cumsum(steps, axis=0)])


def _timed(function: Callable[[], Any]) -> tuple[Any, float]:
    """What a function gives, and the least processor time of three runs, in seconds."""
    times, result = [], None
    for _ in range(3):
        start = time.process_time()
        result = function()
        times.append(time.process_time() - start)
    return result, min(times)


def _sweep(p: np.ndarray, q: np.ndarray) -> int:
    return sum(int(_pass(p, q, i, j).sum()) for i, j in meeting_pairs(np.minimum(p, q), np.maximum(p, q)))


def _tree(shapely: Any, p: np.ndarray, q: np.ndarray) -> int:
    lines = shapely.linestrings(np.stack([p, q], axis=1))
    i, j = shapely.STRtree(lines).query(lines)
    once = i < j
    return int(_pass(p, q, i[once], j[once]).sum())


def _crosses(shapely: Any, p: np.ndarray, q: np.ndarray) -> int:
    lines = shapely.linestrings(np.stack([p, q], axis=1))
    i, j = shapely.STRtree(lines).query(lines, predicate="crosses")
    return int((i < j).sum())


def _pass(p: np.ndarray, q: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Whether the ends of each segment lie on both sides of the other."""

    def sides(k: np.ndarray, m: np.ndarray) -> np.ndarray:
        along = q[k] - p[k]
        first, second = p[m] - p[k], q[m] - p[k]
        one = along[:, 0] * first[:, 1] > along[:, 1] * first[:, 0]
        return one != (along[:, 0] * second[:, 1] > along[:, 1] * second[:, 0])

    return sides(i, j) & sides(j, i)


def _shapely() -> Any:
    try:
        import shapely
    except ImportError:
        return None
    return shapely


if __name__ == "__main__":
    main()
