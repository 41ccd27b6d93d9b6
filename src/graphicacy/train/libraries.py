"""The libraries of training, which the extra ``train`` installs: imported only when something is trained."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["MissingExtra", "load_libraries", "processes"]

_NEEDED = ("torch", "torchvision", "transformers", "accelerate", "datasets", "peft", "trl")
_OPERATORS = ("nms", "qnms")  # those that torchvision names as it is imported


class MissingExtra(ValueError):
    """A library is not installed; one line says how to get it."""


def load_libraries() -> None:
    """Make ``import torch, transformers, trl, …`` safe, silent, and without a report to any host.

    Raises ``MissingExtra`` where one is not installed, or cannot be imported.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtra(f"training needs {', '.join(missing)}: pip install 'graphicacy[train]'")
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"  # for processes that are started from here
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # loaders of data fork
    try:
        hub: Any = import_module("huggingface_hub.constants")
        hub.HF_HUB_DISABLE_TELEMETRY = True  # it may have been imported before
        import_module("torch")
        _mend_torchvision()
        logging = import_module("transformers.utils.logging")
    except (ImportError, RuntimeError, OSError) as error:
        why = " ".join(str(error).split())[:200]
        raise MissingExtra(f"the libraries of training do not load ({why}): pip install 'graphicacy[train]'") from None
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    warnings.filterwarnings("ignore", category=FutureWarning, module="transformers|trl|peft")  # meant for one another


def processes() -> Any:
    """What a launcher started this process among, as ``accelerate.PartialState``; on processors where nothing else is.

    The trainer finds the same: the first to ask decides.
    """
    import torch
    from accelerate import PartialState

    return PartialState(cpu=not torch.accelerator.is_available())


def _mend_torchvision() -> None:
    """Let torchvision load beside a torch that it was not built for.

    The package index has torchvision for CUDA alone, whose compiled part a CPU-only torch cannot load; then it fails
    on the first of its operators that it names. Only its Python code is used here, to resize pictures, so these
    operators are declared, without which it is whole; whoever called one would be told that it has no kernel.
    """
    torch = import_module("torch")
    with suppress(RuntimeError):  # as the operator does not exist
        import_module("torchvision")
        return
    for name in _OPERATORS:
        with suppress(RuntimeError):  # it is declared
            torch.library.define(f"torchvision::{name}", "(Tensor boxes, Tensor scores, float threshold) -> Tensor")
    import_module("torchvision")
