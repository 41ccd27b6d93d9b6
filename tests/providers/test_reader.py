"""The provider of the classical reader: what it is told, and what comes of it in a run."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, GenerateConfig

from graphicacy.draw.systems.controls import CONTROLS
from graphicacy.evals import run_draw, run_read
from graphicacy.providers.question import asked_in, asked_metadata
from graphicacy.providers.reader import ReaderAPI, _pictures
from graphicacy.read.baseline import Asked
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.question import AnswerType
from loopback import data_uri, picture
from small_dataset import questions_in, write_dataset
from small_suite import write_suite


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("data") / "small", count=2, tasks=("graph-parsing", "localization"))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Asked, list[bytes]]]:
    """What the reader is asked; a stand-in takes its place, which sees the file itself."""
    asked: list[tuple[Asked, list[bytes]]] = []

    def answer(question: Asked, pictures: list[Any]) -> str:
        asked.append((question, pictures))
        return '{"answer": []}'

    monkeypatch.setattr("graphicacy.providers.reader.answer", answer)
    monkeypatch.setattr("graphicacy.providers.reader.read_picture", lambda png: png)
    return asked


def test_it_is_told_the_question_and_shown_the_pictures_and_nothing_else(
    dataset: Path, tmp_path: Path, told: list[tuple[Asked, list[bytes]]]
) -> None:
    summary = run_read(["reader/classical"], dataset, tmp_path, progress=False)

    images = open_dataset(dataset).image
    questions = questions_in(dataset)
    wanted = Counter(
        (Asked(q.question, q.task, q.variant, q.answer_type), tuple(map(images, q.images))) for q in questions
    )
    assert Counter((question, tuple(pictures)) for question, pictures in told) == wanted
    assert (summary.exit_code, summary.planned) == (0, len(questions))
    assert {(r.system, r.model, r.boxes, r.tokens) for r in summary.results} == {
        ("reader/classical", "classical", "neutral", 0)
    }
    assert all(r.seconds is not None and r.seconds < 1 for r in summary.results)
    assert not (tmp_path / "cache").exists()


def test_without_pictures_it_refuses(dataset: Path, tmp_path: Path) -> None:
    summary = run_read(["reader/classical"], dataset, tmp_path, views=["blind"], limit=3, progress=False)

    assert [(r.status.value, r.score) for r in summary.results] == [("refused", None)] * 3


def test_it_reads_a_clean_picture(dataset: Path, tmp_path: Path) -> None:
    summary = run_read(["reader/classical"], dataset, tmp_path, tasks=["S1"], variants=["full"], progress=False)

    assert summary.results
    assert all(r.score is not None and r.score > 0.9 for r in summary.results)


def test_of_the_message_it_takes_pictures_in_their_order() -> None:
    pngs = [picture("one"), picture("two")]
    items: list[Any] = [*(ContentImage(image=data_uri(png)) for png in pngs), ContentText(text="Which?")]
    assert _pictures([ChatMessageUser(content="Hello"), ChatMessageUser(content=items)]) == pngs
    assert b64decode(data_uri(pngs[0]).partition(",")[2]) == pngs[0]


@pytest.mark.parametrize("kind", list(AnswerType))
def test_what_is_asked_is_carried_whole(dataset: Path, kind: AnswerType) -> None:
    question = replace(questions_in(dataset)[0], answer_type=kind, answer="secret", rubric={"secret": 1})
    carried = asked_metadata(question)
    assert "secret" not in str(carried)
    found = asked_in([ChatMessageUser(content="?", metadata=carried)], "reader")
    assert found == Asked(question.question, question.task, question.variant, kind)


def test_it_is_of_use_for_reading_only(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="use it with the task graphicacy/read"):
        anyio.run(ReaderAPI("classical").generate, [ChatMessageUser(content="Draw.")], [], "none", GenerateConfig())
    suite = write_suite(tmp_path / "suite.json")
    drawn = run_draw(["reader/classical"], tmp_path / "out", suite=suite, k=1, text_engine="live", progress=False)
    assert (drawn.exit_code, len(drawn.failures)) == (1, 1)
    assert "use it with the task graphicacy/read" in drawn.failures[0]


def test_what_draws_is_of_use_for_drawing_only(dataset: Path, tmp_path: Path) -> None:
    summary = run_read([f"control/{CONTROLS[0]}"], dataset, tmp_path, limit=2, progress=False)
    assert (summary.exit_code, summary.count("failed"), len(summary.failures)) == (1, 2, 1)
    assert "use it with the task graphicacy/draw" in summary.failures[0]
