"""The folder of a site: pages, pictures and data, each written once, which ask no other host for anything."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any

from graphicacy.report.html import render
from graphicacy.report.images import Part, Picture, shrink

__all__ = ["Site", "Told"]

Told = Callable[[str, int, int], None]  # what is being written, how many are, of how many

_LIST = "site.json"  # the files that this program wrote, so that it can take away those that it no longer writes


class Site:
    """The files of a site below ``root``. Names are relative to it, with ``/``; ``told`` hears what is done.

    ``close`` removes what an earlier report left there and this one did not write again; nothing else is touched.
    """

    def __init__(self, root: Path, told: Told = lambda what, done, of: None) -> None:
        self.root = root
        self.told = told
        self._names: dict[str, None] = {}
        root.mkdir(parents=True, exist_ok=True)

    def page(
        self,
        name: str,
        template: str,
        content: Mapping[str, Any],
        styles: Sequence[str] = (),
        scripts: Sequence[str] = (),
    ) -> Path:
        """Write a page from a template; ``up`` in it leads to the root.

        ``styles`` are style sheets beside the common one, ``scripts`` those of the page, in order.
        """
        up = "../" * (len(PurePosixPath(name).parts) - 1)
        assets = [self._asset(one) for one in ("style.css", *styles)]
        html = render(
            template, {**content, "up": up, "styles": assets, "scripts": [self._asset(one) for one in scripts]}
        )
        return self.write(name, html.encode("utf-8", "replace"))

    def data(self, name: str, value: Any) -> str:
        """Write a JSON value as ``data/NAME.js``, which sets ``window.data.NAME``; the address of the file.

        A script, since a page in a folder on a disk may load scripts, but may not fetch files.
        """
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        body = f"(window.data ??= {{}})[{json.dumps(name)}] = {text};\n".encode()
        self.write(f"data/{name}.js", body)
        return _versioned(f"data/{name}.js", body)

    def picture(self, path: Path, side: int, part: Part | None = None) -> Picture:
        """Write a drawing, or a part of it, as a picture of few bytes; see ``images.shrink``.

        Raises:
            BadDrawing: the file is missing or cannot be drawn.
        """
        small = shrink(path, side, part)
        name = f"pictures/{hashlib.sha256(small.data).hexdigest()[:16]}.{small.suffix}"
        self.write(name, small.data)
        return Picture(name, small.width, small.height)

    def write(self, name: str, data: bytes) -> Path:
        """Write a file; what is there already with these bytes stays as it is."""
        path = self.root / name
        if not path.is_file() or path.stat().st_size != len(data) or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._names[name] = None
        return path

    def close(self) -> None:
        """Remove files of an earlier report that are no longer part of it, and write the list of those that are."""
        for name in _earlier(self.root / _LIST):
            if name not in self._names and (self.root / name).is_file():
                (self.root / name).unlink()
        (self.root / _LIST).write_text(json.dumps(sorted(self._names), indent=0) + "\n", encoding="utf-8")

    def _asset(self, name: str) -> str:
        data = (files("graphicacy.report") / "templates" / name).read_bytes()
        self.write(f"assets/{name}", data)
        return _versioned(f"assets/{name}", data)


def _versioned(name: str, data: bytes) -> str:
    """An address that changes with the content, so that no browser shows an old one."""
    return f"{name}?{hashlib.sha256(data).hexdigest()[:8]}"


def _earlier(path: Path) -> list[str]:
    """The files of an earlier report, as far as they lie in its folder."""
    try:
        names = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    plain = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [name for name in plain if not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts]
