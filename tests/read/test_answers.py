"""What models write, read back: every status, every slip that is forgiven, and hostile texts in bounded time."""

from __future__ import annotations

import json
import time
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.read.answers import Parsed, Status, parse_answer, schema_of, write_answer
from graphicacy.read.question import NONE, AnswerType

NODES, EDGES, GRAPH, CODE, BOX = (AnswerType(name) for name in ("nodes", "edges", "graph", "code", "box"))
AB = [{"source": "A", "target": "B"}]

LABELS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).filter(str.strip) | st.sampled_from(
    [
        'say "no"',
        "a, b",
        "[x]",
        "{y}",
        "none",
        "12",
        "1.50",
        "<think>",
        "</think>",
        "a<br>b",
        "line\nbreak",
        "```",
        "p < 5",
        '{"answer": []}',
        "it's",
        "“quoted”",
        "\\",
        "//",
        "null",
        "naïve",
        "Ca²⁺",
        "&lt;",
        "A -> B",
        "<|channel|>final",
    ]
)
EDGE = st.fixed_dictionaries({"source": LABELS, "target": LABELS})
VALUES: dict[AnswerType, st.SearchStrategy[Any]] = {
    NODES: st.lists(LABELS, max_size=8) | st.just(NONE),
    EDGES: st.lists(EDGE, max_size=8) | st.just(NONE),
    GRAPH: st.fixed_dictionaries({"nodes": st.lists(LABELS, max_size=6), "edges": st.lists(EDGE, max_size=6)}),
    AnswerType.SEQUENCE: st.lists(LABELS, max_size=8) | st.just(NONE),
    AnswerType.PATH: st.lists(LABELS, max_size=8) | st.just(NONE),
    AnswerType.EDGE_PAIRS: st.lists(st.lists(EDGE, min_size=2, max_size=2), max_size=6),
    AnswerType.DIFFERENCES: st.lists(
        st.fixed_dictionaries({"change": st.sampled_from(["added", "removed"]), "node": LABELS})
        | st.fixed_dictionaries({"change": st.just("relabelled"), "from": LABELS, "to": LABELS})
        | st.fixed_dictionaries({"change": st.just("reversed"), "edge": EDGE}),
        max_size=6,
    ),
    AnswerType.DIRECTION: st.sampled_from(["N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
    AnswerType.POSITION: st.sampled_from(["top left", "top", "center", "right", "bottom right", "bottom"]),
}


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("kind", VALUES)
def test_what_is_written_is_read_back(kind: AnswerType, data: st.DataObject) -> None:
    value = data.draw(VALUES[kind])
    text = write_answer(value, kind)
    assert parse_answer(text, kind) == Parsed(Status.OK, value)
    jsonschema.validate(json.loads(text[8:-4]), schema_of(kind))


@settings(max_examples=40)
@given(st.data())
@pytest.mark.parametrize("kind", VALUES)
def test_prose_and_thoughts_around_an_answer_do_not_count(kind: AnswerType, data: st.DataObject) -> None:
    value, other = data.draw(VALUES[kind]), data.draw(VALUES[kind])
    text = (
        f"<think>{write_answer(other, kind)}</think> I see [1] {{x}}: {write_answer(value, kind)} (from A[x] to B{{y}})"
    )
    assert parse_answer(text, kind).value == value


@given(st.text(max_size=400), st.sampled_from(list(AnswerType)), st.sampled_from([None, "length", "content_filter"]))
def test_no_text_is_too_much(text: str, kind: AnswerType, stopped: str | None) -> None:
    parsed = parse_answer(text, kind, stopped=stopped)
    assert (parsed.value is not None) == parsed.is_answer


SCRAPS = [
    '{"answer"',
    ":",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ",",
    "A",
    "\\",
    "<think>",
    "</think>",
    "```",
    "\n",
    "//",
    "/*",
]
SCRAPS += ["NaN", "“", "”", "none", '{"source":', "1"]


@given(st.lists(st.sampled_from(SCRAPS), max_size=40), st.sampled_from(list(AnswerType)))
def test_no_scrap_of_json_is_too_much(scraps: list[str], kind: AnswerType) -> None:
    text = "".join(scraps)
    parsed = parse_answer(text, kind)
    assert (parsed.value is not None) == parsed.is_answer


GOOD = ["A", "B"]


@pytest.mark.parametrize(
    "text",
    [
        '{"answer": ["A", "B"]}',
        'The arrows lead to A and B. So {"answer": ["A", "B"]}',
        'First {"answer": ["C"]}, or no: {"answer": ["A", "B"]}.',
        '{"answer": ["A", "B"]}\nIn short, ["A"] and {"nodes": ["C"]} are not enough [1].',
        '{"reasoning": "A {x} and [y]", "answer": ["A", "B"]}',
        '```json\n{"answer": ["A", "B"]}',
        '<think>{"answer": ["C"]}</think>{"answer": ["A", "B"]}',
        '{"answer": ["C"]} hm</think>\n{"answer": ["A", "B"]}',
        '<thinking>a</thinking><reasoning>{"answer": ["C"]}</reasoning>{"answer": ["A", "B"]}',
        '<think>use <think> tags</think>{"answer": ["A", "B"]}',
        '◁think▷{"answer": ["C"]}◁/think▷{"answer": ["A", "B"]}',
        '<|channel|>analysis<|message|>{"answer": ["C"]}<|end|><|channel|>final<|message|>{"answer": ["A", "B"]}',
        '{"answer": ["A", "B"]}<think>Is that all? {"answer": ["C"]}',
        '{"answer": {"A": 1}} no, {"answer": ["A", "B"]} and at last {"answer": 5, ',
    ],
)
def test_the_last_valid_object_wins(text: str) -> None:
    assert parse_answer(text, NODES) == Parsed(Status.OK, GOOD)


@pytest.mark.parametrize(
    "text",
    [
        "{'answer': ['A', 'B']}",
        '{"answer": ["A", "B",],}',
        "{“answer”: [“A”, “B”]}",
        "{answer: ['A', 'B']}",
        '{"answer": ("A", "B")}',
        '{"answer": ["A", // the first\n "B" /* the last */]}',
        '{"answer": ["A"\n "B"]}',
        '["A", "B"]',
        'Answer: ["A", "B"]',
        '{"nodes": ["A", "B"]}',
        '{"Final Answer": ["A", "B"]}',
        '{"response": {"answer": ["A", "B"]}}',
        '{"answer": {"nodes": ["A", "B"]}}',
        '{"answer": [{"id": "n1", "label": "A"}, {"name": "B"}]}',
        '{"answer": ["A", "B"]',
        '```json\n{"answer": ["A", "B"]\n```',
        '<think>It must be these. {"answer": ["A", "B"]}',
        'It must be these. {"answer": ["A", "B"]}</think>',
    ],
)
def test_slips_are_repaired_and_told(text: str) -> None:
    parsed = parse_answer(text, NODES)
    assert (parsed.status, parsed.value) == (Status.REPAIRED, GOOD)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('{"answer": ["the "best" one"]}', 'the "best" one'),
        ("{'answer': ['don't']}", "don't"),
        ('{"answer": ["a, b"]}', "a, b"),
        ('{"answer": "a, b and c"}', "a, b and c"),
        ('{"answer": ["two\nlines"]}', "two\nlines"),
        ('{"answer": [1.50]}', "1.50"),
        ('{"answer": ["<think>"]}', "<think>"),
        ('{"answer": ["\\ud800"]}', "\ufffd"),
    ],
)
def test_a_label_is_kept_whole(text: str, label: str) -> None:
    assert parse_answer(text, NODES).value == [label]


