"""Pictures in messages: data URIs, and the pictures that a text carries."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable

from inspect_ai.model import ChatMessage, Content, ContentImage, ContentText

__all__ = ["data_uri", "picture_bytes", "pictures_in_text"]

_URI = re.compile(r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/]{16,}={0,2}")
_TYPES = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"RIFF": "webp", b"BM": "bmp", b"II*\0": "tiff"}


def data_uri(data: bytes) -> str:
    """The bytes of a picture as a data URI; the type is told from the first bytes."""
    kind = next((f"image/{name}" for magic, name in _TYPES.items() if data.startswith(magic)), None)
    return f"data:{kind or 'application/octet-stream'};base64,{b64encode(data).decode()}"


def pictures_in_text(text: str) -> list[Content]:
    """A text as content: the pictures in it (data URIs, as in Markdown images), then what is left of it."""
    pictures: list[Content] = [ContentImage(image=found) for found in _URI.findall(text)]
    rest = _URI.sub("", text).strip()
    return [*pictures, ContentText(text=rest)] if rest else pictures


def picture_bytes(message: ChatMessage) -> bytes | None:
    """The last picture of a message, decoded; None where it holds none (a link is no picture).

    Raises:
        ValueError: the picture's base64 is broken.
    """
    found = None
    for item in _content(message):
        if isinstance(item, ContentImage) and item.image.startswith("data:"):
            found = item.image
    if found is None:
        return None
    try:
        return b64decode(found.split(",", 1)[1] if "," in found else "")
    except Error:
        raise ValueError("the picture's base64 is broken") from None


def _content(message: ChatMessage) -> Iterable[Content]:
    if isinstance(message.content, str):
        return pictures_in_text(message.content)
    return [part for item in message.content for part in _parts(item)]


def _parts(item: Content) -> list[Content]:
    return pictures_in_text(item.text) if isinstance(item, ContentText) else [item]
