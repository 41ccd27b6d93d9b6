"""Heads, branches and names at the ends of lines, and the looks of what is read."""

from __future__ import annotations

import pytest

from graphicacy.diagram.fonts import text_width
from graphicacy.diagram.model import Edge, Head, LineStyle, Shape
from graphicacy.sight.evidence import TextItem
from graphicacy.sight.vector import VectorReading, read_svg


def _read(body: str, width: int = 400, height: int = 300) -> VectorReading:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" text-anchor="middle">'
    return read_svg(f'{head}<rect width="100%" height="100%" fill="#fff"/>{body}</svg>')


def _box(x: float, y: float, label: str, wide: float = 60, high: float = 26, fill: str = "#fff") -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{fill}" stroke="#000"/>'
        f'<text x="{x + wide / 2}" y="{y + high / 2 + 5}" font-size="14">{label}</text>'
    )


def _line(d: str, width: float = 1.2) -> str:
    return f'<path d="{d}" fill="none" stroke="#000" stroke-width="{width}"/>'


def _named(reading: VectorReading) -> set[tuple[str, str, str, str]]:
    """Edges by the labels of their ends; an end on another edge by the labels of that edge's ends."""
    names = reading.diagram.labels()
    for node in reading.diagram.nodes:
        if node.on is not None:
            carrier = reading.diagram.edges[node.on]
            names[node.id] = f"{names[carrier.source]}-{names[carrier.target]}"
    return {(names[e.source], names[e.target], e.head.value, e.tail.value) for e in reading.diagram.edges}


HEADS = {
    Head.CIRCLE: '<circle cx="50" cy="{0}" r="3.6"/>',
    Head.POINTED: '<path d="M46 {1} 50 {0} 54 {1}" fill="none" stroke="#000"/>',
    Head.BLUNT: '<path d="M43 {0}h14" stroke="#000" stroke-width="2"/>',
    Head.CROSS: '<path d="M47 {2}l6 6M53 {2}l-6 6" stroke="#000" stroke-width="1.5"/>',
}


@pytest.mark.parametrize("gap", [20, 25, 40])
@pytest.mark.parametrize("tail", HEADS)
@pytest.mark.parametrize("head", HEADS)
def test_two_heads_of_a_short_line(head: Head, tail: Head, gap: float) -> None:
    top, foot = 46 + 3.6, 46 + gap - 3.6
    drawn = HEADS[head].format(foot, foot - 8, foot - 3) + HEADS[tail].format(top, top + 8, top - 3)
    shaft = _line(f"M50,{top + (3 if tail is Head.CIRCLE else 0)} 50,{foot - (3 if head is Head.CIRCLE else 0)}")
    reading = _read(_box(20, 20, "Alpha") + shaft + drawn + _box(20, 46 + gap, "Beta"))
    (edge,) = reading.diagram.edges
    ends = {reading.diagram.labels()[edge.source]: edge.tail, reading.diagram.labels()[edge.target]: edge.head}
    assert ends == {"Alpha": tail, "Beta": head}


def test_a_wide_circle_at_the_end_of_a_wide_line_is_its_head() -> None:
    body = _box(20, 20, "Alpha", 80, 40) + _line("M100,40 133,40", 6) + '<circle cx="140" cy="40" r="9.8"/>'
    reading = _read(body + _box(150, 20, "Beta", 60, 40))
    assert _named(reading) == {("Alpha", "Beta", "circle", "none")}


def test_a_cross_at_the_corner_of_a_shape_is_one() -> None:
    shape = '<path d="M100,20 180,60 100,100 20,60z" fill="#fff" stroke="#000"/><text x="100" y="65">Plan</text>'
    cross = '<path d="M177 60h10M182 55v10" stroke="#000" stroke-width="1.5"/>'
    reading = _read(shape + _line("M300,140 182,60") + cross + _box(290, 140, "Task"))
    assert _named(reading) == {("Task", "Plan", "cross", "none")}


def test_a_bar_before_an_arrow_head_leaves_it_pointed() -> None:
    head = (
        '<path d="M292 50l-12 5v-10z" fill="#fff" stroke="#000"/><path d="M274 42v16" stroke="#000" stroke-width="2"/>'
    )
    reading = _read(_box(20, 37, "Cause") + _line("M80,50 280,50") + head + _box(292, 37, "Effect"))
    assert _named(reading) == {("Cause", "Effect", "pointed", "none")}


