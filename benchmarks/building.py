"""What building a dataset costs, by engine; ratios within one run.

Run: python benchmarks/building.py [DIAGRAMS]   (64 where nothing is said)

Each build is of small generated diagrams with both renderings, in a process of its own that is watched from outside:
*clock* and *CPU* are seconds from its start to its end, the CPU that of all its processes (Ray's too, where it works);
*peak* is the resident memory of the process that builds, and of all of them together, so that memory which they share
counts more than once. Ray works on a cluster that is there already, as it does for those who need one; what starting
one costs is a row of its own. Rounds are interleaved, and the best of each kind counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

TASKS = ("graph-parsing", "masked-subpath", "localization")
ROUNDS = 2
KINDS = {"here": ("here", 1), "pool of 1": ("pool", 1), "pool of 2": ("pool", 2), "Ray with 2 CPUs": ("ray", 2)}
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Cost(NamedTuple):
    clock: float
    cpu: float
    own: int  # bytes
    all: int  # bytes
    size: int  # bytes on disk


def build_one(engine: str, workers: int, count: int, out: str) -> None:
    """What the watched process does."""
    from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
    from graphicacy.read.dataset.build import build
    from graphicacy.read.dataset.plan import Plan

    source = GeneratedSource(3, 4 * count, knobs=Knobs(nodes=8, form=Form.WORKFLOW))
    build(Plan(3, count, count // 3, TASKS, (source,)), Path(out), engine=engine, workers=workers)


def measured(kind: str, count: int, cluster: int | None = None) -> Cost:
    """The cost of one build; with the processes of ``cluster`` where it is one on Ray."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, __file__, *map(str, KINDS[kind]), str(count), folder]
        roots = [cluster] if cluster else []
        before = sum(cpu for cpu, _ in tree(roots).values())
        start = time.perf_counter()
        seen: dict[int, float] = {}
        own = most = 0
        with subprocess.Popen(words) as process:
            while process.poll() is None:
                found = tree([process.pid, *roots])
                seen |= {pid: cpu for pid, (cpu, _) in found.items()}
                own = max(own, found.get(process.pid, (0, 0))[1])
                most = max(most, sum(memory for _, memory in found.values()))
                time.sleep(0.2)
        clock = time.perf_counter() - start
        if process.returncode:
            sys.exit(f"{kind}: the build failed")
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    return Cost(clock, sum(seen.values()) - before, own, most, size)


def tree(roots: list[int]) -> dict[int, tuple[float, int]]:
    """Seconds of CPU and resident bytes of processes and of all that they have started, by id."""
    parents: dict[int, list[int]] = {}
    facts: dict[int, tuple[float, int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            try:
                fields = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
            facts[int(entry.name)] = (int(fields[11]) + int(fields[12])) / _TICK, int(fields[21]) * _PAGE
    found = list(roots)
    for pid in found:
        found += parents.get(pid, [])
    return {pid: facts[pid] for pid in found if pid in facts and pid != os.getpid()}


def best(costs: list[Cost]) -> Cost:
    return Cost(*(min(values) for values in zip(*costs, strict=True)))


def report(costs: dict[str, Cost], count: int) -> None:
    print(f"### {count} diagrams, both renderings, best of {ROUNDS} rounds\n")
    print("| Engine | clock, s | CPU, s | diagrams per second | of CPU | peak of the parent, MB | of all, MB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for kind, c in costs.items():
        rates = f"{count / c.clock:.1f} | {count / c.cpu:.1f}"
        print(f"| {kind} | {c.clock:.1f} | {c.cpu:.1f} | {rates} | {c.own >> 20} | {c.all >> 20} |")
    pool = costs["pool of 2"]
    print(f"\nclock, here against pool of 2: {costs['here'].clock / pool.clock:.2f}")
    if ray := costs.get("Ray with 2 CPUs"):
        print(f"clock, Ray against pool, 2 CPUs: {ray.clock / pool.clock:.2f} (aim at most 1.15)")
        print(f"CPU, Ray against pool: {ray.cpu / pool.cpu:.2f}")
    print(f"on disk: {pool.size / count / 1000:.0f} kB per diagram")


def main(count: int = 64) -> None:
    cluster = started_cluster()
    kinds = [kind for kind in KINDS if cluster or not kind.startswith("Ray")]
    costs: dict[str, list[Cost]] = {kind: [] for kind in kinds}
    try:
        for _ in range(ROUNDS):
            for kind in kinds:
                costs[kind].append(measured(kind, count, cluster if "Ray" in kind else None))
        large = {
            kind: measured(kind, 4 * count, cluster if "Ray" in kind else None)
            for kind in kinds
            if kind.endswith(("of 2", "CPUs"))
        }
    finally:
        if cluster:
            import ray

            ray.shutdown()
    small = {kind: best(found) for kind, found in costs.items()}
    report(small, count)
    one, four = small["pool of 2"], large["pool of 2"]
    print(f"peak of the parent, {4 * count} diagrams against {count}: {four.own / one.own:.2f} (flat: about 1)")
    print(f"peak of all, the same: {four.all / one.all:.2f}")
    if cluster:
        more, most = (large[kind].cpu - small[kind].cpu for kind in ("pool of 2", "Ray with 2 CPUs"))
        print(f"CPU of each further diagram, Ray against pool: {most / more:.2f}")


def started_cluster() -> int | None:
    """Start a Ray cluster with two CPUs below this process; its id, or None where Ray is not installed."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        print("ray is not installed: the pool alone is measured\n")
        return None
    start = time.perf_counter()
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    os.environ["RAY_ADDRESS"] = ray.get_runtime_context().gcs_address
    print(f"starting Ray: {time.perf_counter() - start:.1f} s\n")
    return os.getpid()


if __name__ == "__main__":
    if len(sys.argv) == 5:
        build_one(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        main(*map(int, sys.argv[1:2]))
