"""What raters see, as HTML: nothing of the system that drew, of automatic scores, or of other raters."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from graphicacy.trust.study.forms import Sent
from graphicacy.trust.study.record import TAG_KINDS, Answer, Assignment, Progress, Rater, Study
from graphicacy.trust.study.scales import CANNOT_TELL, SCALES

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["Pages"]

_SCRIPT = "text/javascript; charset=utf-8"
_STATIC = {"study.css": "text/css; charset=utf-8", "picture.js": _SCRIPT, "study.js": _SCRIPT}


class Pages:
    """The pages of a study."""

    def __init__(self, study: Study) -> None:
        self._title, self._id = study.title, study.id
        self._tasks = study.tasks
        self._items = {item.id: item for item in study.items}
        folder = files("graphicacy.trust.study") / "static"
        self._static = {name: (folder / name).read_bytes() for name in _STATIC}

    def rate(
        self,
        rater: Rater,
        seat: Assignment,
        sent: Sent,
        answer: Answer | None,
        progress: Progress,
        csrf: str,
        message: str = "",
    ) -> str:
        """The page of a drawing. ``sent`` fills its form, ``answer`` is what counts now, ``message`` what was wrong."""
        saved = answer if answer and not answer.withdrawn else None
        return self._page(
            "rate.html",
            **self._of(rater, seat, csrf),
            sent=sent,
            saved=saved,
            progress=progress,
            message=message,
        )

    def conflict(
        self, rater: Rater, seat: Assignment, sent: Sent, current: Answer | None, csrf: str, client: str
    ) -> str:
        """The page of two answers to one drawing, of which the rater keeps one."""
        found = self._of(rater, seat, csrf)
        return self._page("conflict.html", **found, sent=sent, current=current, client=client)

    def overview(self, rater: Rater, queue: Sequence[Assignment], answers: Mapping[int, Answer], csrf: str) -> str:
        """Every drawing of the rater, rated or not."""
        return self._page("places.html", rater=rater, queue=queue, answers=answers, csrf=csrf, scales=SCALES)

    def done(self, rater: Rater, progress: Progress, csrf: str) -> str:
        """The end."""
        return self._page("done.html", rater=rater, progress=progress, csrf=csrf)

    def message(self, title: str, text: str) -> str:
        """A page of words, for those who may not be logged in."""
        return self._page("message.html", heading=title, text=text)

    def static(self, name: str) -> tuple[bytes, str] | None:
        """A style sheet or script, and its media type."""
        return (self._static[name], _STATIC[name]) if name in _STATIC else None

    def _of(self, rater: Rater, seat: Assignment, csrf: str) -> dict[str, Any]:
        item = self._items[seat.item]
        return {
            "rater": rater,
            "place": seat.place,
            "picture": f"/picture/{item.id}.png",
            "width": item.width,
            "height": item.height,
            "task": self._tasks[item.task],
            "csrf": csrf,
            "scales": SCALES,
            "cannot_tell": CANNOT_TELL,
            "kinds": TAG_KINDS,
        }

    def _page(self, template: str, **content: Any) -> str:
        page = self._environment.get_template(template)
        return page.render(**content, study=self._title, study_id=self._id, versions=self._versions)

    @cached_property
    def _versions(self) -> dict[str, str]:
        return {name: hashlib.sha256(data).hexdigest()[:8] for name, data in self._static.items()}

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        return Environment(
            loader=FileSystemLoader(str(files("graphicacy.trust.study") / "templates")),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
