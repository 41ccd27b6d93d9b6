"""What a study's store must do on any database: called with an SQLite file and with PostgreSQL."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from graphicacy.trust.study.store import Conflict, Store, open_store, token_hash
from small_study import RATINGS, small_study

Where = str | Path
T = TypeVar("T")

_LOOP = """
import sys
from graphicacy.trust.study.store import Conflict, open_store
where, rater, place, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
store, based_on = open_store(where), 0
for n in range(count):
    while True:
        try:
            answer = store.save(rater, place, dict(TF=1, SC=2, SQ=3, CA=4), f"{name} {n}", based_on=based_on)
        except Conflict as conflict:
            based_on = conflict.current.revision
            continue
        break
    based_on = answer.revision
    print(answer.revision, answer.note, flush=True)
"""


def prepared(where: Where, raters: int = 3, places: int = 6) -> Store:
    """A store of a small study; the token of r1 is "token r1"."""
    store = open_store(where)
    study = small_study(raters=raters, places=places)
    store.prepare(study, {rater.id: token_hash(f"token {rater.id}") for rater in study.raters})
    return store


def one_of_many_tabs_wins(store: Store) -> None:
    """Of saves that all saw nothing, one is kept, and the others are told which."""

    def save(n: int) -> str:
        try:
            return store.save("r1", 1, RATINGS, f"tab {n}", based_on=0).note
        except Conflict as conflict:
            return f"not {conflict.current and conflict.current.note}"

    said = in_threads(save, 12)
    kept = store.answer("r1", 1)
    assert kept is not None
    assert kept.revision == 1
    assert sorted(said) == sorted([kept.note] + [f"not {kept.note}"] * 11)


def a_submit_sent_many_times_is_saved_once(store: Store) -> None:
    """Even where the copies arrive at once."""
    answers = in_threads(lambda _: store.save("r1", 2, RATINGS, "same", based_on=0, client="submit-1"), 12)
    assert len(set(map(str, answers))) == 1
    assert [answer.revision for answer in store.history() if answer.place == 2] == [1]


def nothing_is_lost_among_processes(where: Where, store: Store) -> None:
    """What each process was told is what is there: no revision twice, none missing."""
    running = [writer(where, "r2", 3, f"p{n}", 25) for n in range(3)]
    told = [line.strip() for process in running for line in process.communicate(timeout=60)[0].splitlines()]
    kept = [f"{answer.revision} {answer.note}" for answer in store.history() if answer.place == 3]
    assert len(told) == 75
    assert sorted(told) == sorted(kept)
    assert sorted(int(line.split()[0]) for line in kept) == list(range(1, 76))


def a_killed_writer_loses_nothing(where: Where, store: Store) -> None:
    """SIGKILL while it saves: all that it was told is there, and the place takes new answers at once."""
    process = writer(where, "r3", 1, "victim", 100_000)
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    told += [line.strip() for line in process.communicate(timeout=30)[0].splitlines() if line.endswith("\n")]
    kept = [f"{answer.revision} {answer.note}" for answer in store.history() if answer.rater == "r3"]
    assert process.returncode == -signal.SIGKILL
    assert kept[: len(told)] == told
    assert len(kept) <= len(told) + 1  # the one that was under way may be there as well
    assert store.save("r3", 1, RATINGS, "after", based_on=len(kept)).revision == len(kept) + 1


def writer(where: Where, rater: str, place: int, name: str, count: int) -> subprocess.Popen[str]:
    """A process that saves again and again, and prints what it was told was saved."""
    words = [sys.executable, "-c", _LOOP, str(where), rater, str(place), name, str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def in_threads(work: Callable[[int], T], count: int) -> list[T]:
    """What ``count`` calls at once give."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))
