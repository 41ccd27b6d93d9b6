"""The web server of a rater study: who gets in, what is kept, what nobody may see, and what hostile input does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the study extra is not installed: its server was not tried")
pytest.importorskip("httpx", reason="httpx is not installed: the study's server was not tried")
from starlette.testclient import TestClient

from graphicacy.trust.study.app import make_app
from graphicacy.trust.study.record import Study
from graphicacy.trust.study.scales import DIMENSIONS, SCALES
from graphicacy.trust.study.security import Limits, TooOften, csrf_token
from graphicacy.trust.study.store import Store, Unavailable, open_store, token_hash
from small_study import RATINGS, SYSTEMS, small_study

JSON = {"Accept": "application/json"}
TAG = {"kind": "missing-label", "box": [10.0, 20.0, 50.0, 60.0], "note": "here"}


@pytest.fixture
def study() -> Study:
    return small_study(raters=3, places=4)


@pytest.fixture
def store(study: Study, tmp_path: Path) -> Iterator[Store]:
    """A store in which the token of r1 is "token r1"."""
    (tmp_path / "pictures").mkdir()
    for item in study.items:
        (tmp_path / item.picture).write_bytes(b"\x89PNG " + item.id.encode())
    store = open_store(tmp_path / "study.db")
    store.prepare(study, {rater.id: token_hash(f"token-{rater.id}") for rater in study.raters})
    yield store
    store.close()


@pytest.fixture
def visit(study: Study, store: Store, tmp_path: Path) -> Callable[..., TestClient]:
    """A browser of a rater who has opened the personal link, or of nobody."""
    app = make_app(study, store, tmp_path)

    def go(rater: str = "r1", https: bool = False) -> TestClient:
        client = TestClient(app, base_url=f"http{'s' if https else ''}://study.test", follow_redirects=False)
        if rater:
            assert client.get(f"/in/token-{rater}").status_code == 303
        return client

    return go


def form(client: TestClient, place: int = 1, **more: str) -> dict[str, str]:
    """The fields of a page, filled in."""
    page = client.get(f"/rate/{place}").text
    hidden = dict(re.findall(r'name="(csrf|based_on|client)" value="([^"]*)"', page[page.index('id="answer"') :]))
    ratings = {f"rating-{name}": "none" if value is None else str(value) for name, value in RATINGS.items()}
    return {**hidden, **ratings, "note": "", "tags": "[]", "seconds": "12.5", **more}


def test_a_personal_link_logs_in_and_leads_to_the_first_drawing(visit: Callable[..., TestClient]) -> None:
    client = visit()
    reply = client.get("/")
    assert (reply.status_code, reply.headers["location"]) == (303, "/rate/1")
    page = client.get("/rate/1").text
    assert "Rater 1" in page
    assert all(words in page for scale in SCALES for words in (scale.question, *scale.anchors))
    assert "Draw it." in page


def test_nobody_gets_in_without_a_link(visit: Callable[..., TestClient]) -> None:
    nobody = visit("")
    for address in ("/", "/rate/1", "/places", "/done", "/picture/0000000000.png"):
        assert nobody.get(address).status_code == 401
    for link in ("token-r9", "", "x" * 5000, "%00", "..%2f", "token-r1%00"):
        assert nobody.get(f"/in/{link}").status_code == 404
    assert nobody.post("/rate/1", data={"csrf": csrf_token("")}).status_code == 401
    assert "study" not in nobody.cookies


def test_an_answer_is_in_the_store_before_its_reply(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    fields = form(client, 2, note="a\r\nb", tags=json.dumps([TAG]))
    reply = client.post("/rate/2", data=fields)
    answer = store.answer("r1", 2)
    assert (reply.status_code, reply.headers["location"]) == (303, "/rate/1")
    assert answer is not None
    assert answer.ratings == RATINGS
    assert (answer.note, answer.seconds, answer.revision) == ("a\nb", 12.5, 1)
    assert answer.tags[0].model_dump() == {**TAG, "box": tuple(TAG["box"])}


def test_the_last_answer_leads_to_the_end(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    for place in (1, 2, 3):
        client.post(f"/rate/{place}", data=form(client, place))
    assert client.post("/rate/4", data=form(client, 4)).headers["location"] == "/done"
    assert "Thank you, Rater 1" in client.get("/done").text
    assert "4 of 4 rated" in client.get("/places").text
    client.post("/rate/2", data=form(client, 2, note="better"))
    assert store.answer("r1", 2).note == "better"  # type: ignore[union-attr]


def test_the_same_submit_sent_twice_is_saved_once(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    fields = form(client)
    replies = [client.post("/rate/1", data=fields, headers=JSON) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200] * 3
    assert replies[0].json() == {"next": "/rate/2"}
    assert len(store.history()) == 1


def test_of_two_tabs_neither_overwrites_the_other(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    first, second = form(client, note="first"), form(client, note="second")
    assert client.post("/rate/1", data=first).status_code == 303
    page = client.post("/rate/1", data=second)
    assert page.status_code == 409
    assert "Two answers" in page.text
    assert "first" in page.text
    assert store.answer("r1", 1).note == "first"  # type: ignore[union-attr]
    told = client.post("/rate/1", data=second, headers=JSON)
    assert (told.status_code, told.json()["page"]) == (409, "/rate/1")
    kept = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.text[page.text.index("/rate/1") :]))
    assert client.post("/rate/1", data={**kept, "tags": "[]"}).status_code == 303
    assert store.answer("r1", 1).note == "second"  # type: ignore[union-attr]
    assert len(store.history()) == 2


def test_an_answer_can_be_taken_back(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    client.post("/rate/1", data=form(client))
    page = client.get("/rate/1").text
    back = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', page[page.index('class="back"') :]))
    assert client.post("/undo/1", data=back).headers["location"] == "/rate/1"
    assert store.progress("r1").done == 0
    assert client.post("/undo/1", data={**back, "client": "x"}).status_code == 409
    assert "checked" not in client.get("/rate/1").text


def test_what_is_wrong_is_said_and_nothing_is_lost(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    fields = form(client, note="kept <b>")
    del fields["rating-SC"]
    reply = client.post("/rate/1", data=fields)
    assert reply.status_code == 422
    assert "kept &lt;b&gt;" in reply.text
    assert 'value="1" required checked' in reply.text
    assert client.post("/rate/1", data=fields, headers=JSON).json()["message"]
    assert store.history() == ()


def test_boxes_are_cut_to_the_picture(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    tags = [{**TAG, "box": [150, 50, 900, 900]}, {**TAG, "box": [300, 10, 400, 20]}]
    client.post("/rate/1", data=form(client, tags=json.dumps(tags)))
    assert [tag.box for tag in store.answer("r1", 1).tags] == [(150.0, 50.0, 200.0, 100.0)]  # type: ignore[union-attr]


def test_a_form_of_another_session_or_site_saves_nothing(visit: Callable[..., TestClient], store: Store) -> None:
    one, other = visit("r1"), visit("r2")
    assert one.post("/rate/1", data=form(other)).status_code == 403
    assert one.post("/rate/1", data=form(one, csrf="")).status_code == 403
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert one.post("/rate/1", data=form(one), headers=elsewhere).status_code == 403
    assert one.post("/out", data={"csrf": "no"}).status_code == 403
    assert one.post("/rate/1", json={"csrf": "x"}).status_code == 400
    assert store.history() == ()


def test_logging_out_ends_the_session(visit: Callable[..., TestClient]) -> None:
    client = visit()
    cookie = client.cookies["study"]
    assert client.post("/out", data=form(client)).status_code == 303
    assert client.get("/rate/1").status_code == 401
    again = visit("")
    again.cookies.set("study", cookie)
    assert again.get("/rate/1").status_code == 401, "the cookie is worth nothing any more"


def test_over_https_the_cookie_is_bound_to_the_host(visit: Callable[..., TestClient]) -> None:
    for https, name in ((True, "__Host-study"), (False, "study")):
        client = visit("", https=https)
        set_by = client.get("/in/token-r1").headers["set-cookie"]
        assert set_by.startswith(f"{name}=")
        assert ("Secure" in set_by) is https
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(set_by.split("; "))
        assert client.get("/rate/1").status_code == 200


def test_no_rater_sees_a_system_a_score_or_another_rater(visit: Callable[..., TestClient], study: Study) -> None:
    other = visit("r2")
    other.post("/rate/1", data=form(other, note="secret of r2", tags=json.dumps([TAG])))
    client = visit("r1")
    client.post("/rate/1", data=form(client))
    stale = form(client, note="x")
    client.post("/rate/1", data=form(client, note="y"))
    texts = [client.get(f"/rate/{place}").text for place in (1, 2, 3, 4)]
    texts += [client.get(address).text for address in ("/places", "/done", "/rate/99", "/nowhere")]
    texts += [client.post("/rate/1", data=stale).text, client.get("/rate/1", headers=JSON).text]
    hidden = [*SYSTEMS, "secret of r2", "Rater 2", "token-", "0.25", "0.75", "svg", *{i.medium for i in study.items}]
    for text in texts:
        words = re.sub(r"</?svg\b", "", text)  # the element, in which boxes are drawn
        assert [word for word in hidden if word in words] == []


def test_pictures_are_those_of_the_own_queue(tmp_path: Path) -> None:
    study = small_study(raters=2, places=4)
    seats = tuple(one for one in study.assignments if one.rater == "r1" or one.place > 2)
    study = study.model_copy(update={"assignments": seats})
    (tmp_path / "pictures").mkdir()
    for item in study.items:
        (tmp_path / item.picture).write_bytes(item.id.encode())
    store = open_store(tmp_path / "study.db")
    store.prepare(study, {rater.id: token_hash(f"token-{rater.id}") for rater in study.raters})
    client = TestClient(make_app(study, store, tmp_path), follow_redirects=False)
    client.get("/in/token-r2")
    seen = [client.get(f"/picture/{item.id}.png").status_code for item in study.items]
    assert seen == [404, 404, 200, 200]
    picture = client.get(f"/picture/{study.items[2].id}.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cache-control"].startswith("private")
    for name in ("..%2fstudy.json", "%2e%2e/study.json", "study.json", "0.png", "../study.db"):
        assert client.get(f"/picture/{name}").status_code == 404
    store.close()


def test_every_reply_has_the_headers_that_keep_it_safe(visit: Callable[..., TestClient]) -> None:
    client = visit()
    addresses = ("/", "/rate/1", "/rate/99", "/nowhere", "/static/study.css", "/picture/0000000000.png", "/health")
    replies = [client.get(address) for address in addresses]
    replies += [
        client.post("/rate/1"),
        client.request("PUT", "/rate/1"),
        client.post("/rate/1", content=b"x" * 200_000),
    ]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert reply.headers["x-frame-options"] == "DENY"
    page = client.get("/rate/1").text
    assert not re.search(r"<[^>]*\s(style|on\w+)=", page), "no inline style or script"
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert not re.search(r"(?:src|href|action)=\"(?!/)", page), "nothing of another host"


def test_a_form_that_is_too_long_is_refused(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    assert client.post("/rate/1", data=form(client, note="x" * 200_000)).status_code == 413
    assert client.post("/rate/1", data=form(client, note="x" * 5_000)).status_code == 422
    assert client.post("/rate/1", data={**form(client), **{f"f{n}": "" for n in range(50)}}).status_code == 400
    assert store.history() == ()


def test_a_database_that_is_away_is_said_and_what_was_typed_is_kept(
    visit: Callable[..., TestClient], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visit()
    fields = form(client, note="typed")

    def away(*_: Any, **__: Any) -> Any:
        raise Unavailable("gone")

    monkeypatch.setattr(store, "save", away)
    reply = client.post("/rate/1", data=fields)
    assert reply.status_code == 503
    assert "typed" in reply.text
    assert f'value="{fields["client"]}"' in reply.text, "the same submit may be sent again"
    assert client.post("/rate/1", data=fields, headers=JSON).headers["retry-after"] == "30"
    monkeypatch.setattr(store, "session_rater", away)
    assert client.get("/rate/1").status_code == 503
    monkeypatch.setattr(store, "study_id", away)
    assert client.get("/health").status_code == 503


def test_a_fault_of_our_own_tells_nothing_of_the_machine(
    visit: Callable[..., TestClient], store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = visit()

    def broken(*_: Any) -> Any:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr(store, "progress", broken)
    client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    reply = client.get("/rate/1")
    assert reply.status_code == 500
    assert "/secret/path" not in reply.text
    assert "/secret/path" in capsys.readouterr().err


def test_links_that_are_tried_out_are_slowed_down(visit: Callable[..., TestClient]) -> None:
    nobody = visit("")
    tried = [nobody.get(f"/in/guess{n}").status_code for n in range(40)]
    assert tried[:30] == [404] * 30
    assert set(tried[30:]) == {429}
    assert int(nobody.get("/in/token-r1").headers["retry-after"]) > 0


def test_made_up_cookies_are_counted_by_address_and_do_not_lock_raters_out(visit: Callable[..., TestClient]) -> None:
    nobody, rater = visit(""), visit("r1")
    seen = [nobody.get("/", headers={"Cookie": f"study=made-up-{n}"}).status_code for n in range(610)]
    assert seen == [401] * 600 + [429] * 10
    assert rater.get("/rate/1").status_code == 200, "from the same address"


def test_a_submit_has_an_id_that_every_database_takes(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    for name in ("a\0b", "x" * 65, "é", "a b"):
        assert client.post("/rate/1", data={**form(client), "client": name}).status_code == 422
    assert store.history() == ()


def test_a_note_may_be_as_long_as_its_field_allows(visit: Callable[..., TestClient], store: Store) -> None:
    client = visit()
    note = "line\n" * 800
    assert client.post("/rate/1", data=form(client, note=note.replace("\n", "\r\n"))).status_code == 303
    assert store.answer("r1", 1).note == note  # type: ignore[union-attr]


def test_limits_forget_after_a_minute_and_hold_few_keys() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    for _ in range(3):
        limits.check("a", "k", 3)
        limits.count("a", "k")
    with pytest.raises(TooOften) as error:
        limits.check("a", "k", 3)
    assert error.value.seconds == 61
    limits.check("a", "other", 3)
    now[0] = 61
    limits.check("a", "k", 3)
    for n in range(30_000):
        limits.count("a", str(n))
    assert len(limits._counts) == 20_000


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "check", lambda *_: None)


ANYTHING = st.text(st.characters(), max_size=60)
FIELDS = st.dictionaries(
    st.sampled_from(["csrf", "based_on", "client", "seconds", "note", "tags", *(f"rating-{n}" for n in DIMENSIONS)]),
    ANYTHING
    | st.sampled_from(["1", "none", "0", "-1", "1e999", "[]", "[" * 9000, '[{"kind":"typo","box":[0,0,1e400,1]}]']),
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=FIELDS, place=ANYTHING, keep_csrf=st.booleans())
def test_nothing_that_is_sent_breaks_the_server(
    unlimited: None,
    visit: Callable[..., TestClient],
    store: Store,
    fields: dict[str, str],
    place: str,
    keep_csrf: bool,
) -> None:
    client = visit()
    right = form(client) if keep_csrf else {}
    sent = {**right, **{k: v for k, v in fields.items() if not (keep_csrf and k == "csrf")}}
    body = "&".join(f"{k}={quote_plus(v.encode('utf-8', 'surrogatepass'))}" for k, v in sent.items())
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    where = quote(place.encode("utf-8", "surrogatepass"), safe="")
    replies = [client.post(f"/rate/{at}", content=body, headers=kind) for at in ("1", where)]
    replies += [client.post("/undo/1", content=body, headers=kind)]
    replies += [client.get(f"/{name}/{where}") for name in ("rate", "in", "picture", "static")]
    assert all(reply.status_code < 500 for reply in replies)
    for answer in store.answers():
        assert set(answer.ratings.values()) <= {1, 2, 3, 4, 5, None}
