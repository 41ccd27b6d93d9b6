"""Numbers out of graded answers: scores with intervals, comparisons, and what they say of how a figure is read."""

from graphicacy.trust.reading.compare import Compared, Comparison, compare
from graphicacy.trust.reading.leaderboard import Standing, leaderboard
from graphicacy.trust.reading.pairs import Difference
from graphicacy.trust.reading.scored import Scored, Share
from graphicacy.trust.reading.summary import Rendered, Summary, TaskScore, summarize

__all__ = [
    "Compared",
    "Comparison",
    "Difference",
    "Rendered",
    "Scored",
    "Share",
    "Standing",
    "Summary",
    "TaskScore",
    "compare",
    "leaderboard",
    "summarize",
]
