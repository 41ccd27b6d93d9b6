"""What is trained on, in which order: the runs of a recipe."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from graphicacy.read.taxonomy import LEAVES
from graphicacy.train.mix import ABILITIES, leaves_of

__all__ = ["RUNS", "Part", "Run", "Stage", "tasks_of"]


def tasks_of(abilities: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the tasks that abilities stand for, in the order of the taxonomy. Raises ``ValueError`` as ``mix``."""
    named = {task for name in abilities for task in leaves_of(name)}
    return tuple(task for task in LEAVES if task in named)


class Part(BaseModel):
    """A table of a recipe: an unknown key in it is an error, and words of a key are joined by hyphens."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )


class Stage(Part):
    """Examples of some abilities, trained on in a random order.

    ``abilities`` are capabilities, or names or codes of tasks. ``count``: only so many examples. ``replay`` is the
    share of the stage's examples that is of the stages before it, so that they are not forgotten.
    """

    abilities: tuple[str, ...] = Field(min_length=1)
    count: int | None = Field(default=None, ge=1)
    replay: float = Field(default=0.0, ge=0, lt=1)

    @field_validator("abilities")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        tasks_of(names)
        return names


class Run(Part):
    """Stages in their order, each from where the one before it left the model."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")
    stages: tuple[Stage, ...] = Field(min_length=1, max_length=32)

    @model_validator(mode="after")
    def _first_has_nothing_to_replay(self) -> Run:
        if self.stages[0].replay:
            raise ValueError("the first stage has nothing to replay")
        if self.name == "base":
            raise ValueError("base is the model before it is trained; give the run another name")
        return self


RUNS = (
    *(Run(name=name, stages=(Stage(abilities=(name,)),)) for name in ABILITIES),
    Run(name="joint", stages=(Stage(abilities=ABILITIES),)),
    Run(name="curriculum", stages=tuple(Stage(abilities=(name,)) for name in ABILITIES)),
    Run(
        name="curriculum-replay",
        stages=tuple(Stage(abilities=(name,), replay=0.2 if k else 0.0) for k, name in enumerate(ABILITIES)),
    ),
)
"""One specialist for each capability, all at once, the published curriculum, and the same with replay."""
