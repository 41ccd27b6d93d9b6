"""What an SBGN-ML map shows becomes nodes, edges and groups at the places that it gives."""

from __future__ import annotations

import pytest

from graphicacy.diagram.layout import HeadForm, Layout
from graphicacy.diagram.model import Head, Shape
from graphicacy.diagram.sbgn import read_sbgn
from graphicacy.diagram.scene import Box
from layout_parts import edge, node, off_outline


def sbgn(inner: str, language: str = "process description", version: str = "0.2") -> str:
    return f'<s:sbgn xmlns:s="http://sbgn.org/libsbgn/{version}"><s:map language="{language}">{inner}</s:map></s:sbgn>'


def glyph(
    key: str, kind: str, box: tuple[float, float, float, float], inner: str = "", label: str = "", at: str = ""
) -> str:
    text = f'<s:label text="{label}"/>' if label else ""
    x, y, w, h = box
    return f'<s:glyph id="{key}" class="{kind}" {at}>{text}<s:bbox x="{x}" y="{y}" w="{w}" h="{h}"/>{inner}</s:glyph>'


def arc(key: str, kind: str, source: str, target: str, *points: tuple[float, float], inner: str = "") -> str:
    tags = ["start", *["next"] * (len(points) - 2), "end"]
    way = "".join(f'<s:{tag} x="{x}" y="{y}"/>' for tag, (x, y) in zip(tags, points, strict=True))
    return f'<s:arc id="{key}" class="{kind}" source="{source}" target="{target}">{inner}{way}</s:arc>'


PORTS = '<s:port id="p.1" x="190" y="150"/><s:port id="p.2" x="250" y="150"/>'
PHOSPHATE = '<s:state value="P" variable="T202"/>'
REACTION = sbgn(
    glyph("cell", "compartment", (0, 0, 500, 400), label="cytosol")
    + glyph("erk", "macromolecule", (40, 120, 100, 60), label="ERK")
    + glyph(
        "erkp", "macromolecule multimer", (320, 120, 100, 60), label="ERK",
        inner=glyph("site", "state variable", (300, 110, 40, 20), PHOSPHATE)
        + glyph("count", "unit of information", (360, 110, 40, 18), label="N:2"),
    )
    + glyph("p", "process", (210, 140, 20, 20), PORTS)
    + glyph("atp", "simple chemical", (80, 240, 50, 50), "<s:clone/>", label="ATP")
    + glyph("mek", "complex", (150, 10, 150, 90), label="MEK:RAF",
            inner=glyph("raf", "macromolecule", (160, 20, 60, 30), label="RAF")
            + glyph("kin", "macromolecule", (230, 20, 60, 30), label="MEK"))
    + glyph("dead", "macromolecule", (40, 330, 100, 40), label="drug")
    + glyph("out", "phenotype", (600, 120, 120, 60), label="cell&#xA;growth")
    + arc("a1", "consumption", "erk", "p.1", (140, 150), (190, 150))
    + arc("a2", "consumption", "atp", "p.1", (110, 242), (190, 150))
    + arc("a3", "production", "p.2", "erkp", (250, 150), (320, 150))
    + arc("a4", "catalysis", "mek", "p", (220, 100), (220, 140))
    + arc("a5", "inhibition", "dead", "p", (140, 350), (220, 350), (220, 160))
    + arc("a6", "necessary stimulation", "erkp", "out", (420, 150), (600, 150))
)  # fmt: skip


@pytest.fixture(scope="module")
def reaction() -> Layout:
    return read_sbgn(REACTION)


def test_compartments_and_complexes_with_parts_are_groups(reaction: Layout) -> None:
    assert {g.id: (g.label, g.parent) for g in reaction.diagram.groups} == {
        "cell": ("cytosol", None), "mek": ("MEK:RAF", "cell")
    }  # fmt: skip
    groups = {n.id: n.group for n in reaction.diagram.nodes}
    assert groups["raf"] == groups["kin"] == "mek"
    assert groups["erk"] == groups["p"] == groups["site"] == "cell"
    assert groups["out"] is None


