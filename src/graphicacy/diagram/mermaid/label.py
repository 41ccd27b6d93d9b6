"""Labels of Mermaid as a reader sees them: one line of text, without the markup that Mermaid turns into looks."""

from __future__ import annotations

import html
import re

__all__ = ["ICON", "printable", "shown"]

# A comment or script that is not closed swallows the rest, as it does in a browser.
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.I | re.S)
_BREAK = re.compile(r"</?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|pre|blockquote)\b[^<>]*>", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
ICON = re.compile(r"\bfa[bklrsd]?:fa-[\w-]+")
# CommonMark's emphasis in short, in one paragraph. It is at most 400 characters long here, lest a label of many single
# stars take time by the square of its length.
_EMPHASIS = re.compile(
    r"""(?P<code>(`+)[^`]{1,400}\2(?!`))
      | \\(?P<escaped>[!-/:-@\[-`{-~])
      | \*\*\*(?=\S)(?P<both>.{1,400}?)(?<=\S)\*\*\*
      | \*\*(?=\S)(?P<bold>.{1,400}?)(?<=\S)\*\*
      | (?<!\w)__(?=\S)(?P<bold2>.{1,400}?)(?<=\S)__(?!\w)
      | \*(?=[^\s*])(?P<slanted>.{1,400}?)(?<=[^\s*])\*
      | (?<!\w)_(?=[^\s_])(?P<slanted2>.{1,400}?)(?<=[^\s_])_(?!\w)
    """,
    re.X,
)


def shown(text: object, markdown: bool = False) -> str:
    """``text``, a label of Mermaid's database, as it is read, with one space for a line break.

    Tags, icons, the marks of a formula and, in a ``markdown`` label, of emphasis are left out; entities are decoded,
    also those that Mermaid writes as ``#name;``, for which its database has ``ﬂ°name¶ß``.
    """
    said = "" if text is None else str(text)
    if "ﬂ°" in said:
        said = said.replace("ﬂ°°", "&#").replace("ﬂ°", "&").replace("¶ß", ";")
    if "<" in said:
        said = _TAG.sub("", _BREAK.sub(" ", _UNSEEN.sub("", said)))
    if "\\n" in said and "$$" not in said:  # in a formula it begins a command, as in \\nabla
        said = said.replace("\\n", " ")
    if ":fa-" in said:
        said = ICON.sub("", said)
    if markdown:
        said = _plain(said)
    if "&" in said:
        said = html.unescape(said)
    return " ".join(printable(said).replace("$$", "").split())


def printable(text: str) -> str:
    """``text`` with a space for each character that no XML, and so no drawing, can hold."""
    return _CONTROL.sub(" ", text)


def _plain(markdown: str) -> str:
    """Without marks of emphasis. Code keeps its marks, as in Mermaid."""
    if not any(mark in markdown for mark in "*_\\"):
        return markdown
    return _EMPHASIS.sub(_unmarked, markdown)


def _unmarked(found: re.Match[str]) -> str:
    kind = str(found.lastgroup)
    return found[kind] if kind in ("code", "escaped") else _plain(found[kind])
