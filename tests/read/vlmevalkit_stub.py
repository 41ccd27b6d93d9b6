"""As much of VLMEvalKit as its developers' guide promises a dataset class, for tests where it is not installed."""

from __future__ import annotations

import ast
import base64
import json
import os
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

_HOME = "LMUData"


def install(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    """Put the modules in place that the exported class imports, with ``root`` as ``$LMUData``."""
    monkeypatch.setenv(_HOME, str(root))
    smp = _module("vlmeval.smp", LMUDataRoot=lambda: os.environ[_HOME], load=_load)
    base = _module("vlmeval.dataset.image_base", ImageBaseDataset=ImageBaseDataset)
    known = _module("vlmeval.dataset", DATASET_CLASSES=[], SUPPORTED_DATASETS=[], image_base=base)
    for module in (_module("vlmeval", dataset=known, smp=smp), smp, known, base):
        monkeypatch.setitem(sys.modules, module.__name__, module)


class ImageBaseDataset:
    """Resolves rows that have another row's pictures, unpacks pictures under their names, and builds messages."""

    def __init__(self, dataset: str) -> None:
        self.dataset_name = dataset
        self.img_root = Path(os.environ[_HOME]) / "images" / dataset
        data: Any = self.load_data(dataset)  # type: ignore[attr-defined]
        cells = dict(zip(map(str, data["index"]), map(str, data["image"]), strict=True))
        data["image"] = [_listed(cells[cell] if len(cell) <= 64 else cell) for cell in cells.values()]
        data["image_path"] = [_listed(cell) for cell in data["image_path"]]
        data["index"] = [int(index) for index in data["index"]]
        self.data = data

    def build_prompt(self, line: Any) -> list[dict[str, str]]:
        self.img_root.mkdir(parents=True, exist_ok=True)
        paths = []
        for code, name in zip(line["image"], line["image_path"], strict=True):
            paths.append(str(self.img_root / name))
            Path(paths[-1]).write_bytes(base64.b64decode(code, validate=True))
        images = [{"type": "image", "value": path} for path in paths]
        return [*images, {"type": "text", "value": line["question"]}]


def _listed(cell: str) -> list[str]:
    return ast.literal_eval(cell) if cell.startswith("[") else [cell]


def _load(path: str) -> Any:
    content = Path(path).read_bytes()
    return pickle.loads(content) if path.endswith(".pkl") else json.loads(content)


def _module(name: str, **values: Any) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(values)
    return module
