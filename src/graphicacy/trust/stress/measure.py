"""A stress test: cases are made from correct drawings, every scorer scores them, and what that says is summed up."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from graphicacy.draw.score import score_drawing
from graphicacy.draw.task import DrawTask
from graphicacy.trust.judges import probe
from graphicacy.trust.stress.asking import Answered, Asking, Judges
from graphicacy.trust.stress.cases import cases_of
from graphicacy.trust.stress.files import Settings, StressFolder, read_stress
from graphicacy.trust.stress.kept import keeping
from graphicacy.trust.stress.record import Case, JudgeRow, Medium, Scored, StressSummary
from graphicacy.trust.stress.scorers import PANEL, Scorer, chosen, judges_in, rank
from graphicacy.trust.stress.sources import Original, originals
from graphicacy.trust.stress.summary import summarize
from graphicacy.trust.stress.verdict import THRESHOLDS

__all__ = ["DEFAULT_SOURCES", "Progress", "stress"]

DEFAULT_SOURCES = ("reference", "library")
Progress = Callable[[str, int, int], None]  # what is being done, how many are done, of how many

_OCR = "rapidocr"
_SIDES = re.compile(r"\b(?:left|right)\b", re.I)
_WAYS = re.compile(r"\b(?:left|right|top|bottom|above|below|over|under|upwards?|downwards?)\b", re.I)
_BREAKS = {"mirrored": _SIDES, "relaid": _WAYS}  # harmless edits that break what a task asks for in these words
_AT_ONCE = 64  # pictures that judges are given at a time: memory stays flat


def stress(
    sources: Sequence[str],
    out: Path,
    *,
    scorers: Sequence[str] = (),
    judges: Judges | None = None,
    count: int = 12,
    raster: int = 2,
    defects: int = 2,
    walks: int = 2,
    walk_length: int = 8,
    repeats: int = 2,
    seed: int = 0,
    progress: Progress = lambda what, done, of: None,
) -> StressSummary:
    """Try scorers on drawings with planted defects, harmless edits and controls, and keep everything in a folder.

    What is in the folder is not made or scored again, so that a test that was stopped goes on, and further scorers can
    be tried on the same cases. ``cases.jsonl`` and the pictures are the same bytes for the same settings, and so are
    ``scores.jsonl`` and ``stress.json`` but for seconds, and for what models answer.

    Args:
        sources: ``reference``, ``library``, ``pathways``, or files of diagrams.
        out: the folder.
        scorers: names or groups (see ``scorers.chosen``); all that need no model where empty.
        judges: asks the judge models among the scorers; needed where there is one.
        count: correct drawings, in all.
        raster: how many of them are also scored as pictures alone, by OCR and by judges.
        defects: the most defects of one kind that are planted in one drawing.
        walks: walks of errors for each drawing, of at most ``walk_length`` steps.
        repeats: how often judges are asked again about the same drawing.
        seed: of every choice.
        progress: is told what is being done, how many are done, of how many.

    Raises:
        ValueError: a scorer or a source is unknown, or the folder cannot be used.
    """
    picked = chosen(scorers)
    folder = StressFolder(out)
    found, skipped = originals(sources, count, seed)
    settings = Settings(
        graphicacy=version("graphicacy"),
        seed=seed,
        sources=tuple(sources),
        count=count,
        defects=defects,
        walks=walks,
        walk_length=walk_length,
        drawings={one.id: _digest(one) for one in found},
    )
    with folder.held():
        folder.begin(settings)
        cases = _made(folder, found, settings, progress)
        shown = {found[i].id for i in _spread(len(found), raster)}
        tasks = {one.id: one.task for one in found}
        _score(folder, cases, tasks, shown, picked, judges if judges_in(scorers) else None, progress)
        judged = _probed(folder, cases, tasks, shown, judges, judges_in(scorers), repeats, seed)
        scored = _in_order(cases, folder.scored())
        summary = StressSummary(
            graphicacy=version("graphicacy"),
            seed=seed,
            drawings=len(found),
            raster_drawings=_drawings_in(cases, scored, "raster"),
            cases=len(cases),
            sources=tuple(sources),
            thresholds=THRESHOLDS,
            scorers=summarize(cases, scored, seed),
            judges=judged,
            skipped=tuple(skipped),
        )
        folder.finish(cases, scored, summary)
    return summary


def _digest(original: Original) -> str:
    return hashlib.sha256(f"{original.task!r}\n{original.layout!r}".encode()).hexdigest()[:16]


def _spread(total: int, most: int) -> list[int]:
    """``most`` of ``total`` places, evenly spread."""
    size = min(total, most)
    return [place * total // size for place in range(size)]


def _drawings_in(cases: Sequence[Case], scored: Iterable[Scored], medium: Medium) -> int:
    """How many correct drawings have a case that was scored in this medium."""
    seen = {row.case for row in scored if row.medium == medium}
    return len({case.drawing for case in cases if case.id in seen})


def _made(folder: StressFolder, found: Sequence[Original], settings: Settings, progress: Progress) -> list[Case]:
    """The cases of every drawing. Those before the last one that is there are whole, and are not made again."""
    cases = folder.cases()
    known, begun = {case.id for case in cases}, {case.drawing for case in cases}
    whole = max((place for place, one in enumerate(found) if one.id in begun), default=0)
    for place, one in enumerate(found):
        progress("making cases", place, len(found))
        if place < whole:
            continue
        made = cases_of(
            one,
            [other for other in found if other.id != one.id],
            most=settings.defects,
            walks=settings.walks,
            walk_length=settings.walk_length,
            seed=settings.seed,
        )
        for case, svg, png in ((m.case, m.svg, m.png) for m in made):
            if case.id not in known and not _breaks(case, one.task):
                folder.add_case(case, svg, png)
                cases.append(case)
    progress("making cases", len(found), len(found))
    return cases


def _breaks(case: Case, task: DrawTask) -> bool:
    """Whether an edit of looks is no harmless one here, since the task asks for sides or a direction."""
    words = _BREAKS.get(case.operator) if case.kind == "harmless" else None
    asked = (task.prompt, *task.required_components, *task.discipline_conventions, *task.negative_constraints)
    return words is not None and any(map(words.search, asked))


@dataclass(frozen=True, slots=True)
class _Job:
    """A case to be scored in one medium, by these scorers, with what judges said of it."""

    case: Case
    task: DrawTask
    path: Path
    medium: Medium
    scorers: tuple[Scorer, ...]
    answers: tuple[Answered, ...] = field(default=())


def _score(
    folder: StressFolder,
    cases: Sequence[Case],
    tasks: dict[str, DrawTask],
    shown: set[str],
    scorers: Sequence[Scorer],
    judges: Judges | None,
    progress: Progress,
) -> None:
    """Score what is not scored yet, adding the numbers to the folder as they come."""
    done = {(row.case, row.scorer, row.dimension, row.medium) for row in folder.scored()}
    jobs = []
    for medium in ("vector", "raster"):
        of_medium = [scorer for scorer in scorers if scorer.medium == medium]
        for case in cases:
            if (case.svg is None) if medium == "vector" else (case.drawing not in shown):
                continue
            left = tuple(scorer for scorer in of_medium if (case.id, *scorer.key) not in done)
            if left:
                path = folder.picture(case.svg if medium == "vector" and case.svg else case.png)
                jobs.append(_Job(case, tasks[case.drawing], path, medium, left))
    progress("scoring", 0, len(jobs))
    for count, rows in enumerate(_at_work(_with_answers(jobs, judges)), 1):
        folder.add_scores(rows)
        progress("scoring", count, len(jobs))


def _with_answers(jobs: Sequence[_Job], judges: Judges | None) -> Iterator[_Job]:
    """The jobs, each as soon as all judges have answered who are to score it."""
    asked = [job for job in jobs if any(_is_judged(scorer) for scorer in job.scorers)]
    yield from (job for job in jobs if not any(_is_judged(scorer) for scorer in job.scorers))
    for start in range(0, len(asked), _AT_ONCE):
        block = {job.case.id: job for job in asked[start : start + _AT_ONCE]}
        assert judges is not None
        askings = [Asking(key, job.task, job.path.read_bytes()) for key, job in block.items()]
        answers: dict[str, list[Answered]] = {key: [] for key in block}
        for answered in judges(askings):
            if answered.key in answers:
                answers[answered.key].append(answered)
        for key, job in block.items():
            said = tuple(sorted(answers[key], key=lambda answer: answer.judge))
            yield _Job(job.case, job.task, job.path, job.medium, job.scorers, said)


def _is_judged(scorer: Scorer) -> bool:
    return scorer.scorer == PANEL or "/" in scorer.scorer


def _at_work(jobs: Iterable[_Job]) -> Iterator[list[Scored]]:
    """The numbers of each job, in any order. Threads do: reading pictures is native code, or waits for a process."""
    workers = os.cpu_count() or 1
    running: set[Future[list[Scored]]] = set()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for job in jobs:
                running.add(pool.submit(_scored, job))
                if len(running) >= 2 * workers:
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in ended)
            while running:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in ended)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _scored(job: _Job) -> list[Scored]:
    """A row for every scorer of the job; where something failed, without a value and with the reason."""
    from graphicacy.diagram.raster import read_raster
    from graphicacy.diagram.render import render
    from graphicacy.sight.gather import gather

    start = time.perf_counter()
    judgements = [answer.judgement for answer in job.answers if answer.judgement is not None]
    try:
        if job.medium == "vector":
            evidence = gather(render(job.path.read_text(encoding="utf-8"), "svg"), "live")
        else:
            evidence = gather(read_raster(job.path.read_bytes(), job.path.name), _OCR)
        score, why = score_drawing(job.task, evidence, judgements), ""
    except Exception as error:  # one case that cannot be scored must not end a test of thousands
        score, why = None, " ".join(f"{type(error).__name__}: {error}".split())[:300]
    seconds = time.perf_counter() - start
    rows = []
    for scorer in job.scorers:
        asked = [a for a in job.answers if scorer.scorer in (PANEL, a.judge)] if _is_judged(scorer) else []
        missing = next((a.why or f"{a.judge} gave no answer" for a in asked if a.judgement is None), "")
        if _is_judged(scorer) and not asked:
            missing = f"{scorer.scorer} gave no answer"
        value = None if score is None or missing else scorer.value(score)
        rows.append(
            Scored(
                **scorer.named().model_dump(),
                case=job.case.id,
                value=value,
                why="" if value is not None else missing or why or "nothing that it can score could be made out",
                seconds=_sum(seconds if scorer.scorer == PANEL or not asked else None, *(a.seconds for a in asked)),
                cost=_sum(*(a.cost for a in asked)),
            )
        )
    return rows


def _sum(*values: float | None) -> float | None:
    """To the millisecond or the millionth of a dollar; None where nothing is known."""
    known = [value for value in values if value is not None]
    return round(sum(known), 6) if known else None


def _probed(
    folder: StressFolder,
    cases: Sequence[Case],
    tasks: dict[str, DrawTask],
    shown: set[str],
    judges: Judges | None,
    names: Sequence[str],
    repeats: int,
    seed: int,
) -> tuple[JudgeRow, ...]:
    """How reliable the judges are, on the correct drawings, beside what earlier tests in the folder found of others.

    Nothing is asked where all of them were probed in an earlier test that came to its end, and nothing twice where it
    was stopped.
    """
    before = read_stress(folder.path)[0].judges if (folder.path / "stress.json").exists() else ()
    if judges is None or {row.judge for row in before} >= set(names):
        return before
    drawings = [
        (case.drawing, tasks[case.drawing], folder.picture(case.png).read_bytes())
        for case in cases
        if case.kind == "original" and case.drawing in shown
    ]
    found = probe(keeping(judges, names, folder), drawings, repeats=repeats, seed=seed)
    asked = {row.judge for row in found}
    return (*(row for row in before if row.judge not in asked), *found)


def _in_order(cases: Sequence[Case], scored: Iterable[Scored]) -> list[Scored]:
    places = {case.id: place for place, case in enumerate(cases)}
    return sorted(scored, key=lambda row: (places.get(row.case, len(places)), *rank(_key(row))))


def _key(row: Scored) -> tuple[str, str, str]:
    return row.scorer, row.dimension, row.medium
