"""Questions in words, and words matched back to questions."""

from graphicacy.read.phrasing.concepts import resolve
from graphicacy.read.phrasing.match import Match, accept, match
from graphicacy.read.phrasing.phrase import phrase
from graphicacy.read.phrasing.register import Register
from graphicacy.read.phrasing.rewrite import rewrites
from graphicacy.read.phrasing.unmatched import Unmatched

__all__ = ["Match", "Register", "Unmatched", "accept", "match", "phrase", "resolve", "rewrites"]
