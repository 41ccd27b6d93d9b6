"""Teach a model to read diagrams by rewards: the grader of the benchmark says how good each answer is.

python examples/grpo_read.py MODEL DATASET OUT --steps 200

MODEL is a folder or a name on the hub; DATASET is a folder that ``graphicacy read build`` has made.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

from graphicacy.read.boxes import family_of
from graphicacy.read.dataset.load import open_dataset
from graphicacy.train.grpo import GRPO, rows_of, train_grpo
from graphicacy.train.local_model import Loading, open_model
from graphicacy.train.rewards.trl import read_answers
from graphicacy.train.sources import examples_of


def main() -> None:
    """Train, and print the mean reward of each update."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("model")
    given.add_argument("dataset", type=Path)
    given.add_argument("out", type=Path)
    given.add_argument("--steps", type=int, default=200)
    given.add_argument("--group", type=int, default=8, help="answers to a question that are compared")
    given.add_argument("--max-tokens", type=int, default=512)
    given.add_argument("--examples", type=int, default=1000)
    given.add_argument("--precision", choices=("bfloat16", "float32"), default="bfloat16")
    args = given.parse_args()

    local = open_model(args.model, Loading(args.precision), to_train=True)
    examples = examples_of(open_dataset(args.dataset), boxes=family_of(args.model))
    settings = GRPO(args.steps, group=args.group, max_tokens=args.max_tokens, precision=args.precision)
    log = train_grpo(local, rows_of(islice(examples, args.examples)), [read_answers], args.out, settings)
    for line in log:
        print(f"update {line['step']}: mean reward {line['reward']:.3f}")
    print(log[-1]["counts"])


if __name__ == "__main__":
    main()
