"""The fonts that every drawing is made with, so that one source gives one picture on any machine.

The default is Arimo, which has the widths of Arial and Helvetica. It comes as a package, so that a machine without
any font draws too. Fonts of the system are used only for characters that Arimo lacks.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL.ImageFont import FreeTypeFont

__all__ = [
    "FAMILY",
    "cache_folders",
    "font_files",
    "fontconfig_file",
    "lacks",
    "system_folders",
    "system_fonts",
    "text_width",
    "wrap",
]

FAMILY = "Arimo"
_MEASURED_AT = 1000  # pixels: advances are whole pixels, so read them at a large size


@cache
def font_files() -> tuple[str, ...]:
    """Paths of the font files: upright and italic, each with every weight."""
    import fontpkg_arimo

    folder = Path(fontpkg_arimo.__file__).parent / "files"
    files = tuple(sorted(str(path) for path in folder.glob("*.ttf")))
    if not files:
        raise FileNotFoundError(f"no font in {folder}: install fontpkg-arimo again")
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
def _upright() -> str:
    return next(path for path in font_files() if "Italic" not in Path(path).name)


@cache
def _covered() -> frozenset[int]:
    """Code points that the default font can draw, from its ``cmap`` table."""
    from graphicacy.diagram.cmap import code_points

    return code_points(Path(_upright()).read_bytes())


def lacks(text: str) -> bool:
    """Whether ``text`` has a character that the default font cannot draw."""
    if text.isascii():
        return False
    return any(ord(c) not in _covered() and not c.isspace() for c in set(text))


@cache
def _font(bold: bool) -> FreeTypeFont:
    from PIL import ImageFont

    font = ImageFont.truetype(_upright(), _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([700 if bold else 400])
    return font


@lru_cache(maxsize=8192)
def _advance(text: str, bold: bool) -> float:
    return _font(bold).getlength(text) / _MEASURED_AT


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Advance width of one line in pixels, for a font of ``size`` pixels."""
    return _advance(text[:2000], bold) * size


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
    """Path of a fontconfig file under which every family is the default font and no other font exists.

    It lies in the user's cache (or the temporary folder), named by content.
    """
    for folder in cache_folders():
        text = _fontconfig_text(sorted({str(Path(path).parent) for path in font_files()}), folder)
        path = folder / f"fonts-{sha256(text.encode()).hexdigest()[:16]}.conf"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != text:
                draft = path.with_suffix(f".{os.getpid()}")
                draft.write_text(text)
                draft.replace(path)
        except OSError:
            continue
        return str(path)
    raise PermissionError("no folder to write a font configuration to: set XDG_CACHE_HOME to one")


def cache_folders() -> Iterable[Path]:
    """Folders to keep files in, the best first: the user's cache, then the temporary folder."""
    home = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # no home folder
        yield (Path(home) if home else Path.home() / ".cache") / "graphicacy"
    yield Path(tempfile.gettempdir()) / f"graphicacy-{os.getuid()}"


def _fontconfig_text(folders: list[str], cache_folder: Path) -> str:
    places = "".join(f"<dir>{escape(folder)}</dir>" for folder in folders)
    return f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{places}
<cachedir>{escape(str(cache_folder))}</cachedir>
<match target="pattern">
<edit name="family" mode="assign" binding="strong"><string>{FAMILY}</string></edit>
</match>
</fontconfig>
"""
