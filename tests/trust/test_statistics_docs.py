"""What the page on statistics shows runs, and names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphicacy.trust import coefficients, intraclass, power, ranking, statistics

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    exec(compile(example, str(PAGE), "exec"), {})
    kappa, alpha, p = map(float, capsys.readouterr().out.splitlines()[0].split())
    assert 0 < kappa < 1
    assert 0 < alpha < 1
    assert 0 < p < 0.1


def test_every_function_named_there_is_public() -> None:
    modules = (statistics, coefficients, ranking, power, intraclass)
    public = {name for module in modules for name in module.__all__}
    table = PAGE.read_text(encoding="utf-8").split("| Function |")[1].split("\n\n")[0]
    named = re.findall(r"`([a-z_]+)`", "".join(line.split("|")[1] for line in table.splitlines()[2:]))
    assert len(named) > 18
    assert set(named) <= public
