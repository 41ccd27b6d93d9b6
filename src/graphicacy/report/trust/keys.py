"""Which scorers gave the numbers of a drawing: what a stress test must have measured for them to have a badge."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from graphicacy.draw.record import DrawResult, DrawScore, ItemVerdict
from graphicacy.trust.stress.record import Medium, ScorerKey

__all__ = ["anchor", "medium_of", "scorers_by", "scorers_of"]

_CODE = ("svg", "mermaid", "dot")  # media whose drawings are known as vectors
_RULES = {"SQ": "sq-rules", "CA": "ca-rules"}


def scorers_of(result: DrawResult) -> dict[str, tuple[ScorerKey, ...]]:
    """The scorers behind TF, SC, SQ, CA and overall; none where there is no such number.

    ``overall`` has those of all four dimensions. A system without a drawing scores 0 by definition: no scorer.
    """
    score = result.score
    if score is None or result.status != "ok":
        return dict.fromkeys(("overall", "TF", "SC", "SQ", "CA"), ())
    found = {
        "TF": _text(result, score),
        "SC": _unique(key for by in ("geometry", "judges") for key in scorers_by(result, by)),
        "SQ": _rated(result, score, "SQ"),
        "CA": _rated(result, score, "CA"),
    }
    found = {name: keys if getattr(score, name) is not None else () for name, keys in found.items()}
    every = _unique(key for keys in found.values() for key in keys)
    return {"overall": every if score.overall is not None else (), **found}


def scorers_by(result: DrawResult, by: str) -> tuple[ScorerKey, ...]:
    """The scorers of the relations and components that were decided ``by`` geometry or judges; none if none was."""
    score = result.score
    if score is None or not any(_decided(item, by) for item in (*score.relations, *score.components)):
        return ()
    if by == "geometry":
        return (ScorerKey(scorer="sc-geometry", dimension="SC", medium=medium_of(result)),)
    judges = dict.fromkeys(vote.judge for vote in score.panel if vote.SC is not None)
    return tuple(ScorerKey(scorer=judge, dimension="SC", medium="raster") for judge in judges)


def medium_of(result: DrawResult) -> Medium:
    """Whether the scorers had the vectors of a drawing or its pixels alone; judges see pixels always.

    The engine that read the text says so, except in published mode, which reads pixels only: there the medium does.
    """
    engine = result.score.scored_by.get("TF", "") if result.score else ""
    if engine.endswith("published matching"):
        return "vector" if result.medium in _CODE else "raster"
    return "vector" if engine.startswith("live text") else "raster"


def anchor(key: ScorerKey) -> str:
    """The id of a scorer's row in the page: letters, digits and hyphens, different for different scorers."""
    name = f"{key.scorer}\n{key.dimension}\n{key.medium}"
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower())[:60].strip("-")
    return f"scorer-{readable}-{hashlib.sha256(name.encode(errors='replace')).hexdigest()[:6]}"


def _decided(item: ItemVerdict, by: str) -> bool:
    return item.by == by and (item.verdict is not None or item.share is not None)


def _text(result: DrawResult, score: DrawScore) -> tuple[ScorerKey, ...]:
    mode = "published" if score.scored_by.get("TF", "").endswith("published matching") else "strict"
    return (ScorerKey(scorer=f"tf-{mode}", dimension="TF", medium=medium_of(result)),)


def _rated(result: DrawResult, score: DrawScore, name: str) -> tuple[ScorerKey, ...]:
    voters = [vote.judge for vote in score.panel if getattr(vote, name) is not None]
    return _unique(
        ScorerKey.model_validate(
            {"scorer": _RULES[name], "dimension": name, "medium": medium_of(result)}
            if voter == "rules"
            else {"scorer": voter, "dimension": name, "medium": "raster"}
        )
        for voter in voters
    )


def _unique(keys: Iterable[ScorerKey]) -> tuple[ScorerKey, ...]:
    return tuple({(k.scorer, k.dimension, k.medium): k for k in keys}.values())
