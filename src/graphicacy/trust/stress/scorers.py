"""The scorers that a stress test can try, and which planted defects each should notice.

What a scorer should notice follows from its dimension as the protocol defines it (SciDraw-Bench, arXiv 2606.28406, and
the wording that judges are given), not from what it happens to notice: all scorers of a dimension have one remit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from graphicacy.diagram.edit import MEANING
from graphicacy.draw.record import DrawScore
from graphicacy.trust.stress.record import Medium, ScorerKey

__all__ = [
    "GROUPS",
    "JUDGED",
    "OFFLINE",
    "UNDUE",
    "Scorer",
    "UnknownScorer",
    "chosen",
    "expects",
    "judges_in",
    "rank",
    "undue",
]

Dimension = Literal["TF", "SC", "SQ", "CA", "overall"]
DIMENSIONS: tuple[Dimension, ...] = ("TF", "SC", "SQ", "CA", "overall")
JUDGED: tuple[Dimension, ...] = ("SC", "SQ", "CA")  # what a judge model gives a number for

_REMIT: dict[Dimension, tuple[str, ...]] = {
    # Required labels, and how they are spelt: recall, and the error rate of characters.
    "TF": ("typo", "sibling", "dropped-label", "gibberish", "dropped-node"),
    # Required relations and components between the things named, and what contradicts the spec: "an invented entity, an
    # arrow that claims something false". A misspelt name is still that name.
    "SC": (
        "sibling",
        "dropped-label",
        "gibberish",
        "swapped-labels",
        "flipped-edge",
        "dropped-edge",
        "added-edge",
        "rewired-edge",
        "changed-head",
        "dropped-node",
        "invented-node",
    ),
    # How the picture is laid out, and whether it can be read; what it says is for the others.
    "SQ": ("overlap", "small-text", "low-contrast", "off-canvas"),
    # Conventions: of the discipline, such as what a head means, and of every figure: no gibberish, no label twice.
    "CA": ("duplicated-label", "gibberish", "changed-head"),
    "overall": MEANING,
}

UNDUE: dict[str, tuple[Dimension, ...]] = {
    "blank": ("TF", "SC", "SQ", "CA", "overall"),
    "wrong-task": ("TF", "SC", "CA", "overall"),
    "label-dump": ("SC", "SQ", "CA", "overall"),
    "prompt-printed": ("SC", "SQ", "CA", "overall"),
}
"""Of which dimensions a control deserves no score. All labels are in a list of them and in the prompt, so that TF as it
is defined has to be high there; and the drawing of another task is laid out as well as any."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """What takes one number out of a ``DrawScore``; ``medium`` is what that score was made from."""

    scorer: str
    dimension: Dimension
    medium: Medium
    value: Callable[[DrawScore], float | None]

    @property
    def key(self) -> tuple[str, str, str]:
        """Scorer, dimension and medium: what tells its numbers from others'."""
        return self.scorer, self.dimension, self.medium

    def named(self) -> ScorerKey:
        """The same as a record."""
        return ScorerKey(scorer=self.scorer, dimension=self.dimension, medium=self.medium)


class UnknownScorer(ValueError):
    """A scorer that there is not, or that cannot be asked so: one line that names those that there are."""


def _rule(dimension: Dimension) -> Callable[[DrawScore], float | None]:
    return _vote("rules", dimension)


def _vote(judge: str, dimension: Dimension) -> Callable[[DrawScore], float | None]:
    return lambda score: next((getattr(vote, dimension) for vote in score.panel if vote.judge == judge), None)


def _field(name: str) -> Callable[[DrawScore], float | None]:
    def value(score: DrawScore) -> float | None:
        found: float | None = getattr(score, name)
        return found

    return value


_OFFLINE: dict[str, tuple[Dimension, Callable[[DrawScore], float | None]]] = {
    "tf-strict": ("TF", lambda score: score.text["strict"].tf),
    "tf-published": ("TF", lambda score: score.text["published"].tf),
    "sc-geometry": ("SC", _field("SC_geometry")),
    "sq-rules": ("SQ", _rule("SQ")),
    "ca-rules": ("CA", _rule("CA")),
}
OFFLINE = tuple(_OFFLINE)
GROUPS: dict[str, tuple[str, ...]] = {"offline": OFFLINE, "rules": ("sq-rules", "ca-rules")}
PANEL = "panel"
_MEDIA: tuple[Medium, ...] = ("vector", "raster")


def judges_in(names: Sequence[str]) -> tuple[str, ...]:
    """The judge models among the names: those with a slash, ``provider/name``."""
    return tuple(dict.fromkeys(name for name in names if "/" in name))


def chosen(names: Sequence[str]) -> tuple[Scorer, ...]:
    """The scorers of these names or groups, in a fixed order; all that need no model where no name is given.

    Scorers without a model are tried on the SVG and on the picture; judge models and the panel see the picture alone.

    Raises:
        UnknownScorer: there is no such scorer, or ``panel`` has no judge to sit on it.
    """
    judges = judges_in(names)
    wanted = {one for name in names or ("offline",) for one in GROUPS.get(name, (name,))} - set(judges)
    for name in sorted(wanted - {*OFFLINE, PANEL}):
        known = ", ".join((*OFFLINE, *GROUPS, PANEL))
        raise UnknownScorer(f"scorer {name!r}: there are {known}, and judge models by provider/name")
    if PANEL in wanted and not judges:
        raise UnknownScorer("scorer 'panel': name its judge models too, such as --scorer provider/name")
    offline = [
        Scorer(name, _OFFLINE[name][0], medium, _OFFLINE[name][1])
        for medium in _MEDIA
        for name in OFFLINE
        if name in wanted
    ]
    judged = [Scorer(judge, part, "raster", _vote(judge, part)) for judge in judges for part in JUDGED]
    panel = [Scorer(PANEL, part, "raster", _field(part)) for part in (*JUDGED, "overall") if PANEL in wanted]
    return (*offline, *judged, *panel)


def expects(dimension: str, operator: str) -> bool:
    """Whether a scorer of this dimension should notice this defect."""
    return any(name == dimension and operator in remit for name, remit in _REMIT.items())


def undue(dimension: str, control: str) -> bool:
    """Whether this control deserves no score in this dimension."""
    return dimension in UNDUE.get(control, ())


def rank(key: tuple[str, str, str]) -> tuple[int, int, str, int]:
    """Sorts keys (scorer, dimension, medium): what sees the SVG first; scorers without a model, then judges, then the
    panel."""
    scorer, dimension, medium = key
    place = OFFLINE.index(scorer) if scorer in OFFLINE else len(OFFLINE) + (scorer == PANEL)
    return _MEDIA.index(medium), place, scorer, DIMENSIONS.index(dimension)
