"""How Mermaid is told to draw: the classic look by name, since its defaults change between versions, and the knobs of
``Style``. Both engines that draw Mermaid are configured by what is given here.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.engines.mermaid_words import legible
from graphicacy.diagram.model import Direction
from graphicacy.diagram.style import PALETTES, Palette, Style

__all__ = ["configuration", "finished", "prepared", "turned", "unescaped", "unmarked"]

_MAX_LINKS = 20_000  # in a source, before it is parsed
_LOOK = {"look": "classic", "layout": "dagre", "htmlLabels": False, "useMaxWidth": False}
_GAP = 50  # CSS pixels: Mermaid's own distance between nodes and between ranks
_WRAPPED = 200  # CSS pixels: Mermaid's own width of a label, at its own size of letters
_SIZE = 16  # CSS pixels: Mermaid's own size of letters
_THICK = 3.5  # a thick line in widths of a normal one
_CURVES = {None: "basis", "curved": "basis", "straight": "linear", "orthogonal": "step"}
_TAGS = (  # of HTML's elements those that a sanitiser keeps, or drops with no trace
    "a|abbr|acronym|address|article|aside|b|bdi|bdo|big|blink|blockquote|body|button|caption|center|cite|code|col|"
    "colgroup|dd|del|details|dfn|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|header|hr|html|i|"
    "iframe|img|input|ins|kbd|label|legend|li|main|mark|nav|nobr|ol|p|picture|pre|q|rp|rt|ruby|s|samp|script|section|"
    "small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr"
)
_ATTRIBUTES = r"""(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?)*\s*"""
_MARK = rf"(?<!<)</?(?:{_TAGS}){_ATTRIBUTES}/?>(?!>)"
_MARKS = re.compile(_MARK, re.I)
_UNSEEN = re.compile(r"<(script|style)\b[^<>]*>[^<\n]*</\1\s*>", re.I)
_PARTING = re.compile(r"</?(?:p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|pre|blockquote)\b", re.I)  # words on both sides
_NOTHING_ELSE = re.compile(
    rf"""([\[({{|"'`])\s*(?:{_MARK}\s*)+(?=[\])}}|"'`])""", re.I
)  # Mermaid refuses an empty label
# What begins as a tag and is none, as in "i<n": Mermaid would leave out the rest of the label.
_LONE = re.compile(r"""(?<!<)<(?=[A-Za-z/!?])(?!(?:[^<>"\])}|\n(]|\([^()<>"\n]*\))*>)""")
_ENTITY = re.compile(r"(?:&|#(?![0-9a-f]{3,8};))([a-z][a-z0-9]{1,30};)|#(\d{4,5});", re.A | re.I)  # no colours
_KNOWN = ("lt;", "gt;", "amp;", "quot;")  # entities that all engines know by name
_TWICE = re.compile(r"&amp;(?=(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_PLAIN = Style()
_WHITE = "#ffffff"
_ROOT = re.compile(r"[^<]*<svg\b[^>]*>")
_IMPORTANT = re.compile(r"\s*!important(?=\s*[;}])")
_KEYFRAMES = re.compile(r"@keyframes\s+[\w-]+\s*\{(?:[^{}]*\{[^{}]*\})*\s*\}")
# Clouds and bangs, whose outlines begin with an arc at 0, 0: their words are moved as if they began there.
_OFF_CENTRE = re.compile(
    r'(<path class="basic label-container"[^>]* d="M0 0\s*(?:&#10;)?\s*a[^>]*>(?:</path>)?'
    r'<g class="label"[^>]* transform="translate\()-[\d.]+'
)


def configuration(style: Style | None) -> dict[str, Any]:
    """Mermaid's configuration for ``style``; what a source declares for itself overrides it."""
    style = style or _PLAIN
    family, size = fonts.family(style.font), style.font_size or _SIZE
    palette = PALETTES[style.palette] if style.palette else None
    look = {**_LOOK, "theme": "base" if palette else "default"}
    variables: dict[str, Any] = {"fontFamily": family, "fontSize": f"{size:g}px"}
    if palette:
        variables |= _theme(palette)
    gap = round(_GAP * (style.spacing or 1.0))
    wide = round(_WRAPPED * size / _SIZE)
    graph = {**look, "minNodeWidth": 0, "wrappingWidth": wide, "nodeSpacing": gap, "rankSpacing": gap}
    return {
        **look,
        "fontFamily": family,
        "fontSize": size,
        "themeVariables": variables,
        "flowchart": {**graph, "curve": _CURVES[style.curve]},
        "state": graph,
    }


def prepared(source: str) -> str:
    """``source`` with plain line breaks. Raises ``BadDrawing`` where it has more links than can be laid out."""
    source = source.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\x00", " ")
    links = sum(source.count(link) for link in ("--", "==", "-."))
    if links > _MAX_LINKS:
        raise BadDrawing(f"the diagram has about {links:,} links: the limit is {_MAX_LINKS:,}; draw less")
    return source


def unmarked(source: str) -> str:
    """``source`` without tags of HTML and marks of formulas, which labels drawn as plain text would spell out.

    A ``<`` that begins no tag is written so that it is drawn; entities such as ``&copy;`` and ``#9829;`` as the
    characters that they stand for.
    """
    kept = _NOTHING_ELSE.sub(r"\1 ", _UNSEEN.sub("", source))
    shown = _MARKS.sub(lambda mark: " " if _PARTING.match(mark[0]) else "", kept)
    return _ENTITY.sub(_numbered, _LONE.sub("#lt;", shown.replace("$$", "")))


def _numbered(entity: re.Match[str]) -> str:
    """What an entity stands for; up to the space that does not break, as Mermaid writes characters by number."""
    name, number = entity.groups()
    characters = html.unescape(f"&#{number};") if number else "" if name in _KNOWN else html5.get(name, "")
    return "".join(c if ord(c) > 0xA0 else f"#{ord(c)};" for c in characters) or entity[0]


def unescaped(svg: str) -> str:
    """A drawn SVG with signs escaped but once: Mermaid and merman escape entities in labels that are plain text."""
    return _TWICE.sub("&", svg)


def _theme(p: Palette) -> dict[str, str | bool]:
    """Variables of the theme *base* (Mermaid documentation, *theme configuration*), for graphs and for the rest."""
    node = {"primaryColor": p.fill, "mainBkg": p.fill, "stateBkg": p.fill, "labelBackgroundColor": p.ground}
    node |= {"secondaryColor": p.group_fill, "tertiaryColor": p.group_fill, "secondBkg": p.group_fill}
    border = {"primaryBorderColor": p.stroke, "nodeBorder": p.stroke, "stateBorder": p.stroke, "border1": p.stroke}
    border |= {"secondaryBorderColor": p.group_stroke, "tertiaryBorderColor": p.group_stroke, "border2": p.group_stroke}
    names = ["primaryTextColor", "secondaryTextColor", "tertiaryTextColor", "textColor", "nodeTextColor", "titleColor"]
    names += ["stateLabelColor", "transitionLabelColor", "noteTextColor", "labelColor", "labelTextColor"]
    words = dict.fromkeys(names, p.text)
    lines = dict.fromkeys(
        ["lineColor", "defaultLinkColor", "transitionColor", "arrowheadColor", "specialStateColor"], p.line
    )
    group = {"clusterBkg": p.group_fill, "clusterBorder": p.group_stroke, "compositeBackground": p.group_fill}
    group |= {"compositeTitleBackground": p.fill, "compositeBorder": p.group_stroke, "altBackground": p.group_fill}
    note = {"noteBkgColor": p.group_fill, "noteBorderColor": p.group_stroke}
    ground = {"background": p.ground, "edgeLabelBackground": p.ground, "innerEndBackground": p.line}
    return {**node, **border, **words, **lines, **group, **note, **ground}


def finished(svg: str, style: Style | None) -> str:
    """A drawn SVG as it is to be painted, with what no configuration says: widths of lines, the colour of the ground.

    Rules of its sheet lose their ``!important``: an element's own style, which says the same with more right, has to
    go before them, and does not in every renderer. Nothing moves.
    """
    svg = legible(_OFF_CENTRE.sub(r"\g<1>0", svg), style)
    sheet_end = svg.find("</style>")
    if sheet_end >= 0:
        rules = _rules(svg, style.line_width) if style and style.line_width else ""
        sheet = _KEYFRAMES.sub("", _IMPORTANT.sub("", svg[:sheet_end]))
        svg = sheet + rules + svg[sheet_end:]
    ground = PALETTES[style.palette].ground if style and style.palette else _WHITE
    root = _ROOT.match(svg)
    box = re.search(r'\bviewBox="([^"]+)"', root.group()) if root else None
    if ground == _WHITE or root is None or box is None:
        return svg
    x, y, width, height = box.group(1).split()
    paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" style="fill:{ground};stroke:none"/>'
    return svg[: root.end()] + paper + svg[root.end() :]


def _rules(svg: str, width: float) -> str:
    """Widths of lines, with just enough weight to go before Mermaid's themes and behind a source's own."""
    name = re.search(r'\bid="([^"]+)"', svg)
    scope = f"#{name.group(1)} " if name else ""
    shapes = ("rect", "circle", "ellipse", "polygon", "path")
    frames = [".cluster rect", ".statediagram-cluster rect", *(f".node {shape}" for shape in shapes)]
    frames += [".edgePaths .edge-thickness-normal"]
    thin = ",".join(scope + frame for frame in frames)
    thick = f"{scope}.edgePaths .edge-thickness-thick"
    return f"{thin}{{stroke-width:{width:g}px}}{thick}{{stroke-width:{_THICK * width:g}px}}"


_AHEAD = re.compile(r"\s*(?:---[^\S\n]*\n[\s\S]*?\n[^\S\n]*---[^\S\n]*(?:\n|$)|%%\{[\s\S]*?\}%%|%%[^\n]*(?:\n|$))")
_FLOWCHART = re.compile(r"\s*(?:flowchart-elk|flowchart|graph)\b(?P<way>[^\S\n]+(?:TB|TD|BT|LR|RL|[<>^v])(?=[\s;]|$))?")
_STATES = re.compile(r"\s*stateDiagram(?:-v2)?\b")
_TURN = re.compile(r"\s*direction\s+(?:TB|TD|BT|LR|RL)\s*$")


def turned(source: str, direction: Direction | None) -> str:
    """``source`` with its main direction replaced; those of subgraphs and composite states stay."""
    if direction is None:
        return source
    start = 0
    while ahead := _AHEAD.match(source, start):
        start = ahead.end()
    chart = _FLOWCHART.match(source, start)
    if chart:
        end = chart.start("way") if chart["way"] else chart.end()
        return f"{source[:end]} {direction.value}{source[chart.end() :]}"
    states = _STATES.match(source, start)
    if states is None:
        return source
    head, line_break, body = source[states.end() :].partition("\n")
    return f"{source[: states.end()]}{head}\ndirection {direction.value}{line_break}{_without_turns(body)}"


def _without_turns(body: str) -> str:
    """The statements of a state diagram without the directions of the outermost level."""
    depth, in_note, kept = 0, False, []
    for line in body.split("\n"):
        words = line.strip()
        if in_note:
            in_note = not words.startswith("end note")
        elif words.startswith("note") and ":" not in words:
            in_note = True
        elif depth == 0 and _TURN.match(line):
            line = ""
        else:
            depth += words.endswith("{") - words.startswith("}")
        kept.append(line)
    return "\n".join(kept)
