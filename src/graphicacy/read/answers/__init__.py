"""Answers of models: how one is asked for, written, and read back from what a model says."""

from graphicacy.read.answers.forms import NotAnswer
from graphicacy.read.answers.parse import Parsed, Status, parse_answer
from graphicacy.read.answers.write import schema_of, write_answer

__all__ = ["NotAnswer", "Parsed", "Status", "parse_answer", "schema_of", "write_answer"]
