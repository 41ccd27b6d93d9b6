"""A folder of somebody's diagrams: all notations, broken ones named with their cause, and no two with one id."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.read.corpus.entry import BadEntry, Kind
from graphicacy.read.corpus.file import entry_id, slug
from graphicacy.read.corpus.folder import FolderSource, WikiPathwaysSource
from graphicacy.read.corpus.named import sources_named
from graphicacy.read.dataset.plan import plan_of
from read.outcomes import outcomes

HOSTILE = Path(__file__).resolve().parents[1] / "data" / "hostile"
MERMAID = "flowchart LR\n a[{}] --> b[Two]\n"
DOT = 'digraph {{ "{}" -> "Two" }}'
N8N = """{"nodes": [{"name": "One", "type": "t", "position": [0, 0]},
{"name": "Two", "type": "t", "position": [200, 0]}],
"connections": {"One": {"main": [[{"node": "Two", "type": "main", "index": 0}]]}}}"""
NOTES = f"""# Notes

```mermaid
{MERMAID.format("First")}```

Words, and ```code```.

~~~dot
{DOT.format("Second")}
~~~

```python
print("no diagram")
```

```mermaid
sequenceDiagram
 A->>B: hi
```

```mermaid
flowchart TD
 A[[[
```
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_broken_diagrams_of_every_notation_are_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    shutil.copytree(HOSTILE, tmp_path / "bad")
    write(tmp_path / "zz.mmd", MERMAID.format("One"))
    write(tmp_path / "aa.dot", DOT.format("One"))
    write(tmp_path / "mm.json", N8N)
    found = outcomes(FolderSource(tmp_path))
    assert found["aa.dot"] == found["zz.mmd"] == found["mm.json"] == "One Two"
    for suffix in (".mmd", ".dot", ".gpml", ".bpmn", ".sbgn", ".json"):
        assert "unreadable" in [cause for key, cause in found.items() if key.endswith(suffix)], suffix


def test_each_fenced_diagram_of_a_markdown_file_is_one(tmp_path: Path) -> None:
    write(tmp_path / "docs" / "notes.md", NOTES)
    write(tmp_path / "empty.md", "# No diagram\n")
    source = FolderSource(tmp_path)
    assert outcomes(source) == {
        "docs/notes.md#4": "First Two",
        "docs/notes.md#11": "Second Two",
        "docs/notes.md#19": "unreadable",
        "docs/notes.md#24": "unreadable",
    }
    one, two = source.load("docs/notes.md#4"), source.load("docs/notes.md#11")
    assert (one.id, two.id) == ("folder/docs/notes.md/4", "folder/docs/notes.md/11")
    assert (one.reference, two.reference) == ("docs/notes.md#4", "docs/notes.md#11")
    assert one.mermaid == MERMAID.format("First")
    assert two.dot is not None
    for key in ("docs/notes.md#5", "docs/notes.md#", "docs/notes.md", "docs/none.md#4", "none.mmd", "docs"):
        with pytest.raises(BadEntry):
            source.load(key)


def test_names_that_look_alike_keep_their_own_ids(tmp_path: Path) -> None:
    names = [
        *("a/x.mmd", "b/x.mmd", "a/x.dot", "a/x.mmd.dot", "a-x.mmd", "a x.mmd", "ä.mmd", "ö.mmd", "図.mmd", "a/q.MMD"),
        *("x#1.mmd", "x/1.mmd", "x-1.mmd", f"{'y' * 180}.mmd", f"{'y' * 179}z.mmd", "Übersicht/-.mmd", "a/.mmd"),
    ]
    for name in names:
        write(tmp_path / name, (DOT if name.endswith(".dot") else MERMAID).format(name[:20].replace("#", "")))
    source = FolderSource(tmp_path)
    keys = list(source.keys())
    assert set(names) - set(keys) == {"a/.mmd"}  # hidden
    entries = [source.load(key) for key in keys]
    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(keys) == 16
    assert all(slug(key) == key and len(key) < 200 for key in ids)
    assert "folder/a/x.mmd" in ids
    assert {entry.title for entry in entries} >= {"a/x", "b/x", "ä"}


KEYS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)


@given(KEYS, KEYS)
def test_ids_are_plain_and_told_apart(one: str, other: str) -> None:
    first, second = entry_id("folder", f"{one}.mmd"), entry_id("folder", f"{other}.mmd")
    assert slug(first) == first
    assert ".." not in first.split("/")
    assert (first == second) == (one == other)


