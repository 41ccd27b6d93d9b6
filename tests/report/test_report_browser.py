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

from graphicacy.report.site import write_site
from report.synthetic_runs import make_run, make_tasks, write_run

TASKS = make_tasks(8)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    write_site([make_run(folder / "run", TASKS, k=2)], folder / "out", TASKS)
    return folder / "out"


@pytest.fixture
def visit(watched: Callable[..., Any], site: Path) -> Callable[..., Any]:
    """Opens a page of the site."""
    return lambda name="draw.html", **options: watched(site.as_uri() + "/" + name, **options)


def pixels(element: Any) -> NDArray[np.int16]:
    return np.asarray(Image.open(io.BytesIO(element.screenshot())).convert("RGB"), dtype=np.int16)


def ink(image: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Where the blue of the labels' letters is."""
    return (image[..., 2] - image[..., 0] > 45) & (image[..., 0] < 170)


# Pictures are loaded when they come into view, and shown when they are decoded.
DECODED = "e => Promise.all([...e.querySelectorAll('img')].map(i => { i.loading = 'eager'; return i.decode(); }))"


def a_figure(site: Path, holds: str) -> str:
    """The page of the first figure whose page holds this text."""
    return next(f"figures/{p.name}" for p in sorted(site.glob("figures/*.html")) if holds in p.read_text())


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
def test_marks_lie_on_the_labels_of_the_drawing(visit: Any, site: Path, width: int) -> None:
    page = visit(a_figure(site, "by reference"), width=width)
    assert page.locator(".mark").count() == len(TASKS[0].required_labels)
    assert_marks_hold_the_letters(page, page.query_selector(".picture"))


def shown(page: Any) -> list[str]:
    return [by.text_content() for by in page.locator("#cards .by").all()]


def test_filters_show_what_they_say_and_live_in_the_address(visit: Any) -> None:
    page = visit()
    total = 3 * 8 * 2 + 3 * 8
    assert page.locator("#cards .card").count() == 48
    assert page.text_content("#count") == f"{total} figures"
    page.select_option("select[name=system]", "lumen-xl")
    page.select_option("select[name=type]", TASKS[1].figure_type)
    assert shown(page) == ["lumen-xl", "lumen-xl"]
    assert "system=lumen-xl" in page.url
    assert page.text_content("#count") == f"2 of {total} figures"
    page.reload()
    assert page.locator("#cards .card").count() == 2
    page.click("button[type=reset]")
    assert page.locator("#cards .card").count() == 48
    assert "#" not in page.url


def test_pages_turn_and_a_filter_leads_back_to_the_first(visit: Any) -> None:
    page = visit("draw.html#page=2")
    assert page.locator("#cards .card").count() == 72 - 48
    assert page.text_content("#page") == "page 2 of 2"
    assert page.is_disabled("[data-turn='1']")
    page.dispatch_event("[data-turn='-1']", "click")
    assert page.text_content("#page") == "page 1 of 2"
    page.dispatch_event("[data-turn='1']", "click")
    assert "page=2" in page.url
    page.select_option("select[name=system]", "drafter-7b")
    assert page.locator("#cards .card").count() == 16
    assert not page.is_visible(".pages")


def test_search_and_error_filter(visit: Any) -> None:
    page = visit("draw.html#error=reversed-relation")
    assert 0 < page.locator("#cards .card").count() < 72
    page.fill("input[name=q]", "no such words")
    assert page.locator("#cards .card").count() == 0
    assert page.is_visible("#nothing")
    page.click("#nothing button")
    page.fill("input[name=q]", "TASK-003 reference")
    assert page.locator("#cards .card").count() == 1


def test_the_order_follows_the_score_and_the_unscored_come_last(visit: Any) -> None:
    page = visit("draw.html#order=worst")
    scores = [float(e.text_content()) for e in page.locator("#cards .scores div:first-child dd").all()]
    assert scores == sorted(scores)
    page.dispatch_event("[data-turn='1']", "click")
    assert [e.text_content() for e in page.locator("#cards .scores div:first-child dd").all()][-2:] == ["–", "–"]


def test_a_figure_opens_by_keyboard_and_leads_to_its_neighbours(visit: Any) -> None:
    page = visit()
    page.focus("#cards .frame")
    page.keyboard.press("Enter")
    page.wait_for_selector("#figure")
    first = page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: url != first)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(first)


