"""Mermaid in Chromium: pictures by Mermaid itself, without a network, and a browser that comes back after it hangs."""

from __future__ import annotations

import contextlib
import html
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram import fetch
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import chromium, merman, page
from graphicacy.diagram.engines.devtools import find_chromium
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.mermaid.picture import see
from graphicacy.diagram.model import Direction
from graphicacy.diagram.style import Style
from graphicacy.diagram.svg.sanitise import sanitise

CHART = """flowchart TD
  a[Sample] -->|dose| b(Assay)
  b --> c{Good?}
  c ==>|yes| d[(Store)]
  subgraph s [Frame]
    d --> e((end))
  end
  e --> e
  style d fill:#ffcc66,stroke:#aa3300"""
STATES = """stateDiagram-v2
  [*] --> Idle
  Idle --> Nest : start
  state Nest {
    x --> y
    --
    [*] --> z
  }
  note right of Idle : remark"""


@pytest.fixture(scope="module", autouse=True)
def _browser() -> Iterator[None]:
    if find_chromium() is None:
        pytest.skip("Chromium is not installed")
    if fetch.mermaid_script() is None:
        if shutil.which("npm") is None:
            pytest.skip(f"mermaid@{fetch.MERMAID} was not fetched, and npm is not installed")
        try:
            fetch.fetch_mermaid()
        except BadDrawing as error:
            pytest.skip(f"mermaid@{fetch.MERMAID} cannot be fetched: {error}")
    yield
    page.close()


@pytest.mark.parametrize("source", [CHART, STATES], ids=["chart", "states"])
def test_both_engines_agree(source: str) -> None:
    by_mermaid, by_merman = chromium.draw_mermaid(source), merman.draw_mermaid(source)
    assert by_mermaid.scene is not None
    assert by_merman.scene is not None
    assert by_mermaid.diagram == by_merman.diagram
    assert set(by_mermaid.scene.labels) == set(by_merman.scene.labels)
    assert set(by_mermaid.scene.groups) == set(by_merman.scene.groups)
    for id_, box in by_mermaid.scene.nodes.items():
        other = by_merman.scene.nodes[id_]
        assert box.width == pytest.approx(other.width, rel=0.15, abs=2)
        assert box.height == pytest.approx(other.height, rel=0.15, abs=2)


@pytest.mark.parametrize("source", [CHART, STATES], ids=["chart", "states"])
def test_boxes_are_those_of_the_document(source: str) -> None:
    """``getBBox`` and ``getScreenCTM`` of a browser say the same as our reading of the SVG."""
    svg = chromium.draw_mermaid(source).svg
    ask = """(() => {
      document.body.innerHTML = SVG;
      const svg = document.querySelector("svg"), box = svg.viewBox.baseVal;
      svg.setAttribute("width", box.width); svg.setAttribute("height", box.height); svg.style.maxWidth = "none";
      const root = svg.getScreenCTM().inverse();
      const found = {};
      for (const node of svg.querySelectorAll("g.node")) {
        const shape = node.querySelector("rect, circle, polygon, path"), b = shape.getBBox();
        const m = root.multiply(shape.getScreenCTM());
        found[node.id] = [b.x + m.e - box.x, b.y + m.f - box.y, b.width, b.height];
      }
      document.body.replaceChildren();
      return found;
    })()"""
    measured = page.with_pages(
        "test", lambda pages: pages._evaluate(pages._drawing, ask.replace("SVG", json.dumps(svg)))
    )
    assert isinstance(measured, dict)
    boxes = {f"mermaid-{part.key}": part.box for part in see(svg).nodes}
    assert set(measured) == set(boxes)
    for id_, (x, y, width, height) in measured.items():
        assert tuple(boxes[id_]) == pytest.approx((x, y, x + width, y + height), abs=0.15)


def test_other_diagrams_are_drawn_without_a_scene() -> None:
    sketch = chromium.draw_mermaid("sequenceDiagram\n Alice->>Bob: hello")
    assert sketch.scene is None
    assert "hello" in sketch.svg


