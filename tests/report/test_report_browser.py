"""The page in a real browser: what is asked for, what is drawn where, and what the keyboard and the filters do."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from graphicacy.report.page import write_report
from report.synthetic_runs import make_run, make_tasks

TASKS = make_tasks(8)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("browser")
    return write_report([make_run(folder / "run", TASKS)], folder / "out", TASKS).as_uri()


@pytest.fixture
def visit(watched: Callable[..., Any], address: str) -> Callable[..., Any]:
    """Opens the page."""
    return lambda fragment="", **options: watched(address + fragment, **options)


def pixels(element: Any) -> NDArray[np.int16]:
    return np.asarray(Image.open(io.BytesIO(element.screenshot())).convert("RGB"), dtype=np.int16)


def ink(image: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Where the blue of the labels' letters is."""
    return (image[..., 2] - image[..., 0] > 45) & (image[..., 0] < 170)


# Pictures are loaded when they come into view, and shown when they are decoded.
DECODED = "e => Promise.all([...e.querySelectorAll('img')].map(i => { i.loading = 'eager'; return i.decode(); }))"


def with_all_labels(page: Any) -> Any:
    """A card in which each of the six labels has a mark."""
    number = "e => e.querySelectorAll('.mark.found, .mark.misspelt').length"
    return next(
        card for card in page.query_selector_all(".card") if card.evaluate(number) == len(TASKS[0].required_labels)
    )


def assert_marks_hold_the_letters(page: Any, picture: Any) -> None:
    """Every letter's pixel lies in a mark, and every mark has letters; the overlay hidden, the boxes measured."""
    picture.scroll_into_view_if_needed()
    picture.evaluate(DECODED)
    frame = picture.bounding_box()
    boxes = [rect.bounding_box() for rect in picture.query_selector_all(".mark.found rect, .mark.misspelt rect")]
    page.evaluate("document.body.classList.add('plain')")
    letters = ink(pixels(picture))
    page.evaluate("document.body.classList.remove('plain')")
    inside = np.zeros_like(letters)
    for box in boxes:
        x, y = box["x"] - frame["x"], box["y"] - frame["y"]
        rows, columns = slice(round(y), round(y + box["height"])), slice(round(x), round(x + box["width"]))
        inside[rows, columns] = True
        assert letters[rows, columns].sum() > 10
    assert letters.sum() > 200
    assert (letters & inside).sum() >= 0.995 * letters.sum()


@pytest.mark.parametrize("width", [1280, 390])
def test_marks_lie_on_the_labels_of_the_drawing(visit: Any, width: int) -> None:
    page = visit(width=width)
    card = with_all_labels(page)
    assert_marks_hold_the_letters(page, card.query_selector(".picture"))
    card.query_selector(".frame").click()
    assert_marks_hold_the_letters(page, page.query_selector("#viewer .picture"))


def test_filters_show_what_they_say_and_live_in_the_address(visit: Any) -> None:
    page = visit()
    total = page.locator(".card").count()
    page.select_option("select[name=system]", "lumen-xl")
    page.select_option("select[name=type]", TASKS[1].figure_type)
    shown = page.locator(".card:visible")
    assert shown.count() == 1
    assert shown.get_attribute("data-system") == "lumen-xl"
    assert "system=lumen-xl" in page.url
    assert page.text_content("#count") == f"1 of {total} figures"
    page.reload()
    assert page.locator(".card:visible").count() == 1
    page.click("button[type=reset]")
    assert page.locator(".card:visible").count() == total
    assert "#" not in page.url


def test_search_and_error_filter(visit: Any) -> None:
    page = visit("#error=reversed-relation")
    shown = page.locator(".card:visible")
    assert 0 < shown.count() < page.locator(".card").count()
    assert all("reversed-relation" in card.get_attribute("data-errors") for card in shown.all())
    page.fill("input[name=q]", "no such words")
    assert page.locator(".card:visible").count() == 0
    assert page.is_visible("#nothing")
    page.click("#nothing button")
    page.fill("input[name=q]", "TASK-003 reference")
    assert page.locator(".card:visible").count() == 1


