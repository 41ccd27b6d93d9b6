"""Diagrams that are made: professional work in ten domains, of any size, with words, frames and looks of their own."""

from graphicacy.read.corpus.generator.build import generate
from graphicacy.read.corpus.generator.knobs import Form, Knobs
from graphicacy.read.corpus.generator.source import GeneratedSource

__all__ = ["Form", "GeneratedSource", "Knobs", "generate"]
