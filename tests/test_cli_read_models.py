"""``graphicacy read synthesize`` and ``read reword``, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from graphicacy.cli.base import Usage
from graphicacy.cli.read_models import read_reword, read_synthesize
from graphicacy.evals import RunError
from loopback import KEY, Loopback, chat
from read.transcriptions import answer_of, dot_of

APP = typer.Typer()
APP.command("synthesize")(read_synthesize)
APP.command("reword")(read_reword)


def run(*words: object) -> tuple[int, str, BaseException | None]:
    result = CliRunner().invoke(APP, [str(word) for word in words])
    return result.exit_code, result.output, result.exception


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    texts = [f"What is done in case {k}, step by step." for k in range(3)]
    path.write_text(json.dumps([{"id": f"p{k}", "title": f"Title {k}", "text": text} for k, text in enumerate(texts)]))
    return path


def test_synthesize_prints_counts_and_radius(problems: Path, tmp_path: Path) -> None:
    replies = [answer_of(), answer_of(dot=dot_of(arrows=((0, 1),))), answer_of(dot=dot_of(arrows=((0, 1),)))]
    with Loopback(lambda request: chat(replies[request.number - 1])) as server:
        words = ["synthesize", "--model", "openai/chat-1", "--out", tmp_path / "out", "--problems", problems]
        words += ["--count", 2, "--max-connections", 1, "--quiet", "-M", f"base_url={server.url}"]
        words += ["-M", f"api_key={KEY}"]
        code, said, _ = run(*words)
        again, record, _ = run(*words, "--json")
    assert (code, again) == (0, 0)
    assert "graphs of 1 of 2 problems" in said
    assert "rejected: different graphs 1" in said
    assert "covering radius" in said
    assert json.loads(record)["rejected"] == {"different graphs": 1}


def test_bad_options_are_refused_before_anything_is_asked(problems: Path, tmp_path: Path) -> None:
    words = ["synthesize", "--model", "openai/chat-1", "--out", tmp_path / "out", "--problems", problems]
    assert isinstance(run(*words, "--embedding", "bert")[2], Usage)
    assert isinstance(run(*words, "--count", 9, "-M", f"api_key={KEY}")[2], RunError)
    assert isinstance(run(*words[:5], "--problems", tmp_path / "none.json")[2], FileNotFoundError)
    assert isinstance(run("synthesize", "--model", "nobody", "--out", tmp_path / "out")[2], RunError)
    assert not (tmp_path / "out").exists()


def test_reword_names_a_folder_that_holds_no_dataset(tmp_path: Path) -> None:
    fault = run("reword", "--data", tmp_path, "--model", "openai/chat-1", "-M", f"api_key={KEY}")[2]
    assert isinstance(fault, RunError | FileNotFoundError)
    assert "no dataset here" in str(fault)
