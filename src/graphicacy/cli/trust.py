"""``graphicacy trust …``: how good the scores are."""

from __future__ import annotations

import typer

trust = typer.Typer(
    help="Trust: planted errors, human raters, agreement and intervals.", no_args_is_help=True, rich_markup_mode=None
)
