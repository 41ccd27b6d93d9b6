"""``graphicacy trust study``, as a user calls it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphicacy.draw.task import load_suite
from graphicacy.trust.study.folder import open_study
from graphicacy.trust.study.store import Store
from small_study import RATINGS, drawn_run

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(call: Call) -> Call:
    """``graphicacy trust study`` in this process."""
    return lambda *words: call("trust", "study", *words)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return drawn_run(tmp_path / "run", tasks=load_suite()[:8])


def rated(folder: Path) -> Store:
    store = open_study(folder)[1]
    store.save("r1", 1, RATINGS, "=so", based_on=0)
    return store


def test_new_says_what_was_made_and_what_it_can_show(call: Call, run: Path, tmp_path: Path) -> None:
    code, out, err = call("new", run, "--out", tmp_path / "study", "--raters", "3", "--items", "12")
    assert code == 0
    assert err == "warning: 2 samples without a drawing are left out\n"
    for part in ("alpha-vendor", "12 drawings of 8 tasks", "raters: 3", "39 answers", "8 times of 10"):
        assert part in out
    assert out.splitlines()[-2].startswith(f"{tmp_path / 'study' / 'links.csv'}: ")
    assert out.splitlines()[-1] == f"graphicacy trust study serve {tmp_path / 'study'}"
    assert [rater.name for rater in open_study(tmp_path / "study")[0].raters] == ["Rater 1", "Rater 2", "Rater 3"]


def test_new_as_json_tells_no_secret(call: Call, run: Path, tmp_path: Path) -> None:
    words = ("--rater", "Ann", "--rater", "Bob", "--items", "6", "--per-item", "2", "--repeats", "0", "--seed", "3")
    code, out, err = call("new", run, "--out", tmp_path / "study", *words, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["items"], found["raters"], found["repeats"], found["load"]) == (6, 2, 0, [6, 6])
    assert [one["items"] for one in found["systems"]] == [2, 2, 2]
    assert "2 raters per drawing" in err
    assert "no drawing is shown twice" in err
    links = (tmp_path / "study" / "links.csv").read_text()
    assert not any(line.rsplit("/", 1)[1] in out for line in links.splitlines()[1:])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--items", "12"), "give either --raters N, or --rater NAME"),
        (("--items", "12", "--raters", "3", "--rater", "Ann"), "give either --raters N, or --rater NAME"),
        (("--items", "99", "--raters", "3"), "99 items, but there are 24 drawings"),
        (("--items", "12", "--raters", "2"), "3 raters per item, but there are 2 raters"),
        (("--items", "12", "--raters", "3", "--repeats", "2"), "--repeats"),
        (("--items", "12", "--raters", "3", "--seed", "-1"), "--seed"),
        (("--items", "12", "--rater", "A", "--rater", "A", "--rater", "B"), "two raters are called A"),
    ],
)
def test_new_refuses_in_one_line(call: Call, run: Path, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    code, out, err = call("new", run, "--out", tmp_path / "study", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert not (tmp_path / "study").exists()


def test_export_writes_ratings_and_tags(call: Call, run: Path, tmp_path: Path) -> None:
    call("new", run, "--out", tmp_path / "study", "--raters", "3", "--items", "12")
    code, _, err = call("export", tmp_path / "study", "-o", tmp_path / "r.csv")
    assert (code, err) == (2, f"graphicacy: {tmp_path / 'study'}: no drawing has been rated yet\n")
    rated(tmp_path / "study").close()
    code, out, err = call("export", tmp_path / "study", "-o", tmp_path / "r.csv")
    assert code == 0
    assert out.split() == [str(tmp_path / "r.csv"), str(tmp_path / "r-tags.csv")]
    assert err == "1 of 39 places are rated\n"
    with (tmp_path / "r.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["rating"] for row in rows] == ["1", "2", "", "5"]
    assert rows[0]["note"] == "'=so"


def test_export_for_label_studio(call: Call, run: Path, tmp_path: Path) -> None:
    call("new", run, "--out", tmp_path / "study", "--raters", "3", "--items", "12")
    rated(tmp_path / "study").close()
    words = ("--format", "label-studio")
    code, out, _ = call("export", tmp_path / "study", "-o", tmp_path / "ls.json", *words)
    assert code == 0
    assert out.split() == [str(tmp_path / "ls.json"), str(tmp_path / "ls-interface.xml")]
    assert len(json.loads((tmp_path / "ls.json").read_text())) == 12


def test_export_refuses_in_one_line(call: Call, run: Path, tmp_path: Path) -> None:
    call("new", run, "--out", tmp_path / "study", "--raters", "3", "--items", "12")
    for words, says in (
        ((tmp_path / "nothing", "-o", "x.csv"), "name a folder that study new has made"),
        ((tmp_path / "study", "-o", "x.csv", "--format", "xml"), "choose csv or label-studio"),
        ((tmp_path / "study", "-o", "x.csv", "--database", "mysql://u:secret@h/n"), "postgresql://"),
    ):
        code, out, err = call("export", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert says in err
        assert "secret" not in err


def test_without_the_extra_one_line_says_how_to_get_it(run: Path, tmp_path: Path) -> None:
    words = ["graphicacy", "trust", "study", "new", str(run), "--out", "x", "--raters", "3", "--items", "3"]
    code = f"import sys; sys.modules['sqlalchemy'] = None; sys.argv = {words}; from graphicacy import cli; cli.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr == "graphicacy: rater studies need sqlalchemy: pip install 'graphicacy[study]'\n"


def test_serve_names_what_it_cannot_serve(call: Call, run: Path, tmp_path: Path) -> None:
    code, _, err = call("serve", tmp_path)
    assert code == 2
    assert "study.json: cannot be read" in err
    assert err.count("\n") == 1
    call("new", run, "--out", tmp_path / "study", "--raters", "3", "--items", "6")
    code, _, err = call("serve", tmp_path / "study", "--host", "192.0.2.1")
    assert code == 1
    assert "192.0.2.1 port 8000 cannot be used" in err
    code, _, err = call("serve", tmp_path / "study", "--database", "mysql://x")
    assert code == 2
    assert err.count("\n") == 1
