"""DOT and Mermaid flowcharts, read by code of the checker's own: no parser of the package, of Graphviz or of Mermaid.

It reads what both are written in here, and no more: ``Unreadable`` says where that ends.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import unquote


class Unreadable(ValueError):
    """A construct that this small reader does not know."""


@dataclass
class Part:
    """A node: what the source says of it. ``style`` has words such as rounded, dashed, thick."""

    label: str
    shape: str = "rectangle"
    fill: str | None = None
    stroke: str | None = None
    style: set[str] = field(default_factory=set)
    frame: str | None = None


@dataclass
class Line:
    """A connector, with what is at its two ends ("none", "arrow", "bar", …)."""

    source: str
    target: str
    label: str = ""
    tail: str = "none"
    head: str = "arrow"
    style: set[str] = field(default_factory=set)
    color: str | None = None


@dataclass
class Frame:
    title: str
    parent: str | None = None


@dataclass
class Source:
    """A graph as its source tells it, in order."""

    nodes: dict[str, Part] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    frames: dict[str, Frame] = field(default_factory=dict)
    direction: str = "TB"

    def arrow(self, line: Line) -> tuple[str, str] | None:
        """From where to where an arrow leads; None for what is none: without one head, unseen, not between nodes."""
        if (line.tail == "none") == (line.head == "none") or "invisible" in line.style:
            return None
        ends = (line.source, line.target) if line.head != "none" else (line.target, line.source)
        return ends if all(self.shows(end) for end in ends) else None

    def shows(self, key: str) -> bool:
        """Whether there is a node with words."""
        return key in self.nodes and bool(self.nodes[key].label) and self.nodes[key].shape != "point"

    def summary(self) -> tuple[Counter[str], Counter[tuple[str, str]]]:
        """Labels of nodes, and arrows by labels: what two sources of one graph share."""
        labels = Counter(n.label for key, n in self.nodes.items() if self.shows(key))
        ends = [pair for line in self.lines if (pair := self.arrow(line))]
        return labels, Counter((self.nodes[a].label, self.nodes[b].label) for a, b in ends)


# --- DOT

_TOKEN = re.compile(
    r'\s+|//[^\n]*|/\*.*?\*/|^#[^\n]*|("(?:[^"\\]|\\.)*"|->|--|[{}\[\]=;,:]|[\w.\x80-\U0010ffff]+|-[\d.]+)', re.S | re.M
)
_SHAPES = {"box": "rectangle", "rect": "rectangle", "plaintext": "text", "none": "text", "oval": "ellipse"}
_LINE_STYLES = {"dashed": "dashed", "dotted": "dotted", "bold": "thick", "invis": "invisible", "rounded": "rounded"}
_HEADS = {"none": "none", "normal": "arrow", "tee": "bar", "dot": "circle", "odot": "circle", "diamond": "diamond"}


def read_dot(text: str) -> Source:
    return _Dot(text).source


class _Dot:
    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.source = Source()
        if self.peek() == "strict":
            raise Unreadable("strict")
        self.directed = self.take() == "digraph"
        if self.peek() != "{":
            self.take()
        self.take("{")
        self.body(None, {}, {})

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str | None = None) -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise Unreadable(f"{token!r} where {wanted!r} was awaited")
        self.at += 1
        return token

    def body(self, frame: str | None, node: dict[str, str], edge: dict[str, str]) -> None:
        node, edge = dict(node), dict(edge)
        while self.peek() != "}":
            token = self.take()
            if token == ";":
                continue
            if token in ("graph", "node", "edge") and self.peek() == "[":
                said = self.attributes()
                {"graph": {}, "node": node, "edge": edge}[token].update(said)
                if token == "graph":
                    self.graph_says(frame, said)
            elif token == "subgraph":
                self.subgraph(frame, node, edge)
            elif token == "{":
                raise Unreadable("an anonymous subgraph")
            elif self.peek() == "=":
                self.take()
                self.graph_says(frame, {_unquoted(token): _unquoted(self.take())})
            else:
                self.statement(_unquoted(token), frame, node, edge)
        self.take("}")

    def subgraph(self, frame: str | None, node: dict[str, str], edge: dict[str, str]) -> None:
        name = _unquoted(self.take())
        self.take("{")
        inner = frame
        if name.startswith("cluster"):
            self.source.frames[name] = Frame("", frame)
            inner = name
        self.body(inner, node, edge)

    def graph_says(self, frame: str | None, said: dict[str, str]) -> None:
        if frame is None:
            self.source.direction = said.get("rankdir", self.source.direction)
        elif "label" in said:
            self.source.frames[frame].title = _dot_label(said["label"], frame)

    def statement(self, first: str, frame: str | None, node: dict[str, str], edge: dict[str, str]) -> None:
        names = [first]
        self.port()
        while self.peek() in ("->", "--"):
            self.take()
            if self.peek() in ("{", "subgraph"):
                raise Unreadable("an edge to a subgraph")
            names.append(_unquoted(self.take()))
            self.port()
        said = self.attributes() if self.peek() == "[" else {}
        for name in names:
            if name not in self.source.nodes:
                self.source.nodes[name] = _dot_node(name, node, frame)
        if len(names) == 1:
            whole = {**node, **said}
            found = _dot_node(first, whole, frame)
            found.frame = self.source.nodes[first].frame or frame
            self.source.nodes[first] = found
            return
        for source, target in pairwise(names):
            self.source.lines.append(_dot_line(source, target, {**edge, **said}, self.directed))

    def port(self) -> None:
        while self.peek() == ":":
            self.take()
            self.take()

    def attributes(self) -> dict[str, str]:
        said: dict[str, str] = {}
        while self.peek() == "[":
            self.take()
            while self.peek() != "]":
                if self.peek() in (",", ";"):
                    self.take()
                    continue
                key = _unquoted(self.take())
                self.take("=")
                said[key] = _unquoted(self.take())
            self.take()
        return said


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"{text[at : at + 20]!r}")
        at = match.end()
        if match[1]:
            yield match[1]


def _unquoted(token: str) -> str:
    return token[1:-1].replace('\\"', '"').replace("\\\n", "") if token.startswith('"') else token


def _dot_label(label: str, name: str) -> str:
    label = html.unescape(label.replace("\\N", name))
    return " ".join(re.sub(r"\\(.)", lambda m: " " if m[1] in "nlr" else m[1], label, flags=re.S).split())


def _own(said: dict[str, str]) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in said.get("graphicacy", "").split("&") if pair]
    return {key: unquote(value) for key, _, value in pairs}


def _dot_node(name: str, said: dict[str, str], frame: str | None) -> Part:
    own = _own(said)
    if "on" in own or "attached_to" in own or "filler" in own:
        raise Unreadable("a part on another")
    styles = {s.strip() for s in said.get("style", "").split(",")}
    shape = said.get("shape", "ellipse")
    shape = own.get("shape", "rounded" if "rounded" in styles else _SHAPES.get(shape, shape))
    found = Part(own.get("label", _dot_label(said.get("label", "\\N"), name)), shape, frame=frame)
    found.fill = said.get("fillcolor") if "filled" in styles else None
    found.stroke = said.get("color")
    found.style = {_LINE_STYLES[s] for s in styles if s in _LINE_STYLES} - {"rounded"}
    return found


def _dot_line(source: str, target: str, said: dict[str, str], directed: bool) -> Line:
    own = _own(said)
    if "continues" in own:
        raise Unreadable("an edge that ends on another")
    source, target = said.get("ltail", source), said.get("lhead", target)
    way = said.get("dir", "forward" if directed else "none")
    head = _HEADS.get(said.get("arrowhead", "normal"), "other") if way in ("forward", "both") else "none"
    tail = _HEADS.get(said.get("arrowtail", "normal"), "other") if way in ("back", "both") else "none"
    line = Line(source, target, own.get("label", _dot_label(said.get("label", said.get("xlabel", "")), "")))
    line.head, line.tail = own.get("head", head), own.get("tail", tail)
    line.style = {_LINE_STYLES[s] for s in said.get("style", "").split(",") if s in _LINE_STYLES}
    line.color = said.get("color")
    return line


# --- Mermaid

_ID = re.compile(r"[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")
_BRACKETS = (
    ("(((", ")))", "circle"), ("((", "))", "circle"), ("([", "])", "stadium"), ("[[", "]]", "rectangle"),
    ("[(", ")]", "cylinder"), ("{{", "}}", "hexagon"), ("[/", "/]", "parallelogram"), ("[/", "\\]", "trapezium"),
    ("[\\", "\\]", "parallelogram"), ("[\\", "/]", "trapezium"), ("[", "]", "rectangle"), ("(", ")", "rounded"),
    ("{", "}", "diamond"), (">", "]", "polygon"),
)  # fmt: skip
_LINK = re.compile(r"\s*([<ox](?=[-=]))?(--+|==+|-\.+-|~~~+)([>ox](?=[\s|\w]))?\s*(?:\|(\"[^\"]*\"|[^|]*)\|)?\s*")
_LINK_WITH_WORDS = re.compile(r"\s*([<ox](?=[-=]))?(--|==|-\.)\s+(\"[^\"]*\"|[^-=|>]+?)\s+(--+|==+|\.+-)([>ox])?\s*")
_PASSED = re.compile(r"(?:direction|click|accTitle|accDescr)\b")
_FRAME = re.compile(r"subgraph\s+([\w-]+)?\s*(?:\[\s*(\"[^\"]*\"|[^\]]*)\s*\]|\"([^\"]*)\")?\s*$")


def read_mermaid(text: str) -> Source:
    lines = [line.strip().rstrip(";").strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("%%")]
    head = re.fullmatch(r"(?:flowchart|graph)\s+(TB|TD|BT|LR|RL)", lines[0]) if lines else None
    if head is None:
        raise Unreadable("no flowchart")
    reader = _Mermaid()
    reader.source.direction = head[1].replace("TD", "TB")
    for line in lines[1:]:
        reader.line(line)
    return reader.source


class _Mermaid:
    def __init__(self) -> None:
        self.source = Source()
        self.frames: list[str] = []
        self.classes: dict[str, str] = {}

    def line(self, line: str) -> None:
        if line == "end":
            self.frames.pop()
        elif line.startswith("subgraph"):
            self.frame(line)
        elif line.startswith("classDef "):
            _, names, looks = line.split(None, 2)
            self.classes.update(dict.fromkeys(names.split(","), looks))
        elif line.startswith("class "):
            _, names, name = line.split(None, 2)
            for key in names.split(","):
                self.look(key, self.classes[name])
        elif line.startswith("style "):
            _, key, looks = line.split(None, 2)
            self.look(key, looks)
        elif line.startswith("linkStyle "):
            _, numbers, looks = line.split(None, 2)
            for number in numbers.split(","):
                self.line_look(self.source.lines[int(number)], looks)
        elif not _PASSED.match(line):
            self.chain(line)

    def frame(self, line: str) -> None:
        match = _FRAME.match(line)
        if match is None or not (match[1] or match[3]):
            raise Unreadable(line)
        key = match[1] or match[3]
        self.source.frames[key] = Frame(
            _words(match[2] or match[3] or match[1]), self.frames[-1] if self.frames else None
        )
        self.frames.append(key)

    def look(self, key: str, looks: str) -> None:
        said = dict(pair.split(":", 1) for pair in looks.replace(";", ",").split(",") if ":" in pair)
        if key in self.source.nodes:
            node = self.source.nodes[key]
            node.fill, node.stroke = said.get("fill", node.fill), said.get("stroke", node.stroke)
            if "stroke-dasharray" in said:
                node.style.add("dashed")
            if "stroke-width" in said and float(re.sub(r"[^\d.]", "", said["stroke-width"])) >= 2:
                node.style.add("thick")

    def line_look(self, line: Line, looks: str) -> None:
        said = dict(pair.split(":", 1) for pair in looks.split(",") if ":" in pair)
        line.color = said.get("stroke", line.color)
        if "stroke-dasharray" in said:
            line.style.add("dashed")

    def chain(self, line: str) -> None:
        at, before = self.group(line, 0)
        while at < len(line):
            at, link = self.link(line, at)
            at, after = self.group(line, at)
            for one in before:
                for other in after:
                    self.source.lines.append(Line(one, other, link.label, link.tail, link.head, set(link.style)))
            before = after

    def link(self, line: str, at: int) -> tuple[int, Line]:
        if match := _LINK.match(line, at):
            tail, body, head, words = match[1], match[2], match[3], match[4] or ""
        elif match := _LINK_WITH_WORDS.match(line, at):
            tail, body, words, head = match[1], match[2], match[3], match[5]
        else:
            raise Unreadable(line[at:])
        heads = {None: "none", "<": "arrow", ">": "arrow", "o": "circle", "x": "cross"}
        style = {"-.": "dashed", "==": "thick", "~~": "invisible"}.get(body[:2])
        found = Line("", "", _words(words), heads[tail], heads[head], {style} if style else set())
        return match.end(), found

    def group(self, line: str, at: int) -> tuple[int, list[str]]:
        at, key = self.node(line, at)
        keys = [key]
        while match := re.compile(r"\s*&\s*").match(line, at):
            at, key = self.node(line, match.end())
            keys.append(key)
        return at, keys

    def node(self, line: str, at: int) -> tuple[int, str]:
        match = _ID.match(line, at)
        if match is None:
            raise Unreadable(line[at:])
        key, at = match.group(), match.end()
        node = self.source.nodes.setdefault(key, Part(key))
        if key in self.source.frames:
            return at, key  # a connector to a frame is no arrow
        for left, right, shape in _BRACKETS:
            if line.startswith(left, at) and (end := _closing(line, at + len(left), right)) >= 0:
                node.label, node.shape = _words(line[at + len(left) : end]), shape
                at = end + len(right)
                break
        if line.startswith("@{", at):
            raise Unreadable(line[at:])
        if match := re.compile(r":::([\w-]+)").match(line, at):
            at = match.end()
            self.look(key, self.classes.get(match[1], ""))
        if self.frames:
            node.frame = self.frames[-1]
        return at, key


def _closing(line: str, at: int, right: str) -> int:
    if line.startswith('"', at):
        end = line.find('"', at + 1) + 1
        return end if line.startswith(right, end) else -1
    return line.find(right, at)


def _words(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    text = re.sub(r"#(\w+);", lambda m: html.unescape(f"&{'#' if m[1].isdigit() else ''}{m[1]};"), text)
    return " ".join(html.unescape(re.sub(r"<br\s*/?>", " ", text)).split())
