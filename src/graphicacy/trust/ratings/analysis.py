"""Ratings → how far raters agree, how far automatic scores follow them, and what that is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from graphicacy.read.answer_file import named
from graphicacy.trust.coefficients import Level
from graphicacy.trust.ratings.against import against_automatic, ceiling_of, permutation_p
from graphicacy.trust.ratings.among import NOMINAL, agreement_of_all, pairs_of
from graphicacy.trust.ratings.each import raters_of, repeatability_of_all
from graphicacy.trust.ratings.record import DimensionRatings, Ratings
from graphicacy.trust.ratings.resampling import resampling_of
from graphicacy.trust.ratings.summary import AgreementSummary, DimensionAgreement
from graphicacy.trust.ratings.verdict import (
    alpha_grade,
    alpha_verdict,
    automatic_grade,
    automatic_verdict,
    icc_grade,
    icc_verdict,
)
from graphicacy.trust.statistics import holm

__all__ = ["agreement"]

_OF_SCORES = ("spearman", "kendall", "pearson", "ceiling_difference")


def agreement(ratings: Ratings, level: Level = "ordinal", n: int = 2000, seed: int = 0) -> AgreementSummary:
    """Analyse ratings, dimension by dimension.

    Args:
        ratings: as ``read_ratings`` gives them.
        level: of measurement, for Krippendorff's α. At the nominal level what needs an order or a mean is undefined.
        n: number of bootstrap resamples, of items, or of tasks where these are known.
        seed: of the resampling and the permutations.

    Returns:
        The same for the same input, whatever the order of rows in the file was. What is undefined has a reason.

    Raises:
        ValueError: n is less than 1.
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    found = {table.name: _dimension(table, level, n, seed) for table in ratings.dimensions}
    corrected = holm([np.nan if one.p is None else one.p for one in found.values()])
    found = {
        name: replace(one, p_holm=None if one.p is None else float(p))
        for (name, one), p in zip(found.items(), corrected, strict=True)
    }
    warnings = [line for name, one in found.items() for line in _warnings(name, one)]
    return AgreementSummary(found, (*ratings.warnings, *warnings))


def _dimension(table: DimensionRatings, level: Level, n: int, seed: int) -> DimensionAgreement:
    given = ~np.isnan(table.ratings)
    resampling = resampling_of(table, n, seed)
    pairs = pairs_of(table, level)
    statistics = {
        **agreement_of_all(table, level, pairs, resampling),
        **against_automatic(table, level, resampling),
        **ceiling_of(table, level, resampling),
    }
    alpha, icc = statistics["krippendorff_alpha"], statistics["icc_2k"]
    rho, difference = statistics["spearman"], statistics["ceiling_difference"]
    grades = {
        "krippendorff_alpha": alpha_grade(alpha),
        "icc_2k": icc_grade(icc),
        "spearman": automatic_grade(rho, difference),
    }
    return DimensionAgreement(
        level=level,
        scale=table.scale,
        n_items=len(table.items),
        n_raters=len(table.raters),
        n_ratings=int(given.sum()),
        n_missing=int((~given).sum()),
        n_complete=int(given.all(axis=0).sum()),
        n_scored=int((~np.isnan(table.auto)).sum()),
        statistics=statistics,
        p=permutation_p(table, level, seed),
        repeatability=repeatability_of_all(table, level),
        raters=raters_of(table, level, resampling),
        pairs=pairs,
        grades={name: grade for name, grade in grades.items() if grade is not None},
        verdict=(
            alpha_verdict(alpha),
            icc_verdict(icc, len(table.raters)),
            automatic_verdict(rho, statistics["ceiling"], difference),
        ),
    )


def _warnings(name: str, found: DimensionAgreement) -> list[str]:
    """What of a dimension leaves statistics undefined, or rests on fewer ratings than one might think."""
    of = named([name])
    lines = []
    if found.n_missing:
        cells = found.n_items * found.n_raters
        lines.append(
            f"{of}: {found.n_missing:,} of {cells:,} cells are missing; α takes items with two ratings, ICC those that "
            f"all {found.n_raters} raters rated: {found.n_complete:,}"
        )
    reasons: dict[str, list[str]] = {}
    quiet = ("fleiss_kappa",) if found.n_scored else ("fleiss_kappa", *_OF_SCORES)  # nobody asked for these
    for statistic, one in found.statistics.items():
        if one.value is None and one.reason != NOMINAL and statistic not in quiet:
            reasons.setdefault(one.reason, []).append(statistic)
    lines += [f"{of}: undefined: {', '.join(names)}: {reason}" for reason, names in reasons.items()]
    lines += [f"{of}: rater {named([row.rater])} {row.outlying}" for row in found.raters if row.outlying]
    return lines
