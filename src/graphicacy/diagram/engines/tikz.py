"""TikZ → a picture, by a LaTeX engine and a PDF renderer, where both are installed."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import unicodedata
from importlib.util import find_spec
from pathlib import Path

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.guard import Caps, guarded
from graphicacy.diagram.engines.program import run
from graphicacy.diagram.raster import MAX_PIXELS, encode

__all__ = ["draw_tikz", "missing", "standalone"]

_CAPS = Caps(wall=40, cpu=30, memory=2 << 30)
_DPI = 192  # two pixels per CSS pixel: text of 10 pt is 27 pixels high
_MARGIN = 16  # pixels of white around the drawing
_LATEX = ("pdflatex", "lualatex", "tectonic")
_RENDERERS = ("pdftocairo", "dvisvgm", "pypdfium2")
_ENVIRONMENT = {
    "openin_any": "p",  # LaTeX reads and writes below its own folder only
    "openout_any": "p",
    "shell_escape": "f",
    "MKTEXPK": "0",
    "MKTEXTFM": "0",
    "max_print_line": "1000",
    "SOURCE_DATE_EPOCH": "0",
    "FORCE_SOURCE_DATE": "1",
    "TEXMFVAR": "./texmf",
}
_PREAMBLE = r"""\IfFileExists{standalone.cls}{\documentclass[border=6pt]{standalone}}%
{\documentclass{article}\pagestyle{empty}}
\usepackage{tikz}
\usetikzlibrary{arrows.meta,arrows,positioning,shapes,calc,fit,backgrounds,decorations.pathmorphing,patterns,chains}
"""
# The degree sign is among them, since the font that has it is not in every installation.
_SIGNS = {
    "→": "rightarrow", "←": "leftarrow", "↔": "leftrightarrow", "↑": "uparrow", "↓": "downarrow", "⇒": "Rightarrow",
    "⇌": "rightleftharpoons", "⊣": "dashv", "×": "times", "·": "cdot", "±": "pm", "−": "relax-", "≤": "leq",
    "≥": "geq", "≈": "approx", "≠": "neq", "∞": "infty", "∑": "sum", "∂": "partial", "∇": "nabla", "√": "surd",
    "∆": "Delta", "µ": "mu", "°": "relax^\\circ", "′": "prime", "∈": "in",
}  # fmt: skip
_LATIN_CAPITALS = {
    "alpha": "A", "beta": "B", "epsilon": "E", "zeta": "Z", "eta": "H", "iota": "I", "kappa": "K", "mu": "M", "nu": "N",
    "omicron": "O", "rho": "P", "tau": "T", "chi": "X",
}  # fmt: skip
_PREAMBLE_LINE = re.compile(
    r"^[ \t]*\\(?:usepackage|usetikzlibrary|usepgfplotslibrary|RequirePackage|pgfplotsset)\b"
    r"(?:\[[^\]]*\])?\{[^}]*\}.*$",
    re.M,
)


def draw_tikz(source: str) -> bytes:
    """PNG of a TikZ picture: a whole LaTeX document or a bare ``tikzpicture``.

    Raises ``BadDrawing`` with LaTeX's first error and its line, or with what has to be installed.
    """
    lack = missing()
    if lack:
        raise BadDrawing(lack)
    document, offset = standalone(source)
    with tempfile.TemporaryDirectory(prefix="graphicacy-") as name:
        folder = Path(name).resolve()
        (folder / "figure.tex").write_text(_with_letters(document), encoding="utf-8")
        _typeset(folder, offset)
        return _crop(_picture(folder))


def missing() -> str | None:
    """What must be installed before TikZ can be drawn, as a sentence; None where nothing is missing."""
    if not any(shutil.which(name) for name in _LATEX):
        return f"TikZ needs one of {', '.join(_LATEX)}: install TeX Live (texlive-latex-extra, texlive-pictures)"
    if not any(shutil.which(name) for name in _RENDERERS[:2]) and find_spec("pypdfium2") is None:
        return f"TikZ needs one of {', '.join(_RENDERERS)} to turn a PDF into a picture: install poppler-utils"
    return None


def standalone(source: str) -> tuple[str, int]:
    """A whole document around ``source``, and how many lines stand before it."""
    if "\\documentclass" in source:
        return source, 0
    head = _PREAMBLE + "".join(match.group() + "\n" for match in _PREAMBLE_LINE.finditer(source))
    body = _PREAMBLE_LINE.sub("", source)
    if "\\begin{document}" in body:
        return head + body, head.count("\n")
    head += "\\begin{document}\n"
    if "\\begin{tikzpicture}" not in body and "\\tikz" not in body:
        head, body = head + "\\begin{tikzpicture}\n", f"{body}\n\\end{{tikzpicture}}"
    return f"{head}{body}\n\\end{{document}}\n", head.count("\n")


def _with_letters(document: str) -> str:
    """Teach pdfLaTeX the Greek letters, indices and signs that the document uses, without moving its lines."""
    taught = {c: meaning for c in sorted(set(document)) if not c.isascii() and (meaning := _meaning(c))}
    lines = "".join(f"\\DeclareUnicodeCharacter{{{ord(c):04X}}}{{{meaning}}}" for c, meaning in taught.items())
    if not lines:
        return document
    return f"\\AtBeginDocument{{\\ifdefined\\DeclareUnicodeCharacter{lines}\\fi}}{document}"


def _meaning(character: str) -> str | None:
    """LaTeX for a character, by its Unicode name or decomposition."""
    if character in _SIGNS:
        return f"\\ensuremath{{\\{_SIGNS[character]}}}"
    greek = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (\w+)", unicodedata.name(character, ""))
    if greek:
        name = {"LAMDA": "LAMBDA"}.get(greek.group(2), greek.group(2)).lower()
        if greek.group(1) == "CAPITAL":
            latin = _LATIN_CAPITALS.get(name)
            return latin or f"\\ensuremath{{\\{name.capitalize()}}}"
        return "o" if name == "omicron" else f"\\ensuremath{{\\{name}}}"
    kind, _, code = unicodedata.decomposition(character).partition(" ")
    if kind in ("<sub>", "<super>") and len(code) == 4:
        plain = {"\N{MINUS SIGN}": "\\ensuremath{-}"}.get(chr(int(code, 16)), chr(int(code, 16)))
        return f"\\text{'subscript' if kind == '<sub>' else 'superscript'}{{{plain}}}"
    return None


def _typeset(folder: Path, offset: int) -> None:
    engine = next(path for name in _LATEX if (path := shutil.which(name)))
    if Path(engine).name == "tectonic":
        command = [engine, "--untrusted", "--only-cached", "figure.tex"]
    else:
        options = ["-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error"]
        command = [engine, *options, "figure.tex"]
    code, said = run("LaTeX", command, folder, _ENVIRONMENT, _CAPS)
    if code != 0 or not (folder / "figure.pdf").is_file():
        raise BadDrawing(_complaint(said, code, offset))


def _complaint(said: str, code: int, offset: int) -> str:
    """LaTeX's first error, with the line of the user's own text."""
    found = re.findall(r"^(?:(?:\./)?figure\.tex:(\d+): |! ?|error: )(.+)$", said, re.M)
    for line, message in sorted(found, key=lambda item: "Emergency stop" in item[1]):
        where = f" in line {max(1, int(line) - offset)}" if line else ""
        return f"LaTeX error{where}: {message.strip()[:200]}"
    return f"LaTeX made no page (exit code {code}): draw something inside tikzpicture"


def _picture(folder: Path) -> bytes:
    """PNG of the first page."""
    pdftocairo, dvisvgm = (shutil.which(name) for name in _RENDERERS[:2])
    if pdftocairo:
        command = [pdftocairo, "-png", "-singlefile", "-f", "1", "-r", str(_DPI), "figure.pdf", "page"]
        code, said = run("pdftocairo", command, folder, {}, _CAPS)
        if code != 0 or not (folder / "page.png").is_file():
            raise BadDrawing(f"pdftocairo cannot draw the page: {' '.join(said.split())[:200]}")
        return (folder / "page.png").read_bytes()
    if find_spec("pypdfium2") is not None:
        (png,) = guarded("PDFium", f"{__name__}:draw_page", (folder / "figure.pdf").read_bytes(), caps=_CAPS)
        assert isinstance(png, bytes)
        return png
    assert dvisvgm is not None
    command = [dvisvgm, "--pdf", "--page=1", "--no-fonts", "--output=page.svg", "figure.pdf"]
    code, said = run("dvisvgm", command, folder, {}, _CAPS)
    if code != 0 or not (folder / "page.svg").is_file():
        raise BadDrawing(f"dvisvgm cannot draw the page: {' '.join(said.split())[:200]}")
    from graphicacy.diagram.engines.resvg import rasterise
    from graphicacy.diagram.svg.sanitise import sanitise

    return rasterise(sanitise((folder / "page.svg").read_bytes())[0], _DPI / 96)


def draw_page(pdf: bytes) -> bytes:
    """The first page as PNG: runs in the guarded process."""
    import pypdfium2  # type: ignore[import-not-found, unused-ignore]

    page = pypdfium2.PdfDocument(pdf)[0]
    width, height = page.get_size()
    if width * height * (_DPI / 72) ** 2 > MAX_PIXELS:
        raise BadDrawing(f"the page is {width:.0f} × {height:.0f} pt: draw smaller")
    return encode(page.render(scale=_DPI / 72).to_pil().convert("RGB"))


def _crop(png: bytes) -> bytes:
    """The page without its empty margins."""
    from PIL import Image, ImageChops, ImageOps

    with Image.open(io.BytesIO(png)) as opened:
        if opened.width * opened.height > MAX_PIXELS:
            raise BadDrawing(f"the page is {opened.width} × {opened.height} pixels: draw smaller")
        page = opened.convert("RGB")
    ink = ImageChops.invert(page).getbbox()
    if ink is None:
        raise BadDrawing("the page is empty: draw something inside tikzpicture")
    return encode(ImageOps.expand(page.crop(ink), _MARGIN, "white"))
