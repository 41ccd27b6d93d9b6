"""The drawing in a model's answer: a picture as it is, or code that is drawn."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from inspect_ai.model import ChatMessage, Content, ContentImage, ContentText, ModelOutput

from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.files import open_bytes
from graphicacy.diagram.render import render
from graphicacy.draw.run import Drawn, Medium
from graphicacy.draw.systems.code import NoCode, extract_code
from graphicacy.providers.pictures import picture_bytes

__all__ = ["Answer", "picture_content", "png_uri", "read_answer", "stored_drawing", "stored_png"]

_PNG = "data:image/png;base64,"

# The solver draws the code to see whether it can be drawn; the scorer needs the same drawing a moment later.
_rendered = lru_cache(maxsize=32)(render)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was drawn, and the code that it was drawn from (None for a picture)."""

    medium: Medium
    drawing: Drawing
    source: str | None = None


def read_answer(output: ModelOutput, medium: Medium) -> Answer:
    """The drawing in an answer: a picture, or code in the medium's notation or the one that the output names.

    Raises:
        NoCode: the answer holds no drawing, or the system refused.
        BadDrawing: what it holds cannot be drawn.
    """
    text = output.message.text
    if output.stop_reason == "content_filter":
        raise NoCode(f"the system refused to draw this: {text[:200] or 'content filter'}")
    notation = (output.metadata or {}).get("notation") or medium
    if notation == "image":
        return Answer("image", open_bytes(_picture(output.message, text), "picture"))
    if not text.strip():
        raise NoCode("the answer is empty")
    code = extract_code(text, notation, cut_off=output.stop_reason == "max_tokens")
    return Answer(notation, _rendered(code, notation), code)


def picture_content(message: ChatMessage, drawing: Drawing) -> list[Content]:
    """A message's text and the picture as it was drawn, so that the log shows what is scored."""
    text: list[Content] = [ContentText(text=message.text)] if message.text.strip() else []
    return [*text, ContentImage(image=png_uri(drawing.png))]


def stored_png(content: Any) -> bytes:
    """The PNG that ``picture_content`` put into a message.

    Raises:
        ValueError: there is none: the log was written without images.
    """
    for item in content if isinstance(content, list) else []:
        if isinstance(item, ContentImage) and item.image.startswith(_PNG):
            return b64decode(item.image.removeprefix(_PNG))
    raise ValueError("the log holds no picture of this sample: it was written with log_images=False; run it again")


def stored_drawing(drawn: Drawn, png: bytes) -> Drawing:
    """The drawing again, from what the log stores: drawn from its code, or read from the picture."""
    if drawn.source is not None and drawn.notation is not None:
        return _rendered(drawn.source, drawn.notation)
    return open_bytes(png, "picture.png")


def png_uri(png: bytes) -> str:
    """A PNG as a data URI."""
    return _PNG + b64encode(png).decode()


def _picture(message: ChatMessage, text: str) -> bytes:
    try:
        picture = picture_bytes(message)
    except ValueError as error:
        raise NoCode(str(error)) from None
    if picture is None:
        raise NoCode(f"the answer holds no picture: {text[:200]}" if text.strip() else "the answer is empty")
    return picture
