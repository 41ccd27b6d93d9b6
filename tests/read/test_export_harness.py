"""Exports in the real harnesses, where they are installed: a model that knows the answers scores 1 by their own runs.

Each runs in a process of its own, since both change logging, and more, where they are imported.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphicacy.read.boxes import FAMILIES
from graphicacy.read.export import export
from read.export_sample import sample

pytestmark = pytest.mark.slow
MODELS = Path(__file__).with_name("harness_models.py")


def run(harness, split, tmp_path):
    """Export, and let the harness ask a model of ``harness_models``; the scores."""
    out = tmp_path / "out"
    export(harness, sample(tmp_path / "data"), out, split=split, boxes=FAMILIES["qwen2.5-vl"])
    places = {"HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1", "LMUData": str(out)}
    words = [sys.executable, str(MODELS), harness, str(out), str(tmp_path / "left")]
    done = subprocess.run(
        words, env={**os.environ, **places}, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.strip().splitlines()[-1])


@pytest.mark.skipif(importlib.util.find_spec("lmms_eval") is None, reason="lmms-eval is not installed")
def test_lmms_eval_loads_the_task_and_scores_it(tmp_path):
    found = run("lmms-eval", "all", tmp_path)
    scores = [found[f"{name},none"] for name in ("score", "score_all", "strict")]
    assert scores == pytest.approx([1.0, 1 - 0.5 / 9, 1.0], abs=1e-6)
    assert {path.name for path in (tmp_path / "left").iterdir()} >= {
        "graphicacy_answers.jsonl",
        "graphicacy_results.jsonl",
        "graphicacy_summary.json",
    }


@pytest.mark.skipif(importlib.util.find_spec("vlmeval") is None, reason="VLMEvalKit is not installed")
def test_vlmevalkit_runs_the_table_and_scores_it(tmp_path):
    found = run("vlmevalkit", "test", tmp_path)
    assert (found["overall"], found["overall_strict"], found["graded"], found["asked"]) == (1.0, 1.0, 12, 13)
    assert found["overall_all"] == pytest.approx(1 - 0.5 / 9, abs=1e-6)
