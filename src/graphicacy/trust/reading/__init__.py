"""Numbers out of graded answers: scores with intervals, comparisons, and what they say of how a figure is read."""

from graphicacy.trust.reading.scored import Scored, Share
from graphicacy.trust.reading.summary import Rendered, Summary, TaskScore, summarize

__all__ = ["Rendered", "Scored", "Share", "Summary", "TaskScore", "summarize"]
