"""TikZ is drawn where LaTeX is installed, and shut in while it runs."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines import tikz
from graphicacy.diagram.engines.guard import Caps
from graphicacy.diagram.files import open_bytes
from graphicacy.diagram.render import render

latex = pytest.mark.skipif(tikz.missing() is not None, reason=tikz.missing() or "")

PICTURE = r"""\usetikzlibrary{shapes.geometric}
\begin{tikzpicture}[node distance=2cm]
  \node[draw, rounded corners] (a) {Ligand};
  \node[draw, right=of a] (b) {Receptor};
  \draw[-{Stealth}] (a) -- node[above] {binds} (b);
\end{tikzpicture}"""


def test_what_has_to_be_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tikz.shutil, "which", lambda name: None)
    with pytest.raises(BadDrawing, match="TikZ needs one of pdflatex, lualatex, tectonic: install TeX Live"):
        render(PICTURE, "tikz")
    monkeypatch.setattr(tikz.shutil, "which", lambda name: "/bin/true" if name == "pdflatex" else None)
    monkeypatch.setattr(tikz, "find_spec", lambda name: None)
    with pytest.raises(BadDrawing, match="TikZ needs one of pdftocairo, dvisvgm, pypdfium2"):
        render(PICTURE, "tikz")


@pytest.mark.parametrize(
    ("source", "before"),
    [
        ("\\documentclass{article}\n\\begin{document}x\\end{document}", 0),
        ("\\draw (0,0) -- (1,1);", 6),
        (PICTURE, 6),
    ],
)
def test_bare_pictures_get_a_document(source: str, before: int) -> None:
    document, offset = tikz.standalone(source)
    assert offset == before
    assert document.count("\\begin{document}") == 1
    assert document.index("\\usetikzlibrary") < document.index("\\begin{document}") if before else document == source
    last = source.splitlines()[-1]
    if before:
        assert document.splitlines()[len(source.splitlines()) - 1 + offset] == last


def test_greek_letters_and_indices_are_taught() -> None:
    taught = tikz._with_letters("α Ca²⁺ H₂O Δ Α ς ø")
    assert r"{03B1}{\ensuremath{\alpha}}" in taught
    assert r"{00B2}{\textsuperscript{2}}" in taught
    assert r"{2082}{\textsubscript{2}}" in taught
    assert r"{0394}{\ensuremath{\Delta}}" in taught
    assert r"{0391}{A}" in taught
    assert "00F8" not in taught
    assert tikz._with_letters("plain") == "plain"


@latex
def test_a_picture_is_drawn() -> None:
    drawing = render(PICTURE, "tikz")
    with Image.open(io.BytesIO(drawing.png)) as image:
        picture = np.asarray(image.convert("L"))
    assert picture.min() < 60
    assert picture[0].min() == 255
    assert drawing.width > 2 * drawing.height
    assert (drawing.notation, drawing.source, drawing.svg) == ("tikz", PICTURE, None)
    assert render(PICTURE, "tikz").png == drawing.png


@latex
def test_greek_letters_are_drawn() -> None:
    assert render(r"\node {α-ketoglutarate, Ca²⁺, 37 °C →};", "tikz").width > 300


@latex
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("\\begin{tikzpicture}\n\\node (a) {x};\n\\nodee (b) {y};\n\\end{tikzpicture}", "line 3: Undefined control"),
        ("\\documentclass{article}\n\\begin{document}\n\\nope\n\\end{document}", "line 3: Undefined control"),
        ("\\documentclass{article}\\begin{document}\\end{document}", "made no page"),
        ("\\documentclass{nosuchclass}\\begin{document}x\\end{document}", "nosuchclass"),
        ("\\node {\\input{/etc/passwd}};", "LaTeX error"),
        ("\\node {\\input{|id}};", "LaTeX error"),
        ("\\begin{tikzpicture}\\end{tikzpicture}", "empty|no page"),
    ],
)
def test_errors_give_the_line_of_the_source(source: str, said: str) -> None:
    with pytest.raises(BadDrawing, match=said) as caught:
        open_bytes(source.encode(), "fig.tex")
    assert str(caught.value).startswith("fig.tex: ")
    assert "\n" not in str(caught.value)


@latex
def test_it_writes_nothing_outside(tmp_path: Path) -> None:
    target = tmp_path / "written"
    with pytest.raises(BadDrawing):
        render(rf"\newwrite\f\immediate\openout\f={target} \immediate\write\f{{x}}\node {{a}};", "tikz")
    assert not target.exists()


@latex
def test_an_endless_loop_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tikz, "_CAPS", Caps(wall=4, cpu=3, memory=2 << 30))
    with pytest.raises(BadDrawing, match="LaTeX was stopped after"):
        render(r"\loop\iftrue\repeat", "tikz")
