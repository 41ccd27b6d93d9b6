"""The reward of an answer to a question about a diagram, by the one grader.

| | Value | Range | No answer |
|---|---|---|---|
| plain | 1 where the answer is right in full, else 0 (``Grade.strict``) | 0 or 1 | 0 |
| shaped | 0.9 · score + 0.1 · form - 0.2 · fabricated - 0.1 · over-refused | -0.2 to 1 | -0.2 |

Form is 1 for JSON as it was asked for, 0.5 where it had to be mended. Something where nothing is right is
*fabricated*, "none" where something is right an *over-refusal*. So a learner gains by each step: from no answer to a
fabricated one, to "none", to a wrong try, to a right answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from graphicacy.read.answers import Status
from graphicacy.read.boxes import FAMILIES, NEUTRAL, BoxConvention
from graphicacy.read.grading.grade import Grade, check_gold, grade
from graphicacy.read.question import AnswerType
from graphicacy.train.rewards.reward import COUNTS, BadColumn, Reward, text_of

__all__ = ["FLOOR", "LONGEST", "read_reward", "read_rewards"]

FLOOR = -0.2
"""The least that a shaped reward can be; a plain one can be 0."""
LONGEST = 200_000
"""Characters of a completion; one that is longer earns the least."""

_SCORE, _FORM, _FABRICATED, _OVER_REFUSED = 0.9, 0.1, 0.2, 0.1
_FORMS = {Status.OK: 1.0, Status.REPAIRED: 0.5}


def read_reward(
    completion: Any,
    *,
    answer_type: str,
    gold: str,
    rubric: str = "{}",
    boxes: str = NEUTRAL.name,
    shaped: bool = True,
) -> Reward:
    """Reward one completion: a text, a message, or messages, as trainers hand it over.

    Whatever the completion is, this never raises: what is no answer earns the least, and is counted in ``COUNTS``.

    Args:
        completion: what the model said.
        answer_type, gold, rubric, boxes: the columns of an export (``REWARD_COLUMNS``); gold and rubric are JSON.
        shaped: give parts of the reward, as above, or 1 for what is right in full, else 0.

    Raises:
        BadColumn: a column is no such thing, so that no answer could be right.
    """
    asked = _asked(answer_type, gold, rubric, boxes)
    reward = _rewarded(text_of(completion), *asked, shaped)
    COUNTS.add(f"read {reward.status}")
    return reward


def read_rewards(rows: Iterable[Mapping[str, Any]], *, shaped: bool = True) -> list[Reward]:
    """The reward of each row: a ``completion`` and the columns of ``read_reward``; others do not matter.

    Raises ``BadColumn``, naming the row, from 0.
    """
    rewards = []
    for number, row in enumerate(rows):
        columns = {name: row[name] for name in ("answer_type", "gold", "rubric", "boxes") if name in row}
        try:
            rewards.append(read_reward(row.get("completion"), **columns, shaped=shaped))
        except (BadColumn, TypeError) as error:
            raise BadColumn(f"row {number}: {error}") from None
    return rewards


def _rewarded(
    text: str, kind: AnswerType, gold: Any, rubric: Mapping[str, Any], boxes: BoxConvention, shaped: bool
) -> Reward:
    least = FLOOR if shaped else 0.0
    if len(text) > LONGEST:
        return Reward(least, None, 0.0, "too-long", f"the completion has {len(text):,} characters: {LONGEST:,} count")
    try:
        graded = grade(kind, gold, rubric, text, boxes=boxes)
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        # The grader raises for no text; should it, a night of training must not end by it, and the count tells.
        return Reward(least, None, 0.0, "error", f"the grader failed: {type(error).__name__}")
    if graded.score is None or graded.strict is None:
        return Reward(least, None, 0.0, graded.status.value, str(graded.details.get("note", "")))
    form = _FORMS[graded.status]
    value = _shaped(graded, graded.score, form) if shaped else graded.strict
    return Reward(value, graded.score, form, graded.status.value, str(graded.details.get("note", "")))


def _shaped(graded: Grade, score: float, form: float) -> float:
    costs = _FABRICATED * bool(graded.details.get("fabricated")) + _OVER_REFUSED * bool(
        graded.details.get("over_refused")
    )
    return round(_SCORE * score + _FORM * form - costs, 6)


@lru_cache(maxsize=4096)
def _asked(
    answer_type: str, gold: str, rubric: str, boxes: str
) -> tuple[AnswerType, Any, Mapping[str, Any], BoxConvention]:
    """What the columns say; most trainers ask for several completions of one question."""
    try:
        kind = AnswerType(answer_type)
    except ValueError:
        known = ", ".join(AnswerType)
        raise BadColumn(f"answer_type {str(answer_type)[:40]!r} is none of {known}") from None
    if boxes not in FAMILIES:
        raise BadColumn(f"boxes {str(boxes)[:40]!r} is none of {', '.join(FAMILIES)}")
    right, rules = _json("gold", gold), _json("rubric", rubric)
    if not isinstance(rules, dict):
        raise BadColumn(f"rubric {rubric[:40]!r} is no JSON object")
    try:
        fits = check_gold(kind, right, rules).score == 1
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        fits = False
    if not fits:
        raise BadColumn(f"gold {gold[:40]!r} is no answer of the type {kind.value} that its rubric admits")
    return kind, right, rules, FAMILIES[boxes]


def _json(name: str, text: Any) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise BadColumn(f"{name} {str(text)[:40]!r} is no JSON; give the column of the export as it is") from None
