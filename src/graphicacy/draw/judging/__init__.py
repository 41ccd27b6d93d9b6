"""Judge models: their fixed prompts, tolerant parsing of their answers, and the panel they vote in."""

from graphicacy.draw.judging.panel import (
    component_shares,
    panel_mean,
    panel_sc,
    panel_votes,
    relation_shares,
)
from graphicacy.draw.judging.parse import parse_judgement
from graphicacy.draw.judging.prompt import JudgePrompt, judge_prompt

__all__ = [
    "JudgePrompt",
    "component_shares",
    "judge_prompt",
    "panel_mean",
    "panel_sc",
    "panel_votes",
    "parse_judgement",
    "relation_shares",
]
