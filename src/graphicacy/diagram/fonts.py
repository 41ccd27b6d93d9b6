"""The fonts that every drawing is made with, so that one source gives one picture on any machine.

The default is Arimo, which has the widths of Arial and Helvetica; PT Serif and Roboto Mono are used where they are
asked for by name. All come as packages, so that a machine without any font draws too. Fonts of the system are used only
for characters that ours lack.
"""

from __future__ import annotations

import contextlib
import importlib
import struct
import unicodedata
from functools import cache
from hashlib import sha256
from pathlib import Path
from xml.sax.saxutils import escape

from graphicacy.diagram.cache import cache_folders, write_whole
from graphicacy.diagram.loading import LOADING

__all__ = [
    "ASCENT",
    "DEFAULT",
    "DESCENT",
    "FAMILIES",
    "FAMILY",
    "LINE_HEIGHT",
    "can_draw",
    "family",
    "font_files",
    "fontconfig_file",
    "lacks",
    "system_folders",
    "system_fonts",
    "text_width",
    "wrap",
]

FAMILY = "Arimo"
FAMILIES = {"sans": FAMILY, "serif": "PT Serif", "mono": "Roboto Mono"}  # by name in ``style.FONTS``
DEFAULT = "sans"
ASCENT, DESCENT = 0.905, 0.212  # of the default font, by its size: above and below the baseline (its table *hhea*)
LINE_HEIGHT = 1.2  # from baseline to baseline, by the size of the font
_PACKAGES = {"sans": "fontpkg_arimo", "serif": "fontpkg_pt_serif", "mono": "fontpkg_roboto_mono"}
_MEASURED_AT = 1000  # pixels: advances are whole pixels, so read them at a large size


def family(font: str | None = None) -> str:
    """Name of the family that draws ``font`` (sans, serif or mono), the default one for None."""
    return FAMILIES[font or DEFAULT]


@cache
def font_files(font: str | None = None) -> tuple[str, ...]:
    """Paths of the files of one font (sans, serif or mono), or of all, the default first: upright, italic, bold."""
    if font is None:
        return tuple(path for name in FAMILIES for path in font_files(name))
    folder = Path(str(importlib.import_module(_PACKAGES[font]).__file__)).parent / "files"
    files = tuple(sorted(str(path) for path in folder.glob("*.ttf")))
    if not files:
        raise FileNotFoundError(f"no font in {folder}: install {_PACKAGES[font].replace('_', '-')} again")
    return files


def system_folders() -> tuple[str, ...]:
    """Folders in which this machine keeps fonts: the last resort for characters that the default font lacks."""
    folders = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]
    with contextlib.suppress(RuntimeError):  # no home folder
        folders += [str(Path.home() / place) for place in (".fonts", ".local/share/fonts", "Library/Fonts")]
    return tuple(folder for folder in folders if Path(folder).is_dir())


@cache
def system_fonts() -> tuple[str, ...]:
    """Font files of this machine, upright sans-serif ones first, since the first that has a character draws it."""

    def rank(path: str) -> tuple[bool, bool, bool, str]:
        name = Path(path).name.lower()
        odd = any(word in name for word in ("mono", "condensed", "italic", "oblique", "light", "bold"))
        return "serif" in name.replace("sansserif", ""), "sans" not in name, odd, path

    kinds = (".ttf", ".otf", ".ttc")
    files = (
        str(path) for folder in system_folders() for path in Path(folder).rglob("*") if path.suffix.lower() in kinds
    )
    return tuple(sorted(files, key=rank))


@cache
def _covered(font: str = DEFAULT) -> frozenset[int]:
    """Code points that a font can draw, from its ``cmap`` table."""
    with LOADING:
        from graphicacy.diagram.cmap import code_points

    return code_points(Path(_upright(font, bold=False)).read_bytes())


def lacks(text: str) -> bool:
    """Whether ``text`` has a character that the default font cannot draw."""
    if text.isascii():
        return False
    return any(ord(c) not in _covered() and not c.isspace() for c in set(text))


@cache
def can_draw(char: str) -> bool:
    """Whether the default font or some font of this machine has a character; if not, a box is drawn in its place."""
    with LOADING:
        from graphicacy.diagram.cmap import code_points
    if char.isspace() or not lacks(char):
        return True
    for path in system_fonts():
        with contextlib.suppress(ValueError, OSError, struct.error):  # what cannot be read draws nothing
            if ord(char) in code_points(Path(path).read_bytes()):
                return True
    return False


def _upright(font: str, bold: bool) -> str:
    """The file of a font's upright: one with every weight, or the one of this weight."""
    upright = [path for path in font_files(font) if "Italic" not in Path(path).name]
    weighed = [path for path in upright if ("Bold" in Path(path).name) == bold]
    return (weighed or upright)[0]


class _Advances(dict[str, float]):
    """Advance width of each character of a font by its size, measured when first asked for."""

    def __init__(self, font: str, bold: bool) -> None:
        with LOADING:
            from PIL import ImageFont

        self.covered = _covered(font)
        self.fallback = None if font == DEFAULT else _advances(DEFAULT, bold)
        self.font = ImageFont.truetype(_upright(font, bold), _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)
        with contextlib.suppress(OSError):  # not a font of several weights
            self.font.set_variation_by_axes([700 if bold else 400])

    def __missing__(self, character: str) -> float:
        advance = self[character] = self._advance(character)
        return advance

    def _advance(self, character: str) -> float:
        if ord(character) not in self.covered:
            if self.fallback is not None:
                return self.fallback[character]
            if unicodedata.combining(character):
                return 0.0
            if unicodedata.east_asian_width(character) in "WF":  # as wide as the font is high, in any font
                return 1.0
        return float(self.font.getlength(character)) / _MEASURED_AT


@cache
def _advances(font: str, bold: bool) -> _Advances:
    return _Advances(font, bold)


def text_width(text: str, size: float, bold: bool = False, font: str = DEFAULT) -> float:
    """Advance width in pixels of one line in a font (sans, serif or mono) of ``size`` pixels, without kerning."""
    return sum(map(_advances(font, bold).__getitem__, text)) * size


def wrap(text: str, size: float, width: float) -> list[str]:
    """Break ``text`` at spaces into lines no wider than ``width`` pixels; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size) <= width + 0.5:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


@cache
def fontconfig_file() -> str:
    """Path of a fontconfig file under which our families are themselves and every other is the default one.

    It lies in the user's cache (or the temporary folder), named by content. Hints are off: with them, Graphviz's text
    engine takes each letter of a variable font for 1.7 times as wide as it is.
    """
    for folder in cache_folders():
        content = _fontconfig_text(sorted({str(Path(path).parent) for path in font_files()}), folder).encode()
        path = folder / f"fonts-{sha256(content).hexdigest()[:16]}.conf"
        try:
            if not path.exists() or path.read_bytes() != content:
                write_whole(path, content)
        except OSError:
            continue
        return str(path)
    raise PermissionError("no folder to write a font configuration to: set XDG_CACHE_HOME to one")


def _fontconfig_text(folders: list[str], cache_folder: Path) -> str:
    places = "".join(f"<dir>{escape(folder)}</dir>" for folder in folders)
    strange = "".join(
        f'<test qual="all" name="family" compare="not_eq"><string>{name}</string></test>' for name in FAMILIES.values()
    )
    return f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{places}
<cachedir>{escape(str(cache_folder))}</cachedir>
<match target="pattern">
{strange}
<edit name="family" mode="assign" binding="strong"><string>{FAMILY}</string></edit>
</match>
<match target="font">
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
</match>
</fontconfig>
"""
