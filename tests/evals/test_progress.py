"""Progress, and the lines that say what went wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graphicacy.evals.failures import Unreachable, explain, one_line
from graphicacy.evals.progress import listening, progress_bar, tick


def test_every_sample_is_counted_within_the_block_only() -> None:
    seen: list[str] = []
    tick("ok")
    with listening(seen.append):
        tick("ok")
        tick("failed")
    tick("ok")

    assert seen == ["ok", "failed"]


def test_the_bar_is_on_stderr_and_names_failures(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(4, 1, "drawing") as listener:
        listener("ok")
        listener("failed")

    out, err = capsys.readouterr()
    assert out == ""
    assert "3/4" in err
    assert "1 failed" in err


class Status(Exception):
    def __init__(self, status: int, said: str = "") -> None:
        super().__init__("Error code")
        self.status_code, self.body = status, {"message": said}


class APITimeoutError(Exception):
    pass


class Model:
    """A stand-in: what a line is made of."""

    def __init__(self, *variables: str) -> None:
        self.api = SimpleNamespace(base_url="http://here/v1", api_key_vars=list(variables))

    def __str__(self) -> str:
        return "images/p"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (Status(401), "images/p: the server refused the key (401); set P_API_KEY to a valid one and run again"),
        (Status(404), "images/p: the server at http://here/v1 knows no such model or path (404)"),
        (Status(429), "images/p: still too many requests (429)"),
        (Status(503), "images/p: the server failed (503)"),
        (Status(422, "size:\n too large"), "images/p: the server refused the request (422): size: too large"),
        (APITimeoutError(), "images/p: no answer in time"),
        (RuntimeError("odd"), "images/p: odd"),
        (RuntimeError(), "images/p: RuntimeError"),
    ],
)
def test_a_failure_is_one_line(error: Exception, line: str) -> None:
    model: Any = Model("P_API_KEY")

    assert explain(error, model).startswith(line)
    wrapped = RuntimeError("outer")
    wrapped.__cause__ = error
    assert explain(wrapped, model).startswith(line)
    last: Any = RuntimeError("retries are used up")
    last.last_attempt = SimpleNamespace(exception=lambda: error)
    assert explain(last, model).startswith(line)


def test_long_and_coloured_texts_are_cut_to_one_line() -> None:
    assert one_line("[bold]No key[/bold]\n\tset it\x1b[31m") == "No key set it [31m"
    assert len(one_line("x" * 5000)) == 300
    assert repr(Unreachable("images/p: odd")) == "images/p: odd"
