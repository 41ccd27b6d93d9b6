"""The folder of a stress test, written so that a test that was stopped goes on, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from graphicacy.diagram.cache import held, write_whole
from graphicacy.read.journal import Journal
from graphicacy.trust.stress.record import Case, KeptAnswer, Scored, StressSummary

__all__ = ["BadStressFolder", "Settings", "StressFolder", "read_stress"]

_MAX_BYTES = 500_000_000  # of one file of lines
_NAMES = {Case: "case", Scored: "score", KeptAnswer: "answer"}
_Record = TypeVar("_Record", Case, Scored, KeptAnswer)


class BadStressFolder(ValueError):
    """A folder that is no stress test, or that of another one: one line that says what is wrong and what to do."""


class Settings(BaseModel):
    """What the cases of a stress test follow from: two tests with the same settings have the same cases.

    ``drawings`` has a hash for each correct drawing, with its task, by its id.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    graphicacy: str
    seed: int
    sources: tuple[str, ...]
    count: int
    defects: int
    walks: int
    walk_length: int
    drawings: dict[str, str]


class StressFolder:
    """``cases.jsonl``, ``scores.jsonl``, ``probes.jsonl``, ``pictures/``, ``settings.json``, ``stress.json``: one test.

    Lines are added as they come; a kill loses none but the one at work.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._cases, self._scores = Journal(path / "cases.jsonl"), Journal(path / "scores.jsonl")
        self._probes = Journal(path / "probes.jsonl")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the folder for one test. Raises ``BadStressFolder`` where another one holds it, or it is no folder."""
        with ExitStack() as stack:
            try:
                stack.enter_context(held(self.path))
            except BlockingIOError:
                raise BadStressFolder(
                    f"{self.path}: another stress test is at work in this folder; wait for it, or choose another --out"
                ) from None
            except OSError as error:
                raise BadStressFolder(f"{self.path}: cannot be written to ({error.strerror or error})") from None
            yield

    def begin(self, settings: Settings) -> None:
        """Begins a test in a new folder, or goes on with it. Raises ``BadStressFolder`` where it holds another test."""
        path = self.path / "settings.json"
        if not path.exists():
            if self._cases.path.exists() or self._scores.path.exists():
                raise BadStressFolder(f"{self.path}: it holds cases, but no settings.json; choose another --out")
            write_whole(path, f"{settings.model_dump_json(indent=2)}\n".encode())
            return
        try:
            before = Settings.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            raise BadStressFolder(f"{path}: not the settings of a stress test; choose another --out") from None
        for name, value in settings:
            if getattr(before, name) != value:
                what = "the drawings themselves" if name == "drawings" else f"{name} {_told(getattr(before, name))}"
                raise BadStressFolder(
                    f"{self.path}: it holds a stress test with other settings ({what}); choose another --out"
                )

    def cases(self) -> list[Case]:
        """The cases that are there, in order."""
        return list(_records(self._cases, Case))

    def scored(self) -> list[Scored]:
        """The scores that are there."""
        return list(_records(self._scores, Scored))

    def answers(self) -> list[KeptAnswer]:
        """What probed judges have answered, in the order of their answers."""
        return list(_records(self._probes, KeptAnswer))

    def add_case(self, case: Case, svg: str | None, png: bytes) -> None:
        """Add a case after writing its pictures."""
        for name, data in ((case.svg, (svg or "").encode()), (case.png, png)):
            if name is not None:
                path = self.picture(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        self._cases.add(case.model_dump(mode="json"))

    def add_scores(self, rows: Iterable[Scored]) -> None:
        """Add scores."""
        for row in rows:
            self._scores.add(row.model_dump(mode="json"))

    def add_answer(self, answer: KeptAnswer) -> None:
        """Add what a probed judge answered."""
        self._probes.add(answer.model_dump(mode="json"))

    def picture(self, name: str) -> Path:
        """Where a picture of a case lies. Raises ``BadStressFolder`` for a name that leads out of the folder."""
        path = (self.path / name).resolve()
        if not path.is_relative_to(self.path.resolve()):
            raise BadStressFolder(f"{self.path}: the picture {name!r} lies outside the folder")
        return path

    def finish(self, cases: Iterable[Case], scored: Iterable[Scored], summary: StressSummary) -> None:
        """Write the scores in the order given, the cases too, and the summary."""
        for journal, rows in ((self._cases, cases), (self._scores, scored)):
            write_whole(journal.path, "".join(f"{row.model_dump_json()}\n" for row in rows).encode())
        write_whole(self.path / "stress.json", f"{summary.model_dump_json(indent=2)}\n".encode())


def read_stress(path: Path) -> tuple[StressSummary, list[Case], list[Scored]]:
    """What a finished stress test found, its cases and its scores.

    Raises:
        BadStressFolder: there is no finished test in this folder, or one of its files cannot be used.
    """
    file = path / "stress.json"
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise BadStressFolder(f"{file}: more than {_MAX_BYTES:,} bytes")
        summary = StressSummary.model_validate_json(file.read_bytes())
    except OSError:
        raise BadStressFolder(f"{path}: no stress.json; finish it with graphicacy trust stress --out {path}") from None
    except ValidationError as error:
        raise BadStressFolder(f"{file}: not a stress test's summary ({_first(error)})") from None
    folder = StressFolder(path)
    return summary, folder.cases(), folder.scored()


def _records(journal: Journal, kind: type[_Record]) -> Iterator[_Record]:
    if journal.path.is_file() and journal.path.stat().st_size > _MAX_BYTES:
        raise BadStressFolder(f"{journal.path}: more than {_MAX_BYTES:,} bytes")
    try:
        for record in journal.records():
            yield kind.model_validate(record)
    except ValidationError as error:
        raise BadStressFolder(f"{journal.path}: a line is no {_NAMES[kind]} ({_first(error)})") from None
    except ValueError as error:
        raise BadStressFolder(str(error)) from None


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
