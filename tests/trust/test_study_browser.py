"""A rater study in a real browser: rated from first to last, by keys, mouse, finger, and without script."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the study extra is not installed: its pages were not looked at")

from graphicacy.draw.task import load_suite
from graphicacy.trust.ratings import agreement, read_ratings
from graphicacy.trust.study.export import ratings_csv, tags_csv
from graphicacy.trust.study.folder import open_study
from graphicacy.trust.study.package import new_study
from rater_page import PLACES, answers, at, boxes, drafts, drag, mark, rate, said, send, touch
from report.conftest import CHROMIUM, FLAGS
from report.synthetic_runs import result, save, write_run
from running_study import Served, served


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of four drawings of 400 × 300 px, which every rater sees, so that each test has one of its own."""
    import io

    from PIL import Image, ImageDraw

    root = tmp_path_factory.mktemp("browser-study")
    results = []
    for n, task in enumerate(load_suite()[:PLACES]):
        image = Image.new("RGB", (400, 300), "white")
        ImageDraw.Draw(image).rectangle((100, 60 + 10 * n, 300, 240), outline="black", width=3)
        data = io.BytesIO()
        image.save(data, "PNG")
        results.append(result("vendor-x", task.id, 0.2 * (n + 1), drawing=save(root / "run", data.getvalue(), "png")))
    run = write_run(root / "run", results)
    names = [f"Rater {n}" for n in range(1, 15)]
    new_study([run], root / "study", load_suite(), raters=names, items=PLACES, per_item=len(names), repeats=0)
    return root / "study"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: no browser test")
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed (Debian: apt install chromium): the study was not looked at")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def rater(browser: Any, server: Served) -> Iterator[Callable[..., Any]]:
    """Opens a rater's personal link in a browser of its own; afterwards fails on any script error."""
    faults: list[str] = []
    contexts = []

    def go(name: str, width: int = 1300, height: int = 900, at_once: str = "", **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        if at_once:
            page.route(at_once, lambda route: route.abort())
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: faults.append(m.text) if "Content Security" in m.text else None)
        page.goto(server.links[name])
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []


def test_a_whole_study_by_keys_and_mouse(
    rater: Callable[..., Any], folder: Path, pictures: Path, tmp_path: Path
) -> None:
    page = rater("r1")
    page.screenshot(path=pictures / "study-first.png")
    rate(page, "4u5312")
    page.keyboard.press("u")
    page.keyboard.press("0")
    send(page, 2)

    page.keyboard.press("b")
    drag(page, (100, 60, 300, 240))
    for _ in range(3):
        page.locator("[data-do=in]").click()
    mark(page, (150, 120, 200, 160))
    page.locator("#tags select").last.select_option("reversed-relation")
    page.locator("#tags input").last.fill("the other way")
    page.keyboard.press("Enter")
    page.locator("textarea[name=note]").fill("A note\nof two lines")
    page.screenshot(path=pictures / "study-marked.png")
    rate(page, "5555")
    send(page, 3)

    page.go_back()
    page.wait_for_url("**/rate/2")
    assert page.input_value("textarea[name=note]") == "A note\nof two lines"
    page.keyboard.press("2")
    send(page, 3)
    page.keyboard.press("Enter")
    said(page, "every scale")
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    for place in (4, 5):
        rate(page)
        send(page, place)
    page.screenshot(path=pictures / "study-done.png")
    page.goto(page.url.replace("/done", "/places"))
    page.screenshot(path=pictures / "study-places.png")
    assert page.locator(".places .rated").count() == PLACES

    given = answers(folder, "r1")
    assert given[1].ratings == {"TF": 5, "SC": 3, "SQ": 1, "CA": None}, "u goes back to the scale it empties"
    assert (given[2].ratings["TF"], given[2].revision) == (2, 2)
    first, second = given[2].tags
    assert first.box == pytest.approx((100, 60, 300, 240), abs=1.5)
    assert second.box == pytest.approx((150, 120, 200, 160), abs=1.0)
    assert (second.kind, second.note) == ("reversed-relation", "the other way")
    assert given[2].note == "A note\nof two lines"
    assert all(answer.seconds and answer.seconds > 0 for answer in given.values())

    study, store = open_study(folder)
    (tmp_path / "ratings.csv").write_text(ratings_csv(study, store.answers("r1")), encoding="utf-8")
    marks = list(csv.DictReader(tags_csv(study, store.answers("r1")).splitlines()))
    store.close()
    assert [mark["kind"] for mark in marks] == [first.kind, "reversed-relation"]
    assert set(agreement(read_ratings(tmp_path / "ratings.csv")).dimensions) == {"TF", "SC", "SQ", "CA"}


