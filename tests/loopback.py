"""A loopback server that speaks the OpenAI protocol, scripted by a function; it ends by itself.

with Loopback(lambda request: chat("<svg …")) as server:
    ... base_url=server.url ...
    assert len(server.asked("/chat/completions")) == 3
"""

from __future__ import annotations

import base64
import contextlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

KEY = "test-key"


@dataclass(frozen=True)
class Request:
    path: str
    body: dict[str, Any]
    key: str
    number: int

    @property
    def model(self) -> str:
        return self.body.get("model", "")

    @property
    def prompt(self) -> str:
        """The text of the last message, or the prompt of an image request."""
        return self.texts[-1] if self.texts else self.body.get("prompt", "")

    @property
    def texts(self) -> list[str]:
        return [_text(message["content"]) for message in self.body.get("messages", [])]

    @property
    def pictures(self) -> list[str]:
        """The pictures sent with the messages, as data URIs."""
        parts = [part for m in self.body.get("messages", []) if isinstance(m["content"], list) for part in m["content"]]
        return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or [])


@dataclass(frozen=True)
class Reply:
    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop: bool = False
    raw: bytes | None = None


def chat(text: Any, model: str = "served-chat-1", finish: str = "stop", **message: Any) -> Reply:
    return Reply(
        {
            "id": "chat-1",
            "object": "chat.completion",
            "created": 1,
            "model": model,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": text, **message},
                }
            ],
            "usage": {"prompt_tokens": 10, "completion_tokens": 20, "total_tokens": 30},
        }
    )


def image(png: bytes, **item: Any) -> Reply:
    data = [item or {"b64_json": base64.b64encode(png).decode()}]
    usage = {"input_tokens": 7, "output_tokens": 1000, "total_tokens": 1007}
    return Reply({"created": 1, "data": data, "usage": {**usage, "input_tokens_details": {}}})


def refused(status: int, message: str = "scripted", code: str = "", retry_after: float | None = None) -> Reply:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Reply({"error": {"message": message, "type": code, "code": code}}, status, headers)


def picture(*labels: str, size: tuple[int, int] = (640, 480)) -> bytes:
    """A PNG that shows the labels, one a line."""
    canvas = Image.new("RGB", size, "white")
    for i, label in enumerate(labels):
        ImageDraw.Draw(canvas).text((40, 40 + 40 * i), label, fill="black", font_size=24)
    buffer = BytesIO()
    canvas.save(buffer, "PNG")
    return buffer.getvalue()


def data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


class Loopback:
    """Serves on 127.0.0.1 until the block ends, ``lifetime`` seconds have passed or ``most`` requests came."""

    def __init__(self, script: Callable[[Request], Reply], lifetime: float = 120.0, most: int = 1000) -> None:
        self.script = script
        self.most = most
        self.requests: list[Request] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._timer = threading.Timer(lifetime, self._server.shutdown)
        self._timer.daemon = True

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def asked(self, path: str) -> list[Request]:
        return [request for request in list(self.requests) if request.path.endswith(path)]

    def __enter__(self) -> Loopback:
        self._thread.start()
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def reply(self, path: str, body: dict[str, Any], key: str) -> Reply:
        with self._lock:
            request = Request(path, body, key, len(self.requests) + 1)
            self.requests.append(request)
        if request.number > self.most:
            threading.Thread(target=self._server.shutdown, daemon=True).start()
            return refused(500, "too many requests for a test")
        if key != KEY and not path.startswith("/files/"):
            return refused(401, "Incorrect API key provided", "invalid_api_key")
        return self.script(request)


def _handler(owner: Loopback) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path == "/v1/models":
                self._send(Reply({"object": "list", "data": [{"id": "served-chat-1", "object": "model"}]}))
            else:
                self._send(owner.reply(self.path, {}, self._key()))

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length) or b"{}")
            self._send(owner.reply(self.path, body, self._key()))

        def _key(self) -> str:
            return self.headers.get("Authorization", "").removeprefix("Bearer ")

        def _send(self, reply: Reply) -> None:
            time.sleep(reply.delay)
            if reply.drop:
                self.close_connection = True
                self.connection.close()
                return
            data = reply.raw if reply.raw is not None else json.dumps(reply.body).encode()
            try:
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json" if reply.raw is None else "image/png")
                self.send_header("Content-Length", str(len(data)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                pass  # the client has gone: a time-out or a kill

        def handle(self) -> None:
            with contextlib.suppress(OSError):
                super().handle()

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
