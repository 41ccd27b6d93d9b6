from __future__ import annotations

import math

from graphicacy.draw.record import DrawScore, ErrorItem, LabelVerdict, TextScore
from graphicacy.report.overlay import marks, missing_labels

BOX = (100.0, 50.0, 200.0, 80.0)


def score(**more: object) -> DrawScore:
    return DrawScore.model_validate(
        {"TF": 1, "SC": 1, "SQ": 1, "CA": 1, "overall": 1, "width": 1000, "height": 500, **more}
    )


def label(verdict: str, box: tuple[float, ...] | None = BOX) -> LabelVerdict:
    found = verdict in ("exact", "ocr")
    return LabelVerdict(label="HER2", found=found, verdict=verdict, seen="HER3", box=box)


def test_a_mark_surrounds_its_text_with_a_little_room() -> None:
    (mark,) = marks(score(labels=[label("exact")]))
    assert mark.look == "found"
    assert (mark.x, mark.y, mark.width, mark.height) == (96.0, 46.0, 108.0, 38.0)


def test_a_misspelt_label_says_what_was_seen_and_carries_the_number_of_its_error() -> None:
    errors = [ErrorItem(kind="crossing", severity="minor", what="x"), _error("misspelt-label", BOX)]
    (mark,) = marks(score(labels=[label("misspelt")], errors=errors))
    assert (mark.look, mark.number) == ("misspelt", 2)
    assert "HER3" in mark.title
    assert "HER2" in mark.title


def test_an_error_about_a_found_label_shows_beside_its_mark() -> None:
    found, error = marks(score(labels=[label("ocr")], errors=[_error("low-contrast", BOX)]))
    assert (found.look, error.look) == ("found", "error")
    assert error.x < found.x
    assert error.width > found.width


def test_extra_text_is_marked_once_though_named_twice() -> None:
    text = TextScore(mode="strict", tf=1, recall=1, cer=0, precision=0.5, labels=(), gibberish=(("ghjk", BOX),))
    both = text.model_copy(update={"extra": (("ghjk", BOX),)})
    (mark,) = marks(score(text={"strict": both}))
    assert mark.look == "extra"
    assert mark.title.startswith("gibberish")


def test_missing_labels_are_listed_not_marked() -> None:
    given = score(labels=[label("missing", None), label("exact")])
    assert missing_labels(given) == ["HER2"]
    assert [mark.look for mark in marks(given)] == ["found"]


def test_boxes_are_cut_to_the_frame_and_strange_ones_left_out() -> None:
    boxes = [
        (-50.0, -50.0, 2000.0, 900.0),
        (math.nan, 0.0, 1.0, 1.0),
        (2000.0, 0.0, 2100.0, 10.0),
        (9.0, 9.0, -9.0, -9.0),
    ]
    (mark,) = marks(score(errors=[_error("clutter", box) for box in boxes]))
    assert (mark.x, mark.y, mark.width, mark.height) == (0.0, 0.0, 1000.0, 500.0)


def test_without_a_frame_nothing_is_marked() -> None:
    assert marks(score(labels=[label("exact")], width=0, height=0)) == []


def _error(kind: str, box: tuple[float, ...]) -> ErrorItem:
    return ErrorItem(kind=kind, severity="major", what="something", box=box)
