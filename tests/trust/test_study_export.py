"""What leaves a study: ratings and tags as tables, and Label Studio's JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import store_contract as contract
from graphicacy.trust.ratings.read import read_ratings
from graphicacy.trust.study.export import RATING_COLUMNS, TAG_COLUMNS, ratings_csv, tags_csv
from graphicacy.trust.study.label_studio import label_studio_config, label_studio_json
from graphicacy.trust.study.record import TAG_KINDS, Answer, Tag
from small_study import RATINGS, small_study

STUDY = small_study(raters=2, places=4, repeats=1)


def answer(rater: str, place: int, note: str = "", **more: object) -> Answer:
    given = {"rater": rater, "place": place, "ratings": RATINGS, "note": note, "seconds": 7.25, "revision": 1}
    return Answer.model_validate({**given, "submitted": "2026-12-01T00:00:00+00:00", **more})


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_only_what_was_answered_is_there_in_the_order_of_the_queues() -> None:
    found = rows(ratings_csv(STUDY, [answer("r2", 1), answer("r1", 5), answer("r1", 2)]))
    assert list(found[0]) == list(RATING_COLUMNS)
    assert [(row["rater"], row["item"], row["occasion"]) for row in found[::4]] == [
        ("r1", STUDY.items[1].id, "1"),
        ("r1", STUDY.items[0].id, "2"),
        ("r2", STUDY.items[0].id, "1"),
    ]
    assert [row["dimension"] for row in found] == ["TF", "SC", "SQ", "CA"] * 3


def test_cannot_tell_and_unscored_are_empty_and_a_score_of_nought_is_0() -> None:
    found = rows(ratings_csv(STUDY, [answer("r1", 1), answer("r1", 2)]))
    assert [row["rating"] for row in found[:4]] == ["1", "2", "", "5"]
    assert [row["auto"] for row in found] == ["0", "0", "0", "", "0.25", "0.25", "0.25", ""]
    assert {(row["system"], row["task"], row["seconds"]) for row in found[:4]} == {("alpha-vendor", "t1", "7.25")}
    bare = rows(ratings_csv(STUDY, [answer("r1", 1, seconds=None)]))
    assert {row["seconds"] for row in bare} == {""}


def test_answers_that_were_taken_back_are_not_there() -> None:
    assert rows(ratings_csv(STUDY, [answer("r1", 1, ratings={}, revision=2)])) == []


def test_an_answer_to_another_study_is_refused() -> None:
    with pytest.raises(ValueError, match="r1 at place 9, which study 0123456789abcdef does not have"):
        ratings_csv(STUDY, [answer("r1", 1), answer("r1", 9)])


@pytest.mark.parametrize("note", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\n=1"])
def test_no_note_is_a_formula(note: str) -> None:
    found = rows(ratings_csv(STUDY, [answer("r1", 1, note, tags=[Tag(kind="other", box=(0, 0, 1, 1), note=note)])]))
    assert {row["note"] for row in found} == {f"'{note}"}
    tags = rows(tags_csv(STUDY, [answer("r1", 1, tags=[Tag(kind="other", box=(0, 0, 1, 1), note=note)])]))
    assert tags[0]["note"] == f"'{note}"


@pytest.mark.parametrize("note", ['a "b", c\nd; e', "1 = 2", "x@y", "", "'", "→ µ"])
def test_other_notes_stay_as_they_are(note: str) -> None:
    assert {row["note"] for row in rows(ratings_csv(STUDY, [answer("r1", 1, note)]))} == {note}


def test_tags_are_a_table_of_their_own() -> None:
    tags = [Tag(kind="reversed-relation", box=(1, 2.5, 30, 40)), Tag(kind="other", box=(0, 0, 200, 100), note="all")]
    found = rows(tags_csv(STUDY, [answer("r1", 5, tags=tags), answer("r1", 2)]))
    assert list(found[0]) == list(TAG_COLUMNS)
    picked = [
        [row[name] for name in ("item", "occasion", "kind", "severity", "x0", "y0", "x1", "y1", "note")]
        for row in found
    ]
    assert picked == [
        [STUDY.items[0].id, "2", "reversed-relation", "critical", "1", "2.5", "30", "40", ""],
        [STUDY.items[0].id, "2", "other", "", "0", "0", "200", "100", "all"],
    ]


def test_label_studio_has_a_task_per_drawing_and_per_repeat() -> None:
    tag = Tag(kind="gibberish", box=(20, 25, 120, 50), note="here")
    tasks = json.loads(label_studio_json(STUDY, [answer("r1", 1, "so", tags=[tag]), answer("r2", 1), answer("r1", 5)]))
    assert [task["id"] for task in tasks] == [1, 2, 3, 4, 5]
    assert [(task["data"]["item"], task["data"]["occasion"]) for task in tasks] == [
        *((item.id, 1) for item in STUDY.items),
        (STUDY.items[0].id, 2),
    ]
    assert [len(task["annotations"]) for task in tasks] == [2, 0, 0, 0, 1]
    assert tasks[0]["data"]["picture"] == STUDY.items[0].picture
    assert tasks[0]["data"]["prompt"] == "Draw it."
    assert (tasks[0]["data"]["auto_TF"], tasks[0]["data"]["auto_CA"]) == (0, None)
    first = tasks[0]["annotations"][0]
    # Label Studio refuses to import annotations by a user whom it does not have.
    assert "completed_by" not in first
    assert (first["lead_time"], first["ground_truth"], first["was_cancelled"]) == (7.25, False, False)
    found = {(one["from_name"], one["type"]): one["value"] for one in first["result"]}
    assert found == {
        ("TF", "rating"): {"rating": 1},
        ("SC", "rating"): {"rating": 2},
        ("CA", "rating"): {"rating": 5},
        ("note", "textarea"): {"text": ["so"]},
        ("rater", "textarea"): {"text": ["r1"]},
        ("error", "rectanglelabels"): {
            "x": 10, "y": 25, "width": 50, "height": 25, "rotation": 0, "rectanglelabels": ["gibberish"],
        },
    }  # fmt: skip
    rectangle = first["result"][-1]
    assert (rectangle["original_width"], rectangle["original_height"], rectangle["meta"]) == (
        200,
        100,
        {"text": ["here"]},
    )
    assert len({one["id"] for one in first["result"]}) == len(first["result"])


def test_the_interface_names_what_the_annotations_use() -> None:
    root = ElementTree.fromstring(label_studio_config())
    names = {one.get("name"): one.tag for one in root.iter() if one.get("name")}
    text = label_studio_json(STUDY, [answer("r1", 1, "so", tags=[Tag(kind="other", box=(0, 0, 1, 1))])])
    used = {one["from_name"] for one in json.loads(text)[0]["annotations"][0]["result"]}
    assert used == set(names) - {"picture", "prompt", "SQ"}
    assert [label.get("value") for label in root.iter("Label")] == list(TAG_KINDS)
    assert {one.get("toName") for one in root.iter() if one.get("toName")} == {"picture"}
    assert {one.get("maxRating") for one in root.iter("Rating")} == {"5"}


def test_a_whole_way_from_store_to_table(tmp_path: Path) -> None:
    store = contract.prepared(tmp_path / "study.db", raters=2, places=4)
    store.save("r1", 1, RATINGS, based_on=0)
    store.save("r1", 1, {**RATINGS, "TF": 4}, based_on=1)
    store.save("r2", 1, RATINGS, based_on=0)
    store.undo("r2", 1, based_on=1)
    found = rows(ratings_csv(small_study(raters=2, places=4), store.answers()))
    assert [(row["rater"], row["dimension"], row["rating"]) for row in found] == [
        ("r1", "TF", "4"), ("r1", "SC", "2"), ("r1", "SQ", ""), ("r1", "CA", "5"),
    ]  # fmt: skip
    store.close()


def test_agreement_reads_what_is_exported(tmp_path: Path) -> None:
    answers = [answer("r1", 1, "=x"), answer("r1", 5, ratings={**RATINGS, "TF": 4}), answer("r2", 1), answer("r2", 3)]
    (tmp_path / "ratings.csv").write_text(ratings_csv(STUDY, answers), encoding="utf-8")
    (tmp_path / "tasks.json").write_text(label_studio_json(STUDY, answers), encoding="utf-8")
    for name in ("ratings.csv", "tasks.json"):
        found = {one.name: one for one in read_ratings(tmp_path / name).dimensions}
        assert set(found) - {"SQ"} == {"TF", "SC", "CA"}  # nobody could tell SQ
        assert set(found["TF"].raters) == {"r1", "r2"}
        assert set(found["TF"].items) == {STUDY.items[0].id, STUDY.items[2].id}
