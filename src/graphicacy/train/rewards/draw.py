"""The reward of a drawing that a model wrote as code: SVG, Mermaid or DOT.

The code is taken from the answer as for benchmark runs, drawn in guarded processes that have no network and no files,
and scored there by what can be seen: see ``figure`` for the formula. The reward is in [0, 1]; what gives no drawing
earns 0, the least, and an empty picture hardly more than the 0.1 for a drawing at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Literal

from pydantic import ValidationError

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.render import lay_out
from graphicacy.draw.systems.code import NoCode, extract_code
from graphicacy.draw.task import DrawTask, explain
from graphicacy.train.rewards.reward import COUNTS, BadColumn, Reward, text_of

__all__ = ["LONGEST", "MEDIA", "Medium", "draw_reward", "draw_rewards"]

Medium = Literal["svg", "mermaid", "dot"]
MEDIA: tuple[Medium, ...] = ("svg", "mermaid", "dot")
LONGEST = 200_000
"""Characters of a completion; one that is longer earns the least."""

_WORK = "graphicacy.train.rewards.figure:reward_svg"
_MEMORY = (3 << 30) // 2  # a size that no engine has, so that these processes are apart
_SECONDS = 10.0


def draw_reward(
    completion: Any, *, task: DrawTask, medium: Medium = "svg", seconds: float = _SECONDS, workers: int = 2
) -> Reward:
    """Reward one completion: a text, a message, or messages, as trainers hand it over.

    Whatever the completion is, this never raises: what cannot be drawn earns the least, and is counted in ``COUNTS``.
    ``status`` is ok; no-code (there is none in that notation, or it breaks off); no-drawing (the engine refuses it, it
    is a picture in an SVG's clothes, has too many parts or breaks a cap); empty; or too-long.

    Args:
        completion: what the model said.
        task: what it was asked to draw.
        medium: the notation that it was asked for.
        seconds: by the clock, after which scoring is given up.
        workers: how many guarded processes score at most, for calls from several threads.

    Raises:
        BadColumn: there is no such medium.
        RuntimeError: an engine is not installed, or no process can be started.
    """
    if medium not in MEDIA:
        raise BadColumn(f"medium {str(medium)[:40]!r} is none of {', '.join(MEDIA)}")
    caps = Caps(wall=seconds, cpu=seconds, memory=_MEMORY, jobs=2_000, workers=workers)
    reward = _rewarded(text_of(completion), _written(task), medium, caps)
    COUNTS.add(f"draw {reward.status}")
    return reward


def draw_rewards(rows: Iterable[Mapping[str, Any]], *, workers: int = 2, seconds: float = _SECONDS) -> list[Reward]:
    """The reward of each row, in its order: a ``completion``, ``draw_task`` (a task, or its JSON), and ``medium``.

    ``workers`` are guarded processes, one for a core. One that an answer hangs or crashes is replaced; that answer
    earns the least, and all others what they earn alone. Raises as ``draw_reward``, naming the row, from 0.
    """
    asked = [_row(number, row) for number, row in enumerate(rows)]
    with ThreadPoolExecutor(max(1, workers)) as pool:
        return list(
            pool.map(
                lambda row: draw_reward(row[0], task=row[1], medium=row[2], seconds=seconds, workers=workers), asked
            )
        )


def _row(number: int, row: Mapping[str, Any]) -> tuple[Any, DrawTask, Medium]:
    medium = row.get("medium") or "svg"
    if medium not in MEDIA:
        raise BadColumn(f"row {number}: medium {str(medium)[:40]!r} is none of {', '.join(MEDIA)}")
    task = row.get("draw_task")
    try:
        return row.get("completion"), task if isinstance(task, DrawTask) else _read(str(task)), medium
    except ValidationError as error:
        raise BadColumn(f"row {number}: draw_task: {explain(error)}") from None


@lru_cache(maxsize=1024)
def _read(task: str) -> DrawTask:
    return DrawTask.model_validate_json(task)


def _written(task: DrawTask) -> str:
    return task.model_dump_json()


def _rewarded(text: str, task: str, medium: Medium, caps: Caps) -> Reward:
    if len(text) > LONGEST:
        return _least("too-long", f"the completion has {len(text):,} characters: {LONGEST:,} count")
    if not text.strip():
        return _least("empty", "the completion is empty")
    try:
        code = extract_code(text, medium)
        svg = code if medium == "svg" else lay_out(code, medium).sketch.svg
        (said,) = guarded("the reward", _WORK, svg, task, caps=caps)
    except NoCode as error:
        return _least("no-code", str(error))
    except (BadDrawing, RecursionError, UnicodeError) as error:
        return _least("no-drawing", " ".join(str(error).split())[:300])
    found = json.loads(said)
    return Reward(float(found["value"]), float(found["score"]), 1.0, "ok", str(found["why"]))


def _least(status: str, reason: str) -> Reward:
    return Reward(0.0, None, 0.0, status, reason)
