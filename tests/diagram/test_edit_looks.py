"""Looks change; what is said stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edit_samples import check, layouts, pathway
from graphicacy.diagram.compare import LOOKS, same
from graphicacy.diagram.edit import looks as edit_looks
from graphicacy.diagram.edit.colours import is_grey, mix, tint, turn
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Direction, Edge, Group, Head, Node, Shape
from graphicacy.diagram.paint import settled
from graphicacy.diagram.paint.text import fitting_size
from graphicacy.diagram.scene import Box, Scene

COLORS = st.builds(lambda n: f"#{n:06x}", st.integers(0, 0xFFFFFF))


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@given(COLORS, st.floats(0, 360))
def test_a_turned_colour_is_about_as_light(color: str, degrees: float) -> None:
    assert contrast(color, turn(color, degrees)) < 1.6


@pytest.mark.parametrize("color", ["#ff0000", "#00aa00", "#0000ff", "#dceef8", "#c06020"])
def test_a_turn_and_back_is_near_and_a_half_turn_is_far(color: str) -> None:
    there = turn(color, 40)
    assert there != color
    assert turn(color, 0) == turn(color, 360)
    assert max(abs(int(color[i : i + 2], 16) - int(turn(color, 0)[i : i + 2], 16)) for i in (1, 3, 5)) <= 1


@pytest.mark.parametrize("grey", ["#000000", "#777777", "#ffffff"])
def test_greys_have_no_hue_until_they_are_tinted(grey: str) -> None:
    assert is_grey(grey)
    assert turn(grey, 90) == grey
    assert is_grey(tint(grey, 90)) is (grey == "#ffffff")


def test_tints_keep_the_order_of_greys() -> None:
    shades = [luminance(tint(f"#{v:02x}{v:02x}{v:02x}", 200)) for v in range(0, 256, 15)]
    assert shades == sorted(shades)
    assert len(set(shades)) == len(shades)


def test_mix() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#102030", "#ffffff", 0) == "#102030"


@settings(max_examples=40, deadline=None)
@given(layouts())
def test_mirroring_twice_is_nothing_but_rounding(layout: Layout) -> None:
    layout = settled(layout)
    once = edit_looks.mirror(layout).layout
    check(once)
    twice = edit_looks.mirror(once).layout
    assert twice.diagram == layout.diagram
    for key, box in layout.scene.nodes.items():
        assert twice.scene.nodes[key] == pytest.approx(box)
    assert same(once.diagram, layout.diagram, "label", ignore=LOOKS)


def test_a_mirror_turns_sides_words_and_direction() -> None:
    layout = replace(
        pathway(),
        diagram=replace(pathway().diagram, direction=Direction.RIGHT),
        ornaments=(
            Ornament(
                Box(10, 10, 60, 30), label="x", lettering=Lettering(Box(10, 10, 60, 30), align="left"), rotation=30.0
            ),
            Ornament(Box(100, 100, 110, 110), points=((100, 100), (110, 110)), head=Head.POINTED),
        ),
    )
    after = edit_looks.mirror(layout).layout
    assert after.diagram.direction is Direction.LEFT
    words, line = after.ornaments
    assert (words.box, words.rotation) == (Box(440, 10, 490, 30), -30.0)
    assert words.lettering is not None
    assert words.lettering.align == "right"
    assert line.points == ((400, 100), (390, 110))


def test_small_text_cannot_be_read_at_the_size_of_a_page() -> None:
    for key in ("mek", "gap", "n", 1):
        edited = edit_looks.shrink_text(pathway(), key)
        before = settled(pathway())
        after = edited.layout.lettering[key].size
        assert after <= 0.3 * before.lettering[key].size
        assert after * 1000 / 500 < 5  # as shown 1,000 pixels wide
        check(edited.layout)
        assert {k: v for k, v in edited.layout.lettering.items() if k != key} == {
            k: v for k, v in before.lettering.items() if k != key
        }


@pytest.mark.parametrize("fill", ["#ffffff", "#000000", "#dd2211", "#dceef8", None])
def test_pale_text_is_near_its_ground(fill: str | None) -> None:
    layout = pathway()
    nodes = tuple(replace(n, fill=fill) if n.id == "fos" else n for n in layout.diagram.nodes)
    layout = replace(layout, diagram=replace(layout.diagram, nodes=nodes), background="#ddeeff")
    color = edit_looks.fade_text(layout, "fos").layout.lettering["fos"].color
    assert 1 < contrast(color, fill or "#ddeeff") < 1.5


def test_pale_text_knows_the_frame_behind_it() -> None:
    layout = pathway()
    layout = replace(layout, diagram=replace(layout.diagram, groups=(Group("n", "Nucleus", fill="#224466"),)))
    for key in ("fos", "n"):
        assert contrast(edit_looks.fade_text(layout, key).layout.lettering[key].color, "#224466") < 1.5


def test_thicker_lines_are_all_thicker_by_one_factor() -> None:
    layout = replace(pathway(), diagram=replace(pathway().diagram, edges=(Edge("egfr", "ras", width=3.0),)))
    layout = replace(
        layout,
        diagram=replace(layout.diagram, nodes=tuple(n for n in layout.diagram.nodes if n.on is None)),
        scene=replace(layout.scene, routes=layout.scene.routes[:1], labels={}),
        lettering={},
        heads={},
    )
    layout = replace(
        layout, scene=replace(layout.scene, nodes={k: b for k, b in layout.scene.nodes.items() if k != "a"})
    )
    after = edit_looks.thicken(layout, 2).layout.diagram
    assert after.edges[0].width == 6.0
    assert {n.border_width for n in after.nodes} == {2.4}
    assert [replace(n, border_width=None) for n in after.nodes] == list(layout.diagram.nodes)


@settings(max_examples=40, deadline=None)
@given(layouts(), st.sampled_from((0.6, 1.25, 1.75)))
def test_scaling_scales_everything(layout: Layout, factor: float) -> None:
    before, after = settled(layout), edit_looks.scale(layout, factor).layout
    check(after)
    assert after.scene.width == pytest.approx(before.scene.width * factor)
    for key, lettering in before.lettering.items():
        assert after.lettering[key].size == pytest.approx(lettering.size * factor)
        assert after.lettering[key].box == pytest.approx(lettering.box.scale(factor))


def test_captions_are_scaled_too() -> None:
    (caption, _) = edit_looks.scale(pathway(), 2).layout.ornaments
    assert caption.lettering is not None
    assert caption.lettering.size == 28


def test_another_font_fits_where_the_first_did() -> None:
    layout = settled(pathway())
    edited = edit_looks.set_font(layout, "mono")
    assert edited.style is not None
    assert edited.style.font == "mono"
    for key, lettering in edited.layout.lettering.items():
        label = layout.diagram.edges[key].label if isinstance(key, int) else layout.diagram.labels()[key]
        assert lettering.size <= layout.lettering[key].size
        assert fitting_size(label, lettering.box, lettering.size, lettering.bold, "mono") == lettering.size


def colours(layout: Layout) -> dict[str, str | None]:
    nodes = {f"{n.id} fill": n.fill for n in layout.diagram.nodes}
    nodes |= {f"{n.id} stroke": n.stroke for n in layout.diagram.nodes}
    return nodes | {f"{i} color": e.color for i, e in enumerate(layout.diagram.edges)}


def test_recolouring_keeps_equal_colours_equal_and_others_apart() -> None:
    layout = settled(pathway())
    for degrees in range(60, 301, 20):
        before, after = colours(layout), colours(edit_looks.recolour(layout, degrees).layout)
        pairs = {(before[key], after[key]) for key in before}
        assert len({old for old, _ in pairs}) == len(pairs) == len({new for _, new in pairs})
        assert any(old != new for old, new in pairs)
        assert (None, None) in pairs


def test_a_grey_picture_gets_coloured_lines_and_stays_white_inside() -> None:
    box = {"a": Box(10, 10, 60, 40), "b": Box(110, 10, 160, 40), "t": Box(10, 60, 60, 80)}
    nodes = Node("a", "A", fill="#ffffff"), Node("b", "B"), Node("t", "words", Shape.TEXT)
    layout = Layout(Diagram(nodes, (Edge("a", "b"),)), Scene(200, 100, box, (((60, 25), (110, 25)),)))
    after = edit_looks.recolour(settled(layout), 200).layout.diagram
    assert after.nodes[0].fill == "#ffffff"
    assert after.nodes[0].stroke == after.nodes[1].stroke == after.edges[0].color
    assert not is_grey(str(after.edges[0].color))
    assert (after.nodes[2].fill, after.nodes[2].stroke) == (None, None)


def test_relaid_is_the_same_diagram_elsewhere() -> None:
    plain = pathway()
    kept = {n.id: n for n in plain.diagram.nodes if n.shape is not Shape.ANCHOR and n.attached_to is None}
    ends = [i for i, e in enumerate(plain.diagram.edges) if e.source in kept and e.target in kept]
    diagram = replace(plain.diagram, nodes=tuple(kept.values()), edges=tuple(plain.diagram.edges[i] for i in ends))
    scene = replace(
        plain.scene,
        nodes={key: plain.scene.nodes[key] for key in kept},
        routes=tuple(plain.scene.routes[i] for i in ends),
    )
    layout = Layout(diagram, scene)
    edited = edit_looks.some_relaid(layout, np.random.default_rng(0), frozenset())
    assert edited is not None
    assert same(edited.layout.diagram, diagram, ignore={"direction"})
    assert edited.layout.scene.nodes != scene.nodes
    assert not runs_down(scene)
    assert runs_down(edited.layout.scene)


def runs_down(scene: Scene) -> bool:
    steps = [(abs(b[0] - a[0]), abs(b[1] - a[1])) for a, b in ((route[0], route[-1]) for route in scene.routes)]
    return sum(y for _, y in steps) > sum(x for x, _ in steps)


def test_a_picture_that_says_more_than_its_graph_is_not_laid_out_anew() -> None:
    assert edit_looks.some_relaid(pathway(), np.random.default_rng(0), frozenset()) is None
