"""Code out of answers: fences of any style, several blocks, prose, code that breaks off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.systems.code import NOTATIONS, NoCode, code_prompt, extract_code

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>ATP</text></svg>'
MERMAID = 'flowchart TD\n    a["ATP"] --> b["ADP"]\n\n    b --> c'
DOT = 'digraph "g {" {\n  a -> b [label="}"]; // } not the end\n  subgraph cluster_x { c }\n}'
TIKZ = "\\begin{tikzpicture}\n\\node (a) {ATP};\n\\end{tikzpicture}"
PAGE = "\\documentclass{standalone}\n\\usepackage{tikz}\n\\begin{document}\n" + TIKZ + "\n\\end{document}"
CODE = {"svg": SVG, "mermaid": MERMAID, "dot": DOT, "tikz": TIKZ}
TAG = {"svg": "svg", "mermaid": "mermaid", "dot": "dot", "tikz": "latex"}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize(
    "frame",
    [
        "```{tag}\n{code}\n```",
        "Here you are:\n\n```{tag}\n{code}\n```\nI hope that it helps.",
        "```\n{code}\n```",
        "~~~{tag}\n{code}\n~~~",
        "````{tag}\n{code}\n````",
        "``` {tag} title=figure\n{code}\n```",
        "```{{.{tag}}}\n{code}\n```",
        "```{tag}\r\n{code}\r\n```",
        "<think>```{tag}\nnothing\n```</think>\n```{tag}\n{code}\n```",
        "{code}",
        "The figure:\n\n{code}\n\nThis figure shows how one becomes the other.",
        "```{tag}\n{code}",
    ],
)
def test_code_is_found_in_every_frame(notation: str, frame: str) -> None:
    answer = frame.format(tag=TAG[notation], code=CODE[notation])

    assert extract_code(answer, notation) == CODE[notation]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_of_two_blocks_the_last_complete_one_counts(notation: str) -> None:
    first, second = CODE[notation].replace("ATP", "GTP").replace("a -> b", "z -> b"), CODE[notation]
    block = f"```{TAG[notation]}\n{{}}\n```\n"

    assert extract_code(block.format(first) + "Better:\n" + block.format(second), notation) == second
    broken = f"```{TAG[notation]}\n{second[: len(second) // 2]}"
    assert extract_code(block.format(first) + "Better:\n" + broken, notation, cut_off=True) == first


def test_a_block_of_another_language_does_not_count() -> None:
    answer = f"```dot\n{DOT}\n```\n```python\nprint('<svg></svg>')\n```\n```svg\n{SVG}\n```\n```mermaid\n{MERMAID}\n```"

    assert extract_code(answer, "svg") == SVG
    assert extract_code(answer, "dot") == DOT
    assert extract_code(answer, "mermaid") == MERMAID


@pytest.mark.parametrize("tag", ["xml", "html", "XML", "image/svg+xml"])
def test_svg_is_taken_out_of_xml_and_html(tag: str) -> None:
    answer = f"```{tag}\n<?xml version='1.0'?>\n<html><body>\n{SVG}\n</body></html>\n```"

    assert extract_code(answer, "svg") == SVG


def test_a_nested_svg_belongs_to_its_parent() -> None:
    nested = f"<svg viewBox='0 0 9 9'><!-- </svg> -->{SVG}<svg/></svg>"

    assert extract_code(f"Look: {nested} done", "svg") == nested


def test_a_tikz_document_is_taken_whole() -> None:
    assert extract_code(f"So:\n{PAGE}\nDone", "tikz") == PAGE
    assert extract_code(f"```latex\n{PAGE}\n```", "tikz") == PAGE


def test_set_up_lines_of_a_tagged_tikz_block_are_kept() -> None:
    code = "\\usetikzlibrary{arrows.meta}\n" + TIKZ

    assert extract_code(f"```tikz\n{code}\n```", "tikz") == code


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize(
    "answer", ["", "   ", "I cannot draw.", "Use an svg, a graph or a flowchart for this.", "```\n```"]
)
def test_an_answer_without_code_is_refused(notation: str, answer: str) -> None:
    with pytest.raises(NoCode, match="there is no"):
        extract_code(answer, notation)


@pytest.mark.parametrize("fence", ["", "```{tag}\n"])
@pytest.mark.parametrize("notation", ["svg", "dot", "tikz"])
def test_code_that_breaks_off_is_refused_and_named(notation: str, fence: str) -> None:
    code = CODE[notation]
    half = fence.format(tag=TAG[notation]) + code[: code.rfind({"svg": "</svg", "dot": "}", "tikz": "\\end"}[notation])]

    with pytest.raises(NoCode, match="breaks off"):
        extract_code(half, notation)


@pytest.mark.parametrize("answer", [f"```mermaid\n{MERMAID}", MERMAID])
def test_mermaid_that_stops_at_the_token_limit_is_refused(answer: str) -> None:
    with pytest.raises(NoCode, match="token limit"):
        extract_code(answer, "mermaid", cut_off=True)


def test_a_closed_block_is_good_though_the_answer_was_cut_off_later() -> None:
    assert extract_code(f"```mermaid\n{MERMAID}\n```\nThis shows how", "mermaid", cut_off=True) == MERMAID


@pytest.mark.parametrize(
    "head", ["sequenceDiagram\n  A->>B: hi", "stateDiagram-v2\n  [*] --> s", "graph LR\n  a --> b"]
)
def test_other_mermaid_diagrams_are_known(head: str) -> None:
    assert extract_code(f"Sure.\n\n{head}", "mermaid") == head


def test_a_dot_graph_is_no_mermaid_graph() -> None:
    with pytest.raises(NoCode):
        extract_code("graph g {\n a -- b\n}", "mermaid")


@given(st.text(alphabet='`~<svg/>{}"\\ \n-graph', max_size=300), st.sampled_from(NOTATIONS), st.booleans())
def test_any_text_gives_code_or_a_reason(answer: str, notation: str, cut_off: bool) -> None:
    try:
        code = extract_code(answer, notation, cut_off)
    except NoCode:
        return
    assert code.strip()
    assert code in answer


@pytest.mark.parametrize(
    "hostile",
    [
        "<svg" * 200_000,
        "digraph {" * 100_000,
        "```svg\n" * 100_000,
        "graph " * 150_000,
        "<!--" * 200_000,
        "{/*" * 200_000,
    ],
)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_hostile_answers_are_refused_in_time(hostile: str, notation: str) -> None:
    with pytest.raises(NoCode):
        extract_code(hostile, notation)


def test_prompts_are_fixed_and_their_ids_name_their_content() -> None:
    prompts = [code_prompt(notation) for notation in NOTATIONS]

    assert len({prompt.id for prompt in prompts}) == len(NOTATIONS)
    assert all(prompt.id.split("@")[0] == notation for prompt, notation in zip(prompts, NOTATIONS, strict=True))
    assert all("{error}" in prompt.repair for prompt in prompts)
    with pytest.raises(ValueError, match="no code medium 'png'"):
        code_prompt("png")
