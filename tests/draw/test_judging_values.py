"""Single values of judges' answers."""

from __future__ import annotations

import math

import pytest

from graphicacy.draw.judging.values import read_rating, read_reason, read_sentences, read_verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (True, True), (False, False), (1, True), (0, False), (1.0, True), (2, None), (0.5, None), (math.nan, None),
        (None, None), ("", None), ("yes", True), ("Yes.", True), ("**YES**", True), ("y", True), ("true", True),
        ("1", True), ("correct", True), ("✓", True), ("✅ drawn", None), ("no", False), ("No.", False), ("N", False),
        ("false", False), ("0", False), ("missing", False), ("reversed", False), ("not drawn", False),
        ("not present.", False),
        ("✗", False), ("Ｎｏ", False), ("no, it ends at ERK", False), ("Yes — from A to B", True),
        ("yes (clear)", True),
        ("yes, but reversed", None), ("yes, although the head is wrong", None), ("yes and no", None),
        ("yes/no", None),
        ("yes|no", None), ("yes, no", None), ("yes or no", None), ("maybe", None), ("partially", None),
        ("unclear", None),
        ("n/a", None), ("not sure", None), ("not wrong", None), ("no idea", None), ("nothing can be seen", None),
        ("yesterday", None), ("know", None), ("?", None), (["yes", "why"], True), ([], None), ([["yes"]], None),
        ({"verdict": "no"}, False), ({"Verdict": "Yes"}, True), ({"answer": True}, True), ({"satisfied": 0}, False),
        ({"reason": "yes"}, None), ({}, None), ({"verdict": {"verdict": "yes"}}, None), ({"present": "no"}, False),
        ({"drawn": True, "direction_correct": False}, False), ({"drawn": True, "direction": "unclear"}, None),
        ({"verdict": "yes", "direction": "left to right"}, True), ({"drawn": "no", "direction": "right"}, False),
        (object(), None),
    ],
)  # fmt: skip
def test_verdict(said: object, verdict: bool | None) -> None:
    assert read_verdict(said) is verdict


@pytest.mark.parametrize(
    ("said", "rating"),
    [
        (1, 1), (5, 5), (3.5, 3.5), (0, None), (6, None), (-1, None), (True, None), (math.nan, None),
        (math.inf, None),
        (10**400, None), (None, None), ("4", 4), ("4/5", 4), ("4 / 5", 4), ("4 out of 5", 4), ("4 (out of 5)", 4),
        ("4 - good", 4), ("4: good", 4), ("**4**", 4), ("Rating: 4", 4), ("score = 3.5", 3.5), ("four", 4),
        ("3,5", 3.5),
        ("４", 4), ("4 stars", 4), ("8/10", None), ("4/10", None), ("4 (out of 10)", None), ("3-4", None),
        ("3 to 4", None),
        ("1–5", None), ("80%", None), ("4%", None), ("0", None), ("-3", None), ("14", None), ("good", None),
        ("", None),
        ("NaN", None), ("inf", None), ("<1 to 5>", None), ({"rating": 4}, 4), ({"reason": "ok", "Score": "2/5"}, 2),
        ({"reason": "4"}, None), ({"rating": [4]}, None), ([4, "fine"], 4), ([], None), ([[4]], None),
        (object(), None),
    ],
)  # fmt: skip
def test_rating(said: object, rating: float | None) -> None:
    assert read_rating(said) == rating


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        (["A.", "B."], ("A.", "B.")), (["A.", "A."], ("A.",)), ([], ()), (None, ()), (False, ()), ("none", ()),
        ("None.", ()),
        ("An invented RAS.", ("An invented RAS.",)), (["none", "", "  "], ()), (["<one sentence each>"], ()),
        ({"0": "A.", "1": "B."}, ("A.", "B.")), ([{"entity": "RAS", "why": "invented"}], ("RAS; invented",)),
        ({"reason": "RAS is invented"}, ("RAS is invented",)), ([1, None, ["x"]], ()), (7, ()),
        (["a\nb\u202ec"], ("a b c",)),
    ],
)  # fmt: skip
def test_contradictions(said: object, sentences: tuple[str, ...]) -> None:
    assert read_sentences(said) == sentences


def test_a_rambling_judge_is_kept_short() -> None:
    assert len(read_sentences([f"claim {i}" for i in range(1000)])) == 20
    assert len(read_reason({"reason": "x" * 10_000})) == 500


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("no: reversed", "reversed"), ("Yes, a T-bar.", "a T-bar."), ("yes", ""),
        ("4/5 - one crossing", "one crossing"),
        ({"why": "a  gap"}, "a gap"), ({"reason": 3}, ""), (["yes", "seen"], "seen"), (True, ""), (None, ""),
    ],
)  # fmt: skip
def test_reason(said: object, reason: str) -> None:
    assert read_reason(said) == reason
