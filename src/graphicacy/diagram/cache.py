"""Where files are kept between runs, and how they are written."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

__all__ = ["cache_folders", "held", "write_whole"]


def cache_folders() -> Iterator[Path]:
    """Folders to keep files in, the best first: the user's cache, then one of the user in the temporary folder.

    The latter only where nobody else has made it: what is kept there could be changed between a check and its use.
    """
    home = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # no home folder
        yield (Path(home) if home else Path.home() / ".cache") / "graphicacy"
    with contextlib.suppress(OSError):
        shared = Path(tempfile.gettempdir()) / f"graphicacy-{os.getuid()}"
        shared.mkdir(mode=0o700, exist_ok=True)
        if not shared.is_symlink() and shared.stat().st_uid == os.getuid():
            yield shared


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, and the folders around it, so that nobody ever reads half of it. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    draft.write_bytes(content)
    draft.replace(path)


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Holds a folder, which is made where it does not exist, for one writer at a time, until the block or process ends.

    Raises ``BlockingIOError`` where another one holds it, and another ``OSError`` where it cannot be written to.
    """
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
