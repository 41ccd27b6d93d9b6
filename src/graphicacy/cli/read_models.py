"""``graphicacy read …`` that asks language models."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from graphicacy.cli.base import AsJson, Usage, arguments, print_json

Model = Annotated[str, typer.Option("--model", help="An Inspect model: openai/…, anthropic/…, gguf/FILE, ….")]
ModelArgs = Annotated[
    list[str] | None, typer.Option("-M", "--model-arg", help="KEY=VALUE for the model, such as base_url=….")
]
Connections = Annotated[int, typer.Option("--max-connections", min=1, help="Requests at a time.")]
TimeLimit = Annotated[int | None, typer.Option("--time-limit", min=1, help="Seconds for one answer with its retries.")]
Retries = Annotated[int, typer.Option("--retries", min=0, help="Requests after one that failed.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bar.")]


def read_synthesize(
    model: Model,
    out: Annotated[Path, typer.Option("--out", help="Folder of the graphs; an unfinished run there goes on.")],
    problems: Annotated[
        Path | None, typer.Option("--problems", help="Your own, JSON or JSONL; those of the package otherwise.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", min=1, help="As many, as unlike as can be; else all.")] = None,
    embedding: Annotated[str, typer.Option("--embedding", help="tfidf | minilm | wordllama.")] = "tfidf",
    model_args: ModelArgs = None,
    max_connections: Connections = 8,
    time_limit: TimeLimit = None,
    retries: Retries = 6,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Have a language model transcribe problems into graphs, kept only where its Mermaid and its DOT agree."""
    from graphicacy.evals.transcribe import synthesize
    from graphicacy.read.corpus.embed import EMBEDDINGS

    if embedding not in EMBEDDINGS:
        raise Usage(f"--embedding {embedding}: choose one of {', '.join(EMBEDDINGS)}")
    with stoppable():
        found = synthesize(
            model,
            out,
            problems=problems,
            count=count,
            embedding=embedding,
            model_args=arguments(model_args),
            max_connections=max_connections,
            time_limit=time_limit,
            retries=retries,
            progress=not quiet,
        )
    if as_json:
        print_json(found.to_json())
    else:
        print(f"{out}: graphs of {found.accepted} of {len(found.choice.problems)} problems")
        _print_counts("rejected", found.rejected)
        if count is not None:
            radius, random = found.choice.radius, found.choice.random
            print(f"covering radius {radius:.3f}, of as many chosen at random {random:.3f}")
    for line in found.failures:
        print(line, file=sys.stderr)
    raise typer.Exit(found.exit_code)


def read_reword(
    data: Annotated[Path, typer.Option("--data", help="Folder of a dataset that read build has made.")],
    model: Model,
    candidates: Annotated[int, typer.Option("--candidates", min=1, max=50, help="Wordings asked for at a time.")] = 4,
    model_args: ModelArgs = None,
    max_connections: Connections = 8,
    time_limit: TimeLimit = None,
    retries: Retries = 6,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Have a language model word the questions of a dataset anew, kept only where exactly the same is asked."""
    from graphicacy.evals.wording import reword

    with stoppable():
        found = reword(
            data,
            model,
            candidates=candidates,
            model_args=arguments(model_args),
            max_connections=max_connections,
            time_limit=time_limit,
            retries=retries,
            progress=not quiet,
        )
    if as_json:
        print_json(found.to_json())
    else:
        print(f"{data}: {found.reworded} of {found.questions} questions in language have new words")
        _print_counts("candidates rejected", found.rejected)
        _print_counts("questions not asked about", found.kept)
    for line in found.failures:
        print(line, file=sys.stderr)
    raise typer.Exit(found.exit_code)


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C says how far the run came."""
    from graphicacy.evals import RunStopped

    try:
        yield
    except RunStopped as stopped:
        print(stopped, file=sys.stderr)
        raise typer.Exit(130) from None


def _print_counts(what: str, counts: Mapping[str, int]) -> None:
    if counts:
        print(f"{what}: {', '.join(f'{cause} {number}' for cause, number in counts.items())}")
