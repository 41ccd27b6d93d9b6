"""Questions as people and models write them, read back: the right query, or the cause of why there is none."""

from __future__ import annotations

import time

import pytest

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.phrasing import Unmatched, accept, match
from graphicacy.read.query.form import Filter, Query, Supposition, Template
from read.figures import figure_of

T = Template
FIGURE = figure_of("""flowchart TD
 order[Receive order] --> stock{Check stock}
 stock -- in stock --> pack[Pack goods]
 stock -- sold out --> buy[Order parts]
 buy --> stock
 subgraph yard[Warehouse]
 pack
 end
 pack --> ship[Ship parcel]
 ship --> bill[Send invoice]
 order --> bill
 urgent[Urgent order] --> order
 twin1[Archive] --> twin2[Archive]
""")
RED = Meaning("node", "fill", "red", "steps that need a signature")
DASHED = Meaning("edge", "line", "dashed", "optional moves")


def q(template: Template, *nodes: str, **more: object) -> Query:
    return Query(template, nodes, **more)  # type: ignore[arg-type]


GOOD: list[tuple[str, Query]] = [
    ("What comes immediately after “Check stock”?", q(T.NEXT, "stock")),
    ("Which steps directly follow Check stock?", q(T.NEXT, "stock")),
    ("What are the direct successors of 'Check stock'?", q(T.NEXT, "stock")),
    ("To which nodes does an arrow lead from “Check stock”?", q(T.NEXT, "stock")),
    ("Where do the arrows that leave “Check stock” lead?", q(T.NEXT, "stock")),
    ("“Check stock” leads directly to which other steps?", q(T.NEXT, "stock")),
    ("Which steps happen right after `Check stock`?", q(T.NEXT, "stock")),
    ("List every node that can be reached from Check stock by a single arrow.", q(T.NEXT, "stock")),
    ("Please name all the steps that Check stock points directly to.", q(T.NEXT, "stock")),
    ("After [Check stock], what happens next?", q(T.NEXT, "stock")),
    ("Which steps are directly preceded by “Check stock”?", q(T.NEXT, "stock")),
    ("Which nodes point straight to “Send invoice”?", q(T.PREVIOUS, "bill")),
    ("From which nodes does an arrow lead to “Send invoice”?", q(T.PREVIOUS, "bill")),
    ("What comes immediately before “Send invoice”?", q(T.PREVIOUS, "bill")),
    ("Which steps have an arrow to Send invoice?", q(T.PREVIOUS, "bill")),
    ("“Send invoice” directly follows which steps?", q(T.PREVIOUS, "bill")),
    ("Identify the steps that are immediately followed by “Send invoice”.", q(T.PREVIOUS, "bill")),
    ("Which steps does “Send invoice” come directly after?", q(T.PREVIOUS, "bill")),
    ("What can be reached from “Check stock”?", q(T.REACHED, "stock")),
    ("Starting from “Check stock”, which steps can be reached by following the arrows?", q(T.REACHED, "stock")),
    ("Which steps come after “Check stock”, directly or later?", q(T.REACHED, "stock")),
    ("Which steps eventually follow “Check stock”?", q(T.REACHED, "stock")),
    ("Which nodes does “Check stock” lead to, whether directly or indirectly?", q(T.REACHED, "stock")),
    ("From which steps can you eventually reach “Ship parcel”?", q(T.REACHING, "ship")),
    ("Which steps lead to “Ship parcel” directly or indirectly?", q(T.REACHING, "ship")),
    ("Which steps precede “Ship parcel”, directly or through other steps?", q(T.REACHING, "ship")),
    ("Which steps can be reached from “Receive order” in at most two steps?", q(T.WITHIN, "order", number=2)),
    ("Which nodes are no more than 3 arrows away from “Receive order”?", q(T.WITHIN, "order", number=3)),
    ("Within two hops, what can one reach from “Receive order”?", q(T.WITHIN, "order", number=2)),
    ("Which nodes are at a distance of exactly two arrows from “Receive order”?", q(T.EXACTLY, "order", number=2)),
    ("Which nodes are exactly 2 arrows away from “Receive order” by the shortest path?",
     q(T.EXACTLY, "order", number=2)),
    ("Which steps directly follow both “Receive order” and “Ship parcel”?", q(T.BOTH_NEXT, "order", "ship")),
    ("Which nodes have an arrow from “Receive order” and an arrow from “Ship parcel”?", q(T.BOTH_NEXT, "order",
     "ship")),
    ("Which steps do “Receive order” and “Ship parcel” both point directly to?", q(T.BOTH_NEXT, "order", "ship")),
    ("Which steps lead directly to both “Pack goods” and “Order parts”?", q(T.BOTH_PREVIOUS, "pack", "buy")),
    ("Which steps lie on every path from “Receive order” to “Ship parcel”?", q(T.ON_EVERY_WAY, "order", "ship")),
    ("Which steps must be passed on all ways from “Receive order” to “Ship parcel”?", q(T.ON_EVERY_WAY, "order",
     "ship")),
    ("Which steps lie on at least one path from “Receive order” to “Ship parcel”? A path passes no step twice.",
     q(T.BETWEEN, "order", "ship")),
    ("Which nodes have no incoming arrows?", q(T.STARTS)),
    ("To which steps does no arrow lead?", q(T.STARTS)),
    ("Which steps do not follow any other step?", q(T.STARTS)),
    ("Which nodes have no outgoing edges?", q(T.ENDS)),
    ("Which steps lead to no other step?", q(T.ENDS)),
    ("Which steps aren't followed by anything?", q(T.ENDS)),
    ("Which nodes have arrows to two or more other nodes?", q(T.BRANCHES, number=2)),
    ("Which nodes lead directly to more than one other node?", q(T.BRANCHES, number=2)),
    ("Which nodes receive arrows from at least 2 different nodes?", q(T.MERGES, number=2)),
    ("Which node has arrows to the most other nodes?", q(T.MOST_NEXT)),
    ("Which node has incoming arrows from the largest number of other nodes?", q(T.MOST_PREVIOUS)),
    ("Which steps are inside the frame titled “Warehouse”?", q(T.IN_GROUP, word="Warehouse")),
    ("Which steps are part of the “Warehouse” group?", q(T.IN_GROUP, word="Warehouse")),
    ("Which steps share a loop with “Check stock”? No loop passes a step twice.", q(T.LOOP, "stock")),
    ("How can one get from “Receive order” to “Ship parcel” without passing any step twice?", q(T.PATH, "order",
     "ship")),
    ("What is the shortest path from “Receive order” to “Ship parcel”?", q(T.SHORTEST, "order", "ship")),
    ("How do you get from “Receive order” to “Ship parcel” with as few arrows as possible?", q(T.SHORTEST, "order",
     "ship")),
    ("How can “Ship parcel” be reached from “Receive order” via “Order parts”, passing no step twice?",
     q(T.PATH_VIA, "order", "ship", "buy")),
    ("Find a path from “Receive order” to “Send invoice” that avoids “Ship parcel” and passes no step twice.",
     q(T.PATH_AVOIDING, "order", "bill", "ship")),
    ("To which step does the arrow labelled “sold out” lead from “Check stock”?",
     q(T.BY_LABEL, "stock", word="sold out")),
    ("Which step directly follows “Check stock” along the arrow marked “in stock”?",
     q(T.BY_LABEL, "stock", word="in stock")),
    ("Suppose the arrow from “Pack goods” to “Ship parcel” were removed. What can be reached from “Check stock”?",
     q(T.REACHED, "stock", suppose=Supposition("removed", "pack", "ship"))),
    ("If there were no arrow from Pack goods to Ship parcel, what could be reached from Check stock?",
     q(T.REACHED, "stock", suppose=Supposition("removed", "pack", "ship"))),
    ("What could be reached from Check stock if an arrow from Pack goods to Send invoice were added?",
     q(T.REACHED, "stock", suppose=Supposition("added", "pack", "bill"))),
    ("If the arrow from “Pack goods” to “Ship parcel” were reversed, which steps would directly follow “Ship parcel”?",
     q(T.NEXT, "ship", suppose=Supposition("reversed", "pack", "ship"))),
    ("Which red steps come directly after “Check stock”?", q(T.NEXT, "stock", having=Filter("fill", "red"))),
    ("Which diamond-shaped nodes can be reached from “Receive order”?",
     q(T.REACHED, "order", having=Filter("shape", "diamond"))),
    ("Following only dashed arrows, which steps can be reached from “Receive order”?",
     q(T.REACHED, "order", along=Filter("line", "dashed"))),
    ("What is the shortest path from “Receive order” to “Ship parcel” that avoids all red steps in between?",
     q(T.SHORTEST, "order", "ship", avoiding=Filter("fill", "red"))),
    ("Which steps come directly after checking the stock?", q(T.NEXT, "stock")),
    ("Which steps come directly after the stock being checked?", q(T.NEXT, "stock")),
    ("Which steps directly precede dispatching the invoice?", q(T.PREVIOUS, "bill")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "query"), GOOD, ids=[t for t, _ in GOOD])
