"""Painted words: in their boxes, clear of lines, whatever they are."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout import Layout, Lettering, Ornament
from graphicacy.diagram.model import Diagram, Edge, Group, LineStyle, Node
from graphicacy.diagram.paint import paint, settled
from graphicacy.diagram.scene import Box, Scene
from graphicacy.diagram.style import Style
from painting import OUTLINED, ZOOM, ink, ink_box, line, one, texts


@pytest.mark.parametrize("font", ["sans", "serif", "mono"])
def test_words_lie_in_their_lettering_or_are_as_small_as_can_be(font: str) -> None:
    rng = np.random.default_rng(len(font))
    nodes, boxes = list[Node](), dict[str, Box]()
    for i in range(16):
        label = "".join(rng.choice(list("abcdefghiABCDE WMil  123-αβ"), int(rng.integers(1, 40)))) + "x"
        nodes.append(Node(str(i), label, OUTLINED[i % (len(OUTLINED) - 1)], border=LineStyle.INVISIBLE))
        x, y = 10 + 180 * (i % 4), 20 + 120 * (i // 4)
        boxes[str(i)] = Box(x, y, x + rng.uniform(40, 140), y + rng.uniform(20, 90))
    style = Style(font=font)
    layout = settled(Layout(Diagram(tuple(nodes)), Scene(740, 500, boxes)), style)
    dark = ink(layout, style)
    for node in nodes:
        lettering, (x0, y0, _, _) = layout.lettering.get(node.id), boxes[node.id]
        if lettering and lettering.size > 5.3:
            seen = ink_box(dark, Box(x0 - 8, y0 - 10, x0 + 165, y0 + 105))
            assert lettering.box.pad(1.5 + 0.012 * lettering.box.width).contains(seen)
    assert sum(lettering.size > 5.3 for lettering in layout.lettering.values()) > 10


def test_a_given_size_is_honoured_and_words_wrap_at_the_box() -> None:
    lettering = {"a": Lettering(Box(20, 20, 90, 70), 18, bold=True, italic=True)}
    svg = paint(one(Node("a", "one two three four"), lettering=lettering))
    assert 'font-size="18"' in svg
    assert 'font-weight="bold" font-style="italic"' in svg
    assert texts(svg) == ["one two\nthree\nfour"]


@pytest.mark.parametrize(("align", "valign"), list(product(["left", "center", "right"], ["top", "middle", "bottom"])))
def test_words_are_aligned_in_their_box(align: str, valign: str) -> None:
    box = Box(10, 10, 130, 80)
    lettering = {"a": Lettering(box, 12, align=align, valign=valign)}  # type: ignore[arg-type]
    node = Node("a", "HxH", border=LineStyle.INVISIBLE)
    seen = ink_box(ink(one(node, box, lettering=lettering)), Box(0, 0, 140, 90))
    x = {"left": seen.x0 - box.x0, "center": seen.center[0] - box.center[0], "right": seen.x1 - box.x1}[align]
    y = {"top": seen.y0 - box.y0, "middle": seen.center[1] - box.center[1], "bottom": seen.y1 - box.y1}[valign]
    assert abs(x) < 2
    assert abs(y) < 4


def test_lines_of_words_stand_apart() -> None:
    lettering = {"a": Lettering(Box(20, 20, 60, 70), 10)}
    ys = re.findall(r'<tspan x="40" y="([\d.]+)"', paint(one(Node("a", "one two three"), lettering=lettering)))
    assert [float(b) - float(a) for a, b in pairwise(ys)] == pytest.approx([12] * (len(ys) - 1))
    assert len(ys) > 1


def test_turned_words_read_upwards() -> None:
    box = Box(20, 30, 120, 50)
    node = Node("a", "upwards", border=LineStyle.INVISIBLE)
    seen = ink_box(ink(one(node, lettering={"a": Lettering(box, 14, rotation=-90)})), Box(0, 0, 140, 90))
    assert seen.height > 3 * seen.width
    assert seen.center == pytest.approx(box.center, abs=3)


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_label_gives_valid_xml_that_says_it(label: str) -> None:
    layout = Layout(
        Diagram((Node(label, label), Node("b")), (Edge(label, "b", label),), (Group("g", label),)),
        Scene(300, 200, {label: Box(10, 60, 90, 90), "b": Box(150, 60, 190, 90)}, (((90, 75), (150, 75)),),
              {"g": Box(5, 5, 295, 195)}),
        ornaments=(Ornament(Box(10, 120, 90, 190), label=label),),
    )  # fmt: skip
    said = [re.sub(r"\s+", " ", text).strip() for text in texts(paint(layout))]
    plain = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", " ".join(label.split()))
    assert said == [" ".join(plain.split())] * (4 if plain.strip() else 0)


def test_a_label_of_ten_thousand_characters_is_set() -> None:
    label = "word " * 2000
    assert " ".join(texts(paint(one(Node("a", label))))[0].split()) == label.strip()
    with pytest.raises(BadDrawing, match="10,001 characters"):
        paint(one(Node("a", "x" * 10_001)))


def test_a_group_is_named_above_its_nodes() -> None:
    diagram = Diagram((Node("a", "A", group="g"),), (), (Group("g", "Title"),))
    roomy = settled(Layout(diagram, Scene(200, 200, {"a": Box(50, 80, 150, 120)}, (), {"g": Box(20, 50, 180, 150)})))
    assert roomy.lettering["g"].size == 14
    assert 50 < roomy.lettering["g"].box.y0 < roomy.lettering["g"].box.y1 <= 80
    tight = settled(Layout(diagram, Scene(200, 200, {"a": Box(50, 52, 150, 120)}, (), {"g": Box(20, 50, 180, 150)})))
    assert tight.lettering["g"].box.y1 <= 50


def test_the_name_of_a_group_stands_beside_a_line_that_enters_it() -> None:
    diagram = Diagram((Node("a", "A", group="g"), Node("b", "B")), (Edge("b", "a"),), (Group("g", "Title"),))
    boxes = {"a": Box(50, 80, 150, 120), "b": Box(80, 5, 120, 30)}
    layout = Layout(diagram, Scene(200, 200, boxes, (((100, 30), (100, 80)),), {"g": Box(20, 50, 180, 150)}))
    assert settled(layout).lettering["g"].align == "left"


def test_words_in_a_filled_group_stand_on_its_fill() -> None:
    layout = line(((10, 50), (90, 50)), Edge("a", "b", "on it"))
    frames = {"g": Box(0, 0, 100, 100)}
    diagram = replace(layout.diagram, groups=(Group("g", fill="#102030"),))
    layout = replace(
        layout, diagram=diagram, scene=replace(layout.scene, groups=frames, labels={0: Box(30, 40, 70, 60)})
    )
    svg = paint(layout)
    assert svg.count('fill="#102030"') == 2
    assert svg.count('fill="#ffffff">on it') == 1


def test_words_of_an_edge_stand_clear_of_lines_and_nodes() -> None:
    nodes = (Node("a", "A"), Node("b", "B"), Node("c", "C"))
    boxes = {"a": Box(20, 80, 60, 120), "b": Box(240, 80, 280, 120), "c": Box(110, 75, 190, 96)}
    scene = Scene(300, 200, boxes, (((60, 100), (240, 100)),))
    layout = settled(Layout(Diagram(nodes, (Edge("a", "b", "binds to"),)), scene))
    words = layout.scene.labels[0]
    assert all(words.intersection(box) == 0 for box in boxes.values())
    assert words.y0 > 100  # C stands above the line
    assert paint(layout).count("<rect") == 4  # the ground of the picture and three nodes: none below the words


def test_words_on_a_line_get_a_ground() -> None:
    layout = line(((10, 50), (90, 50)), Edge("a", "b", "on it"))
    layout = replace(layout, scene=replace(layout.scene, labels={0: Box(30, 40, 70, 60)}))
    assert paint(layout).count("<rect") == 2
    assert not ink(layout)[50 * ZOOM, round(38 * ZOOM)]
