"""What readers call a colour: the palettes are clear, and what people argue about has no name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.diagram.colors import FILLS, LINES, color_name, may_be_called, oklch

HEX = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")
NAMES = ["black", "grey", "white", "red", "brown", "orange", "yellow", "green", "blue", "purple", "pink"]


@pytest.mark.parametrize(("name", "color"), [*FILLS.items(), *LINES.items()])
def test_every_colour_of_the_palettes_is_clearly_called_by_its_name(name: str, color: str) -> None:
    found = color_name(color)
    assert found is not None
    assert (found.name, found.clear) == (name, True)
    assert [other for other in NAMES if may_be_called(color, other)] == [name]


# Names and values of CSS Color Module Level 4.
@pytest.mark.parametrize(
    ("name", "color"),
    [
        ("red", "#ff0000"),
        ("red", "#dc143c"),  # crimson
        ("orange", "#ffa500"),
        ("orange", "#ff8c00"),  # dark orange
        ("yellow", "#ffff00"),
        ("green", "#008000"),
        ("green", "#00ff00"),  # lime
        ("green", "#90ee90"),  # light green
        ("green", "#228b22"),  # forest green
        ("blue", "#0000ff"),
        ("blue", "#1e90ff"),  # dodger blue
        ("blue", "#4169e1"),  # royal blue
        ("purple", "#800080"),
        ("purple", "#8a2be2"),  # blue violet
        ("pink", "#ffc0cb"),
        ("pink", "#ff69b4"),  # hot pink
        ("brown", "#8b4513"),  # saddle brown
        ("grey", "#808080"),
        ("grey", "#d3d3d3"),  # light grey
        ("black", "#000000"),
        ("white", "#ffffff"),
    ],
)
def test_basic_colours_have_their_names(name: str, color: str) -> None:
    found = color_name(color)
    assert found is not None
    assert (found.name, found.clear) == (name, True)


@pytest.mark.parametrize(
    "color",
    [
        "#ececff",  # what Mermaid fills nodes with
        "#333333",  # and its lines
        "#ff7f50",  # coral: orange, red, pink
        "#fa8072",  # salmon
        "#008080",  # teal: green, blue
        "#40e0d0",  # turquoise
        "#000080",  # navy: blue, black
        "#e6e6fa",  # lavender
        "#d2b48c",  # tan
        "#f5f5f5",  # white smoke
        "#a52a2a",  # CSS calls it brown: it is as red
        "#ff00ff",  # magenta
        "#808000",  # olive
        "#9acd32",  # yellow green
        "#d2691e",  # chocolate
        "#708090",  # slate grey
    ],
)
def test_what_readers_argue_about_has_no_name(color: str) -> None:
    found = color_name(color)
    assert found is None or not found.clear


@pytest.mark.parametrize(
    ("color", "name", "possible"),
    [
        ("#ececff", "purple", True),
        ("#ececff", "blue", True),
        ("#ececff", "white", True),
        ("#ececff", "red", False),
        ("#ececff", "yellow", False),
        ("#333333", "black", True),
        ("#333333", "grey", True),
        ("#333333", "blue", False),
        ("#008080", "green", True),
        ("#008080", "blue", True),
        ("#d2b48c", "orange", True),
        ("#d2b48c", "purple", False),
        ("#ff0000", "pink", False),
    ],
)
def test_an_unclear_colour_may_be_called_by_any_name_near_it(color: str, name: str, possible: bool) -> None:
    assert may_be_called(color, name) is possible


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        may_be_called("#008080", "teal")


@given(HEX)
def test_a_margin_is_positive_and_a_given_name_possible(color: str) -> None:
    found = color_name(color)
    if found is not None:
        assert found.margin > 0
        assert may_be_called(color, found.name)


@given(HEX)
def test_a_clear_name_holds_for_all_colours_within_half_a_step(color: str) -> None:
    found = color_name(color)
    if found is None or not found.clear:
        return
    for channel in (1, 3, 5):
        value = int(color[channel : channel + 2], 16)
        other = color[:channel] + f"{min(value + 1, 255):02x}" + color[channel + 2 :]
        near = color_name(other)
        distance = max(abs(a - b) for a, b in zip(oklch(color)[:2], oklch(other)[:2], strict=True))
        if distance < 0.005 and oklch(color)[1] > 0.05:
            assert near is not None
            assert near.name == found.name


def test_lightness_chroma_and_hue_of_the_primaries() -> None:
    # Values of the OKLCH section of CSS Color Module Level 4.
    assert oklch("#ffffff")[0] == pytest.approx(1.0, abs=1e-3)
    assert oklch("#ff0000") == pytest.approx((0.628, 0.2577, 29.23), abs=0.01)
    assert oklch("#0000ff") == pytest.approx((0.452, 0.3132, 264.05), abs=0.01)
