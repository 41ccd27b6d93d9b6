"""The trust page and the badges in a real browser: what is asked for, what fits, what the keyboard and printing do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphicacy.report.site import write_site
from report.synthetic_runs import make_run, make_tasks
from report.synthetic_trust import make_stress

TASKS = make_tasks(2)
SECTIONS = ("scorers", "edits", "walks", "controls", "judges", "gallery", "about")
VIEWS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "phone": {"width": 390, "height": 844, "color_scheme": "dark"},
}

# The least contrast (WCAG 2.1, 1.4.3) of texts with the grounds that they stand on, and where it is.
CONTRAST = """() => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1});
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  const paint = (colours) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  let worst = [99, ''];
  for (const e of document.querySelectorAll('main :is(td, th, p, span, a, li, h3, summary)')) {
    if (e.closest('.unseen, figure, .frame') || !e.getClientRects().length) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const grounds = [];
    for (let at = e; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
    const ground = paint(grounds), ink = paint([...grounds, getComputedStyle(e).color]);
    const [a, b] = [light(ground), light(ink)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 200)];
  }
  return worst;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trust-browser")
    run, stress = make_run(folder / "run", TASKS), make_stress(folder / "stress", TASKS)
    write_site([run, stress], folder / "out", TASKS)
    return folder / "out"


@pytest.fixture
def visit(watched: Callable[..., Any], site: Path) -> Callable[..., Any]:
    """Opens a page of the site."""
    return lambda name="trust.html", **options: watched((site / name).as_uri(), **options)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_needs_sideways_scrolling(visit: Any, width: int) -> None:
    for name in ("trust.html", "index.html"):
        page = visit(name, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(visit: Any, scheme: str) -> None:
    for name in ("trust.html", "index.html"):
        ratio, where = visit(name, color_scheme=scheme).evaluate(CONTRAST)
        assert ratio >= 4.5, where


def test_a_badge_leads_by_keyboard_to_the_scorer_that_has_it(visit: Any) -> None:
    page = visit("index.html")
    badge = page.locator(".board .badge").nth(1)
    assert badge.get_attribute("title").startswith("advisory: ")
    badge.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/trust.html#scorer-*")
    assert page.locator("tr:target").count() == 1
    assert page.locator("tr:target .badge").text_content() == "advisory"
    assert page.locator("tr:target").bounding_box()["y"] >= page.locator(".sections").bounding_box()["height"]


def test_the_skip_link_is_first_and_tables_can_be_scrolled_by_keyboard(visit: Any) -> None:
    page = visit(width=700)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#scorers"
    region = page.locator("#edits .scroll").first
    region.focus()
    page.keyboard.press("ArrowRight")
    for _ in range(50):  # scrolling is smooth; the page's policy forbids what wait_for_function does
        page.wait_for_timeout(40)
        if page.evaluate("document.querySelector('#edits .scroll').scrollLeft > 0"):
            return
    pytest.fail("the table did not scroll")


def test_the_numbers_behind_the_map_open_without_script(visit: Any) -> None:
    page = visit(java_script_enabled=False)
    page.locator("#edits summary").click()
    assert page.locator("#edits .tables tbody tr").count() > 100
    assert page.locator("#edits .tables").is_visible()


def test_badges_are_told_apart_without_colour(visit: Any) -> None:
    page = visit()
    shapes = page.evaluate(
        "[...document.querySelectorAll('#scorers .badge')]"
        ".map(e => getComputedStyle(e, '::before').content + e.textContent)"
    )
    assert len(set(shapes)) == 3
    assert len({shape[:3] for shape in shapes}) == 3


def test_the_page_of_a_figure_shows_badges_too(visit: Any) -> None:
    page = visit("draw.html")
    page.locator("#cards .frame").nth(3).click()
    page.wait_for_selector("#figure")
    assert page.locator(".side > .scores .badge").count() == 5
    assert page.locator(".side .items .badge").count() >= 3


def test_all_pictures_are_printed(visit: Any, pictures: Path) -> None:
    page = visit()
    printed = page.pdf(path=pictures / "trust.pdf", format="A4")
    different = page.evaluate("new Set([...document.images].map(image => image.src)).size")
    assert different >= 8
    assert printed.count(b"/Subtype /Image") >= different


def test_screenshots_of_every_part(visit: Any, pictures: Path) -> None:
    """Saved for people to look at."""
    for name, options in VIEWS.items():
        page = visit(**options)
        page.screenshot(path=pictures / f"trust-{name}-top.png")
        for section in SECTIONS:
            page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
            page.screenshot(path=pictures / f"trust-{name}-{section}.png")
        page = visit("draw.html", **options)
        page.evaluate("document.getElementById('leaderboard').scrollIntoView()")
        page.screenshot(path=pictures / f"trust-{name}-badges.png")
    assert len(list(pictures.glob("trust-*.png"))) >= len(VIEWS) * (len(SECTIONS) + 2)
