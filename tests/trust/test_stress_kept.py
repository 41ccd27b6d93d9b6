"""Answers to probes are kept: a test that was stopped asks for what is left, and for nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask
from graphicacy.trust.stress import measure
from graphicacy.trust.stress.asking import Answered, Asking, Judges
from graphicacy.trust.stress.cases import cases_of
from graphicacy.trust.stress.files import BadStressFolder, StressFolder, read_stress
from graphicacy.trust.stress.kept import keeping
from graphicacy.trust.stress.measure import stress

NAMES = ("lab/a", "lab/b")
FLOW = "flowchart LR\n a[Raw data] --> b[Clean data] --> c[Fitted model]\n b --> d[Archive]\n"
TASK = DrawTask(id="t", required_labels=("A", "B"), required_relations=(("A", "precedes", "B"),))


class _Killed(RuntimeError):
    pass


class _Counted:
    """Judges that say yes to all, count what they are asked, and die after so many answers."""

    def __init__(self, dies_after: int | None = None, away: tuple[str, ...] = ()) -> None:
        self.asked: Counter[tuple[str, str]] = Counter()
        self.left, self.away = dies_after, away

    def __call__(self, askings: Sequence[Asking]) -> Iterator[Answered]:
        for asking in askings:
            for judge in NAMES:
                if self.left == 0:
                    raise _Killed
                self.left = None if self.left is None else self.left - 1
                self.asked[asking.key, judge] += 1
                said = Judgement(
                    judge=judge,
                    prompt="p",
                    relations=(True,) * len(asking.task.required_relations),
                    components=(True,) * len(asking.task.required_components),
                )
                yield Answered(asking.key, judge, None if judge in self.away else said)


def askings(n: int = 4, png: bytes = b"png") -> list[Asking]:
    return [Asking(f"k{i}", TASK, png) for i in range(n)]


def ask(judges: Judges, folder: Path, n: int = 4, png: bytes = b"png") -> list[tuple[str, str, bool]]:
    kept = keeping(judges, NAMES, StressFolder(folder))
    return [(one.key, one.judge, one.judgement is not None) for one in kept(askings(n, png))]


def test_what_is_kept_is_answered_without_asking(tmp_path: Path) -> None:
    first, second = _Counted(), _Counted()
    answers = ask(first, tmp_path)
    assert ask(second, tmp_path) == answers
    assert (first.asked.total(), second.asked.total()) == (8, 0)


def test_a_kill_between_costs_one_question_at_most(tmp_path: Path) -> None:
    first, second = _Counted(dies_after=5), _Counted()
    with pytest.raises(_Killed):
        ask(first, tmp_path)
    assert len(ask(second, tmp_path)) == 8
    assert sorted(second.asked) == [(f"k{i}", judge) for i in (2, 3) for judge in NAMES]
    assert (first.asked + second.asked).total() == 9


def test_a_line_that_a_kill_cut_off_is_asked_again(tmp_path: Path) -> None:
    ask(_Counted(), tmp_path)
    path = tmp_path / "probes.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    again = _Counted()
    assert len(ask(again, tmp_path)) == 8
    assert sorted(again.asked) == [("k3", judge) for judge in NAMES]


def test_another_question_under_the_same_key_is_asked(tmp_path: Path) -> None:
    ask(_Counted(), tmp_path)
    other = _Counted()
    ask(other, tmp_path, png=b"another picture")
    assert other.asked.total() == 8


def test_who_was_away_is_asked_again(tmp_path: Path) -> None:
    ask(_Counted(away=("lab/b",)), tmp_path)
    back = _Counted()
    assert all(there for _, _, there in ask(back, tmp_path))
    assert back.asked.total() == 8


def test_a_line_that_is_no_answer_is_named(tmp_path: Path) -> None:
    (tmp_path / "probes.jsonl").write_text('{"key": "k0"}\n', encoding="utf-8")
    with pytest.raises(BadStressFolder, match=r"probes\.jsonl: a line is no answer \(question: Field required\)"):
        ask(_Counted(), tmp_path)


def test_a_stress_test_killed_while_judges_are_probed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphicacy.sight.gather.read_text", lambda *_: ())  # OCR takes seconds a picture
    monkeypatch.setattr(measure, "cases_of", lambda *a, **options: islice(cases_of(*a, **options), 2))
    flow = tmp_path / "flow.mmd"
    flow.write_text(FLOW, encoding="utf-8")

    def run(name: str, judges: Judges) -> None:
        stress(
            [str(flow)], tmp_path / name, scorers=NAMES, judges=judges, count=1, raster=1, defects=1, walks=0, repeats=1
        )

    whole = _Counted()
    run("whole", whole)
    probes = sum(count for (key, _), count in whole.asked.items() if _probe(key))
    cases = whole.asked.total() - probes
    assert probes == 2 * 5
    first, second, third = _Counted(dies_after=cases + 6), _Counted(), _Counted()
    with pytest.raises(_Killed):
        run("killed", first)
    run("killed", second)
    run("killed", third)
    assert first.asked + second.asked == whole.asked
    assert (second.asked.total(), third.asked.total()) == (4, 0)
    assert read_stress(tmp_path / "killed")[0].judges == read_stress(tmp_path / "whole")[0].judges


def _probe(key: str) -> bool:
    return any(f"/{what}" in key for what in ("again", "shuffled", "falsified"))
