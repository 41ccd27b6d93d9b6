"""Systems that draw by writing code: their fixed prompts, and how the code is taken out of an answer.

The rule: of the fenced blocks that hold the asked notation, the *last complete* one is the drawing, because models
that write two blocks correct themselves in the second. Without such a block the code is looked for in the prose.
Code that breaks off is refused: half a figure would be scored as if it had been meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

__all__ = ["NOTATIONS", "CodePrompt", "NoCode", "code_prompt", "extract_code"]

NOTATIONS = ("svg", "mermaid", "dot", "tikz")
MAX_ANSWER = 4_000_000
MAX_GRAPHS = 40

_TAGS = {
    "svg": {"svg", "xml", "html", "image/svg+xml"},
    "mermaid": {"mermaid", "mmd"},
    "dot": {"dot", "graphviz", "gv"},
    "tikz": {"tikz", "latex", "tex"},
}
_OTHER_TAGS = frozenset().union(*_TAGS.values()) | {"python", "javascript", "js", "json", "css", "bash", "sh", "text"}
_MERMAID_HEAD = re.compile(
    r"(?:flowchart|graph)\b(?!\s*(?:\w+\s*)?\{)|(?:sequenceDiagram|classDiagram|stateDiagram|erDiagram|mindmap|timeline"
    r"|gantt|pie|journey|gitGraph|quadrantChart|requirementDiagram|C4\w+|block|architecture|sankey|xychart|kanban"
    r"|packet|radar|treemap)(?:-beta|-v2)?(?=\s|$)"
)
_MERMAID_LINE = re.compile(
    r"--|==|-\.|~~~|->|<-|^\s|^[\"+#@}-]|^\S+[\[({]|^%%|^\S.* :\S"
    r"|^(?:end|subgraph|style|class\w*|link\w*|click|direction|section|participant|actor|note|loop|alt|title|state)\b"
)
_DOT_HEAD = re.compile(r"(?:\bstrict\s+)?\b(?:di)?graph\b\s*(?:\"(?:[^\"\\]|\\.)*\"|[\w.-]+)?\s*\{", re.IGNORECASE)
# Each alternative that may stay open also ends at the end of the text, so that hostile text takes linear time.
_DOT_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*(?:"|\Z)|/\*(?:.*?\*/|.*\Z)|//[^\n]*|^[ \t]*#[^\n]*|[{}]', re.DOTALL | re.MULTILINE
)
_SVG_TAG = re.compile(
    r"<!--(?:.*?-->|.*\Z)|<!\[CDATA\[(?:.*?\]\]>|.*\Z)|<svg\b[^<>]*>|</svg\s*>", re.DOTALL | re.IGNORECASE
)
_CUT_OFF = "the answer stops at the token limit before the code is complete"
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})([^`\n]*)$")


class NoCode(ValueError):
    """An answer without usable code: one sentence that says what is missing, fit to be shown to the model."""


class _BreaksOff(NoCode):
    pass


@dataclass(frozen=True, slots=True)
class CodePrompt:
    """The fixed words for one notation. ``id`` is ``<notation>@<8 hex of the hash of both texts>``."""

    id: str
    system: str
    repair: str


@cache
def code_prompt(notation: str) -> CodePrompt:
    """The system prompt and the repair prompt (with ``{error}``) of a notation.

    Raises:
        ValueError: there is no such notation.
    """
    if notation not in NOTATIONS:
        raise ValueError(f"no code medium {notation!r}; there are: {', '.join(NOTATIONS)}")
    folder = files("graphicacy.draw.systems") / "prompts"
    system, repair = ((folder / f"{name}.md").read_text(encoding="utf-8").strip() for name in (notation, "repair"))
    digest = sha256(f"{system}\0{repair}".encode()).hexdigest()[:8]
    return CodePrompt(f"{notation}@{digest}", system, repair)


def extract_code(answer: str, notation: str, cut_off: bool = False) -> str:
    """The code of a model's answer in the asked notation (svg, mermaid, dot or tikz).

    ``cut_off`` says that the model stopped at its token limit, so that an open block is known to be incomplete.

    Raises:
        NoCode: there is no code in that notation, or it breaks off.
    """
    if len(answer) > MAX_ANSWER:
        raise NoCode(f"the answer has {len(answer):,} characters; {MAX_ANSWER:,} are allowed")
    answer = answer.replace("\r\n", "\n").rpartition("</think>")[2]
    find = _FINDERS[notation]
    fault: NoCode | None = None
    for block in reversed(list(_fenced(answer))):
        tagged = block.tag in _TAGS[notation]
        if block.tag in _OTHER_TAGS and not tagged:
            continue
        if block.open and cut_off and notation == "mermaid":
            fault = fault or _BreaksOff(_CUT_OFF)
            continue
        try:
            return find(block.text, tagged)
        except _BreaksOff as error:
            fault = fault or error
        except NoCode:
            continue
    if fault or (cut_off and notation == "mermaid"):  # nothing in Mermaid itself says that it is complete
        raise fault or _BreaksOff(_CUT_OFF)
    return find(answer, False)


@dataclass(frozen=True, slots=True)
class _Block:
    tag: str
    text: str
    open: bool


def _fenced(answer: str) -> Iterator[_Block]:
    """Fenced blocks in any style: backticks or tildes, indented or quoted, with or without a tag."""
    fence, tag, lines = "", "", list[str]()
    for line in answer.split("\n"):
        match = _FENCE.match(line)
        if not fence and match:
            fence, tag, lines = match[1], match[2].strip("{}. \t").split(" ")[0].casefold(), []
        elif fence and match and not match[2].strip() and match[1].startswith(fence):
            yield _Block(tag, "\n".join(lines), open=False)
            fence = ""
        elif fence:
            lines.append(line)
    if fence:
        yield _Block(tag, "\n".join(lines), open=True)


def _find_svg(text: str, tagged: bool) -> str:
    """The last outermost ``<svg>`` … ``</svg>``; tags in comments and CDATA do not count."""
    depth, start, found = 0, 0, ""
    for tag in _SVG_TAG.finditer(text):
        word = tag[0][:5].casefold()
        if word == "<svg>" or word.startswith("<svg"):
            start = tag.start() if depth == 0 else start
            depth += not tag[0].endswith("/>")
        elif word == "</svg" and depth:
            depth -= 1
            found = text[start : tag.end()] if depth == 0 else found
    if found:
        return found
    if depth or re.search(r"<svg\b", text, re.IGNORECASE):
        raise _BreaksOff("the SVG code breaks off: there is no </svg> that closes it")
    raise NoCode("there is no SVG code in the answer: nothing between <svg and </svg>")


def _find_dot(text: str, tagged: bool) -> str:
    """The last graph whose braces close; braces in strings and comments do not count."""
    found, begun, at = "", 0, 0
    while begun < MAX_GRAPHS and (head := _DOT_HEAD.search(text, at)):
        begun, depth, at = begun + 1, 1, head.end()
        for token in _DOT_TOKEN.finditer(text, head.end()):
            depth += {"{": 1, "}": -1}.get(token[0], 0)
            if depth == 0:
                found, at = text[head.start() : token.end()], token.end()
                break
    if found:
        return found
    if begun:
        raise _BreaksOff("the DOT code breaks off: a brace is not closed")
    raise NoCode("there is no DOT code in the answer: no graph or digraph with braces")


def _find_tikz(text: str, tagged: bool) -> str:
    """A whole document where there is one, else the last ``tikzpicture`` with the set-up lines of a tagged block."""
    for begin, end in ((r"\documentclass", r"\end{document}"), (r"\begin{tikzpicture}", r"\end{tikzpicture}")):
        start = text.rfind(begin)
        stop = text.find(end, start)
        if start >= 0 and stop >= 0:
            whole = tagged and begin != r"\documentclass"
            return text.strip() if whole else text[start : stop + len(end)]
        if start >= 0:
            raise _BreaksOff(f"the TikZ code breaks off: there is no {end}")
    raise NoCode(r"there is no TikZ code in the answer: no \begin{tikzpicture}")


def _find_mermaid(text: str, tagged: bool) -> str:
    """A tagged block as it is; else from the type line on, up to the first paragraph that is no code."""
    if tagged and text.strip():
        return text.strip()
    lines = text.split("\n")
    heads = [i for i, line in enumerate(lines) if _MERMAID_HEAD.match(line.strip())]
    kept = lines[heads[-1] :] if heads else []
    for i, line in enumerate(kept):
        begins_paragraph = i > 0 and not kept[i - 1].strip()
        if _FENCE.match(line) or (begins_paragraph and _is_prose(line)):
            kept = kept[:i]
            break
    if len([line for line in kept if line.strip()]) < 2:
        raise NoCode("there is no Mermaid code in the answer: no line that begins a diagram, such as flowchart TD")
    return "\n".join(kept).strip()


def _is_prose(line: str) -> bool:
    return bool(line.strip()) and len(line.split()) > 2 and not _MERMAID_LINE.search(line)


_FINDERS: dict[str, Callable[[str, bool], str]] = {
    "svg": _find_svg,
    "mermaid": _find_mermaid,
    "dot": _find_dot,
    "tikz": _find_tikz,
}