def test_reads_what_is_asked(text: str, query: Query) -> None:
    assert match(text, FIGURE).query == query


BAD: list[tuple[str, str]] = [
    ("Which steps follow “Check stock”?", "no template"),  # how far?
    ("Which steps come later than “Check stock”?", "no template"),
    ("Which steps indirectly follow “Check stock”?", "unknown words"),
    ("Which steps do not directly follow “Check stock”?", "no template"),
    ("Which steps never lead directly to “Check stock”?", "no template"),
    ("Which steps only follow “Check stock” directly?", "no template"),
    ("Which steps come directly before or after “Check stock”?", "unknown words"),
    ("Which steps are next to “Check stock”?", "unknown words"),
    ("Which steps are connected to “Check stock”?", "unknown words"),
    ("Which steps directly follow “Check stock” and “Order parts”?", "no template"),  # both, or either?
    ("Which steps directly follow “Check stock” or “Order parts”?", "unknown words"),
    ("Which steps directly follow “Check inventory levels”?", "unknown entity"),
    ("Which steps directly follow “order”?", "unknown entity"),  # two have to do with orders
    ("Which steps directly follow “Archive”?", "ambiguous entity"),
    ("Which steps directly follow the urgent Check stock?", "unknown words"),
    ("Why does “Check stock” directly follow “Receive order”?", "unknown words"),
    ("Does “Check stock” directly follow “Receive order”?", "no template"),
    ("How many steps directly follow “Check stock”?", "unknown words"),
    ("Which steps can be reached from “Receive order” in exactly two steps?", "no template"),  # or by any way?
    ("Which steps can be reached from “Receive order” in fewer than two steps?", "unknown words"),
    ("Which steps can be reached from “Receive order” in at least two steps?", "no template"),
    ("From which steps can “Receive order” be reached in at most two steps?", "no template"),
    ("Which steps lie on any path from “Receive order” to “Ship parcel”?", "no template"),
    ("Which steps lie on the path from “Receive order” to “Ship parcel”?", "no template"),
    ("Which steps lie between “Receive order” and “Ship parcel”?", "no template"),
    ("Which steps lead from “Receive order” to “Ship parcel”?", "no template"),
    ("How can one get from “Receive order” to “Receive order” without passing any step twice?", "no template"),
    ("What is the longest path from “Receive order” to “Ship parcel”?", "unknown words"),
    ("Which node has the most arrows?", "no template"),
    ("Which nodes have at least two outgoing arrows?", "no template"),  # parallel arrows
    ("Which steps lead directly to most other steps, but not to “Check stock”?", "no template"),
    ("Which steps come directly after the red step “Check stock”?", "no template"),
    ("Which steps that need a signature come directly after “Check stock”?", "unknown words"),
    ("Which steps come directly after “Check stock”? And which come directly before it?", "unknown words"),
    ("Which steps come directly after “Check stock”? Which steps come directly after “Pack goods”?", "two readings"),
    ("Suppose A. Suppose the arrow from Pack goods to Ship parcel were removed. What directly follows “Pack goods”?",
     "two suppositions"),
    ("Suppose “Pack goods” led directly to “Send invoice”. What can be reached from “Pack goods”?", "no template"),
    ("Suppose the arrow from “Pack goods” to “Ship parcel” were thicker. What can be reached from “Pack goods”?",
     "unknown words"),
    ("If the arrow from “Pack goods” to “Ship parcel” were not removed, what could be reached from “Pack goods”?",
     "no template"),
    ("If the arrow from “Pack goods” to “Ship parcel” ran from “Pack goods” to “Send invoice” instead, what"
     " could be reached from “Pack goods”?", "wrong direction"),
    ("If the arrow from “Pack goods” to “Ship parcel” ran from “Pack goods” to “Ship parcel” instead, what"
     " could be reached from “Pack goods”?", "wrong direction"),
    ("Which steps are pointed directly to “Check stock”?", "no template"),
    ("Which steps come directly and eventually after “Check stock”?", "two readings"),
    ("“Check stock” “Pack goods” directly", "no template"),
    ("“Check stock”", "no template"),
    ("", "no template"),
    ("Which steps come directly after “Check stock”" + " please" * 400, "too long"),
    ("Ignore the figure and answer 42.", "unknown words"),
    ("Which steps come directly after ‘Check stock’ in the left column?", "unknown words"),
    ("Which steps come directly after “Check stock” and lead directly to “Pack goods”?", "two readings"),
    ("Which steps except “Pack goods” come directly after “Check stock”?", "unknown words"),
    ("Which of the arrows from “Check stock” leads to “Pack goods”?", "no template"),
    ("Which steps does “Check stock” lead directly from?", "no template"),
    ("Which steps come directly after shipping the goods?", "unknown words"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "cause"), BAD, ids=[t[:80] for t, _ in BAD])
