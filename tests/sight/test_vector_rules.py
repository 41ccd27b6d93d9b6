"""Single rules of reading SVG that the facts of a picture do not show."""

from __future__ import annotations

from graphicacy.diagram.model import Shape
from graphicacy.sight.vector import read_svg
from work import calls


def test_a_flat_cylinder_is_one_and_a_stadium_is_none() -> None:
    flat = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">'
        '<path fill="#eef" stroke="#222" d="M330 24C330 22 272 20 200 20 128 20 70 22 70 24'
        'L70 56C70 58 128 60 200 60 272 60 330 58 330 56z"/><text x="200" y="45" text-anchor="middle">Images</text>'
        '<rect x="70" y="120" width="260" height="40" rx="20" fill="#eef" stroke="#222"/>'
        '<text x="200" y="145" text-anchor="middle">Model</text></svg>'
    )
    shapes = {n.label: n.shape for n in read_svg(flat).diagram.nodes}
    assert shapes == {"Images": Shape.CYLINDER, "Model": Shape.STADIUM}


def test_hundreds_of_captioned_pictures_take_work_in_proportion() -> None:
    icons = "".join(
        f'<circle cx="{i % 30 * 60 + 30}" cy="{i // 30 * 70 + 30}" r="14" fill="#abc"/>'
        f'<text x="{i % 30 * 60 + 30}" y="{i // 30 * 70 + 62}" font-size="12" text-anchor="middle">T{i}</text>'
        for i in range(390)
    )
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="1900" height="1000">{icons}</svg>'
    assert calls(lambda: read_svg(picture)) < 5_000_000
    reading = read_svg(picture)
    assert {n.label for n in reading.diagram.nodes} == {f"T{i}" for i in range(390)}
