"""Diagrams against Mermaid's own database, which another driver reads; the parser on hostile input."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import guard, mermaid_db
from graphicacy.diagram.mermaid.read import parse_mermaid, read_mermaid
from graphicacy.diagram.model import Diagram, Direction, Head, LineStyle, Shape

# The wheel's own function, in a process of its own: it writes out the whole database.
WHEEL = """
import asyncio, importlib.util, json, pathlib, sys
import pythonmonkey
folder = pathlib.Path(importlib.util.find_spec("mermaid_parser").submodule_search_locations[0])
parse = pythonmonkey.require(str(folder / "js" / "parser.bundle.js"))
async def main():
    for path in sys.stdin.read().split("\\n"):
        try:
            answer = json.loads(str(await parse(pathlib.Path(path).read_text(encoding="utf-8"))))
            data = answer["graph_data"]
            kept = "vertices edges subGraphs direction nodes rootDoc".split()
            answer = {"type": answer["graph_type"], **{name: data.get(name) for name in kept}}
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
asyncio.run(main())
"""
NEWER = re.compile(r"shape: *datastore|direction +TD")  # than the bundle, which refuses them
HEADS = {"point": Head.POINTED, "circle": Head.CIRCLE, "cross": Head.CROSS}
STROKES = {"thick": LineStyle.THICK, "dotted": LineStyle.DOTTED, "invisible": LineStyle.INVISIBLE}
SHAPES = {
    "square": Shape.RECTANGLE,
    "round": Shape.ROUNDED,
    "stadium": Shape.STADIUM,
    "subroutine": Shape.RECTANGLE,
    "cylinder": Shape.CYLINDER,
    "circle": Shape.CIRCLE,
    "doublecircle": Shape.CIRCLE,
    "odd": Shape.POLYGON,
    "diamond": Shape.DIAMOND,
    "hexagon": Shape.HEXAGON,
    "lean_right": Shape.PARALLELOGRAM,
    "lean_left": Shape.PARALLELOGRAM,
    "trapezoid": Shape.TRAPEZIUM,
    "inv_trapezoid": Shape.TRAPEZIUM,
    None: Shape.RECTANGLE,
}


@pytest.fixture(scope="module")
def databases(shared_data: Path) -> dict[Path, dict[str, Any]]:
    paths = sorted((shared_data / "mermaid").glob("*.mmd"))
    assert paths
    shown = subprocess.run(
        [sys.executable, "-c", WHEEL],
        input="\n".join(map(str, paths)),
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    answers = [json.loads(line) for line in shown.stdout.splitlines() if line.startswith("{")]
    assert len(answers) == len(paths)
    return dict(zip(paths, answers, strict=True))


def plain(text: str) -> str:
    """A label without markup, roughly: enough to compare with, not enough to read with."""
    text = re.sub(r"ﬂ°°(\w+)¶ß", r"&#\1;", text)
    text = re.sub(r"ﬂ°(\w+)¶ß", r"&\1;", text)
    text = html.unescape(re.sub(r"<[^>]*>(?=.)|<[^>]*>$", " ", text).replace("\\n", " "))
    return re.sub(r"\bfa\w*:fa-[\w-]+|[\s*_`$]+", "", text)


def check_flowchart(read: Diagram, database: dict[str, Any]) -> None:
    assert read.direction is Direction(str(database.get("direction") or "TB").replace("TD", "TB"))
    vertices, subgraphs = database["vertices"], {item["id"]: item for item in database["subGraphs"]}
    home: dict[str, str] = {}
    for item in database["subGraphs"]:
        for child in item["nodes"]:
            home.setdefault(child, item["id"])
    nodes = {node.id: node for node in read.nodes}
    assert set(nodes) == set(vertices) - set(subgraphs)
    for id_, node in nodes.items():
        vertex = vertices[id_]
        assert node.group == home.get(id_), id_
        if vertex.get("type") in SHAPES and not vertex.get("icon") and not vertex.get("img"):
            assert (node.shape, plain(node.label)) == (SHAPES[vertex.get("type")], plain(str(vertex["text"]))), id_
    groups = {group.id: group for group in read.groups}
    assert set(groups) == set(subgraphs)
    for id_, group in groups.items():
        assert plain(group.label) == plain(subgraphs[id_]["title"])
        assert group.parent in (home.get(id_), None)
    assert len(read.edges) == len(database["edges"])
    for edge, link in zip(read.edges, database["edges"], strict=True):
        kind = (link.get("type") or "arrow_point").removeprefix("double_").removeprefix("arrow_")
        visible = link.get("stroke") != "invisible"
        head = HEADS.get(kind, Head.NONE) if visible else Head.NONE
        double = visible and str(link.get("type")).startswith("double_")
        assert (edge.source, edge.target) == (link["start"], link["end"])
        assert (edge.head, edge.tail) == (head, head if double else Head.NONE), link
        assert plain(edge.label) == plain(link["text"])
        if not link.get("style") and not link.get("classes"):
            assert edge.line is STROKES.get(link.get("stroke"), LineStyle.SOLID)


def relations(document: list[Any]) -> list[dict[str, Any]]:
    """The transitions among all statements of a state diagram."""
    found: list[dict[str, Any]] = []
    for item in document:
        if isinstance(item, dict):
            found += [item] if item.get("stmt") == "relation" else relations(item.get("doc") or [])
    return found


def check_states(read: Diagram, database: dict[str, Any]) -> None:
    items = {item["id"]: item for item in database["nodes"]}
    shown = {id_: item for id_, item in items.items() if item["shape"] == "note" or not item.get("isGroup")}
    marks = re.compile(r"(?:divider-)?id-[\w-]+_(start|end)|.+-region-\d+_(start|end)")  # the first are random
    named = [node for node in read.nodes if not marks.fullmatch(node.id)]
    assert {node.id for node in named} == {id_ for id_ in shown if not marks.fullmatch(id_)}
    assert len(read.nodes) == len(shown)
    regions = [group for group in read.groups if "-region-" in group.id]
    assert len(regions) == sum(item["shape"] == "divider" for item in items.values())
    for node in named:
        parent = items.get(str(shown[node.id].get("parentId")))
        if parent is None or parent["shape"] == "noteGroup":
            assert node.group is None, node
        elif parent["shape"] != "divider":
            assert node.group == parent["id"]
        else:
            assert str(node.group).startswith(f"{parent['parentId']}-region-")
        if shown[node.id]["shape"] in ("rect", "note") and not shown[node.id].get("description"):
            assert plain(node.label) == plain(str(shown[node.id]["label"]))
    written = relations(database["rootDoc"])
    notes = [edge for edge in read.edges if edge.line is LineStyle.DASHED]
    assert len(read.edges) == len(database["edges"]) == len(written) + len(notes)
    drawn = [edge for edge in read.edges if edge.line is not LineStyle.DASHED]
    assert sorted(plain(edge.label) for edge in drawn) == sorted(
        plain(item.get("description") or "") for item in written
    )
    assert all(edge.head is Head.POINTED for edge in drawn)


def test_diagrams_say_what_mermaids_database_says(databases: dict[Path, dict[str, Any]]) -> None:
    wrong = {}
    for path, database in databases.items():
        try:
            read = read_mermaid(path.read_text(encoding="utf-8"))
        except BadDrawing as error:
            if "error" not in database:
                wrong[path.name] = str(error)
            continue
        if "error" in database:
            if not NEWER.search(path.read_text(encoding="utf-8")):
                wrong[path.name] = f"Mermaid refuses it: {database['error'][:80]}"
            continue
        try:
            (check_states if database["rootDoc"] is not None else check_flowchart)(read, database)
        except AssertionError as error:
            wrong[path.name] = str(error).splitlines()[0] if str(error) else "?"
    assert wrong == {}


def test_all_ends_exist(shared_data: Path) -> None:
    for path in sorted((shared_data / "mermaid").glob("*.mmd"))[::3]:
        try:
            read, keys = parse_mermaid(path.read_text(encoding="utf-8"))
        except BadDrawing:
            continue
        groups = {group.id for group in read.groups}
        ends = {node.id for node in read.nodes} | groups
        assert len(ends) == len(read.nodes) + len(read.groups), path.name
        assert all({edge.source, edge.target} <= ends for edge in read.edges), path.name
        assert all(item.group in groups for item in read.nodes if item.group is not None), path.name
        assert len(keys.edges) == len(read.edges)


SMALL = "flowchart LR\n A[one] -->|two| B:::x\n classDef x fill:red"


@pytest.mark.parametrize(
    "source",
    [
        "%%{init: {'flowchart': {'defaultRenderer': 'elk', 'htmlLabels': false}, 'maxEdges': 0}}%%\nflowchart TD\n A",
        "---\nconfig:\n  maxEdges: 0\n  __proto__:\n    label: polluted\n    shape: polluted\n---\nflowchart TD\n A",
        '%%{init: {"__proto__": {"label": "x"}, "constructor": {"prototype": {"label": "x"}}}}%%\nflowchart TD\n A',
        "flowchart TD\n A[other] --o B\n linkStyle default stroke:red\n classDef default fill:blue",
        "flowchart TD\n __proto__@{ label: x, shape: hex }\n constructor --> __proto__",
        "stateDiagram-v2\n [*] --> A\n A : other",
        "flowchart TD\n A[(broken",
        "sequenceDiagram\n A->>B: x",
    ],
)
def test_one_diagram_leaves_nothing_for_the_next(source: str) -> None:
    before = read_mermaid(SMALL)
    try:
        read_mermaid(source)
    except BadDrawing:
        assert "broken" in source or source.startswith("sequence")
    assert read_mermaid(SMALL) == before


def nested(words: str, end: str, depth: int) -> str:
    return "".join(words.format(i) for i in range(depth)) + "A\n" + end * depth


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("flowchart TD\n" + nested("subgraph s{}\n", "end\n", 300), "nested more than 100 deep"),
        ("stateDiagram-v2\n" + nested("state s{} {{\n", "}\n", 300), "nested more than 100 deep"),
        ("stateDiagram-v2\n" + nested("state s{} {{\n", "}\n", 5_000), "nested too deep"),
        ('flowchart TD\n A["' + '"' * 60_000, "nested too deep"),
        ("flowchart TD\n" + "\n".join(f"n{i}" for i in range(100_000)), "the limit is 200,000"),
    ],
)
def test_hostile_sources_are_refused(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said):
        read_mermaid(source)
    assert len(read_mermaid(SMALL).nodes) == 2


def test_what_takes_for_ever_is_stopped_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(read_mermaid(SMALL).nodes) == 2
    monkeypatch.setattr(mermaid_db, "_CAPS", guard.Caps(wall=20, cpu=1, memory=3 << 30, jobs=3_000))
    with pytest.raises(BadDrawing, match="Mermaid was stopped after 1 s of processor time"):
        read_mermaid("flowchart TD\n" + "\n" * 190_000 + "A")
    assert len(read_mermaid(SMALL).nodes) == 2


def test_groups_may_be_nested_as_deep_as_anybody_draws_them() -> None:
    read = read_mermaid("flowchart TD\n" + nested("subgraph s{}\n", "end\n", 90))
    assert read.nodes[0].group == "s89"
    assert [group.parent for group in read.groups] == [None, *(f"s{i}" for i in range(89))]


def test_the_worker_is_kept() -> None:
    read_mermaid(SMALL)
    workers = [worker.process.pid for worker in guard._pool.idle]
    for _ in range(5):
        read_mermaid(SMALL)
    assert [worker.process.pid for worker in guard._pool.idle] == workers
