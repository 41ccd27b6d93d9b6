"""What counts of a model's answer, and by which cause the rest does not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from graphicacy.read.corpus.bounds import Bounds, check_bounds
from graphicacy.read.corpus.entry import DOMAINS, BadEntry, Kind
from graphicacy.read.corpus.named import sources_named
from graphicacy.read.corpus.problems import load_problems
from graphicacy.read.corpus.synthesis import SynthesisSource, write_record
from graphicacy.read.corpus.transcribe import graph_key, read_transcription, repair_prompt, transcription_prompt
from read.transcriptions import ARROWS, LABELS, answer_of, dot_of, mermaid_of, problem

MERMAID, DOT = mermaid_of(), dot_of()
NAMED = [f"Stage {word}" for word in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")]
CHAIN = tuple((k, k + 1) for k in range(7))


def refusal(answer: str, *, cut_off: bool = False) -> BadEntry:
    with pytest.raises(BadEntry) as caught:
        read_transcription(answer, problem(), cut_off=cut_off)
    assert "\n" not in str(caught.value)
    return caught.value


SLOPPY = {
    "as asked": answer_of(),
    "prose around": f"Sure! Here it is.\n\n{answer_of()}\n\nThe graph has a loop. Let me know!",
    "thoughts first": f"<think>A try:\n```mermaid\nflowchart TD\n a-->b\n```\n</think>\n{answer_of()}",
    "swapped": f"```dot\n{DOT}\n```\n```mermaid\n{MERMAID}\n```",
    "first fence open": f"```mermaid\n{MERMAID}\n```dot\n{DOT}\n```",
    "last fence open": f"```mermaid\n{MERMAID}\n```\n```dot\n{DOT}\nI hope that this helps {{you}}.",
    "one fence": f"```\n{MERMAID}\n\n{DOT}\n```",
    "no fence": f"{MERMAID}\n\n{DOT}",
    "fences with other names": f"~~~graph\n{MERMAID}\n~~~\n~~~text\n{DOT}\n~~~",
    "corrected later": answer_of("flowchart TD\n a --> b") + "\nWait, again:\n" + answer_of(),
    "windows lines": answer_of().replace("\n", "\r\n"),
}


@pytest.mark.parametrize("name", SLOPPY)
def test_reads_sloppy_answers(name: str) -> None:
    entry = read_transcription(SLOPPY[name], problem())
    assert [node.label for node in entry.diagram.nodes] == list(LABELS)
    assert len(entry.diagram.edges) == len(ARROWS)
    assert (entry.id, entry.origin, entry.domain, entry.kind) == (
        "synthesis/order", "synthesis", "finance", Kind.PROCESS)  # fmt: skip
    assert entry.problem == problem().text
    assert entry.mermaid
    assert entry.dot
    check_bounds(entry, Bounds())


def _labelled(place: int, label: str) -> str:
    labels = [label if k == place else other for k, other in enumerate(LABELS)]
    return answer_of(mermaid_of(labels), dot_of(labels))


BAD = {
    "empty": ("", "  \n ", "<think>what a problem"),
    "refused": ("I'm sorry, but I can't help with that.",),
    "no mermaid": (
        f"```dot\n{DOT}\n```",
        "Here is a list of steps: first receive the order.",
        answer_of(mermaid="sequenceDiagram\n A->>B: hi"),
    ),
    "no dot": (f"```mermaid\n{MERMAID}\n```", f"```mermaid\n{MERMAID}\n```\n```dot\nTo be done\n```"),
    "mermaid syntax": (answer_of(mermaid=f"{MERMAID}\n  n1 -->|x n2"),),
    "dot syntax": (
        answer_of(dot=DOT.replace('"Check the stock"', '"Check the stock')),
        answer_of(dot="digraph { a -> "),
    ),
    "different graphs": (
        answer_of(dot=dot_of(arrows=(*ARROWS[:-1], (7, 6)))),
        answer_of(dot=dot_of(arrows=ARROWS[:-2] + ARROWS[-1:])),
        answer_of(dot=DOT.replace("sold out", "out of stock")),
        answer_of(dot=DOT.replace("Pack the goods", "Packing goods")),
        answer_of(dot=dot_of(arrows=(*ARROWS, ARROWS[0]))),
    ),
    "few nodes": (answer_of(mermaid_of(NAMED[:7], CHAIN[:6]), dot_of(NAMED[:7], CHAIN[:6])),),
    "many nodes": (
        answer_of(
            mermaid_of([f"Part of x{k} y" for k in range(61)], [(k, k + 1) for k in range(60)]),
            dot_of([f"Part of x{k} y" for k in range(61)], [(k, k + 1) for k in range(60)]),
        ),
    ),
    "repeated label": (_labelled(3, "check  The stock"),),
    "not connected": (answer_of(mermaid_of(arrows=ARROWS[:-1]), dot_of(arrows=ARROWS[:-1])),),
    "not arrows": (
        answer_of(MERMAID.replace("n3 --> n4", "n3 --- n4"), DOT.replace("n3 -> n4;", "n3 -> n4 [dir=none];")),
        answer_of(MERMAID.replace("n3 --> n4", "n3 <--> n4"), DOT.replace("n3 -> n4;", "n3 -> n4 [dir=both];")),
    ),
    "generic labels": tuple(
        _labelled(2, label) for label in ("Step 7", "A", "node_12", "B2", "42", "Task A", "Yes", "Look for the cat")
    ),
    "long label": (_labelled(2, "Order many more parts of all kinds from every one of the suppliers"),),
    "too long": ("x" * 200_001,),
}


@pytest.mark.parametrize(("cause", "answer"), [(cause, answer) for cause, answers in BAD.items() for answer in answers])
def test_counts_what_is_wrong_by_its_cause(cause: str, answer: str) -> None:
    assert refusal(answer).cause == cause


@pytest.mark.parametrize("end", [0, 60, len(MERMAID) + 20, len(answer_of()) - 30])
def test_tells_a_cut_off_answer_from_a_wrong_one(end: int) -> None:
    assert refusal(answer_of()[:end], cut_off=True).cause == "truncated"
    assert refusal(answer_of()[:end]).cause != "truncated"


def test_words_of_the_example_on_an_arrow_are_refused() -> None:
    answer = answer_of(MERMAID.replace("sold out", "cat hides"), DOT.replace("sold out", "cat hides"))
    assert "“cat hides” stands in the example" in str(refusal(answer))


def test_says_to_the_model_what_differs() -> None:
    fault = refusal(answer_of(dot=dot_of(arrows=(*ARROWS[:-1], (7, 6)))))
    assert "Book the payment → Close the order: reversed" in str(fault)
    assert str(fault) in repair_prompt(str(fault))


HOSTILE = (
    answer_of(dot='digraph { a [label="' + "x" * 150_000 + '"] }'),
    answer_of(mermaid="flowchart TD\n" + "subgraph a\n" * 5_000),
    answer_of(dot="digraph {" + "{" * 50_000 + "}" * 50_000 + "}"),
    answer_of(dot='digraph { a [label="' + '\\"' * 20_000 + "\\"),
    "```" * 60_000,
    "digraph\n" * 20_000,
    "<think>" * 20_000,
    answer_of(dot=DOT.replace("digraph {", 'digraph { node [image="/etc/passwd", shapefile="/etc/passwd"];'))
    + "\0\ud800",
    answer_of(mermaid=f"%%{{init: {{'theme': 1e999}}}}%%\n{MERMAID}\n  click n0 call alert()"),
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_answers_are_read_or_refused_in_one_line(number: int) -> None:
    fault = None
    try:
        entry = read_transcription(HOSTILE[number], problem())
    except BadEntry as error:
        fault = error
    if fault is None:
        assert len(entry.diagram.nodes) == len(LABELS)
    else:
        assert fault.cause in BAD
        assert "\n" not in str(fault)


def test_a_prompt_says_all_and_fills_nothing_twice() -> None:
    asked = transcription_prompt(replace(problem(), text="Send {title} {fault} to {nodes}.", kind=Kind.INFLUENCE))
    assert "Send {title} {fault} to {nodes}." in asked.text
    assert "10 to 30 nodes" in asked.text
    assert "acts on" in asked.text
    assert asked.id == transcription_prompt(problem("other")).id
    assert asked.id.startswith("transcription@")


def test_the_example_in_the_prompt_is_one_graph() -> None:
    """It is what the model imitates: both blocks must be read, and say the same."""
    asked = transcription_prompt(problem()).text
    assert refusal(asked).cause == "few nodes"


def test_graphs_are_told_apart_by_words_and_arrows_alone() -> None:
    first = read_transcription(answer_of(), problem()).diagram
    turned = read_transcription(
        answer_of(mermaid_of(LABELS[::-1], [(8 - a[0], 8 - a[1], *a[2:]) for a in ARROWS[::-1]])), problem()
    )
    arrows = (*ARROWS[1:], (0, 3))
    other = read_transcription(answer_of(mermaid_of(arrows=arrows), dot_of(arrows=arrows)), problem())
    assert graph_key(first) == graph_key(turned.diagram)
    assert graph_key(first) != graph_key(other.diagram)


def test_a_folder_is_a_source(tmp_path: Path) -> None:
    entry = read_transcription(answer_of(), problem())
    write_record(tmp_path, problem(), entry, "served-1", "transcription@0")
    (tmp_path / "rejected.jsonl").write_text("{}\n")
    (source,) = sources_named([f"synthesis:{tmp_path}"], 0, 0)
    assert list(source.keys()) == ["finance/order"]
    found = source.load("finance/order")
    assert replace(found, reference="") == replace(entry, reference="")
    assert found.reference == "transcribed by served-1 from problem order"


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"dot": "digraph { a -> b }"}, "different graphs"),
        ({"mermaid": 7}, "unreadable"),
        ({"kind": "magic"}, "unreadable"),
    ],
)
def test_a_record_that_was_changed_is_refused(change: dict[str, object], cause: str, tmp_path: Path) -> None:
    write_record(tmp_path, problem(), read_transcription(answer_of(), problem()), "m", "p")
    path = tmp_path / "finance" / "order.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(BadEntry, match=r"^finance/order.json: ") as caught:
        SynthesisSource(tmp_path).load("finance/order")
    assert caught.value.cause == cause


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="read synthesize makes one"):
        list(SynthesisSource(tmp_path / "none").keys())
    with pytest.raises(BadEntry, match="no record"):
        SynthesisSource(tmp_path).load("finance/none")


def test_the_package_has_problems_of_every_domain() -> None:
    problems = load_problems()
    assert len(problems) >= 320
    counts = {domain: sum(p.domain == domain for p in problems) for domain in DOMAINS}
    assert min(counts.values()) >= 32
    words = [len(p.text.split()) for p in problems]
    assert (min(words), max(words)) >= (35, 0)
    assert max(words) <= 110
    assert len({p.title.casefold() for p in problems}) == len({p.text for p in problems}) == len(problems)


TWIN = '{"id": "a", "title": "t", "text": "' + "w " * 30 + '"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "no JSON"),
        ("{}", "a JSON list"),
        ("[]", "a JSON list"),
        ("[" * 100_000, "no JSON"),
        ('["x"]', "problem 1: write"),
        ('[{"id": "a", "title": "t"}]', "problem 1: it has no text"),
        ('[{"id": "../a", "title": "t", "text": "' + "w " * 30 + '"}]', "lower-case letters"),
        ('[{"id": "a", "title": "t", "text": "' + "w" * 10_001 + '"}]', "10,001|10001"),
        ('[{"id": "a", "title": "t", "text": "' + "w " * 30 + '", "domain": "x"}]', "domain 'x' is none of"),
        ('[{"id": "a", "title": "t", "text": "' + "w " * 30 + '", "colour": "x"}]', "'colour' is none of"),
        (f'[{TWIN},{TWIN}]', "two problems"),
    ],
)  # fmt: skip
def test_a_file_of_problems_is_checked(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as caught:
        load_problems(path)
    assert str(caught.value).startswith("mine.json: ")


def test_lines_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": "a", "title": "One", "text": "First this is done, then that.", "kind": "states"}\n\n')
    (found,) = load_problems(path)
    assert (found.id, found.domain, found.kind) == ("a", "unknown", Kind.STATES)
