"""``graphicacy trust study …``: people rate drawings, without knowing which system drew them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Suite, Usage, print_json

study = typer.Typer(
    help="The rater study: sample drawings, have people rate them, take the ratings out.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Folder = Annotated[Path, typer.Argument(help="Folder of a study.")]
Database = Annotated[
    str | None,
    typer.Option("--database", help="postgresql://user@host/name, for many raters at once; else study.db in FOLDER."),
]
_MOST_RATERS = 1_000


@study.command("new")
def study_new(
    runs: Annotated[list[Path], typer.Argument(help="Folders of draw runs.")],
    out: Annotated[Path, typer.Option("--out", help="Folder of the study, new or empty.")],
    items: Annotated[int, typer.Option("--items", min=1, help="How many drawings are rated.")],
    raters: Annotated[int | None, typer.Option("--raters", min=1, max=_MOST_RATERS, help="How many rate.")] = None,
    names: Annotated[
        list[str] | None, typer.Option("--rater", help="A rater's name, instead of --raters; give it again for more.")
    ] = None,
    per_item: Annotated[int, typer.Option("--per-item", min=1, help="Raters per drawing.")] = 3,
    repeats: Annotated[
        float, typer.Option("--repeats", min=0, max=1, help="Share of a rater's drawings that is shown again.")
    ] = 0.1,
    title: Annotated[str, typer.Option("--title", help="What raters see as its name.")] = "Rating of drawings",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the sample and of every order.")] = 0,
    suite: Suite = None,
    as_json: AsJson = False,
) -> None:
    """Draw a sample of drawings, stratified and without names, and share it out among raters."""
    from dataclasses import asdict

    from graphicacy.draw.task import load_suite
    from graphicacy.show_trust_study import print_balance
    from graphicacy.trust.study.balance import balance
    from graphicacy.trust.study.package import new_study

    if (raters is None) == (not names):
        raise Usage("give either --raters N, or --rater NAME once for each")
    made = new_study(
        runs,
        out,
        load_suite(suite),
        raters=names or [f"Rater {n}" for n in range(1, (raters or 0) + 1)],
        items=items,
        per_item=per_item,
        repeats=repeats,
        seed=seed,
        title=title,
    )
    for warning in made.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    plan = balance(made.study)
    for note in plan.notes:
        print(f"note: {note}", file=sys.stderr)
    if as_json:
        print_json({"folder": str(out), "links": str(made.links), **asdict(plan)})
        return
    print_balance(plan)
    print(f"{made.links}: the personal link of each rater; keep it secret")
    print(f"graphicacy trust study serve {out}")


@study.command("serve")
def study_serve(
    folder: Folder,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 8000,
    database: Database = None,
) -> None:
    """Serve the pages on which raters work."""
    from graphicacy.trust.study.app import serve

    serve(folder, host=host, port=port, database=database)


@study.command("export")
def study_export(
    folder: Folder,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write.")],
    format_: Annotated[str, typer.Option("--format", help="csv | label-studio.")] = "csv",
    database: Database = None,
) -> None:
    """Write the ratings given so far, and the errors that raters marked."""
    if format_ not in ("csv", "label-studio"):
        raise Usage(f"--format {format_}: choose csv or label-studio")
    from graphicacy.trust.study.folder import open_study

    record, store = open_study(folder, database)
    try:
        answers = store.answers()
    finally:
        store.close()
    if not answers:
        raise Usage(f"{folder}: no drawing has been rated yet")
    if format_ == "csv":
        from graphicacy.trust.study.export import ratings_csv, tags_csv

        texts = {out: ratings_csv(record, answers), out.with_name(f"{out.stem}-tags.csv"): tags_csv(record, answers)}
    else:
        from graphicacy.trust.study.label_studio import label_studio_config, label_studio_json

        texts = {
            out: label_studio_json(record, answers),
            out.with_name(f"{out.stem}-interface.xml"): label_studio_config(),
        }
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
        print(path)
    print(f"{len(answers)} of {len(record.assignments)} places are rated", file=sys.stderr)
