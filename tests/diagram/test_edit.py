"""Each edit changes one thing, says what, and leaves a layout that is whole."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edit_samples import check, layouts, pathway
from graphicacy.diagram import edit
from graphicacy.diagram.compare import LOOKS, same
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.model import Diagram, Edge, Head, Node
from graphicacy.diagram.paint import paint, settled
from graphicacy.diagram.render import render
from graphicacy.diagram.scene import Box, Scene

IN_DIAGRAM = [name for name in edit.MEANING if edit.EDITS[name].kind != "layout"]
LAID_OUT = [name for name in edit.EDITS if name not in ("jpeg", "relaid")]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_registry_has_enough_of_each_kind() -> None:
    assert len(edit.MEANING) >= 16
    assert len(edit.HARMLESS) >= 7
    assert {*edit.MEANING, *edit.HARMLESS} == set(edit.EDITS)


@pytest.mark.parametrize("name", LAID_OUT)
def test_every_edit_finds_a_place_in_a_pathway_and_leaves_the_rest_alone(name: str) -> None:
    before = settled(pathway())
    for seed in range(8):
        edited = edit.EDITS[name].apply(before, rng(seed))
        assert edited is not None
        assert (edited.edit, edited.changes_meaning) == (name, name in edit.MEANING)
        assert paint(edited.layout, edited.style) != paint(before)
        check(edited.layout)
        assert same(edited.layout.diagram, before.diagram, ignore=LOOKS) is (name not in IN_DIAGRAM)
        if edited.parts:
            untouched = {n.id for n in before.diagram.nodes} - edited.parts
            moved = {key for key in untouched if edited.layout.scene.nodes.get(key) != before.scene.nodes[key]}
            assert {next(n for n in before.diagram.nodes if n.id == key).shape for key in moved} <= {"anchor", "circle"}
            assert {key: edited.layout.lettering[key] for key in untouched - moved if key in before.lettering} == {
                key: before.lettering[key] for key in untouched - moved if key in before.lettering
            }


@settings(max_examples=60, deadline=None)
@given(layouts(), st.sampled_from(LAID_OUT), st.integers(0, 2**32 - 1))
def test_any_edit_of_any_layout_is_whole_and_repeatable(layout: Layout, name: str, seed: int) -> None:
    before = settled(layout)
    check(before)
    edited = edit.EDITS[name].apply(layout, rng(seed))
    if edited is None:
        return
    check(edited.layout)
    assert edited == edit.EDITS[name].apply(layout, rng(seed))
    assert same(edited.layout.diagram, before.diagram, "label", ignore=LOOKS) is (name not in IN_DIAGRAM)
    assert edited.where
    assert all(box.x0 <= box.x1 and box.y0 <= box.y1 for box in edited.where)
    assert paint(edited.layout, edited.style) != paint(before)


@settings(max_examples=30, deadline=None)
@given(layouts(), st.permutations(LAID_OUT), st.integers(0, 2**32 - 1))
def test_a_walk_never_touches_a_part_twice_and_every_step_tells(layout: Layout, names: list[str], seed: int) -> None:
    steps = edit.walk(layout, names, rng(seed))
    labels = layout.diagram.labels()
    seen = [part for step in steps for part in step.parts if isinstance(part, str) and part in labels]
    assert len(seen) == len(set(seen))
    before = layout
    for step in steps:
        check(step.layout)
        assert same(step.layout.diagram, before.diagram, "label", ignore=LOOKS) is (step.edit not in IN_DIAGRAM)
        before = step.layout
    assert [step.edit for step in steps] == [name for name in names if name in {step.edit for step in steps}]


def test_a_walk_counts_edges_as_they_move_up() -> None:
    names = ["dropped-edge", "flipped-edge", "dropped-edge", "changed-head", "flipped-edge"]
    for seed in range(20):
        steps = edit.walk(pathway(), names, rng(seed))
        ends = [(e.source, e.target) for e in pathway().diagram.edges]
        left = [(e.source, e.target) for e in steps[-1].layout.diagram.edges]
        flips = sum(step.edit == "flipped-edge" for step in steps)
        drops = sum(step.edit == "dropped-edge" for step in steps)
        assert len(left) == len(ends) - drops
        assert sum(pair not in ends for pair in left) == flips  # none was turned back


def test_a_walk_keeps_the_font() -> None:
    steps = edit.walk(pathway(), ["font", "typo"], rng())
    assert steps[0].style is not None
    assert steps[1].style == steps[0].style


def test_nothing_to_edit_is_no_edit() -> None:
    empty = Layout(Diagram(), Scene(100, 100))
    for name, entry in edit.EDITS.items():
        assert entry.apply(empty, rng()) is None or name in edit.HARMLESS
    assert edit.walk(empty, edit.MEANING, rng()) == []


def test_what_would_say_the_same_is_no_edit() -> None:
    box = {"a": Box(10, 10, 60, 40), "b": Box(110, 10, 160, 40)}
    nodes = Node("a", "A"), Node("b", "B")
    for edges in ((), (Edge("a", "b", head=Head.NONE),), (Edge("a", "b", tail=Head.POINTED),)):
        layout = Layout(Diagram(nodes, edges), Scene(200, 60, box, (((60, 25), (110, 25)),) * len(edges)))
        for name in ("swapped-labels", "flipped-edge"):
            assert edit.EDITS[name].apply(layout, rng()) is None


def test_a_node_stays_whose_edges_are_to_be_left_alone() -> None:
    assert edit.EDITS["dropped-node"].apply(pathway(), rng(), avoid=range(6)) is None
    dropped = edit.EDITS["dropped-node"].apply(pathway(), rng(), avoid=range(1, 6))
    assert dropped is not None
    assert dropped.gone == {0}


def test_an_unknown_edit_is_named() -> None:
    with pytest.raises(ValueError, match="'flop' is none of typo, sibling"):
        edit.walk(pathway(), ["flop"], rng())


def test_a_drawing_is_edited_where_it_stands() -> None:
    drawing = render(pathway())
    base = edit.layout_in(drawing)
    assert base is not None
    changed, edited = edit.edit_drawing(drawing, "flipped-edge", rng(3)) or pytest.fail("no place")
    assert changed.layout == edited.layout
    a, b = (pixels(d.png) for d in (render(base), changed))
    rows, columns = np.nonzero((a != b).any(axis=2))
    ink = Box(columns.min(), rows.min(), columns.max(), rows.max())
    assert edited.where[0].scale(changed.scale).contains(ink, slack=2.0)
    assert changed.png == (edit.edit_drawing(drawing, "flipped-edge", rng(3)) or pytest.fail("no place"))[0].png


def test_a_drawing_by_another_engine_is_repainted_in_its_own_pixels() -> None:
    drawing = replace(render(pathway()), layout=None)
    layout = edit.layout_in(drawing)
    assert layout is not None
    assert drawing.scene is not None
    for key, box in pathway().scene.nodes.items():
        assert layout.scene.nodes[key] == pytest.approx(box, abs=0.01)
    assert edit.layout_in(replace(drawing, diagram=None)) is None
    assert edit.edit_drawing(replace(drawing, scene=None), "typo", rng()) is None


def test_a_jpeg_differs_a_little_everywhere_and_says_the_same() -> None:
    drawing = render(pathway())
    changed, edited = edit.edit_drawing(drawing, "jpeg", rng()) or pytest.fail("no place")
    a, b = (pixels(d.png).astype(int) for d in (drawing, changed))
    assert a.shape == b.shape
    assert 0 < np.abs(a - b).mean() < 3
    assert not edited.changes_meaning
    assert changed.diagram == drawing.diagram


def pixels(png: bytes) -> np.ndarray:
    import io

    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def test_the_docs_name_every_edit_and_their_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "edits.md").read_text(encoding="utf-8")
    changing, harmless = page.split("## Harmless edits")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (label|relation|node|layout) \|", changing, re.M))
    assert rows == {name: edit.EDITS[name].kind for name in edit.MEANING}
    assert re.findall(r"^\| `([a-z-]+)` \|", harmless, re.M) == list(edit.HARMLESS)
    exec(page.split("```python\n")[1].split("```")[0], shown := dict[str, object]())
    assert f"# {capsys.readouterr().out.strip()}" in page
    assert [step.edit for step in shown["steps"]] == ["typo", "dropped-edge", "overlap"]
