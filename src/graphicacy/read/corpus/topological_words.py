"""The words of a topological question of FlowVQA → what it asks for, and the nodes that it mentions."""

from __future__ import annotations

import html
import re
from enum import StrEnum
from itertools import product

from graphicacy.diagram.model import Diagram
from graphicacy.read.figure import fold

__all__ = ["MOST", "Ids", "Names", "Topic", "question_of"]

Ids = tuple[str, ...]
MOST = 50  # nodes that a label can mean; of more, these many are taken


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


class Names:
    """The nodes of a diagram that words can mean."""

    def __init__(self, diagram: Diagram) -> None:
        self._nodes = [(node.id, _unescaped(node.label)) for node in diagram.nodes]
        longest = max((len(label) for _, label in self._nodes), default=0)
        self._longest = 6 * longest + 20  # of a label in which each letter is an entity, such as &quot;

    def meant(self, words: str) -> Ids:
        """Ids of the nodes with this label: as it is written, else but for case, else but for marks and spaces."""
        if len(words) > self._longest:
            return ()
        label = _unescaped(words)
        for form in (_exact, fold, _bare):
            wanted = form(label)
            found = tuple(key for key, other in self._nodes if form(other) == wanted)
            if wanted and found:
                return found[:MOST]
        return ()


def question_of(text: str, names: Names) -> tuple[Topic, list[Ids]] | None:
    """What is asked, and the nodes that its words can mean; None where it is not understood."""
    return _pair(text, names) or _maximum(text) or _own(text, names) or _count(text)


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


def _pair(text: str, names: Names) -> tuple[Topic, list[Ids]] | None:
    """A question about two nodes. Every place is tried where the one's words can end and the other's begin."""
    for lead, middle, topics in _PAIRS:
        found: dict[Topic, list[Ids]] = {}
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


def _maximum(text: str) -> tuple[Topic, list[Ids]] | None:
    said = {_INTO[(m.group(1) or m.group(2)).lower()] for m in _MAXIMUM.finditer(text)}
    return (said.pop(), [()]) if len(said) == 1 else None


def _own(text: str, names: Names) -> tuple[Topic, list[Ids]] | None:
    """The degree of one node."""
    for pattern in _OWN:
        for m in pattern.finditer(text):
            words = _mention(m.group(2))
            if words is not None and (ids := names.meant(words)):
                return _OF_NODE[_INTO[m.group(1).lower()]], [(key,) for key in ids]
    return None


def _count(text: str) -> tuple[Topic, list[Ids]] | None:
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
