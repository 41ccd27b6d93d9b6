"""The gate: thresholds hold or fail, what is unscored never passes, and a configuration says it once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.errors import ERROR_KINDS
from graphicacy.draw.gate import BadGate, Checked, Gate, check_score, gate_of, parse_minimums, undecided
from graphicacy.draw.gate_config import MOST_FIGURES, BadConfig, read_config
from graphicacy.draw.record import DrawScore, ErrorItem, RelationVerdict


def a_score(*errors: tuple[str, str], **fields: object) -> DrawScore:
    scores = {"TF": 1.0, "SC": 0.5, "SQ": 1.0, "CA": 1.0, "overall": 0.8}
    items = tuple(ErrorItem(kind=kind, severity=severity, what=f"a {kind}") for kind, severity in errors)  # type: ignore[arg-type]
    return DrawScore.model_validate({**scores, "errors": items, **fields})


def failures(score: DrawScore, gate: Gate) -> list[str]:
    return [failure for check in check_score(score, gate) for failure in check.failures]


def test_a_score_at_its_minimum_passes_and_one_below_it_says_by_how_much() -> None:
    assert failures(a_score(), gate_of({"overall": 0.8, "TF": 1}, ())) == []
    assert failures(a_score(overall=0.799999), gate_of({"overall": 0.8}, ())) == ["overall 0.799999 is below 0.8"]


def test_what_nothing_could_score_passes_no_minimum_not_even_zero() -> None:
    (said,) = failures(a_score(SC=None), gate_of({"SC": 0}, ()))
    assert "SC could not be scored, so it cannot reach 0: nothing decides SC here" in said
    (said,) = failures(a_score(SC=None, CA=None, overall=None), gate_of({"overall": 0.5}, ()))
    assert "nothing decides SC and CA here" in said
    assert failures(a_score(SC=None), gate_of({"TF": 1}, ())) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("critical", ["wrong-head", "misspelt-label"]),
        ("major", ["wrong-head", "misspelt-label", "text-overlap"]),
        ("minor", ["wrong-head", "misspelt-label", "text-overlap", "small-text"]),
        ("misspelt-label", ["misspelt-label"]),
        ("gibberish", []),
    ],
)
def test_fail_on_takes_a_kind_or_a_severity_and_worse(wanted: str, found: list[str]) -> None:
    errors = (
        ("wrong-head", "critical"),
        ("misspelt-label", "critical"),
        ("text-overlap", "major"),
        ("small-text", "minor"),
    )
    assert [said.split(":")[0] for said in failures(a_score(*errors), gate_of({}, [wanted]))] == found


def test_every_threshold_is_a_check_with_a_name_of_its_own() -> None:
    gate = gate_of({"overall": 0.5, "TF": 0.9}, ["major", "critical", "gibberish", "major"])
    names = [(check.rule, check.name) for check in check_score(a_score(), gate)]
    assert names == [
        ("minimum", "TF >= 0.9"),
        ("minimum", "overall >= 0.5"),
        ("fail-on", "no major error or worse"),
        ("fail-on", "no critical error"),
        ("fail-on", "no gibberish"),
    ]


def test_every_kind_of_error_can_be_failed_on() -> None:
    assert gate_of({}, list(ERROR_KINDS)).fail_on == tuple(ERROR_KINDS)


def test_a_figure_without_a_score_does_not_pass() -> None:
    assert not Checked("a.png", "t", fault="it is cut off").passed
    assert Checked("a.png", "t", a_score()).passed


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_minimum_never_lets_more_through(value: float, one: float, other: float) -> None:
    low, high = sorted((one, other))
    score = a_score(TF=value)
    assert len(failures(score, gate_of({"TF": low}, ()))) <= len(failures(score, gate_of({"TF": high}, ())))
    assert bool(failures(score, gate_of({"TF": high}, ()))) == (value < high)


def test_relations_that_nothing_decided_are_told_where_fail_on_asks_for_them() -> None:
    verdicts = tuple(RelationVerdict(relation=("A", "activates", "B"), verdict=v) for v in ("yes", None, None))
    score = a_score(relations=verdicts)
    for wanted in ("critical", "reversed-relation"):
        assert (undecided(score, gate_of({}, [wanted])) or "").startswith("2 of 3 relations could not be decided")
    assert undecided(score, gate_of({"SC": 0.5}, ["small-text"])) is None
    assert undecided(a_score(relations=verdicts[:1]), gate_of({}, ["critical"])) is None


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (["overall"], "write SCORE=VALUE"),
        (["overall=high"], "'high' is no number"),
        (["TF=.5", "TF=.6"], "'TF' is given twice"),
        (["tf=.5"], "choose TF, SC, SQ, CA, overall"),
        (["TF=1.01"], "between 0 and 1"),
        (["TF=-0.1"], "between 0 and 1"),
        (["TF=nan"], "between 0 and 1"),
        (["TF=1e999"], "between 0 and 1"),
    ],
)
def test_bad_minimums_are_told(pairs: list[str], said: str) -> None:
    with pytest.raises(BadGate, match=said):
        gate_of(parse_minimums(pairs), ())


def test_an_unknown_kind_is_told_with_those_there_are() -> None:
    with pytest.raises(BadGate, match=r"'reversed'.*critical, .*reversed-relation"):
        gate_of({}, ["reversed"])


SPEC = {"id": "ab", "required_labels": ["A", "B"]}


def configured(folder: Path, text: str) -> Path:
    (folder / "ab.json").write_text(json.dumps(SPEC), encoding="utf-8")
    path = folder / "graphicacy.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_figure_takes_from_the_top_what_it_does_not_say(tmp_path: Path) -> None:
    path = configured(
        tmp_path,
        """
        spec = "ab.json"
        min = { overall = 0.8, TF = 1 }
        fail-on = ["critical"]
        mode = "published"
        text-engine = "live"
        [[figure]]
        file = "figures/a.svg"
        [[figure]]
        file = "b.png"
        spec = "ab.json"
        min = { SC = 0.5 }
        fail-on = []
        mode = "strict"
        text-engine = "tesseract"
        """,
    )
    first, second = read_config(path)
    assert first.file == tmp_path / "figures" / "a.svg"
    assert first.task.id == second.task.id == "ab"
    assert first.gate == Gate({"TF": 1.0, "overall": 0.8}, ("critical",))
    assert second.gate == Gate({"SC": 0.5}, ())
    assert (first.mode, first.text_engine) == ("published", "live")
    assert (second.mode, second.text_engine) == ("strict", "tesseract")


FIGURE = '[[figure]]\nfile = "a.svg"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it names no figure"),
        ("figure = 3", "it names no figure"),
        ("min =\n\n", r"not valid TOML \(Invalid value \(at line 1"),
        ("a = " + "[" * 20_000, "not valid TOML"),
        ("[[figure]]\nfile = 3", "figure 1: file: should be a text"),
        (FIGURE + 'task = "mech-001"', r"figure 1 \(a.svg\): it could never fail"),
        ("min = {TF = 0.5}\n" + FIGURE, "say what it has to show"),
        ("min = {TF = 0.5}\n" + FIGURE + 'task = "none"', "no task 'none'"),
        ("min = {TF = 0.5}\n" + FIGURE + 'spec = "none.json"', "none.json: no such file"),
        ("min = {TF = 2}\n" + FIGURE + 'task = "mech-001"', "between 0 and 1"),
        ("min = {TF = nan}\n" + FIGURE + 'task = "mech-001"', "between 0 and 1"),
        ('min = {TF = "1"}\n' + FIGURE, "min.TF: Input should be a valid number"),
        ("min = {TF = true}\n" + FIGURE, "min.TF: Input should be a valid number"),
        ('fail_on = ["critical"]\n' + FIGURE, "fail_on: unknown field"),
        ('mode = "lax"\n' + FIGURE, "mode: Input should be 'strict' or 'published'"),
        (FIGURE * (MOST_FIGURES + 1), "10,001 figures"),
    ],
)
def test_a_bad_configuration_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        read_config(configured(tmp_path, text))


def test_a_configuration_that_is_no_text_file_is_told(tmp_path: Path) -> None:
    path = configured(tmp_path, "")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfig, match="UTF-8"):
        read_config(path)
    for missing in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(BadConfig, match="there is no such file"):
            read_config(missing)
