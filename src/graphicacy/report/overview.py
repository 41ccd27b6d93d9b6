"""The first page of a site: what was run, who leads, and how far the numbers can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphicacy.report.folder import Site

__all__ = ["write_overview"]


def write_overview(
    site: Site,
    nav: Mapping[str, str],
    drawn: Mapping[str, Any] | None,
    read: Mapping[str, Any] | None,
    trust: Mapping[str, Any] | None,
) -> None:
    """Writes ``index.html`` from what each track says of itself; a track that was not run is None."""
    parts = [part for part in (drawn, read, trust) if part]
    content = {
        "nav": nav,
        "here": "Overview",
        "date": next((part["date"] for part in parts if part.get("date")), ""),
        "warnings": list(dict.fromkeys(line for part in parts for line in part["warnings"])),
        "about": (),
        "drawn": drawn,
        "read": read,
        "trust": trust,
    }
    site.page("index.html", "overview.html", content, ("reading.css", "trust.css"))
