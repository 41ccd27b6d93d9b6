"""``graphicacy train export`` from the command line."""

from __future__ import annotations

import json

import pytest

from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.train import held_out, sources
from train.train_sample import train_sample


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return train_sample(tmp_path_factory.mktemp("data") / "d").folder


def test_it_says_what_was_written_by_leaf_and_what_was_refused(call, data, tmp_path):
    elsewhere = train_sample(tmp_path / "e", {"two": "test", "five": "train"}).folder
    out = tmp_path / "out"
    words = ("--data", data, "--out", out, "--abilities", "structural", "--held-out", elsewhere)
    code, told, _ = call("train", "export", "--format", "swift", *words, "--json")
    assert code == 0
    assert json.loads(told) == {
        "out": str(out),
        "rows": 8,
        "leaves": {"graph-parsing": 4, "graph-to-code": 2, "masked-subpath": 2},
        "parts": [{"name": "all", "rows": 8, "replayed": 0}],
        "refused": {"of a family held out elsewhere": 13},
    }
    assert len((out / "train.jsonl").read_text("utf-8").splitlines()) == 8


def test_it_prints_the_same_in_words_and_notes_apart(call, data, tmp_path):
    words = ("--data", data, "--out", tmp_path / "out", "--abilities", "S,C1", "--order", "curriculum")
    code, told, notes = call("train", "export", "--format", "trl", *words, "--replay", "0.25", "--count", "8")
    assert code == 0
    assert "9 rows" in told.splitlines()[0]
    assert "1  repeated before comprehensive" in told
    assert "switch the trainer's shuffling off" in notes
    assert "--held-out" in notes


def test_examples_are_made_where_there_is_no_dataset(call, tmp_path, monkeypatch):
    monkeypatch.setattr(held_out, "_public", frozenset)
    small = Knobs(nodes=5, form=Form.WORKFLOW)
    monkeypatch.setattr(sources, "GeneratedSource", lambda seed, count: GeneratedSource(seed, count, knobs=small))
    words = ("--format", "qwenvl", "--abilities", "S1,S2", "--count", "5", "--seed", "3", "--json")
    code, told, _ = call("train", "export", "--out", tmp_path / "out", *words)
    assert code == 0
    assert json.loads(told)["leaves"] == {"graph-parsing": 3, "graph-to-code": 2}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--format", "csv"], "--format csv: choose one of trl, llamafactory"),
        (["--abilities", "poetry"], "'poetry' is none of structural"),
        (["--abilities", "S1=0"], "every weight is 0"),
        (["--order", "random"], "--order random: choose one of shuffled, curriculum"),
        (["--boxes", "mine"], "--boxes mine: choose one of neutral"),
        (["--count", "400"], "31 wanted, 3 there are"),
        (["--replay", "nan"], "--replay nan: it must be from 0 to below 1"),
        (["--max-length", "64"], "refused: longer than 64 tokens"),
        (["--held-out", "nowhere"], "nowhere: there is no dataset here"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(words, told, call, data, tmp_path):
    words = [*(["--format", "trl"] if "--format" not in words else []), *words]
    code, out, err = call("train", "export", "--data", data, "--out", tmp_path / "out", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
