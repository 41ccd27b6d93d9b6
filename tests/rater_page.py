"""What a rater does on the page of a drawing of 400 × 300 px, in a study of four."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphicacy.trust.study.folder import open_study
from graphicacy.trust.study.record import Answer

__all__ = ["PLACES", "answers", "at", "boxes", "drafts", "drag", "mark", "rate", "said", "send", "touch"]

PLACES = 4
Box = tuple[float, float, float, float]


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


def drag(page: Any, box: Box) -> None:
    page.mouse.move(*at(page, *box[:2]))
    page.mouse.down()
    page.mouse.move(*at(page, *box[2:]), steps=3)
    page.mouse.up()


def mark(page: Any, box: Box) -> None:
    page.locator("[data-do=mark]").click()
    drag(page, box)
    page.evaluate("document.activeElement.blur()")


def boxes(page: Any) -> list[list[float]]:
    """What a submit would say of the marks now."""
    return [tag["box"] for tag in json.loads(page.input_value("[name=tags]"))]


def rate(page: Any, keys: str = "3333") -> None:
    page.evaluate("document.activeElement.blur()")
    for key in keys:
        page.keyboard.press(key)


def send(page: Any, place: int) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{'done' if place > PLACES else f'rate/{place}'}")


def said(page: Any, words: str) -> None:
    page.wait_for_function("words => document.getElementById('said').textContent.includes(words)", arg=words)


def drafts(page: Any) -> int:
    return int(page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('study:')).length"))


def touch(page: Any, *moves: list[tuple[float, float]]) -> None:
    """Fingers that go down at the first places, over the others, rest (a fling swallows the next tap), and up."""
    client = page.context.new_cdp_session(page)
    for kind, points in zip(["touchStart", *["touchMove"] * (len(moves) - 1)], moves, strict=True):
        given = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})
        page.wait_for_timeout(30)
    page.wait_for_timeout(150)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
