"""Templates → one HTML file that holds all that it needs: no page asks a host for anything."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from graphicacy.report.gallery import why_unscored
from graphicacy.report.numbers import NOTHING, Style, show
from graphicacy.report.plots import whisker
from graphicacy.report.views import heat_class
from graphicacy.trust.statistics import Interval

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["render"]


def render(template: str, content: Mapping[str, Any], styles: Sequence[str] = ("style.css",)) -> str:
    """A page from a template and its content; the style sheets, joined, and the script stand in it."""
    folder = files("graphicacy.report") / "templates"
    style = "".join((folder / name).read_text(encoding="utf-8") for name in styles)
    script = (folder / "script.js").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    page = _environment(str(folder)).get_template(template)
    return page.render(content, style=Markup(style), script=Markup(script), policy=policy)


def _hash(text: str) -> str:
    """The source hash of Content Security Policy level 3."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _environment(folder: str) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        number=_number, interval=_interval, whisker=whisker, why_unscored=why_unscored, heat=heat_class
    )
    environment.filters["show"] = show
    return environment


def _number(value: float | None, style: Style = "score", why: str = "not known") -> Markup:
    """A number as HTML; a dash says in its title, and to screen readers, why there is none."""
    text = show(value, style)
    if text != NOTHING:
        return Markup("{}").format(text)
    return Markup('<span class="none" title="{0}">–<span class="unseen"> ({0})</span></span>').format(why)


def _interval(value: Interval | None, why: str = "not scored", style: Style = "score") -> Markup:
    if value is None or value.low is None:
        return _number(value.estimate if value else None, style, why)
    low, high = show(value.low, style), show(value.high, style)
    between = " to " if style == "signed" else "–"
    return Markup('{} <span class="range">{}{}{}</span>').format(show(value.estimate, style), low, between, high)
