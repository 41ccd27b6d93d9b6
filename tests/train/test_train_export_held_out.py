"""No diagram of a family that is for testing is trained on, whatever a dataset claims."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.dataset.make import fingerprints
from graphicacy.train import held_out, sources
from graphicacy.train.held_out import HeldOut, public_tests
from graphicacy.train.sources import TooFew, TrainSplit, examples_of, stream
from train.train_sample import graph, train_sample

QUESTIONS = 13  # about each diagram


def _diagrams(dataset, held=()):
    refused = Counter()
    found = {example.row["diagram"] for example in examples_of(dataset, held_out=held, refused=refused)}
    return found, refused


def test_only_the_train_split_is_trained_on(tmp_path):
    dataset = train_sample(tmp_path / "d")
    assert _diagrams(dataset) == ({"d/two", "d/three", "d/four"}, Counter())
    assert all(example.row["split"] == "train" for example in examples_of(dataset))


@pytest.mark.parametrize(
    "shared",
    [
        {"title": "ALL  about ONE"},
        {"diagram": graph("one 0", "one 1", "one 2", joined=False)},
        {"diagram": graph("one 2", "one 1", "one 0", "One 1")},
    ],
    ids=["title", "labels", "labels, another order"],
)
def test_a_train_diagram_of_a_test_family_is_refused_and_counted(shared, tmp_path):
    dataset = train_sample(tmp_path / "d", diagrams={"two": shared})
    found, refused = _diagrams(dataset)
    assert found == {"d/three", "d/four"}
    assert refused == {"of a family in the test split": QUESTIONS}


def test_the_same_graph_under_another_title_is_refused(tmp_path):
    same = {"diagram": graph("one 0", "one 1", "one 2"), "title": "Quite another one"}
    assert _diagrams(train_sample(tmp_path / "d", diagrams={"four": same}))[0] == {"d/two", "d/three"}


def test_a_family_is_refused_by_way_of_others(tmp_path):
    chain = {"two": {"title": "All about one"}, "three": {"diagram": graph("two 0", "two 1", "two 2")}}
    found, refused = _diagrams(train_sample(tmp_path / "d", diagrams=chain))
    assert found == {"d/four"}
    assert refused == {"of a family in the test split": 2 * QUESTIONS}


def test_a_question_moved_into_the_train_split_is_refused(tmp_path):
    def moved(row):
        row["split"] = "train"

    found, refused = _diagrams(train_sample(tmp_path / "d", question=moved))
    assert "d/one" not in found
    assert refused == {"of a diagram that is not in the train split": QUESTIONS}


def test_a_diagram_in_both_splits_is_refused(tmp_path):
    dataset = train_sample(tmp_path / "d", {**dict.fromkeys(["two", "three"], "train"), "one": "test"},
                           diagrams={"one": {"id": "d/two", "title": "x", "diagram": graph("x", "y")}})  # fmt: skip
    assert _diagrams(dataset)[0] == {"d/three"}


def test_a_train_question_that_shows_a_test_picture_is_refused(tmp_path):
    def shows(row):
        if row["diagram"] == "d/three":
            row["images"] = ["images/one.png"]

    found, refused = _diagrams(train_sample(tmp_path / "d", question=shows))
    assert found == {"d/two", "d/four"}
    assert refused == {"shows a picture of the test split": QUESTIONS}


def test_the_test_split_of_another_dataset_is_held_out_with_its_families(tmp_path):
    elsewhere = train_sample(
        tmp_path / "e", {"five": "test", "six": "train", "seven": "train"},
        diagrams={"five": {"title": "All about two"}, "six": {"title": "All about two", "diagram": graph("three 0",
                  "three 1", "three 2")}, "seven": {"title": "All about four"}},
    )  # fmt: skip
    found, refused = _diagrams(train_sample(tmp_path / "d"), held_out.tests_of([elsewhere]))
    assert found == {"d/four"}  # "three" is of the family of "two" there
    assert refused == {"of a family held out elsewhere": 2 * QUESTIONS}


def test_a_row_that_is_no_diagram_is_told_in_one_line(tmp_path):
    dataset = train_sample(tmp_path / "d", diagrams={"two": {"diagram": '{"nodes": 3}'}})
    with pytest.raises(ValueError, match="the row of diagram 'd/two' holds no diagram"):
        TrainSplit(dataset)


def test_too_few_examples_are_told_with_counts_by_leaf(tmp_path):
    split = TrainSplit(train_sample(tmp_path / "d"))
    with pytest.raises(TooFew, match=r"edge-layout: 4 wanted, 3 there are\)"):
        split.choose({"graph-parsing": 3, "edge-layout": 4})
    assert len(split.choose({"graph-parsing": 3})) == 3


@pytest.fixture
def small(monkeypatch):
    """Fresh diagrams are small, and nothing public is held out."""
    monkeypatch.setattr(held_out, "_public", frozenset)

    def source(seed, count):
        return GeneratedSource(seed, count, knobs=Knobs(nodes=5, form=Form.WORKFLOW))

    monkeypatch.setattr(sources, "GeneratedSource", source)
    return source


def test_a_stream_is_the_same_for_a_seed_and_asks_only_what_is_wanted(small):
    one, same, other = (list(islice(stream(seed, leaves=["graph-parsing"]), 3)) for seed in (1, 1, 2))
    assert one == same
    assert [e.row["id"] for e in one] != [e.row["id"] for e in other]
    assert {e.row["task"] for e in [*one, *other]} == {"graph-parsing"}
    assert len({e.row["diagram"] for e in one}) > 1
    assert all(e.row["split"] == "train" and e.pictures for e in one)


def test_a_stream_ends_when_no_leaf_is_left(small):
    leaves = {"graph-parsing"}
    fresh = stream(1, leaves=leaves)
    first = next(fresh)
    leaves.clear()
    assert {e.row["diagram"] for e in fresh} <= {first.row["diagram"]}


def test_a_stream_refuses_a_family_that_is_held_out(small):
    source = small(2**62 + 7, 10)
    first, second = (source.load(key) for key in islice(source.keys(), 2))
    refused = Counter()
    fresh = stream(7, leaves=["graph-parsing"], held_out=fingerprints(first)[:1], refused=refused)
    assert next(fresh).row["diagram"] == second.id
    assert refused == {"diagram of a family held out": 1}


@pytest.mark.parametrize("seed", [-1, 2**62])
def test_a_stream_has_seeds_of_its_own(seed):
    with pytest.raises(ValueError, match="--seed"):
        next(stream(seed))


def test_what_was_refused_is_held_out_from_then_on():
    tests = HeldOut(["a"])
    assert not tests.refuses(["b", "c"])
    assert tests.refuses(["a", "b"])
    assert tests.refuses(["b", "d"])


def test_all_of_the_library_and_the_public_seed_are_held_out(monkeypatch):
    monkeypatch.setattr(held_out, "_PUBLIC_COUNT", 3)
    held_out._public.cache_clear()
    try:
        found = public_tests()
    finally:
        held_out._public.cache_clear()
    library = LibrarySource()
    keys = [*list(library.keys())[:5], *list(library.keys())[-5:]]
    assert all(found.issuperset(fingerprints(library.load(key))) for key in keys)
    generated = GeneratedSource(0, 3)
    assert all(found.issuperset(fingerprints(generated.load(key))) for key in list(generated.keys()))
