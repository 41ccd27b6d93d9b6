"""Where Mermaid diagrams are drawn: what the scene says is what the pixels show."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing, Sketch
from graphicacy.diagram.engines.merman import draw_mermaid
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.mermaid.picture import see
from graphicacy.diagram.model import LineStyle, Shape
from graphicacy.diagram.route_ends import between_outlines, missed, straightened
from graphicacy.diagram.scene import Box, Point, Scene
from graphicacy.diagram.svg.sanitise import sanitise

ZOOM = 2.0
Pixels = NDArray[np.int64]

SHAPES = """flowchart {way}
  a[rectangle] --> b(round) --> c([stadium]) --> d[[subroutine]] --> e[(data)]
  f((circle)) --> g(((double))) --> h>flag] --> i{{{{hexagon}}}} --> j{{diamond}}
  k[/lean/] --> l[\\lean\\] --> m[/trap\\] --> n[\\trap/]
  o@{{shape: tri, label: "tri"}} --> p@{{shape: doc, label: "doc"}} --> q@{{shape: bow-rect, label: "bow"}}
  r@{{shape: cyl, label: "cyl"}} --> s@{{shape: notch-rect, label: "card"}} --> t@{{shape: hourglass}}
  u@{{shape: docs, label: "docs"}} --> v@{{shape: delay, label: "delay"}} --> w@{{shape: sm-circ}}
  x@{{shape: fork}} --> y@{{shape: cloud, label: "cloud"}}"""

SUBGRAPHS = """flowchart LR
  subgraph outer [Outer frame]
    subgraph inner [Inner]
      direction TB
      a -- one --> b
    end
    b -->|two| c
  end
  d --> inner
  c x--o outer2
  subgraph outer2 [Second]
    e <--> f
  end
  e ==> a
  g --> outer"""

LOOPS = """flowchart BT
  a --> a
  a -- first --> b
  a -- second --> b
  b -- back --> a
  b -.-> c
  c ~~~ a
  style a fill:#ffcc66,stroke:#aa3300,stroke-width:3px
  style c stroke-dasharray: 6 3
  linkStyle 1 stroke:#0033cc,stroke-width:4px"""

STATES = """stateDiagram-v2
  direction RL
  [*] --> Idle
  Idle --> Busy : start it
  Idle --> Idle : again
  state "Hard at work for a very long time, longer than a line" as Busy
  Busy : and more to say
  state Nest {
    [*] --> x
    x --> y : now
    --
    p --> q
    [*] --> p
  }
  Busy --> Nest
  state fork <<fork>>
  Nest --> fork
  fork --> End1
  fork --> End2
  state pick <<choice>>
  End1 --> pick
  pick --> [*]
  note right of Idle
    A note about being idle, which goes on and on for long
  end note
  note left of End2 : short"""

SOURCES = [SHAPES.format(way="TD"), SHAPES.format(way="LR"), SUBGRAPHS, LOOPS, STATES]


def pixels_of(sketch: Sketch) -> Pixels:
    png = rasterise(sanitise(sketch.svg)[0], ZOOM)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int64)


def scene_of(sketch: Sketch) -> Scene:
    assert sketch.scene is not None
    return sketch.scene


def is_near(pixels: Pixels, at: Point, color: str, reach: float = 1.5, off: int = 90) -> bool:
    """Whether within ``reach`` CSS pixels a pixel has about this colour."""
    x, y, r = (round(v * ZOOM) for v in (*at, reach))
    patch = pixels[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1]
    rgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)])
    return bool((np.abs(patch - rgb).sum(axis=2) <= off).any()) if patch.size else False


def sides(box: Box, inset: float) -> Iterator[list[Point]]:
    """Points along each side of a box, a pixel apart."""
    corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        size = math.dist((ax, ay), (bx, by))
        start = min(inset, size / 4)
        steps = max(4, int(size - 2 * start))
        shares = [(start + (size - 2 * start) * i / steps) / size for i in range(steps + 1)]
        yield [(ax + t * (bx - ax), ay + t * (by - ay)) for t in shares]


def check_box(pixels: Pixels, box: Box, color: str, whole: bool, share: float = 0.9) -> None:
    """Ink all along the sides of a rectangle; on at least one point of each side of another shape's box."""
    for points in sides(box, 6 if whole else 0):
        inked = [is_near(pixels, p, color) for p in points]
        assert sum(inked) >= (share * len(inked) if whole else 1), (box, points[0], points[-1])


