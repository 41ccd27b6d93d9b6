"""Exports of datasets: what all of them share."""

import base64
import io
import json
import re
from dataclasses import replace

import pytest
from PIL import Image

from graphicacy.read.boxes import FAMILIES, NEUTRAL
from graphicacy.read.export import EXPORTS, export
from graphicacy.read.export.records import NUMBERS, TEXTS, Chosen
from graphicacy.read.export.replies import graded
from graphicacy.read.grading import check_gold
from graphicacy.read.prompt import prompt_of
from read.export_sample import ASKED, HEIGHT, NASTY, WIDTH, sample

QWEN = FAMILIES["qwen2.5-vl"]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return sample(tmp_path_factory.mktemp("data"))


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def first(data, boxes=NEUTRAL, kind="box"):
    return next(r for r in Chosen(data, "test", boxes).records() if r.row["answer_type"] == kind)


def test_the_sample_has_every_type_of_answer_and_each_grades_1(data):
    assert {check_gold(q.answer_type, q.answer, q.rubric).score for q in data.questions()} == {1.0}
    assert len({kind for _, kind, _, _ in ASKED}) == 11


@pytest.mark.parametrize("to", EXPORTS)
def test_the_same_dataset_gives_the_same_bytes_without_a_path_of_this_machine(to, data, tmp_path):
    export(to, data, tmp_path / "one", boxes=QWEN)
    export(to, data, tmp_path / "other", boxes=QWEN)
    made = files(tmp_path / "one")
    assert made == files(tmp_path / "other")
    for place in (tmp_path, data.folder):
        assert not [name for name, content in made.items() if str(place).encode() in content]


@pytest.mark.parametrize(("to", "split", "count"), [
    ("vlmevalkit", None, 13), ("lmms-eval", None, 13), ("hf", None, 26),
    ("vlmevalkit", "train", 13), ("lmms-eval", "all", 26), ("hf", "test", 13),
])  # fmt: skip
def test_a_harness_gets_the_test_split_and_the_hub_both(to, split, count, data, tmp_path):
    made = export(to, data, tmp_path / "out", split=split)
    assert made.count == count
    assert all(path.exists() for path in made.paths)
    about = json.loads((tmp_path / "out" / "graphicacy.json").read_text())
    assert (about["count"], about["digest"], about["boxes"]) == (count, data.digest, "neutral")


@pytest.mark.parametrize("to", EXPORTS)
def test_a_family_whose_boxes_depend_on_the_size_comes_with_the_limits_of_it(to, data, tmp_path):
    (note,) = [note for note in export(to, data, tmp_path / "q", boxes=QWEN).notes if "pixels" in note]
    assert "min_pixels=3136,max_pixels=1003520" in note
    (note,) = [note for note in export(to, data, tmp_path / "c", boxes=FAMILIES["claude"]).notes if "pixels" in note]
    assert note.endswith("as claude sees them: let nothing resize these again")
    assert not [note for note in export(to, data, tmp_path / "n").notes if "pixels" in note]


def test_a_limit_takes_questions_of_all_tasks_in_the_datasets_order(data):
    rows = [record.row for record in Chosen(data, "test", NEUTRAL, limit=9).records()]
    assert len({row["task"] for row in rows}) == 9
    ids = [question.id for question in data.questions("test")]
    assert [row["id"] for row in rows] == [name for name in ids if name in {row["id"] for row in rows}]


def test_a_row_has_the_whole_prompt_and_what_grading_needs(data):
    for question, record in zip(data.questions("test"), Chosen(data, "test", NEUTRAL).records(), strict=True):
        prompt = prompt_of(question)
        assert list(record.row) == [*TEXTS, *NUMBERS]
        assert (record.row["system"], record.row["prompt"]) == (prompt.system, prompt.text)
        assert record.row["prompt_id"] == prompt.id
        assert json.loads(record.row["answer"]) == question.answer
        assert all(label in record.row["prompt"] for label in NASTY)


