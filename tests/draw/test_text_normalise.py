from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphicacy.draw.scoring.gibberish import is_gibberish
from graphicacy.draw.scoring.normalise import look, normalise, spellings
from graphicacy.draw.scoring.text import same_label
from graphicacy.draw.scoring.tolerance import Tolerance, allowed_edits, is_code


@pytest.mark.parametrize(
    ("label", "typeset"),
    [
        ("H₂O", "H2O"),
        ("H₂O", "$H_2O$"),
        ("Fe³⁺", "Fe3+"),
        ("MHC-Ⅰ", "MHC-I"),
        ("5 µm", "5 μm"),
        ("∆G", "ΔG"),
        ("512 × 512", "512 x 512"),
        ("Pre-training", "pre–training"),
        ("A – B", "A–B"),
        ("Cl⁻", "Cl-"),
        ("(HCl)", "HCl"),
        ("Input", "Input:"),
        ("3’ end", "3′ end"),
        ("β-catenin", "β‑Catenin"),
        ("Ångström", "A\u030angstro\u0308m"),
        ("细胞膜", "细胞膜 "),
    ],
)
def test_typography_makes_no_difference(label: str, typeset: str) -> None:
    assert normalise(label) == normalise(typeset)
    assert same_label(label, typeset, live=True) == "exact"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Cl⁻", "Cl"), ("e⁻", "e"), ("10-20", "1020"), ("-70 mV", "70 mV"), ("Fe³⁺", "Fe²⁺"), ("5'", "3'")],
)
def test_what_has_a_meaning_is_kept(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)
    assert same_label(one, other) not in ("exact", "ocr")


def test_published_form_keeps_spaces_and_dashes() -> None:
    assert normalise("Pre-Training H₂O", strict=False) == "pre-training h2o"


@given(st.text(max_size=40))
def test_normalising_twice_in_published_mode_changes_nothing_but_never_fails(text: str) -> None:
    assert isinstance(normalise(text), str)
    assert same_label(text, text) == "exact"


@pytest.mark.parametrize("text", ["TNF-alpha", "TNF-a", "TNFα", "TNF α"])
def test_greek_by_name_or_latin_letter(text: str) -> None:
    assert same_label("TNF-α", text, live=True) == "exact"


def test_a_greek_letter_alone_is_not_a_latin_one() -> None:
    assert same_label("α", "a", live=True) != "exact"
    assert same_label("β", "γ") == "missing"
    assert spellings("α") == ("alpha",)


@pytest.mark.parametrize(
    ("label", "text"), [("PIP2", "P1P2"), ("Runoff", "Run0ff"), ("IFN-γ", "IFN-y"), ("NF-κB", "NF-κ8"), ("S6K", "56K")]
)
def test_confusable_characters_are_forgiven_where_they_were_read_but_not_where_they_are_known(
    label: str, text: str
) -> None:
    assert same_label(label, text) == "ocr"
    assert same_label(label, text, live=True) == "misspelt"


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("STAT3", "STAT5"),
        ("HER2", "HER3"),
        ("PIP2", "PIP3"),
        ("AKT1", "AKT2"),
        ("NADH", "NADPH"),
        ("p53", "p63"),
        ("HER2", "HERZ"),
    ],
)
def test_another_entity_is_a_near_miss_and_never_found(label: str, text: str) -> None:
    assert same_label(label, text) == "misspelt"


def test_another_word_is_missing() -> None:
    assert same_label("Ribosome", "Golgi") == "missing"
    assert same_label("Golgi", "") == "missing"


def test_strokes_and_accents_beside_a_label_are_the_readers_doing() -> None:
    assert look(normalise("/binds")) == look(normalise("binds"))
    assert same_label("Magma chamber", "Màgma chamber") == "ocr"


@pytest.mark.parametrize("token", ["STAT3", "κ", "ATP", "BatchNorm", "H₂O", "x²", "细胞膜器官", "cat"])
def test_codes(token: str) -> None:
    assert is_code(token)


@pytest.mark.parametrize("token", ["membrane", "Golgi", "(release)", "Schrödinger"])
def test_plain_words(token: str) -> None:
    assert not is_code(token)


def test_allowed_edits_grow_with_the_word() -> None:
    assert [allowed_edits(n) for n in (4, 5, 7, 8, 11, 12, 20)] == [0, 1, 1, 2, 2, 2, 4]


@pytest.mark.parametrize(
    ("label", "text", "allowed"),
    [
        ("Skip connection", "Skip cannection", True),
        ("Skip connection", "Skip conzection", False),
        ("Oscilloscope", "Oscillosscope", True),
        ("Caspase-3", "Caspase-8", False),
        ("STAT3 dimer", "STAT5 dimer", False),
        ("NF-κB signalling", "NF-κB signalllng", True),
        ("Encoder", "Decoder", False),
    ],
)
def test_an_unsure_reading_may_differ_in_letters_of_like_shape_in_plain_words(
    label: str, text: str, allowed: bool
) -> None:
    assert Tolerance(label).allows(normalise(text)) is allowed


@pytest.mark.parametrize("token", ["xqzvkj", "Tghrtzk", "aaaaah", "Mit\ufffdchondria", "bcdfghjk", "qkvxjzw"])
def test_gibberish(token: str) -> None:
    assert is_gibberish(token)


RARE = """
    Mitochondira membrane STAT5 mRNA GTPase lengths rhythm Psychrophile queueing NaHCO3 catchphrase CRISPR Wnt
    phosphofructokinase Schrödinger Gymnosperms Xylem 线粒体 мембрана Czochralski Jahn-Teller Zwitterion Brønsted
    pH 10kV
    Strength Symphysis Pfaffian HTTP Eyjafjallajökull Nietzsche Angstrom Brzezinski equipment subjective background
    Haemorrhage
"""


@pytest.mark.parametrize("token", RARE.split())
def test_rare_words_codes_and_misspellings_are_no_gibberish(token: str) -> None:
    assert not is_gibberish(token)


def test_a_word_broken_after_its_hyphen_is_whole_but_an_ion_keeps_its_sign() -> None:
    assert normalise("Everhart– Thornley detector") == normalise("Everhart–Thornley detector")
    assert normalise("co-\nstimulation") != normalise("co stimulation")
    assert normalise("Cl- channel") != normalise("Cl channel")
    assert normalise("OH⁻ ions") != normalise("OH ions")
