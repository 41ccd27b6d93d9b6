"""Every diagram of the built-in library is laid out by both engines so that each arrow and word can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphicacy.diagram.render import LARGEST, Laid, lay_out
from graphicacy.diagram.style import Style
from graphicacy.read.corpus.entry import Entry
from graphicacy.read.corpus.library import LibrarySource
from graphicacy.read.legibility import LEAST_LETTERS, unclear_places
from graphicacy.read.renderings import wider_styles

SOURCE = LibrarySource()
LETTERS = {"merman": 16.0, "graphviz": 14 * 4 / 3}  # CSS pixels: the size of the font of each engine


@pytest.mark.slow
@pytest.mark.parametrize("key", SOURCE.keys())
def test_both_engines_draw_it_legibly(key: str) -> None:
    entry = SOURCE.load(key)
    for engine in LETTERS:
        laid = next((laid for laid in layouts(entry, engine) if is_clear(laid)), None)
        assert laid is not None, f"{engine} hides or mixes up arrows at every spacing"
        assert LETTERS[engine] * LARGEST / longest_side(laid) >= LEAST_LETTERS, f"{engine}'s letters become too small"


def layouts(entry: Entry, engine: str) -> Iterator[Laid]:
    """As ``draw_figure`` tries them, but without pixels, which take long and say nothing about legibility."""
    what, notation = (entry.mermaid, "mermaid") if engine == "merman" else (entry.diagram, None)
    assert what is not None
    for style in wider_styles(Style()):
        yield lay_out(what, notation, engine=engine, style=style)


def is_clear(laid: Laid) -> bool:
    diagram, scene = laid.sketch.diagram, laid.sketch.scene
    return diagram is not None and scene is not None and not unclear_places(diagram, scene)


def longest_side(laid: Laid) -> float:
    scene = laid.sketch.scene
    assert scene is not None
    return max(max(box.x1, box.y1) for box in (*scene.nodes.values(), *scene.labels.values()))
