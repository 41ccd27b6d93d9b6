"""The folder of a stress test: it goes on after a kill, is refused for another test, and hostile files are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphicacy.trust.stress.files import BadStressFolder, Settings, StressFolder, read_stress
from graphicacy.trust.stress.record import Case, Scored, StressSummary

SETTINGS = Settings(
    graphicacy="1", seed=0, sources=("reference",), count=1, defects=1, walks=1, walk_length=3, drawings={"a": "12"}
)
CASE = Case(id="a/original", drawing="a", task="a", kind="original", svg="pictures/a.svg", png="pictures/a.png")
ROW = Scored(scorer="tf-strict", dimension="TF", medium="vector", case="a/original", value=0.5, seconds=1.0)
SUMMARY = StressSummary(graphicacy="1", seed=0, drawings=1, raster_drawings=0, cases=1)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    folder = StressFolder(tmp_path / "new")
    with folder.held():
        folder.begin(SETTINGS)
        folder.add_case(CASE, "<svg/>", b"png")
        folder.add_scores([ROW])
        assert (folder.cases(), folder.scored()) == ([CASE], [ROW])
        folder.finish([CASE], [ROW], SUMMARY)
    assert read_stress(folder.path) == (SUMMARY, [CASE], [ROW])
    assert folder.picture("pictures/a.svg").read_text() == "<svg/>"


def test_a_line_cut_off_by_a_kill_is_lost_and_no_other(tmp_path: Path) -> None:
    folder = StressFolder(tmp_path)
    folder.begin(SETTINGS)
    folder.add_scores([ROW])
    with (tmp_path / "scores.jsonl").open("a") as file:
        file.write('{"scorer":"tf-st')
    other = ROW.model_copy(update={"case": "b"})
    folder.begin(SETTINGS)
    assert folder.scored() == [ROW]
    folder.add_scores([other])
    assert folder.scored() == [ROW, other]


@pytest.mark.parametrize(
    ("change", "said"), [({"seed": 1}, "seed 0"), ({"drawings": {"a": "13"}}, "the drawings themselves")]
)
def test_a_folder_of_another_test_is_refused(tmp_path: Path, change: dict[str, object], said: str) -> None:
    StressFolder(tmp_path).begin(SETTINGS)
    with pytest.raises(BadStressFolder, match=rf"other settings \({said}\); choose another --out"):
        StressFolder(tmp_path).begin(SETTINGS.model_copy(update=change))


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    first, second = StressFolder(tmp_path), StressFolder(tmp_path)
    with first.held(), pytest.raises(BadStressFolder, match="another stress test is at work"), second.held():
        pass
    with StressFolder(tmp_path).held():
        pass


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("settings.json", "[]", "settings.json: not the settings"),
        ("settings.json", "", "settings.json: not the settings"),
        ("cases.jsonl", "{}\n", "no settings.json"),
    ],
)
def test_a_folder_of_something_else_is_refused(tmp_path: Path, name: str, content: str, said: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(BadStressFolder, match=said):
        StressFolder(tmp_path).begin(SETTINGS)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("stress.json", "{", "stress.json: not a stress test's summary"),
        ("stress.json", '{"seed": NaN}', "stress.json: not a stress test's summary"),
        ("cases.jsonl", '{"id": 3}\n', "cases.jsonl: a line is no case"),
        ("scores.jsonl", "[1]\n", "scores.jsonl: line 1 is no JSON object"),
        ("scores.jsonl", ROW.model_dump_json().replace("0.5", '"x"') + "\n", "a line is no score .value"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, name: str, content: str, said: str) -> None:
    StressFolder(tmp_path).finish([CASE], [ROW], SUMMARY)
    (tmp_path / name).write_text(content)
    with pytest.raises(BadStressFolder, match=said):
        read_stress(tmp_path)


def test_a_test_that_has_not_ended_has_no_summary(tmp_path: Path) -> None:
    with pytest.raises(BadStressFolder, match=r"no stress.json; finish it with"):
        read_stress(tmp_path)


def test_no_picture_is_read_or_written_outside(tmp_path: Path) -> None:
    folder = StressFolder(tmp_path / "in")
    for name in ("../x.png", "/etc/passwd", "pictures/../../x"):
        with pytest.raises(BadStressFolder, match="outside the folder"):
            folder.picture(name)
        with pytest.raises(BadStressFolder, match="outside the folder"):
            folder.add_case(CASE.model_copy(update={"png": name, "svg": None}), None, b"")
    assert not (tmp_path / "x.png").exists()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStressFolder, match="cannot be written to"), StressFolder(tmp_path / "file").held():
        pass
