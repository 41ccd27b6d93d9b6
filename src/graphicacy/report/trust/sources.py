"""What the page is made from, read from the paths that are named: a stress test's folder, and ratings by people."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from graphicacy.draw.runs import BadRun
from graphicacy.trust.stress.files import StressFolder, read_stress
from graphicacy.trust.stress.record import Case, Scored, StressSummary

if TYPE_CHECKING:
    from graphicacy.trust.ratings import AgreementSummary, Ratings

__all__ = ["People", "Stress", "read_one_stress", "read_people"]

_GREATEST = 1e12  # of any number in a summary: what is greater was not measured


@dataclass(frozen=True, slots=True)
class Stress:
    """A finished stress test: what it found, its cases and scores, and the folder of its pictures."""

    folder: Path
    summary: StressSummary
    cases: tuple[Case, ...]
    scored: tuple[Scored, ...]

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.resolve().name

    def picture(self, case: Case) -> Path:
        """The picture of a case. Raises ``BadStressFolder`` where its name leads out of the folder."""
        return StressFolder(self.folder).picture(case.png)


@dataclass(frozen=True, slots=True)
class People:
    """Ratings by people, and how far they agree. ``form`` says how the file was understood."""

    name: str
    form: str
    found: AgreementSummary


def read_one_stress(folders: Sequence[Path]) -> Stress | None:
    """The stress test among the paths, if there is one.

    Raises:
        BadRun: there are two, since two tests have different cases.
        BadStressFolder: a file of it cannot be used.
    """
    if not folders:
        return None
    if len(folders) > 1:
        raise BadRun(f"{folders[0]} and {folders[1]} are two stress tests; a report takes one, name one of them")
    summary, cases, scored = read_stress(folders[0])
    where = _wild(summary, "")
    if where:
        raise BadRun(f"{folders[0] / 'stress.json'}: {where} is no number that a test can give; write it anew")
    return Stress(folders[0], summary, tuple(cases), tuple(scored))


def read_people(path: Path, seed: int) -> People:
    """The agreement in a file of ratings, or in the answers that a rater study has so far.

    Raises:
        BadRun: the path cannot be read.
        BadRatings, BadStudy, BadStore: what is wrong with it, in one line.
    """
    from graphicacy.trust.ratings import read_ratings
    from graphicacy.trust.ratings.analysis import agreement

    try:
        ratings = _of_study(path) if path.is_dir() else read_ratings(path)
    except OSError as error:
        raise BadRun(f"{path}: cannot be read ({error.strerror or error})") from None
    return People(path.resolve().name, ratings.form, agreement(ratings, seed=seed))


def _of_study(folder: Path) -> Ratings:
    """The ratings of a study, by way of the file that ``study export`` would write."""
    from graphicacy.trust.ratings import read_ratings

    try:
        from graphicacy.trust.study.export import ratings_csv
        from graphicacy.trust.study.folder import open_study
    except ImportError as error:
        raise BadRun(f"{folder}: a rater study needs {error.name}: pip install 'graphicacy[study]'") from None
    study, store = open_study(folder)
    answers = store.answers()
    store.close()
    if not answers:
        raise BadRun(f"{folder}: no drawing has been rated yet; name the study once raters have begun")
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "ratings.csv"
        path.write_text(ratings_csv(study, answers), encoding="utf-8")
        return read_ratings(path, study=study)


def _wild(value: object, where: str) -> str:
    """Where in a record a number is not finite, or beyond all measure; "" for nowhere."""
    if isinstance(value, BaseModel):
        parts = [(f"{where}.{name}" if where else name, part) for name, part in value]
    elif isinstance(value, dict):
        parts = [(f"{where}.{name}", part) for name, part in value.items()]
    elif isinstance(value, tuple):
        parts = [(f"{where}[{place}]", part) for place, part in enumerate(value)]
    else:
        wild = isinstance(value, float | int) and not (math.isfinite(value) and abs(value) < _GREATEST)
        return where if wild else ""
    return next((found for name, part in parts if (found := _wild(part, name))), "")
