"""The tables of a study's database, for SQLite and PostgreSQL alike.

``revisions`` only ever grows: what counts for a place is its highest revision, and revision *n* can be written once.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["assignments", "facts", "metadata", "raters", "revisions", "sessions"]

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

raters = Table(
    "raters",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("name", Text, nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
)

assignments = Table(
    "assignments",
    metadata,
    Column("rater", ForeignKey("raters.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("item", String(10), nullable=False),
    Column("occasion", Integer, nullable=False),
)

revisions = Table(
    "revisions",
    metadata,
    Column("rater", String(8), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("shows", Integer, nullable=False),  # the revision whose answer this is: itself, or what undo went back to; 0
    Column("ratings", Text, nullable=False),  # JSON, {} where the answer was taken back
    Column("note", Text, nullable=False),
    Column("tags", Text, nullable=False),  # JSON
    Column("seconds", Float),
    Column("submitted", String(40), nullable=False),
    Column("client", String(64)),  # the submit's own id, so that one sent twice counts once
    ForeignKeyConstraint(["rater", "place"], ["assignments.rater", "assignments.place"]),
    UniqueConstraint("rater", "place", "client"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("rater", ForeignKey("raters.id"), nullable=False),
    Column("expires", Float, nullable=False),  # seconds since 1970
)
