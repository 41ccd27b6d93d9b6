"""Every kind of page against the rules of axe-core: WCAG 2.2 A and AA, and its best practices, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed: no page was held to axe")
from axe_playwright_python.sync_playwright import Axe

from graphicacy.report.site import write_site
from report.synthetic_runs import make_run, make_tasks
from report.synthetic_trust import make_stress

TASKS = make_tasks(2)
PAGES = (
    "index.html",
    "draw.html",
    "reading.html",
    "trust.html",
    "compare.html",
    "tasks/task-001.html",
    "systems/lumen-xl.html",
    "figures/*.html",
    "questions/*.html",
    "readers/lumen-xl.html",
)


@pytest.fixture(scope="module")
def site(reading_runs: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("axe")
    run, stress = make_run(folder / "run", TASKS), make_stress(folder / "stress", TASKS)
    write_site([run, stress, *reading_runs], folder / "out", TASKS)
    return folder / "out"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_breaks_no_rule(watched: Callable[..., Any], site: Path, name: str, scheme: str) -> None:
    path = max(site.glob(name), key=lambda one: one.stat().st_size)
    page = watched(path.as_uri(), color_scheme=scheme)
    for details in page.locator("details").all()[:3]:
        details.evaluate("e => { e.open = true; }")
    found = Axe().run(page, options={"preload": False})
    broken = {one["id"]: [node["html"][:150] for node in one["nodes"][:3]] for one in found.response["violations"]}
    assert broken == {}