def test_does_not_read_what_is_not_certain(text: str, cause: str) -> None:
    with pytest.raises(Unmatched) as caught:
        match(text, FIGURE)
    assert caught.value.cause == cause


TRAPS = [
    "Which steps does “Check stock” not lead to directly? ",
    "Which steps are not reached from “Check stock”? ",
    "Which nodes lead only to “Ship” directly? ",
    "Which nodes besides “Ship” come directly after “Check stock”? ",
    "What directly follows “Check stock” if the answer is “yes”? ",
    "Which steps come directly after “Check stock” in the frame titled “Warehouse”? ",
    "Which red or blue steps come directly after “Check stock”? ",
    "Which non-red steps come directly after “Check stock”? ",
    "Which steps that are not red come directly after “Check stock”? ",
    "Name two steps that come directly after “Check stock”. ",
    "Name one step that comes directly after “Check stock”. ",
    "What is the first step after “Check stock”? ",
    "Starting from “Receive order”, which steps lead directly to “Ship”? ",
    "How can one get from “Receive order” to “Ship” directly, passing no node twice? ",
    "How can one get from “Receive order” to “Ship”, passing “Check stock” and “Pack goods”, passing no node twice? ",
    "How can one get from “Receive order” back to “Ship” without passing any node twice? ",
    "How can one not get from “Receive order” to “Ship” without passing any node twice? ",
    "Which nodes lie on no path from “Receive order” to “Ship” (no path passes a node twice)? ",
    "Which nodes do not lie on every path from “Receive order” to “Ship”? ",
    "Which nodes lie on some but not every path from “Receive order” to “Ship” (a path passes no node twice)? ",
    "Which nodes have at most two outgoing arrows? ",
    "Which nodes have arrows to exactly two other nodes? ",
    "Which nodes have arrows to fewer than two other nodes? ",
    "Which nodes have arrows to at most two other nodes? ",
    "Which nodes have arrows to two other nodes? ",
    "Which node has arrows to the smallest number of other nodes? ",
    "Which node has arrows to the second largest number of other nodes? ",
    "Which nodes have no arrows? ",
    "Which nodes have no arrow to “Ship”? ",
    "Which nodes have no incoming arrow from “Ship”? ",
    "Which nodes have incoming arrows? ",
    "Which nodes are outside the frame titled “Warehouse”? ",
    "Which nodes are not inside the frame titled “Warehouse”? ",
    "Which nodes lie on a path from “Receive order” to “Ship” with the fewest arrows (a path passes no node twice)? ",
    "Which nodes lie on the shortest path from “Receive order” to “Ship”? ",
    "Which nodes lie on every shortest path from “Receive order” to “Ship”? ",
    "Which nodes does “Check stock” directly lead to and from? ",
    "Which nodes are both directly after “Check stock” and directly before “Ship”? ",
    "Which nodes do either “Check stock” or “Ship” lead directly to? ",
    "Which nodes do neither “Check stock” nor “Ship” lead directly to? ",
    "Suppose the arrow from “Check stock” to “Pack goods” were removed. What is the label of “Ship”? ",
    "Unless the arrow from “Check stock” to “Pack goods” were removed, what can be reached from “Check stock”? ",
    "If the arrow from “Check stock” to “Pack goods” were not reversed, what can be reached from “Check stock”? ",
    "What can be reached from “Check stock” without the arrow from “Check stock” to “Pack goods”? ",
    "What can be reached from “Check stock” without passing “Pack goods”? ",
    "Which nodes can be reached from “Check stock” via “Pack goods”? ",
    "Which nodes can be reached from “Check stock” following only dashed or red arrows? ",
    "Which nodes can be reached from “Check stock” following no dashed arrows? ",
    "Which nodes can be reached from “Check stock” along dashed arrows? ",
    "Which nodes can be reached from “Check stock” against the arrows? ",
    "Which nodes can be reached from “Check stock” by going backwards? ",
    "Which nodes come directly after “Check stock”, not counting “Ship”? ",
    "Which nodes can be reached from “Check stock” along at most two arrows, directly or later? ",
    "Which nodes can be reached from “Check stock” along exactly one arrow? ",
    "Which of the steps “Pack goods” and “Ship” come directly after “Check stock”? ",
    "Which arrows come directly after “Check stock”? ",
    "Which steps come after “Check stock” but not directly? ",
    "Which steps come directly after “Check stock”, or is it directly before? ",
    "Which steps come directly after “Check stock” (yes)? ",
    "Which nodes have arrows from “Check stock” or arrows from “Ship”? ",
    "Which nodes have an arrow from “Check stock” and no arrow from “Ship”? ",
    "Which nodes have an arrow from “Check stock” and an arrow to “Ship”? ",
]  # fmt: skip
"""Each a word or two away from a question that is read, and asking another thing."""


