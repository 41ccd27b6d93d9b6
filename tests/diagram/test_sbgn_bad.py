"""Malformed and hostile SBGN-ML ends in one line that says where, soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.diagram.drawing import BadDrawing
from graphicacy.diagram.paint import paint
from graphicacy.diagram.sbgn import read_sbgn
from graphicacy.diagram.scene import Box


def sbgn(inner: str) -> str:
    return f'<sbgn xmlns="http://sbgn.org/libsbgn/0.2">\n<map language="process description">{inner}</map></sbgn>'


def glyph(
    key: str, kind: str = "macromolecule", x: object = 0, y: object = 0, w: object = 60, h: object = 40, at: str = ""
) -> str:
    return f'<glyph id="{key}" class="{kind}" {at}><bbox x="{x}" y="{y}" w="{w}" h="{h}"/></glyph>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (sbgn("<glyph>"), r"^line 2, column \d+: malformed XML"),
        ("<sbgn/>", r"^line 1: this is no SBGN-ML"),
        ('<sbml xmlns="http://www.sbml.org/sbml/level3"/>', r"^line 1: this is no SBGN-ML: its root is <sbml>"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>' + sbgn(""), "document type"),
        (sbgn(""), "no map with glyphs"),
        (sbgn('<glyph id="a" class="macromolecule"/>'), r"^line 2: a glyph has no <bbox>"),
        (sbgn(glyph("a", x="NaN")), r"^line 2: x of <bbox> is 'NaN'"),
        (sbgn(glyph("a", w="1e300")), "w of <bbox>"),
        (sbgn(glyph("a", h="-1")), "not negative"),
        (sbgn(glyph("a") + glyph("b", x=500_000)), "longest side"),
        (
            sbgn(glyph("a") + '<arc class="production" source="a" target="a"><start x="0"/></arc>'),
            "y of <start> is 'None'",
        ),
        (sbgn(f'<glyph id="a" class="entity"><label text="{"n" * 20_000}"/></glyph>'), "20,000 characters"),
        (sbgn(glyph("a") * 21_000), "20,001 nodes"),
        (sbgn("".join(glyph(f"c{i}", "compartment") for i in range(2_100))), "2,100 frames"),
    ],
)
def test_refused_in_one_line(text: str, said: str) -> None:
    started = time.process_time()
    with pytest.raises(BadDrawing, match=said) as caught:
        read_sbgn(text)
    assert "\n" not in str(caught.value)
    assert time.process_time() - started < 5


def test_compartments_that_name_one_another_are_in_none() -> None:
    layout = read_sbgn(
        sbgn(
            glyph("a", "compartment", at='compartmentRef="b"') + glyph("b", "compartment", at='compartmentRef="a"')
            + glyph("c", "compartment", at='compartmentRef="c"') + glyph("x", at='compartmentRef="a"')
        )
    )  # fmt: skip
    parents = {g.id: g.parent for g in layout.diagram.groups}
    assert None in (parents["a"], parents["b"])
    assert parents["c"] is None
    assert paint(layout)


def test_arcs_that_end_on_themselves_are_left_out() -> None:
    ends = '<start x="0" y="0"/><end x="50" y="0"/>'
    outcome = '<glyph class="outcome" id="o"><bbox x="0" y="0" w="5" h="5"/></glyph>'
    layout = read_sbgn(
        sbgn(
            glyph("a") + f'<arc id="x" class="stimulation" source="a" target="x">{ends}</arc>'
            + f'<arc id="y" class="interaction" source="a" target="o">{ends}{outcome}</arc>'
        )
    )  # fmt: skip
    assert layout.diagram.edges == ()
    assert "x, y" in layout.warnings[0]


_KINDS = st.sampled_from(
    ["macromolecule", "complex", "compartment", "submap", "process", "state variable", "terminal",
     "simple chemical multimer", "source and sink", "outcome", "cardinality", "interaction", "implicit xor",
     "annotation", "odd"]
)  # fmt: skip
_ARCS = st.sampled_from(
    ["production", "necessary stimulation", "absolute stimulation", "absolute inhibition", "interaction", "odd"]
)
_IDS = st.sampled_from(["a", "b", "c", "d", ""])
_NUMBERS = st.sampled_from(["0", "5", "30", "100", "240.5", "-20", "1e3", "inf"])


@st.composite
def _glyphs(draw: st.DrawFn, depth: int = 2) -> str:
    numbers = [draw(_NUMBERS) for _ in range(4)]
    box = 'x="{}" y="{}" w="{}" h="{}"'.format(*numbers)
    inner = "".join(draw(_glyphs(depth - 1)) for _ in range(draw(st.integers(0, 2)))) if depth else ""
    clone = draw(st.sampled_from(["", "<clone/>", '<state value="P"/>']))
    port = f'<port id="{draw(_IDS)}" x="{draw(_NUMBERS)}" y="3"/>'
    call = f'<callout target="{draw(_IDS)}"><point x="1" y="{draw(_NUMBERS)}"/></callout>'
    return (
        f'<glyph id="{draw(_IDS)}" class="{draw(_KINDS)}" compartmentRef="{draw(_IDS)}"><label text="L"/><bbox {box}/>'
        f"{inner}{clone}{port}{call}</glyph>"
    )


@st.composite
def _maps(draw: st.DrawFn) -> str:
    glyphs = "".join(draw(_glyphs()) for _ in range(draw(st.integers(1, 4))))
    arcs = "".join(
        f'<arc id="{draw(_IDS)}" class="{draw(_ARCS)}" source="{draw(_IDS)}" target="{draw(_IDS)}">'
        f'<start x="{draw(_NUMBERS)}" y="0"/><end x="{draw(_NUMBERS)}" y="{draw(_NUMBERS)}"/>{draw(_glyphs(1))}</arc>'
        for _ in range(draw(st.integers(0, 4)))
    )
    return sbgn(glyphs + arcs)


@given(_maps())
@settings(max_examples=120, deadline=None)
def test_any_map_is_read_or_refused(text: str) -> None:
    try:
        found = read_sbgn(text)
    except BadDrawing:
        return
    scene, diagram = found.scene, found.diagram
    parts = scene.nodes | scene.groups
    assert set(scene.nodes) == {n.id for n in diagram.nodes}
    assert all({e.source, e.target} <= set(parts) for e in diagram.edges)
    assert all(n.on is None or n.on < len(diagram.edges) for n in diagram.nodes)
    assert all(n.group is None or n.group in scene.groups for n in diagram.nodes)
    assert all(Box(0, 0, scene.width, scene.height).contains(box, 1) for box in parts.values())
    assert paint(found)
