"""Questions about the topology of a flowchart, in the words of FlowVQA, answered by algorithms on its graph.

The kinds are those of the data set (arXiv 2406.19237): how many nodes or edges there are, whether one node is a direct
predecessor or successor of another, how many edges the shortest path from one to another has, and the maximum indegree
and outdegree. The degrees of a named node, and whether there is an edge, are understood too.

A question is read in every way that its words admit. A label that several nodes have may mean each of them, and arrows
that join the same two nodes the same way may be counted once or each: only where all readings give one answer is it
certain.
"""

from __future__ import annotations

import html
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from graphicacy.diagram.model import Diagram, Head, LineStyle, Shape
from graphicacy.read.figure import fold

__all__ = ["Reading", "Topic", "answer_topological", "read_topological"]

Answer = int | bool


class Topic(StrEnum):
    """What a question asks for."""

    NODES = "node count"
    EDGES = "edge count"
    PREDECESSOR = "direct predecessor"
    SUCCESSOR = "direct successor"
    EDGE = "direct edge"
    PATH = "shortest path"
    MAX_IN = "maximum indegree"
    MAX_OUT = "maximum outdegree"
    IN = "indegree"
    OUT = "outdegree"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question is understood to ask, and its answers: one is certain, several are those of its readings.

    ``topic`` is None where it is not understood. ``cause`` says why there is not one answer; "" where there is.
    """

    topic: Topic | None
    answers: tuple[Answer, ...] = ()
    cause: str = ""


def answer_topological(question: str, diagram: Diagram) -> Answer | None:
    """The certain answer: a number, or whether it is so; None where the question is not understood or is ambiguous."""
    found = read_topological(question, diagram)
    return found.answers[0] if len(found.answers) == 1 else None


def read_topological(question: str, diagram: Diagram) -> Reading:
    """The readings of a question about a diagram whose connectors are arrows between nodes."""
    text = " ".join(question[:_LONGEST].split())
    asked = _asked(text, _Names(diagram))
    if asked is None:
        return Reading(None, (), "not understood")
    topic, mentions = asked
    graph = _graph(diagram)
    if graph is None:
        return Reading(topic, (), "lines that are no arrows between nodes, or frames")
    if not mentions:
        return Reading(topic, (), "no node has this label")
    return _answered(topic, mentions, *graph)


_LONGEST = 2_000  # characters of a question
_Ids = tuple[str, ...]
_Arrows = list[tuple[str, str]]


def _answered(topic: Topic, mentions: list[_Ids], nodes: list[str], arrows: _Arrows) -> Reading:
    answers = [
        answer
        for edges in (arrows, list(dict.fromkeys(arrows)))
        for ids in mentions
        if (answer := _ANSWERS[topic](nodes, edges, ids)) is not None
    ]
    several = tuple(sorted(set(answers)))
    if not several:
        return Reading(topic, (), "no path")
    if len(several) == 1:
        return Reading(topic, several)
    once = {_ANSWERS[topic](nodes, list(dict.fromkeys(arrows)), ids) for ids in mentions}
    return Reading(topic, several, "parallel arrows" if len(once) == 1 else "several nodes have this label")


def _path(arrows: _Arrows, ids: _Ids) -> int | None:
    """Edges on a shortest path from the first node to the second, None where there is no path."""
    following: dict[str, list[str]] = {}
    for source, target in arrows:
        following.setdefault(source, []).append(target)
    length, queue = {ids[0]: 0}, deque([ids[0]])
    while queue and ids[1] not in length:
        at = queue.popleft()
        for target in following.get(at, ()):
            if target not in length:
                length[target] = length[at] + 1
                queue.append(target)
    return length.get(ids[1])


def _most(ends: Iterator[str]) -> int:
    return max(Counter(ends).values(), default=0)


_ANSWERS: dict[Topic, Callable[[list[str], _Arrows, _Ids], Answer | None]] = {
    Topic.NODES: lambda nodes, arrows, ids: len(nodes),
    Topic.EDGES: lambda nodes, arrows, ids: len(arrows),
    Topic.PREDECESSOR: lambda nodes, arrows, ids: (ids[0], ids[1]) in arrows,
    Topic.SUCCESSOR: lambda nodes, arrows, ids: (ids[1], ids[0]) in arrows,
    Topic.EDGE: lambda nodes, arrows, ids: (ids[0], ids[1]) in arrows,
    Topic.PATH: lambda nodes, arrows, ids: _path(arrows, ids),
    Topic.MAX_IN: lambda nodes, arrows, ids: _most(target for _, target in arrows),
    Topic.MAX_OUT: lambda nodes, arrows, ids: _most(source for source, _ in arrows),
    Topic.IN: lambda nodes, arrows, ids: sum(target == ids[0] for _, target in arrows),
    Topic.OUT: lambda nodes, arrows, ids: sum(source == ids[0] for source, _ in arrows),
}


def _graph(diagram: Diagram) -> tuple[list[str], _Arrows] | None:
    """Nodes and arrows; None where anything else is drawn, which some would count and others not."""
    nodes = [n.id for n in diagram.nodes]
    if diagram.groups or any(n.shape in (Shape.ANCHOR, Shape.POINT) for n in diagram.nodes):
        return None
    arrows = []
    for edge in diagram.edges:
        if edge.line is LineStyle.INVISIBLE:
            continue
        if (edge.head is Head.NONE) == (edge.tail is Head.NONE):
            return None
        arrows.append((edge.source, edge.target) if edge.tail is Head.NONE else (edge.target, edge.source))
    return nodes, arrows


# ---- words ----

_DOUBLE, _SINGLE = '"“”„‟«»', "'‘’`"
_ARTICLE = re.compile(r"\s*(?:the\s+)?(?:given\s+)?(?:nodes?\s+)?(?:(?:label+ed|called|named)\s+)?", re.I)
_DEGREE = r"(in|out)[\s-]?degree\b"
_INTO = {"in": Topic.MAX_IN, "out": Topic.MAX_OUT, "incoming": Topic.MAX_IN, "outgoing": Topic.MAX_OUT}
_OF_NODE = {Topic.MAX_IN: Topic.IN, Topic.MAX_OUT: Topic.OUT}
_MAXIMUM = re.compile(
    rf"\b(?:max(?:imum|imal)?|highest|largest|greatest)\b[^\"“”?.]{{0,60}}?\b(?:{_DEGREE}|(incoming|outgoing)\b)", re.I
)
_OWN = (
    re.compile(rf"\b{_DEGREE}\s+(?:of|for)\s+(.+)", re.I),
    re.compile(r"\bhow many (incoming|outgoing) (?:edges|arrows|connections)\s+does\s+(.+?)\s+have\b", re.I),
)
_PAIRS: tuple[tuple[re.Pattern[str], re.Pattern[str], tuple[Topic, ...]], ...] = (
    (
        re.compile(r"\bis\s+", re.I),
        re.compile(
            r"\s+(?:an?\s+|the\s+)?(?:direct|immediate)\s+(predecessor|successor)\s+(?:node\s+)?(?:of|to|for)\s+", re.I
        ),
        (Topic.PREDECESSOR, Topic.SUCCESSOR),
    ),
    (
        re.compile(r"\bis there\s+(?:an?\s+)?(?:direct(?:ed)?\s+)?(?:edge|arrow|link|connection)\s+from\s+", re.I),
        re.compile(r"\s+to\s+", re.I),
        (Topic.EDGE,),
    ),
    (
        re.compile(
            r"\b(?:shortest path|(?:minimum|smallest|least) number of edges|fewest edges)\b[^\"“”]{0,80}?"
            r"\b(?:between|from)\s+",
            re.I,
        ),
        re.compile(r"\s+(?:and|to)\s+", re.I),
        (Topic.PATH,),
    ),
)
_COUNTED = {"nodes": Topic.NODES, "vertices": Topic.NODES, "edges": Topic.EDGES, "arrows": Topic.EDGES}
_PLAIN = {
    *("how", "many", "what", "is", "are", "the", "total", "overall", "number", "count", "of", "in", "within", "given"),
    *("this", "above", "below", "following", "flowchart", "flow", "chart", "graph", "diagram", "figure", "image"),
    *(
        "picture",
        "there",
        "exist",
        "exists",
        "existing",
        "do",
        "does",
        "we",
        "it",
        "have",
        "has",
        "contain",
        "contains",
    ),
    *("present", "shown", "depicted", "a", "find", "tell", "me", "please"),
}


class _Names:
    """The nodes that words can mean."""

    def __init__(self, diagram: Diagram) -> None:
        self._nodes = [(node.id, _unescaped(node.label)) for node in diagram.nodes]

    def meant(self, words: str) -> _Ids:
        """Ids of the nodes with this label: as it is written, else but for case, else but for marks and spaces."""
        label = _unescaped(words)
        for form in (_exact, fold, _bare):
            wanted = form(label)
            found = tuple(key for key, other in self._nodes if form(other) == wanted)
            if wanted and found:
                return found
        return ()


def _asked(text: str, names: _Names) -> tuple[Topic, list[_Ids]] | None:
    """What is asked, and the nodes that its words can mean; None where it is not understood."""
    return _pair(text, names) or _maximum(text) or _own(text, names) or _count(text)


def _pair(text: str, names: _Names) -> tuple[Topic, list[_Ids]] | None:
    """A question about two nodes. Every place is tried where the one's words can end and the other's begin."""
    for lead, middle, topics in _PAIRS:
        found: dict[Topic, list[_Ids]] = {}
        for start in lead.finditer(text):
            for between in middle.finditer(text, start.end()):
                one, other = _mention(text[start.end() : between.start()]), _mention(text[between.end() :])
                if one is None or other is None:
                    continue
                topic = topics[-1] if between.re.groups and between.group(1).lower() == "successor" else topics[0]
                found.setdefault(topic, []).extend(product(names.meant(one), names.meant(other)))
        sure = {topic: mentions for topic, mentions in found.items() if mentions} or found
        if len(sure) == 1:
            return next(iter(sure.items()))
    return None


def _maximum(text: str) -> tuple[Topic, list[_Ids]] | None:
    said = {_INTO[(m.group(1) or m.group(2)).lower()] for m in _MAXIMUM.finditer(text)}
    return (said.pop(), [()]) if len(said) == 1 else None


def _own(text: str, names: _Names) -> tuple[Topic, list[_Ids]] | None:
    """The degree of one node."""
    for pattern in _OWN:
        for m in pattern.finditer(text):
            words = _mention(m.group(2))
            if words is not None and (ids := names.meant(words)):
                return _OF_NODE[_INTO[m.group(1).lower()]], [(key,) for key in ids]
    return None


def _count(text: str) -> tuple[Topic, list[_Ids]] | None:
    """How many there are in all, told in words that nothing is hidden in: "nodes with two arrows" is not."""
    for sentence in (text, re.split(r"(?<=[.:?!])\s+", text.strip())[-1]):
        words = re.findall(r"[^\W_]+", sentence.lower())
        topics = [_COUNTED[word] for word in words if word in _COUNTED]
        asks = "how many" in sentence.lower() or "number" in words or "count" in words
        if asks and len(topics) == 1 and all(word in _PLAIN or word in _COUNTED for word in words):
            return topics[0], [()]
    return None


def _mention(text: str) -> str | None:
    """The words of a label as a question gives it, in quotes or not; None where quotes are not closed."""
    found = _ARTICLE.match(text)
    words = text[found.end() if found else 0 :].strip()
    for quotes in (_DOUBLE, _SINGLE):
        if words[:1] and words[0] in quotes:
            inner = words.lstrip(quotes)
            end = max(map(inner.rfind, quotes))
            return inner[:end].rstrip(quotes) or None if end > 0 else None
    return None if set(words) & set(_DOUBLE) else words.rstrip(" ?.!") or None


def _unescaped(label: str) -> str:
    """A label without the marks of its notation: entities of HTML and Mermaid, breaks of lines."""
    text = re.sub(r"<br\s*/?>|\\n", " ", html.unescape(re.sub(r"#(\w{1,10};)", r"&\1", label)), flags=re.I)
    return html.unescape(re.sub(r"&(\d{1,7};)", r"&#\1", text))


def _exact(label: str) -> str:
    return " ".join(label.split())


def _bare(label: str) -> str:
    """Without case, spaces, quotes, and marks at the end; no sign that compares or calculates is taken away."""
    return re.sub(rf"[\s{_DOUBLE}{_SINGLE}\\]", "", fold(label)).rstrip(".,;:?!")
