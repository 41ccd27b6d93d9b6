"""Problems → graphs over a server that speaks the OpenAI protocol: good, bad and no answers, and killed runs."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from graphicacy.evals import RunError
from graphicacy.evals.transcribe import Synthesized, choose_problems, synthesize
from graphicacy.read.corpus.problems import Problem, load_problems
from graphicacy.read.corpus.synthesis import SynthesisSource
from graphicacy.read.journal import Journal
from loopback import KEY, Loopback, Reply, Request, chat, refused
from read.transcriptions import answer_of, dot_of, own_answer

MODEL = "openai/chat-1"
CHILD = """
import json, sys
from pathlib import Path
from graphicacy.evals.transcribe import synthesize
options = json.loads(sys.argv[1])
synthesize(options.pop("model"), Path(options.pop("out")), problems=Path(options.pop("problems")), **options)
"""
BROKEN = answer_of(dot=dot_of(arrows=((0, 1),)))


def write_problems(path: Path, words: Sequence[str]) -> Path:
    records = [
        {"id": w, "title": f"The {w}", "text": f"How the {w} is handled, step by step, to its end."} for w in words
    ]
    path.write_text(json.dumps(records))
    return path


def word_of(request: Request) -> str:
    """Which problem a request is about, in its first message."""
    return request.texts[0].partition("Title: The ")[2].split()[0]


def run(server: Loopback, tmp_path: Path, words: Sequence[str], **more: Any) -> Synthesized:
    options = {"max_connections": 1, "retries": 0, "progress": False, **more}
    arguments = {"base_url": server.url, "api_key": KEY}
    file = write_problems(tmp_path / "problems.json", words)
    return synthesize(MODEL, tmp_path / "out", problems=file, model_args=arguments, **options)


def rejected(tmp_path: Path) -> dict[str, str]:
    return {record["id"]: record["cause"] for record in Journal(tmp_path / "out" / "rejected.jsonl").records()}


def scripted(answers: dict[str, Callable[[Request], Reply]]) -> Callable[[Request], Reply]:
    return lambda request: answers[word_of(request)](request)


def test_what_is_sound_is_kept_and_the_rest_is_counted(tmp_path: Path) -> None:
    def repaired(request: Request) -> Reply:
        return chat(own_answer("bread") if len(request.texts) > 1 else BROKEN)

    script = {
        "good": lambda r: chat(own_answer("good")),
        "bread": repaired,
        "copy": lambda r: chat(own_answer("good")),
        "wrong": lambda r: chat(BROKEN),
        "refusal": lambda r: chat("I'm sorry, but I can't help with that."),
        "silence": lambda r: chat(""),
        "cut": lambda r: chat(own_answer("cut")[:300], finish="length"),
        "hostile": lambda r: chat(answer_of("flowchart TD\n" + "subgraph\n" * 999, "digraph {" + "{" * 9000)),
        "few": lambda r: chat(answer_of("flowchart TD\n a[Fill] --> b[Empty]", "digraph { Fill -> Empty }")),
    }  # fmt: skip
    with Loopback(scripted(script)) as server:
        found = run(server, tmp_path, list(script))
        asked = Counter(map(word_of, server.requests))
        again = run(server, tmp_path, list(script))
        assert Counter(map(word_of, server.requests)) == asked

    assert (found.accepted, found.exit_code) == (2, 0)
    assert rejected(tmp_path) == {
        "copy": "repeated", "wrong": "different graphs", "refusal": "refused", "silence": "empty", "cut": "truncated",
        "hostile": "mermaid syntax", "few": "few nodes",
    }  # fmt: skip
    assert asked == {**dict.fromkeys(script, 2), "good": 1, "refusal": 1}
    assert again == found
    source = SynthesisSource(tmp_path / "out")
    assert list(source.keys()) == ["unknown/bread", "unknown/good"]
    assert source.load("unknown/good").reference == "transcribed by served-chat-1 from problem good"
    facts = json.loads((tmp_path / "out" / "synthesis.json").read_text())
    assert (facts["model"], facts["accepted"], facts["rejected"]) == (MODEL, 2, dict(found.rejected))


def test_the_model_is_shown_its_fault_once(tmp_path: Path) -> None:
    with Loopback(lambda r: chat(BROKEN)) as server:
        run(server, tmp_path, ["one"])
        first, second = server.requests
    assert len(first.texts) == 1
    assert second.texts[1] == BROKEN
    assert "Mermaid and Graphviz differ; Graphviz has: edge removed" in second.texts[2]
    record = json.loads((tmp_path / "out" / "rejected.jsonl").read_text())
    assert record["answer"] == BROKEN
    assert record["prompt"].startswith("transcription@")


def test_no_answer_in_time_is_asked_for_again(tmp_path: Path) -> None:
    slow = {"slow": lambda r: Reply(chat(own_answer("slow")).body, delay=5), "good": lambda r: chat(own_answer("good"))}
    with Loopback(scripted(slow)) as server:
        before = time.monotonic()
        found = run(server, tmp_path, ["slow", "good"], time_limit=1.0)
        assert time.monotonic() - before < 4
    assert (found.accepted, found.rejected, found.exit_code) == (1, {"timeout": 1}, 1)
    with Loopback(lambda r: chat(own_answer(word_of(r)))) as server:
        found = run(server, tmp_path, ["slow", "good"])
        assert [word_of(r) for r in server.requests] == ["slow"]
    assert (found.accepted, found.rejected, found.exit_code) == (2, {}, 0)


def test_another_model_may_try_what_one_has_failed(tmp_path: Path) -> None:
    with Loopback(lambda r: chat(BROKEN)) as server:
        run(server, tmp_path, ["one"])
    with Loopback(lambda r: chat(own_answer("one"))) as server:
        file, arguments = tmp_path / "problems.json", {"base_url": server.url, "api_key": KEY}
        found = synthesize("openai/chat-2", tmp_path / "out", problems=file, model_args=arguments, progress=False)
    assert (found.accepted, found.rejected) == (1, {})


def test_a_server_that_is_gone_ends_the_run_in_one_line(tmp_path: Path) -> None:
    words = [f"w{k}" for k in range(30)]
    with Loopback(lambda r: refused(500)) as server, pytest.raises(RunError) as caught:
        run(server, tmp_path, words)
    assert "the server failed (500)" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(server.requests) <= 15, "five problems, each with the retries of the client"
    assert not (tmp_path / "out" / "rejected.jsonl").exists()


def test_one_request_that_fails_does_not_end_the_run(tmp_path: Path) -> None:
    script = {"bad": lambda r: refused(400, "no such thing"), "good": lambda r: chat(own_answer("good"))}
    with Loopback(scripted(script)) as server:
        found = run(server, tmp_path, ["bad", "good"])
    assert (found.accepted, found.rejected, found.exit_code) == (1, {}, 1)
    assert found.failures == (f"{MODEL}: the server refused the request (400): no such thing (1 problem)",)


def test_no_more_requests_at_a_time_than_allowed(tmp_path: Path) -> None:
    now, most = [0], [0]

    def counted(request: Request) -> Reply:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.5)
        now[0] -= 1
        return chat(own_answer(word_of(request)))

    with Loopback(counted) as server:
        assert run(server, tmp_path, list("abcdef"), max_connections=3).accepted == 6
    assert most[0] in (2, 3)


@pytest.mark.parametrize("good", [0, 3])
def test_killed_and_run_again(good: int, tmp_path: Path) -> None:
    """The second request about "wrong" is its repair: what was not settled is asked anew, what was is not."""
    words = ["one", "wrong", "two", "three", "four"]
    killed, held, answered = Event(), Event(), list[str]()

    def script(request: Request) -> Reply:
        if not killed.is_set() and len(answered) >= good:
            held.set()
            killed.wait(60)
            return Reply(drop=True)
        answered.append(word_of(request))
        return chat(BROKEN if answered[-1] == "wrong" else own_answer(answered[-1]))

    out = tmp_path / "out"
    with Loopback(script) as server:
        file = write_problems(tmp_path / "problems.json", words)
        options = {"model": MODEL, "out": str(out), "problems": str(file), "max_connections": 1, "progress": False,
                   "model_args": {"base_url": server.url, "api_key": KEY}}  # fmt: skip
        child = subprocess.Popen([sys.executable, "-c", CHILD, json.dumps(options)])
        try:
            assert held.wait(60), "the child never asked"
        finally:
            child.kill()
            child.wait(10)
        killed.set()
        if good:
            with (out / "rejected.jsonl").open("a") as file:
                file.write('{"id": "tw')  # a line that the kill has cut off
        found = run(server, tmp_path, words)

    assert (found.accepted, found.rejected) == (4, {"different graphs": 1})
    assert Counter(answered) == {**dict.fromkeys(words, 1), "wrong": 2}
    assert rejected(tmp_path) == {"wrong": "different graphs"}


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    import fcntl

    (tmp_path / "out").mkdir()
    with (tmp_path / "out" / ".lock").open("w") as lock, Loopback(lambda r: chat("")) as server:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(RunError, match="another run is writing"):
            run(server, tmp_path, ["one"])


@pytest.mark.parametrize(
    ("more", "message"),
    [({"count": 3}, "3 of 2 cannot be chosen"), ({"count": 1, "embedding": "bert"}, "tfidf, minilm, wordllama")],
)
def test_bad_options_are_told_before_anything_is_asked(more: dict[str, Any], message: str, tmp_path: Path) -> None:
    with Loopback(lambda r: chat("")) as server, pytest.raises(RunError, match=message):
        run(server, tmp_path, ["one", "two"], **more)
    assert not server.requests


def test_chooses_problems_that_are_unlike() -> None:
    texts = [f"The judge hears case number {k} in the court." for k in range(9)] + ["Yeast turns sugar into alcohol."]
    problems = [Problem(f"p{k}", f"Title {k}", text, "unknown") for k, text in enumerate(texts)]
    choice = choose_problems(problems, 2)
    assert problems[-1] in choice.problems
    assert choice.radius < choice.random
    assert choose_problems(problems, None).problems == tuple(problems)


def test_the_problems_of_the_package_are_covered_better_than_by_chance() -> None:
    choice = choose_problems(load_problems(), 60)
    assert choice.radius < choice.random
    assert len({problem.domain for problem in choice.problems}) == 10


def test_a_spoilt_journal_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "rejected.jsonl").write_text('{"id": "one"}\nnonsense\n')
    with Loopback(lambda r: chat("")) as server, pytest.raises(RunError, match="line 2 is no JSON object"):
        run(server, tmp_path, ["one"])


def test_one_graph_of_two_problems_is_taken_once_whoever_is_first(tmp_path: Path) -> None:
    with Loopback(lambda r: chat(own_answer("same"))) as server:
        found = run(server, tmp_path, list("abcdef"), max_connections=6)
    assert (found.accepted, found.rejected) == (1, {"repeated": 5})
