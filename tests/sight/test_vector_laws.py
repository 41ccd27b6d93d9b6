"""Laws of reading SVG: what moving, turning, scaling and mirroring a picture must not change; what must never raise."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.model import Head
from graphicacy.sight.vector import VectorReading, read_svg
from work import calls

FOLDER = Path(__file__).parent / "svg"
LEVEL = [  # pictures without text beside shapes, whose reading does not depend on which way is up
    "centre-to-centre", "double-headed", "elbow-polyline", "halo-crossing", "heads-zoo", "self-loop",
    "tbar-perpendicular", "merge-lines", "uml-heads", "css-class-markers",
]  # fmt: skip
NAMES = ["Sun", "Leaf", "Root", "Soil", "Worm", "Bird"]


def _edges(reading: VectorReading) -> Counter[tuple[str, str, Head, Head]]:
    names = reading.diagram.labels()
    found: Counter[tuple[str, str, Head, Head]] = Counter()
    for e in reading.diagram.edges:
        a, b = names[e.source] or e.source, names[e.target] or e.target
        found[(*((a, b) if e.head is not e.tail else sorted((a, b))), e.head, e.tail)] += 1  # type: ignore[arg-type]
    return found


def _labels(reading: VectorReading) -> Counter[str]:
    return Counter(n.label for n in reading.diagram.nodes)


def _wrapped(svg: str, transform: str, size: float) -> str:
    """The picture inside a group with a transform, on a canvas of ``size`` × ``size`` user units."""
    opening = re.search(r"<svg[^>]*>", svg)
    assert opening
    head = re.sub(r'\s(?:width|height|viewBox)="[^"]*"', "", opening.group())
    head = head[:-1] + f' viewBox="0 0 {size:g} {size:g}" width="{size:g}" height="{size:g}">'
    body = svg[opening.end() : svg.rindex("</svg>")]
    body = re.sub(r'<rect width="100%" height="100%"[^>]*/>', "", body)
    return f'{head}<g transform="{transform}">{body}</g></svg>'


@pytest.mark.parametrize("name", LEVEL)
@pytest.mark.parametrize(
    "transform",
    [
        "translate(300,450)",
        "scale(1.7)",
        "translate(20 30) scale(0.6)",
        "translate(900,100) scale(-1,1)",
        "translate(100,900) scale(1,-1)",
        "translate(900,100) rotate(90)",
        "translate(500,100) rotate(30)",
    ],
)
def test_moving_the_picture_leaves_the_diagram(name: str, transform: str) -> None:
    svg = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    plain, moved = read_svg(svg), read_svg(_wrapped(svg, transform, 1300))
    assert _edges(moved) == _edges(plain)
    assert _labels(moved) == _labels(plain)


def test_scale_multiplies_all_coordinates() -> None:
    svg = (FOLDER / "flow-marker.svg").read_text(encoding="utf-8")
    once, twice = read_svg(svg), read_svg(svg, scale=2.0)
    assert twice.diagram == once.diagram
    assert twice.scene.width == 2 * once.scene.width
    for name, box in once.scene.nodes.items():
        assert twice.scene.nodes[name] == pytest.approx([2 * v for v in box])
    assert twice.texts[0].box == pytest.approx([2 * v for v in once.texts[0].box])
    assert twice.scene.routes[0][0] == pytest.approx([2 * v for v in once.scene.routes[0][0]])


def test_routes_end_at_the_borders_of_their_nodes() -> None:
    for path in sorted(FOLDER.glob("*.svg")):
        reading = read_svg(path.read_text(encoding="utf-8"))
        boxes = reading.scene.nodes | reading.scene.groups
        assert len(reading.scene.routes) == len(reading.diagram.edges)
        for edge, route in zip(reading.diagram.edges, reading.scene.routes, strict=True):
            for end, (x, y) in ((edge.source, route[0]), (edge.target, route[-1])):
                assert boxes[end].pad(1.5).contains(type(boxes[end])(x, y, x, y)), (path.stem, edge)


_TIPS = {
    "pointed": "<polygon points='{0},{1} {2},{3} {4},{5}'/>",
    "blunt": "<line x1='{2}' y1='{3}' x2='{4}' y2='{5}' stroke='#222' stroke-width='2'/>",
}


def _drawn(seed: int) -> tuple[str, Counter[tuple[str, str, str]]]:
    """A random layout of boxes with straight arrows between them, heads drawn by hand; and its edges."""
    rng = random.Random(seed)
    spots = rng.sample([(80 + 240 * i, 60 + 190 * j) for i in range(3) for j in range(3)], 5)
    places = dict(zip(rng.sample(NAMES, 5), spots, strict=True))
    out = ["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 520'>"]
    edges: Counter[tuple[str, str, str]] = Counter()
    for a, b in rng.sample([(a, b) for a in places for b in places if a < b], 4):
        kind = rng.choice(["pointed", "blunt"])
        line = _between(places[a], places[b], [p for n, p in places.items() if n not in (a, b)])
        if line is None:
            continue
        if rng.random() < 0.5:
            a, b, line = b, a, (line[1], line[0])
        out.append(_arrow(*line, kind, rng.choice([0, 4, 8])))
        edges[a, b, kind] += 1
    for name, (x, y) in places.items():
        out.append(
            f"<rect x='{x - 45}' y='{y - 22}' width='90' height='44' rx='{rng.choice([0, 6, 22])}' fill='#eef'"
            " stroke='#225'/>"
            f"<text x='{x}' y='{y + 5}' text-anchor='middle' font-size='14'>{name}</text>"
        )
    return "".join(out) + "</svg>", edges


def _between(
    p: tuple[float, float], q: tuple[float, float], others: list[tuple[float, float]]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of the line between two boxes that lies outside both; None where it runs close to a third."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    t = min(45 / abs(dx) if dx else math.inf, 22 / abs(dy) if dy else math.inf)
    for x, y in others:
        for s in range(21):
            if abs(p[0] + dx * s / 20 - x) < 75 and abs(p[1] + dy * s / 20 - y) < 50:
                return None
    return (p[0] + t * dx, p[1] + t * dy), (q[0] - t * dx, q[1] - t * dy)


def _arrow(p: tuple[float, float], q: tuple[float, float], kind: str, short: float) -> str:
    length = math.dist(p, q)
    ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    tip = q[0] - short * ux, q[1] - short * uy
    back = 10 if kind == "pointed" else 0
    base = tip[0] - back * ux, tip[1] - back * uy
    corners = (*tip, base[0] - 6 * uy, base[1] + 6 * ux, base[0] + 6 * uy, base[1] - 6 * ux)
    shaft = f"<line x1='{p[0]}' y1='{p[1]}' x2='{base[0]}' y2='{base[1]}' stroke='#222' stroke-width='2'/>"
    return shaft + _TIPS[kind].format(*corners)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_hand_drawn_heads_at_any_angle(seed: int) -> None:
    svg, edges = _drawn(seed)
    reading = read_svg(svg)
    names = reading.diagram.labels()
    assert Counter((names[e.source], names[e.target], e.head.value) for e in reading.diagram.edges) == edges


ODD = """
<rect x='NaN' y='1' width='5' height='-3'/>
<line x1='0' y1='0' x2='0' y2='0' stroke='red'/>
<path d='M0 0 L nan 5 Z'/>
<path d='M 1 1 A 0 0 0 0 1 1 1 Q 3'/>
<path d='L 4 4'/>
<polygon points='1'/>
<polygon points='1,1 1,1 1,1 1,1'/>
<g transform='scale(0)'><circle r='4'/></g>
<g transform='matrix(1 2'><text>x</text></g>
<text x='a b c' dy='1em' font-size='0'>t</text>
<use href='#self' id='self'/>
<text><tspan><tspan>deep</tspan></tspan></text>
<marker id='m' orient='auto'><path d='M0 0L1 1' marker-end='url(#m)'/></marker>
<path d='M5 5 L60 5' stroke='#000' marker-end='url(#m)'/>
<circle cx='1e300' cy='0' r='1'/>
<rect width='10' height='10' fill='url(#none)'/>
<svg viewBox='0 0 0 0'><rect width='1' height='1'/></svg>
<line x1='0' y1='20' x2='99' y2='20' stroke='#000' stroke-dasharray='0'/>
<image width='9' height='9'/>
<style>a{b:c} @media{x{y:z}} .q > {</style>
<switch/>
<text x='10' y='10'>→</text>
""".strip().splitlines()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(ODD), max_size=12))
def test_degenerate_elements_never_raise(parts: list[str]) -> None:
    reading = read_svg("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>" + "".join(parts) + "</svg>")
    assert reading.scene.width == 100


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_damaged_pictures_never_raise(seed: int) -> None:
    rng = random.Random(seed)
    svg = (FOLDER / rng.choice(["nested-groups.svg", "drawio-style.svg", "legend-box.svg"])).read_text(encoding="utf-8")
    for _ in range(rng.randint(1, 5)):
        values = list(re.finditer(r'"[^"]*"', svg))
        if values:
            at = rng.choice(values)
            new = rng.choice(["0", "-5", "1e8", "NaN", "", "none", "url(#a)", "M0 0", "rotate(", "0.0001"])
            svg = svg[: at.start() + 1] + new + svg[at.end() - 1 :]
        start = rng.randrange(svg.index(">"), len(svg))
        svg = svg[:start] + svg[start + rng.randint(0, 20) :]
    read_svg(svg)


def test_two_texts_of_one_element_may_both_be_a_title() -> None:
    reading = read_svg(
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'><rect x='20' y='60' width='300' height='200' "
        "fill='none' stroke='#000'/><rect x='60' y='120' width='90' height='40' fill='#eef' stroke='#000'/>"
        "<text x='105' y='145' text-anchor='middle'>In</text><text><tspan x='30' y='55'>One</tspan>"
        "<tspan x='200' y='55'>Two</tspan></text></svg>"
    )
    assert [g.label for g in reading.diagram.groups] == ["One"]


def test_text_that_is_no_svg_is_refused_in_one_line() -> None:
    for text in ("", "plain words", "<html><body/></html>", "<sv", "\x00"):
        with pytest.raises(ValueError, match="not an SVG") as caught:
            read_svg(text)
        assert "\n" not in str(caught.value)


def test_two_thousand_elements_take_work_in_proportion() -> None:
    parts = [
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4000 3000'><defs><marker id='a' markerWidth='10' "
        "markerHeight='7' refX='9' refY='3.5' orient='auto'><polygon points='0 0,10 3.5,0 7'/></marker></defs>"
    ]
    for i in range(676):
        x, y = i % 26 * 150 + 20, i // 26 * 100 + 20
        parts.append(f"<rect x='{x}' y='{y}' width='100' height='50' rx='5' fill='#eef' stroke='#333'/>")
        parts.append(f"<text x='{x + 50}' y='{y + 30}' text-anchor='middle' font-size='12'>Node {i}</text>")
        if i % 26 < 25:
            parts.append(
                f"<line x1='{x + 100}' y1='{y + 25}' x2='{x + 150}' y2='{y + 25}' stroke='#333' marker-end='url(#a)'/>"
            )
    picture = "".join(parts) + "</svg>"
    assert calls(lambda: read_svg(picture)) < 4_000_000
    reading = read_svg(picture)
    assert len(reading.diagram.nodes) == 676
    assert len(reading.diagram.edges) == 650
