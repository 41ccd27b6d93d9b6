"""Judge models in stress tests, over a loopback server that speaks the OpenAI protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphicacy.cli.trust_stress import trust_stress
from graphicacy.draw.task import DrawTask
from graphicacy.evals.failures import Unreachable
from graphicacy.evals.stress_judges import judges_of
from graphicacy.trust.stress.asking import Asking
from graphicacy.trust.stress.files import read_stress
from loopback import KEY, Loopback, Reply, Request, chat, picture, refused

TASK = DrawTask(
    id="t",
    required_labels=("A", "B"),
    required_relations=(("A", "precedes", "B"),),
    discipline_conventions=("The flow runs from left to right",),
)
PNG = picture("A", "B")
ASKINGS = [Asking(f"k{i}", TASK, PNG) for i in range(8)]
NAMES = ["openai-api/loopback/judge-1", "openai-api/loopback/judge-2"]


def verdict(request: Request) -> Reply:
    """Yes to every item that is asked about, whatever the task."""
    text = " ".join(request.texts)
    said = {
        "relations": {f"r{i}": {"verdict": "yes", "reason": ""} for i in range(40) if f"r{i}" in text},
        "components": {f"c{i}": {"verdict": "yes", "reason": ""} for i in range(40) if f"c{i}" in text},
        "contradictions": [],
        "structure": {"rating": 4, "reason": ""},
        "conventions": {"rating": 5, "reason": ""},
    }
    return chat(json.dumps(said), model=f"served-{request.model}")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPBACK_API_KEY", KEY)


@pytest.fixture
def server() -> Iterator[Loopback]:
    with Loopback(verdict) as server:
        yield server


def test_every_judge_answers_every_picture_in_blocks_too(server: Loopback) -> None:
    judges = judges_of(NAMES, {"base_url": server.url}, most=3)
    first = list(judges(ASKINGS[:4]))
    second = list(judges(ASKINGS[4:]))  # the connections of the first block serve the second
    assert [(one.key, one.judge) for one in (*first, *second)] == [(a.key, name) for a in ASKINGS for name in NAMES]
    assert all(one.judgement is not None and one.judgement.relations == (True,) for one in (*first, *second))
    assert all(one.seconds is not None and one.cost is None for one in first)


def test_a_judge_that_is_away_is_named_and_then_given_up_though_another_answers() -> None:
    def script(request: Request) -> Reply:
        return refused(400) if request.model == "judge-2" else verdict(request)

    with Loopback(script) as server:
        judges = judges_of(NAMES, {"base_url": server.url}, most=2)
        answers = list(judges(ASKINGS[:4]))
        away = [one for one in answers if one.judgement is None]
        assert {one.judge for one in away} == {NAMES[1]}
        assert len(away) == 4
        assert all("judge-2" in one.why for one in away)
        with pytest.raises(Unreachable, match="judge-2"):
            list(judges(ASKINGS))
        assert len(server.requests) < 2 * (len(ASKINGS) + 4)


def test_what_makes_no_sense_is_unscored() -> None:
    with Loopback(lambda request: chat("A fine figure!")) as server:
        (one,) = judges_of(NAMES[:1], {"base_url": server.url})(ASKINGS[:1])
    assert one.judgement is not None
    assert one.judgement.status == "unscored"


def test_nothing_is_asked_where_there_is_no_picture(server: Loopback) -> None:
    assert list(judges_of(NAMES, {"base_url": server.url})([])) == []
    assert not server.requests


def test_a_whole_stress_test_with_two_judges_and_their_panel(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphicacy.sight.gather.read_text", lambda *_: ())  # OCR takes seconds a picture
    flow = tmp_path / "flow.mmd"
    flow.write_text("flowchart LR\n a[Raw data] --> b[Clean data] --> c[Fitted model]\n b --> d[Archive]\n")
    options = {
        "scorers": [*NAMES, "panel"], "sources": [str(flow)], "count": 1, "raster": 1, "defects": 1, "walks": 0,
        "repeats": 1, "judge_args": [f"base_url={server.url}"], "quiet": True, "as_json": True,
    }  # fmt: skip
    trust_stress(tmp_path / "out", **options)
    summary, cases, scored = read_stress(tmp_path / "out")
    assert {(row.scorer, row.dimension) for row in summary.scorers} == {
        *((name, part) for name in NAMES for part in ("SC", "SQ", "CA")),
        *(("panel", part) for part in ("SC", "SQ", "CA", "overall")),
    }
    mine = [row for row in scored if (row.scorer, row.dimension) == (NAMES[0], "SC")]
    assert {row.case for row in mine} == {case.id for case in cases}
    assert all(row.value == 1 for row in mine)
    assert [row.judge for row in summary.judges] == NAMES
    assert all(row.specificity is not None and row.specificity.rate == 0 for row in summary.judges)
    assert all(row.repeat is not None and row.repeat.same == 1 for row in summary.judges)
    asked = len(server.requests)
    trust_stress(tmp_path / "out", **options)
    assert len(server.requests) == asked
