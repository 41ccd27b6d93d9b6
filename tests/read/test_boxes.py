"""Box conventions: one per family, there and back, at the size that the model sees."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphicacy.read.boxes import FAMILIES, NEUTRAL, PIXELS, BoxConvention, family_of

SIDES = st.integers(1, 9_000)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openrouter/qwen/qwen2.5-vl-72b-instruct", "qwen2.5-vl"),
        ("hf/Qwen/Qwen2_5_VL-7B", "qwen2.5-vl"),
        ("Qwen/Qwen2-VL-7B-Instruct", "qwen2-vl"),
        ("ollama/qwen3-vl:8b", "qwen3-vl"),
        ("OpenGVLab/InternVL3_5-8B", "internvl"),
        ("zai-org/GLM-4.1V-9B-Thinking", "glm-v"),
        ("z-ai/glm-4.5v", "glm-v"),
        ("google/gemini-2.5-pro", "gemini"),
        ("anthropic/claude-sonnet-4-5", "claude"),
        ("openai/gpt-5", "neutral"),
        ("qwen/qwen3-32b", "neutral"),
        ("z-ai/glm-4.6", "neutral"),
        ("", "neutral"),
    ],
)
def test_a_family_is_known_by_the_name_of_the_model(model: str, name: str) -> None:
    assert family_of(model).name == name


@given(st.sampled_from(sorted(FAMILIES)), SIDES, SIDES, st.tuples(*[st.floats(0, 9_000)] * 4))
def test_boxes_go_there_and_back(name: str, width: int, height: int, box: tuple[float, float, float, float]) -> None:
    family = FAMILIES[name]
    there = family.from_pixels(box, width, height)
    assert family.to_pixels(there, width, height) == pytest.approx(box, abs=1e-6)


def test_thousandths_are_of_the_width_and_of_the_height() -> None:
    assert NEUTRAL.to_pixels([0, 500, 250, 1000], 800, 400) == (0, 200, 200, 400)


def test_gemini_writes_y_first() -> None:
    assert FAMILIES["gemini"].from_pixels((80, 40, 160, 200), 800, 400) == (100, 100, 500, 200)


def test_pixels_are_those_of_the_resized_picture() -> None:
    family = FAMILIES["qwen2.5-vl"]
    assert family.native_size(800, 400) == (812, 392)
    assert family.from_pixels((0, 0, 800, 400), 800, 400) == pytest.approx((0, 0, 812, 392))
    assert PIXELS.from_pixels((1, 2, 3, 4), 800, 400) == (1, 2, 3, 4)


def test_a_large_picture_is_shown_to_claude_within_its_limits() -> None:
    assert FAMILIES["claude"].native_size(3136, 1568) == (1568, 784)
    assert FAMILIES["claude"].native_size(1092, 1092) == (1092, 1092)
    assert FAMILIES["claude"].native_size(640, 480) == (640, 480)


@given(st.sampled_from(sorted(FAMILIES)), SIDES, SIDES)
@example("qwen2.5-vl", 1, 2)  # rounded to patches it would have too few
def test_a_picture_of_native_size_is_resized_no_more(name: str, width: int, height: int) -> None:
    family = FAMILIES[name]
    size = family.native_size(width, height)
    assert min(size) >= 1
    assert family.native_size(*size) == size
    check_limits(family, size)


def check_limits(family: BoxConvention, size: tuple[int, int]) -> None:
    if family.resize is None:
        return
    patch = family.resize.patch
    columns, rows = (-(-side // patch) for side in size)
    assert columns * rows <= family.resize.most_patches
    assert max(size) <= (family.resize.most_side or max(size))
    if family.resize.snap:
        assert size[0] % patch == size[1] % patch == 0
        assert columns * rows >= family.resize.least_patches


@given(st.integers(200, 4_000), st.integers(200, 4_000))
def test_resizing_keeps_the_shape(width: int, height: int) -> None:
    for family in FAMILIES.values():
        across, down = family.native_size(width, height)
        error = 29 if family.resize and family.resize.snap else 1
        assert abs(across - width * down / height) <= error * (1 + width / height)