def along(route: tuple[Point, ...], step: float = 2.0) -> Iterator[Point]:
    for (ax, ay), (bx, by) in pairwise(route):
        count = max(1, int(math.dist((ax, ay), (bx, by)) / step))
        yield from ((ax + (bx - ax) * i / count, ay + (by - ay) * i / count) for i in range(count))


def check_pixels(sketch: Sketch) -> None:
    """Boxes have borders, routes have ink beneath them and end on what they join, words lie in their boxes."""
    scene, diagram, pixels = scene_of(sketch), sketch.diagram, pixels_of(sketch)
    assert diagram is not None
    assert set(scene.nodes) == {n.id for n in diagram.nodes}
    assert set(scene.groups) == {g.id for g in diagram.groups}
    for node in diagram.nodes:
        color = node.stroke or node.fill
        if color and node.border is LineStyle.SOLID:
            check_box(pixels, scene.nodes[node.id], color, node.shape in (Shape.RECTANGLE, Shape.ROUNDED), share=0.8)
    for group in diagram.groups:
        if group.stroke:
            check_box(pixels, scene.groups[group.id], group.stroke, True, share=0.4 if "region" in group.id else 0.8)
    places = {**scene.groups, **scene.nodes}
    for index, (edge, route) in enumerate(zip(diagram.edges, scene.routes, strict=True)):
        for end, point in ((edge.source, route[0]), (edge.target, route[-1])):
            assert places[end].pad(0.5).contains(Box(*point, *point)), (edge, point, places[end])
        if edge.label:
            box = scene.labels[index]
            words = pixels[int(box.y0 * ZOOM) : int(box.y1 * ZOOM), int(box.x0 * ZOOM) : int(box.x1 * ZOOM)]
            assert (words.sum(axis=2) < 400).mean() > 0.04, edge
        others = [box.pad(5) for box in scene.labels.values()]
        free = [p for p in along(route) if not any(box.contains(Box(*p, *p)) for box in others)]
        if edge.line is not LineStyle.INVISIBLE and edge.color and len(free) > 4:
            inked = sum(is_near(pixels, p, edge.color, 1.2, 150) for p in free) / len(free)
            assert inked > (0.9 if edge.line in (LineStyle.SOLID, LineStyle.THICK) else 0.4), (edge, inked)


@pytest.mark.parametrize("source", SOURCES, ids=["shapes down", "shapes right", "frames", "loops", "states"])
def test_the_scene_is_what_the_pixels_show(source: str) -> None:
    sketch = draw_mermaid(source)
    check_pixels(sketch)
    assert not [note for note in sketch.warnings if "written anew" in note]


def test_the_check_of_pixels_sees_what_is_off() -> None:
    sketch = draw_mermaid(SUBGRAPHS)
    scene = scene_of(sketch)
    moved = {id_: Box(b.x0 + 4, b.y0, b.x1 + 4, b.y1) for id_, b in scene.nodes.items()}
    wrong = Scene(scene.width, scene.height, moved, scene.routes, scene.groups, scene.labels)
    with pytest.raises(AssertionError):
        check_pixels(sketch._replace(scene=wrong))


def test_colours_and_widths_are_those_that_are_drawn() -> None:
    diagram = draw_mermaid(LOOPS).diagram
    assert diagram is not None
    nodes = {n.id: n for n in diagram.nodes}
    assert (nodes["a"].fill, nodes["a"].stroke, nodes["a"].border_width) == ("#ffcc66", "#aa3300", 3)
    assert (nodes["b"].fill, nodes["b"].stroke, nodes["b"].border_width) == ("#ececff", "#9370db", 1)
    assert nodes["c"].border is LineStyle.DASHED
    assert (diagram.edges[1].color, diagram.edges[1].width) == ("#0033cc", 4)
    assert (diagram.edges[0].color, diagram.edges[0].width) == ("#333333", 1)


def test_an_elements_own_colours_go_before_those_of_all() -> None:
    classes = "classDef default fill:none,stroke:silver\n classDef hot fill:#ccccff,stroke:#00f"
    sketch = draw_mermaid(f"flowchart TD\n a:::hot --> b\n {classes}")
    assert sketch.diagram is not None
    assert sketch.diagram.nodes[0].fill == "#ccccff"
    box = scene_of(sketch).nodes["a"]
    assert is_near(pixels_of(sketch), (box.x0 + 6, box.y0 + 6), "#ccccff", 0.5, 12)


