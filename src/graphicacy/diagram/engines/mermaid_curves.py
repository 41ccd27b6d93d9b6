"""How the lines of a drawn Mermaid diagram run, where a style asks for straight or right-angled ones.

Mermaid's own right-angled curve leaves and enters along the borders of nodes where a diagram runs down, and no curve
can be chosen for state diagrams at all. Both engines keep the points that a line was led through, so it is led anew.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Sequence
from itertools import pairwise

from graphicacy.diagram.mermaid.graph import Keys
from graphicacy.diagram.model import Diagram, Direction
from graphicacy.diagram.polyline import distinct, path_points, shortened
from graphicacy.diagram.scene import Point
from graphicacy.diagram.style import Style

__all__ = ["recurved"]

_PATH = re.compile(r"<path\b[^>]*\bdata-points=[^>]*>")
_ATTRIBUTE = re.compile(r'\b(d|id|data-points)="([^"]*)"')
_OWN = re.compile(r"\bcurve[\"']?\s*:|\blinkStyle\b[^\n;]*\binterpolate\b")  # the source says itself how lines run
_GAP = 4.0  # pixels that Mermaid leaves for a pointed head
_CUT = 12.0  # pixels: an end farther from its last point was cut at the frame that it belongs to


def recurved(svg: str, source: str, style: Style | None, diagram: Diagram, keys: Keys) -> str:
    """``svg`` with its lines straight or right-angled, as ``style`` says.

    Loops stay as they are, and all lines where ``source`` itself says how they run.
    """
    if style is None or style.curve not in ("straight", "orthogonal") or _OWN.search(source):
        return svg
    loops = {key for key, edge in zip(keys.edges, diagram.edges, strict=True) if edge.source == edge.target}
    upright = diagram.direction not in (Direction.LEFT, Direction.RIGHT)
    bends = style.curve == "orthogonal"

    def led(found: re.Match[str]) -> str:
        tag = found.group()
        said = dict(_ATTRIBUTE.findall(tag))
        points = _points(said.get("data-points", ""))
        drawn = path_points(said.get("d", ""))
        is_loop = any(said.get("id", "").endswith(f"-{key}") for key in loops)
        if is_loop or len(points) < 2 or not drawn or not _same_ends(points, drawn):
            return tag
        corners = _bent(points, upright) if bends else points
        line = shortened(corners, *(_GAP if "point" in _marker(tag, end) else 0.0 for end in ("start", "end")))
        data = "L".join(f"{x:.3f},{y:.3f}" for x, y in line)
        return tag.replace(f'd="{said["d"]}"', f'd="M{data}"', 1) if line else tag

    return _PATH.sub(led, svg)


def _points(packed: str) -> list[Point]:
    try:
        return [(float(p["x"]), float(p["y"])) for p in json.loads(base64.b64decode(packed))]
    except (ValueError, KeyError, TypeError):
        return []


def _same_ends(points: Sequence[Point], drawn: Sequence[Point]) -> bool:
    return math.dist(points[0], drawn[0]) < _CUT and math.dist(points[-1], drawn[-1]) < _CUT


def _marker(tag: str, end: str) -> str:
    found = re.search(rf'\bmarker-{end}="([^"]*)"', tag)
    return found.group(1).rpartition("_")[2].lower() if found else ""


def _bent(points: Sequence[Point], upright: bool) -> list[Point]:
    """Right angles through all points, halfway between each two, leaving and entering along the flow."""
    corners = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        if upright:
            middle = (ay + by) / 2
            corners += [(ax, middle), (bx, middle)]
        else:
            middle = (ax + bx) / 2
            corners += [(middle, ay), (middle, by)]
        corners.append((bx, by))
    return distinct(corners, 1e-3)
