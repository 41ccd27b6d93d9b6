"""The panel: judge models and the rule judge, their dimension scores, and the item-wise means over judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from graphicacy.draw.record import Judgement, PanelVote
from graphicacy.draw.task import DrawTask

__all__ = ["component_shares", "panel_mean", "panel_sc", "panel_votes", "relation_shares"]


def panel_votes(
    task: DrawTask,
    judgements: Sequence[Judgement],
    rules_sq: float | None,
    rules_ca: float | None,
) -> tuple[PanelVote, ...]:
    """One vote per judge, in the order given, and the member ``rules`` last where a rule decided anything.

    SC of a judge is the share of its decided items (relations and components) that are satisfied, where a
    contradiction that it names counts as one more item, not satisfied (SciDraw-Bench). It is None where the judge
    decided no item. SQ and CA map the 1-5 rating r to (r - 1) / 4.
    """
    votes = [
        PanelVote(
            judge=judgement.judge,
            SC=panel_sc(task, [judgement]),
            SQ=_unit(judgement.structure),
            CA=_unit(judgement.conventions),
        )
        for judgement in judgements
    ]
    if rules_sq is not None or rules_ca is not None:
        votes.append(PanelVote(judge="rules", SQ=rules_sq, CA=rules_ca))
    return tuple(votes)


def panel_mean(votes: Sequence[PanelVote], dimension: Literal["SC", "SQ", "CA"]) -> float | None:
    """The mean of one dimension over the members that scored it; None where none did."""
    return _mean(getattr(vote, dimension) for vote in votes)


def relation_shares(task: DrawTask, judgements: Sequence[Judgement]) -> tuple[float | None, ...]:
    """For each required relation, the share of deciding judges that say yes; None where no judge decided."""
    return _shares(len(task.required_relations), [judgement.relations for judgement in judgements])


def component_shares(task: DrawTask, judgements: Sequence[Judgement]) -> tuple[float | None, ...]:
    """For each required component, as ``relation_shares``."""
    return _shares(len(task.required_components), [judgement.components for judgement in judgements])


def panel_sc(task: DrawTask, judgements: Sequence[Judgement]) -> float | None:
    """Semantic correctness by judges: the mean over decided items of the share of judges that say yes.

    A contradiction is one more item, unsatisfied by the share of the deciding judges who name any, so that a judge
    who says much does not weigh more. None where no judge decided any item.
    """
    shares = [*relation_shares(task, judgements), *component_shares(task, judgements)]
    decided = [share for share in shares if share is not None]
    if not decided:
        return None
    deciding = [j for j in judgements if any(verdict is not None for verdict in (*j.relations, *j.components))]
    contradicted = sum(bool(judgement.contradictions) for judgement in deciding) / len(deciding)
    return sum(decided) / (len(decided) + contradicted)


def _shares(count: int, answers: Sequence[Sequence[bool | None]]) -> tuple[float | None, ...]:
    return tuple(_mean(answer[i] for answer in answers if i < len(answer)) for i in range(count))


def _mean(values: Iterable[float | None]) -> float | None:
    scored = [float(value) for value in values if value is not None]
    return sum(scored) / len(scored) if scored else None


def _unit(rating: float | None) -> float | None:
    return None if rating is None else (rating - 1) / 4