@pytest.mark.parametrize("pixels", [1, 2])
def test_boxes_are_moved_sized_cut_and_removed(rater: Callable[..., Any], pixels: int) -> None:
    page = rater("r2", device_scale_factor=pixels)
    page.mouse.move(*at(page, 200, 150))
    page.mouse.wheel(0, -240)
    mark(page, (160, 130, 220, 170))
    assert boxes(page)[0] == pytest.approx((160, 130, 220, 170), abs=1)
    drag(page, (190, 150, 200, 155))
    assert boxes(page)[0] == pytest.approx((170, 135, 230, 175), abs=1.5), "a drag inside moves it"
    drag(page, (230, 175, 250, 185))
    assert boxes(page)[0] == pytest.approx((170, 135, 250, 185), abs=2), "a drag of a corner sizes it"
    before = at(page, 0, 0)
    drag(page, (120, 100, 125, 105))
    moved = at(page, 0, 0)
    assert boxes(page)[0] == pytest.approx((170, 135, 250, 185), abs=2)
    assert min(moved[0] - before[0], moved[1] - before[1]) > 0, "a drag beside it moves the picture"

    page.keyboard.press("f")
    page.locator("[data-do=mark]").click()
    drag(page, (300, 200, 440, 330))
    assert boxes(page)[1] == pytest.approx((300, 200, 400, 300), abs=1)
    page.locator("#tags button").first.click()
    assert len(boxes(page)) == 1
    page.locator("[data-do=undo]").click()
    assert len(boxes(page)) == 2


