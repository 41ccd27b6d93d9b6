"""CPU seconds to sum up, compare, rank and analyse the graded answers of several systems.

    python benchmarks/scores.py [COUNT] [SYSTEMS]

COUNT answers (default 100,000) of each of SYSTEMS (default 5), 20 about each diagram on pictures of two engines, in
the shares of tasks of a dataset.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from graphicacy.read.question import AnswerType
from graphicacy.read.record import ReadResult
from graphicacy.read.taxonomy import LEAVES
from graphicacy.trust.reading import compare, leaderboard, summarize
from graphicacy.trust.reading.analyses import ANALYSES

T = TypeVar("T")

STATUSES = ("ok", "repaired", "unparseable", "refused", "failed")
SHARES = (0.9, 0.04, 0.03, 0.02, 0.01)
PER_DIAGRAM = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=100_000)
    parser.add_argument("systems", nargs="?", type=int, default=5)
    options = parser.parse_args()
    runs = [answers(f"system {k}", options.count, seed=k) for k in range(options.systems)]
    everything = [result for run in runs for result in run]
    print(f"{options.count:,} answers of each of {options.systems} systems")
    timed("summarize, each", lambda: [summarize(run) for run in runs])
    if len(runs) > 1:
        timed("compare, one pair", lambda: compare(runs[0], runs[1]))
    timed("leaderboard", lambda: leaderboard(everything))
    for name, analysis in ANALYSES.items():
        timed(name, lambda analysis=analysis: analysis(everything))


def answers(system: str, count: int, seed: int) -> list[ReadResult]:
    """Answers of a system, better for a higher seed; which questions are asked does not depend on it."""
    asked, said = np.random.default_rng(0), np.random.default_rng(seed + 1)
    leaves = list(LEAVES.values())
    tasks = asked.integers(len(leaves), size=count)
    statuses = said.choice(len(STATUSES), size=count, p=SHARES)
    scores = said.beta(3 + 0.1 * seed, 1.5, size=count)
    results = []
    for k in range(count):
        leaf = leaves[tasks[k // 2 * 2]]
        graded = statuses[k] < 2
        score = float(scores[k])
        details = {"node_f1": score, "edge_f1": score**2, "f1_fuzzy": score, "over_refused": score < 0.1}
        results.append(
            ReadResult(
                id=f"q{k // 2}@{'mermaid' if k % 2 else 'graphviz'}",
                key=f"q{k // 2}",
                task=leaf.name,
                variant=list(leaf.variants)[k // 2 % len(leaf.variants)],
                answer_type=AnswerType.GRAPH if leaf.code in ("S1", "S2") else AnswerType.NODES,
                gold=["A"],
                diagram=f"d{k // PER_DIAGRAM}",
                rendering="mermaid" if k % 2 else "graphviz",
                difficulty="easy",
                asks=f"a{k // 8}",
                nodes=4 + k // PER_DIAGRAM % 40,
                system=system,
                status=STATUSES[statuses[k]],
                score=score if graded else None,
                strict=float(score > 0.9) if graded else None,
                details=details if graded else {},
            )
        )
    return results


def timed(name: str, run: Callable[[], T]) -> T:
    start = time.process_time()
    found = run()
    print(f"{name:<24}{time.process_time() - start:8.2f} s")
    return found


if __name__ == "__main__":
    main()
