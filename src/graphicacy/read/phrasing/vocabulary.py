"""The words that a question may be made of beside its mentions, by class. Anything else in a question is not read.

What the words of a class have in common is what they do in a question: words that make another question of it are in
other classes. Patterns over classes (``patterns``) say which orders of them mean something.
"""

from __future__ import annotations

from graphicacy.read.phrasing.register import SHAPES
from graphicacy.read.phrasing.text import listed

__all__ = ["FILLERS", "KNOWN", "LOOKS", "NUMBERS", "PHRASES", "QUANTIFIERS", "SINGLE", "UNITS"]

NUMBERS = {
    w: n
    for n, w in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}

FILLERS = listed("the a an please other others another different distinct these those also possible additional")
"""Single words that change nothing, wherever they stand."""

UNITS = listed("arrow arrows edge edges hop hops step steps move moves transition transitions link links")
"""What distances are counted in."""

_IGNORED = """in figure|in this figure|in diagram|in this diagram|in graph|in this graph|in chart|in this chart
in flowchart|in this flowchart|in picture|in this picture|in drawing|in process|in this process|in image|in this image
in network|shown in figure|shown in diagram|shown in graph|shown in picture|shown in image|in figure shown
of figure|of diagram
of graph|of this figure|of this diagram|along arrows|along their arrows|following arrows|by following arrows
if you follow arrows|when you follow arrows|if one follows arrows|follow arrows|in direction of arrows
along directed arrows|can you tell me|according to figure|according to diagram|according to arrows|based on diagram
based on figure|set of|labels of|label of|names of|name of|full set of|by label|by their labels|by name
complete list of|list of|if any|if there are any|if there is one|in order|in right order|in their order|one by one
step by step|from first to last|with both ends|both ends included|including both ends|shown here|as well
as drawn|nodes in order|in order of visit|including first and last
look at figure|look at diagram|by its label|take|in its direction|and then|then"""