def test_boxes_by_keys(rater: Callable[..., Any]) -> None:
    page = rater("r3")
    page.keyboard.press("n")
    start = boxes(page)[0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    x0, y0, x1, y1 = boxes(page)[0]
    assert x0 > start[0]
    assert x1 - x0 == pytest.approx(start[2] - start[0], abs=0.2)
    assert y0 == start[1]
    assert y1 > start[3]
    for _ in range(80):
        page.keyboard.press("ArrowRight")
    assert boxes(page)[0][2] == 400, "it stays on the picture"
    page.keyboard.press("Delete")
    assert boxes(page) == []
    page.keyboard.press("+")
    x = at(page, 0, 0)[0]
    page.focus("#stage")
    page.keyboard.press("ArrowRight")
    assert at(page, 0, 0)[0] < x, "arrows move the picture"


def test_two_tabs_show_both_answers(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    one = rater("r4")
    other = one.context.new_page()
    other.goto(one.url)
    rate(other, "1111")
    send(other, 2)
    mark(one, (100, 60, 300, 240))
    rate(one, "5555")
    one.keyboard.press("Enter")
    one.wait_for_selector(".two")
    one.screenshot(path=pictures / "study-two-answers.png")
    assert answers(folder, "r4")[1].ratings["TF"] == 1
    picture, box = one.locator(".thumb img").last.bounding_box(), one.locator(".thumb rect").bounding_box()
    assert box["x"] - picture["x"] == pytest.approx(picture["width"] / 4, abs=2)
    one.click("text=Save the answer of this page")
    one.wait_for_url("**/rate/2")
    assert answers(folder, "r4")[1].ratings["TF"] == 5
    one.goto(one.url.replace("/rate/2", "/rate/1"))
    one.click("text=Take my saved answer back")
    one.wait_for_url("**/rate/1")
    assert answers(folder, "r4")[1].ratings["TF"] == 1, "back to the one before"


def test_what_was_not_sent_is_there_again_and_gone_after_logging_out(rater: Callable[..., Any]) -> None:
    page = rater("r5")
    page.keyboard.press("2")
    page.keyboard.press("n")
    page.locator("#tags input").type("half")  # and no key that ends it
    page.reload()
    said(page, "here again")
    assert page.input_value("#tags input") == "half"
    assert page.is_checked("[name=rating-TF][value='2']")
    page.locator("[data-do=undo]").click()
    assert not page.is_checked("[name=rating-TF][value='2']")
    assert boxes(page) == []
    page.keyboard.press("4")
    page.goto(page.url.replace("/rate/1", "/rate/3"))
    assert page.locator("#answer input:checked").count() == 0, "it is kept for its own drawing only"
    page.click("text=Log out")
    page.wait_for_selector("text=Please open your link")
    assert drafts(page) == 0


def test_without_a_connection_it_is_kept_and_sent_again(rater: Callable[..., Any], folder: Path) -> None:
    page = rater("r6")
    rate(page, "2222")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    said(page, "No connection")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    assert page.locator("#answer input:checked[value='5']").count() == 0, "what is being sent does not change"
    page.context.set_offline(False)
    page.wait_for_url("**/rate/2", timeout=15_000)
    assert (answers(folder, "r6")[1].revision, answers(folder, "r6")[1].ratings["TF"]) == (1, 2)
    assert drafts(page) == 0


def test_a_reply_that_was_lost_leaves_no_draft_behind(rater: Callable[..., Any], folder: Path) -> None:
    page = rater("r7")
    rate(page, "2222")
    page.route("**/rate/1", lambda route: (route.fetch(), route.abort()) if route.request.method == "POST" else None)
    page.keyboard.press("Enter")
    said(page, "No connection")
    page.unroute_all()
    assert answers(folder, "r7")[1].revision == 1
    assert drafts(page) == 1
    page.goto(page.url)
    page.wait_for_selector("text=You rated this drawing before")
    assert drafts(page) == 0
    assert page.inner_text("#said") == ""


def test_a_picture_that_did_not_load_is_not_rated_as_a_blank_one(rater: Callable[..., Any], folder: Path) -> None:
    page = rater("r8", at_once="**/picture/*")
    said(page, "not loaded")
    rate(page, "1111")
    page.keyboard.press("Enter")
    said(page, "not loaded")
    assert answers(folder, "r8") == {}


def test_keys_do_one_thing_each_and_can_be_turned_off(rater: Callable[..., Any]) -> None:
    page = rater("r8")
    page.keyboard.down("4")
    page.keyboard.down("4")
    page.keyboard.up("4")
    assert page.locator("#answer input:checked").count() == 1, "a key that is held down rates one scale"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    assert page.is_checked("[name=rating-TF][value='5']"), "arrows choose within a scale, as in any form"
    page.keyboard.press("?")
    page.click("#keys-on")
    page.click("#help button")
    rate(page, "1111")
    page.reload()
    rate(page, "1111")
    assert page.locator("#answer input:checked[value='1']").count() == 0


def test_on_a_phone_by_finger(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    rate(first := rater("r9"))
    send(first, 2)
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
    page = rater("r9", **phone)
    assert "/rate/2" in page.url, "another device goes on where the first was"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    width = page.locator("#picture").bounding_box()["width"]
    (x0, y0), (x1, y1) = at(page, 150, 150), at(page, 250, 150)
    touch(page, [(x0, y0), (x1, y1)], [(x0 - 20, y0), (x1 + 20, y1)], [(x0 - 40, y0), (x1 + 40, y1)])
    assert page.locator("#picture").bounding_box()["width"] == pytest.approx(
        width * (x1 - x0 + 80) / (x1 - x0), rel=0.1
    )
    page.locator("[data-do=mark]").tap()
    touch(page, [at(page, 160, 110)], [at(page, 200, 150)], [at(page, 230, 190)])
    for name in ("TF", "SC", "SQ", "CA"):
        page.locator(f"label:has([name=rating-{name}][value='4'])").tap()
    page.screenshot(path=pictures / "study-phone.png")
    page.locator("button.main").first.tap()
    page.wait_for_url("**/rate/3")
    answer = answers(folder, "r9")[2]
    assert answer.ratings == dict.fromkeys(("TF", "SC", "SQ", "CA"), 4)
    assert answer.tags[0].box == pytest.approx((160, 110, 230, 190), abs=2)


def test_without_script_the_form_works(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    page = rater("r10", java_script_enabled=False, color_scheme="dark")
    page.screenshot(path=pictures / "study-no-script.png")
    for name in ("TF", "SC", "SQ", "CA"):
        page.check(f"[name=rating-{name}][value='3']")
    page.click("button.main")
    page.wait_for_url("**/rate/2")
    assert answers(folder, "r10")[1].ratings["SQ"] == 3


def test_on_paper_boxes_lie_where_they_were_drawn(rater: Callable[..., Any]) -> None:
    page = rater("r11", color_scheme="dark")
    mark(page, (100, 60, 300, 240))
    page.keyboard.press("+")
    page.emulate_media(media="print")
    picture, box = page.locator("#picture").bounding_box(), page.locator("#boxes rect").bounding_box()
    assert box["x"] - picture["x"] == pytest.approx(picture["width"] / 4, abs=4)
    assert box["height"] == pytest.approx(0.6 * picture["height"], abs=8)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1300), ("dark", 360)])
def test_pages_keep_the_rules_of_axe(rater: Callable[..., Any], server: Served, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no page was held to axe").Axe()
    page = rater("r12", width=width, color_scheme=scheme, bypass_csp=True)
    page.keyboard.press("n")
    for step in ("rate", "help", "places", "nowhere"):
        if step == "help":
            page.evaluate("document.getElementById('help').showModal()")
        elif step != "rate":
            page.goto(f"{server.address}/{step}")
        found = axe.run(page, options={"preload": False})
        assert [(step, one["id"]) for one in found.response["violations"]] == []
        assert found.response["passes"]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go."""
    folder = Path(os.environ.get("GRAPHICACY_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