def test_hidden_and_other_files_are_passed_over(tmp_path: Path) -> None:
    for name in (".git/x.mmd", "a/.x.mmd", "x.txt", "x.png", "x", "a/b/c/d.mmd"):
        write(tmp_path / name, MERMAID.format("One"))
    (tmp_path / "folder.mmd").mkdir()
    assert list(FolderSource(tmp_path).keys()) == ["a/b/c/d.mmd"]


def test_a_folder_without_diagrams_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "notes.md", "# No diagram\n")
    write(tmp_path / "picture.png", "x")
    with pytest.raises(ValueError, match=r"no diagram is in this folder.*\.mmd"):
        list(FolderSource(tmp_path).keys())
    with pytest.raises(ValueError, match="no diagram is in this folder"):
        plan_of(None, 0, 1, (), ["library", str(tmp_path)])
    write(tmp_path / "a.mmd", MERMAID.format("One"))
    assert list(FolderSource(tmp_path).keys()) == ["a.mmd"]
    with pytest.raises(ValueError, match=r"\.gpml$"):
        list(WikiPathwaysSource(tmp_path).keys())


def test_kinds_titles_and_sources_of_a_header(tmp_path: Path) -> None:
    write(tmp_path / "a.mmd", "%% title: TCP\n%% source: RFC 9293\n%% kind: influence\n" + MERMAID.format("One"))
    write(tmp_path / "b.mmd", "stateDiagram-v2\n A --> B\n")
    write(tmp_path / "c.dot", '// a comment\ndigraph { a -> b; b [label="x\\nstateDiagram"] }')
    a, b, c = (FolderSource(tmp_path).load(key) for key in ("a.mmd", "b.mmd", "c.dot"))
    assert (a.title, a.reference, a.kind) == ("TCP", "RFC 9293", Kind.INFLUENCE)
    assert (b.title, b.reference, b.kind) == ("b", "b.mmd", Kind.STATES)
    assert c.kind is Kind.PROCESS


def test_a_folder_by_its_name(tmp_path: Path) -> None:
    write(tmp_path / "a.mmd", MERMAID.format("One"))
    (plain,), (named,) = sources_named([str(tmp_path)], 0, 1), sources_named([f"folder:{tmp_path}"], 0, 1)
    assert plain == named == pickle.loads(pickle.dumps(plain)) == FolderSource(tmp_path)
    for name in (f"folder:{tmp_path}/none", f"{tmp_path}/none", "folder:", "nothing", ""):
        with pytest.raises(ValueError, match="--source"):
            sources_named([name], 0, 1)
    with pytest.raises(NotADirectoryError):
        list(FolderSource(tmp_path / "none").keys())


def test_two_folders_with_the_same_names_in_them(tmp_path: Path) -> None:
    for folder in ("one", "two", "three"):
        write(tmp_path / folder / "a.mmd", MERMAID.format(folder))
    names = [str(tmp_path / "one"), f"folder:{tmp_path}/two", f"rows:{tmp_path}/one", f"folder:{tmp_path}/three"]
    sources = pickle.loads(pickle.dumps(sources_named(names, 0, 1)))
    assert [source.name for source in sources] == ["folder", "folder-2", "rows", "folder-3"]
    entries = [sources[k].load("a.mmd") for k in (0, 1, 3)]
    assert [e.id for e in entries] == ["folder/a.mmd", "folder-2/a.mmd", "folder-3/a.mmd"]
    assert [e.origin for e in entries] == ["folder", "folder-2", "folder-3"]
    assert [e.diagram.nodes[0].label for e in entries] == ["one", "two", "three"]
    assert [list(source.keys()) for source in sources[:2]] == [["a.mmd"], ["a.mmd"]]
    for twice in ([names[0], "library", f"folder:{names[0]}/"], ["library", "library"], ["generated", "generated"]):
        with pytest.raises(ValueError, match="given twice"):
            sources_named(twice, 0, 1)


def test_text_that_is_no_diagram_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "a.mmd").write_bytes(b"")
    (tmp_path / "b.mmd").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "c.dot").write_bytes(b"\xff\xfe\x00\x01 digraph")
    write(tmp_path / "d.md", "x" * 2_000_001)
    write(tmp_path / "e.xml", "<?xml version='1.0'?><other/>")
    assert set(outcomes(FolderSource(tmp_path)).values()) == {"unreadable"}
