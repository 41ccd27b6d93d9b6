"""The folder of a study, and how it is opened. Only its owner can read it.

| File | Holds |
|---|---|
| ``study.json`` | the plan, the tasks, and which system drew what: not for raters |
| ``pictures/`` | the drawings, under names that tell nothing |
| ``links.csv`` | the personal link of each rater |
| ``study.db`` | the answers |
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from graphicacy.draw.task import explain
from graphicacy.trust.study.record import Study
from graphicacy.trust.study.store import BadStore, Store, open_store

__all__ = ["DATABASE", "LINKS", "PICTURES", "STUDY", "BadStudy", "link_path", "open_study", "read_study"]

STUDY, LINKS, DATABASE, PICTURES = "study.json", "links.csv", "study.db", "pictures"
_MOST_BYTES = 200_000_000  # of study.json


class BadStudy(ValueError):
    """A study that cannot be made or opened: one line that says where, and why."""


def link_path(token: str) -> str:
    """The path of a rater's personal link on the server."""
    return f"/in/{token}"


def read_study(folder: Path) -> Study:
    """The study of a folder.

    Raises:
        BadStudy: there is none, or its record is damaged.
    """
    path = folder / STUDY
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadStudy(f"{path}: larger than {_MOST_BYTES:,} bytes, and so no study")
        return Study.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadStudy(f"{path}: cannot be read ({error.strerror}); name a folder that study new has made") from None
    except ValidationError as error:
        raise BadStudy(f"{path}: {explain(error)}") from None


def open_study(folder: Path, database: str | None = None) -> tuple[Study, Store]:
    """A study and its store: ``study.db`` in the folder, or the database of a URL, filled when it is new.

    Raises:
        BadStudy: there is no study, or its own database holds answers that a new one would not.
        BadStore: the database cannot be used, or holds another study.
    """
    study = read_study(folder)
    own = folder / DATABASE
    if not own.is_file():
        raise BadStudy(f"{own}: not there, and with it the raters' links; make a new study")
    store = open_store(own)
    if store.study_id() != study.id:
        raise BadStore(f"{own}: not the database of this study ({study.id})")
    if database is None:
        return study, store
    other = open_store(database)
    if other.study_id() is None and store.history():
        raise BadStudy(f"{own} holds answers; go on without --database, or begin a new study")
    other.prepare(study, store.token_hashes())
    store.close()
    return study, other