_CLASSES = {
    "WHICH": "which|what|which ones|which one",
    "LIST": "list|name|give|identify|find|show|enumerate|tell me|give me|show me|write down|report|select|determine"
    "|provide|specify|mention|describe|trace|find me|pick out|point out",
    "HOW": "how",
    "WHERE": "where",
    "EVERY": "every|each",
    "ALL": "all|all of",
    "ANY": "any",
    "NOUN": "node|nodes|vertex|vertices|step|steps|state|states|stage|stages|factor|factors|item|items|element|elements"
    "|box|boxes|task|tasks|component|components|part|parts|molecule|molecules|place|places|thing|things|activity"
    "|activities|event|events|ones",
    "NOTHING": "nothing|no node at all",
    "ANYTHING": "anything|anything else",
    "ARROW": "arrow|arrows|edge|edges|directed edge|directed edges|transition|transitions|link|links|connector"
    "|connectors",
    "PATH": "path|paths|way|ways|route|routes|directed path|directed paths|chain|sequence of nodes|sequence of steps"
    "|sequence of states|sequence of stages|sequence of items|sequence of factors|chain of arrows|path of arrows"
    "|path along arrows|way along arrows|chain of steps|chain of nodes|chain of states|sequence of arrows",
    "CYCLE": "cycle|cycles|loop|loops|directed cycle|directed cycles",
    "SHORT": "shortest|one of shortest",
    "FEWEST": "with fewest arrows|with as few arrows as possible|with smallest number of arrows|using fewest arrows"
    "|along fewest arrows|in as few arrows as possible|along as few arrows as possible|with fewest possible arrows"
    "|that has fewest arrows|with least number of arrows|using as few arrows as possible|in fewest arrows"
    "|by fewest arrows|via as few arrows as possible|that takes fewest arrows|fewest arrows possible",
    "THAT": "that",
    "DO": "do|does|did|will|would",
    "CAN": "can|could|may|might",
    "MUST": "must|has to|have to|always",
    "BE": "is|are|be|was|were|being|been",
    "HAVE": "have|has|having",
    "RECEIVE": "receive|receives|receiving",
    "SEND": "send|sends|sending",
    "PERSON": "you|we",
    "ONE": "one",
    "FROM": "from|starting from|starting at|beginning at|out of|start from|starting with|departing from|coming from"
    "|beginning from|beginning with",
    "TO": "to|into|onto",
    "AFTER": "after|downstream of",
    "BEFORE": "before|upstream of|prior to",
    "BY": "by",
    "OF": "of|among",
    "AT": "at",
    "ON": "on|along",
    "IN": "in|inside|within|inside of|part of",
    "AND": "and",
    "ASWELL": "as well as",
    "BOTH": "both|each of|both of",
    "NO": "no|not any",
    "NOT": "not|never",
    "BACK": "back",
    "WITH": "with|together with",
    "LEAD": "lead|leads|leading|point|points|pointing|go|goes|going|run|runs|running|flow|flows"
    "|feed|feeds|continue|continues|proceed|proceeds|move|moves|head|heads",
    "LED": "led|pointed|ran|went",
    "CHANGE": "change|changes|turn|turns|develop|develops|turned|converted|changed",
    "BECOME": "become|becomes",
    "REACH": "reach|reaches|reaching",
    "REACHED": "reached|reachable",
    "GET": "get|gets|getting|travel|arrive|arrives",
    "TAKE": "takes you|takes one|take you|take one",
    "FOLLOW": "follow|follows|following|succeed|succeeds",
    "PRECEDE": "precede|precedes|preceding|affect|affects|influence|influences",
    "ACT": "act|acts",
    "UPON": "upon",
    "FOLLOWED": "followed by|succeeded by",
    "PRECEDED": "preceded by|affected by|influenced by|acted on by|acted upon by|pointed to by|led to by",
    "COME": "come|comes|coming|happen|happens|happening|occur|occurs|take place|takes place|arise|arises|result"
    "|results",
    "NEIGHBOUR_OUT": "successor|successors|successor nodes|successor node",
    "NEIGHBOUR_IN": "predecessor|predecessors|predecessor nodes|predecessor node",
    "OUTGOING": "outgoing",
    "INCOMING": "incoming",
    "LEAVE": "leave|leaves|leaving",
    "ENTER": "enter|enters|entering",
    "END": "end|ends|ending|stop|stops",
    "START": "start|starts|begin|begins",
    "LABELLED": "labelled|labeled|with label|marked|that is labelled|that is labeled|whose label is|that bears label"
    "|that carries label|bearing label|carrying label|having label|that has label|tagged",
    "BELONG": "belong to|belongs to|belonging to|enclosed by|contained in|located in|located inside|placed inside"
    "|drawn inside|drawn in|drawn within|lie in|lie inside|lie within|shown inside",
    "FRAME": "frame|group|cluster|subgraph|container",
    "TITLED": "titled|entitled|named|called|with title|headed|that is titled|with heading|whose title is",
    "VIA": "via|through|by way of",
    "PASS": "pass|passes|passing|passed|visit|visits|visiting|visited|pass through|passes through|passing through"
    "|passed through|go through|goes through|going through|gone through|run through|runs through|running through"
    "|lead through|leads through|leading through|include|includes|including|use|uses|using|touch|touches|touching"
    "|contain|contains|containing|cross|crosses|crossed|crossing",
    "AVOID": "avoid|avoids|avoiding|bypass|bypasses|bypassing|leaves out|leaving out",
    "WITHOUT": "without",
    "WHILE": "while|but",
    "LIE": "lie|lies|lying|stand|stands|appear|appears|included|sit|sits|found|situated|located",
    "BETWEEN": "between|in between|between its two ends|between its ends|between two ends",
    "SOME": "some",
    "ATLEAST": "at least|no fewer than|not fewer than|no less than|minimum of",
    "ORMORE": "or more",
    "MORE": "more",
    "THAN": "than",
    "MOST": "largest number of|greatest number of|highest number of|most",
    "THERE": "there",
    "EXIST": "exist|exists|existed|existing",
    "TWICE": "twice|more than once|again",
    "REPEAT": "repeat|repeats|repeating|repeated|repeats of",
    "ONLY": "only|just",
    "COUNT": "count|counts|matter|used|considered|considering|consider|counting|counted",
    "MEAN": "mean|means|stand for|represent|represents|denote|denotes",
    "FORM": "form|forms|share|shares|make up",
    "FOR": "for",
    "FURTHER": "away|further|distant|ahead|later|long",
    "REMOVED": "removed|missing|deleted|absent|taken away|left out|not there|cut|taken out|gone|erased",
    "ADDED": "added|there as well|drawn in addition|inserted|in place|present",
    "REVERSED": "reversed|flipped|inverted|turned around|turned round",
    "OTHERWAY": "otherway|opposite way|in opposite direction|in reverse direction|backwards",
    "INSTEAD": "instead|rather",
    "SUPPOSE": "suppose|imagine|assume|pretend|if|what if|suppose that|imagine that|assume that|pretend that"
    "|assuming|assuming that|supposing|supposing that|imagine figure|suppose figure|consider figure",
    "GIVEN": "since|because|as|given that|now that|seeing that|knowing that|figure shows|figure shows that"
    "|diagram shows that|we can see that|as figure shows",
}

