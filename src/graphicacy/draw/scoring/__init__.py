"""Scores of one drawing: pure functions of a task, evidence and verdicts."""
