"""The page about Python runs from its first example to its last, and prints what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import graphicacy as gc

PAGE = (Path(__file__).resolve().parents[1] / "docs/python.md").read_text(encoding="utf-8")


def test_every_function_is_on_the_page() -> None:
    assert sorted(re.findall(r"^\| `gc\.([a-z]+)\(", PAGE, re.M)) == gc.__all__


def test_the_examples_run_and_print_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = 0
    blocks = re.findall(r"```(python|text)\n(.*?)```", PAGE, re.S)
    for kind, block in blocks:
        if kind == "python":
            capsys.readouterr()
            exec(compile(block, "docs/python.md", "exec"), names)
        else:
            assert capsys.readouterr().out == block
            shown += 1
    assert shown == 3
    assert (tmp_path / "runs/reference/results.jsonl").is_file()
