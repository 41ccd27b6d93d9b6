"""What users get for themselves: the pinned Mermaid package, by their own ``npm``, checked before it is used."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from graphicacy.diagram.cache import cache_folders, write_whole
from graphicacy.diagram.drawing import BadDrawing

__all__ = ["MERMAID", "fetch_mermaid", "mermaid_script"]

MERMAID = "11.17.2"  # the version whose defaults and looks ``engines.chromium`` is written for
_INTEGRITY = "V6K3C8EBdEsPFZXSKMJe6ppQOENxuHARr9GvHX4hh47lAbhMRD9qf4oEK7LoaRQxULMa80/qt5gHO73aCleBBg=="
_SCRIPT = "package/dist/mermaid.min.js"
_SCRIPT_SHA256 = "581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8"
_LARGEST = 16_000_000  # bytes of the script
_WAIT = 300  # seconds that a download may take


def fetch_mermaid() -> Path:
    """Get Mermaid by ``npm pack``, check it against the pinned digest, keep its script; the path of the script.

    A script that is there already is kept. Raises ``BadDrawing`` in one line where npm is missing or fails, or gives
    anything but the pinned package.
    """
    there = mermaid_script()
    if there is not None:
        return there
    with tempfile.TemporaryDirectory(prefix="graphicacy-") as name:
        return _keep(_script_of(_pack(Path(name))))


def mermaid_script() -> Path | None:
    """Path of the fetched script; None where it was not fetched, or is not what was fetched."""
    for folder in cache_folders():
        path = folder / f"mermaid-{MERMAID}.min.js"
        try:
            if hashlib.sha256(path.read_bytes()).hexdigest() == _SCRIPT_SHA256:
                return path
        except OSError:
            continue
    return None


def _pack(folder: Path) -> bytes:
    """The package's archive."""
    npm = shutil.which("npm")
    if npm is None:
        raise BadDrawing("npm is missing: install Node.js (apt-get install npm), then fetch mermaid again")
    command = [npm, "pack", f"mermaid@{MERMAID}", "--ignore-scripts", "--silent", "--pack-destination", str(folder)]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=_WAIT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadDrawing(f"npm cannot fetch mermaid@{MERMAID}: {type(error).__name__}; try again") from None
    archive = folder / f"mermaid-{MERMAID}.tgz"
    if done.returncode != 0 or not archive.is_file():
        said = " ".join((done.stderr or done.stdout).split())[:200]
        raise BadDrawing(f"npm cannot fetch mermaid@{MERMAID} (exit code {done.returncode}): {said}")
    data = archive.read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != _INTEGRITY:
        raise BadDrawing(f"npm gave a mermaid@{MERMAID} whose digest is not the pinned one: it is not used")
    return data


def _script_of(archive: bytes) -> bytes:
    """The one file that is needed, read from the archive without unpacking it."""
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as package:
        member = package.getmember(_SCRIPT)
        file = package.extractfile(member) if member.isfile() and member.size <= _LARGEST else None
        if file is None:
            raise BadDrawing(f"mermaid@{MERMAID} has no {_SCRIPT}")
        return file.read()


def _keep(script: bytes) -> Path:
    for folder in cache_folders():
        path = folder / f"mermaid-{MERMAID}.min.js"
        try:
            write_whole(path, script)
        except OSError:
            continue
        return path
    raise BadDrawing("there is no folder to keep Mermaid in: set XDG_CACHE_HOME to one")
