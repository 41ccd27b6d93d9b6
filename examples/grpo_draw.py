"""Teach a model to draw diagrams by rewards: what it writes is drawn, and what is drawn is measured.

python examples/grpo_draw.py MODEL OUT --steps 200 --medium mermaid

MODEL is a folder or a name on the hub. What is to be drawn is made here.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from graphicacy.train.grpo import GRPO, drawings_of, train_grpo
from graphicacy.train.local_model import Loading, open_model
from graphicacy.train.rewards.draw import MEDIA
from graphicacy.train.rewards.trl import draw_figures


def main() -> None:
    """Train, and print the mean reward of each update."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("model")
    given.add_argument("out", type=Path)
    given.add_argument("--steps", type=int, default=200)
    given.add_argument("--group", type=int, default=8, help="drawings of a task that are compared")
    given.add_argument("--max-tokens", type=int, default=2048)
    given.add_argument("--tasks", type=int, default=1000)
    given.add_argument("--medium", choices=MEDIA, default="svg")
    given.add_argument("--precision", choices=("bfloat16", "float32"), default="bfloat16")
    args = given.parse_args()

    local = open_model(args.model, Loading(args.precision), to_train=True)
    settings = GRPO(args.steps, group=args.group, max_tokens=args.max_tokens, precision=args.precision)
    log = train_grpo(local, drawings_of(args.tasks, args.medium), [draw_figures], args.out, settings)
    for line in log:
        print(f"update {line['step']}: mean reward {line['reward']:.3f}")
    print(log[-1]["counts"])


if __name__ == "__main__":
    main()
