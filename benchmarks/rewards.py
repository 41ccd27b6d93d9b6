"""Rewards per second on one core, beside what trainers run today, and what each gives for the same answers.

    python benchmarks/rewards.py [SECONDS]

READ beside a reward that compares JSON; DRAW beside rendering at a benchmark's size with OCR and the same scores.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

from graphicacy.diagram.engines import worker
from graphicacy.diagram.render import render
from graphicacy.draw.score import score_drawing
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.task import load_suite
from graphicacy.sight.gather import gather
from graphicacy.train.rewards.draw import draw_reward
from graphicacy.train.rewards.figure import reward_svg
from graphicacy.train.rewards.read import read_reward

GOLD = [f"Step {k}" for k in range(12)]
ANSWERS = (GOLD, GOLD[::-1], GOLD[:6], "none")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seconds", nargs="?", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    said = [f"I see.\n```json\n{json.dumps({'answer': answer})}\n```" for answer in ANSWERS]
    gold = json.dumps(GOLD)
    print("READ: right, right in another order, half, none")
    ours = rate(lambda text: read_reward(text, answer_type="nodes", gold=gold).value, said, seconds)
    told("read_reward", ours, ours)
    told("JSON compared", rate(compare_json, said, seconds), ours)
    tasks = load_suite()[::4]
    svgs = [(draw_control("reference", task).svg or "", task) for task in tasks]
    written = [(svg, task.model_dump_json(), task) for svg, task in svgs]
    print("DRAW: references")
    told("draw_reward, by the clock", rate(lambda o: draw_reward(o[0], task=o[1]).value, svgs, seconds), None)
    worker.confined = True  # all in this process, whose time is taken
    ours = rate(lambda one: json.loads(reward_svg(one[0], one[1]))["value"], written, seconds, time.process_time)
    told("the guarded work", ours, ours)
    told("rendering and OCR", rate(by_ocr, written, seconds, time.process_time), ours)


def compare_json(text: str) -> float:
    try:
        return float(json.loads(text.split("```json")[1].split("```")[0])["answer"] == GOLD)
    except (ValueError, IndexError, KeyError, TypeError):
        return 0.0


def by_ocr(one: tuple[str, str, Any]) -> float:
    score = score_drawing(one[2], gather(render(one[0], "svg")))
    return score.overall or 0.0


def rate(
    reward: Callable[[Any], float], inputs: list[Any], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, list[float]]:
    """Rewards per second, and the first of them."""
    values = [reward(one) for one in inputs[:4]]
    began, count = clock(), 0
    for one in islice(cycle(inputs), 1_000_000):
        reward(one)
        count += 1
        if clock() - began > seconds:
            break
    return count / (clock() - began), values


def told(name: str, found: tuple[float, list[float]], ours: tuple[float, list[float]] | None) -> None:
    ratio = f"{found[0] / ours[0]:8.2f} x" if ours else " " * 10
    print(f"{name:<28}{found[0]:>10,.1f} /s{ratio}   {', '.join(f'{v:.2f}' for v in found[1])}")


if __name__ == "__main__":
    main()
