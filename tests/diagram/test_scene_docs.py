"""What docs/scene.md says of facts and degradations is what the code holds."""

from __future__ import annotations

import re
from pathlib import Path

from graphicacy.diagram import facts as scene_facts
from graphicacy.diagram.degrade import DEGRADATIONS
from graphicacy.diagram.facts import crossings
from graphicacy.diagram.facts import routes as route_facts

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scene.md").read_text(encoding="utf-8")


def test_every_function_is_documented() -> None:
    functions = {name for name in scene_facts.__all__ if name[0].islower()} - {"passes_through"}
    assert {name for name in functions if f"`{name}`" not in PAGE} == set()


def test_every_degradation_is_documented() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.split("At full strength")[1], re.M)
    assert rows == list(DEGRADATIONS)


def test_thresholds_are_those_of_the_code() -> None:
    crossing = re.search(r"at least (\d) px beyond .* \(within ([\d.]+) px\) over more than (\d+) px", PAGE)
    assert crossing is not None
    limits = (crossings.LEAST_DEPTH, crossings.MERGED, crossings.LONGEST_MERGED)
    assert tuple(map(float, crossing.groups())) == limits
    assert f"come within {crossings.REACH:g} px of each other" in PAGE
    assert f"more than {route_facts.THROUGH:g} of the node's smaller side, in the box less {route_facts.CORE:g}" in PAGE
    assert route_facts.LONG == 2
    assert "At least twice as long" in PAGE


def test_the_example_runs() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert code is not None
    names: dict[str, object] = {}
    exec(code[1], names)
    assert names["against"] == [2]
    assert names["crossing"] == []
