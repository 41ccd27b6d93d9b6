"""The record of a question → the query that it asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphicacy.read.figure import Figure
from graphicacy.read.query.form import Filter, Query, Supposition, Template
from graphicacy.read.question import Draft, Question

__all__ = ["query_of"]


def query_of(question: Draft | Question, figure: Figure) -> Query:
    """The query whose template and ``Query.arguments`` a question has: its labels are those of named nodes.

    Raises ``ValueError`` where the template is none of ``Template``, or a label is not that of one named node.
    """
    ids = {figure.labels[key]: key for key in figure.named}
    arguments = question.arguments
    try:
        return Query(
            Template(question.template),
            tuple(ids[label] for label in arguments.get("nodes", ())),
            number=arguments.get("number"),
            word=arguments.get("word"),
            having=_filter(arguments.get("having")),
            suppose=_supposition(arguments.get("suppose"), ids),
            avoiding=_filter(arguments.get("avoiding")),
            along=_filter(arguments.get("along")),
        )
    except KeyError as error:
        raise ValueError(f"no one node of the figure is called {error.args[0]!r}") from None


def _filter(record: Mapping[str, Any] | None) -> Filter | None:
    return None if record is None else Filter(record["look"], record["value"])


def _supposition(record: Mapping[str, Any] | None, ids: Mapping[str, str]) -> Supposition | None:
    return None if record is None else Supposition(record["change"], ids[record["source"]], ids[record["target"]])
