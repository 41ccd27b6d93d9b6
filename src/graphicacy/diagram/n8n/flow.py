"""The symbols of an n8n workflow: its nodes, its notes, and what is connected to what, by which output."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from graphicacy.diagram.drawing import BadDrawing, place
from graphicacy.diagram.layout.values import number
from graphicacy.diagram.names import Names
from graphicacy.diagram.scene import Point

__all__ = ["Flow", "Link", "Note", "Step", "read_flow"]

_MAX_CHARACTERS = 32_000_000
_MAX_NODES, _MAX_LINKS = 3_000, 20_000
_NOTE = "stickyNote"
_NOTE_SIZE = (240.0, 160.0)  # pixels, where a note says none
_FIXED_OUTPUTS = {
    "if": ("true", "false"),
    "compareDatasets": ("in A only", "same", "different", "in B only"),
    "sentimentAnalysis": ("positive", "neutral", "negative"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A node. ``at`` is its top left corner; None where the file does not say. ``outputs`` are names of its outputs."""

    name: str
    kind: str
    at: Point | None
    disabled: bool
    outputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A sticky note: Markdown on a rectangle."""

    text: str
    at: Point
    size: tuple[float, float]
    color: str | int | None


@dataclass(frozen=True, slots=True)
class Link:
    """A connection from an output to an input, both counted from 0; ``kind`` is ``main``, or ``ai_…`` for what an
    agent uses."""

    source: str
    target: str
    kind: str
    output: int
    input: int


@dataclass
class Flow:
    """A workflow: steps by name in the order of the file."""

    steps: dict[str, Step] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    names: Names = field(default_factory=Names)


def read_flow(text: str) -> Flow:
    """The workflow in a JSON text. Raises ``BadDrawing`` where it is malformed or holds no workflow."""
    flow = Flow()
    nodes, connections = _workflow(_parse(text), flow)
    if len(nodes) > _MAX_NODES:
        raise BadDrawing(f"the workflow has {len(nodes):,} nodes: the limit is {_MAX_NODES:,}")
    by_id: dict[str, str] = {}
    for position, node in enumerate(nodes, 1):
        if not isinstance(node, dict):
            raise BadDrawing(f"node {position} of the workflow is no object with name, type and position")
        _add_node(flow, node, _name(node, position), by_id)
    for link in _links(connections):
        ends = [end if end in flow.steps else by_id.get(end) for end in (link.source, link.target)]
        for end, known in zip((link.source, link.target), ends, strict=True):
            if known is None:
                flow.warnings.append(
                    f"a connection from {link.source[:60]!r} is left out: there is no node {end[:60]!r}"
                )
        if ends[0] is not None and ends[1] is not None:
            flow.links.append(Link(ends[0], ends[1], link.kind, link.output, link.input))
        if len(flow.links) + len(flow.warnings) > _MAX_LINKS:
            raise BadDrawing(f"the workflow has more than {_MAX_LINKS:,} connections; split it")
    return flow


def _parse(text: str) -> object:
    if len(text) > _MAX_CHARACTERS:
        raise BadDrawing(f"the file has {len(text):,} characters: the limit is {_MAX_CHARACTERS:,}")
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise BadDrawing(
            f"{place(error.lineno, error.colno)}malformed JSON: {error.msg}; export the workflow again"
        ) from None
    except RecursionError:
        raise BadDrawing("the JSON is nested too deep: flatten the file") from None
    except ValueError:  # a number of thousands of digits
        digits = re.search(r"\d{1000,}", text)
        before = text[: digits.start()] if digits else ""
        where = place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise BadDrawing(f"{where}a number has more than 1,000 digits: give one that means a place") from None


def _workflow(value: object, flow: Flow) -> tuple[list[object], dict[str, object]]:
    """Nodes and connections of a workflow, also from a list of workflows or the answer of a server."""
    for _ in range(4):
        if isinstance(value, list):
            many = [item for item in value if isinstance(item, dict)]
            if len(many) > 1:
                flow.warnings.append(f"the first workflow is read; {len(many) - 1} more left out")
            value = many[0] if many else None
        if not isinstance(value, dict):
            break
        nodes, connections = value.get("nodes"), value.get("connections")
        if isinstance(nodes, list) and isinstance(connections, dict):
            return nodes, connections
        value = value.get("workflow") or value.get("data")
    raise BadDrawing('this is JSON, but no n8n workflow: it has no "nodes" and "connections"; export a workflow')


def _name(node: dict[str, object], position: int) -> str:
    """A node's name; its id where it has none."""
    names = (node.get("name"), node.get("id"))
    return next((name for name in names if isinstance(name, str) and name.strip()), f"node {position}")


