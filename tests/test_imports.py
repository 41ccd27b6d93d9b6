"""Modules import each other in one direction, imports inside functions included."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import graphicacy

ROOT = Path(graphicacy.__file__).parent


def _imported(path: Path, own: str) -> set[str]:
    """The modules that a file imports from, and the packages that are loaded before them, but for those it lies in."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    packages = {name.rsplit(".", depth)[0] for name in found for depth in range(1, name.count(".") + 1)}
    return {name for name in found | packages if not f"{own}.".startswith(f"{name}.")}


def test_no_module_imports_one_that_imports_it() -> None:
    names = {".".join(("graphicacy", *p.relative_to(ROOT).with_suffix("").parts)): p for p in ROOT.rglob("*.py")}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    assert len(names) > 50
    TopologicalSorter({name: _imported(path, name) & names.keys() for name, path in names.items()}).prepare()
