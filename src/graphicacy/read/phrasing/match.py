"""Words matched back to the one question that they ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from graphicacy.read.corpus.entry import Meaning
from graphicacy.read.figure import Figure, fold
from graphicacy.read.phrasing.concepts import resolve
from graphicacy.read.phrasing.grammar import FORMS, LINKS
from graphicacy.read.phrasing.mentions import Mention, mask, shown_in
from graphicacy.read.phrasing.parts import Parts, parts_of
from graphicacy.read.phrasing.patterns import CODES, pattern
from graphicacy.read.phrasing.text import plain
from graphicacy.read.phrasing.tokens import Distance, Tokens
from graphicacy.read.phrasing.unmatched import Unmatched
from graphicacy.read.query.form import Filter, Query, Supposition, Template

__all__ = ["Match", "Unmatched", "accept", "match", "used_nodes"]

_MOST_LETTERS = 2_000


@dataclass(frozen=True, slots=True)
class Match:
    """What a text asks. ``names`` has the words that mention each node, as they stand there, by id."""

    query: Query
    names: Mapping[str, str]


def match(text: str, figure: Figure, *, meaning: Meaning | None = None) -> Match:
    """The one question that a text asks about a figure.

    Every word has to be accounted for: by a mention of a node, by a word that tells what is asked, or by one that
    changes nothing. ``meaning`` is what a look stands for; the text has to say so before it uses the meaning.

    Raises:
        Unmatched: nothing, or more than one thing, is asked for certain; ``cause`` is a short name of why.
    """
    if len(text) > _MOST_LETTERS:
        raise Unmatched("too long", f"a question has at most {_MOST_LETTERS} letters")
    masked = mask(text, figure, meaning)
    parts = parts_of(masked, meaning)
    nodes = _Nodes(figure, parts.mentions)
    asked = dict.fromkeys(_readings(parts, nodes))
    if not asked:
        raise Unmatched("no template", f"no known question: {text[:80]!r}")
    if len(asked) > 1:
        raise Unmatched("two readings", " or ".join(str(q.template) for q in asked))
    query = next(iter(asked))
    used = used_nodes(query)
    if len(used) != len(nodes.names):
        raise Unmatched("two readings", "a node is mentioned to no end")
    return Match(query, {key: nodes.names[key] for key in used})


def accept(text: str, query: Query, figure: Figure, *, meaning: Meaning | None = None) -> Match:
    """The match of a text that should ask a query.

    Raises:
        Unmatched: it does not ask this, and this alone.
    """
    found = match(text, figure, meaning=meaning)
    if found.query == query:
        return found
    raise Unmatched(_difference(found.query, query), f"it asks {found.query}, not {query}")


def used_nodes(query: Query) -> tuple[str, ...]:
    """Ids of the nodes that a query mentions, each once."""
    more = (query.suppose.source, query.suppose.target) if query.suppose else ()
    return tuple(dict.fromkeys((*query.nodes, *more)))


def _difference(found: Query, wanted: Query) -> str:
    """The cause by which a question that is read well, but is another one, is counted."""
    pair = {found.template, wanted.template}
    if found.template is wanted.template:
        swapped = sorted(found.nodes) == sorted(wanted.nodes) and found.nodes != wanted.nodes
        return "wrong direction" if swapped else "other condition" if found.nodes == wanted.nodes else "other entity"
    return "wrong direction" if pair in _OPPOSITES else "other template"


_OPPOSITES = (
    {Template.NEXT, Template.PREVIOUS},
    {Template.REACHED, Template.REACHING},
    {Template.BOTH_NEXT, Template.BOTH_PREVIOUS},
    {Template.STARTS, Template.ENDS},
    {Template.BRANCHES, Template.MERGES},
    {Template.MOST_NEXT, Template.MOST_PREVIOUS},
)


class _Nodes:
    """The nodes behind the mentions of a text."""

    def __init__(self, figure: Figure, mentions: tuple[Mention, ...]) -> None:
        self.figure = figure
        self._mentions = mentions
        self.names: dict[str, str] = {}

    def id(self, index: object) -> str:
        """The id of the node that a mention means.

        Raises:
            Unmatched: it means none, or one of several.
        """
        assert isinstance(index, int)
        words = self._mentions[index].words
        shown, key = shown_in(self.figure), fold(words)
        found = shown.nodes.get(key)
        if found is None and key in shown.everything:
            raise Unmatched("ambiguous entity", f"{words!r} stands in more than one place")
        if found is None and (found := resolve(words, self.figure)) is None:
            raise Unmatched("unknown entity", f"no one node is {words!r}")
        self.names.setdefault(found, words)
        return found

    def word(self, index: object, choices: list[str]) -> str:
        """A mention that is an arrow's label or a frame's title, as the figure writes it."""
        assert isinstance(index, int)
        words = self._mentions[index].words
        same = {c for c in choices if plain(c) == words}
        alike = same or {c for c in choices if fold(plain(c)) == fold(words)}
        if len(alike) > 1:
            raise Unmatched("ambiguous entity", f"several are called {words!r} but for the case")
        return next(iter(alike), words)


def _readings(parts: Parts, nodes: _Nodes) -> list[Query]:
    suppose = None
    if parts.suppose is not None:
        clause = parts.suppose
        suppose = Supposition(clause.change, nodes.id(clause.source), nodes.id(clause.target))
        if clause.back and tuple(map(nodes.id, clause.back)) != (suppose.target, suppose.source):
            raise Unmatched("wrong direction", "the arrow is supposed to run between other nodes")
        if suppose.source == suppose.target:
            raise Unmatched("no template", "an arrow from a node to itself is supposed")
    core = parts.core
    found: list[Query] = []
    for kind, arrow, form in LINKS:
        if form.fullmatch(core.codes) and (query := _link(kind, arrow or parts.arrow, parts, nodes)) is not None:
            found.append(query)
    for kind, _, form in FORMS:
        if form.fullmatch(core.codes) and (query := _form(kind, parts, nodes)) is not None:
            found.append(query)
    return [replace(q, suppose=suppose, having=_having(core), along=parts.along) for q in found]


def _having(core: Tokens) -> Filter | None:
    looks = [thing for thing in core.held if isinstance(thing, Filter)]
    if len(looks) > 1:
        raise Unmatched("two readings", "more than one look of the nodes")
    return looks[0] if looks else None


_ENDS = pattern("(S|PAIR|MANY|TOP|ZERO)")
_ON = {"S": Template.NEXT, "PAIR": Template.BOTH_NEXT, "MANY": Template.MERGES, "TOP": Template.MOST_PREVIOUS}
_BACK = {"S": Template.PREVIOUS, "PAIR": Template.BOTH_PREVIOUS, "MANY": Template.BRANCHES, "TOP": Template.MOST_NEXT}
_NAMES = {code: name for name, code in CODES.items()}


def _link(way: str, arrow: bool, parts: Parts, nodes: _Nodes) -> Query | None:
    """The query of a relation to what stands at its other end."""
    core = parts.core
    m = _ENDS.search(core.codes)
    assert m is not None
    end, thing = _NAMES[m[0]], core.held[m.start()]
    if parts.via or parts.avoid or parts.avoiding or parts.shortest or parts.rule:
        return None
    if end == "ZERO":
        plain = not parts.distances or parts.distances[0].kind in ("direct", "any")
        template = Template.STARTS if way == "on" else Template.ENDS
        return Query(template) if plain and parts.word is None else None
    if arrow and not parts.distances:
        distance = Distance("direct")
    elif len(parts.distances) == 1:
        distance = parts.distances[0]
    elif not parts.distances and pattern("REACH|REACHED").search(core.codes):
        distance = Distance("any")
    else:
        return None
    if parts.word is not None:
        alright = way == "on" and end == "S" and distance.kind == "direct"
        choices = [e.label for e in nodes.figure.diagram.edges if e.label]
        return Query(Template.BY_LABEL, (nodes.id(thing),), word=nodes.word(parts.word, choices)) if alright else None
    if end == "S":
        return _far(way, distance, parts.short, nodes.id(thing))
    if distance.kind != "direct":
        return None
    template = (_ON if way == "on" else _BACK)[end]
    if end == "PAIR":
        assert isinstance(thing, tuple)
        return Query(template, tuple(nodes.id(k) for k in thing))
    return Query(template, number=thing if isinstance(thing, int) else None)


def _far(way: str, distance: Distance, short: bool, node: str) -> Query | None:
    kind = distance.kind
    if kind in ("direct", "any") and not short:
        near, far = (Template.NEXT, Template.REACHED) if way == "on" else (Template.PREVIOUS, Template.REACHING)
        return Query(near if kind == "direct" else far, (node,))
    if way != "on" or distance.number is None:
        return None
    if kind == "most" and not short:
        return Query(Template.WITHIN, (node,), distance.number)
    if kind == "distance" or (kind == "exact" and short):
        return Query(Template.EXACTLY, (node,), distance.number)
    return None


def _form(kind: str, parts: Parts, nodes: _Nodes) -> Query | None:
    core = parts.core
    if parts.word is not None or parts.arrow or any(d.kind != "any" for d in parts.distances) or parts.short:
        return None
    slots = [thing for code, thing in zip(core.codes, core.held, strict=True) if code == CODES["S"]]
    if kind in ("path", "path back"):
        return _path(slots if kind == "path" else slots[::-1], parts, nodes)
    if parts.via or parts.avoid or parts.avoiding or parts.shortest:
        return None
    if kind in ("starts", "ends"):
        return Query(Template(kind)) if not parts.rule else None
    if kind == "in-group":
        titles = [g.label for g in nodes.figure.diagram.groups if g.label]
        return Query(Template.IN_GROUP, word=nodes.word(slots[0], titles)) if not parts.rule else None
    ids = list(dict.fromkeys(nodes.id(k) for k in slots))
    if kind == "loop":
        return Query(Template.LOOP, tuple(ids)) if len(ids) == 1 and parts.rule else None
    if len(ids) != 2 or (kind == "between" and not parts.rule):
        return None
    return Query(Template(kind), tuple(ids))


def _path(slots: list[object], parts: Parts, nodes: _Nodes) -> Query | None:
    ends = tuple(nodes.id(k) for k in slots)
    others = len(parts.via) + len(parts.avoid)
    if len(set(ends)) != 2 or others > 1 or parts.distances:
        return None
    if parts.shortest:
        return Query(Template.SHORTEST, ends, avoiding=parts.avoiding) if not others else None
    if not parts.rule:
        return None
    if not others:
        return Query(Template.PATH, ends, avoiding=parts.avoiding)
    template = Template.PATH_VIA if parts.via else Template.PATH_AVOIDING
    third = nodes.id((*parts.via, *parts.avoid)[0])
    return Query(template, (*ends, third)) if third not in ends and parts.avoiding is None else None