def test_shapes_and_labels(reaction: Layout) -> None:
    shapes = {n.id: n.shape for n in reaction.diagram.nodes}
    assert shapes["erk"] is Shape.ROUNDED
    assert shapes["atp"] is Shape.CIRCLE
    assert shapes["p"] is Shape.RECTANGLE
    assert shapes["out"] is Shape.HEXAGON
    assert shapes["site"] is Shape.STADIUM
    assert shapes["count"] is Shape.RECTANGLE
    assert node(reaction, "out").label == "cell growth"
    assert node(reaction, "p").label == ""


def test_states_and_units_are_attached_to_what_they_describe(reaction: Layout) -> None:
    assert (node(reaction, "site").label, node(reaction, "site").attached_to) == ("P@T202", "erkp")
    assert (node(reaction, "count").label, node(reaction, "count").attached_to) == ("N:2", "erkp")
    assert node(reaction, "erk").attached_to is None


def test_arcs_join_the_glyphs_that_own_the_ports_and_reach_their_outlines(reaction: Layout) -> None:
    i, consumption = edge(reaction, "erk", "p")
    assert (consumption.head, consumption.tail) == (Head.NONE, Head.NONE)
    route, box = reaction.scene.routes[i], reaction.scene.nodes["p"]
    assert route[-1] == pytest.approx((box.x0, box.center[1])), "through the port, on to the square"
    assert route[-2] == pytest.approx((box.x0 - 20, box.center[1]))
    for item, way in zip(reaction.diagram.edges, reaction.scene.routes, strict=True):
        assert off_outline(reaction, item.source, way[0]) < 0.01
        assert off_outline(reaction, item.target, way[-1]) < 0.01


@pytest.mark.parametrize(
    ("source", "target", "head", "form"),
    [
        ("p", "erkp", Head.POINTED, HeadForm.FILLED),
        ("mek", "p", Head.CIRCLE, HeadForm.OPEN),
        ("dead", "p", Head.BLUNT, HeadForm.FILLED),
        ("erkp", "out", Head.POINTED, HeadForm.OPEN),
    ],
)
def test_heads(reaction: Layout, source: str, target: str, head: Head, form: HeadForm) -> None:
    i, item = edge(reaction, source, target)
    assert item.head is head
    assert reaction.heads.get(i, HeadForm.FILLED) is form


def test_marks_of_multimers_clones_ports_and_bars(reaction: Layout) -> None:
    behind = [item for item in reaction.ornaments if item.behind]
    assert [(item.of, item.shape) for item in behind] == [("erkp", Shape.ROUNDED)]
    assert node(reaction, "erkp").fill is not None, "the second outline must not show through"
    box = reaction.scene.nodes["atp"]
    (clone,) = [item for item in reaction.ornaments if item.of == "atp"]
    assert clone.closed
    assert min(y for _, y in clone.points) == pytest.approx(box.y1 - 0.3 * box.height)
    assert all(box.pad(0.01).contains(Box(*p, *p)) for p in clone.points)
    assert len([item for item in reaction.ornaments if item.of == "p"]) == 2
    (bar,) = [item for item in reaction.ornaments if item.of == "out"]
    (x0, _), (x1, _) = bar.points
    assert x0 == x1 < reaction.scene.nodes["out"].x0


def test_a_name_keeps_clear_of_the_clone_marker(reaction: Layout) -> None:
    assert reaction.lettering["atp"].box.y1 <= min(
        y for item in reaction.ornaments if item.of == "atp" for _, y in item.points
    )


def test_a_complex_is_named_where_there_is_room(reaction: Layout) -> None:
    title = reaction.lettering["mek"].box
    assert title.y0 >= reaction.scene.nodes["raf"].y1


@pytest.mark.parametrize(
    ("kind", "head"),
    [
        ("modulation", Head.DIAMOND), ("stimulation", Head.POINTED), ("absolute inhibition", Head.BLUNT),
        ("absolute stimulation", Head.POINTED), ("positive influence", Head.POINTED),
        ("negative influence", Head.BLUNT),
        ("unknown influence", Head.DIAMOND), ("logic arc", Head.NONE), ("equivalence arc", Head.NONE),
        ("assignment", Head.POINTED),
    ],
)  # fmt: skip
def test_every_class_of_arc(kind: str, head: Head) -> None:
    layout = read_sbgn(
        sbgn(
            glyph("a", "entity", (0, 0, 60, 40))
            + glyph("b", "entity", (200, 0, 60, 40))
            + arc("x", kind, "a", "b", (60, 20), (200, 20))
        )
    )
    assert [(e.head, e.tail) for e in layout.diagram.edges] == [(head, Head.NONE)]
    assert layout.warnings == ()


