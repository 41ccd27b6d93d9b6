"""The records that scoring and runs write: the JSON of ``graphicacy draw score`` and of ``results.jsonl``."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

from graphicacy.diagram.drawing import Drawing

__all__ = [
    "ComponentVerdict",
    "DrawResult",
    "DrawScore",
    "ErrorItem",
    "ItemVerdict",
    "Judgement",
    "LabelVerdict",
    "PanelVote",
    "RelationVerdict",
    "RuleOutcome",
    "ScoredDrawing",
    "Severity",
    "TextScore",
]

Severity = Literal["critical", "major", "minor"]
BoxTuple = tuple[float, float, float, float]
Verdict = Literal["yes", "no"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LabelVerdict(_Record):
    """One required label: ``found`` is true for exact and ocr; ``cer`` is the character error rate of ``seen``."""

    label: str
    found: bool
    verdict: Literal["exact", "ocr", "misspelt", "missing"]
    seen: str | None = None
    cer: float | None = None
    box: BoxTuple | None = None


class ItemVerdict(_Record):
    """The verdict on one item of a spec: "yes", "no", or None where nothing decides, or the judges are split."""

    verdict: Verdict | None = None
    why: str = ""
    by: Literal["geometry", "judges"] | None = None
    share: float | None = Field(default=None, description="share of deciding votes that say yes, in [0, 1]")


class RelationVerdict(ItemVerdict):
    """One required relation."""

    relation: tuple[str, str, str]


class ComponentVerdict(ItemVerdict):
    """One required component."""

    component: str


class ErrorItem(_Record):
    """One error of a drawing: its kind (a name from the taxonomy), severity, what in words, and where."""

    kind: str
    severity: Severity
    what: str
    box: BoxTuple | None = None


class RuleOutcome(_Record):
    """One checkable rule: ``score`` in [0, 1], or None where it does not apply or cannot be decided."""

    rule: str
    dimension: Literal["SQ", "CA"]
    score: float | None
    why: str = ""


class TextScore(_Record):
    """Text fidelity in one mode. All values in [0, 1]; ``precision`` is None where there is no text at all.

    ``duplicates`` and ``gibberish`` list the offending strings with their boxes; ``extra`` other text that no
    required label accounts for.
    """

    mode: Literal["strict", "published"]
    tf: float
    recall: float
    cer: float
    precision: float | None
    labels: tuple[LabelVerdict, ...]
    duplicates: tuple[tuple[str, BoxTuple], ...] = ()
    gibberish: tuple[tuple[str, BoxTuple], ...] = ()
    extra: tuple[tuple[str, BoxTuple], ...] = ()


class Judgement(_Record):
    """What one judge model said of one drawing. Items follow the order of the task's spec; None is unscored.

    ``structure`` and ``conventions`` are the 1-5 rubric ratings. ``status``: ok, repaired (parsed after a retry),
    unscored (nothing could be parsed). ``reasons`` maps ``r0``, ``c0``, … ``structure``, ``conventions`` to a sentence.
    """

    judge: str
    prompt: str = Field(description="id of the prompt files: name and hash")
    status: Literal["ok", "repaired", "unscored"] = "ok"
    relations: tuple[bool | None, ...] = ()
    components: tuple[bool | None, ...] = ()
    contradictions: tuple[str, ...] = ()
    structure: float | None = None
    conventions: float | None = None
    reasons: dict[str, str] = Field(default_factory=dict)


class PanelVote(_Record):
    """One panel member's dimension scores in [0, 1]; the member ``rules`` is the rule judge."""

    judge: str
    SC: float | None = None
    SQ: float | None = None
    CA: float | None = None


class DrawScore(_Record):
    """All scores of one drawing; what ``graphicacy draw score --json`` prints.

    TF, SC, SQ, CA and overall are in [0, 1]; null where nothing could score them, never 0 for that reason.
    ``width`` and ``height`` give the frame of all boxes, in pixels.
    """

    TF: float | None
    SC: float | None
    SQ: float | None
    CA: float | None
    overall: float | None
    labels: tuple[LabelVerdict, ...] = ()
    relations: tuple[RelationVerdict, ...] = ()
    components: tuple[ComponentVerdict, ...] = ()
    errors: tuple[ErrorItem, ...] = ()
    scored_by: dict[str, str] = Field(default_factory=dict)
    text: dict[str, TextScore] = Field(default_factory=dict, description="by mode: strict, published")
    SC_geometry: float | None = None
    SC_judges: float | None = None
    all_right: bool | None = Field(default=None, description="every label, relation and component is right")
    rules: tuple[RuleOutcome, ...] = ()
    panel: tuple[PanelVote, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    warnings: tuple[str, ...] = ()
    width: int = 0
    height: int = 0

    def __str__(self) -> str:
        """The scores, then a line for each error."""
        values = ((name, getattr(self, name)) for name in ("overall", "TF", "SC", "SQ", "CA"))
        shown = ", ".join(f"{name} {'not scored' if value is None else f'{value:.2f}'}" for name, value in values)
        return "\n".join([shown, *(f"{e.severity}: {e.kind}: {e.what}" for e in self.errors)])


class ScoredDrawing(DrawScore):
    """The scores of a drawing, and the drawing, which is no part of their JSON."""

    drawing: InstanceOf[Drawing] = Field(exclude=True, repr=False)


class DrawResult(_Record):
    """One line of ``results.jsonl``: one sample of one task by one system.

    ``status``: ok; no-drawing (the system answered, but gave nothing that can be drawn: scores 0); failed (the
    system could not be reached, or the scorer broke: unscored). ``drawing`` and ``source`` are paths relative to
    the run's folder.
    """

    system: str
    kind: Literal["system", "control"] = "system"
    medium: str
    task: str
    sample: int = Field(ge=1)
    status: Literal["ok", "no-drawing", "failed"]
    reason: str = ""
    score: DrawScore | None = None
    drawing: str | None = None
    source: str | None = None
    model: str = ""
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    repairs: int = 0
