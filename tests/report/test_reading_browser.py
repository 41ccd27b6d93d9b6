"""The page of runs that read in a real browser: no request, marks where the nodes are, filters, viewer, paper."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from graphicacy.read.dataset.load import Dataset
from graphicacy.read.question import AnswerType, Question
from graphicacy.report.reading.cards import question_page
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
    """Opens the page, or another one of the site, or of another site."""

    def go(address: str = "reading.html", site: Path = reading_page.parent, **options: Any) -> Any:
        return watched(f"{site.as_uri()}/{address}", **options)

    return go


def address_of(question: Question, by: str = "") -> str:
    return question_page(question.id) + (f"#by={by}" if by else "")


def some(data: Dataset, **wanted: str) -> Question:
    """The first question of these values."""
    return next(q for q in data.questions() if all(getattr(q, name) == value for name, value in wanted.items()))


@pytest.mark.parametrize("width", [1280, 390])
def test_marks_lie_on_the_nodes_of_the_picture(visit: Any, reading_data: Dataset, width: int) -> None:
    """The frame of each right node, on the screen, is where the dataset says that the node is."""
    question = some(reading_data, task="graph-parsing", variant="nodes")
    page = visit(address_of(question), width=width)
    places = asked_of(reading_data, {question.id})[question.id].places
    assert places is not None
    shot = page.locator(".shot").bounding_box()
    scale = shot["width"] / places.width
    expected = [box for boxes in places.nodes.values() for box in boxes]
    marks = page.locator(".layer.on .line.found")
    for index in range(marks.count()):
        seen = marks.nth(index).bounding_box()
        x = (seen["x"] + seen["width"] / 2 - shot["x"]) / scale
        y = (seen["y"] + seen["height"] / 2 - shot["y"]) / scale
        assert min(abs(b.center[0] - x) + abs(b.center[1] - y) for b in expected) < 3 / scale
    assert marks.count() == len(question.answer) > 2


def test_the_picture_is_painted_below_its_marks(visit: Any, reading_data: Dataset) -> None:
    page = visit(address_of(some(reading_data, task="graph-parsing")))
    page.evaluate("document.body.classList.add('plain')")
    page.wait_for_timeout(200)
    image = Image.open(io.BytesIO(page.locator(".shot").screenshot())).convert("L")
    counts = image.histogram()
    assert sum(counts[:150]) > 20  # ink
    assert sum(counts[240:]) > 0.4 * sum(counts)  # on white


def test_filters_show_what_they_say_and_live_in_the_address(visit: Any) -> None:
    page = visit()
    total = page.text_content("#count")
    page.select_option("select[name=system]", "drafter-7b")
    page.select_option("select[name=outcome]", "wrong")
    shown = page.locator("#cards .card")
    assert 0 < shown.count()
    assert {c.locator(".outcome").text_content() for c in shown.all()} == {"wrong"}
    assert page.text_content("#count").endswith(f" of {total}")
    assert "outcome=wrong" in page.url
    page.reload()
    assert page.text_content("#count").endswith(f" of {total}")
    page.click("button[type=reset]")
    assert page.text_content("#count") == total


def test_a_task_of_the_table_filters_the_questions(visit: Any) -> None:
    page = visit()
    page.click(".leaves a[data-value='V3 localization']")
    assert {c.locator(".code").text_content() for c in page.locator("#cards .card").all()} == {"V3"}


def test_a_card_of_a_system_opens_its_answer(visit: Any) -> None:
    page = visit("reading.html#system=drafter-7b&outcome=partly+right&task=S1+graph-parsing")
    page.locator("#cards .frame").first.click()
    page.wait_for_selector("details.given[open]")
    assert "drafter-7b" in page.text_content("details.given[open] summary")
    assert page.locator(".layer.on").get_attribute("data-layer") != "0"
    page.locator("details.given[open] > summary").click()
    page.wait_for_selector(".layer.on[data-layer='0']", state="attached")


def test_one_answer_is_open_at_a_time_and_lies_over_the_picture(visit: Any, reading_data: Dataset) -> None:
    page = visit(address_of(some(reading_data, task="graph-parsing"), "drafter-7b"))
    others = page.locator("details.given:not([open]) > summary")
    others.first.click()
    assert page.locator("details.given[open]").count() == 1
    opened = page.locator("details.given[open]").get_attribute("data-layer")
    assert page.locator(".layer.on").get_attribute("data-layer") == opened


def test_pointing_at_an_item_lights_its_mark(visit: Any, reading_data: Dataset) -> None:
    page = visit(address_of(some(reading_data, task="graph-parsing", variant="edges"), "drafter-7b"))
    item = page.locator("details.given[open] .missed[data-mark]").first
    item.hover()
    assert page.locator(f".layer.on .line.lit[data-mark='{item.get_attribute('data-mark')}']").count() == 1


def test_marks_can_be_switched_off_and_the_picture_enlarged(visit: Any, reading_data: Dataset) -> None:
    page = visit(address_of(some(reading_data, task="graph-parsing")))
    assert page.locator(".layer.on").first.is_visible()
    page.keyboard.press("o")
    assert not page.locator(".layer.on").first.is_visible()
    width = page.locator(".shot").first.bounding_box()["width"]
    page.keyboard.press("z")
    assert page.is_checked("input.large")
    assert page.locator(".shot").first.bounding_box()["width"] > width


@pytest.mark.parametrize("rendering", ["mermaid", "graphviz"])
def test_both_pictures_of_a_comparison_are_shown(visit: Any, reading_data: Dataset, rendering: str) -> None:
    page = visit(address_of(some(reading_data, task="structure-comparison", rendering=rendering)))
    one, other = (shot.bounding_box() for shot in page.locator(".shot").all())
    assert other["y"] >= one["y"] + one["height"] - 1
    assert min(one["width"], other["width"]) > 200
    assert min(one["height"], other["height"]) > 25


@pytest.mark.parametrize("width", [320, 400])
def test_a_phone_needs_no_sideways_scrolling(visit: Any, reading_data: Dataset, width: int) -> None:
    for address in ("reading.html", address_of(some(reading_data, task="graph-parsing"), "drafter-7b")):
        page = visit(address, width=width, height=740)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_the_question_and_its_answers_are_there(visit: Any, reading_data: Dataset) -> None:
    page = visit(address_of(some(reading_data, task="graph-parsing")), java_script_enabled=False)
    page.locator("details.given > summary").first.click()
    assert page.locator("details.given .sides").first.is_visible()
    assert page.locator(".layer").first.is_visible()
    assert page.locator(".layer").nth(1).is_hidden()


def test_hostile_words_are_shown_as_they_are(visit: Any, hostile: Path) -> None:
    page = visit("reading.html", site=hostile.parent)
    page.locator("#cards .frame").first.click()
    page.wait_for_selector("#question")
    assert "<script>alert(1)</script>" in page.locator("details.given > summary").inner_text()
    page.locator("details.given > summary").click()
    assert "alert(2)" in page.locator("details.given .wrong").last.inner_text()
    assert page.locator("img").count() == 0


def test_all_pictures_are_printed(visit: Any, pictures: Path) -> None:
    page = visit("reading.html#task=S1+graph-parsing")
    decoded = "[...e.querySelectorAll('img')].map(i => { i.loading = 'eager'; return i.decode(); })"
    page.eval_on_selector("#cards", f"e => Promise.all({decoded})")
    printed = page.pdf(path=pictures / "reading.pdf", format="A4")
    assert printed.count(b"/Subtype /Image") >= 4


def test_screenshots_of_every_part(visit: Any, reading_data: Dataset, pictures: Path) -> None:
    """Saved for people to look at: light, dark and phone; the head, each section and a question."""
    views: dict[str, dict[str, Any]] = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"width": 400}}
    asked = address_of(some(reading_data, task="graph-parsing", variant="edges"), "drafter-7b")
    for name, options in views.items():
        page = visit(**options)
        page.screenshot(path=pictures / f"reading-{name}-top.png")
        for section in ("leaderboard", "comparison", "tasks", "analyses", "gallery", "about"):
            page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
            page.screenshot(path=pictures / f"reading-{name}-{section}.png")
        visit(asked, **options).screenshot(path=pictures / f"reading-{name}-question.png", full_page=True)
    assert len(list(pictures.glob("reading-*.png"))) == 3 * 8
