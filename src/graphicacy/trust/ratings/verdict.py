"""Coefficients → words, by thresholds of the literature that are stated with every verdict.

A coefficient is judged by the lower end of its 95 % interval where it has one, since that is what the ratings show.
"""

from __future__ import annotations

from graphicacy.trust.ratings.summary import Statistic

__all__ = [
    "ALPHA_GRADES",
    "ICC_GRADES",
    "alpha_grade",
    "alpha_verdict",
    "automatic_grade",
    "automatic_verdict",
    "icc_grade",
    "icc_verdict",
]

ALPHA_GRADES = ((0.8, "reliable"), (0.667, "tentative"), (float("-inf"), "unreliable"))
"""Krippendorff 2004, "Content Analysis", 2nd ed., ch. 11: from .80 reliable, from .667 for tentative conclusions."""

ICC_GRADES = ((0.9, "excellent"), (0.75, "good"), (0.5, "moderate"), (float("-inf"), "poor"))
"""Koo & Li 2016, "A Guideline of Selecting and Reporting Intraclass Correlation Coefficients": by the 95 % interval."""

_ALPHA = {
    "reliable": "The raters agree well enough to rely on the ratings",
    "tentative": "The raters agree well enough for tentative conclusions only",
    "unreliable": "The raters do not agree well enough: draw no conclusions from single ratings",
}
_AUTOMATIC = {
    "unrelated": "The automatic score is not shown to follow the raters",
    "below a rater": "The automatic score follows the raters, but less than a single rater does",
    "like a rater": "The automatic score follows the raters, and no difference from a single rater is shown",
    "above a rater": "The automatic score follows the raters' mean more closely than a single rater does",
    "related": "The automatic score follows the raters",
}


def alpha_grade(alpha: Statistic) -> str | None:
    """reliable, tentative or unreliable; None where α is undefined."""
    return _grade(alpha, ALPHA_GRADES)


def icc_grade(icc: Statistic) -> str | None:
    """Excellent, good, moderate or poor; None where the ICC is undefined."""
    return _grade(icc, ICC_GRADES)


def automatic_grade(spearman: Statistic, difference: Statistic) -> str | None:
    """How automatic scores stand to the raters; None where ρ is undefined.

    ``difference``: ρ of the automatic score minus ρ of a single rater, both with the mean of the other raters. Below
    or above a rater is what has an interval without 0.
    """
    if spearman.value is None:
        return None
    if spearman.value <= 0 or spearman.low is None or spearman.low <= 0:
        return "unrelated"
    if difference.low is None or difference.high is None:
        return "related"
    if difference.high < 0:
        return "below a rater"
    return "above a rater" if difference.low > 0 else "like a rater"


def alpha_verdict(alpha: Statistic) -> str:
    """A sentence on α with its thresholds."""
    grade = alpha_grade(alpha)
    if grade is None:
        return f"Agreement of the raters is undefined: {alpha.reason}."
    rule = "Krippendorff 2004: from .80 reliable, from .667 tentative, below that no conclusions"
    return f"{_ALPHA[grade]}: α = {_shown(alpha)} ({rule}{_by(alpha, ALPHA_GRADES)})."


def icc_verdict(icc: Statistic, raters: int) -> str:
    """A sentence on ICC(2,k) of so many raters with its thresholds."""
    grade = icc_grade(icc)
    if grade is None:
        return f"ICC(2,k) is undefined: {icc.reason}."
    rule = "Koo & Li 2016: below .5 poor, to .75 moderate, to .9 good, above excellent"
    said = f"The reliability of the mean of {raters} raters is {grade}"
    return f"{said}: ICC(2,k) = {_shown(icc)} ({rule}{_by(icc, ICC_GRADES)})."


def automatic_verdict(spearman: Statistic, ceiling: Statistic, difference: Statistic) -> str:
    """A sentence on automatic scores against the raters."""
    grade = automatic_grade(spearman, difference)
    if grade is None:
        return f"Automatic scores are not compared: {spearman.reason}."
    against = f"; a single rater with the mean of the others: {_shown(ceiling)}" if ceiling.value is not None else ""
    apart = f"; difference on equal terms {_shown(difference)}" if difference.value is not None else ""
    return f"{_AUTOMATIC[grade]}: ρ = {_shown(spearman)}{against}{apart}."


def _grade(statistic: Statistic, grades: tuple[tuple[float, str], ...]) -> str | None:
    if statistic.value is None:
        return None
    return _word(statistic.value if statistic.low is None else statistic.low, grades)


def _word(value: float, grades: tuple[tuple[float, str], ...]) -> str:
    return next(word for least, word in grades if value >= least)


def _by(statistic: Statistic, grades: tuple[tuple[float, str], ...]) -> str:
    """By which number a coefficient was judged, and whether the other one says otherwise."""
    if statistic.value is None or statistic.low is None:
        return "; judged by the estimate, which has no interval"
    alone = _word(statistic.value, grades)
    if alone == _grade(statistic, grades):
        return ", by the lower end"
    return f", by the lower end; the estimate alone would be {alone}, more items would tell"


def _shown(statistic: Statistic) -> str:
    value = _number(statistic.value)
    if statistic.low is None or statistic.high is None:
        return value
    return f"{value} [{_number(statistic.low)}, {_number(statistic.high)}]"


def _number(value: float | None) -> str:
    """Two decimals, without the zero before the point."""
    return "–" if value is None else f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.2f}"
