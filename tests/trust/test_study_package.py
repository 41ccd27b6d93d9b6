"""The folder of a study: blinded, complete, the same for the same seed, never written over."""

from __future__ import annotations

import csv
import io
import json
import stat
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from graphicacy.draw.runs import BadRun
from graphicacy.trust.study.design import BadDesign
from graphicacy.trust.study.folder import BadStudy, open_study, read_study
from graphicacy.trust.study.package import NewStudy, new_study
from graphicacy.trust.study.scales import scales_id
from graphicacy.trust.study.store import BadStore
from report.synthetic_runs import SUITE, result, write_run
from small_study import SYSTEMS, drawn_run

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawn_run(tmp_path_factory.mktemp("runs") / "run")


def make(run: Path, out: Path, **more: object) -> NewStudy:
    return new_study([run], out, SUITE, **{"raters": ["Ann", "Bob", "Cy"], "items": 12, "now": NOW, **more})  # type: ignore[arg-type]


def test_a_folder_holds_a_whole_study(run: Path, tmp_path: Path) -> None:
    made = make(run, tmp_path / "study", title="Figures, 2026")
    study = read_study(tmp_path / "study")
    assert study == made.study
    assert sorted(path.name for path in (tmp_path / "study").iterdir()) == [
        "links.csv", "pictures", "study.db", "study.json",
    ]  # fmt: skip
    assert (study.title, study.created, study.scales) == ("Figures, 2026", "2026-12-01T00:00:00+00:00", scales_id())
    assert Counter(item.system for item in study.items) == dict.fromkeys(SYSTEMS, 4)
    assert set(study.tasks) == {item.task for item in study.items}
    assert {len(study.queue(rater.id)) for rater in study.raters} == {13}
    for item in study.items:
        assert item.auto == dict.fromkeys(("TF", "SC", "SQ", "CA", "overall"), item.auto["TF"])
        with Image.open(tmp_path / "study" / item.picture) as picture:
            assert picture.size == (item.width, item.height) == (64, 48)


def test_the_picture_of_an_item_is_that_of_its_system_and_task(run: Path, tmp_path: Path) -> None:
    tasks = [task.id for task in SUITE]
    for item in make(run, tmp_path / "study").study.items:
        with Image.open(tmp_path / "study" / item.picture) as picture:
            assert picture.getpixel((0, 0)) == (20 * SYSTEMS.index(item.system), 5 * tasks.index(item.task), 90)
        assert item.auto["TF"] == pytest.approx(0.1 * (tasks.index(item.task) % 9))


def test_nothing_that_raters_get_names_a_system(run: Path, tmp_path: Path) -> None:
    study = make(run, tmp_path / "study").study
    pictures = sorted((tmp_path / "study" / "pictures").iterdir())
    assert [path.stem for path in pictures] == sorted(item.id for item in study.items)
    for path in (*pictures, tmp_path / "study" / "links.csv", tmp_path / "study" / "study.db"):
        assert b"vendor" not in path.read_bytes()
        assert b"tEXt" not in path.read_bytes()
    assert [item.id for item in study.items] == sorted(item.id for item in study.items)
    by_system = [item.system for item in study.items]
    assert by_system != sorted(by_system)
    other = make(run, tmp_path / "other", seed=1).study
    assert not {item.id for item in other.items} & {item.id for item in study.items}
    assert other.id != study.id


def test_the_same_seed_gives_the_same_bytes_but_for_the_secrets(run: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        make(run, tmp_path / name, seed=7)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    differ = {str(f) for f in files if (tmp_path / "one" / f).read_bytes() != (tmp_path / "two" / f).read_bytes()}
    assert differ == {"links.csv", "study.db"}


def test_links_are_secret_and_open_the_queue_of_their_rater(run: Path, tmp_path: Path) -> None:
    made = make(run, tmp_path / "study")
    assert stat.S_IMODE(made.links.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "study").stat().st_mode) == 0o700
    rows = list(csv.DictReader(io.StringIO(made.links.read_text())))
    tokens = [row["link"].rsplit("/", 1)[1] for row in rows]
    assert [row["name"] for row in rows] == ["Ann", "Bob", "Cy"]
    assert all(len(token) == 22 for token in tokens)
    assert len(set(tokens)) == 3
    store = open_study(tmp_path / "study")[1]
    assert [rater.name for token in tokens if (rater := store.rater_of(token))] == ["Ann", "Bob", "Cy"]
    others = (tmp_path / "study" / "study.json").read_bytes() + (tmp_path / "study" / "study.db").read_bytes()
    assert not any(token.encode() in others for token in tokens)
    assert store.queue("r2") == made.study.queue("r2")
    store.close()


def test_only_what_was_drawn_is_rated(run: Path, tmp_path: Path) -> None:
    made = make(run, tmp_path / "study", items=24)
    assert {item.sample for item in made.study.items} == {1}
    assert made.warnings == ("2 samples without a drawing are left out",)
    with pytest.raises(BadDesign, match="25 items, but there are 24 drawings"):
        make(run, tmp_path / "more", items=25)


