"""Fixtures of the runs' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from small_suite import write_suite


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A file with two small tasks."""
    return write_suite(tmp_path / "suite.json")
