"""What tests of the report share: a browser, and, made once, a small dataset and the page of runs on it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphicacy.read.dataset.load import Dataset
from graphicacy.report.site import write_site
from report.synthetic_reading import make_dataset, make_reading_runs

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: no browser test")
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed (Debian: apt install chromium): the report was not looked at")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go."""
    folder = Path(os.environ.get("GRAPHICACY_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def watched(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages; afterwards, fails on any console message, script error, dialog or request to elsewhere."""
    faults: list[str] = []
    contexts = []

    def go(address: str, width: int = 1280, height: int = 900, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("request", lambda r: faults.append(r.url) if not r.url.startswith(("file:", "data:")) else None)
        page.goto(address)
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []


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
    out = tmp_path_factory.mktemp("reading-page")
    write_site(reading_runs, out, ())
    return out / "reading.html"
