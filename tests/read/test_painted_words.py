"""Figures whose picture says something else than their diagram."""

from __future__ import annotations

from pathlib import Path

from graphicacy.read.ask import ask_figure, open_figure


def test_words_that_are_no_label_count_as_shown_and_could_be_a_node(tmp_path: Path) -> None:
    file = tmp_path / "ends.dot"
    file.write_text('digraph { a -> b [headlabel="c"]; b -> c; c -> d; a -> d }')
    figure = open_figure(file)
    assert figure.told.beside == ("c",)
    assert figure.named == ("a", "b", "d")
    assert not figure.all_named
    assert ask_figure(figure, ["S1"]).questions == []


def test_a_label_that_is_painted_otherwise_is_not_readable(tmp_path: Path) -> None:
    file = tmp_path / "formula.mmd"
    file.write_text('flowchart TD\n  A["$$\\eta\\theta$$"] --> B[Plain] --> C[Other]')
    figure = open_figure(file)
    assert figure.told.missing == ("\\eta\\theta",)
    assert figure.named == ("B", "C")


def test_a_title_is_no_node_but_makes_its_words_ambiguous(tmp_path: Path) -> None:
    file = tmp_path / "titled.mmd"
    file.write_text("---\ntitle: Alpha\n---\nflowchart TD\n  A[Alpha] --> B[Beta] --> C[Gamma]\n")
    figure = open_figure(file)
    assert figure.named == ("B", "C")
    assert {q.variant for q in ask_figure(figure, ["S1"]).questions} == {"full", "nodes", "edges"}