def test_pictures_have_the_size_that_the_family_sees_and_the_prompt_says_it(data):
    (picture,) = first(data, QWEN).pictures
    assert picture.size == QWEN.native_size(WIDTH, HEIGHT) != (WIDTH, HEIGHT)
    assert Image.open(io.BytesIO(picture.png)).size == picture.size
    assert f"{picture.size[0]} pixels wide and {picture.size[1]} pixels high" in first(data, QWEN).row["prompt"]
    (whole,) = first(data).pictures
    assert whole.png == data.image("images/test.png")


def test_a_box_in_pixels_of_the_family_is_graded_in_its_convention(data):
    row = first(data, QWEN).row
    right = [round(v) for v in QWEN.from_pixels(json.loads(row["answer"]), WIDTH, HEIGHT)]
    assert graded(row, json.dumps({"answer": right}), system="s").score == 1
    assert graded({**row, "boxes": "neutral"}, json.dumps({"answer": right}), system="s").score == 0


def test_numbers_may_come_back_as_text_and_a_failure_is_not_graded(data):
    row = first(data, kind="nodes").row
    result = graded({name: str(value) for name, value in row.items()}, "I cannot tell.", system="s", failed="no reply")
    assert (result.status, result.score, result.reason) == ("failed", None, "no reply")
    assert (result.nodes, result.edges, result.crossings, result.domain) == (len(NASTY), len(NASTY) - 1, 0, "biology")


def test_half_a_character_in_a_label_is_written_as_a_question_mark(data):
    (question, *_) = data.questions("test")
    cut = Chosen(_With(data, [replace(question, question="Is it \ud83d?")]), "test", NEUTRAL)
    assert next(cut.records()).row["question"] == "Is it ??"


@pytest.mark.parametrize(("to", "split", "message"), [
    ("lm-eval", "test", "--to lm-eval: choose one of vlmevalkit, lmms-eval, hf"),
    ("hf", "dev", "--split dev: choose one of test, train, all"),
])  # fmt: skip
def test_an_unknown_name_is_refused_with_the_known_ones(to, split, message, data, tmp_path):
    with pytest.raises(ValueError, match=re.escape(message)):
        export(to, data, tmp_path / "out", split=split)
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_something_is_left_alone(data, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not an empty folder"):
        export("hf", data, tmp_path)
    assert list(files(tmp_path)) == ["mine.txt"]


@pytest.mark.parametrize("to", EXPORTS)
@pytest.mark.parametrize(("content", "message"), [
    (None, r"cannot be read \(No such file"), (b"no picture", "cannot be shown: "),
    (base64.b64decode("iVBORw0KGgoAAAANSUhEUgABAAAAAQAAAAgCAAAA"), "65,536 × 65,536 pixels"),
])  # fmt: skip
def test_a_bad_picture_ends_an_export_in_one_line_and_leaves_nothing(to, content, message, tmp_path):
    data = sample(tmp_path / "data")
    picture = data.folder / "images" / "test-changed.png"
    picture.unlink()
    if content is not None:
        picture.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        export(to, data, tmp_path / "out")
    assert "\n" not in str(caught.value)
    assert list(files(tmp_path / "out")) == []


@pytest.mark.parametrize("name", ["../secret.png", "/etc/hostname", "images/../../secret.png"])
def test_no_file_outside_the_dataset_is_read(name, data):
    (question, *_) = data.questions("test")
    outside = Chosen(_With(data, [replace(question, images=(name,))]), "test", NEUTRAL)
    with pytest.raises(ValueError, match="is not in that folder"):
        next(outside.records())


@pytest.mark.parametrize("images", [(), ("images/test.png",) * 9])
def test_no_picture_or_too_many_are_refused(images, data):
    (question, *_) = data.questions("test")
    with pytest.raises(ValueError, match="not 1 to 8"):
        next(Chosen(_With(data, [replace(question, images=images)]), "test", NEUTRAL).records())


class _With:
    """A dataset with other questions."""

    def __init__(self, data, questions):
        self._data, self._questions = data, questions

    def questions(self, split=None):
        return iter(self._questions)

    def __getattr__(self, name):
        return getattr(self._data, name)
