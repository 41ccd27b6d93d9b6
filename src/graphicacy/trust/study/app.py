"""The web server of a rater study: a rater's link opens a session, and every answer is on the disk before its reply.

| Address | Gives |
|---|---|
| ``GET /in/TOKEN`` | logs the rater of this personal link in |
| ``GET /`` | leads to the next drawing that is not rated |
| ``GET /rate/PLACE``, ``POST /rate/PLACE`` | the page of a drawing; an answer |
| ``POST /undo/PLACE`` | takes an answer back |
| ``GET /places``, ``GET /done`` | all drawings of the rater; the end |
| ``GET /picture/ITEM.png`` | a drawing of the rater's own queue |
| ``POST /out`` | logs out |
| ``GET /health`` | "ok" where the database answers |
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from graphicacy.trust.study.folder import LINKS, open_study
from graphicacy.trust.study.forms import MOST_BODY, BadForm, Sent, read_fields, sent_of
from graphicacy.trust.study.pages import Pages
from graphicacy.trust.study.record import Answer, Assignment, Progress, Rater, Study
from graphicacy.trust.study.security import Limits, SafeHeaders, TooOften, csrf_token, is_own_site, same
from graphicacy.trust.study.store import BadAnswer, Conflict, NothingToUndo, Store, Unavailable, new_token

try:
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
    from starlette.routing import Route
except ModuleNotFoundError as error:
    raise ValueError(f"rater studies need {error.name}: pip install 'graphicacy[study]'") from None

__all__ = ["make_app", "serve"]

_DAYS = 30  # that a session lasts
_PICTURE_SECONDS = 86_400


class _Refused(Exception):
    """A request that is answered with a page of words: its status, title and text."""

    def __init__(self, status: int, title: str, text: str, seconds: int = 0) -> None:
        super().__init__(text)
        self.status, self.title, self.text, self.seconds = status, title, text, seconds


_NO_SESSION = (401, "Please open your link", "Open the personal link that you were sent: it logs you in.")
_NO_LINK = (404, "This link is not known", "Check that the whole link was copied, or ask for a new one.")
_NO_PAGE = (404, "There is no such page", "Go on with the next drawing from the start page.")
_FORGED = (
    403,
    "Nothing was saved",
    "This page was open too long, or in another session. Load it again and send once more.",
)
_DOWN = (503, "The study cannot be reached", "Nothing was lost. Wait a minute and load the page again.", 30)


def serve(folder: Path, *, host: str = "127.0.0.1", port: int = 8000, database: str | None = None) -> None:
    """Serve a study until Ctrl-C. Behind a proxy on the same machine its headers of the client and scheme are trusted.

    Raises:
        BadStudy, BadStore: the folder or database cannot be used.
        OSError: the port is taken.
    """
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        raise ValueError(f"rater studies need {error.name}: pip install 'graphicacy[study]'") from None

    study, store = open_study(folder, database)
    config = uvicorn.Config(
        make_app(study, store, folder),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        listener = _listen(config, host, port)
        with listener:
            place = listener.getsockname()
            shown = f"[{place[0]}]" if ":" in place[0] else place[0]
            print(
                f"http://{shown}:{place[1]}: {len(study.raters)} raters, {len(study.items)} drawings; stop with Ctrl-C"
            )
            print(f"{folder / LINKS}: the personal links; put this address before each", flush=True)
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        store.close()


def _listen(config: Any, host: str, port: int) -> Any:
    """The socket, taken before anything is said, so that a taken port is one line."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, so that asyncio turns Nagle's algorithm off: replies would wait 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(f"{host} port {port} cannot be used ({error.strerror}); choose another --port") from None
    listener.listen(config.backlog)
    return listener


def make_app(study: Study, store: Store, folder: Path) -> SafeHeaders:
    """The application. ``folder`` holds the pictures that the study names."""
    site = _Site(study, store, folder)
    server = Starlette(
        routes=[
            Route("/", site.start),
            Route("/in/{token}", site.log_in),
            Route("/out", site.log_out, methods=["POST"]),
            Route("/rate/{place}", site.show),
            Route("/rate/{place}", site.save, methods=["POST"]),
            Route("/undo/{place}", site.undo, methods=["POST"]),
            Route("/places", site.places),
            Route("/done", site.done),
            Route("/picture/{name}", site.picture),
            Route("/static/{name}", site.static),
            Route("/favicon.ico", _nothing),
            Route("/health", site.health),
        ],
        exception_handlers={
            _Refused: site.refused,
            HTTPException: site.refused,
            Unavailable: site.refused,
            TooOften: site.refused,
            ClientDisconnect: site.refused,
            Exception: site.refused,
        },
    )
    server.router.redirect_slashes = False  # what is no page leads nowhere
    return SafeHeaders(server)  # around all of it, so that its own errors have the headers too