@pytest.mark.parametrize("text", ['{"answer": "none"}', '{"answer": null}', "{'answer': None}", "None.", "No such node",
                                  '{"answer": "No nodes"}', "The answer is: none", '{"answer": []}'])  # fmt: skip
def test_none_is_an_answer(text: str) -> None:
    parsed = parse_answer(text, NODES)
    assert parsed.is_answer
    assert parsed.value in (NONE, [])


def test_a_node_may_be_called_none() -> None:
    assert parse_answer('{"answer": ["None"]}', NODES) == Parsed(Status.OK, ["None"])


@pytest.mark.parametrize(
    ("kind", "value"),
    [(NODES, ["A", "B"]), (EDGES, AB), (GRAPH, {"nodes": ["A"], "edges": []}), (BOX, [1.0, 2.0, 3.0, 4.0])],
)
def test_an_answer_that_was_quoted_once_more_is_read(kind: AnswerType, value: Any) -> None:
    text = json.dumps({"answer": json.dumps(value)})
    assert parse_answer(text, kind) == Parsed(Status.REPAIRED, value)


@pytest.mark.parametrize("label", ["[x]", '["A"] and more', "{A}", "[A", '"A"', "7", "[" * 90_000])
def test_a_label_with_brackets_is_no_list(label: str) -> None:
    assert parse_answer(json.dumps({"answer": label}), NODES).value == [label[:5_000]]
    assert parse_answer(json.dumps({"answer": ['["A"]']}), NODES) == Parsed(Status.OK, ['["A"]'])


def test_none_is_no_direction() -> None:
    assert parse_answer('{"answer": "none"}', AnswerType.DIRECTION).status is Status.UNPARSEABLE


