"""``graphicacy trust agreement``: how far raters agree, and how far automatic scores follow them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, print_json

if TYPE_CHECKING:
    from graphicacy.trust.study.record import Study

_LEVELS = ("nominal", "ordinal", "interval", "ratio")
_MOST_RESAMPLES = 100_000
_SCALE = re.compile(r"([+-]?[0-9.]+) *(?:-|–|:|\.\.) *([+-]?[0-9.]+)")


def trust_agreement(
    ratings: Annotated[Path, typer.Argument(help="CSV, long or wide, or an export of Label Studio; see the docs.")],
    level: Annotated[
        str, typer.Option("--level", help="Level of measurement: ordinal | interval | nominal | ratio.")
    ] = "ordinal",
    scale: Annotated[
        str | None,
        typer.Option("--scale", help="Range of ratings, such as 1-5, or any; 1-5 for TF, SC, SQ, CA otherwise."),
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option("--study", help="Folder of the study: checks ids, adds the automatic scores and tasks."),
    ] = None,
    resamples: Annotated[
        int, typer.Option("--resamples", min=1, max=_MOST_RESAMPLES, help="Bootstrap resamples for the intervals.")
    ] = 2000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the resampling.")] = 0,
    as_json: AsJson = False,
) -> None:
    """How far raters agree, dimension by dimension, and how far automatic scores follow them."""
    if level not in _LEVELS:
        raise Usage(f"--level {level}: choose one of {', '.join(_LEVELS)}")
    limits = _limits(scale)
    from graphicacy.trust.ratings import agreement, read_ratings

    read = read_ratings(ratings, limits, _study(study))
    found = agreement(read, level, resamples, seed)  # type: ignore[arg-type]
    print(f"{ratings}: {read.form}", file=sys.stderr)
    if as_json:
        print_json(found.to_json())
    else:
        from graphicacy.show_trust_agreement import print_agreement

        print_agreement(found)
    for line in found.warnings:
        print(f"warning: {ratings}: {line}", file=sys.stderr)


def _limits(text: str | None) -> tuple[float, float] | None:
    """The least and the greatest rating that ``--scale`` allows."""
    from graphicacy.trust.ratings import ANY_SCALE

    if text is None:
        return None
    if text.strip().casefold() == "any":
        return ANY_SCALE
    match = _SCALE.fullmatch(text.strip())
    try:
        low, high = map(float, match.groups()) if match else (1.0, 0.0)
    except ValueError:
        low, high = 1.0, 0.0
    if low >= high:
        raise Usage(f"--scale {text}: write the least and the greatest rating, such as 1-5 or 0-100, or any")
    return low, high


def _study(folder: Path | None) -> Study | None:
    if folder is None:
        return None
    from graphicacy.trust.study.folder import read_study

    return read_study(folder)
