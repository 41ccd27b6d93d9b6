"""The page about exports: its commands and its code run as they stand."""

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pyarrow.parquet as pq
import pytest

from graphicacy import cli
from graphicacy.read.boxes import FAMILIES
from graphicacy.read.export import EXPORTS, SPLITS
from graphicacy.read.export.hf_card import _MEANINGS
from read.export_sample import gold, sample

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
EXPORTING = [line for line in COMMANDS if line.startswith("graphicacy read export")]
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a dataset in data/, in which the commands are called."""
    sample(tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(capsys, monkeypatch):
    """Runs a line as a shell would, in this process; gives what it prints."""

    def run(line):
        monkeypatch.setattr(sys, "argv", shlex.split(line))
        with pytest.raises(SystemExit) as stop:
            cli.main()
        told = capsys.readouterr()
        assert not stop.value.code, told.err
        return told.out

    return run


def made_by(line, here):
    return here / re.search(r"--out (\S+)", line)[1]


@pytest.mark.parametrize("line", EXPORTING)
def test_each_command_that_exports_makes_its_folder(line, here, call):
    call(line)
    about = json.loads((made_by(line, here) / "graphicacy.json").read_text(encoding="utf-8"))
    words = shlex.split(line)
    assert about["count"] == (26 if "hf" in words else 13)
    assert about["split"] == ("train" if "train" in words else "all" if "hf" in words else "test")
    assert about["boxes"] == ("qwen2.5-vl" if "--boxes" in words else "neutral")


def test_every_target_and_every_split_is_shown():
    assert {re.search(r"--to (\S+)", line)[1] for line in EXPORTING} == set(EXPORTS)
    (row,) = re.findall(r"^\| `--split` \|(.*)\|$", PAGE, re.M)
    assert all(f"`{split}`" in row for split in SPLITS)


def test_the_limits_of_pictures_are_those_of_the_family():
    resize = FAMILIES["qwen2.5-vl"].resize
    limits = [patches * resize.patch**2 for patches in (resize.least_patches, resize.most_patches)]
    assert "min_pixels={},max_pixels={}".format(*limits) in PAGE


def test_the_python_example_grades_and_its_answers_are_graded_alike(here, call, capsys, monkeypatch):
    (exporting,) = [line for line in EXPORTING if "--to hf" in line]
    call(exporting)
    if importlib.util.find_spec("datasets") is None:
        monkeypatch.setitem(sys.modules, "datasets", _datasets())
    monkeypatch.setenv("HF_HOME", str(here / "home"))
    exec(compile(CODE, "exports.md", "exec"), {})
    told = [line.rsplit(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == 13
    assert ["visual-attributes", "ok", "1.0"] in told
    (grading,) = [line for line in COMMANDS if line.startswith("graphicacy read grade")]
    overall = json.loads(call(grading))["overall"]
    statuses = [status for _, status, _ in told]
    assert {name: n for name, n in overall["statuses"].items() if n} == {s: statuses.count(s) for s in set(statuses)}


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("lmms_eval") is None, reason="lmms-eval is not installed")
def test_the_command_of_lmms_eval_runs(here, call):
    (exporting, *_) = [line for line in EXPORTING if "--to lmms-eval" in line]
    (line,) = [line for line in COMMANDS if "-m lmms_eval" in line]
    call(exporting)
    shell(line.replace("MODEL", "dummy"), here, {"HF_HOME": str(here / "home"), "HF_HUB_OFFLINE": "1"})
    overall = json.loads((here / "outputs" / "graphicacy_summary.json").read_text(encoding="utf-8"))["overall"]
    assert overall["asked"] == 13


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("vlmeval") is None, reason="VLMEvalKit is not installed")
def test_the_command_of_vlmevalkit_runs_and_grades_what_was_predicted(here, call):
    import pandas as pd

    (exporting,) = [line for line in EXPORTING if "--to vlmevalkit" in line]
    (line,) = [line for line in COMMANDS if "graphicacy_read.py" in line]
    call(exporting)
    table = pd.read_csv(here / "for-vlmevalkit/GraphicacyRead_test.tsv", sep="\t", dtype=str, keep_default_na=False)
    rows = [{**row, "image": "", "prediction": gold(row)} for row in table.to_dict("records")]
    path = here / "outputs" / "MODEL" / "MODEL_GraphicacyRead_test.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(rows), encoding="utf-8")
    shell(f"{line} --mode eval", here, {})
    (left,) = (here / "outputs" / "MODEL").glob("MODEL_GraphicacyRead_test_summary.json")
    assert json.loads(left.read_text(encoding="utf-8"))["overall"]["score"] == 1.0


def shell(line, here, places):
    """Run a line of the page in a shell, where ``python`` is this one."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, **places, "PATH": path}
    done = subprocess.run(
        ["sh", "-c", line], env=env, cwd=here, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


def _datasets():
    """As much of ``datasets`` as the example uses, for where it is not installed."""
    module = ModuleType("datasets")
    module.load_dataset = lambda folder, split, streaming: [
        row for path in sorted(Path(folder, "data").glob(f"{split}-*")) for row in pq.read_table(path).to_pylist()
    ]
    return module


def test_the_card_explains_only_columns_that_there_are(here, call):
    (exporting,) = [line for line in EXPORTING if "--to hf" in line]
    call(exporting)
    (table,) = (here / "for-the-hub" / "data").glob("test-*.parquet")
    assert set(_MEANINGS) <= set(pq.read_schema(table).names)
