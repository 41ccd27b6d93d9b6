"""The card of an export for the Hub: a README with the head that the Hub and ``datasets`` read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphicacy.read.export.records import NUMBERS, TEXTS

__all__ = ["card"]

_LICENCES = ("Apache-2.0", "CC0-1.0", "MIT", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0")
"""Licences, by SPDX, that the Hub knows by the same names in lower case."""
_MEANINGS = {
    "images": "the pictures, in the order shown, at the size that models of the family see unchanged",
    "id": "unique; answers are graded by it",
    "key": "the id without the rendering: the same question about pictures of one diagram by several engines",
    "system": "the system message",
    "prompt": "the text to send with the pictures; it has the question and the form of the answer",
    "question": "the question alone",
    "answer": "the right answer, as JSON",
    "rubric": "what grading needs beside it, as JSON",
    "arguments": "with `template`, the question in logical form, as JSON",
    "boxes": "the convention in which boxes are asked for and graded",
    "prompt_id": "names the exact words around the question",
    "graphicacy": "the version that made this",
    "crossings": "pairs of lines that cross in the picture",
}


def card(about: Mapping[str, Any], splits: Mapping[str, tuple[int, int]], licences: Mapping[str, int]) -> str:
    """Markdown with a YAML head.

    Args:
        about: what was exported (``Chosen.about``).
        splits: of each, the number of rows, and the size in memory in bytes.
        licences: of the diagrams, with the number of questions; any text.
    """
    rows = {name: count for name, (count, _) in splits.items()}
    return "\n".join(
        [
            *("---", *_head(splits, licences), "---", ""),
            "# Questions about directed graphs in pictures",
            "",
            f"{sum(rows.values()):,} questions ({', '.join(f'{count:,} {name}' for name, count in rows.items())}), "
            f"exported by graphicacy {about['graphicacy']} for the box convention `{about['boxes']}`.",
            "",
            'Send `system`, the pictures and `prompt`. Write each answer to a line `{"id": …, "answer": …}`, with all',
            "that the model said, and grade them, with the dataset from which this was exported, by",
            "",
            f"    graphicacy read grade --data DATASET --answers ANSWERS.jsonl --boxes {about['boxes']}",
            "",
            'or one by one: `graphicacy.read.export.replies.graded(row, answer, system="my model")`.',
            "",
            "| Column | Holds |",
            "|---|---|",
            *(f"| `{name}` | {_MEANINGS[name]} |" for name in ("images", *TEXTS, *NUMBERS) if name in _MEANINGS),
            "",
            "| Licence of the diagrams | Questions |",
            "|---|---|",
            *(f"| {_cell(name)} | {count:,} |" for name, count in sorted(licences.items())),
            "",
        ]
    )


def _head(splits: Mapping[str, tuple[int, int]], licences: Mapping[str, int]) -> list[str]:
    """YAML; what is not ours in it is written as JSON strings, which are YAML."""
    names = sorted(licences)
    known = len(names) == 1 and names[0] in _LICENCES
    count = sum(rows for rows, _ in splits.values())
    return [
        *([f"license: {names[0].lower()}"] if known else ["license: other", f"license_name: {_quoted(names)}"]),
        "pretty_name: Questions about directed graphs in pictures",
        "language:",
        "- en",
        "task_categories:",
        "- visual-question-answering",
        "tags:",
        "- diagrams",
        "- directed graphs",
        "- graphicacy",
        "size_categories:",
        f"- {_size(count)}",
        "configs:",
        "- config_name: default",
        "  data_files:",
        *(line for name in splits for line in (f"  - split: {name}", f"    path: data/{name}-*.parquet")),
        "dataset_info:",
        "  features:",
        "  - name: images",
        "    sequence: image",
        *(line for name in TEXTS for line in (f"  - name: {name}", "    dtype: string")),
        *(line for name in NUMBERS for line in (f"  - name: {name}", "    dtype: int32")),
        "  splits:",
        *(
            line
            for name, (rows, size) in splits.items()
            for line in (f"  - name: {name}", f"    num_bytes: {size}", f"    num_examples: {rows}")
        ),
    ]


def _quoted(names: Sequence[str]) -> str:
    return json.dumps("; ".join(names))


def _size(count: int) -> str:
    """The Hub's name for a number of rows."""
    steps = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    return next((name for most, name in steps if count < most), "1M<n<10M")


def _cell(text: str) -> str:
    """Text as Markdown shows it in a cell, whatever is in it."""
    plain = "".join(c if c.isprintable() else " " for c in text[:200])
    return "".join(f"\\{c}" if c in "\\|`*_<>[]&#" else c for c in plain) or "unknown"