def test_frames_have_colours() -> None:
    diagram = draw_mermaid(SUBGRAPHS).diagram
    assert diagram is not None
    assert {(g.fill, g.stroke, g.border_width) for g in diagram.groups} == {("#ffffde", "#aaaa33", 1)}


def test_lines_that_end_in_the_open_are_led_on() -> None:
    sketch = draw_mermaid(
        "flowchart TD\n e@{shape: tri, label: x} <--> s\n subgraph s\n direction LR\n c --> d\n end\n b --> c"
    )
    assert any("led on" in note for note in sketch.warnings)
    scene = scene_of(sketch)
    assert scene.routes[0][-1][1] == pytest.approx(scene.groups["s"].y0, abs=0.5)
    check_pixels(sketch)


def test_a_picture_is_shifted_to_its_view_box() -> None:
    label = '<g class="label"><rect width="500" height="500"/></g>'
    shape = f'<rect x="0" y="0" width="20" height="10"/>{label}'
    node_ = f'<g class="node" id="m-flowchart-a-0" transform="matrix(2,0,0,1,10,10)">{shape}</g>'
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" id="m" viewBox="-10 -20 200 100"><style>#m .node rect{fill:#abc}'
        f'</style><g class="nodes" transform="translate(5,0)">{node_}</g></svg>'
    )
    picture = see(svg)
    (node,) = picture.nodes
    assert (picture.width, picture.height, node.key) == (200, 100, "flowchart-a-0")
    assert node.box == Box(25, 30, 65, 40)
    assert node.paint.fill == "#aabbcc"


SQUARE = [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)]


@pytest.mark.parametrize(
    ("route", "end"),
    [
        ([(0.0, 15.0), (6.0, 15.0)], (10.0, 15.0)),  # short of it: straight on
        ([(0.0, 15.0), (14.0, 15.0)], (10.0, 15.0)),  # beneath it: cut
        ([(0.0, 15.0), (15.0, 15.0), (15.0, 18.0)], (10.0, 15.0)),  # with a bend beneath it
        ([(0.0, 15.0), (10.0, 15.0)], (10.0, 15.0)),  # on it
        ([(0.0, 8.0), (12.0, 8.0)], (12.0, 10.0)),  # past it: the nearest point
        ([(0.0, 5.0), (60.0, 5.0)], (60.0, 5.0)),  # out of reach: left alone
    ],
)
def test_routes_end_on_outlines(route: list[Point], end: Point) -> None:
    ended = between_outlines(route, (), [SQUARE])
    assert ended[-1] == pytest.approx(end)
    assert ended[0] == route[0]
    backwards = between_outlines(route[::-1], [SQUARE], ())
    assert np.allclose(backwards, ended[::-1])


def test_what_a_route_misses() -> None:
    assert missed([(15.0, -90.0), (15.0, -50.0)], [SQUARE]) == pytest.approx((15.0, 10.0))
    assert missed([(15.0, -90.0), (15.0, 0.0)], [SQUARE]) is None
    assert missed([(15.0, -90.0), (15.0, 15.0)], [SQUARE]) is None


def test_straight_lines_have_two_points() -> None:
    assert straightened([(0, 0), (1, 0), (2, 0), (2, 0), (5, 0), (5, 3)]) == [(0, 0), (5, 0), (5, 3)]


def test_real_files_are_where_their_pixels_are(shared_data: Path) -> None:
    files = sorted((shared_data / "mermaid").glob("*.mmd"))
    drawn = [(path.name, sketch) for path in files[::25] if (sketch := _sketch(path)) is not None]
    assert len(drawn) > 9
    off = []
    for name, sketch in drawn:
        scene, diagram, pixels = scene_of(sketch), sketch.diagram, pixels_of(sketch)
        assert diagram is not None
        for node in diagram.nodes:
            color = node.stroke or node.fill
            around = sides(scene.nodes[node.id], 0)
            if color and not all(any(is_near(pixels, p, color) for p in side) for side in around):
                off.append((name, node.id))
    assert off == []


def _sketch(path: Path) -> Sketch | None:
    """None for what Mermaid refuses, or has no graph in it."""
    try:
        sketch = draw_mermaid(path.read_text())
    except BadDrawing:
        return None
    return sketch if sketch.scene else None
