"""Words for directions and places: "north-east", "upper right", "top-right" and ↗ say the same."""

from __future__ import annotations

import re

__all__ = ["DIRECTIONS", "POSITIONS", "direction_of", "position_of"]

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
POSITIONS = ("top left", "top", "top right", "left", "center", "right", "bottom left", "bottom", "bottom right")

_ROWS = {-1: "top", 0: "", 1: "bottom"}
_COLUMNS = {-1: "left", 0: "", 1: "right"}
_COMPASS = dict(zip(((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)), DIRECTIONS, strict=True))
_WORDS = {
    **dict.fromkeys(("top", "upper", "uppermost", "up", "upward", "upwards", "above", "north"), (0, -1)),
    **dict.fromkeys(
        ("bottom", "lower", "lowest", "down", "downward", "downwards", "below", "beneath", "south"), (0, 1)
    ),
    **dict.fromkeys(("left", "leftward", "leftwards", "west"), (-1, 0)),
    **dict.fromkeys(("right", "rightward", "rightwards", "east"), (1, 0)),
    **dict.fromkeys(("center", "centre", "middle", "central", "mid"), (0, 0)),
    **dict(zip("↑↗→↘↓↙←↖", _COMPASS, strict=True)),
}
_SHORT = {name.lower(): step for step, name in _COMPASS.items()}
_FILLERS = frozenset({"the", "to", "of", "in", "at", "and", "corner", "side", "edge", "direction", "part", "cell"})
_TOKEN = re.compile("|".join(sorted((*_WORDS, *_FILLERS), key=lambda word: (-len(word), word))))
_BETWEEN = re.compile(r"[\s,_/().\-‐-―]*")
_LONGEST = 60


def direction_of(words: str) -> str | None:
    """One of N NE E SE S SW W NW; None for words that name none, or several that contradict each other."""
    step = _step(words)
    return _COMPASS.get(step) if step else None


def position_of(words: str) -> str | None:
    """One of the nine cells: "top left", "top", …, "bottom right"; None for words that name none."""
    step = _step(words)
    return f"{_ROWS[step[1]]} {_COLUMNS[step[0]]}".strip() or "center" if step else None


def _step(words: str) -> tuple[int, int] | None:
    """Columns to the right and rows down, each -1, 0 or 1."""
    text = words.strip().casefold()
    if not text or len(text) > _LONGEST:
        return None
    if (short := text.rstrip(".")) in _SHORT:
        return _SHORT[short]
    steps = []
    at = 0
    while at < len(text):
        if (match := _TOKEN.match(text, at)) is None:
            return None
        steps += [_WORDS[match.group()]] if match.group() in _WORDS else []
        between = _BETWEEN.match(text, match.end())
        at = between.end() if between else match.end()
    across, down = {x for x, _ in steps if x}, {y for _, y in steps if y}
    if not steps or len(across) > 1 or len(down) > 1:
        return None
    return max(across, default=0), max(down, default=0)
