"""The card of a dataset: a README that says what is in it, and that tools for datasets read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from graphicacy.read.dataset.balance import CHOICE_SHARE, NOTHING_SHARE
from graphicacy.read.dataset.finish import Built
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.taxonomy import LEAVES

__all__ = ["card"]

_MOST_FAULTS = 1000  # diagrams that are named
_LONGEST_CELL = 300  # characters
_HEAD = """---
configs:
- config_name: questions
  data_files: questions.parquet
- config_name: diagrams
  data_files: diagrams.parquet
task_categories:
- visual-question-answering
language:
- en
tags:
- diagrams
- directed graphs
- graphicacy
---
"""


def card(plan: Plan, built: Built) -> str:
    """Markdown with a YAML head. It says nothing of the time or the machine, so that a seed gives the same bytes."""
    diagrams, questions = sum(built.diagrams.values()), sum(built.questions.values())
    splits = Counter[str]()
    for (split, _), count in built.diagrams.items():
        splits[split] += count
    parts = [
        _HEAD,
        "# Questions about directed graphs in pictures\n\n"
        f"{diagrams:,} diagrams ({splits['train']:,} to train, {splits['test']:,} to test) in "
        f"{sum(built.renderings.values()):,} pictures, {questions:,} questions. The answers were computed from the "
        "sources and the geometry of the pictures; every one of them, graded as an answer, scores 1.0.\n\n"
        f"Made by graphicacy {version('graphicacy')} with seed {plan.seed}: the same seed gives the same bytes.\n",
        "## Files\n\n"
        "- `questions.parquet`: one row per question. `answer`, `arguments` and `rubric` are JSON. Questions of one "
        "`key` ask the same about pictures of one diagram by several engines: average over them, or compare.\n"
        "- `diagrams.parquet`: one row per diagram with its Mermaid and its Graphviz source, and for each picture "
        "(`renderings`) where everything is, in pixels.\n"
        "- `images/`: the pictures.\n",
        "## Split\n\nBy `family`: diagrams that share a title, a graph or a set of labels are on one side.\n",
        _table("Questions", ("Task", "Code", "Variant", "Train", "Test"), _questions(built)),
        _table(
            "A blind guesser",
            ("Task", "Score of the best constant answer"),
            ((task, f"{built.guesses.best()[task]:.3f}") for task in LEAVES if task in built.guesses.best()),
            f"Of a task's questions at most {NOTHING_SHARE:.0%} have the answer none or an empty list; of questions "
            f"for a direction or a place at most {CHOICE_SHARE:.0%} have the same answer.",
        ),
        _counts("Pictures", "Rendering", built.renderings),
        _counts("Domains", "Domain", built.domains),
        _table("Sources", ("Source", "Split", "Diagrams"), _sources(built)),
        _counts("Licences of the diagrams", "Licence", built.licences),
        _counts("Thrown out", "Cause", Counter(item.cause for item in built.rejected)),
        _faults(built),
    ]
    return "\n".join(part for part in parts if part)


def _questions(built: Built) -> Iterable[tuple[str, ...]]:
    for leaf in LEAVES.values():
        for variant in leaf.variants:
            train, test = (built.questions[split, leaf.name, variant] for split in ("train", "test"))
            if train or test:
                yield leaf.name, leaf.code, variant, f"{train:,}", f"{test:,}"


def _sources(built: Built) -> Iterable[tuple[str, ...]]:
    for (split, origin), count in sorted(built.diagrams.items(), key=lambda item: item[0][::-1]):
        yield origin, split, f"{count:,}"


def _counts(title: str, name: str, counts: Mapping[str, int]) -> str:
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return _table(title, (name, "Number"), ((key or "unknown", f"{count:,}") for key, count in rows)) if rows else ""


def _faults(built: Built) -> str:
    """What was thrown out of others' diagrams, each with its cause; no table where there is none."""
    faults = built.faults
    if not faults:
        return ""
    left = len(faults) - _MOST_FAULTS
    note = f"The first {_MOST_FAULTS:,}; {left:,} more are not listed." if left > 0 else ""
    rows = (map(_cell, (item.source, item.key, item.message)) for item in faults[:_MOST_FAULTS])
    return _table("What was thrown out", ("Source", "Diagram", "Why"), rows, note)


def _cell(text: str) -> str:
    """Text as Markdown shows it in a cell, whatever is in it."""
    plain = "".join(c if c.isprintable() else " " for c in text[:_LONGEST_CELL])
    return re.sub(r"([\\|`*_<>\[\]&])", r"\\\1", plain)


def _table(title: str, head: tuple[str, ...], rows: Iterable[Iterable[str]], note: str = "") -> str:
    lines = [f"## {title}\n", *([f"{note}\n"] if note else []), f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), ""])