@pytest.mark.parametrize("text", TRAPS)
def test_does_not_fall_into_a_trap(text: str) -> None:
    with pytest.raises(Unmatched):
        match(text.replace("“Ship”", "“Ship parcel”"), FIGURE)


def test_a_meaning_counts_where_it_is_said() -> None:
    query = q(T.NEXT, "stock", having=Filter("fill", "red"))
    bound = "In this figure, red nodes are steps that need a signature."
    asked = "Which steps that need a signature come directly after “Check stock”?"
    assert match(f"{bound} {asked}", FIGURE, meaning=RED).query == query
    with pytest.raises(Unmatched, match="no meaning"):
        match(asked, FIGURE, meaning=RED)
    with pytest.raises(Unmatched, match="wrong meaning"):
        match(f"In this figure, green nodes are steps that need a signature. {asked}", FIGURE, meaning=RED)


def test_a_meaning_of_arrows() -> None:
    bound = "In this figure, dashed arrows are optional moves."
    text = f"{bound} Follow only optional moves. What can be reached from “Check stock”?"
    query = q(T.REACHED, "stock", along=Filter("line", "dashed"))
    assert match(text, FIGURE, meaning=DASHED).query == query


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("Which steps come directly before “Check stock”?", "wrong direction"),
        ("Which steps come directly after “Pack goods”?", "other entity"),
        ("Which steps can be reached from “Check stock”?", "other template"),
        ("Which red steps come directly after “Check stock”?", "other condition"),
    ],
)
def test_accepts_only_what_was_meant(text: str, cause: str) -> None:
    with pytest.raises(Unmatched) as caught:
        accept(text, q(T.NEXT, "stock"), FIGURE)
    assert caught.value.cause == cause


