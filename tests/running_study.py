"""A rater study on a real server in a process of its own, on a free port of loopback."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Served", "served"]


@dataclass(frozen=True)
class Served:
    """``address`` is that of the server, ``links`` the personal link of each rater."""

    address: str
    links: dict[str, str]
    process: subprocess.Popen[str]


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    """Serves the study of a folder until the block ends."""
    words = [sys.executable, "-m", "graphicacy", "trust", "study", "serve", str(folder), "--port", "0", *options]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split(": ")[0].strip()
        if not address.startswith("http"):
            process.kill()
            raise AssertionError(process.communicate()[1])
        process.stdout.readline()
        with (folder / "links.csv").open(encoding="utf-8") as file:
            links = {row["rater"]: address + row["link"] for row in csv.DictReader(file)}
        yield Served(address, links, process)
    finally:
        process.kill()
        process.wait()
