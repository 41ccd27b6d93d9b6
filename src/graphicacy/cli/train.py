"""``graphicacy train …``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, print_json
from graphicacy.cli.train_sft import train_ablation, train_sft, train_tiny

if TYPE_CHECKING:
    from graphicacy.train.export import Made

train = typer.Typer(help="Train: data, rewards, recipes.", no_args_is_help=True, rich_markup_mode=None)


@train.command("export")
def train_export(
    to: Annotated[str, typer.Option("--format", help="trl | llamafactory | swift | qwenvl | verifiers | easyr1.")],
    out: Annotated[Path, typer.Option("--out", help="A folder, new or empty.")],
    data: Annotated[
        Path | None,
        typer.Option("--data", help="A dataset, of whose train split the examples are; they are made otherwise."),
    ] = None,
    abilities: Annotated[
        list[str] | None,
        typer.Option(
            "--abilities",
            help="What they are about: structural, visual, semantic, comprehensive, a task's name or code; with "
            "shares: structural=0.5,C1=2; give it again for more; all alike otherwise.",
        ),
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", min=1, help="Examples; all of the dataset's otherwise.")
    ] = None,
    order: Annotated[str, typer.Option("--order", help="shuffled | curriculum.")] = "shuffled",
    replay: Annotated[
        float, typer.Option("--replay", help="Share of each later part of a curriculum that is of earlier ones.")
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", help="Another seed makes other diagrams, and another order.")] = 0,
    boxes: Annotated[
        str, typer.Option("--boxes", help="How the model writes boxes: neutral, qwen2.5-vl, qwen3-vl, ….")
    ] = "neutral",
    held_out: Annotated[
        list[Path] | None,
        typer.Option("--held-out", help="A dataset on which the model will be measured; give it again for more."),
    ] = None,
    max_length: Annotated[
        int | None,
        typer.Option("--max-length", min=64, help="Leave out what is longer, in tokens, pictures too; an estimate."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write training examples for a trainer, from a dataset or made afresh; never about a diagram that is for tests."""
    from graphicacy.read.boxes import FAMILIES
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.train.export import Wanted, export
    from graphicacy.train.mix import ORDERS

    if order not in ORDERS:
        raise Usage(f"--order {order}: choose one of {', '.join(ORDERS)}")
    if boxes not in FAMILIES:
        raise Usage(f"--boxes {boxes}: choose one of {', '.join(FAMILIES)}")
    wanted = Wanted(tuple(abilities or ()), count, order, replay, seed, FAMILIES[boxes], max_length)
    dataset = open_dataset(data) if data is not None else None
    made = export(to, out, wanted, dataset, [open_dataset(folder) for folder in held_out or ()])
    for line in made.notes:
        print(line, file=sys.stderr)
    if as_json:
        print_json({"out": str(out), **made.counts()})
        return
    _print(out, made)


def _print(out: Path, made: Made) -> None:
    print(f"{out}: {made.rows:,} rows")
    for leaf, count in made.leaves.items():
        print(f"{count:7,}  {leaf}")
    for part in made.parts[1:]:
        print(f"{part.replayed:7,}  repeated before {part.name}")
    for cause, count in made.refused.items():
        print(f"{count:7,}  refused: {cause}")


train.command("sft")(train_sft)
train.command("ablation")(train_ablation)
train.command("tiny")(train_tiny)
