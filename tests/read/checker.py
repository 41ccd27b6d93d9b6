"""An independent checker of questions: every answer again, from the source text, the scene and the picture alone.

    python tests/read/checker.py DATASET [--count 1000] [--task T ...]

It shares no code with what made the questions: sources, graphs, geometry and colours are read by its own, simpler
means. What those cannot decide (a construct of a source, a thicket of paths, a colour between two names) is counted as
unchecked, by cause.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from read.checker_case import Case, Unchecked, Wrong, expect
from read.checker_graphs import check_code, check_masked, check_parsing, check_query
from read.checker_queries import TooMany
from read.checker_sources import Unreadable, read_mermaid
from read.checker_visual import check_attributes, check_comparison, check_layout, check_localization, check_position

CHECKS: dict[str, Callable[[Case], None]] = {
    "graph-parsing": check_parsing,
    "graph-to-code": check_code,
    "masked-subpath": check_masked,
    "edge-layout": check_layout,
    "structure-comparison": check_comparison,
    "localization": check_localization,
    "position-awareness": check_position,
    "visual-attributes": check_attributes,
    **dict.fromkeys(("semantic", "semantic-rewrite", "comprehensive"), check_query),
    **dict.fromkeys(("comprehensive-semantic", "comprehensive-rewrite"), check_query),
}


def check(case: Case) -> None:
    """Raises ``Wrong`` or ``Unchecked``; returns where the answer is what the checker finds."""
    check_sources(case)
    try:
        CHECKS[case.question["task"]](case)
    except TooMany:
        raise Unchecked("too many paths") from None


def check_sources(case: Case) -> None:
    """Both sources are one graph."""
    try:
        other = read_mermaid(case.mermaid)
    except Unreadable:
        return
    expect(other.summary() == case.source.summary(), "Mermaid and DOT are two graphs")


def cases_of(folder: Path, tasks: Sequence[str], count: int) -> Iterator[Case]:
    """Up to ``count`` questions of each task, drawn at random, always the same."""
    import pyarrow.parquet as pq

    diagrams = {row["id"]: row for row in pq.read_table(folder / "diagrams.parquet").to_pylist()}
    by_task: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in pq.read_table(folder / "questions.parquet").to_pylist():
        by_task[row["task"]].append(row)
    for task in sorted(by_task):
        if tasks and task not in tasks:
            continue
        rows = sorted(by_task[task], key=lambda row: str(row["id"]))
        for row in random.Random(0).sample(rows, min(count, len(rows))):
            diagram = diagrams[row["diagram"]]
            drawn = next(r for r in diagram["renderings"] if r["name"] == row["rendering"])
            question = row | {name: json.loads(row[name]) for name in ("answer", "arguments", "rubric")}
            pictures = [(folder / name).read_bytes() for name in row["images"]]
            scene, meanings = json.loads(drawn["scene"]), json.loads(diagram["meanings"])
            yield Case(question, diagram["mermaid"], diagram["dot"], scene, pictures, meanings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--task", action="append", default=[])
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    causes: Counter[str] = Counter()
    for case in cases_of(options.folder, options.task, options.count):
        task = case.question["task"]
        try:
            check(case)
            counts[task]["agrees"] += 1
        except Wrong as error:
            counts[task]["differs"] += 1
            print(f"{case.question['id']}: {error}\n  {case.question['question']}\n  {case.answer}")
        except Unchecked as error:
            counts[task]["unchecked"] += 1
            causes[f"{task}: {error}"] += 1
    print(f"{'task':26}{'agrees':>9}{'differs':>9}{'unchecked':>11}")
    for task, found in sorted(counts.items()):
        print(f"{task:26}{found['agrees']:>9,}{found['differs']:>9,}{found['unchecked']:>11,}")
    for cause, times in causes.most_common(20):
        print(f"unchecked {times:>6,}  {cause}")
    raise SystemExit(1 if any(found["differs"] for found in counts.values()) else 0)


if __name__ == "__main__":
    main()
