"""Progress of a run: a bar with rate and time left on stderr, or a function of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

__all__ = ["Listener", "Outcome", "listening", "progress_bar", "reported", "tick"]

Outcome = Literal["ok", "failed"]
Listener = Callable[[Outcome], None]

_listener: ContextVar[Listener | None] = ContextVar("graphicacy_listener", default=None)


def tick(outcome: Outcome) -> None:
    """Says that one sample has ended."""
    listener = _listener.get()
    if listener is not None:
        listener(outcome)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Calls ``listener`` for every sample that ends within the block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def progress_bar(total: int, done: int, label: str) -> Iterator[Listener]:
    """A bar over ``total`` samples of which ``done`` were there before; the rate counts only the others."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failed]}"),
        console=Console(stderr=True),
        transient=False,
    )
    with bar:
        line = bar.add_task(label, total=total, completed=done, rate="", failed="")
        failed = 0

        def listener(outcome: Outcome) -> None:
            nonlocal failed
            failed += outcome == "failed"
            bar.advance(line)
            speed = bar.tasks[0].speed
            rate = f"{speed:.1f}/s" if speed and speed >= 1 else f"{60 * speed:.1f}/min" if speed else ""
            bar.update(line, rate=rate, failed=f"{failed} failed" if failed else "")

        yield listener


@contextmanager
def reported(progress: bool | Listener, total: int, done: int, label: str) -> Iterator[Listener]:
    """What to call for every item that ends: ``progress`` itself, else that of a bar, else what says nothing."""
    if callable(progress):
        yield progress
    elif progress:
        with progress_bar(total, done, label) as listener:
            yield listener
    else:
        yield lambda outcome: None
