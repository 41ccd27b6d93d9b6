"""How numbers and dashes are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.model import LineStyle
from graphicacy.diagram.paint.svg import dashes, number


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_right_to_two_decimals(value: float) -> None:
    text = number(value)
    assert float(text) == pytest.approx(value, abs=0.0051)
    assert "e" not in text
    assert text != "-0"
    assert not ("." in text and text[-1] in "0.")


@pytest.mark.parametrize("width", [0.5, 1.2, 3.6])
def test_dots_are_shorter_than_dashes_and_gaps_can_be_seen(width: float) -> None:
    patterns = [dashes(line, width).split('"')[1] for line in (LineStyle.DOTTED, LineStyle.DASHED)]
    (dot, dot_gap), (dash, dash_gap) = ([float(v) for v in pattern.split(",")] for pattern in patterns)
    assert dot * 3 < dash
    assert min(dot_gap, dash_gap) > max(1, 1.9 * width)
    assert dashes(LineStyle.SOLID, width) == dashes(LineStyle.THICK, width) == ""
