"""Edits of words: what a label says, whether it is there, where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from graphicacy.diagram.edit.base import (
    Avoid,
    Edited,
    Part,
    around,
    edge_name,
    first_that_matters,
    rare_first,
    shuffled,
)
from graphicacy.diagram.edit.parts import add_node
from graphicacy.diagram.edit.places import box_of, free_place
from graphicacy.diagram.edit.symbols import relabel
from graphicacy.diagram.edit.words import gibberish, misspell, siblings
from graphicacy.diagram.fonts import text_width, wrap
from graphicacy.diagram.layout import Layout, Lettering
from graphicacy.diagram.model import LineStyle, Node, Shape
from graphicacy.diagram.paint.text import fitting_size, ink_box, lines_of
from graphicacy.diagram.scene import Box

__all__ = ["drop_label", "duplicate_label", "group_at", "label_box", "label_of", "labels_of", "new_id", "rename",
           "swap_labels"]  # fmt: skip

_SIZE = 14.0  # pixels: of words whose lettering is not known
_LINE = 1.25  # height of a line, by the size of its font
_FEW = 20  # labels of a kind that are tried for an exchange
_WIDER = 1.15  # how far words may reach beyond the width that their label had
_LIKE = 1.4  # two labels trade places where neither is longer than the other by more than this


def rename(layout: Layout, key: Part, label: str, edit: str) -> Edited:
    """The part's label reads otherwise, in the same place and lettering: a typo, a sibling or gibberish."""
    if not label_of(layout, key):
        raise _no_label(key)
    after = _say(layout, key, label)
    what = f"the label {_quoted(layout, key)} now reads “{label}”"
    return Edited(after, edit, True, what, (_both(layout, after, key),), frozenset([key]))


def drop_label(layout: Layout, key: Part) -> Edited:
    """The part has no label any more."""
    if not label_of(layout, key):
        raise _no_label(key)
    what = f"the label {_quoted(layout, key)} is gone"
    box = label_box(layout, key)
    return Edited(_say(layout, key, ""), "dropped-label", True, what, (box,), frozenset([key]))


def swap_labels(layout: Layout, a: Part, b: Part) -> Edited:
    """Two parts carry each other's labels."""
    labels = label_of(layout, a), label_of(layout, b)
    if not all(labels):
        raise _no_label(b if labels[0] else a)
    after = _say(_say(layout, a, labels[1]), b, labels[0])
    what = f"the labels {_quoted(layout, a)} and {_quoted(layout, b)} have changed places"
    where = _both(layout, after, a), _both(layout, after, b)
    return Edited(after, "swapped-labels", True, what, where, frozenset([a, b]))


def duplicate_label(layout: Layout, key: str) -> Edited:
    """The words of a node stand a second time in a free place near it, without an outline."""
    label = label_of(layout, key)
    if not label:
        raise _no_label(key)
    own = layout.lettering.get(key, Lettering(box_of(layout, key), _SIZE))
    lines = wrap(label, own.size, max(box_of(layout, key).width, 8 * own.size))
    width = max(text_width(line, own.size, own.bold) for line in lines) + own.size
    layout, box = free_place(layout, width, _LINE * own.size * len(lines), box_of(layout, key).center)
    copy = Node(new_id(layout, key), label, Shape.TEXT, group=group_at(layout, box))
    words = replace(own, box=box, align="center", valign="middle", rotation=0.0)
    after = add_node(layout, copy, box, words)
    what = f"the label “{label}” is there twice"
    return Edited(after, "duplicated-label", True, what, (box,), frozenset([key, copy.id]))


def labels_of(layout: Layout, avoid: Avoid = frozenset()) -> dict[Part, str]:
    """What nodes, groups and visible edges say, by part; those to avoid and those that say nothing are left out."""
    said: dict[Part, str] = {}
    said.update(layout.diagram.labels())
    said.update((i, e.label) for i, e in enumerate(layout.diagram.edges) if e.line is not LineStyle.INVISIBLE)
    return {key: label for key, label in said.items() if label.strip() and key not in avoid}


def label_of(layout: Layout, key: Part) -> str:
    """The words of a node, group or edge; raises ``KeyError`` for none of these."""
    return layout.diagram.edges[key].label if isinstance(key, int) else layout.diagram.labels()[key]


def label_box(layout: Layout, key: Part) -> Box:
    """Where the words of a part are, as far as the layout tells: their own box, else their part's."""
    if key in layout.lettering:
        return ink_box(label_of(layout, key), layout.lettering[key]) or layout.lettering[key].box
    if isinstance(key, int) and key in layout.scene.labels:
        return layout.scene.labels[key]
    if isinstance(key, int):
        return around(layout.scene.routes[key])
    box = box_of(layout, key)
    return box if key in layout.scene.nodes else Box(box.x0, box.y0, box.x1, min(box.y1, box.y0 + 2 * _SIZE))


def _both(before: Layout, after: Layout, key: Part) -> Box:
    return label_box(before, key).union(label_box(after, key))


def new_id(layout: Layout, base: str) -> str:
    """An id that is not taken, made from another."""
    taken = layout.diagram.labels()
    return next(name for name in (f"{base}_{n}" for n in range(2, len(taken) + 3)) if name not in taken)


