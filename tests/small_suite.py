"""Two small tasks, a drawing that solves them, and a judge's verdict on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loopback import Reply, chat

CHAT = "openai-api/loopback/chat-1"
JUDGE = "openai-api/loopback/judge-1"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">'
    '<rect x="100" y="60" width="160" height="80" fill="none" stroke="black"/>'
    '<text x="150" y="108" font-size="24" font-family="sans-serif">ATP</text>'
    '<rect x="100" y="360" width="160" height="80" fill="none" stroke="black"/>'
    '<text x="150" y="408" font-size="24" font-family="sans-serif">ADP</text>'
    '<line x1="180" y1="140" x2="180" y2="345" stroke="black" stroke-width="3"/>'
    '<path d="M180 360 l-9 -18 h18 z" fill="black"/></svg>'
)
VERDICT = {
    "relations": {"r0": {"verdict": "yes", "reason": "the arrow points down"}},
    "components": {"c0": {"verdict": "no", "reason": "there is none"}},
    "contradictions": [],
    "structure": {"rating": 4, "reason": "clear"},
    "conventions": {"rating": 5, "reason": "kept"},
}
PROMPTS = {"t-1": "Draw ATP above ADP.", "t-2": "ATP becomes ADP; draw it."}


def fenced(code: str, tag: str = "svg") -> Reply:
    return chat(f"Here it is:\n```{tag}\n{code}\n```")


def write_suite(path: Path) -> Path:
    path.write_text(json.dumps([_task(name, prompt) for name, prompt in PROMPTS.items()]))
    return path


def _task(name: str, prompt: str) -> dict[str, Any]:
    return {
        "id": name,
        "prompt": prompt,
        "required_labels": ["ATP", "ADP"],
        "required_relations": [["ATP", "converts to", "ADP"]],
        "required_components": ["a mitochondrion in the background"],
        "discipline_conventions": ["Phosphate groups are shown as circles."],
    }
