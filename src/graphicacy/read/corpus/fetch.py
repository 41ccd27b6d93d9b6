"""What users get for themselves: a release of WikiPathways, from its publisher."""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

from graphicacy.diagram.cache import cache_folders, write_whole

__all__ = ["fetch_wikipathways", "wikipathways_folder"]

_ADDRESS = "https://data.wikipathways.org/current/gpml/"  # files of the newest release; older ones are beside it
_NAME = re.compile(r"wikipathways-(\d{8})-gpml-Homo_sapiens\.zip")
_LARGEST = 500_000_000  # bytes of an archive, and of what is in it
_MOST = 20_000  # files
_WAIT = 60  # seconds for an answer
_MARK = "release.txt"


def fetch_wikipathways(out: Path | None = None, address: str | None = None) -> Path:
    """Get the newest release of the human pathways in GPML (CC0), and unpack it into ``out``, else into the cache.

    A release that is there already is kept; of an older one, the files that are in the newest no longer are removed.
    ``address`` is the folder of the release's files; the environment variable ``GRAPHICACY_WIKIPATHWAYS`` names another
    one, such as a mirror. Gives the folder of the pathways.

    Raises ``ConnectionError`` in one line where the publisher does not answer, and ``ValueError`` for an answer that is
    no release.
    """
    address = address or os.environ.get("GRAPHICACY_WIKIPATHWAYS") or _ADDRESS
    names = sorted({m.group() for m in _NAME.finditer(_get(address, 10_000_000).decode(errors="replace"))})
    if not names:
        raise ValueError(f"{address} lists no archive named like wikipathways-20260110-gpml-Homo_sapiens.zip")
    folder = out or next(cache_folders()) / "wikipathways"
    release, *files = _kept(folder)
    if release == names[-1]:
        return folder
    new = _unpack(_get(f"{address.rstrip('/')}/{names[-1]}", _LARGEST), names[-1], folder)
    for file in set(files) - set(new):  # pathways that are no longer published
        (folder / file).unlink(missing_ok=True)
    write_whole(folder / _MARK, "\n".join([names[-1], *new]).encode())
    return folder


def wikipathways_folder() -> Path:
    """Where ``fetch_wikipathways`` has put its files. Raises ``FileNotFoundError`` where it has not."""
    for cache in cache_folders():
        if (cache / "wikipathways" / _MARK).is_file():
            return cache / "wikipathways"
    raise FileNotFoundError("WikiPathways is not here: run graphicacy read fetch wikipathways, or name a folder of "
                            "GPML files with --source wikipathways:FOLDER")  # fmt: skip


def _kept(folder: Path) -> list[str]:
    """The name of the release in a folder and those of its files; "" where there is none."""
    try:
        release, *files = (folder / _MARK).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return [""]
    return [release.strip(), *(file for file in files if file.lower().endswith(".gpml") and Path(file).name == file)]


def _get(address: str, most: int) -> bytes:
    try:
        with urlopen(Request(address, headers={"User-Agent": "graphicacy"}), timeout=_WAIT) as answer:
            data: bytes = answer.read(most + 1)
            missing = getattr(answer, "length", None)  # of the bytes that were announced
    except (URLError, HTTPException, OSError) as error:
        raise ConnectionError(
            f"{address} cannot be read: {getattr(error, 'reason', error)}; try later, set GRAPHICACY_WIKIPATHWAYS "
            "to a mirror, or use a folder that you have: --source wikipathways:FOLDER"
        ) from None
    if len(data) > most:
        raise ValueError(f"{address} has more than {most:,} bytes")
    if missing:
        raise ConnectionError(f"{address} cannot be read: the answer ends {missing:,} bytes too early")
    return data


def _unpack(data: bytes, name: str, folder: Path) -> list[str]:
    """Write the GPML files of an archive, by their names alone: none can leave the folder. Gives these names."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [item for item in archive.infolist() if item.filename.lower().endswith(".gpml")]
            if not members or len(members) > _MOST or sum(item.file_size for item in members) > _LARGEST:
                raise ValueError(f"{name} holds no pathways, or too many bytes of them")
            files = {Path(item.filename.replace("\\", "/")).name: item for item in members}
            for file, item in sorted(files.items()):
                write_whole(folder / file, archive.read(item))
            return sorted(files)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise ValueError(f"{name} is damaged: {error}") from None