def group_at(layout: Layout, box: Box) -> str | None:
    """The innermost group whose frame holds a box."""
    around_it = [(frame.area, key) for key, frame in layout.scene.groups.items() if frame.contains(box)]
    return min(around_it)[1] if around_it else None


def _say(layout: Layout, key: Part, label: str) -> Layout:
    """Other words for a part, smaller where only they do not fit; the box of an edge's words is as wide as they are."""
    labels, lettering = dict(layout.scene.labels), dict(layout.lettering)
    old, words = label_of(layout, key), lettering.pop(key, None)
    box = labels.pop(key, None) if isinstance(key, int) else None
    if label and words:
        lettering[key] = words if box else _fitted(words, old, label)
    if label and box and isinstance(key, int):
        more = (text_width(label, _SIZE) - text_width(old, _SIZE)) * (words.size if words else _SIZE) / _SIZE / 2
        labels[key] = Box(box.x0 - max(more, -box.width / 4), box.y0, box.x1 + max(more, -box.width / 4), box.y1)
        if words:
            lettering[key] = replace(words, box=words.box.union(labels[key]))
            labels[key] = ink_box(label, lettering[key]) or labels[key]
    return replace(
        layout,
        diagram=relabel(layout.diagram, key, label),
        scene=replace(layout.scene, labels=labels),
        lettering=lettering,
    )


def _fitted(words: Lettering, old: str, label: str) -> Lettering:
    """The lettering for another label: a little wider for one that would break only now, smaller for one too long."""
    most = _WIDER * words.box.width
    wide = max(text_width(line, words.size, words.bold) for line in (*_lines(old, words), label))
    if words.box.width < wide <= most and len(_lines(label, words)) > len(_lines(old, words)) == 1:
        more = (wide - words.box.width) / 2
        return replace(words, box=Box(words.box.x0 - more, words.box.y0, words.box.x1 + more, words.box.y1))
    if fitting_size(old, words.box, words.size, words.bold) < words.size:
        return words  # the old one did not fit either
    return replace(words, size=fitting_size(label, words.box, words.size, words.bold))


def _lines(label: str, words: Lettering) -> list[str]:
    return lines_of(label, words.size, words.box.width, words.bold)


def _quoted(layout: Layout, key: Part) -> str:
    on = f" on {edge_name(layout.diagram, key)}" if isinstance(key, int) else ""
    return f"“{label_of(layout, key)}”{on}"


def _no_label(key: Part) -> ValueError:
    return ValueError(f"{key!r} has no label")


# What follows picks a place at random.


def _candidates(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> list[tuple[Part, str]]:
    """Parts and what they say, in random order, those first that no other is called like."""
    return rare_first(shuffled(labels_of(layout, avoid).items(), rng), lambda item: item[1])


def some_typo(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """One letter of a label is another; not of a label of one or two letters if there is a longer one."""
    found = [item for item in _candidates(layout, rng, avoid) if any(c.isalpha() for c in item[1])]
    found.sort(key=lambda item: len(item[1]) < 3)
    return first_that_matters(layout, (rename(layout, key, misspell(label, rng), "typo") for key, label in found))


def some_sibling(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A label names another thing of the same kind that is not in the diagram; one that is, if there is no other."""
    taken = {label.casefold() for label in labels_of(layout).values()}
    found = _candidates(layout, rng, avoid)

    def tries(fresh: bool) -> Iterator[Edited]:
        for key, label in found:
            others = [other for other in siblings(label) if (other.casefold() not in taken) is fresh]
            if others:
                yield rename(layout, key, others[0], "sibling")

    return first_that_matters(layout, tries(True)) or first_that_matters(layout, tries(False))


def some_dropped(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A label is gone."""
    return first_that_matters(layout, (drop_label(layout, key) for key, _ in _candidates(layout, rng, avoid)))


def some_gibberish(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """A label is letters without sense; one of four letters or more if there is such."""
    found = sorted(_candidates(layout, rng, avoid), key=lambda item: len(item[1]) < 4)
    return first_that_matters(layout, (rename(layout, key, gibberish(label, rng), "gibberish") for key, label in found))


def some_duplicated(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """The words of a node stand there twice."""
    keys = [key for key, _ in _candidates(layout, rng, avoid) if key in layout.scene.nodes]
    return first_that_matters(layout, (duplicate_label(layout, str(key)) for key in keys))


def some_swapped(layout: Layout, rng: np.random.Generator, avoid: Avoid) -> Edited | None:
    """Two labels of a kind trade places so that the diagram says something else; of like lengths if there are such."""
    said = labels_of(layout, avoid)
    keys = shuffled(said, rng)
    kinds: tuple[list[Part], ...] = (
        [key for key in keys if key in layout.scene.nodes],
        [key for key in keys if isinstance(key, int)],
        [key for key in keys if key in layout.scene.groups],
    )
    pairs = shuffled((pair for kind in kinds for pair in combinations(kind[:_FEW], 2)), rng)

    def unlike(pair: tuple[Part, Part]) -> bool:
        short, long = sorted(text_width(said[key], _SIZE) for key in pair)
        return long > _LIKE * short

    different = (pair for pair in sorted(pairs, key=unlike) if said[pair[0]] != said[pair[1]])
    return first_that_matters(layout, (swap_labels(layout, a, b) for a, b in different), len(pairs))
