"""Exports of Label Studio, as its documentation shows them, and what may be wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphicacy.trust.ratings.read import read_ratings
from graphicacy.trust.ratings.record import BadRatings, Ratings
from graphicacy.trust.study.export import ratings_csv
from graphicacy.trust.study.label_studio import label_studio_json
from graphicacy.trust.study.record import Answer, Assignment, Item, Rater, Study

NAN = float("nan")


def result(name: str, kind: str, value: Any) -> dict[str, Any]:
    return {"id": "x1", "from_name": name, "to_name": "image", "type": kind, "value": value}


def annotation(id_: int, by: Any, *results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": id_, "completed_by": by, "result": list(results), "was_cancelled": False, "lead_time": 4.2, **more}


def rating(stars: float) -> dict[str, Any]:
    return result("SQ", "rating", {"rating": stars})


@pytest.fixture
def reads(tmp_path: Path):  # type: ignore[no-untyped-def]
    def read_(tasks: Any) -> Ratings:
        path = tmp_path / "export.json"
        path.write_text(tasks if isinstance(tasks, str) else json.dumps(tasks), encoding="utf-8")
        return read_ratings(path)

    return read_


TASKS = [
    {
        "id": 7,
        "data": {"image": "a.png", "task": "t1", "auto_sq": 0.25},
        "annotations": [
            annotation(1, 3, rating(4), result("note", "textarea", {"text": ["fine"]})),
            annotation(2, {"id": 4, "email": "b@x.org"}, rating(5), result("TF", "choices", {"choices": ["2"]})),
            annotation(3, 5, rating(1), was_cancelled=True),
        ],
        "predictions": [{"model_version": "m", "result": [result("TF", "number", {"number": 0.5})]}],
    },
    {"id": 8, "data": {"item": "b"}, "annotations": [annotation(4, 3, result("TF", "number", {"number": 3}))]},
]


class TestJson:
    def test_ratings_choices_and_numbers(self, reads) -> None:  # type: ignore[no-untyped-def]
        text, structure = reads(TASKS).dimensions
        assert (text.name, text.items, text.raters) == ("TF", ("7", "b"), ("3", "b@x.org"))
        np.testing.assert_array_equal(text.ratings, [[NAN, 3], [2, NAN]])
        np.testing.assert_array_equal(text.auto, [0.5, NAN])
        assert text.tasks == ("t1", "")
        np.testing.assert_array_equal(structure.ratings, [[4], [5]])
        assert structure.auto[0] == 0.25

    def test_what_holds_no_numbers_is_left_out_and_told(self, reads) -> None:  # type: ignore[no-untyped-def]
        tags = result("errors", "choices", {"choices": ["typo", "flip"]})
        found = reads([{"id": 1, "data": {}, "annotations": [annotation(1, 3, rating(4), tags)]}])
        assert found.form == "Label Studio, JSON; dimensions: SQ; left out, since they hold no numbers: errors"

    def test_faults_name_task_and_annotation(self, reads) -> None:  # type: ignore[no-untyped-def]
        tasks = [{"id": 7, "data": {}, "annotations": [annotation(n, n, rating(n)) for n in (4, 9)]}]
        with pytest.raises(BadRatings, match=r"json: task 7, annotation 9: item 7, rater 9, SQ: rating 9 is outside"):
            reads(tasks)
        tasks = [{"id": 7, "data": {}, "annotations": [annotation(n, 3, rating(n)) for n in (4, 5)]}]
        with pytest.raises(BadRatings, match=r"annotation 5: .* rating 5, but 4 in task 7, annotation 4"):
            reads(tasks)
        with pytest.raises(BadRatings, match="annotation 1: names no rater"):
            reads([{"id": 7, "data": {}, "annotations": [annotation(1, None, rating(4))]}])

    def test_one_automatic_score_beside_two_dimensions(self, reads) -> None:  # type: ignore[no-untyped-def]
        both = annotation(1, 3, rating(4), result("TF", "rating", {"rating": 3}))
        with pytest.raises(BadRatings, match="auto beside 2 dimensions; call it auto_SQ"):
            reads([{"id": 7, "data": {"auto": 0.5}, "annotations": [both]}])
        (found,) = reads([{"id": 7, "data": {"auto": 0.5}, "annotations": [annotation(1, 3, rating(4))]}]).dimensions
        assert found.auto[0] == 0.5


class TestJsonMin:
    def test_one_object_per_annotation(self, reads) -> None:  # type: ignore[no-untyped-def]
        about = {"id": 7, "image": "a.png", "width": 640, "lead_time": 3.5, "auto_sq": 0.25}
        found = reads(
            [
                {**about, "SQ": [{"rating": 4}], "TF": "2", "annotator": 3, "annotation_id": 1},
                {**about, "SQ": [{"rating": 5}], "annotator": "b@x.org", "annotation_id": 2},
            ]
        )
        text, structure = found.dimensions
        assert found.form.startswith("Label Studio, JSON-MIN; dimensions: SQ, TF; left out")
        np.testing.assert_array_equal(text.ratings, [[2]])
        np.testing.assert_array_equal(structure.ratings, [[4], [5]])
        assert structure.auto[0] == 0.25

    def test_bare_numbers_count_where_nothing_else_can(self, reads) -> None:  # type: ignore[no-untyped-def]
        (found,) = reads([{"id": n, "SQ": n, "annotator": 3, "annotation_id": n} for n in (1, 2)]).dimensions
        np.testing.assert_array_equal(found.ratings, [[1, 2]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "no task has annotations or an annotator"),
        ("{}", "no task has annotations or an annotator"),
        ("[1, 2]", "is a list of tasks, each an object"),
        ('[{"annotations": 3}]', "no rating in the export"),
        ('[{"annotations": [{"result": {}}]}]', "no rating in the export"),
        ("[{", "no JSON"),
        ("[" * 100_000, "nested too deep"),
        ('[{"id": ' + "9" * 5_000 + "}]", "no JSON"),
    ],
)
def test_what_is_no_export(reads, text: str, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadRatings, match=said):
        reads(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "-1e13"])
def test_numbers_that_are_none(reads, number: str) -> None:  # type: ignore[no-untyped-def]
    tasks = json.dumps([{"id": n, "data": {}, "annotations": [annotation(1, 3, rating(n))]} for n in (1, 2, 3)])
    if number == "NaN":  # a cell without a rating
        assert reads(tasks.replace('{"rating": 3}', '{"rating": NaN}')).dimensions[0].items == ("1", "2")
        return
    with pytest.raises(BadRatings, match=r"rating \"-?(inf|1e\+?13|10000000000000\.0)\" is"):
        reads(tasks.replace('{"rating": 3}', f'{{"rating": {number}}}'))


KEYS = [
    *("annotations", "annotator", "result", "value", "rating", "choices", "from_name", "type", "data", "id"),
    *("completed_by", "predictions", "auto", "auto_x", "item", "was_cancelled", "rater", "text"),
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner | st.sampled_from(["rating", "choices", "x"]),
            max_size=6,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(json_values, max_size=4))
def test_any_json_is_read_or_refused_in_one_line(tmp_path: Path, value: Any) -> None:
    path = tmp_path / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    message = ""
    try:
        assert read_ratings(path).dimensions
    except BadRatings as error:
        message = str(error)
    assert "\n" not in message


def study() -> tuple[Study, list[Answer]]:
    """Two drawings, two raters; the first of them sees one drawing again."""
    from graphicacy.draw.task import load_suite

    task = load_suite(None)[0]
    about = {"width": 10, "height": 10, "medium": "image", "sample": 1}
    kinds = {"figure_type": task.figure_type, "discipline": task.discipline, "difficulty": task.difficulty}
    items = [
        Item(id=f"{n:010x}", task=task.id, picture=f"{n}.png", system=f"s{n}", auto={"TF": n / 4}, **about, **kinds)
        for n in (1, 2)
    ]
    places = [("r1", 1, 0, 1), ("r1", 2, 1, 1), ("r1", 3, 0, 2), ("r2", 1, 1, 1), ("r2", 2, 0, 1)]
    one = Study(
        id="0" * 16, title="A study", seed=0, created="2026-01-01T00:00:00Z", graphicacy="0", scales="s",
        raters=tuple(Rater(id=id_, name=id_) for id_ in ("r1", "r2")), items=tuple(items), tasks={task.id: task},
        assignments=tuple(Assignment(rater=r, place=p, item=items[i].id, occasion=o) for r, p, i, o in places),
    )  # fmt: skip
    answers = [
        Answer(
            rater=r,
            place=p,
            ratings={"TF": 1 + (p + i) % 5, "SC": None, "SQ": p, "CA": 3},
            revision=1,
            submitted="2026-01-01T00:00:00Z",
            note="=1+1",
        )
        for r, p, i, _ in places
    ]
    return one, answers


class TestStudy:
    def test_both_exports_of_a_study_say_the_same(self, tmp_path: Path) -> None:
        one, answers = study()
        (tmp_path / "r.csv").write_text(ratings_csv(one, answers), encoding="utf-8")
        (tmp_path / "r.json").write_text(label_studio_json(one, answers), encoding="utf-8")
        table, export = (read_ratings(tmp_path / name).dimensions for name in ("r.csv", "r.json"))
        assert [d.name for d in table] == [d.name for d in export] == ["TF", "SQ", "CA"]
        for a, b in zip(table, export, strict=True):
            assert (a.raters, a.items, a.tasks) == (b.raters, b.items, b.tasks)
            np.testing.assert_array_equal(a.ratings, b.ratings)
            np.testing.assert_array_equal(a.auto, b.auto)
            assert list(a.repeats) == list(b.repeats) == ["r1"]
            np.testing.assert_array_equal(a.repeats["r1"], b.repeats["r1"])

    def test_a_study_checks_ids_and_tells_scores_and_tasks(self, tmp_path: Path) -> None:
        one, _ = study()
        item = one.items[1]
        path = tmp_path / "r.csv"
        path.write_text(f"item,rater,dimension,rating\n{item.id},r2,TF,4\n", encoding="utf-8")
        (found,) = read_ratings(path, study=one).dimensions
        assert (found.auto[0], found.tasks) == (0.5, (item.task,))
        for wrong, said in (
            ("ff,r2", "item ff is not in the study"),
            (f"{item.id},r9", "rater r9 is not in the study"),
        ):
            path.write_text(f"item,rater,dimension,rating\n{wrong},TF,4\n", encoding="utf-8")
            with pytest.raises(BadRatings, match=f"csv:2: {said}"):
                read_ratings(path, study=one)