@pytest.mark.parametrize(
    ("kind", "label"),
    [("and", "AND"), ("or", "OR"), ("not", "NOT"), ("delay", "τ"), ("omitted process", "\\\\"),
     ("uncertain process", "?"),
     ("association", ""), ("dissociation", ""), ("source and sink", "")],
)  # fmt: skip
def test_signs(kind: str, label: str) -> None:
    (found,) = read_sbgn(sbgn(glyph("a", kind, (0, 0, 30, 30)))).diagram.nodes
    assert found.label == label
    assert found.shape is (Shape.RECTANGLE if "process" in kind else Shape.CIRCLE)
    assert (found.fill is not None) == (kind == "association")


def test_interactions_point_at_entities_only() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("a", "entity", (0, 0, 60, 40)) + glyph("b", "entity", (300, 0, 60, 40))
            + glyph("c", "entity", (150, 200, 60, 40))
            + '<s:arcgroup class="interaction">' + glyph("i", "interaction", (160, 0, 40, 40))
            + arc("x", "interaction", "i", "a", (160, 20), (60, 20),
                  inner=glyph("k", "cardinality", (100, 12, 16, 16), label="2"))
            + arc("y", "interaction", "b", "i", (300, 20), (200, 20)) + "</s:arcgroup>"
            + arc("z", "interaction", "a", "c", (30, 40), (160, 200)),
            "entity relationship",
        )
    )  # fmt: skip
    assert [(e.head, e.tail, e.label) for e in layout.diagram.edges] == [
        (Head.POINTED, Head.NONE, "2"), (Head.NONE, Head.NONE, ""), (Head.POINTED, Head.POINTED, "")
    ]  # fmt: skip
    assert layout.heads[0] is HeadForm.STICK
    assert layout.scene.labels[0].center == pytest.approx((128, 40))


def test_exclusive_values_meet_without_heads() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("t", "variable value", (0, 0, 20, 20), label="T") + glyph("x", "implicit xor", (30, 60, 0, 0))
            + glyph("v", "state variable", (10, 100, 40, 16)) + arc("a", "assignment", "t", "x", (10, 20), (30, 60))
            + arc("b", "assignment", "x", "v", (30, 60), (30, 100)),
            "entity relationship",
        )
    )  # fmt: skip
    assert [e.head for e in layout.diagram.edges] == [Head.NONE, Head.POINTED]
    assert next(n.shape for n in layout.diagram.nodes if n.id == "x") is Shape.POINT


def test_arcs_end_on_arcs_and_on_their_outcomes() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("a", "entity", (0, 0, 60, 40)) + glyph("b", "entity", (200, 0, 60, 40))
            + glyph("c", "phenotype", (90, 200, 80, 40))
            + glyph("d", "perturbing agent", (90, -200, 80, 40))
            + arc("z", "stimulation", "o", "c", (130, 26), (130, 200))
            + arc("y", "inhibition", "d", "x.1", (130, -160), (130, 18))
            + arc("w", "stimulation", "d", "y", (90, -180), (131, -60))
            + arc("x", "interaction", "a", "b", (60, 20), (200, 20),
                  inner='<s:port id="x.1" x="130" y="20"/>' + glyph("o", "outcome", (124, 14, 12, 12))),
            "entity relationship",
        )
    )  # fmt: skip
    on = {n.id: n.on for n in layout.diagram.nodes if n.shape is Shape.ANCHOR}
    ends = [(e.source, e.target) for e in layout.diagram.edges]
    assert ends[0] == ("o", "c")
    assert on["o"] == 3
    assert [(item.shape, item.fill, item.box) for item in layout.ornaments if item.of == "o"] == [
        (Shape.CIRCLE, "#000000", layout.scene.nodes["o"])
    ]
    assert ends[1][0] == ends[2][0] == "d"
    assert on[ends[1][1]] == 3
    assert on[ends[2][1]] == 1
    (x, y), (dx, dy) = layout.scene.routes[1][-1], layout.scene.routes[3][0]
    assert y == pytest.approx(dy)
    assert x > dx


