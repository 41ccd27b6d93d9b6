"""Convention adherence by rule: the decidable conventions and negatives of a task, and rules that hold for every
figure.

Sources: SBGN (heads), Nature research figure guide (no red-green pairs), figure rules 12, 18 and 19 of the project's
documentation.
"""

from __future__ import annotations

from graphicacy.draw.errors import severity_of
from graphicacy.draw.record import ComponentVerdict, ErrorItem, RuleOutcome
from graphicacy.draw.scoring.checks import Seen, decide
from graphicacy.draw.scoring.colour import main_colours, unsafe_pairs
from graphicacy.draw.statements import Statement, parse_statement

__all__ = ["convention_rules", "verify_components"]


def convention_rules(seen: Seen) -> tuple[tuple[RuleOutcome, ...], list[ErrorItem]]:
    """Every decidable convention and negative, then one head = one meaning, no duplicates, no gibberish, safe
    colours."""
    outcomes: list[RuleOutcome] = []
    errors: list[ErrorItem] = []
    for sentences, kind in (
        (seen.task.discipline_conventions, "broken-convention"),
        (seen.task.negative_constraints, "violated-constraint"),
    ):
        for sentence in sentences:
            statement = parse_statement(sentence)
            decision = decide(statement, seen) if statement is not None else None
            holds, why = decision if decision is not None else (None, "for a judge to see")
            outcomes.append(_outcome(sentence, holds, why))
            if holds is False:
                errors.append(_error(kind, f"{sentence}: {why}"))
    for rule in (_heads, _duplicates, _gibberish, _colours):
        outcome, found = rule(seen)
        if outcome.rule not in {o.rule for o in outcomes}:
            outcomes.append(outcome)
            errors += found
    return tuple(outcomes), errors


def verify_components(seen: Seen) -> tuple[ComponentVerdict, ...]:
    """One verdict per required component; None where no label or shape decides it."""
    verdicts = []
    for component in seen.task.required_components:
        statement = parse_statement(component)
        if statement is None and component in seen.labels:
            statement = Statement("present", (component,))
        decision = decide(statement, seen) if statement is not None else None
        if decision is None:
            verdicts.append(ComponentVerdict(component=component, why="no label or shape decides it"))
        else:
            holds, why = decision
            verdicts.append(
                ComponentVerdict(
                    component=component,
                    verdict="yes" if holds else "no",
                    why=why,
                    by="geometry",
                    share=float(holds),
                )
            )
    return tuple(verdicts)


def _outcome(rule: str, holds: bool | None, why: str) -> RuleOutcome:
    return RuleOutcome(rule=rule, dimension="CA", score=None if holds is None else float(holds), why=why)


def _error(kind: str, what: str) -> ErrorItem:
    return ErrorItem(kind=kind, severity=severity_of(kind), what=what)


def _heads(seen: Seen) -> tuple[RuleOutcome, list[ErrorItem]]:
    decision = decide(Statement("one-head-one-meaning"), seen)
    holds, why = decision if decision is not None else (None, "no heads to compare")
    errors = [_error("mixed-heads", why)] if holds is False else []
    return _outcome("One head style has one meaning", holds, why), errors


def _duplicates(seen: Seen) -> tuple[RuleOutcome, list[ErrorItem]]:
    """Its errors are listed with the labels."""
    decision = decide(Statement("no-duplicates"), seen)
    holds, why = decision if seen.evidence.text and decision is not None else (None, "no text")
    return _outcome("No label appears twice", holds, why), []


def _gibberish(seen: Seen) -> tuple[RuleOutcome, list[ErrorItem]]:
    found = [text for text, _ in seen.text.gibberish]
    holds = not found if seen.evidence.text else None
    return _outcome("No gibberish", holds, f"gibberish: {', '.join(found[:5])}" if found else "no gibberish"), []


def _colours(seen: Seen) -> tuple[RuleOutcome, list[ErrorItem]]:
    """Colours of fills and lines where they are known, else the colours that fill the picture."""
    if seen.topology is not None:
        diagram = seen.topology.diagram
        known = [n.fill for n in diagram.nodes] + [n.stroke for n in diagram.nodes] + [e.color for e in diagram.edges]
        colours = [c for c in known if c is not None]
    else:
        colours = main_colours(seen.evidence.pixels)
    if len(set(colours)) < 2:
        return _outcome("Colours are safe for colour-blind readers", None, "fewer than two colours"), []
    pairs = unsafe_pairs(colours)
    why = ", ".join(f"{a} and {b} look alike" for a, b in pairs[:3]) or "all colours can be told apart"
    errors = [_error("unsafe-colours", why)] if pairs else []
    return _outcome("Colours are safe for colour-blind readers", not pairs, why), errors
