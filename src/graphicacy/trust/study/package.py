"""Making the folder of a study from runs of drawings."""

from __future__ import annotations

import csv
import io
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from graphicacy.draw.record import DrawResult
from graphicacy.draw.runs import collect, read_run
from graphicacy.draw.task import DrawTask, explain
from graphicacy.trust.study.design import Candidate, Plan, plan
from graphicacy.trust.study.folder import DATABASE, LINKS, PICTURES, STUDY, BadStudy, link_path
from graphicacy.trust.study.record import Assignment, Item, Rater, Study
from graphicacy.trust.study.scales import scales_id
from graphicacy.trust.study.store import new_token, open_store, token_hash

__all__ = ["NewStudy", "new_study"]

_SCORES = ("TF", "SC", "SQ", "CA", "overall")


@dataclass(frozen=True, slots=True)
class NewStudy:
    """What was made: the study, the file with the raters' links, and what was left out, a line each."""

    study: Study
    links: Path
    warnings: tuple[str, ...]


def new_study(
    runs: Sequence[Path],
    out: Path,
    tasks: Sequence[DrawTask],
    *,
    raters: Sequence[str],
    items: int,
    per_item: int = 3,
    repeats: float = 0.1,
    seed: int = 0,
    title: str = "Rating of drawings",
    now: datetime | None = None,
) -> NewStudy:
    """Draws a sample of the drawings of some runs, and writes the folder of a study that rates them.

    Only what was drawn is shown: samples that failed or gave no drawing are left out. The pictures are written anew, so
    that nothing but their pixels is kept. The same runs, numbers and seed give the same study, but for the secrets of
    the links and ``created`` (``now``).

    Args:
        runs: folders of draw runs.
        out: the new folder; it must not exist, or be empty.
        tasks: of the drawings.
        raters: their names, as the person who sends the links knows them.
        items, per_item, repeats, seed: as in ``design.plan``.
        title: what raters see as the name of the study.
        now: the time that is written into it.

    Raises:
        BadRun: a folder is no run.
        BadStudy: the new folder is not empty, there is no drawing, or two raters have one name.
        BadDesign: the numbers do not go together.
        BadDrawing: a picture is damaged.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadStudy(f"{out}: not empty; a study is never written over, name a new folder")
    drawings, warnings = _drawings(runs, {task.id: task for task in tasks})
    people = _people(raters)
    planned = plan(
        [_candidate(drawing) for drawing in drawings],
        items=items,
        raters=len(people),
        per_item=per_item,
        repeats=repeats,
        seed=seed,
    )
    final = out.resolve()
    final.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{final.name}.", dir=final.parent))  # readable by its owner alone
    try:
        study = _study(drawings, planned, people, draft, seed, title, now or datetime.now(UTC))
        _write(draft, study)
        draft.replace(final)
    except ValidationError as error:
        raise BadStudy(explain(error)) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return NewStudy(study, out / LINKS, warnings)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A drawing that can be shown: its record, its task and its file."""

    result: DrawResult
    task: DrawTask
    path: Path


def _drawings(runs: Sequence[Path], tasks: dict[str, DrawTask]) -> tuple[list[_Drawing], tuple[str, ...]]:
    """What the runs drew, sorted, and what is left out of it."""
    opened = [read_run(folder) for folder in runs]
    drawings: list[_Drawing] = []
    unknown: set[str] = set()
    missing = nothing = 0
    for sample in collect(opened):
        result, path = sample.result, sample.file(sample.result.drawing)
        if result.status != "ok" or result.drawing is None:
            nothing += 1
        elif result.task not in tasks:
            unknown.add(result.task)
        elif path is None or not path.is_file():
            missing += 1
        else:
            drawings.append(_Drawing(result, tasks[result.task], path))
    said = [warning for run in opened for warning in run.warnings]
    said += [f"{nothing} samples without a drawing are left out"] if nothing else []
    said += [f"{missing} drawings are not where the run says, and are left out"] if missing else []
    said += [f"task {name} is not in the suite; its drawings are left out (--suite)" for name in sorted(unknown)]
    if not drawings:
        raise BadStudy(f"{', '.join(map(str, runs))}: no drawing that could be rated; {(*said, 'there is none')[0]}")
    key = attrgetter("system", "medium", "task", "sample")
    return sorted(drawings, key=lambda drawing: key(drawing.result)), tuple(said)


