"""Leaves and a figure → questions, the same ones about every rendering of a diagram."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from graphicacy.read.figure import Figure
from graphicacy.read.question import Draft, Question
from graphicacy.read.tasks.leaf import Leaf

__all__ = ["drafts", "question_of", "seeded"]


def drafts(figure: Figure, leaf: Leaf, variant: str, seed: int) -> Iterator[Draft]:
    """Questions of one variant on a figure, best first, lazily.

    What is random depends on the seed, the diagram and the leaf alone: not on the rendering, so that one question is
    asked about all pictures of a diagram, and not on the variant, so that variants can be compared. The two semantic
    leaves share it: they ask the same with the figure's words and with others.
    """
    stream = leaf.capability if leaf.capability == "semantic" else leaf.name
    return leaf.variants[variant](figure, seeded(seed, figure.entry.id, stream))


def question_of(draft: Draft, figure: Figure, leaf: Leaf, number: int, images: tuple[str, ...]) -> Question:
    """A draft with its place: ``number`` counts the questions of one variant on one figure, from 0."""
    key = f"{figure.entry.id}:{leaf.name}:{draft.variant}:{number}"
    return Question(
        id=f"{key}@{figure.rendering}",
        key=key,
        task=leaf.name,
        variant=draft.variant,
        question=draft.text,
        answer_type=draft.answer_type,
        answer=draft.answer,
        images=images,
        diagram=figure.entry.id,
        rendering=figure.rendering,
        difficulty=draft.difficulty,
        template=draft.template,
        arguments=draft.arguments,
        rubric=draft.rubric,
    )


def seeded(seed: int, *words: str) -> np.random.Generator:
    """A generator that depends on a seed and some words, alike on every machine."""
    digest = hashlib.blake2b("\0".join((str(seed), *words)).encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
