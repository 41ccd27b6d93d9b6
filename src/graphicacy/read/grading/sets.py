"""How far two multisets agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from graphicacy.read.grading.labels import normal, slips
from graphicacy.read.question import AnswerType

__all__ = ["Agreement", "agreement", "compare", "f1", "key_of"]

Relabel = Callable[[str], str]


class Agreement(NamedTuple):
    """Shares of what was said that is right, and of what is right that was said, and their harmonic mean, 0 to 1.

    Where both sides are empty all are 1; where one is, all are 0. ``exact``: nothing is missing, nothing too much.
    """

    precision: float
    recall: float
    f1: float
    exact: bool


def agreement(said: Counter[Any], gold: Counter[Any]) -> Agreement:
    """Agreement of multisets: each item counts as often as it is on both sides."""
    if said == gold:
        return Agreement(1.0, 1.0, 1.0, exact=True)
    hits, answered, right = (said & gold).total(), said.total(), gold.total()
    if not hits:
        return Agreement(0.0, 0.0, 0.0, exact=False)
    return Agreement(hits / answered, hits / right, 2 * hits / (answered + right), exact=False)


def f1(said: Counter[Any], gold: Counter[Any]) -> float:
    """Harmonic mean of precision and recall."""
    return agreement(said, gold).f1


def compare(said: list[Any], gold: list[Any], answer_type: AnswerType) -> tuple[Agreement, Agreement]:
    """Agreement of two answers of a type whose items have no order, by labels as they are, and with slips allowed.

    A slip stands for the one label that it is nearest to, so that the assignment of labels is the best there is.
    """
    key = _KEYS[answer_type]
    if answer_type is AnswerType.DIFFERENCES:
        said = _told_alike(said, gold)
    strict = agreement(
        Counter(key(item, normal) for item in said), right := Counter(key(item, normal) for item in gold)
    )
    if strict.exact or not said or not gold:
        return strict, strict
    labels = _LABELS[answer_type]
    meant = slips(
        (label for item in said for label in labels(item)), (label for item in gold for label in labels(item))
    )
    if not meant:
        return strict, strict

    def relabel(label: str) -> str:
        own = normal(label)
        return meant.get(own, own)

    return strict, agreement(Counter(key(item, relabel) for item in said), right)


def key_of(item: Any, answer_type: AnswerType) -> Hashable:
    """What an item of an answer is told by: two of one key are the same item. For types whose items have no order."""
    return _KEYS[answer_type](item, normal)


def _node(item: str, relabel: Relabel) -> Hashable:
    return relabel(item)


def _edge(item: Mapping[str, str], relabel: Relabel) -> Hashable:
    return relabel(item["source"]), relabel(item["target"])


def _pair(item: list[Mapping[str, str]], relabel: Relabel) -> Hashable:
    one, other = ((relabel(edge["source"]), relabel(edge["target"])) for edge in item)
    return (one, other) if one <= other else (other, one)


def _difference(item: Mapping[str, Any], relabel: Relabel) -> Hashable:
    return tuple(
        (
            field,
            _change(said) if field == "change" else relabel(said) if isinstance(said, str) else _edge(said, relabel),
        )
        for field, said in sorted(item.items())
    )


_CHANGES = {
    **dict.fromkeys(("add", "addition", "new", "inserted", "appeared"), "added"),
    **dict.fromkeys(("remove", "removal", "deleted", "missing", "disappeared"), "removed"),
    **dict.fromkeys(("reverse", "reversal", "flipped"), "reversed"),
    **dict.fromkeys(("relabeled", "relabel", "renamed", "rename", "changed", "modified"), "relabelled"),
}


def _change(word: str) -> str:
    word = normal(word)
    return _CHANGES.get(word, word)


def _told_alike(said: list[dict[str, Any]], gold: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Differences with the fields that such differences have: what else is told of them does not count."""
    fields = {"change", "node", "edge", "from", "to"}.union(*gold)
    return [{field: value for field, value in item.items() if field in fields} for item in said]


def _difference_labels(item: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for field, said in item.items():
        if isinstance(said, Mapping):
            found += [said["source"], said["target"]]
        elif field != "change":
            found.append(said)
    return found


_KEYS: dict[AnswerType, Callable[[Any, Relabel], Hashable]] = {
    AnswerType.NODES: _node,
    AnswerType.SEQUENCE: _node,
    AnswerType.EDGES: _edge,
    AnswerType.EDGE_PAIRS: _pair,
    AnswerType.DIFFERENCES: _difference,
}
_LABELS: dict[AnswerType, Callable[[Any], list[str]]] = {
    AnswerType.NODES: lambda item: [item],
    AnswerType.SEQUENCE: lambda item: [item],
    AnswerType.EDGES: lambda item: [item["source"], item["target"]],
    AnswerType.EDGE_PAIRS: lambda item: [edge[end] for edge in item for end in ("source", "target")],
    AnswerType.DIFFERENCES: _difference_labels,
}
