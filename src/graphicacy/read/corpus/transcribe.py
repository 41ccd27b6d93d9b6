"""What a language model is asked to make of a problem, and which of its answers are graphs that can be trusted.

An answer counts only where its Mermaid and its DOT, read by two readers that know nothing of each other, say the same
graph: a slip in one of the two is so caught. What it says about the world is the model's alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphicacy.diagram.compare import LOOKS, diff
from graphicacy.diagram.dot.read import read_dot
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram, Head, LineStyle
from graphicacy.diagram.notations import notation_of
from graphicacy.read.answers.codes import read_bare_code, read_codes
from graphicacy.read.answers.refusals import is_refusal
from graphicacy.read.answers.thoughts import without_thoughts
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.corpus.problems import Problem
from graphicacy.read.figure import fold

__all__ = ["Prompt", "entry_of_sources", "graph_key", "read_transcription", "repair_prompt", "transcription_prompt"]

_SIZE = (10, 30)  # nodes that are asked for
_NODES = (8, 60)  # nodes that are taken
_LABEL = 60  # characters
_LONGEST = 200_000  # characters of an answer
_SHOWN = 3  # differences that are named
_WORDS = {
    Kind.PROCESS: ("steps, decisions and outcomes", "is followed by"),
    Kind.STATES: ("states", "can change into"),
    Kind.INFLUENCE: ("factors", "acts on"),
    Kind.FLOW: ("substances, places or holders", "passes on to, or is turned into"),
    Kind.STRUCTURE: ("parts, statements or topics", "points to what depends on it"),
}
_GENERIC = re.compile(
    r"(?:the )?(?:steps?|nodes?|states?|blocks?|box|items?|tasks?|process|stages?|phases?|actions?|events?|decisions?|"
    r"conditions?|labels?|start|end|begin|stop|yes|no|other)?[\W_]*(?:[a-z]?\d*|\d+[a-z]?)"
)
_DOT_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[{}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Fixed words with a problem put in. ``id`` is ``transcription@<8 hex of the hash of the fixed words>``."""

    id: str
    text: str


def transcription_prompt(problem: Problem) -> Prompt:
    """Asks a language model for the graph of a problem, of 10 to 30 nodes, in both notations."""
    fixed = _words("transcription")
    nodes, arrow = _WORDS[problem.kind]
    values = {"title": problem.title, "text": problem.text, "nodes": nodes, "arrow": arrow}
    values |= {"least": str(_SIZE[0]), "most": str(_SIZE[1])}
    digest = hashlib.sha256(f"{fixed}\0{_words('transcription_repair')}".encode()).hexdigest()[:8]
    return Prompt(f"transcription@{digest}", _filled(fixed, values))


def repair_prompt(fault: str) -> str:
    """Asks for the same again, and says what was wrong."""
    return _filled(_words("transcription_repair"), {"fault": fault})


def read_transcription(answer: str, problem: Problem, *, cut_off: bool = False) -> Entry:
    """The entry that an answer gives. ``cut_off``: the model stopped at its limit, or was stopped.

    Of several blocks in a notation the last one counts; thoughts, and what is said around the blocks, do not. Raises
    ``BadEntry``, whose message is fit to be shown to the model, with one of these causes: empty, refused, truncated,
    too long, no mermaid, no dot, and those of ``entry_of_sources``.
    """
    said = without_thoughts(answer[:_LONGEST])
    if len(answer) > _LONGEST:
        raise BadEntry(f"the answer has {len(answer):,} characters; {_LONGEST:,} are allowed", "too long")
    if not said.text.strip():
        raise BadEntry(
            "the answer is cut off" if cut_off else "the answer is empty", "truncated" if cut_off else "empty"
        )
    sources = _sources(said.text)
    for notation, name in (("mermaid", "Mermaid flowchart"), ("dot", "Graphviz digraph")):
        if notation not in sources:
            if cut_off:
                raise BadEntry(f"the answer is cut off before the {name}; write less around it", "truncated")
            if not sources and is_refusal(said.text):
                raise BadEntry("the answer is a refusal", "refused")
            raise BadEntry(f"no block of the answer has a {name}", f"no {notation}")
    try:
        return entry_of_sources(problem, sources["mermaid"], sources["dot"])
    except BadEntry as error:
        if cut_off and error.cause.endswith("syntax"):
            raise BadEntry("the answer is cut off within the last block; write shorter labels", "truncated") from None
        raise


def entry_of_sources(problem: Problem, mermaid: str, dot: str) -> Entry:
    """The entry whose Mermaid and DOT these are.

    Raises ``BadEntry``, with one of these causes: mermaid syntax, dot syntax, different graphs, few nodes, many nodes,
    not arrows, generic labels, long label, repeated label, not connected.
    """
    diagram = _parsed(mermaid, "Mermaid", read_mermaid, "mermaid syntax")
    other = _parsed(dot, "Graphviz", read_dot, "dot syntax")
    _check(diagram, problem)
    differences = diff(diagram, other, "label", ignore=LOOKS).lines()
    if differences:
        shown = "; ".join(differences[:_SHOWN])
        more = f"; and {len(differences) - _SHOWN} more" if len(differences) > _SHOWN else ""
        raise BadEntry(f"Mermaid and Graphviz differ; Graphviz has: {shown}{more}", "different graphs")
    kind = Kind.STATES if mermaid.lstrip().startswith("stateDiagram") else problem.kind
    return Entry(
        id=f"synthesis/{problem.id}",
        title=problem.title,
        domain=problem.domain,
        origin="synthesis",
        kind=kind,
        diagram=diagram,
        reference=f"transcribed by a language model from problem {problem.id}",
        licence="unknown",
        mermaid=mermaid,
        dot=dot,
        problem=problem.text,
    )


