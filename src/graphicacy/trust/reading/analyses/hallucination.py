"""Hallucination: is something said where nothing is right, and nothing where something is?

By kind of question: *answerless* (nothing in the figure answers it), *counterfactual* (its premise is not so in the
figure; where it is stated as a fact, the answer is none), and *plain*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from graphicacy.read.record import ReadResult, View
from graphicacy.trust.reading.analyses.table import Table, told
from graphicacy.trust.reading.columns import by_task, is_answerless, is_asked, is_graded, runs_in
from graphicacy.trust.reading.scored import Share

__all__ = ["HallucinationRow", "hallucination"]

KINDS = ("plain", "counterfactual", "answerless")
_FLAGS = {"fabrication": "fabricated", "over-refusal": "over_refused"}
_SAID = {
    "fabrication": "something is said though nothing is right",
    "over-refusal": "nothing is said though something is right",
}


@dataclass(frozen=True, slots=True)
class HallucinationRow:
    """One kind of question of a task, or of all tasks ("").

    ``measure`` is "fabrication", over questions to which nothing is right, or "over-refusal", over the others.
    ``share`` is among the graded answers to them; ``asked`` is the number of them that were asked.
    """

    system: str
    view: View
    task: str
    kind: str
    measure: str
    share: Share
    diagrams: int
    asked: int
    reading: str

    def to_json(self) -> dict[str, Any]:
        """The fields, with those of ``Share``."""
        return {
            "system": self.system,
            "view": self.view,
            "task": self.task,
            "kind": self.kind,
            "measure": self.measure,
            **self.share.to_json(),
            "diagrams": self.diagrams,
            "asked": self.asked,
            "reading": self.reading,
        }


def hallucination(results: Sequence[ReadResult], *, seed: int = 0) -> Table:
    """Fabrication and over-refusal, by kind of question; Wilson's intervals, so ``seed`` is of no account."""
    rows = (row for (system, view), run in runs_in(results).items() for row in _rows(system, view, run))
    return Table.of(
        "hallucination",
        "Is something said where nothing is right, and nothing where something is?",
        rows,
        "no answer that may be none was graded",
    )


def _rows(system: str, view: View, run: Sequence[ReadResult]) -> Iterator[HallucinationRow]:
    for task, answers in {"": list(run), **by_task(run)}.items():
        for kind in KINDS:
            of_kind = [result for result in answers if _kind(result) == kind]
            for measure, flag in _FLAGS.items():
                members = [result for result in of_kind if is_answerless(result) == (measure == "fabrication")]
                row = _row(system, view, (task, kind, measure), members, flag)
                if row.share.n:
                    yield row


def _kind(result: ReadResult) -> str:
    return next((kind for kind in KINDS[1:] if result.variant.endswith(f"-{kind}")), KINDS[0])


def _row(
    system: str, view: View, names: tuple[str, str, str], members: Sequence[ReadResult], flag: str
) -> HallucinationRow:
    task, kind, measure = names
    graded = [r for r in members if is_graded(r) and isinstance(r.details.get(flag), bool)]
    share = Share(sum(result.details[flag] for result in graded), len(graded))
    return HallucinationRow(
        system=system,
        view=view,
        task=task,
        kind=kind,
        measure=measure,
        share=share,
        diagrams=len({result.diagram for result in graded}),
        asked=sum(map(is_asked, members)),
        reading=_reading(task, kind, measure, share),
    )


def _reading(task: str, kind: str, measure: str, share: Share) -> str:
    where = f"{kind} questions" + (f" of {task}" if task else "")
    if share.interval is None:
        return f"{where}: nothing was graded"
    low, high = share.interval
    count = f"{share.count:,} of {share.n:,} answers"
    return f"{where}: {_SAID[measure]} in {count} (as a share, 95 % {told(low)} to {told(high)})"
