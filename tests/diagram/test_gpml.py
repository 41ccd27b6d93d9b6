"""Small pathways, construct by construct: what becomes a node, an edge, a frame, an ornament, and where it is drawn."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from graphicacy.diagram.gpml import read_gpml
from graphicacy.diagram.gpml.lines import Side, curve, elbow, side_of
from graphicacy.diagram.layout import HeadForm, Layout
from graphicacy.diagram.model import Head, LineStyle, Shape
from graphicacy.diagram.outline import outline
from graphicacy.diagram.scene import Box

OLD, NEW = "http://pathvisio.org/GPML/2013a", "http://pathvisio.org/GPML/2021"


def pathway(*parts: str, namespace: str = OLD) -> Layout:
    return read_gpml(f'<Pathway xmlns="{namespace}" Name="p">{"".join(parts)}</Pathway>')


def node(
    key: str, x: float, y: float, w: float = 80, h: float = 20, kind: str = "DataNode", more: str = "", own: str = ""
) -> str:
    graphics = f'<Graphics CenterX="{x}" CenterY="{y}" Width="{w}" Height="{h}" {more}/>'
    return f'<{kind} TextLabel="{key.upper()}" GraphId="{key}" {own}>{graphics}</{kind}>'


def line(
    a: str | None,
    b: str | None,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    head: str = "Arrow",
    tail: str = "",
    kind: str = "Interaction",
    more: str = "",
    inside: str = "",
    between: str = "",
    offsets: tuple[str, str] = ("", ""),
) -> str:
    def point(ref: str | None, at: tuple[float, float], arrow: str, offset: str) -> str:
        reference = f'GraphRef="{ref}" ' if ref else ""
        return f'<Point X="{at[0]}" Y="{at[1]}" {reference}{offset} {f"ArrowHead={arrow!r}" if arrow else ""}/>'

    points = point(a, start, tail, offsets[0]) + between + point(b, end, head, offsets[1])
    return f"<{kind}><Graphics {more}>{points}{inside}</Graphics></{kind}>"


def moved(layout: Layout, key: str, x: float, y: float) -> tuple[float, float]:
    """How far the picture was moved, from where the middle of a node is in the file."""
    cx, cy = layout.scene.nodes[key].center
    return cx - x, cy - y


def route(layout: Layout, index: int, shift: tuple[float, float]) -> list[tuple[float, float]]:
    return [(round(x - shift[0], 3), round(y - shift[1], 3)) for x, y in layout.scene.routes[index]]


TWO = (node("a", 100, 100), node("b", 300, 100))
JOIN = line("a", "b", (140, 100), (260, 100), head="mim-conversion")


def test_a_joined_line_is_an_edge_and_the_picture_begins_at_the_margin() -> None:
    layout = pathway(*TWO, JOIN)
    assert [(n.id, n.label, n.shape) for n in layout.diagram.nodes] == [
        ("a", "A", Shape.RECTANGLE),
        ("b", "B", Shape.RECTANGLE),
    ]
    (edge,) = layout.diagram.edges
    assert (edge.source, edge.target, edge.head, edge.tail, edge.line) == (
        "a",
        "b",
        Head.POINTED,
        Head.NONE,
        LineStyle.SOLID,
    )
    assert layout.scene.nodes["a"] == Box(20, 20, 100, 40)
    assert (layout.scene.width, layout.scene.height) == (320, 60)
    assert layout.scene.routes == (((100, 30), (220, 30)),)
    assert layout.warnings == ()


HEADS = {
    "Arrow": (Head.POINTED, HeadForm.FILLED),
    "mim-conversion": (Head.POINTED, HeadForm.FILLED),
    "mim-modification": (Head.POINTED, HeadForm.FILLED),
    "mim-translocation": (Head.POINTED, HeadForm.FILLED),
    "mim-stimulation": (Head.POINTED, HeadForm.OPEN),
    "mim-necessary-stimulation": (Head.POINTED, HeadForm.OPEN),
    "mim-binding": (Head.POINTED, HeadForm.STICK),
    "mim-covalent-bond": (Head.POINTED, HeadForm.STICK),
    "mim-cleavage": (Head.POINTED, HeadForm.STICK),
    "mim-transcription-translation": (Head.POINTED, HeadForm.STICK),
    "mim-catalysis": (Head.CIRCLE, HeadForm.OPEN),
    "mim-inhibition": (Head.BLUNT, HeadForm.STICK),
    "TBar": (Head.BLUNT, HeadForm.STICK),
    "LigandRound": (Head.CIRCLE, HeadForm.FILLED),
    "LigandSquare": (Head.BLUNT, HeadForm.FILLED),
    "Receptor": (Head.BLUNT, HeadForm.STICK),
    "ReceptorRound": (Head.BLUNT, HeadForm.STICK),
    "ReceptorSquare": (Head.BLUNT, HeadForm.STICK),
    "Line": (Head.NONE, None),
    "mim-gap": (Head.NONE, None),
    "mim-branching-left": (Head.NONE, None),
    "mim-branching-right": (Head.NONE, None),
    "MIM-Catalysis": (Head.CIRCLE, HeadForm.OPEN),
    "tbar": (Head.BLUNT, HeadForm.STICK),
    "SBGN-Inhibition": (Head.BLUNT, HeadForm.STICK),
    "Undirected": (Head.NONE, None),
    "Directed": (Head.POINTED, HeadForm.FILLED),
    "Conversion": (Head.POINTED, HeadForm.FILLED),
    "Inhibition": (Head.BLUNT, HeadForm.STICK),
    "Catalysis": (Head.CIRCLE, HeadForm.OPEN),
    "Stimulation": (Head.POINTED, HeadForm.OPEN),
    "Binding": (Head.POINTED, HeadForm.STICK),
    "Translocation": (Head.POINTED, HeadForm.FILLED),
    "TranscriptionTranslation": (Head.POINTED, HeadForm.STICK),
}


@pytest.mark.parametrize("name", HEADS)
def test_heads_of_both_ends(name: str) -> None:
    layout = pathway(*TWO, line("a", "b", (140, 100), (260, 100), head=name, tail=name))
    (edge,) = layout.diagram.edges
    head, form = HEADS[name]
    assert (edge.head, edge.tail) == (head, head)
    assert (layout.heads.get(0), layout.tails.get(0)) == (form, form)
    assert layout.warnings == ()


def test_an_unknown_head_is_an_arrow_and_told() -> None:
    layout = pathway(*TWO, line("a", "b", (140, 100), (260, 100), head="mim-nonsense"))
    assert layout.diagram.edges[0].head is Head.POINTED
    assert layout.warnings == ("arrow heads of an unknown kind (mim-nonsense), drawn as arrows: 1",)


def test_an_anchor_is_a_node_on_its_edge_at_its_share_of_the_way() -> None:
    carrier = line("a", "b", (140, 100), (260, 100), inside='<Anchor Position="0.25" Shape="None" GraphId="x"/>')
    layout = pathway(*TWO, node("c", 170, 200), line("c", "x", (170, 190), (170, 100), head="mim-catalysis"), carrier)
    (anchor,) = [n for n in layout.diagram.nodes if n.shape is Shape.ANCHOR]
    assert (anchor.id, anchor.on) == ("x", 1)
    assert next((e.source, e.target, e.head) for e in layout.diagram.edges) == ("c", "x", Head.CIRCLE)
    shift = moved(layout, "a", 100, 100)
    assert layout.scene.nodes["x"].center == (170 + shift[0], 100 + shift[1])
    assert route(layout, 0, shift) == [(170, 190), (170, 100)]


def test_an_anchor_that_no_edge_needs_is_no_node() -> None:
    carrier = line("a", "b", (140, 100), (260, 100), inside='<Anchor Position="0.4" GraphId="x"/>')
    assert [n.id for n in pathway(*TWO, carrier).diagram.nodes] == ["a", "b"]


def test_an_anchor_on_a_loose_line_is_an_unseen_point() -> None:
    carrier = line(None, None, (200, 50), (200, 250), inside='<Anchor Position="0.5" GraphId="x"/>')
    layout = pathway(*TWO, carrier, line("a", "x", (140, 100), (200, 150)))
    (point,) = [n for n in layout.diagram.nodes if n.id == "x"]
    assert (point.shape, point.on, point.border) == (Shape.POINT, None, LineStyle.INVISIBLE)
    assert [(e.source, e.target) for e in layout.diagram.edges] == [("a", "x")]
    assert [len(o.points) for o in layout.ornaments] == [2]
    assert layout.warnings == ("interactions that do not join two parts, drawn as loose lines: 1",)


def test_edges_may_stand_on_one_another_in_a_circle() -> None:
    lines = [
        line(f"p{i}", "b", (140, 100), (260, 100), inside=f'<Anchor Position="0.5" GraphId="p{(i + 1) % 3}"/>')
        for i in range(3)
    ]
    lines.append(line("own", "b", (140, 100), (260, 100), inside='<Anchor Position="0.5" GraphId="own"/>'))
    layout = pathway(*TWO, *lines)
    assert {(n.id, n.on) for n in layout.diagram.nodes if n.on is not None} == {
        ("p0", 2), ("p1", 0), ("p2", 1), ("own", 3)
    }  # fmt: skip
    assert len(layout.diagram.edges) == len(layout.scene.routes) == 4


def test_graphical_lines_are_edges_where_they_join_and_ornaments_where_they_do_not() -> None:
    joins = line("a", "b", (140, 100), (260, 100), kind="GraphicalLine", more='LineStyle="Broken"')
    loose = line("a", None, (140, 100), (200, 300), kind="GraphicalLine", more='Color="ff0000" LineThickness="3.0"')
    layout = pathway(*TWO, joins, loose)
    assert [(e.source, e.target, e.line) for e in layout.diagram.edges] == [("a", "b", LineStyle.DASHED)]
    (ornament,) = layout.ornaments
    assert (ornament.stroke, ornament.border_width, ornament.head) == ("#ff0000", 3, Head.POINTED)
    assert layout.warnings == ("graphical lines that do not join two parts, drawn as loose lines: 1",)


def test_an_end_that_refers_to_nothing_is_told() -> None:
    layout = pathway(*TWO, line("a", "gone", (140, 100), (260, 100)))
    assert layout.diagram.edges == ()
    assert "ends of lines that refer to nothing in the file: 1" in layout.warnings


def test_labels_and_shapes_are_nodes_only_where_a_line_ends_on_them() -> None:
    layout = pathway(
        node("note", 100, 300, kind="Label"),
        node("phenotype", 100, 200, kind="Label"),
        node("cell", 300, 200, 200, 200, kind="Shape", more='ShapeType="Oval"'),
        node("other", 300, 500, 100, 90, kind="Shape", more='ShapeType="RoundedRectangle" Color="00ff00"'),
        node("a", 300, 200),
        line("phenotype", "cell", (140, 200), (200, 200)),
    )
    shapes = {n.id: n.shape for n in layout.diagram.nodes}
    assert shapes == {"phenotype": Shape.TEXT, "cell": Shape.CIRCLE, "a": Shape.RECTANGLE}
    assert layout.diagram.nodes[0].id == "cell"  # the lowest in the stack first
    assert [(o.shape, o.label) for o in layout.ornaments] == [
        (Shape.ROUNDED, ""), (Shape.TEXT, "OTHER"), (Shape.TEXT, "NOTE")
    ]  # fmt: skip
    assert layout.ornaments[0].stroke == "#00ff00"
    assert layout.ornaments[0].fill is None


def test_states_sit_on_the_border_of_their_host() -> None:
    state = (
        '<State TextLabel="P" GraphId="s" GraphRef="a"><Graphics RelX="1.0" RelY="-1.0" Width="16" Height="16" '
        'ShapeType="Oval" FillColor="ffff00"/></State>'
    )
    orphan = state.replace('"s"', '"t"').replace('GraphRef="a"', 'GraphRef="gone"')
    layout = pathway(state, orphan, *TWO, line("s", "b", (140, 90), (260, 100)))
    found = {n.id: n for n in layout.diagram.nodes}
    assert set(found) == {"s", "a", "b"}
    assert (found["s"].attached_to, found["s"].shape, found["s"].fill) == ("a", Shape.CIRCLE, "#ffff00")
    shift = moved(layout, "a", 100, 100)
    assert layout.scene.nodes["s"].center == (140 + shift[0], 90 + shift[1])
    assert [n.id for n in layout.diagram.nodes].index("s") > [n.id for n in layout.diagram.nodes].index("a")
    assert layout.warnings == ("states of nothing, left out: 1",)


def test_groups_are_framed_as_their_style_asks() -> None:
    styles = {"Group": "g", "Complex": "c", "None": "n", "Pathway": "p"}
    parts = [node(s, 100, 100 * i, own=f'GroupRef="{s}"') for i, s in enumerate(styles.values())]
    parts += [
        f'<Group GroupId="{s}" GraphId="{s}{s}" Style="{style}" TextLabel="L{s}"/>' for style, s in styles.items()
    ]
    layout = pathway(*parts)
    groups = {g.id: g for g in layout.diagram.groups}
    assert {n.id: n.group for n in layout.diagram.nodes} == {s: s * 2 for s in styles.values()}
    assert (groups["gg"].border, groups["gg"].fill, groups["gg"].label) == (LineStyle.INVISIBLE, None, "")
    assert (groups["cc"].border, groups["cc"].stroke) == (LineStyle.SOLID, "#808080")
    assert (groups["nn"].border, groups["pp"].border) == (LineStyle.DASHED, LineStyle.DASHED)
    assert groups["pp"].label == "Lp"
    for name, margin in (("g", 8), ("c", 12)):
        assert layout.scene.groups[name * 2] == layout.scene.nodes[name].pad(margin)


def test_types_of_groups_of_2021() -> None:
    kinds = ("Group", "Transparent", "Complex", "Analog")
    parts = [node(k, 100, 100 * i, own=f'groupRef="g{k}"') for i, k in enumerate(kinds)]
    parts += [f'<Group elementId="g{k}" type="{k}"/>' for k in kinds]
    borders = {g.id: g.border for g in pathway(*parts, namespace=NEW).diagram.groups}
    assert borders == {
        "gGroup": LineStyle.DASHED, "gTransparent": LineStyle.INVISIBLE, "gComplex": LineStyle.SOLID,
        "gAnalog": LineStyle.DASHED,
    }  # fmt: skip


def test_groups_nest_and_lines_end_on_them() -> None:
    layout = pathway(
        node("a", 100, 100, own='GroupRef="in"'),
        node("b", 400, 100),
        '<Group GroupId="in" GroupRef="out" Style="Complex"/>',
        '<Group GroupId="out" GraphId="frame"/>',
        '<Group GroupId="empty" GraphId="nothing"/>',
        line("frame", "b", (160, 100), (360, 100)),
        line("in", "b", (152, 100), (360, 100)),
    )
    assert {(g.id, g.parent) for g in layout.diagram.groups} == {("in", "frame"), ("frame", None)}
    assert layout.scene.groups["frame"] == layout.scene.groups["in"].pad(8)
    assert [e.source for e in layout.diagram.edges] == ["frame", "in"]
    assert layout.scene.routes[0][0][0] == layout.scene.groups["frame"].x1


def test_a_group_without_members_is_where_a_line_ends_on_it() -> None:
    layout = pathway(*TWO, '<Group GroupId="e" GraphId="g"/>', line("a", "g", (140, 100), (200, 180)))
    assert layout.diagram.edges[0].target == "g"
    assert layout.scene.groups["g"].center == layout.scene.routes[0][-1]


def test_groups_in_a_circle_lose_one_parent() -> None:
    layout = pathway(
        node("a", 100, 100, own='GroupRef="x"'),
        '<Group GroupId="x" GroupRef="y"/><Group GroupId="y" GroupRef="z"/><Group GroupId="z" GroupRef="x"/>',
        '<Group GroupId="self" GroupRef="self"/>',
        node("b", 300, 100, own='GroupRef="self"'),
    )
    parents = {g.id: g.parent for g in layout.diagram.groups}
    assert len(parents) == 4
    for start in parents:
        seen, at = set[str](), start
        while at is not None:
            assert at not in seen
            seen.add(at)
            at = parents[at]
    assert "groups that lie in themselves: 2" in layout.warnings


def test_an_id_used_twice_stays_with_the_first() -> None:
    layout = pathway(
        node("a", 100, 100), node("a", 300, 100), node("b", 500, 100), line("a", "b", (140, 100), (460, 100))
    )
    assert len({n.id for n in layout.diagram.nodes}) == 3
    assert layout.scene.routes[0][0][0] == layout.scene.nodes["a"].x1
    assert layout.warnings == ("parts with an id that another has, too: 1",)


def test_parts_without_ids_get_one_each() -> None:
    layout = pathway(*(node("q", 100 * i, 50).replace('GraphId="q"', "") for i in range(3)))
    assert len({n.id for n in layout.diagram.nodes}) == len(layout.scene.nodes) == 3


LOOKS = (
    'Color="0000ff" FillColor="ffff99" LineThickness="2.5" LineStyle="Broken" FontSize="9" FontWeight="Bold" '
    'FontStyle="Italic" Align="Left" Valign="Bottom" ShapeType="RoundedRectangle"'
)


def test_looks() -> None:
    layout = pathway(node("a", 100, 100, 200, 100, more=LOOKS))
    (found,) = layout.diagram.nodes
    assert (found.shape, found.fill, found.stroke) == (Shape.ROUNDED, "#ffff99", "#0000ff")
    assert (found.border, found.border_width) == (LineStyle.DASHED, 2.5)
    words = layout.lettering["a"]
    assert (words.size, words.color, words.bold, words.italic) == (9, "#0000ff", True, True)
    assert (words.align, words.valign) == ("left", "bottom")
    box = layout.scene.nodes["a"]
    assert (words.box.x0, words.box.y1) == (box.x0 + 5, box.y1 - 5)


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ("ff8800", "#ff8800"), ("Red", "#ff0000"), ("Transparent", None), ("F", "#00000f"), ("ff000080", "#ff7f7f"),
        ("12345600", None), ("nonsense", "#000000"), ("", "#ffffff"),
    ],
)  # fmt: skip
def test_colours(value: str, seen: str | None) -> None:
    layout = pathway(node("a", 100, 100, more=f'FillColor="{value}"'))
    assert layout.diagram.nodes[0].fill == seen


def test_words_break_where_the_author_breaks_them() -> None:
    from graphicacy.diagram.paint.text import lines_of

    for label, w in (
        ("a b c\nd e", 300),
        ("alpha beta\ngamma delta\nepsilon zeta", 40),
        ("a long label on one line", 30),
    ):
        own = label.replace("\n", "&#xA;")
        layout = pathway(node("a", 100, 100, w).replace('"A"', f'"{own}"'))
        words = layout.lettering["a"]
        assert layout.diagram.nodes[0].label == label.replace("\n", " ")
        assert lines_of(layout.diagram.nodes[0].label, words.size, words.box.width, words.bold) == label.split("\n")


def test_captions_keep_their_line_breaks() -> None:
    text = node("c", 100, 200, kind="Label").replace('"C"', '"one&#xA;two three four &#xA;&#xA;five"')
    (caption,) = pathway(*TWO, text).ornaments
    assert caption.label == "one\ntwo three four\nfive"


def test_a_double_border_is_two_lines() -> None:
    double = '<Attribute Key="org.pathvisio.DoubleLineProperty" Value="Double"/>'
    cell = node("cell", 200, 200, 200, 200, kind="Shape", more='ShapeType="Rectangle" LineThickness="3"')
    layout = pathway(node("a", 200, 200), cell.replace("<Graphics", double + "<Graphics"))
    outer, inner = (o for o in layout.ornaments if o.shape is Shape.RECTANGLE)
    assert inner.box == outer.box.pad(-9)
    assert outer.behind
    assert inner.behind


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Rectangle", Shape.RECTANGLE), ("RoundedRectangle", Shape.ROUNDED), ("Oval", Shape.ELLIPSE),
        ("Hexagon", Shape.HEXAGON), ("Octagon", Shape.POLYGON), ("Cell", Shape.ROUNDED), ("Nucleus", Shape.ELLIPSE),
        ("Organelle", Shape.ROUNDED), ("Vesicle", Shape.ELLIPSE), ("Mitochondria", Shape.ELLIPSE),
        ("mim-degradation", Shape.ELLIPSE), ("Extracellular region", Shape.ROUNDED), ("None", Shape.TEXT),
        ("Arc", Shape.TEXT), ("Brace", Shape.TEXT), ("Pentagon", Shape.TEXT), ("Triangle", Shape.TEXT),
        ("Endoplasmic Reticulum", Shape.TEXT), ("EndoplasmicReticulum", Shape.TEXT), ("Golgi Apparatus", Shape.TEXT),
        ("Sarcoplasmic Reticulum", Shape.TEXT), ("mim-phosphorylated", Shape.TEXT), ("Coronavirus", Shape.TEXT),
        ("DNA", Shape.TEXT), ("CellIcon", Shape.ELLIPSE), ("Line", Shape.TEXT), ("whatever", Shape.RECTANGLE),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turn", [0.0, 1.0])
def test_shapes_and_their_lines_stay_in_the_turned_box(name: str, shape: Shape, turn: float) -> None:
    part = node("s", 200, 200, 100, 60, kind="Shape", more=f'ShapeType="{name}" Rotation="{turn}"')
    layout = pathway(part, node("b", 400, 200), line("s", "b", (250, 200), (360, 200)))
    (found,) = [n for n in layout.diagram.nodes if n.id == "s"]
    box = layout.scene.nodes["s"]
    if turn == 0:
        assert found.shape is shape
        assert (box.width, box.height) == (100, 60)
    else:
        assert found.shape is Shape.TEXT  # a turned outline is drawn by its lines
        assert box.width == pytest.approx(100 * math.cos(1) + 60 * math.sin(1))
    beyond = 30 if name == "Triangle" else 1e-6  # see gpml_outlines: PathVisio draws it beyond its box
    for ornament in layout.ornaments:
        assert ornament.of == "s"
        assert all(box.pad(beyond).contains(Box(x, y, x, y)) for x, y in ornament.points)
    assert bool(layout.warnings) == (name == "whatever")


def test_a_quarter_turn_swaps_the_sides() -> None:
    part = node("s", 200, 200, 100, 60, kind="Shape", more='ShapeType="Oval" Rotation="1.5707963"')
    layout = pathway(part, node("b", 400, 200), line("s", "b", (230, 200), (360, 200)))
    (found,) = [n for n in layout.diagram.nodes if n.id == "s"]
    assert found.shape is Shape.ELLIPSE
    box = layout.scene.nodes["s"]
    assert (round(box.width, 3), round(box.height, 3)) == (60, 100)


def test_ends_are_brought_to_outlines() -> None:
    parts = (node("a", 100, 100), node("o", 300, 100, 80, 80, more='ShapeType="Oval"'))
    cases = {
        ((141, 100), (259, 100)): [(140, 100), (260, 100)],  # a little off: moved
        ((100, 100), (300, 100)): [(140, 100), (260, 100)],  # from the middle: cut
        ((155, 100), (240, 100)): [(140, 100), (260, 100)],  # far off: led on
        ((155, 60), (155, 40)): [(140, 90), (155, 60), (155, 40), (263, 84.7)],  # beside: led to the nearest place
    }
    for (start, end), expected in cases.items():
        layout = pathway(*parts, line("a", "o", start, end))
        found = route(layout, 0, moved(layout, "a", 100, 100))
        assert [(round(x, 1), round(y, 1)) for x, y in found] == expected


def test_an_inner_line_from_a_frame_to_a_member_stays_inside() -> None:
    layout = pathway(
        node("cell", 200, 200, 300, 300, kind="Shape", more='ShapeType="Rectangle"'),
        node("a", 200, 200),
        line("cell", "a", (200, 50), (200, 190)),
    )
    assert route(layout, 0, moved(layout, "a", 200, 200)) == [(200, 50), (200, 190)]


ELBOWS = [  # start side, end side, end, corners between: hand-drawn from PathVisio's rule
    (Side.EAST, Side.WEST, (100, 40), [(20, 0), (20, 40)]),
    (Side.EAST, Side.NORTH, (100, 40), [(100, 0)]),
    (Side.EAST, Side.SOUTH, (100, 40), [(20, 0), (20, 60), (100, 60)]),
    (Side.SOUTH, Side.NORTH, (60, 100), [(0, 20), (60, 20)]),
    (Side.WEST, Side.EAST, (100, 40), [(-20, 0), (-20, 20), (120, 20), (120, 40)]),
    (Side.EAST, Side.EAST, (-100, 40), [(20, 0), (20, 40)]),
]


@pytest.mark.parametrize(("start", "end", "at", "corners"), ELBOWS)
def test_elbows(start: Side, end: Side, at: tuple[float, float], corners: list[tuple[float, float]]) -> None:
    points = elbow((0, 0), start, at, end)
    assert points == [(0, 0), *corners, at]


@pytest.mark.parametrize("start", Side)
@pytest.mark.parametrize("end", Side)
@pytest.mark.parametrize("at", [(90, 70), (90, -70), (-90, 70), (-90, -70), (0, 50), (50, 0)])
def test_elbows_leave_and_arrive_at_right_angles(start: Side, end: Side, at: tuple[float, float]) -> None:
    points = elbow((0, 0), start, at, end)
    assert points[0] == (0, 0)
    assert points[-1] == at
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))
    assert (points[1][1] == 0) if start.horizontal else (points[1][0] == 0)
    assert (points[-2][1] == at[1]) if end.horizontal else (points[-2][0] == at[0])


def test_an_elbow_takes_the_authors_way_where_it_fits() -> None:
    assert elbow((0, 0), Side.EAST, (100, 40), Side.WEST, [(70, 999)]) == [(0, 0), (70, 0), (70, 40), (100, 40)]
    too_many = [(70, 9), (80, 9)]
    assert elbow((0, 0), Side.EAST, (100, 40), Side.WEST, too_many)[1] == (20, 0)


def test_a_curve_ends_where_its_elbow_ends_and_touches_the_middle() -> None:
    corners = elbow((0, 0), Side.EAST, (100, 40), Side.WEST, [(50, 20)])
    points = curve(corners)
    assert (points[0], points[-1]) == ((0, 0), (100, 40))
    assert (50, 20) in points
    assert max(math.dist(a, b) for a, b in pairwise(points)) < 6


def test_sides() -> None:
    found = [side_of(*at) for at in ((1.0, 0.2), (-1.0, 0.0), (0.0, 1.0), (0.3, -1.0), (1.0, 1.0))]
    assert found == [Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH, Side.SOUTH]


def test_lines_run_as_their_connector_says() -> None:
    far = (node("a", 100, 100), node("b", 300, 200))
    offsets = ('RelX="1.0" RelY="0.0"', 'RelX="-1.0" RelY="0.0"')
    between = '<Point X="200" Y="150"/>'

    def drawn(kind: str) -> list[tuple[float, float]]:
        text = line(
            "a", "b", (140, 100), (260, 200), more=f'ConnectorType="{kind}"', between=between, offsets=offsets
        )  # fmt: skip
        layout = pathway(*far, text)
        return route(layout, 0, moved(layout, "a", 100, 100))

    assert drawn("Straight") == [(140, 100), (260, 200)]
    assert drawn("Segmented") == [(140, 100), (200, 150), (260, 200)]
    assert drawn("Elbow") == [(140, 100), (200, 100), (200, 200), (260, 200)]
    assert len(drawn("Curved")) > 30
    assert (200, 150) in drawn("Curved")


def test_the_same_pathway_in_2021() -> None:
    graphics = 'width="80" height="20" textColor="ff0000" borderColor="0000ff" borderStyle="Dashed" borderWidth="2.0"'
    text = f"""
      <Graphics boardWidth="500" boardHeight="400" backgroundColor="eeeeff"/>
      <DataNodes>
        <DataNode elementId="a" textLabel="A" groupRef="g"><Graphics centerX="100" centerY="100" {graphics}/>
          <States><State elementId="s" textLabel="P"><Graphics relX="1.0" relY="-1.0" width="16" height="16"
            shapeType="Oval"/></State></States>
        </DataNode>
        <DataNode elementId="b" textLabel="B"><Graphics centerX="300" centerY="100" {graphics} fillColor="00ff00"/>
        </DataNode>
      </DataNodes>
      <Interactions>
        <Interaction elementId="i"><Graphics lineColor="008000" lineStyle="Dotted" lineWidth="1.5"
            connectorType="Straight"/>
          <Waypoints>
            <Point elementId="p" x="140" y="100" elementRef="a" relX="1.0" relY="0.0" arrowHead="Undirected"/>
            <Point elementId="q" x="260" y="100" elementRef="b" relX="-1.0" relY="0.0" arrowHead="Catalysis"/>
            <Anchor elementId="x" position="0.5" shapeType="Circle"/>
          </Waypoints></Interaction>
        <Interaction><Graphics/><Waypoints>
            <Point x="116" y="90" elementRef="s" arrowHead="Inhibition"/><Point x="200" y="100" elementRef="x"/>
        </Waypoints></Interaction>
        <Interaction><Graphics/><Waypoints>
            <Point x="92" y="100" elementRef="g"/><Point x="260" y="100" elementRef="b"/>
        </Waypoints></Interaction>
      </Interactions>
      <Groups><Group elementId="g" type="Complex" textLabel="Pair"><Graphics centerX="100" centerY="100" width="104"
        height="44" borderColor="808080" fillColor="b4b46419" shapeType="Octagon"/></Group></Groups>
    """
    layout = pathway(text, namespace=NEW)
    nodes = {n.id: n for n in layout.diagram.nodes}
    assert (nodes["a"].stroke, nodes["a"].border, nodes["a"].border_width) == ("#0000ff", LineStyle.DASHED, 2)
    assert (nodes["a"].fill, nodes["b"].fill) == ("#ffffff", "#00ff00")
    assert layout.lettering["a"].color == "#ff0000"
    assert (nodes["s"].attached_to, nodes["s"].group, nodes["x"].on) == ("a", "g", 0)
    assert [(e.source, e.target, e.head, e.tail, e.line) for e in layout.diagram.edges] == [
        ("a", "b", Head.CIRCLE, Head.NONE, LineStyle.DOTTED),
        ("s", "x", Head.NONE, Head.BLUNT, LineStyle.SOLID),
        ("g", "b", Head.NONE, Head.NONE, LineStyle.SOLID),
    ]
    assert layout.diagram.edges[0].width == 1.5
    (group,) = layout.diagram.groups
    assert (group.label, group.stroke, group.fill) == ("Pair", "#808080", "#f8f8f0")
    box = layout.scene.groups["g"]
    assert (box.width, box.height) == (104, 44)
    assert layout.background == "#eeeeff"
    assert [o.of for o in layout.ornaments if o.shape is Shape.CIRCLE] == ["x"]


def test_interactions_of_2010a() -> None:
    layout = pathway(*TWO, JOIN.replace("Interaction", "Line"), namespace="http://genmapp.org/GPML/2010a")
    assert [(e.source, e.target, e.head) for e in layout.diagram.edges] == [("a", "b", Head.POINTED)]


def test_shapes_above_nodes_are_painted_above_and_shapes_below_below() -> None:
    def cover(depth: int) -> str:
        more = f'ShapeType="Rectangle" FillColor="ff0000" ZOrder="{depth}"'
        return node("s", 100, 100, 90, 30, kind="Shape", more=more)

    for depth, behind in ((1, True), (99999, False)):
        layout = pathway(*TWO, cover(depth))
        assert layout.ornaments[0].behind is behind


def test_reading_is_deterministic_and_paints() -> None:
    from graphicacy.diagram.paint import paint

    parts = (*TWO, JOIN, node("t", 200, 300, kind="Shape", more='ShapeType="Triangle" FillColor="aabbcc"'))
    svg = paint(pathway(*parts))
    assert svg == paint(pathway(*parts))
    assert svg.count("<polygon") >= 1


def test_ends_lie_on_the_outline_of_any_shape() -> None:
    for name in ("Oval", "Hexagon", "RoundedRectangle", "Octagon"):
        part = node("s", 300, 100, 90, 60, more=f'ShapeType="{name}"')
        layout = pathway(node("a", 100, 100), part, line("a", "s", (140, 100), (255, 70)))
        (found,) = [n for n in layout.diagram.nodes if n.id == "s"]
        corners = outline(found.shape, layout.scene.nodes["s"])
        x, y = layout.scene.routes[0][-1]
        gaps = [
            abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / max(math.dist((ax, ay), (bx, by)), 1e-9)
            for (ax, ay), (bx, by) in pairwise((*corners, corners[0]))
            if min(ax, bx) - 1 <= x <= max(ax, bx) + 1 and min(ay, by) - 1 <= y <= max(ay, by) + 1
        ]
        assert min(gaps) < 0.01
