"""Runs over a loopback server that speaks the OpenAI protocol: what is drawn, scored, judged, kept and said."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from graphicacy.draw.record import DrawResult
from graphicacy.evals import RunError, RunSummary, collect, rescore, run_draw
from loopback import KEY, Loopback, Reply, Request, chat, data_uri, image, picture, refused
from small_suite import CHAT, JUDGE, SVG, VERDICT, fenced


@pytest.fixture
def run(tmp_path: Path, suite: Path) -> Callable[..., RunSummary]:
    def call(server: Loopback, models: Sequence[str] = (CHAT,), **options: Any) -> RunSummary:
        access = {"base_url": server.url, "api_key": KEY}
        settings: dict[str, Any] = {
            "suite": suite,
            "k": 1,
            "medium": "svg",
            "text_engine": "live",
            "progress": False,
            "model_args": access,
            "judge_args": access,
            "retries": 2,
        }
        return run_draw(list(models), tmp_path / "out", **{**settings, **options})

    return call


def one(summary: RunSummary) -> DrawResult:
    assert len(summary.results) == 1
    return summary.results[0]


def test_a_chat_model_draws_and_everything_is_kept(run: Callable[..., RunSummary], tmp_path: Path) -> None:
    with Loopback(lambda request: fenced(SVG)) as server:
        summary = run(server, k=2)

    assert (summary.exit_code, summary.planned, summary.count("ok")) == (0, 4, 4)
    assert [(r.task, r.sample) for r in summary.results] == [("t-1", 1), ("t-1", 2), ("t-2", 1), ("t-2", 2)]
    first = summary.results[0]
    assert (first.system, first.kind, first.medium, first.model) == (CHAT, "system", "svg", "served-chat-1")
    assert (first.tokens, first.repairs) == (30, 0)
    assert first.seconds is not None
    assert first.score is not None
    assert first.score.TF > 0.99
    assert first.score.SC_geometry is not None
    assert (tmp_path / "out" / str(first.source)).read_text() == SVG
    assert (tmp_path / "out" / str(first.drawing)).read_bytes().startswith(b"\x89PNG")
    assert len(list((tmp_path / "out" / "drawings").iterdir())) == 2
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    assert [DrawResult.model_validate_json(line) for line in lines] == list(summary.results)


def test_the_prompt_is_given_word_for_word_under_the_fixed_system_prompt(run: Callable[..., RunSummary]) -> None:
    with Loopback(lambda request: fenced(SVG)) as server:
        run(server)

    assert sorted(request.texts[-1] for request in server.requests) == [
        "ATP becomes ADP; draw it.",
        "Draw ATP above ADP.",
    ]
    assert all(
        request.texts[0].startswith("You draw scientific figures by writing SVG.") for request in server.requests
    )


def test_the_facts_of_the_run_are_recorded(run: Callable[..., RunSummary], tmp_path: Path) -> None:
    with Loopback(lambda request: fenced(SVG)) as server:
        run(server, seed=3)

    facts = json.loads((tmp_path / "out" / "run.json").read_text())
    assert facts["models"] == [CHAT]
    assert facts["served"] == ["served-chat-1"]
    assert facts["prompts"]["code"].startswith("svg@")
    assert facts["prompts"]["judge"].startswith("judge-v1:")
    assert (facts["k"], facts["seed"], facts["mode"], facts["tasks"]) == (1, 3, "strict", 2)
    assert len(facts["suite_hash"]) == 16
    assert facts["started"] <= facts["finished"]
    assert KEY not in (tmp_path / "out" / "run.json").read_text()


def test_a_folder_takes_one_suite_as_it_was(run: Callable[..., RunSummary], tmp_path: Path, suite: Path) -> None:
    with Loopback(lambda request: fenced(SVG)) as server:
        run(server)
        suite.write_text(suite.read_text().replace("Draw ATP above ADP.", "Draw ADP above ATP."))
        for change in ({}, {"suite": None, "tasks": ["path-004"]}):
            with pytest.raises(RunError, match=r"out holds a run of another suite .*edited.*; give another --out$"):
                run(server, **change)
        (tmp_path / "out" / "run.json").unlink()  # as after a kill in the first run
        with pytest.raises(RunError, match="holds a run of another suite"):
            run(server)
        assert len(server.requests) == 2


@pytest.mark.parametrize("name", ["chat-1", "nobody/chat-1", "/chat-1", "openai/"])
def test_a_model_of_no_provider_says_how_to_name_one(name: str, tmp_path: Path) -> None:
    with pytest.raises(RunError) as caught:
        run_draw([name], tmp_path / "out", limit=1)
    said = str(caught.value)
    assert said.startswith(f"{name}: ")
    assert "write provider/name with a provider such as openai, anthropic, google, images, gguf or control" in said
    assert "installed" in said


def test_a_repair_round_shows_the_renderers_error(run: Callable[..., RunSummary]) -> None:
    def script(request: Request) -> Reply:
        return fenced(SVG) if len(request.texts) > 2 else fenced("<svg>never closed")

    with Loopback(script) as server:
        result = one(run(server, tasks=["t-1"], repairs=2))

    assert (result.status, result.repairs, result.tokens) == ("ok", 1, 60)
    assert "there is no </svg> that closes it" in server.requests[1].prompt


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (chat("I would rather describe it in words."), "there is no SVG code in the answer"),
        (chat("```svg\n<svg width='9'>", finish="length"), "breaks off"),
        (fenced("<svg width='9' height='9'><rect</svg>"), ""),
        (chat(""), "empty"),
    ],
)
def test_an_answer_without_a_drawing_scores_zero_and_says_why(
    run: Callable[..., RunSummary], answer: Reply, reason: str
) -> None:
    with Loopback(lambda request: answer) as server:
        summary = run(server, tasks=["t-1"])

    result = one(summary)
    if result.status == "ok":  # the sanitiser mends what it can
        assert reason == ""
        return
    assert (result.status, summary.exit_code) == ("no-drawing", 0)
    assert reason in result.reason
    assert result.score is not None
    assert (result.score.TF, result.score.SC, result.score.SQ, result.score.CA, result.score.overall) == (0,) * 5
    assert [error.kind for error in result.score.errors] == ["nothing-drawn"]
    assert [label.verdict for label in result.score.labels] == ["missing", "missing"]


@pytest.mark.parametrize(
    ("medium", "code"), [("mermaid", "flowchart TD\n  a[ATP] --> b[ADP]"), ("dot", "digraph { ATP -> ADP }")]
)
def test_other_notations_are_drawn(run: Callable[..., RunSummary], tmp_path: Path, medium: str, code: str) -> None:
    with Loopback(lambda request: fenced(code, medium)) as server:
        result = one(run(server, medium=medium, tasks=["t-1"]))

    assert (result.status, result.reason, result.medium) == ("ok", "", medium)
    assert (tmp_path / "out" / str(result.source)).read_text() == code


def test_a_folder_holds_one_model_in_several_media_and_controls_once(run: Callable[..., RunSummary]) -> None:
    def script(request: Request) -> Reply:
        return fenced("digraph { ATP -> ADP }", "dot") if "Graphviz" in request.texts[0] else fenced(SVG)

    with Loopback(script) as server:
        first = run(server, [CHAT, "control/blank"], tasks=["t-1"])
        second = run(server, [CHAT, "control/blank"], tasks=["t-1"], medium="dot")
        third = run(server, [CHAT], medium="dot", k=2)

    assert [(r.system, r.medium) for r in first.results] == [(CHAT, "svg"), ("control/blank", "svg")]
    assert [(r.system, r.medium) for r in second.results] == [(CHAT, "dot"), ("control/blank", "svg")]
    assert (third.planned, third.count("ok"), len(server.requests)) == (4, 4, 5)
    kept = [(r.system, r.medium, r.task, r.sample) for r in collect(first.out)]
    drawn = [(CHAT, "dot", task, sample) for task in ("t-1", "t-2") for sample in (1, 2)]
    assert kept == [*drawn, (CHAT, "svg", "t-1", 1), ("control/blank", "svg", "t-1", 1)]


class TestImages:
    """The Images API, and chat models that answer with pictures."""

    PNG = picture("ATP", "ADP")

    def draw(
        self,
        run: Callable[..., RunSummary],
        script: Callable[[Request], Reply],
        model: str = "images/painter-1",
        **more: Any,
    ) -> RunSummary:
        with Loopback(script) as server:
            args = {"base_url": server.url, "api_key": KEY, **more}
            summary = run(server, [model], medium="image", tasks=["t-1"], text_engine="rapidocr", model_args=args)
            self.requests = server.requests
        return summary

    def test_a_picture_in_base64_is_scored_and_priced(self, run: Callable[..., RunSummary], tmp_path: Path) -> None:
        summary = self.draw(
            run, lambda request: image(self.PNG), size="1024x1024", price_image=0.02, price_output=40, price_input=5
        )

        result = one(summary)
        assert (result.status, result.reason, result.medium, result.source) == ("ok", "", "image", None)
        assert result.score is not None
        assert result.score.TF > 0.9
        assert result.tokens == 1007
        assert result.cost == pytest.approx(0.02 + (7 * 5 + 1000 * 40) / 1e6)
        assert self.requests[0].body == {
            "model": "painter-1",
            "prompt": "Draw ATP above ADP.",
            "n": 1,
            "size": "1024x1024",
        }

    def test_a_picture_by_address_is_fetched(self, run: Callable[..., RunSummary]) -> None:
        def script(request: Request) -> Reply:
            if request.path.startswith("/files/"):
                return Reply(raw=self.PNG)
            return image(b"", url=f"{root[0]}/files/1.png")

        root: list[str] = []
        with Loopback(script) as server:
            root.append(server.root)
            args = {"base_url": server.url, "api_key": KEY}
            summary = run(server, ["images/p"], medium="image", tasks=["t-1"], text_engine="rapidocr", model_args=args)

        assert one(summary).status == "ok"

    @pytest.mark.parametrize(
        "message",
        [
            {"images": [{"type": "image_url", "image_url": {"url": data_uri(PNG)}}]},
            {"content": [{"type": "text", "text": "Here"}, {"type": "image_url", "image_url": {"url": data_uri(PNG)}}]},
            {"content": f"Here: ![figure]({data_uri(PNG)})"},
        ],
    )
    def test_a_chat_model_answers_with_a_picture(self, run: Callable[..., RunSummary], message: dict[str, Any]) -> None:
        summary = self.draw(run, lambda request: chat(**{"text": "Here", **_as_text(message)}), endpoint="chat")

        assert (one(summary).status, one(summary).reason, one(summary).model) == ("ok", "", "served-chat-1")
        assert self.requests[0].body["modalities"] == ["image", "text"]

        again = self.draw(run, lambda request: chat(**{"text": "Here", **_as_text(message)}), model=CHAT)
        assert (again.results[-1].system, again.results[-1].status) == (CHAT, "ok")
        assert self.requests[0].body["modalities"] == ["image", "text"]

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            (Reply({"created": 1, "data": []}), "the answer is empty"),
            (image(b"", b64_json="bm90IGEgcGljdHVyZQ=="), "picture"),
            (image(b"", b64_json="%%%"), ""),
            (image(PNG[:300]), ""),
            (refused(400, "Your request was rejected by the safety system", "moderation_blocked"), "refused to draw"),
        ],
    )
    def test_no_picture_scores_zero(self, run: Callable[..., RunSummary], reply: Reply, reason: str) -> None:
        summary = self.draw(run, lambda request: reply)

        assert one(summary).status == "no-drawing"
        assert reason in one(summary).reason
        assert summary.exit_code == 0


def _as_text(message: dict[str, Any]) -> dict[str, Any]:
    return {("text" if key == "content" else key): value for key, value in message.items()}


class TestFailures:
    """What goes wrong between here and the server: retried where it can pass, else said in one line."""

    PNG = picture("ATP", "ADP")

    @pytest.mark.parametrize(
        "fault",
        [refused(429, retry_after=0), refused(500, retry_after=0), refused(408, retry_after=0), Reply(drop=True)],
    )
    def test_passing_faults_are_retried(self, run: Callable[..., RunSummary], fault: Reply) -> None:
        def script(request: Request) -> Reply:
            return fault if request.number == 1 else image(self.PNG)

        with Loopback(script) as server:
            summary = run(server, ["images/p"], medium="image", tasks=["t-1"], text_engine="rapidocr")

        assert (one(summary).status, summary.exit_code, len(server.requests)) == ("ok", 0, 2)

    @pytest.mark.parametrize(
        ("fault", "line"),
        [
            (refused(429, retry_after=0), "images/p: still too many requests (429) after all retries"),
            (refused(503, retry_after=0), "images/p: the server failed (503) after all retries"),
            (refused(404), "images/p: the server at http://127.0.0.1"),
            (refused(400, "size is not known"), "images/p: the server refused the request (400): size is not known"),
        ],
    )
    def test_lasting_faults_fail_the_sample_and_the_run_goes_on(
        self, run: Callable[..., RunSummary], fault: Reply, line: str
    ) -> None:
        def script(request: Request) -> Reply:
            return fault if "above" in request.prompt else image(self.PNG)

        with Loopback(script) as server:
            summary = run(server, ["images/p"], medium="image", text_engine="rapidocr")

        failed, drawn = summary.results
        assert (failed.task, failed.status, failed.score) == ("t-1", "failed", None)
        assert (drawn.task, drawn.status) == ("t-2", "ok")
        assert failed.reason.startswith(line)
        assert summary.exit_code == 1
        assert len(summary.failures) == 1
        assert summary.failures[0].endswith("(1 sample)")

    def test_a_server_that_is_too_slow_fails_in_time(self, run: Callable[..., RunSummary]) -> None:
        with Loopback(lambda request: Reply(delay=3.0, drop=True)) as server:
            summary = run(server, ["images/p"], medium="image", tasks=["t-1"], time_limit=1, retries=0)

        assert "no answer in time" in one(summary).reason

    def test_a_wrong_key_is_one_line_that_says_what_to_set(self, run: Callable[..., RunSummary]) -> None:
        with Loopback(lambda request: fenced(SVG)) as server:
            summary = run(server, model_args={"base_url": server.url, "api_key": "wrong"})

        line = (
            f"{CHAT}: the server refused the key (401); set LOOPBACK_API_KEY to a valid one and run again (2 samples)"
        )
        assert summary.failures == (line,)
        assert summary.exit_code == 1
        assert len(server.requests) == 2

    def test_a_failed_sample_is_tried_again_by_the_next_run(self, run: Callable[..., RunSummary]) -> None:
        broken = True

        def script(request: Request) -> Reply:
            return refused(400) if broken and "above" in request.prompt else fenced(SVG)

        with Loopback(script) as server:
            assert run(server).count("failed") == 1
            broken = False
            summary = run(server)

        assert (summary.count("ok"), summary.exit_code, len(server.requests)) == (2, 0, 3)

    def test_no_server_at_all(self, run: Callable[..., RunSummary], tmp_path: Path) -> None:
        with Loopback(lambda request: fenced(SVG)) as server:
            pass
        summary = run(server, ["images/p"], medium="image", tasks=["t-1"], retries=0)

        assert "no connection to http://127.0.0.1" in one(summary).reason


def test_another_server_than_openais_is_asked_for_chat_completions(run: Callable[..., RunSummary]) -> None:
    with Loopback(lambda request: fenced(SVG)) as server:
        assert one(run(server, ["openai/gpt-5"], tasks=["t-1"])).status == "ok"

    assert [request.path for request in server.requests] == ["/v1/chat/completions"]


class TestJudges:
    """The panel: what judges are shown, how they are read, what is kept."""

    def judged(self, run: Callable[..., RunSummary], *answers: str, judges: int = 1) -> RunSummary:
        def script(request: Request) -> Reply:
            if request.model.startswith("judge"):
                turn = min(sum(text in answers for text in request.texts), len(answers) - 1)
                return chat(answers[turn], model=f"served-{request.model}")
            return fenced(SVG)

        with Loopback(script) as server:
            names = [f"openai-api/loopback/judge-{i + 1}" for i in range(judges)]
            summary = run(server, tasks=["t-1"], judges=names)
            self.asked = [request for request in server.requests if request.model.startswith("judge")]
        return summary

    def test_every_judge_sees_the_picture_and_votes(self, run: Callable[..., RunSummary]) -> None:
        score = one(self.judged(run, json.dumps(VERDICT), judges=2)).score

        assert len(self.asked) == 2
        assert all(request.pictures[0].startswith("data:image/png;base64,iVBOR") for request in self.asked)
        assert score is not None
        assert [j.judge for j in score.judgements] == [f"openai-api/loopback/judge-{i}" for i in (1, 2)]
        assert [j.status for j in score.judgements] == ["ok", "ok"]
        assert score.judgements[0].relations == (True,)
        assert score.judgements[0].components == (False,)
        assert (score.judgements[0].structure, score.judgements[0].conventions) == (4, 5)

    def test_an_answer_in_prose_is_asked_for_once_more(self, run: Callable[..., RunSummary]) -> None:
        score = one(self.judged(run, "A fine figure!", json.dumps(VERDICT))).score

        assert len(self.asked) == 2
        assert score is not None
        assert score.judgements[0].status == "repaired"
        assert len(self.asked[1].texts) == 4

    def test_a_judge_that_cannot_be_read_is_unscored_never_a_no(self, run: Callable[..., RunSummary]) -> None:
        summary = self.judged(run, "A fine figure!", "Truly.")
        score = one(summary).score

        assert (len(self.asked), summary.exit_code) == (2, 0)
        assert score is not None
        assert score.judgements[0].status == "unscored"
        assert [c.verdict for c in score.components] == [None]

    @pytest.mark.parametrize(
        "change",
        [
            {"relations": {}},
            {"relations": {f"r{i}": {"verdict": "yes", "reason": ""} for i in range(9)}},
            {"structure": {"rating": 9, "reason": "superb"}},
            {"components": ["no"] * 7},
        ],
    )
    def test_too_few_too_many_and_out_of_range(self, run: Callable[..., RunSummary], change: dict[str, Any]) -> None:
        summary = self.judged(run, json.dumps({**VERDICT, **change}))
        score = one(summary).score

        assert score is not None
        judgement = score.judgements[0]
        assert (len(judgement.relations), len(judgement.components)) == (1, 1)
        assert judgement.structure is None or 1 <= judgement.structure <= 5
        assert judgement.conventions == 5

    def test_a_judge_out_of_reach_fails_the_sample_but_not_the_drawing(self, run: Callable[..., RunSummary]) -> None:
        broken = True

        def script(request: Request) -> Reply:
            if request.model == "judge-1":
                return refused(403) if broken else chat(json.dumps(VERDICT))
            return fenced(SVG)

        with Loopback(script) as server:
            result = one(run(server, tasks=["t-1"], judges=[JUDGE]))
            broken = False
            again = one(run(server, tasks=["t-1"], judges=[JUDGE]))

        assert result.status == "failed"
        assert result.reason.startswith(f"judge {JUDGE}: the server refused the key (403)")
        assert result.drawing is not None
        assert again.status == "ok"
        assert sum(request.model == "chat-1" for request in server.requests) == 1

    def test_saved_drawings_are_judged_again_without_drawing(
        self, run: Callable[..., RunSummary], tmp_path: Path
    ) -> None:
        def script(request: Request) -> Reply:
            return chat(json.dumps(VERDICT)) if request.model == "judge-1" else fenced(SVG)

        with Loopback(script) as server:
            before = run(server)
            drawn = len(server.requests)
            after = rescore(
                tmp_path / "out",
                judges=[JUDGE],
                text_engine="live",
                judge_args={"base_url": server.url, "api_key": KEY},
            )

        assert [len(r.score.judgements) for r in before.results if r.score] == [0, 0]
        assert [len(r.score.judgements) for r in after if r.score] == [1, 1]
        assert sum(request.model == "chat-1" for request in server.requests) == drawn
        assert [r.drawing for r in after] == [r.drawing for r in before.results]


class TestBadArguments:
    """A run that cannot begin says so in one line."""

    @pytest.mark.parametrize(
        ("models", "options", "line"),
        [
            ([], {}, "nothing to run"),
            (["nobody/x"], {}, "no provider 'nobody'"),
            (["control/perfect"], {}, "no such control; there are: reference"),
            (["gguf/nowhere.gguf"], {}, "nowhere.gguf: cannot be read"),
            (["openai/gpt-image-1"], {}, "models of the Images API are named images/gpt-image-1"),
            ([CHAT], {"medium": "oil"}, "no medium 'oil'"),
            ([CHAT], {"tasks": ["t-9"]}, "no task 't-9'; there are: t-1, t-2"),
            ([CHAT], {"k": 0}, "k is 1 to 1000"),
            ([CHAT], {"suite": Path("nowhere.json")}, "nowhere.json: no such file"),
            ([], {"from_folder": Path("nowhere")}, "nowhere: no such folder"),
        ],
    )
    def test_said_in_one_line(self, run: Callable[..., RunSummary], models: Any, options: Any, line: str) -> None:
        with Loopback(lambda request: fenced(SVG)) as server, pytest.raises(RunError) as raised:
            run(
                server,
                models,
                **{"model_args": None if models != [CHAT] else {"base_url": server.url, "api_key": KEY}, **options},
            )

        assert line in str(raised.value)
        assert "\n" not in str(raised.value)

    def test_a_missing_key(self, run: Callable[..., RunSummary], monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("OPENAI_API_KEY", "IMAGES_API_KEY", "OPENAI_BASE_URL", "IMAGES_BASE_URL"):
            monkeypatch.delenv(name, raising=False)
        with Loopback(lambda request: fenced(SVG)) as server, pytest.raises(RunError, match="set OPENAI_API_KEY"):
            run(server, ["images/p"], medium="image", model_args=None)
        with Loopback(lambda request: fenced(SVG)) as server, pytest.raises(RunError) as raised:
            run(server, ["openai/gpt-x"], medium="image", model_args=None)

        assert str(raised.value).startswith("openai/gpt-x: Unable to initialise OpenAI client No OPENAI_API_KEY")


def test_an_empty_folder_has_no_results(tmp_path: Path) -> None:
    assert collect(tmp_path) == []
