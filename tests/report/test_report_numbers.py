from __future__ import annotations

import pytest

from graphicacy.report.numbers import Style, show


@pytest.mark.parametrize(
    ("value", "style", "text"),
    [
        (0.8124, "score", "0.812"),
        (0.0, "score", "0.000"),
        (None, "score", "–"),
        (float("nan"), "score", "–"),
        (float("inf"), "seconds", "–"),
        (0.05, "signed", "+0.050"),
        (-0.05, "signed", "−0.050"),
        (-0.0001, "signed", "0.000"),
        (0.5, "percent", "50 %"),
        (0.0, "percent", "0 %"),
        (1.0, "percent", "100 %"),
        (0.997, "percent", "> 99 %"),
        (0.002, "percent", "< 1 %"),
        (12345, "count", "12,345"),
        (5.04, "seconds", "5.0 s"),
        (300.0, "seconds", "5 min"),
        (7200.0, "seconds", "2.0 h"),
        (12.5, "money", "$12.50"),
        (0.0042, "money", "$0.0042"),
        (0.0, "money", "$0.00"),
        (0.0004, "probability", "< .001"),
        (0.04, "probability", "0.040"),
    ],
)
def test_a_number_has_one_look(value: float | None, style: Style, text: str) -> None:
    assert show(value, style) == text
