"""A small dataset of questions, and systems that answer it more or less well."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from graphicacy.read.answers import write_answer
from graphicacy.read.answers.places import DIRECTIONS, POSITIONS
from graphicacy.read.corpus.generator import Form, GeneratedSource, Knobs
from graphicacy.read.dataset.build import build
from graphicacy.read.dataset.load import Dataset, open_dataset
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.facts import facts_of
from graphicacy.read.predictions import result_of
from graphicacy.read.question import NONE, AnswerType, Question
from graphicacy.read.record import ReadResult, View

SKILLS = {"anthracite-2": 0.95, "lumen-xl": 0.8, "drafter-7b": 0.5}
_REFUSAL, _CHATTER = "I cannot help with that.", "Hard to say, maybe the left one?"


def make_dataset(folder: Path) -> Dataset:
    """Four diagrams, each with every kind of question that it admits."""
    source = GeneratedSource(3, 60, knobs=Knobs(nodes=8, form=Form.WORKFLOW))
    build(Plan(3, 4, 2, (), (source,), costly_every=1), folder, engine="here")
    return open_dataset(folder)


def question(answer_type: AnswerType, answer: Any, **more: Any) -> Question:
    """A question that has this answer."""
    bare = {"id": "d:t:v:0@mermaid", "key": "d:t:v:0", "task": "graph-parsing", "variant": "full", "question": "Which?"}
    rest = {"images": ("i.png",), "diagram": "d", "rendering": "mermaid", "difficulty": "easy", "template": "t"}
    return Question(
        **{**bare, **rest, "arguments": {}, "rubric": {}, **more, "answer_type": answer_type, "answer": answer}
    )


def said(asked: Question, answer: Any, system: str = "a", **more: Any) -> ReadResult:
    """The graded result of an answer, given as JSON, or of a text."""
    text = answer if isinstance(answer, str) and answer != NONE else json.dumps({"answer": answer})
    return result_of(asked, None, text, system=system, **more)


def answers_of(
    data: Dataset, system: str, skill: float, view: View = "image", questions: Iterable[Question] | None = None
) -> list[ReadResult]:
    """What a made-up system says to each question; ``skill`` is the chance that an item of it is right."""
    facts = facts_of(data)
    results = []
    for asked in data.questions() if questions is None else questions:
        dice = random.Random(f"{system}/{view}/{asked.id}")
        text = dice.choices([_noisy(asked, skill, dice), _REFUSAL, _CHATTER, ""], [0.94, 0.02, 0.02, 0.02])[0]
        results.append(
            result_of(
                asked,
                facts.get((asked.diagram, asked.rendering)),
                text,
                system=system,
                view=view,
                model=f"{system}-2026-11",
                stopped="stop",
                failed="HTTP 500 three times" if dice.random() < 0.01 else "",
                seconds=round(1 + 4 * dice.random(), 2),
                tokens=400,
                cost=0.002,
            )
        )
    return results


def _noisy(asked: Question, skill: float, dice: random.Random) -> str:
    answer = asked.answer
    if isinstance(answer, list) and asked.answer_type is not AnswerType.BOX:
        answer = [_slip(item, skill, dice) for item in answer if dice.random() < skill]
    elif asked.answer_type is AnswerType.GRAPH:
        answer = {
            name: [_slip(item, skill, dice) for item in items if dice.random() < skill]
            for name, items in answer.items()
        }
    elif asked.answer_type is AnswerType.CODE:
        lines = [line for line in answer.split("\n") if "-" not in line or dice.random() < skill]
        return f"```{asked.rubric['notation']}\n" + "\n".join(lines) + "\n```"
    elif asked.answer_type is AnswerType.BOX:
        shift = 0 if dice.random() < skill else asked.rubric["width"] / 4
        answer = [answer[0] + shift, answer[1], answer[2] + shift, answer[3]]
    elif dice.random() > skill:
        answer = dice.choice(
            {AnswerType.DIRECTION: DIRECTIONS, AnswerType.POSITION: POSITIONS}.get(asked.answer_type, [[]])
        )
    return write_answer(answer, asked.answer_type, asked.rubric)


def _slip(item: Any, skill: float, dice: random.Random) -> Any:
    """An arrow the wrong way round, now and then; other items as they are."""
    if isinstance(item, dict) and "source" in item and dice.random() > skill:
        return {"source": item["target"], "target": item["source"]}
    return item


def write_reading_run(folder: Path, results: Sequence[ReadResult], data: Dataset | None = None, **facts: Any) -> Path:
    """Writes ``results.jsonl`` and ``run.json`` as ``read run`` does; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.jsonl").write_text("".join(r.model_dump_json() + "\n" for r in results), encoding="utf-8")
    told: dict[str, Any] = {"track": "read", "started": "2026-12-01T02:00:00+00:00", "split": "all"}
    told["prompts"] = {"image": ["read-v1:187de2dd72b2", "read-v1:ff3eb6ec4062"]}
    told |= {} if data is None else {"dataset": str(data.folder), "digest": data.digest}
    (folder / "run.json").write_text(json.dumps(told | facts), encoding="utf-8")
    return folder


def make_reading_runs(folder: Path, data: Dataset) -> list[Path]:
    """A run of each of three systems, and of one of them blind."""
    runs = [
        write_reading_run(folder / name, answers_of(data, name, skill), data, systems=[name])
        for name, skill in SKILLS.items()
    ]
    blind = answers_of(data, "lumen-xl", 0.15, "blind")
    return [*runs, write_reading_run(folder / "blind", blind, data, systems=["lumen-xl"])]
