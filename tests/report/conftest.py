"""What tests of the report share: a small dataset of questions, and the page of runs over it, are made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.read.dataset.load import Dataset
from graphicacy.report.reading.page import write_reading
from graphicacy.report.reading.runs import read_reading_run
from report.synthetic_reading import make_dataset, make_reading_runs


@pytest.fixture(scope="session")
def reading_data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Four diagrams, each with every kind of question that it admits."""
    return make_dataset(tmp_path_factory.mktemp("reading") / "mini")


@pytest.fixture(scope="session")
def reading_runs(reading_data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A run of each of three systems, and of one of them blind."""
    return make_reading_runs(tmp_path_factory.mktemp("reading-runs"), reading_data)


@pytest.fixture(scope="session")
def reading_page(reading_runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of these runs."""
    path = tmp_path_factory.mktemp("reading-page") / "index.html"
    write_reading([read_reading_run(run) for run in reading_runs], path, other="draw.html")
    return path
