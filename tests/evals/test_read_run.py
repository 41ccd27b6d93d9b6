"""Runs over a dataset by a loopback server that speaks the OpenAI protocol: what is shown, graded, kept and said."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from inspect_ai.log import list_eval_logs, read_eval_log

from graphicacy.diagram.raster import png_size
from graphicacy.evals import RunError, RunSummary, collect_reading, run_draw, run_read
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import summarize
from loopback import KEY, Loopback, Reply, Request, chat, refused
from small_dataset import Knowing, is_box, questions_in, right

MODEL = "openai-api/loopback/chat-1"
BOXES = {"qwen2.5-vl-7b": "qwen2.5-vl", "claude-x": "claude", "gemini-x": "gemini"}
Run = Callable[..., RunSummary]


@pytest.fixture
def run(tmp_path: Path, dataset: Path) -> Run:
    def call(server: Loopback, models: Sequence[str] = (MODEL,), **options: Any) -> RunSummary:
        settings: dict[str, Any] = {
            "progress": False,
            "model_args": {"base_url": server.url, "api_key": KEY},
            "retries": 2,
        }
        folder = options.pop("data", dataset)
        return run_read(list(models), folder, options.pop("out", tmp_path / "out"), **{**settings, **options})

    return call


def test_right_answers_score_1_in_every_leaf_and_all_is_kept(run: Run, dataset: Path, tmp_path: Path) -> None:
    questions = questions_in(dataset)
    with Loopback(Knowing(dataset)) as server:
        summary = run(server)

    assert (summary.exit_code, summary.planned, summary.failures, summary.notes) == (0, len(questions), (), ())
    assert {(r.status.value, r.score, r.strict) for r in summary.results} == {("ok", 1.0, 1.0)}
    assert [r.id for r in summary.results] == sorted(question.id for question in questions)
    assert summarize(summary.results).overall.score == 1.0
    one = summary.results[0]
    assert (one.system, one.model, one.view, one.boxes) == (MODEL, "served-chat-1", "image", "neutral")
    assert (one.tokens, one.stopped, one.nodes) == (30, "stop", 6)
    assert one.seconds is not None
    assert one.prompt.startswith("read-v1:")
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    assert [ReadResult.model_validate_json(line) for line in lines] == list(summary.results)


def test_the_facts_of_the_run_are_recorded(run: Run, dataset: Path, tmp_path: Path) -> None:
    with Loopback(Knowing(dataset)) as server:
        run(server, tasks=["S1"], variants=["full"], limit=1, seed=3)

    facts = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (facts["track"], facts["systems"], facts["views"]) == ("read", [MODEL], ["image"])
    assert (facts["dataset"], facts["digest"]) == (str(dataset), open_dataset(dataset).digest)
    assert (facts["split"], facts["limit"], facts["seed"], facts["tasks"]) == ("test", 1, 3, ["S1"])
    assert facts["boxes"] == {MODEL: "neutral"}
    assert facts["served"] == ["served-chat-1"]
    assert all(name.startswith("read-v1:") for name in facts["prompts"]["image"])
    assert facts["started"] <= facts["finished"]
    assert KEY not in (tmp_path / "out" / "run.json").read_text()


def test_each_family_sees_pictures_at_its_size_and_its_boxes_are_converted_once(run: Run, dataset: Path) -> None:
    models = [f"openai-api/loopback/{name}" for name in ("chat-1", *BOXES)]
    with Loopback(Knowing(dataset, boxes=BOXES)) as server:
        summary = run(server, models, tasks=["V3"])

    assert {(r.system.rpartition("/")[2], r.boxes) for r in summary.results} == {("chat-1", "neutral"), *BOXES.items()}
    assert {r.score for r in summary.results} == {1.0}
    native = {png_size(open_dataset(dataset).image(i)) for q in questions_in(dataset) if is_box(q) for i in q.images}
    sizes = {(r.model, png_size(b64decode(p.partition(",")[2]))) for r in server.requests for p in r.pictures}
    for model, family in (("chat-1", "neutral"), *BOXES.items()):
        assert {size for name, size in sizes if name == model} >= {FAMILIES[family].native_size(*s) for s in native}
    snapped = {side % 28 for model, size in sizes if model == "qwen2.5-vl-7b" for side in size}
    assert snapped == {0}


def test_boxes_in_another_convention_than_asked_for_are_no_boxes_there(run: Run, dataset: Path) -> None:
    """Never is the convention chosen that fits best."""
    with Loopback(Knowing(dataset, lambda question, boxes: right(question, FAMILIES["gemini"]))) as server:
        summary = run(server, tasks=["V3"], variants=["node-box"])

    assert {r.score for r in summary.results} == {0.0}


def test_a_convention_can_be_named(run: Run, dataset: Path) -> None:
    with Loopback(Knowing(dataset, lambda question, boxes: right(question, FAMILIES["gemini"]))) as server:
        summary = run(server, tasks=["V3"], boxes="gemini")
        with pytest.raises(RunError, match=r"gave boxes as gemini, not neutral; give another --out$"):
            run(server, tasks=["V3"])

    assert {(r.boxes, r.score) for r in summary.results} == {("gemini", 1.0)}


def test_views_are_kept_apart_in_one_folder(run: Run, dataset: Path) -> None:
    with Loopback(lambda request: chat('{"answer": "none"}')) as server:
        first = run(server, views=["source", "blind"])
        requests = list(server.requests)
        second = run(server, views=["image"], limit=2)

    questions = {question.id: question for question in questions_in(dataset)}
    views = Counter(r.view for r in first.results)
    assert views["blind"] == len(questions)
    asked = [questions[r.id] for r in first.results if r.view == "source"]
    assert {q.task for q in asked} == {"graph-parsing", "graph-to-code", "semantic", "comprehensive"}
    codes = {(q.rendering, q.variant) for q in asked if q.task == "graph-to-code"}
    assert codes <= {("mermaid", "graphviz"), ("graphviz", "mermaid")}
    assert any("source view" in note and "does not tell where" in note for note in first.notes)
    assert not any(request.pictures for request in requests)
    labels = [
        [node["label"] for node in json.loads(row["diagram"])["nodes"]] for row in open_dataset(dataset).diagrams()
    ]
    sources = [r for r in requests if any(all(label in r.prompt for label in names) for names in labels)]
    assert len(sources) == views["source"]
    assert (second.planned, {r.view for r in second.results}) == (2, {"image"})
    assert Counter(r.view for r in collect_reading(second.out)) == {**views, "image": 2}


def test_a_source_is_that_of_the_picture(run: Run, dataset: Path) -> None:
    with Loopback(lambda request: chat('{"answer": []}')) as server:
        results = run(server, views=["source"], tasks=["M1"], max_connections=1).results

    notations = Counter("mermaid" if "flowchart" in request.prompt else "graphviz" for request in server.requests)
    assert notations == Counter(r.rendering for r in results)


def test_a_limit_takes_all_tasks_and_more_of_it_asks_only_the_others(run: Run, dataset: Path) -> None:
    with Loopback(Knowing(dataset)) as server:
        few = run(server, limit=6)
        more = run(server, limit=9)
        asked = len(server.requests)

    assert len({r.task for r in few.results}) == 6
    assert {r.id for r in few.results} < {r.id for r in more.results}
    assert (few.planned, more.planned, asked) == (6, 9, 9)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"tasks": ["S9"]}, "task 's9' is none of graph-parsing"),
        ({"variants": ["fuller"]}, "variant 'fuller' is none of "),
        ({"views": ["sound"]}, "no view 'sound'; there are: image, source, blind"),
        ({"split": "dev"}, "no split 'dev'; there are: test, train, all"),
        ({"boxes": "yolo"}, "no box convention 'yolo'; there are: auto, neutral, pixels"),
        ({"tasks": ["V1"]}, "no question of this kind can be asked in the image view, split test"),
        ({"views": ["source"], "tasks": ["V3"]}, "can be asked in the source view"),
        ({"models": ["chat-1"]}, "chat-1: write provider/name"),
        ({"models": ["reader/modern"]}, "reader/modern: no such reader; there is: classical"),
        ({"models": []}, "nothing to run: name a model with --model"),
    ],
)
def test_what_cannot_be_run_is_said_in_one_line_before_anything_is_asked(
    run: Run, tmp_path: Path, options: dict[str, Any], line: str
) -> None:
    with Loopback(lambda request: chat("?")) as server:
        with pytest.raises(RunError) as caught:
            run(server, **options)
        assert not server.requests
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_folder_takes_one_dataset_in_one_wording_and_split(run: Run, dataset: Path, tmp_path: Path) -> None:
    copy = copytree(dataset, tmp_path / "copy")
    with Loopback(Knowing(dataset)) as server:
        run(server, limit=2, data=copy)
        with pytest.raises(RunError, match=r"out holds a run of the split test, not all; give another --out$"):
            run(server, limit=2, data=copy, split="all")
        asked = questions_in(copy)[0]
        words = {"id": asked.id, "question": "What is there?", "model": "m"}
        (copy / "reworded.jsonl").write_text(json.dumps(words) + "\n")
        with pytest.raises(RunError, match=r"holds a run of another dataset \(or of this one in other words\)"):
            run(server, limit=2, data=copy)
        for log in list_eval_logs(str(tmp_path / "out" / "logs")):
            Path(log.name.removeprefix("file://")).unlink()
        with pytest.raises(RunError, match="holds a run of another dataset"):
            run(server, limit=2, data=copy)
        assert len(server.requests) == 2


def test_runs_that_draw_and_runs_that_read_take_folders_of_their_own(
    run: Run, dataset: Path, tmp_path: Path, suite: Path
) -> None:
    run_draw(["control/blank"], tmp_path / "drawn", suite=suite, k=1, text_engine="live", progress=False)
    with Loopback(Knowing(dataset)) as server:
        with pytest.raises(RunError, match="holds results of another command"):
            run(server, out=tmp_path / "drawn", limit=1)
        run(server, limit=1)
    with pytest.raises(RunError, match="holds results of another command"):
        run_draw(["control/blank"], tmp_path / "out", suite=suite, k=1, text_engine="live", progress=False)


def test_the_log_is_small_and_says_what_its_readers_need(run: Run, dataset: Path, tmp_path: Path) -> None:
    def say(question: Any, boxes: Any) -> str:
        return right(question) if question.task != "semantic" else "I cannot answer this question."

    with Loopback(Knowing(dataset, say)) as server:
        summary = run(server)
    (info,) = list_eval_logs(str(tmp_path / "out" / "logs"))
    log = read_eval_log(info)

    size = Path(info.name.removeprefix("file://")).stat().st_size
    assert size < 8_000 * summary.planned + 20_000
    assert log.samples is not None
    assert "base64," not in log.samples[0].model_dump_json()
    first = log.samples[0]
    assert [len(name) for name in first.store["asked"]["pictures"]] == [16] * len(first.metadata["images"])
    assert log.results is not None
    metrics = {score.name: {m.name: m.value for m in score.metrics.values()} for score in log.results.scores}
    refused_share = sum(r.task == "semantic" for r in summary.results) / summary.planned
    assert metrics["score"]["mean"] == 1.0
    assert metrics["score"]["graph-parsing"] == 1.0
    assert "stderr" in metrics["score"]
    assert metrics["strict"]["mean"] == 1.0
    assert metrics["score_all"]["mean"] == pytest.approx(1 - refused_share)
    assert log.eval.metadata is None or "gold" not in log.eval.metadata


def test_a_model_is_told_nothing_of_the_answer(run: Run, dataset: Path) -> None:
    with Loopback(Knowing(dataset)) as server:
        run(server, tasks=["V3"])

    for request in server.requests:
        assert set(request.body) <= {"model", "messages", "stream", "max_tokens", "max_completion_tokens"}
        assert [set(message) for message in request.body["messages"]] == [{"role", "content"}] * 2


class TestFailures:
    """What goes wrong between here and the server: retried where it can pass, else said in one line."""

    @pytest.mark.parametrize("fault", [refused(429, retry_after=0), refused(500, retry_after=0), Reply(drop=True)])
    def test_passing_faults_are_retried(self, run: Run, dataset: Path, fault: Reply) -> None:
        knowing = Knowing(dataset)
        with Loopback(lambda request: fault if request.number == 1 else knowing(request)) as server:
            summary = run(server, limit=1)

        assert (summary.count("ok"), summary.exit_code, len(server.requests)) == (1, 0, 2)

    @pytest.mark.parametrize("model", [MODEL, "openai/chat-1"])
    def test_retries_are_the_requests_after_the_first(self, run: Run, model: str) -> None:
        with Loopback(lambda request: refused(500, retry_after=0)) as server:
            summary = run(server, [model], limit=1, retries=1)

        assert (summary.count("failed"), len(server.requests)) == (1, 2)

    def test_a_damaged_log_is_named(self, run: Run, dataset: Path, tmp_path: Path) -> None:
        with Loopback(Knowing(dataset)) as server:
            run(server, limit=1)
            (log,) = (tmp_path / "out" / "logs").glob("*.eval")
            log.write_bytes(log.read_bytes()[:2_000])
            with pytest.raises(ValueError, match=f"{log.name}: this log is damaged .*delete it"):
                run(server, limit=1)
            log.unlink()
            asked = len(server.requests)
            assert run(server, limit=1).count("ok") == 1

        assert len(server.requests) == asked

    def test_a_wrong_key_is_one_line_that_says_what_to_set(self, run: Run) -> None:
        with Loopback(lambda request: chat("?")) as server:
            summary = run(server, limit=3, model_args={"base_url": server.url, "api_key": "wrong"})

        line = (
            f"{MODEL}: the server refused the key (401); set LOOPBACK_API_KEY to a valid one and run again (3 samples)"
        )
        assert summary.failures == (line,)
        assert (summary.exit_code, summary.count("failed"), len(server.requests)) == (1, 3, 3)
        assert {(r.status, r.score, r.response, r.boxes) for r in summary.results} == {("failed", None, "", "neutral")}

    def test_a_failed_question_is_asked_again_by_the_next_run(self, run: Run, dataset: Path) -> None:
        broken = True
        knowing = Knowing(dataset)

        def script(request: Request) -> Reply:
            return refused(400, "no") if broken and knowing.asked(request).task == "semantic" else knowing(request)

        with Loopback(script) as server:
            first = run(server)
            asked = len(server.requests)
            broken = False
            second = run(server)

        assert first.exit_code == 1
        assert {r.task for r in first.results if r.status == "failed"} == {"semantic"}
        assert summarize(first.results).tasks["semantic"].scored.score is None
        assert (second.exit_code, second.count("ok")) == (0, second.planned)
        assert len(server.requests) - asked == first.count("failed")

    def test_a_picture_that_is_missing_fails_its_questions_alone(self, run: Run, dataset: Path, tmp_path: Path) -> None:
        copy = copytree(dataset, tmp_path / "copy")
        lost = next(q for q in questions_in(copy) if len(q.images) == 1)
        (copy / lost.images[0]).unlink()
        with Loopback(Knowing(dataset)) as server:
            summary = run(server, data=copy)

        failed = [r for r in summary.results if r.status == "failed"]
        assert {r.id for r in failed} == {q.id for q in questions_in(copy) if lost.images[0] in q.images}
        assert all("its picture cannot be shown" in r.reason for r in failed)


def test_one_system_in_several_parts_is_one_run(
    run: Run, dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphicacy.evals.reading_run.PART", 10)
    monkeypatch.setattr("graphicacy.evals.reading.PART", 10)
    with Loopback(Knowing(dataset)) as server:
        summary = run(server)

    logs = [read_eval_log(info) for info in list_eval_logs(str(tmp_path / "out" / "logs"))]
    assert sorted(len(log.samples or ()) for log in logs) == [4, 10, 10]
    assert (summary.planned, summary.count("ok"), len(server.requests)) == (24, 24, 24)
