"""Connections to a study's database: SQLite set to lose nothing, or PostgreSQL by URL."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

__all__ = ["Engines", "connect", "shown"]

_SQLITE = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA busy_timeout=15000", "PRAGMA foreign_keys=ON")
_POOL = {"pool_size": 10, "max_overflow": 40, "pool_timeout": 15}
_ONE = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 15}  # writers queue up, rather than knock again and again


class Engines(NamedTuple):
    """What reads and what writes: the same in PostgreSQL; in SQLite, which has one writer at a time, two."""

    reader: Engine
    writer: Engine


def connect(where: str | Path) -> Engines:
    """Engines for an SQLite file, or for the URL of a database; nothing is asked of them yet.

    Raises:
        ValueError: a URL that is none, or of another kind of database.
        OSError: the SQLite file cannot be made.
    """
    url = _url(where)
    if url.get_backend_name() == "postgresql":
        engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, **_POOL)
        return Engines(engine.execution_options(isolation_level="AUTOCOMMIT"), engine)  # each read is one statement
    if url.get_backend_name() != "sqlite" or not url.database:
        raise ValueError("give the path of an SQLite file, or postgresql://user@host/name")
    os.close(os.open(url.database, os.O_RDWR | os.O_CREAT, 0o600))  # answers are nobody else's business
    return Engines(_sqlite(url, "BEGIN", _POOL), _sqlite(url, "BEGIN IMMEDIATE", _ONE))


def _sqlite(url: URL, begin: str, pool: Mapping[str, Any]) -> Engine:
    """``BEGIN IMMEDIATE`` takes the lock at the start: a write that reads first could not wait for it later."""
    engine = create_engine(url, **pool)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def shown(where: str | Path) -> str:
    """The path or URL as it may be told: without a password."""
    try:
        url = _url(where)
    except ValueError:
        return "the database"
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        return make_url(where.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError):
        raise ValueError("not the URL of a database; write postgresql://user@host/name") from None


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins no transaction of its own
    for pragma in _SQLITE:
        connection.execute(pragma)
