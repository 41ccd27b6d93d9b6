"""Fixtures of the runs' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from small_dataset import write_dataset
from small_suite import write_suite


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A file with two small tasks."""
    return write_suite(tmp_path / "suite.json")


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small dataset of questions, which tests leave as it is."""
    return write_dataset(tmp_path_factory.mktemp("data") / "small")
