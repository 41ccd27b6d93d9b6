"""The symbols of a BPMN 2.0 file: what there is, how it is named, what it joins.

Element names are those of the standard (OMG formal/2013-12-09); namespaces are told by their URI, whatever the prefix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.layout.values import one_line
from graphicacy.diagram.xml import child, children, local_name, where

__all__ = ["ACTIVITIES", "CONNECTORS", "DATA", "EVENTS", "FRAMES", "GATEWAYS", "SUBPROCESSES", "Element", "Model",
           "read_model"]  # fmt: skip

SUBPROCESSES = frozenset(["subProcess", "adHocSubProcess", "transaction", "subChoreography"])
ACTIVITIES = SUBPROCESSES | frozenset(
    ["task", "userTask", "serviceTask", "scriptTask", "sendTask", "receiveTask", "manualTask", "businessRuleTask",
     "callActivity", "choreographyTask", "callChoreography"]
)  # fmt: skip
EVENTS = frozenset(
    ["startEvent", "endEvent", "intermediateCatchEvent", "intermediateThrowEvent", "boundaryEvent",
     "implicitThrowEvent", "event"]
)  # fmt: skip
GATEWAYS = frozenset(["exclusiveGateway", "parallelGateway", "inclusiveGateway", "complexGateway", "eventBasedGateway"])
DATA = frozenset(["dataObject", "dataObjectReference", "dataInput", "dataOutput", "dataStore", "dataStoreReference"])
FRAMES = frozenset(["participant", "lane", "group"])
CONNECTORS = frozenset(
    ["sequenceFlow", "messageFlow", "association", "dataInputAssociation", "dataOutputAssociation", "conversationLink"]
)
_OTHERS = frozenset(["textAnnotation", "conversation", "callConversation", "subConversation", "message", "process"])
_KINDS = ACTIVITIES | EVENTS | GATEWAYS | DATA | FRAMES | CONNECTORS | _OTHERS
_UNREAD = frozenset(["extensionElements", "documentation", "extension"])


@dataclass(frozen=True, slots=True)
class Element:
    """One element with an id. ``parent`` is the id of the innermost element with an id around it in the file.

    ``source`` and ``target`` are ids as the file has them, for connectors. ``node`` is the element in the tree.
    """

    id: str
    kind: str
    name: str
    parent: str | None
    node: etree._Element
    source: str = ""
    target: str = ""


@dataclass
class Model:
    """All elements by id, in the order of the file; ``defaults`` are the ids of default flows."""

    elements: dict[str, Element] = field(default_factory=dict)
    defaults: frozenset[str] = frozenset()
    twice: Counter[str] = field(default_factory=Counter)

    def find(self, reference: str) -> Element | None:
        """The element that a reference names, with or without a namespace prefix."""
        return self.elements.get(reference) or self.elements.get(reference.rpartition(":")[2])

    def ancestors(self, element: Element) -> set[str]:
        """Ids of all elements around one."""
        found = set[str]()
        parent = element.parent
        while parent is not None:
            found.add(parent)
            parent = self.elements[parent].parent
        return found


def read_model(root: etree._Element) -> Model:
    """The elements of a ``definitions``. Raises ``BadDrawing`` for any other root."""
    namespace = etree.QName(root).namespace or ""
    if local_name(root) != "definitions" or "bpmn" not in namespace.lower():
        raise BadDrawing(
            f"{where(root)}this is no BPMN 2.0: its root is <{local_name(root)}> of namespace {namespace[:80]!r}, "
            "not <definitions> of BPMN; export it as BPMN 2.0 XML"
        )
    model = Model()
    named = dict(_category_values(root))
    defaults = set[str]()
    stack: list[tuple[etree._Element, str | None]] = [(root, None)]
    while stack:
        node, parent = stack.pop()
        kind, key = local_name(node), node.get("id")
        if node.get("default"):
            defaults.add(str(node.get("default")).rpartition(":")[2])
        if kind in _KINDS and key is None and kind in CONNECTORS:
            key = f"{kind} {len(model.elements) + 1}"
        if kind in _KINDS and key:
            if key in model.elements:
                model.twice[key] += 1
            else:
                model.elements[key] = _element(node, kind, key, parent, named)
                parent = key
        stack.extend((inner, parent) for inner in reversed(node) if _is_read(inner, namespace))
    model.defaults = frozenset(defaults)
    return model


def _is_read(node: etree._Element, namespace: str) -> bool:
    return etree.QName(node).namespace == namespace and local_name(node) not in _UNREAD


def _element(node: etree._Element, kind: str, key: str, parent: str | None, named: dict[str, str]) -> Element:
    source, target = _ends(node, kind, parent)
    return Element(key, kind, one_line(_name(node, kind, named)), parent, node, source, target)


def _name(node: etree._Element, kind: str, named: dict[str, str]) -> str:
    if kind == "textAnnotation":
        text = child(node, "text")
        return "" if text is None else "".join(text.itertext())
    if kind == "group":
        return named.get((node.get("categoryValueRef") or "").rpartition(":")[2], "")
    name: str = node.get("name") or ""
    state = child(node, "dataState")
    if state is not None and state.get("name"):
        name += f" [{state.get('name')}]"
    return name


def _ends(node: etree._Element, kind: str, parent: str | None) -> tuple[str, str]:
    if kind not in CONNECTORS:
        return "", ""
    source, target = (node.get(name) or _text(child(node, name)) for name in ("sourceRef", "targetRef"))
    # The other end of a data association is an entry of the activity's own list: what is drawn is the activity.
    if kind == "dataInputAssociation":
        target = parent or target
    elif kind == "dataOutputAssociation":
        source = parent or source
    return source, target


def _text(node: etree._Element | None) -> str:
    return "" if node is None else (node.text or "").strip()


def _category_values(root: etree._Element) -> Iterator[tuple[str, str]]:
    for category in children(root, "category"):
        for value in children(category, "categoryValue"):
            yield value.get("id") or "", value.get("value") or category.get("name") or ""
