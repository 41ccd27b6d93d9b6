"""What is said of Mermaid sources that are refused: one line, with the place in the file as it was written."""

from __future__ import annotations

import re

import pytest

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.mermaid.read import read_mermaid

BEFORE = {
    "nothing": "",
    "a comment": "%% about\n",
    "comments and blank lines": "\n\n%% one\n\n  %% two\n\n",
    "front matter": "---\ntitle: T\nconfig:\n  look: classic\n---\n\n",
    "indented front matter": "  ---\n  title: T\n  ---\n",
    "a directive": "%%{init: {'theme': 'dark'}}%%\n",
    "a directive in lines": "%%{init: {\n  'theme': 'dark'\n}}%%\n",
    "all": "---\ntitle: T\n---\n%% about\n%%{init: {'theme':\n'dark'}}%%\n\n%% more\n",
}
BETWEEN = {
    "nothing": "",
    "comments": "  %% one\n\n\n%% two\n",
    "braces and blank lines": "  x{choice}   \n\n\n  y{{hex}}\n\n",
    "entities": '  x["#quot;a#quot; #945;"]\n',
    "tags": '  x["<b class="y">a</b>"]\n',
    "a directive": "  %%{init: {'theme': 'dark'}}%%\n",
}


def said(source: str) -> str:
    with pytest.raises(BadDrawing) as caught:
        read_mermaid(source)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("before", BEFORE)
def test_the_place_is_that_of_the_file(before: str, between: str, newline: str) -> None:
    good = f"{BEFORE[before]}flowchart TD\n  A --> B\n{BETWEEN[between]}"
    source = f'{good}  C["#quot;"] --> D[x(y)]\n  E --> F\n'
    place = f"line {good.count(chr(10)) + 1}, column 22: "
    assert said(source.replace("\n", newline)).startswith(place + 'Mermaid syntax error: "(" is not expected here')


@pytest.mark.parametrize("before", BEFORE)
def test_the_place_in_a_state_diagram(before: str) -> None:
    good = f"{BEFORE[before]}stateDiagram-v2\n  state A {{\n\n    x --> y\n  }}\n  %% said\n"
    assert said(f"{good}  A -> B\n").startswith(f"line {good.count(chr(10)) + 1}, column 5: ")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("flowchart TD\n A --> B\n C[open --> D", r"line 3, column 4: .* the source ends too early; expected text or"),
        ("flowchart TD\n A -->", "line 2, column 7: .* the source ends too early; expected a node"),
        ("flowchart TD\n style A\n B", "line 2, column 9: .* the line ends too early"),
        ("flowchart TD\n A --> end\n", 'line 2, column 8: .* "end" .* it is a word of Mermaid'),
        ("flowchart TD\n A --> B %% why", "line 2, column 10: .* a comment stands on a line of its own"),
        ("flowchart TD\n subgraph S\n A\n", 'the source ends too early.*"end"'),
        ("flowchart TD\n A@{ shape: none-such }\n", "line 2, column 2: Mermaid syntax error: No such shape: none-such"),
        ("flowchart TD\n A@{ shape: Rect }\n", "line 2, column 2: .* Shape names should be lowercase"),
        ("flowchart TD\n A --> B\n linkStyle 7 stroke:red\n", "line 3, column 2: .* linkStyle names an edge that does"),
        ("flowchart TD\n" + "A --> B\n" * 4_001, "line 4002, column 1: .* more than 4,000 edges"),
        ("flowchart UP\n A", "line 1, column 10: .* no word of Mermaid can begin here"),
        ("%% about\nflowchart TD\n A --> B\n  C )x\n", "line 4, column 5: .* no word of Mermaid can begin here"),
        ("flowchart TD\n  subgraph\n A\n end", "line 4, column 2: .* a subgraph needs a name"),
        ("stateDiagram-v2\n state A B {\n }", 'line 2, column 2: .* the name of a state is one word, not "A B"'),
        ("---\ntitle: [open\n---\nflowchart TD\nA", "line 3, column 1: .* unexpected end of the stream"),
        ("---\ntitle: T\nflowchart TD\nA", "line 1, column 1: .* Diagrams beginning with --- are not valid"),
        ("\n\nHere is your diagram:", "line 3, column 1: no Mermaid diagram starts with 'Here is your diagram:'"),
        ("```mermaid\nflowchart TD\nA\n```", "line 1, column 1: no Mermaid diagram starts with '```mermaid'"),
        ("", "no Mermaid diagram starts with ''"),
        ("sequenceDiagram\n A->>B: x", "a Mermaid sequence diagram is no graph"),
        ("flowchart TD\n" + "A" * 200_000, "200,013 characters: the limit is 200,000"),
    ],
)
def test_what_is_wrong(source: str, message: str) -> None:

    assert re.search(message, said(source)), said(source)
