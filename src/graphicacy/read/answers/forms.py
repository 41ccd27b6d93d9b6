"""A JSON value, as the answer that it is meant for: an answer of a type has one form, whatever the model made of it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from graphicacy.read.answers.loose import Number, read_json
from graphicacy.read.answers.places import direction_of, position_of
from graphicacy.read.question import NONE, AnswerType

__all__ = ["MAX_ITEMS", "NotAnswer", "Reader", "may_be_none", "says_none"]

MAX_ITEMS = 10_000  # in one list
_MAX_LABEL = 5_000  # characters
_LONGEST_NOTHING = 200  # characters in which an answer says that there is none

_NOTHING = frozenset(
    {"none", "no node", "no nodes", "no such node", "no path", "no such path", "no edge", "no edges", "no arrow"}
    | {"no arrows", "no answer", "nothing", "n/a", "not applicable", "null"}
)
_NONE_ABROAD = frozenset(  # "none", as models of other languages say it
    {"keine", "keiner", "keines", "nichts", "ninguno", "ninguna", "nada", "aucun", "aucune", "rien", "nessuno"}
    | {"nessuna", "niente", "nenhum", "nenhuma", "无", "無", "没有", "沒有", "なし", "없음"}
)
_NO_SUCH = re.compile(
    r"(?:(?:there (?:is|are|exists?) )?(?:no|not any) (?:such |valid |possible |matching |directed )*"
    r"(?:nodes?|steps?|paths?|ways?|routes?|arrows?|edges?|elements?|labels?)"
    r"|there (?:is|are) none|none of (?:them|the (?:nodes|steps|arrows|edges|paths)))"
    r"(?: (?:exists?|(?:is |are )?found|(?:is |are )?shown|in (?:the|this) (?:figure|diagram|picture|image)|fits?))*"
)
_LABEL_FIELDS = ("label", "name", "text", "node", "title", "value", "id")
_SOURCES = ("source", "from", "start", "src", "tail", "from_node", "source_label")
_TARGETS = ("target", "to", "end", "dst", "head", "to_node", "target_label", "dest", "destination")
_FIELDS = {
    **dict.fromkeys(("old", "old_label", "before"), "from"),
    **dict.fromkeys(("new", "new_label", "after"), "to"),
    **dict.fromkeys(("arrow", "connection"), "edge"),
}
_BOX_FIELDS = ("box", "bbox", "bbox_2d", "box_2d", "bounding_box", "boundingbox", "coordinates", "coords")
_SURROGATES = re.compile("[\ud800-\udfff]")


class NotAnswer(ValueError):
    """A value that is no answer of its type; one line that says why."""


def may_be_none(answer_type: AnswerType) -> bool:
    """Whether "none" is an answer: that nothing in the figure is what was asked for."""
    return answer_type in (AnswerType.NODES, AnswerType.EDGES, AnswerType.SEQUENCE, AnswerType.PATH)


def says_none(words: str) -> bool:
    """Whether words say that there is no answer: "none", "no such node", "N/A", "keine"."""
    said = " ".join(words[:_LONGEST_NOTHING].casefold().strip(" .!。\"'").split())
    return said in _NOTHING or said in _NONE_ABROAD or bool(_NO_SUCH.fullmatch(said))


class Reader:
    """Reads values of one type. ``mended`` is set where one is in another form than asked for, or has bad items;
    ``notes`` say what was wrong."""

    def __init__(self) -> None:
        self.mended = False
        self.notes: list[str] = []

    def read(self, value: Any, answer_type: AnswerType) -> Any:
        """The answer in the form of ``AnswerType``, with fresh lists; a BOX as four floats, as they were given.

        An item of a list that is no item has blank labels: it counts, and is never right. A list or an object that is
        written as a text, as a whole, is read. Raises ``NotAnswer``.
        """
        if isinstance(value, str) and answer_type is not AnswerType.CODE and (found := read_json(value)) is not None:
            value = found
            self.mended = True
        if _is_nothing(value) and answer_type in _LISTS:
            self.mended = self.mended or value != NONE or not may_be_none(answer_type)
            return NONE if may_be_none(answer_type) else []
        if answer_type is AnswerType.PATH and isinstance(value, str):
            raise NotAnswer("a path is a list of labels")
        if answer_type in _LISTS:
            return self._list(value, _LISTS[answer_type])
        return _OTHERS[answer_type](self, value)

    def _list(self, value: Any, item: Callable[[Reader, Any], Any]) -> list[Any]:
        if isinstance(value, dict):
            value = self._unwrapped(value)
        if isinstance(value, str | Number | dict):
            value = [value]
            self.mended = True
        if not isinstance(value, list):
            raise NotAnswer("the answer is no list")
        if item is Reader._label and len(value) == 1 and isinstance(value[0], list):
            self.mended = True
            value = value[0]
        if len(value) > MAX_ITEMS:
            raise NotAnswer(f"the answer has more than {MAX_ITEMS:,} items")
        found = [item(self, entry) for entry in value]
        bad = sum(map(_is_blank, found))
        if bad and bad == len(found):
            raise NotAnswer("no item of the answer has the form that was asked for")
        if bad:
            self.mended = True
            self.notes.append(f"{bad} of {len(found)} items have another form than was asked for")
        return found

    def _unwrapped(self, value: dict[str, Any]) -> Any:
        """The list of an object that is a list with a name: {"nodes": [...]}."""
        lists = [entry for entry in value.values() if isinstance(entry, list)]
        if len(value) == 1 and lists:
            self.mended = True
            return lists[0]
        return value

    def _label(self, value: Any) -> str:
        if isinstance(value, str):
            label = value if value.isascii() else _SURROGATES.sub("\ufffd", value)
            return label[:_MAX_LABEL]
        self.mended = True
        if isinstance(value, Number):
            return value.text[:_MAX_LABEL]
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, dict):
            return next((self._label(value[f]) for f in _LABEL_FIELDS if isinstance(value.get(f), str | Number)), "")
        return ""

    def _edge(self, value: Any) -> dict[str, str]:
        if isinstance(value, dict):
            if "source" in value and "target" in value:
                return {"source": self._label(value["source"]), "target": self._label(value["target"])}
            self.mended = True
            source, target = (next((value[f] for f in fields if f in value), None) for fields in (_SOURCES, _TARGETS))
            return {"source": self._label(source), "target": self._label(target)}
        self.mended = True
        if isinstance(value, list) and len(value) == 2 and not any(isinstance(end, list) for end in value):
            return {"source": self._label(value[0]), "target": self._label(value[1])}
        return {"source": "", "target": ""}

    def _pair(self, value: Any) -> list[dict[str, str]]:
        if isinstance(value, dict) and len(value) == 2:
            self.mended = True
            value = list(value.values())
        if isinstance(value, list) and len(value) == 2 and all(isinstance(edge, dict | list) for edge in value):
            return [self._edge(edge) for edge in value]
        self.mended = True
        return [{"source": "", "target": ""}, {"source": "", "target": ""}]

    def _difference(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not isinstance(value.get("change"), str) or len(value) > 20:
            self.mended = True
            return {"change": ""}
        return {
            self._label(field): self._edge(said)
            if isinstance(said, dict | list) and field != "node"
            else self._label(said)
            for field, said in self._renamed(value).items()
        }

    def _renamed(self, value: dict[str, Any]) -> dict[str, Any]:
        """A difference by the names of fields that were asked for."""
        found = {_FIELDS.get(field, field): said for field, said in value.items() if said is not None}
        if "to" in found and "from" not in found and "node" in found:
            found["from"] = found.pop("node")
        if "edge" not in found and {"source", "target"} <= found.keys():
            found["edge"] = {"source": found.pop("source"), "target": found.pop("target")}
        self.mended = self.mended or found.keys() != value.keys()
        return found

    def _graph(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not {"nodes", "edges"} <= value.keys():
            raise NotAnswer('the answer is no object with "nodes" and "edges"')
        nodes, edges = ([] if value[field] is None else value[field] for field in ("nodes", "edges"))
        labels = self._list(nodes, Reader._label)
        meant = {} if not isinstance(nodes, list) else self._meant(nodes, labels)
        return {
            "nodes": labels,
            "edges": [
                {end: meant.get(label, label) for end, label in edge.items()}
                for edge in self._list(edges, Reader._edge)
            ],
        }

    def _meant(self, nodes: list[Any], labels: list[str]) -> dict[str, str]:
        """Labels by the ids that an answer gives to its nodes; an id that is a label, or of two nodes, means none."""
        ids = [self._label(node["id"]) if isinstance(node, dict) and "id" in node else "" for node in nodes]
        count, known = Counter(ids), {"", *labels}
        return {key: label for key, label in zip(ids, labels, strict=True) if count[key] == 1 and key not in known}

    def _code(self, value: Any) -> str:
        if isinstance(value, list) and value and all(isinstance(line, str) for line in value):
            self.mended = True
            value = "\n".join(value)
        if not isinstance(value, str) or not value.strip():
            raise NotAnswer("the answer is no source text")
        return value

    def _box(self, value: Any) -> list[float]:
        value = self._box_list(value)
        if len(value) != 4:
            raise NotAnswer(f"a box has four numbers, not {len(value)}")
        if not all(isinstance(number, Number) and math.isfinite(number) for number in value):
            raise NotAnswer("a box has four finite numbers")
        first, second, third, fourth = map(float, value)
        if third < first or fourth < second:
            raise NotAnswer("the corners of the box are reversed")
        return [first, second, third, fourth]

    def _box_list(self, value: Any) -> list[Any]:
        for _ in range(3):
            if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list | dict):
                self.mended = True
                value = value[0]
            elif isinstance(value, dict):
                self.mended = True
                value = next((value[f] for f in value if f.casefold() in _BOX_FIELDS), None)
        if not isinstance(value, list):
            raise NotAnswer("the answer is no list of four numbers")
        return value

    def _direction(self, value: Any) -> str:
        return self._word(value, direction_of, "direction")

    def _position(self, value: Any) -> str:
        return self._word(value, position_of, "position")

    def _word(self, value: Any, read: Callable[[str], str | None], what: str) -> str:
        if isinstance(value, list) and len(value) == 1:
            self.mended = True
            value = value[0]
        found = read(value) if isinstance(value, str) else None
        if found is None:
            raise NotAnswer(f"the answer names no {what}")
        self.mended = self.mended or found != value
        return found


def _is_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, str) and says_none(value))


def _is_blank(item: Any) -> bool:
    if isinstance(item, str):
        return not item.strip()
    if isinstance(item, list):
        return any(map(_is_blank, item))
    if "change" in item:
        return not item["change"]
    return not item["source"].strip() or not item["target"].strip()


_LISTS: dict[AnswerType, Callable[[Reader, Any], Any]] = {
    AnswerType.NODES: Reader._label,
    AnswerType.SEQUENCE: Reader._label,
    AnswerType.PATH: Reader._label,
    AnswerType.EDGES: Reader._edge,
    AnswerType.EDGE_PAIRS: Reader._pair,
    AnswerType.DIFFERENCES: Reader._difference,
}
_OTHERS: dict[AnswerType, Callable[[Reader, Any], Any]] = {
    AnswerType.GRAPH: Reader._graph,
    AnswerType.CODE: Reader._code,
    AnswerType.BOX: Reader._box,
    AnswerType.DIRECTION: Reader._direction,
    AnswerType.POSITION: Reader._position,
}
