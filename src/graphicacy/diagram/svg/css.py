"""The safe part of CSS: declarations without references to the outside, sheets without at-rules."""

from __future__ import annotations

import re

__all__ = ["clean_declarations", "clean_sheet", "is_local", "substitute", "variables"]

_COMMENT = re.compile(r"/\*.*?(?:\*/|$)|<!--|-->", re.S)
_URL = re.compile(r"url\s*\(\s*(?!['\"]?#)|image-set\s*\(|expression\s*\(|javascript\s*:", re.I)
_VARIABLE = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]*)")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_MOVING = re.compile(r"^\s*(?:animation|transition|behavior|-moz-binding)", re.I)


def is_local(value: str) -> bool:
    """Whether an attribute or declaration refers to nothing outside the document."""
    # A backslash can spell ``url`` in escapes.
    return ("(" not in value and ":" not in value) or not (_URL.search(value) or ("\\" in value and "(" in value))


def variables(sheet: str) -> dict[str, str]:
    """Custom properties that a sheet sets, wherever it sets them (renderers of SVG know no cascade for them)."""
    if "--" not in sheet:
        return {}
    return {name: value.strip() for name, value in _VARIABLE.findall(_COMMENT.sub(" ", sheet)) if len(value) < 200}


def substitute(value: str, known: dict[str, str]) -> str:
    """Put custom properties in place of ``var(--name, fallback)``, two levels deep."""
    for _ in range(2):
        if "var(" not in value or len(value) > 10_000:
            break
        value = _VAR.sub(lambda m: known.get(m.group(1), m.group(2) or "inherit"), value)
    return value


def clean_declarations(style: str, known: dict[str, str]) -> str | None:
    """The safe declarations of a ``style`` attribute; None where none is left."""
    kept = []
    for declaration in _COMMENT.sub(" ", substitute(style, known)).split(";"):
        name, colon, value = declaration.partition(":")
        if colon and not name.strip().startswith("--") and not _MOVING.match(name) and is_local(value):
            kept.append(f"{name.strip()}:{value.strip()}")
    return ";".join(kept) or None


def clean_sheet(sheet: str, known: dict[str, str]) -> tuple[str, list[str]]:
    """A style sheet reduced to plain rules, and a sentence for each thing left out."""
    dropped = []
    rules = []
    rest = _COMMENT.sub(" ", sheet)
    while rest.strip():
        rest = rest.lstrip()
        if rest.startswith("@"):
            name, rest = _skip_at_rule(rest)
            dropped.append(f"a style rule {name} was removed")
            continue
        selector, brace, rest = rest.partition("{")
        body, _, rest = rest.partition("}")
        if not brace:
            break
        declarations = clean_declarations(body, known)
        if declarations and "\\" not in selector and "<" not in selector:
            rules.append(f"{selector.strip()}{{{declarations}}}")
    return "\n".join(rules), dropped


def _skip_at_rule(text: str) -> tuple[str, str]:
    """Name of the at-rule that ``text`` starts with, and what follows it."""
    name = re.match(r"@[\w-]*", text)
    depth = 0
    for match in re.finditer(r"[;{}]", text):
        mark = match.group()
        depth += {"{": 1, "}": -1, ";": 0}[mark]
        if depth <= 0:
            return (name.group() if name else "@"), text[match.end() :]
    return (name.group() if name else "@"), ""
