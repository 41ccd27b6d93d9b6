"""What the commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Suite = Annotated[Path | None, typer.Option("--suite", help="Your own suite: a JSON file or a folder of them.")]


class Usage(ValueError):
    """Bad input, told in one line."""


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def check_format(notation: str | None) -> None:
    """Refuse a ``--format`` that there is not."""
    from graphicacy.diagram.files import SOURCES

    if notation is not None and notation not in SOURCES:
        raise Usage(f"--format {notation}: choose one of {', '.join(SOURCES)}")


def arguments(pairs: list[str] | None) -> dict[str, Any]:
    """KEY=VALUE options; a value that is a JSON number or boolean is taken for one."""
    found: dict[str, Any] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise Usage(f"{pair}: write KEY=VALUE")
        try:
            found[key] = json.loads(value)
        except json.JSONDecodeError:
            found[key] = value
    return found
