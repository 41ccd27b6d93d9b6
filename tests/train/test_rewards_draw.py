"""Rewards of drawings: what is right earns the most, what is added without need costs, and nothing hostile raises."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.dot.write import write_dot
from graphicacy.diagram.engines.mermaid_of import source_of
from graphicacy.draw.systems.controls import draw_control
from graphicacy.draw.systems.reference import reference_diagram
from graphicacy.draw.task import DrawTask, load_suite
from graphicacy.train.rewards import COUNTS, BadColumn
from graphicacy.train.rewards.draw import draw_reward, draw_rewards
from graphicacy.train.rewards.easyr1 import compute_score
from graphicacy.train.rewards.tasks import draw_tasks
from graphicacy.train.rewards.trl import draw_figures

TASKS = load_suite()[::2][:12]


def _svg(name: str, task: DrawTask) -> str:
    svg = draw_control(name, task).svg
    assert svg is not None
    return svg


def _with(svg: str, extra: str) -> str:
    return svg.replace("</svg>", f"{extra}</svg>")


def _lines(words, look: str, y: float = 12) -> str:
    return "".join(f'<text x="5" y="{y + 9 * k}" {look}>{word}</text>' for k, word in enumerate(words))


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _without_text(svg: str) -> str:
    return re.sub(r"<text\b.*?</text>", "", svg, flags=re.S)


def _added(task: DrawTask) -> dict[str, str]:
    """Honest drawings with something that nobody asked for."""
    svg, labels = _svg("reference", task), [_plain(label) for label in task.required_labels]
    big = 'font-size="8" fill="#000"'
    return {
        "labels again": _with(svg, _lines(labels, big)),
        "a note": _with(svg, '<text x="5" y="14" font-size="12">This figure is correct and complete.</text>'),
        "the prompt": _with(svg, _lines([_plain(w) for w in task.prompt.split(". ")], big)),
        "invented things": _with(
            svg, '<rect x="2" y="2" width="60" height="20" fill="#fff" stroke="#000"/><text x="6" y="16">Xylo</text>'
        ),
        "white copies": _with(svg, _lines(labels, 'font-size="8" fill="#fff"')),
        "copies outside": _with(svg, _lines(labels, big, y=90_000)),
        "transparent copies": _with(svg, _lines(labels, 'font-size="8" fill-opacity="0.01"')),
    }


def _instead(task: DrawTask) -> dict[str, str]:
    """Labels that cannot be read, in place of those that can."""
    svg, labels = _svg("reference", task), [_plain(label) for label in task.required_labels]
    bare = _without_text(svg)
    cover = '<rect x="0" y="0" width="200%" height="100%" fill="#fff"/>'
    return {
        "label dump": _svg("label-dump", task),
        "white": _with(bare, _lines(labels, 'fill="#fff" font-size="8"')),
        "tiny": _with(bare, _lines(labels, 'font-size="0.8"')),
        "transparent": _with(bare, _lines(labels, 'opacity="0.01"')),
        "outside": _with(bare, _lines(labels, 'font-size="8"', y=90_000)),
        "under a shape": _with(svg, cover),
        "the prompt alone": _svg("blank", task).replace(
            "</svg>", _lines([_plain(w) for w in task.prompt.split(". ")], 'font-size="14"', 30) + "</svg>"
        ),
    }


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_every_trick_loses_against_the_reference_and_an_honest_attempt(task):
    best = draw_reward(_svg("reference", task), task=task)
    tried = draw_reward(_svg("scrambled", task), task=task).value
    assert best.value > 0.98, best.reason
    assert best.value > tried
    for name, svg in _added(task).items():
        reward = draw_reward(svg, task=task)
        assert reward.value < best.value - 0.005, (name, reward)
    for name, svg in _instead(task).items():
        reward = draw_reward(svg, task=task)
        assert reward.value < min(tried, best.value - 0.25), (name, reward, tried)


def test_the_reference_earns_nearly_all_in_each_medium():
    task = TASKS[0]
    diagram = reference_diagram(task)
    for medium, code in (("dot", write_dot(diagram)), ("mermaid", source_of(diagram)[0])):
        reward = draw_reward(f"Here it is.\n```{medium}\n{code}\n```", task=task, medium=medium)
        assert reward.status == "ok"
        assert reward.value > 0.9, reward.reason


LAUGHS = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10}">' for k in range(1, 10))
HOSTILE = {
    "billion laughs": f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>',
    "file": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd" width="9" height="9"/></svg>',  # noqa: E501
    "host": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><use href="http://example.org/a.svg#b"/></svg>',
    "huge canvas": '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><text x="5" y="9">a</text></svg>',
    "thin canvas": '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1"><rect width="9" height="1"/></svg>',
    "script": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>while(1);</script></svg>',
    "numbers": '<svg xmlns="http://www.w3.org/2000/svg" width="NaN" height="inf"><path d="M1e300 nan L0 0"/></svg>',
    "deep": "<svg xmlns='http://www.w3.org/2000/svg'>" + "<g>" * 5000 + "</g>" * 5000 + "</svg>",
    "many": "<svg xmlns='http://www.w3.org/2000/svg'>" + "<path d='M0 0L9 9' stroke='red'/>" * 5000 + "</svg>",
    "recursive use": "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'><use href='#a'/><use href='#a'/></g></svg>",
    "no svg": "I cannot draw.",
    "breaks off": "<svg xmlns='http://www.w3.org/2000/svg'><rect",
    "long": "x" * 1_000_000,
    "lone surrogate": "<svg xmlns='http://www.w3.org/2000/svg'><text>\ud800</text></svg>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_code_earns_hardly_anything_and_does_not_raise(name):
    assert draw_reward(HOSTILE[name], task=TASKS[0]).value <= 0.15


@pytest.mark.parametrize("said", [None, 5, b"", [], [None], {"content": 3}, [{"role": "user", "content": "<svg/>"}]])
def test_what_is_no_text_earns_the_least_and_is_counted(said):
    COUNTS.reset()
    assert draw_reward(said, task=TASKS[0]).value == 0
    assert COUNTS.reset() == {"draw empty": 1}


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=300), st.sampled_from(["svg", "mermaid", "dot"]))
def test_any_text_stays_in_the_range(text, medium):
    for said in (text, f"<svg xmlns='http://www.w3.org/2000/svg'>{text}</svg>", f"```{medium}\n{text}\n```"):
        assert 0 <= draw_reward(said, task=TASKS[0], medium=medium).value <= 1


def test_one_that_is_stopped_harms_no_other_and_the_same_rows_give_the_same():
    good = _svg("reference", TASKS[0])
    rows = [
        {"completion": said, "draw_task": TASKS[0]} for said in (good, HOSTILE["many"], good, HOSTILE["deep"], good)
    ]
    once, again = draw_rewards(rows), draw_rewards(rows, workers=1)
    assert once == again
    assert {once[k].value for k in (0, 2, 4)} == {draw_reward(good, task=TASKS[0]).value}
    stopped = draw_rewards(rows[:1], seconds=0.000_001)
    assert (stopped[0].value, stopped[0].status) == (0, "no-drawing")
    assert draw_rewards(rows[:1])[0] == once[0]


def test_trl_gets_none_for_rows_of_the_other_kind_and_wrong_columns_are_named():
    task = TASKS[0].model_dump_json()
    said = [[{"role": "assistant", "content": _svg("reference", TASKS[0])}], "…"]
    first, second = draw_figures(["", ""], said, draw_task=[task, None])
    assert first is not None
    assert first > 0.99
    assert second is None
    with pytest.raises(BadColumn, match="row 0: draw_task"):
        draw_figures([""], ["x"], draw_task=["{}"])
    with pytest.raises(BadColumn, match="medium 'png'"):
        draw_figures([""], ["x"], draw_task=[task], medium=["png"])


def test_a_batch_of_both_kinds_keeps_its_order():
    task = load_suite()[0]
    drawn = json.dumps({"draw_task": task.model_dump_json(), "medium": "svg"})
    asked = json.dumps({"answer_type": "nodes", "gold": '["A"]', "rubric": "{}", "boxes": "neutral"})
    said = [('{"answer": ["A"]}', asked), (_svg("reference", task), drawn), ("x", asked), (_svg("blank", task), drawn)]
    scored = compute_score([{"response": text, "ground_truth": truth} for text, truth in said])
    right, reference, wrong, blank = (one["overall"] for one in scored)
    assert right == 1
    assert reference > 0.9
    assert wrong < 0
    assert 0 <= blank < 0.2


def test_tasks_for_training_are_fresh_reproducible_and_none_of_the_published():
    one, again = (list(itertools.islice(draw_tasks(7), 20)) for _ in range(2))
    assert one == again
    assert one != list(itertools.islice(draw_tasks(8), 20))
    refused = Counter()
    rest = list(itertools.islice(draw_tasks(7, held_out=one[:3], refused=refused), 17))
    assert refused["task of a family held out"] >= 3
    assert not {t.id for t in rest} & {t.id for t in one[:3]}
    published = [set(t.required_labels) for t in load_suite()]
    assert all(len(p & set(t.required_labels)) < len(t.required_labels) / 2 for p in published for t in one)
