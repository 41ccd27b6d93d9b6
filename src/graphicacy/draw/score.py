"""All scores of one drawing, from its task, what was seen in it, and what judges said of it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from graphicacy.draw.errors import severity_of
from graphicacy.draw.judging import component_shares, panel_mean, panel_sc, panel_votes, relation_shares
from graphicacy.draw.record import (
    ComponentVerdict,
    DrawScore,
    ErrorItem,
    ItemVerdict,
    Judgement,
    PanelVote,
    RelationVerdict,
    RuleOutcome,
    Severity,
    TextScore,
)
from graphicacy.draw.scoring.checks import Seen
from graphicacy.draw.scoring.conventions import convention_rules, verify_components
from graphicacy.draw.scoring.overall import mean, overall
from graphicacy.draw.scoring.semantics import extra_relations, relation_errors, verify_relations
from graphicacy.draw.scoring.structure import completeness, structure_rules
from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.scoring.tolerance import is_code
from graphicacy.draw.scoring.topology import topology_of
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import Evidence

__all__ = ["score_drawing"]

Item = TypeVar("Item", RelationVerdict, ComponentVerdict)

_LEAST_BY_PIXELS = 0.8  # of the relations of a picture: SC stays open where fewer are decided


def score_drawing(
    task: DrawTask,
    evidence: Evidence,
    judgements: Sequence[Judgement] = (),
    mode: Literal["strict", "published"] = "strict",
) -> DrawScore:
    """Scores in [0, 1] per dimension, verdicts per item, and the error list.

    TF follows ``mode``; both modes are reported in ``text``. SC is the mean over relations and components of the
    verdict by geometry where the drawing's topology decides it, else of the judges' votes. SQ and CA are means over
    the panel: the judges' ratings and the rule judge. A dimension that nothing could score is None, and so is then
    the overall score. A topology that was read from pixels decides relations where it is sure, and nothing else.
    """
    strict = score_text(task, evidence.text, "strict")
    published = score_text(task, evidence.text if evidence.ocr is None else evidence.ocr, "published")
    chosen = strict if mode == "strict" else published
    topology = topology_of(task, evidence, strict)
    known = topology if evidence.certainty is None else None
    seen = Seen(task, evidence, known, strict)

    sq_rules, sq_errors = structure_rules(seen)
    ca_rules, ca_errors = convention_rules(seen)
    built = completeness(seen)
    votes = panel_votes(task, judgements, _rating(sq_rules, built), _rating(ca_rules, built))

    relations = verify_relations(task, topology)
    components = verify_components(seen)
    least = _LEAST_BY_PIXELS if known is None else 0.0
    by_geometry = _semantic(relations, components, 0.0, least) if topology is not None else None
    relations = _with_judges(relations, relation_shares(task, judgements), judgements, "r")
    components = _with_judges(components, component_shares(task, judgements), judgements, "c")

    scores = {
        "TF": chosen.tf,
        "SC": _semantic(relations, components, _contradicted(judgements), least),
        "SQ": panel_mean(votes, "SQ"),
        "CA": panel_mean(votes, "CA"),
    }
    errors = [
        *_text_errors(strict),
        *relation_errors(task, topology),
        *_judged_errors(relations),
        *extra_relations(task, known),
        *_component_errors(components),
        *_contradictions(judgements),
        *sq_errors,
        *ca_errors,
    ]
    return DrawScore(
        **{name: _round(value) for name, value in scores.items()},
        overall=_round(overall(scores)),
        labels=chosen.labels,
        relations=relations,
        components=components,
        errors=tuple(sorted(errors, key=lambda e: ("critical", "major", "minor").index(e.severity))),
        scored_by=_scored_by(mode, evidence, _items(relations, components), votes),
        text={"strict": strict, "published": published},
        SC_geometry=_round(by_geometry),
        SC_judges=_round(panel_sc(task, judgements)),
        all_right=_all_right(strict, relations, components),
        rules=(*sq_rules, *ca_rules),
        panel=votes,
        judgements=tuple(judgements),
        warnings=evidence.warnings,
        width=evidence.width,
        height=evidence.height,
    )


def _items(relations: Sequence[RelationVerdict], components: Sequence[ComponentVerdict]) -> list[ItemVerdict]:
    return [*relations, *components]


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _rating(rules: Sequence[RuleOutcome], built: float) -> float | None:
    """Mean over the rules that apply, scaled by how much of a figure there is (see ``structure.completeness``)."""
    value = mean(rule.score for rule in rules)
    return None if value is None else value * built


def _with_judges(
    verdicts: Sequence[Item], shares: Sequence[float | None], judgements: Sequence[Judgement], key: str
) -> tuple[Item, ...]:
    """Where geometry did not decide, the judges do, by majority; an even split decides nothing, but counts half."""
    filled = []
    for index, (verdict, share) in enumerate(zip(verdicts, shares, strict=True)):
        if verdict.share is None and share is not None:
            reasons = [r for j in judgements if (r := j.reasons.get(f"{key}{index}"))]
            told = f": {reasons[0]}" if reasons else ""
            update = {
                "verdict": None if share == 0.5 else "yes" if share > 0.5 else "no",
                "by": "judges",
                "share": share,
                "why": f"{share:.0%} of the judges say yes{told}",
            }
            verdict = verdict.model_copy(update=update)
        filled.append(verdict)
    return tuple(filled)


def _semantic(
    relations: Sequence[RelationVerdict],
    components: Sequence[ComponentVerdict],
    contradicted: float,
    least: float,
) -> float | None:
    """Share of decided items satisfied; a contradiction is one more item, not satisfied, by the share that names it.

    None where no relation, or less than the share ``least`` of them, is decided, though there are some: that a label is
    there does not say what the figure means, and the relations that pixels show surely are the easy ones.
    """
    decided = sum(v.share is not None for v in relations)
    if relations and (not decided or decided < least * len(relations)):
        return None
    shares = [v.share for v in _items(relations, components) if v.share is not None]
    return sum(shares) / (len(shares) + contradicted) if shares else None


def _contradicted(judgements: Sequence[Judgement]) -> float:
    """The share of deciding judges who name a contradiction: one item, however much a judge has to say of it."""
    deciding = [j for j in judgements if any(v is not None for v in (*j.relations, *j.components))]
    return mean(float(bool(j.contradictions)) for j in deciding) or 0.0


def _contradictions(judgements: Sequence[Judgement]) -> list[ErrorItem]:
    """What the judges name, where more than half of those who decided anything name something."""
    if _contradicted(judgements) <= 0.5:
        return []
    named = [(text, j.judge) for j in judgements for text in j.contradictions]
    return [_plain("contradiction", f"{text} (seen by {judge})") for text, judge in named]


def _text_errors(text: TextScore) -> list[ErrorItem]:
    errors = []
    for label in text.labels:
        if label.verdict == "misspelt":
            severity: Severity = "critical" if any(map(is_code, label.label.split())) else "major"
            what = f"“{label.label}” is drawn as “{label.seen}”"
            errors.append(ErrorItem(kind="misspelt-label", severity=severity, what=what, box=label.box))
        elif label.verdict == "missing":
            errors.append(_plain("missing-label", f"“{label.label}” is not drawn"))
    for found, kind, words in (
        (text.duplicates, "duplicate-label", "is drawn more than once"),
        (text.gibberish, "gibberish", "is no word"),
    ):
        errors += [
            ErrorItem(kind=kind, severity=severity_of(kind), what=f"“{shown}” {words}", box=box) for shown, box in found
        ]
    return errors


def _plain(kind: str, what: str) -> ErrorItem:
    return ErrorItem(kind=kind, severity=severity_of(kind), what=what)


def _judged_errors(relations: tuple[RelationVerdict, ...]) -> list[ErrorItem]:
    """Relations that only judges could see, and do not: what is wrong with them is not known."""
    return [
        _plain("wrong-relation", f"{' '.join(v.relation)}: {v.why}")
        for v in relations
        if v.verdict == "no" and v.by == "judges"
    ]


def _component_errors(components: Sequence[ComponentVerdict]) -> list[ErrorItem]:
    return [_plain("missing-component", f"{v.component}: {v.why}") for v in components if v.verdict == "no"]


def _all_right(
    text: TextScore, relations: Sequence[RelationVerdict], components: Sequence[ComponentVerdict]
) -> bool | None:
    """Whether every label, relation and component is right; None where all that were decided are, but not all were."""
    verdicts = [v.verdict for v in _items(relations, components)]
    if not all(label.found for label in text.labels) or "no" in verdicts:
        return False
    return None if None in verdicts else True


def _scored_by(
    mode: str,
    evidence: Evidence,
    items: Sequence[ItemVerdict],
    votes: Sequence[PanelVote],
) -> dict[str, str]:
    engine = evidence.text_engine.removeprefix("live text and ") if mode == "published" else evidence.text_engine
    count = {by: sum(v.by == by for v in items) for by in ("geometry", "judges")}
    told = [f"{by} ({n} of {len(items)} items)" for by, n in count.items() if n]
    panel = {name: [v.judge for v in votes if getattr(v, name) is not None] for name in ("SQ", "CA")}
    return {
        "TF": f"{engine}, {mode} matching",
        "SC": " and ".join(told) or "nothing: no topology is known and no judge was asked",
        **{name: ", ".join(judges) or "nothing" for name, judges in panel.items()},
    }
