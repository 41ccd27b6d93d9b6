"""Pictures in messages, and what the image provider makes of the server's answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from inspect_ai.model import ChatMessageAssistant, ContentImage, ContentText

from graphicacy.providers.images import ImagesAPI
from graphicacy.providers.pictures import data_uri, picture_bytes, pictures_in_text
from loopback import data_uri as png_uri
from loopback import picture

PNG = picture("ATP", size=(64, 64))


@pytest.mark.parametrize(
    "content",
    [
        [ContentImage(image=png_uri(PNG))],
        [ContentImage(image=png_uri(b"draft")), ContentText(text="Better:"), ContentImage(image=png_uri(PNG))],
        [ContentText(text=f"![the figure]({png_uri(PNG)})")],
        f"Here: {png_uri(PNG)} done",
    ],
)
def test_the_last_picture_of_a_message_counts(content: Any) -> None:
    assert picture_bytes(ChatMessageAssistant(content=content)) == PNG


@pytest.mark.parametrize("content", ["no picture", [ContentImage(image="https://example.org/1.png")], []])
def test_a_link_or_a_text_is_no_picture(content: Any) -> None:
    assert picture_bytes(ChatMessageAssistant(content=content)) is None


def test_broken_base64_is_told() -> None:
    message = ChatMessageAssistant(content=[ContentImage(image="data:image/png;base64,AAAAA")])
    with pytest.raises(ValueError, match="base64 is broken"):
        picture_bytes(message)


def test_text_around_a_picture_is_kept() -> None:
    image, text = pictures_in_text(f"Before {png_uri(PNG)} after")
    assert isinstance(image, ContentImage)
    assert isinstance(text, ContentText)
    assert text.text == "Before  after"


@pytest.mark.parametrize(("data", "kind"), [(PNG, "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"?", "application")])
def test_the_type_is_told_from_the_bytes(data: bytes, kind: str) -> None:
    assert data_uri(data).startswith(f"data:{kind}")


@pytest.mark.parametrize(
    ("status", "retried"),
    [(400, False), (401, False), (408, True), (409, True), (429, True), (502, True)],
)
def test_what_is_tried_again(status: int, retried: bool) -> None:
    api = ImagesAPI("p", base_url="http://127.0.0.1:1")
    error = RuntimeError("scripted")
    error.status_code = status  # type: ignore[attr-defined]
    assert bool(api.should_retry(error)) is retried


@pytest.mark.parametrize(("header", "wait"), [("7", 7.0), ("100000", 300.0), ("-1", 0.0), ("soon", None), (None, None)])
def test_the_servers_retry_after_is_kept(header: str | None, wait: float | None) -> None:
    error = RuntimeError("scripted")
    error.response = SimpleNamespace(headers={} if header is None else {"retry-after": header})  # type: ignore[attr-defined]
    outcome = SimpleNamespace(exception=lambda: error)
    state: Any = SimpleNamespace(outcome=outcome, attempt_number=1)
    waited = ImagesAPI("p", base_url="http://127.0.0.1:1").retry_wait()(state)
    assert waited == wait if wait is not None else 1 <= waited <= 3
