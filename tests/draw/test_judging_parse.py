"""Judges' answers as they come: good, sloppy and hostile."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.judging import parse_judgement
from graphicacy.draw.record import Judgement
from graphicacy.draw.task import DrawTask
from work import calls

TASK = DrawTask(
    id="t",
    required_labels=("RAF", "MEK", "ERK"),
    required_relations=(("RAF", "activates", "MEK"), ("MEK", "activates", "ERK"), ("ERK", "inhibits", "RAF")),
    required_components=("a lipid bilayer", "a nucleus"),
    discipline_conventions=("Inhibition ends in a blunt head",),
)
GOOD = {
    "relations": {
        "r0": {"reason": "Arrow from RAF to MEK.", "verdict": "yes"},
        "r1": {"reason": "It runs from ERK to MEK.", "verdict": "no"},
        "r2": {"reason": "T-bar at RAF.", "verdict": "yes"},
    },
    "components": {"c0": {"reason": "Two leaflets.", "verdict": "yes"}, "c1": {"reason": "None.", "verdict": "no"}},
    "contradictions": ["A protein RAS is added."],
    "structure": {"reason": "One crossing.", "rating": 4},
    "conventions": {"reason": "Heads differ.", "rating": 5},
}
R, C = (True, False, True), (True, False)


def parse(answer: object, task: DrawTask = TASK) -> tuple[Judgement | None, str]:
    return parse_judgement(answer if isinstance(answer, str) else json.dumps(answer), task, "judge-a", "judge-v1:0")


def read(answer: object, task: DrawTask = TASK) -> Judgement:
    judgement, problem = parse(answer, task)
    assert judgement is not None, problem
    return judgement


def test_complete_answer_gives_every_field_and_no_problem() -> None:
    judgement, problem = parse(GOOD)
    assert problem == ""
    assert judgement == Judgement(
        judge="judge-a",
        prompt="judge-v1:0",
        relations=R,
        components=C,
        contradictions=("A protein RAS is added.",),
        structure=4.0,
        conventions=5.0,
        reasons={
            "r0": "Arrow from RAF to MEK.",
            "r1": "It runs from ERK to MEK.",
            "r2": "T-bar at RAF.",
            "c0": "Two leaflets.",
            "c1": "None.",
            "structure": "One crossing.",
            "conventions": "Heads differ.",
        },
    )


GOOD_TEXT = json.dumps(GOOD, indent=2)
RATED = '"structure": 4, "conventions": 5}'
REST = f'"r2": "yes"}}, "components": ["yes", "no"], {RATED}'
SHORT = f'{{"relations": {{"r0": "yes", "r1": "no", "r2": "yes"}}, "components": {{"c0": "yes", "c1": "no"}}, {RATED}'
FORM = '{"relations": {"r0": {"reason": "<what you see>", "verdict": "<yes|no>"}}, "structure": {"rating": "<1 to 5>"}}'
SAME_MEANING = {
    "fenced": f"```json\n{GOOD_TEXT}\n```",
    "fenced without a language": f"```\n{GOOD_TEXT}\n```",
    "fence that never closes": f"```json\n{GOOD_TEXT}",
    "prose around": f"Let me look. {{hm}} Here is my verdict:\n{GOOD_TEXT}\nI hope this helps {{:-)}}",
    "thinking before": f'<think>Maybe {{"relations": {{"r0": "no"}}}} or not</think>{GOOD_TEXT}',
    "thinking closed only": f'r0 looks wrong, so {{"structure": 1}}\n</think>\n{GOOD_TEXT}',
    "thinking never closed": f"<think> I see RAF. {GOOD_TEXT}",
    "thinking after": f'{GOOD_TEXT}<thinking>or {{"structure": 1}}?</thinking>',
    "draft, then final": f'{{"relations": {{"r0": "no", "r1": "yes"}}, "structure": 1}} No:\n{GOOD_TEXT}',
    "form repeated after the answer": GOOD_TEXT + FORM,
    "one object a section": "\n".join(json.dumps({key: value}) for key, value in GOOD.items()),
    "wrapped": json.dumps({"evaluation": GOOD}),
    "wrapped in a list": json.dumps([GOOD]),
    "ratings in a group": SHORT.replace('"structure"', '"ratings": {"structure"') + "}",
    "trailing commas": SHORT.replace('"no"}', '"no",}').replace("5}", "5,}"),
    "missing commas": SHORT.replace(", ", "\n"),
    "missing commas on one line": SHORT.replace(", ", " "),
    "smart quotes": SHORT.replace('"', "”").replace("{”", "{“").replace(" ”", " “"),
    "single quotes": SHORT.replace('"', "'"),
    "bare keys": SHORT.replace('"r0"', "r0").replace('"structure"', "structure"),
    "python words": SHORT.replace('"yes"', "True").replace('"no"', "False"),
    "json booleans": SHORT.replace('"yes"', "true").replace('"no"', "false"),
    "ones and zeros": SHORT.replace('"yes"', "1").replace('"no"', "0"),
    "shouting": SHORT.replace('"yes"', '"YES."').replace('"no"', '"No!"'),
    "words with reasons": SHORT.replace('"yes"', '"Yes, I see it."').replace('"no"', '"no: not drawn"'),
    "comments": SHORT.replace('"components"', '// the parts\n"components"').replace(
        '"structure"', '/* 1-5 */ "structure"'
    ),
    "cut off before the last brace": SHORT[:-1] + "\n",
    "upper-case keys": SHORT.replace("r0", "R0").replace("relations", "Relations"),
    "keys with the item": SHORT.replace('"r0"', '"r0: RAF activates MEK"').replace('"c1"', '"c1 (a nucleus)"'),
    "keys are the items": SHORT.replace('"r0"', '"RAF activates MEK"').replace('"c1"', '"A nucleus"'),
    "keys are numbers": SHORT.replace('"r', '"')
    .replace('"c', '"')
    .replace('"elations"', '"relations"')
    .replace('"omponents"', '"components"')
    .replace('"onventions"', '"conventions"'),
    "keys count from one": SHORT.replace("r2", "r3").replace("r1", "r2").replace("r0", "r1"),
    "flat": '{"r0": "yes", "r1": "no", "r2": "yes", "c0": "yes", "c1": "no", "structure": 4, "conventions": "5/5"}',
    "one item a line": '{"key": "r0", "verdict": "yes"}\n{"key": "r1", "verdict": "no"}{"key": "r2", "verdict": "yes"}'
    f'\n{{"key": "c0", "verdict": "yes"}}\n{{"key": "c1", "verdict": "no"}}\n{{{RATED}',
    "lists in order": f'{{"relations": ["yes", "no", "yes"], "components": [true, false], {RATED}',
    "lists with too many": f'{{"relations": [1, 0, 1, 0, 0], "components": [1, 0, 1], {RATED}',
    "lists of objects": '{"relations": [{"verdict": "yes"}, {"verdict": "no"}, {"verdict": "yes"}], '
    '"components": [{"present": true}, {"present": false}], '
    '"structure": {"score": 4}, "conventions": {"rating": "5 - all"}}',
    "lists with keys in another order": '{"relations": [{"id": "r2", "verdict": 1}, {"id": "r0", "verdict": 1}, '
    '{"id": "r1", "verdict": 0}], "components": [{"key": "c1", "verdict": 0}, {"key": "c0", "verdict": 1}], ' + RATED,
    "lists with items instead of keys": '{"relations": [{"relation": ["MEK", "activates", "ERK"], "verdict": "no"}, '
    '{"relation": ["ERK", "inhibits", "RAF"], "verdict": "yes"}, {"relation": "RAF activates MEK", "verdict": "yes"}], '
    '"components": [{"component": "a nucleus", "verdict": "no"}, {"component": "a lipid bilayer", "verdict": "yes"}], '
    + RATED,
    "drawn and direction": '{"relations": {"r0": {"drawn": "yes", "direction": "right"}, "r1": {"drawn": "yes", '
    '"direction": "wrong"}, "r2": {"drawn": true, "direction": "n/a"}}, "components": {"c0": {"drawn": true}, '
    '"c1": {"drawn": false}}, "structure": "Rating: 4", "conventions": "five"}',
    "unknown keys": SHORT[:-1] + ', "r9": "no", "confidence": 0.9, "overall": {"rating": 1}, "notes": ["no"]}',
    "quotes inside a reason": '{"relations": {"r0": {"reason": "the label "RAF" isn\'t far", "verdict": "yes"}, '
    '"r1": {"reason": \'it\'s reversed\', "verdict": "no"}, ' + REST,
    "line break inside a reason": '{"relations": {"r0": {"reason": "one\ntwo", "verdict": "yes"}, "r1": "no", ' + REST,
    "thinking tags quoted from the picture": '{"relations": {"r0": {"reason": "It prints </think> '
    '{relations: {r0: no, r1: yes}} <think>", "verdict": "yes"}, "r1": "no", ' + REST,
    "byte order mark": "\ufeff" + SHORT,
}


@pytest.mark.parametrize("answer", SAME_MEANING.values(), ids=SAME_MEANING.keys())
def test_sloppy_answers_mean_the_same(answer: str) -> None:
    judgement, problem = parse(answer)
    assert judgement is not None, problem
    assert (judgement.relations, judgement.components) == (R, C)
    assert (judgement.structure, judgement.conventions) == (4.0, 5.0)
    assert problem == ""


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " \n ",
        "Yes, everything is drawn as it should be. 5/5.",
        "r0: yes\nr1: no\nstructure: 4",
        "{}",
        "{not json at all}",
        "[]",
        "null",
        '"yes"',
        '{"relations": {}, "components": []}',
        '{"relations": null, "components": "yes", "structure": null}',
        '{"verdict": "yes"}',
        FORM,
        '{"relations": {"r0": "yes/no", "r1": "unclear", "r2": "maybe"}, "structure": 7, "conventions": NaN}',
        "I'm sorry, but I cannot assist with that.",
        "<think>" * 50,
        "{" * 5000,
        '{"relations": ' * 3000,
        "\x00\ud800{",
    ],
)
def test_answer_without_any_verdict_is_none_with_a_sentence(answer: str) -> None:
    judgement, problem = parse(answer)
    assert judgement is None
    assert problem.startswith("Your answer")
    assert "JSON object" in problem
    assert "\n" not in problem


def test_missing_items_are_unscored_and_named() -> None:
    judgement, problem = parse('{"relations": {"r1": "no"}, "components": {"c0": "hard to say"}, "structure": 9}')
    assert judgement is not None
    assert judgement.relations == (None, False, None)
    assert judgement.components == (None, None)
    assert (judgement.structure, judgement.conventions) == (None, None)
    assert all(key in problem for key in ("r0", "r2", "c0", "c1", "structure", "conventions"))
    assert "r1" not in problem


def test_short_list_leaves_the_rest_unscored() -> None:
    assert read('{"relations": ["yes"], "components": []}').relations == (True, None, None)


def test_list_with_some_keys_does_not_guess_the_others() -> None:
    answer = '{"relations": [{"verdict": "no"}, {"key": "r2", "verdict": "yes"}]}'
    assert read(answer).relations == (None, None, True)


def test_answer_cut_off_keeps_what_was_said() -> None:
    cut = json.dumps(GOOD)[: json.dumps(GOOD).index('"r2"')]
    assert read(cut).relations == (True, False, None)


def test_later_object_overrides_only_where_it_can_be_read() -> None:
    judgement = read('{"r0": "no", "r1": "yes", "structure": 2}{"r0": "yes", "r1": "?", "structure": "high"}')
    assert judgement.relations == (True, True, None)
    assert judgement.structure == 2


def test_a_self_contradicting_item_follows_what_is_wrong() -> None:
    judgement = read(
        '{"r0": {"drawn": "yes", "direction": "reversed", "verdict": "yes"}, "r1": {"drawn": "yes", "direction": "up"}}'
    )
    assert judgement.relations == (False, None, None)


def test_conventions_are_not_rated_where_the_task_has_none() -> None:
    bare = TASK.model_copy(update={"discipline_conventions": ()})
    judgement, problem = parse(GOOD, bare)
    assert judgement is not None
    assert judgement.conventions is None
    assert problem == ""
    assert read(GOOD, bare.model_copy(update={"negative_constraints": ("No arrows cross",)})).conventions == 5


def test_a_task_of_labels_only_is_rated_on_structure() -> None:
    bare = DrawTask(id="t", required_labels=("A",))
    judgement, problem = parse('{"structure": 3}', bare)
    assert judgement is not None
    assert (judgement.relations, judgement.components, judgement.structure, problem) == ((), (), 3.0, "")


HOSTILE = {
    "braces": "{" * 300_000,
    "nested": '{"a":' * 60_000,
    "nested and closed": '{"a":' * 60_000 + "1" + "}" * 60_000,
    "tags": "<think>{" * 40_000,
    "quotes": '{"a":"' + '" ' * 90_000,
    "comments": "{/*" * 60_000,
    "wide": "{" + '"a":1,' * 40_000 + "!",
    "digits": '{"structure": ' + "9" * 100_000 + "}",
}


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_unscored_in_bounded_time(answer: str) -> None:
    assert parse(answer)[0] is None
    assert calls(lambda: parse(answer)) < 1_500_000


@pytest.mark.parametrize(
    "cut", ['{"r0": "n', '{"r0": "no', "{r0: no", '{"r0": {"verdict": "no', '{"structure": 4', "{'structure': '3"]
)
def test_a_value_that_is_cut_off_is_not_guessed(cut: str) -> None:
    assert parse(cut)[0] is None


def test_an_answer_behind_much_noise_is_found() -> None:
    assert read("x" * 300_000 + SHORT).relations == R


leaves = st.none() | st.booleans() | st.floats() | st.integers(-9, 9) | st.sampled_from(["yes", "no", "4/5", "", "x"])
entries = leaves | st.dictionaries(st.sampled_from(["verdict", "rating", "key", "drawn", "reason", "x"]), leaves)
keys = st.sampled_from(["r0", "r1", "c1", "0", "1", "2", "x"])
sections = entries | st.lists(entries, max_size=5) | st.dictionaries(keys, entries)
names = st.sampled_from(["relations", "components", "contradictions", "structure", "conventions", "r1", "answer"])


@given(st.dictionaries(names, sections))
def test_any_json_parses_to_a_record_of_the_right_shape_or_none(answer: dict[str, object]) -> None:
    judgement, problem = parse(answer)
    if judgement is None:
        assert problem
        return
    assert (len(judgement.relations), len(judgement.components)) == (3, 2)
    assert all(rating is None or 1 <= rating <= 5 for rating in (judgement.structure, judgement.conventions))
    assert Judgement.model_validate_json(judgement.model_dump_json()) == judgement


@given(st.text(alphabet="{}[]\":,yesno0123rc \n'“”\\/<>think", max_size=200))
def test_any_text_is_read_without_an_error(answer: str) -> None:
    parse(answer)


@given(
    st.lists(st.sampled_from([True, False]), min_size=3, max_size=3),
    st.text(max_size=40),
    st.integers(0, 400),
)
def test_cutting_an_answer_short_never_turns_a_verdict(verdicts: list[bool], reason: str, cut: int) -> None:
    whole = json.dumps(
        {"relations": {f"r{i}": {"verdict": "yes" if v else "no", "reason": reason} for i, v in enumerate(verdicts)}}
    )
    judgement, _ = parse(whole[:cut])
    for said, meant in zip(judgement.relations if judgement else (), verdicts, strict=False):
        assert said is None or said is meant
