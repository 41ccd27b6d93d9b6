"""Modules import each other in one direction, imports inside functions included."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import graphicacy

ROOT = Path(graphicacy.__file__).parent


def _imported(path: Path) -> set[str]:
    """The package's modules that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_no_module_imports_one_that_imports_it() -> None:
    names = {".".join(("graphicacy", *p.relative_to(ROOT).with_suffix("").parts)): p for p in ROOT.rglob("*.py")}
    assert len(names) > 50
    TopologicalSorter({name: _imported(path) & names.keys() for name, path in names.items()}).prepare()
