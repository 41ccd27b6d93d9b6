"""The gallery: for each edit one drawing before and after, and which scorers noticed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.edit import EDITS
from graphicacy.report.folder import Site
from graphicacy.report.images import Part, Picture, changed_part
from graphicacy.report.trust.sources import Stress
from graphicacy.trust.stress.files import BadStressFolder
from graphicacy.trust.stress.record import Case, Scored
from graphicacy.trust.stress.verdict import FALL

__all__ = ["Example", "Sight", "examples_of"]

_SIDE = 440
_TIE = 1e-9  # what rounding may take off
_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Sight:
    """One scorer's numbers for a drawing before and after an edit: whether the edit is ``due`` to be noticed by it, and
    whether the number fell by as much as the stress test asks for."""

    scorer: str
    dimension: str
    medium: str
    before: float
    after: float
    due: bool
    noticed: bool


@dataclass(frozen=True, slots=True)
class Example:
    """One edit of one drawing. ``missed`` are the scorers that should have noticed it and did not, ``noticed`` those
    that did, for a harmless edit false alarms; ``silent`` counts the rest. ``part``: the pictures
    show only what changed. ``why`` tells of missing pictures.
    """

    case: Case
    kind: str
    before: Picture | None
    after: Picture | None
    missed: tuple[Sight, ...]
    noticed: tuple[Sight, ...]
    silent: int
    part: bool = False
    why: str = ""


def examples_of(site: Site, stress: Stress) -> list[Example]:
    """One example of each edit, in the order of ``diagram.edit``: the one that most scorers in whose remit it is missed
    (of a harmless edit, that most took for a defect)."""
    cases = {case.id: case for case in stress.cases}
    sights = _sights(stress, cases)
    chosen: dict[str, Case] = {}
    for case in stress.cases:
        if _is_candidate(case, cases, sights):
            best = chosen.setdefault(case.operator, case)
            if _wrong(case, sights[case.id]) > _wrong(best, sights[best.id]):
                chosen[case.operator] = case
    order = list(EDITS)
    names = sorted(chosen, key=lambda name: (order.index(name) if name in EDITS else len(order), name))
    made: list[Example] = []
    for done, name in enumerate(names, start=1):
        made.append(_example(site, stress, chosen[name], cases, sights))
        site.told("examples of edits", done, len(names))
    return made


def _is_candidate(case: Case, cases: Mapping[str, Case], sights: Mapping[str, Sequence[Sight]]) -> bool:
    single = (case.kind == "defect" and case.defects == 1) or case.kind == "harmless"
    return single and case.of in cases and bool(sights.get(case.id))


def _wrong(case: Case, sights: Sequence[Sight]) -> int:
    """How many scorers were wrong about this edit."""
    return sum(sight.noticed if case.kind == "harmless" else sight.due and not sight.noticed for sight in sights)


def _sights(stress: Stress, cases: Mapping[str, Case]) -> dict[str, list[Sight]]:
    """What each scorer made of each edited drawing; only where it could score both."""
    tables: dict[_Key, dict[str, Scored]] = defaultdict(dict)
    for row in stress.scored:
        tables[row.scorer, row.dimension, row.medium][row.case] = row
    remit = {
        (row.scorer, row.dimension, row.medium): {rate.operator for rate in row.kills if rate.expected}
        for row in stress.summary.scorers
    }
    least = stress.summary.thresholds.get("fall", FALL) - _TIE
    found: dict[str, list[Sight]] = defaultdict(list)
    for key in (key for key in remit if key in tables):
        for name, row in tables[key].items():
            case = cases.get(name)
            before = tables[key].get(case.of) if case else None
            if case and before and before.value is not None and row.value is not None:
                noticed = before.value - row.value >= least
                found[name].append(Sight(*key, before.value, row.value, case.operator in remit[key], noticed))
    return found


def _example(
    site: Site, stress: Stress, case: Case, cases: Mapping[str, Case], sights: Mapping[str, Sequence[Sight]]
) -> Example:
    part = _changed(stress, cases[case.of], case)
    before, why = _picture(site, stress, cases[case.of], part)
    after, why_after = _picture(site, stress, case, part)
    ordered = sorted(sights[case.id], key=lambda sight: not sight.due)
    return Example(
        case=case,
        kind=EDITS[case.operator].kind if case.operator in EDITS else case.kind,
        before=before,
        after=after,
        missed=tuple(sight for sight in ordered if sight.due and not sight.noticed),
        noticed=tuple(sight for sight in ordered if sight.noticed),
        silent=sum(not sight.due and not sight.noticed for sight in ordered),
        part=part is not None,
        why=why or why_after,
    )


def _changed(stress: Stress, before: Case, after: Case) -> Part | None:
    """The part of two pictures to be shown; None for all of it."""
    try:
        return changed_part(stress.picture(before), stress.picture(after))
    except (BadDrawing, BadStressFolder, OSError, ValueError):
        return None  # what is wrong is told where the picture is shown


def _picture(site: Site, stress: Stress, case: Case, part: Part | None) -> tuple[Picture | None, str]:
    """The picture, or why there is none."""
    try:
        return site.picture(stress.picture(case), _SIDE, part), ""
    except (BadDrawing, BadStressFolder, OSError, ValueError) as error:
        return None, str(error).replace(str(stress.folder.resolve()), stress.name).replace(
            str(stress.folder), stress.name
        )
