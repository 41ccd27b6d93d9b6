"""Answers of models to a problem, good and bad. Imported as ``read.transcriptions``."""

from __future__ import annotations

from collections.abc import Sequence

from graphicacy.read.corpus.problems import Problem

Arrow = tuple[int, int] | tuple[int, int, str]

LABELS = ("Receive the order", "Check the stock", "Order more parts", "Pack the goods", "Ship the parcel",
          "Send the invoice", "Book the payment", "Close the order", "Send a reminder")  # fmt: skip
ARROWS: tuple[Arrow, ...] = ((0, 1), (1, 2, "sold out"), (2, 1), (1, 3, "in stock"), (3, 4), (4, 5), (5, 6, "paid"),
                             (5, 8, "late"), (8, 5), (6, 7))  # fmt: skip


def problem(key: str = "order", **more: str) -> Problem:
    return Problem(key, f"The {key}", f"How {key} is handled, from the first step to the last one.", "finance", **more)  # type: ignore[arg-type]


def mermaid_of(labels: Sequence[str] = LABELS, arrows: Sequence[Arrow] = ARROWS) -> str:
    lines = ["flowchart TD", *(f'  n{k}["{label}"]' for k, label in enumerate(labels))]
    lines += [f"  n{a[0]} -->{f'|{a[2]}|' if len(a) > 2 else ''} n{a[1]}" for a in arrows]
    return "\n".join(lines)


def dot_of(labels: Sequence[str] = LABELS, arrows: Sequence[Arrow] = ARROWS) -> str:
    lines = ["digraph {", *(f'  n{k} [label="{label}"];' for k, label in enumerate(labels))]
    lines += [f"  n{a[0]} -> n{a[1]}{f' [label={chr(34)}{a[2]}{chr(34)}]' if len(a) > 2 else ''};" for a in arrows]
    return "\n".join([*lines, "}"])


def answer_of(mermaid: str | None = None, dot: str | None = None) -> str:
    """A well-formed answer; of the usual graph, where the sources are not given."""
    return f"```mermaid\n{mermaid or mermaid_of()}\n```\n\n```dot\n{dot or dot_of()}\n```"


def own_answer(word: str) -> str:
    """An answer whose graph has labels of its own."""
    labels = [f"{label} of {word}" for label in LABELS]
    return answer_of(mermaid_of(labels), dot_of(labels))
