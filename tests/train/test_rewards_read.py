"""Rewards of answers: the one grader's, in a known order, for whatever a model says."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.read.answers import write_answer
from graphicacy.read.question import AnswerType
from graphicacy.train.rewards import COUNTS, BadColumn
from graphicacy.train.rewards.easyr1 import compute_score
from graphicacy.train.rewards.read import FLOOR, read_reward, read_rewards
from graphicacy.train.rewards.swift import DrawORM, ReadORM
from graphicacy.train.rewards.trl import read_answers, read_answers_strictly

NODES = {"answer_type": "nodes", "gold": '["A", "B", "C"]', "rubric": "{}", "boxes": "neutral"}
NOTHING = {**NODES, "gold": '"none"'}
EDGE = '{"source": "A", "target": "B"}'
PATH = '{"edges": [["A", "B"], ["B", "C"]], "start": "A", "end": "C"}'
GOLDS = [
    ("nodes", '["A", "B"]', "{}"),
    ("edges", f"[{EDGE}]", "{}"),
    ("sequence", '["A", "B"]', "{}"),
    ("graph", f'{{"nodes": ["A", "B"], "edges": [{EDGE}]}}', "{}"),
    ("box", "[10, 20, 60, 90]", '{"width": 100, "height": 200}'),
]


def _said(value) -> str:
    return f"```json\n{json.dumps({'answer': value})}\n```"


def _value(said, columns=NODES) -> float:
    return read_reward(said, **columns).value


@pytest.mark.parametrize(("kind", "gold", "rubric"), GOLDS)
def test_the_right_answer_earns_the_most_in_both_forms(kind, gold, rubric):
    said = write_answer(json.loads(gold), AnswerType(kind), json.loads(rubric))
    for shaped in (True, False):
        assert read_reward(said, answer_type=kind, gold=gold, rubric=rubric, shaped=shaped).value == 1


def test_rewards_rise_from_no_answer_to_the_right_one():
    order = [_value(said) for said in ("", _said("none"), _said(["X"]), _said(["A"]), _said(["A", "B"]))]
    assert order == sorted(order)
    assert len(set(order)) == 5
    assert order[0] == FLOOR < _value(_said(["A"]), NOTHING) < order[1]
    assert _value(_said("none"), NOTHING) == 1
    assert _value('["A", "B", "C"]') == pytest.approx(0.95)  # understood, though not as it was asked for


def test_the_strict_reward_is_one_or_nothing():
    values = [read_reward(_said(v), **NODES, shaped=False).value for v in (["A", "B", "C"], ["A", "B"], "none")]
    assert values == [1, 0, 0]
    assert read_reward("", **NODES, shaped=False).value == 0


NO_TEXT = [None, 5, b"{}", [], [None], {"content": 3}, [{"role": "user", "content": _said(["A", "B", "C"])}]]


@pytest.mark.parametrize("said", [*NO_TEXT, "x" * 300_000, "[" * 100_000, '{"answer":' * 20_000, "\ud800", "\x00"])
def test_what_is_no_answer_earns_the_least_and_is_counted(said):
    COUNTS.reset()
    assert _value(said) == FLOOR
    assert sum(COUNTS.read().values()) == 1
    assert "read ok" not in COUNTS.reset()
    assert COUNTS.read() == {}


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200) | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(lambda v: _said(v)),
    st.sampled_from(GOLDS),
)
def test_any_text_stays_in_the_range_and_earns_the_same_again(said, asked):
    kind, gold, rubric = asked
    once, again = (read_reward(said, answer_type=kind, gold=gold, rubric=rubric) for _ in range(2))
    assert once == again
    assert FLOOR <= once.value <= 1
    assert read_reward(said, answer_type=kind, gold=gold, rubric=rubric, shaped=False).value in (0, 1)


def test_messages_and_their_parts_are_read():
    right = _said(["A", "B", "C"])
    parts = [{"type": "text", "text": right[:9]}, {"type": "image"}, {"type": "text", "text": right[9:]}]
    for said in (right, [{"role": "assistant", "content": right}], [{"role": "assistant", "content": parts}]):
        assert _value(said) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer_type": "song"}, "answer_type 'song'"),
        ({"gold": "A, B"}, "gold 'A, B' is no JSON"),
        ({"gold": "[1]"}, "no answer of the type nodes"),
        ({"rubric": "[]"}, "rubric"),
        ({"boxes": "yards"}, "boxes 'yards'"),
    ],
)
def test_columns_that_no_answer_can_satisfy_are_named(change, told):
    with pytest.raises(BadColumn, match=told):
        read_reward("x", **{**NODES, **change})
    with pytest.raises(BadColumn, match="row 1: "):
        read_rewards([{**NODES, "completion": ""}, {**NODES, **change, "completion": ""}])


def test_counts_are_right_with_many_threads():
    COUNTS.reset()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(_value, [_said(["A"]), ""] * 200))
    assert COUNTS.reset() == {"read empty": 200, "read ok": 200}


def test_adapters_give_the_same_rewards():
    said = [_said(["A", "B", "C"]), _said(["A"]), "no"]
    columns = {name: [value] * 3 for name, value in NODES.items()}
    wanted = [_value(one) for one in said]
    assert read_answers([""] * 3, said, **columns, task=["x"] * 3) == wanted
    assert read_answers_strictly([""] * 3, said, **columns) == [1, 0, 0]
    assert ReadORM()(said, **columns, solution=[None] * 3) == wanted
    assert DrawORM()(said, **columns) == [None] * 3
    assert read_answers([""], ["x"], draw_task=["{}"]) == [None]
    inputs = [{"response": one, "response_length": 3, "ground_truth": json.dumps(NODES)} for one in said]
    batch = compute_score(inputs)
    assert [one["overall"] for one in batch] == wanted
    assert batch[0] == compute_score(inputs[0]) == {"overall": 1, "format": 1, "accuracy": 1}
    assert batch[2] == {"overall": FLOOR, "format": 0, "accuracy": 0}
    with pytest.raises(BadColumn, match="ground_truth"):
        compute_score({"response": "x", "ground_truth": "A"})


def test_swift_knows_the_rewards_where_it_is_installed():
    orm = pytest.importorskip("swift.rewards.orm", reason="ms-swift is not installed")
    assert orm.orms["graphicacy_read"] is ReadORM
    assert issubclass(DrawORM, orm.ORM)


def test_verifiers_gets_tasks_for_ever():
    pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    import asyncio
    from types import SimpleNamespace

    from graphicacy.train.rewards.verifiers import Graphicacy, GraphicacyConfig

    tasks = Graphicacy(GraphicacyConfig(track="draw", seed=3))
    assert not tasks.bounded
    first, second = tasks.take(2)
    assert first.data.id != second.data.id
    assert asyncio.run(first.right(SimpleNamespace(last_reply="no"))) == 0
