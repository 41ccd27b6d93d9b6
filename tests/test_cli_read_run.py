"""``graphicacy read run``, ``read grade`` and ``read export``, as a user calls them."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from graphicacy.cli import main
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.dataset.load import open_dataset
from graphicacy.read.record import ReadResult
from graphicacy.trust.reading import summarize
from loopback import KEY, Loopback, Reply, Request, chat
from small_dataset import Knowing, is_box, questions_in, right, write_dataset

CHAT = "openai-api/loopback/chat-1"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("data") / "small")


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def graphicacy(*words: object) -> Done:
    """The command, in this process."""
    out, err = StringIO(), StringIO()
    argv = patch.object(sys, "argv", ["graphicacy", "read", *map(str, words)])
    with argv, redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
        main()
    return Done(int(end.value.code or 0), out.getvalue(), err.getvalue())


def write_answers(path: Path, answers: dict[str, Any], *lines: str) -> Path:
    records = [json.dumps({"id": key, "answer": answer}) for key, answer in answers.items()]
    path.write_text("\n".join([*records, *lines]) + "\n", encoding="utf-8")
    return path


class TestGrade:
    def test_json_is_the_summary_and_faults_of_the_file_are_lines(self, dataset: Path, tmp_path: Path) -> None:
        questions = questions_in(dataset)
        said: dict[str, Any] = {q.id: right(q) for q in questions[2:]}
        said[questions[2].id] = "I cannot answer this question."
        answers = write_answers(tmp_path / "mine.jsonl", {**said, "nobody": "?"}, "garbage")
        done = graphicacy(
            *("grade", "--data", dataset, "--answers", answers, "--split", "test", "--out", tmp_path / "out", "--json")
        )

        assert done.returncode == 0
        printed = json.loads(done.stdout)
        assert printed["overall"]["score"] == 1.0
        assert printed["overall"]["score_all"] < 1.0
        task = printed["tasks"][questions[2].task]
        assert {"score", "strict", "n", "interval", "statuses"} <= set(task)
        assert task["statuses"]["refused"] == 1
        assert set(printed["capabilities"]) == {"structural", "visual", "semantic", "comprehensive"}
        assert done.stderr.splitlines() == [
            f"line {len(questions)}: no JSON object (Expecting value: line 1 column 1 (char 0))",
            "no questions of this dataset: nobody",
            f"2 of {len(questions)} questions have no answer, and count in no score",
        ]
        results = [ReadResult.model_validate_json(line) for line in (tmp_path / "out" / "results.jsonl").open()]
        told = done.stderr.splitlines()[:-1]
        assert {**summarize(results).to_json(), "unasked": 2, "faults": told} == printed
        facts = json.loads((tmp_path / "out" / "run.json").read_text())
        assert (facts["track"], facts["systems"], facts["views"]) == ("read", ["mine"], ["image"])
        assert (facts["digest"], facts["boxes"]) == (open_dataset(dataset).digest, {"mine": "neutral"})

    def test_boxes_are_read_in_the_convention_that_is_named(self, dataset: Path, tmp_path: Path) -> None:
        said = {q.id: right(q, FAMILIES["gemini"]) for q in questions_in(dataset) if is_box(q)}
        words = ("grade", "--data", dataset, "--answers", write_answers(tmp_path / "a.jsonl", said), "--json")
        as_gemini = json.loads(graphicacy(*words, "--boxes", "gemini", "--name", "Gem").stdout)
        as_neutral = json.loads(graphicacy(*words).stdout)

        assert (as_gemini["system"], as_gemini["overall"]["score"]) == ("Gem", 1.0)
        assert as_neutral["overall"]["score"] == 0.0

    def test_people_see_a_table(self, dataset: Path, tmp_path: Path) -> None:
        answers = write_answers(tmp_path / "a.jsonl", {q.id: right(q) for q in questions_in(dataset, None)})
        done = graphicacy("grade", "--data", dataset, "--answers", answers, "--join", "C1+M1")

        assert done.stderr == ""
        for word in (
            "a, image view",
            "S1 graph-parsing",
            "structural",
            "overall",
            "1.00",
            "score of all",
            "fabricated 0",
        ):
            assert word in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 120

    @pytest.mark.parametrize(
        ("options", "line"),
        [
            (["--boxes", "yolo"], "--boxes yolo: choose one of neutral, pixels"),
            (["--view", "sound"], "--view sound: choose one of image, source, blind"),
            (["--split", "dev"], "--split dev: choose one of test, train, all"),
            (["--join", "C1+C9"], "task 'c9' is none of"),
            (["--split", "train"], "no answer is to a question of the split train"),
            (["--answers", "missing.jsonl"], "missing.jsonl"),
            (["--data", "missing"], "there is no dataset here"),
        ],
    )
    def test_what_cannot_be_graded_is_one_line(
        self, dataset: Path, tmp_path: Path, options: list[str], line: str
    ) -> None:
        one = questions_in(dataset)[0]
        answers = write_answers(tmp_path / "a.jsonl", {one.id: right(one)})
        done = graphicacy("grade", "--data", dataset, "--answers", answers, *options)

        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        assert line in done.stderr

    def test_only_its_own_results_are_written_over(self, dataset: Path, tmp_path: Path) -> None:
        one = questions_in(dataset)[0]
        answers = write_answers(tmp_path / "a.jsonl", {one.id: right(one)})
        words = ("grade", "--data", dataset, "--answers", answers, "--out", tmp_path / "out")
        codes = [graphicacy(*words, *more).returncode for more in ((), (), ("--name", "b"), ("--view", "blind"))]
        assert codes == [0, 0, 2, 2]


class TestRun:
    def words(self, server: Loopback, dataset: Path, out: Path, *more: object) -> list[object]:
        access = ("-M", f"base_url={server.url}", "-M", f"api_key={KEY}")
        return ["run", "--model", CHAT, "--data", dataset, "--out", out, "--quiet", *access, *more]

    def test_what_is_answered_is_graded_and_printed(self, dataset: Path, tmp_path: Path) -> None:
        with Loopback(Knowing(dataset)) as server:
            words = self.words(server, dataset, tmp_path / "out", "--task", "S1", "--task", "V3", "--limit", 6)
            table = graphicacy(*words)
            again = graphicacy(*words, "--json")
            asked = len(server.requests)

        assert (table.returncode, table.stderr, again.returncode, again.stderr) == (0, "", 0, "")
        for word in (f"{CHAT}, image view", "S1 graph-parsing", "V3 localization", "1.00", "180 tokens"):
            assert word in table.stdout
        (summary,) = json.loads(again.stdout)
        assert (summary["system"], summary["view"], summary["overall"]["score"]) == (CHAT, "image", 1.0)
        assert summary["spent"]["tokens"] == 180
        assert asked == 6

    def test_views_are_summed_up_apart(self, dataset: Path, tmp_path: Path) -> None:
        with Loopback(lambda request: chat('{"answer": "none"}')) as server:
            words = self.words(server, dataset, tmp_path, "--view", "source", "--view", "blind", "--json")
            done = graphicacy(*words)

        assert done.returncode == 0
        assert [summary["view"] for summary in json.loads(done.stdout)] == ["blind", "source"]
        assert any("source view: " in line and "are not asked" in line for line in done.stderr.splitlines())

    def test_questions_that_could_not_be_asked_are_a_line_and_exit_1(self, dataset: Path, tmp_path: Path) -> None:
        knowing = Knowing(dataset)

        def script(request: Request) -> Reply:
            failing = knowing.asked(request).task == "graph-parsing"
            return Reply({"error": {"message": "no pictures here"}}, 400) if failing else knowing(request)

        with Loopback(script) as server:
            done = graphicacy(*self.words(server, dataset, tmp_path, "--task", "S1", "--task", "M1"))

        count = sum(q.task == "graph-parsing" for q in questions_in(dataset))
        assert done.returncode == 1
        assert done.stderr == f"{CHAT}: the server refused the request (400): no pictures here ({count} samples)\n"
        assert "failed" in done.stdout

    @pytest.mark.parametrize(
        ("options", "line"),
        [
            (["--view", "sound"], "no view 'sound'; there are: image, source, blind"),
            (["--boxes", "yolo"], "no box convention 'yolo'"),
            (["--join", "C1+C9"], "task 'c9' is none of"),
            (["--limit", "0"], "limit"),
            (["-M", "oops"], "oops: write KEY=VALUE"),
        ],
    )
    def test_bad_options_are_one_line_and_exit_2(
        self, dataset: Path, tmp_path: Path, options: list[str], line: str
    ) -> None:
        with Loopback(lambda request: chat("?")) as server:
            done = graphicacy(*self.words(server, dataset, tmp_path / "out", *options))
            assert not server.requests

        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
        assert line in done.stderr
        assert not (tmp_path / "out").exists()


def test_an_export_names_its_files(dataset: Path, tmp_path: Path) -> None:
    done = graphicacy("export", "--to", "hf", "--data", dataset, "--out", tmp_path / "hf", "--split", "test")
    assert done.returncode == 0
    first, *paths = done.stdout.splitlines()
    assert first == f"{tmp_path / 'hf'}: {len(questions_in(dataset))} questions"
    assert all(Path(path).exists() for path in paths)
    assert "load_dataset" in done.stderr

    for options, line in ((["--to", "csv"], "--to csv: choose one of"), (["--boxes", "yolo"], "--boxes yolo")):
        words = ["export", "--to", "hf", "--data", dataset, "--out", tmp_path / "other", *options]
        bad = graphicacy(*words)
        assert (bad.returncode, len(bad.stderr.splitlines())) == (2, 1)
        assert line in bad.stderr
