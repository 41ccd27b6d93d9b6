"""Which diagrams are worth asking about: sizes, labels, arrows; and what becomes of those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.diagram.model import Diagram, Edge, Group, Head, Node, Shape
from graphicacy.read.corpus.bounds import Bounds, check_bounds
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.corpus.folder import FolderSource
from read.outcomes import outcomes

CHAIN = Diagram(
    tuple(Node(f"n{k}", f"Step {k}") for k in range(4)), tuple(Edge(f"n{k}", f"n{k + 1}") for k in range(3))
)

JUNCTION = Node("p", "c", Shape.POINT)


def cause(diagram: Diagram, bounds: Bounds | None = None) -> str | None:
    """The cause for which an entry is refused; None where it is not."""
    try:
        check_bounds(Entry("folder/x", "X", "unknown", "folder", Kind.PROCESS, diagram), bounds or Bounds())
    except BadEntry as error:
        return error.cause
    return None


def chain(count: int, label: str = "Step {}", **edge: object) -> Diagram:
    nodes = tuple(Node(f"n{k}", label.format(k)) for k in range(count))
    return Diagram(nodes, tuple(Edge(f"n{k}", f"n{k + 1}", **edge) for k in range(count - 1)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("diagram", "said"),
    [
        (CHAIN, None),
        (chain(80), None),
        (Diagram(), "few nodes"),
        (chain(1), "few nodes"),
        (chain(3), "few nodes"),
        (chain(81), "many nodes"),
        (chain(500), "many nodes"),
        (Diagram(CHAIN.nodes), "few arrows"),
        (Diagram(CHAIN.nodes, CHAIN.edges * 54), "many arrows"),
        (Diagram(CHAIN.nodes, CHAIN.edges * 53), None),
        (chain(4, ""), "unnamed nodes"),
        (chain(4, " \n"), "unnamed nodes"),
        (chain(4, "Same"), "unnamed nodes"),
        (chain(4, "x" * 120 + "{}"), "long label"),
        (chain(4, "x" * 119 + "{}"), None),
        (chain(4, label="y" * 121), "long label"),
        (Diagram(CHAIN.nodes, CHAIN.edges, (Group("g", "z" * 121),)), "long label"),
        (chain(4, head=Head.NONE), "no arrows"),
        (chain(4, tail=Head.POINTED), "no arrows"),
        (Diagram((*CHAIN.nodes, Node("a", "b", Shape.ANCHOR, on=0), JUNCTION), CHAIN.edges), "unnamed nodes"),
        (Diagram((*CHAIN.nodes, Node("a", "Step 0")), CHAIN.edges), "unnamed nodes"),
        (Diagram((*CHAIN.nodes, Node("a", "")), CHAIN.edges), None),
    ],
)  # fmt: skip
def test_what_is_refused(diagram: Diagram, said: str | None) -> None:
    assert cause(diagram) == said


def test_other_bounds() -> None:
    assert cause(Diagram(), Bounds(nodes=(0, 9), edges=(0, 9))) == "no arrows"
    assert cause(chain(2), Bounds(nodes=(2, 9), edges=(1, 9))) is None
    assert cause(chain(4, "Same"), Bounds(named=0.0)) is None


def test_a_folder_of_unusable_graphs(tmp_path: Path) -> None:
    texts = {
        "no-labels.dot": 'digraph { node [label=""]; a -> b -> c -> d -> e }',
        "one-node.mmd": "flowchart LR\n a[Alone]\n",
        "no-edges.dot": "digraph { a; b; c; d; e }",
        "many.dot": "digraph { " + " -> ".join(f"n{k}" for k in range(500)) + " }",
        "lines.mmd": "flowchart LR\n a --- b --- c --- d --- e\n",
        "same.mmd": "flowchart LR\n a[X] --> b[X] --> c[X] --> d[X]\n",
        "good.mmd": "flowchart LR\n a[A] --> b[B] --> c[C] --> d[D]\n",
        "empty.dot": "digraph {}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = outcomes(FolderSource(tmp_path), bounds=Bounds())
    assert found == {
        "empty.dot": found["empty.dot"],
        "good.mmd": "A B C D",
        "lines.mmd": "no arrows",
        "many.dot": "many nodes",
        "no-edges.dot": "few arrows",
        "no-labels.dot": "unnamed nodes",
        "one-node.mmd": "few nodes",
        "same.mmd": "unnamed nodes",
    }
    assert found["empty.dot"] in ("few nodes", "unreadable")
