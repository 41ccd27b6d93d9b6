"""Which orders of classes of words ask what.

A question about one relation is read in two parts: which way it runs from the mention (*on* to later nodes, *back* to
earlier ones; *arrow* where it speaks of a single arrow), and how far (``Distance``). What stands at the other end may
be one mention, two that both hold, at least so many nodes, the largest number of nodes, or no node.
"""

from __future__ import annotations

import re

from graphicacy.read.phrasing.patterns import pattern

__all__ = ["FORMS", "LINKS", "Form"]

Form = tuple[str, bool, re.Pattern[str]]

_LINKS = {
    # Which nodes come after A, does A lead to; to which nodes does A lead; A leads to which nodes?
    ("on", False): (
        "@q @rel @aux @bwd @o",
        "@q THAT? (DO|CAN|BE)? @o (CAN|BE)* @fwd",
        "(TO|AFTER) WHICH @x? (DO|CAN)? @o CAN? (LEAD|CHANGE|PASS|GET)",
        "@q TO WHICH @o CAN? (LEAD|CHANGE|PASS)",
        "@o @aux @fwd WHICH @x?",
        "@o (LEAD|PASS|CHANGE) TO WHICH @x?",
        "FROM @o WHICH @x? (DO|CAN)? (@one REACH | BE? REACHED | @one GET TO | @one COME TO)",
        "FROM @o WHERE CAN @one GET TO?",
        "WHERE CAN @one GET TO? FROM @o",
        "WHERE DO @o LEAD TO?",
        "AFTER @o WHICH @x? @aux (COME|FOLLOW)",
        "@q THAT? CAN? @one CAN? (REACH | GET TO) FROM @o",
        "@q @rel @aux NEIGHBOUR_OUT OF @o",
        "(WHICH BE | LIST ALL?) NEIGHBOUR_OUT OF @o",
        "TO WHICH @x CAN @one GET FROM @o",
        "@q @rel @aux (AT | FURTHER)? FURTHER? FROM @o",
    ),
    # An arrow from A leads to which nodes; which nodes have an arrow from A?
    ("on", True): (
        "@q THAT? DO? ARROW LEAD TO FROM @o",
        "@q THAT? DO? ARROW FROM @o LEAD TO",
        "TO WHICH @x? DO ARROW LEAD FROM @o",
        "TO WHICH @x? DO ARROW FROM @o LEAD",
        "FROM @o TO WHICH @x? DO ARROW LEAD",
        "@q @rel DO? (HAVE|RECEIVE) INCOMING? ARROW (THAT? (LEAD|COME|START))? FROM @o",
        "@q WITH INCOMING? ARROW FROM @o",
        "(WHERE | TO WHICH @x) DO ARROW ((THAT|WHICH)? (LEAVE|START) AT? | (LEAD|COME)? FROM) @o LEAD TO?",
        "@q TO WHICH ARROW (LEAD FROM @o | FROM @o LEAD)",
        "(@q | AT WHICH @x) AT? WHICH? DO? ARROW (FROM|LEAVE) @o END AT?",
        "@q DO ARROW LEAVE @o LEAD TO",
        "TO WHICH @x? DO @o (HAVE|SEND) OUTGOING? ARROW",
        "@q (THAT|DO)? @o (HAVE|SEND) OUTGOING? ARROW (LEAD)? TO",
        "@o (HAVE|SEND) OUTGOING? ARROW (LEAD)? TO WHICH @x?",
        "ARROW FROM @o LEAD TO WHICH @x?",
        "ARROW LEAD FROM @o TO WHICH @x?",
        "FROM @o ARROW LEAD TO WHICH @x?",
        "@q @rel BE LEAD TO BY ARROW FROM @o",
        "@q @rel BE REACHED BY ARROW FROM @o",
    ),
    ("back", False): (
        "@q @rel @aux @fwd @o",
        "@q THAT? (DO|CAN|BE)? @o (CAN|BE)* @bwd",
        "FROM WHICH @x? (CAN|BE) (@o BE? REACHED | @one REACH @o | @one GET TO @o)",
        "(@q) FROM WHICH (@o CAN? BE REACHED | @one CAN (REACH | GET TO) @o)",
        "FROM WHICH @x? (DO|CAN) @o (COME | FOLLOW)",
        "@o @aux @bwd WHICH @x?",
        "BEFORE @o WHICH @x? @aux COME",
        "@q @rel @aux NEIGHBOUR_IN OF @o",
        "(WHICH BE | LIST ALL?) NEIGHBOUR_IN OF @o",
        "WHERE CAN @o BE REACHED FROM",
        "START FROM WHICH @x CAN (@o BE REACHED | @one REACH @o)",
    ),
    ("back", True): (
        "@q @rel (HAVE|SEND) OUTGOING? ARROW (THAT? LEAD)? TO @o",
        "@q WITH OUTGOING? ARROW (THAT? LEAD)? TO @o",
        "FROM WHICH @x? DO ARROW LEAD TO @o",
        "@q FROM WHICH ARROW LEAD TO @o",
        "(WHERE | FROM WHICH @x) DO ARROW ((THAT|WHICH)? LEAD TO | TO | ENTER) @o (COME|START) FROM?",
        "FROM WHICH @x? DO ARROW (TO|ENTER) @o (COME|START|LEAD)",
        "@q DO ARROW (LEAD? TO|ENTER) @o COME FROM",
        "AT WHICH @x? DO ARROW TO @o START",
        "@q AT WHICH ARROW TO @o START",
        "FROM WHICH @x? DO @o (HAVE|RECEIVE) INCOMING? ARROW",
        "@q (THAT|DO)? @o (HAVE|RECEIVE) INCOMING? ARROW FROM",
        "@o (HAVE|RECEIVE) INCOMING? ARROW FROM WHICH @x?",
        "ARROW FROM WHICH @x? LEAD TO @o",
        "TO @o ARROW LEAD FROM WHICH @x?",
    ),
}

