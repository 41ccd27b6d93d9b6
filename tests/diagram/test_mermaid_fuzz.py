"""Whatever is written, the reader gives a diagram or one line that says what is wrong."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.read import read_mermaid
from graphicacy.diagram.model import Diagram

SOURCES = (
    """---
title: T
---
%%{init: {'theme': 'dark'}}%%
flowchart LR
  A["one #quot;two#quot;<br/>`three`"] -->|"four"| B{five}:::hot
  B -- "`**six**`" --o C([seven]) & D[(eight)]
  subgraph S["nine"]
    direction TD
    C e1@==> E@{ shape: hex, label: "ten" }
  end
  S ~~~ A
  %% eleven
  classDef hot fill:#f96,stroke:#333,stroke-width:4px
  style S fill:#eee,stroke-dasharray: 5 5
  linkStyle 0 stroke:red
  click A "http://example.org" "tip"
""",
    """stateDiagram-v2
  direction LR
  [*] --> One
  state "Long name" as One
  One --> Two : go 10:30
  state Two {
    [*] --> x
    --
    p --> q : self
  }
  state f <<fork>>
  Two --> f
  note left of One
    said
  end note
  f --> [*]
  classDef hot fill:red
  class One hot
""",
)
SIGNS = ["", "\n", " ", '"', "`", "[", "]", "(", ")", "{", "}", "|", "-->", "--", "==", "-.->", "~~~", "@", ":::", ";"]
SIGNS += [
    "%%",
    "%%{",
    "}%%",
    "---\n",
    "#",
    "&",
    "<",
    "</b>",
    "é",
    "🎉",
    "\x00",
    "\ud800",
    "\u2028",
    "\r",
    "end",
    "subgraph",
]
SIGNS += [
    "[*]",
    "<<choice>>",
    "state",
    "note",
    "class",
    "style x",
    "direction",
    "__proto__",
    "shape: ",
    ":",
    "\\",
    "$$",
]

edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(SIGNS)), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SOURCES), edits)
@example(SOURCES[0], [(0.0, 0, "")])
@example(SOURCES[1], [(0.0, 0, "")])
@example(SOURCES[1], [(0.734375, 0, "\n")])  # a state without a shape
def test_a_damaged_source_is_a_diagram_or_one_line(source: str, changes: list[tuple[float, int, str]]) -> None:
    for where, length, sign in changes:
        at = int(where * len(source))
        source = source[:at] + sign + source[at + length :]
    check(source)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(["flowchart TD\n", "stateDiagram-v2\n", ""]), st.lists(st.sampled_from([*SIGNS, "A", "b"])))
def test_any_words_are_a_diagram_or_one_line(beginning: str, words: list[str]) -> None:
    check(beginning + " ".join(words))


def check(source: str) -> None:
    try:
        read = read_mermaid(source)
    except BadDrawing as error:
        said = str(error)
        assert said.isprintable(), said
        assert "gave up" not in said, said
        assert " failed: " not in said, said
        return
    assert isinstance(read, Diagram)
    ends = set(read.labels())
    assert all({edge.source, edge.target} <= ends for edge in read.edges)
    for text in (*read.labels().values(), *(edge.label for edge in read.edges)):
        text.encode()
        assert text == " ".join(text.split())