def graph_key(diagram: Diagram) -> str:
    """Two diagrams have the same key where they have the same labels, joined the same way."""
    labels = {key: fold(label) for key, label in diagram.labels().items()}
    edges = sorted((labels[e.source], labels[e.target], fold(e.label)) for e in diagram.edges)
    return hashlib.blake2b(repr((sorted(labels.values()), edges)).encode(), digest_size=16).hexdigest()


@cache
def _words(name: str) -> str:
    return (files("graphicacy.read.corpus") / f"{name}.md").read_text("utf-8").strip()


@cache
def _example() -> frozenset[str]:
    """The labels of the example in the prompt, nodes' and arrows': small models copy them."""
    return frozenset(fold(label) for label in re.findall(r'label="([^"]+)"', _words("transcription")))


def _filled(text: str, values: dict[str, str]) -> str:
    """The text with values for ``{name}``, at one stroke: what a value says is not filled in again."""
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), text)


def _sources(text: str) -> dict[str, str]:
    """The last block of each notation; a block says itself which it is, whatever its fence is called."""
    blocks = [code.text for code in read_codes(text)]
    if not blocks and (bare := read_bare_code(text)) is not None:
        blocks = [bare]
    found: dict[str, str] = {}
    for block in blocks:
        for part in re.split(r"^(?=[ \t]*(?:strict[ \t]+)?digraph\b)", block, flags=re.MULTILINE | re.IGNORECASE):
            notation = notation_of(part, "-")
            if notation in ("mermaid", "dot"):
                found[notation] = f"{(_closed(part) if notation == 'dot' else part).strip()}\n"
    return found


def _closed(dot: str) -> str:
    """The text up to the brace that closes its first one: a fence that is never closed runs on into prose."""
    depth = 0
    for token in _DOT_TOKEN.finditer(dot):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == "}" and depth <= 0:
            return dot[: token.end()]
    return dot


def _parsed(text: str, name: str, read: Callable[[str], Diagram], cause: str) -> Diagram:
    try:
        return read(text)
    except BadDrawing as error:
        raise BadEntry(f"the {name} block cannot be read: {error}", cause) from None


def _check(diagram: Diagram, problem: Problem) -> None:
    nodes = diagram.nodes
    if len(nodes) < _NODES[0]:
        raise BadEntry(f"the graph has {len(nodes)} nodes; at least {_NODES[0]} are needed", "few nodes")
    if len(nodes) > _NODES[1]:
        raise BadEntry(f"the graph has {len(nodes)} nodes; at most {_NODES[1]} are allowed", "many nodes")
    ids = {node.id for node in nodes}
    for edge in diagram.edges:
        if edge.line is LineStyle.INVISIBLE or (edge.head is Head.NONE) == (edge.tail is Head.NONE):
            raise BadEntry("a connector is not an arrow with one head", "not arrows")
        if not {edge.source, edge.target} <= ids:
            raise BadEntry("an arrow ends at a frame, not at a node", "not arrows")
    labels = [*(node.label for node in nodes), *(group.label for group in diagram.groups)]
    _check_labels(labels)
    text = fold(problem.text)
    said = [*labels, *(edge.label for edge in diagram.edges)]
    if copied := [label for label in said if fold(label) in _example() and fold(label) not in text]:
        raise BadEntry(
            f"“{copied[0]}” stands in the example, not in the text; take no node from there", "generic labels"
        )
    if (left := _unreached(diagram)) is not None:
        raise BadEntry(f"no arrow joins “{left}” to the rest of the graph", "not connected")


def _check_labels(labels: list[str]) -> None:
    seen: set[str] = set()
    for label in labels:
        folded = fold(label)
        if _GENERIC.fullmatch(folded):
            raise BadEntry(f"the label “{label}” says nothing by itself; use words of the text", "generic labels")
        if len(label) > _LABEL:
            raise BadEntry(f"the label “{label[:_LABEL]}…” has more than {_LABEL} characters", "long label")
        if folded in seen:
            raise BadEntry(f"two nodes have the label “{label}”; make one node of them, or tell them apart",
                           "repeated label")  # fmt: skip
        seen.add(folded)


def _unreached(diagram: Diagram) -> str | None:
    """The label of a node to which no connectors lead from the first one, whichever way they run; None if all are."""
    joined: dict[str, list[str]] = {node.id: [] for node in diagram.nodes}
    for edge in diagram.edges:
        joined[edge.source].append(edge.target)
        joined[edge.target].append(edge.source)
    reached = {diagram.nodes[0].id}
    waiting = list(reached)
    while waiting:
        new = [key for key in dict.fromkeys(joined[waiting.pop()]) if key not in reached]
        reached.update(new)
        waiting += new
    return next((node.label for node in diagram.nodes if node.id not in reached), None)
