"""The table of an ablation: what is paired, and what an answer that cannot be read counts."""

from __future__ import annotations

import pytest

from graphicacy.read.answers import Status
from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult
from graphicacy.report.training import ablation_cells, ablation_latex, ablation_markdown, unanswered_cells
from graphicacy.train.sft.gains import gains


def _result(system: str, number: int, score: float | None, task: str = "comprehensive", variant: str = "element"):
    return ReadResult(
        id=f"{task}:{variant}:{number}",
        key=f"{task}:{variant}:{number}",
        task=task,
        variant=variant,
        answer_type=AnswerType.NODES,
        gold=["A"],
        diagram=f"d{number // 2}",
        rendering="mermaid",
        difficulty="easy",
        asks=f"{number:016d}",
        system=system,
        status=Status.UNPARSEABLE if score is None else Status.OK,
        score=score,
        strict=score,
    )


@pytest.fixture
def rows():
    base = [_result("base", k, None if k == 0 else 0.5) for k in range(8)]
    base += [_result("base", k, 0.0, variant="path") for k in range(8)]
    better = [_result("better", k, 1.0) for k in range(8)] + [
        _result("better", k, 0.0, variant="path") for k in range(8)
    ]
    mute = [_result("mute", k, None, variant=variant) for variant in ("element", "path") for k in range(8)]
    return {(row.kind, row.name): row for row in gains(base, {"better": better, "mute": mute})}


def test_an_answer_that_cannot_be_read_counts_0_and_its_share_is_told(rows):
    gain = rows["variant", "element"].runs["better"]
    assert gain.all.second == pytest.approx(7 * 0.5 / 8)
    assert gain.all.difference == pytest.approx(1 - 7 * 0.5 / 8)
    assert gain.unanswered == (0, 1 / 8)
    mute = rows["variant", "element"].runs["mute"]
    assert mute.unanswered == (1, 1 / 8)
    assert mute.all.first == 0
    assert mute.graded.difference is None, "no pair has two answers: no number, and no zero"


def test_graded_pairs_leave_out_what_one_side_did_not_answer(rows):
    gain = rows["variant", "element"].runs["better"]
    assert (gain.graded.n, gain.all.n) == (7, 8)
    assert gain.graded.difference == pytest.approx(0.5)


def test_intervals_resample_diagrams_and_variants_stand_under_their_task(rows):
    gain = rows["variant", "element"].runs["better"].all
    assert gain.diagrams == 4
    assert gain.interval is not None
    assert gain.interval[0] >= 0.5
    assert list(rows)[:3] == [("task", "comprehensive"), ("variant", "element"), ("variant", "path")]
    assert list(rows)[-2:] == [("capability", "comprehensive"), ("overall", "overall")]
    assert rows["task", "comprehensive"].runs["better"].p_holm is not None
    assert rows["overall", "overall"].runs["better"].p_holm is None


def test_what_did_not_change_gained_nothing(rows):
    gain = rows["variant", "path"].runs["better"].all
    assert (gain.difference, gain.interval) == (0, (0, 0))


def test_a_run_over_another_dataset_is_refused():
    other = _result("run", 0, 1.0).model_copy(update={"asks": "f" * 16})
    with pytest.raises(ValueError, match="different datasets"):
        gains([_result("base", 0, 0.0)], {"run": [other]})


def test_tables_tell_scores_gains_intervals_and_shares(rows):
    heads, cells = ablation_cells(list(rows.values()))
    assert heads == ["task", "questions", "base", "better", "mute"]
    assert cells[1][:3] == ["· C1 element", "8", "0.438"]
    assert cells[1][3].startswith("1.000 (+0.562 [")
    assert ablation_cells(list(rows.values()), short=True)[1][1][3] == "+0.562*"
    assert unanswered_cells(list(rows.values()))[1][1] == ["· C1 element", "12 %", "0 %", "100 %"]
    written = ablation_markdown("a model", list(rows.values()))
    assert written.count("| · C1 element |") == 2
    assert r"\begin{tabular}{lrrrr}" in ablation_latex(list(rows.values()))