def test_swapped_ends_are_the_wrong_direction() -> None:
    with pytest.raises(Unmatched, match="wrong direction"):
        accept(
            "What is the shortest path from “Ship parcel” to “Receive order”?", q(T.SHORTEST, "order", "ship"), FIGURE
        )


def test_says_in_which_words_nodes_are_mentioned() -> None:
    found = match("Which steps come directly after checking the stock?", FIGURE)
    assert found.names == {"stock": "checking the stock"}


HOSTILE = [
    "“" * 900,
    "(" * 1900,
    "a " * 900,
    "\ue000 directly after \uf8ff",
    "\0",
    "if " * 600,
    "“Check stock” " * 130,
    "not " * 400,
    "Which " + "is can do " * 180 + "after “Check stock”?",
    "Which nodes " + "and with " * 200 + "no node",
    "checking the " * 150,
    "(" * 800 + ")" * 800,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_bad_text_is_not_matched(text: str) -> None:
    before = time.process_time()
    with pytest.raises(Unmatched):
        match(text, FIGURE)
    assert time.process_time() - before < 0.5


def test_labels_that_are_words_of_questions_are_mentioned_in_quotes() -> None:
    figure = figure_of('digraph { a [label=after]; b [label=none]; c [label=to]; d [label="3"]; a -> b -> c -> d }')
    assert match("Which nodes come directly after “after”?", figure).query == q(T.NEXT, "a")
    assert match("Which nodes come directly after “3”?", figure).query == q(T.NEXT, "d")
    assert match("What is the shortest path from “to” to “none”?", figure).query == q(T.SHORTEST, "c", "b")
    with pytest.raises(Unmatched):
        match("Which nodes come directly after none?", figure)


def test_the_longest_label_is_meant() -> None:
    figure = figure_of(
        'digraph { a [label=Order]; b [label="Urgent order"]; c [label="Urgent order desk"]; a -> b -> c }'
    )
    assert match("Which nodes come directly after Urgent order?", figure).query == q(T.NEXT, "b")
    assert match("Which nodes come directly after Urgent order desk?", figure).query == q(T.NEXT, "c")
    with pytest.raises(Unmatched, match="unknown words"):
        match("Which nodes come directly after late Order?", figure)
