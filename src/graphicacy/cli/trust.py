"""``graphicacy trust …``: how good the scores are."""

from __future__ import annotations

import typer

from graphicacy.cli.trust_agreement import trust_agreement
from graphicacy.cli.trust_stress import trust_stress
from graphicacy.cli.trust_study import study

trust = typer.Typer(
    help="Trust: planted errors, human raters, agreement and intervals.", no_args_is_help=True, rich_markup_mode=None
)
trust.command("agreement")(trust_agreement)
trust.command("stress")(trust_stress)
trust.add_typer(study, name="study")
