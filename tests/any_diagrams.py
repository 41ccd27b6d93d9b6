"""Random diagrams of every kind, for laws that hold of all."""

from __future__ import annotations

from hypothesis import strategies as st

from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, LineStyle, Node, Shape

KEYWORDS = [
    "end",
    "default",
    "subgraph",
    "graph",
    "node",
    "edge",
    "strict",
    "__proto__",
    "style",
    "cluster",
    "cluster_a",
]
IDS = st.one_of(
    st.sampled_from([*KEYWORDS, "a b", "a/b", 'q"', "\\", 'x\\"', "1.5", "-1", "é", "日本", "", "a\nb"]),
    st.text(max_size=6),
)
LABELS = st.one_of(
    st.sampled_from(
        ["", "<b>x</b>", "&amp;", "&", "#35;", "a;b", "`md`", '"q"', "{a|b}", "\\N", "\\n", "end", "long " * 12]
    ),
    st.text(max_size=20),
)
COLORS = st.one_of(st.none(), st.integers(0, 0xFFFFFF).map("#{:06x}".format))
WIDTHS = st.one_of(st.none(), st.sampled_from([0.0, 1.0, 1.5, 2.0, 4.0, 8 / 3]), st.floats())


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    ids = draw(st.lists(IDS, min_size=1, max_size=9, unique=True))
    cut = draw(st.integers(1, len(ids)))
    frames, ids = ids[cut:], ids[:cut]
    lines = st.sampled_from(LineStyle)
    homes = st.sampled_from([None, *frames])
    nodes = draw(
        st.tuples(
            *(
                st.builds(
                    Node, st.just(i), LABELS, st.sampled_from(Shape), COLORS, COLORS, lines, homes,
                    st.one_of(st.none(), st.integers(0, 5)), WIDTHS, st.sampled_from([None, *ids]),
                )
                for i in ids
            )
        )
    )  # fmt: skip
    groups = draw(
        st.tuples(*(st.builds(Group, st.just(i), LABELS, homes, COLORS, COLORS, lines, WIDTHS) for i in frames))
    )
    ends, heads = st.sampled_from([*ids, *frames]), st.sampled_from(Head)
    edges = draw(st.lists(st.builds(Edge, ends, ends, LABELS, heads, heads, lines, COLORS, WIDTHS, WIDTHS), max_size=6))
    return Diagram(nodes, tuple(edges), groups, draw(st.sampled_from([None, *Direction])))