class _Site:
    def __init__(self, study: Study, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder
        self._pages = Pages(study)
        self._queues = {rater.id: {one.place: one for one in study.queue(rater.id)} for rater in study.raters}
        self._pictures = {rater: {f"{one.item}.png" for one in queue.values()} for rater, queue in self._queues.items()}
        self._files = {f"{item.id}.png": item.picture for item in study.items}
        self._sizes = {item.id: (item.width, item.height) for item in study.items}
        self._limits = Limits()

    # Who

    async def start(self, request: Request) -> Response:
        rater = await self._rater(request)
        return await self._on(request, rater)

    async def log_in(self, request: Request) -> Response:
        self._limits.check("link", _address(request), 30)
        rater = await run_in_threadpool(self._store.rater_of, request.path_params["token"])
        if rater is None:
            self._limits.count("link", _address(request))
            raise _Refused(*_NO_LINK)
        cookie = await run_in_threadpool(self._store.start_session, rater.id, _DAYS)
        reply = _lead("/")
        reply.set_cookie(
            _cookie_name(request),
            cookie,
            max_age=_DAYS * 86_400,
            httponly=True,
            samesite="lax",
            secure=_is_https(request),
        )
        return reply

    async def log_out(self, request: Request) -> Response:
        await self._rater(request)
        await self._fields(request)
        await run_in_threadpool(self._store.end_session, _cookie(request))
        reply = _lead("/")
        reply.delete_cookie(_cookie_name(request), secure=_is_https(request), httponly=True, samesite="lax")
        return reply

    # Drawings

    async def show(self, request: Request) -> Response:
        rater = await self._rater(request)
        seat = self._seat(request, rater)
        answer, progress = await run_in_threadpool(self._state, rater, seat)
        return self._page(request, rater, seat, answer, progress)

    async def save(self, request: Request) -> Response:
        rater = await self._rater(request)
        seat = self._seat(request, rater)
        fields = await self._fields(request)
        try:
            sent = sent_of(fields).within(*self._sizes[seat.item])
        except BadForm as error:
            return await self._again(request, rater, seat, None, str(error), 422)
        keep = partial(
            self._store.save, rater.id, seat.place, sent.ratings, sent.note, sent.tags, sent.seconds,
            based_on=sent.based_on, client=sent.client,
        )  # fmt: skip
        return await self._tried(request, rater, seat, sent, keep)

    async def undo(self, request: Request) -> Response:
        rater = await self._rater(request)
        seat = self._seat(request, rater)
        fields = await self._fields(request)
        try:
            sent = sent_of(fields, ratings=False)
            back = partial(self._store.undo, rater.id, seat.place, based_on=sent.based_on, client=sent.client)
            await run_in_threadpool(back)
        except (BadForm, BadAnswer, NothingToUndo) as error:
            return await self._again(request, rater, seat, None, str(error), 422)
        except Conflict:
            return await self._again(request, rater, seat, None, "This was answered elsewhere in the meantime.", 409)
        return _lead(f"/rate/{seat.place}")

    async def _tried(
        self, request: Request, rater: Rater, seat: Assignment, sent: Sent, keep: Callable[[], Answer]
    ) -> Response:
        try:
            await run_in_threadpool(keep)
        except BadAnswer as error:
            return await self._again(request, rater, seat, sent.anew(), str(error), 422)
        except Conflict as conflict:
            if _wants_json(request):
                return JSONResponse({"message": str(conflict), "page": f"/rate/{seat.place}"}, 409)
            csrf = csrf_token(_cookie(request))
            return HTMLResponse(self._pages.conflict(rater, seat, sent, conflict.current, csrf, new_token()), 409)
        except Unavailable:
            if _wants_json(request):
                return JSONResponse({"message": _DOWN[2]}, 503, {"Retry-After": "30"})
            blank = Progress(done=0, total=len(self._queues[rater.id]), next=seat.place)
            text = "It could not be saved just now. Nothing was lost: send it again in a minute."
            return self._page(request, rater, seat, None, blank, sent, text, 503)
        return await self._on(request, rater)

    async def _again(
        self, request: Request, rater: Rater, seat: Assignment, sent: Sent | None, message: str, status: int
    ) -> Response:
        """The page of the same drawing, with what was sent and what is wrong with it."""
        if _wants_json(request):
            return JSONResponse({"message": message}, status)
        answer, progress = await run_in_threadpool(self._state, rater, seat)
        return self._page(request, rater, seat, answer, progress, sent, message, status)

    def _page(
        self,
        request: Request,
        rater: Rater,
        seat: Assignment,
        answer: Answer | None,
        progress: Progress,
        sent: Sent | None = None,
        message: str = "",
        status: int = 200,
    ) -> Response:
        shown = sent or Sent.of(answer)
        if not shown.client:
            shown = replace(shown, client=new_token())
        csrf = csrf_token(_cookie(request))
        return HTMLResponse(self._pages.rate(rater, seat, shown, answer, progress, csrf, message), status)

    def _state(self, rater: Rater, seat: Assignment) -> tuple[Answer | None, Progress]:
        return self._store.answer(rater.id, seat.place), self._store.progress(rater.id)

    async def places(self, request: Request) -> Response:
        rater = await self._rater(request)
        answers = await run_in_threadpool(self._store.answers, rater.id)
        queue = tuple(self._queues[rater.id].values())
        by_place = {answer.place: answer for answer in answers}
        return HTMLResponse(self._pages.overview(rater, queue, by_place, csrf_token(_cookie(request))))

    async def done(self, request: Request) -> Response:
        rater = await self._rater(request)
        progress = await run_in_threadpool(self._store.progress, rater.id)
        if progress.next is not None:
            return _lead(f"/rate/{progress.next}")
        return HTMLResponse(self._pages.done(rater, progress, csrf_token(_cookie(request))))

    # Files

    async def picture(self, request: Request) -> Response:
        rater = await self._rater(request)
        name = request.path_params["name"]
        if name not in self._pictures[rater.id]:
            raise _Refused(*_NO_PAGE)
        try:
            data = await run_in_threadpool((self._folder / self._files[name]).read_bytes)
        except OSError:
            raise _Refused(*_NO_PAGE) from None
        kept = {"Cache-Control": f"private, max-age={_PICTURE_SECONDS}, immutable"}
        return Response(data, media_type="image/png", headers=kept)

    async def static(self, request: Request) -> Response:
        found = self._pages.static(request.path_params["name"])
        if found is None:
            raise _Refused(*_NO_PAGE)
        data, kind = found
        return Response(data, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"})

    async def health(self, request: Request) -> Response:
        self._limits.check("health", _address(request), 600)
        self._limits.count("health", _address(request))
        await run_in_threadpool(self._store.study_id)
        return PlainTextResponse("ok")

    # What all share

    async def _rater(self, request: Request) -> Rater:
        """Who is logged in."""
        cookie = _cookie(request)
        self._limits.check("session", cookie, 600)
        rater = await run_in_threadpool(self._store.session_rater, cookie) if cookie else None
        if rater is None or rater.id not in self._queues:
            self._limits.check("stranger", _address(request), 600)  # who makes up cookies has an address all the same
            self._limits.count("stranger", _address(request))
            raise _Refused(*_NO_SESSION)
        self._limits.count("session", cookie)
        return rater

    async def _fields(self, request: Request) -> dict[str, str]:
        """The fields of a form that came from a page of this session."""
        try:
            fields = read_fields(request.headers.get("content-type", ""), await _body(request))
        except BadForm as error:
            raise _Refused(400, "Nothing was saved", str(error)) from None
        if not is_own_site(request.headers) or not same(fields.get("csrf", ""), csrf_token(_cookie(request))):
            raise _Refused(*_FORGED)
        return fields

    def _seat(self, request: Request, rater: Rater) -> Assignment:
        place = request.path_params["place"]
        seat = (
            self._queues[rater.id].get(int(place)) if place.isascii() and place.isdigit() and len(place) < 7 else None
        )
        if seat is None:
            raise _Refused(*_NO_PAGE)
        return seat

    async def _on(self, request: Request, rater: Rater) -> Response:
        """To the next drawing that is not rated, or to the end."""
        progress = await run_in_threadpool(self._store.progress, rater.id)
        to = "/done" if progress.next is None else f"/rate/{progress.next}"
        return JSONResponse({"next": to}) if _wants_json(request) else _lead(to)

    async def refused(self, request: Request, error: Exception) -> Response:
        """One page of words for whatever went wrong; never what the error says of the machine."""
        if isinstance(error, Unavailable):
            error = _Refused(*_DOWN)
        elif isinstance(error, TooOften):
            error = _Refused(429, "Too many requests", "Nothing was lost. Wait a minute, and go on.", error.seconds)
        elif isinstance(error, HTTPException):
            words = (error.status_code, "This cannot be done", error.detail)
            error = _Refused(*(_NO_PAGE if error.status_code == 404 else words))
        if not isinstance(error, _Refused):
            print(f"study: {type(error).__name__}: {error}", file=sys.stderr)
            error = _Refused(500, "Something went wrong", "Nothing was lost. Load the page again.")
        headers = {"Retry-After": str(error.seconds)} if error.seconds else None
        if _wants_json(request):
            return JSONResponse({"message": error.text}, error.status, headers)
        return HTMLResponse(self._pages.message(error.title, error.text), error.status, headers)


async def _nothing(request: Request) -> Response:
    """Browsers ask for an icon; there is none, and that is no error."""
    return Response(status_code=204)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BODY:
            raise _Refused(413, "Nothing was saved", "That is too long: shorten the notes.")
    return bytes(body)


def _lead(to: str) -> RedirectResponse:
    return RedirectResponse(to, 303)


def _wants_json(request: Request) -> bool:
    return request.headers.get("accept", "") == "application/json"


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _is_https(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _cookie_name(request: Request) -> str:
    return "__Host-study" if _is_https(request) else "study"


def _cookie(request: Request) -> str:
    return request.cookies.get(_cookie_name(request), "")[:100]
