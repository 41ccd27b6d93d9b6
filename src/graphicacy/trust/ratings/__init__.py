"""Ratings of drawings by people: read from a file, and what they say of each other and of automatic scores."""

from graphicacy.trust.ratings.analysis import agreement
from graphicacy.trust.ratings.read import ANY_SCALE, read_ratings
from graphicacy.trust.ratings.record import STUDY_SCALE, BadRatings, DimensionRatings, Ratings
from graphicacy.trust.ratings.summary import (
    AgreementSummary,
    DimensionAgreement,
    PairRow,
    RaterRow,
    Repeatability,
    Statistic,
)

__all__ = [
    "ANY_SCALE",
    "STUDY_SCALE",
    "AgreementSummary",
    "BadRatings",
    "DimensionAgreement",
    "DimensionRatings",
    "PairRow",
    "RaterRow",
    "Ratings",
    "Repeatability",
    "Statistic",
    "agreement",
    "read_ratings",
]
