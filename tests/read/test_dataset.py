"""Datasets, built whole: files, splits, resuming, stops."""

import errno
import hashlib
import json
from collections import Counter
from dataclasses import dataclass, replace

import pytest

from graphicacy.diagram.raster import png_size
from graphicacy.read.corpus.entry import BadEntry
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.dataset import build as building
from graphicacy.read.dataset.build import DiskFull, build
from graphicacy.read.dataset.finish import Built
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.dataset.make import Rejection
from graphicacy.read.dataset.plan import PRESETS, Plan, plan_of
from graphicacy.read.grading import check_gold
from graphicacy.read.taxonomy import LEAVES

QUICK = ("graph-parsing", "masked-subpath", "localization", "semantic", "comprehensive", "structure-comparison")
SMALL = Knobs(nodes=7, form=Form.WORKFLOW)


def generated(seed=3):
    return GeneratedSource(seed, 60, knobs=SMALL)


def plan(count=10, tasks=QUICK, sources=None, seed=3):
    return Plan(seed, count, count // 3, tasks, sources or (generated(seed),), costly_every=8)


def files(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("made")
    build(plan(), out, engine="here")
    return out


def test_every_file_is_there_and_nothing_else(made):
    data = open_dataset(made)
    shown = {image for q in data.questions() for image in q.images}
    shown |= {r["image"] for row in data.diagrams() for r in row["renderings"]}
    assert set(files(made)) == shown | {"questions.parquet", "diagrams.parquet", "README.md"}


def test_as_many_diagrams_as_were_wanted_are_in_both_splits(made):
    rows = list(open_dataset(made).diagrams())
    assert Counter(row["split"] for row in rows) == {"train": 7, "test": 3}
    assert len({row["id"] for row in rows}) == 10


def test_every_diagram_has_both_sources_and_both_pictures_with_their_geometry(made):
    for row in open_dataset(made).diagrams():
        assert row["mermaid"]
        assert row["dot"]
        names = [r["name"] for r in row["renderings"]]
        assert names[:2] == ["mermaid", "graphviz"]
        for rendering in row["renderings"]:
            assert png_size((made / rendering["image"]).read_bytes()) == (rendering["width"], rendering["height"])
            scene, painted = json.loads(rendering["scene"]), json.loads(rendering["painted"])
            assert list(scene["nodes"]) == [n["id"] for n in json.loads(row["diagram"])["nodes"]]
            assert len(scene["edges"]) == len(painted["edges"]) == row["edges"]


def test_questions_are_of_the_tasks_that_were_asked_for_and_graded_1(made):
    questions = list(open_dataset(made).questions())
    assert {q.task for q in questions} == set(QUICK)
    nothing = sum(q.answer in ("none", []) for q in questions)
    assert 0 < nothing <= 0.15 * len(questions) + len(QUICK) * 2 * 2  # at least one key in each task, split, picture
    assert len({q.id for q in questions}) == len(questions)
    assert all(check_gold(q.answer_type, q.answer, q.rubric).score == 1 for q in questions)


def test_a_question_that_does_not_depend_on_the_layout_is_asked_of_every_picture(made):
    by_key = {}
    for q in open_dataset(made).questions():
        if q.variant not in LEAVES[q.task].visual:
            by_key.setdefault(q.key, []).append(q)
    pictures = {row["id"]: len(row["renderings"]) for row in open_dataset(made).diagrams()}
    assert by_key
    for asked in by_key.values():
        assert len(asked) == pictures[asked[0].diagram]
        assert len({(q.question, json.dumps(q.answer), q.template) for q in asked if q.answer_type != "code"}) <= 1


def test_comparisons_show_two_pictures_that_are_there(made):
    compared = [q for q in open_dataset(made).questions() if q.task == "structure-comparison"]
    assert compared
    assert all(len(q.images) == 2 for q in compared)


def test_the_card_counts_what_is_there(made):
    card, data = (made / "README.md").read_text(), open_dataset(made)
    questions = list(data.questions())
    assert "10 diagrams (7 to train, 3 to test)" in card
    assert f"{len(questions):,} questions" in card
    assert "A blind guesser" in card


def test_the_same_plan_gives_the_same_bytes_in_a_pool_as_here(made, tmp_path):
    build(plan(), tmp_path, engine="pool", workers=2)
    assert files(tmp_path) == files(made)


def test_a_build_that_was_stopped_goes_on_and_makes_the_same_bytes(made, tmp_path):
    class Stop(Exception):
        pass

    def stop(done, of):
        raise Stop

    with pytest.raises(Stop):
        build(plan(), tmp_path, engine="here", progress=stop)
    assert (tmp_path / ".build" / "000000").is_dir()
    assert not (tmp_path / "questions.parquet").exists()
    (tmp_path / ".build" / "000001.new").mkdir()
    build(plan(), tmp_path, engine="here")
    assert files(tmp_path) == files(made)


def test_parts_that_are_there_are_not_made_again(tmp_path, monkeypatch):
    build(plan(4, ("graph-parsing",)), tmp_path / "a", engine="here")
    calls = []
    monkeypatch.setattr(building, "finish", lambda *a: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
    with pytest.raises(OSError, match="broken"):
        build(plan(4, ("graph-parsing",)), tmp_path / "b", engine="here")
    monkeypatch.undo()
    monkeypatch.setattr("graphicacy.read.dataset.engines.make_part", lambda *a: calls.append(a))
    build(plan(4, ("graph-parsing",)), tmp_path / "b", engine="here")
    assert calls == []
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_dataset_that_is_there_is_left_alone(made):
    before = files(made)
    assert build(plan(), made, engine="here") is None
    with pytest.raises(FileExistsError, match="another dataset is here"):
        build(plan(seed=4), made, engine="here")
    assert files(made) == before


def test_a_full_disk_is_told_in_one_line_and_what_was_made_is_kept(tmp_path, monkeypatch):
    save = building.Parts.save

    def full(self, index, part):
        if index == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        save(self, index, part)

    monkeypatch.setattr(building.Parts, "save", full)
    with pytest.raises(DiskFull, match="the disk is full; make room and run the command again"):
        build(plan(12, ("graph-parsing",)), tmp_path, engine="here")
    monkeypatch.undo()
    assert build(plan(12, ("graph-parsing",)), tmp_path, engine="here") is not None


@dataclass(frozen=True)
class HalfBroken:
    name: str = "half"

    def keys(self):
        return [f"{k}" for k in range(16)]

    def load(self, key):
        if int(key) % 2:
            raise BadEntry(f"{key}: a line is missing", "unreadable")
        return generated().load(list(generated().keys())[int(key)])


def test_broken_diagrams_are_named_with_their_cause_and_the_rest_goes_on(tmp_path):
    built = build(plan(30, ("graph-parsing",), (HalfBroken(),)), tmp_path, engine="here")
    broken = [item for item in built.rejected if item.cause == "unreadable"]
    assert [item.key for item in broken] == ["1", "3", "5", "7", "9", "11", "13", "15"]
    assert broken[0].message == "1: a line is missing"
    assert 0 < sum(built.diagrams.values()) <= 8
    card = (tmp_path / "README.md").read_text()
    assert "| unreadable | 8 |" in card
    assert "| half | 1 | a line is missing |" in card
    assert [item.key for item in built.faults] == [item.key for item in built.rejected]
    assert Built(rejected=[Rejection("generated", "k", "few nodes", "it has 2")]).faults == []


def test_the_test_split_keeps_its_share_where_there_are_fewer_diagrams(tmp_path):
    wanted = replace(plan(100, ("graph-parsing",), (GeneratedSource(3, 9, knobs=SMALL),)), test=50)
    built = build(wanted, tmp_path, engine="here")
    splits = Counter(row["split"] for row in open_dataset(tmp_path).diagrams())
    assert abs(splits["train"] - splits["test"]) <= 1
    assert splits.total() == sum(built.diagrams.values()) < 10


def test_a_source_with_nothing_to_use_is_told_in_one_line(tmp_path):
    @dataclass(frozen=True)
    class Broken(HalfBroken):
        def load(self, key):
            raise BadEntry("it is broken", "unreadable")

    with pytest.raises(ValueError, match="none of 16 diagrams can be used: it is broken"):
        build(plan(3, ("graph-parsing",), (Broken(),)), tmp_path, engine="here")


def test_no_family_is_in_both_splits(tmp_path):
    @dataclass(frozen=True)
    class Twins(HalfBroken):
        """Each diagram twice, under two ids."""

        def load(self, key):
            entry = generated().load(list(generated().keys())[int(key) // 2])
            return replace(entry, id=f"twin/{key}", title=f"Title {key}")

    build(plan(12, ("graph-parsing",), (Twins(),)), tmp_path, engine="here")
    side = {}
    for row in open_dataset(tmp_path).diagrams():
        side.setdefault(row["mermaid"], set()).add((row["split"], row["family"]))
    assert any(side.values())
    assert all(len(found) == 1 for found in side.values())


def test_presets_have_the_published_sizes(tmp_path):
    assert vars_of(PRESETS["digraphhal"]) == (2796, 1000)
    assert plan_of("digraphhal", 0, None, ("graph-parsing",)).test == 1000
    assert plan_of("digraphhal", 0, 280, ("graph-parsing",)).test == 100
    with pytest.raises(ValueError, match="preset 'big' is none of digraphhal, mini"):
        plan_of("big", 0, None, ())
    with pytest.raises(ValueError, match="--source synthesis: there is no diagram in it"):
        plan_of(None, 0, None, (), [f"synthesis:{tmp_path}"])


def test_every_diagram_is_asked_about_where_all_tasks_need_further_pictures():
    assert plan_of(None, 0, 5, ("structure-comparison", "position-awareness")).costly_every == 1
    assert plan_of(None, 0, 5, ("structure-comparison", "semantic")).costly_every > 1
    assert plan_of(None, 0, 5, ()).costly_every > 1


def vars_of(preset):
    return preset.diagrams, preset.test
