"""Figures whose picture says something else than their diagram."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from graphicacy.read.ask import ask_figure, open_figure
from graphicacy.read.figure import Figure


def test_words_that_are_no_label_count_as_shown_and_could_be_a_node(tmp_path: Path) -> None:
    file = tmp_path / "ends.dot"
    file.write_text('digraph { a -> b [headlabel="c"]; b -> c; c -> d; a -> d }')
    figure = open_figure(file)
    assert figure.told.beside == ("c",)
    assert figure.named == ("a", "b", "d")
    assert not figure.all_named
    assert ask_figure(figure, ["S1"]).questions == []


def test_a_label_that_is_painted_otherwise_is_not_readable(tmp_path: Path) -> None:
    figure = _figure(tmp_path, "flowchart TD\n  A[First] --> B[Plain] --> C[Other]")
    nodes = (replace(figure.diagram.nodes[0], label="1st"), *figure.diagram.nodes[1:])
    figure = replace(figure, diagram=replace(figure.diagram, nodes=nodes))
    assert figure.told == (("First",), ("1st",))
    assert figure.named == ("B", "C")


def test_a_label_that_no_font_can_show_or_that_runs_to_the_left_is_not_readable(tmp_path: Path) -> None:
    figure = _figure(tmp_path, "flowchart TD\n  A[\U00012000 sun] --> B[Häuser ≥ 3] --> C[שלום] --> D[a\u202eb]")
    assert figure.named == ("B",)


def test_a_node_of_several_cells_is_not_readable(tmp_path: Path) -> None:
    file = tmp_path / "record.dot"
    file.write_text('digraph { a [shape=record, label="x|y"]; a -> b -> c -> d }')
    figure = open_figure(file)
    assert figure.named == ("b", "c", "d")
    assert figure.unsettled == {"a", "b"}
    assert ask_figure(figure, ["S1"]).questions == []


def test_names_differ_in_more_than_what_cannot_be_seen_and_hold_no_quotes(tmp_path: Path) -> None:
    source = "flowchart TD\n  A[zero\u200bwidth] --> B[zerowidth] --> C[say “no” twice] --> D[Plain]"
    assert _figure(tmp_path, source).named == ("D",)


def test_a_title_is_no_node_but_makes_its_words_ambiguous(tmp_path: Path) -> None:
    figure = _figure(tmp_path, "---\ntitle: Alpha\n---\nflowchart TD\n  A[Alpha] --> B[Beta] --> C[Gamma]\n")
    assert figure.named == ("B", "C")
    assert {q.variant for q in ask_figure(figure, ["S1"]).questions} == {"full", "nodes", "edges"}


def _figure(folder: Path, source: str) -> Figure:
    file = folder / "figure.mmd"
    file.write_text(source, encoding="utf-8")
    return open_figure(file)
