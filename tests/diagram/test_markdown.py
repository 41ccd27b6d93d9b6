"""Diagrams in Markdown are found with the line at which each begins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.markdown import Fence, fences, plain_text


def test_fences_of_backticks_and_tildes_with_their_lines() -> None:
    text = "# Title\n\n```mermaid\ngraph TD\n  A-->B\n```\n\ntext\n\n~~~~ dot\ndigraph {a->b}\n~~~\nx\n~~~~\n"
    assert fences(text) == (
        Fence("mermaid", "graph TD\n  A-->B\n", 4),
        Fence("dot", "digraph {a->b}\n~~~\nx\n", 11),
    )


@pytest.mark.parametrize(
    ("info", "notation"),
    [
        ("mermaid", "mermaid"), ("Mermaid", "mermaid"), ("{.mermaid}", "mermaid"), ("{mermaid}", "mermaid"),
        ("{ .mermaid #fig width=50% }", "mermaid"), ('mermaid title="x"', "mermaid"),
        ("mermaid{theme=dark}", "mermaid"),
        ("dot", "dot"), ("graphviz", "dot"), ("gv", "dot"), ("{.graphviz}", "dot"), ("{dot, fig=1}", "dot"),
        ("language-mermaid", "mermaid"), ("mermaidx", None),
        ("text mermaid", None), ("", None), ("python", None), ("dotnet", None),
    ],
)  # fmt: skip
def test_the_first_word_after_the_marks_names_the_notation(info: str, notation: str | None) -> None:
    found = fences(f"```{info}\nx\n```\n")
    assert [fence.notation for fence in found] == ([notation] if notation else [])


def test_indented_fences_lose_their_indent_and_keep_their_line() -> None:
    text = (
        "1. first\n\n   ```mermaid\n   graph TD\n     A-->B\n   ```\n\n"
        "> ```dot\n> graph {a}\n> ```\n- ```mermaid\n  graph LR\n"
    )
    assert fences(text) == (
        Fence("mermaid", "graph TD\n  A-->B\n", 4),
        Fence("dot", "graph {a}\n", 9),
        Fence("mermaid", "graph LR\n", 12),
    )


def test_a_fence_in_a_fence_or_in_indented_code_is_text() -> None:
    assert fences("````markdown\n```mermaid\ngraph TD\n```\n````\n\n    ```mermaid\n    graph TD\n    ```\n") == ()


def test_a_fence_that_is_not_closed_runs_to_the_end() -> None:
    assert fences("```mermaid\ngraph TD\nA-->B") == (Fence("mermaid", "graph TD\nA-->B", 2),)


def test_line_ends_of_any_kind() -> None:
    assert fences("\ufeffa\r\n\r\n```mermaid\r\ngraph TD\r\n```\r\n") == (Fence("mermaid", "graph TD\n", 4),)


@pytest.mark.parametrize("mark", [":::mermaid", "::: mermaid", "::: {.mermaid}", ":::: mermaid"])
def test_containers_of_colons(mark: str) -> None:
    text = f"text\n{mark}\ngraph TD\n\n# A[no heading]\n  A-->B\n:::\n\n```dot\ngraph {{}}\n```\n"
    assert fences(text) == (
        Fence("mermaid", "graph TD\n\n# A[no heading]\n  A-->B\n", 3),
        Fence("dot", "graph {}\n", 10),
    )


def test_a_container_in_a_list_ends_with_it() -> None:
    text = "- item\n\n  ::: mermaid\n  graph TD\n\nafter\n\n```mermaid\ngraph LR\n```\n"
    assert fences(text) == (Fence("mermaid", "graph TD\n\n", 4), Fence("mermaid", "graph LR\n", 9))


def test_other_containers_are_none() -> None:
    assert fences(":::note\ngraph TD\n:::\n") == ()


def test_html_elements_of_the_class() -> None:
    text = (
        '<pre class="mermaid">\ngraph TD\n  A["a &lt; b<br>c"] --> B\n\n  B --> C\n</pre>\n\n'
        "<div align=center class='x mermaid'>graph LR\nA-->B</div>\n\n"
        '<pre><code class="language-dot">digraph {a -&gt; b}</code></pre>\n\n<pre class="python">graph TD</pre>\n'
    )
    assert fences(text) == (
        Fence("mermaid", 'graph TD\n  A["a < b<br>c"] --> B\n\n  B --> C\n', 2),
        Fence("mermaid", "graph LR\nA-->B", 8),
        Fence("dot", "digraph {a -> b}", 11),
    )


_LINES = st.sampled_from(
    ["```mermaid", "```", "~~~dot", "~~~", ":::mermaid", ":::", "- a", "> q", "  x", "", "<pre class=mermaid>",
     "</pre>", "    ", "1. ```gv", "# h", "graph TD"]
)  # fmt: skip


@given(st.lists(_LINES, max_size=25))
@settings(deadline=None)
def test_every_fence_says_where_its_source_stands(lines: list[str]) -> None:
    for fence in fences("\n".join(lines)):
        for offset, source in enumerate(fence.source.splitlines()):
            if source.strip():
                assert source.strip() in lines[fence.line - 1 + offset]


@given(st.text(max_size=300))
@settings(deadline=None)
def test_any_text_is_read(text: str) -> None:
    assert all(fence.notation in ("mermaid", "dot") and fence.line >= 1 for fence in fences(text))
    assert "\n" not in plain_text(text)


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(BadDrawing, match="2,000,001 characters: the limit is 2,000,000"):
        fences("a" * 2_000_001)


def test_plain_words() -> None:
    text = "## Step *one*\n\nSee [the docs](https://x.example) and ![logo](a.png)\n- `code`\n- A & B &amp; C\n\n"
    text += "```\nfenced\n```\n"
    assert plain_text(text) == "Step one See the docs and code A & B & C fenced"
