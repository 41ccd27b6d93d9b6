"""Rows with a diagram, of every kind of file; the sources BigDocs-Bench, FlowLearn and Hugging Face made of them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from time import perf_counter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from graphicacy.diagram.model import Shape
from graphicacy.read.corpus.bigdocs import BigDocsSource, graph_of_json
from graphicacy.read.corpus.entry import BadEntry
from graphicacy.read.corpus.flowlearn import FlowLearnSource
from graphicacy.read.corpus.hf import HuggingFaceSource, LocalSource, hugging_face
from graphicacy.read.corpus.named import sources_named
from graphicacy.read.corpus.records import open_table
from graphicacy.read.corpus.rows import RowSource, diagram_text
from read.outcomes import outcomes

DOT = 'digraph { a [label="Ask"]; b [label="Answer"]; a -> b [label="soon"] }'
MERMAID = "flowchart LR\n a[Ask] --> b[Answer]\n"
PICTURE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def parquet(path: Path, rows: list[dict[str, Any]], groups: int = 1_000) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=groups)
    return path


def rows_of(count: int) -> list[dict[str, Any]]:
    return [{"n": k, "code": MERMAID.replace("Ask", f"Ask{k}")} for k in range(count)]


def test_every_kind_of_file_gives_the_same_rows(tmp_path: Path) -> None:
    rows = rows_of(7)
    parquet(tmp_path / "a.parquet", rows, groups=3)
    write(tmp_path / "b.json", rows)
    write(tmp_path / "c.jsonl", "\n\n".join(map(json.dumps, rows)))
    table = pa.Table.from_pylist(rows)
    with pa.OSFile(str(tmp_path / "d.arrow"), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    with pa.OSFile(str(tmp_path / "e.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    write(tmp_path / "f.json", {f"r{k}": row for k, row in enumerate(rows)})
    source = pickle.loads(pickle.dumps(RowSource(tmp_path)))
    keys = list(source.keys())
    assert len(keys) == 42
    assert keys == list(source.keys())
    for key in reversed(keys):  # in any order
        assert source.load(key).diagram.nodes[0].label == f"Ask{key[-1]}"
    assert len({source.load(key).id for key in keys}) == 42


def test_pictures_are_never_loaded(tmp_path: Path) -> None:
    table = pa.table({
        "images": pa.array([[{"bytes": b"x" * 1_000, "path": "p.png"}]], pa.list_(PICTURE)),
        "raw": pa.array([b"y"], pa.large_binary()),
        "annotations": pa.array([[DOT]]),
    })  # fmt: skip
    pq.write_table(table, tmp_path / "a.parquet")
    assert open_table(tmp_path / "a.parquet").row("0") == {"annotations": [DOT]}


def test_the_text_of_a_diagram_is_found() -> None:
    assert diagram_text({"title": "graph", "x": DOT}) is not None
    assert diagram_text({"prompt": "Draw", "x": ["no", f"Here it is:\n```mermaid\n{MERMAID}```\nDone."]}) is not None
    both = diagram_text({"x": DOT, "my_mermaid_code": MERMAID})
    assert both is not None
    assert both.notation == "mermaid"
    named = diagram_text({"x": DOT, "my_mermaid_code": MERMAID}, "x")
    assert named is not None
    assert named.notation == "dot"
    assert diagram_text({"x": DOT}, "y") is None
    assert diagram_text({"code": "def graph(): pass", "n": 3, "nested": {"x": DOT}}) is None


@pytest.mark.parametrize("text", ["```" + " " * 50_000, "```a" * 50_000, "``` " * 50_000])
def test_fences_that_never_begin_take_no_time(text: str) -> None:
    began = perf_counter()
    assert diagram_text({"x": text}) is None
    assert perf_counter() - began < 2


def test_damaged_files_and_rows_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = parquet(tmp_path / "a.parquet", rows_of(2))
    (tmp_path / "b.parquet").write_bytes(good.read_bytes()[:-40])
    (tmp_path / "c.parquet").write_bytes(b"PAR1" + b"\x00" * 100 + b"PAR1")
    (tmp_path / "d.arrow").write_bytes(b"ARROW1 no")
    write(tmp_path / "e.jsonl", json.dumps({"m": MERMAID}) + "\n{]\n[1]\n" + "[" * 50_000 + "\nnull\n")
    write(tmp_path / "f.json", "{}")
    write(tmp_path / "g.json", [1, "x", None, {"m": MERMAID}])
    (tmp_path / "h.json").write_bytes(b"\xff\xfe\x00")
    write(tmp_path / ".hidden" / "a.json", "{")
    write(tmp_path / "dataset_info.json", {"features": {"a": {"dtype": "string"}}, "splits": {"train": {"n": 1}}})
    assert outcomes(RowSource(tmp_path)) == {
        "a.parquet#0": "Ask0 Answer",
        "a.parquet#1": "Ask1 Answer",
        "b.parquet": "unreadable",
        "c.parquet": "unreadable",
        "d.arrow": "unreadable",
        "e.jsonl#0": "Ask Answer",
        "e.jsonl#1": "unreadable",
        "e.jsonl#2": "no record",
        "e.jsonl#3": "unreadable",
        "e.jsonl#4": "no record",
        "g.json#0": "no record",
        "g.json#1": "no record",
        "g.json#2": "no record",
        "g.json#3": "Ask Answer",
        "h.json": "unreadable",
    }
    wrong = ["a.parquet#2", "a.parquet#-1", "a.parquet#", "e.jsonl#99", "g.json#x", "none.json#0", "a.txt#1", "a.txt"]
    assert set(outcomes(RowSource(tmp_path), wrong).values()) <= {"no record", "unreadable"}


def test_a_folder_with_damaged_files_alone_names_them_and_one_without_diagrams_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "none" / "a.json", [{"x": "no diagram"}])
    write(tmp_path / "bad" / "a.json", "[")
    assert outcomes(RowSource(tmp_path / "bad")) == {"a.json": "unreadable"}
    with pytest.raises(ValueError, match="no row of any file"):
        list(RowSource(tmp_path / "none").keys())
    with pytest.raises(ValueError, match="rows are read from"):
        list(RowSource(write(tmp_path / "x.csv", "a,b")).keys())


def test_a_text_that_is_no_utf8_spoils_its_row_only(tmp_path: Path) -> None:
    code = pa.array([MERMAID.encode(), b"flowchart\xff\xfe", MERMAID.encode()], pa.binary()).view(pa.string())
    pq.write_table(pa.table({"code": code}), tmp_path / "a.parquet")
    assert list(outcomes(RowSource(tmp_path)).values()) == ["Ask Answer", "unreadable", "Ask Answer"]


def test_titles_and_ids_are_short_and_plain(tmp_path: Path) -> None:
    titles = {"a b": "Two\n words", "c": 3, "d": "x" * 999}
    rows = {name: {"title": title, "m": MERMAID} for name, title in titles.items()}
    write(tmp_path / ("ü" * 60) / "x y.json", rows)
    entries = [RowSource(tmp_path).load(key) for key in RowSource(tmp_path).keys()]  # noqa: SIM118
    assert entries[0].title == "Two words"
    assert all(e.title.endswith(f"x y.json#{k}") for k, e in enumerate(entries) if k)
    assert len({e.id for e in entries}) == 3
    assert all(e.id.isascii() and len(e.id) < 200 for e in entries)


JSON = {
    "nodes": [
        {"id": "node1", "label": "Start", "shape": "circle", "description": "start"},
        {"id": "node2", "label": "Fine?", "shape": "diamond", "description": None},
        {"id": 3, "label": 'Say "yes";\\nbye', "shape": ["x"]},
    ],
    "edges": [
        {"source": "node1", "target": "node2;", "label": None},
        {"source": "node2", "target": "3", "label": "Yes"},
    ],
}  # fmt: skip


def bigdocs_row(name: str, *annotations: str) -> dict[str, Any]:
    return {
        "identifier": name,
        "queries": ["Convert it."],
        "annotations": list(annotations),
        "task": "x",
        "source": "y",
    }


def test_bigdocs_in_both_notations(tmp_path: Path) -> None:
    folder = tmp_path / "Image2Flow_(GraphViz)"
    parquet(folder / "test-00000-of-00001.parquet", [bigdocs_row("FlowChart2GraphViz_test_0", DOT)])
    json_rows = [bigdocs_row(f"FlowChart2JSON_test_{k}", text) for k, text in enumerate(
        (json.dumps(JSON), f"```json\n{json.dumps(JSON)}\n```", '{"nodes": [], "edges": 3}', '{"nodes": [', "none")
    )]  # fmt: skip
    parquet(tmp_path / "FlowChart2JSON" / "data" / "val-00000-of-00001.parquet", json_rows)
    source = pickle.loads(pickle.dumps(BigDocsSource(tmp_path)))
    assert list(outcomes(source).values()) == [
        'Start Fine? Say "yes"; bye',
        'Start Fine? Say "yes"; bye',
        "no graph",
        "unreadable",
        "no diagram",
        "Ask Answer",
    ]
    keys = list(source.keys())
    first, last = source.load(keys[0]), source.load(keys[-1])
    assert [(e.source, e.target) for e in first.diagram.edges] == [("node1", "node2"), ("node2", "3")]
    assert [e.label for e in first.diagram.edges] == ["", "Yes"]
    assert [n.shape for n in first.diagram.nodes] == [Shape.CIRCLE, Shape.DIAMOND, Shape.RECTANGLE]
    assert (first.title, first.licence) == ("FlowChart2JSON_test_0", "CC-BY-4.0")
    assert last.dot == DOT
    assert "(arXiv 2412.04626), FlowChart2GraphViz_test_0" in last.reference
    assert last.id.startswith("bigdocs/Image2Flow")


@pytest.mark.parametrize(
    ("graph", "cause"),
    [
        ({"nodes": [{"label": "x"}], "edges": []}, "no graph"),
        ({"nodes": [{"id": True}], "edges": []}, "no graph"),
        ({"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "b"}]}, "no graph"),
        ({"nodes": [{"id": "a", "label": "x" * 2_000}], "edges": []}, "long label"),
        ({"nodes": [{"id": k} for k in range(3_000)], "edges": []}, "many nodes"),
        ({"nodes": "abc", "edges": []}, "no graph"),
        ({"nodes": [1], "edges": []}, "no graph"),
        ([1], "no graph"),
    ],
)
def test_bad_graphs_in_json(graph: Any, cause: str) -> None:
    with pytest.raises(BadEntry) as caught:
        graph_of_json(json.dumps(graph))
    assert caught.value.cause == cause


def test_deep_json_is_refused_in_one_line() -> None:
    with pytest.raises(BadEntry, match="no JSON"):
        graph_of_json('{"nodes": ' + "[" * 100_000)


def flowlearn(folder: Path) -> Path:
    def record(file: str, label: str) -> dict[str, Any]:
        code = f"```mermaid\nflowchart LR\nentity0({label})\nentity1(B)\nentity0 --> entity1\n```"
        return {"file": file, "mermaid": code, "caption": "…", "ocr": "…", "meta": {"text": {}, "links": {}}}

    train, test = [record("0.jpeg", "A"), record("1.jpeg", "C")], [record("2.jpeg", "D")]
    for variant in ("char", "word"):
        write(folder / "SimFlowchart" / variant / "train.json", train)
        write(folder / "SimFlowchart" / variant / "test.json", test)
        write(folder / "SimFlowchart" / variant / "all.json", train + test)
        asked = {"2.jpeg": {"mermaid": test[0]["mermaid"], "Num_Nodes": {"question": "How many?", "answer": 2}}}
        write(folder / "SimFlowchart" / variant / "VQA" / "test.json", asked)
    write(folder / "SciFlowchart" / "test.json", [{"figure_path": "x.png", "caption": "A flowchart"}])
    return folder


def test_flowlearn_gives_each_chart_once_and_names_what_has_no_graphs(tmp_path: Path) -> None:
    source = pickle.loads(pickle.dumps(FlowLearnSource(flowlearn(tmp_path))))
    assert outcomes(source) == {
        "SciFlowchart/test.json": "no graph",
        "SimFlowchart/char/test.json#0": "D B",
        "SimFlowchart/char/train.json#0": "A B",
        "SimFlowchart/char/train.json#1": "C B",
        "SimFlowchart/word/test.json#0": "D B",
        "SimFlowchart/word/train.json#0": "A B",
        "SimFlowchart/word/train.json#1": "C B",
    }
    entry = source.load("SimFlowchart/word/train.json#1")
    assert entry.licence == "CC-BY-NC-SA-4.0"
    assert "2407.05183" in entry.reference
    assert entry.mermaid is not None
    assert entry.mermaid.startswith("flowchart LR")


def test_flowlearn_by_its_questions_alone(tmp_path: Path) -> None:
    flowlearn(tmp_path)
    only = FlowLearnSource(tmp_path / "SimFlowchart" / "char" / "VQA")
    assert outcomes(only) == {"test.json#2.jpeg": "D B"}


def saved(folder: Path, split: str, rows: list[dict[str, Any]]) -> None:
    """As ``Dataset.save_to_disk`` lays a split out."""
    (folder / split).mkdir(parents=True)
    table = pa.Table.from_pylist(rows)
    path = folder / split / "data-00000-of-00001.arrow"
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    write(folder / split / "state.json", {"_data_files": [{"filename": path.name}], "_split": split})
    write(folder / split / "dataset_info.json", {"features": {"code": {"dtype": "string", "_type": "Value"}}})


def test_a_saved_data_set_is_read_without_the_package(tmp_path: Path) -> None:
    saved(tmp_path, "train", rows_of(3))
    saved(tmp_path, "pretrain", rows_of(1))
    saved(tmp_path, "test", [{"code": DOT, "other": MERMAID}])
    write(tmp_path / "dataset_dict.json", {"splits": ["train", "test"]})
    assert len(list(hugging_face(tmp_path).keys())) == 5
    (source,) = sources_named([f"hf:{tmp_path}#train"], 0, 1)
    assert list(pickle.loads(pickle.dumps(source)).keys()) == [f"train/data-00000-of-00001.arrow#{k}" for k in range(3)]
    (test,) = sources_named([f"hf:{tmp_path}#test#other"], 0, 1)
    assert test.load(next(iter(test.keys()))).mermaid == MERMAID
    assert isinstance(test, LocalSource)


@pytest.mark.parametrize("place", ["", "#train", "a/b/c", "./nowhere", "a/b#c#d#e"])
def test_places_that_are_none(place: str) -> None:
    with pytest.raises(ValueError, match="hf:"):
        hugging_face(place)


class StandIn:
    """What ``datasets`` gives, as far as it is used."""

    def __init__(self, rows: list[dict[str, Any]], licence: str = "mit") -> None:
        self._rows = rows
        self.column_names = list(rows[0])
        self.features = {name: "Image(mode=None)" if name == "image" else "Value('string')" for name in rows[0]}
        self.info = type("Info", (), {"license": licence})()

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self._rows[index]

    def select_columns(self, names: list[str]) -> StandIn:
        return StandIn([{name: row[name] for name in names} for row in self._rows], self.info.license)


def test_a_data_set_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_dataset(name: str, split: str) -> StandIn:
        if name != "some/charts" or split != "test":
            raise RuntimeError("Unknown split\nor name")
        return StandIn([{"image": object(), "code": text} for text in (MERMAID, "none", DOT)])

    package = type("Package", (), {"load_dataset": staticmethod(load_dataset)})
    monkeypatch.setattr("graphicacy.read.corpus.hf.import_module", lambda name: package)
    source = hugging_face("some/charts#test")
    assert isinstance(source, HuggingFaceSource)
    assert pickle.loads(pickle.dumps(source)) == source
    assert list(source.keys()) == ["0", "1", "2"]
    assert [source.load(key).id for key in ("0", "2")] == ["hf/some/charts/test/0", "hf/some/charts/test/2"]
    assert source.load("0").licence == "mit"
    assert "some/charts, test, row 2" in source.load("2").reference
    for key, cause in (("1", "no diagram"), ("3", "missing"), ("x", "missing")):
        with pytest.raises(BadEntry) as caught:
            source.load(key)
        assert caught.value.cause == cause
    said_of = {"some/charts#train": "cannot be had: Unknown split or name", "some/charts#test#kode": "no column 'kode'"}
    for place, said in said_of.items():
        with pytest.raises(ValueError, match=said):
            list(hugging_face(place).keys())


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("graphicacy.read.corpus.hf.import_module", missing)
    with pytest.raises(ValueError, match="pip install datasets"):
        list(hugging_face("other/charts").keys())


def test_the_package_itself(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    rows = [{"code": text, "picture": None} for text in (MERMAID, "none")]
    features = datasets.Features({"code": datasets.Value("string"), "picture": datasets.Image()})
    made = datasets.Dataset.from_list(rows, features=features)
    made.save_to_disk(str(tmp_path / "saved"))
    (tmp_path / "hub").mkdir()
    made.to_parquet(str(tmp_path / "hub" / "train.parquet"))
    assert list(outcomes(hugging_face(tmp_path / "saved")).values()) == ["Ask Answer", "no diagram"]
    assert HuggingFaceSource(str(tmp_path / "hub")).load("0").mermaid == MERMAID
