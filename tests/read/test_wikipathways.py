"""Pathways: fetched from a publisher (here: a loopback server), read, and reduced to arrows between named things."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from graphicacy.diagram.gpml import read_gpml
from graphicacy.diagram.model import Head, Shape
from graphicacy.read.corpus.entry import BadEntry, Kind
from graphicacy.read.corpus.fetch import fetch_wikipathways, wikipathways_folder
from graphicacy.read.corpus.folder import WikiPathwaysSource
from graphicacy.read.corpus.named import sources_named
from graphicacy.read.corpus.reduce import arrows_of
from read.outcomes import outcomes


def node(key: str, label: str, x: int, y: int, more: str = "") -> str:
    return (
        f'<DataNode TextLabel="{label}" GraphId="{key}" Type="Protein" {more}>'
        f'<Graphics CenterX="{x}" CenterY="{y}" Width="80" Height="20"/></DataNode>'
    )


def line(key: str, one: str, other: str, head: str = "Arrow", anchor: str = "") -> str:
    return (
        f'<Interaction GraphId="{key}"><Graphics><Point X="500" Y="510" GraphRef="{one}"/>'
        f'<Point X="660" Y="550" GraphRef="{other}" ArrowHead="{head}"/>{anchor}</Graphics></Interaction>'
    )


def pathway(*parts: str, name: str = "Sugar &amp; spice") -> str:
    return (
        f'<?xml version="1.0"?><Pathway xmlns="http://pathvisio.org/GPML/2013a" Organism="Homo sapiens" Name="{name}">'
        f'<Graphics BoardWidth="900" BoardHeight="900"/>{"".join(parts)}</Pathway>'
    )


SUGAR = pathway(
    node("a", "Glucose", 500, 500),
    node("b", "G6P", 500, 600),
    node("c", "HK1", 700, 550),
    node("d", "Alone", 100, 100),
    node("e", "", 700, 700),
    line("l1", "a", "b", anchor='<Anchor Position="0.5" GraphId="k1"/>'),
    line("l2", "a", "b"),
    line("l3", "c", "k1", "mim-catalysis"),
    line("l4", "b", "c", "TBar"),
    line("l5", "a", "c", ""),
    line("l6", "a", "e"),
    line("l7", "b", "b"),
    line("l8", "c", "b"),
    '<Label TextLabel="A caption" GraphId="t"><Graphics CenterX="200" CenterY="50" Width="90" Height="20"/></Label>',
)


def test_what_is_left_are_the_arrows_between_named_things() -> None:
    whole = read_gpml(SUGAR)
    layout = arrows_of(whole)
    labels = layout.diagram.labels()
    arrows = [(labels[e.source], labels[e.target], e.head) for e in layout.diagram.edges]
    assert arrows == [
        ("Glucose", "G6P", Head.POINTED),
        ("G6P", "HK1", Head.BLUNT),
        ("HK1", "G6P", Head.POINTED),
    ]
    assert sorted(labels.values()) == ["G6P", "Glucose", "HK1"]
    assert not layout.ornaments
    scene = layout.scene
    assert len(scene.routes) == 3
    assert scene.nodes.keys() == {n.id for n in layout.diagram.nodes}
    boxes = scene.nodes.values()
    assert min(b.x0 for b in boxes) >= 19
    assert max(b.x1 for b in boxes) <= scene.width - 19
    assert scene.width < 400  # cropped: what lies far off is gone
    before, after = whole.scene.nodes, scene.nodes
    assert after["b"].y0 - after["a"].y0 == before["b"].y0 - before["a"].y0


def test_a_pathway_without_arrows_is_empty_and_refused_by_its_size(tmp_path: Path) -> None:
    assert arrows_of(read_gpml(pathway(node("a", "A", 50, 50)))).diagram.nodes == ()


def test_entries_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "WP7_2026.gpml").write_text(SUGAR, "utf-8")
    (tmp_path / "WP8.gpml").write_text(pathway(node("a", "Ä", 50, 50), name="Größe" + " x" * 10), "utf-8")
    (tmp_path / "WP9.gpml").write_text("<Pathway", "utf-8")
    (tmp_path / "release.txt").write_text("x", "utf-8")
    (tmp_path / "a.mmd").write_text("flowchart LR\n a --> b\n", "utf-8")
    source = WikiPathwaysSource(tmp_path)
    assert outcomes(source) == {"WP8.gpml": "", "WP9.gpml": "unreadable", "deep/WP7_2026.gpml": "Glucose G6P HK1"}
    entry = source.load("deep/WP7_2026.gpml")
    assert (entry.id, entry.title) == ("wikipathways/deep/WP7_2026", "Sugar & spice")
    assert (entry.domain, entry.kind, entry.licence) == ("biology", Kind.INFLUENCE, "CC0-1.0")
    assert entry.reference == "WikiPathways WP7_2026"
    assert entry.layout is not None
    assert entry.layout.diagram == entry.diagram
    assert source.load("WP8.gpml").title == "Größe" + " x" * 10
    for key in ("none.gpml", "a.mmd"):
        with pytest.raises(BadEntry):
            source.load(key)


def test_real_pathways_are_sound(shared_data: Path) -> None:
    source = WikiPathwaysSource(shared_data / "wikipathways")
    keys = list(source.keys())
    assert len(keys) > 400
    entries = [source.load(key) for key in keys[::12]]
    assert len({entry.id for entry in entries}) == len(entries)
    assert len({entry.title for entry in entries}) > 0.9 * len(entries)
    for entry in entries:
        assert entry.layout is not None
        scene = entry.layout.scene
        assert len(scene.routes) == len(entry.diagram.edges)
        joined = {end for e in entry.diagram.edges for end in (e.source, e.target)}
        assert joined == {n.id for n in entry.diagram.nodes}
        assert all(n.label.strip() and n.shape not in (Shape.ANCHOR, Shape.POINT) for n in entry.diagram.nodes)
        pairs = [(e.source, e.target) if e.tail is Head.NONE else (e.target, e.source) for e in entry.diagram.edges]
        assert len(set(pairs)) == len(pairs)
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for r in scene.routes for x, y in r)
    assert sum(len(entry.diagram.edges) for entry in entries) > 5 * len(entries)


def archive(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in files.items():
            file.writestr(name, text)
    return made.getvalue()


@contextmanager
def published(files: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """A publisher on the loopback interface: its address, and the paths that were asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            name = self.path.removeprefix("/gpml/")
            body = files.get(name)
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Length", str(len(body or b"") + (99 if name.startswith("cut") else 0)))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/gpml/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def release(date: str) -> str:
    return f"wikipathways-{date}-gpml-Homo_sapiens.zip"


