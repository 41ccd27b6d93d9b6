"""Parts → the dataset: split by family, balanced, every gold answer graded, tables and card written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from graphicacy.read.dataset.balance import Balance
from graphicacy.read.dataset.guess import Guesses
from graphicacy.read.dataset.make import Rejection
from graphicacy.read.dataset.parts import Parts
from graphicacy.read.dataset.plan import Plan
from graphicacy.read.dataset.schema import DIAGRAMS, QUESTIONS
from graphicacy.read.dataset.split import families, held_out
from graphicacy.read.grading import check_gold
from graphicacy.read.question import AnswerType

__all__ = ["DIGEST", "Built", "digest_of", "finish"]

DIGEST = b"graphicacy.digest"  # in the metadata of both tables
Rows = list[dict[str, Any]]
_GENERATED = "generated"  # the name of ``GeneratedSource``


@dataclass(slots=True)
class Built:
    """What is in a dataset, counted: what its card and the command's summary say."""

    diagrams: Counter[tuple[str, str]] = field(default_factory=Counter)  # by split and origin
    domains: Counter[str] = field(default_factory=Counter)
    renderings: Counter[str] = field(default_factory=Counter)
    questions: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by split, task, variant
    licences: Counter[str] = field(default_factory=Counter)
    rejected: list[Rejection] = field(default_factory=list)
    guesses: Guesses = field(default_factory=Guesses)

    @property
    def faults(self) -> list[Rejection]:
        """What was not taken of diagrams that somebody wrote; for a generated one, another is taken."""
        return [_without_name(item) for item in self.rejected if item.source != _GENERATED]


def _without_name(item: Rejection) -> Rejection:
    """The same, without the file's name or the diagram's id at the start of its message, which the key tells."""
    first, _, rest = item.message.partition(": ")
    is_name = first == item.key.rpartition("/")[2] or first.startswith(f"{item.source}/")
    return item._replace(message=rest) if is_name else item


def digest_of(out: Path) -> str | None:
    """The digest of the plan by which the dataset in a folder was made; None where there is none."""
    path = out / "questions.parquet"
    if not path.is_file():
        return None
    digest: bytes = (pq.read_schema(path).metadata or {}).get(DIGEST, b"")
    return digest.decode()


def finish(plan: Plan, parts: Parts) -> Built:
    """Write both tables from the parts, row group by row group. Raises ``AssertionError`` for a gold graded below 1."""
    known = list(parts.fingerprints(plan.count))
    family = dict(zip((key for key, _ in known), families(prints for _, prints in known), strict=True))
    share = round(plan.test * len(known) / plan.count)  # where there are fewer than wanted, as well
    test = held_out(list(family.values()), share, plan.seed)
    metadata = {DIGEST: plan.digest().encode()}
    built = Built(rejected=list(parts.rejected(plan.count)))
    with (
        pq.ParquetWriter(parts.out / "diagrams.parquet.new", DIAGRAMS.with_metadata(metadata)) as diagrams,
        pq.ParquetWriter(parts.out / "questions.parquet.new", QUESTIONS.with_metadata(metadata)) as questions,
    ):
        for kept, asked in _kept(parts, family, test):
            for row in asked:
                _check(row)
            diagrams.write_table(pa.Table.from_pylist(kept, DIAGRAMS))
            questions.write_table(pa.Table.from_pylist(asked, QUESTIONS))
            _count(built, kept, asked)
    return built


def _kept(parts: Parts, family: dict[str, str], test: frozenset[str]) -> Iterator[tuple[Rows, Rows]]:
    """Rows of each part with their split and family, less those that are over; pictures that nothing shows go."""
    balance = Balance()
    for diagrams, questions in parts.rows():
        mine = [_placed(row, row["id"], family, test) for row in diagrams if row["id"] in family]
        asked: Rows = []
        for diagram in mine:
            rows = [_placed(q, diagram["id"], family, test) for q in questions if q["diagram"] == diagram["id"]]
            asked += balance.kept(diagram["split"], rows)
        yield mine, asked
        shown = {image for row in asked for image in row["images"]} | {i for row in mine for i in _pictures(row)}
        made = {image for row in questions for image in row["images"]} | {i for row in diagrams for i in _pictures(row)}
        parts.forget(sorted(made - shown))


def _placed(row: dict[str, Any], diagram: str, family: dict[str, str], test: frozenset[str]) -> dict[str, Any]:
    name = family[diagram]
    return {**row, "family": name, "split": "test" if name in test else "train"}


def _pictures(row: dict[str, Any]) -> list[str]:
    return [rendering["image"] for rendering in row["renderings"]]


def _check(row: dict[str, Any]) -> None:
    """The gold answer, written as a model would, must grade 1."""
    kind = AnswerType(row["answer_type"])
    found = check_gold(kind, json.loads(row["answer"]), json.loads(row["rubric"]))
    if found.score != 1.0 or found.strict != 1.0:
        raise AssertionError(f"question {row['id']}: its own answer grades {found.score}, not 1: {row['answer'][:200]}")


def _count(built: Built, diagrams: Rows, questions: Rows) -> None:
    for row in diagrams:
        built.diagrams[row["split"], row["origin"]] += 1
        built.domains[row["domain"]] += 1
        built.licences[row["licence"]] += 1
        built.renderings.update(rendering["name"] for rendering in row["renderings"])
    for row in questions:
        built.questions[row["split"], row["task"], row["variant"]] += 1
        built.guesses.add(row)
