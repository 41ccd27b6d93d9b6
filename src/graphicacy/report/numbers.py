"""How numbers look: one pure function, used by the page, the terminal and the exported tables."""

from __future__ import annotations

import math
from typing import Literal

__all__ = ["NOTHING", "Style", "heat_class", "show"]

NOTHING = "–"  # a value that does not exist; never 0

Style = Literal["score", "signed", "percent", "count", "seconds", "money", "probability"]

_MINUS = "−"


def show(value: float | None, style: Style = "score") -> str:
    """The number as text; "–" where there is none (None or not finite).

    ``score`` and ``signed`` have three decimals, ``percent`` takes a share in [0, 1], ``seconds`` changes its unit
    with size, ``money`` is in US dollars, ``probability`` gives "< .001" below that.
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    if style == "percent":
        text = _percent(value)
    elif style == "count":
        text = f"{value:,.0f}"
    elif style == "seconds":
        text = _seconds(value)
    elif style == "money":
        text = f"${value:,.2f}" if value >= 0.995 or value == 0 else f"${value:.2g}"
    elif style == "probability":
        text = "< .001" if value < 0.001 else f"{value:.3f}"
    elif style == "signed":
        rounded = f"{value:+.3f}"
        text = "0.000" if float(rounded) == 0 else rounded
    else:
        text = f"{value:.3f}"
    return text.replace("-", _MINUS)


def _percent(share: float) -> str:
    """Whole percent; "0 %" and "100 %" are kept for none and all."""
    if 0 < share < 0.005:
        return "< 1 %"
    if 0.995 <= share < 1:
        return "> 99 %"
    return f"{100 * share:.0f} %"


def _seconds(value: float) -> str:
    if value < 99.95:
        return f"{value:.1f} s"
    if value < 5970:
        return f"{value / 60:.0f} min"
    return f"{value / 3600:.1f} h"


def heat_class(value: float | None) -> str:
    """The shade of a cell: h0 to h9 in steps of a tenth; none where nothing was scored."""
    return "" if value is None else f"h{min(9, max(0, int(value * 10)))}"
