"""Cut, scaled, shifted, mirrored and placed on a larger canvas: a scene, or a drawing's pixels together with its scene.

A drawing is changed as a picture is: its pixels are, its SVG and its layout no longer hold and are left out. (Layouts
are scaled and mirrored, with upright letters, by ``edit.looks``.) Whatever is given, sizes and places are taken to
whole pixels, so that the scene of a changed drawing is the changed scene, and both are true to the pixels.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from graphicacy.diagram.affine import IDENTITY, Matrix, apply, scaling
from graphicacy.diagram.drawing import Drawing
from graphicacy.diagram.raster import MAX_PIXELS, encode
from graphicacy.diagram.scene import Box, Point, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["View", "crop", "in_view", "mirror", "moved", "pixels_of", "place", "redrawn", "scale", "translate"]

D = TypeVar("D", Scene, Drawing)


class View(NamedTuple):
    """Ids of the nodes and groups, and indices of the edges, that lie wholly on the canvas."""

    nodes: frozenset[str]
    groups: frozenset[str]
    edges: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Step:
    """A change of geometry, the size of its canvas, and the change of pixels that goes with it."""

    matrix: Matrix
    width: int
    height: int
    pixels: Callable[[Image], Image]


def crop(what: D, box: Box) -> D:
    """The part inside ``box``, grown to whole pixels and cut at the canvas.

    All geometry is kept, what lies outside with coordinates outside the canvas: ``in_view`` says what is not.
    Raises ``ValueError`` where the box holds no pixel of the canvas.
    """
    canvas = _size(what)
    x0, y0 = max(0, math.floor(box.x0)), max(0, math.floor(box.y0))
    x1, y1 = min(canvas[0], math.ceil(box.x1)), min(canvas[1], math.ceil(box.y1))
    if x0 >= x1 or y0 >= y1:
        raise ValueError(f"box {tuple(box)} holds no pixel of the {canvas[0]} × {canvas[1]} canvas")
    return _changed(what, _Step(_shift(-x0, -y0), x1 - x0, y1 - y0, lambda image: image.crop((x0, y0, x1, y1))))


def scale(what: D, factor: float) -> D:
    """The whole, ``factor`` times as large. Raises ``ValueError`` for one not above 0, or that makes a huge picture."""
    return _changed(what, _scaling(_size(what), factor))


def mirror(what: D) -> D:
    """Left and right change places, in a drawing those of its letters too, and the direction of its diagram."""
    from PIL import Image

    width, height = _size(what)
    flipped = _Step(
        (-1.0, 0.0, 0.0, 1.0, float(width), 0.0),
        width,
        height,
        lambda image: image.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    )
    done = _changed(what, flipped)
    if isinstance(done, Drawing) and done.diagram is not None:
        direction = done.diagram.direction
        return replace(done, diagram=replace(done.diagram, direction=direction and direction.mirrored))
    return done


def translate(what: D, dx: float, dy: float, background: str = "#ffffff") -> D:
    """Shifted by whole pixels on a canvas of the same size; what leaves it is cut, as by ``crop``."""
    return place(what, *_size(what), dx, dy, background=background)


def place(what: D, width: int, height: int, x: float, y: float, factor: float = 1.0, background: str = "#ffffff") -> D:
    """On a canvas of ``width`` × ``height`` pixels, ``factor`` times as large, its top left corner at ``(x, y)``.

    Raises ``ValueError`` for a canvas without pixels or with more than ``MAX_PIXELS``.
    """
    _check(width, height)
    step = _scaling(_size(what), factor)
    left, top = round(x), round(y)

    def pixels(image: Image) -> Image:
        from PIL import Image as images

        canvas = images.new("RGB", (width, height), background)
        canvas.paste(step.pixels(image), (left, top))
        return canvas

    sx, sy = step.matrix[0], step.matrix[3]
    return _changed(what, _Step((sx, 0.0, 0.0, sy, float(left), float(top)), width, height, pixels))


def in_view(scene: Scene, slack: float = 1.0) -> View:
    """What lies wholly on the canvas, up to ``slack`` pixels."""
    canvas = Box(0, 0, scene.width, scene.height)
    return View(
        frozenset(key for key, box in scene.nodes.items() if canvas.contains(box, slack)),
        frozenset(key for key, box in scene.groups.items() if canvas.contains(box, slack)),
        frozenset(k for k, route in enumerate(scene.routes) if route and all(canvas.holds(p, slack) for p in route)),
    )


def moved(scene: Scene, matrix: Matrix, width: float, height: float) -> Scene:
    """The scene under an affine map, on a canvas of this size; a turned box becomes the upright one around it."""

    def box(b: Box) -> Box:
        return Box.around(apply(matrix, x, y) for x in (b.x0, b.x1) for y in (b.y0, b.y1))

    def route(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(apply(matrix, x, y) for x, y in points)

    return replace(
        scene,
        width=width,
        height=height,
        nodes={key: box(b) for key, b in scene.nodes.items()},
        routes=tuple(route(points) for points in scene.routes),
        groups={key: box(b) for key, b in scene.groups.items()},
        labels={key: box(b) for key, b in scene.labels.items()},
    )


def pixels_of(drawing: Drawing) -> Image:
    """The picture, decoded, as RGB."""
    from PIL import Image

    return Image.open(io.BytesIO(drawing.png)).convert("RGB")


def redrawn(drawing: Drawing, image: Image, matrix: Matrix = IDENTITY) -> Drawing:
    """The drawing with other pixels, to which ``matrix`` maps the old ones; without its SVG and layout."""
    scene = drawing.scene
    return replace(
        drawing,
        png=encode(image),
        width=image.width,
        height=image.height,
        svg=None,
        scale=1.0,
        layout=None,
        scene=None if scene is None else moved(scene, matrix, image.width, image.height),
    )


def _changed(what: D, step: _Step) -> D:
    if isinstance(what, Scene):
        return moved(what, step.matrix, step.width, step.height)
    return redrawn(what, step.pixels(pixels_of(what)), step.matrix)


def _size(what: Scene | Drawing) -> tuple[int, int]:
    return math.ceil(what.width), math.ceil(what.height)


def _shift(x: float, y: float) -> Matrix:
    return 1.0, 0.0, 0.0, 1.0, float(x), float(y)


def _scaling(size: tuple[int, int], factor: float) -> _Step:
    """The scale of each axis is that of its whole pixels: edges of the picture go to edges of the picture."""
    if not (math.isfinite(factor) and factor > 0):
        raise ValueError(f"factor {factor:g} is not above 0")
    from PIL import Image

    width, height = (max(1, round(side * factor)) for side in size)
    _check(width, height)
    matrix = scaling(width / size[0], height / size[1])
    # Lanczos rings: it widens the halo of thin lines. Area averages do not, and are what thumbnails are made of.
    how = Image.Resampling.BOX if factor < 1 else Image.Resampling.BICUBIC
    same = (width, height) == size
    return _Step(matrix, width, height, lambda image: image if same else image.resize((width, height), how))


def _check(width: int, height: int) -> None:
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise ValueError(f"a canvas of {width} × {height} pixels has none, or more than {MAX_PIXELS:,}")
