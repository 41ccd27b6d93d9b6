"""The header of a Mermaid file: what it says, what it may leave out, what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.read.corpus.entry import BadEntry, Kind, Meaning
from graphicacy.read.corpus.header import Header, read_header


def test_whole() -> None:
    text = (
        "%% title: Phases of the Moon\n\n%% a note\n%%kind:states\n%% source: Any almanac: chapter 1\n"
        "%% means: node fill green = phases seen in the evening\n%% means: edge line dotted = rare = odd changes\n"
        "flowchart TD\n"
    )
    assert read_header(text) == Header(
        "Phases of the Moon",
        Kind.STATES,
        "Any almanac: chapter 1",
        (
            Meaning("node", "fill", "green", "phases seen in the evening"),
            Meaning("edge", "line", "dotted", "rare = odd changes"),
        ),
    )


@pytest.mark.parametrize("text", ["", "flowchart TD\n A-->B", "%%{init: {}}%%\nflowchart TD", "%% hello"])
def test_absent(text: str) -> None:
    assert read_header(text) == Header()


def test_ends_with_the_first_line_of_the_diagram() -> None:
    assert read_header("flowchart TD\n%% title: Late\n A-->B") == Header()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%% kind: banana", "banana"),
        ("%% title:", "0 characters"),
        ("%% title: " + "x" * 301, "301 characters"),
        ("%% means: node fill green", "is not like"),
        ("%% means: node fill pink = odd", "pink"),
        ("%% means: node line dotted = odd", "node 'line' is none of fill, shape, border"),
        ("%% means: edge fill red = odd", "edge 'fill' is none of color, line, head"),
        ("%% means: edge head arrow = odd", "arrow"),
        ("%% title: Again", "second title"),
    ],
)
def test_refused_with_its_line(line: str, words: str) -> None:
    with pytest.raises(BadEntry, match="line 2: ") as refused:
        read_header(f"%% title: One\n{line}\nflowchart TD")
    assert words in str(refused.value)
    assert refused.value.cause == "header"
    assert "\n" not in str(refused.value)


def test_meanings_are_capped() -> None:
    with pytest.raises(BadEntry, match="more than 20 meanings"):
        read_header("%% means: node fill red = odd\n" * 50)


@given(st.text(alphabet=st.sampled_from("%: =titlekndmasource\nfg\ufeff\x00"), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadEntry):
        assert isinstance(read_header(text), Header)
