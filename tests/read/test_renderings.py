"""Pictures of an entry, told under its own ids."""

from dataclasses import replace

import pytest

from graphicacy.diagram import notations
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.model import Diagram, Direction, Edge, Head, Node
from graphicacy.diagram.render import lay_out, picture, render
from graphicacy.diagram.style import Style
from graphicacy.read import renderings
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.renderings import draw_figure, renderings_of, sources_of, told_as

MERMAID = "flowchart TD\n a[Alpha] -->|yes| b[Beta]\n c[Gamma] --> b\n a --> b\n subgraph f[Frame]\n  c\n end"
DOT = (
    "digraph { x [label=Beta]; y [label=Gamma]; z [label=Alpha]; z -> x; y -> x; z -> x [label=yes]; "
    "subgraph cluster_1 { label=Frame; y } }"
)


def entry(**more):
    diagram = notations.read(MERMAID, "mermaid")
    return Entry("test/a", "A", "computing", "test", Kind.PROCESS, diagram, **more)


def test_a_picture_from_the_authors_other_source_is_told_under_the_same_ids():
    figure = draw_figure(entry(dot=DOT), "graphviz")
    assert [n.id for n in figure.diagram.nodes] == [n.id for n in entry().diagram.nodes]
    assert [(e.source, e.target, e.label) for e in figure.diagram.edges] == [
        ("a", "b", "yes"),
        ("c", "b", ""),
        ("a", "b", ""),
    ]
    assert figure.scene.nodes.keys() == {"a", "b", "c"}
    assert set(figure.scene.labels) == {0}
    for edge, route in zip(figure.diagram.edges, figure.scene.routes, strict=True):
        assert figure.scene.nodes[edge.source].pad(12).holds(route[0])
        assert figure.scene.nodes[edge.target].pad(12).holds(route[-1])


@pytest.mark.parametrize(
    "source",
    [
        DOT.replace("Beta", "Other"),
        DOT.replace("z -> x;", "x -> z;"),
        DOT.replace("z -> x;", ""),
        DOT.replace("z -> x;", "z -> x; z -> y;"),
        DOT.replace("label=yes", "label=no"),
    ],
)
def test_a_source_that_says_another_graph_is_refused(source):
    with pytest.raises(BadEntry, match=r"test/a: graphviz.* shows another graph"):
        draw_figure(entry(dot=source), "graphviz")


def test_edges_are_told_the_way_round_that_the_source_writes_them():
    wanted = Diagram((Node("a", "A"), Node("b", "B")), (Edge("a", "b", head=Head.NONE, tail=Head.POINTED),))
    drawn = render(Diagram(wanted.nodes, (Edge("b", "a"),)))
    told = told_as(drawn, wanted)
    assert told.diagram.edges[0].source == "a"
    assert told.diagram.edges[0].tail is Head.POINTED
    assert told.scene.routes[0] == drawn.scene.routes[0][::-1]


def test_names_that_two_nodes_share_cannot_pair_them():
    one = Diagram((Node("a", "X"), Node("b", "X")), (Edge("a", "b"),))
    with pytest.raises(BadDrawing, match="another graph"):
        told_as(render(one.renamed({"a": "c"})), one)


def test_turned_pictures_run_another_way():
    for direction, turned in ((Direction.DOWN, Direction.RIGHT), (Direction.RIGHT, Direction.DOWN)):
        one = entry()
        one = replace(one, diagram=replace(one.diagram, direction=direction))
        for rendering in ("mermaid-turned", "graphviz-turned"):
            assert draw_figure(one, rendering).diagram.direction is turned
    assert draw_figure(entry(), "mermaid-turned", Style(direction=Direction.LEFT)).diagram.direction is Direction.DOWN


def test_which_pictures_there_are():
    assert renderings_of(entry()) == ("mermaid", "graphviz")
    assert renderings_of(entry(), with_turned=True) == ("mermaid", "graphviz", "mermaid-turned", "graphviz-turned")
    with pytest.raises(BadEntry, match="its author gave no positions"):
        draw_figure(entry(), "author")


def test_both_sources_are_there_and_say_the_same():
    mermaid, dot = sources_of(entry(mermaid=MERMAID))
    assert mermaid == MERMAID
    assert {n.label for n in notations.read(dot, "dot").nodes} == {"Alpha", "Beta", "Gamma"}


def test_other_diagrams_are_drawn_in_the_same_way():
    figure = draw_figure(entry(), "mermaid", Style(palette="sea"))
    assert figure.draw(figure.entry.diagram).png == figure.drawing.png


def test_a_picture_in_two_halves_is_that_of_render():
    assert picture(lay_out(MERMAID, "mermaid")).png == render(MERMAID, "mermaid").png
    with pytest.raises(ValueError, match="does not read"):
        lay_out(MERMAID, "mermaid", engine="graphviz")


def test_a_hidden_arrow_is_brought_out_by_wider_gaps_or_the_entry_is_refused(monkeypatch):
    widths = []

    def unclear(hidden):
        def places(diagram, scene):
            widths.append(scene.height)
            return ("arrow through node",) if len(widths) <= hidden else ()

        return places

    monkeypatch.setattr(renderings, "unclear_places", unclear(2))
    figure = draw_figure(entry(), "graphviz", Style(spacing=0.8))
    assert widths == sorted(set(widths))
    assert len(widths) == 3
    assert figure.scene.height == pytest.approx(widths[-1] * figure.drawing.scale)
    widths.clear()
    monkeypatch.setattr(renderings, "unclear_places", unclear(3))
    with pytest.raises(BadEntry, match="test/a: its picture by merman has arrow through node") as error:
        draw_figure(entry(), "mermaid")
    assert error.value.cause == "arrow through node"
