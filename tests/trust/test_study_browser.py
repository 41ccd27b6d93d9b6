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
from graphicacy.trust.study.record import Answer
from report.conftest import CHROMIUM, FLAGS
from report.synthetic_runs import result, save, write_run
from running_study import Served, served

PLACES = 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of four drawings of 400 × 300 px, for three raters."""
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
    names = ["Ann", "Bob", "Cem"]
    new_study([run], root / "study", load_suite(), raters=names, items=PLACES, per_item=3, repeats=0)
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

    def go(name: str = "r1", width: int = 1300, height: int = 900, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: faults.append(m.text) if "Content Security" in m.text else None)
        page.goto(server.links[name])
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []


def answers(folder: Path, rater: str) -> dict[int, Answer]:
    store = open_study(folder)[1]
    try:
        return {answer.place: answer for answer in store.answers(rater)}
    finally:
        store.close()


def at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a pixel of the picture is on the screen."""
    frame = page.locator("#picture").bounding_box()
    return frame["x"] + x * frame["width"] / 400, frame["y"] + y * frame["height"] / 300


def drag(page: Any, box: tuple[float, float, float, float]) -> None:
    page.mouse.move(*at(page, *box[:2]))
    page.mouse.down()
    page.mouse.move(*at(page, *box[2:]), steps=3)
    page.mouse.up()


def send(page: Any, place: int) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{'done' if place > PLACES else f'rate/{place}'}")


def test_a_whole_study_by_keys_and_mouse(
    rater: Callable[..., Any], folder: Path, pictures: Path, tmp_path: Path
) -> None:
    page = rater("r1")
    page.screenshot(path=pictures / "study-first.png")
    for key in "4312":
        page.keyboard.press(key)
    page.keyboard.press("u")
    page.keyboard.press("0")
    send(page, 2)

    page.keyboard.press("b")
    drag(page, (100, 60, 300, 240))
    for _ in range(3):
        page.keyboard.press("Escape")
        page.locator("[data-do=in]").click()
    page.locator("[data-do=mark]").click()
    drag(page, (150, 120, 200, 160))
    page.locator("#tags select").last.select_option("reversed-relation")
    page.locator("#tags input").last.fill("the other way")
    page.locator("textarea[name=note]").fill("A note\nof two lines")
    page.screenshot(path=pictures / "study-marked.png")
    page.evaluate("document.activeElement.blur()")
    for key in "5555":
        page.keyboard.press(key)
    send(page, 3)

    page.go_back()
    page.wait_for_url("**/rate/2")
    assert page.input_value("textarea[name=note]") == "A note\nof two lines"
    page.goto(page.url.replace("/rate/2", "/rate/3"))
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('said').textContent.includes('every scale')")
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    for place in (4, 5):
        for key in "3333":
            page.keyboard.press(key)
        send(page, place)
    page.screenshot(path=pictures / "study-done.png")
    page.goto(page.url.replace("/done", "/places"))
    assert page.locator(".places .rated").count() == PLACES

    given = answers(folder, "r1")
    assert given[1].ratings == {"TF": 4, "SC": 3, "SQ": 1, "CA": None}
    first, second = given[2].tags
    assert first.box == pytest.approx((100, 60, 300, 240), abs=1.5)
    assert second.box == pytest.approx((150, 120, 200, 160), abs=1.0)
    assert (second.kind, second.note) == ("reversed-relation", "the other way")
    assert given[2].note == "A note\nof two lines"
    assert all(answer.seconds and answer.seconds > 0 for answer in given.values())

    study, store = open_study(folder)
    (tmp_path / "ratings.csv").write_text(ratings_csv(study, store.answers()), encoding="utf-8")
    marks = list(csv.DictReader(tags_csv(study, store.answers()).splitlines()))
    store.close()
    assert [mark["kind"] for mark in marks] == [first.kind, "reversed-relation"]
    assert set(agreement(read_ratings(tmp_path / "ratings.csv")).dimensions) == {"TF", "SC", "SQ", "CA"}


def test_two_tabs_show_both_answers(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    one = rater("r2")
    other = one.context.new_page()
    other.goto(one.url)
    for key in "1111":
        other.keyboard.press(key)
    send(other, 2)
    for key in "5555":
        one.keyboard.press(key)
    one.evaluate("document.activeElement.blur()")
    one.keyboard.press("Enter")
    one.wait_for_selector(".two")
    one.screenshot(path=pictures / "study-two-answers.png")
    assert answers(folder, "r2")[1].ratings["TF"] == 1
    one.click("text=Save the answer of this page")
    one.wait_for_url("**/rate/2")
    assert answers(folder, "r2")[1].ratings["TF"] == 5
    one.goto(one.url.replace("/rate/2", "/rate/1"))
    one.click("text=Take my saved answer back")
    one.wait_for_url("**/rate/1")
    assert answers(folder, "r2")[1].ratings["TF"] == 1, "back to the one before"


def test_what_was_not_sent_is_there_again_and_gone_after_logging_out(rater: Callable[..., Any]) -> None:
    page = rater("r3")
    page.keyboard.press("2")
    page.keyboard.press("n")
    page.keyboard.press("Shift+ArrowRight")
    page.locator("textarea[name=note]").fill("half")
    page.reload()
    assert page.input_value("textarea[name=note]") == "half"
    assert page.is_checked("[name=rating-TF][value='2']")
    assert page.locator("#boxes .box").count() == 1
    page.focus("#boxes .box")
    page.keyboard.press("Delete")
    assert page.locator("#boxes .box").count() == 0
    page.click("text=Log out")
    page.wait_for_selector("text=Please open your link")
    assert page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('study:')).length") == 0


def test_without_a_connection_it_is_kept_and_sent_again(rater: Callable[..., Any], folder: Path) -> None:
    page = rater("r3")
    for key in "2222":
        page.keyboard.press(key)
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('said').textContent.startsWith('No connection')")
    page.context.set_offline(False)
    page.wait_for_url("**/rate/2", timeout=15_000)
    assert answers(folder, "r3")[1].revision == 1


def test_another_device_goes_on_where_the_first_was(rater: Callable[..., Any]) -> None:
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
    page = rater("r3", **phone)
    assert "/rate/2" in page.url
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_on_a_phone_by_finger(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
    page = rater("r3", **phone)
    page.locator("[data-do=mark]").tap()
    drag(page, (100, 60, 200, 160))
    for name in ("TF", "SC", "SQ", "CA"):
        page.locator(f"label:has([name=rating-{name}][value='4'])").tap()
    page.screenshot(path=pictures / "study-phone.png")
    page.locator("button.main").first.tap()
    page.wait_for_url("**/rate/3")
    answer = answers(folder, "r3")[2]
    assert answer.ratings == dict.fromkeys(("TF", "SC", "SQ", "CA"), 4)
    assert answer.tags[0].box == pytest.approx((100, 60, 200, 160), abs=2)


def test_without_script_the_form_works(rater: Callable[..., Any], folder: Path, pictures: Path) -> None:
    page = rater("r3", java_script_enabled=False, color_scheme="dark")
    page.screenshot(path=pictures / "study-no-script.png", full_page=True)
    for name in ("TF", "SC", "SQ", "CA"):
        page.check(f"[name=rating-{name}][value='3']")
    page.click("button.main")
    page.wait_for_url("**/rate/4")
    assert answers(folder, "r3")[3].ratings["SQ"] == 3


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go."""
    folder = Path(os.environ.get("GRAPHICACY_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
