"""How Mermaid is told to draw: the classic look by name, since its defaults change between versions, and the knobs of
``Style``. Both engines that draw Mermaid are configured by what is given here.
"""

from __future__ import annotations

import re
from typing import Any

from graphicacy.diagram import fonts
from graphicacy.diagram.model import Direction
from graphicacy.diagram.style import PALETTES, Palette, Style

__all__ = ["configuration", "dressed", "turned"]

_LOOK = {"look": "classic", "layout": "dagre", "htmlLabels": False, "useMaxWidth": False}
_GAP = 50  # CSS pixels: Mermaid's own distance between nodes and between ranks
_WRAPPED = 200  # CSS pixels: Mermaid's own width of a label, at its own size of letters
_SIZE = 16  # CSS pixels: Mermaid's own size of letters
_THICK = 3.5  # a thick line in widths of a normal one
_CURVES = {None: "basis", "curved": "basis", "straight": "linear", "orthogonal": "step"}
_PLAIN = Style()


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
    graph = {
        **look,
        "minNodeWidth": 0,
        "wrappingWidth": round(200 * size / _SIZE),
        "nodeSpacing": gap,
        "rankSpacing": gap,
    }
    return {
        **look,
        "fontFamily": family,
        "fontSize": size,
        "themeVariables": variables,
        "flowchart": {**graph, "curve": _CURVES[style.curve]},
        "state": graph,
    }


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


def dressed(svg: str, style: Style | None) -> str:
    """A drawn SVG with what no configuration of Mermaid says: the widths of lines, and the colour of the ground."""
    if style is None:
        return svg
    rules = _widths(style.line_width) if style.line_width else ""
    ground = PALETTES[style.palette].ground if style.palette else "#ffffff"
    root = re.match(r"[^<]*<svg\b[^>]*>", svg)
    if root is None:
        return svg
    name = re.search(r'\bid="([^"]+)"', root.group())
    if rules and name:
        rules = "".join(f"#{name.group(1)} {rule}" for rule in rules.splitlines())
        svg = svg.replace("</style>", rules + "</style>", 1)
    box = re.search(r'\bviewBox="([^"]+)"', root.group())
    if ground == "#ffffff" or box is None:
        return svg
    x, y, width, height = box.group(1).split()
    paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" style="fill:{ground};stroke:none"/>'
    return svg[: root.end()] + paper + svg[root.end() :]


def _widths(width: float) -> str:
    """Rules, one a line, of just enough weight to go before those of Mermaid's themes and behind a source's own."""
    shapes = ("rect", "circle", "ellipse", "polygon", "path")
    frames = [".cluster rect", ".statediagram-cluster rect", *(f".node {shape}" for shape in shapes)]
    links = [f".edgePaths .edge-thickness-normal{{stroke-width:{width:g}px}}"]
    links += [f".edgePaths .edge-thickness-thick{{stroke-width:{_THICK * width:g}px}}"]
    return "\n".join([*(f"{frame}{{stroke-width:{width:g}px}}" for frame in frames), *links])


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
