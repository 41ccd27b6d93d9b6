"""Graphs from problems by a language model, into a folder: what ``graphicacy read synthesize`` does.

``<out>/<domain>/<id>.json`` has an accepted graph, ``<out>/rejected.jsonl`` a line for each answer that was not taken
after one repair. Both are settled: run again, the same model is not asked for them again. What it gave no answer to
in time is.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, Model

from graphicacy.diagram.cache import write_whole
from graphicacy.evals.asking import OutOfTime, ask, for_each, is_cut_off
from graphicacy.evals.failures import Unreachable, one_line
from graphicacy.evals.models import make_model
from graphicacy.evals.progress import Listener, reported
from graphicacy.evals.running import RunError, RunStopped, locked, one_line_errors
from graphicacy.read.corpus.embed import embed
from graphicacy.read.corpus.entry import BadEntry, Entry
from graphicacy.read.corpus.problems import Problem, load_problems
from graphicacy.read.corpus.select import k_center_greedy, random_radius
from graphicacy.read.corpus.synthesis import SynthesisSource, record_path, write_record
from graphicacy.read.corpus.transcribe import graph_key, read_transcription, repair_prompt, transcription_prompt
from graphicacy.read.journal import Journal

__all__ = ["Choice", "Synthesized", "choose_problems", "synthesize"]

_FINAL = ("refused",)  # what a repair would not change
_UNSETTLED = "timeout"
_KEPT = 20_000  # characters of a rejected answer


@dataclass(frozen=True, slots=True)
class Choice:
    """Problems in the order of choice. ``radius`` is how far the farthest of all problems is from the nearest of them;
    ``random`` the mean of as many chosen at random."""

    problems: tuple[Problem, ...]
    radius: float
    random: float


@dataclass(frozen=True, slots=True)
class Synthesized:
    """How a run ended. ``rejected`` counts by cause; ``failures`` are lines for the user, each once."""

    out: Path
    choice: Choice
    accepted: int
    rejected: Mapping[str, int]
    failures: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 where every problem is settled, else 1."""
        settled = self.accepted + sum(n for cause, n in self.rejected.items() if cause != _UNSETTLED)
        return int(settled < len(self.choice.problems))

    def to_json(self) -> dict[str, Any]:
        """What ``graphicacy read synthesize --json`` prints."""
        return {
            "out": str(self.out),
            "problems": len(self.choice.problems),
            "accepted": self.accepted,
            "rejected": dict(self.rejected),
            "radius": round(self.choice.radius, 4),
            "random_radius": round(self.choice.random, 4),
            "failures": list(self.failures),
        }


def synthesize(
    model: str,
    out: Path,
    *,
    problems: Path | None = None,
    count: int | None = None,
    embedding: str = "tfidf",
    max_connections: int = 8,
    time_limit: float | None = None,
    retries: int = 6,
    model_args: Mapping[str, Any] | None = None,
    progress: bool | Listener = True,
) -> Synthesized:
    """Asks a model for the graph of each of ``count`` problems that are unlike, or of all, and keeps what is sound.

    ``problems`` is a file (see ``load_problems``), those of the package where there is none; ``embedding`` is a name
    in ``EMBEDDINGS``. ``time_limit`` is in seconds, for one answer with all its retries.

    Raises:
        RunError: the run cannot begin, or the model is not there.
        RunStopped: the user stopped it (Ctrl-C).
    """
    with one_line_errors():
        choice = choose_problems(load_problems(problems), count, embedding)
        asked = make_model(model, model_args)
    with locked(out), one_line_errors():
        run = _Run(asked, out, time_limit, retries)
        run.read(choice.problems)
        waiting = [problem for problem in choice.problems if not run.is_settled(problem)]
        try:
            planned = len(choice.problems)
            with reported(progress, planned, planned - len(waiting), "transcribing") as run.listener:
                failures = asyncio.run(for_each(waiting, run.transcribe, max_connections))
        except Unreachable as error:
            raise RunError(f"{error}; what was finished is in {out}") from None
        except KeyboardInterrupt:
            done = sum(map(run.is_settled, choice.problems))
            raise RunStopped(
                f"stopped: {done} of {len(choice.problems)} problems are done; run the same command again to go on"
            ) from None
        found = run.summary(choice, failures)
        facts = {**found.to_json(), "model": str(asked), "embedding": embedding, "graphicacy": version("graphicacy")}
        write_whole(out / "synthesis.json", f"{json.dumps(facts, ensure_ascii=False, indent=2)}\n".encode())
    return found


