"""Frames around nodes that belong together."""

from __future__ import annotations

import random

from graphicacy.diagram.model import Group
from graphicacy.read.corpus.generator.vocabulary import Vocabulary
from graphicacy.read.corpus.generator.wording import Section

__all__ = ["framed"]

_FEWEST = 2  # nodes in a frame
_FRAMED = 0.85  # of the sections that can have a frame, but one at least
_DIVIDED = 0.6  # of the frames hold another one, but one at least


def framed(
    sections: list[Section], nesting: int, words: Vocabulary, rng: random.Random
) -> tuple[list[Group], dict[int, str]]:
    """Frames up to a depth, and the innermost frame of each node that has one.

    Depth 1 has sections, 2 has actors inside of sections, 3 has a place around sections.
    """
    groups: list[Group] = []
    homes: dict[int, str] = {}
    if not nesting:
        return groups, homes
    able = list({s.title: s for s in sections if len(s.nodes) >= _FEWEST}.values())
    chosen = [section for section in able if rng.random() < _FRAMED] or able[:1]
    outer = nesting == 3 and bool(chosen)
    if outer:
        place = rng.choice(words.lists["places"])
        groups.append(Group("f0", place[0].upper() + place[1:]))
    held = set(rng.sample(range(len(chosen)), max(1, len(chosen) * 2 // 3))) if outer else set()
    divided = [k for k, section in enumerate(chosen) if len(section.nodes) > _FEWEST]
    first = [k for k in divided if k in held or not outer][:1]
    actors = rng.sample(words.lists["actors"], len(words.lists["actors"]))
    for k, section in enumerate(chosen):
        frame = Group(f"f{len(groups)}", section.title, parent="f0" if k in held else None)
        groups.append(frame)
        homes |= dict.fromkeys(section.nodes, frame.id)
        if nesting > 1 and actors and k in divided and (k in first or rng.random() < _DIVIDED):
            size = rng.randint(_FEWEST, max(_FEWEST, len(section.nodes) * 2 // 3))
            start = rng.randint(0, len(section.nodes) - size)
            inner = Group(f"f{len(groups)}", actors.pop(), parent=frame.id)
            groups.append(inner)
            homes |= dict.fromkeys(section.nodes[start : start + size], inner.id)
    return groups, homes
