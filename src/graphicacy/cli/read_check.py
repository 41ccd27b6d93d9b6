"""``graphicacy read check``: our algorithms against the gold of a data set that others made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from graphicacy.cli.base import AsJson, Usage, print_json

_SHOWN = 20  # disagreements that are printed without --json


def read_check(
    what: Annotated[str, typer.Argument(help="flowvqa: its topological questions.")],
    folder: Annotated[Path, typer.Argument(help="Folder of the data set, or one of its files.")],
    as_json: AsJson = False,
) -> None:
    """Answer the questions of a data set by algorithms, and compare the answers with its gold."""
    from graphicacy.read.corpus.flowvqa_check import compare_topological

    if what != "flowvqa":
        raise Usage(f"{what}: nothing of this name can be checked; choose flowvqa")
    found = compare_topological(folder).to_json()
    if as_json:
        print_json(found)
        return
    print(f"{'':20} {'asked':>7} {'agree':>7} {'differ':>7} {'unanswered':>11} {'agreement':>10}")
    for kind, counts in (*found["kinds"].items(), (f"all, {found['charts']:,} charts", found)):
        print(_row(kind, counts))
    for cause, count in found["causes"].items():
        print(f"unanswered, {cause}: {count}")
    _print_cases(found["disagreements"])


def _row(kind: str, counts: dict[str, Any]) -> str:
    share = "" if counts["agreement"] is None else f"{counts['agreement']:.2%}"
    numbers = f"{counts['asked']:7} {counts['agree']:7} {counts['differ']:7} {counts['unanswered']:11}"
    return f"{kind:20} {numbers} {share:>10}"


def _print_cases(cases: list[dict[str, Any]]) -> None:
    for case in cases[:_SHOWN]:
        line = f"{case['chart']}: {case['question']} gold {case['gold']}, ours {case['ours'][0]}"
        print("".join(character if character.isprintable() else " " for character in line))
    if len(cases) > _SHOWN:
        print(f"… and {len(cases) - _SHOWN} more: --json lists them all")