def test_styles_reach_mermaid() -> None:
    sketch = chromium.draw_mermaid(CHART, Style(palette="sea", direction=Direction.RIGHT, line_width=3))
    assert sketch.diagram is not None
    assert sketch.scene is not None
    assert sketch.diagram.nodes[0].fill == "#dceef8"
    assert sketch.diagram.edges[0].width == 3
    assert sketch.scene.nodes["b"].x0 > sketch.scene.nodes["a"].x1


def test_the_same_source_gives_the_same_bytes() -> None:
    assert chromium.draw_mermaid(CHART) == chromium.draw_mermaid(CHART)


@pytest.mark.parametrize(
    ("source", "said"),
    [("flowchart TD\n a --> b\n c[open --> d", "line 3"), ("sequenceDiagram\n Alice->>\n", "Mermaid cannot draw this")],
)
def test_what_is_refused(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        chromium.draw_mermaid(source)
    assert "\n" not in str(caught.value)


def test_pixels_are_those_of_resvg() -> None:
    clean = sanitise(chromium.draw_mermaid(CHART).svg)[0]
    ours, theirs = (Image.open(io.BytesIO(draw(clean, 1.5))) for draw in (chromium.rasterise, rasterise))
    assert ours.size == theirs.size
    off = np.abs(np.asarray(ours).astype(int) - np.asarray(theirs.convert("RGB")).astype(int)).sum(axis=2)
    assert (off > 150).mean() < 0.05


def test_nothing_reaches_the_network() -> None:
    """A listener on this machine hears nothing, whatever a source or an SVG asks for."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.3)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/x.png"
        css = f"* {{ background: url({address}); fill: url({address}) }} @import url({address});"
        for source in (
            f'%%{{init: {{"themeCSS": "{css}", "securityLevel": "loose"}}}}%%\nflowchart TD\n a --> b',
            f'flowchart TD\n a@{{ img: "{address}", label: "x" }} --> b["<img src={address}>"]',
        ):
            with contextlib.suppress(BadDrawing):
                chromium.draw_mermaid(source)
        chromium.rasterise(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><style>{css}</style>'
            f'<image href="{address}" width="9" height="9"/><script>fetch("{address}")</script></svg>'
        )
        with pytest.raises(TimeoutError):
            listener.accept()


def test_a_script_in_the_page_cannot_reach_the_network() -> None:
    chromium.draw_mermaid("flowchart TD\n a")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.3)
        ask = f'fetch("http://127.0.0.1:{listener.getsockname()[1]}/").then(() => "reached", () => "kept")'
        assert page.with_pages("test", lambda pages: pages._evaluate(pages._drawing, ask)) == "kept"
        with pytest.raises(TimeoutError):
            listener.accept()


def test_a_hung_page_is_stopped_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    chromium.draw_mermaid("flowchart TD\n a")
    monkeypatch.setattr(page, "_WAIT", 1.0)
    with pytest.raises(BadDrawing, match=r"was stopped .* too complex"):
        page.with_pages("Mermaid", lambda pages: pages._evaluate(pages._drawing, "for (;;) {}"))
    monkeypatch.undo()
    assert chromium.draw_mermaid("flowchart TD\n a --> b").scene is not None


def test_a_browser_that_was_killed_is_replaced() -> None:
    chromium.draw_mermaid("flowchart TD\n a")
    pages = page._pages
    assert pages is not None
    os.killpg(pages.browser.process.pid, signal.SIGKILL)
    pages.browser.process.wait()
    assert chromium.draw_mermaid("flowchart TD\n a --> b").scene is not None


def test_threads_share_the_browser() -> None:
    drawn = []
    threads = [
        threading.Thread(target=lambda n=n: drawn.append(chromium.draw_mermaid(f"flowchart TD\n a --> b{n}")))
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({sketch.svg for sketch in drawn}) == 4


def test_a_huge_picture_is_refused() -> None:
    with pytest.raises(BadDrawing, match="pixels"):
        chromium.rasterise('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"></svg>')


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    page.close()
    monkeypatch.setattr(page, "mermaid_script", lambda: None)
    with pytest.raises(BadDrawing, match="graphicacy fetch mermaid"):
        chromium.draw_mermaid("flowchart TD\n a")
    page.close()
    monkeypatch.setattr("graphicacy.diagram.engines.devtools.find_chromium", lambda: None)
    with pytest.raises(BadDrawing, match="install it"):
        chromium.draw_mermaid("flowchart TD\n a")


def test_fetching_needs_npm_and_the_pinned_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fetch, "cache_folders", lambda: [tmp_path])
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BadDrawing, match="npm is missing"):
        fetch.fetch_mermaid()

    def pack(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        (Path(command[-1]) / f"mermaid-{fetch.MERMAID}.tgz").write_bytes(b"another package")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/npm")
    monkeypatch.setattr(subprocess, "run", pack)
    with pytest.raises(BadDrawing, match="digest"):
        fetch.fetch_mermaid()
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_script_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fetch, "cache_folders", lambda: [tmp_path])
    (tmp_path / f"mermaid-{fetch.MERMAID}.min.js").write_text("alert(1)")
    assert fetch.mermaid_script() is None


@pytest.mark.parametrize("shape", ["cloud", "bang"])
def test_words_of_clouds_are_centred_as_others_are(shape: str) -> None:
    svg = chromium.draw_mermaid(f'flowchart LR\n  a@{{ shape: {shape}, label: "Rather long words" }}').svg
    assert re.search(r'label-container"[^>]*>(?:</path>)?<g class="label"[^>]* transform="translate\(0,', svg)
    assert "@keyframes" not in svg


def test_words_are_readable_on_the_fills_of_a_source() -> None:
    source = "flowchart LR\n  a[On pale] --> b[Plain]\n  style a fill:#cfc"
    svg = chromium.draw_mermaid(source, Style(palette="dark")).svg
    assert re.search(r'<text style="fill:#000000"[^>]*>(?:<tspan[^>]*>){2}On', svg)
    assert svg.count('style="fill:#000000"') == 1


def test_entities_are_drawn_as_what_they_stand_for() -> None:
    source = 'flowchart TD\n a["#quot;x#quot; #9829; #128640; &copy; &lt;b&gt; #35;"] -->|"#lt;#169;"| b{i<n}'
    svg = chromium.draw_mermaid(source).svg
    words = "".join(html.unescape(re.sub(r"<[^>]*>", "", text)) for text in re.findall(r"<text[\s\S]*?</text>", svg))
    for label in ('"x"♥🚀©<b>#', "<©", "i<n"):
        assert label in re.sub(r"\s", "", words)


@pytest.mark.parametrize(
    "source",
    [
        'flowchart TD\n A["p > 0.05<br/>q"] -->|y>6| B{z >= 7} -- k > 1 --> C(a->b)\n'
        ' C <--> D>flag] --> E@{ label: "s>t" }\n'
        ' subgraph S ["u > v"]\n E\n end\n A & B ==> D',
        'stateDiagram-v2\n state "x>5" as s\n s --> t : n > 1\n t : m>n\n state c <<choice>>\n t --> c\n'
        " note right of s : a > b\n s:::k --> u\n classDef k fill:red",
    ],
)
def test_greater_signs_in_labels_are_drawn(source: str) -> None:
    sketch = chromium.draw_mermaid(source)
    assert sketch.diagram is not None
    shown = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<style[\s\S]*?</style>", "", sketch.svg)))
    labels = [*sketch.diagram.labels().values(), *(edge.label for edge in sketch.diagram.edges)]
    assert sum(">" in label for label in labels) >= 4
    for label in labels:
        assert re.sub(r"\s", "", label) in re.sub(r"\s", "", shown)
