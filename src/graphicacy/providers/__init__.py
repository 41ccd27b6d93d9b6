"""Inspect model providers: what draws, ``images/…``, ``gguf/…``, ``control/…``, ``folder/…``, and reads, ``reader/…``.

Each provider is imported only when a model of it is asked for.
"""

from __future__ import annotations

from inspect_ai.model import ModelAPI, modelapi

__all__ = ["LOCAL", "SEEDED", "control", "folder", "gguf", "images", "reader"]

LOCAL = frozenset({"control", "folder", "reader"})
"""Providers that do not ask a model: they get the task's spec, or what is asked, beside the messages, and no cache."""

SEEDED = frozenset({"control", "gguf"})
"""Providers whose samples differ only by their seed, so that each sample is given its own."""


@modelapi(name="images")
def images() -> type[ModelAPI]:
    """Image models behind an OpenAI-compatible server."""
    from graphicacy.providers.images import ImagesAPI

    return ImagesAPI


@modelapi(name="gguf")
def gguf() -> type[ModelAPI]:
    """A local language model in a GGUF file, run in this process."""
    from graphicacy.providers.gguf import GgufAPI

    return GgufAPI


@modelapi(name="control")
def control() -> type[ModelAPI]:
    """The controls, which need no model."""
    from graphicacy.providers.control import ControlAPI

    return ControlAPI


@modelapi(name="folder")
def folder() -> type[ModelAPI]:
    """Pictures made elsewhere."""
    from graphicacy.providers.folder import FolderAPI

    return FolderAPI


@modelapi(name="reader")
def reader() -> type[ModelAPI]:
    """The classical reader, which needs no model."""
    from graphicacy.providers.reader import ReaderAPI

    return ReaderAPI
