"""What can be set of a generated diagram."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import numpy as np

from graphicacy.diagram.model import Direction
from graphicacy.read.corpus.entry import Kind

__all__ = ["MOST_OF_A_LOOK", "Form", "Knobs", "Look"]

Look = Literal["fill", "shape", "border", "color", "line", "head"]
MOST_OF_A_LOOK: dict[Look, int] = {"fill": 3, "shape": 2, "border": 1, "color": 3, "line": 1, "head": 1}


_WHOLE = {
    "nodes": (1, 500),
    "width": (2, 8),
    "nesting": (0, 3),
    **dict.fromkeys(("cycles", "duplicate_labels", "parallel", "self_loops"), (0, 500)),
}
_SHARES = {"branching": 0.9, "duplicate_targets": 0.8, "edge_labels": 1.0}


class Form(StrEnum):
    """How arrows run before loops and merges are added."""

    WORKFLOW = "workflow"  # nested blocks: a sequence, a choice, work side by side; ways out before the end
    LAYERS = "layers"  # ranks of nodes, each with an arrow from the rank before
    BIPARTITE = "bipartite"  # two ranks
    TREE = "tree"  # one way to each node from the first
    HUB = "hub"  # a few nodes that all others lead to or come from
    RING = "ring"  # one long way with others that join and leave it; the first loop leads from its end to its start


@dataclass(frozen=True, slots=True)
class Knobs:
    """How a diagram is to be. Raises ``ValueError``, naming the knob, for a value that it cannot have.

    ``nodes``: 1 to 500. ``kind``: None for one that the domain has words for. ``form``: None for one that suits the
    kind. ``direction``: None for one that suits the length of the ways. ``branching``: 0 to 0.9, how readily a way
    splits. ``width``: 2 to 8, most ways that one split makes. ``depth``: most nodes on a way that takes no
    loop; for layers and trees.

    ``cycles``: arrows that lead back to a node from which their own start can be reached, each of which closes a loop;
    fewer where no more fit. ``duplicate_targets``: 0 to 0.8, least share of arrows, loops aside, whose target another
    arrow already leads to (arrows less different targets, by arrows): as far as such arrows fit. ``nesting``: 0 to 3,
    depth of frames. ``edge_labels``: 0 to 1, share of arrows with a label, of those that are no outcome of a decision.
    ``duplicate_labels``: nodes that repeat the label of another. ``parallel``, ``self_loops``: arrows that repeat
    another, arrows from a node to itself; as many as there are arrows, nodes. ``arrows``: False leaves all out.

    ``meanings``: the looks that carry meanings, one for each: ``("fill", "fill", "line")`` has two colours of nodes
    and one kind of line that mean something. Those that do not fit a small diagram are left out.
    """

    nodes: int = 20
    kind: Kind | None = None
    form: Form | None = None
    direction: Direction | None = None
    branching: float = 0.35
    width: int = 3
    depth: int | None = None
    cycles: int = 0
    duplicate_targets: float = 0.0
    nesting: int = 0
    edge_labels: float = 0.1
    duplicate_labels: int = 0
    meanings: tuple[Look, ...] = ()
    parallel: int = 0
    self_loops: int = 0
    arrows: bool = True

    def __post_init__(self) -> None:
        for name, (least, most) in _WHOLE.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name}={value!r}: it must be a whole number from {least} to {most}")
        for name, highest in _SHARES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= highest:
                raise ValueError(f"{name}={value!r}: it must be a number from 0 to {highest}")
        if self.depth is not None:
            self._check_depth(self.depth)
        for look, count in Counter(self.meanings).items():
            if count > MOST_OF_A_LOOK.get(look, 0):
                most_of = ", ".join(f"{name} {number}" for name, number in MOST_OF_A_LOOK.items())
                raise ValueError(f"meanings={self.meanings}: {look!r} {count} times; the most of each is {most_of}")

    def _check_depth(self, depth: int) -> None:
        if type(depth) is not int or not (1 if self.nodes == 1 else 2) <= depth <= 500:
            raise ValueError(f"depth={depth!r}: it must be a whole number from 2 to 500 (1 for a single node)")
        if self.form not in (Form.LAYERS, Form.TREE):
            raise ValueError(f"depth={depth}: set form to layers or tree, which alone keep to a depth")

    @classmethod
    def sample(cls, rng: np.random.Generator) -> Knobs:
        """A draw from a realistic mix: 8 to 60 nodes, a third with loops, a third with frames, 60 % with meanings."""
        nodes = round(math.exp(rng.uniform(math.log(8), math.log(60))))
        looks: list[Look] = ["fill", "fill", "shape", "border", "color", "line", "head"]
        meanings = rng.choice(3, p=(0.5, 0.35, 0.15)) + 1 if rng.random() < 0.6 else 0
        chosen = rng.permutation(len(looks))[:meanings]
        return cls(
            nodes=nodes,
            branching=round(float(rng.uniform(0.3, 0.65)), 3),
            width=int(rng.integers(2, 5)),
            cycles=int(rng.integers(1, 2 + nodes // 15)) if rng.random() < 0.36 else 0,
            duplicate_targets=round(float(rng.uniform(0.05, 0.3)), 3) if rng.random() < 0.5 else 0.0,
            nesting=int(rng.choice(3, p=(0.6, 0.28, 0.12))) + 1 if rng.random() < 0.35 else 0,
            edge_labels=round(float(rng.uniform(0, 0.5)), 3),
            meanings=tuple(looks[k] for k in chosen),
        )
