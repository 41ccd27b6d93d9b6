"""The two pages of the engine "chromium": one in which Mermaid draws, one whose pixels are taken.

They have no network, and run no script but Mermaid (see ``fetch``) and ours: their content security policy forbids all
that a source could bring along, and a picture is shown as an image, in which nothing runs or loads. A watchdog ends a
browser that hangs; the next job starts another.
"""

from __future__ import annotations

import atexit
import base64
import io
import json
import math
import os
import re
import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar

from graphicacy.diagram import fonts
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.devtools import Browser, BrowserGone
from graphicacy.diagram.fetch import MERMAID, mermaid_script
from graphicacy.diagram.raster import encode

__all__ = ["Pages", "close", "with_pages"]

_Answer = TypeVar("_Answer")
_WAIT = 30.0  # seconds that one drawing may take
_JOBS = 500  # drawings by one browser, lest it grow without end
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
# Letters as wide as their font says, not as whole pixels.
_STYLE = "html,body{margin:0;background:#fff}img{display:block}text{text-rendering:geometricPrecision}"


class Pages:
    """A browser and its pages, each opened when it is first needed."""

    def __init__(self) -> None:
        folders = {os.path.dirname(path) for path in (*fonts.font_files(), fonts.fontconfig_file())}
        self.browser = Browser(
            {"FONTCONFIG_FILE": fonts.fontconfig_file()}, sorted({*folders, *fonts.system_folders()})
        )
        self.jobs = 0
        self._drawing = self._showing = ""

    def draw(self, source: str, configuration: dict[str, Any]) -> dict[str, Any]:
        """What ``drawMermaid`` in ``page.js`` gives."""
        if not self._drawing:
            self._drawing = self._open_with_mermaid()
        call = f"drawMermaid({json.dumps(source)}, {json.dumps(configuration)})"
        answer = self._evaluate(self._drawing, call)
        assert isinstance(answer, dict)
        return answer

    def picture(self, svg: str, width: float, height: float, zoom: float) -> bytes:
        """PNG of an SVG of ``width`` × ``height`` pixels, ``zoom`` times as large, on white."""
        if not self._showing:
            self._showing = self.browser.open_page()
        root = re.sub(r"<svg\b", '<svg text-rendering="geometricPrecision"', svg, count=1)
        data = base64.b64encode(root.encode()).decode()
        across, down = math.ceil(width), math.ceil(height)
        screen = {"width": across, "height": down, "deviceScaleFactor": zoom, "mobile": False}
        self.browser.call("Emulation.setDeviceMetricsOverride", _WAIT, self._showing, **screen)
        self._fill(
            self._showing, f'<img src="data:image/svg+xml;base64,{data}" style="width:{width:g}px;height:{height:g}px">'
        )
        if self._evaluate(self._showing, "document.images[0].decode().then(() => true, () => false)") is not True:
            raise BadDrawing("Chromium cannot show the SVG: it is not well-formed, or too large")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        taken = self.browser.call("Page.captureScreenshot", _WAIT, self._showing, format="png", clip=clip)
        self._fill(self._showing, "")
        return _trimmed(base64.b64decode(taken["data"]), *(math.ceil(round(side) * zoom) for side in (width, height)))

    def _open_with_mermaid(self) -> str:
        script = mermaid_script()
        if script is None:
            raise BadDrawing(f"the engine chromium needs mermaid@{MERMAID}: get it by `graphicacy fetch mermaid`")
        session = self.browser.open_page()
        self._fill(session, "")
        ours = files("graphicacy.diagram.engines").joinpath("page.js").read_text(encoding="utf-8")
        for code in (script.read_text(encoding="utf-8"), ours):
            self._evaluate(session, f"{code}\n;null")
        return session

    def _fill(self, session: str, body: str) -> None:
        head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        html = f"<!DOCTYPE html><html><head>{head}<style>{_STYLE}</style></head><body>{body}</body></html>"
        frame = self.browser.call("Page.getFrameTree", _WAIT, session)["frameTree"]["frame"]["id"]
        self.browser.call("Page.setDocumentContent", _WAIT, session, frameId=frame, html=html)

    def _evaluate(self, session: str, expression: str) -> object:
        said = self.browser.call(
            "Runtime.evaluate", _WAIT, session, expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in said:
            what = said["exceptionDetails"].get("exception", {}).get("description", "")
            raise BadDrawing(f"Chromium failed: {' '.join(str(what).split())[:200]}")
        return said["result"].get("value")


def with_pages(engine: str, job: Callable[[Pages], _Answer]) -> _Answer:
    """What ``job`` makes of the pages, which no two jobs use at once.

    Raises ``BadDrawing``, naming ``engine``, where the browser hangs or ends over it.
    """
    global _pages
    with _lock:
        if _pages is not None and (_pages.jobs >= _JOBS or _pages.browser.process.poll() is not None):
            _end()
        if _pages is None:
            _pages = Pages()
        _pages.jobs += 1
        try:
            return job(_pages)
        except BrowserGone as error:
            _end()
            raise BadDrawing(f"{engine} was stopped ({error}): the drawing is too complex") from None
        except RuntimeError as error:
            _end()
            raise BadDrawing(f"{engine} failed: {error}") from None
        except BaseException as error:
            if not isinstance(error, BadDrawing):  # an interrupt of ours: what the browser is doing is unknown
                _end()
            raise


def close() -> None:
    """End the browser; the next job starts another."""
    with _lock:
        _end()


def _end() -> None:
    global _pages
    gone, _pages = _pages, None
    if gone is not None:
        gone.browser.close()


def _trimmed(png: bytes, width: int, height: int) -> bytes:
    """The picture in the size that resvg gives, which takes whole CSS pixels, where Chromium takes parts."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as shot:
        paper = Image.new("RGB", (width, height), "white")
        paper.paste(shot.convert("RGB"), (0, 0))
        return encode(paper)


def _forget() -> None:
    """In a forked child the browser belongs to the parent."""
    global _pages, _lock
    _pages, _lock = None, threading.Lock()


_pages: Pages | None = None
_lock = threading.Lock()
atexit.register(close)
os.register_at_fork(after_in_child=_forget)
