"""Synthetic runs: results with simple PNG drawings whose labels lie where their boxes say."""

from __future__ import annotations

import hashlib
import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from graphicacy.draw.record import (
    ComponentVerdict,
    DrawResult,
    DrawScore,
    ErrorItem,
    Judgement,
    LabelVerdict,
    PanelVote,
    RelationVerdict,
    TextScore,
)
from graphicacy.draw.task import DISCIPLINES, FIGURE_TYPES, DrawTask

Box = tuple[float, float, float, float]

WIDTH, HEIGHT = 1200, 800
INK = (20, 40, 160)
_WORDS = [
    "ligand",
    "receptor",
    "adaptor",
    "kinase",
    "nucleus",
    "promoter",
    "transcript",
    "ribosome",
    "protein",
    "vesicle",
]


def make_tasks(count: int = 32) -> list[DrawTask]:
    """Tasks over all figure types, disciplines and difficulties, with six labels and four relations each."""
    return [_task(i) for i in range(count)]


def _task(i: int) -> DrawTask:
    words = random.Random(i).sample(_WORDS, 6)
    labels = tuple(word.capitalize() for word in words)
    return DrawTask(
        id=f"task-{i + 1:03d}",
        figure_type=FIGURE_TYPES[i % 8],
        discipline=DISCIPLINES[i % 10],
        difficulty=("easy", "medium", "medium", "hard")[i // 8 % 4],
        prompt=f"Draw how {words[0]} acts on {words[1]}.",
        required_labels=labels,
        required_relations=tuple((labels[j], ("activates", "inhibits")[j % 2], labels[j + 1]) for j in range(4)),
        required_components=("a cell membrane", "a legend of arrow heads"),
    )


SUITE = make_tasks()


def ids(n: int) -> list[str]:
    """The first n task ids of the suite."""
    return [task.id for task in SUITE[:n]]


def result(system: str, task: str, overall: float | None = 0.5, sample: int = 1, **more: object) -> DrawResult:
    """A bare result with the same score in every dimension."""
    score = DrawScore(TF=overall, SC=overall, SQ=overall, CA=overall, overall=overall)
    bare = {"system": system, "medium": "svg", "task": task, "sample": sample, "status": "ok", "score": score}
    return DrawResult.model_validate({**bare, **more})


def draw(task: DrawTask, words: Sequence[str | None], seed: int) -> tuple[bytes, list[Box | None]]:
    """A PNG with the words on a grid, arrows between them, and the ink box of each word (None: not drawn)."""
    dice = random.Random(seed)
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(34)
    boxes: list[Box | None] = []
    for i, word in enumerate(words):
        x, y = 90 + i % 3 * 370 + dice.randrange(40), 160 + i // 3 * 320 + dice.randrange(60)
        if word is None:
            boxes.append(None)
            continue
        fill = ("#e8f1fb", "#eaf6ec", "#fdf3e1")[dice.randrange(3)]
        pen.rounded_rectangle((x - 30, y - 36, x + 250, y + 76), 18, fill=fill, outline="#5b6b7f", width=3)
        pen.text((x, y), word, INK, font)
        boxes.append(tuple(float(v) for v in pen.textbbox((x, y), word, font)))  # type: ignore[arg-type]
        if i % 3 < 2:
            pen.line((x + 250, y + 20, x + 340, y + 20), "#333333", 5)
            pen.polygon([(x + 352, y + 20), (x + 334, y + 10), (x + 334, y + 30)], "#333333")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue(), boxes


def make_result(
    task: DrawTask, system: str, skill: float, sample: int, folder: Path, kind: str = "system"
) -> DrawResult:
    """One scored sample; ``skill`` in [0, 1] is the chance that a label or relation is right."""
    dice = random.Random(f"{system}/{task.id}/{sample}")
    verdicts = [_fate(dice, skill) for _ in task.required_labels]
    words = [_spell(label, fate) for label, fate in zip(task.required_labels, verdicts, strict=True)]
    png, boxes = draw(task, words, dice.randrange(10**6))
    score = _score(task, verdicts, words, boxes, skill, dice)
    return DrawResult(
        system=system,
        kind=kind,  # type: ignore[arg-type]
        medium="svg",
        task=task.id,
        sample=sample,
        status="ok",
        score=score,
        drawing=save(folder, png, "png"),
        source=save(folder, f"<svg><!-- {system} {task.id} --><text>{words[0]}</text></svg>".encode(), "svg"),
        model=f"{system}-2026-11",
        seconds=round(2 + 9 * dice.random(), 2),
        tokens=900,
        cost=None if kind == "control" else round(0.01 + 0.02 * dice.random(), 4),
    )


def save(folder: Path, data: bytes, suffix: str) -> str:
    """Writes a file named by its content; the path relative to the run's folder."""
    name = f"drawings/{hashlib.sha256(data).hexdigest()[:16]}.{suffix}"
    (folder / "drawings").mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return name


def _fate(dice: random.Random, skill: float) -> str:
    if dice.random() < skill:
        return "exact"
    return dice.choice(["misspelt", "missing"])


def _spell(label: str, fate: str) -> str | None:
    if fate == "missing":
        return None
    return label if fate == "exact" else f"{label[:2]}x{label[3:]}"


def _score(
    task: DrawTask,
    verdicts: Sequence[str],
    words: Sequence[str | None],
    boxes: Sequence[Box | None],
    skill: float,
    dice: random.Random,
) -> DrawScore:
    labels = tuple(
        LabelVerdict(label=label, found=fate == "exact", verdict=fate, seen=word, cer=0.0, box=box)  # type: ignore[arg-type]
        for label, fate, word, box in zip(task.required_labels, verdicts, words, boxes, strict=True)
    )
    right = [dice.random() < skill for _ in task.required_relations]
    relations = tuple(
        RelationVerdict(
            relation=relation,
            verdict="yes" if ok else "no",
            why="the arrow runs as it should" if ok else "the arrow runs the other way",
            by="geometry",
            share=float(ok),
        )
        for relation, ok in zip(task.required_relations, right, strict=True)
    )
    components = tuple(
        ComponentVerdict(component=c, verdict=v, why="seen by both judges" if v else "the judges disagree", by=by)
        for c, v, by in zip(task.required_components, ("yes", None), ("judges", None), strict=True)  # type: ignore[arg-type]
    )
    tf = sum(v == "exact" for v in verdicts) / len(verdicts)
    sc = sum(right) / len(right)
    votes, judgements = _judges(task, right, dice)
    sq, ca = 0.5 + 0.5 * skill * dice.random(), 0.4 + 0.6 * skill * dice.random()
    return DrawScore(
        TF=tf,
        SC=sc,
        SQ=sq,
        CA=ca,
        overall=0.3 * tf + 0.3 * sc + 0.2 * sq + 0.2 * ca,
        labels=labels,
        relations=relations,
        components=components,
        errors=tuple(_errors(task, labels, right)),
        scored_by={"TF": "rapidocr", "SC": "geometry", "SQ": "judges, rules", "CA": "judges, rules"},
        text={"strict": TextScore(mode="strict", tf=tf, recall=tf, cer=0.0, precision=1.0, labels=labels)},
        SC_geometry=sc,
        SC_judges=sum(v.SC or 0 for v in votes) / len(votes),
        all_right=tf == 1 and sc == 1,
        panel=votes,
        judgements=judgements,
        width=WIDTH,
        height=HEIGHT,
    )


def _judges(
    task: DrawTask, right: Sequence[bool], dice: random.Random
) -> tuple[tuple[PanelVote, ...], tuple[Judgement, ...]]:
    votes, judgements = [], []
    for name in ("judge-a", "judge-b"):
        said = tuple(ok if dice.random() < 0.85 else not ok for ok in right)
        structure = float(dice.randint(2, 5))
        judgements.append(
            Judgement(
                judge=name,
                prompt="draw-judge/1 4f2a",
                relations=said,
                components=(True, None),
                structure=structure,
                conventions=4.0,
                reasons={"r0": "the line ends at the second box", "structure": "reads left to right"},
            )
        )
        votes.append(PanelVote(judge=name, SC=sum(said) / len(said), SQ=(structure - 1) / 4, CA=0.75))
    return tuple(votes), tuple(judgements)


def _errors(task: DrawTask, labels: Sequence[LabelVerdict], right: Sequence[bool]) -> list[ErrorItem]:
    errors = []
    for label in labels:
        if label.verdict == "misspelt":
            what = f"“{label.seen}” stands for “{label.label}”"
            errors.append(ErrorItem(kind="misspelt-label", severity="major", what=what, box=label.box))
        elif label.verdict == "missing":
            errors.append(ErrorItem(kind="missing-label", severity="critical", what=f"“{label.label}” is not drawn"))
    for (subject, predicate, obj), ok in zip(task.required_relations, right, strict=True):
        if not ok:
            what = f"{subject} {predicate} {obj}: drawn from {obj} to {subject}"
            errors.append(ErrorItem(kind="reversed-relation", severity="critical", what=what, box=(330, 120, 440, 260)))
    return errors


def write_run(folder: Path, results: Sequence[DrawResult], facts: dict[str, object] | None = None) -> Path:
    """Writes ``results.jsonl`` and ``run.json``; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.jsonl").write_text("".join(r.model_dump_json() + "\n" for r in results), encoding="utf-8")
    given = facts or {"started": "2026-11-30T12:00:00Z", "suite": "built-in", "suite_hash": "8c1f52aa90d3"}
    (folder / "run.json").write_text(json.dumps(given), encoding="utf-8")
    return folder


SKILLS = {"anthracite-2 (svg)": 0.93, "lumen-xl": 0.86, "drafter-7b": 0.62}
CONTROLS = {"reference": 1.0, "scrambled": 0.5, "label-dump": 0.3}


def make_run(folder: Path, tasks: Sequence[DrawTask], k: int = 1, controls: bool = True) -> Path:
    """A run with three systems, three drawn controls, an empty one, one failed and one unscored sample."""
    results = [
        make_result(task, system, skill, n, folder)
        for system, skill in SKILLS.items()
        for task in tasks
        for n in range(1, k + 1)
    ]
    if controls:
        results += [
            make_result(t, name, skill, 1, folder, "control") for name, skill in CONTROLS.items() for t in tasks
        ]
    last = results[-1]
    results[0] = results[0].model_copy(
        update={"status": "no-drawing", "score": None, "drawing": None, "reason": "the answer holds no SVG"}
    )
    results[1] = results[1].model_copy(
        update={"status": "failed", "score": None, "drawing": None, "reason": "HTTP 500 three times"}
    )
    results[2] = results[2].model_copy(update={"score": None})
    results[-1] = last.model_copy(update={"drawing": "drawings/0000000000000000.png"})
    return write_run(folder, results)
