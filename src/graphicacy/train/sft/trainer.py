"""One stage, by TRL's trainer: from its last checkpoint, to weights in a folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphicacy.train.local_model import Loading, LocalModel, open_model
from graphicacy.train.sft.recipe import Recipe

__all__ = ["Progress", "last_checkpoint", "train"]

Progress = Callable[[int, int], None]


def train(
    recipe: Recipe,
    base: str,
    examples: Any,
    folder: Path,
    before: Path | None,
    seed: int,
    *,
    how: Loading,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train on examples and write the weights to ``folder / "weights"``; go on from a checkpoint that is there.

    ``before`` are the weights that the stage starts from: an adapter, or a whole model; None: the base. The loss is on
    the answers alone. ``progress`` is told how many updates are done, and of how many. Returns facts of the stage:
    updates, the mean loss, the seconds since the start or the last checkpoint, and on a GPU the most bytes that were
    held.
    """
    import torch

    checkpoint = last_checkpoint(folder)
    trainer = _trainer(recipe, _start(recipe, base, before, how), examples, folder, before is not None, seed)
    trainer.add_callback(_log_to(folder / "log.jsonl", progress))
    result = trainer.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
    trainer.save_model(str(folder / "weights"))
    return {
        "updates": result.global_step,
        "loss": round(result.training_loss, 6),
        "seconds": round(result.metrics["train_runtime"], 1),
        "most_bytes": torch.cuda.max_memory_allocated() if torch.cuda.is_available() else None,
    }


def last_checkpoint(folder: Path) -> Path | None:
    """The last checkpoint that is whole; those that a kill has cut off are deleted."""
    found = sorted(folder.glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    for path in reversed(found):
        if _is_whole(path):
            return path
        shutil.rmtree(path)
    return None


def _is_whole(checkpoint: Path) -> bool:
    """The trainer writes its state last."""
    try:
        json.loads((checkpoint / "trainer_state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return True


def _start(recipe: Recipe, base: str, before: Path | None, how: Loading) -> LocalModel:
    """The base, or what the stage before made of it."""
    if recipe.adapter.method == "full":
        return open_model(base if before is None else str(before), how, to_train=True)
    return open_model(base, how, adapter=before, to_train=True)


def _trainer(recipe: Recipe, local: LocalModel, examples: Any, folder: Path, has_adapter: bool, seed: int) -> Any:
    from transformers import PrinterCallback
    from trl import SFTTrainer

    trainer = SFTTrainer(
        model=local.model,
        args=_arguments(recipe, folder, seed),
        train_dataset=examples,
        processing_class=local.processor,
        peft_config=None if has_adapter or recipe.adapter.method == "full" else _adapter(recipe),
    )
    trainer.remove_callback(PrinterCallback)
    return trainer


def _arguments(recipe: Recipe, folder: Path, seed: int) -> Any:
    """The trainer's, in full: nothing that matters is left to its defaults, and nothing is told to any host."""
    import torch
    from trl import SFTConfig

    given = recipe.optimizer
    return SFTConfig(
        output_dir=str(folder),
        seed=seed,
        data_seed=seed,
        per_device_train_batch_size=given.batch,
        gradient_accumulation_steps=given.accumulate,
        optim="adamw_torch",
        learning_rate=given.learning_rate,
        lr_scheduler_type="constant_with_warmup" if given.schedule == "constant" else given.schedule,
        warmup_steps=given.warmup,
        weight_decay=given.weight_decay,
        max_grad_norm=given.max_grad_norm,
        num_train_epochs=given.epochs,
        max_steps=given.steps or -1,
        bf16=given.precision == "bfloat16",
        gradient_checkpointing=given.checkpointing,
        gradient_checkpointing_kwargs={"use_reentrant": False} if given.checkpointing else None,
        max_length=None,  # examples were checked; a cut one would teach half an answer
        completion_only_loss=True,
        packing=False,
        loss_type="nll",
        logging_strategy="steps",
        logging_steps=1,
        save_strategy="steps",
        save_steps=given.save_every,
        save_total_limit=given.keep,
        dataloader_num_workers=given.workers,
        dataloader_pin_memory=torch.cuda.is_available(),
        use_cpu=not torch.accelerator.is_available(),
        disable_tqdm=True,
        report_to="none",
        push_to_hub=False,
    )


def _adapter(recipe: Recipe) -> Any:
    from peft import LoraConfig

    given = recipe.adapter
    return LoraConfig(
        r=given.rank,
        lora_alpha=given.alpha,
        lora_dropout=given.dropout,
        target_modules=given.targets if isinstance(given.targets, str) else list(given.targets),
        task_type="CAUSAL_LM",
    )


def _log_to(path: Path, progress: Progress | None) -> Any:
    """Keeps what the trainer logs, as its state has it: after a kill, from the checkpoint on."""
    from transformers import TrainerCallback

    callback: Any = TrainerCallback

    class Log(callback):  # type: ignore[misc]
        def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.is_world_process_zero:
                path.write_text("".join(f"{json.dumps(line)}\n" for line in state.log_history), encoding="utf-8")

        def on_log(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            if state.is_world_process_zero:
                with path.open("a", encoding="utf-8") as file:
                    file.write(f"{json.dumps(state.log_history[-1])}\n")
                if progress is not None:
                    progress(state.global_step, state.max_steps)

    return Log()
