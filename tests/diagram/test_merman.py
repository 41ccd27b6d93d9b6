"""Mermaid drawn without a browser: what is drawn, what is refused, what a style changes, what hostile sources do."""

from __future__ import annotations

import html
import io
import re
import time
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.mermaid_config import configuration, prepared, turned, unmarked
from graphicacy.diagram.engines.merman import draw_mermaid
from graphicacy.diagram.engines.merman_source import mended, plain
from graphicacy.diagram.fonts import text_width
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Direction, Node
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Scene
from graphicacy.diagram.style import PALETTES, Style
from graphicacy.diagram.svg.sanitise import sanitise
from graphicacy.diagram.svg.size import size_of

CHART = """flowchart TD
  a[Sample] -->|dose| b(Assay)
  b --> c{Good?}
  c ==>|yes| d[(Store)]
  style d fill:#ffcc66,stroke:#aa3300
  linkStyle 2 stroke-width:7px"""
STATES = "stateDiagram-v2\n [*] --> Idle\n Idle --> Busy : start\n Busy --> Idle\n note right of Idle : remark"


def drawn(source: str, style: Style | None = None) -> tuple[Diagram, Scene]:
    sketch = draw_mermaid(source, style)
    assert sketch.diagram is not None
    assert sketch.scene is not None
    return sketch.diagram, sketch.scene


def node_of(diagram: Diagram, id_: str) -> Node:
    return next(node for node in diagram.nodes if node.id == id_)


def test_the_diagram_is_what_is_read() -> None:
    read, (seen, _) = read_mermaid(CHART), drawn(CHART)
    assert [(n.id, n.label, n.shape) for n in seen.nodes] == [(n.id, n.label, n.shape) for n in read.nodes]
    assert [(e.source, e.target, e.label, e.head) for e in seen.edges] == [
        (e.source, e.target, e.label, e.head) for e in read.edges
    ]


def test_other_diagrams_are_drawn_without_a_scene() -> None:
    sketch = draw_mermaid("sequenceDiagram\n Alice->>Bob: hello")
    assert (sketch.diagram, sketch.scene) == (None, None)
    assert "hello" in sketch.svg


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("flowchart TD\n a --> b\n c[open --> d", "line 3"),
        ("stateDiagram-v2\n a -->", "line 2"),
        ("flowchart TD\n a --> b\n style a fill:url(http://127.0.0.1/x)", "line 3"),
        ("flowchart TD\n" + "a --> b\n" * 30_000, "links"),
        ("flowchart TD\n" + "\n".join(f"n{i}" for i in range(5_000)), "nodes and edges"),
    ],
)
def test_what_is_refused(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        draw_mermaid(source)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "id_", ["/api", "a/b", "#x", "$y", "a!b", "b?", "c,d", "e:f", "'g", "+h", "*", "a&b".replace("&", "%")]
)
def test_ids_that_only_mermaid_reads_are_drawn_from_a_source_written_anew(id_: str) -> None:
    sketch = draw_mermaid(f"flowchart LR\n {id_}[one] -->|word| z((two))\n subgraph s\n z\n end\n style z fill:#ffcc66")
    assert sketch.diagram is not None
    assert sketch.scene is not None
    assert set(sketch.scene.nodes) == {id_, "z"}
    assert set(sketch.scene.groups) == {"s"}
    assert sketch.scene.nodes[id_].x1 <= sketch.scene.routes[0][0][0] + 0.1
    assert node_of(sketch.diagram, "z").fill == "#ffcc66"
    assert node_of(sketch.diagram, id_).fill == "#ececff"
    assert set(sketch.scene.labels) == {0}
    assert "written anew" in sketch.warnings[0]


def test_what_cannot_be_written_anew_is_drawn_by_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.diagram.mermaid import write as mermaid_write

    def broken(diagram: Diagram) -> str:
        raise BadDrawing("no")

    monkeypatch.setattr(mermaid_write, "write_mermaid", broken)
    sketch = draw_mermaid("flowchart LR\n /a --> b")
    assert sketch.scene is not None
    assert set(sketch.scene.nodes) == {"/a", "b"}
    assert any("Graphviz drew it" in note for note in sketch.warnings)


def test_words_of_states_are_wrapped_and_written_once() -> None:
    long = "a description that is a good deal longer than one line of a state can be"
    sketch = draw_mermaid(f"stateDiagram-v2\n s : {long}\n s --> t : if n < 3 & more")
    assert sketch.scene is not None
    assert sketch.scene.nodes["s"].width < 260
    assert "&amp;lt;" not in sketch.svg
    assert sketch.scene.nodes["s"].height > 60


