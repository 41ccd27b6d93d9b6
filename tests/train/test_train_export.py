"""Each format of training data: its documented form, what it says, and that it is there as a whole or not at all."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pyarrow.parquet as pq
import pytest
from PIL import Image

from graphicacy.read.answers import write_answer
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.grading import grade
from graphicacy.read.question import AnswerType
from graphicacy.train.example import REWARD_COLUMNS
from graphicacy.train.export import ABOUT, FORMATS, Wanted, export
from graphicacy.train.export.gather import length_of
from graphicacy.train.export.verifiers import open_rows
from graphicacy.train.mix import BadMix
from graphicacy.train.sources import TooFew, examples_of
from train.train_sample import train_sample

ROWS = 39  # 13 questions about each of three diagrams
TEXT: dict[str, Any] = {"type": "string"}
REWARDED = dict.fromkeys(REWARD_COLUMNS, TEXT)


def _closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _listed(items: dict[str, Any], least: int = 1) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least}


def _turns(*roles: str, content: dict[str, Any] = TEXT) -> dict[str, Any]:
    turns = [_closed(role={"const": role}, content=content) for role in roles]
    return {"type": "array", "prefixItems": turns, "minItems": len(turns), "maxItems": len(turns)}


_PART = {"anyOf": [_closed(type={"const": "text"}, text=TEXT), _closed(type={"const": "image"}, text={"type": "null"})]}
_IMAGE = _closed(bytes={}, path={"type": "string", "pattern": r"^[0-9a-f]{16}\.png$"})
_PATH = {"type": "string", "pattern": r"^images/[0-9a-f]{16}\.png$"}
_URL = _closed(type={"const": "image_url"}, image_url=_closed(url=_PATH))
_TALK = ("system", "user", "assistant")
SCHEMAS = {
    "trl": _closed(
        images=_listed(_IMAGE),
        messages=_turns(*_TALK, content=_listed(_PART)),
        prompt=_turns("system", "user", content=_listed(_PART)),
        completion=_turns("assistant", content=_listed(_PART)),
        id=TEXT,
        capability=TEXT,
        **REWARDED,
    ),
    "llamafactory": _closed(messages=_turns(*_TALK), images=_listed(_PATH)),
    "swift": {
        **_closed(messages=_turns(*_TALK), images=_listed(_PATH), **REWARDED),
        "additionalProperties": _closed(
            ref={"type": "array", "maxItems": 0},
            bbox=_listed({**_listed({"type": "number"}, 4), "maxItems": 4}),
            bbox_type={"const": "real"},
        ),
    },
    "qwenvl": _closed(
        image={"anyOf": [_PATH, _listed(_PATH, 2)]},
        conversations={
            "type": "array",
            "prefixItems": [_closed(**{"from": {"const": who}, "value": TEXT}) for who in ("human", "gpt")],
            "minItems": 2,
            "maxItems": 2,
        },
    ),
    "verifiers": _closed(
        prompt=_turns("system", "user", content=_listed({"anyOf": [_closed(type={"const": "text"}, text=TEXT), _URL]})),
        answer=TEXT,
        info=_closed(id=TEXT, **REWARDED),
    ),
    "easyr1": _closed(images=_listed(_IMAGE), id=TEXT, problem=TEXT, answer=TEXT),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return train_sample(tmp_path_factory.mktemp("data") / "d")


@pytest.fixture(scope="module")
def out_of(data, tmp_path_factory):
    """The folder of all examples in a format, for a family that sees pictures at a size of its own."""
    folder = tmp_path_factory.mktemp("out")

    @cache
    def made(to):
        export(to, folder / to, Wanted(boxes=FAMILIES["qwen2.5-vl"]), data)
        return folder / to

    return made


def _rows(out: Path) -> list[dict[str, Any]]:
    if (out / "train.jsonl").is_file():
        return [json.loads(line) for line in (out / "train.jsonl").read_text("utf-8").split("\n")[:-1]]
    return [row for file in sorted((out / "data").iterdir()) for row in pq.read_table(file).to_pylist()]


def _files(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("to", FORMATS)
def test_every_row_has_the_documented_form(to, out_of):
    rows = _rows(out_of(to))
    assert len(rows) == ROWS
    check = jsonschema.Draft202012Validator(SCHEMAS[to])
    for row in rows:
        check.validate(row)
    about = json.loads((out_of(to) / ABOUT).read_text("utf-8"))
    assert (about["format"], about["boxes"], about["rows"]) == (to, "qwen2.5-vl", ROWS)
    assert sum(about["leaves"].values()) == ROWS


@pytest.mark.parametrize("to", FORMATS)
def test_the_same_input_gives_the_same_bytes_and_another_seed_another_order(to, data, tmp_path):
    files = []
    for k, seed in enumerate((1, 1, 2)):
        export(to, tmp_path / str(k), Wanted(("S",), 6, seed=seed), data)
        files.append(_files(tmp_path / str(k)))
    one, same, other = files
    assert one == same
    del other[ABOUT]
    assert any(one[name] != content for name, content in other.items())


@pytest.mark.parametrize("to", ["llamafactory", "swift", "qwenvl", "verifiers"])
def test_pictures_are_there_once_each_at_the_size_of_the_family(to, out_of):
    out = out_of(to)
    named = set(re.findall(r"images/[0-9a-f]+\.png", (out / "train.jsonl").read_text("utf-8")))
    files = {f"images/{path.name}" for path in (out / "images").iterdir()}
    assert len(files) == 6
    assert named == files
    for name in files:
        with Image.open(out / name) as image:
            assert image.size == FAMILIES["qwen2.5-vl"].native_size(1700, 900) != (1700, 900)


@pytest.mark.parametrize("to", ["llamafactory", "swift", "qwenvl", "easyr1"])
def test_there_are_as_many_tags_as_pictures(to, out_of):
    counts = set()
    for row in _rows(out_of(to)):
        images = row["images"] if "images" in row else row["image"]
        shown = 1 if isinstance(images, str) else len(images)
        counts.add(shown)
        spoken = [row["problem"]] if to == "easyr1" else [m.get("content", m.get("value")) for m in _talk(row)]
        assert "\n".join(spoken).count("<image>") == shown
    assert counts == {1, 2}


def _talk(row):
    return row.get("messages") or row["conversations"]


@pytest.mark.parametrize("to", ["trl", "swift", "verifiers", "easyr1"])
def test_an_answer_taught_grades_as_right_by_the_columns_of_the_reward(to, data, out_of):
    targets = {example.row["id"]: example.target for example in examples_of(data, boxes=FAMILIES["qwen2.5-vl"])}
    rows = _rows(out_of(to))
    for row in rows:
        rewarded = _rewarded(to, row)
        kind, boxes = AnswerType(rewarded["answer_type"]), FAMILIES[rewarded["boxes"]]
        said = _target(to, row) or targets[row["id"]]
        if "<bbox>" not in said:
            found = grade(kind, json.loads(rewarded["gold"]), json.loads(rewarded["rubric"]), said, boxes=boxes)
            assert found.score == 1.0
    assert len(rows) == ROWS


def _rewarded(to, row):
    if to == "verifiers":
        return row["info"]
    return json.loads(row["answer"]) if to == "easyr1" else row


def _target(to, row):
    if to == "easyr1":
        return ""  # it is for rewards alone
    if to == "trl":
        return row["completion"][0]["content"][0]["text"]
    return row["answer"] if to == "verifiers" else row["messages"][-1]["content"]


def test_trl_rows_say_the_same_in_messages_and_in_prompt_and_completion(out_of):
    for row in _rows(out_of("trl")):
        assert row["messages"] == row["prompt"] + row["completion"]
        assert sum(part["type"] == "image" for part in row["prompt"][1]["content"]) == len(row["images"])
        for image in row["images"]:
            with Image.open(io.BytesIO(image["bytes"])) as picture:
                assert picture.size == FAMILIES["qwen2.5-vl"].native_size(1700, 900)


def test_llamafactory_is_told_the_file_the_columns_and_the_roles(data, tmp_path):
    export("llamafactory", tmp_path / "out", Wanted(count=3, abilities=("S1",)), data)
    (info,) = json.loads((tmp_path / "out" / "dataset_info.json").read_text("utf-8")).values()
    assert (tmp_path / "out" / info["file_name"]).is_file()
    assert info["formatting"] == "sharegpt"
    assert set(info["columns"].values()) == set(_rows(tmp_path / "out")[0])


@pytest.mark.parametrize("family", ["qwen2.5-vl", "qwen3-vl"])
def test_a_box_for_swift_is_in_pixels_and_comes_out_as_the_family_writes_it(family, data, tmp_path):
    boxes = FAMILIES[family]
    export("swift", tmp_path / "out", Wanted(abilities=("V3",), boxes=boxes), data)
    boxed = [row for row in _rows(tmp_path / "out") if "objects" in row]
    assert len(boxed) == 3
    for row in boxed:
        (box,) = row["objects"]["bbox"]
        with Image.open(tmp_path / "out" / row["images"][0]) as image:
            across, down = (1, 1) if boxes.scale is None else (1000 / image.width, 1000 / image.height)
        told = [round(v * scale) for v, scale in zip(box, (across, down) * 2, strict=True)]  # as ms-swift does
        said = row["messages"][-1]["content"].replace("<bbox>", str(told))
        gold, rubric = json.loads(row["gold"]), json.loads(row["rubric"])
        assert said == write_answer(gold, AnswerType.BOX, rubric, boxes=boxes)


def test_a_box_for_swift_of_another_family_stands_in_the_answer(data, tmp_path):
    export("swift", tmp_path / "out", Wanted(abilities=("V3",)), data)
    text = (tmp_path / "out" / "train.jsonl").read_text("utf-8")
    assert "objects" not in text
    assert "<bbox>" not in text


def test_rows_for_verifiers_open_with_their_pictures_and_none_from_elsewhere(data, tmp_path):
    out = tmp_path / "out"
    export("verifiers", out, Wanted(count=2, abilities=("S1",)), data)
    urls = [row["prompt"][1]["content"][0]["image_url"]["url"] for row in open_rows(out)]
    assert all(url.startswith("data:image/png;base64,iVBOR") for url in urls)
    assert len(urls) == 2
    lines = (out / "train.jsonl").read_text("utf-8")
    (out / "train.jsonl").write_text(re.sub(r"images/\w+", "images/../../secret", lines), "utf-8")
    with pytest.raises(ValueError, match="not in its images"):
        next(open_rows(out))


@pytest.mark.parametrize(("to", "tag"), [(to, tag) for to, form in FORMATS.items() for tag in form.tags])
def test_words_that_hold_a_tag_of_the_format_are_refused_and_counted(to, tag, tmp_path):
    def asks(row):
        if row["diagram"] == "d/two":
            row["question"] += f" {tag}"

    made = export(to, tmp_path / "out", Wanted(), train_sample(tmp_path / "d", question=asks))
    assert made.rows == ROWS - 13
    assert made.refused == {"its words have a tag of the format": 13}


def test_a_curriculum_is_written_in_its_order(data, tmp_path):
    wanted = Wanted(abilities=("S", "C1"), order="curriculum", replay=0.25)
    made = export("trl", tmp_path / "out", wanted, data)
    capabilities = [row["capability"] for row in _rows(tmp_path / "out")]
    structural, comprehensive = made.parts
    first = len(structural.order)
    assert set(capabilities[:first]) == {"structural"}
    assert capabilities[first:].count("structural") == comprehensive.replayed == 2
    assert any("shuffling off" in note for note in made.notes)


def test_what_is_too_long_gives_way_to_others_and_is_counted(data, tmp_path):
    lengths = [length_of(e, FAMILIES["neutral"]) for e in examples_of(data, leaves=["graph-parsing"])]
    limit = min(lengths)
    fitting = sum(length <= limit for length in lengths)
    assert 0 < fitting < len(lengths)
    wanted = Wanted(abilities=("S1",), count=fitting, max_length=limit)
    assert export("qwenvl", tmp_path / "a", wanted, data).rows == fitting
    more = Wanted(abilities=("S1",), count=fitting + 1, max_length=limit)
    with pytest.raises(TooFew, match=f"graph-parsing: {fitting + 1} wanted, {fitting} there are.* longer than"):
        export("qwenvl", tmp_path / "b", more, data)
    with pytest.raises(ValueError, match=r"no example to export; \d+ refused: longer than 64 tokens"):
        export("qwenvl", tmp_path / "b", Wanted(abilities=("S1",), max_length=64), data)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_missing_picture_is_told_and_nothing_is_left(tmp_path):
    data = train_sample(tmp_path / "d")
    (tmp_path / "d" / "images" / "three.png").unlink()
    with pytest.raises(ValueError, match=r"its picture 'images/three.png' cannot be read"):
        export("trl", tmp_path / "out", Wanted(), data)
    assert [path.name for path in tmp_path.iterdir()] == ["d"]


@pytest.mark.parametrize("to", ["trl", "swift"])
def test_an_export_that_is_cut_off_leaves_nothing(to, data, tmp_path, monkeypatch):
    def cut_off(self, order):
        yield from list(full(self, order[:5]))
        raise KeyboardInterrupt

    from graphicacy.train.export.spool import Spool

    full = Spool.examples
    monkeypatch.setattr(Spool, "examples", cut_off)
    with pytest.raises(KeyboardInterrupt):
        export(to, tmp_path / "out", Wanted(), data)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_empty_is_left_alone(data, tmp_path):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(ValueError, match="is not an empty folder"):
        export("trl", tmp_path, Wanted(), data)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_what_cannot_be_exported_is_told(data, tmp_path):
    with pytest.raises(ValueError, match="--format csv: choose one of trl"):
        export("csv", tmp_path / "out", Wanted(), data)
    with pytest.raises(BadMix, match="say how many with --count"):
        export("trl", tmp_path / "out", Wanted())
    with pytest.raises(BadMix, match="weights needs --count"):
        export("trl", tmp_path / "out", Wanted(abilities=("S1=2,S2=1",)), data)