@pytest.mark.parametrize(
    ("text", "stopped", "status"),
    [
        ("", None, Status.EMPTY),
        (" \n", None, Status.EMPTY),
        ('<think>{"answer": ["A"]}</think>', None, Status.EMPTY),
        ('{"answer": ""}', None, Status.EMPTY),
        ("", "length", Status.TRUNCATED),
        ('{"answer": ["A", "B"', None, Status.TRUNCATED),
        ('{"answer": ["A", "B', None, Status.TRUNCATED),
        ('{"answer": ["A", "B"', "max_tokens", Status.TRUNCATED),
        ("First I look at", "length", Status.TRUNCATED),
        ('<think>Perhaps {"answer": ["A"]}, but', None, Status.TRUNCATED),
        ('<think>Perhaps {"answer": ["A"]}', "length", Status.TRUNCATED),
        ('{"answer": ["A"]}', "length", Status.OK),
        ("I'm sorry, but I can't help with that.", None, Status.REFUSED),
        ("I cannot see any image.", None, Status.REFUSED),
        ("As an AI, I do not see pictures", None, Status.REFUSED),
        ("抱歉，我无法回答", None, Status.REFUSED),
        ("", "content_filter", Status.REFUSED),
        ('I\'m sorry for the delay. {"answer": ["A"]}', None, Status.OK),
        ("A and B.", None, Status.UNPARSEABLE),
        ('A["Label"] --> B[["Other"]]', None, Status.UNPARSEABLE),
        ("the set [A, B]", None, Status.UNPARSEABLE),
        (json.dumps(schema_of(NODES)), None, Status.UNPARSEABLE),
        ('{"answer": [[], []]}', None, Status.UNPARSEABLE),
    ],
)
def test_a_status_says_what_became_of_an_answer(text: str, stopped: str | None, status: Status) -> None:
    assert parse_answer(text, NODES, stopped=stopped).status is status


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ('[{"from": "A", "to": "B"}]', AB),
        ('[["A", "B"]]', AB),
        ('[("A", "B")]', AB),
        ('{"source": "A", "target": "B"}', AB),
        ('[{"source": "A", "target": "B", "label": "yes"}]', AB),
        ('[{"source": "A", "target": "B"}, {"source": "C"}]', [*AB, {"source": "C", "target": ""}]),
        ('[{"source": "A, B", "target": "x -> y"}]', [{"source": "A, B", "target": "x -> y"}]),
    ],
)
def test_edges_are_objects_and_are_never_split_from_text(items: str, value: Any) -> None:
    assert parse_answer(f'{{"answer": {items}}}', EDGES).value == value


@pytest.mark.parametrize("items", ['["A -> B"]', '["A", "B"]', '"A -> B"', "7", '{"A": "B"}'])
def test_what_is_no_edge_is_told(items: str) -> None:
    parsed = parse_answer(f'{{"answer": {items}}}', EDGES)
    assert parsed.status is Status.UNPARSEABLE
    assert parsed.note


def test_bad_items_count_and_are_told() -> None:
    parsed = parse_answer('{"answer": ["A", [], null]}', NODES)
    assert parsed == Parsed(Status.REPAIRED, ["A", "", ""], "2 of 3 items have another form than was asked for")


def test_half_a_graph_is_none() -> None:
    assert parse_answer('{"answer": {"nodes": ["A"]}}', GRAPH).status is Status.UNPARSEABLE
    assert parse_answer('{"answer": {"nodes": ["A"], "edges": [', GRAPH).status is Status.TRUNCATED
    assert parse_answer('{"answer": {"nodes": ["A"], "edges": []', GRAPH).status is Status.REPAIRED
    assert parse_answer('{"nodes": ["A"], "edges": []}', GRAPH).value == {"nodes": ["A"], "edges": []}


@pytest.mark.parametrize(
    ("box", "note"),
    [
        ("[1, 2, 3]", "four numbers, not 3"),
        ("[1, 2, 3, 4, 5]", "four numbers, not 5"),
        ("[3, 2, 1, 4]", "reversed"),
        ("[1, 4, 3, 2]", "reversed"),
        ("[1, 2, NaN, 4]", "finite"),
        ("[1, 2, 1e999, 4]", "finite"),
        ('["1", "2", "3", "4"]', "finite"),
        ('"1 2 3 4"', "list of four"),
    ],
)
def test_what_is_no_box_is_told(box: str, note: str) -> None:
    parsed = parse_answer(f'{{"answer": {box}}}', BOX)
    assert parsed.status is Status.UNPARSEABLE
    assert note in parsed.note


