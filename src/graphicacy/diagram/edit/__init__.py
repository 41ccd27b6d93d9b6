"""Named edits: each changes one thing of a laid-out diagram in place and leaves everything else where it was.

Seventeen change what a diagram says, or spoil how it can be read; the others change only its looks. A scorer should
notice the first and stay silent on the second; what differs between two drawings is known when one is an edit of the
other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from graphicacy.diagram.affine import scaling
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.edit import edges as edit_edges
from graphicacy.diagram.edit import labels as edit_labels
from graphicacy.diagram.edit import looks as edit_looks
from graphicacy.diagram.edit import nodes as edit_nodes
from graphicacy.diagram.edit.base import Edit, Edited, Part
from graphicacy.diagram.layout import Layout
from graphicacy.diagram.paint import settled
from graphicacy.diagram.scene import Box
from graphicacy.diagram.style import Style
from graphicacy.diagram.transform import moved

__all__ = ["EDITS", "HARMLESS", "MEANING", "Edit", "Edited", "edit_drawing", "layout_in", "walk"]

_MILD = (0.15, 0.4)  # strength of compression: JPEG quality from 82 down to 60
_ALL = (
    Edit("typo", "label", True, "one letter of a label is another", edit_labels.some_typo),
    Edit("sibling", "label", True, "a label names another thing of the same kind", edit_labels.some_sibling),
    Edit("dropped-label", "label", True, "a label is gone", edit_labels.some_dropped),
    Edit("duplicated-label", "label", True, "a label is there twice", edit_labels.some_duplicated),
    Edit("gibberish", "label", True, "a label is letters without sense", edit_labels.some_gibberish),
    Edit("swapped-labels", "label", True, "two labels have changed places", edit_labels.some_swapped),
    Edit("flipped-edge", "relation", True, "a connector runs the other way", edit_edges.some_flipped),
    Edit("dropped-edge", "relation", True, "a connector is gone", edit_edges.some_dropped),
    Edit("added-edge", "relation", True, "a connector joins what was not joined", edit_edges.some_added),
    Edit("rewired-edge", "relation", True, "a connector ends at another node", edit_edges.some_rewired),
    Edit("changed-head", "relation", True, "a connector ends in another head", edit_edges.some_head),
    Edit("dropped-node", "node", True, "a node is gone, with its connectors", edit_nodes.some_dropped),
    Edit("invented-node", "node", True, "a node that does not belong is joined to one", edit_nodes.some_invented),
    Edit("overlap", "layout", True, "two nodes lie on one another", edit_nodes.some_overlap),
    Edit("small-text", "layout", True, "a label is too small to read", edit_looks.some_small),
    Edit("low-contrast", "layout", True, "a label is too pale to read", edit_looks.some_pale),
    Edit("off-canvas", "layout", True, "a node is cut off by the edge of the picture", edit_nodes.some_push),
    Edit("mirrored", "look", False, "left and right have changed places", edit_looks.some_mirror),
    Edit("recoloured", "look", False, "all hues are turned by one angle", edit_looks.some_recolour),
    Edit("font", "look", False, "words are set in another font", edit_looks.some_font),
    Edit("relaid", "look", False, "the same diagram is laid out anew", edit_looks.some_relaid),
    Edit("thicker", "look", False, "all lines are wider", edit_looks.some_thicker),
    Edit("scaled", "look", False, "everything is larger or smaller", edit_looks.some_scale),
    Edit("ground", "look", False, "the white ground is tinted", edit_looks.some_ground),
    Edit("jpeg", "look", False, "the picture is saved as a JPEG of good quality", None),
)
EDITS = {entry.name: entry for entry in _ALL}
MEANING = tuple(entry.name for entry in _ALL if entry.changes_meaning)
HARMLESS = tuple(entry.name for entry in _ALL if not entry.changes_meaning)


def walk(layout: Layout, names: Iterable[str], rng: np.random.Generator) -> list[Edited]:
    """The named edits one after another, each on the layout that the one before left, and on parts not yet changed.

    An edit for which no unchanged part is left is skipped, so that none undoes or hides an earlier one. ``parts`` and
    ``where`` of each count in the layout of that step. Raises ``ValueError`` for an unknown name, and ``BadDrawing``
    for a layout that cannot be drawn.
    """
    steps: list[Edited] = []
    used: set[Part] = set()
    style: Style | None = None
    for name in names:
        step = _named(name).apply(layout, rng, used)
        if step is None:
            continue
        style = step.style or style
        steps.append(replace(step, style=style))
        used = {_moved_up(part, step.gone) for part in used | step.parts if part not in step.gone}
        layout = step.layout
    return steps


def _moved_up(part: Part, gone: frozenset[int]) -> Part:
    """The index of an edge after those before it are gone; an id stays."""
    return part if isinstance(part, str) else part - sum(index < part for index in gone)


def edit_drawing(drawing: Drawing, name: str, rng: np.random.Generator) -> tuple[Drawing, Edited] | None:
    """The drawing after the named edit, painted by our own writer; None where it cannot be applied.

    Compare it with ``render(layout_in(drawing))``, which differs from it in the edit alone. Raises as ``walk`` does.
    """
    layout = layout_in(drawing)
    if layout is None:
        return None
    if name == "jpeg":
        return _as_jpeg(layout, rng)
    edited = _named(name).apply(layout, rng)
    if edited is None:
        return None
    from graphicacy.diagram.render import render

    return render(edited.layout, style=edited.style), edited


def layout_in(drawing: Drawing) -> Layout | None:
    """Where a drawing has its parts, in CSS pixels, every label with its lettering; None where that is not known."""
    if drawing.layout is not None:
        return settled(drawing.layout)
    if drawing.diagram is None or drawing.scene is None:
        return None
    from graphicacy.diagram.layout.of import layout_of

    scene, by = drawing.scene, 1 / drawing.scale
    return layout_of(drawing.diagram, moved(scene, scaling(by), scene.width * by, scene.height * by))


def _named(name: str) -> Edit:
    if name not in EDITS:
        raise ValueError(f"edit {name!r} is none of {', '.join(EDITS)}")
    return EDITS[name]


def _as_jpeg(layout: Layout, rng: np.random.Generator) -> tuple[Drawing, Edited]:
    """The picture as a mild JPEG shows it; its pixels are no longer those of an SVG."""
    from graphicacy.diagram.degrade import degrade
    from graphicacy.diagram.render import render

    drawing = degrade(render(layout), "jpeg", float(rng.uniform(*_MILD)), rng)
    canvas = Box(0, 0, layout.scene.width, layout.scene.height)
    return drawing, Edited(layout, "jpeg", False, "the picture was saved as a JPEG", (canvas,))
