"""Raters at work on the study's server, on loopback: how long a page, a picture and a save take, and what is lost.

    python benchmarks/raters.py [RATERS] [ANSWERS] [--think SECONDS] [--postgres]

RATERS (default 50) log in, load each page and its picture, think for a random time about SECONDS (default 2), and save;
ANSWERS (default 10) each. Afterwards every acknowledged answer is looked for in the store. A person thinks for a minute
or so: 2 s is as if 1,500 worked. With --think 0 the server is saturated. --postgres starts a server of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import ssl
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path

import httpx
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from graphicacy.trust.study.folder import open_study
from graphicacy.trust.study.package import new_study
from postgres import running_postgres
from report.synthetic_runs import SUITE
from running_study import Served, served
from small_study import drawn_run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("raters", nargs="?", type=int, default=50)
    parser.add_argument("answers", nargs="?", type=int, default=10)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, running_postgres() if options.postgres else nullcontext() as url:
        folder = Path(scratch) / "study"
        run = drawn_run(Path(scratch) / "run", tasks=SUITE)
        names = [f"R{n}" for n in range(options.raters)]
        new_study([run], folder, SUITE, raters=names, items=options.answers, per_item=options.raters, repeats=0)
        with served(folder, *(["--database", url] if url else [])) as server:
            spent, kept, seconds = asyncio.run(work(server, options.answers, options.think))
        lost = missing(folder, url, kept)
    where = "PostgreSQL" if url else "SQLite"
    print(f"{options.raters} raters, {options.think:g} s of thought, {where}: {len(kept)} answers in {seconds:.1f} s")
    print(f"{'request':10} {'n':>6} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8}")
    for kind, times in [*spent.items(), ("all", [t for some in spent.values() for t in some])]:
        p50, p95, p99 = 1000 * np.percentile(times, [50, 95, 99])
        print(f"{kind:10} {len(times):6} {p50:8.1f} {p95:8.1f} {p99:8.1f}")
    print(f"lost: {len(lost)} of {len(kept)} acknowledged answers")
    if lost:
        sys.exit(1)


Kept = set[tuple[str, int]]
UNUSED = ssl.create_default_context()  # else each client makes its own, and 50 of them hold up what is timed


async def work(server: Served, answers: int, think: float) -> tuple[dict[str, list[float]], Kept, float]:
    spent: dict[str, list[float]] = defaultdict(list)
    kept: Kept = set()
    start = time.perf_counter()
    await asyncio.gather(*(rate(server, rater, answers, think, spent, kept) for rater in server.links))
    return spent, kept, time.perf_counter() - start


async def rate(
    server: Served, rater: str, answers: int, think: float, spent: dict[str, list[float]], kept: Kept
) -> None:
    dice = random.Random(rater)
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(timeout=60, limits=limits, verify=UNUSED) as client:

        async def timed(kind: str, method: str, address: str, **more: object) -> httpx.Response:
            before = time.perf_counter()
            reply = await client.request(method, address, **more)  # type: ignore[arg-type]
            spent[kind].append(time.perf_counter() - before)
            return reply

        await asyncio.sleep(dice.uniform(0, think))
        await timed("log in", "GET", server.links[rater])
        for place in range(1, answers + 1):
            address = f"{server.address}/rate/{place}"
            page = (await timed("page", "GET", address)).text
            picture = re.search(r'src="(/picture/[^"]+)"', page)
            assert picture is not None
            await timed("picture", "GET", server.address + picture[1])
            await asyncio.sleep(dice.uniform(0.5, 1.5) * think)
            fields = dict(
                re.findall(r'name="(csrf|based_on|client)" value="([^"]*)"', page[page.index('id="answer"') :])
            )
            ratings = {f"rating-{name}": str(dice.randint(1, 5)) for name in ("TF", "SC", "SQ", "CA")}
            reply = await timed("save", "POST", address, data={**fields, **ratings})
            if reply.status_code == 303:
                kept.add((rater, place))


def missing(folder: Path, url: str | None, kept: Kept) -> Kept:
    _, store = open_study(folder, url)
    found = {(answer.rater, answer.place) for answer in store.answers()}
    store.close()
    return kept - found


if __name__ == "__main__":
    main()
