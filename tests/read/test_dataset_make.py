"""How one diagram becomes rows and pictures, and what a blind guesser scores."""

import json
from dataclasses import dataclass, replace

import pytest

from graphicacy.diagram import notations
from graphicacy.read.asking import drafts
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.dataset import finish as finishing
from graphicacy.read.dataset import make as making
from graphicacy.read.dataset.build import build
from graphicacy.read.dataset.guess import Guesses
from graphicacy.read.dataset.make import fingerprints, make_part
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.tasks.leaf import Leaf
from read.figures import figure_of

TEXT = """flowchart TD
    a[Mix the buffer] --> b[Load the gel] --> c[Run the gel] --> d[Stain the gel]
    e[Photograph it]
    d --> e"""


@dataclass(frozen=True)
class Fixed:
    texts: tuple[str, ...] = (TEXT,)
    name: str = "fixed"

    def keys(self):
        return [str(k) for k in range(len(self.texts))]

    def load(self, key):
        diagram = notations.read(self.texts[int(key)], "mermaid")
        return Entry(f"fixed/{key}", f"Title {key}", "biology", "fixed", Kind.PROCESS, diagram)


def part(texts=(TEXT,), tasks=("graph-parsing",), **more):
    plan = Plan(0, len(texts), 0, tasks, (Fixed(tuple(texts)),), **more)
    return make_part(plan, next(plan.parts()))


def test_a_diagram_whose_needed_picture_fails_is_not_taken(monkeypatch):
    draw = making.draw_figure

    def refusing(refused):
        def draw_figure(entry, rendering, style):
            if rendering == refused:
                raise BadEntry(f"{entry.id}: it has arrow through node", "arrow through node")
            return draw(entry, rendering, style)

        return draw_figure

    for refused in ("mermaid", "graphviz"):
        monkeypatch.setattr(making, "draw_figure", refusing(refused))
        made = part()
        assert (made.diagrams, made.questions, made.images) == ([], [], {})
        assert [item.cause for item in made.rejected] == ["arrow through node"]
    monkeypatch.setattr(making, "draw_figure", refusing("mermaid-turned"))
    (row,) = part(turned_every=1).diagrams
    assert [r["name"] for r in row["renderings"]] == ["mermaid", "graphviz", "graphviz-turned"]


def test_one_title_one_set_of_labels_or_one_graph_makes_a_family():
    one = Fixed().load("0")
    same_title = Fixed((TEXT.replace("gel", "column"),)).load("0")
    same_labels = Fixed((TEXT.replace("d --> e", "e --> d"),)).load("0")
    assert fingerprints(one)[0] == fingerprints(replace(same_title, title=" title  0 "))[0]
    assert fingerprints(one)[0] != fingerprints(replace(one, title="Another"))[0]
    assert fingerprints(one)[1] != fingerprints(same_title)[1]
    assert fingerprints(one)[1:] == fingerprints(replace(one, id="fixed/9"))[1:]
    assert fingerprints(one)[1] == fingerprints(same_labels)[1]
    assert fingerprints(one)[2] != fingerprints(same_labels)[2]


def test_diagrams_without_title_or_words_are_of_no_common_family():
    one, other = (
        replace(Fixed((text,)).load("0"), title="", id=f"fixed/{k}")
        for k, text in enumerate(['flowchart TD\n a[" "] --> b[" "]', 'flowchart TD\n a[" "] --> b[" "] --> c[" "]'])
    )
    assert not set(fingerprints(one)) & set(fingerprints(other))


def test_where_colours_mean_something_all_else_is_white_and_black():
    (row,) = part((TEXT + "\n style a fill:#f26d6d",)).diagrams
    for rendering in row["renderings"]:
        fills = [node["fill"] for node in json.loads(rendering["painted"])["nodes"]]
        assert fills[0] == "#f26d6d"
        assert set(fills[1:]) <= {"#ffffff", None}


def test_diagrams_say_whether_they_have_a_cycle():
    rows = part((TEXT, TEXT + "\n e --> b")).diagrams
    assert [row["cyclic"] for row in rows] == [False, True]


def test_a_gold_answer_that_its_own_grader_refuses_stops_the_build(tmp_path, monkeypatch):
    check = finishing.check_gold
    monkeypatch.setattr(finishing, "check_gold", lambda *a: replace(check(*a), strict=0.0))
    with pytest.raises(AssertionError, match="its own answer grades"):
        build(Plan(0, 1, 0, ("graph-parsing",), (Fixed(),)), tmp_path, engine="here")


def test_a_blind_guesser_takes_the_constant_answer_that_does_best():
    guesses = Guesses()
    for answer in ("N", "S", "S", "E"):
        guesses.add({"task": "t", "answer_type": "direction", "answer": json.dumps(answer), "rubric": "{}"})
    for answer in ([], ["a"]):
        guesses.add({"task": "u", "answer_type": "nodes", "answer": json.dumps(answer), "rubric": "{}"})
    assert guesses.best() == {"t": 0.5, "u": 0.5}


def test_both_semantic_leaves_draw_alike_and_all_others_apart():
    drawn = []

    def ask(figure, rng):
        drawn.append(int(rng.integers(1 << 60)))
        return iter(())

    def draw(name, capability, seed=0, rendering="graphviz"):
        leaf = Leaf(name, "X1", capability, {"a": ask, "b": ask})
        for variant in "ab":
            list(drafts(figure_of(TEXT, rendering), leaf, variant, seed))
        one, other = drawn[-2:]
        assert one == other  # variants are comparable
        return one

    assert draw("semantic", "semantic") == draw("semantic-rewrite", "semantic")
    assert draw("comprehensive", "comprehensive") != draw("comprehensive-semantic", "comprehensive")
    assert draw("localization", "visual") == draw("localization", "visual", rendering="mermaid")
    assert draw("localization", "visual") != draw("localization", "visual", seed=1)
