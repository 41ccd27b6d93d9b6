"""The default font, its measures, and drawings on a machine that has no other."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageOps

from graphicacy.diagram import fonts
from graphicacy.diagram.cmap import code_points
from graphicacy.diagram.engines import guard
from graphicacy.diagram.engines.graphviz import draw_dot
from graphicacy.diagram.engines.resvg import rasterise
from graphicacy.diagram.style import FONTS


def test_the_font_covers_what_science_writes() -> None:
    assert not fonts.lacks("IL-6 αβγδκλμΩ Δ → × ° ± ² ³ ⁺ ₂ – — “x” é ß µ ≤ ≥")


@pytest.mark.parametrize("text", ["漢字", "⊣", "a 😀"])
def test_what_the_font_lacks_is_known(text: str) -> None:
    assert fonts.lacks(text)


def test_widths_are_those_of_arial() -> None:
    # Arial has 556/1000 for digits and a, 278 for a space, 944 for W (kerning aside), and 611 for a bold b.
    assert fonts.text_width("0", 1000) == pytest.approx(556, abs=2)
    assert fonts.text_width(" ", 1000) == pytest.approx(278, abs=2)
    assert fonts.text_width("W", 1000) == pytest.approx(944, abs=2)
    assert fonts.text_width("b", 1000, bold=True) == pytest.approx(611, abs=2)
    assert fonts.text_width("", 16) == 0


def test_every_font_has_its_own_widths() -> None:
    assert fonts.family(None) == fonts.family("sans") == fonts.FAMILY
    assert all(fonts.text_width(c, 100, font="mono") == pytest.approx(60, abs=0.2) for c in "iW m")
    serif = fonts.text_width("Membrane", 100, font="serif")
    assert fonts.text_width("Membrane", 100, bold=True, font="serif") > serif
    assert serif != fonts.text_width("Membrane", 100)
    assert set(fonts.FAMILIES) == set(FONTS)


def test_letters_that_a_font_lacks_are_measured_in_what_draws_them() -> None:
    assert fonts.text_width("αβγ", 10, font="serif") == fonts.text_width("αβγ", 10)
    assert fonts.text_width("漢字", 10, font="mono") == fonts.text_width("漢字", 10) == 20
    assert fonts.text_width("\u20d0", 10) == 0


def test_long_lines_are_measured_whole() -> None:
    assert fonts.text_width("ab" * 5000, 10) == pytest.approx(5000 * fonts.text_width("ab", 10), rel=1e-3)


def ink_width(png: bytes) -> int:
    with Image.open(io.BytesIO(png)) as image:
        box = ImageOps.invert(image.convert("L")).getbbox()
    assert box is not None
    return int(box[2] - box[0])


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_measures_are_those_of_what_is_drawn(font: str, weight: str) -> None:
    said = "HIV-1 Membrane receptor H"
    svg = text(fonts.family(font), weight).replace("Membrane", said).replace('width="200"', 'width="400"')
    expected = fonts.text_width(said, 20, weight == "bold", font)
    assert ink_width(rasterise(svg)) == pytest.approx(expected, abs=5)


def graphviz_width(font: str) -> float:
    """Width in inches that Graphviz, under the package's font configuration, gives a node with a long label."""
    script = (
        "import os, sys; from pygraphviz import AGraph; "
        "g = AGraph(string=sys.argv[1]); g.layout(prog='dot'); print(g.get_node('a').attr['width'])"
    )
    source = f'digraph {{ a [shape=box, fontname="{font}", label="iiiiiiiiiiiiiiiiiiiiiiii"] }}'
    environment = {"PATH": "/usr/bin:/bin", "FONTCONFIG_FILE": fonts.fontconfig_file()}
    done = subprocess.run(
        [sys.executable, "-c", script, source], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_our_families_are_themselves_under_fontconfig_and_all_others_the_default() -> None:
    sans, serif, mono = (graphviz_width(fonts.family(font)) for font in FONTS)
    assert mono > 1.5 * serif
    assert abs(serif - sans) > 0.05
    assert graphviz_width("Comic Sans") == sans


def test_wrapping_keeps_words_whole() -> None:
    assert fonts.wrap("one two three", 16, 10) == ["one", "two", "three"]
    assert fonts.wrap("one two three", 16, 1000) == ["one two three"]
    assert fonts.wrap("  ", 16, 10) == []


def test_the_character_map_is_read_right() -> None:
    found = code_points(Path(fonts.font_files()[0]).read_bytes())
    assert {ord("A"), ord("é"), ord("α"), 0x2082} <= found
    assert ord("漢") not in found
    with pytest.raises(ValueError, match="cmap"):
        code_points(b"\x00\x01\x00\x00\x00\x00" + b"\x00" * 20)


def text(family: str, weight: str = "normal", style: str = "normal") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="5" y="25" font-size="20" '
        f'font-family="{family}" font-weight="{weight}" font-style="{style}">Membrane</text></svg>'
    )


@pytest.mark.parametrize(
    "family", ["Arial", "Helvetica, Arial", "sans-serif", "DejaVu Sans", "Times", "monospace", "no such"]
)
def test_every_family_falls_back_to_the_one_font(family: str) -> None:
    assert rasterise(text(family)) == rasterise(text("Arimo"))


def test_weight_and_slant_are_drawn() -> None:
    drawn = {rasterise(text("Arial", w, s)) for w in ("normal", "bold") for s in ("normal", "italic")}
    assert len(drawn) == 4


def test_a_machine_without_fonts_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        'digraph { a [label="Membrane receptor"]; b [label=<<b>bold</b>>, fontname="Times-Bold"]; a -> b [label=x] }'
    )
    usual = rasterise(text("Arial")), draw_dot(source)
    monkeypatch.setattr(fonts, "system_folders", lambda: ())
    monkeypatch.setattr(fonts, "system_fonts", lambda: ())
    monkeypatch.setattr(guard, "_SYSTEM_FILES", tuple(p for p in guard._SYSTEM_FILES if "ont" not in p))
    guard.close()
    assert (rasterise(text("Arial")), draw_dot(source)) == usual
    guard.close()


def test_the_font_configuration_lies_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a<b&c"))
    fonts.fontconfig_file.cache_clear()
    try:
        path = Path(fonts.fontconfig_file())
        assert path.is_relative_to(tmp_path)
        assert "a&lt;b&amp;c" in path.read_text()
    finally:
        fonts.fontconfig_file.cache_clear()
