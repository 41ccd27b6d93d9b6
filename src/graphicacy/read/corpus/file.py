"""Anyone's file with a diagram → an entry."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from graphicacy.diagram.drawing import BadDrawing, Drawing
from graphicacy.diagram.files import Source as Text
from graphicacy.diagram.files import open_source
from graphicacy.diagram.layout import Layout
from graphicacy.read.corpus.entry import BadEntry, Entry, Kind
from graphicacy.read.corpus.header import read_header

__all__ = ["entry_id", "entry_of_drawing", "entry_of_file", "entry_of_text", "slug"]

_KINDS = {"gpml": Kind.INFLUENCE, "sbgn": Kind.INFLUENCE}  # all others are taken for processes
_LONGEST = 150  # characters of an id
_STATES = re.compile(r"^[ \t]*stateDiagram", re.M)


def entry_of_file(path: Path, name: str, origin: str) -> Entry:
    """The diagram in a file of any notation that says what it draws. ``name`` is its id within its origin.

    A Mermaid file may say its title, kind, source and meanings in a header. Raises ``BadEntry``, naming the file.
    """
    try:
        text = open_source(path)
    except BadDrawing as error:
        raise BadEntry(str(error), "unreadable") from None
    return entry_of_text(text, name, origin, path.name)


def entry_of_text(text: Text, name: str, origin: str, shown: str) -> Entry:
    """The diagram that a text says; messages call it ``shown``. ``name`` is its title where it has none of its own.

    Raises ``BadEntry``.
    """
    try:
        found = text.read()
        header = read_header(text.text) if text.notation == "mermaid" else None
    except (BadDrawing, BadEntry) as error:
        raise BadEntry(f"{shown}: {error}", getattr(error, "cause", "unreadable")) from None
    entry = Entry(
        id=f"{origin}/{slug(name)}",
        title=(header and header.title) or name,
        domain="unknown",
        origin=origin,
        kind=(header and header.kind) or _kind(text),
        diagram=found.diagram if isinstance(found, Layout) else found,
        meanings=header.meanings if header else (),
        reference=(header and header.source) or shown,
        licence="unknown",
        layout=found if isinstance(found, Layout) else None,
    )
    if text.notation == "mermaid":
        return replace(entry, mermaid=text.text)
    return replace(entry, dot=text.text) if text.notation == "dot" else entry


def entry_of_drawing(drawing: Drawing, name: str, shown: str) -> Entry:
    """The diagram that a picture shows, where what drew it knows. Raises ``BadEntry``."""
    if drawing.diagram is None:
        raise BadEntry(f"{shown}: nothing says which diagram this picture shows", "unreadable")
    return Entry(f"file/{slug(name)}", name, "unknown", "file", Kind.PROCESS, drawing.diagram, reference=shown)


def entry_id(origin: str, path: str, place: str = "") -> str:
    """An id for the diagram that an origin has at a path, or at a place in the file there, such as its 12th line.

    No two of them have the same, unless they differ in nothing but case.
    """
    where = f"{path}/{place}" if place else path
    plain = slug(where)
    if plain == where and len(where) <= _LONGEST:
        return f"{origin}/{plain}"
    told = f"{path}\0{place}".encode(errors="surrogateescape")
    return f"{origin}/{plain[:_LONGEST].rstrip('/.-')}-{hashlib.blake2b(told, digest_size=5).hexdigest()}"


def slug(name: str) -> str:
    """A name with letters, digits, ``-``, ``_``, ``.`` and ``/`` only; no part of it climbs out of a folder."""
    parts = (re.sub(r"[^\w.-]+", "-", part, flags=re.ASCII).strip("-.") for part in name.split("/"))
    return "/".join(part for part in parts if part) or "diagram"


def _kind(text: Text) -> Kind:
    if text.notation == "mermaid" and _STATES.search(text.text):
        return Kind.STATES
    return _KINDS.get(text.notation, Kind.PROCESS)