_ON = "(ON|IN|VIA)"
_GET = "(GET|LEAD|PASS|COME)"

_FORMS = {
    "between": (
        f"@q @rel @aux (LIE|PASS|COME)? {_ON} @some? PATH ((THAT|WHICH)? LEAD)? FROM S TO S",
        "@q @rel @aux (LIE|PASS|COME)? BETWEEN S AND S ON @some? PATH",
        f"@q CAN (@one|BE) PASS {_ON} @some? PATH FROM S TO S",
        f"FROM S TO S WHICH @x? @aux (@one|BE)? (LIE|PASS|COME) {_ON} @some? PATH",
        f"@q @rel @aux (LIE|PASS|COME) {_ON} @some? PATH BY WHICH S LEAD TO S",
        f"{_ON} @some? PATH FROM S TO S WHICH @x? (CAN|DO|BE)* (LIE|PASS|COME)",
        "@q DO @some PATH FROM S TO S PASS",
        f"{_GET} FROM S TO S WHICH @x? CAN (@one|BE) PASS {_ON} @some? PATH",
    ),
    "on-every-way": (
        f"@q @rel @aux MUST? BE? (LIE|PASS|COME)? {_ON} (EVERY|ALL) PATH ((THAT|WHICH)? LEAD)? FROM S TO S",
        "@q @rel @aux (LIE|PASS|COME)? BETWEEN S AND S ON (EVERY|ALL) PATH",
        f"@q (MUST|DO) (@one|BE)? PASS {_ON} (EVERY|ALL) PATH FROM S TO S",
        "@q THAT? DO? (EVERY|ALL) PATH (LEAD? FROM) S TO S PASS",
        "VIA WHICH @x? (DO|MUST) (EVERY|ALL) PATH FROM S TO S (PASS|LEAD|GET)",
        f"{_ON} (EVERY|ALL) PATH FROM S TO S WHICH @x? (MUST|DO|BE)* (LIE|PASS|COME)",
        "@q @rel @aux COME? (EVERY|ALL) PATH FROM S TO S HAVE",
    ),
    "starts": (
        "@q @rel BE? (HAVE NO | WITHOUT ANY? | WITH NO) (INCOMING ARROW | ARROW (THAT? LEAD TO | ENTER))",
        "TO WHICH @x? DO NO ARROW (LEAD|COME)",
        "@q TO WHICH NO ARROW LEAD",
        "@q THAT? DO? (NO ARROW) LEAD TO",
        "@q @rel DO? NOT (HAVE|RECEIVE) ANY INCOMING? ARROW",
        "@q @rel RECEIVE NO ARROW",
        "@q @rel BE? (DO|CAN|BE) NOT @aux @bwd (ANY NOUN | ANYTHING)",
    ),
    "ends": (
        "@q @rel BE? (HAVE NO | WITHOUT ANY? | WITH NO) (OUTGOING ARROW | ARROW (THAT? LEAVE))",
        "FROM WHICH @x? DO NO ARROW (LEAD (ON|FURTHER)? |START|LEAVE)",
        "@q FROM WHICH NO ARROW (LEAD (ON|FURTHER)? |START|LEAVE)",
        "@q (THAT)? DO? NO ARROW (LEAVE | LEAD FROM | START (FROM|AT))",
        "@q @rel DO? NOT (HAVE|SEND) ANY OUTGOING ARROW",
        "@q @rel (DO|CAN|BE) NOT @aux @fwd (ANY NOUN | ANYTHING)",
    ),
    "in-group": (
        "@q @rel @aux (LIE|COME)? (IN|BELONG|ON) FRAME (TITLED|LABELLED)? S",
        "@q @rel @aux (LIE|COME)? (IN|BELONG|ON) S FRAME",
        "@q DO FRAME (TITLED|LABELLED)? S (PASS|HAVE)",
        "IN FRAME (TITLED|LABELLED)? S WHICH @x? @aux (LIE|THERE)?",
    ),
    "loop": (
        f"@q @rel @aux (LIE|PASS|COME)? {_ON} @some? CYCLE ((THAT|WHICH)? LEAD?) (VIA|PASS|WITH) S",
        f"@q @rel @aux (LIE|PASS|COME)? {_ON} @some? CYCLE FROM S (BACK TO S)",
        f"@q CAN (@one|BE) PASS {_ON} @some? (CYCLE|PATH) FROM S BACK TO S",
        f"WITH S {_ON} @some? CYCLE",
        f"@q @rel (LIE|BE) WITH S {_ON} @some? CYCLE",
        f"@q @rel (LIE|BE) {_ON} @some? CYCLE (TO WHICH S|ON WHICH S LIE)",
        "@q @rel FORM @some? CYCLE WITH S",
        f"WHICH @x? BE PASS {_ON} CYCLE FROM S BACK TO S",
    ),
    "path": (
        f"HOW CAN (@one)? {_GET} FROM S TO S",
        f"HOW DO (@one) {_GET} FROM S TO S",
        "FROM S HOW CAN @one (REACH|GET TO) S",
        "(WHICH|LIST) (ONE|SOME)? PATH @rel (LEAD|TAKE|DO LEAD|GET)? FROM S TO S HAVE?",
        "WHICH BE (ONE|SOME)? PATH FROM S TO S",
        "ON WHICH PATH CAN @one GET FROM S TO S",
        "ON WHICH PATH DO (@one) GET FROM S TO S",
        "ON WHICH PATH DO S LEAD TO S",
        "(WHICH|LIST) ALL? NOUN (OF|ON) (ONE|SOME)? PATH @rel LEAD? FROM S TO S",
        "HOW DO S LEAD TO S",
        "ON WHICH PATH DO ARROW LEAD FROM S TO S",
        "VIA WHICH PATH CAN @one GET FROM S TO S",
    ),
    # The target is mentioned first.
    "path back": (
        "HOW CAN S BE REACHED FROM S",
        "ON WHICH PATH CAN S BE REACHED FROM S",
        "HOW CAN @one REACH S FROM S",
        "(WHICH|LIST) PATH (LEAD)? TO S FROM S",
    ),
}


def _compiled(table: dict[tuple[str, bool], tuple[str, ...]]) -> tuple[Form, ...]:
    return tuple((name, arrow, pattern(" | ".join(texts))) for (name, arrow), texts in table.items())


LINKS = _compiled(_LINKS)
"""Ways in which a relation is told: which way it runs, whether of one arrow, and the pattern of all its wordings."""
FORMS = _compiled({(name, False): texts for name, texts in _FORMS.items()})
"""Patterns of all wordings of the other questions, by template."""