def _people(names: Sequence[str]) -> tuple[Rater, ...]:
    try:
        people = tuple(Rater(id=f"r{n}", name=name) for n, name in enumerate(names, start=1))
    except ValidationError as error:
        raise BadStudy(f"rater {explain(error)}") from None
    named = [rater.name for rater in people]
    for name in named:
        if named.count(name) > 1:
            raise BadStudy(f"two raters are called {name}; give each a name of their own")
    return people


def _candidate(drawing: _Drawing) -> Candidate:
    return Candidate(drawing.result.system, drawing.task.id, drawing.task.figure_type, drawing.task.difficulty)


def _study(
    drawings: Sequence[_Drawing],
    planned: Plan,
    people: tuple[Rater, ...],
    folder: Path,
    seed: int,
    title: str,
    now: datetime,
) -> Study:
    """The record of a study, whose pictures are written to its folder."""
    rng = np.random.default_rng([seed, 1])
    names = _opaque(len(planned.items), rng)
    (folder / PICTURES).mkdir()
    items = [_item(drawings[i], name, folder) for i, name in zip(planned.items, names, strict=True)]
    return Study(
        id=rng.bytes(8).hex(),
        title=title,
        seed=seed,
        created=now.isoformat(timespec="seconds"),
        graphicacy=version("graphicacy"),
        scales=scales_id(),
        raters=people,
        items=tuple(sorted(items, key=lambda item: item.id)),
        assignments=tuple(
            Assignment(rater=people[seat.rater].id, place=seat.place + 1, item=names[seat.item], occasion=seat.occasion)
            for seat in planned.seats
        ),
        tasks={task.id: task for task in sorted((drawings[i].task for i in planned.items), key=lambda task: task.id)},
    )


def _opaque(count: int, rng: np.random.Generator) -> list[str]:
    """Different ids of 10 hex digits that depend on nothing but the generator."""
    ids: dict[str, None] = {}
    while len(ids) < count:
        ids[rng.bytes(5).hex()] = None
    return list(ids)


def _item(drawing: _Drawing, name: str, folder: Path) -> Item:
    result, task, picture = drawing.result, drawing.task, f"{PICTURES}/{name}.png"
    width, height = _paint(drawing.path, folder / picture)
    return Item(
        id=name,
        task=task.id,
        picture=picture,
        width=width,
        height=height,
        system=result.system,
        medium=result.medium,
        sample=result.sample,
        figure_type=task.figure_type,
        discipline=task.discipline,
        difficulty=task.difficulty,
        auto={key: getattr(result.score, key, None) for key in _SCORES},
    )


def _paint(path: Path, to: Path) -> tuple[int, int]:
    """Writes the pixels of a drawing, and nothing else of it, as a PNG; returns its width and height."""
    from PIL import Image

    from graphicacy.diagram.files import open_drawing
    from graphicacy.diagram.raster import encode

    drawing = open_drawing(path)
    with Image.open(io.BytesIO(drawing.png)) as image:
        to.write_bytes(encode(image.convert("RGB")))
        return image.size


def _write(folder: Path, study: Study) -> None:
    tokens = {rater.id: new_token() for rater in study.raters}
    (folder / STUDY).write_text(study.model_dump_json(indent=1) + "\n", encoding="utf-8")
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("rater", "name", "link"))
    rows.writerows((rater.id, rater.name, link_path(tokens[rater.id])) for rater in study.raters)
    with open(os.open(folder / LINKS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text.getvalue())
    store = open_store(folder / DATABASE)
    try:
        store.prepare(study, {rater: token_hash(token) for rater, token in tokens.items()})
    finally:
        store.close()
