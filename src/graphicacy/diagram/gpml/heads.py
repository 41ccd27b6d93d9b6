"""What is drawn at the end of a line of a pathway: GPML's names of arrow heads, and what each is to a reader.

The names are those of GPML 2013a (MIM notation beside PathVisio's basic heads), of GPML 2021 and of the SBGN plug-in.
How each looks follows PathVisio's shapes of heads.
"""

from __future__ import annotations

import re

from graphicacy.diagram.layout import HeadForm
from graphicacy.diagram.model import Head

__all__ = ["head_of"]

_FILLED, _OPEN, _STICK = HeadForm.FILLED, HeadForm.OPEN, HeadForm.STICK
_NOTHING = (Head.NONE, _FILLED)
_ARROW = (Head.POINTED, _FILLED)
_HEADS = {
    "": _NOTHING,
    "line": _NOTHING,
    "none": _NOTHING,
    "undirected": _NOTHING,
    "gap": _NOTHING,  # a break in the line, without a tip
    "branchingleft": _NOTHING,  # a side branch, without a tip
    "branchingright": _NOTHING,
    "arrow": _ARROW,
    "directed": _ARROW,
    "conversion": _ARROW,
    "conversionmodification": _ARROW,
    "modification": _ARROW,
    "production": _ARROW,
    "translocation": _ARROW,
    "stimulation": (Head.POINTED, _OPEN),
    "necessarystimulation": (Head.POINTED, _OPEN),
    "absolutestimulation": (Head.POINTED, _OPEN),
    "trigger": (Head.POINTED, _OPEN),
    "binding": (Head.POINTED, _STICK),
    "covalentbond": (Head.POINTED, _STICK),
    "cleavage": (Head.POINTED, _STICK),
    "transcriptiontranslation": (Head.POINTED, _STICK),
    "catalysis": (Head.CIRCLE, _OPEN),
    "ligandround": (Head.CIRCLE, _FILLED),
    "tbar": (Head.BLUNT, _STICK),
    "inhibition": (Head.BLUNT, _STICK),
    "absoluteinhibition": (Head.BLUNT, _STICK),
    "ligandsquare": (Head.BLUNT, _FILLED),
    "receptor": (Head.BLUNT, _STICK),  # a cup across the end, open to what it receives
    "receptorround": (Head.BLUNT, _STICK),
    "receptorsquare": (Head.BLUNT, _STICK),
    "modulation": (Head.DIAMOND, _OPEN),
}
_FAMILY = re.compile(r"^(?:mim|sbgn|wp)(?=[a-z])")
_NOT_LETTERS = re.compile(r"[^a-z]+")


def head_of(name: str) -> tuple[Head, HeadForm] | None:
    """The head and its form for the value of ``ArrowHead``; None for a name that GPML does not know.

    Case, hyphens and the family ("mim-", "SBGN-") make no difference.
    """
    return _HEADS.get(_FAMILY.sub("", _NOT_LETTERS.sub("", name.lower())))