def index(*dates: str) -> bytes:
    return "".join(f'<a href="./{release(date)}">{release(date)}</a>' for date in dates).encode()


def test_the_newest_release_is_fetched_once(tmp_path: Path) -> None:
    files = {"": index("20251210", "20260110", "20240101"), release("20260110"): archive(**{"x/WP7.gpml": SUGAR})}
    with published(files) as (address, asked):
        assert fetch_wikipathways(tmp_path, address) == tmp_path
        assert fetch_wikipathways(tmp_path, address.rstrip("/") + "/") == tmp_path
    assert asked == ["/gpml/", f"/gpml/{release('20260110')}", "/gpml/"]
    assert list(WikiPathwaysSource(tmp_path).keys()) == ["WP7.gpml"]


def test_a_newer_release_takes_the_place_of_the_older_and_leaves_other_files(tmp_path: Path) -> None:
    files = {"": index("20260110"), release("20260110"): archive(**{"WP1.gpml": SUGAR, "WP2.gpml": SUGAR})}
    with published(files) as (address, _):
        fetch_wikipathways(tmp_path, address)
        (tmp_path / "mine.gpml").write_text(SUGAR, "utf-8")
        files |= {"": index("20260110", "20260210"), release("20260210"): archive(**{"WP2.gpml": SUGAR})}
        fetch_wikipathways(tmp_path, address)
    assert list(WikiPathwaysSource(tmp_path).keys()) == ["WP2.gpml", "mine.gpml"]


def test_the_cache_and_the_address_of_a_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(FileNotFoundError, match="read fetch wikipathways"):
        sources_named(["wikipathways"], 0, 1)
    with published({"": index("20260110"), release("20260110"): archive(**{"WP7.gpml": SUGAR})}) as (address, _):
        monkeypatch.setenv("GRAPHICACY_WIKIPATHWAYS", address)
        folder = fetch_wikipathways()
    assert folder == wikipathways_folder() == tmp_path / "cache" / "graphicacy" / "wikipathways"
    assert sources_named(["wikipathways"], 0, 1) == (WikiPathwaysSource(folder),)


def test_no_file_leaves_the_folder(tmp_path: Path) -> None:
    names = ["../../up.gpml", "/root.gpml", "a\\..\\..\\back.gpml", "x/../..gpml", "note.txt"]
    files = {"": index("20260110"), release("20260110"): archive(**dict.fromkeys(names, SUGAR))}
    with published(files) as (address, _):
        fetch_wikipathways(tmp_path / "in" / "out", address)
    assert {path.name for path in tmp_path.rglob("*.gpml")} == {"up.gpml", "root.gpml", "back.gpml", "..gpml"}
    assert all((tmp_path / "in" / "out") in path.parents for path in tmp_path.rglob("*.gpml"))


def damaged() -> bytes:
    data = bytearray(archive(**{"WP1.gpml": SUGAR}))
    at = data.index(b"WP1.gpml") + len("WP1.gpml")
    data[at : at + 40] = b"\xff" * 40
    return bytes(data)


@pytest.mark.parametrize(
    ("page", "content", "error", "said"),
    [
        (b"no list", b"", ValueError, "lists no archive"),
        (index("20260110"), b"PK no", ValueError, "is damaged"),
        (index("20260110"), damaged(), ValueError, "is damaged"),
        (index("20260110"), archive(**{"a.txt": "x"}), ValueError, "holds no pathways"),
        (index("20260110"), None, ConnectionError, "cannot be read: Not Found"),
    ],
)
def test_answers_that_are_no_release(
    tmp_path: Path, page: bytes, content: bytes | None, error: type[Exception], said: str
) -> None:
    files = {"": page} | ({} if content is None else {release("20260110"): content})
    with published(files) as (address, _), pytest.raises(error, match=said) as caught:
        fetch_wikipathways(tmp_path, address)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.rglob("*"))


def test_a_publisher_that_does_not_answer(tmp_path: Path) -> None:
    with published({"cut": b"abc"}) as (address, _), pytest.raises(ConnectionError, match="cannot be read"):
        fetch_wikipathways(tmp_path, address + "cut")
    with pytest.raises(ConnectionError, match="cannot be read"):
        fetch_wikipathways(tmp_path, address)
    with pytest.raises(ValueError, match="nonsense"):
        fetch_wikipathways(tmp_path, "nonsense")
