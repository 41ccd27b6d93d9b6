"""Forms of English words: gerund, past participle, plural and back."""

from __future__ import annotations

from functools import lru_cache

from graphicacy.read.phrasing.text import listed

__all__ = ["gerund", "participle", "plural", "singular", "third"]

_PARTICIPLES = dict(
    pair.split(":")
    for pair in sorted(
        listed(
            "begin:begun send:sent get:got choose:chosen make:made build:built find:found read:read write:written"
            " sell:sold pay:paid cut:cut split:split freeze:frozen bind:bound tell:told teach:taught run:run keep:kept"
            " leave:left withdraw:withdrawn lend:lent grind:ground cast:cast bend:bent forecast:forecast reset:reset"
            " broadcast:broadcast buy:bought set:set put:put take:taken give:given hold:held"
            " see:seen understand:understood spread:spread draw:drawn break:broken grow:grown"
            " show:shown give:given proofread:proofread rewrite:rewritten sow:sown feed:fed spin:spun shoot:shot"
            " reshoot:reshot rerun:rerun rebind:rebound lead:led overlay:overlaid override:overridden shake:shaken"
            " blow:blown uphold:upheld lay:laid let:let shut:shut stand:stood throw:thrown wind:wound tear:torn"
            " bring:brought rebuild:rebuilt undo:undone speak:spoken hear:heard become:become"
            " overcome:overcome light:lit"
        )
    )
)
_DOUBLED = listed(
    "begin get cut split run submit admit refer transfer ship stop plan swap log stir transmit label cancel distil"
    " reset set put scan map drop commit permit control forget strip trim wrap scrap crop tap pin chop plot grab"
    " model travel refuel bag flag tag plot net thin spin fit refit pin scan degas spud pot skim rerun patrol level"
    " total format prefer infer defer emit omit enrol fulfil equip trap rip shut let dip step sum recap panel signal"
    " trial"
)
_PLURALS = {"analysis": "analyses", "criterion": "criteria", "child": "children", "person": "people", "man": "men"}
_SINGULARS = {p: s for s, p in _PLURALS.items()}
_UNCHANGED = listed("goods news species series data gas bus lens mass class loss process access address")


@lru_cache(maxsize=4096)
def gerund(verb: str) -> str:
    """Checking, refining, submitting."""
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) else f"{verb}ing"


@lru_cache(maxsize=4096)
def participle(verb: str) -> str:
    """Checked, refined, submitted, sent."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}ed"


@lru_cache(maxsize=4096)
def third(verb: str) -> str:
    """Checks, passes, carries."""
    return plural(verb)


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """Orders, boxes, enquiries."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


@lru_cache(maxsize=4096)
def singular(noun: str) -> str:
    """The noun of a plural; other words as they are."""
    if noun in _SINGULARS:
        return _SINGULARS[noun]
    if len(noun) < 4 or noun in _UNCHANGED or noun.endswith(("ss", "us", "is", "ous")) or not noun.endswith("s"):
        return noun
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("xes", "ches", "shes", "sses")) else noun[:-1]
