"""The 13 leaves, in the order of the published table. A new leaf is a module in ``tasks`` and a line here."""

from __future__ import annotations

from collections.abc import Iterable

from graphicacy.read.tasks.leaf import Leaf

from graphicacy.read.tasks import (  # isort: skip
    comprehensive,
    comprehensive_rewrite,
    comprehensive_semantic,
    edge_layout,
    graph_parsing,
    graph_to_code,
    localization,
    masked_subpath,
    position_awareness,
    semantic,
    semantic_rewrite,
    structure_comparison,
    visual_attributes,
)

__all__ = ["LEAVES", "leaves_named"]

_ALL = (
    graph_parsing.LEAF,
    graph_to_code.LEAF,
    masked_subpath.LEAF,
    edge_layout.LEAF,
    structure_comparison.LEAF,
    localization.LEAF,
    position_awareness.LEAF,
    visual_attributes.LEAF,
    semantic.LEAF,
    semantic_rewrite.LEAF,
    comprehensive.LEAF,
    comprehensive_semantic.LEAF,
    comprehensive_rewrite.LEAF,
)
LEAVES: dict[str, Leaf] = {leaf.name: leaf for leaf in _ALL}


def leaves_named(names: Iterable[str] = ()) -> tuple[Leaf, ...]:
    """The leaves of these names or codes, in the order of the taxonomy; all where there is no name.

    A letter (S, V, M, C), or a capability that is not the name of a leaf, stands for all of its leaves. Raises
    ``ValueError``, with the known ones, for a name that is none of them.
    """
    wanted = {name.casefold() for name in names}
    unknown = wanted - {name for leaf in _ALL for name in _names(leaf)}
    if unknown:
        codes = ", ".join(f"{leaf.name} ({leaf.code})" for leaf in _ALL)
        raise ValueError(f"task {min(unknown)!r} is none of {codes}; S, V, M and C stand for all of a kind")
    return tuple(leaf for leaf in _ALL if not wanted or wanted & _names(leaf))


def _names(leaf: Leaf) -> set[str]:
    kinds = {leaf.code[0].casefold(), *({leaf.capability} - LEAVES.keys())}
    return {leaf.name, leaf.code.casefold(), *kinds}
