"""Why a model could not be asked, in a line that tells what to do."""

from __future__ import annotations

import json

import pytest
from inspect_ai.model import get_model

from graphicacy.evals.failures import explain


@pytest.mark.parametrize("text", ["not json at all", ""])
def test_a_reply_that_is_no_json_is_told(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as raised:
        json.loads(text)
    assert "is no answer of a model; check the base URL" in explain(raised.value, get_model("mockllm/model"))


def test_a_reply_without_choices_is_told() -> None:
    choices: list[str] = []
    with pytest.raises(IndexError) as raised:
        choices[0]
    assert explain(raised.value, get_model("mockllm/model")).startswith("mockllm/model: what its address replied")