def choose_problems(problems: Sequence[Problem], count: int | None, embedding: str = "tfidf") -> Choice:
    """``count`` of the problems, each as unlike those before it as can be; all, in their order, where it is None.

    Raises ``ValueError`` for a count that is not from 1 to their number, and as ``embed``.
    """
    if count is None:
        return Choice(tuple(problems), 0.0, 0.0)
    vectors = embed([f"{problem.title}\n{problem.text}" for problem in problems], embedding)
    chosen = k_center_greedy(vectors, count)
    return Choice(tuple(problems[k] for k in chosen.indices), chosen.radius, random_radius(vectors, count, seed=0))


@dataclass(slots=True)
class _Run:
    """What is known of a folder: which problems are settled, and which graphs are there."""

    model: Model
    out: Path
    time_limit: float | None
    retries: int
    rejected: dict[str, str] = field(default_factory=dict)  # cause by id
    graphs: dict[str, str] = field(default_factory=dict)  # id by key of the graph
    listener: Listener = field(default=lambda outcome: None)

    @property
    def journal(self) -> Journal:
        return Journal(self.out / "rejected.jsonl")

    def read(self, problems: Sequence[Problem]) -> None:
        """Read what earlier runs have left."""
        prompts = {problem.id: transcription_prompt(problem).id for problem in problems}
        for line in self.journal.records():
            if line.get("model") == str(self.model) and line.get("prompt") == prompts.get(str(line.get("id"))):
                self.rejected[str(line["id"])] = str(line.get("cause"))
        source = SynthesisSource(self.out)
        for entry in map(source.load, source.keys()):
            self.graphs[graph_key(entry.diagram)] = entry.id

    def is_settled(self, problem: Problem) -> bool:
        return self._is_accepted(problem) or self.rejected.get(problem.id, _UNSETTLED) != _UNSETTLED

    def summary(self, choice: Choice, failures: Sequence[str]) -> Synthesized:
        accepted = sum(map(self._is_accepted, choice.problems))
        rejected = Counter(
            self.rejected[p.id] for p in choice.problems if p.id in self.rejected and not self._is_accepted(p)
        )
        lines = tuple(f"{line} ({n} problem{'s' * (n > 1)})" for line, n in Counter(failures).most_common())
        return Synthesized(self.out, choice, accepted, dict(rejected.most_common()), lines)

    async def transcribe(self, problem: Problem) -> None:
        """Ask for the graph of a problem, once more if need be, and keep what comes of it."""
        prompt = transcription_prompt(problem)
        messages: list[ChatMessage] = [ChatMessageUser(content=prompt.text)]
        record = {"id": problem.id, "domain": problem.domain, "model": str(self.model), "prompt": prompt.id}
        answer = ""
        for round_ in range(2):
            try:
                output = await ask(self.model, messages, self.time_limit, self.retries)
                answer = output.completion
                entry = await asyncio.to_thread(read_transcription, answer, problem, cut_off=is_cut_off(output))
                self._take(entry, problem, output.model or str(self.model), prompt.id)
            except OutOfTime as error:
                self._reject({**record, "cause": _UNSETTLED, "message": one_line(str(error)), "answer": answer[:_KEPT]})
                return
            except BadEntry as error:
                fault = one_line(str(error))
                if round_ == 0 and error.cause not in _FINAL:
                    messages += [output.message, ChatMessageUser(content=repair_prompt(fault))]
                    continue
                self._reject({**record, "cause": error.cause, "message": fault, "answer": answer[:_KEPT]})
            return

    def _take(self, entry: Entry, problem: Problem, model: str, prompt: str) -> None:
        key = graph_key(entry.diagram)
        if key in self.graphs:
            raise BadEntry(f"this is the graph of another problem, {self.graphs[key]}; draw the one of this text",
                           "repeated")  # fmt: skip
        write_record(self.out, problem, entry, model, prompt)
        self.graphs[key] = entry.id
        self._tell(True)

    def _reject(self, record: dict[str, Any]) -> None:
        self.journal.add(record)
        self.rejected[record["id"]] = record["cause"]
        self._tell(False)

    def _tell(self, is_taken: bool) -> None:
        self.listener("ok" if is_taken else "failed")

    def _is_accepted(self, problem: Problem) -> bool:
        return record_path(self.out, problem).is_file()