def test_the_order_follows_the_score_and_the_unscored_come_last(visit: Any) -> None:
    page = visit("#order=worst")
    scores = page.evaluate("[...document.querySelectorAll('.card')].map(card => card.dataset.overall)")
    known = [float(score) for score in scores if score]
    assert known == sorted(known)
    assert scores[: len(known)] == [score for score in scores if score]


def test_the_viewer_works_by_keyboard(visit: Any) -> None:
    page = visit()
    page.focus(".card .frame")
    page.keyboard.press("Enter")
    assert page.is_visible("#viewer")
    first = page.text_content("#viewer h3")
    assert page.text_content("#viewer .place") == f"1 of {page.locator('.card').count()}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.text_content("#viewer .place").startswith("3 of")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#viewer h3") == first
    assert "open=d-" in page.url
    page.keyboard.press("Escape")
    assert not page.is_visible("#viewer")
    assert "open=" not in page.url
    assert page.evaluate("document.activeElement.className") == "frame"


def test_marks_can_be_switched_off_everywhere(visit: Any) -> None:
    page = visit()
    with_all_labels(page).query_selector(".frame").click()
    assert page.is_visible("#viewer .overlay")
    page.keyboard.press("o")
    assert not page.is_visible("#viewer .overlay")
    assert not page.is_checked("#viewer .marks")
    assert "marks=off" in page.url
    page.keyboard.press("o")
    assert page.is_visible("#viewer .overlay")


def test_an_example_of_an_error_opens_its_figure(visit: Any) -> None:
    page = visit()
    link = page.locator(".errors tbody tr:first-child .examples a").first
    kind = page.text_content(".errors tbody tr:first-child th").strip()
    link.click()
    assert kind in page.text_content("#viewer .errorlist")


def test_pointing_at_an_error_lights_its_mark(visit: Any) -> None:
    page = visit("#error=misspelt-label")
    page.locator(".card:visible .frame").first.click()
    item = page.locator("#viewer .errorlist [data-mark]").first
    item.hover()
    assert page.locator(f"#viewer .mark.lit[data-mark='{item.get_attribute('data-mark')}']").count() == 1


def test_a_link_in_a_table_filters_the_gallery(visit: Any) -> None:
    page = visit()
    page.click(".board a[data-value=scrambled]")
    assert {card.get_attribute("data-system") for card in page.locator(".card:visible").all()} == {"scrambled"}


def test_a_phone_needs_no_sideways_scrolling(visit: Any) -> None:
    page = visit(width=360, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_script_pictures_and_verdicts_are_there(visit: Any) -> None:
    page = visit(java_script_enabled=False)
    card = page.locator(".card", has=page.locator(".errorlist")).first
    card.locator(".more > summary").click()
    assert card.locator(".errorlist").is_visible()
    assert card.locator("img").is_visible()


def test_all_pictures_are_printed(visit: Any, pictures: Path) -> None:
    page = visit()
    printed = page.pdf(path=pictures / "report.pdf", format="A4")
    assert printed.count(b"/Subtype /Image") >= page.locator(".card img").count()


def test_screenshots_of_every_part(visit: Any, pictures: Path) -> None:
    """Saved for people to look at: light, dark and phone; the head, each section and the viewer."""
    views = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"width": 390, "height": 844}}
    for name, options in views.items():
        page = visit(**options)
        page.screenshot(path=pictures / f"report-{name}-top.png")
        for section in ("leaderboard", "comparison", "groups", "scorers", "errors", "gallery", "about"):
            page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
            page.screenshot(path=pictures / f"report-{name}-{section}.png")
        with_all_labels(page).query_selector(".frame").click()
        page.screenshot(path=pictures / f"report-{name}-viewer.png")
    sizes = {path.name: Image.open(path).size for path in sorted(pictures.glob("report-*.png"))}
    assert len(sizes) == 3 * 9
    assert all(
        len(Image.open(pictures / name).convert("RGB").resize((64, 64)).getcolors(4096) or []) > 4 for name in sizes
    )