def test_what_meets_on_a_line_branches_off_it() -> None:
    """Reactant, product and catalyst of one reaction, all at one place."""
    arrow = '<path d="M{0} {1}l-4 -9h8z"/>'
    main = _box(70, 10, "Sugar") + _line("M100,36 100,190") + arrow.format(100, 200) + _box(70, 200, "Acid")
    sides = _line("M170,70 100,100") + _box(170, 55, "ATP") + _line("M100,100 165,130")
    product = '<path d="M170 133l-10 -1 3 -6z"/>' + _box(170, 122, "ADP")
    enzyme = (
        _line("M60,100 92.8,100")
        + '<circle cx="96.4" cy="100" r="3.6" fill="#fff" stroke="#000"/>'
        + _box(0, 87, "Enz")
    )
    assert _named(_read(main + sides + product + enzyme)) == {
        ("Sugar", "Acid", "pointed", "none"),
        ("ATP", "Sugar-Acid", "none", "none"),
        ("Sugar-Acid", "ADP", "pointed", "none"),
        ("Enz", "Sugar-Acid", "circle", "none"),
    }


def test_lines_that_meet_before_a_shape_lead_to_it() -> None:
    gate = '<circle cx="200" cy="200" r="20" fill="#fff" stroke="#000"/><text x="200" y="205" font-size="14">AND</text>'
    port = _line("M200,180 200,172", 2)
    legs = _line("M80,60 200,172") + _line("M320,60 200,172")
    reading = _read(_box(40, 34, "Left") + _box(290, 34, "Right") + legs + port + gate)
    assert {frozenset(e[:2]) for e in _named(reading)} == {frozenset(("AND", "Left")), frozenset(("AND", "Right"))}


def test_the_slash_of_an_empty_set_joins_nothing() -> None:
    body = '<circle cx="60" cy="60" r="20" fill="#fff" stroke="#000"/>' + _line("M40,80 80,40") + _line("M80,60 190,60")
    reading = _read(body + '<path d="M200 60l-10 -4v8z"/>' + _box(200, 47, "mRNA"))
    assert [(e.head, e.tail) for e in reading.diagram.edges] == [(Head.POINTED, Head.NONE)]


def test_a_sign_in_a_diamond_yields_to_its_caption() -> None:
    diamond = (
        '<path d="M55,40 80,65 55,90 30,65z" fill="#fff" stroke="#000"/><text x="55" y="73" font-size="24">×</text>'
    )
    line = _line("M80,65 142,65") + '<path d="M150 65l-10 -4v8z"/>'
    caption = '<text x="55" y="29" font-size="12">In stock?</text>'
    assert _named(_read(diamond + line + caption + _box(150, 52, "Ship"))) == {("In stock?", "Ship", "pointed", "none")}
    assert _named(_read(diamond + line + _box(150, 52, "Ship"))) == {("×", "Ship", "pointed", "none")}


def test_a_text_with_three_lines_is_a_node_and_with_one_a_callout() -> None:
    boxes = _box(20, 20, "CD4") + _box(120, 20, "IL5") + _box(220, 20, "IL6")
    lines = _line("M50,46 140,120") + _line("M150,46 150,120") + _line("M250,46 160,120")
    text = '<text x="150" y="136" font-size="14">B cell</text>'
    hub = _read(boxes + lines + text)
    assert {frozenset(e[:2]) for e in _named(hub)} == {frozenset(("B cell", n)) for n in ("CD4", "IL5", "IL6")}
    assert hub.callouts == ()
    one = _read(boxes + _line("M150,46 150,120") + text)
    assert [(c.label, one.diagram.labels()[c.target or ""]) for c in one.callouts] == [("B cell", "IL5")]


def test_widths_colours_and_label_boxes_are_read() -> None:
    frame = '<rect x="5" y="5" width="380" height="120" fill="#eeffee" stroke="#008800" stroke-width="2.5"/>'
    title = '<text x="60" y="22" font-size="14">Zone</text>'
    line = '<path d="M80,70 290,70" stroke="#a00" stroke-width="1.7"/><path d="M300 70l-12 -5v10z" fill="#a00"/>'
    label = '<text x="190" y="64" font-size="12">sends</text>'
    reading = _read(frame + title + _box(20, 57, "A1") + _box(300, 57, "B2") + line + label)
    assert {n.border_width for n in reading.diagram.nodes} == {1.0}
    (edge,) = reading.diagram.edges
    assert edge == Edge("n1", "n2", "sends", Head.POINTED, Head.NONE, LineStyle.SOLID, "#aa0000", 1.7)
    (group,) = reading.diagram.groups
    assert (group.fill, group.stroke, group.border_width) == ("#eeffee", "#008800", 2.5)
    assert reading.scene.labels[0].center == pytest.approx((190, 60), abs=3)