def test_plain_sources() -> None:
    assert plain("flowchart TD\n a[<b>bold</b> $$x$$]", 16, 200) == "flowchart TD\n a[bold x]"
    assert plain("flowchart TD\n a : long words here", 16, 40) == "flowchart TD\n a : long words here"
    assert plain("stateDiagram\n s : long words here", 16, 90) == "stateDiagram\n s : long words<br/>here"
    assert plain('stateDiagram\n state "long words here" as s', 16, 90) == (
        'stateDiagram\n state " long words<br/>here" as s'
    )
    title = 'stateDiagram\n state "long words here" as s\n state s {\n t : long words here\n }'
    assert plain(title, 16, 90) == title.replace("words here\n }", "words<br/>here\n }")
    note = "stateDiagram\n note left of s\n long words here\n end note\n s --> t"
    assert plain(note, 16, 90) == "stateDiagram\n note left of s\nlong words\nhere\n end note\n s --> t"
    assert "dagre" in plain("---\nconfig:\n  layout: elk\n---\nflowchart TD\n a[layout: elk]", 16, 200)
    assert "a[layout: elk]" in plain("flowchart TD\n a[layout: elk]", 16, 200)


def test_labels_of_nothing_but_tags_are_kept_empty() -> None:
    assert unmarked("a[<img src='x'>] --> b(<b></b>) --> c{x<i>y</i>}") == "a[ ] --> b( ) --> c{xy}"
    assert unmarked("state c <<choice>>\n a <--> b") == "state c <<choice>>\n a <--> b"
    assert (
        unmarked('a{i<n} -->|x<y| b(p<q) <-.-> c["a <b c"]') == 'a{i#lt;n} -->|x#lt;y| b(p#lt;q) <-.-> c["a #lt;b c"]'
    )
    assert unmarked("a[<kbd class='k'>x</kbd> <q >y</q><hr/>z] --> b") == "a[x y z] --> b"
    assert unmarked('a["<script>alert(1)</script>x"]') == 'a["x"]'
    assert unmarked("a{x <b and c} --> d{y <i} --> e") == "a{x #lt;b and c} --> d{y #lt;i} --> e"
    assert unmarked('a["&nbsp;x &copy; &lt; &bogus; R&D"] & b;') == 'a["#160;x © &lt; &bogus; R&D"] & b;'
    assert unmarked('a["#9829; #35; #quot; &semi; #nbsp;"]\n style a fill:#123456;stroke:#acd;') == (
        'a["♥ #35; #quot; #59; #160;"]\n style a fill:#123456;stroke:#acd;'
    )
    assert unmarked('a["List<T> <f(x)> a < b<br/>"] <--> b') == 'a["List<T> <f(x)> a < b<br/>"] <--> b'
    assert drawn("flowchart TD\n a[<img src='x'>] --> b")[0].nodes[0].label == ""


def test_signs_are_escaped_once() -> None:
    assert mended("<tspan>a &amp;lt; b &amp; c &amp;copy</tspan>") == "<tspan>a &lt; b &amp; c &amp;copy</tspan>"


@pytest.mark.parametrize("source", [CHART, STATES], ids=["chart", "states"])
@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_palettes(source: str, palette: str) -> None:
    diagram, _ = drawn(source, Style(palette=palette))
    colors = PALETTES[palette]
    plain_node = node_of(diagram, "a" if source is CHART else "Busy")
    assert (plain_node.fill, plain_node.stroke) == (colors.fill, colors.stroke)
    assert {e.color for e in diagram.edges} == {colors.line}
    if source is CHART:
        assert (node_of(diagram, "d").fill, node_of(diagram, "d").stroke) == ("#ffcc66", "#aa3300")


def test_a_dark_ground_is_painted() -> None:
    assert PALETTES["dark"].ground in draw_mermaid(CHART, Style(palette="dark")).svg
    assert '<rect x="0"' not in draw_mermaid(CHART).svg.partition("<style")[0]


def test_fonts_and_sizes_change_what_words_need() -> None:
    _, usual = drawn(CHART)
    _, typed = drawn(CHART, Style(font="mono"))
    _, large = drawn(CHART, Style(font_size=24))
    assert typed.nodes["a"].width > usual.nodes["a"].width + 2
    assert large.nodes["a"].height > usual.nodes["a"].height + 4
    assert "Roboto Mono" in draw_mermaid(CHART, Style(font="mono")).svg