def test_curves_are_followed() -> None:
    bend = '<s:start x="50" y="0"/><s:end x="50" y="100"><s:point x="0" y="30"/><s:point x="0" y="70"/></s:end>'
    layout = read_sbgn(
        sbgn(
            glyph("a", "biological activity", (30, -40, 40, 40)) + glyph("b", "biological activity", (30, 100, 40, 40))
            + f'<s:arc id="x" class="positive influence" source="a" target="b">{bend}</s:arc>',
            "activity flow",
        )
    )  # fmt: skip
    route = layout.scene.routes[0]
    assert len(route) == 9
    assert min(x for x, _ in route) < route[0][0] - 30


def test_overlapping_compartments_are_beside_one_another_and_what_names_one_is_in_it() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("one", "compartment", (0, 0, 300, 300)) + glyph("two", "compartment", (100, 200, 300, 200))
            + glyph("in", "compartment", (20, 20, 100, 100)) + glyph("y", "macromolecule", (40, 40, 60, 40))
            + glyph("x", "macromolecule", (120, 220, 60, 40), at='compartmentRef="one"')
            + glyph("z", "macromolecule", (900, 40, 60, 40), at='compartmentRef="none"')
        )
    )  # fmt: skip
    assert {g.id: g.parent for g in layout.diagram.groups} == {"one": None, "two": None, "in": "one"}
    assert {n.id: n.group for n in layout.diagram.nodes} == {"y": "in", "x": "one", "z": None}


def test_the_ends_of_a_submap_sit_on_it_and_its_name_stands_between_them() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("s", "submap", (0, 0, 200, 100), label="MAPK cascade",
                  inner=glyph("t", "terminal", (0, 30, 60, 40), label="in")
                  + glyph("u", "terminal", (140, 30, 60, 40), label="out"))
        )
    )  # fmt: skip
    assert {n.id: n.attached_to for n in layout.diagram.nodes} == {"s": None, "t": "s", "u": "s"}
    place, nodes = layout.lettering["s"].box, layout.scene.nodes
    assert nodes["t"].x1 < place.x0 < place.x1 < nodes["u"].x0


def test_colours_of_the_render_extension() -> None:
    style = (
        '<s:extension><renderInformation xmlns="r" backgroundColor="ground"><listOfColorDefinitions>'
        '<colorDefinition id="ground" value="#fafafaff"/><colorDefinition id="c1" value="#ff8800"/>'
        '</listOfColorDefinitions><listOfStyles><style idList="a x"><g fill="c1" stroke="#2244ccff" strokeWidth="3"/>'
        "</style></listOfStyles></renderInformation></s:extension>"
    )
    layout = read_sbgn(
        sbgn(
            style + glyph("a", "macromolecule", (0, 0, 60, 40)) + glyph("b", "macromolecule", (200, 0, 60, 40))
            + arc("x", "stimulation", "a", "b", (60, 20), (200, 20)),
            version="0.3",
        )
    )  # fmt: skip
    a, b = layout.diagram.nodes
    assert (a.fill, a.stroke, a.border_width) == ("#ff8800", "#2244cc", 3)
    assert (b.fill, b.stroke) == (None, None)
    assert (layout.diagram.edges[0].color, layout.diagram.edges[0].width) == ("#2244cc", 3)
    assert layout.background == "#fafafa"


def test_what_is_left_out_is_said() -> None:
    two = sbgn(
        glyph("a", "macromolecule", (0, 0, 9, 9))
        + glyph("a", "blob", (50, 0, 9, 9))
        + arc("x", "zap", "a", "gone", (0, 0), (9, 9))
    )
    other = f'<s:map language="activity flow">{glyph("q", "macromolecule", (0, 0, 9, 9))}</s:map></s:sbgn>'
    layout = read_sbgn(two.replace("</s:sbgn>", other))
    said = " | ".join(layout.warnings)
    for part in ("1 more left out", "blob", "zap", "not in the map: x", "more than once"):
        assert part in said
    assert [n.id for n in layout.diagram.nodes] == ["a", "a (2)"]


def test_an_annotation_points_at_what_it_is_about() -> None:
    call = '<s:callout target="a"><s:point x="30" y="40"/></s:callout>'
    layout = read_sbgn(
        sbgn(
            glyph("a", "macromolecule", (0, 0, 60, 40))
            + glyph("n", "annotation", (10, 100, 60, 40), call, label="see text")
        )
    )
    assert [(e.source, e.target, e.head) for e in layout.diagram.edges] == [("n", "a", Head.NONE)]
