from __future__ import annotations

import pytest

from graphicacy.diagram.scene import Box
from graphicacy.draw.scoring.text import score_text
from graphicacy.draw.task import DrawTask
from graphicacy.sight.evidence import TextItem
from work import calls


def item(
    text: str, x: float = 0, y: float = 0, *, live: bool = False, score: float = 0.99, size: float = 12
) -> TextItem:
    width = 0.6 * size * max(len(text), 1)
    box = Box(x, y, x + width, y + size)
    polygon = ((x, y), (x + width, y), (x + width, y + size), (x, y + size))
    return TextItem(text, box, polygon, size=size, score=1.0 if live else score, source="live" if live else "ocr")


def apart(*texts: str, live: bool = False, score: float = 0.99) -> list[TextItem]:
    return [item(text, y=200 * i, live=live, score=score) for i, text in enumerate(texts)]


def task(*labels: str, prompt: str = "Draw it.", repeated: tuple[str, ...] = ()) -> DrawTask:
    return DrawTask(id="t", prompt=prompt, required_labels=labels, repeated_labels=repeated)


def verdicts(*labels: str, items: list[TextItem]) -> list[tuple[str, str | None]]:
    return [(v.verdict, v.seen) for v in score_text(task(*labels), items).labels]


def test_all_labels_right_score_one() -> None:
    result = score_text(task("ATP synthase", "H₂O"), apart("ATP synthase", "H2O"))
    assert (result.tf, result.recall, result.cer, result.precision) == (1, 1, 0, 1)
    assert not result.duplicates
    assert not result.gibberish
    assert not result.extra


def test_half_the_labels() -> None:
    result = score_text(task("ATP synthase", "Golgi"), apart("ATP synthase"))
    assert result.recall == 0.5
    assert result.tf == pytest.approx(0.7 * 0.5 + 0.3)


def test_no_text_is_zero_with_unknown_precision() -> None:
    for mode in ("strict", "published"):
        result = score_text(task("Golgi"), [], mode)  # type: ignore[arg-type]
        assert (result.tf, result.recall, result.cer, result.precision) == (0, 0, 1, None)
        assert result.labels[0].verdict == "missing"


def test_each_word_answers_for_one_label() -> None:
    assert verdicts("PIP2", "PIP3", items=apart("PIP2")) == [("exact", "PIP2"), ("missing", None)]


def test_a_wrong_letter_in_a_gene_name_is_named_with_what_was_read() -> None:
    assert verdicts("STAT3", "JAK1", items=apart("STAT5", "JAK1")) == [("misspelt", "STAT5"), ("exact", "JAK1")]


def test_a_near_miss_takes_the_nearest_reading() -> None:
    assert verdicts("Mitochondria", items=apart("Mitochondral DNA", "Mitochondira")) == [("misspelt", "Mitochondira")]


def test_a_misspelt_label_is_no_gibberish_and_no_extra_text() -> None:
    result = score_text(task("Mitochondria"), apart("Mitochondira"))
    assert result.recall == 0
    assert not result.gibberish
    assert not result.extra


@pytest.mark.parametrize("live", [True, False])
def test_a_label_on_several_lines_is_found(live: bool) -> None:
    lines = [
        item("Outer", 20, 0, live=live),
        item("mitochondrial", 0, 16, live=live),
        item("membrane", 10, 32, live=live),
    ]
    result = score_text(task("Outer mitochondrial membrane"), [*lines, item("ATP", 500, 0, live=live)])
    assert result.labels[0].verdict == "exact"
    assert result.labels[0].box == pytest.approx((0, 0, 13 * 7.2, 44))
    assert [text for text, _ in result.extra] == ["ATP"]


def test_lines_far_apart_are_no_label() -> None:
    assert verdicts("Plasma membrane", items=[item("Plasma", 0, 0), item("membrane", 0, 300)])[0][0] == "missing"


def test_lines_turned_upwards_continue_to_the_right() -> None:
    def upright(text: str, x: float) -> TextItem:
        length = 7.0 * len(text)
        polygon = ((x, 100 + length / 2), (x, 100 - length / 2), (x + 12, 100 - length / 2), (x + 12, 100 + length / 2))
        return TextItem(text, Box(x, 100 - length / 2, x + 12, 100 + length / 2), polygon, angle=90.0, size=12)

    assert (
        verdicts("Fluorescence intensity", items=[upright("Fluorescence", 0), upright("intensity", 16)])[0][0]
        == "exact"
    )
    assert (
        verdicts("intensity Fluorescence", items=[upright("Fluorescence", 0), upright("intensity", 16)])[0][0]
        != "exact"
    )


def test_a_hyphenated_line_break_is_mended() -> None:
    assert verdicts("Immunotherapy", items=[item("Immuno-", 0, 0), item("therapy", 0, 16)]) == [
        ("exact", "Immuno-therapy")
    ]


