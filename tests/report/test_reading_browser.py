"""The page of runs that read in a real browser: no request, marks where the nodes are, filters, viewer, paper."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from graphicacy.read.dataset.load import Dataset
from graphicacy.read.question import AnswerType
from graphicacy.report.reading.data import asked_of
from graphicacy.report.site import write_site
from report.synthetic_reading import said, write_reading_run
from report.test_report_page import HOSTILE


@pytest.fixture(scope="module")
def hostile(reading_data: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run whose system has a hostile name, and says hostile things."""
    folder = tmp_path_factory.mktemp("hostile")
    asked = next(q for q in reading_data.questions() if q.answer_type is AnswerType.NODES)
    run = write_reading_run(folder / "run", [said(asked, [HOSTILE], f"evil {HOSTILE}", model=HOSTILE)], reading_data)
    write_site([run], folder / "out", ())
    return folder / "out" / "reading.html"


@pytest.fixture
def visit(watched: Callable[..., Any], reading_page: Path) -> Callable[..., Any]:
    """Opens the page, or another one."""
    return lambda fragment="", path=reading_page, **options: watched(path.as_uri() + fragment, **options)


@pytest.mark.parametrize("width", [1280, 390])
def test_marks_lie_on_the_nodes_of_the_picture(visit: Any, reading_data: Dataset, width: int) -> None:
    """The frame of each right node, on the screen, is where the dataset says that the node is."""
    page = visit("#task=S1+graph-parsing&variant=nodes&system=anthracite-2", width=width)
    card = page.locator(".card:visible", has=page.locator(".line.found")).first
    card.locator(".frame").click()
    key = re.search(r"question (\S+)", page.locator("#viewer .meta").inner_text()).group(1)  # type: ignore[union-attr]
    places = asked_of(reading_data, {key})[key].places
    assert places is not None
    shot = page.locator("#viewer .shot").bounding_box()
    scale = min(shot["width"] / places.width, shot["height"] / places.height)
    left = shot["x"] + (shot["width"] - scale * places.width) / 2
    top = shot["y"] + (shot["height"] - scale * places.height) / 2
    expected = [box for boxes in places.nodes.values() for box in boxes]
    marks = page.locator("#viewer .line.found")
    for index in range(marks.count()):
        seen = marks.nth(index).bounding_box()
        x, y = (seen["x"] + seen["width"] / 2 - left) / scale, (seen["y"] + seen["height"] / 2 - top) / scale
        assert min(abs(b.center[0] - x) + abs(b.center[1] - y) for b in expected) < 3 / scale
    assert marks.count() > 2


def test_the_picture_is_painted_below_its_marks(visit: Any) -> None:
    page = visit()
    card = page.locator(".card", has=page.locator(".line.found")).first
    card.locator(".frame").scroll_into_view_if_needed()
    page.evaluate("document.body.classList.add('plain')")
    page.wait_for_timeout(200)
    image = Image.open(io.BytesIO(card.locator(".frame").screenshot())).convert("L")
    counts = image.histogram()
    assert sum(counts[:150]) > 20  # ink
    assert sum(counts[240:]) > 0.5 * sum(counts)  # on white


def test_filters_show_what_they_say_and_live_in_the_address(visit: Any) -> None:
    page = visit()
    total = page.locator(".card").count()
    page.select_option("select[name=system]", "drafter-7b")
    page.select_option("select[name=outcome]", "wrong")
    shown = page.locator(".card:visible")
    assert 0 < shown.count() < total
    assert {(c.get_attribute("data-system"), c.get_attribute("data-outcome")) for c in shown.all()} == {
        ("drafter-7b", "wrong")
    }
    assert page.text_content("#count") == f"{shown.count()} of {total} answers"
    assert "outcome=wrong" in page.url
    page.reload()
    assert page.text_content("#count").endswith("answers")
    page.click("button[type=reset]")
    assert page.locator(".card:visible").count() == total


def test_a_task_of_the_table_filters_the_questions(visit: Any) -> None:
    page = visit()
    page.click(".leaves a[data-value='V3 localization']")
    assert {c.get_attribute("data-task") for c in page.locator(".card:visible").all()} == {"V3 localization"}