def _add_node(flow: Flow, node: dict[str, object], name: str, by_id: dict[str, str]) -> None:
    kind = str(node.get("type") or "").rpartition(".")[2]
    at = _at(node.get("position"), name)
    given = node.get("parameters")
    parameters = given if isinstance(given, dict) else {}
    if kind == _NOTE:
        if at is not None:
            flow.notes.append(_note(parameters, at, name))
        return
    if name in flow.steps:
        flow.warnings.append(f"two nodes are named {name[:60]!r}: connections go to the first")
    name = flow.names.new(name)
    by_id.setdefault(str(node.get("id")), name)
    flow.steps[name] = Step(name, kind, at, node.get("disabled") is True, tuple(_outputs(kind, node, parameters)))


def _at(position: object, name: str) -> Point | None:
    if isinstance(position, dict):
        position = [position.get("x"), position.get("y")]
    if not isinstance(position, list) or len(position) != 2 or any(v is None for v in position):
        return None
    x, y = (number(v, f"the position of node {name[:60]!r}") for v in position)
    return x, y


def _note(parameters: dict[str, object], at: Point, name: str) -> Note:
    width, height = (
        min(max(number(parameters.get(key, usual), f"{key} of note {name[:60]!r}"), 10.0), 20_000.0)
        for key, usual in zip(("width", "height"), _NOTE_SIZE, strict=True)
    )
    color = parameters.get("color")
    text = parameters.get("content")
    return Note(
        text if isinstance(text, str) else "", at, (width, height), color if isinstance(color, str | int) else None
    )


def _links(connections: dict[str, object]) -> Iterator[Link]:
    """What the file connects; entries of another form are passed over."""
    for source, kinds in connections.items():
        for kind, outputs in (kinds if isinstance(kinds, dict) else {}).items():
            for output, targets in enumerate(outputs if isinstance(outputs, list) else ()):
                for target in targets if isinstance(targets, list) else ():
                    if isinstance(target, dict) and isinstance(target.get("node"), str):
                        given = target.get("index")
                        index = given if isinstance(given, int) and 0 <= given < 1_000 else 0
                        yield Link(source, target["node"], kind, output, index)


def _outputs(kind: str, node: Mapping[str, object], parameters: Mapping[str, object]) -> Iterator[str]:
    """Names of the outputs of a node that has several; nothing for any other."""
    if kind in _FIXED_OUTPUTS:
        yield from _FIXED_OUTPUTS[kind]
    elif kind == "splitInBatches":
        version = node.get("typeVersion")
        new = isinstance(version, int | float) and version >= 3
        yield from ("done", "loop") if new else ("loop", "done")
    elif kind == "switch":
        rules = _list(parameters, "rules", ("values", "rules"))
        for i, rule in enumerate(rules):
            name = rule.get("outputKey") if isinstance(rule, dict) else None
            yield name if isinstance(name, str) and name else str(i)
        if rules:
            yield "fallback"
    elif kind == "textClassifier":
        for i, category in enumerate(_list(parameters, "categories", ("categories",))):
            name = category.get("category") if isinstance(category, dict) else None
            yield name if isinstance(name, str) and name else str(i)
    if node.get("onError") == "continueErrorOutput":
        if kind not in _FIXED_OUTPUTS and kind not in ("splitInBatches", "switch", "textClassifier"):
            yield "success"
        yield "error"


def _list(parameters: Mapping[str, object], key: str, inner: tuple[str, ...]) -> list[object]:
    outer = parameters.get(key)
    found = [outer.get(name) for name in inner] if isinstance(outer, dict) else [outer]
    return next((item for item in found if isinstance(item, list)), [])
