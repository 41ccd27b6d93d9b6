"""Small files of our own in the layouts in which FlowVQA is passed on: charts are loaded, gold is compared."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import typer
from typer.testing import CliRunner

from graphicacy.cli.read_check import read_check
from graphicacy.read.corpus.entry import Kind
from graphicacy.read.corpus.flowvqa import FlowVqaSource
from graphicacy.read.corpus.flowvqa_check import compare_topological
from graphicacy.read.corpus.named import sources_named
from read.outcomes import outcomes

TEA = """flowchart TD
    A(["Start"]) --> B["Boil the water"]
    B --> C{"Is it hot?"}
    C -->|"No"| B
    C -->|"Yes"| D["Pour it on the leaves"]
    D --> E(["End"])
"""
TWICE = 'flowchart TD\n A["Weigh"] --> B{"Heavy?"}\n B -->|"Yes"| C["Ship"]\n B -->|"No"| C\n C --> D["Done"]\n'


def qa(question: str, *answers: str, kind: str = "topological") -> dict[str, str]:
    return {"Q": question, **{f"A{k + 1}": answer for k, answer in enumerate(answers)}, "type": kind}


QUESTIONS = [
    qa("How many nodes exist in the given flowchart?", "5"),
    qa("How many edges exist in the given flowchart?", "There are five edges."),
    qa('Is the node ""Boil the water"" direct predecessor of the node ""Is it hot?""?', "Yes"),
    qa('What is the shortest path in terms of edges between node ""Start"" and node ""End""?', "4 edges"),
    qa("What is the maximum indegree for the flowchart?", "3"),
    qa('Is the node ""Boil water"" direct successor of the node ""Start""?', "Yes"),
    qa("What is done with hot water?", "It is poured.", "Pouring", "Poured", kind="fact_retrieval"),
]
RECORD = {"key": "code00001", "code": "print(1)", "summary": "# Tea", "mermaid": TEA}
PARALLEL = {"key": "wiki00002", "mermaid": TWICE, "qa": {"1": qa("How many edges exist in the given flowchart?", "3")}}


def numbered(questions: list[Any]) -> dict[str, Any]:
    return {str(k + 1): question for k, question in enumerate(questions)}


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def layouts(folder: Path) -> dict[str, Path]:
    """The same chart with the same questions, in each layout."""
    record = RECORD | {"qa": numbered(QUESTIONS)}
    renamed = [{"question": q["Q"], "answer": q["A1"], "question_type": q["type"]} for q in QUESTIONS]
    flat = [{"id": k, "mermaid_code": TEA, **q} for k, q in enumerate(renamed)]
    by_type = {"topological": renamed[:-1], "fact_retrieval": renamed[-1:]}
    bare = {kind: [{"Q": q["question"], "A": q["answer"]} for q in qas] for kind, qas in by_type.items()}
    write(folder / "official" / "data" / "test_full.json", {"code00001": record})
    write(folder / "list" / "test.json", [RECORD | {"qa": QUESTIONS}])
    write(folder / "nested" / "test.json", {"version": "1", "data": [RECORD | {"qa": bare}]})
    write(folder / "lines" / "test.jsonl", "\n".join(json.dumps(RECORD | {"QA": renamed}) for _ in "1"))
    write(folder / "flat" / "test.jsonl", "\n".join(map(json.dumps, flat)) + "\n\n")
    write(folder / "fenced" / "test.json", [RECORD | {"mermaid": f"```mermaid\n{TEA}```", "qa": QUESTIONS}])
    for name, rows in (("parquet", [RECORD | {"qa": json.dumps(QUESTIONS)}]), ("parquet-flat", flat)):
        (folder / name).mkdir()
        pq.write_table(pa.Table.from_pylist(rows), folder / name / "test-00000-of-00001.parquet")
    return {path.name: path for path in sorted(folder.iterdir())}


def test_every_layout_gives_the_chart_once_and_the_same_agreement(tmp_path: Path) -> None:
    for name, folder in layouts(tmp_path).items():
        source = pickle.loads(pickle.dumps(FlowVqaSource(folder)))
        keys = list(source.keys())
        assert len(keys) == 1, name
        entry = source.load(keys[0])
        assert [n.label for n in entry.diagram.nodes][1:3] == ["Boil the water", "Is it hot?"], name
        assert entry.origin == "flowvqa"
        assert entry.kind is Kind.PROCESS
        assert entry.licence == "MIT"
        assert "2406.19237" in entry.reference
        found = compare_topological(folder).to_json()
        assert [found[k] for k in ("asked", "agree", "differ", "unanswered")] == [6, 4, 1, 1], name


def test_the_official_layout_keeps_names(tmp_path: Path) -> None:
    write(tmp_path / "data" / "train_full.json", {"wiki00002": PARALLEL, "code00001": RECORD | {"qa": {}}})
    write(tmp_path / "data" / "test_full.json", {"code00009": RECORD | {"key": "code00009"}})
    write(tmp_path / "data" / "package.json", {"name": "x", "scripts": {"a": "b"}})
    (tmp_path / "data" / "images" / "main").mkdir(parents=True)
    (tmp_path / "data" / "images" / "main" / "code00001.png").write_bytes(b"\x89PNG")
    entries = [FlowVqaSource(tmp_path).load(key) for key in FlowVqaSource(tmp_path).keys()]  # noqa: SIM118
    assert [(e.id, e.title, e.domain) for e in entries] == [
        ("flowvqa/data/test_full.json/code00009", "code00009", "computing"),
        ("flowvqa/data/train_full.json/wiki00002", "wiki00002", "unknown"),
        ("flowvqa/data/train_full.json/code00001", "code00001", "computing"),
    ]
    one_file = FlowVqaSource(tmp_path / "data" / "test_full.json")
    assert list(one_file.keys()) == ["test_full.json#code00009"]


def test_disagreements_and_doubts_are_named(tmp_path: Path) -> None:
    write(tmp_path / "test_full.json", {"code00001": RECORD | {"qa": numbered(QUESTIONS)}, "wiki00002": PARALLEL})
    found = compare_topological(tmp_path).to_json()
    (wrong,) = found["disagreements"]
    assert (wrong["chart"], wrong["kind"]) == ("test_full.json#code00001", "maximum indegree")
    assert (wrong["gold"], wrong["ours"]) == ("3", [2])
    assert found["causes"] == {"no node has this label": 1, "parallel arrows": 1}
    assert [case["ours"] for case in found["unanswered_questions"]] == [[], [3, 4]]
    assert found["gold_possible"] == 1
    assert found["agreement"] == 0.8
    assert found["agreement_of_all"] == round(4 / 7, 6)
    assert found["kinds"]["edge count"] | {"agreement": 1.0} == found["kinds"]["edge count"]
    assert found["charts"] == 2


def test_bad_records_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    deep = "[" * 100_000
    records = {
        "good": RECORD,
        "broken": {"mermaid": "flowchart TD\n A[[[ --> B"},
        "sequence": {"mermaid": "sequenceDiagram\n A->>B: hi"},
        "number": {"mermaid": 17},
        "none": {"qa": {}},
        "huge": {"mermaid": "flowchart TD\n" + "A --> B\n" * 40_000},
    }
    write(tmp_path / "a.json", records)
    write(tmp_path / "b.json", deep)
    write(tmp_path / "c.json", '{"mermaid": ')
    source = FlowVqaSource(tmp_path)
    causes = outcomes(source)
    assert causes == {
        "a.json#good": "Start Boil the water Is it hot? Pour it on the leaves End",
        "a.json#broken": "unreadable",
        "a.json#sequence": "unreadable",
        "a.json#number": "no diagram",
        "a.json#none": "no diagram",
        "a.json#huge": "long",
        "b.json": "unreadable",
        "c.json": "unreadable",
    }


def test_a_chart_that_cannot_be_read_leaves_its_questions_unanswered(tmp_path: Path) -> None:
    asked = numbered([qa("How many nodes exist in the given flowchart?", "2"), qa("How many nodes exist?", "many")])
    records = {
        "a": {"mermaid": "flowchart TD\n A[[[ --> B", "qa": asked},
        "b": {"mermaid": 3, "qa": asked},
        "c": {
            "mermaid": TEA,
            "qa": asked | {"3": {"Q": 3}, "4": None, "5": [[[[[[[[[qa("How many nodes exist?")]]]]]]]]]},
        },
    }
    write(tmp_path / "a.json", records)
    found = compare_topological(tmp_path).to_json()
    assert found["causes"] == {
        "chart that cannot be read": 2,
        "gold that is no number, nor yes or no": 1,
        "no chart": 2,
    }
    assert (found["asked"], found["differ"]) == (6, 1)


def test_answers_of_models_beside_the_data_are_not_counted(tmp_path: Path) -> None:
    write(tmp_path / "test_full.json", {"code00001": RECORD | {"qa": numbered(QUESTIONS)}})
    write(tmp_path / "gpt.json", [{"question": q["Q"], "answer": "7", "type": q["type"]} for q in QUESTIONS])
    assert compare_topological(tmp_path).to_json()["asked"] == 6


def test_gold_in_digits_and_in_words(tmp_path: Path) -> None:
    golds = [
        "5",
        "There are 5 nodes.",
        "five",
        "One chart with 5 nodes",
        "The two kinds: 5 nodes",
        "5.0",
        5,
        "5 or 6",
        "",
        "x",
    ]
    asked = numbered([{"Q": "How many nodes exist in the given flowchart?", "A1": gold} for gold in golds])
    yes = [
        {"Q": "Is the node Start direct predecessor of the node End?", "A1": said} for said in ("No", "no.", "False")
    ]
    write(tmp_path / "a.json", {"a": RECORD | {"qa": asked | {f"y{k}": q for k, q in enumerate(yes)}}})
    found = compare_topological(tmp_path).to_json()
    assert (found["agree"], found["differ"], found["unanswered"]) == (10, 0, 3)


def test_nothing_to_compare_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        compare_topological(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="no topological question"):
        compare_topological(tmp_path)
    with pytest.raises(ValueError, match="no row of any file"):
        list(FlowVqaSource(tmp_path).keys())


def test_the_command_prints_a_table_and_json(tmp_path: Path) -> None:
    write(tmp_path / "test_full.json", {"code00001": RECORD | {"qa": numbered(QUESTIONS)}})
    app = typer.Typer()
    app.command("check")(read_check)
    table = CliRunner().invoke(app, ["flowvqa", str(tmp_path)])
    assert table.exit_code == 0
    assert "80.00%" in table.output
    assert "gold 3, ours 2" in table.output
    printed = CliRunner().invoke(app, ["flowvqa", str(tmp_path), "--json"])
    assert json.loads(printed.output)["kinds"]["node count"]["agree"] == 1


def test_the_source_goes_by_its_name(tmp_path: Path) -> None:
    (source,) = sources_named([f"flowvqa:{tmp_path}"], 0, 1)
    assert source == FlowVqaSource(tmp_path)
    with pytest.raises(ValueError, match="there is no folder"):
        sources_named([f"flowvqa:{tmp_path}/nowhere"], 0, 1)