def test_drawings_that_cannot_be_shown_are_left_out_and_said(tmp_path: Path) -> None:
    run = drawn_run(tmp_path / "run", tasks=SUITE[:4])
    lines = (run / "results.jsonl").read_text()
    strange = [
        result("x", "no-such-task", drawing="drawings/a.png"),
        result("x", SUITE[0].id, drawing="../secret.png"),
        result("x", SUITE[1].id, drawing="drawings/gone.png"),
    ]
    (tmp_path / "secret.png").write_bytes(b"x")
    (run / "drawings" / "a.png").write_bytes(b"x")
    (run / "results.jsonl").write_text(lines + "".join(r.model_dump_json() + "\n" for r in strange) + "{broken\n")
    made = make(run, tmp_path / "study", items=12)
    assert len(made.warnings) == 4
    assert "line 18: left out" in made.warnings[0]
    assert made.warnings[1:] == (
        "2 samples without a drawing are left out",
        "2 drawings are not where the run says, and are left out",
        "task no-such-task is not in the suite; its drawings are left out (--suite)",
    )


def test_systems_of_one_name_in_two_runs_stay_apart(run: Path, tmp_path: Path) -> None:
    other = drawn_run(tmp_path / "later", systems=SYSTEMS[:1])
    made = new_study([run, other], tmp_path / "study", SUITE, raters=["A", "B", "C"], items=16)
    assert Counter(item.system for item in made.study.items) == {
        "alpha-vendor · run": 4, "alpha-vendor · later": 4, "beta-vendor": 4, "gamma-vendor": 4,
    }  # fmt: skip


def test_a_study_is_never_written_over(run: Path, tmp_path: Path) -> None:
    (tmp_path / "study").mkdir()
    before = make(run, tmp_path / "study").study
    with pytest.raises(BadStudy, match="never written over"):
        make(run, tmp_path / "study", seed=2)
    assert read_study(tmp_path / "study") == before
    (tmp_path / "file").touch()
    with pytest.raises(BadStudy, match="never written over"):
        make(run, tmp_path / "file")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"raters": ["A", "A", "B"]}, "two raters are called A"),
        ({"raters": ["A", " ", "B"]}, "rater name"),
        ({"raters": ["A", "x" * 101, "B"]}, "rater name"),
        ({"raters": []}, "0 raters"),
        ({"title": ""}, "title"),
        ({"items": 0}, "0 items"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(run: Path, tmp_path: Path, more: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        make(run, tmp_path / "study", **more)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_picture_is_named_and_leaves_nothing_behind(tmp_path: Path) -> None:
    run = drawn_run(tmp_path / "run", tasks=SUITE[:4])
    picture = min((run / "drawings").iterdir())
    picture.write_bytes(picture.read_bytes()[:60])
    with pytest.raises(ValueError, match=picture.name):
        make(run, tmp_path / "study", items=12)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize("score", [1e300, -0.1])
def test_a_score_out_of_range_is_refused(tmp_path: Path, score: float) -> None:
    run = drawn_run(tmp_path / "run", tasks=SUITE[:4])
    (run / "results.jsonl").write_text((run / "results.jsonl").read_text().replace('"TF":0.0', f'"TF":{score}'))
    with pytest.raises(BadStudy, match=r"auto\.TF"):
        make(run, tmp_path / "study", items=12)


def test_runs_without_drawings_are_named(run: Path, tmp_path: Path) -> None:
    empty = write_run(tmp_path / "empty", [result("a", SUITE[0].id, 0.0, status="no-drawing")])
    with pytest.raises(BadStudy, match="empty: no drawing that could be rated; 1 samples without a drawing"):
        make(empty, tmp_path / "study")
    with pytest.raises(BadRun, match="name the folder of a finished run"):
        make(tmp_path / "nothing", tmp_path / "study")


def test_a_folder_that_is_no_study_is_named(run: Path, tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="name a folder that study new has made"):
        open_study(tmp_path)
    make(run, tmp_path / "one")
    make(run, tmp_path / "two", seed=1)
    (tmp_path / "one" / "study.db").rename(tmp_path / "kept.db")
    with pytest.raises(BadStudy, match="links; make a new study"):
        open_study(tmp_path / "one")
    (tmp_path / "two" / "study.db").rename(tmp_path / "one" / "study.db")
    with pytest.raises(BadStore, match="not the database of this study"):
        open_study(tmp_path / "one")
    record = json.loads((tmp_path / "one" / "study.json").read_text())
    for damage in ("", "{", "[]", json.dumps({**record, "assignments": []}), json.dumps({**record, "more": 1})):
        (tmp_path / "one" / "study.json").write_text(damage)
        with pytest.raises(BadStudy, match=r"study\.json: ") as caught:
            read_study(tmp_path / "one")
        assert "\n" not in str(caught.value)
