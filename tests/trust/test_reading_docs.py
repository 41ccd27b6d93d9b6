"""The page on scores of reading tells of all that there is."""

from __future__ import annotations

import re
from pathlib import Path

from graphicacy.trust.reading.analyses import ANALYSES
from graphicacy.trust.reading.columns import STATUSES
from graphicacy.trust.reading.scored import MEASURES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reading-scores.md").read_text(encoding="utf-8")


def test_every_analysis_is_told_and_no_other() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \|", PAGE.split("## Analyses")[1], re.M)
    assert told == list(ANALYSES)


def test_every_measure_and_status_is_told() -> None:
    assert [name for name in MEASURES if f"`{name}`" not in PAGE] == []
    assert [name for name in STATUSES if name not in PAGE] == []
