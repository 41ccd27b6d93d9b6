"""Questions in words, and words matched back to questions."""

from graphicacy.read.phrasing.candidates import accept_rewrite, fill, read_candidates, rewriting_prompt, writing_prompt
from graphicacy.read.phrasing.concepts import resolve
from graphicacy.read.phrasing.match import Match, accept, match
from graphicacy.read.phrasing.phrase import phrase
from graphicacy.read.phrasing.register import Register, binding
from graphicacy.read.phrasing.rewrite import rewrites
from graphicacy.read.phrasing.unmatched import Unmatched

__all__ = [
    "Match",
    "Register",
    "Unmatched",
    "accept",
    "accept_rewrite",
    "binding",
    "fill",
    "match",
    "phrase",
    "read_candidates",
    "resolve",
    "rewrites",
    "rewriting_prompt",
    "writing_prompt",
]
