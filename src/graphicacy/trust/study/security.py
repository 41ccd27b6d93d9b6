"""What keeps raters apart from each other and from strangers: headers, tokens of forms, limits."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from time import monotonic
from typing import Any

__all__ = ["Limits", "SafeHeaders", "TooOften", "csrf_token", "is_own_site", "same"]

_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
}
_SECONDS = 60.0
_MOST_KEYS = 20_000

_Message = MutableMapping[str, Any]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[MutableMapping[str, Any], Callable[[], Awaitable[_Message]], _Send], Awaitable[None]]


class SafeHeaders:
    """Middleware that gives every response the headers of a page that nobody may frame, sniff, leak or keep.

    A header that the response has already, such as its own Cache-Control, stays.
    """

    def __init__(self, app: _App) -> None:
        self._app = app

    async def __call__(
        self, scope: MutableMapping[str, Any], receive: Callable[[], Awaitable[_Message]], send: _Send
    ) -> None:
        """One request."""

        async def safe(message: _Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((n.encode(), v.encode()) for n, v in _HEADERS.items() if n.encode() not in given),
                ]
            await send(message)

        await self._app(scope, receive, safe)


def csrf_token(cookie: str) -> str:
    """What a form of this session holds: the HMAC-SHA256 of a fixed word by the secret of the session's cookie."""
    return hmac.new(cookie.encode("utf-8", "replace"), b"form", hashlib.sha256).hexdigest()


def same(given: str, right: str) -> bool:
    """Whether two texts are equal, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode("utf-8", "replace"))


def is_own_site(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that a request came from a page of the same origin (Fetch Metadata, W3C), or is silent."""
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


class TooOften(Exception):
    """More requests than a person makes; ``seconds`` until the next one is taken."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests; try again in {seconds} s")
        self.seconds = seconds


class Limits:
    """Counts of the last minute by kind and key, of the keys that were used last; older ones are forgotten."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._counts: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def check(self, kind: str, key: str, most: int) -> None:
        """Raises ``TooOften`` where ``most`` were counted within this minute."""
        since, count = self._counts.get((kind, key), (0.0, 0))
        left = since + _SECONDS - self._clock()
        if count >= most and left > 0:
            raise TooOften(int(left) + 1)

    def count(self, kind: str, key: str) -> None:
        """Counts one."""
        now = self._clock()
        since, count = self._counts.pop((kind, key), (now, 0))
        self._counts[kind, key] = (now, 1) if now - since >= _SECONDS else (since, count + 1)
        if len(self._counts) > _MOST_KEYS:
            self._counts.popitem(last=False)