def test_line_widths_leave_declared_ones() -> None:
    diagram, _ = drawn(CHART, Style(line_width=2.5))
    assert [e.width for e in diagram.edges] == [2.5, 2.5, 7]
    assert {n.border_width for n in diagram.nodes} == {2.5}


def test_spacing_moves_things_apart() -> None:
    _, usual = drawn(CHART)
    _, wide = drawn(CHART, Style(spacing=2))
    assert wide.nodes["c"].y0 - wide.nodes["b"].y1 > 1.8 * (usual.nodes["c"].y0 - usual.nodes["b"].y1)
    assert wide.nodes["a"].width == pytest.approx(usual.nodes["a"].width)


@pytest.mark.parametrize("source", [CHART, STATES], ids=["chart", "states"])
@pytest.mark.parametrize("direction", list(Direction))
def test_directions(source: str, direction: Direction) -> None:
    diagram, scene = drawn(source, Style(direction=direction))
    first, second = ("a", "b") if source is CHART else ("Idle", "Busy")
    (ax, ay), (bx, by) = scene.nodes[first].center, scene.nodes[second].center
    along = {Direction.DOWN: by - ay, Direction.UP: ay - by, Direction.RIGHT: bx - ax, Direction.LEFT: ax - bx}
    assert along[direction] > 20
    assert diagram.direction is direction


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("graph TD; a-->b", "graph LR; a-->b"),
        ("graph\n a-->b", "graph LR\n a-->b"),
        ("flowchart\tBT\n a", "flowchart LR\n a"),
        ("graph >\n a", "graph LR\n a"),
        ("%% graph TD\n%%{init: {\n}}%%\nflowchart RL\n a", "%% graph TD\n%%{init: {\n}}%%\nflowchart LR\n a"),
        ("---\ntitle: graph TD\n---\ngraph TD\n a", "---\ntitle: graph TD\n---\ngraph LR\n a"),
        ("flowchart TD\n subgraph s\n direction TB\n a\n end", "flowchart LR\n subgraph s\n direction TB\n a\n end"),
        (
            "stateDiagram-v2\ndirection TB\nstate s {\ndirection BT\na\n}",
            "stateDiagram-v2\ndirection LR\n\nstate s {\ndirection BT\na\n}",
        ),
        ("sequenceDiagram\n a->>b: x", "sequenceDiagram\n a->>b: x"),
    ],
)
def test_sources_are_turned(source: str, result: str) -> None:
    assert turned(source, Direction.RIGHT) == result
    assert turned(source, None) == source


@pytest.mark.parametrize("source", [CHART, STATES], ids=["chart", "states"])
def test_right_angles(source: str) -> None:
    _, scene = drawn(source, Style(curve="orthogonal"))
    for route in scene.routes:
        inner = route[1:-1]
        for (ax, ay), (bx, by) in pairwise(inner):
            assert abs(ax - bx) < 0.1 or abs(ay - by) < 0.1


def test_straight_lines_have_few_points() -> None:
    _, scene = drawn(STATES, Style(curve="straight"))
    _, curved = drawn(STATES)
    assert sum(map(len, scene.routes)) < sum(map(len, curved.routes)) / 2


def test_a_source_that_says_how_its_lines_run_is_left_alone() -> None:
    source = f'%%{{init: {{"flowchart": {{"curve": "basis"}}}}}}%%\n{CHART}'
    assert drawn(source, Style(curve="orthogonal"))[1].routes == drawn(source)[1].routes


def test_configurations_say_the_look_by_name() -> None:
    config = configuration(None)
    assert (config["theme"], config["flowchart"]["look"], config["state"]["layout"]) == ("default", "classic", "dagre")
    assert configuration(Style(spacing=1.5))["state"]["rankSpacing"] == 75