@pytest.mark.parametrize(
    "text",
    [
        "<|begin_of_box|>[1, 2, 3, 4]<|end_of_box|>",
        '```json\n[{"bbox_2d": [1, 2, 3, 4], "label": "A"}]\n```',
        '[{"box_2d": [1, 2, 3, 4]}]',
        '{"answer": [[1, 2, 3, 4]]}',
        "About 7 px above: [1, 2, 3, 4]",
    ],
)
def test_boxes_are_read_as_families_write_them(text: str) -> None:
    assert parse_answer(text, BOX).value == [1.0, 2.0, 3.0, 4.0]


def test_numbers_in_prose_are_no_box() -> None:
    assert parse_answer("from 10 20 to 30 40", BOX).status is Status.UNPARSEABLE


@pytest.mark.parametrize(
    ("words", "direction"),
    [
        ("NE", "NE"),
        ("north-east", "NE"),
        ("Northeast", "NE"),
        ("upper right", "NE"),
        ("top-right", "NE"),
        ("above", "N"),
        ("to the left of", "W"),
        ("below and to the right", "SE"),
        ("↙", "SW"),
        ("South", "S"),
        ("sw.", "SW"),
        ("N E", None),
        ("center", None),
        ("left and right", None),
        ("up, down", None),
        ("ENE", None),
        ("B lies left", None),
        ("", None),
        ("n" * 100, None),
    ],
)
def test_directions_have_many_names(words: str, direction: str | None) -> None:
    parsed = parse_answer(json.dumps({"answer": words}), AnswerType.DIRECTION)
    assert parsed.value == direction


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("top left", "top left"),
        ("upper-left corner", "top left"),
        ("centre", "center"),
        ("the middle", "center"),
        ("center right", "right"),
        ("bottom-center", "bottom"),
        ("lower right", "bottom right"),
        ("north-west", "top left"),
        ("somewhere", None),
        ("top bottom", None),
    ],
)
def test_positions_have_many_names(words: str, position: str | None) -> None:
    parsed = parse_answer(json.dumps({"answer": words}), AnswerType.POSITION)
    assert parsed.value == position


FLOW = "flowchart TD\n  A --> B"


@pytest.mark.parametrize(
    "text",
    [
        f"```mermaid\n{FLOW}\n```",
        f"Here you are:\n\n```\n{FLOW}\n```\nIt shows A.",
        write_answer(FLOW, CODE),
        write_answer(f"```mermaid\n{FLOW}\n```", CODE),
        f"```mermaid\nflowchart LR\n  X\n```\nBetter:\n```mermaid\n{FLOW}\n```",
        f"```dot\ndigraph {{}}\n```\n{write_answer(FLOW, CODE)}",
        f"```mermaid\n{FLOW}",
        f"Here is it.\n{FLOW}",
        f"<think>```mermaid\nflowchart LR\n```</think>```mermaid\n{FLOW}\n```",
    ],
)
def test_code_stands_in_a_fence_or_in_an_object(text: str) -> None:
    assert parse_answer(text, CODE).value.strip() == FLOW


def test_code_that_was_cut_off_is_truncated() -> None:
    assert parse_answer(f"```mermaid\n{FLOW}", CODE, stopped="length").status is Status.TRUNCATED


def test_an_answer_of_thousands_of_items_is_read() -> None:
    edges = [{"source": f"A {n}", "target": f"B {n}"} for n in range(9_000)]
    assert parse_answer(write_answer(edges, EDGES), EDGES) == Parsed(Status.OK, edges)
    assert parse_answer(str({"answer": edges}), EDGES).value == edges
    assert "more than" in parse_answer(write_answer(["A"] * 10_001, NODES), NODES).note


HOSTILE = [
    "[",
    '{"a":',
    '{"a',
    '"',
    "{",
    "<think>",
    "```\n",
    '{"answer": [',
    "{'answer': ['",
    "/*",
    "{//\n",
    '{"\\',
    "---\na\n",
]


@pytest.mark.parametrize(
    "scrap", [*HOSTILE, "['", "{a:", "{a:1,", "[“", '<think>"', '"<think>', "{ ", "(", "[1,", "\\u"]
)
def test_hostile_texts_take_bounded_time_and_hide_no_answer(scrap: str) -> None:
    text = scrap * (100_000 // len(scrap))
    start = time.process_time()
    for kind in (NODES, CODE, BOX):
        parse_answer(text, kind)
    assert parse_answer(f"{text}\n\n{write_answer(['A'], NODES)}", NODES).value == ["A"]
    assert time.process_time() - start < 10.0  # a second on a quiet machine; in the square of the length, minutes


def test_deep_objects_are_refused() -> None:
    assert parse_answer('{"answer": ' + "[" * 5_000 + "]" * 5_000 + "}", NODES).status is Status.UNPARSEABLE


def test_numbers_of_any_length_are_labels() -> None:
    assert parse_answer('{"answer": [' + "1" * 6_000 + "]}", NODES).value == ["1" * 5_000]
