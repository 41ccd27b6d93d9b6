"""The solver: shows a model the pictures at the size that it sees, or their source, and asks."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai.model import (
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    ModelName,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.evals.answers import png_uri
from graphicacy.evals.failures import Unreachable
from graphicacy.evals.generating import cache_policy, generated, in_worker
from graphicacy.evals.progress import tick
from graphicacy.evals.reading_sample import question_in
from graphicacy.providers import LOCAL, SEEDED
from graphicacy.providers.question import asked_metadata
from graphicacy.read.boxes import FAMILIES, BoxConvention, family_of
from graphicacy.read.prompt import prompt_of
from graphicacy.read.record import View
from graphicacy.read.shown import shown

__all__ = ["AUTO", "answer_question", "boxes_of", "check_boxes"]

AUTO = "auto"


@solver
def answer_question(data: str, view: View = "image", boxes: str = AUTO, seed: int = 0, cache: bool = True) -> Solver:
    """Asks the question under the fixed prompts, with the pictures of the dataset in the folder ``data``.

    Pictures are read when a question is asked, and resized to what the model's family sees unchanged, so that its
    boxes can be read. ``asked`` in the store says how: the prompt's id, the box convention, hashes of the pictures.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        provider = ModelName(model).api
        question = question_in(state.sample_id, state.input_text, state.metadata)
        convention = boxes_of(boxes, str(model))
        images = question.images if view == "image" else ()
        try:
            pictures = [await in_worker(_picture, Path(data), name, convention) for name in images]
        except (OSError, BadDrawing) as error:
            tick("failed")
            raise Unreachable(f"{question.id}: its picture cannot be shown: {error}") from error
        sizes = [picture.size for picture in pictures]
        sources = state.metadata.get("sources", ())
        prompt = prompt_of(question, view, boxes=convention, sizes=sizes, sources=sources)
        content: list[Content] = [ContentImage(image=picture.uri) for picture in pictures]
        state.messages = [
            ChatMessageSystem(content=prompt.system),
            ChatMessageUser(
                content=[*content, ContentText(text=prompt.text)],
                metadata=asked_metadata(question) if provider in LOCAL else None,
            ),
        ]
        hashes = [picture.hash for picture in pictures]
        state.store.set("asked", {"view": view, "prompt": prompt.id, "boxes": convention.name, "pictures": hashes})
        options: dict[str, Any] = {"seed": seed} if provider in SEEDED else {}
        policy = cache_policy(model) if cache and provider not in LOCAL else False
        return await generated(state, generate, cache=policy, **options)

    return solve


def check_boxes(name: str) -> None:
    """Raises ``ValueError`` where there is no box convention of this name."""
    if name not in (AUTO, *FAMILIES):
        raise ValueError(f"no box convention {name!r}; there are: {', '.join((AUTO, *FAMILIES))}")


def boxes_of(name: str, model: str) -> BoxConvention:
    """The box convention of this name; ``auto``: that of the model's family."""
    return family_of(model) if name == AUTO else FAMILIES[name]


class _Picture(NamedTuple):
    uri: str
    size: tuple[int, int]
    hash: str


@lru_cache(maxsize=32)  # questions about one picture come one after the other
def _picture(folder: Path, name: str, boxes: BoxConvention) -> _Picture:
    png, size = shown((folder / name).read_bytes(), boxes)
    return _Picture(png_uri(png), size, sha256(png).hexdigest()[:16])
