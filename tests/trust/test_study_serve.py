"""``graphicacy trust study serve`` as a process: what is acknowledged outlives a kill, and it stops when it is told."""

from __future__ import annotations

import re
import signal
import threading
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the study extra is not installed: its server was not tried")
pytest.importorskip("httpx", reason="httpx is not installed: the study's server was not tried")
import httpx

from graphicacy.trust.study.folder import open_study
from graphicacy.trust.study.package import new_study
from report.synthetic_runs import SUITE
from running_study import Served, served
from small_study import drawn_run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run = drawn_run(tmp_path / "run")
    new_study([run], tmp_path / "study", SUITE, raters=[f"R{n}" for n in range(4)], items=12, per_item=4, repeats=0)
    return tmp_path / "study"


def test_kill_loses_nothing_that_was_acknowledged(folder: Path) -> None:
    kept: list[tuple[str, int, str]] = []
    with served(folder) as server:
        raters = [threading.Thread(target=rate, args=(server, rater, kept)) for rater in server.links]
        for one in raters:
            one.start()
        while len(kept) < 12:
            threading.Event().wait(0.01)
        server.process.send_signal(signal.SIGKILL)
        for one in raters:
            one.join()
    study, store = open_study(folder)
    found = {(answer.rater, answer.place, answer.note) for answer in store.answers()}
    store.close()
    assert len(kept) >= 12
    assert set(kept) <= found
    assert len(found) <= len(study.assignments)
    with served(folder) as again, httpx.Client(follow_redirects=True) as client:
        done = len([1 for rater, _, _ in found if rater == "r1"])
        assert f"{done} of 12 rated" in (client.get(again.links["r1"]), client.get(again.address + "/places"))[1].text


def rate(server: Served, rater: str, kept: list[tuple[str, int, str]]) -> None:
    """Rates drawings until the server is gone."""
    with httpx.Client(follow_redirects=True, timeout=10) as client:
        try:
            page = client.get(server.links[rater])
            while "/rate/" in str(page.url):
                place = int(str(page.url).rsplit("/", 1)[1])
                start = page.text.index('id="answer"')
                fields = dict(re.findall(r'name="(csrf|based_on|client)" value="([^"]*)"', page.text[start:]))
                ratings = {f"rating-{name}": "3" for name in ("TF", "SC", "SQ", "CA")}
                note = f"{rater} {place}"
                reply = client.post(str(page.url), data={**fields, **ratings, "note": note}, follow_redirects=False)
                if reply.status_code == 303:
                    kept.append((rater, place, note))
                page = client.get(server.address + reply.headers["location"])
        except (httpx.TransportError, KeyError):
            return


def test_it_stops_when_it_is_told_and_says_no_more(folder: Path) -> None:
    with served(folder) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=10) in (0, 130, -signal.SIGINT)
        assert server.process.stderr is not None
        assert "Traceback" not in server.process.stderr.read()


def test_a_taken_port_is_one_line(folder: Path) -> None:
    with served(folder) as server:
        port = server.address.rsplit(":", 1)[1]
        said = rf"127\.0\.0\.1 port {port} cannot be used"
        with pytest.raises(AssertionError, match=said) as error, served(folder, "--port", port):
            pass
        assert str(error.value).strip().count("\n") == 0
