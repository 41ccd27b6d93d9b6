"""The store of a rater study: who may log in, what they are to see, and every answer ever saved.

What ``save`` and ``undo`` return is on the disk: SQLite runs in WAL mode with full synchronisation, PostgreSQL as it
is set up to. Nothing is overwritten: each save or undo is a new revision, and the highest one counts. The store may be
used by many threads, and by many processes at once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from graphicacy.draw.task import explain
from graphicacy.trust.study.record import MOST_PLACES, Answer, Assignment, Progress, Rater, Study, Tag

try:
    from sqlalchemy import Connection, Engine, Row, and_, func, insert, select
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.exc import TimeoutError as NoConnection

    from graphicacy.trust.study import tables
    from graphicacy.trust.study.engine import Engines, connect, shown
except ModuleNotFoundError as error:
    raise ValueError(f"rater studies need {error.name}: pip install 'graphicacy[study]'") from None

__all__ = [
    "BadAnswer",
    "BadStore",
    "Conflict",
    "NothingToUndo",
    "Store",
    "Unavailable",
    "new_token",
    "open_store",
    "token_hash",
]


_WITHDRAWN = "{}"  # the ratings of an answer that was taken back


class BadStore(ValueError):
    """A database that cannot be used: one line that says which, and why."""


class BadAnswer(ValueError):
    """An answer that breaks the rules, or is to a place that there is not: one line."""


class NothingToUndo(ValueError):
    """There is no answer at this place that could be taken back."""


class Conflict(Exception):
    """Somebody saved in between (another tab, another device): ``current`` is what counts now."""

    def __init__(self, current: Answer | None) -> None:
        super().__init__("this place was answered elsewhere in the meantime")
        self.current = current


class Unavailable(RuntimeError):
    """The database is down, locked or full: nothing was saved, and the same submit may be sent again."""


def new_token() -> str:
    """A secret of 128 random bits, as 22 letters, digits, ``-`` and ``_``: for links and sessions."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    """The SHA-256 of a token in hex: all that the database knows of it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def open_store(where: str | Path) -> Store:
    """The store in an SQLite file, or in the database of a URL (``postgresql://user@host/name``).

    Missing tables, and a missing SQLite file, are made.

    Raises:
        BadStore: the database cannot be reached or is none.
    """
    try:
        engines = connect(where)
        tables.metadata.create_all(engines.writer)
    except (DBAPIError, ValueError, OSError) as error:
        raise BadStore(f"{shown(where)}: {_reason(error)}") from None
    return Store(engines)


def _reason(error: Exception) -> str:
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    return (" ".join(said.split()) or type(error).__name__)[:300]


