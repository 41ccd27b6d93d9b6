"""Questions about graphs in logical form, and the algorithms that answer them."""

from graphicacy.read.query.answers import Finding, answer, find
from graphicacy.read.query.form import Filter, Query, Supposition, Template

__all__ = ["Filter", "Finding", "Query", "Supposition", "Template", "answer", "find"]