_DISTANCE = {
    "direct": "directly|immediately|direct|immediate|right|straight|next|in one step|in single step"
    "|with nothing in between|without any step in between|without any node in between|with no step in between"
    "|with no node in between|along one arrow|along single arrow|by one arrow|by single arrow|via one arrow"
    "|via single arrow|through one arrow|through single arrow|over one arrow|over single arrow|with one arrow"
    "|along just one arrow|by just one arrow|along one single arrow|by means of one arrow",
    "any": "directly or later|directly or indirectly|directly or through others|directly or through other nodes"
    "|directly or through other steps|directly or through other states|directly or through other factors"
    "|directly or through other items|directly or through other stages|directly or earlier|immediately or later"
    "|sooner or later|eventually|at some point|directly or via others|directly or via other nodes"
    "|directly or via other steps|directly or via other states|directly or via other factors|directly or via other"
    " items"
    "|directly or via other stages|directly or over several steps|along one or more arrows|by one or more arrows"
    "|via one or more arrows|along one arrow or more|over one or more arrows|by one arrow or more|via one arrow or more"
    "|along any number of arrows|over any number of arrows|through one or more arrows|in any number of steps"
    "|by any number of arrows|along one or several arrows|whether directly or later|whether directly or indirectly"
    "|either directly or indirectly|either directly or later|directly or at later point|directly or at some later point"
    "|directly or eventually|immediately or eventually|whether directly or through others|in one or more steps"
    "|directly or further on|directly or further back|directly or in several steps|immediately or earlier"
    "|directly or over several arrows|along arrow or several arrows|immediately or at later point"
    "|by following one or more arrows|following one or more arrows|in one or more arrows|after one or more arrows"
    "|by following any number of arrows|directly or along several arrows|directly or by several arrows",
    "short": "by shortest way|on shortest way|on shortest path|by shortest path|along shortest path|by shortest route"
    "|along shortest way|counted along shortest way|counted along shortest path|via shortest path|and not along fewer"
    "|but not along fewer|but not fewer|and no fewer|but no fewer|but not by fewer|and not fewer|counted by"
    " shortest way",
}


def _table(classes: dict[str, str]) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for name, phrases in classes.items():
        for phrase in phrases.split("|"):
            words = tuple(w for w in phrase.split() if w not in FILLERS)
            if found.setdefault(words, name) != name:
                raise ValueError(f"the phrase {phrase!r} is of two classes: {name}, {found[words]}")
    return found


PHRASES = _table(_CLASSES | {"": _IGNORED.replace("\n", "|")})
"""Class by phrase, without fillers; the class of what changes nothing is empty."""

QUANTIFIERS = _table(_DISTANCE)
"""Adverbs of distance, wherever they stand in a question: *direct*, *any*, or *short* (by the shortest way)."""

_PRONOUNS = listed("it its them they itself themselves none everything nobody others this that those these not no yes")
SINGLE = (
    FILLERS | _PRONOUNS | frozenset(NUMBERS) | {w[0] for table in (PHRASES, QUANTIFIERS) for w in table if len(w) == 1}
)
"""Words that mean something in a question by themselves: a label of such words alone is a mention in quotes only."""


def _looks() -> dict[tuple[str, ...], tuple[str, str, str]]:
    found: dict[tuple[str, ...], tuple[str, str, str]] = {}

    def add(text: str, kind: str, look: str, value: str) -> None:
        found[tuple(w for w in text.replace("-", " ").split() if w not in FILLERS)] = (kind, look, value)

    for color in (
        "red",
        "orange",
        "yellow",
        "green",
        "blue",
        "purple",
        "grey",
        "gray",
        "white",
        "black",
        "brown",
        "pink",
    ):
        name = color.replace("gray", "grey")
        add(color, "ADJ", "color", name)
        for text in ("filled in", "filled with", "coloured", "colored", "coloured in", "painted in", "painted"):
            add(f"{text} {color}", "POST", "fill", name)
        add(f"with {color} fill", "POST", "fill", name)
        add(f"drawn in {color}", "POST", "color", name)
        add(f"with {color} line", "POST", "color", name)
    for shape, (adjective, plural) in SHAPES.items():
        add(adjective, "ADJ", "shape", shape)
        singular = {"ellipses": "ellipse", "trapezia": "trapezium"}.get(plural, plural.removesuffix("s"))
        for text in (
            f"drawn as {plural}",
            f"drawn as {singular}",
            f"shaped like {plural}",
            f"with shape of {singular}",
        ):
            add(text, "POST", "shape", shape)
    for line in ("solid", "dashed", "dotted", "thick"):
        add(line, "ADJ", "line", line)
        for noun in ("border", "borders", "outline", "outlines"):
            add(f"with {line} {noun}", "POST", "border", line)
        for noun in ("line", "lines"):
            add(f"with {line} {noun}", "POST", "line", line)
    for head in ("pointed", "blunt", "circle", "diamond", "cross"):
        for noun in ("head", "heads"):
            add(f"with {head} {noun}", "POST", "head", head)
    return found


LOOKS = _looks()
"""Class (ADJ, POST), look and value by phrase. The look of an adjective is told by its noun: *color* of a node is"
" fill."""

KNOWN = FILLERS | SINGLE | UNITS | {w for table in (PHRASES, QUANTIFIERS, LOOKS) for words in table for w in words}
"""Every word that is part of something known."""
