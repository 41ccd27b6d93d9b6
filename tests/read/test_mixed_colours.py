"""Figures with parts of several colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.read.ask import ask_figure, open_figure
from graphicacy.read.traits import edge_traits, node_traits


@pytest.mark.parametrize("look", ["", "style=striped, shape=box", "style=wedged, shape=circle"])
def test_nodes_of_several_colours_leave_no_fill_to_ask_about(tmp_path: Path, look: str) -> None:
    file = tmp_path / "fills.dot"
    file.write_text(
        f'digraph {{ node [style=filled]; a [fillcolor=red]; b [fillcolor="red:blue"{look and ", " + look}];'
        "c [fillcolor=green]; a -> b -> c [color=red] }"
    )
    figure = open_figure(file)
    assert figure.mixed == {"fill"}
    assert not [key for key in node_traits(figure) if key[0] == "fill"]
    assert ("color", "red") in edge_traits(figure)
    asked = ask_figure(figure, ["C1", "C2"], count=20).questions
    assert asked
    assert not [q for q in asked if "red" in q.question.split()]


def test_arrows_of_several_colours_leave_no_colour_to_ask_about(tmp_path: Path) -> None:
    file = tmp_path / "lines.dot"
    file.write_text('digraph { node [style=filled, fillcolor=red]; a -> b [color="red:blue"]; b -> c [color=green] }')
    figure = open_figure(file)
    assert figure.mixed == {"color"}
    assert not [key for key in edge_traits(figure) if key[0] == "color"]
    assert ("fill", "red") in node_traits(figure)