def test_the_viewer_steps_enlarges_and_leads_to_the_others_answers(visit: Any) -> None:
    page = visit("#task=M1+semantic")
    page.locator(".card:visible .frame").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#viewer .place").inner_text().startswith("1 of")
    question = page.locator("#viewer .question").inner_text()
    width = page.locator("#viewer .shot").bounding_box()["width"]
    page.keyboard.press("z")
    assert page.is_checked("#viewer .zoom")
    assert page.locator("#viewer .shot").first.bounding_box()["width"] >= width - 20
    page.keyboard.press("z")
    first = page.locator("#viewer .by").inner_text()
    page.locator("#viewer .beside a").first.click()
    assert page.locator("#viewer .question").inner_text() == question
    assert page.locator("#viewer .by").inner_text() != first
    page.keyboard.press("Escape")
    assert not page.is_visible("#viewer")


def test_pointing_at_an_item_lights_its_mark(visit: Any) -> None:
    page = visit("#task=S1+graph-parsing&system=drafter-7b")
    page.locator(".card:visible .frame").first.click()
    item = page.locator("#viewer .verdicts .missed[data-mark]").first
    item.hover()
    assert page.locator(f"#viewer .line.lit[data-mark='{item.get_attribute('data-mark')}']").count() == 1


def test_marks_can_be_switched_off(visit: Any) -> None:
    page = visit()
    page.locator(".card", has=page.locator(".line")).first.locator(".frame").click()
    assert page.locator("#viewer .layer").first.is_visible()
    page.keyboard.press("o")
    assert not page.locator("#viewer .layer").first.is_visible()


@pytest.mark.parametrize("rendering", ["mermaid", "graphviz"])
def test_both_pictures_of_a_comparison_are_shown_and_none_covers_the_other(visit: Any, rendering: str) -> None:
    page = visit(f"#task=V2+structure-comparison&rendering={rendering}")
    page.locator(".card:visible .frame").first.click()
    frame = page.locator("#viewer .frame").bounding_box()
    one, other = (shot.bounding_box() for shot in page.locator("#viewer .shot").all())
    assert other["x"] >= one["x"] + one["width"] - 1 or other["y"] >= one["y"] + one["height"] - 1
    assert other["x"] + other["width"] <= frame["x"] + frame["width"]
    assert other["y"] + other["height"] <= frame["y"] + frame["height"]
    assert min(one["height"], other["height"], one["width"], other["width"]) > 200


@pytest.mark.parametrize("width", [320, 400])
def test_a_phone_needs_no_sideways_scrolling(visit: Any, width: int) -> None:
    page = visit(width=width, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_questions_and_answers_are_there(visit: Any) -> None:
    page = visit(java_script_enabled=False)
    card = page.locator(".card").first
    card.locator(".more > summary").click()
    assert card.locator(".verdicts .sides").is_visible()
    assert card.locator(".shot").first.is_visible()


def test_hostile_words_are_shown_as_they_are(visit: Any, hostile: Path) -> None:
    page = visit(path=hostile)
    page.locator(".card .frame").first.click()
    assert "<script>alert(1)</script>" in page.locator("#viewer .by").inner_text()
    assert "alert(2)" in page.locator("#viewer .wrong").last.inner_text()
    assert page.locator("img").count() == 0


def test_all_pictures_are_printed(visit: Any, pictures: Path) -> None:
    page = visit("#system=anthracite-2")
    printed = page.pdf(path=pictures / "reading.pdf", format="A4")
    assert printed.count(b"/Subtype /Image") >= page.locator("symbol").count() / 2


def test_screenshots_of_every_part(visit: Any, pictures: Path) -> None:
    """Saved for people to look at: light, dark and phone; the head, each section and the viewer."""
    views: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"width": 400}}
    for name, options in views.items():
        page = visit(**options)
        page.screenshot(path=pictures / f"reading-{name}-top.png")
        for section in ("leaderboard", "comparison", "tasks", "analyses", "gallery", "about"):
            page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
            page.screenshot(path=pictures / f"reading-{name}-{section}.png")
        page.locator(".card", has=page.locator(".line.wrong")).first.locator(".frame").click()
        page.screenshot(path=pictures / f"reading-{name}-viewer.png")
    assert len(list(pictures.glob("reading-*.png"))) == 3 * 8
