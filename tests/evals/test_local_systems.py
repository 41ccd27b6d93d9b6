"""Systems that need no model: the controls, and pictures made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from graphicacy.evals import Outcome, RunError, run_draw
from loopback import picture
from small_suite import SVG

CONTROLS = ("reference", "scrambled", "label-dump", "blank")


def test_controls_need_no_model_and_come_out_in_order(tmp_path: Path) -> None:
    seen: list[Outcome] = []
    summary = run_draw(
        [f"control/{name}" for name in CONTROLS],
        tmp_path,
        k=1,
        tasks=["mech-001"],
        text_engine="live",
        progress=seen.append,
    )

    assert summary.exit_code == 0
    assert seen == ["ok"] * 4
    scores = {r.system.removeprefix("control/"): r.score.overall or 0.0 for r in summary.results if r.score}
    assert scores["reference"] > scores["scrambled"] > scores["label-dump"] > scores["blank"]
    assert all(result.kind == "control" for result in summary.results)
    reference = next(result for result in summary.results if result.system == "control/reference")
    assert reference.score is not None
    assert all(relation.verdict == "yes" for relation in reference.score.relations)


def test_scrambled_samples_differ_and_the_reference_does_not(tmp_path: Path) -> None:
    models = ["control/reference", "control/scrambled"]
    summary = run_draw(models, tmp_path, k=2, tasks=["mech-001"], text_engine="live", progress=False)

    drawings = {name: {r.drawing for r in summary.results if r.system == name} for name in models}
    assert [len(drawings[name]) for name in models] == [1, 2]


class TestFolder:
    """``--from-folder``: a folder is one system, with the tasks and as many samples as it has."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "painter"
        (folder / "t-1").mkdir(parents=True)
        (folder / "t-1" / "1.svg").write_text(SVG)
        (folder / "t-1" / "2.png").write_bytes(picture("ATP", "ADP"))
        (folder / "t-9").mkdir()
        return folder

    def test_pictures_are_imported_as_a_system(self, folder: Path, suite: Path, tmp_path: Path) -> None:
        summary = run_draw([], tmp_path / "out", from_folder=folder, suite=suite, k=3, progress=False)

        assert (summary.planned, summary.exit_code) == (2, 0)
        assert [(r.system, r.task, r.sample, r.medium, r.status) for r in summary.results] == [
            ("folder/painter", "t-1", 2, "image", "ok"),
            ("folder/painter", "t-1", 1, "svg", "ok"),
        ]
        raster, vector = (r.score for r in summary.results)
        assert raster is not None
        assert vector is not None
        assert [label.found for label in (*raster.labels, *vector.labels)] == [True] * 4
        assert (raster.SC_geometry, vector.SC_geometry is None) == (None, False)
        assert summary.notes == (
            "painter: left out t-9: not a task of this run",
            "painter: no picture of 1 tasks: t-2",
        )

    @pytest.mark.parametrize(
        ("name", "data"), [("1.png", b"not a picture"), ("1.png", b""), ("1.svg", b"<svg"), ("1.gif", b"GIF89a")]
    )
    def test_a_broken_picture_is_no_drawing_and_the_run_goes_on(
        self, folder: Path, suite: Path, tmp_path: Path, name: str, data: bytes
    ) -> None:
        (folder / "t-2").mkdir()
        (folder / "t-2" / name).write_bytes(data)
        summary = run_draw(
            [], tmp_path / "out", from_folder=folder, suite=suite, k=1, text_engine="rapidocr", progress=False
        )

        status = {result.task: (result.status, bool(result.reason)) for result in summary.results}
        assert status == {"t-1": ("ok", False), "t-2": ("no-drawing", True)}

    def test_a_folder_without_any_task_of_the_suite_is_refused(self, tmp_path: Path, folder: Path) -> None:
        with pytest.raises(RunError, match="no picture of any task"):
            run_draw([], tmp_path / "out", from_folder=folder, tasks=["mech-001"])

    def test_models_and_a_folder_run_together(self, folder: Path, suite: Path, tmp_path: Path) -> None:
        models: Sequence[str] = ["control/blank"]
        summary = run_draw(models, tmp_path / "out", from_folder=folder, suite=suite, k=1, progress=False)

        assert {(r.system, r.task) for r in summary.results} == {
            ("control/blank", "t-1"),
            ("control/blank", "t-2"),
            ("folder/painter", "t-1"),
        }