ADDRESS = "http://127.0.0.1/x"
HOSTILE = [
    'flowchart TD\n a["<script>alert(1)</script>x"] --> b["<img src=' + ADDRESS + ' onerror=alert(1)>y"]',
    'flowchart TD\n a --> b\n click a href "javascript:alert(1)"\n click b call alert(1)',
    '%%{init: {"securityLevel": "loose", "themeCSS": "* {background: url(' + ADDRESS + ')}"}}%%\nflowchart TD\n a',
    '%%{init: {"themeCSS": "</style><script>alert(1)</script>"}}%%\nflowchart TD\n a --> b',
    '%%{init: {"themeVariables": {"primaryColor": "red;}</style><script>alert(1)</script>"}}}%%\nflowchart TD\n a',
    '%%{init: {"fontFamily": "x;} * {fill: url(file:///etc/passwd)"}}%%\nflowchart TD\n a --> b',
    'flowchart TD\n a@{ img: "http://127.0.0.1/x.png", label: "pic" } --> b@{ icon: "fa:user", label: "who" }',
    "flowchart TD\n a[" + "word " * 1500 + "] --> b",
    "flowchart TD\n" + "".join(f" subgraph s{i}\n" for i in range(12)) + " a\n" + " end\n" * 12,
]


@pytest.mark.parametrize("source", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_sources_are_drawn_clean(source: str) -> None:
    sketch = draw_mermaid(source)
    clean = sanitise(sketch.svg)[0]
    for bad in ("<script", "javascript:", "http://127", "onerror", "file:", "url(http"):
        assert bad not in clean.replace("http://www.w3.org", "")
    assert sketch.scene is not None
    assert size_of(clean) == pytest.approx((sketch.scene.width, sketch.scene.height), rel=1e-4)


def test_a_hung_or_crashed_engine_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphicacy.diagram.engines import merman
    from graphicacy.diagram.engines.guard import Caps

    monkeypatch.setattr(merman, "_CAPS", Caps(wall=0.001, cpu=1, memory=1 << 30))
    with pytest.raises(BadDrawing, match="too complex"):
        draw_mermaid("flowchart TD\n" + "\n".join(f"n{i} --> n{i * 7 % 900}" for i in range(900)))
    monkeypatch.undo()
    began = time.monotonic()
    assert draw_mermaid("flowchart TD\n a --> b").scene is not None
    assert time.monotonic() - began < 15


def test_prepared_sources_have_plain_line_breaks() -> None:
    assert prepared("\ufeffflowchart TD\r\n a\r b\x00c") == "flowchart TD\n a\n b c"


@pytest.mark.parametrize("shape", ["cloud", "bang"])
def test_words_stand_in_the_middle_of_clouds(shape: str) -> None:
    """Mermaid sets them half their width too far to the left, where labels are SVG text."""
    drawing = render(f'flowchart LR\n  a@{{ shape: {shape}, label: "Rather long words" }} --> b', "mermaid")
    assert drawing.scene is not None
    box = drawing.scene.nodes["a"]
    with Image.open(io.BytesIO(drawing.png)) as image:
        y = round(box.center[1])
        high = round(8 * drawing.scale)
        line = np.asarray(image.convert("L"))[y - high : y + high, round(box.x0) : round(box.x1)]
    first = np.flatnonzero((line < 110).any(axis=0))[0]
    width = text_width("Rather long words", 16) * drawing.scale
    assert first == pytest.approx((box.width - width) / 2, abs=0.05 * box.width)


def test_words_are_readable_on_the_fills_of_a_source() -> None:
    source = """flowchart LR
      a{On pale} --> b[Own] --> c[On dark] --> d[Plain]
      classDef own fill:#fff,color:#070
      class b own
      style a fill:#cfc,stroke-dasharray: 5 5
      style c fill:navy
      subgraph s [Frame]
        d
      end
      style s fill:white"""
    svg = draw_mermaid(source, Style(palette="dark")).svg
    found = re.findall(r'<text(?: style="fill:(#\w+)")?[^>]*>(?:<tspan[^>]*>){2}(On|Own|Plain|Frame)', svg)
    assert found == [("#000000", "Frame"), ("#000000", "On"), ("", "Own"), ("", "On"), ("", "Plain")]
    assert "fill:#ffffff" in draw_mermaid(source, Style(palette="mono")).svg  # on navy
    assert 'style="fill:#ffffff"' not in draw_mermaid(source).svg


@pytest.mark.parametrize(
    "source", ['flowchart TD\n a{i<n} -->|x<y| b("p <q")', "stateDiagram-v2\n a : i<n\n a --> b : p <q"]
)
def test_a_sign_that_begins_no_tag_is_drawn(source: str) -> None:
    sketch = draw_mermaid(source)
    assert sketch.diagram is not None
    words = [html.unescape(re.sub(r"<[^>]*>", "", text)) for text in re.findall(r"<text[\s\S]*?</text>", sketch.svg)]
    for label in (*sketch.diagram.labels().values(), *(edge.label for edge in sketch.diagram.edges)):
        assert label in [" ".join(word.split()) for word in words]
