"""The classical reader: answers by algorithms on what is found in the pixels of pictures, with no model."""

from graphicacy.read.baseline.answering import answer
from graphicacy.read.baseline.seen import Asked, Seen, read_picture, see

__all__ = ["Asked", "Seen", "answer", "read_picture", "see"]