def test_two_labels_read_as_one_line_are_both_found() -> None:
    assert [v for v, _ in verdicts("Softmax", "Conv 3×3", items=apart("Softmax Conv 3×3"))] == ["exact", "exact"]


def test_a_short_label_does_not_break_a_longer_one() -> None:
    assert [v for v, _ in verdicts("Membrane", "Plasma membrane", items=apart("Plasma membrane", "Membrane"))] == [
        "exact"
    ] * 2


def test_live_text_is_held_to_the_letter() -> None:
    assert verdicts("PIP2", items=apart("P1P2", live=True)) == [("misspelt", "P1P2")]
    assert verdicts("PIP2", items=apart("P1P2")) == [("ocr", "P1P2")]


def test_live_text_is_not_held_to_typography() -> None:
    assert verdicts("H₂O", "NF-κB", items=apart("H2O", "NF–κB", live=True)) == [("exact", "H2O"), ("exact", "NF–κB")]


def test_a_letter_misread_in_a_plain_word_is_forgiven_only_where_the_reader_was_unsure() -> None:
    assert verdicts("Skip connection", items=apart("Skip cannection", score=0.9))[0][0] == "ocr"
    assert verdicts("Skip connection", items=apart("Skip cannection", score=0.99))[0][0] == "misspelt"
    assert verdicts("STAT3", items=apart("STAT5", score=0.6))[0][0] == "misspelt"


def test_a_label_drawn_twice_is_a_duplicate_unless_it_may_repeat() -> None:
    items = apart("ATP synthase", "ATP synthase", "ADP")
    result = score_text(task("ATP synthase", "ADP"), items)
    assert [text for text, _ in result.duplicates] == ["ATP synthase"]
    assert result.precision == 1
    assert not score_text(task("ATP synthase", "ADP", repeated=("ATP synthase",)), items).duplicates


def test_a_label_inside_a_longer_one_or_in_a_sentence_is_no_duplicate() -> None:
    items = apart("Glucose", "Glucose transporter", "The cell takes up Glucose from blood")
    result = score_text(task("Glucose", "Glucose transporter"), items)
    assert not result.duplicates
    assert [text for text, _ in result.extra] == ["The cell takes up Glucose from blood"]


def test_a_wrong_twin_of_a_drawn_label_is_a_near_miss_not_a_duplicate() -> None:
    result = score_text(task("STAT3", "STAT5"), apart("STAT5", "STAT5"))
    assert [v.verdict for v in result.labels] == ["misspelt", "exact"]
    assert not result.duplicates


def test_precision_gibberish_and_extra() -> None:
    result = score_text(task("Golgi", prompt="Title: xqzvkjw"), apart("Golgi", "Tghrtzk", "Figure 1", "xqzvkjw"))
    assert [text for text, _ in result.gibberish] == ["Tghrtzk"]
    assert [text for text, _ in result.extra] == ["Figure 1", "xqzvkjw"]
    assert result.precision == pytest.approx(5 / (5 + 7 + 7 + 7))


def test_published_mode_takes_a_twin_and_leaves_the_rest_open() -> None:
    result = score_text(task("PIP2", "PIP3", "Ribosome"), apart("PIP2"), "published")
    assert [v.found for v in result.labels] == [True, True, False]
    assert result.cer == pytest.approx(0.125)
    assert result.tf == pytest.approx(0.7 * 2 / 3 + 0.3 * 0.875)
    assert result.precision is None


def test_published_bound_is_exclusive() -> None:
    label = "abcdefghij"
    assert score_text(task(label), apart("abcdefgxyz"), "published").recall == 0  # 3 of 10 edits
    assert score_text(task(label), apart("abcdefghyz"), "published").recall == 1


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="strict"):
        score_text(task("a"), [], "loose")  # type: ignore[arg-type]


def test_any_script() -> None:
    assert [
        v for v, _ in verdicts("细胞膜", "Мембрана", "Schrödinger", items=apart("细胞膜", "Мембрана", "Schrodinger"))
    ] == [
        "exact",
        "exact",
        "ocr",
    ]


@pytest.mark.parametrize("layout", ["grid", "pile", "row", "one"])
def test_hostile_amounts_of_text_stay_fast(layout: str) -> None:
    words = ["kinase", "STAT", "membrane", "a", "signal transduction", "x y z"]
    place = {
        "grid": lambda i: (i % 50 * 80, i // 50 * 20),
        "pile": lambda i: (0, 0),
        "row": lambda i: (i * 10, 0),
        "one": lambda i: (0, 0),
    }[layout]
    items = [item(words[i % 6] + str(i % 7), *place(i)) for i in range(5000)]
    if layout == "one":
        items = [item(" ".join(words) * 3000)]
    labels = [f"label {i} of the {words[i % 6]} pathway" for i in range(200)]
    assert calls(lambda: score_text(task(*labels), items)) < 12_000_000
    score_text(task(*labels), items, "published")
