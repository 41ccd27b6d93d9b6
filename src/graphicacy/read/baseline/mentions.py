"""What a question puts in quotes, found among the words that were read in the picture.

A question spells them right, while a picture is read with slips: from there on the question's spelling counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphicacy.diagram.model import Diagram
from graphicacy.read.baseline.perceived import Perceived, with_diagram
from graphicacy.read.baseline.seen import CannotAnswer
from graphicacy.read.figure import fold
from graphicacy.sight.evidence import TextItem

__all__ = ["alike", "mentioned", "named", "node_of", "spelt", "stands_in"]

_QUOTED = re.compile("“([^“”]{1,1000})”")
_ALIKE = 0.8  # of the letters, from which on one label is a misreading of another
_MOST_MENTIONS = 50
# Signs that are taken for one another, and what each stands for here.
_TWINS = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "5": "s", "8": "b", "2": "z", "9": "g"})


def mentioned(text: str) -> tuple[str, ...]:
    """The words in quotes, each once, in order."""
    return tuple(dict.fromkeys(_QUOTED.findall(text)))[:_MOST_MENTIONS]


def alike(one: str, other: str) -> float:
    """How much two labels look alike, 0 to 1: the letters that agree, of the longer one; spaces do not count."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(_looks(one), _looks(other))


def spelt(figure: Perceived, mentions: Sequence[str]) -> Perceived:
    """The figure with the labels that a question mentions as the question spells them."""
    diagram = figure.diagram
    labels = dict.fromkeys(
        [n.label for n in diagram.nodes] + [e.label for e in diagram.edges] + [g.label for g in diagram.groups]
    )
    spelling = _spelling(mentions, [label for label in labels if label.strip()])
    changed = {old: new for old, new in spelling.items() if old != new}
    return with_diagram(figure, _with_labels(diagram, changed)) if changed else figure


def named(figure: Perceived, label: str) -> str | None:
    """The id of the first node with a label."""
    words = fold(label)
    return next((key for key, shown in figure.labels.items() if fold(shown) == words), None)


def node_of(figure: Perceived, label: str) -> str:
    """The id of the first node with a label. Raises ``CannotAnswer``."""
    key = named(figure, label)
    if key is None:
        raise CannotAnswer("a node that it mentions is not among those that I found")
    return key


def stands_in(texts: Iterable[TextItem], label: str) -> bool:
    """Whether words of which a label may be made stand somewhere in the picture, in whatever lines."""
    read = {_looks(word) for item in texts for word in item.text.split()}
    words = [_looks(word) for word in label.split()]
    return all(any(alike(word, other) >= _ALIKE for other in read) for word in words)


def _spelling(mentions: Sequence[str], labels: Sequence[str]) -> Mapping[str, str]:
    """For labels that a mention means, the mention; of several pairs that would do, the one most alike."""
    found: dict[str, str] = {}
    left = []
    for mention in mentions:
        same = [label for label in labels if fold(label) == fold(mention)]
        found |= dict.fromkeys(same, mention)
        left += [] if same else [mention]
    free = [label for label in labels if label not in found]
    pairs = [(score, m, label) for m in left for label in free if (score := alike(m, label)) >= _ALIKE]
    taken: set[str] = set()
    for _, mention, label in sorted(pairs, key=lambda pair: (-pair[0], pair[1:])):
        if mention not in taken and label not in found:
            taken.add(mention)
            found[label] = mention
    return found


def _with_labels(diagram: Diagram, spelling: Mapping[str, str]) -> Diagram:
    return replace(
        diagram,
        nodes=tuple(replace(n, label=spelling.get(n.label, n.label)) for n in diagram.nodes),
        edges=tuple(replace(e, label=spelling.get(e.label, e.label)) for e in diagram.edges),
        groups=tuple(replace(g, label=spelling.get(g.label, g.label)) for g in diagram.groups),
    )


def _looks(label: str) -> str:
    return "".join(fold(label).split()).translate(_TWINS)
