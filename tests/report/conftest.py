"""What tests of the report share: a small dataset of questions is built once."""

from __future__ import annotations

import pytest

from graphicacy.read.dataset.load import Dataset
from report.synthetic_reading import make_dataset


@pytest.fixture(scope="session")
def reading_data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Four diagrams, each with every kind of question that it admits."""
    return make_dataset(tmp_path_factory.mktemp("reading") / "mini")
