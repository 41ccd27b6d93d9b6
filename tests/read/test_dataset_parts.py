"""Families, balance and parts of a dataset: what needs no drawing."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.read.dataset.balance import CHOICE_SHARE, NOTHING_SHARE, Balance
from graphicacy.read.dataset.make import Part, Rejection
from graphicacy.read.dataset.parts import Parts
from graphicacy.read.dataset.split import families, held_out

PRINTS = st.lists(st.lists(st.sampled_from("abcdefghijklmnop"), min_size=3, max_size=3), max_size=30)


@given(PRINTS)
def test_diagrams_are_of_one_family_where_a_chain_of_shared_prints_joins_them(prints):
    found = families(prints)
    joined = {i: {i} for i in range(len(prints))}
    for i, j in itertools.combinations(range(len(prints)), 2):
        if set(prints[i]) & set(prints[j]) and joined[i] is not joined[j]:
            whole = joined[i] | joined[j]
            for k in whole:
                joined[k] = whole
    for i, j in itertools.combinations(range(len(prints)), 2):
        assert (found[i] == found[j]) == (j in joined[i])


@given(PRINTS)
def test_a_family_has_the_same_name_in_whatever_order_it_comes(prints):
    assert sorted(families(prints)) == sorted(families(prints[::-1]))


@given(st.lists(st.sampled_from("abcdefghij"), max_size=40), st.integers(0, 40), st.integers(0, 5))
def test_held_out_families_fit_and_the_next_one_would_not(of, count, seed):
    chosen = held_out(of, count, seed)
    held = sum(name in chosen for name in of)
    assert held <= count
    assert all(of.count(name) > count - held for name in set(of) - chosen)


def row(number, answer, kind="nodes", task="t", variant="v"):
    told = {"answer": answer, "answer_type": kind, "task": task, "variant": variant, "template": ""}
    return {"key": f"k{number}", **told}


@given(st.lists(st.sampled_from(['"none"', "[]", '["a"]']), max_size=300))
def test_nothing_is_right_in_few_questions_of_a_task(answers):
    kept = list(Balance().kept("train", [row(k, a) for k, a in enumerate(answers)]))
    nothing = [r for r in kept if r["answer"] in ('"none"', "[]")]
    assert len(nothing) <= NOTHING_SHARE * len(kept) + 1
    assert len(kept) - len(nothing) == answers.count('["a"]')  # what has an answer is never dropped


@given(st.lists(st.sampled_from(["N", "S"] + ["E"] * 8), min_size=40, max_size=300))
def test_no_direction_is_right_too_often(answers):
    kept = list(Balance().kept("test", [row(k, a, "direction") for k, a in enumerate(answers)]))
    for way in "NSE":
        assert sum(r["answer"] == way for r in kept) <= CHOICE_SHARE * len(kept) + 2


def test_questions_of_one_key_with_one_answer_stay_or_go_together():
    rows = [{**row(k, '"none"'), "rendering": r} for k in range(20) for r in ("mermaid", "graphviz")]
    rows += [{**row(k + 20, '["a"]'), "rendering": "mermaid"} for k in range(20)]
    kept = list(Balance().kept("train", rows))
    nothing = [r["key"] for r in kept if r["answer"] == '"none"']
    assert nothing
    assert all(nothing.count(key) == 2 for key in nothing)


def test_splits_are_balanced_apart():
    balance = Balance()
    assert len(list(balance.kept("train", [row(0, "[]")]))) == len(list(balance.kept("test", [row(0, "[]")]))) == 1


def test_a_part_is_there_only_when_it_is_whole(tmp_path):
    parts = Parts(tmp_path)
    parts.start("one")
    (parts.folder / "000000.new").mkdir()  # what a killed build leaves behind
    assert not parts.has(0)
    parts.save(0, Part(images={"images/a/b.png": b"x"}, rejected=[Rejection("s", "k", "cause", "why")]))
    assert parts.has(0)
    assert parts.accepted(0) == 0
    assert (tmp_path / "images/a/b.png").read_bytes() == b"x"
    assert list(parts.rejected(1)) == [Rejection("s", "k", "cause", "why")]
    parts.forget(["images/a/b.png"])
    assert not (tmp_path / "images/a").exists()


def test_another_build_does_not_go_on_with_the_parts_of_one(tmp_path):
    Parts(tmp_path).start("one")
    Parts(tmp_path).start("one")
    with pytest.raises(FileExistsError, match="another dataset was begun here"):
        Parts(tmp_path).start("two")
