"""Labels in other words: what they mean, and what is caught."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphicacy.read
from graphicacy.diagram import notations
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.model import Diagram, Node
from graphicacy.diagram.scene import Scene
from graphicacy.read.corpus.entry import Entry, Kind
from graphicacy.read.corpus.generator.source import GeneratedSource
from graphicacy.read.figure import Figure
from graphicacy.read.phrasing import Unmatched, accept_rewrite, resolve, rewrites
from graphicacy.read.phrasing.concepts import sense_of
from graphicacy.read.phrasing.inflect import gerund, participle, plural, singular
from graphicacy.read.phrasing.lexicon import ADJECTIVES, NOUNS, VERBS
from graphicacy.read.phrasing.rewrite import differs


def figure(*labels: str) -> Figure:
    """A figure of nodes with these labels, of which no picture is needed: ids n0, n1 …"""
    diagram = Diagram(tuple(Node(f"n{k}", label) for k, label in enumerate(labels)))
    entry = Entry("test/it", "A test", "computing", "test", Kind.PROCESS, diagram)
    return Figure(entry, "none", diagram, Scene(1, 1), Drawing(b"", 1, 1), lambda _: Drawing(b"", 1, 1))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Refine Solution", "refining the solution"),
        ("Refine Solution", "the refinement of the solution"),
        ("Refine Solution", "the solution being refined"),
        ("Check the certificate", "verifying the certificate"),
        ("Customer complaint", "a complaint by a customer"),
        ("Is the sample valid?", "the check whether the sample is valid"),
        ("Are the results complete?", "the check whether the results are complete"),
        ("Sample valid?", "the check whether the sample is valid"),
        ("Order received", "the order having been received"),
        ("Strip the resist", "stripping the resist"),
        ("Submit an application", "submitting an application"),
        ("Measure HER2 expression", "measuring HER2 expression"),
        ("Collect the voice of the customer", "gathering the voice of the customer"),
        ("Annual review", "yearly review"),
        ("Confirm noise forecast", "confirming the noise forecast"),
        ("Record body temperature", "the body temperature being recorded"),  # a step of the generator
        ("Test surgical tray set", "testing the surgical tray set"),  # an adjective follows no noun
        ("Take depositions", "taking the depositions"),
        ("Shut down the furnace", "the furnace being shut down"),
        ("Cross-check geological sheet", "cross-checking the geological sheet"),
        ("Find and remove the special cause", "finding and removing the special cause"),
        ("Adjust pain relief", "adjusting pain relief"),
        ("Order rejected", "the rejection of the order"),
        ("File is closed", "the file having been closed"),
        ("Patient transferred to another hospital", "the patient having been transferred to another hospital"),
        ("Merchant refunds the amount", "the merchant refunding the amount"),
        ("Is the batch sterile?", "the check whether the batch is sterile"),
        ("Is the tap water free of lead?", "the check whether the tap water is free of lead"),
        ("Is consent given?", "the check whether consent is given"),
        ("Can the board be repaired?", "the check whether the board can be repaired"),
        ("Has the state complied?", "the check whether the state has complied"),
        ("Does the fraud score pass?", "the check whether the fraud score passes"),
        ("Does the House pass it?", "the check whether the House passes it"),
        ("Are there signs of fraud?", "the check whether there are signs of fraud"),
        ("What does the gauge show?", "the question of what the gauge shows"),
        ("How large is the variance?", "the question of how large the variance is"),
        ("Is the canary as good as the baseline?", "the check whether the canary is as good as the baseline"),
        ("Was this message handled before?", "the check whether this message was handled before"),
        ("Make alkaline with lime", "making alkaline with lime"),
        ("Stroke risk", "the risk of stroke"),
        ("Jury selection", "the selection of the jury"),
    ],
)
def test_says_it_otherwise(label: str, expected: str) -> None:
    assert expected in rewrites(label)


@pytest.mark.parametrize(
    "label",
    [
        "",
        "NADH",
        "HER2",
        "Fe2+",
        "Start",
        "Test results",  # of a test, or to test?
        "Heat treatment",
        "Clean water",
        "Stop codon",
        "Deposit insurance",
        "Krebs cycle",
        "Urgent order",
        "Simple distillation",
        "A → B",
        "x" * 300,
        "Pick and pack the goods",
        "Client sends request",
        "Net funding ratio",
        "Aggregate demand",
        "Upgrade examination",
        "Register allocation",
        "Select committee",
        "Follow up visit",
        "Contact phase",
        "Building permit",
        "Liquidity risk",
        "Blood pressure",
        "Stop writes to the server",
        "Still eligible?",
        "Evaluate Comprehensive Plan",
        "Lake frozen",
    ],
)
def test_says_nothing_otherwise_that_is_not_certain(label: str) -> None:
    assert rewrites(label) == ()


def test_names_symbols_and_numbers_stay() -> None:
    for words in rewrites("Add 5 mL NaOH") + rewrites("Inform Alice") + rewrites("Dilute HCl to 0.1 M"):
        assert any(name in words for name in ("NaOH", "Alice", "HCl"))


CAUGHT = [
    # label, other words, other labels of the figure
    ("Measure the weight", "measuring the mass", ()),
    ("Draw directed graph", "drawing the graph", ()),
    ("Is the sample valid?", "the check whether the sample is invalid", ()),
    ("Is the sample valid?", "the check whether the sample is not valid", ()),
    ("Sample not valid?", "the check whether the sample is valid", ()),
    ("Path from A to F", "the path from F to A", ()),
    ("Send invoice to customer", "sending the customer to the invoice", ()),
    ("Urgent order", "the order", ()),
    ("Order", "the urgent order", ()),
    ("Approve the request", "the rejection of the request", ()),
    ("Increase the pressure", "decreasing the pressure", ()),
    ("Incubate for 10 minutes", "incubating for 20 minutes", ()),
    ("Incoming goods", "the outgoing goods", ()),
    ("Close the valve", "opening the valve", ()),
    ("Fill in the form with the nurse", "filling in the form without the nurse", ()),
    ("Wait until the result arrives", "waiting after the result arrives", ()),
    ("Check the stock", "verifying the stock", ("Verify the stock",)),
    ("Check the stock", "checking the stock", ("Check the spare stock",)),
    ("Request approval", "the approval of the request", ()),
    ("Test results", "testing the results", ()),
    ("Client sends server a query", "server sends client a query", ()),
    ("Patient informs doctor", "doctor informs patient", ()),
    ("Is the customer informed?", "the check whether the supplier is informed", ()),
    ("Ship the goods", "the receipt of the goods", ()),
    ("Reject the order", "the rejection of the order", ("Order rejected",)),
    ("Budget approved", "the approval of the budget", ("Approve the annual budget",)),
    ("Collect samples", "the collection of samples", ("Blood sample collection",)),
    ("Shut down the pump", "starting up the pump", ()),
    ("Shut down the pump", "shutting the pump", ()),
    ("Building permit", "constructing the permit", ()),
    ("Encapsulate the package", "encapsulating the parcel", ()),
    ("Start the device manager", "beginning the device manager", ()),
    ("Fix the specimen", "repairing the specimen", ()),
    ("Server accepts the ticket", "the ticket accepting the server", ()),
    ("Server accepts the ticket", "the server rejecting the ticket", ()),
    ("Does the server accept the ticket?", "the check whether the ticket accepts the server", ()),
    ("Can the board be repaired?", "the check whether the board is repaired", ()),
    ("Should the board be repaired?", "the check whether the board can be repaired", ()),
    ("Find and remove the cause", "finding and keeping the cause", ()),
    ("Patient transferred to the ward", "the patient having been transferred from the ward", ()),
    ("Which remedy is open?", "the check whether the remedy is open", ()),
]


@pytest.mark.parametrize(("label", "words", "others"), CAUGHT, ids=[c[1] for c in CAUGHT])
def test_catches_what_says_something_else(label: str, words: str, others: tuple[str, ...]) -> None:
    assert resolve(words, figure(label, "Quite another thing", *others)) is None


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Check the stock", "verification of the stock"),
        ("Check the stock", "the stock being verified"),
        ("Select a method", "the choice of a method"),
        ("Tumour growth", "the growth of the tumor"),
        ("Physician", "the doctor"),
        ("Iron deficiency", "a deficiency of iron"),
        ("Is the patient stable?", "deciding whether the patient is stable"),
    ],
)
def test_resolves_other_words_than_its_own(label: str, words: str) -> None:
    assert resolve(words, figure(label, "Quite another thing")) == "n0"


def test_labels_resolve_to_themselves_and_shared_ones_to_none() -> None:
    it = figure("Check stock", "check  STOCK", "Pack goods")
    assert resolve("pack goods", it) == "n2"
    assert resolve("Check stock", it) is None
    assert resolve("", it) is None
    assert resolve("?" * 10_000, it) is None


def test_takes_no_article_twice_and_none_before_names() -> None:
    said = [w for label in ("Submit an application", "Open a TCP port", "Read each page") for w in rewrites(label)]
    assert said
    assert not [w for w in said if any(f"the {other} " in f"{w} " for other in ("a", "an", "each"))]
    assert all("Parliament" in w and "the parliament" not in w for w in rewrites("Does Parliament approve the text?"))


def test_no_object_that_becomes_something_is_said_to_be_acted_on() -> None:
    assert rewrites("Make the changes permanent") == ("making the changes permanent",)


def test_most_labels_of_the_generator_have_other_words() -> None:
    labels = {label for figure_labels in _generated_labels(0, 60) for label in figure_labels}
    assert sum(bool(rewrites(label)) for label in labels) >= 0.6 * len(labels)


def test_a_rewrite_means_its_own_label_or_none_in_generated_figures() -> None:
    for labels in _generated_labels(3, 20):
        it = figure(*labels)
        for k, label in enumerate(labels):
            assert {resolve(words, it) for words in rewrites(label)} <= {None, f"n{k}"}, label


def _generated_labels(seed: int, count: int) -> list[list[str]]:
    source = GeneratedSource(seed, count)
    return [[node.label for node in source.load(key).diagram.nodes] for key in tuple(source.keys())]


def _library_labels() -> list[list[str]]:
    folder = Path(graphicacy.read.__file__).parent / "corpus" / "library"
    files = sorted(folder.glob("*/*.mmd"))
    return [[n.label for n in notations.read(f.read_text("utf-8"), "mermaid").nodes] for f in files[::6]]


def test_a_rewrite_means_its_own_label_or_none_in_real_figures() -> None:
    resolved = made = 0
    for labels in _library_labels():
        it = figure(*labels)
        for k, label in enumerate(labels):
            for words in rewrites(label):
                found = resolve(words, it)
                assert found in (None, f"n{k}"), (label, words)
                assert differs(words, label)
                made += 1
                resolved += found is not None
    assert resolved >= 0.9 * made


def test_a_rewrite_means_its_label_where_that_is_unique() -> None:
    for labels in _library_labels():
        for label in labels:
            it = figure(label, "Quite another thing")
            assert all(resolve(words, it) == "n0" for words in rewrites(label))


def test_a_models_rewrite_has_to_mean_the_node() -> None:
    it = figure("Check the stock", "Pack the goods")
    assert accept_rewrite("Verifying the stock", "n0", it) == "Verifying the stock"
    for words, cause in (
        ("packing the goods", "other entity"),
        ("checking the goods", "unknown entity"),
        ("The check the stock", "same words"),
    ):
        with pytest.raises(Unmatched) as caught:
            accept_rewrite(words, "n0", it)
        assert caught.value.cause == cause


def test_the_lexicon_has_each_word_once() -> None:
    verbs = [verb for members in VERBS for verb, _ in members]
    for words in (verbs, [n for c in NOUNS for n in c], [a for c in ADJECTIVES for a in c]):
        assert len(words) == len(set(words)), sorted(w for w in words if words.count(w) > 1)
    assert len(VERBS) + len(NOUNS) + len(ADJECTIVES) > 400


@pytest.mark.parametrize(
    ("verb", "ing", "ed"),
    [
        ("check", "checking", "checked"),
        ("refine", "refining", "refined"),
        ("submit", "submitting", "submitted"),
        ("send", "sending", "sent"),
        ("carry", "carrying", "carried"),
        ("dye", "dyeing", "dyed"),
        ("tie", "tying", "tied"),
        ("plan", "planning", "planned"),
    ],
)
def test_inflects(verb: str, ing: str, ed: str) -> None:
    assert (gerund(verb), participle(verb)) == (ing, ed)


@pytest.mark.parametrize(
    "pair", ["box boxes", "enquiry enquiries", "analysis analyses", "order orders", "process processes"]
)
def test_plural_and_back(pair: str) -> None:
    one, many = pair.split()
    assert plural(one) == many
    assert singular(many) == one
    assert singular("process") == "process"


def test_the_same_words_say_the_same() -> None:
    assert sense_of("Verify stock").parts == sense_of("the verification of the stock").parts
    assert sense_of("A → B").parts != sense_of("B → A").parts