class Store:
    """The answers of one study. Raters are named by their ids (``r1``); ``now`` tells the time in UTC.

    Every method raises ``Unavailable`` where the database cannot be reached.
    """

    def __init__(self, engines: Engines, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engines = engines
        self._now = now

    def close(self) -> None:
        """Closes all connections."""
        for engine in self._engines:
            engine.dispose()

    def prepare(self, study: Study, hashes: Mapping[str, str]) -> None:
        """Fills a new database with the raters, the hashes of their tokens, and their queues; again, it does nothing.

        Raises:
            BadStore: the database holds another study.
        """
        with self._writing() as connection:
            held = self._study_id(connection)
            if held == study.id:
                return
            if held is not None:
                raise BadStore(f"the database holds another study ({held}, not {study.id}); give each its own database")
            connection.execute(insert(tables.facts), [{"name": "study", "value": study.id}])
            connection.execute(
                insert(tables.raters),
                [{"id": one.id, "name": one.name, "token_hash": hashes[one.id]} for one in study.raters],
            )
            connection.execute(insert(tables.assignments), [one.model_dump() for one in study.assignments])

    def study_id(self) -> str | None:
        """The id of the study that the database holds; None in a new one."""
        with self._reading() as connection:
            return self._study_id(connection)

    def _study_id(self, connection: Connection) -> str | None:
        return connection.execute(select(tables.facts.c.value).where(tables.facts.c.name == "study")).scalar()

    def token_hashes(self) -> dict[str, str]:
        """The hash of each rater's token, to prepare another database for the same study."""
        with self._reading() as connection:
            rows = connection.execute(select(tables.raters.c.id, tables.raters.c.token_hash))
            return {row.id: row.token_hash for row in rows}

    # Who

    def rater_of(self, token: str) -> Rater | None:
        """The rater whose personal link holds this token."""
        return self._rater(select(tables.raters).where(tables.raters.c.token_hash == token_hash(token)))

    def start_session(self, rater: str, days: float = 30) -> str:
        """Logs a rater in; returns the secret for the cookie. Sessions that have expired are deleted."""
        cookie, now = new_token(), self._now()
        expires = (now + timedelta(days=days)).timestamp()
        with self._writing() as connection:
            connection.execute(tables.sessions.delete().where(tables.sessions.c.expires <= now.timestamp()))
            connection.execute(
                insert(tables.sessions).values(hash=token_hash(cookie), rater=rater, expires=expires),
            )
        return cookie

    def session_rater(self, cookie: str) -> Rater | None:
        """The rater who is logged in with this cookie; None where there is no such session, or it has expired."""
        sessions = tables.sessions.c
        known = and_(sessions.hash == token_hash(cookie), sessions.expires > self._now().timestamp())
        return self._rater(select(tables.raters).join(tables.sessions).where(known))

    def end_session(self, cookie: str) -> None:
        """Logs out."""
        with self._writing() as connection:
            connection.execute(tables.sessions.delete().where(tables.sessions.c.hash == token_hash(cookie)))

    def _rater(self, query: Any) -> Rater | None:
        with self._reading() as connection:
            row = connection.execute(query).first()
        return Rater(id=row.id, name=row.name) if row else None

    # What

    def queue(self, rater: str) -> tuple[Assignment, ...]:
        """What a rater is to see, in order; empty for an unknown rater."""
        table = tables.assignments
        with self._reading() as connection:
            rows = connection.execute(select(table).where(table.c.rater == rater).order_by(table.c.place)).all()
        return tuple(Assignment(**row._mapping) for row in rows)

    def answer(self, rater: str, place: int) -> Answer | None:
        """What counts at a place; None where nothing was ever saved. See ``Answer.withdrawn``."""
        if not 1 <= place <= MOST_PLACES:
            return None
        with self._reading() as connection:
            row = _current(connection, rater, place)
        return _answer(row) if row else None

    def progress(self, rater: str) -> Progress:
        """How far a rater is."""
        done = {row.place for row in self._rows(rater) if row.ratings != _WITHDRAWN}
        places = [one.place for one in self.queue(rater)]
        return Progress(done=len(done), total=len(places), next=next((p for p in places if p not in done), None))

    def answers(self, rater: str | None = None) -> tuple[Answer, ...]:
        """The answers that count, of one rater or of all, in the order of raters and places."""
        return tuple(_answer(row) for row in self._rows(rater) if row.ratings != _WITHDRAWN)

    def history(self) -> tuple[Answer, ...]:
        """Every revision of every answer, those that were taken back included, in the order of raters and places."""
        return tuple(map(_answer, self._rows(every=True)))

    def _rows(self, rater: str | None = None, every: bool = False) -> list[Row[Any]]:
        """The revisions that count, of one rater or of all; or every one."""
        table = tables.revisions
        query = select(table)
        if not every:
            last = select(table.c.rater, table.c.place, func.max(table.c.revision).label("revision"))
            latest = last.group_by(table.c.rater, table.c.place).subquery()
            same = [table.c[name] == latest.c[name] for name in ("rater", "place", "revision")]
            query = query.join(latest, and_(*same))
        if rater is not None:
            query = query.where(table.c.rater == rater)
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return sorted(rows, key=lambda row: (int(row.rater[1:]), row.place, row.revision))

    # Answers

    def save(
        self,
        rater: str,
        place: int,
        ratings: Mapping[str, int | None],
        note: str = "",
        tags: Sequence[Tag] = (),
        seconds: float | None = None,
        *,
        based_on: int,
        client: str = "",
    ) -> Answer:
        """Saves an answer as a new revision; when this returns, it is kept whatever happens.

        ``based_on`` is the revision that the rater saw, 0 where there was none. ``client`` is an id that the page makes
        for each submit: the same submit, sent again after a dropped connection, is saved once.

        Raises:
            BadAnswer: an answer that breaks the rules, or no such place.
            Conflict: another revision than ``based_on`` counts now.
            Unavailable: the database took nothing.
        """
        answer = self._checked(
            rater, place, based_on, ratings=dict(ratings), note=note, tags=tuple(tags), seconds=seconds
        )
        if answer.withdrawn:
            raise BadAnswer("ratings: give every scale a number from 1 to 5, or say that you cannot tell")
        values = _values(answer)
        with self._writing() as connection:
            _lock(connection, rater, place)
            sent = _sent(connection, rater, place, client)
            if sent is not None:
                if any(getattr(sent, name) != values[name] for name in ("ratings", "note", "tags")):
                    raise BadAnswer("this submit was saved before, with another answer; reload the page")
                return _answer(sent)
            _must_count(connection, rater, place, based_on)
            connection.execute(insert(tables.revisions).values(**values, shows=answer.revision, client=client or None))
        return answer

    def undo(self, rater: str, place: int, *, based_on: int, client: str = "") -> Answer:
        """Goes back to the answer before the one that counts, or to none (``withdrawn``), as a new revision.

        An undo after an undo goes one answer further back. ``based_on`` and ``client`` as in ``save``.

        Raises:
            NothingToUndo: there is no answer here.
            BadAnswer, Conflict, Unavailable: as in ``save``.
        """
        empty = self._checked(rater, place, based_on, ratings={})
        with self._writing() as connection:
            _lock(connection, rater, place)
            sent = _sent(connection, rater, place, client)
            if sent is not None:
                return _answer(sent)
            current = _must_count(connection, rater, place, based_on)
            if current is None or current.shows == 0:
                raise NothingToUndo("there is no answer to take back")
            shows = _revision(connection, rater, place, current.shows - 1).shows if current.shows > 1 else 0
            back = _answer(_revision(connection, rater, place, shows)) if shows else empty
            answer = back.model_copy(update={"revision": empty.revision, "submitted": empty.submitted})
            connection.execute(insert(tables.revisions).values(**_values(answer), shows=shows, client=client or None))
        return answer

    def _checked(self, rater: str, place: int, based_on: int, **fields: Any) -> Answer:
        if not 0 <= based_on < 1_000_000:
            raise BadAnswer("based_on: not a revision")
        submitted = self._now().isoformat(timespec="milliseconds")
        try:
            return Answer(rater=rater, place=place, revision=based_on + 1, submitted=submitted, **fields)
        except ValidationError as error:
            raise BadAnswer(explain(error)) from None

    def _reading(self) -> AbstractContextManager[Connection]:
        return _transaction(self._engines.reader, "the database does not answer")

    def _writing(self) -> AbstractContextManager[Connection]:
        return _transaction(self._engines.writer, "the database took nothing")


@contextmanager
def _transaction(engine: Engine, trouble: str) -> Iterator[Connection]:
    try:
        with engine.begin() as connection:
            yield connection
    except (DBAPIError, NoConnection) as error:
        raise Unavailable(f"{trouble}: {_reason(error)}") from None


def _current(connection: Connection, rater: str, place: int) -> Row[Any] | None:
    table = tables.revisions
    mine = and_(table.c.rater == rater, table.c.place == place)
    return connection.execute(select(table).where(mine).order_by(table.c.revision.desc()).limit(1)).first()


def _revision(connection: Connection, rater: str, place: int, revision: int) -> Row[Any]:
    table = tables.revisions
    this = and_(table.c.rater == rater, table.c.place == place, table.c.revision == revision)
    return connection.execute(select(table).where(this)).one()


def _lock(connection: Connection, rater: str, place: int) -> None:
    """Keeps other writers from this place until the end of the transaction (SQLite has one writer at a time anyway)."""
    table = tables.assignments
    this = select(table.c.item).where(and_(table.c.rater == rater, table.c.place == place))
    if connection.execute(this.with_for_update()).first() is None:
        raise BadAnswer(f"{rater} has no place {place}")


def _sent(connection: Connection, rater: str, place: int, client: str) -> Row[Any] | None:
    """The revision that an earlier try of the same submit made."""
    if len(client) > 64:
        raise BadAnswer("client: the id of a submit has at most 64 characters")
    table = tables.revisions
    this = and_(table.c.rater == rater, table.c.place == place, table.c.client == client)
    return connection.execute(select(table).where(this)).first() if client else None


def _must_count(connection: Connection, rater: str, place: int, based_on: int) -> Row[Any] | None:
    """What counts at a place, which must be the revision ``based_on``."""
    current = _current(connection, rater, place)
    if (current.revision if current else 0) != based_on:
        raise Conflict(_answer(current) if current else None)
    return current


def _values(answer: Answer) -> dict[str, Any]:
    record = answer.model_dump()
    return record | {name: json.dumps(record[name], separators=(",", ":")) for name in ("ratings", "tags")}


def _answer(row: Row[Any]) -> Answer:
    fields = {name: getattr(row, name) for name in ("rater", "place", "note", "seconds", "revision", "submitted")}
    return Answer(**fields, ratings=json.loads(row.ratings), tags=json.loads(row.tags))
