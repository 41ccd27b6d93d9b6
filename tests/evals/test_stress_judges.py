"""Judge models in stress tests: each picture is judged by each, and a judge that is not there ends the test."""

from __future__ import annotations

import pytest

from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask
from graphicacy.evals import stress_judges
from graphicacy.evals.failures import Unreachable
from graphicacy.evals.stress_judges import judges_of
from graphicacy.trust.stress.asking import Asking

TASK = DrawTask(id="t", required_labels=("A",))
ASKINGS = [Asking(f"k{i}", TASK, b"png") for i in range(8)]


def test_every_judge_answers_every_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        stress_judges, "judge_drawing", lambda png, task, models: (Judgement(judge=str(models[0]), prompt="p"),)
    )
    answers = list(judges_of(["mockllm/a", "mockllm/b"])(ASKINGS))
    assert [(one.key, one.judge) for one in answers] == [
        (asking.key, judge) for asking in ASKINGS for judge in ("mockllm/a", "mockllm/b")
    ]
    assert all(one.judgement and one.seconds is not None and not one.why for one in answers)


def test_a_judge_that_fails_is_named_and_one_that_is_not_there_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(png: bytes, task: DrawTask, models: object) -> object:
        raise Unreachable("judge mockllm/a: no answer")

    monkeypatch.setattr(stress_judges, "judge_drawing", refuse)
    answers = list(judges_of(["mockllm/a"])(ASKINGS[:4]))
    assert {(one.judgement, one.why) for one in answers} == {(None, "judge mockllm/a: no answer")}
    with pytest.raises(Unreachable, match="mockllm/a"):
        list(judges_of(["mockllm/a"])(ASKINGS))


def test_nothing_is_asked_where_there_is_no_picture() -> None:
    assert list(judges_of(["mockllm/a"])([])) == []
