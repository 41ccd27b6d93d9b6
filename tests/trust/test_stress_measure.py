"""A whole stress test, on two small drawings with few cases: what is written, what goes on, what fails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from graphicacy.diagram.edit import edit_drawing, layout_in
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.render import render
from graphicacy.draw.from_diagram import task_from_diagram
from graphicacy.draw.record import Judgement
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.task import DrawTask
from graphicacy.trust.stress import measure
from graphicacy.trust.stress.asking import Answered, Asking
from graphicacy.trust.stress.files import BadStressFolder
from graphicacy.trust.stress.measure import stress
from graphicacy.trust.stress.record import Case, Scored, StressSummary
from graphicacy.trust.stress.scorers import UnknownScorer

SOURCES = {"one": "digraph { MEK -> ERK -> Fos; RAF -> MEK }", "two": "digraph { Sun -> Leaf; Leaf -> Sugar }"}


@dataclass(frozen=True)
class Original:
    id: str
    task: DrawTask
    layout: Layout


@dataclass(frozen=True)
class Made:
    case: Case
    svg: str | None
    png: bytes


@cache
def _drawn() -> dict[str, Original]:
    found = {}
    for name, source in SOURCES.items():
        drawing = render(source, "dot")
        layout = layout_in(drawing)
        assert drawing.diagram is not None
        assert layout is not None
        found[f"file:{name}"] = Original(f"file:{name}", task_from_diagram(drawing.diagram, name).task, layout)
    return found


def originals(sources: Sequence[str], count: int, seed: int) -> tuple[list[Original], list[str]]:
    return list(_drawn().values())[:count], ["three.gpml: no words"]


def cases_of(original: Original, others: Sequence[Original], **options: int) -> Iterator[Made]:
    yield from _cases(original.id, options["seed"])


@cache
def _cases(name: str, seed: int) -> list[Made]:
    original = _drawn()[name]
    base = render(original.layout)
    found = []
    plan = {"original": base, "blank": draw_control("blank", original.task)}
    for name in ("typo", "flipped-edge", "mirrored", "jpeg"):
        edited = edit_drawing(base, name, np.random.default_rng(seed))
        assert edited is not None
        plan[name] = edited[0]
    for name, drawing in plan.items():
        kind = {"original": "original", "mirrored": "harmless", "jpeg": "harmless", "blank": "control"}.get(name)
        stem = f"pictures/{original.task.id}/{name}"
        record = {
            "id": f"{original.id}/{name}",
            "drawing": original.id,
            "task": original.task.id,
            "kind": kind or "defect",
            "operator": "" if kind == "original" else name,
            "defects": int(kind is None),
            "of": "" if kind == "original" else f"{original.id}/original",
            "svg": f"{stem}.svg" if drawing.svg else None,
            "png": f"{stem}.png",
        }
        found.append(Made(Case.model_validate(record), drawing.svg, drawing.png))
    return found


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "originals", originals)
    monkeypatch.setattr(measure, "cases_of", cases_of)


@pytest.fixture
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """OCR that reads nothing, at once."""
    monkeypatch.setattr("graphicacy.sight.gather.read_text", lambda pixels, engine: ())


def run(out: Path, **options: object) -> StressSummary:
    return stress(["file"], out, **{"count": 2, "raster": 0, **options})  # type: ignore[arg-type]


def lines(out: Path, name: str = "scores.jsonl") -> list[dict[str, object]]:
    records = [json.loads(line) for line in (out / name).read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in record.items() if key != "seconds"} for record in records]


def value(out: Path, case: str, scorer: str, medium: str = "vector", dimension: str = "") -> Scored:
    (row,) = [
        row
        for line in (out / "scores.jsonl").read_text(encoding="utf-8").splitlines()
        if (row := Scored.model_validate_json(line)).case == case
        and (row.scorer, row.medium) == (scorer, medium)
        and dimension in ("", row.dimension)
    ]
    return row


def test_every_case_is_scored_by_every_scorer_and_summed_up(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    found = run(tmp_path, progress=lambda *what: told.append(what))
    assert (found.drawings, found.raster_drawings, found.cases) == (2, 0, 12)
    assert found.skipped == ("three.gpml: no words",)
    assert [one.scorer for one in found.scorers] == ["tf-strict", "tf-published", "sc-geometry", "sq-rules", "ca-rules"]
    assert StressSummary.model_validate_json((tmp_path / "stress.json").read_bytes()) == found
    assert len(lines(tmp_path)) == 2 * 5 * 5  # the JPEG is no SVG
    assert told[-1] == ("scoring", 10, 10)
    rates = {(one.scorer, kill.operator): kill.rate for one in found.scorers for kill in one.kills}
    assert rates["tf-strict", "typo"] == 1
    assert rates["sc-geometry", "flipped-edge"] == 1
    assert rates["tf-strict", "flipped-edge"] == 0
    assert all(one.original == 1 for one in found.scorers)


def test_the_same_seed_gives_the_same_bytes_but_for_seconds(tmp_path: Path) -> None:
    run(tmp_path / "a")
    run(tmp_path / "b")
    assert (tmp_path / "a/cases.jsonl").read_bytes() == (tmp_path / "b/cases.jsonl").read_bytes()
    assert lines(tmp_path / "a") == lines(tmp_path / "b")
    pictures = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a/pictures").rglob("*.*"))
    assert pictures
    for path in pictures:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()


def test_a_test_that_was_stopped_goes_on_and_scores_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(tmp_path / "whole")

    def stop(what: str, done: int, of: int) -> None:
        if (what, done) == ("scoring", 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "part", progress=stop)
    before = lines(tmp_path / "part")
    assert 0 < len(before) < 50
    scored = set()
    real = measure._scored

    def counted(job: measure._Job) -> list[Scored]:
        scored.add(job.case.id)
        return real(job)

    monkeypatch.setattr(measure, "_scored", counted)
    again = run(tmp_path / "part")
    assert not {row["case"] for row in before} & scored
    assert lines(tmp_path / "part") == lines(tmp_path / "whole")
    assert [one.kill_rate for one in again.scorers] == [one.kill_rate for one in whole.scorers]


def test_making_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path / "whole")

    def cut(original: Original, others: Sequence[Original], **options: int) -> Iterator[Made]:
        for number, made in enumerate(cases_of(original, others, **options)):
            if original.id == "file:two" and number == 3:
                raise KeyboardInterrupt
            yield made

    monkeypatch.setattr(measure, "cases_of", cut)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "part")
    made: list[str] = []

    def counted(original: Original, others: Sequence[Original], **options: int) -> Iterator[Made]:
        made.append(original.id)
        return cases_of(original, others, **options)

    monkeypatch.setattr(measure, "cases_of", counted)
    run(tmp_path / "part")
    assert made == ["file:two"]
    assert (tmp_path / "part/cases.jsonl").read_bytes() == (tmp_path / "whole/cases.jsonl").read_bytes()
    assert lines(tmp_path / "part") == lines(tmp_path / "whole")


@pytest.mark.parametrize(
    ("convention", "mirrored"), [("The flow runs from left to right", 0), ("The flow runs from top to bottom", 2)]
)
def test_an_edit_that_breaks_what_the_task_asks_for_is_not_tried_as_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, convention: str, mirrored: int
) -> None:
    def asking(*_: object) -> tuple[list[Original], list[str]]:
        update = {"discipline_conventions": (convention,), "prompt": "Draw it."}
        return [replace(one, task=one.task.model_copy(update=update)) for one in _drawn().values()], []

    monkeypatch.setattr(measure, "originals", asking)
    monkeypatch.setattr(measure, "_scored", lambda job: [])
    run(tmp_path, scorers=["tf-strict"])
    assert [case["operator"] for case in lines(tmp_path, "cases.jsonl")].count("mirrored") == mirrored


def test_another_scorer_is_tried_on_the_same_cases(tmp_path: Path) -> None:
    first = run(tmp_path, scorers=["tf-strict"])
    assert [one.scorer for one in first.scorers] == ["tf-strict"]
    both = run(tmp_path, scorers=["sq-rules"])
    assert [one.scorer for one in both.scorers] == ["tf-strict", "sq-rules"]


def test_a_case_that_cannot_be_scored_has_a_reason_and_no_value(tmp_path: Path) -> None:
    run(tmp_path, scorers=["tf-strict"])
    (tmp_path / "scores.jsonl").unlink()
    (tmp_path / "pictures/one/typo.svg").write_text("<svg", encoding="utf-8")
    (tmp_path / "pictures/two/typo.svg").unlink()
    found = run(tmp_path, scorers=["tf-strict"])
    for name, reason in (("one", "BadDrawing"), ("two", "FileNotFoundError")):
        row = value(tmp_path, f"file:{name}/typo", "tf-strict")
        assert row.value is None
        assert reason in row.why
    (typo,) = [kill for kill in found.scorers[0].kills if kill.operator == "typo"]
    assert (typo.n, typo.rate, typo.unscored) == (0, None, 2)


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    run(tmp_path, scorers=["tf-strict"])
    with pytest.raises(BadStressFolder, match=r"other settings \(seed 0\)"):
        run(tmp_path, scorers=["tf-strict"], seed=1)
    with pytest.raises(BadStressFolder, match="other settings"):
        run(tmp_path, scorers=["tf-strict"], count=1)


def test_an_unknown_scorer_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownScorer):
        run(tmp_path / "new", scorers=["tf"])
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("_no_text")
def test_judges_and_the_panel_score_the_pictures_of_some_drawings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Asking] = []

    def judges(askings: Sequence[Asking]) -> Iterator[Answered]:
        """One says what is right of every picture and the other is away at the blank one."""
        asked.extend(askings)
        for judge in ("a/kind", "b/strict"):
            for asking in reversed(askings):
                right = judge == "a/kind" or asking.key.endswith("original")
                said = Judgement(
                    judge=judge,
                    prompt="p",
                    relations=(right,) * len(asking.task.required_relations),
                    structure=5 if right else 1,
                    conventions=5,
                )
                away = judge == "b/strict" and asking.key.endswith("blank")
                yield Answered(asking.key, judge, None if away else said, "busy" if away else "", 2.0, 0.01)

    found = run(tmp_path, raster=1, scorers=["a/kind", "b/strict", "panel"], judges=judges)
    assert found.raster_drawings == 1
    probes = ("again", "shuffled", "falsified")
    assert sorted(one.key for one in asked if not any(f"/{n}" in one.key for n in probes)) == sorted(
        f"file:one/{n}" for n in ("original", "typo", "flipped-edge", "mirrored", "jpeg", "blank"))  # fmt: skip
    assert [row.judge for row in found.judges] == ["a/kind", "b/strict"]
    assert [row.repeat and row.repeat.same for row in found.judges] == [1, 1]
    assert all(one.png.startswith(b"\x89PNG") or one.png.startswith(b"\xff\xd8") for one in asked)
    rows = {(one.scorer, one.dimension): one for one in found.scorers}
    assert set(rows) == {*((j, d) for j in ("a/kind", "b/strict") for d in ("SC", "SQ", "CA")),
                         *(("panel", d) for d in ("SC", "SQ", "CA", "overall"))}  # fmt: skip
    assert rows["a/kind", "SC"].kill_rate.rate == 0
    assert rows["b/strict", "SC"].kill_rate.rate == 1
    assert value(tmp_path, "file:one/typo", "b/strict", "raster", "SQ").value == 0
    assert value(tmp_path, "file:one/typo", "a/kind", "raster", "SQ").seconds == 2
    panel = value(tmp_path, "file:one/typo", "panel", "raster", "SC")
    assert (panel.value, panel.cost) == (0.5, 0.02)
    for name in ("b/strict", "panel"):
        row = value(tmp_path, "file:one/blank", name, "raster", "SC")
        assert (row.value, row.why) == (None, "busy")
    assert value(tmp_path, "file:one/blank", "a/kind", "raster", "SC").value == 1
    asked.clear()
    run(tmp_path, raster=1, scorers=["a/kind"], judges=judges)
    assert not asked


def test_pictures_are_read_by_ocr(tmp_path: Path) -> None:
    found = run(tmp_path, count=1, raster=1, scorers=["tf-strict"])
    vector, raster = found.scorers
    assert (vector.medium, raster.medium) == ("vector", "raster")
    assert value(tmp_path, "file:one/jpeg", "tf-strict", "raster").value == 1
    assert {kill.operator: kill.rate for kill in raster.kills} == {"typo": 1, "flipped-edge": 0}
