"""Families by name, and simulated judges whose preference for their own is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from graphicacy.draw.record import DrawResult, DrawScore, PanelVote
from graphicacy.trust.judges.families import UNKNOWN, family_of
from graphicacy.trust.judges.matrix import FamilyMatrix, FamilyRow, family_matrix

GPT, CLAUDE, GEMINI = "openai/gpt-5", "anthropic/claude-opus-4-5", "google/gemini-3-pro"
SYSTEMS = ("openai/gpt-5-mini", "images/gpt-image-1", "anthropic/claude-haiku-4-5", "google/gemini-2.5-flash", "hf/x/q")


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai/gpt-5.1-2026-02-01", "gpt"),
        ("images/gpt-image-1", "gpt"),
        ("images/dall-e-3", "gpt"),
        ("openai/o3", "gpt"),
        ("azureai/gpt-4o", "gpt"),
        ("openrouter/openai/o4-mini", "gpt"),
        ("groq/openai/gpt-oss-120b", "gpt"),
        ("anthropic/claude-sonnet-4-5", "claude"),
        ("bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0", "claude"),
        ("openrouter/anthropic/claude-opus-4", "claude"),
        ("google/gemini-2.5-pro", "gemini"),
        ("google/nano-banana", "gemini"),
        ("images/imagen-4.0-generate-001", "gemini"),
        ("vllm/google/gemma-3-27b-it", "gemini"),
        ("hf/Qwen/Qwen2.5-VL-7B-Instruct", "qwen"),
        ("gguf/models/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", "qwen"),
        ("openai/qwen3-vl", "qwen"),
        ("together/meta-llama/Llama-4-Scout", "llama"),
        ("llama-cpp-python/mistral-small", "mistral"),
        ("together/deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "deepseek"),
        ("hf/nobody/model-7b-GPTQ", "nobody"),
        ("grok/grok-4", "grok"),
        ("together/black-forest-labs/FLUX.1-dev", "flux"),
        ("openai/some-preview", "gpt"),
        ("openai-api/lab/claude-like", "claude"),
        ("openai-api/loopback/judge-1", UNKNOWN),
        ("openai-api/openai/judge-1", UNKNOWN),
        ("acme/drawer-2", "acme"),
        ("ollama/drawer", UNKNOWN),
        ("mockllm/model", UNKNOWN),
        ("judge-a", UNKNOWN),
        ("control/blank", None),
        ("folder/scidraw", None),
        ("rules", None),
        ("", None),
        ("//", None),
    ],
)
def test_a_name_has_a_family(name: str, family: str | None) -> None:
    assert family_of(name) == family
    assert family_of(f" {name.upper()} ") == family


def results(
    judges: Mapping[str, tuple[float, float]], systems: Sequence[str] = SYSTEMS, tasks: int = 40, noise: float = 0.02
) -> list[DrawResult]:
    """Drawings of known merit; a judge adds its strictness, and its preference where the system is of its family."""
    rng = np.random.default_rng(7)
    found = []
    for task in range(tasks):
        for system in systems:
            merit = rng.uniform(0.3, 0.6)
            votes = []
            for judge, (strict, favour) in judges.items():
                kin = family_of(judge) == family_of(system)
                value = float(np.clip(merit + strict + favour * kin + rng.normal(0, noise), 0, 1))
                votes.append(PanelVote(judge=judge, SC=value, SQ=value if "claude" in judge else None))
            score = DrawScore(TF=None, SC=0.5, SQ=None, CA=None, overall=None, panel=(*votes, _rules()))
            found.append(_result(system, f"t{task}", score))
    return found


def _rules() -> PanelVote:
    return PanelVote(judge="rules", SQ=1.0, CA=1.0)


def _result(system: str, task: str, score: DrawScore | None) -> DrawResult:
    kind = "control" if system.startswith("control/") else "system"
    given = {"system": system, "kind": kind, "medium": "svg", "task": task, "sample": 1, "status": "ok"}
    return DrawResult.model_validate({**given, "score": score})


def row(matrix: FamilyMatrix, judge: str, dimension: str = "SC") -> FamilyRow:
    return next(one for one in matrix.rows if (one.judge, one.dimension) == (judge, dimension))


def test_known_preferences_are_found_whatever_the_strictness_and_the_preferences_of_others() -> None:
    planted = {GPT: (-0.1, 0.15), CLAUDE: (0.1, 0.08), GEMINI: (0.0, 0.0)}
    matrix = family_matrix(results(planted))
    assert matrix.families == ("claude", "gemini", "gpt", "x")
    for judge, (_, favour) in planted.items():
        found = row(matrix, judge).preference
        assert found.low is not None
        assert found.high is not None
        assert found.low <= favour <= found.high
        assert found.high - found.low < 0.03
        assert found.n == (80 if judge == GPT else 40)


def test_an_offset_is_the_judge_less_the_mean_of_the_others() -> None:
    judges = {GPT: (-0.1, 0.2), CLAUDE: (0.1, 0.0), GEMINI: (0.0, 0.0)}
    matrix = family_matrix(results(judges, noise=0.0))
    offsets = dict(zip(matrix.families, row(matrix, GPT).offsets, strict=True))
    assert offsets["gpt"].value == pytest.approx(0.05)  # -0.1 + 0.2 less (0.1 + 0) / 2
    assert offsets["x"].value == pytest.approx(-0.15)
    assert (offsets["gpt"].n, offsets["x"].n) == (80, 40)
    assert (offsets["x"].low, offsets["x"].reason) == (None, "no interval, since the difference is the same throughout")
    assert row(matrix, GPT).preference.reason == offsets["x"].reason


def test_kin_among_the_judges_do_not_hide_a_preference() -> None:
    matrix = family_matrix(results({GPT: (0, 0.2), "azureai/gpt-4o": (0, 0.2), CLAUDE: (0, 0)}, noise=0.0))
    assert row(matrix, GPT).preference.value == pytest.approx(0.2)


def test_two_judges_on_systems_of_their_families_alone_cannot_be_told_apart() -> None:
    matrix = family_matrix(results({GPT: (0, 0.2), CLAUDE: (0, 0.1)}, systems=(SYSTEMS[0], SYSTEMS[2])))
    found = row(matrix, GPT)
    assert found.preference.value is None
    assert "cannot be told apart" in found.preference.reason
    assert all(offset.value is not None for offset in found.offsets)


def test_one_judge_one_family_an_unknown_one_and_none_have_reasons() -> None:
    assert family_matrix(results({GPT: (0, 0)})).reason == "one judge rated these drawings, and two are needed"
    assert family_matrix([]) == FamilyMatrix((), ())
    judges = {GPT: (0.0, 0.0), CLAUDE: (0.0, 0.0), "judge-b": (0.0, 0.0)}
    assert "family could be told" in family_matrix(results(judges, ("folder/a",))).reason
    alone = family_matrix(results(judges, SYSTEMS[:2]))
    assert row(alone, GPT).preference.reason == "all systems are of its family, gpt"
    assert row(alone, CLAUDE).preference.reason == "no system is of its family, claude"
    assert row(alone, "judge-b").preference.reason == "the family of this judge is not known"


def test_controls_and_folders_do_not_count() -> None:
    judges = {GPT: (0.0, 0.1), CLAUDE: (0.0, 0.0)}
    with_more = family_matrix(results(judges) + results(judges, ("control/blank", "folder/gpt")))
    assert with_more == family_matrix(results(judges))
    named = [r.model_copy(update={"kind": "control"}) for r in results(judges, ("reference", SYSTEMS[0]))]
    assert family_matrix(results(judges) + named) == family_matrix(results(judges))


def test_a_dimension_of_one_judge_has_no_offset_and_one_without_scores_no_row() -> None:
    matrix = family_matrix(results({GPT: (0, 0), CLAUDE: (0, 0)}))
    assert {one.dimension for one in matrix.rows} == {"SC", "SQ"}
    assert {offset.value for one in matrix.rows if one.dimension == "SQ" for offset in one.offsets} == {None}
    assert all(offset.reason for one in matrix.rows if one.dimension == "SQ" for offset in one.offsets)


@pytest.mark.parametrize("wild", [float("nan"), float("inf"), 1e300, -0.5, 1.5])
def test_a_score_that_no_judge_gives_does_not_count(wild: float) -> None:
    good = results({GPT: (0, 0.1), CLAUDE: (0, 0)}, tasks=6)
    bad = _bare((PanelVote(judge=GPT, SC=wild, SQ=wild), PanelVote(judge=CLAUDE, SC=0.5, SQ=0.5)))
    assert family_matrix([*good, _result(SYSTEMS[0], "t0", bad)]) == family_matrix(good)


def test_one_task_gives_no_interval() -> None:
    found = row(family_matrix(results({GPT: (0, 0.1), CLAUDE: (0, 0)}, tasks=1, noise=0.0)), GPT)
    assert found.preference.value == pytest.approx(0.1)
    assert (found.preference.low, found.preference.reason) == (None, "no interval, since all drawings are of one task")
    assert found.offsets[0].low is None


def test_the_interval_holds_a_judge_without_preference_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(60):
        found = []
        for task in range(24):
            shared = rng.normal(0, 0.1)  # what a task does to one judge, in all systems of the family alike
            for system in SYSTEMS[:3]:
                apart = shared if system in SYSTEMS[:2] else 0.0
                votes = (PanelVote(judge=GPT, SC=0.5 + apart + rng.normal(0, 0.05)), PanelVote(judge=GEMINI, SC=0.5))
                found.append(_result(system, f"t{task}", _bare(votes)))
        offset = row(family_matrix(found), GPT).preference
        held += (offset.low or 0) <= 0 <= (offset.high or 0)
    assert held >= 52  # 95 % of 60 are 57; drawings taken as independent hold about 47


def _bare(votes: tuple[PanelVote, ...]) -> DrawScore:
    return DrawScore(TF=None, SC=None, SQ=None, CA=None, overall=None, panel=votes)
