"""Templates → pages that ask no other host for anything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from graphicacy.report.facts import why_unscored
from graphicacy.report.names import slug
from graphicacy.report.numbers import NOTHING, Style, heat_class, show
from graphicacy.report.plots import whisker
from graphicacy.trust.statistics import Interval

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["render"]


_POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"


def render(template: str, content: Mapping[str, Any]) -> str:
    """A page from a template and its content. What it needs lies beside it: its policy admits nothing else."""
    return _environment().get_template(template).render(content, policy=_POLICY)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(str(files("graphicacy.report") / "templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        number=_number, interval=_interval, whisker=whisker, why_unscored=why_unscored, heat=heat_class
    )
    environment.filters.update(show=show, slug=slug)
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
