"""The pages of a rater study as text: what they show, what they keep to themselves, and what hostile text cannot do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphicacy.draw.task import DrawTask
from graphicacy.trust.study.forms import Sent
from graphicacy.trust.study.pages import Pages
from graphicacy.trust.study.record import TAG_KINDS, Answer, Progress, Rater, Study, Tag
from graphicacy.trust.study.scales import SCALES
from small_study import RATINGS, SYSTEMS, small_study

TAGS = (Tag(kind="small-text", box=(10, 20, 60, 40), note="<i>tiny</i>"),)
SENT = Sent(1, "c", RATINGS, "a\nb", TAGS, 12.5)
ANSWER = Answer(rater="r1", place=2, ratings=RATINGS, tags=TAGS, revision=3, submitted="2026-12-01T00:00:00+00:00")
TAKEN_BACK = ANSWER.model_copy(update={"ratings": {}})
PROGRESS = Progress(done=1, total=4, next=2)
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=y>{{ 7 * 7 }}"


def every_page(study: Study) -> dict[str, str]:
    pages, rater, queue = Pages(study), study.raters[0], study.queue("r1")
    seat = queue[1]
    return {
        "new": pages.rate(rater, seat, Sent.of(None), None, PROGRESS, "k"),
        "rated": pages.rate(rater, seat, SENT, ANSWER, PROGRESS, "k", "What is wrong."),
        "taken back": pages.rate(rater, seat, Sent.of(TAKEN_BACK), TAKEN_BACK, PROGRESS, "k"),
        "two answers": pages.conflict(rater, seat, SENT, ANSWER, "k", "c2"),
        "one taken back": pages.conflict(rater, seat, Sent(0, "c", {"TF": 1}), TAKEN_BACK, "k", "c2"),
        "places": pages.overview(rater, queue, {2: ANSWER}, "k"),
        "done": pages.done(rater, PROGRESS, "k"),
        "words": pages.message("No", "Why."),
    }


def with_words(words: str) -> Study:
    task = DrawTask(
        id="t1",
        prompt=words,
        required_labels=(words,),
        required_relations=((words, "activates", words),),
        required_components=(words,),
        discipline_conventions=(words,),
        negative_constraints=(words,),
    )
    study = small_study()
    return study.model_copy(
        update={"title": words, "tasks": {"t1": task}, "raters": (Rater(id="r1", name=words), *study.raters[1:])}
    )


def test_every_level_and_kind_can_be_chosen() -> None:
    page = every_page(small_study())["new"]
    for scale in SCALES:
        assert all(words in page for words in scale.anchors)
        assert page.count(f'name="rating-{scale.dimension}"') == 6
    assert re.findall(r'<option value="([a-z-]+)"', page) == list(TAG_KINDS)


def test_a_form_is_filled_with_what_was_said() -> None:
    page = every_page(small_study())["rated"]
    assert re.findall(r'name="rating-(..)" value="(\w+)"(?: required)? checked', page) == [
        ("TF", "1"),
        ("SC", "2"),
        ("SQ", "none"),
        ("CA", "5"),
    ]
    assert "What is wrong." in page
    assert 'action="/undo/2"' in page
    assert 'value="3"' in page.split('action="/undo/2"')[1], "what is taken back is the revision that counts"
    assert "/undo/" not in every_page(small_study())["taken back"], "nothing is there to be taken back"


def test_no_page_tells_of_systems_scores_items_or_others() -> None:
    study = small_study()
    for name, page in every_page(study).items():
        hidden = (*SYSTEMS, 'svg"', "Rater 2", "0.25", "process workflow", "physics", "easy", "t1")
        assert [word for word in hidden if word in page] == [], name
        shown = re.sub(r"/picture/[0-9a-f]{10}\.png", "", page)
        assert not any(item.id in shown for item in study.items), name


def test_no_page_needs_script_or_style_within_it() -> None:
    for name, page in every_page(small_study()).items():
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|https?://", page), name
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), name


def test_hostile_text_is_only_text() -> None:
    for name, page in every_page(with_words(HOSTILE)).items():
        assert "<script>alert" not in page, name
        assert "<img src=x" not in page, name
        assert "49" not in page, name


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60).filter(str.strip))
def test_whatever_a_task_says_the_same_elements_are_there(words: str) -> None:
    def elements(study: Study) -> list[str]:
        return re.findall(r"<[a-z]+", every_page(study)["new"])

    assert elements(with_words(words)) == elements(with_words("a"))


@pytest.mark.parametrize("missing", [None, "study.js/../x", "", "base.html"])
def test_only_static_files_are_given(missing: Any) -> None:
    pages = Pages(small_study())
    assert pages.static(missing) is None
    assert {name for name in ("study.css", "study.js", "picture.js") if pages.static(name)} == {
        "study.css",
        "study.js",
        "picture.js",
    }


def test_a_changed_script_has_a_new_address() -> None:
    page = every_page(small_study())["new"]
    assert len(re.findall(r"/static/(?:study\.css|picture\.js|study\.js)\?[0-9a-f]{8}\b", page)) == 3
