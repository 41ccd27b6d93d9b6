"""Pictures of Graphviz and Mermaid, whose graphs are known, read back from their geometry alone."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.model import Diagram, Head, LineStyle
from graphicacy.diagram.svg.sanitise import sanitise
from graphicacy.sight.vector import read_svg

Ends = Counter[tuple[str, str]]
_WORDS = [
    "Alpha",
    "Beta",
    "Gamma",
    "Kinase",
    "Receptor",
    "Sort",
    "Check",
    "Load",
    "Merge",
    "Plan",
    "Report",
    "Sensor",
    "Filter",
    "Queue",
    "Store",
    "Parse",
]
_SHAPES = [
    "box",
    "ellipse",
    "circle",
    "diamond",
    "hexagon",
    "parallelogram",
    "cylinder",
    "doublecircle",
    "box3d",
    "note",
    "component",
]


def _named(diagram: Diagram) -> list[tuple[str, str, Head, Head]]:
    """Edges by the texts of their ends, a lone head at the second; icons and spaces in labels do not count."""
    names = {i: re.sub(r"fa[bsr]?:fa-[\w-]+|\s", "", text) for i, text in diagram.labels().items()}
    found = []
    for e in diagram.edges:
        if e.line is LineStyle.INVISIBLE:
            continue
        a, b, head, tail = names[e.source], names[e.target], e.head, e.tail
        if head is Head.NONE and tail is not Head.NONE:
            a, b, head, tail = b, a, tail, head
        if head is tail:
            a, b = sorted((a, b))
        found.append((a, b, head, tail))
    return found


def _ends(edges: Counter[tuple[str, str, Head, Head]]) -> Ends:
    found: Ends = Counter()
    for (a, b, _, _), n in edges.items():
        found[min(a, b), max(a, b)] += n
    return found


class _Tally:
    """Edges found, of those drawn, and heads right, of those found."""

    def __init__(self) -> None:
        self.drawn = self.read = self.both = self.right = 0

    def add(self, known: Diagram, svg: str) -> None:
        want, got = Counter(_named(known)), Counter(_named(read_svg(sanitise(svg)[0]).diagram))
        self.drawn += want.total()
        self.read += got.total()
        self.both += (_ends(want) & _ends(got)).total()
        self.right += (want & got).total()

    def __str__(self) -> str:
        recall, precision, heads = self.both / self.drawn, self.both / self.read, self.right / self.both
        return f"{self.drawn} edges: recall {recall:.3f}, precision {precision:.3f}, heads {heads:.3f}"


def _random_dot(seed: int) -> str:
    """A graph of 3 to 14 nodes with mixed shapes, heads, styles and labels; at most one edge between two nodes."""
    rng = random.Random(seed)
    names = rng.sample(_WORDS, rng.randint(3, 14))
    out = [f"digraph {{ rankdir={rng.choice(['TB', 'LR', 'BT', 'RL'])};"]
    shapes = {name: rng.choice(_SHAPES) for name in names}
    for name in names:
        out.append(f'{name} [shape={shapes[name]} label="{name}{rng.choice(["", "", chr(92) + "nunit"])}"];')
    if len(names) > 6 and rng.random() < 0.5:
        out.append(f'subgraph cluster_a {{ label="Zone"; {"; ".join(names[:3])} }}')
    bare = [name for name in names if shapes[name] == "plaintext"]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + (a in bare or i % 4 > 0) :]]
    for a, b in rng.sample(pairs, min(len(pairs), int(1.3 * len(names)))):
        a, b = (a, b) if rng.random() < 0.7 else (b, a)
        style = [f"arrowhead={rng.choice(['normal', 'normal', 'vee', 'empty', 'tee', 'dot', 'odot', 'diamond'])}"]
        if rng.random() < 0.15:
            style.append(f"dir=both arrowtail={rng.choice(['normal', 'tee', 'dot', 'diamond'])}")
        if rng.random() < 0.3:
            style.append(f"style={rng.choice(['dashed', 'dotted', 'bold'])}")
        if rng.random() < 0.3:
            style.append(f'label="{rng.choice(["yes", "no", "sends data", "+"])}"')
        out.append(f"{a} -> {b} [{' '.join(style)}];")
    return "\n".join(out) + "}"


def test_graphviz_drawings_of_random_graphs() -> None:
    from graphicacy.diagram.engines.graphviz import draw_dot

    tally = _Tally()
    for seed in range(40):
        svg, known, *_ = draw_dot(_random_dot(seed))
        tally.add(known, svg)
    assert tally.both >= 0.98 * tally.drawn, tally
    assert tally.both >= 0.98 * tally.read, tally
    assert tally.right >= 0.97 * tally.both, tally


@pytest.mark.parametrize(("kind", "every"), [("flow", 4), ("state", 3)])
def test_mermaid_drawings(shared_data: Path, kind: str, every: int) -> None:
    from graphicacy.diagram.engines.merman import draw_mermaid

    tally = _Tally()
    for path in sorted((shared_data / "mermaid").glob(f"*_{kind}.mmd"))[::every]:
        try:
            svg, known, *_ = draw_mermaid(path.read_text(encoding="utf-8"))
        except BadDrawing:  # the corpus has broken sources on purpose
            continue
        if known is not None and known.edges:
            tally.add(known, svg)
    assert tally.both >= 0.95 * tally.drawn, tally
    assert tally.both >= 0.95 * tally.read, tally
    assert tally.right >= 0.95 * tally.both, tally