def test_marks_can_be_switched_off(visit: Any, site: Path) -> None:
    page = visit(a_figure(site, "by reference"))
    assert page.is_visible(".overlay")
    page.keyboard.press("o")
    assert not page.is_visible(".overlay")
    assert not page.is_checked(".marks")
    page.keyboard.press("o")
    assert page.is_visible(".overlay")


def test_an_example_of_an_error_opens_its_figure(visit: Any) -> None:
    page = visit()
    kind = page.text_content(".errors tbody tr:first-child th").strip()
    page.locator(".errors tbody tr:first-child .examples a").first.click()
    page.wait_for_selector("#figure")
    assert kind in page.text_content(".errorlist")


def test_pointing_at_an_error_lights_its_mark(visit: Any, site: Path) -> None:
    page = visit(a_figure(site, "misspelt-label"))
    item = page.locator(".errorlist [data-mark]").first
    item.hover()
    assert page.locator(f".mark.lit[data-mark='{item.get_attribute('data-mark')}']").count() == 1


def test_a_link_in_a_table_filters_the_gallery(visit: Any) -> None:
    page = visit()
    page.click(".errors a[data-value=reversed-relation]")
    assert page.input_value("select[name=error]") == "reversed-relation"
    assert 0 < page.locator("#cards .card").count() < 48


def test_two_systems_are_compared_as_the_table_compares_them(visit: Any) -> None:
    page = visit("compare.html#a=lumen-xl&b=drafter-7b")
    said = page.inner_text("#result .lede")
    assert said.startswith("lumen-xl minus drafter-7b: +0.")
    assert page.locator("#result tbody").nth(1).locator("tr").count() == 8
    page.click("#swap")
    other = page.inner_text("#result .lede")
    assert other.startswith("drafter-7b minus lumen-xl: −0.")
    assert said.split("+")[1][:5] == other.split("−")[1][:5]
    assert "a=drafter-7b" in page.url
    table = visit("draw.html").locator("#comparison tr", has_text="lumen-xl").filter(has_text="drafter-7b")
    assert said.split("+")[1][:5] in table.inner_text()


def test_a_site_without_a_system_says_so(watched: Callable[..., Any], tmp_path: Path) -> None:
    write_site([write_run(tmp_path / "run", [])], tmp_path / "out", TASKS)
    for name in ("index.html", "draw.html", "compare.html"):
        page = watched((tmp_path / "out" / name).as_uri())
    assert "no system to compare" in page.inner_text("#result")


PAGES = {
    "overview": "index.html",
    "draw": "draw.html",
    "compare": "compare.html",
    "task": "tasks/task-001.html",
    "system": "systems/lumen-xl.html",
}


@pytest.mark.parametrize("name", [*PAGES, "figure"])
def test_a_phone_needs_no_sideways_scrolling(visit: Any, site: Path, name: str) -> None:
    page = visit(PAGES.get(name) or a_figure(site, "misspelt-label"), width=360, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_without_script_every_figure_is_reached_from_its_task(visit: Any) -> None:
    page = visit("tasks/task-001.html", java_script_enabled=False)
    assert page.locator(".card img").count() == 9 - 2
    page.locator(".card .frame").first.click()
    assert page.locator(".side .labels").is_visible()
    assert page.locator(".picture img").is_visible()


def test_all_pictures_of_the_page_are_printed(visit: Any, pictures: Path) -> None:
    page = visit("draw.html#system=reference")
    page.eval_on_selector("#cards", DECODED)
    printed = page.pdf(path=pictures / "report.pdf", format="A4")
    assert printed.count(b"/Subtype /Image") >= page.locator("#cards img").count() == 8


def test_screenshots_of_every_page(visit: Any, site: Path, pictures: Path) -> None:
    """Saved for people to look at: light, dark and phone."""
    views = {"light": {}, "dark": {"color_scheme": "dark"}, "phone": {"width": 390, "height": 844}}
    pages = {**PAGES, "figure": a_figure(site, "misspelt-label")}
    for view, options in views.items():
        for name, address in pages.items():
            visit(address, **options).screenshot(path=pictures / f"report-{view}-{name}.png", full_page=True)
    sizes = [Image.open(path) for path in sorted(pictures.glob("report-*.png"))]
    assert len(sizes) == 3 * 6
    assert all(len(one.convert("RGB").resize((64, 64)).getcolors(4096) or []) > 4 for one in sizes)
