"""``graphicacy train sft``, ``ablation`` and ``tiny``: fine-tune a model, see what it gained, try it without a GPU."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from graphicacy.cli.base import AsJson, print_json

if TYPE_CHECKING:
    from graphicacy.train.sft.recipe import Recipe

RecipeName = Annotated[
    str, typer.Option("--recipe", help="A TOML or JSON file; or qwen2.5-vl-7b-qlora, qwen3-vl-8b-lora, tiny.")
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="In place of the recipe's.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No word, and no bar, about what is done.")]
HeldOut = Annotated[
    list[Path] | None,
    typer.Option("--held-out", help="A dataset whose test diagrams may not be trained on either; again for more."),
]


def train_sft(
    recipe: RecipeName,
    data: Annotated[
        str,
        typer.Option("--data", help="Folder of a dataset; or Parquet of train export --format trl: s3://…/*.parquet."),
    ],
    run: Annotated[str, typer.Option("--run", help="Which run of the recipe: visual, curriculum, ….")],
    out: Annotated[Path, typer.Option("--out", help="Folder of the run; one that was cut off there goes on.")],
    seed: Seed = None,
    merge: Annotated[bool, typer.Option("--merge", help="Write the model with the adapter in it, too.")] = False,
    held_out: HeldOut = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Fine-tune a model by one run of a recipe."""
    from graphicacy.show import progress_of
    from graphicacy.train.libraries import processes
    from graphicacy.train.sft.run import model_of, train_run

    given = _recipe(recipe, seed)
    chosen, source = given.run(run), _source(given, data, held_out)
    base = model_of(given, out)
    with progress_of("updates", quiet or not processes().is_main_process) as progress:
        trained = train_run(given, chosen, source, out, base=base, merge=merge, progress=progress)
    if not processes().is_main_process:
        return
    if as_json:
        print_json(
            {
                "run": trained.name,
                "weights": str(trained.weights),
                "merged": None if trained.merged is None else str(trained.merged),
                "stages": list(trained.stages),
            }
        )
        return
    for stage in trained.stages:
        dropped = f", {stage['dropped']:,} too long" if stage.get("dropped") else ""
        examples = f"{stage['examples']:,} examples{dropped}, " if "examples" in stage else ""
        print(
            f"stage {stage['stage']}, {', '.join(stage['abilities'])}: {examples}{stage['updates']:,} updates, "
            f"mean loss {stage['loss']:.3f}, {stage['seconds']:,.0f} s"
        )
    print(trained.merged or trained.weights)


def train_ablation(
    recipe: RecipeName,
    data: Annotated[Path, typer.Option("--data", help="Folder of a dataset that read build has made.")],
    out: Annotated[Path, typer.Option("--out", help="Folder of the ablation; one that was cut off there goes on.")],
    runs: Annotated[
        list[str] | None, typer.Option("--run", help="Only this run of the recipe; give it again for more.")
    ] = None,
    seed: Seed = None,
    held_out: HeldOut = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Train each run of a recipe, ask the base and every run the test questions, and tell what was gained."""
    from graphicacy.diagram.cache import write_whole
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.report.training import ablation_latex, ablation_markdown
    from graphicacy.show import progress_of
    from graphicacy.train.sft.ablation import ablate

    given = _recipe(recipe, seed)
    with progress_of("updates", quiet) as progress:
        found = ablate(
            given,
            open_dataset(data),
            out,
            runs=runs or (),
            held_out=_held_out(held_out),
            say=(lambda _: None) if quiet else (lambda text: print(text, file=sys.stderr)),
            progress=progress,
        )
    write_whole(out / "ablation.md", ablation_markdown(found.model, found.rows).encode())
    write_whole(out / "ablation.tex", ablation_latex(found.rows).encode())
    if as_json:
        print_json(found.to_json())
        return
    from graphicacy.show_train import print_ablation

    print_ablation(found)
    for name in ("ablation.json", "ablation.md", "ablation.tex"):
        print(out / name)


def train_tiny(
    out: Annotated[Path, typer.Option("--out", help="A folder, new or empty.")],
    family: Annotated[str, typer.Option("--family", help="qwen3-vl | qwen2.5-vl.")] = "qwen3-vl",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the weights; the same gives the same bytes.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Make a tiny random vision-language model, to try a recipe on a laptop before renting a GPU."""
    from graphicacy.train.tiny import make_tiny

    count = make_tiny(out, family, seed=seed)
    if as_json:
        print_json({"folder": str(out), "family": family, "seed": seed, "parameters": count})
        return
    print(f"{out}: {count:,} parameters of the class of {family}")


def _recipe(name: str, seed: int | None) -> Recipe:
    from graphicacy.train.sft.recipe import read_recipe

    recipe = read_recipe(name)
    return recipe if seed is None else recipe.model_copy(update={"seed": seed})


def _source(recipe: Recipe, data: str, held_out: list[Path] | None) -> Any:
    from graphicacy.cli.base import Usage
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.train.sft.source import SplitSource
    from graphicacy.train.sft.streamed import StreamSource, is_streamed

    if not is_streamed(data):
        return SplitSource(open_dataset(Path(data)), recipe.convention, _held_out(held_out))
    if recipe.optimizer.steps is None:
        raise Usage(f"{data}: a stream has no end that is known; give the recipe steps")
    if held_out:
        raise Usage("--held-out: say so where the data is exported; a stream is taken as it is")
    return StreamSource(data)


def _held_out(folders: list[Path] | None) -> frozenset[str]:
    from graphicacy.read.dataset.load import open_dataset
    from graphicacy.train.held_out import tests_of

    return tests_of(open_dataset(folder) for folder in folders or ())