@pytest.mark.parametrize(
    ("family", "font"), [("PT Serif, serif", "serif"), ("serif, PT Serif", "sans"), ("'Roboto Mono'", "mono")]
)
def test_words_are_as_wide_as_the_font_that_draws_them(family: str, font: str) -> None:
    (item,) = _read(f'<text x="200" y="50" font-size="20" font-family="{family}">Illumination</text>').texts
    assert item.box.width == pytest.approx(text_width("Illumination", 20, font=font))


def test_letters_drawn_as_paths_are_no_shapes_where_they_are_read() -> None:
    letter = '<path d="M40 66v-14h3v11h6v3z M52 66v-14h3v14z"/>'
    body = letter + _line("M80,60 190,60") + '<path d="M200 60l-10 -4v8z"/>'
    frame = '<rect x="20" y="45" width="60" height="30" fill="none" stroke="#000"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120">{frame}{body}</svg>'
    texts = [_seen_by_ocr("LI", 39, 51, 56, 67), _seen_by_ocr("4", 189, 55, 201, 65)]
    reading = read_svg(svg, texts=texts)
    assert [n.label for n in reading.diagram.nodes if n.shape is Shape.RECTANGLE] == ["LI"]
    assert [(e.head, reading.diagram.labels()[e.source]) for e in reading.diagram.edges] == [(Head.POINTED, "LI")]
    assert "4" not in reading.diagram.labels().values()


def _seen_by_ocr(text: str, x0: float, y0: float, x1: float, y1: float) -> TextItem:
    from graphicacy.diagram.scene import Box

    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TextItem(text, Box(x0, y0, x1, y1), corners, (), 0.0, y1 - y0, 1.0, "ocr")


def _by_hand(*lines: tuple[float, float, float, float]) -> str:
    """One path with every line twice, the ends some pixels off, as hand-drawn looks have them."""
    parts = []
    for n, (x0, y0, x1, y1) in enumerate(lines):
        for k in (1, -1):
            off = k * (0.6 + 0.3 * (n % 3))
            middle = f"{(x0 + x1) / 2 + off} {(y0 + y1) / 2 - off}"
            parts.append(f"M{x0 + off} {y0 - off} Q{middle} {x1 - off} {y1 + off}")
    return f'<path d="{" ".join(parts)}" fill="none" stroke="#333" stroke-width="1.3"/>'


def test_hand_drawn_looks_read_as_drawn_with_a_ruler() -> None:
    body = ""
    for x, name in ((20, "Plan"), (220, "Build")):
        hatches = [(x + k, 80.0, x + k + 30, 42.0) for k in (5.0, 20.0, 35.0, 50.0)]
        body += f'<g opacity=".6">{_by_hand(*hatches)}</g>'
        body += _by_hand((x, 40, x + 90, 40), (x + 90, 40, x + 90, 82), (x + 90, 82, x, 82), (x, 82, x, 40))
        body += f'<text x="{x + 45}" y="66" font-size="14">{name}</text>'
    body += _by_hand((112, 60, 170, 61), (170, 61, 218, 60)) + _by_hand((206, 54, 218, 60), (206, 66, 218, 60))
    reading = _read(body)
    assert _named(reading) == {("Plan", "Build", "pointed", "none")}
    assert [n.label for n in reading.diagram.nodes] == ["Plan", "Build"]


def test_an_arrow_written_as_one_filled_path_with_bends() -> None:
    shaft = "M99 80 99 121 100 122 239 122 239 106 241 106 241 124 98 124 98 122 97 122 97 80z"
    body = _box(70, 54, "Ask") + f'<path d="{shaft} M233 108 240 92 247 108z" fill="#369"/>' + _box(210, 66, "Answer")
    assert _named(_read(body)) == {("Ask", "Answer", "pointed", "none")}


def test_heads_of_several_lines_may_share_one_path() -> None:
    heads = '<path d="M120 50l-9 -4v8zM250 50l-9 -4v8z" fill="#222"/>'
    boxes = _box(20, 37, "One") + _box(120, 37, "Two") + _box(250, 37, "Three")
    assert _named(_read(boxes + _line("M80 50H112") + _line("M180 50H242") + heads)) == {
        ("One", "Two", "pointed", "none"),
        ("Two", "Three", "pointed", "none"),
    }
