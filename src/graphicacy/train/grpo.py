"""Reinforcement learning with verifiable rewards, by TRL's GRPO trainer: the settings that matter here, and a log.

What the rewards are is in ``train.rewards``. Questions come from ``train export --format trl``, or from ``rows_of``;
tasks to draw from ``drawings_of``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from graphicacy.draw.systems.code import code_prompt
from graphicacy.train.example import Example
from graphicacy.train.export.trl import row_of
from graphicacy.train.local_model import LocalModel, images_of
from graphicacy.train.rewards import COUNTS
from graphicacy.train.rewards.draw import Medium
from graphicacy.train.rewards.tasks import draw_tasks

__all__ = ["GRPO", "drawings_of", "rows_of", "train_grpo"]

RewardFunction = Callable[..., Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class GRPO:
    """Settings: of each prompt ``group`` answers of up to ``max_tokens`` are compared; an update is on ``prompts``."""

    steps: int
    group: int = 8
    prompts: int = 1
    max_tokens: int = 512
    learning_rate: float = 1e-5
    temperature: float = 1.0
    seed: int = 0
    precision: Literal["bfloat16", "float32"] = "bfloat16"
    rank: int | None = 16  # of the adapter; None: all weights are trained


def train_grpo(
    local: LocalModel, rows: Any, rewards: Sequence[RewardFunction], out: Path, given: GRPO
) -> list[dict[str, Any]]:
    """Train a model on rewards; what it learnt is in ``out / "weights"``.

    Args:
        local: a model that was opened ``to_train``.
        rows: a ``datasets.Dataset`` with ``prompt``, ``images`` if it has pictures, and the columns of the rewards.
        rewards: functions of ``train.rewards.trl``. One that gives None for a row is left out of its sum.
        out: a folder. ``log.jsonl`` in it has a line an update: ``step``, ``reward`` (the mean), ``reward_std``,
            ``loss``, and the mean of each reward function.
        given: the settings.

    Returns:
        The lines of the log; the last has ``counts`` too: how often completions came to each status.
    """
    from transformers import PrinterCallback
    from trl import GRPOTrainer

    COUNTS.reset()
    trainer = GRPOTrainer(
        model=local.model,
        reward_funcs=list(rewards),
        args=_arguments(given, out),
        train_dataset=rows,
        processing_class=local.processor,
        peft_config=_adapter(given),
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    trainer.save_model(str(out / "weights"))
    log = [_line(record, rewards) for record in trainer.state.log_history if "reward" in record]
    log[-1]["counts"] = COUNTS.read()
    (out / "log.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in log), encoding="utf-8")
    return log


def rows_of(examples: Iterable[Example]) -> Any:
    """Examples as a ``datasets.Dataset`` of prompts, pictures and the columns of the rewards for answers."""
    from datasets import Dataset

    found = []
    for example in examples:
        row = {**row_of(example), "images": images_of(example.pictures)}
        found.append({name: value for name, value in row.items() if name not in ("messages", "completion")})
    return Dataset.from_list(found)


def drawings_of(count: int, medium: Medium = "svg", *, seed: int = 0) -> Any:
    """Tasks to draw (``rewards.tasks``) as a ``datasets.Dataset`` of prompts and the columns of their reward."""
    from datasets import Dataset

    system = code_prompt(medium).system
    return Dataset.from_list(
        [
            {
                "prompt": [{"role": "system", "content": system}, {"role": "user", "content": task.prompt}],
                "draw_task": task.model_dump_json(),
                "medium": medium,
            }
            for task in islice(draw_tasks(seed), count)
        ]
    )


def _arguments(given: GRPO, out: Path) -> Any:
    from trl import GRPOConfig

    return GRPOConfig(
        output_dir=str(out),
        max_steps=given.steps,
        num_generations=given.group,
        per_device_train_batch_size=given.group,
        gradient_accumulation_steps=given.prompts,
        max_completion_length=given.max_tokens,
        temperature=given.temperature,
        learning_rate=given.learning_rate,
        seed=given.seed,
        data_seed=given.seed,
        bf16=given.precision == "bfloat16",
        gradient_checkpointing=given.precision == "bfloat16",
        remove_unused_columns=False,  # the rewards read them
        logging_steps=1,
        save_strategy="no",
        dataloader_pin_memory=False,
        disable_tqdm=True,
        report_to="none",
        push_to_hub=False,
    )


def _adapter(given: GRPO) -> Any:
    if given.rank is None:
        return None
    from peft import LoraConfig

    from graphicacy.train.sft.recipe import Adapter

    targets = Adapter().targets
    return LoraConfig(r=given.rank, lora_alpha=2 * given.rank, target_modules=targets, task_type="CAUSAL_LM")


def _line(record: dict[str, Any], rewards: Sequence[RewardFunction]) -> dict[str, Any]:
    kept = ("step", "reward", "reward_std", "loss")
    means = {f.__name__: record.get(f"rewards/{f.__name__}/mean") for f in rewards}
    return {**{name: record[name] for name in kept if name in record}, **means}
